"""What a relationship is, apart from any language: so many generations up and down, through whom.

A path is named by one term, or by a chain of them where no term fits: a grandfather's second wife's
brother is three terms.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from claimtree.kinship.graph import KinGraph, ParentKind, Sex
from claimtree.kinship.paths import Direction, Path, Step, people_of


class Relation(StrEnum):
    LINE = "line"
    """So many generations up, then so many down: parents, children, siblings, cousins; nobody else at 0 and 0."""
    SPOUSE = "spouse"
    PARTNER = "partner"
    """Not married."""
    CO_PARENT = "co_parent"
    """They have a child together, and no union is on record."""
    CO_PARENT_IN_LAW = "co_parent_in_law"
    """A parent of the spouse of one's child."""


class Tie(StrEnum):
    """What binds a line together: the weakest of its links."""

    BIRTH = "birth"
    ADOPTED = "adopted"
    FOSTER = "foster"
    STEP = "step"


_TIES = {
    ParentKind.BIRTH: Tie.BIRTH,
    ParentKind.UNKNOWN: Tie.BIRTH,
    ParentKind.ADOPTED: Tie.ADOPTED,
    ParentKind.FOSTER: Tie.FOSTER,
    ParentKind.STEP: Tie.STEP,
}
_TIE_ORDER = {tie: at for at, tie in enumerate(Tie)}


@dataclass(frozen=True, slots=True, kw_only=True)
class KinTerm:
    """What one person is to another."""

    relation: Relation = Relation.LINE
    up: int = 0
    down: int = 0
    sex: Sex = Sex.UNKNOWN
    """Of the person that is named: of the wife in "wife"."""
    half: bool = False
    tie: Tie = Tie.BIRTH
    in_law: bool = False
    """By marriage: a relative of the spouse, or the spouse of a relative."""
    ex: bool = False
    """The marriage that it rests on was divorced."""

    @property
    def degree(self) -> int:
        """The degree of cousins: 1 for first cousins; 0 for all nearer relatives."""
        return max(0, min(self.up, self.down) - 1)

    @property
    def removed(self) -> int:
        return abs(self.up - self.down)


class Halfness(StrEnum):
    FULL = "full"
    HALF = "half"
    UNSURE = "unsure"
    """One of the two has no other parent on record."""


def halfness(graph: KinGraph, apex: int, one: int, other: int) -> Halfness:
    """Returns whether two children of one parent share their other parent, too."""
    first, second = graph.parents_with(one, apex), graph.parents_with(other, apex)
    if not set(first).isdisjoint(second):
        return Halfness.FULL
    return Halfness.HALF if first and second else Halfness.UNSURE


def terms_of(graph: KinGraph, start: int, path: Path) -> tuple[KinTerm, ...]:
    """Returns the fewest terms that name a path, from its start; of equally many the plainest."""
    if not path:
        return (KinTerm(sex=graph.people[start].sex),)
    best: list[tuple[_Cost, tuple[KinTerm, ...]]] = [((0, 0, ()), ())]
    for end in range(1, len(path) + 1):
        options = [
            ((cost[0] + 1, cost[1] + _marks(term), (*cost[2], begin - end)), (*terms, term))
            for begin in _begins(path, end)
            for cost, terms in [best[begin]]
            if (term := _term(graph, path[begin:end])) is not None
        ]
        best.append(min(options, key=lambda option: option[0]))
    return best[-1][1]


_Cost = tuple[int, int, tuple[int, ...]]


def _begins(path: Path, end: int) -> Iterator[int]:
    """Yields where a term that ends here may begin: it has two steps to partners at most."""
    across = 0
    for begin in range(end - 1, -1, -1):
        across += path[begin].direction is Direction.ACROSS
        if across > 2:
            return
        yield begin


def _marks(term: KinTerm) -> int:
    return term.in_law + (term.tie is Tie.STEP) + (term.relation is Relation.CO_PARENT_IN_LAW)


class _Run(NamedTuple):
    """Steps between two partners: up, then down."""

    up: int
    down: int


