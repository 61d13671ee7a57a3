"""Reads words of kinship: "maternal great-grandmother", "second cousins once removed", "brothers and sisters"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from claimtree.answering.plan import Base, Measure, MeasureKind, Relation
from claimtree.answering.question_words import OWNED, QuestionWords, Sentence
from claimtree.kinship.graph import ParentKind, Sex


@dataclass(frozen=True, slots=True)
class Selection:
    """Which of some kin: the second by marriage, the eldest."""

    by: Measure | None
    """None: in the order that goes with the relation."""
    most: bool = False
    place: int = 1


@dataclass(frozen=True, slots=True)
class KinWords:
    """Kin as they are named: one relation, or several ("brothers and sisters"), and which of them."""

    relations: tuple[Relation, ...]
    selection: Selection | None = None
    comparative: Measure | None = None
    """"older" of "older brothers": a measure, of which they have less (`elder`) or more than the other one."""
    elder: bool = False
    number: int | None = None
    """How many there are, as the question takes for granted: "the three sons of X"."""


IN_LAWS: Final = tuple(Relation(base=base, in_law=True) for base in (Base.PARENT, Base.SIBLING))
"""What "X's in-laws" are."""
_PREFIXES = ("great", "grand", "half", "full", "step", "adopted", "foster", "birth", "maternal", "paternal")
_GRAND = {Base.PARENT: Base.GRANDPARENT, Base.CHILD: Base.GRANDCHILD, Base.UNCLE: Base.UNCLE, Base.NEPHEW: Base.NEPHEW}

_BEFORE_NUMBERS: Final = frozenset({OWNED, "the", "those", "these"})
_NUMBERS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_DIGITS: Final = 2


class KinReader:
    """Reads kin from a place of a sentence on."""

    def __init__(self, sentence: Sentence, words: QuestionWords) -> None:
        self._texts = sentence.texts
        self._words = words

    def kin(self, start: int) -> Iterator[tuple[KinWords, int]]:
        """Yields kin with the words before them, the longest reading first."""
        yield from self._numbered(start)
        for selection, comparative, at in self._before(start):
            for relations, end in self._several(at):
                made, rest = self._by_degree(relations, selection)
                measure, elder = comparative or (None, False)
                yield KinWords(made, rest, measure, elder), end

    def _numbered(self, start: int) -> Iterator[tuple[KinWords, int]]:
        """ "X's nine children", "those six wives": the number is taken for granted."""
        if not start or self._texts[start - 1] not in _BEFORE_NUMBERS:
            return
        number = _number(self._texts[start]) if start < len(self._texts) else None
        if number is not None:
            for relations, end in self._several(start + 1):
                yield KinWords(relations, number=number), end

    def _several(self, start: int) -> Iterator[tuple[tuple[Relation, ...], int]]:
        if self._texts[start : start + 2] == ("in", "laws"):
            yield IN_LAWS, start + 2
        for one, at in self.relation(start):
            for _, second in self._words["small.and"].at(self._texts, at):
                for more, end in self._several(second):
                    yield (one, *more), end
            yield (one,), at

    def _by_degree(
        self, relations: tuple[Relation, ...], selection: Selection | None
    ) -> tuple[tuple[Relation, ...], Selection | None]:
        """ "Second" is a degree before cousins, and a place in an order before other kin."""
        if selection is None or selection.by is not None or any(one.base is not Base.COUSIN for one in relations):
            return relations, selection
        return tuple(replace(one, degree=max(1, selection.place)) for one in relations), None

    def _before(self, start: int) -> Iterator[tuple[Selection | None, tuple[Measure, bool] | None, int]]:
        for meaning, at in self._words["superlatives"].at(self._texts, start):
            by, most = _measure(meaning)
            yield Selection(by, most), None, at
        for meaning, at in self._words["ordinals"].at(self._texts, start):
            place = int(meaning)
            selection = Selection(None, place < 0, abs(place))
            for superlative, end in self._words["superlatives"].at(self._texts, at):
                by, most = _measure(superlative)
                yield Selection(by, most, abs(place)), None, end
            yield selection, None, at
        for meaning, at in self._words["comparatives"].at(self._texts, start):
            by, most = _measure(meaning)
            yield None, (by, not most), at
        yield None, None, start

    def relation(self, start: int) -> Iterator[tuple[Relation, int]]:
        """Yields a relation with its prefixes and endings."""
        for relation, at in self._with_prefix(start):
            yield from self._with_ending(relation, at)

    def _with_prefix(self, start: int) -> Iterator[tuple[Relation, int]]:
        for name in _PREFIXES:
            for _, at in self._words[f"kin_prefixes.{name}"].at(self._texts, start):
                for inner, end in self._with_prefix(at):
                    made = _prefixed(name, inner)
                    if made is not None:
                        yield made, end
        for sex, at in self._words["people"].at(self._texts, start):
            if sex and self._texts[start] in ("male", "female"):
                yield from ((replace(inner, sex=Sex(sex)), end) for inner, end in self._with_prefix(at))
        for meaning, at in self._words["kin"].at(self._texts, start):
            yield _plain(meaning), at
        yield from self._joined(start)

    def _joined(self, start: int) -> Iterator[tuple[Relation, int]]:
        """Yields kin whose prefix is written with them: "stepmother", "greatgrandfather"."""
        word = self._texts[start] if start < len(self._texts) else ""
        for name in ("step", "half", "great"):
            if word.startswith(name) and len(word) > len(name):
                for meaning, _ in self._words["kin"].at((word[len(name) :],), 0):
                    made = _prefixed(name, _plain(meaning))
                    if made is not None:
                        yield made, start + 1

    def _with_ending(self, relation: Relation, at: int) -> Iterator[tuple[Relation, int]]:
        if self._texts[at : at + 2] in (("in", "law"), ("in", "laws")):
            yield replace(relation, in_law=True), at + 2
            return
        for side, end in self._words["sides"].at(self._texts, at):
            yield replace(relation, side=Sex(side)), end
        if relation.base is Base.COUSIN:
            for times, end in self._words["removed"].at(self._texts, at):
                yield replace(relation, removed=int(times)), end
        yield relation, at


def _number(text: str) -> int | None:
    if text.isdecimal() and len(text) <= _DIGITS:
        return int(text)
    return _NUMBERS.index(text) + 2 if text in _NUMBERS else None


def _measure(meaning: str) -> tuple[Measure, bool]:
    *what, direction = meaning.split()
    kind = MeasureKind(what[0])
    return Measure(kind, what[1] if len(what) > 1 else ""), direction == "most"


def _plain(meaning: str) -> Relation:
    base, _, sex = meaning.partition(" ")
    return Relation(base=Base(base), sex=Sex(sex) if sex else None)


def _prefixed(name: str, relation: Relation) -> Relation | None:
    """Returns the relation with a prefix; None if the two do not go together."""
    base = relation.base
    match name:
        case "great":
            fits = base in (Base.GRANDPARENT, Base.GRANDCHILD, Base.UNCLE, Base.NEPHEW)
            return replace(relation, great=relation.great + 1) if fits else None
        case "grand":
            if base in (Base.PARENT, Base.CHILD):
                return replace(relation, base=_GRAND[base])
            return replace(relation, great=relation.great + 1) if base in (Base.UNCLE, Base.NEPHEW) else None
        case "half" | "full":
            return replace(relation, half=name == "half") if base is Base.SIBLING else None
        case "step":
            return replace(relation, kind=ParentKind.STEP) if base in (Base.PARENT, Base.CHILD, Base.SIBLING) else None
        case "adopted" | "foster" | "birth":
            kind = ParentKind(name)
            return replace(relation, kind=kind) if base in (Base.PARENT, Base.CHILD) else None
        case _:
            return replace(relation, side=Sex.FEMALE if name == "maternal" else Sex.MALE)
