"""Random damage to a store's file, and what the store says afterwards, compared with what it said before.

A damage is drawn from a seed, so that one that was survived badly can be made again. What a damaged store says is an
answer, one of our errors, or a crash: an answer has to be the one that the sound store gave.
"""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from claimtree import serialization
from claimtree.errors import ClaimtreeError, StoreError
from claimtree.indexing.load_places import load_places
from claimtree.model.claims import EntityId
from claimtree.model.documents import Document
from claimtree.model.phrases import Partition, PhraseId
from claimtree.model.precomputed import EDGE, PrecomputedEdges
from claimtree.models.hashed import HashedEmbedder
from claimtree.moving.copying import copy_store
from claimtree.packs.find import pack_folder
from claimtree.ports import Embedder, QueryReading, Reader
from claimtree.settings import load_settings
from claimtree.sources.place_files import read_places
from claimtree.sources.read import read_files
from claimtree.stores.sqlite import SqliteStore
from claimtree.workspace import Workspace

QUESTIONS = (
    "quiet two-bedroom under $4,000 near the subway, doorman or elevator",
    "pets allowed, in Williamsburg, a bright kitchen with a dishwasher",
    "no broker fee, laundry in the building, over 700 sq ft, within 500 m of a park and not on the ground floor",
)
DEMO = pack_folder("rentals") / "demo"
PAGE = 4096


class Remembering:
    """An embedder that is asked for each text once: hundreds of stores are asked the same."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self._known: dict[tuple[str, ...], Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def embed(self, texts: Any) -> Any:
        key = tuple(texts)
        if key not in self._known:
            self._known[key] = self._inner.embed(texts)
        return self._known[key]


class Rereading:
    """A reader that has read each question of the sound store. That takes longest, and what it asks of a store is asked
    here without it."""

    def __init__(self, inner: Reader) -> None:
        self._read = {text: inner.read_query(text) for text in QUESTIONS}

    def read_query(self, text: str) -> QueryReading:
        return self._read[text]


@dataclass
class Sound:
    """A store as it was made, the answers that it gives, and how it is opened."""

    path: Path
    home: Path
    embedder: Any
    shared: dict[str, Any] = field(default_factory=dict)
    wishes: tuple[str, ...] = ()
    """What was foreseen. Kept here, as a pack knows its own: a damaged store cannot be asked what to ask it for."""
    answers: dict[str, object] = field(default_factory=dict)

    def workspace(self, path: Path) -> Workspace:
        settings = load_settings(
            {"store": str(path), "embedder": self.embedder.name}, {"CLAIMTREE_HOME": str(self.home)}
        )
        workspace = Workspace(settings)
        # Made once: they know nothing of the store.
        workspace.__dict__.update(self.shared)
        return workspace


def make(folder: Path, embedder: Embedder | None = None, *, homes: int = 10) -> Sound:
    """A store with prose, rooms, neighbourhoods, places, what is near, and edges that were foreseen: written in several
    batches, with some homes replaced and some removed, so that nothing that a store may hold is missing."""
    sound = Sound(folder / "sound.db", folder / "home", Remembering(embedder or HashedEmbedder(384)))
    sound.home.mkdir(parents=True, exist_ok=True)
    first = sound.workspace(sound.path)
    sound.shared = {"embedder": sound.embedder, "pack": first.pack, "own_pack": first.own_pack}
    with sound.workspace(sound.path) as workspace:
        store = workspace.store_to_write()
        assert isinstance(store, SqliteStore)
        files = [DEMO / "neighborhoods.jsonl", DEMO / "homes.jsonl"]
        documents = [item for item in read_files(files, workspace.pack) if isinstance(item, Document)][: 14 + homes]
        _load_places(workspace, store)
        indexer = workspace.indexer(store)
        for start in range(0, len(documents), 10):
            indexer.index(documents[start : start + 10])
            if start == 20:
                store.compact()  # so that some postings are folded and some are not
        changed = [item for item in documents if item.level == "apartment"][:3]
        indexer.index([retold(item, "The bath was done up. Cats are fine.") for item in changed])
        store.remove([changed[-1].id])
        sound.wishes = tuple(wish.id for wish in workspace.precomputer.wishes) or _foresee(store)
        store.set_note("remark", "kept beside the data")
    with sound.workspace(sound.path) as workspace:
        sound.shared["reader"] = Rereading(workspace.reader)
    sound.answers = {name: ask() for name, ask in questions(sound, sound.path)}
    return sound


def _load_places(workspace: Workspace, store: SqliteStore) -> None:
    """Some of the demo's: of every kind, points and areas."""
    spec = workspace.pack.places
    assert spec is not None
    found = list(read_places([DEMO.parent / name for name in spec.demo], spec))
    load_places([*found[:40], *found[40::9]], store, workspace.pack)


