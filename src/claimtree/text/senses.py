"""Whether a listed word says in its clause what the list takes it for.

A list knows "island" as a kitchen's and "park" as a park; "Ellis Island" and "easy to park" have the words and say
something else. Two are asked before such a word counts. The reader of scope, which has learned from marked listings how
words stand that say what they seem to, doubts one in ten at no cost; of those the judge is asked, which is given the
whole clause. So it is of what a listing seems to lack though no word says so. What both doubt is no claim: its clause
is kept in its own words, so a wish may still find it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from claimtree.model.judging import JudgedWishes, Says, chances
from claimtree.model.pack import Pack
from claimtree.ports import Judge
from claimtree.text.lexicon import Item
from claimtree.text.seen import Mention, Scoped, Seen

DOUBTED = 0.4
"""Below this chance the reader of scope doubts a word."""
CONTENT = 0.8
"""The chance from which on the judge is content that the clause says it.

Both were chosen on 1,314 marked words of real listings, each listing judged by what was learned from the others: of the
wrong ones 97 of 330 go, of the right ones 20 of 984, most of which their clause still proves.
"""
_BEFORE, _BEHIND = 10, 12
"""Items of a long clause around the word that the judge is given."""


class Senses:
    """Tells misread words of a document, where the judge was fitted to the pack."""

    def __init__(self, pack: Pack, judge: Judge) -> None:
        self._pack = pack
        self._judge = judge
        self._wishes: dict[str, JudgedWishes] = {}

    def misread(self, seen: Seen) -> frozenset[int]:
        """Which of what was found in a document are listed words that say something else where they stand."""
        doubted = [k for k, one in enumerate(seen.scoped) if one.says < DOUBTED and self._is_asked(one)]
        if not doubted:
            return frozenset()
        breaks = [i for i, item in enumerate(seen.items) if item.is_break]
        clauses = [_clause(seen.items, breaks, seen.scoped[k].mention) for k in doubted]
        vectors = self._judge.embed(clauses)
        misread: set[int] = set()
        for row, k in enumerate(doubted):
            wish = self._wish(_said(seen.scoped[k].mention))
            side = Says.REFUTES if seen.scoped[k].mention.negated else Says.MEETS
            if chances(wish.logits(vectors.take([row])))[0, 0, side] < CONTENT:
                misread.add(k)
        return frozenset(misread)

    def _is_asked(self, one: Scoped) -> bool:
        """Whether it is a list that takes the words for something, of which the judge may speak."""
        is_listed = one.mention.name is None and not one.mention.guessed
        return is_listed and self._pack.bars(self._judge.name, one.mention.type) is not None

    def _wish(self, wording: str) -> JudgedWishes:
        """A concept as it is wished for; a pack has some hundreds, and each is made once."""
        if wording not in self._wishes:
            self._wishes[wording] = self._judge.judge(self._judge.embed([wording]))
        return self._wishes[wording]


def _said(mention: Mention) -> str:
    return mention.concept.said_of() if mention.concept is not None else mention.wording


def _clause(items: Sequence[Item], breaks: Sequence[int], mention: Mention) -> str:
    """The clause around a word; of a long one what stands near."""
    k = bisect_left(breaks, mention.first)
    first = max(breaks[k - 1] + 1 if k else 0, mention.first - _BEFORE)
    after = min(breaks[k] if k < len(breaks) else len(items), mention.first + _BEHIND)
    return " ".join(item.norm for item in items[first:after])
