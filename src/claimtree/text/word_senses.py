"""Detects listed words of a document that do not mean in their clause what the list says.

A list knows "island" as a kitchen's and "park" as a park; "Ellis Island" and "easy to park" contain
the words but mean something else, and "the many affordable pubs" do not make a home affordable. The
scope reader was trained on marked words of real listings to tell such words (`TextMentions.means`). A
word that it is sure about yields no claim, and neither does one that both it and the judge doubt;
the clause is kept in its own words, so a wish may still match it. What it doubts and only the judge
finds ("paper towels" for towels) is possible and not sure. So it is with the floor of a home ("half
bath on first floor" says of no flat that it is there), save that no judge is asked: it knows no amounts.

A word that may be evidence against a wish needs more certainty than one that can only be evidence
for one, since an excluded home is not seen at all. So a word of a concept that excludes another is
doubted sooner ("dark" hardwood, a "remote" control); if it seems to describe the surroundings
("small town charm"), the judge is asked whether the clause says it, and so it is for everything
that a listing seems to lack ("without the hassle of parking").

The name of a place is asked about in the same way: does the text say that the thing described is
there, or near it? "A bus to Journal Square" and "away from the bustle of New York" do not. No
judge is asked, since names are not compared by similarity.

Between what is misread and what is sure lie words of which the scope reader tells neither. They yield
claims that are not sure (`Claim.unsure`): shown as possible, but without a say in any verdict.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from claimtree.languages import language_of
from claimtree.languages.normalise import SENTENCE_ENDS
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import LevelName
from claimtree.model.judging import JudgedWishes, Says, chances
from claimtree.model.pack import Pack
from claimtree.model.scopes import ListedWords
from claimtree.ports import Judge
from claimtree.text.lexicon import Item
from claimtree.text.mention_types import Mention, Scoped, TextMentions
from claimtree.text.scope_resolution import span_of
from claimtree.text.standalone_wishes import StandaloneWishes

UNMEANT = 0.1
"""Below this probability the scope reader alone decides that words mean something else."""
DOUBTED = 0.45
"""Below this one it doubts them, and the judge is asked; what only the judge finds is not sure. Of 974 words in unseen
listings 67 % of the wrong ones lie below, and 2 % of the right ones. Of 181 marked ticks and crosses "paper towels" and
"brimming with historic charm" would be sure if the judge had the last word, and no right one is lost by it.
"""
UNMEANT_AGAINST = 0.35
"""As UNMEANT, for a word of a concept that excludes another: "Talde - pricey, but memorable" is all that the judge
would see of a restaurant in a list."""
UNMEANT_DENIED = 0.5
"""As UNMEANT, for words that the text seems to deny: "no parking on Tuesdays" denies no parking. Of 70 denials in
unseen listings 60 % of the wrong ones lie below, and 10 % of the right ones; of 340 in unseen sentences of ours 85 %
and 8 %."""
ELSEWHERE, NOT_NEAR = 0.3, 0.2
"""Below these probabilities the name of a place does not say that the thing described is there, or near it.

Of marked readings of names in unseen English listings 77 % of the wrong "in" and 25 % of the wrong
"near" lie below .2, and 4 % and 3 % of the right ones. On `claimtree eval names`, .3 instead of .2 for
"in" leaves .986 of the namings met (.987), and of the names that are mentioned by the way .318
instead of .341; with .4 it is .295, but "on a quiet side street in Glendale" is lost.
"""
MEANT, THERE = 0.65, 0.65
"""Below these probabilities words of which no judge was asked, and the name of a place that the text seems to be in,
are not sure.

Of ticks on English listings of two blind runs and of an older one, these bars take away 4 of 15 wrong ones by a word
and 6 of 8 by a name to be in ("mingle with locals in the trendy Back Bay", of a home downtown), 5 of 259 right ones by
a word and none by a name. Below .65 lie as many right names to be near as wrong ones, so these have no such bar.
"""
_UNSURE_IN = "en"
"""The first language of packs whose listings may be unsure: of ticks on Indonesian ones four right ones lie below the
bars, and no wrong one."""
PLAIN, PLAIN_NEARBY = 0.7, 0.9
"""From these probabilities on the judge makes words sure that lie below MEANT; the second is for places nearby.

Of 55 that lay there in 300 listings that were trained on by nobody, 13 right ones about the home are above the first
("sauna and a swimming pool", "large windows that let in plenty of morning sunlight") and no wrong one; at .5 it would
be 9 more right ones and 2 wrong. Of places a "dining bar" is found to be restaurants nearby with .88.
"""
DOUBTED_AGAINST = 0.6
"""As DOUBTED, for a word of a concept that excludes another."""
CONTENT = 0.8
"""The judge accepts words that are doubted from this probability on."""
LACKING = 0.3
"""The judge accepts a lack from this probability on. Of 80 lacks that real listings state
explicitly two are below it; of those that are misread nearly all."""
_ASKED, _ASKED_PER_ITEM = 6, 1 / 40
"""Maximum number of doubted words per text that are passed to the judge, plus so many per item;
real listings stay below it. Further ones count as the lists say, so that the words around each are
not embedded again and again.
"""
_BEFORE, _BEHIND = 10, 12
"""How many items before and after the word the judge is given of a long clause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubts:
    """The mentions of a text that do not simply mean what they were taken for, by index."""

    misread: frozenset[int] = frozenset()
    """They mean something else."""
    unsure: frozenset[int] = frozenset()
    """They may mean something else."""


