"""Finds the hits that a message names by number: "nomor 3 dan 5", "the second one", "dua yang terakhir"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from claimtree.chat.orders import Order
from claimtree.languages import language_of
from claimtree.languages.conversation_words import Cue
from claimtree.languages.normalise import singular
from claimtree.languages.phrase_lookup import Wordings, by_first, fitting, longest
from claimtree.languages.word_tables import spelled
from claimtree.model.pack import Concept, Pack

MOST_NUMBER: Final = 9_999
"""A larger number behind "nomor" is no number of a hit, but a telephone's or the like."""
MOST_GROUPED: Final = 10
_LIST: Final = re.compile(r"\d{1,2}(,\d{1,2})+")
"""Numbers of hits without a space between them: "nomor 3,5"."""
MARKS: Final = frozenset({".", ":", "#", "-"})
"""May stand between "no" and its number."""
ENDS: Final = frozenset({"?", "!", ".", ",", ";", ":", "(", ")"})
_OVER: Final = 3
"""So many words may stand between them where hits are compared: "the two you showed last"."""


class Which(StrEnum):
    """How a message refers to a hit that was shown."""

    NUMBER = "number"
    LAST = "last"
    THIS = "this"
    ALL = "all"
    MOST = "most"
    """The first in some order: the cheapest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A hit that a message refers to."""

    which: Which
    number: int = 0
    """The number of a hit, or which from the last on, that one itself being 1 or 0."""
    order: Order | None = None


