"""Relatives as they are asked for, and who they are in a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from claimtree.deadlines import check
from claimtree.kinship.ancestry import ancestors, descendants
from claimtree.kinship.graph import KinGraph, ParentKind, PersonId, Sex
from claimtree.kinship.paths import Direction, Path, Step, child_step, parent_step, partner_step
from claimtree.kinship.terms import KinTerm, Relation, Tie, terms_of

ANY_NUMBER: Final = -1
MOST_FOUND: Final = 5_000
"""Maximum number of people that a chain of patterns leads to."""


class Side(StrEnum):
    """Through which parent."""

    MATERNAL = "maternal"
    PATERNAL = "paternal"


class Pick(StrEnum):
    """Which of several."""

    NUMBERED = "numbered"
    """The second wife, the third son; in the order of the record."""
    LAST = "last"
    ELDEST = "eldest"
    YOUNGEST = "youngest"
    ELDER = "elder"
    """Born before the one whose relative it is."""
    YOUNGER = "younger"


@dataclass(frozen=True, slots=True, kw_only=True)
class KinPattern:
    """What is asked for: terms of kinship that fit."""

    relation: Relation = Relation.LINE
    up: int = 0
    """Generations up; `ANY_NUMBER` for ancestors."""
    down: int = 0
    sex: Sex | None = None
    """None: any."""
    min_degree: int = 0
    """Of cousins: 1 and any number for plain "cousin"."""
    max_degree: int = 0
    removed: int | None = None
    """Of cousins; None for plain "cousin", which is not removed."""
    half: bool | None = None
    """None: full or half."""
    ties: frozenset[Tie] = frozenset({Tie.BIRTH, Tie.ADOPTED})
    in_law: bool = False
    ex: bool | None = None
    """None: divorced or not."""
    side: Side | None = None
    pick: Pick | None = None
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """Where a chain of patterns leads."""

    paths: tuple[Path, ...] = ()
    """One to each person, in the order in which they are found."""
    people: tuple[PersonId, ...] = ()
    undecided: bool = False
    """True if which of several is meant is not known: births without years."""
    cut: bool = False


def follow(graph: KinGraph, start: PersonId, patterns: Sequence[KinPattern]) -> Reached:
    """Returns the people that a chain of patterns leads to from a person, each once."""
    found: list[tuple[int, Path]] = [(graph.number(start), ())]
    undecided = cut = False
    for pattern in patterns:
        onward: dict[int, Path] = {}
        for at, before in found:
            steps = _matching(graph, at, pattern)
            chosen, unsure = _picked(graph, at, steps, pattern)
            undecided |= unsure
            for path in chosen:
                onward.setdefault(path[-1].to, before + path)
            if len(onward) > MOST_FOUND:
                cut = True
                break
        found = list(onward.items())[:MOST_FOUND]
    return Reached(
        paths=tuple(path for _, path in found),
        people=tuple(graph.people[at].id for at, _ in found),
        undecided=undecided,
        cut=cut,
    )


def _matching(graph: KinGraph, start: int, pattern: KinPattern) -> list[Path]:
    """Returns a path to each relative of one person that fits, in a fixed order."""
    if ANY_NUMBER in (pattern.up, pattern.down):
        return [path for path in _open_line(graph, start, pattern) if pattern.sex in (None, _sex_at(graph, path))]
    # A stepmother's son is no stepbrother if he is a brother, nor an uncle one by marriage.
    nearer: set[int] = set()
    if pattern.in_law or Tie.STEP in pattern.ties:
        plain = KinPattern(
            up=pattern.up, down=pattern.down, min_degree=pattern.min_degree, max_degree=pattern.max_degree
        )
        nearer = {path[-1].to for path in _matching(graph, start, plain)}
    found: dict[int, Path] = {}
    for shape in _shapes(pattern):
        for path in _walks(graph, start, shape):
            to = path[-1].to
            if to not in found and to not in nearer and to != start and _fits(graph, start, path, pattern):
                found[to] = path
                if len(found) > MOST_FOUND:
                    return list(found.values())
    return list(found.values())


def _open_line(graph: KinGraph, start: int, pattern: KinPattern) -> list[Path]:
    """Returns a path to each ancestor or descendant, on one side or on both."""
    if pattern.side is not None:
        both = replace(pattern, side=None)
        beside = [parent_step(edge) for edge in graph.parents[start]]
        sides = [step for step in beside if _on_side(graph, (step,), pattern)]
        return [path for step in sides for path in ((step,), *_after(step, _open_line(graph, step.to, both)))]
    up = pattern.up == ANY_NUMBER
    line = ancestors if up else descendants
    paths: dict[int, Path] = {start: ()}
    for one in line(graph, graph.people[start].id, limit=MOST_FOUND).people:
        to = graph.number(one.id)
        for edge in graph.children[to] if up else graph.parents[to]:
            near = edge.child if up else edge.parent
            if near in paths and to not in paths and edge.link.kind in (ParentKind.BIRTH, ParentKind.UNKNOWN):
                paths[to] = (*paths[near], parent_step(edge) if up else child_step(edge))
    del paths[start]
    return list(paths.values())


def _after(first: Step, paths: Sequence[Path]) -> list[Path]:
    return [(first, *path) for path in paths]


def _sex_at(graph: KinGraph, path: Path) -> Sex:
    return graph.people[path[-1].to].sex


_Shape = tuple[Direction, ...]
_U, _D, _A = (Direction.UP,), (Direction.DOWN,), (Direction.ACROSS,)


def _shapes(pattern: KinPattern) -> Iterator[_Shape]:
    """Yields the shapes of paths that may fit a pattern."""
    if pattern.relation is not Relation.LINE:
        yield _A
        return
    for up, down in _generations(pattern):
        line = _U * up + _D * down
        if pattern.in_law:
            if up:
                yield _A + line
            if down:
                yield line + _A
            if (up, down) == (1, 1):
                yield _A + line + _A
            continue
        yield line
        if Tie.STEP in pattern.ties:
            for at in range(1, up + 1):
                yield _U * at + _A + _U * (up - at) + _D * down
            for at in range(down):
                yield _U * up + _D * at + _A + _D * (down - at)


_MOST_DEGREE: Final = 4
"""Plain "cousins" are told up to fourth cousins."""


def _generations(pattern: KinPattern) -> Iterator[tuple[int, int]]:
    if not pattern.min_degree:
        yield pattern.up, pattern.down
        return
    last = _MOST_DEGREE if pattern.max_degree == ANY_NUMBER else pattern.max_degree
    for degree in range(pattern.min_degree, last + 1):
        removed = pattern.removed or 0
        yield degree + 1, degree + 1 + removed
        if removed:
            yield degree + 1 + removed, degree + 1


def _walks(graph: KinGraph, start: int, shape: _Shape) -> Iterator[Path]:
    """Yields every path of a shape that passes nobody twice."""
    waiting: list[tuple[int, Path, frozenset[int]]] = [(start, (), frozenset({start}))]
    while waiting:
        check()
        at, path, seen = waiting.pop()
        if len(path) == len(shape):
            yield path
            continue
        direction = shape[len(path)]
        if direction is Direction.UP:
            steps = [parent_step(edge) for edge in graph.parents[at]]
        elif direction is Direction.DOWN:
            steps = [child_step(edge) for edge in graph.children[at]]
        else:
            steps = [partner_step(graph, at, edge) for edge in graph.partners[at]]
        waiting.extend((step.to, (*path, step), seen | {step.to}) for step in reversed(steps) if step.to not in seen)


def _fits(graph: KinGraph, start: int, path: Path, pattern: KinPattern) -> bool:
    terms = terms_of(graph, start, path)
    return len(terms) == 1 and _term_fits(terms[0], pattern) and _on_side(graph, path, pattern)


def _term_fits(term: KinTerm, pattern: KinPattern) -> bool:
    if pattern.relation is not Relation.LINE:
        union = term.relation in (Relation.SPOUSE, Relation.PARTNER, Relation.CO_PARENT)
        return union and pattern.sex in (None, term.sex) and pattern.ex in (None, term.ex)
    return (
        term.relation is Relation.LINE
        and pattern.sex in (None, term.sex)
        and term.in_law == pattern.in_law
        and term.tie in pattern.ties
        and pattern.half in (None, term.half)
        and pattern.ex in (None, term.ex)
    )


def _on_side(graph: KinGraph, path: Path, pattern: KinPattern) -> bool:
    if pattern.side is None:
        return True
    sex = Sex.FEMALE if pattern.side is Side.MATERNAL else Sex.MALE
    first = next((step for step in path if step.direction is not Direction.ACROSS), None)
    return first is not None and first.direction is Direction.UP and graph.people[first.to].sex is sex


def _picked(graph: KinGraph, start: int, paths: list[Path], pattern: KinPattern) -> tuple[list[Path], bool]:
    """Returns those of several that are meant, and whether that is undecided."""
    if pattern.pick is None or not paths:
        return paths, False
    if pattern.pick in (Pick.ELDER, Pick.YOUNGER):
        return _compared(graph, start, paths, pattern.pick)
    years = [_year(graph, path) for path in paths]
    if None in years and len(paths) > 1:
        return paths, True
    ordered = sorted(paths, key=lambda path: (_year(graph, path) or 0, graph.people[path[-1].to].id))
    at = {Pick.ELDEST: 0, Pick.YOUNGEST: -1, Pick.LAST: -1}.get(pattern.pick, pattern.number - 1)
    return ([ordered[at]], False) if -1 <= at < len(ordered) else ([], False)


def _compared(graph: KinGraph, start: int, paths: list[Path], pick: Pick) -> tuple[list[Path], bool]:
    own = graph.people[start].born
    known = [path for path in paths if graph.people[path[-1].to].born is not None]
    if own is None or len(known) < len(paths):
        return paths, True
    older = [path for path in known if (graph.people[path[-1].to].born or 0) < own]
    return (older if pick is Pick.ELDER else [path for path in known if path not in older]), False


def _year(graph: KinGraph, path: Path) -> int | None:
    """Returns the year that orders a relative: of a marriage for partners, of birth for others."""
    last = path[-1]
    if last.direction is Direction.ACROSS:
        return last.union.year if last.union is not None else None
    return graph.people[last.to].born
