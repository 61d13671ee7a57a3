"""Which of several people is meant: the question that splits them best, by information gain."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
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
    index: FamilyIndex,
    candidates: Sequence[str],
    most: int = MOST_QUESTIONS,
    *,
    weights: Sequence[float] | None = None,
    but: Collection[str] = (),
) -> tuple[SplittingQuestion, ...]:
    """Returns the questions that tell most about who is meant, the best first; none that tells nothing.

    `weights` are how likely each candidate is, all alike if they are left out; `but` are attributes that
    need not be asked, because they were told.
    """
    shares = weights if weights is not None and sum(weights) > 0 else [1.0] * len(candidates)
    chances = [one / sum(shares) for one in shares] if shares else []
    found = [_question(about, of, index, candidates, chances) for about, of in _ATTRIBUTES.items() if about not in but]
    useful = [one for one in found if one.gain > 0]
    return tuple(sorted(useful, key=lambda one: -one.gain)[:most])


def _question(
    about: str,
    of: Callable[[FamilyIndex, str], Iterable[str]],
    index: FamilyIndex,
    candidates: Sequence[str],
    chances: Sequence[float],
) -> SplittingQuestion:
    values: dict[str, list[str]] = {}
    counts: dict[frozenset[str], float] = {}
    for id, chance in zip(candidates, chances, strict=True):
        own = frozenset(of(index, id))
        counts[own] = counts.get(own, 0.0) + chance
        for value in sorted(own):
            values.setdefault(value, []).append(id)
    known = 1.0 - counts.get(frozenset(), 0.0)
    entropy = -sum(share * math.log2(share) for share in counts.values() if share > 0)
    # An asker who knows something can only give what is on record: the unknown ones stay together.
    gain = entropy * known if len(counts) > 1 else 0.0
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
