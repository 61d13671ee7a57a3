"""Which of several people is meant: the question that splits them best, by information gain."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from claimtree.answering.family_index import FamilyIndex
from claimtree.family_trees.tree import shown_year, year_bounds

MOST_QUESTIONS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SplittingQuestion:
    """A question about candidates, and what each answer would leave."""

    about: str
    """"birth", "birth_place", "death", "partner", "parent", "sex"."""
    gain: float
    """Bits that the answer is expected to tell."""
    values: tuple[tuple[str, tuple[str, ...]], ...]
    """Answers that can be given, each with the candidates it leaves."""


def splitting_questions(
    index: FamilyIndex, candidates: Sequence[str], most: int = MOST_QUESTIONS
) -> tuple[SplittingQuestion, ...]:
    """Returns the questions that tell most about who is meant, the best first; none that tells nothing."""
    found = [_question(about, of, index, candidates) for about, of in _ATTRIBUTES.items()]
    useful = [one for one in found if one.gain > 0]
    return tuple(sorted(useful, key=lambda one: -one.gain)[:most])


def _question(
    about: str, of: Callable[[FamilyIndex, str], Iterable[str]], index: FamilyIndex, candidates: Sequence[str]
) -> SplittingQuestion:
    values: dict[str, list[str]] = {}
    counts: Counter[frozenset[str]] = Counter()
    for id in candidates:
        own = frozenset(of(index, id))
        counts[own] += 1
        for value in own:
            values.setdefault(value, []).append(id)
    total = len(candidates)
    known = total - counts[frozenset()]
    entropy = -sum(count / total * math.log2(count / total) for count in counts.values()) if total else 0.0
    # An asker who knows something can only give what is on record: the unknown ones stay together.
    gain = entropy * known / total if total else 0.0
    return SplittingQuestion(about=about, gain=gain, values=tuple((value, tuple(ids)) for value, ids in values.items()))


def _year(kind: str) -> Callable[[FamilyIndex, str], Iterable[str]]:
    def years(index: FamilyIndex, id: str) -> Iterable[str]:
        year = shown_year(year_bounds(index.people[id].first(kind)))
        return [] if year is None else [str(year)]

    return years


def _birth_place(index: FamilyIndex, id: str) -> Iterable[str]:
    event = index.people[id].first("birth")
    return [event.place.strip()] if event is not None and event.place.strip() else []


_ATTRIBUTES: Final[dict[str, Callable[[FamilyIndex, str], Iterable[str]]]] = {
    "birth": _year("birth"),
    "partner": lambda index, id: [index.shown(link.to) for link in index.partners[id]],
    "parent": lambda index, id: [index.shown(link.to) for link in index.parents[id]],
    "death": _year("death"),
    "birth_place": _birth_place,
    "sex": lambda index, id: [str(index.sex(id))],
}
