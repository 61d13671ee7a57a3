"""How two people are related: the closest way, all equally close ones, and the other ways by blood."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from claimtree.kinship.ancestry import blood_lines
from claimtree.kinship.graph import KinGraph, PersonId
from claimtree.kinship.paths import BLOOD, Direction, Path, Through, closest_paths, length, people_of
from claimtree.kinship.terms import Halfness, KinTerm, Tie, apexes, halfness, terms_of
from claimtree.kinship.wording import not_related, said_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way of being related: paths that differ in nothing but which of a couple they pass."""

    terms: tuple[KinTerm, ...]
    """What the second person is to the first."""
    paths: tuple[Path, ...]
    basis: Through
    common: tuple[PersonId, ...] = ()
    """The ancestor or couple in common, of a way without marriage."""
    half_unsure: bool = False
    """True if they may be half-related: one of two children has no other parent on record."""

    @property
    def length(self) -> int:
        return length(self.paths[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Relationship:
    """What the second person is to the first, in all ways that are told."""

    one: PersonId
    other: PersonId
    ways: tuple[Way, ...] = ()
    """The one to name first; none if nothing connects them."""
    cut: bool = False
    """True if there are more closest paths than are told."""

    @property
    def related(self) -> bool:
        return bool(self.ways)

    @property
    def closest(self) -> tuple[Way, ...]:
        """The ways of the least length."""
        least = min((way.length for way in self.ways), default=0)
        return tuple(way for way in self.ways if way.length == least)

    def distinct(self) -> tuple[Way, ...]:
        """Returns the first of the ways that are named alike."""
        seen: dict[tuple[KinTerm, ...], Way] = {}
        for way in self.ways:
            seen.setdefault(way.terms, way)
        return tuple(seen.values())

    def label(self, code: str = "en") -> str:
        """Returns what the second person is to the first: "double first cousin", "not related in this tree"."""
        if not self.ways:
            return not_related(code)
        first = self.ways[0]
        return said_of(first.terms, self.times(first), code)

    def also(self, code: str = "en") -> tuple[str, ...]:
        """Returns the other words that hold as well, the closest first."""
        return tuple(said_of(way.terms, self.times(way), code) for way in self.distinct()[1:])

    def times(self, way: Way) -> int:
        """Returns in how many ways they are related like this one."""
        if way.basis is not Through.BLOOD:
            return 1
        return sum(one.terms == way.terms and one.basis is way.basis for one in self.ways)


def relate(graph: KinGraph, one: PersonId, other: PersonId) -> Relationship:
    """Returns how two people are related; an unknown id is an error.

    The closest way has the fewest links, of which a marriage counts as two; of equally close ones
    those by blood come first. Other lines of descent from common ancestors follow. A closest way
    that takes several words gives way to one by blood that is not much further.
    """
    nearest = closest_paths(graph, one, other)
    start = graph.number(one)
    closest = _ways(graph, start, nearest.paths)
    known = {path for way in closest for path in way.paths}
    blood = [*closest_paths(graph, one, other, through=BLOOD).paths, *blood_lines(graph, one, other)]
    further = _ways(graph, start, (path for path in dict.fromkeys(blood) if path not in known))
    keys = {_key(graph, start, way.paths[0]) for way in closest}
    further = [way for way in further if _key(graph, start, way.paths[0]) not in keys]
    ways = [*closest, *sorted(further, key=lambda way: way.length)]
    return Relationship(one=one, other=other, ways=tuple(_word_first(ways)), cut=nearest.cut)


def _word_first(ways: list[Way]) -> list[Way]:
    """Returns the ways with a relationship by blood first, where the closest one has no word of its own.

    "Fifth cousin" says more than "great-aunt's husband's cousin's wife", unless it is much further.
    """
    if not ways or len(ways[0].terms) == 1:
        return ways
    near = [way for way in ways if way.basis is Through.BLOOD and way.length <= _MUCH_FURTHER * ways[0].length]
    return [*near[:1], *(way for way in ways if way not in near[:1])]


_MUCH_FURTHER: Final = 2


def _ways(graph: KinGraph, start: int, paths: Iterable[Path]) -> list[Way]:
    """Returns paths as ways, those through either of a couple together."""
    together: dict[object, list[Path]] = {}
    for path in paths:
        together.setdefault(_key(graph, start, path), []).append(path)
    return [_way(graph, start, tuple(found)) for found in together.values()]


def _key(graph: KinGraph, start: int, path: Path) -> object:
    tops = {apex for apex, _, _ in apexes(path)}
    return tuple(at for at in people_of(start, path) if at not in tops), terms_of(graph, start, path)


def _way(graph: KinGraph, start: int, paths: tuple[Path, ...]) -> Way:
    path = paths[0]
    basis = _basis(path)
    tops = tuple(dict.fromkeys(graph.people[apex].id for one in paths for apex, _, _ in apexes(one)))
    unsure = any(halfness(graph, *apex) is Halfness.UNSURE for apex in apexes(path))
    return Way(
        terms=terms_of(graph, start, path),
        paths=paths,
        basis=basis,
        common=() if basis is Through.MARRIAGE else tops,
        half_unsure=unsure and len(paths) == 1,
    )


def _basis(path: Path) -> Through:
    if any(step.direction is Direction.ACROSS for step in path):
        return Through.MARRIAGE
    adopted = any(step.kind.value in (Tie.ADOPTED, Tie.FOSTER, Tie.STEP) for step in path)
    return Through.ADOPTION if adopted else Through.BLOOD
