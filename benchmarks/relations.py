"""How long a walk along relations takes: `python -m benchmarks.relations`.

Entities are linked to others at random, with a quote each, in a SQLite file. A walk from one of them over three links
visits about a thousand others where each has ten relations.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.timing import Stopwatch
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.hierarchy import Entity, Hierarchy
from claimtree.model.phrases import Batch, IndexedEntity, Vectors
from claimtree.model.relations import Direction, Relation, RelationKind, RelationName, relation_query
from claimtree.ports import StoreIdentity
from claimtree.process_memory import collect_garbage_rarely
from claimtree.stores.sqlite import SqliteStore

IDENTITY = StoreIdentity(pack="bench", pack_version=1, embedder="bench", dimensions=4)
BOOK = LevelName("book")
TREE = Hierarchy(levels=(BOOK,), answers=BOOK)
CITES = RelationName("cites")
KINDS = {CITES: RelationKind(name=CITES, about="names as a source")}
AT_ONCE = 2_000
MOST = 100_000


def id_of(number: int) -> EntityId:
    return EntityId(f"book-{number:07}")


def books(count: int, relations: int, *, seed: int) -> Iterator[IndexedEntity]:
    """Entities, each linked to others at random."""
    rng = random.Random(seed)
    for number in range(count):
        others = ((number + rng.randrange(1, count)) % count for _ in range(relations))
        cited = tuple(
            Relation(kind=CITES, to=id_of(other), quote=f"Register {other}, page {at}", source="catalogue")
            for at, other in enumerate(others)
        )
        yield IndexedEntity(entity=Entity(id=id_of(number), level=BOOK, title=f"Book {number}", relations=cited))


def fill(store: SqliteStore, count: int, relations: int, *, seed: int) -> None:
    waiting: list[IndexedEntity] = []
    for item in books(count, relations, seed=seed):
        waiting.append(item)
        if len(waiting) == AT_ONCE or item.entity.id == id_of(count - 1):
            store.put(Batch(entities=tuple(waiting), vectors=Vectors.empty(IDENTITY.dimensions)))
            waiting = []


def measure(store: SqliteStore, count: int, *, depth: int, walks: int, seed: int) -> dict[str, object]:
    """Latencies in milliseconds of walks from random entities, by direction, and how many each visits on average."""
    found: dict[str, object] = {}
    for direction in (Direction.OUT, Direction.IN):
        rng, watch, visits = random.Random(seed), Stopwatch(), 0
        query = relation_query(KINDS, None, direction)
        for _ in range(walks):
            start = id_of(rng.randrange(count))
            with watch.lap("walk"):
                walked = store.walk([start], query, depth=depth, limit=MOST)
            visits += len(walked.visits)
        found[direction] = {**asdict(watch.latency("walk")), "visits": visits / walks}
    return found


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    for name, usual in (("entities", 100_000), ("relations", 10), ("depth", 3), ("walks", 100), ("seed", 0)):
        asked.add_argument(f"--{name}", type=int, default=usual)
    given = asked.parse_args()
    collect_garbage_rarely()
    with TemporaryDirectory() as folder, closing(SqliteStore(Path(folder) / "bench.db", IDENTITY, TREE)) as store:
        watch = Stopwatch()
        with watch.lap("fill"):
            fill(store, given.entities, given.relations, seed=given.seed)
        measured = measure(store, given.entities, depth=given.depth, walks=given.walks, seed=given.seed)
        figures = {**vars(given), "fill_ms": watch.wall["fill"][0], "bytes": store.info().bytes, **measured}
        sys.stdout.write(json.dumps(figures) + "\n")


if __name__ == "__main__":
    main()
