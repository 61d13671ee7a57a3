"""Detects listed words of a document that do not mean in their clause what the list says.

A list knows "island" as a kitchen's and "park" as a park; "Ellis Island" and "easy to park" contain
the words but mean something else. Two models are asked before such a word counts. The scope reader,
which was trained on annotated listings, doubts one word in ten, at no extra cost; those are passed
to the judge, with the whole clause. A word that both doubt yields no claim; its clause is kept in
its own words, so a wish may still match it.

A word that may be evidence against a wish needs more certainty than one that can only be evidence
for one, since an excluded home is not seen at all. So a word of a concept that excludes another is
doubted sooner ("dark" hardwood, a "remote" control), also if it seems to describe the surroundings
("small town charm"), and for everything that a listing seems to lack the judge is asked whether the
clause says so ("without the hassle of parking").
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
"""The scope reader doubts a word below this probability."""
CONTENT = 0.8
"""The judge accepts a word from this probability on.

Both values were chosen on 1,314 annotated words of real listings, with cross-validation by listing:
they remove 97 of 330 wrong words and 20 of 984 right ones, most of which their clause still proves.
"""
DOUBTED_AGAINST = 0.7
"""As DOUBTED, for a word of a concept that excludes another."""
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


class Senses:
    """Finds misread words in documents, if the judge was fitted to the pack."""

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
        """Returns the indexes of the mentions in a document whose listed words mean something else
        there."""
        doubts = (k for k, one in enumerate(seen.scoped) if self._is_doubted(one) and self._is_asked(one))
        doubted = list(islice(doubts, int(_ASKED + len(seen.items) * _ASKED_PER_ITEM)))
        breaks = [i for i, item in enumerate(seen.items) if item.is_break]
        misread = self._unsupported(seen, doubted, breaks)
        # The denying word may stand in another clause than what it denies ("Elevator: no").
        denied = [k for k in misread if seen.scoped[k].mention.negated]
        ends = [i for i in breaks if seen.items[i].norm in SENTENCE_ENDS]
        supported = set(denied) - set(self._unsupported(seen, denied, ends))
        return frozenset([*misread, *_unspoken(seen)]) - supported

    def _unsupported(self, seen: Seen, asked: Sequence[int], breaks: Sequence[int]) -> list[int]:
        """Returns those of the mentions that the judge does not find in the words around them,
        between two breaks."""
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
        """Returns the minimum probability from which the judge accepts the mention."""
        return LACKING if one.mention.negated and one.says >= DOUBTED else CONTENT

    def _is_asked(self, one: Scoped) -> bool:
        """True if a list matched the words and the judge has bars for their type."""
        is_listed = one.mention.name is None and not one.mention.guessed
        return is_listed and self._pack.bars(self._judge.name, one.mention.type) is not None

    def _wish(self, wording: str) -> JudgedWishes:
        """Returns the judged wish for a concept; cached, since a pack has some hundreds."""
        if wording not in self._wishes:
            self._wishes[wording] = self._judge.judge(self._judge.embed([wording]))
        return self._wishes[wording]


def _unspoken(seen: Seen) -> list[int]:
    """Returns the unlisted mentions that a listing seems to lack although no word denies anything
    ("who crave both style and soul")."""
    return [k for k, one in enumerate(seen.scoped) if one.is_unlisted and one.mention.negated and one.says < DOUBTED]


def _said(mention: Mention) -> str:
    return mention.concept.said_of() if mention.concept is not None else mention.wording


def _clause(items: Sequence[Item], breaks: Sequence[int], mention: Mention) -> str:
    """Returns the clause around a word, shortened to its neighbourhood if long."""
    k = bisect_left(breaks, mention.first)
    first = max(breaks[k - 1] + 1 if k else 0, mention.first - _BEFORE)
    after = min(breaks[k] if k < len(breaks) else len(items), mention.first + _BEHIND)
    return " ".join(item.norm for item in items[first:after])
