"""Looks for what cannot be, or hardly can, in a tree: loops, impossible dates, links into nothing,
people who are entered twice. Nothing is mended: each finding says where the lines stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Final, Protocol

from claimtree.errors import BadAmount
from claimtree.family_trees.links import family_roles
from claimtree.family_trees.living import BIRTHS, MASKED
from claimtree.family_trees.tree import Child, Event, Evidence, Family, Partner, Person, year_bounds
from claimtree.kinship.graph import ParentKind
from claimtree.model.gedcom_dates import read_gedcom_date

LONGEST_LIFE: Final = 120
YOUNGEST_PARENT: Final = 12
OLDEST_MOTHER: Final = 60
OLDEST_FATHER: Final = 90
YOUNGEST_SPOUSE: Final = 10
_CHUNK: Final = 500
_AFTER_DEATH: Final = frozenset({"burial", "cremation", "funeral", "probate", "will", "death", "event", "fact"})
_BEFORE_BIRTH: Final = frozenset({"birth", "event", "fact", "title"})


class FindingKind(StrEnum):
    """Kinds of findings, the gravest first."""

    LOOP = "loop"
    """Somebody is their own ancestor."""
    PARENT_YOUNGER = "parent-younger"
    DIED_BEFORE_BORN = "died-before-born"
    IMPOSSIBLE_DATE = "impossible-date"
    DANGLING = "dangling-link"
    ONE_SIDED = "one-sided-link"
    PARENT_DEAD = "born-after-parents-death"
    PARENT_AGE = "unlikely-age-of-parent"
    OUT_OF_LIFE = "event-out-of-life"
    LONG_LIFE = "unlikely-lifespan"
    MANY_PARENTS = "too-many-parents"
    DUPLICATE = "possible-duplicate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something in a tree that a person should look at."""

    kind: FindingKind
    people: tuple[str, ...]
    """Ids of those whom it is about."""
    text: str
    quotes: tuple[str, ...] = ()


class CheckedTree(Protocol):
    """A tree that can be checked."""

    def people(self) -> Iterator[Person]: ...
    def families(self) -> Iterator[Family]: ...
    def people_of(self, ids: Iterable[str]) -> Mapping[str, Person]: ...
    def living(self) -> frozenset[str]: ...
    def twins(self) -> Iterator[tuple[str, ...]]:
        """Groups of ids whose names and years of birth are the same."""

    def ids(self, tag: str) -> frozenset[str]:
        """The ids of all records of a kind."""


def findings(tree: CheckedTree, *, show_living: bool = False) -> Iterator[Finding]:
    """Yields what was found, in the order of the file; then loops and duplicates."""
    checker = _Checker(tree, hidden=frozenset() if show_living else tree.living())
    yield from checker.of_people()
    yield from checker.of_families()
    yield from checker.loops()
    yield from checker.duplicates()


