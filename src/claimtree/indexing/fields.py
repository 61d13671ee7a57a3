"""Turns structured fields into claims, so that columns answer queries the same way as prose."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from claimtree.indexing.date_columns import DateColumns
from claimtree.indexing.list_items import JOINED, ItemReader
from claimtree.indexing.merge import TITLE
from claimtree.indexing.number_columns import Numbers
from claimtree.model.amounts import TIMES, Amount, AmountKind
from claimtree.model.claims import Claim, LevelName, Name, TypeName
from claimtree.model.hierarchy import Entity, Field, Source
from claimtree.model.notices import Notice
from claimtree.model.pack import AmountSpec, Concept, FacetSpec, FieldSpec, NameKind, Pack
from claimtree.ports import DocumentReading, Reader
from claimtree.sources.lists import list_items

SHORT: Final = 60
MOST_SHORT: Final = 5_000
"""Maximum length and number of texts whose reading is cached."""
MOST_CELLS: Final = 50_000
"""Maximum number of values whose claims are cached."""
YES_NO: Mapping[str, bool] = {"yes": True, "true": True, "y": True, "no": False, "false": False, "n": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """The position of a value: its entity, source and quote."""

    entity: Entity
    source: str
    quote: str
    items: tuple[str, ...] = ()
    """The quotes of the items of a list, where the source gives each its own."""

    def quote_of(self, at: int) -> str:
        """Returns the quote of an item of a list."""
        return self.items[at] if at < len(self.items) else self.quote


def _place_of(entity: Entity, source: Source, column: str, value: Field, shown: str) -> _Place:
    """Returns the position of a value, with the words that the source gives for it; else the column and the value."""
    given = source.quotes.get(column, ())
    items = given if isinstance(value, tuple) and len(given) == len(value) else ()
    quote = given[0] if len(given) == 1 else f"{column}: {shown}"
    return _Place(entity=entity, source=f"{source.name}#{column}", quote=quote, items=items)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A value that the pack cannot read, and why."""

    column: str
    value: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldReading:
    """What the columns of one source say about one entity."""

    stated: tuple[Claim, ...]
    read: tuple[Claim, ...]
    """Claims of columns that hold text, which is read like the listing."""
    title: tuple[Claim, ...] = ()
    """Claims of the title, which is also read as text; they are dropped if the text or another
    column says the same.
    """
    listed: tuple[Claim, ...] = ()
    """Claims of columns that hold lists of things that exist."""
    clauses: tuple[Claim, ...] = ()
    """Clauses of texts and items in their own words."""
    notices: tuple[Notice, ...] = ()
    unread: tuple[Unread, ...] = ()
    """Values that could not be read."""