def retold(document: Document, more: str) -> Document:
    """The same with a sentence more."""
    source = document.source
    return replace(document, source=replace(source, text=f"{source.text} {more}"))


def _foresee(store: SqliteStore) -> tuple[str, ...]:
    """Keep edges as a judge would have them, for an embedder that is none, and return their wishes."""
    wishes = tuple(f"wish {number}" for number in range(12))

    def judge(partition: Partition, missing: frozenset[str]) -> PrecomputedEdges:
        asked = [wish for wish in wishes if wish in missing]
        ids = partition.columns.ids
        edges = np.zeros(len(ids), EDGE)
        edges["phrase"], edges["wish"] = ids, np.arange(len(ids)) % max(len(asked), 1)
        edges["chance"] = 0.5 + (ids % 40) / 100
        return PrecomputedEdges(wishes=asked, keys=[(partition.level, partition.type)], edges=edges)

    assert store.put_precomputed(wishes, judge) == len(wishes)
    return wishes


# What a store says


def questions(sound: Sound, path: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """Everything that a reader may ask, by name: searches together, as of a server, and the rest each by itself, as a
    process does."""
    with sound.workspace(path) as workspace:
        for text in QUESTIONS:
            yield f"search {text}", partial(searched, workspace, text)
    reads: dict[str, Callable[[SqliteStore], object]] = {**_READS, "foreseen": partial(_foreseen, sound.wishes)}
    for name, ask in reads.items():
        yield name, partial(_read, sound, path, ask)


def searched(workspace: Workspace, text: str) -> object:
    shape = serialization.answer(workspace.engine.search(text), took_ms=0.0)
    return json.loads(json.dumps(shape, default=str))


def _read(sound: Sound, path: Path, ask: Callable[[SqliteStore], object]) -> object:
    with sound.workspace(path) as workspace:
        store = workspace.store
        assert isinstance(store, SqliteStore)
        return ask(store)


def _info(store: SqliteStore) -> object:
    about = store.info()
    return about.identity, about.entities, about.claims, about.phrases, about.edges, about.places, store.generation()


def _entities(store: SqliteStore) -> object:
    levels = store.hierarchy.levels
    ids = [one.id for level in levels for one in store.scan(level)]
    positions = [(level, store.positions(level)[0], store.positions(level)[1].lats.tolist()) for level in levels]
    unknown = store.get([EntityId("nobody")]), store.digests([EntityId("nobody")])
    orphans = [store.orphans(level) for level in levels]
    return ids, store.get(ids), {id: store.children(id) for id in ids}, store.digests(ids), positions, orphans, unknown


def _vectors(store: SqliteStore) -> object:
    found = store.partitions(store.partition_keys())
    ids = [id for partition in found for id in partition.columns.ids.tolist()]
    codes = [(tuple(one.phrases), one.vectors.codes.tobytes(), one.vectors.scales.tobytes()) for one in found]
    return store.partition_keys(), ids, codes, store.edges(ids), store.known_phrases([*ids, PhraseId(1), PhraseId(2)])


def _foreseen(wishes: Sequence[str], store: SqliteStore) -> object:
    found = store.precomputed_edges([*wishes, "a wish that nobody foresaw"])
    return found.wishes, found.keys, found.edges.tobytes()


_READS: Mapping[str, Callable[[SqliteStore], object]] = {
    "info": _info,
    "entities": _entities,
    "vectors": _vectors,
    "places": lambda store: (store.places(), store.places_version(), store.measured_version()),
    "notes": lambda store: (store.note("remark"), store.note("nothing")),
}


def copied(sound: Sound, path: Path) -> object:
    """What a copy of the store holds."""
    target = path.with_name("copy.db")
    for file in target.parent.glob("copy.db*"):
        file.unlink()
    with sound.workspace(path) as workspace:
        hierarchy, identity = workspace.pack.hierarchy, workspace.identity
        with closing(SqliteStore(target, identity, hierarchy)) as made:
            report = copy_store(workspace.store, made, hierarchy)
            assert not report.problems
            return _entities(made), _vectors(made), made.places()


def indexed(sound: Sound, path: Path) -> object:
    """What a store holds after a document was added, one was changed and one was taken out."""
    with sound.workspace(path) as workspace:
        store = workspace.store_to_write()
        assert isinstance(store, SqliteStore)
        homes = [item for item in read_files([DEMO / "homes.jsonl"], workspace.pack) if isinstance(item, Document)]
        indexer = workspace.indexer(store)
        report = indexer.index([homes[40], retold(homes[1], "A roof deck.")])
        gone = store.remove([homes[4].id])
        about = report.indexed, report.unchanged, gone, _info(store), _entities(store)
    return about, [ask() for name, ask in questions(sound, path) if name.startswith("search")]


# Damage


Damage = Callable[[Path, random.Random], str]


def flip_bits(path: Path, chance: random.Random) -> str:
    whole = bytearray(path.read_bytes())
    places = [chance.randrange(8 * len(whole)) for _ in range(chance.choice((1, 1, 1, 2, 8)))]
    for place in places:
        whole[place // 8] ^= 1 << place % 8
    path.write_bytes(whole)
    return f"bits {places} flipped"


def overwrite_pages(path: Path, chance: random.Random) -> str:
    whole = bytearray(path.read_bytes())
    page, count = chance.randrange(len(whole) // PAGE), chance.choice((1, 1, 2, 4))
    whole[page * PAGE : (page + count) * PAGE] = chance.randbytes(min(count * PAGE, len(whole) - page * PAGE))
    path.write_bytes(whole)
    return f"{count} pages from {page} on overwritten"


def zero_a_range(path: Path, chance: random.Random) -> str:
    whole = bytearray(path.read_bytes())
    start, length = chance.randrange(len(whole)), chance.choice((1, 16, 512, PAGE, 5 * PAGE))
    end = min(start + length, len(whole))
    if not any(whole[start:end]):  # zeros over zeros are no damage
        return flip_bits(path, chance)
    whole[start:end] = bytes(end - start)
    path.write_bytes(whole)
    return f"{end - start} bytes from {start} on zeroed"


def truncate(path: Path, chance: random.Random) -> str:
    whole = path.read_bytes()
    keep = chance.randrange(len(whole))
    if chance.random() < 0.7:
        keep -= keep % PAGE
    path.write_bytes(whole[:keep])
    return f"cut to {keep} bytes"


def swap_pages(path: Path, chance: random.Random) -> str:
    whole = bytearray(path.read_bytes())
    one, other = chance.sample(range(len(whole) // PAGE), 2)
    here, there = slice(one * PAGE, (one + 1) * PAGE), slice(other * PAGE, (other + 1) * PAGE)
    whole[here], whole[there] = whole[there], whole[here]
    path.write_bytes(whole)
    return f"pages {one} and {other} swapped"


def copy_a_page(path: Path, chance: random.Random) -> str:
    """A write that went astray, or one that never came: a page holds what belongs elsewhere."""
    whole = bytearray(path.read_bytes())
    one, other = chance.sample(range(len(whole) // PAGE), 2)
    whole[one * PAGE : (one + 1) * PAGE] = whole[other * PAGE : (other + 1) * PAGE]
    path.write_bytes(whole)
    return f"page {one} overwritten with page {other}"


def change_a_value(path: Path, chance: random.Random) -> str:
    """A value of some row changed behind our back, with everything that SQLite keeps in step."""
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        tables = [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        filled = [name for name in tables if raw.execute(f"SELECT 1 FROM {name}").fetchone()]
        table = chance.choice(filled)
        columns = [row[1] for row in raw.execute(f"PRAGMA table_info({table})")] or ["name"]
        column = chance.choice(columns)
        (rows,) = raw.execute(f"SELECT count(*) FROM {table}").fetchone()
        at = chance.randrange(rows)
        (value,) = raw.execute(f"SELECT {column} FROM {table} LIMIT 1 OFFSET {at}").fetchone()
        keys = ", ".join(columns)
        changed = _changed(value, chance)
        try:
            raw.execute(
                f"UPDATE {table} SET {column} = ? WHERE ({keys}) IS (SELECT {keys} FROM {table} LIMIT 1 OFFSET {at})",
                (changed,),
            )
        except sqlite3.Error as error:
            return f"{table}.{column} row {at} could not be changed: {error}"
    return f"{table}.{column} row {at}: {value!r:.60} became {changed!r:.60}"


def _changed(value: Any, chance: random.Random) -> Any:
    if isinstance(value, bytes):
        if chance.random() < 0.3:
            return value[: chance.randrange(len(value) + 1)]
        place = chance.randrange(8 * len(value)) if value else 0
        return value[: place // 8] + bytes([value[place // 8] ^ 1 << place % 8]) + value[place // 8 + 1 :]
    if isinstance(value, str):
        place = chance.randrange(len(value)) if value else 0
        return chance.choice((value[:place], value[:place] + "x" + value[place + 1 :], None, 7, b"\xff"))
    if isinstance(value, int):
        return chance.choice((value ^ 1 << chance.randrange(20), -value - 1, None, value + 1, "many"))
    if isinstance(value, float):
        return chance.choice((value + 1, -value, value * 2 + 1, None, "far"))
    return chance.choice((0, 1, "x"))


def lose_a_row(path: Path, chance: random.Random) -> str:
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        tables = [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        filled = [name for name in tables if raw.execute(f"SELECT 1 FROM {name}").fetchone()]
        table = chance.choice(filled)
        (rows,) = raw.execute(f"SELECT count(*) FROM {table}").fetchone()
        columns = [row[1] for row in raw.execute(f"PRAGMA table_info({table})")]
        keys, at = ", ".join(columns), chance.randrange(rows)
        raw.execute(f"DELETE FROM {table} WHERE ({keys}) IS (SELECT {keys} FROM {table} LIMIT 1 OFFSET {at})")
    return f"{table} lost row {at}"


def damage_the_log(path: Path, chance: random.Random) -> str:
    """The store with the log that a killed process leaves, and a bit of the log changed."""
    log = path.with_name(path.name + "-wal")
    kept = path.with_name("kept")
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA wal_autocheckpoint = 0")
        # There and back, so that the log has much in several writes. After each the store says what it said, for a
        # log may lose its last writes unseen.
        for table, column in (("record", "digest"), ("landmark", "name"), ("phrase", "concept")):
            raw.execute("BEGIN")
            raw.execute(f"UPDATE {table} SET {column} = {column} || 'x'")
            raw.execute(f"UPDATE {table} SET {column} = substr({column}, 1, length({column}) - 1)")
            raw.execute("COMMIT")
        shutil.copyfile(log, kept)
        shutil.copyfile(path, path.with_name("file"))
    path.with_name("file").replace(path)
    kept.replace(log)
    return flip_bits(log, chance) if chance.random() < 0.7 else zero_a_range(log, chance)


KINDS: Mapping[str, Damage] = {
    "bits": flip_bits,
    "overwritten": overwrite_pages,
    "zeroed": zero_a_range,
    "truncated": truncate,
    "swapped": swap_pages,
    "astray": copy_a_page,
    "value": change_a_value,
    "row": lose_a_row,
    "log": damage_the_log,
}


@dataclass
class Outcome:
    """What became of one damage."""

    seed: int
    kind: str
    damage: str
    crashes: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    checked: tuple[str, ...] | None = None
    """What the check found; None where it crashed."""

    @property
    def unseen(self) -> bool:
        """The check calls a store sound that does not answer as it did."""
        return not self.checked and bool(self.wrong or self.refused)


def attempt(outcome: Outcome, name: str, ask: Callable[[], object], right: object) -> None:
    try:
        said = ask()
    except ClaimtreeError as error:
        outcome.refused[name] = str(error) if isinstance(error, StoreError) else f"{type(error).__name__}: {error}"
    except Exception as error:  # noqa: BLE001 - what must never happen is what is looked for
        outcome.crashes[name] = f"{type(error).__name__}: {error}"
    else:
        if said != right:
            outcome.wrong.append(name)


def damage_once(sound: Sound, folder: Path, seed: int, *, more: bool = False) -> Outcome:
    """Damage a copy as a seed says, and ask it everything. More: also whether it can be copied and written to."""
    chance = random.Random(seed)
    kind = chance.choice(list(KINDS))
    path = folder / "damaged.db"
    fresh(sound.path, path)
    outcome = Outcome(seed, kind, KINDS[kind](path, chance))
    spoilt = {file.name: file.read_bytes() for file in folder.glob("damaged.db*")}
    for name, ask in questions(sound, path):
        attempt(outcome, name, ask, sound.answers[name])
    try:
        outcome.checked = check(sound, path)
    except Exception as error:  # noqa: BLE001 - the same
        outcome.crashes["check"] = f"{type(error).__name__}: {error}"
    if more:
        attempt(outcome, "copy", lambda: copied(sound, path), sound.answers["copy"])
        fresh(sound.path, path)
        for name, content in spoilt.items():
            (folder / name).write_bytes(content)
        attempt(outcome, "index", lambda: indexed(sound, path), sound.answers["index"])
    return outcome


def check(sound: Sound, path: Path) -> tuple[str, ...]:
    """As `claimtree check` does it."""
    with sound.workspace(path) as workspace:
        try:
            return workspace.store.check()
        except StoreError as error:
            return (error.message,)


def fresh(source: Path, target: Path) -> Path:
    """A copy of a store's file, without what may be left beside a former one."""
    for file in target.parent.glob(target.name + "*"):
        file.unlink()
    shutil.copyfile(source, target)
    return target


def counted(outcomes: list[Outcome]) -> str:
    """One line for all of them."""
    of: Counter[str] = Counter()
    for one in outcomes:
        of["check crashed"] += "check" in one.crashes
        of["others crashed"] += any(name != "check" for name in one.crashes)
        of["wrong answers"] += bool(one.wrong)
        of["unseen by the check"] += one.unseen
        of["refused"] += bool(one.refused)
        of["sound"] += not (one.crashes or one.wrong or one.refused)
    return f"{len(outcomes)} damages: " + ", ".join(f"{what} {count}" for what, count in of.items())