class _Checker:
    def __init__(self, tree: CheckedTree, *, hidden: frozenset[str]) -> None:
        self._tree = tree
        self._hidden = hidden
        self._people = tree.ids("INDI")
        self._families = tree.ids("FAM")
        self._sources = tree.ids("SOUR")
        self._notes = tree.ids("NOTE")
        self._parents: dict[str, list[str]] = {}
        self._child_links: set[tuple[str, str]] = set()
        """Families and children, as the children say."""
        self._partner_links: set[tuple[str, str]] = set()

    def _name(self, person: Person) -> str:
        return f"{MASKED if person.id in self._hidden else person.name} (@{person.id}@)"

    def _quotes(self, *lines: Evidence | None, about: Sequence[str] = ()) -> tuple[str, ...]:
        """Returns the lines, or only where they are if they are about somebody who is not to be shown."""
        hidden = any(one in self._hidden for one in about)
        return tuple(
            f"@{one.record}@, line {one.line}" if hidden else one.quote
            for one in dict.fromkeys(lines)
            if one is not None
        )

    def of_people(self) -> Iterator[Finding]:
        for person in self._tree.people():
            for link in person.child_of:
                self._child_links.add((link.family, person.id))
            self._partner_links |= {(link.family, person.id) for link in person.partner_in}
            yield from self._dates(person.events, (person.id,), self._name(person))
            yield from self._life(person)
            yield from self._dangling(person)
            natural = {one.family for one in person.child_of if one.kind in (None, ParentKind.BIRTH)}
            if len(natural) > 1:
                lines = [one.evidence for one in person.child_of]
                text = f"{self._name(person)} is a child by birth in {len(natural)} families"
                yield self._finding(FindingKind.MANY_PARENTS, [person.id], text, *lines)

    def _finding(self, kind: FindingKind, people: Sequence[str], text: str, *lines: Evidence | None) -> Finding:
        return Finding(kind=kind, people=tuple(people), text=text, quotes=self._quotes(*lines, about=people))

    def _dates(self, events: Sequence[Event], about: tuple[str, ...], name: str) -> Iterator[Finding]:
        hidden = any(one in self._hidden for one in about)
        for event in events:
            if not event.date or event.date.startswith("("):
                continue
            try:
                read_gedcom_date(event.date)
            except BadAmount as fault:
                why = "the date cannot be read" if hidden else fault.message
                yield self._finding(
                    FindingKind.IMPOSSIBLE_DATE, about, f"{name}: {event.kind}: {why}", event.date_evidence
                )

    def _life(self, person: Person) -> Iterator[Finding]:
        birth, death = person.first(*BIRTHS), person.first("death", "burial", "cremation")
        (born, born_by), (died, died_by) = year_bounds(birth), year_bounds(death)
        name = self._name(person)
        if born is not None and died_by is not None and died_by < born:
            lines = _lines(birth, death)
            yield self._finding(FindingKind.DIED_BEFORE_BORN, [person.id], f"{name} died before being born", *lines)
            return
        if born_by is not None and died is not None and died - born_by > LONGEST_LIFE:
            text = f"{name} lived for more than {LONGEST_LIFE} years"
            yield self._finding(FindingKind.LONG_LIFE, [person.id], text, *_lines(birth, death))
        for event in person.events:
            low, high = year_bounds(event)
            if born is not None and high is not None and high < born and event.kind not in _BEFORE_BIRTH:
                text = f"{name}: {event.kind} before birth"
                yield self._finding(FindingKind.OUT_OF_LIFE, [person.id], text, *_lines(event, birth))
            elif died_by is not None and low is not None and low > died_by and event.kind not in _AFTER_DEATH:
                text = f"{name}: {event.kind} after death"
                yield self._finding(FindingKind.OUT_OF_LIFE, [person.id], text, *_lines(event, death))

    def _dangling(self, person: Person) -> Iterator[Finding]:
        name = self._name(person)
        pointed = [(one.family, one.evidence, self._families) for one in person.links]
        pointed += [(one.person, one.evidence, self._people) for one in person.associations]
        uses = person.told
        pointed += [(one.source, one.evidence, self._sources) for use in uses for one in use.sources if one.source]
        pointed += [(one.note, one.evidence, self._notes) for use in uses for one in use.notes if one.note]
        for id, line, known in pointed:
            if id not in known:
                text = f"{name} points to @{id}@, which the file does not have"
                yield self._finding(FindingKind.DANGLING, [person.id], text, line)

    def of_families(self) -> Iterator[Finding]:
        families = self._tree.families()
        while chunk := list(islice(families, _CHUNK)):
            ids = {one.person for family in chunk for one in family.members}
            people = self._tree.people_of(sorted(ids))
            for family in chunk:
                yield from self._family(family, people)
        yield from self._left_over()

    def _family(self, family: Family, people: Mapping[str, Person]) -> Iterator[Finding]:
        name = f"Family @{family.id}@"
        yield from self._dates(family.events, tuple(one.person for one in family.partners), name)
        for one in family.members:
            if one.person not in people:
                text = f"{name} points to @{one.person}@, which the file does not have"
                yield self._finding(FindingKind.DANGLING, [], text, one.evidence)
        yield from self._one_sided(family, family.partners, self._partner_links, people, "as a partner")
        yield from self._one_sided(family, family.children, self._child_links, people, "as a child")
        partners = [people[one.person] for one in family_roles(family) if one.person in people]
        for child in (people[one.person] for one in family.children if one.person in people):
            self._parents.setdefault(child.id, []).extend(one.id for one in partners)
            if _is_natural(family, child):
                for parent in partners:
                    yield from self._generation(parent, child, family)
        yield from self._marriages(family, partners)

    def _one_sided(
        self,
        family: Family,
        links: Iterable[Partner | Child],
        said: set[tuple[str, str]],
        people: Mapping[str, Person],
        what: str,
    ) -> Iterator[Finding]:
        """Yields members of a family whose records do not name it; those that do are dropped from `said`."""
        for one in links:
            if one.person in people and (family.id, one.person) not in said:
                name = self._name(people[one.person])
                text = f"Family @{family.id}@ names {name} {what}, whose record does not name it"
                yield self._finding(FindingKind.ONE_SIDED, [one.person], text, one.evidence)
            said.discard((family.id, one.person))

    def _left_over(self) -> Iterator[Finding]:
        """Yields links that only people state."""
        left = {*self._child_links, *self._partner_links}
        for family, person in sorted(one for one in left if one[0] in self._families):
            found = self._tree.people_of([person])[person]
            line = next(one.evidence for one in found.links if one.family == family)
            text = f"{self._name(found)} names the family @{family}@, which does not name them"
            yield self._finding(FindingKind.ONE_SIDED, [person], text, line)

    def _generation(self, parent: Person, child: Person, family: Family) -> Iterator[Finding]:
        birth, own = child.first(*BIRTHS), parent.first(*BIRTHS)
        (born, born_by), (parent_born, parent_born_by) = year_bounds(birth), year_bounds(own)
        about, both = [parent.id, child.id], f"{self._name(parent)} and the child {self._name(child)}"
        if parent.id == child.id:
            return
        if parent_born is not None and born_by is not None and born_by - parent_born < YOUNGEST_PARENT:
            text = f"{both}: the parent is younger, or less than {YOUNGEST_PARENT} years older"
            yield self._finding(FindingKind.PARENT_YOUNGER, about, text, *_lines(own, birth))
        role = next((one.role for one in family.partners if one.person == parent.id), "")
        oldest = OLDEST_MOTHER if role == "wife" else OLDEST_FATHER
        if parent_born_by is not None and born is not None and born - parent_born_by > oldest:
            text = f"{both}: the parent was older than {oldest}"
            yield self._finding(FindingKind.PARENT_AGE, about, text, *_lines(own, birth))
        death = parent.first("death", "burial")
        died_by = year_bounds(death)[1]
        late = 0 if role == "wife" else 1
        if died_by is not None and born is not None and born > died_by + late:
            text = f"{both}: the child was born after the parent's death"
            yield self._finding(FindingKind.PARENT_DEAD, about, text, *_lines(death, birth))

    def _marriages(self, family: Family, partners: Sequence[Person]) -> Iterator[Finding]:
        for event in family.all("marriage"):
            low, high = year_bounds(event)
            for person in partners:
                birth, death = person.first(*BIRTHS), person.first("death", "burial")
                born, died_by = year_bounds(birth)[0], year_bounds(death)[1]
                if born is not None and high is not None and high - born < YOUNGEST_SPOUSE:
                    text = f"{self._name(person)} married before the age of {YOUNGEST_SPOUSE}"
                    yield self._finding(FindingKind.OUT_OF_LIFE, [person.id], text, *_lines(event, birth))
                if died_by is not None and low is not None and low > died_by:
                    text = f"{self._name(person)} married after death"
                    yield self._finding(FindingKind.OUT_OF_LIFE, [person.id], text, *_lines(event, death))

    def loops(self) -> Iterator[Finding]:
        """Yields each group of people who are their own ancestors, once."""
        done: set[str] = set()
        for start in self._parents:
            for loop in _loops_from(start, self._parents, done):
                people = self._tree.people_of(loop)
                names = [self._name(people[id]) if id in people else f"@{id}@" for id in loop]
                text = f"{names[0]} is their own ancestor: {' ← '.join([*names, names[0]])}"
                yield self._finding(FindingKind.LOOP, loop, text, *(people[id].evidence for id in loop if id in people))

    def duplicates(self) -> Iterator[Finding]:
        for ids in self._tree.twins():
            if any(id in self._hidden for id in ids):
                continue
            people = [one for id, one in sorted(self._tree.people_of(ids).items())]
            if not _could_be_one(people):
                continue
            text = f"{' and '.join(map(self._name, people[:5]))} may be one person"
            yield self._finding(
                FindingKind.DUPLICATE, [one.id for one in people], text, *(one.evidence for one in people[:5])
            )