def _term(graph: KinGraph, path: Path) -> KinTerm | None:
    """Returns the one term for a path, or None if it takes several."""
    runs, crossings = _runs(path)
    sex = graph.people[path[-1].to].sex
    if not crossings:
        return KinTerm(up=runs[0].up, down=runs[0].down, sex=sex, half=_half(graph, path), tie=_tie(path))
    married = all(step.union is not None and step.union.married is not False for step in crossings)
    ex = any(step.union is not None and step.union.divorced for step in crossings)
    if len(path) == 1:
        return KinTerm(relation=_union_relation(crossings[0]), sex=sex, ex=ex)
    if not married:
        return None
    shape = _by_marriage(runs)
    if shape is None or (shape.tie is Tie.STEP and (ex or _never_met(graph, path))):
        # A mother's ex-husband may never have been a stepfather: they may have parted before.
        return None
    # Nobody says half-sister-in-law.
    half = shape.in_law and (shape.up, shape.down) != (1, 1) and _half(graph, path)
    tie = shape.tie if shape.tie is Tie.STEP else _tie(path)
    return KinTerm(
        relation=shape.relation, up=shape.up, down=shape.down, sex=sex, half=half, tie=tie, in_law=shape.in_law, ex=ex
    )


def _runs(path: Path) -> tuple[list[_Run], list[Step]]:
    runs, crossings, up, down = [], [], 0, 0
    for step in path:
        if step.direction is Direction.ACROSS:
            crossings.append(step)
            runs.append(_Run(up, down))
            up = down = 0
        elif step.direction is Direction.UP:
            up += 1
        else:
            down += 1
    return [*runs, _Run(up, down)], crossings


def _by_marriage(runs: list[_Run]) -> KinTerm | None:
    """Returns the term for runs with partners between them, without sex; None if there is no word."""
    here = _Run(0, 0)
    if len(runs) == 3:
        # The husband of a wife's sister is a brother-in-law as well.
        return KinTerm(up=1, down=1, in_law=True) if runs == [here, _Run(1, 1), here] else None
    first, last = runs
    if (first, last) == (_Run(0, 1), _Run(1, 0)):
        return KinTerm(relation=Relation.CO_PARENT_IN_LAW)
    if last == here and first.down:
        return KinTerm(up=first.up, down=first.down, in_law=True)
    if first == here and last.up:
        return KinTerm(up=last.up, down=last.down, in_law=True)
    if not first.down or not last.up:
        step = KinTerm(up=first.up + last.up, down=first.down + last.down, tie=Tie.STEP)
        return step if min(step.up, step.down) < 2 or (step.up, step.down) == (2, 2) else None
    return None


def _union_relation(step: Step) -> Relation:
    if step.union is None:
        return Relation.CO_PARENT
    return Relation.PARTNER if step.union.married is False else Relation.SPOUSE


def _tie(path: Path) -> Tie:
    ties = [_TIES[step.kind] for step in path if step.direction is not Direction.ACROSS]
    return max(ties, key=lambda tie: _TIE_ORDER[tie], default=Tie.BIRTH)


def apexes(path: Path) -> Iterator[tuple[int, int, int]]:
    """Yields where a path turns from up to down: the ancestor, and the people before and after."""
    for before, after in pairwise(path):
        if before.direction is Direction.UP and after.direction is Direction.DOWN:
            yield before.to, before.start, after.to


def _half(graph: KinGraph, path: Path) -> bool:
    return _tie(path) is Tie.BIRTH and any(halfness(graph, *apex) is Halfness.HALF for apex in apexes(path))


def _never_met(graph: KinGraph, path: Path) -> bool:
    """True if a step-parent is known to have died before the child was born: then they are none."""
    ends = {0, len(path)}
    people = people_of(path[0].start, path)
    for at, step in enumerate(path):
        if step.direction is not Direction.ACROSS:
            continue
        # The child is beside the crossing on one side, the partner of the parent on the other.
        for child, partner in ((at - 1, at + 1), (at + 2, at)):
            if 0 <= child < len(people) and partner in ends | {at, at + 1}:
                born, died = graph.people[people[child]].born, graph.people[people[partner]].died
                if born is not None and died is not None and died < born:
                    return True
    return False
