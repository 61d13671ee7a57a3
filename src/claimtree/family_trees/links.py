"""Who is whose parent and partner in a tree, with the lines that say so.

A link stands in two records, the child's and the family's; either is enough. What makes somebody a
parent is said by the family for each parent, else by the child; where neither says, it is birth.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from claimtree.family_trees.life_years import shown_life
from claimtree.family_trees.living import BIRTHS, MASKED
from claimtree.family_trees.tree import ChildOf, Evidence, Family, Partner, Person, shown_year, year_bounds
from claimtree.kinship.graph import (
    Citation,
    KinGraph,
    Kinsperson,
    ParentKind,
    ParentLink,
    PersonId,
    Union,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParentOf:
    """A link between a child and a parent."""

    child: str
    parent: str
    role: str
    """Of the parent in the family: "husband", "wife", "partner"."""
    kind: ParentKind
    evidence: tuple[Evidence, ...]
    """The lines of the family and of the child."""


def family_roles(family: Family) -> Sequence[Partner]:
    """Returns the partners of a family, each once."""
    return tuple({one.person: one for one in reversed(family.partners)}.values())[::-1]


def parents_of(person: Person, families: Mapping[str, Family]) -> Iterator[ParentOf]:
    """Yields the parents of a person, by the families that its record names."""
    for link in person.child_of:
        family = families.get(link.family)
        if family is not None:
            yield from _links(person.id, family, link)


def _links(child: str, family: Family, link: ChildOf | None) -> Iterator[ParentOf]:
    named = next((one for one in family.children if one.person == child), None)
    for partner in family_roles(family):
        said = named.kinds.get(partner.role) if named is not None else None
        lines = [partner.evidence, *([named.evidence] if named else []), *([link.evidence] if link else [])]
        kind = said or (_kind_for(link, partner.role) if link is not None else None) or ParentKind.BIRTH
        if link is not None and link.kind_evidence is not None:
            lines.append(link.kind_evidence)
        yield ParentOf(child=child, parent=partner.person, role=partner.role, kind=kind, evidence=tuple(lines))


def _kind_for(link: ChildOf, role: str) -> ParentKind | None:
    """Returns what the child says of a parent: an adoption by one parent leaves the other as it was."""
    return None if link.only_parent and link.only_parent != role else link.kind


def kin_graph(
    people: Iterable[Person], families: Iterable[Family], *, tree: str, file: str, hidden: Container[str] = ()
) -> KinGraph:
    """Returns the graph of a tree, whose ids are those of a store: "royal92:I1".

    `hidden` are the ids of people who may be living: they have no name and no years. A link to
    somebody whom the tree does not have is left out.
    """
    listed: dict[str, Kinsperson] = {}
    stated: dict[str, dict[str, ChildOf]] = {}
    """By family and child."""
    for person in people:
        listed[person.id] = _kinsperson(person, tree, hidden=person.id in hidden)
        for link in person.child_of:
            stated.setdefault(link.family, {})[person.id] = link
    links: list[ParentLink] = []
    unions: list[Union] = []
    for family in families:
        own = stated.get(family.id, {})
        for child in dict.fromkeys((*(one.person for one in family.children), *own)):
            found = _links(child, family, own.get(child))
            links += [_parent_link(one, tree, file) for one in found if _known(one, listed)]
        unions += _unions(family, listed, tree, file)
    return KinGraph(listed.values(), links, unions)


def _known(link: ParentOf, listed: Container[str]) -> bool:
    return link.child in listed and link.parent in listed and link.child != link.parent


def _kinsperson(person: Person, tree: str, *, hidden: bool) -> Kinsperson:
    id = PersonId(f"{tree}:{person.id}")
    if hidden:
        return Kinsperson(id=id, name=MASKED, sex=person.sex)
    born, died = year_bounds(person.first(*BIRTHS)), year_bounds(person.first("death", "burial", "cremation"))
    return Kinsperson(
        id=id,
        name=person.name,
        sex=person.sex,
        born=shown_year(born),
        died=shown_year(died),
        years=shown_life(person),
    )


def _parent_link(link: ParentOf, tree: str, file: str) -> ParentLink:
    return ParentLink(
        child=PersonId(f"{tree}:{link.child}"),
        parent=PersonId(f"{tree}:{link.parent}"),
        kind=link.kind,
        citations=tuple(_citation(one, file) for one in link.evidence),
    )


def _unions(family: Family, listed: Container[str], tree: str, file: str) -> Iterator[Union]:
    """Yields the unions of a family: one, unless it names more than two partners."""
    partners = [one for one in family_roles(family) if one.person in listed]
    marriages = [*family.all("marriage")]
    ended = [*family.all("divorce", "annulment")]
    lines = [event.date_evidence or event.evidence for event in (*marriages[:1], *ended[:1])]
    if (unmarried := family.unmarried) is not None:
        lines.append(unmarried.type_evidence or unmarried.evidence)
    for at, one in enumerate(partners):
        for other in partners[at + 1 :]:
            evidence = (one.evidence, other.evidence, *lines)
            yield Union(
                id=f"@{family.id}@",
                partners=(PersonId(f"{tree}:{one.person}"), PersonId(f"{tree}:{other.person}")),
                married=family.married,
                divorced=bool(ended),
                year=shown_year(year_bounds(marriages[0])) if marriages else None,
                citations=tuple(_citation(line, file) for line in evidence),
            )


def _citation(evidence: Evidence, file: str) -> Citation:
    return Citation(file=file, record=f"@{evidence.record}@", line=evidence.line, quote=evidence.raw.strip())