class Senses:
    """Finds misread words in documents, if the judge was fitted to the pack."""

    def __init__(self, pack: Pack, judge: Judge) -> None:
        self._pack = pack
        self._judge = judge
        self._language = language_of(pack)
        self._wishes: dict[str, JudgedWishes] = {}
        self._plainly = StandaloneWishes(pack, self._language).says_plainly
        self._excluding = frozenset(
            id
            for concept in pack.concepts.values()
            for step in concept.steps
            if step.excludes
            for id in (concept.id, step.to)
        )

    def doubts(self, in_text: TextMentions, about: LevelName) -> Doubts:
        """Returns the mentions in a document about an entity of this level whose listed words mean
        something else there, or may do so."""
        listed = [k for k, one in enumerate(in_text.scoped) if self._is_listed(one)]
        named = [k for k, one in enumerate(in_text.scoped) if self._is_place(one)]
        means = dict.fromkeys(listed, 1.0) | self._meanings(in_text, [*listed, *named], about)
        elsewhere = {k for k in named if means.get(k, 1.0) < self._least_there(in_text.scoped[k].mention)}
        unmeant = {k for k in listed if means[k] < self._least_meant(in_text.scoped[k].mention)}
        doubts = (
            k for k in listed if k not in unmeant and self._is_doubted(in_text.items, in_text.scoped[k], means[k])
        )
        most = int(_ASKED + len(in_text.items) * _ASKED_PER_ITEM)
        doubted = list(islice(doubts, most))
        breaks = [i for i, item in enumerate(in_text.items) if item.is_break]
        least = {k: self._bar(in_text.scoped[k], means[k]) for k in doubted}
        unsure = {k for k, one in means.items() if one < self._least_sure(in_text.scoped[k].mention)}
        suspects = {k for k in doubted if means[k] < DOUBTED and k in unsure}
        unsure -= {*unmeant, *elsewhere, *doubted}
        vaguely = [k for k in listed if k in unsure][: max(0, most - len(doubted))]
        vague = {k: _plain(in_text.scoped[k].mention) for k in vaguely}
        found = self._found(in_text, [*doubted, *vague], breaks)
        misread = [k for k in doubted if found[k] < least[k]]
        # The denying word may stand in another clause than what it denies ("Elevator: no").
        denied = [k for k in misread if in_text.scoped[k].mention.negated]
        ends = [i for i in breaks if in_text.items[i].norm in SENTENCE_ENDS]
        supported = {k for k, one in self._found(in_text, denied, ends).items() if one >= least[k]}
        gone = frozenset([*unmeant, *elsewhere, *misread, *_denied_by_no_word(in_text)]) - supported
        plain = {k for k, bar in vague.items() if found[k] >= bar}
        return Doubts(misread=gone, unsure=frozenset((unsure | suspects) - plain - gone))

    def _meanings(self, in_text: TextMentions, listed: Sequence[int], about: LevelName) -> dict[int, float]:
        """Returns the scope reader's probabilities by index, as far as it was trained to tell: for no
        amounts but floors, nor for texts about what contains the entities that are searched for."""
        hierarchy = self._pack.hierarchy
        if hierarchy.depth_of(about) < hierarchy.depth_of(hierarchy.answers):
            return {}
        words = [k for k in listed if _is_told(in_text.scoped[k].mention)]
        asked = [self._asked(in_text, in_text.scoped[k].mention) for k in words]
        return dict(zip(words, in_text.means(asked), strict=True))

    def _least_there(self, mention: Mention) -> float:
        """Returns the probability from which the name of a place says where the home is."""
        kind = self._pack.names[mention.name.kind] if mention.name is not None else None
        return NOT_NEAR if kind is not None and kind.amount is not None else ELSEWHERE

    def _least_meant(self, mention: Mention) -> float:
        """Returns the probability from which words are not taken to mean something else without asking the judge."""
        if mention.amount is not None:
            return DOUBTED  # the judge knows no amounts
        if mention.negated:
            return UNMEANT_DENIED
        return UNMEANT_AGAINST if mention.concept is not None and mention.concept.id in self._excluding else UNMEANT

    def _least_sure(self, mention: Mention) -> float:
        """Returns the probability from which words surely mean what they were taken for."""
        if self._pack.languages[0] != _UNSURE_IN:
            return 0.0
        if mention.name is None:
            return 0.0 if mention.negated else MEANT
        kind = self._pack.names[mention.name.kind]
        return THERE if kind.amount is None and kind.open != "near" else 0.0

    def _asked(self, in_text: TextMentions, mention: Mention) -> ListedWords:
        """Returns the words with their entry; that of a name is what its kind says of it, such as
        "near"."""
        span, name = span_of(in_text.items, mention.first, mention.after), mention.name
        entry = (
            _wording_of(mention) if name is None else self._pack.names[name.kind].wording.replace("{name}", "").strip()
        )
        return ListedWords(span=span, entry=entry, negated=mention.negated, is_place=name is not None)

    def _found(self, in_text: TextMentions, asked: Sequence[int], breaks: Sequence[int]) -> dict[int, float]:
        """Returns the judge's probability that the words around each mention, between two breaks, say what it was
        taken for."""
        if not asked:
            return {}
        vectors = self._judge.embed([_clause(in_text.items, breaks, in_text.scoped[k].mention) for k in asked])
        found: dict[int, float] = {}
        for row, k in enumerate(asked):
            mention = in_text.scoped[k].mention
            judged = chances(self._wish(_wording_of(mention)).logits(vectors.take([row])))[0, 0]
            found[k] = float(judged[Says.REFUTES if mention.negated else Says.MEETS])
        return found

    def _is_listed(self, one: Scoped) -> bool:
        """True if a list matched the words, they count, and the judge has bars for their type."""
        mention = one.mention
        if not one.is_wanted or mention.silent or mention.name is not None or mention.guessed:
            return False
        return self._pack.bars(self._judge.name, mention.type) is not None and not self._plainly(mention)

    def _is_place(self, one: Scoped) -> bool:
        """True for the name of a place that the text seems to be in or near."""
        mention = one.mention
        if mention.name is None or not one.is_wanted or mention.silent or mention.negated:
            return False
        is_fitted = self._pack.bars(self._judge.name, mention.type) is not None
        return is_fitted and self._pack.are_places(mention.name.kind)

    def _is_doubted(self, items: Sequence[Item], one: Scoped, means: float) -> bool:
        """True if the judge is to be asked about the words."""
        mention, concept = one.mention, one.mention.concept
        if mention.amount is not None:
            return False
        if mention.negated or self._follows_negation(items, mention):
            return True
        if concept is None or concept.id not in self._excluding:
            return means < DOUBTED
        of_surroundings = mention.target.noun is not None and mention.target.noun not in concept.levels
        return of_surroundings or means < DOUBTED_AGAINST

    def _follows_negation(self, items: Sequence[Item], mention: Mention) -> bool:
        """True if a word directly before these denies something ("no elevator for your board games"): of a scope
        reader that takes them for stated it is not sure that it saw it."""
        before = mention.first - 1
        while before >= 0 and items[before].norm in self._language.articles:
            before -= 1
        return before >= 0 and items[before].norm in self._language.negations

    def _bar(self, one: Scoped, means: float) -> float:
        """Returns the minimum probability from which the judge accepts the mention."""
        is_sure = one.mention.negated and not one.is_unspoken and means >= DOUBTED
        return LACKING if is_sure else CONTENT

    def _wish(self, wording: str) -> JudgedWishes:
        """Returns the judged wish for a concept; cached, since a pack has some hundreds."""
        if wording not in self._wishes:
            self._wishes[wording] = self._judge.judge(self._judge.embed([wording]))
        return self._wishes[wording]


