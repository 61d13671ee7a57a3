"""What is known of one person, put together for showing: facts with their lines, and the nearest kin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from claimtree.family_trees.links import family_roles, parents_of
from claimtree.family_trees.living import MASKED, masked
from claimtree.family_trees.tree import (
    CitedSource,
    Event,
    Evidence,
    Family,
    NoteUse,
    Person,
    SourceUse,
    TreeInfo,
    place_parts,
)
from claimtree.json_types.tree_types import (
    FactShape,
    KinShape,
    NameShape,
    NoteShape,
    PersonRowShape,
    PersonShape,
    SourceUseShape,
)
from claimtree.model.amounts import describe


class Row(Protocol):
    """A person in a list."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def sex(self) -> str: ...
    @property
    def born(self) -> int | None: ...
    @property
    def died(self) -> int | None: ...
    @property
    def years(self) -> str: ...
    @property
    def living(self) -> bool: ...


class ShownTree(Protocol):
    """A tree whose people can be shown."""

    @property
    def info(self) -> TreeInfo: ...
    def families_of(self, ids: Iterable[str]) -> Mapping[str, Family]: ...
    def people_of(self, ids: Iterable[str]) -> Mapping[str, Person]: ...
    def rows_of(self, ids: Iterable[str]) -> Mapping[str, Row]: ...
    def notes_of(self, ids: Iterable[str]) -> Mapping[str, str]: ...
    def sources_of(self, ids: Iterable[str]) -> Mapping[str, CitedSource]: ...


def row_json(row: Row, tree: str, *, show_living: bool) -> PersonRowShape:
    """Returns a person as a line of a list; of somebody who may be living, that there is one."""
    hidden = row.living and not show_living
    return {
        "id": f"{tree}:{row.id}",
        "name": MASKED if hidden else row.name,
        "sex": row.sex,
        "born": None if hidden else row.born,
        "died": None if hidden else row.died,
        "years": "" if hidden else row.years,
        "living": row.living,
    }


def person_json(person: Person, tree: ShownTree, *, show_living: bool) -> PersonShape:
    """Returns everything about a person; of one who may be living and is not to be shown, the links alone."""
    name = tree.info.name
    row = tree.rows_of([person.id])[person.id]
    hidden = row.living and not show_living
    shown = masked(person) if hidden else person
    own = [link.family for link in person.links]
    families = tree.families_of(own)
    partner_in = [families[link.family] for link in person.partner_in if link.family in families]
    named = {one.person for family in families.values() for one in family.members}
    kin = _Kin(tree.rows_of(sorted(named)), name, show_living=show_living)
    uses = shown.told
    notes = tree.notes_of({one.note for use in uses for one in use.notes if one.note})
    sources = tree.sources_of({one.source for use in uses for one in use.sources if one.source})
    family_events = [] if hidden else [event for family in partner_in for event in family.events]
    return {
        **row_json(row, name, show_living=show_living),
        "tree": name,
        "masked": hidden,
        "line": person.line,
        "names": [_name_json(one.shown, one.kind, one.evidence) for one in shown.names],
        "facts": [_fact_json(one, sources) for one in (*shown.events, *family_events)],
        "parents": [
            found
            for one in parents_of(person, families)
            if (found := kin.of(one.parent, str(one.kind), one.evidence)) is not None
        ],
        "partners": list(_partners(person, partner_in, kin)),
        "children": list(_children(person, partner_in, kin, tree)),
        "siblings": list(_siblings(person, families, kin)),
        "notes": [_note_json(one, notes) for one in shown.notes],
        "sources": [_source_json(one, sources) for one in shown.sources],
    }


class _Kin:
    """Makes relatives of a person, each with the lines that link them."""

    def __init__(self, rows: Mapping[str, Row], tree: str, *, show_living: bool) -> None:
        self._rows = rows
        self._tree = tree
        self._show_living = show_living

    def of(self, id: str, relation: str, lines: Iterable[Evidence]) -> KinShape | None:
        row = self._rows.get(id)
        if row is None:
            return None
        shown = row_json(row, self._tree, show_living=self._show_living)
        return {**shown, "relation": relation, "quotes": [line.quote for line in lines]}


def _partners(person: Person, families: Sequence[Family], kin: _Kin) -> Iterator[KinShape]:
    for family in families:
        ended = next(family.all("divorce", "annulment"), None)
        married = next(family.all("marriage"), None)
        relation = "divorced" if ended else "married" if married else "partner"
        lines = [event.evidence for event in (married, ended) if event is not None]
        for one in family_roles(family):
            found = kin.of(one.person, relation, [one.evidence, *lines]) if one.person != person.id else None
            if found is not None:
                yield found


def _children(person: Person, families: Sequence[Family], kin: _Kin, tree: ShownTree) -> Iterator[KinShape]:
    for family in families:
        children = tree.people_of([one.person for one in family.children])
        for one in family.children:
            child = children.get(one.person)
            links = parents_of(child, {family.id: family}) if child is not None else iter(())
            kind = next((link.kind for link in links if link.parent == person.id), "birth")
            found = kin.of(one.person, str(kind), [one.evidence])
            if found is not None:
                yield found


def _siblings(person: Person, families: Mapping[str, Family], kin: _Kin) -> Iterator[KinShape]:
    for link in person.child_of:
        for one in families[link.family].children if link.family in families else ():
            found = kin.of(one.person, "sibling", [one.evidence]) if one.person != person.id else None
            if found is not None:
                yield found


def _name_json(name: str, kind: str, line: Evidence) -> NameShape:
    return {"name": name, "kind": kind, "quote": line.quote}


def _fact_json(event: Event, sources: Mapping[str, CitedSource]) -> FactShape:
    when = event.when
    lines = (event.evidence, event.date_evidence, event.place_evidence)
    return {
        "kind": event.kind,
        "value": event.value or event.type,
        "date": event.date,
        "means": describe(when) if when is not None else None,
        "place": event.place,
        "place_parts": list(place_parts(event.place)),
        "quotes": [line.quote for line in lines if line is not None],
        "sources": [_source_json(one, sources) for one in event.sources],
    }


def _note_json(use: NoteUse, notes: Mapping[str, str]) -> NoteShape:
    return {"text": notes.get(use.note, "") if use.note else use.text, "quote": use.evidence.quote}


def _source_json(use: SourceUse, sources: Mapping[str, CitedSource]) -> SourceUseShape:
    known = sources.get(use.source)
    return {
        "title": known.title if known is not None else use.text,
        "page": use.page,
        "text": use.text if known is not None else "",
        "quality": use.quality,
        "quote": use.evidence.quote,
    }
