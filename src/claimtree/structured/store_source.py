"""The same interface over our own store: every filter is a wish that has to be met.

A filter for a concept, a number or a feature is a search with required wishes, and strict, so that
prose answers it as columns do. What columns say besides, and what only a row has, its id, its words,
its coordinates and when it was written, is looked up in a table of the rows (`row_table`), which
follows the store. Both look at all rows; only then a page is taken.
"""

from __future__ import annotations

import hashlib
import json
import math
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from claimtree.deadlines import check
from claimtree.engine import Engine
from claimtree.errors import BadInput
from claimtree.lru_cache import LruCache
from claimtree.model.amounts import Amount, Op
from claimtree.model.claims import ClaimId, ConceptId, EntityId, LevelName, QueryClaim, Strength
from claimtree.model.hierarchy import Entity
from claimtree.model.name_folding import name_key
from claimtree.model.pack import Pack
from claimtree.model.questions import Question
from claimtree.model.source_query import Bounds, SourcePage, SourceQuery, SourceRow, SourceSpec
from claimtree.model.units import in_unit
from claimtree.model.verdicts import judge
from claimtree.structured.parameters import encode, time_of
from claimtree.structured.row_table import RowFacts, RowTable
from claimtree.structured.rows import Known, RowMaker
from claimtree.structured.table_file import TableFile

_SCANNED = 1_000
_FETCHED = 200
_FEW = 300
"""So many rows are judged one by one sooner than all are ranked."""
_MOST_KEPT = 4_000_000
"""Rows of the answers that are kept, for other pages of the same filters."""
_WORTH_KEEPING = 200
"""Rows that were read anew before the file of the table is written again."""


