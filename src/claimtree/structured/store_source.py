"""The same interface over our own store: every filter is a wish that has to be met.

A filter for a concept, a number or a feature is a search with required wishes, and strict, so that
prose answers it as columns do. What only a row has, its id, its words, its coordinates and when it
was written, is looked up in a table of the rows, which follows the store.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from claimtree.engine import Engine
from claimtree.errors import BadInput
from claimtree.geo import Point, distance_m
from claimtree.model.amounts import Amount, Op
from claimtree.model.claims import ClaimId, ConceptId, EntityId, QueryClaim, Strength
from claimtree.model.hierarchy import Entity
from claimtree.model.name_folding import name_key
from claimtree.model.pack import Pack
from claimtree.model.questions import Question
from claimtree.model.source_query import Around, Bounds, SourcePage, SourceQuery, SourceRow, SourceSpec
from claimtree.model.units import in_unit
from claimtree.structured.parameters import time_of
from claimtree.structured.rows import Known, RowMaker

MOST_RANKED = 10_000
"""Hits of a filter that are looked at; of more the best."""
_SCANNED = 1_000
_FETCHED = 200


@dataclass(frozen=True, slots=True)
class _Entry:
    """What the table has of a row."""

    written: int
    words: frozenset[str]
    numbers: dict[str, float]
    choices: dict[str, frozenset[str]]
    """What its columns say: see `RowMaker.choices`."""
    point: Point | None
    updated: datetime | None


class StoreSource:
    """A structured source that answers from a store (`ports.StructuredSource`). Thread-safe."""

    def __init__(self, engine: Engine, spec: SourceSpec, *, name: str = "store") -> None:
        self.name = name
        self._engine = engine
        self._spec = spec
        self._rows = RowMaker(engine.pack, spec)
        self._all = engine.plan(())
        self._lock = threading.Lock()
        self._generation: int | None = None
        self._entries: dict[EntityId, _Entry] = {}

    def page(self, query: SourceQuery) -> SourcePage:
        """The rows that pass every filter: the surest first, without filters in the order of their ids."""
        entries = self._table()
        ids = [id for id in self._candidates(query, entries) if id in entries and self._passes(entries[id], query)]
        start = (query.page - 1) * query.per_page
        shown = self._known(ids[start : start + query.per_page])
        return SourcePage(
            rows=tuple(self._rows.row(known) for known in shown),
            total=len(ids),
            page=query.page,
            pages=max(1, math.ceil(len(ids) / query.per_page)),
        )

    def get(self, id: EntityId) -> SourceRow | None:
        if id not in self._table():
            return None
        return next((self._rows.row(known) for known in self._known([id])), None)

    def close(self) -> None:
        """The store is closed by whoever opened it."""

    def _candidates(self, query: SourceQuery, entries: dict[EntityId, _Entry]) -> Sequence[EntityId]:
        claims = wishes(query, self._engine.pack, self._spec)
        if not claims:
            asked = [EntityId(id) for id in query.ids]
            return asked or sorted(entries)
        plan = self._engine.plan(claims, Question(strict=True))
        ranked = self._engine.store.rank(plan, limit=MOST_RANKED)
        found = [hit.id for hit in ranked.hits]
        named = set(query.ids)
        return [id for id in found if id in named] if named else found

    def _passes(self, entry: _Entry, query: SourceQuery) -> bool:
        # A column outweighs what a text says beside it.
        # A sum for a year and one for a month are one rent to a wish; a row has the one that was given.
        return (
            all(value in entry.choices.get(name, (value,)) for name, value in query.choices.items())
            and all(bounds.holds(entry.numbers[name]) for name, bounds in query.bounds.items() if name in entry.numbers)
            and entry.words >= set(name_key(query.search).split())
            and (query.around is None or _is_around(entry.point, query.around))
            and (entry.updated is None or _is_since(entry.updated, query.updated_since))
        )

    def _known(self, ids: Sequence[EntityId]) -> Iterator[Known]:
        """Yields stored entities, in the order asked; those that are gone are left out."""
        for start in range(0, len(ids), _FETCHED):
            for dossier in self._engine.store.dossiers(self._all, ids[start : start + _FETCHED]):
                yield self._rows.known(dossier.entities[dossier.candidate], dossier.entities)

    def _table(self) -> dict[EntityId, _Entry]:
        """The rows as they are now; only those that were written since the last call are read."""
        with self._lock:
            store = self._engine.store
            generation = store.generation()
            if generation == self._generation:
                return self._entries
            before, entries, new = self._entries, dict[EntityId, _Entry](), dict[EntityId, int]()
            level, after = self._engine.pack.hierarchy.answers, None
            while stamps := store.scan(level, after=after, limit=_SCANNED):
                after = stamps[-1].id
                for stamp in stamps:
                    kept = before.get(stamp.id)
                    if kept is not None and kept.written == stamp.written:
                        entries[stamp.id] = kept
                    else:
                        new[stamp.id] = stamp.written
            try:
                for known in self._known(list(new)):
                    entries[known.entity.id] = self._entry(known, new[known.entity.id])
            except BaseException:
                # A caller with a deadline may end half way: the next one goes on from there.
                self._entries = {**before, **entries}
                raise
            self._generation, self._entries = generation, entries
            return entries

    def _entry(self, known: Known, written: int) -> _Entry:
        entity = known.entity
        texts = [
            entity.title if column == "title" else known.fields.get(column, "") for column in self._spec.search_columns
        ]
        numbers = {name: self._rows.number(known, number.column) for name, number in self._spec.numbers.items()}
        return _Entry(
            written=written,
            words=frozenset(word for text in texts for word in name_key(str(text)).split()),
            numbers={name: number for name, number in numbers.items() if number is not None},
            choices=self._rows.choices(known),
            point=entity.point,
            updated=_updated(entity),
        )


def wishes(query: SourceQuery, pack: Pack, spec: SourceSpec) -> tuple[QueryClaim, ...]:
    """Returns what the filters of a query ask for, as required wishes."""
    found: list[QueryClaim] = []

    def add(concept: ConceptId, *amounts: Amount, group: int | None = None) -> None:
        found.append(_wish(ClaimId(f"f{len(found) + 1}"), pack, concept, amounts, group))

    for parameter, value in query.choices.items():
        try:
            add(spec.choices[parameter][value])
        except KeyError:
            raise BadInput(f"{parameter}={value[:60]!r} is not declared by pack {pack.name!r}") from None
    for feature in query.features:
        add(spec.features[feature])
    for group, (name, bounds) in enumerate(query.bounds.items(), start=1):
        concept = spec.numbers[name].concept
        rents = pack.reading.rents
        if rents is not None and concept == rents.price:
            add(concept, _amount(pack, concept, bounds), group=group)
            add(rents.rent, _rent(pack, rents.rent, bounds), group=group)
        else:
            add(concept, _amount(pack, concept, bounds))
    return tuple(found)


def _wish(id: ClaimId, pack: Pack, concept: ConceptId, amounts: tuple[Amount, ...], group: int | None) -> QueryClaim:
    known = pack.concepts[concept]
    level = known.levels[0] if known.levels else pack.hierarchy.answers
    pattern = known.pattern_of(with_amount=bool(amounts))
    text = known.filled(pattern, amounts[0]) if amounts else pattern
    return QueryClaim(
        id=id,
        text=text,
        pattern=pattern,
        type=known.type_at.get(level, known.type),
        level=level,
        quote="",
        concept=concept,
        amounts=amounts,
        strength=Strength.REQUIRED,
        or_group=group,
    )


def _amount(pack: Pack, concept: ConceptId, bounds: Bounds) -> Amount:
    spec = pack.concepts[concept].amount
    if spec is None:
        raise BadInput(f"concept {concept!r} of pack {pack.name!r} has no amount")
    low = -math.inf if bounds.low is None else bounds.low
    high = math.inf if bounds.high is None else bounds.high
    op = Op.EQUALS if low == high else Op.RANGE
    return Amount(kind=spec.kind, unit=spec.unit, noun=spec.noun, low=low, high=high, op=op)


def _rent(pack: Pack, rent: ConceptId, bounds: Bounds) -> Amount:
    """Returns the rents that such a sum may be, by the month or for the usual period."""
    spec, rents = pack.concepts[rent].amount, pack.reading.rents
    price = _amount(pack, rents.price, bounds) if rents is not None else None
    if spec is None or rents is None or price is None:
        raise BadInput(f"concept {rent!r} of pack {pack.name!r} has no amount")
    yearly = in_unit(
        Amount(kind=price.kind, unit=f"{price.unit}/{rents.per}", low=price.low, high=price.high), spec.unit
    )
    low = yearly.low if yearly is not None else price.low
    # What a column says decides in the end; a cent beside it must not.
    widened = low * (1 - 1e-6) if math.isfinite(low) else low
    return Amount(kind=spec.kind, unit=spec.unit, noun=spec.noun, low=widened, high=price.high, op=Op.RANGE)


def _is_around(point: Point | None, around: Around) -> bool:
    return point is not None and distance_m(point, Point(around.lat, around.lon)) <= around.radius_km * 1000


def _is_since(updated: datetime, since: str) -> bool:
    asked = time_of(since) if since else None
    return asked is None or updated >= asked


def _updated(entity: Entity) -> datetime | None:
    """Returns when the newest source of an entity was written; None if that is not known."""
    times = [found for source in entity.sources if (found := time_of(source.updated)) is not None]
    return max(times, default=None)