def _plain(mention: Mention) -> float:
    """Returns the probability from which the judge makes unsure words sure."""
    measured = mention.concept.amount if mention.concept is not None else None
    return PLAIN_NEARBY if measured is not None and measured.kind is AmountKind.DISTANCE else PLAIN


def _denied_by_no_word(in_text: TextMentions) -> list[int]:
    """Returns the unlisted mentions that a listing seems to lack although no word denies anything
    ("who crave both style and soul")."""
    return [k for k, one in enumerate(in_text.scoped) if one.is_unlisted and one.mention.negated and one.is_unspoken]


def _wording_of(mention: Mention) -> str:
    return mention.concept.pattern_of() if mention.concept is not None else mention.wording


def _clause(items: Sequence[Item], breaks: Sequence[int], mention: Mention) -> str:
    """Returns the clause around a word, shortened to its neighbourhood if long."""
    k = bisect_left(breaks, mention.first)
    first = max(breaks[k - 1] + 1 if k else 0, mention.first - _BEFORE)
    after = min(breaks[k] if k < len(breaks) else len(items), mention.first + _BEHIND)
    return " ".join(item.norm for item in items[first:after])


def _is_told(mention: Mention) -> bool:
    """True if the scope reader was trained to tell whether such words mean what they were taken for: those without an
    amount, and those of a floor."""
    return mention.amount is None or mention.amount.kind is AmountKind.FLOOR
