"""LanceDB: a table per level, HNSW over scalar-quantised vectors, a bitmap index on types; filters
run first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measure import Progress
from benchmarks.race.engines import folder_bytes, package, remove_folder
from benchmarks.race.method import EF_CONSTRUCTION, M, Nearest, Reach, Wanted
from benchmarks.race.prepared import LEVELS, Prepared, Rows

ROWS = 50_000


class LancePeer:
    """Claims in LanceDB, in-process."""

    port = None

    def __init__(self, folder: Path, address: str) -> None:
        lancedb = package("lancedb")
        self._arrow = package("pyarrow")
        self.name = f"LanceDB {lancedb.__version__}"
        self._folder = folder / "lancedb"
        self._db = lancedb.connect(str(self._folder))
        self._tables: dict[str, Any] = {}

    def load(self, prepared: Prepared, progress: Progress) -> None:
        arrow = self._arrow
        schema = arrow.schema(
            [
                ("vector", arrow.list_(arrow.float32(), prepared.vectors.dimensions)),
                ("key", arrow.int64()),
                ("type", arrow.string()),
                ("facet", arrow.string()),
                ("negated", arrow.bool_()),
                ("slot", arrow.string()),
                ("low", arrow.float64()),
                ("high", arrow.float64()),
            ]
        )
        done = 0
        for level in LEVELS:
            table = self._db.create_table(level, schema=schema, mode="overwrite")
            for rows in prepared.rows(level).chunks(ROWS):
                table.add(arrow.table(self._columns(prepared, rows), schema=schema))
                done += len(rows)
                progress(f"{self.name}: loading", done, prepared.sizes.rows)

    def index(self, prepared: Prepared, progress: Progress) -> None:
        for number, level in enumerate(LEVELS):
            table = self._db.open_table(level)
            table.create_index(
                metric="cosine", vector_column_name="vector", index_type="IVF_HNSW_SQ", num_partitions=1, m=M,
                ef_construction=EF_CONSTRUCTION,
            )  # fmt: skip
            table.create_scalar_index("type", index_type="BITMAP")
            table.optimize()
            progress(f"{self.name}: indexing", number + 1, len(LEVELS))

    def nearest(self, wanted: Sequence[Wanted], reach: Reach) -> Sequence[Nearest]:
        return [self._wish(wish, reach) for wish in wanted]

    def _wish(self, wish: Wanted, reach: Reach) -> Nearest:
        if wish.level not in self._tables:
            self._tables[wish.level] = self._db.open_table(wish.level)
        found = (
            self._tables[wish.level]
            .search(wish.vector, vector_column_name="vector")
            .distance_type("cosine")
            .where(condition(wish), prefilter=True)
            .select(["key", "_distance"])
            .ef(reach.candidates[wish.level])
            .limit(reach.k[wish.level])
            # Distances of the original vectors, not of the quantised ones.
            .refine_factor(1)
            .to_arrow()
        )
        return Nearest.of(found["key"].to_numpy(), 1.0 - found["_distance"].to_numpy())

    def _columns(self, prepared: Prepared, rows: Rows) -> list[Any]:
        arrow = self._arrow
        floats = prepared.floats(rows.text)
        named = [np.array(prepared.names[name])[getattr(rows, name)] for name in ("type", "facet", "slot")]
        return [
            arrow.FixedSizeListArray.from_arrays(arrow.array(floats.ravel()), floats.shape[1]),
            arrow.array(prepared.keys(rows)),
            arrow.array(named[0].tolist()),
            arrow.array(named[1].tolist()),
            arrow.array(rows.negated.astype(np.bool_)),
            arrow.array(named[2].tolist()),
            arrow.array(rows.low),
            arrow.array(rows.high),
        ]

    def size(self) -> int:
        return folder_bytes(self._folder)

    def drop(self) -> None:
        remove_folder(self._folder)

    def close(self) -> None:
        self._tables.clear()


def condition(wish: Wanted) -> str:
    """Returns a wish's filter as SQL: type, facet, and overlapping amounts."""
    parts = [f"type = '{wish.type}'", f"negated = {'true' if wish.negated else 'false'}"]
    if wish.facet is not None:
        parts.append(f"facet = '{wish.facet}'")
    if wish.slot is not None:
        parts.append(f"slot = '{wish.slot}'")
        if math.isfinite(wish.high):
            parts.append(f"low <= {wish.high!r}")
        if math.isfinite(wish.low):
            parts.append(f"high >= {wish.low!r}")
    return " AND ".join(parts)
