"""Makes documents of the people of a tree, which the indexer turns into claims of the pack `family`.

Each column carries the lines of the file behind it, so that a claim quotes its GEDCOM id and line. Of
somebody who may be living there is nothing but the links to others, unless the user wants to see
them: what is not in a store cannot be shown by any face.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Protocol

from claimtree.family_trees.links import ParentOf, family_roles, parents_of
from claimtree.family_trees.living import BIRTHS, MASKED, OLDEST, masked
from claimtree.family_trees.tree import (
    CitedSource,
    Event,
    Evidence,
    Family,
    NoteUse,
    Person,
    PersonName,
    TreeInfo,
    in_one_line,
    place_parts,
    year_bounds,
)
from claimtree.kinship.graph import ParentKind, Sex
from claimtree.model.claims import EntityId, LevelName, RelationName
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Field, Source
from claimtree.model.relations import Relation

TREE: Final = LevelName("tree")
PERSON: Final = LevelName("person")
MOST_TEXT: Final = 20_000
"""Characters of all notes on one person that are read."""
MOST_ITEMS: Final = 200
"""Items of one column: names, places, dates."""
MOST_RELATIONS: Final = 10_000
_CHUNK: Final = 500
_MOST_NOTES: Final = 2_000_000
"""Characters of notes of the people whose documents are made at once."""
_SEPARATOR: Final = " · "
_DATES: Final[Mapping[str, tuple[str, ...]]] = {
    "born": ("birth",),
    "baptised": ("baptism", "christening"),
    "died": ("death",),
    "buried": ("burial", "cremation"),
}
"""Columns of dates, and the kinds of events that they are of."""
_FAMILY_DATES: Final[Mapping[str, tuple[str, ...]]] = {"married": ("marriage",), "divorced": ("divorce", "annulment")}
_TOLD: Final = frozenset({
    "emigration", "immigration", "naturalisation", "census", "military service", "probate", "will", "adoption",
})  # fmt: skip
"""Kinds of events that are claims by themselves."""
_PARENTS: Final[Mapping[ParentKind, str]] = {
    ParentKind.ADOPTED: "adopted-by",
    ParentKind.FOSTER: "fostered-by",
    ParentKind.STEP: "step-child-of",
}


class Row(Protocol):
    """What is known of a relative without reading the record."""

    @property
    def name(self) -> str: ...
    @property
    def living(self) -> bool: ...


class IndexedTree(Protocol):
    """A tree whose people become documents."""

    @property
    def info(self) -> TreeInfo: ...
    def people(self) -> Iterator[Person]: ...
    def families_of(self, ids: Iterable[str]) -> Mapping[str, Family]: ...
    def notes_of(self, ids: Iterable[str], *, most: int | None = None) -> Mapping[str, str]: ...
    def sources_of(self, ids: Iterable[str]) -> Mapping[str, CitedSource]: ...
    def rows_of(self, ids: Iterable[str]) -> Mapping[str, Row]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Around:
    """What the records of some people point to."""

    tree: str
    families: Mapping[str, Family]
    rows: Mapping[str, Row]
    notes: Mapping[str, str]
    sources: Mapping[str, CitedSource]
    show_living: bool

    def shows(self, id: str) -> bool:
        """True if the tree has this person, and may name them."""
        row = self.rows.get(id)
        return row is not None and (self.show_living or not row.living)


def entity_id(tree: str, id: str) -> EntityId:
    """Returns the id of a person in a store: "royal92:I1"."""
    return EntityId(f"{tree}:{id}")


def documents_of(tree: IndexedTree, *, show_living: bool = False) -> Iterator[Document]:
    """Yields the document of the tree, then one for each of its people."""
    yield tree_document(tree.info)
    yield from people_documents(tree.people(), tree, show_living=show_living)


def people_documents(people: Iterable[Person], tree: IndexedTree, *, show_living: bool) -> Iterator[Document]:
    """Yields a document for each of some people of a tree."""
    for chunk in _chunks(people):
        around = _around(chunk, tree, show_living=show_living)
        for person in chunk:
            yield person_document(person, around)


def _chunks(people: Iterable[Person]) -> Iterator[Sequence[Person]]:
    """Yields people whose records are looked up at once; fewer where they have long notes."""
    chunk: list[Person] = []
    notes = 0
    for person in people:
        chunk.append(person)
        notes += sum(len(use.text) for told in person.told for use in told.notes)
        if len(chunk) >= _CHUNK or notes >= _MOST_NOTES:
            yield chunk
            chunk, notes = [], 0
    if chunk:
        yield chunk


def tree_document(info: TreeInfo) -> Document:
    """Returns the document of the tree as a whole."""
    shown = {"file": info.file, "program": info.program, "gedcom": info.version}
    fields: dict[str, Field] = {key: value for key, value in shown.items() if value}
    return Document(
        id=EntityId(info.name),
        level=TREE,
        title=info.name,
        source=Source(name=info.name, fields=fields),
        place=info.file,
    )


def _around(people: Sequence[Person], tree: IndexedTree, *, show_living: bool) -> _Around:
    """Returns what the records of some people point to, fetched at once."""
    own = {link.family for one in people for link in one.links}
    families = tree.families_of(sorted(own))
    partners = {one.person for family in families.values() for one in family.partners}
    told = [one for person in people for one in person.told]
    notes = {use.note for one in told for use in one.notes if use.note}
    sources = {use.source for one in told for use in one.sources if use.source}
    return _Around(
        tree=tree.info.name,
        families=families,
        rows=tree.rows_of(sorted({*partners, *(one.id for one in people)})),
        notes=tree.notes_of(sorted(notes), most=MOST_TEXT),
        sources=tree.sources_of(sorted(sources)),
        show_living=show_living,
    )


def person_document(person: Person, around: _Around) -> Document:
    """Returns the document of a person; of one who may be living and is not to be shown, the links alone."""
    hidden = not around.shows(person.id)
    columns = _Columns()
    if hidden:
        person = masked(person)
        columns.fields["living"] = True
    else:
        _add_facts(columns, person, around)
    return Document(
        id=entity_id(around.tree, person.id),
        level=PERSON,
        parent=EntityId(around.tree),
        title=MASKED if hidden else person.name,
        source=Source(
            name=around.tree,
            text="" if hidden else _text(person, around),
            citation=f"@{person.id}@, line {person.line}",
            fields=columns.fields,
            quotes=columns.quotes,
        ),
        relations=tuple(islice(_relations(person, around), MOST_RELATIONS)),
        place=f"@{person.id}@, line {person.line}",
    )


class _Columns:
    """Columns with the lines behind them."""

    def __init__(self) -> None:
        self.fields: dict[str, Field] = {}
        self.quotes: dict[str, tuple[str, ...]] = {}

    def add(self, column: str, found: Iterable[tuple[str, str]]) -> None:
        """Adds values with their quotes; each value once."""
        pairs = [*found]
        items = dict(pairs)
        if len(items) < len(pairs) or len(items) > MOST_ITEMS:
            items = dict(islice(reversed(dict(reversed(pairs)).items()), MOST_ITEMS))
        if len(items) == 1:
            ((value, quote),) = items.items()
            self.fields[column], self.quotes[column] = value, (quote,)
        elif items:
            self.fields[column], self.quotes[column] = tuple(items), tuple(items.values())

    def add_list(self, column: str, found: Iterable[tuple[str, str]]) -> None:
        """Adds values as a list, even if there is only one."""
        self.add(column, found)
        value = self.fields.get(column)
        if isinstance(value, str):
            self.fields[column] = (value,)


def _add_facts(columns: _Columns, person: Person, around: _Around) -> None:
    families = [around.families[link.family] for link in person.partner_in if link.family in around.families]
    family_events = [event for family in families for event in family.events]
    columns.fields["gedcom_id"] = person.id
    if person.sex is not Sex.UNKNOWN:
        columns.fields["sex"] = str(person.sex)
    columns.add_list("names", _names(person, families, around))
    for column, kinds in _DATES.items():
        columns.add(column, _dates(person.all(*kinds)))
    for column, kinds in _FAMILY_DATES.items():
        columns.add(column, _dates(event for event in family_events if event.kind in kinds))
    columns.add("lived", _lifetime(person))
    columns.add_list("places", _places((*person.events, *family_events)))
    occupations = [event for event in person.all("occupation", "title") if event.value]
    columns.add_list("occupation", ((event.value[:300], event.evidence.quote) for event in occupations))
    told = [event for event in person.events if event.kind in _TOLD]
    columns.add_list("events", ((event.kind, _quote(event)) for event in told))
    columns.add_list("sources", _source_titles(person, around))


def _names(person: Person, families: Sequence[Family], around: _Around) -> Iterator[tuple[str, str]]:
    """Yields the names of a person, and those that marriages may have given a woman."""
    for name in person.names:
        if name.full.strip():
            yield name.shown, name.evidence.quote
            if name.nickname and name.surname and name.nickname.casefold() not in name.full.casefold():
                yield f"{name.nickname} {name.surname}", name.evidence.quote
    first = person.names[0] if person.names else None
    if first is not None and first.given and person.sex is Sex.FEMALE:
        yield from _married_names(person, first, families, around)


def _married_names(
    person: Person, name: PersonName, families: Sequence[Family], around: _Around
) -> Iterator[tuple[str, str]]:
    for family in families:
        own = next((one for one in family.partners if one.person == person.id), None)
        for one in family.partners:
            if one.person == person.id or one.role != "husband" or not around.shows(one.person):
                continue
            surname = around.rows[one.person].name.split()[-1:]
            if surname and surname[0] != name.surname and own is not None:
                yield f"{name.given} {surname[0]}", f"{one.evidence.quote}{_SEPARATOR}{own.evidence.quote}"


def _dates(events: Iterable[Event]) -> Iterator[tuple[str, str]]:
    for event in events:
        if event.date and not event.date.startswith("("):
            yield event.date, _quote(event, event.date_evidence)


def _quote(event: Event, line: Evidence | None = None) -> str:
    """Returns the line of an event, with the line below it that is meant."""
    line = line if line is not None else event.date_evidence
    return event.evidence.quote if line is None else f"{event.evidence.quote}{_SEPARATOR}{line.raw.strip()}"


def _lifetime(person: Person) -> Iterator[tuple[str, str]]:
    """Yields the years in which a person lived, or may have lived if the birth alone is known."""
    birth, death = person.first(*BIRTHS), person.first("death", "burial", "cremation")
    born, died = year_bounds(birth)[0], year_bounds(death)[1]
    quotes = [_quote(event) for event in (birth, death) if event is not None and event.date]
    quote = _SEPARATOR.join(quotes)
    if born is not None and died is not None and born <= died:
        yield f"FROM {born} TO {died}", quote
    elif born is not None and died is None:
        yield f"BET {born} AND {born + OLDEST}", quote
    elif died is not None and born is None and died > OLDEST:
        yield f"BET {died - OLDEST} AND {died}", quote


def _places(events: Iterable[Event]) -> Iterator[tuple[str, str]]:
    """Yields each place with the places that contain it."""
    for event in events:
        if event.place:
            quote = _quote(event, event.place_evidence)
            parts = place_parts(event.place)
            for at in range(len(parts)):
                yield parts[at][:200], quote


def _source_titles(person: Person, around: _Around) -> Iterator[tuple[str, str]]:
    uses = (*person.sources, *(use for event in person.events for use in event.sources))
    for use in uses:
        known = around.sources.get(use.source)
        title = known.title if known is not None else in_one_line(use.text)[:200]
        if title:
            yield f"{title}, {use.page}" if use.page else title, use.evidence.quote


def _text(person: Person, around: _Around) -> str:
    """Returns the notes on a person and on what happened to them, each once."""
    uses: list[NoteUse] = [*person.notes, *(use for event in person.events for use in event.notes)]
    texts = (around.notes.get(use.note, "") if use.note else use.text for use in uses)
    return "\n\n".join(dict.fromkeys(text for text in texts if text))[:MOST_TEXT]


def _relations(person: Person, around: _Around) -> Iterator[Relation]:
    found: dict[tuple[str, str], str] = {}
    for link in parents_of(person, around.families):
        if link.parent in around.rows and link.parent != person.id:
            found.setdefault((_PARENTS.get(link.kind, "child-of"), link.parent), _link_quote(link))
    for family_link in person.partner_in:
        family = around.families.get(family_link.family)
        if family is None:
            continue
        known = [one for one in family_roles(family) if one.person in around.rows]
        # Said once, by the partner whom the family names first.
        if known and known[0].person == person.id:
            for other in known[1:]:
                if other.person != person.id:
                    found.setdefault(("married-to", other.person), _union_quote(family, other.evidence))
    for (kind, to), quote in found.items():
        yield Relation(kind=RelationName(kind), to=entity_id(around.tree, to), quote=quote)


def _link_quote(link: ParentOf) -> str:
    return _SEPARATOR.join(one.quote for one in link.evidence)


def _union_quote(family: Family, partner: Evidence) -> str:
    marriage = next(family.all("marriage"), None)
    return _SEPARATOR.join(filter(None, (partner.quote, _quote(marriage) if marriage is not None else "")))
