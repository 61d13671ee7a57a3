"""pgvector: a table per level, loaded with COPY before its HNSW index is built, filtered with
iterative scans."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from benchmarks.measure import Progress
from benchmarks.race.engines import package
from benchmarks.race.method import EF_CONSTRUCTION, M, Nearest, Reach, Wanted
from benchmarks.race.prepared import LEVELS, Prepared
from claimtree.errors import StoreUnavailable

ROWS = 5_000
MOST_EF = 1_000
"""pgvector's maximum."""
GRAPH_BYTES = 700
"""A row's share of the graph besides its vector: a graph that fits into memory is built many times
faster."""
MOST_MB = 6_000


class PostgresPeer:
    """Claims in PostgreSQL."""

    def __init__(self, folder: Path, address: str) -> None:
        psycopg = package("psycopg")
        try:
            self._connection = psycopg.connect(address, autocommit=True)
            self._run("CREATE EXTENSION IF NOT EXISTS vector")
            found = self._run("SELECT extversion FROM pg_extension WHERE extname = 'vector'").fetchone()
        except psycopg.Error as error:
            raise StoreUnavailable(
                f"PostgreSQL with pgvector does not answer: {error}",
                hint="Give --postgres postgresql://USER@HOST:PORT/DATABASE of a server that has pgvector.",
            ) from error
        self.name = f"pgvector {found[0]}"
        self.port = urlsplit(address).port or 5432
        self._prefix = f"race_{folder.name}_".replace("-", "_")
        self._set = 0

    def load(self, prepared: Prepared, progress: Progress) -> None:
        self.drop()
        names, done = prepared.names, 0
        for level in LEVELS:
            self._run(
                f"CREATE TABLE {self._prefix}{level} (key bigint, type text, facet text, negated bool, slot text, "
                f"low float8, high float8, vector vector({prepared.vectors.dimensions}))"
            )
            with self._connection.cursor().copy(f"COPY {self._prefix}{level} FROM STDIN") as copy:
                for rows in prepared.rows(level).chunks(ROWS):
                    written = {
                        text: json.dumps(prepared.vectors.codes[text].tolist(), separators=(",", ":"))
                        for text in np.unique(rows.text).tolist()
                    }
                    lines, keys = [], prepared.keys(rows).tolist()
                    for i in range(len(rows)):
                        low, high = (rows.low[i], rows.high[i]) if rows.slot[i] else (r"\N", r"\N")
                        lines.append(
                            f"{keys[i]}\t{names['type'][rows.type[i]]}\t{names['facet'][rows.facet[i]]}\t"
                            f"{'t' if rows.negated[i] else 'f'}\t{names['slot'][rows.slot[i]]}\t{low}\t{high}\t"
                            f"{written[int(rows.text[i])]}\n"
                        )
                    copy.write("".join(lines))
                    done += len(rows)
                    progress(f"{self.name}: loading", done, prepared.sizes.rows)

    def index(self, prepared: Prepared, progress: Progress) -> None:
        self._run(f"SET max_parallel_maintenance_workers = {os.cpu_count() or 1}")
        for number, level in enumerate(LEVELS):
            table = f"{self._prefix}{level}"
            graph_mb = len(prepared.rows(level)) * (4 * prepared.vectors.dimensions + GRAPH_BYTES) // 10**6
            self._run(f"SET maintenance_work_mem = '{min(MOST_MB, 64 + graph_mb)}MB'")
            self._run(
                f"CREATE INDEX ON {table} USING hnsw (vector vector_cosine_ops) "
                f"WITH (m = {M}, ef_construction = {EF_CONSTRUCTION})"
            )
            self._run(f"CREATE INDEX ON {table} (type, facet, slot)")
            self._run(f"ANALYZE {table}")
            progress(f"{self.name}: indexing", number + 1, len(LEVELS))

    def nearest(self, wanted: Sequence[Wanted], reach: Reach) -> Sequence[Nearest]:
        return [self._wish(wish, reach) for wish in wanted]

    def _wish(self, wish: Wanted, reach: Reach) -> Nearest:
        ef = min(MOST_EF, reach.candidates[wish.level])
        if ef != self._set:
            self._run(f"SET hnsw.ef_search = {ef}")
            self._run("SET hnsw.iterative_scan = strict_order")
            self._set = ef
        parts, values = condition(wish)
        vector = json.dumps(wish.codes.tolist())
        found = self._run(
            f"SELECT key, 1 - (vector <=> %s::vector) FROM {self._prefix}{wish.level} "
            f"WHERE {' AND '.join(parts)} ORDER BY vector <=> %s::vector LIMIT {reach.k[wish.level]}",
            (vector, *values, vector),
        ).fetchall()
        return Nearest.of([row[0] for row in found], [row[1] for row in found])

    def size(self) -> int:
        tables = [f"{self._prefix}{level}" for level in LEVELS]
        found = self._run(
            "SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(%s::text[]) AS name", (tables,)
        )
        return int(found.fetchone()[0])

    def drop(self) -> None:
        for level in LEVELS:
            self._run(f"DROP TABLE IF EXISTS {self._prefix}{level}")

    def close(self) -> None:
        self._connection.close()

    def _run(self, statement: str, values: Sequence[Any] | None = None) -> Any:
        return self._connection.execute(statement, values)


def condition(wish: Wanted) -> tuple[list[str], list[Any]]:
    """Returns a wish's filter as SQL, and the values of its placeholders."""
    parts, values = ["type = %s", "negated = %s"], list[Any]([wish.type, wish.negated])
    if wish.facet is not None:
        parts.append("facet = %s")
        values.append(wish.facet)
    if wish.slot is not None:
        parts.append("slot = %s")
        values.append(wish.slot)
        if math.isfinite(wish.high):
            parts.append("low <= %s")
            values.append(wish.high)
        if math.isfinite(wish.low):
            parts.append("high >= %s")
            values.append(wish.low)
    return parts, values
