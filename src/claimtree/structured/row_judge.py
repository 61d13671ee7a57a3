"""Judges rows that the store does not have, or has otherwise, by the same rules as stored entities.

Such a row is read into a small store in memory, as indexing reads it, and stays there while it is
among those asked for last. Reading a row takes far longer than judging it, so only some are read
for one question. With each row stays when the source was seen to have it (`Seen`): after a write of
the store, or a while, it may be otherwise.
"""

from __future__ import annotations

import hashlib
import json
import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from claimtree.engine import Engine
from claimtree.indexing import Indexer
from claimtree.model.answers import Dossier, Explanation, Hit
from claimtree.model.claims import EntityId, QueryClaim
from claimtree.model.columns import Export
from claimtree.model.documents import Document
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity
from claimtree.model.plans import Plan
from claimtree.model.questions import Question
from claimtree.model.source_query import SourceRow
from claimtree.model.verdicts import judge
from claimtree.ports import MovableStore
from claimtree.search.relax import demanding
from claimtree.sources.listings import read_records
from claimtree.structured.foreign_rows import RegionsOf, RowMender, no_regions

MOST_KEPT = 500
"""Rows in memory."""
MOST_READ = 20
"""Rows that are read for one question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """When the source was seen to have a row."""

    generation: int = -1
    """The number of the store's last write then."""
    at_s: float = -math.inf


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    digest: str
    seen: Seen


class RowJudge:
    """Rows outside the store, with their claims. Thread-safe."""

    def __init__(
        self,
        engine: Engine,
        store: MovableStore,
        indexer: Indexer,
        pack: Pack,
        *,
        regions_of: RegionsOf = no_regions,
        layout: Export | None = None,
    ) -> None:
        """`store` is an empty one in memory, `engine` searches it, and `indexer` writes it. `layout` is what columns
        are read as; `regions_of`: see `foreign_rows`."""
        self._regions_of = regions_of
        self._layout = layout
        self._engine = engine
        self._store = store
        self._indexer = indexer
        self._pack = pack
        self._kept: OrderedDict[EntityId, _Kept] = OrderedDict()
        """Those asked for last at the end."""
        self._lock = threading.Lock()
        """Held for reading, too: a row that is read anew is gone for a moment."""

    def add(
        self, rows: Sequence[SourceRow], *, name: str, seen: Seen, most: int = MOST_READ
    ) -> tuple[list[EntityId], int]:
        """Reads rows that are not read yet, up to `most`; returns those that are there, and how many are left out."""
        with self._lock:
            there: list[EntityId] = []
            new: dict[EntityId, tuple[SourceRow, str]] = {}
            left_out = 0
            for row in rows:
                digest = _digest(row)
                kept = self._kept.get(row.id)
                if kept is not None and kept.digest == digest:
                    self._kept[row.id] = _Kept(digest=digest, seen=seen)
                    self._kept.move_to_end(row.id)
                    there.append(row.id)
                elif len(new) < most:
                    new[row.id] = row, digest
                else:
                    left_out += 1
            if new:
                # A row is one document, whatever other sources say of its id.
                self._store.remove(new)
                rows = [row for row, _ in new.values()]
                self._indexer.index(
                    documents(rows, self._pack, name=name, layout=self._layout, regions_of=self._regions_of)
                )
                known = self._store.digests(new)
                for id in new:
                    if id in known:
                        self._kept[id] = _Kept(digest=new[id][1], seen=seen)
                        there.append(id)
            while len(self._kept) > MOST_KEPT:
                id, _ = self._kept.popitem(last=False)
                self._store.remove([id])
            return there, left_out

    def plan(self, claims: tuple[QueryClaim, ...], question: Question) -> Plan:
        """The plan of the wishes over these rows."""
        return self._engine.plan(claims, question)

    def has(self, ids: Iterable[EntityId]) -> list[EntityId]:
        """Those of some rows that are there."""
        with self._lock:
            return [id for id in ids if id in self._kept]

    def fresh(self, ids: Iterable[EntityId], since: Seen) -> list[EntityId]:
        """Those of some rows that are there and were seen since: after the same write of the store, and no earlier."""
        with self._lock:
            kept = {id: self._kept[id].seen for id in ids if id in self._kept}
        return [id for id, seen in kept.items() if seen.generation == since.generation and seen.at_s >= since.at_s]

    def forget(self, ids: Iterable[EntityId]) -> None:
        """Leaves out rows that the source has no more, or that the store has by now as the source has them."""
        with self._lock:
            self._store.remove([id for id in ids if self._kept.pop(id, None) is not None])

    def get(self, ids: Sequence[EntityId]) -> tuple[IndexedEntity, ...]:
        """Rows with their claims, in the order asked; those that are not there are left out."""
        with self._lock:
            return self._store.get(ids)

    def dossiers(self, plan: Plan, ids: Sequence[EntityId]) -> tuple[Dossier, ...]:
        """Evidence on rows; those that are not there are left out."""
        with self._lock:
            return self._store.dossiers(plan, ids)

    def explain(self, id: EntityId, question: Question) -> Explanation:
        """Why a row has its rank, among these rows."""
        with self._lock:
            return self._engine.explain(id, question)

    def hits(self, claims: tuple[QueryClaim, ...], ids: Sequence[EntityId]) -> tuple[Hit, ...]:
        """Rows with their findings on wishes, in the order of `ids`."""
        with self._lock:
            return self._engine.hits(claims, ids)

    def meeting(self, claims: tuple[QueryClaim, ...], ids: Sequence[EntityId]) -> set[EntityId]:
        """Those of some rows that are known to meet every wish."""
        plan = demanding(self._engine.plan(claims, Question(claims=claims)))
        judged = (judge(plan, dossier) for dossier in self.dossiers(plan, ids))
        return {one.candidate for one in judged if one.stays(strict=True)}


def documents(
    rows: Sequence[SourceRow],
    pack: Pack,
    *,
    name: str,
    layout: Export | None = None,
    regions_of: RegionsOf = no_regions,
) -> list[Document]:
    """Returns the documents of rows, whose columns are those of `layout`; a row that makes none is left out."""
    mender = RowMender(pack, layout, regions_of)
    mended = [mender.mended(row.data)[0] for row in rows]
    found = read_records(mended, pack, source=name, layout=layout, is_lenient=True)
    return [one for one in found if isinstance(one, Document)]


def _digest(row: SourceRow) -> str:
    content = json.dumps(row.data, sort_keys=True, default=str)
    return hashlib.blake2b(content.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


RowJudgeOpener = Callable[[], RowJudge]
"""Opens the judge when the first row is met that the store does not have."""