def _lines(*events: Event | None) -> Iterator[Evidence]:
    return (event.date_evidence or event.evidence for event in events if event is not None)


def _is_natural(family: Family, child: Person) -> bool:
    """True if a child was born to the partners of a family, as far as the tree says."""
    link = next((one for one in child.child_of if one.family == family.id), None)
    said = next((one.kinds for one in family.children if one.person == child.id), {})
    kinds = {*said.values(), *({link.kind} if link is not None else set())}
    return kinds <= {None, ParentKind.BIRTH}


def _could_be_one(people: Sequence[Person]) -> bool:
    """True unless their deaths or the families that they were born into say that they are several."""
    deaths = [year_bounds(one.first("death", "burial")) for one in people]
    known = [(low, high) for low, high in deaths if low is not None and high is not None]
    apart = any(a[0] > b[1] or b[0] > a[1] for at, a in enumerate(known) for b in known[at + 1 :])
    return len(people) > 1 and not apart


def _loops_from(start: str, parents: Mapping[str, Sequence[str]], done: set[str]) -> Iterator[list[str]]:
    """Yields the loops that lead from somebody over parents back to an earlier one on the way."""
    if start in done:
        return
    path: list[str] = []
    on_path: dict[str, int] = {}
    stack: list[tuple[str, Iterator[str]]] = [(start, iter(parents.get(start, ())))]
    on_path[start] = 0
    path.append(start)
    while stack:
        at, above = stack[-1]
        parent = next(above, None)
        if parent is None:
            stack.pop()
            path.pop()
            del on_path[at]
            done.add(at)
        elif parent in on_path:
            yield path[on_path[parent] :]
        elif parent not in done:
            on_path[parent] = len(path)
            path.append(parent)
            stack.append((parent, iter(parents.get(parent, ()))))
