"""Whether a listed word says in its clause what the list takes it for.

A list knows "island" as a kitchen's and "park" as a park; "Ellis Island" and "easy to park" have the words and say
something else. Two are asked before such a word counts. The reader of scope, which has learned from marked listings how
words stand that say what they seem to, doubts one in ten at no cost; of those the judge is asked, which is given the
whole clause. What both doubt is no claim: its clause is kept in its own words, so a wish may still find it.

A word that may speak against a wish has to be surer than one that can only speak for one, since a home that is crossed
out is not seen at all. So the reader's doubt weighs more where the concept excludes another ("dark" hardwood, a
"remote" control), what seems to be said of the surroundings is doubted there ("small town charm"), and of all that a
listing seems to lack the judge is asked whether the clause says so ("without the hassle of parking").
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import islice

from claimtree.languages.normalise import SENTENCE_ENDS
from claimtree.model.judging import JudgedWishes, Says, chances
from claimtree.model.pack import Pack
from claimtree.ports import Judge
from claimtree.text.lexicon import Item
from claimtree.text.mention_types import Mention, Scoped, Seen

DOUBTED = 0.4
"""Below this chance the reader of scope doubts a word."""
CONTENT = 0.8
"""The chance from which on the judge is content that the clause says it.

Both were chosen on 1,314 marked words of real listings, each listing judged by what was learned from the others: of the
wrong ones 97 of 330 go, of the right ones 20 of 984, most of which their clause still proves.
"""
DOUBTED_AGAINST = 0.7
"""As DOUBTED, for a word of a concept that excludes another."""
LACKING = 0.3
"""The chance from which on the judge goes along where a listing seems to lack something. Of 80 that real listings deny
in so many words two are below it; of those that are misread nearly all."""
_ASKED, _ASKED_PER_ITEM = 6, 1 / 40
"""Of the doubted words of a text so many are asked about, and so many more for each item: real listings stay
below. What more there is counts as lists take it, so that the many words around each are not embedded again and again.
"""
_BEFORE, _BEHIND = 10, 12
"""Items of a long clause around the word that the judge is given."""


class Senses:
    """Tells misread words of a document, where the judge was fitted to the pack."""

    def __init__(self, pack: Pack, judge: Judge) -> None:
        self._pack = pack
        self._judge = judge
        self._wishes: dict[str, JudgedWishes] = {}
        self._excluding = frozenset(
            id
            for concept in pack.concepts.values()
            for step in concept.steps
            if step.excludes
            for id in (concept.id, step.to)
        )

    def misread(self, seen: Seen) -> frozenset[int]:
        """Which of what was found in a document are listed words that say something else where they stand."""
        doubts = (k for k, one in enumerate(seen.scoped) if self._is_doubted(one) and self._is_asked(one))
        doubted = list(islice(doubts, int(_ASKED + len(seen.items) * _ASKED_PER_ITEM)))
        breaks = [i for i, item in enumerate(seen.items) if item.is_break]
        misread = self._unsupported(seen, doubted, breaks)
        # What denies may stand apart from what it denies: "Elevator: no".
        denied = [k for k in misread if seen.scoped[k].mention.negated]
        ends = [i for i in breaks if seen.items[i].norm in SENTENCE_ENDS]
        supported = set(denied) - set(self._unsupported(seen, denied, ends))
        return frozenset([*misread, *_unspoken(seen)]) - supported

    def _unsupported(self, seen: Seen, asked: Sequence[int], breaks: Sequence[int]) -> list[int]:
        """Which of some mentions the judge does not find in the words around them, from one break to the next."""
        if not asked:
            return []
        vectors = self._judge.embed([_clause(seen.items, breaks, seen.scoped[k].mention) for k in asked])
        found: list[int] = []
        for row, k in enumerate(asked):
            one = seen.scoped[k]
            said = chances(self._wish(_said(one.mention)).logits(vectors.take([row])))[0, 0]
            if said[Says.REFUTES if one.mention.negated else Says.MEETS] < self._least(one):
                found.append(k)
        return found

    def _is_doubted(self, one: Scoped) -> bool:
        mention = one.mention
        if not one.is_wanted or mention.silent:
            return False
        if mention.negated and mention.amount is None:
            return True
        concept = mention.concept
        if concept is None or concept.id not in self._excluding:
            return one.says < DOUBTED
        of_surroundings = mention.target.noun is not None and mention.target.noun not in concept.levels
        return of_surroundings or one.says < DOUBTED_AGAINST

    def _least(self, one: Scoped) -> float:
        """The chance from which on the judge is content with what a clause is taken for."""
        return LACKING if one.mention.negated and one.says >= DOUBTED else CONTENT

    def _is_asked(self, one: Scoped) -> bool:
        """Whether it is a list that takes the words for something, of which the judge may speak."""
        is_listed = one.mention.name is None and not one.mention.guessed
        return is_listed and self._pack.bars(self._judge.name, one.mention.type) is not None

    def _wish(self, wording: str) -> JudgedWishes:
        """A concept as it is wished for; a pack has some hundreds, and each is made once."""
        if wording not in self._wishes:
            self._wishes[wording] = self._judge.judge(self._judge.embed([wording]))
        return self._wishes[wording]


def _unspoken(seen: Seen) -> list[int]:
    """What a listing seems to lack in words of its own, though no word denies anything: "who crave both style and
    soul"."""
    return [k for k, one in enumerate(seen.scoped) if one.is_unlisted and one.mention.negated and one.says < DOUBTED]


def _said(mention: Mention) -> str:
    return mention.concept.said_of() if mention.concept is not None else mention.wording


def _clause(items: Sequence[Item], breaks: Sequence[int], mention: Mention) -> str:
    """The clause around a word; of a long one what stands near."""
    k = bisect_left(breaks, mention.first)
    first = max(breaks[k - 1] + 1 if k else 0, mention.first - _BEFORE)
    after = min(breaks[k] if k < len(breaks) else len(items), mention.first + _BEHIND)
    return " ".join(item.norm for item in items[first:after])