class StoreSource:
    """A structured source that answers from a store (`ports.StructuredSource`). Thread-safe."""

    def __init__(self, engine: Engine, spec: SourceSpec, *, name: str = "store", file: TableFile | None = None) -> None:
        """`file` keeps the table between processes; without one it is made anew."""
        self.name = name
        self._engine = engine
        self._spec = spec
        self._rows = RowMaker(engine.pack, spec)
        self._all = engine.plan(())
        self._lock = threading.Lock()
        self._file = file
        self._generation: int | None = None
        self._entries = RowTable.of((), (), spec)
        self._is_read = False
        """True once the file was looked at."""
        self._unkept = 0
        """Rows that the file does not have as they are now."""
        self._orders = LruCache[tuple[int, str], tuple[int, ...]](_MOST_KEPT, cost=lambda key, rows: len(rows) + 100)

    def page(self, query: SourceQuery) -> SourcePage:
        """The rows that pass every filter: the surest first, without filters in the order of their ids."""
        generation, table = self._table()
        key = generation, json.dumps(encode(replace(query, page=1, per_page=1), self._spec), sort_keys=True)
        rows = self._orders.get([key]).get(key)
        if rows is None:
            rows = tuple(self._found(query, table))
            self._orders.put({key: rows})
        start = (query.page - 1) * query.per_page
        shown = self._known([table.ids[row] for row in rows[start : start + query.per_page]])
        return SourcePage(
            rows=tuple(self._rows.row(known) for known in shown),
            total=len(rows),
            page=query.page,
            pages=max(1, math.ceil(len(rows) / query.per_page)),
        )

    def get(self, id: EntityId) -> SourceRow | None:
        if id not in self._table()[1].row_of:
            return None
        return next((self._rows.row(known) for known in self._known([id])), None)

    def prepare(self) -> int:
        """Brings the table up to date; returns how many rows it has."""
        return len(self._table()[1])

    def close(self) -> None:
        """The store is closed by whoever opened it."""

    def _found(self, query: SourceQuery, table: RowTable) -> list[int]:
        """The rows that pass, in the order of the answer."""
        # A column outweighs what a text says beside it.
        # A sum for a year and one for a month are one rent to a wish; a row has the one that was given.
        passes = table.passing(query, self._spec)
        asked = [table.row_of[EntityId(id)] for id in query.ids if id in table.row_of]
        if query.ids:
            named = np.zeros(len(table), np.bool_)
            named[asked] = True
            passes &= named
        claims = wishes(query, self._engine.pack, self._spec)
        if not claims:
            rows = asked if query.ids else range(len(table))
        else:
            found = self._meeting(claims, [table.ids[row] for row in np.flatnonzero(passes)], len(table))
            rows = [row for id in found if (row := table.row_of.get(id)) is not None]
        allowed = passes.tolist()
        return [row for row in rows if allowed[row]]

    def _meeting(self, claims: tuple[QueryClaim, ...], ids: Sequence[EntityId], size: int) -> list[EntityId]:
        """Those that meet all wishes, the surest first, `ids` among them; others may be there, too."""
        plan = self._engine.plan(claims, Question(strict=True))
        if len(ids) > _FEW:
            return [hit.id for hit in self._engine.store.rank(plan, limit=size).hits]
        judged = (judge(plan, dossier) for dossier in self._engine.store.dossiers(plan, ids))
        fitting = [one for one in judged if one.stays(strict=True)]
        return [one.candidate for one in sorted(fitting, key=lambda one: (one.standing.rank, one.candidate))]

    def _known(self, ids: Sequence[EntityId]) -> Iterator[Known]:
        """Yields stored entities, in the order asked; those that are gone are left out."""
        for start in range(0, len(ids), _FETCHED):
            for dossier in self._engine.store.dossiers(self._all, ids[start : start + _FETCHED]):
                yield self._rows.known(dossier.entities[dossier.candidate], dossier.entities)

    def _table(self) -> tuple[int, RowTable]:
        """The rows as they are now, and the number of the last write; only those that were written since are read."""
        with self._lock:
            generation = self._engine.store.generation()
            if generation != self._generation:
                self._update()
                self._generation = generation
            return generation, self._entries

    def _update(self) -> None:
        """Reads the rows that the table does not have as they are in the store."""
        written = dict(self._stamps(self._engine.pack.hierarchy.answers))
        above = self._above()
        before = self._entries
        if not self._is_read and self._file is not None:
            before = _renumbered(self._file.read() or before, written)
            self._is_read = True
        digests = self._digests([id for id in before.ids if id in written])
        # A version of the store that was built anew counts its writes from the start, and a file is of any store
        # that was at the address: only the digest says that a row of the same number is the same.
        stays = [
            written.get(id) == number and digests.get(id) == digest
            for id, number, digest in zip(before.ids, before.written.tolist(), before.digests, strict=True)
        ]
        # What is above a row holds for it as well.
        moved = before.has_parent & (before.above != above)
        kept = before.take(np.flatnonzero(np.array(stays, np.bool_) & ~moved))
        missing = [id for id in written if id not in kept.row_of]
        self._unkept += len(missing) + len(before) - len(kept)
        read: list[RowFacts] = []
        try:
            for start in range(0, len(missing), _FETCHED):
                check()
                read += self._read(missing[start : start + _FETCHED])
        finally:
            # A caller with a deadline may end half way: the next one goes on from there.
            new = RowTable.of(read, [written[row.id] for row in read], self._spec)
            self._entries = replace(kept.joined(new) if read else kept, above=above)
        if self._file is not None and self._unkept >= _WORTH_KEEPING:
            self._file.write(self._entries)
            self._unkept = 0

    def _stamps(self, level: LevelName) -> Iterator[tuple[EntityId, int]]:
        after = None
        while stamps := self._engine.store.scan(level, after=after, limit=_SCANNED):
            after = stamps[-1].id
            yield from ((stamp.id, stamp.written) for stamp in stamps)

    def _above(self) -> str:
        """A digest of all entities that rows may lie in."""
        found = hashlib.blake2b(digest_size=16)
        for level in self._engine.pack.hierarchy.above:
            for one in sorted(self._digests([id for id, _ in self._stamps(level)]).items()):
                found.update(repr(one).encode("utf-8", "surrogatepass"))
        return found.hexdigest()

    def _digests(self, ids: Sequence[EntityId]) -> dict[EntityId, str]:
        found: dict[EntityId, str] = {}
        for start in range(0, len(ids), _SCANNED):
            found |= self._engine.store.digests(ids[start : start + _SCANNED])
        return found

    def _read(self, ids: Sequence[EntityId]) -> list[RowFacts]:
        digests = self._engine.store.digests(ids)
        return [self._facts(known, digests.get(known.entity.id, "")) for known in self._known(ids)]

    def _facts(self, known: Known, digest: str) -> RowFacts:
        entity = known.entity
        texts = [
            entity.title if column == "title" else known.fields.get(column, "") for column in self._spec.search_columns
        ]
        numbers = {name: self._rows.number(known, number) for name, number in self._spec.numbers.items()}
        return RowFacts(
            id=entity.id,
            words=frozenset(word for text in texts for word in name_key(str(text)).split()),
            numbers={name: number for name, number in numbers.items() if number is not None},
            choices=self._rows.choices(known),
            point=entity.point,
            updated=_updated(entity),
            has_parent=entity.parent is not None,
            digest=digest,
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


def _renumbered(table: RowTable, written: Mapping[EntityId, int]) -> RowTable:
    """Returns the rows of a file with the numbers of their writes in this store; a row without a digest has none."""
    numbers = (written.get(id, -1) if digest else -1 for id, digest in zip(table.ids, table.digests, strict=True))
    return replace(table, written=np.fromiter(numbers, np.int64, len(table)))


def _updated(entity: Entity) -> float:
    """Returns when the newest source of an entity was written, in seconds since 1970; nan if that is not known."""
    times = [found.timestamp() for source in entity.sources if (found := time_of(source.updated)) is not None]
    return max(times, default=math.nan)
