"""Writes a corpus to disk, once for all engines: every claim as a row, every distinct text
embedded.

No engine is charged for generating, reading or embedding. A row is what the per-claim method stores
of a claim: its owner, its type and facet, whether it is negated, its amount, and its text. What a
claim implies is a separate row, as in the method; what it excludes is a negated row.
"""

from __future__ import annotations

import json
import math
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.generator import AREA_LEVEL, HOME_LEVEL, ROOM_LEVEL, phrases_of
from benchmarks.measure import Progress
from benchmarks.race.corpus import Corpus, Implied
from benchmarks.race.wishes import Tally
from claimtree.model.amounts import Amount
from claimtree.model.claims import Claim, EntityId, LevelName
from claimtree.model.phrases import Batch, Edge, IndexedEntity, Phrase, PhraseId, Vectors

LEVELS = (AREA_LEVEL, HOME_LEVEL, ROOM_LEVEL)
FAR = 1e18
"""Replaces an open end: not every engine stores infinities."""

Array = NDArray[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """The size of a corpus."""

    homes: int
    areas: int
    entities: int
    claims: int
    rows: int
    """Claims and what they imply."""
    phrases: int
    texts: int


@dataclass(frozen=True, eq=False, kw_only=True)
class Rows:
    """Claims of one level, one array per column; `text` is a row of the vectors, `owner` the number
    of a home or area."""

    owner: Array
    text: Array
    type: Array
    facet: Array
    negated: Array
    slot: Array
    low: Array
    high: Array

    def __len__(self) -> int:
        return len(self.owner)

    def chunks(self, size: int) -> Iterator[Rows]:
        for first in range(0, len(self), size):
            piece = slice(first, first + size)
            yield Rows(**{name: getattr(self, name)[piece] for name in _COLUMNS})


_COLUMNS: Mapping[str, str] = {
    "owner": "i", "text": "i", "type": "h", "facet": "h", "negated": "b", "slot": "h", "low": "d", "high": "d",
}  # fmt: skip
"""Columns with their type codes, which `array` and numpy share."""


class Prepared:
    """Reads a prepared corpus: what engines load, and what is needed to build an answer."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        stored = json.loads((folder / "corpus.json").read_text(encoding="utf-8"))
        self.sizes = Sizes(**stored["sizes"])
        self.names: dict[str, list[str]] = stored["names"]
        """Names of types, facets and slots, by their number in a row."""

    def rows(self, level: LevelName) -> Rows:
        with np.load(self.folder / f"rows-{level}.npz") as saved:
            return Rows(**{name: saved[name] for name in _COLUMNS})

    @cached_property
    def vectors(self) -> Vectors:
        with np.load(self.folder / "vectors.npz") as saved:
            return Vectors(codes=saved["codes"], scales=saved["scales"])

    def floats(self, texts: Array) -> NDArray[np.float32]:
        """Returns unit vectors of texts, a row each."""
        codes: NDArray[np.float32] = self.vectors.codes[texts].astype(np.float32)
        return codes * self.vectors.scales[texts, None]

    def keys(self, rows: Rows) -> NDArray[np.int64]:
        """Combines owner and text of a row in one number, which an engine returns for it."""
        return rows.owner.astype(np.int64) * self.sizes.texts + rows.text

    def records(self, rows: Rows) -> list[dict[str, Any]]:
        """Returns rows as an engine stores them, without vectors; amount fields only for claims
        with an amount."""
        names, found, keys = self.names, list[dict[str, Any]](), self.keys(rows).tolist()
        for i in range(len(rows)):
            row: dict[str, Any] = {
                "key": keys[i],
                "type": names["type"][rows.type[i]],
                "facet": names["facet"][rows.facet[i]],
                "negated": bool(rows.negated[i]),
            }
            if rows.slot[i]:
                row |= {"slot": names["slot"][rows.slot[i]], "low": float(rows.low[i]), "high": float(rows.high[i])}
            found.append(row)
        return found

    @cached_property
    def texts(self) -> Mapping[str, int]:
        with (self.folder / "texts.json").open(encoding="utf-8") as file:
            return {text: row for row, text in enumerate(json.load(file))}

    @cached_property
    def area_of(self) -> NDArray[np.int32]:
        """The number of each home's area; -1 if it has none."""
        with np.load(self.folder / "homes.npz") as saved:
            found: NDArray[np.int32] = saved["area"]
        return found

    @cached_property
    def home_ids(self) -> Sequence[str]:
        return (self.folder / "homes.txt").read_text(encoding="utf-8").splitlines()

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each home, by its id."""
        return {id: number for number, id in enumerate(self.home_ids)}

    def batches(self, corpus: Corpus) -> Iterator[Batch]:
        """Yields the batches for our stores, each phrase with the first batch that contains it."""
        implied, known = corpus.implied(), set[PhraseId]()
        for block in _joined(corpus.entities()):
            fresh: dict[PhraseId, Phrase] = {}
            edges: list[Edge] = []
            for phrase in phrases_of(block):
                if phrase.id not in known and phrase.id not in fresh:
                    fresh[phrase.id] = phrase
                    more = implied.get(phrase.id, _NOTHING)
                    edges += more.edges
                    fresh |= {one.id: one for one in more.phrases if one.id not in known}
            known |= fresh.keys()
            vectors = self.vectors.take([self.texts[phrase.pattern] for phrase in fresh.values()])
            yield Batch(entities=block, phrases=tuple(fresh.values()), vectors=vectors, edges=tuple(edges))


_NOTHING = Implied()
_AT_ONCE = 16_000
"""Entities per batch: large, so that the fixed cost per batch does not dominate the measurement."""


def _joined(blocks: Iterable[tuple[IndexedEntity, ...]]) -> Iterator[tuple[IndexedEntity, ...]]:
    waiting: list[IndexedEntity] = []
    for block in blocks:
        waiting += block
        if len(waiting) >= _AT_ONCE:
            yield tuple(waiting)
            waiting = []
    if waiting:
        yield tuple(waiting)


def phrase_text(pattern: str, *, negated: bool) -> str:
    """Returns a claim as one text, as the per-claim method embeds it."""
    return f"no {pattern}" if negated else pattern


def slot_of(amount: Amount) -> str:
    """Returns what an amount measures, as a key."""
    return f"{amount.kind} {amount.unit} {amount.noun}"


def prepare(corpus: Corpus, folder: Path, tally: Tally, progress: Progress, homes: int) -> Sizes:
    """Streams the corpus once, writes it, and counts its claims; `corpus.json`, written last, marks
    it complete."""
    writer = _Writer(corpus.implied())
    for block in corpus.entities():
        for item, phrases in zip(block, _by_entity(block), strict=True):
            entity = item.entity
            writer.entity(entity.id, entity.level, entity.parent)
            for claim, phrase in zip(item.claims, phrases, strict=True):
                writer.claim(entity.level, str(entity.facet or ""), claim, phrase)
                tally.add(entity.facet, claim, phrase)
        progress(f"laying out {homes:,} homes", len(writer.homes), homes)
    texts = list(writer.texts)
    parts = []
    for first in range(0, len(texts), 4_096):
        parts.append(corpus.embedder.embed(texts[first : first + 4_096]))
        progress("embedding every text once", min(len(texts), first + 4_096), len(texts))
    return writer.write(folder, Vectors.concatenate(parts))


def _by_entity(block: Sequence[Any]) -> Iterator[list[Phrase]]:
    phrases = phrases_of(block)
    for item in block:
        yield [next(phrases) for _ in item.claims]


class _Writer:
    """Collects rows as they are streamed."""

    def __init__(self, implied: Mapping[PhraseId, Implied]) -> None:
        self._implied = implied
        self._columns: dict[LevelName, dict[str, array[Any]]] = {
            level: {name: array(code) for name, code in _COLUMNS.items()} for level in LEVELS
        }
        self._numbers: dict[str, dict[str, int]] = {"type": {}, "facet": {"": 0}, "slot": {"": 0}}
        self.texts: dict[str, int] = {}
        self.homes: list[str] = []
        self._areas: dict[EntityId, int] = {}
        self._area_of: list[int] = []
        self._phrases: set[PhraseId] = set()
        self._counts: Counter[str] = Counter()

    def entity(self, id: EntityId, level: LevelName, parent: EntityId | None) -> None:
        self._counts["entities"] += 1
        if level == AREA_LEVEL:
            self._areas[id] = len(self._areas)
        elif level == HOME_LEVEL:
            self.homes.append(id)
            self._area_of.append(-1 if parent is None else self._areas.get(parent, -1))
        # A block has each home before its rooms, so the last home is a room's own.
        self._owner = self._areas[id] if level == AREA_LEVEL else len(self.homes) - 1

    def claim(self, level: LevelName, facet: str, claim: Claim, phrase: Phrase) -> None:
        self._counts["claims"] += 1
        self._phrases.add(phrase.id)
        amount = claim.amounts[0] if claim.amounts else None
        self._row(level, facet, phrase, phrase.negated, amount)
        more = self._implied.get(phrase.id, _NOTHING)
        for edge, derived in zip(more.edges, more.phrases, strict=True):
            self._phrases.add(derived.id)
            self._row(level, facet, derived, derived.negated != edge.excludes, None)

    def _row(self, level: LevelName, facet: str, phrase: Phrase, negated: bool, amount: Amount | None) -> None:
        self._counts["rows"] += 1
        # Our own store embeds the pattern, the per-claim method the whole claim.
        self.texts.setdefault(phrase.pattern, len(self.texts))
        columns = self._columns[level]
        columns["owner"].append(self._owner)
        text = phrase_text(phrase.pattern, negated=negated)
        columns["text"].append(self.texts.setdefault(text, len(self.texts)))
        for name, value in (
            ("type", str(phrase.type)),
            ("facet", facet),
            ("slot", slot_of(amount) if amount is not None else ""),
        ):
            known = self._numbers[name]
            columns[name].append(known.setdefault(value, len(known)))
        columns["negated"].append(negated)
        columns["low"].append(max(amount.low, -FAR) if amount is not None else math.nan)
        columns["high"].append(min(amount.high, FAR) if amount is not None else math.nan)

    def write(self, folder: Path, vectors: Vectors) -> Sizes:
        for level, columns in self._columns.items():
            arrays: dict[str, Any] = {name: np.array(columns[name], code) for name, code in _COLUMNS.items()}
            np.savez(folder / f"rows-{level}.npz", **arrays)
        np.savez(folder / "vectors.npz", codes=vectors.codes, scales=vectors.scales)
        np.savez(folder / "homes.npz", area=np.array(self._area_of, np.int32))
        (folder / "homes.txt").write_text("\n".join(self.homes), encoding="utf-8")
        (folder / "texts.json").write_text(json.dumps(list(self.texts)), encoding="utf-8")
        sizes = Sizes(
            homes=len(self.homes),
            areas=len(self._areas),
            entities=self._counts["entities"],
            claims=self._counts["claims"],
            rows=self._counts["rows"],
            phrases=len(self._phrases),
            texts=len(self.texts),
        )
        names = {name: list(known) for name, known in self._numbers.items()}
        summary = json.dumps({"sizes": asdict(sizes), "names": names})
        (folder / "corpus.json").write_text(summary, encoding="utf-8")
        return sizes
