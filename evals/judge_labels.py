"""Listings that were read and labelled one by one: twelve wishes each, met, refuted or unknown, and the words for it.

`golden/judge-demo.jsonl` is about the packs' own demo homes and quotes the words. The other two are about Airbnb
listings: their texts are not ours to ship, so they come with the data, and the labels say where the words stand. A
check sum tells a text that was changed since, and its listing is left out.

Only name, description and neighborhood overview were read for the labels, and only these are indexed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from claimtree.calibration.data_rows import Row
from claimtree.calibration.halves import Half, half_of
from claimtree.model.answers import Verdict
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Source
from claimtree.settings import DEFAULT_PACK
from evals.golden_file import SHIPPED

DEMO = "demo"
SETS = (DEMO, "boston", "jersey")
COLUMNS = ("name", "description", "neighborhood_overview")
_AIRBNB = "airbnb"
_HOME, _AREA = LevelName("apartment"), LevelName("neighborhood")
_APART = "\n\n"
_DIGITS = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What somebody who read the listing says of one wish."""

    wish: str
    verdict: Verdict
    words: str = ""
    """Those of the listing that say so; empty for unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledListing:
    """One home and what it is known to be."""

    set: str
    pack: str
    id: EntityId
    key: str
    """Listings of one key fall into the same half: hosts write one text for many homes."""
    labels: tuple[Label, ...]
    documents: tuple[Document, ...] = ()
    """What it is indexed from; none for a demo home, which comes with its pack."""

    @property
    def half(self) -> Half:
        return half_of(self.key)


def is_text(row: Row) -> bool:
    return {"id", *COLUMNS} <= row.keys()


def labelled(texts: Iterable[Row], folder: Path = SHIPPED) -> tuple[list[LabelledListing], list[str]]:
    """The labelled listings whose texts are there, and why the others are not."""
    by_id = {str(row["id"]): row for row in texts}
    found: list[LabelledListing] = []
    skipped: list[str] = []
    for name in SETS:
        file = folder / f"judge-{name}.jsonl"
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        if name != DEMO and not any(str(row["id"]) in by_id for row in rows):
            skipped.append(f"{len(rows)} labelled listings of {name}: their texts come with --data, and are not there")
            continue
        for row in rows:
            listing = _demo(row) if name == DEMO else _airbnb(name, row, by_id)
            if isinstance(listing, str):
                skipped.append(f"{name} {row['id']}: {listing}")
            else:
                found.append(listing)
    return found, skipped


def _demo(row: Row) -> LabelledListing:
    labels = tuple(
        Label(wish=one["wish"], verdict=Verdict(one["verdict"]), words=one["words"]) for one in row["wishes"]
    )
    return LabelledListing(
        set=DEMO, pack=row["pack"], id=EntityId(row["id"]), key=f"{row['pack']} {row['id']}", labels=labels
    )


def _airbnb(name: str, row: Row, by_id: Mapping[str, Row]) -> LabelledListing | str:
    """The listing with its text, or why it cannot be had."""
    said = by_id.get(str(row["id"]))
    if said is None:
        return "its text is not in the data"
    columns = {column: str(said[column] or "") for column in COLUMNS}
    if check_sum(columns.values()) != row["sha"]:
        return "its text is not the one that was labelled"
    labels: list[Label] = []
    for one in row["wishes"]:
        column, start, end = one["at"] or (COLUMNS[0], 0, 0)
        words = columns[column][start:end]
        labels.append(Label(wish=one["wish"], verdict=Verdict(one["verdict"]), words=words))
    id = EntityId(str(row["id"]))
    return LabelledListing(
        set=name,
        pack=DEFAULT_PACK,
        id=id,
        key=columns["description"],
        labels=tuple(labels),
        documents=tuple(documents_of(id, columns)),
    )


def check_sum(texts: Iterable[str]) -> str:
    return hashlib.sha256(_APART.join(texts).encode()).hexdigest()[:_DIGITS]


def documents_of(id: EntityId, columns: Mapping[str, str]) -> Sequence[Document]:
    """An Airbnb listing as its owner would index it: a home, and the area that the host tells of.

    A host's name for a place is half a sentence ("Sunny 1BR by the park"), which guests read first: it is a title, and
    text too.
    """
    name, description, around = (columns[column] for column in COLUMNS)
    area = EntityId(f"{id} area")
    home = Document(
        id=id,
        level=_HOME,
        parent=area if around.strip() else None,
        title=name,
        source=Source(name=_AIRBNB, text=_APART.join(text for text in (name, description) if text)),
    )
    if not around.strip():
        return (home,)
    return (Document(id=area, level=_AREA, source=Source(name=_AIRBNB, text=around)), home)