class FieldReader:
    """Reads columns as the pack declares; an undeclared column is shown, but makes no claims."""

    def __init__(self, pack: Pack, reader: Reader) -> None:
        self._pack = pack
        self._reader = reader
        self._specs: dict[tuple[LevelName, str], FieldSpec] = {
            (spec.level, spec.name): spec for spec in pack.fields.values()
        }
        self._words = {
            key: {folded(word): concept for word, concept in spec.values.items()} for key, spec in self._specs.items()
        }
        self.keys = {spec.level: key for key, spec in pack.children.items()}
        """The column with the parts of a level."""
        self._names = {kind.name: _spellings(kind) for kind in pack.names.values()}
        self._area_words = {
            (concept.levels[0], concept.type, folded(words)): concept
            for concept in pack.concepts.values()
            for words in (concept.says if concept.levels else ())
        }
        """Concepts of areas, by their wordings."""
        self._items = ItemReader(pack, reader)
        self._numbers = Numbers(pack)
        self._dates = DateColumns(pack)
        self._short: dict[tuple[LevelName, str], DocumentReading] = {}
        self._cells: dict[tuple[LevelName, str, str], tuple[Claim | Unread, ...]] = {}
        """What values of columns say, whoever states them: places, dates and kinds of a table repeat."""

    def read(self, entity: Entity, source: Source) -> FieldReading:
        """Returns the claims of one source's columns; an unreadable value is returned as an Unread."""
        stated: list[Claim] = []
        read: list[Claim] = []
        title: list[Claim] = []
        listed: list[Claim] = []
        clauses: list[Claim] = []
        notices: list[Notice] = []
        unread: list[Unread] = []
        facet = self._pack.facets.get(entity.facet) if entity.facet is not None else None
        if entity.owner is not None and facet is not None:
            stated.append(self._existence(facet, entity, source))
        for column, value in source.fields.items():
            spec = self._specs.get((entity.level, column)) or self._title_spec(column, entity)
            if spec is None:
                continue
            shown = JOINED.join(value) if isinstance(value, tuple) else _shown(value)
            place = _place_of(entity, source, column, value, shown)
            if spec.items is not None:
                items = value if isinstance(value, tuple) else list_items(shown)
                for some, quote in zip(items, place.items, strict=True) if place.items else ((items, ""),):
                    found = self._items.read([some] if isinstance(some, str) else some, spec, entity, place.source)
                    listed += (replace(claim, quote=quote) for claim in found.claims) if quote else found.claims
                    clauses += (replace(claim, quote=quote) for claim in found.own_words) if quote else found.own_words
                continue
            if spec.read:
                reading = _of_types(self._read(shown, entity), spec.types)
                kept = title if column == TITLE else read
                # What a column says needs no words around it to be sure.
                kept += [
                    replace(claim, source=place.source, unsure=claim.unsure and column == TITLE)
                    for claim in reading.claims
                ]
                clauses += [replace(claim, source=place.source) for claim in reading.passages]
                notices += reading.notices
                continue
            for quote, cell in self._cells_of(spec, value, place):
                for one in cell:
                    if isinstance(one, Unread):
                        unread.append(one)
                    else:
                        stated.append(one.quoted(quote, place.source))
        return FieldReading(
            stated=tuple(stated),
            read=tuple(read),
            title=tuple(title),
            listed=tuple(listed),
            clauses=tuple(clauses),
            notices=tuple(notices),
            unread=tuple(unread),
        )

    def _read(self, text: str, about: Entity) -> DocumentReading:
        """Returns a text read like the listing. Short ones are cached, as they repeat: "1 bath",
        "SHM".
        """
        if len(text) > SHORT or about.facet is not None:
            return self._reader.read_document(text, about=about, source="")
        key = about.level, text
        reading = self._short.get(key)
        if reading is None:
            reading = self._reader.read_document(text, about=about, source="")
            if len(self._short) < MOST_SHORT:
                self._short[key] = reading
        return reading

    def _title_spec(self, column: str, entity: Entity) -> FieldSpec | None:
        """Returns the spec for the title of a listing, which is read like its text; the title of an
        area is its name.
        """
        if column != TITLE or entity.level != self._pack.hierarchy.answers:
            return None
        return FieldSpec(name=TITLE, level=entity.level, read=True)

    def _existence(self, facet: FacetSpec, entity: Entity, source: Source) -> Claim:
        """Returns the claim that such a part exists, which a list of parts implies."""
        key = self.keys.get(entity.level, entity.level)
        return Claim(
            text=facet.title,
            pattern=facet.title,
            type=facet.type,
            level=entity.level,
            quote=f"{key}: {facet.title}",
            source=f"{source.name}#{key}",
            facet=facet.name,
            concept=facet.presence,
        )

    def _cells_of(
        self, spec: FieldSpec, value: Field, place: _Place
    ) -> Iterator[tuple[str, tuple[Claim | Unread, ...]]]:
        """Yields the quote of each value of a column, and what the value says."""
        stated = self._pack.concepts[spec.concept] if spec.concept is not None else None
        # Several dates of one event are statements that differ; of other amounts a list is none.
        is_one = stated is not None and not (stated.amount is not None and stated.amount.kind in TIMES)
        for at, one in enumerate(value if isinstance(value, tuple) and not is_one else (value,)):
            yield place.quote_of(at), self._cell(spec, stated, one, place.entity)

    def _cell(
        self, spec: FieldSpec, stated: Concept | None, value: Field, entity: Entity
    ) -> tuple[Claim | Unread, ...]:
        """Returns what one value says of an entity, in claims without a quote."""
        if not isinstance(value, str) or entity.facet is not None or len(value) > SHORT:
            return tuple(self._read_cell(spec, stated, value, entity))
        key = entity.level, spec.name, value
        found = self._cells.get(key)
        if found is None:
            kind = self._pack.names.get(spec.name_kind) if spec.name_kind else None
            if kind is not None and kind.is_of_people:  # a name will hardly be there again
                return tuple(self._read_cell(spec, stated, value, entity))
            found = tuple(self._read_cell(spec, stated, value, entity))
            if len(self._cells) < MOST_CELLS:
                self._cells[key] = found
        return found

    def _read_cell(
        self, spec: FieldSpec, stated: Concept | None, value: Field, entity: Entity
    ) -> Iterator[Claim | Unread]:
        if stated is not None:
            yield self._stated(stated, spec.name, value, entity)
            return
        word = _shown(value)
        if spec.name_kind:
            for name in dict.fromkeys(self._names_in(self._pack.names[spec.name_kind], word)):
                yield from self._named(name, entity)
            return
        concept = self._words[spec.level, spec.name].get(folded(word))
        if concept is None:
            have = ", ".join(spec.values)
            yield Unread(column=spec.name, value=word, why=f"is no known value (have: {have})")
        else:
            yield self._claim(self._pack.concepts[concept], entity)

    def _stated(self, concept: Concept, column: str, value: Field, entity: Entity) -> Claim | Unread:
        """Returns the claim of a value: a number fills the concept's amount; true or false asserts
        or denies it.
        """
        spec = concept.amount
        if spec is None:
            holds = truth(value)
            if holds is None:
                return Unread(column=column, value=_shown(value), why="is neither true nor false")
            return self._claim(concept, entity, negated=not holds)
        noun = spec.noun or entity.facet or ""
        if spec.kind in TIMES:
            stated = self._dated(value, spec)
            if isinstance(stated, str):
                return Unread(column=column, value=_shown(value), why=stated)
            return self._claim(concept, entity, amounts=(replace(stated, noun=noun),))
        number = self._numbers.of(value, spec)
        if isinstance(number, str):
            return Unread(column=column, value=_shown(value), why=number)
        if not max(spec.least, 0) <= number <= spec.most:
            return Unread(column=column, value=_shown(value), why="cannot be meant")
        if number == 0 and _is_had(concept):
            return self._claim(concept, entity, negated=True)  # "carports: 0" means no carport
        amount = Amount(kind=spec.kind, low=number, high=number, unit=spec.unit, noun=noun)
        return self._claim(concept, entity, amounts=(amount,))

    def _dated(self, value: Field, spec: AmountSpec) -> Amount | str:
        """Returns a date, or why it is none. In a column of years a number among other words is
        read ("built 1987").
        """
        stated = self._dates.of(value, spec)
        if isinstance(stated, str) and isinstance(value, str) and spec.kind is AmountKind.YEAR:
            number = self._numbers.of(value, spec)
            if isinstance(number, float) and number >= 1:
                return self._dates.of(number, spec)
        return stated

    def _claim(
        self, concept: Concept, entity: Entity, *, amounts: tuple[Amount, ...] = (), negated: bool = False
    ) -> Claim:
        facet = entity.facet
        spec = self._pack.facets.get(facet) if facet is not None else None
        pattern = concept.pattern_of(spec.title if spec else None, with_amount=bool(amounts))
        text = concept.filled(pattern, amounts[0]) if amounts else pattern
        return Claim(
            text=concept.denied(text) if negated else text,
            pattern=pattern,
            type=concept.type_at.get(entity.level, concept.type),
            level=entity.level,
            quote="",
            facet=facet,
            concept=concept.id,
            amounts=amounts,
            negated=negated,
        )

    def _names_in(self, kind: NameKind, word: str) -> Iterator[Name]:
        """Yields the names in a value, in their canonical spelling; one that the pack does not list
        is taken as it is.

        A column of places often has several, which are equivalent or nested: "Georgetown,
        Burleith/Hillandale", "Sukarame, Palembang". Each may be of another kind than the column's:
        a city follows its district.
        """
        regions = self._pack.places.regions if self._pack.places is not None else ()
        known = self._names[kind.name].get(folded(word))
        if known is not None or kind.name not in regions:
            yield Name(kind=kind.name, text=known or word.strip())
            return
        for part in _BETWEEN_NAMES.split(word):
            if not any(letter.isalpha() for letter in part):
                continue
            listed = (Name(kind=one, text=self._names[one].get(folded(part), "")) for one in (kind.name, *regions))
            yield next((name for name in listed if name.text), Name(kind=kind.name, text=part.strip()))

    def _named(self, name: Name, entity: Entity) -> Iterator[Claim]:
        """Yields the claim of the name, and the concept's claim if the name is also a word for such
        a place ("Downtown").
        """
        kind = self._pack.names[name.kind]
        pattern = kind.pattern_of(name.text)
        yield Claim(
            text=pattern,
            pattern=pattern,
            type=kind.type,
            level=entity.level,
            quote="",
            facet=entity.facet,
            name=name,
        )
        concept = self._area_words.get((kind.level, kind.type, folded(name.text)))
        if concept is not None:
            yield self._claim(concept, entity)


def _is_had(concept: Concept) -> bool:
    """True if 0 of it is a denial: true of things one has or has not, false of bedrooms, of which a
    studio has 0.
    """
    had = bool(concept.steps) or any("_" not in saying for saying in concept.says)
    return had and 0 not in concept.fixed.values()


def _spellings(kind: NameKind) -> dict[str, str]:
    found = {folded(alias): name for name, aliases in kind.entries.items() for alias in aliases}
    return found | {folded(name): name for name in kind.entries}


def truth(value: Field) -> bool | None:
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return YES_NO.get(value.strip().casefold())
    return bool(value) if value in (0, 1) else None


_BETWEEN_NAMES = re.compile(r"[,;/|()]")
"""Separators of names. A hyphen is none: Bedford-Stuyvesant is one place."""


def folded(word: str) -> str:
    return " ".join(word.casefold().replace("_", " ").replace("-", " ").split())


def _shown(value: Field) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _of_types(reading: DocumentReading, types: Collection[TypeName]) -> DocumentReading:
    """Returns the claims of these types alone, and no passage; everything if there are none."""
    if not types:
        return reading
    return replace(reading, claims=tuple(claim for claim in reading.claims if claim.type in types), passages=())
