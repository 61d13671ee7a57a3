"""Hand-labelled listings: twelve wishes each, labelled met, refuted or unknown, with the words that
decide.

`golden/judge-demo.jsonl` is about the packs' own demo homes and quotes the words. The other two
files are about Airbnb listings, whose texts may not be shipped: the texts come with the data, and a
label holds the position of its words. A checksum detects a text that has changed since; its listing
is left out.

The labels are based on name, description and neighborhood overview only, so only these are indexed.
"""

from __future__ import annotations

import hashlib
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
from evals import json_lines
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
    """The verdict of a person who read the listing on one wish."""

    wish: str
    verdict: Verdict
    words: str = ""
    """The words of the listing that decide; empty for unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledListing:
    """One home and the labels of its wishes."""

    set: str
    pack: str
    id: EntityId
    key: str
    """Listings with the same key fall into the same half: hosts use one text for several homes."""
    labels: tuple[Label, ...]
    documents: tuple[Document, ...] = ()
    """The documents it is indexed from; empty for a demo home, which comes with its pack."""

    @property
    def half(self) -> Half:
        return half_of(self.key)


def is_text(row: Row) -> bool:
    return {"id", *COLUMNS} <= row.keys()


def labelled(texts: Iterable[Row], folder: Path = SHIPPED) -> tuple[list[LabelledListing], list[str]]:
    """Returns the labelled listings whose texts are available, and why the others were skipped."""
    by_id = {str(row["id"]): row for row in texts}
    found: list[LabelledListing] = []
    skipped: list[str] = []
    for name in SETS:
        file = folder / f"judge-{name}.jsonl"
        rows = [row for _, row in json_lines.rows(file)]
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
    """Returns the listing with its text, or the reason why it is unavailable."""
    listing = by_id.get(str(row["id"]))
    if listing is None:
        return "its text is not in the data"
    columns = {column: str(listing[column] or "") for column in COLUMNS}
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
    """Returns an Airbnb listing as documents: a home, and the area that the host describes.

    The name that a host gives a place is half a sentence ("Sunny 1BR by the park") and the first
    thing guests read, so it is indexed both as title and as text.
    """
    name, description, overview = (columns[column] for column in COLUMNS)
    area = EntityId(f"{id} area")
    home = Document(
        id=id,
        level=_HOME,
        parent=area if overview.strip() else None,
        title=name,
        source=Source(name=_AIRBNB, text=_APART.join(text for text in (name, description) if text)),
    )
    if not overview.strip():
        return (home,)
    return (Document(id=area, level=_AREA, source=Source(name=_AIRBNB, text=overview)), home)
