"""Follows a word of kinship over a tree: everybody who is this to somebody, with the lines that say so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from claimtree.answering.family_index import FamilyIndex, KinLink
from claimtree.answering.plan import Base, Relation
from claimtree.deadlines import check
from claimtree.family_trees.tree import Evidence
from claimtree.kinship.graph import ParentKind, Sex

_NATURAL: Final = frozenset({ParentKind.BIRTH, ParentKind.UNKNOWN})
_IN_LINE: Final = _NATURAL | {ParentKind.ADOPTED}
_MOST_GENERATIONS: Final = 200


class Relative(NamedTuple):
    id: str
    because: tuple[Evidence, ...]


class KinSteps:
    """Kin of people of one tree."""

    def __init__(self, index: FamilyIndex) -> None:
        self._index = index

    def follow(self, id: str, relation: Relation) -> list[Relative]:
        """Returns those who are this to somebody, each once."""
        found: dict[str, Relative] = {}
        for one in self._all(id, relation):
            if one.id != id and _has_sex(self._index.sex(one.id), relation.sex):
                found.setdefault(one.id, one)
        return list(found.values())

    def _all(self, id: str, relation: Relation) -> Iterable[Relative]:
        start = [Relative(id, ())]
        if relation.side is not None:
            return self._by_side(start, relation)
        if relation.in_law:
            return self._in_law(start, relation)
        match relation.base:
            case Base.PARENT if relation.kind is ParentKind.STEP:
                by_marriage = self._then(start, self._parents(), self._spouses)
                found = [*self._then(start, self._parents(ParentKind.STEP)), *by_marriage]
                return self._without(found, start, self._parents())
            case Base.PARENT:
                return self._then(start, self._nearest(self._index.parents, relation.kind))
            case Base.CHILD if relation.kind is ParentKind.STEP:
                by_marriage = self._then(start, self._spouses, self._children())
                found = [*self._then(start, self._children(ParentKind.STEP)), *by_marriage]
                return self._without(found, start, self._children())
            case Base.CHILD:
                return self._then(start, self._nearest(self._index.children, relation.kind))
            case Base.SPOUSE:
                return self._then(start, self._spouses)
            case Base.PARTNER:
                return self._then(start, self._partners)
            case Base.SIBLING if relation.kind is ParentKind.STEP:
                step = Relation(base=Base.PARENT, kind=ParentKind.STEP)
                return self._without(
                    self._then(list(self._all(id, step)), self._children()), start, self._parents(), self._children()
                )
            case Base.SIBLING:
                return self._siblings(id, relation.half)
            case Base.GRANDPARENT:
                return self._then(start, *[self._parents()] * (2 + relation.great))
            case Base.GRANDCHILD:
                return self._then(start, *[self._children()] * (2 + relation.great))
            case Base.UNCLE:
                up = self._then(start, *[self._parents()] * (1 + relation.great))
                return self._without(self._next_siblings(up), start, *[self._parents()] * (1 + relation.great))
            case Base.NEPHEW:
                down = [*[self._children()] * (1 + relation.great)]
                return self._without(self._then(self._next_siblings(start), *down), start, *down)
            case Base.COUSIN:
                return self._cousins(start, relation)
            case Base.ANCESTOR:
                return self._line(start, self._parents())
            case Base.DESCENDANT:
                return self._line(start, self._children())

    def _parents(self, kind: ParentKind | None = None) -> Callable[[str], Iterable[KinLink]]:
        return lambda id: _of_kind(self._index.parents[id], kind)

    def _children(self, kind: ParentKind | None = None) -> Callable[[str], Iterable[KinLink]]:
        return lambda id: _of_kind(self._index.children[id], kind)

    def _nearest(
        self, links: Mapping[str, Sequence[KinLink]], kind: ParentKind | None
    ) -> Callable[[str], Iterable[KinLink]]:
        """Returns the step to those who are meant by a plain "mother" or "children": those by birth, or those by
        adoption where there are no others."""

        def step(id: str) -> Iterable[KinLink]:
            if kind is not None:
                return _of_kind(links[id], kind)
            return list(_of_kind(links[id], ParentKind.BIRTH)) or _of_kind(links[id], None)

        return step

    def _partners(self, id: str) -> Iterable[KinLink]:
        return self._index.partners[id]

    def _spouses(self, id: str) -> Iterable[KinLink]:
        return (link for link in self._index.partners[id] if link.married is not False)

    def _then(self, people: Iterable[Relative], *steps: Callable[[str], Iterable[KinLink]]) -> list[Relative]:
        """Returns whom several steps lead to, each person once."""
        found = list(people)
        for step in steps:
            check()
            reached: dict[str, Relative] = {}
            for one in found:
                for link in step(one.id):
                    reached.setdefault(link.to, Relative(link.to, one.because + link.evidence))
            found = list(reached.values())
        return found

    def _without(
        self, people: list[Relative], start: list[Relative], *steps: Callable[[str], Iterable[KinLink]]
    ) -> list[Relative]:
        """Returns people without those whom the steps lead to: a parent's brother who is the father is no uncle."""
        nearer = {one.id for one in self._then(start, *steps)}
        return [one for one in people if one.id not in nearer]

    def _siblings(self, id: str, half: bool | None) -> Iterator[Relative]:
        own = {link.to for link in _of_kind(self._index.parents[id], None)}
        for one in self._then([Relative(id, ())], self._parents(), self._children()):
            theirs = {link.to for link in _of_kind(self._index.parents[one.id], None)}
            shared = len(own & theirs)
            # With one parent on record alone it is not known whether two children are half-siblings.
            is_half = len(own) > 1 and len(theirs) > 1 and shared == 1
            if half is None or half == is_half:
                yield one

    def _next_siblings(self, people: Iterable[Relative]) -> list[Relative]:
        found: dict[str, Relative] = {}
        for one in people:
            for other in self._siblings(one.id, None):
                if other.id != one.id:
                    found.setdefault(other.id, Relative(other.id, one.because + other.because))
        return list(found.values())

    def _cousins(self, start: list[Relative], relation: Relation) -> list[Relative]:
        """Returns cousins of a degree: those whose nearest common ancestors are so many generations up."""
        up, removed = relation.degree + 1, relation.removed
        found: dict[str, Relative] = {}
        for first, second in {(up, up + removed), (up + removed, up)}:
            above = self._then(start, *[self._parents()] * first)
            for one in self._then(above, *[self._children()] * second):
                if self._distance(start[0].id, one.id) == (first, second):
                    found.setdefault(one.id, one)
        return list(found.values())

    def _distance(self, one: str, other: str) -> tuple[int, int] | None:
        """Returns how many generations two people are below their nearest common ancestor."""
        first, second = self._depths(one), self._depths(other)
        shared = [(first[id] + second[id], first[id], second[id]) for id in first.keys() & second.keys()]
        if not shared:
            return None
        _, up, down = min(shared)
        return up, down

    def _depths(self, id: str) -> dict[str, int]:
        depths = {id: 0}
        level = [id]
        for depth in range(1, 12):
            level = [
                link.to for at in level for link in _of_kind(self._index.parents[at], None) if link.to not in depths
            ]
            for at in level:
                depths.setdefault(at, depth)
        return depths

    def shared_blood(self, one: str, other: str) -> tuple[Evidence, ...] | None:
        """Returns the lines that make two people kin by birth, down from their nearest common ancestor; None if they
        have none on record."""
        first, second = self._births(one), self._births(other)
        shared = [id for id in first if id in second]
        if not shared:
            return None
        nearest = min(shared, key=lambda id: len(first[id]) + len(second[id]))
        return (*first[nearest], *second[nearest])

    def _births(self, id: str) -> dict[str, tuple[Evidence, ...]]:
        """Returns somebody and the ancestors by birth, each with the lines that lead there."""
        found: dict[str, tuple[Evidence, ...]] = {id: ()}
        level = [id]
        while level:
            check()
            behind: list[str] = []
            for at in level:
                for link in _of_kind(self._index.parents[at], ParentKind.BIRTH):
                    if link.to not in found:
                        found[link.to] = found[at] + link.evidence
                        behind.append(link.to)
            level = behind
        return found

    def _line(self, start: list[Relative], step: Callable[[str], Iterable[KinLink]]) -> list[Relative]:
        seen = {one.id for one in start}
        found: list[Relative] = []
        level = start
        for _ in range(_MOST_GENERATIONS):
            check()
            behind: list[Relative] = []
            for one in level:
                for link in step(one.id):
                    if link.to not in seen:
                        seen.add(link.to)
                        # The last link alone: a line of ten generations has dozens of lines.
                        behind.append(Relative(link.to, link.evidence))
            found += behind
            level = behind
            if not level:
                break
        return found

    def _by_side(self, start: list[Relative], relation: Relation) -> list[Relative]:
        """Returns kin through the mother or the father: what they are to that parent, one generation nearer."""
        through = [
            Relative(one.id, one.because)
            for one in self._then(start, self._parents())
            if _has_sex(self._index.sex(one.id), relation.side)
        ]
        nearer = _nearer(relation)
        if nearer is None:
            return through if relation.base is Base.PARENT else []
        found: dict[str, Relative] = {}
        for parent in through:
            for one in self.follow(parent.id, nearer):
                found.setdefault(one.id, Relative(one.id, parent.because + one.because))
        return list(found.values())

    def _in_law(self, start: list[Relative], relation: Relation) -> list[Relative]:
        plain = Relation(base=relation.base, great=relation.great)
        found: dict[str, Relative] = {}
        if relation.base is Base.CHILD:
            return self._then(start, self._children(), self._spouses)
        for partner in self._then(start, self._spouses):
            for one in self.follow(partner.id, plain):
                found.setdefault(one.id, Relative(one.id, partner.because + one.because))
        if relation.base is Base.SIBLING:
            for sibling in self._next_siblings(start):
                for one in self._then([sibling], self._spouses):
                    found.setdefault(one.id, one)
        return [one for one in found.values() if one.id != start[0].id]