class HitNumbers:
    """Finds the numbers of hits in the languages of a pack."""

    def __init__(self, pack: Pack, table: Wordings[frozenset[Cue]]) -> None:
        """`table`: the wordings that steer."""
        self._language = language_of(pack)
        self._table = table
        words = self._language.conversation
        self._idle, self._joins, self._particles = words.idle, words.joins, words.particles
        numbers = self._language.amounts.numbers
        self._numbers, self._ordinals = numbers.small, numbers.ordinals
        said = {norms[0] for one in pack.concepts.values() for norms in map(spelled, _says(one)) if len(norms) == 1}
        # "Second" is the second of the hits, and in Indonesian an advertiser's word for used.
        self._ordinal_wishes = frozenset(self._ordinals) & said
        self._measured = {*numbers.scales, *numbers.glued, *pack.units, *self._language.amounts.units}
        nouns = pack.nouns.get(pack.hierarchy.answers, ())
        said_of_parts = (words for facet in pack.facets.values() for words in facet.says)
        named = (one.amount.noun for one in pack.concepts.values() if one.amount is not None)
        self._parts = frozenset(norm for words in (*said_of_parts, *named) for norm in spelled(words))
        self._after_ordinal: Wordings[bool] = by_first(
            {spelled(words): True for words in (*nouns, *self._language.conversation.cues[Cue.AFTER_ORDINAL])}
        )

    def numbered(self, norms: Sequence[str], at: int) -> tuple[list[Reference], int] | None:
        """Returns the hits that are referred to by number from here on, and where that ends."""
        for cues, after in fitting(norms, at, self._table):
            if Cue.NUMBER in cues and (found := self._numbers_at(norms, after)) is not None:
                numbers, end = found
                return [Reference(which=Which.NUMBER, number=number) for number in numbers], end
        ordinal = self._ordinal(norms, at)
        if ordinal is not None:
            return [Reference(which=Which.NUMBER, number=ordinal[0])], ordinal[1]
        return None

    def _numbers_at(self, norms: Sequence[str], at: int) -> tuple[list[int], int] | None:
        while at < len(norms) and norms[at] in MARKS:
            at += 1
        if at + 1 < len(norms) and norms[at + 1] in self._measured:
            return None  # "naik ke 50 juta", "turun ke 1,5 M"
        if at < len(norms) and _LIST.fullmatch(norms[at]):
            return [int(number) for number in norms[at].split(",")], at + 1
        first = self.number(norms, at)
        if first is None:
            return None
        numbers, end = [first], at + 1
        while end + 1 < len(norms) and norms[end] in self._joins:
            after = end + 1
            for cues, behind in fitting(norms, after, self._table):
                if Cue.NUMBER in cues:
                    after = behind
                    break
            while after < len(norms) and norms[after] in MARKS:
                after += 1
            more = self.number(norms, after)
            if more is None or not self._closes(norms, after + 1):
                break
            numbers.append(more)
            end = after + 1
        return numbers, end

    def _closes(self, norms: Sequence[str], at: int) -> bool:
        """True if nothing that the number before could count stands there: "nomor 1 sama 2 bedanya apa"."""
        if at >= len(norms) or norms[at] in self._joins | ENDS:
            return True
        return any(Cue.COMPARE in cues for cues, _ in fitting(norms, at, self._table))

    def last_number(self, norms: Sequence[str]) -> tuple[list[Reference], int]:
        """A hit that a question names last, and where: "lt berapa yg 2?"."""
        end = len(norms)
        while end and (norms[end - 1] in ENDS or norms[end - 1] in self._particles):
            end -= 1
        number = self.number(norms, end - 1) if end > 2 else None
        if number is None or norms[end - 2] not in {*self._language.relatives, "yang", "yg"}:
            return [], end
        return [Reference(which=Which.NUMBER, number=number)], end - 2

    def number(self, norms: Sequence[str], at: int) -> int | None:
        if at >= len(norms):
            return None
        norm = norms[at]
        if norm.isdecimal() and len(norm) <= len(str(MOST_NUMBER)):
            return int(norm)
        return self._numbers.get(norm)

    def _ordinal(self, norms: Sequence[str], at: int) -> tuple[int, int] | None:
        """ "the second one", "yang ketiga": an ordinal behind which nothing is named, so that "the
        first floor" is none."""
        start = at
        while (
            start < len(norms)
            and start - at < 2
            and norms[start] in (self._language.articles | self._language.relatives | {"yang", "yg"})
        ):
            start += 1
        if start >= len(norms):
            return None
        if start == at and any(norm not in self._idle and norm not in ENDS for norm in norms[:at]):
            return None  # "lantai pertama"
        number = self._ordinals.get(norms[start])
        if number is None and norms[start][:-2].isdecimal() and norms[start][-2:] in ("st", "nd", "rd", "th"):
            number = int(norms[start][:-2])
        if number is None or number > MOST_NUMBER:
            return None
        after = start + 1
        if norms[start] in self._ordinal_wishes and (start == at or norms[start - 1] not in self._language.articles):
            named = longest(norms, after, self._after_ordinal)
            if named is None or set(norms[after : named[1]]) <= self._idle | self._particles:
                return None
        if start > at and norms[start - 1] in {"yang", "yg"}:
            return number, after  # a noun stands before it: "lantai kedua"
        if after >= len(norms) or norms[after] in ENDS:
            return number, after
        if (named := longest(norms, after, self._after_ordinal)) is not None:
            return number, named[1]
        if norms[after] in self._language.function_words | self._joins | self._idle:
            return number, after
        # "Does the second allow dogs?", but "is the second bathroom large?".
        asks = (
            start > at and at and any(Cue.ASK in cues for cues, end in fitting(norms, at - 1, self._table) if end == at)
        )
        return (number, after) if asks and norms[after] not in self._parts else None

    def is_of_part(self, norms: Sequence[str], at: int, after: int) -> bool:
        """True for an ordinal that counts a part of a home: "the first floor"."""
        return after < len(norms) and norms[after - 1] in self._ordinals and singular(norms[after]) in self._parts

    def group(self, norms: Sequence[str], *, compares: bool) -> tuple[list[Reference], frozenset[int]] | None:
        """The first or the last few hits, where a message names them so, and the tokens that say it: "dua teratas",
        "the top two" of what is compared, "dua yang terakhir", "the last three"."""
        last = self._beside(norms, Cue.LAST, over=_OVER if compares else 0)
        if last is not None:
            return [Reference(which=Which.LAST, number=number) for number in range(last[0], 0, -1)], last[1]
        first = self._beside(norms, Cue.TOP) if compares else None
        if first is None:
            return None
        return [Reference(which=Which.NUMBER, number=number) for number in range(1, first[0] + 1)], first[1]

    def _beside(self, norms: Sequence[str], cue: Cue, *, over: int = 0) -> tuple[int, frozenset[int]] | None:
        """A number beside the wording of a cue, with so many words between at most, and the tokens of both."""
        for at in range(len(norms)):
            after = next((end for cues, end in fitting(norms, at, self._table) if cue in cues), None)
            if after is None:
                continue
            for beside in (*range(at - 1, at - 2 - over, -1), after):
                count = self.number(norms, beside) if beside >= 0 else None
                end = max(after, beside + 1)
                if count is not None and 1 < count <= MOST_GROUPED and self._ends_there(norms, end):
                    behind = [singular(norm) for norm in norms]
                    named = longest(behind, end, self._after_ordinal) if end < len(norms) else None
                    return count, frozenset({*range(at, after), beside, *range(end, named[1] if named else end)})
        return None

    def _ends_there(self, norms: Sequence[str], at: int) -> bool:
        """True if nothing that is counted follows: "the last two", and not "the last two floors"."""
        counted = {*norms[at : at + 1], *map(singular, norms[at : at + 1])}
        return counted.isdisjoint(self._parts | self._measured)


def _says(concept: Concept) -> tuple[str, ...]:
    return (*concept.says, *concept.query_only)