def _nearer(relation: Relation) -> Relation | None:
    """Returns what kin through a parent are to that parent."""
    sex, great = relation.sex, relation.great
    match relation.base:
        case Base.GRANDPARENT if great:
            return Relation(base=Base.GRANDPARENT, sex=sex, great=great - 1)
        case Base.GRANDPARENT:
            return Relation(base=Base.PARENT, sex=sex)
        case Base.UNCLE if great:
            return Relation(base=Base.UNCLE, sex=sex, great=great - 1)
        case Base.UNCLE:
            return Relation(base=Base.SIBLING, sex=sex)
        case Base.COUSIN if relation.degree == 1 and not relation.removed:
            return Relation(base=Base.NEPHEW, sex=sex)
        case Base.SIBLING:
            return Relation(base=Base.CHILD, sex=sex)
        case Base.ANCESTOR:
            return Relation(base=Base.ANCESTOR, sex=sex)
        case _:
            return None


def _of_kind(links: Iterable[KinLink], kind: ParentKind | None) -> Iterator[KinLink]:
    """Yields links of one kind; without one, those by birth and by adoption, which make a line alike."""
    if kind is None:
        return (link for link in links if link.kind in _IN_LINE)
    return (link for link in links if link.kind is kind or (kind is ParentKind.BIRTH and link.kind in _NATURAL))


def _has_sex(sex: Sex, asked: Sex | None) -> bool:
    return asked is None or sex is asked
