"""The real listings whose ticks and crosses are marked, their questions, and their stores.

The texts come with `--data`; `marked/` has our own part: where each corpus is found, how its
columns map, and twenty questions each. Each corpus has its own store, which is reused until
something that affects the reading of listings changes.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import claimtree
from claimtree.calibration.data_rows import read_rows
from claimtree.calibration.measures import Progress
from claimtree.engine import Engine
from claimtree.row_files import Cells, Row, is_known, plain_name
from claimtree.settings import Settings
from claimtree.sources.listings import read_records
from claimtree.workspace import Workspace
from evals.held_out import share

SHIPPED = Path(__file__).parent / "marked"
LISTINGS = 400
"""Default number of listings per corpus."""
_NOT_READING = {"cli", "api", "mcp", "web", "maps", "testing", "__pycache__"}
"""Folders of the package that cannot affect reading or judging."""
_BATCH = 20
"""Listings per transaction: few, so that the progress bar moves."""
_DIGITS = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Listings of one source, and the questions about them."""

    name: str
    title: str
    pack: str
    file: str
    """A pattern that its file under the data folder matches."""
    columns: Mapping[str, tuple[str, ...]]
    """The corpus's column → our columns."""
    questions: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """One listing in its original form, and as it is indexed."""

    id: str
    raw: Mapping[str, object]
    record: Row


def load_corpora(folder: Path = SHIPPED) -> tuple[Corpus, ...]:
    """Returns all corpora that have questions, in file order."""
    asked = _toml(folder / "questions.toml")
    return tuple(
        Corpus(
            name=name,
            title=spec["title"],
            pack=spec["pack"],
            file=spec["file"],
            columns={column: tuple(ours) for column, ours in spec["columns"].items()},
            questions=asked[name],
        )
        for name, spec in _toml(folder / "corpora.toml").items()
    )


def _toml(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def find_file(corpus: Corpus, data: Path) -> Path | None:
    """Returns the file of a corpus at or under a path; None if there is none."""
    if data.is_file():
        return data if data.match(corpus.file) else None
    return next((file for file in sorted(data.rglob(corpus.file)) if file.is_file() and is_known(file)), None)


def listings_of(corpus: Corpus, file: Path) -> list[Listing]:
    """Returns every listing of the file that has an id, without duplicates."""
    id_column = next((column for column, ours in corpus.columns.items() if "id" in ours), "id")
    found: dict[str, Listing] = {}
    for _, row in read_rows(file, lambda row: bool(row.get(id_column)), what=f"listings of {corpus.title}").found:
        id = str(row[id_column]).strip()
        found.setdefault(id, Listing(id=id, raw=row, record=_renamed(row, corpus.columns, is_table=_is_table(file))))
    return list(found.values())


def _is_table(file: Path) -> bool:
    return plain_name(file).suffix.lower() in (".csv", ".tsv")


def _renamed(row: Mapping[str, object], columns: Mapping[str, tuple[str, ...]], *, is_table: bool) -> Row:
    """Renames the columns to ours. The cells of a table are all text, and are read as such."""
    # A column that keeps its name must not hide what another one is renamed to.
    named = {column: value for column, value in row.items() if column not in columns}
    named |= {ours: row[column] for column in columns if column in row for ours in columns[column]}
    return Cells(named) if is_table else named


def sample(listings: Sequence[Listing], most: int, always: Iterable[str] = ()) -> list[Listing]:
    """Samples `most` listings by hash: a larger sample contains a smaller one. Keeps all of
    `always`."""
    ordered = sorted(listings, key=lambda listing: share(f"sample {listing.id}"))
    wanted = set(always)
    return [listing for place, listing in enumerate(ordered) if not most or place < most or listing.id in wanted]


@contextmanager
def opened(
    corpus: Corpus, listings: Sequence[Listing], *, folder: Path, embedder: str, progress: Progress
) -> Iterator[Engine]:
    """Yields an engine over these listings as a new user would have it: no place file, nothing
    taught."""
    ids = "\n".join(listing.id for listing in listings)
    made_of = _digest([reading_fingerprint(), embedder, repr(sorted(corpus.columns.items())), ids])
    file = folder / f"{corpus.name}-{made_of}.db"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"{corpus.name}-*.db*"):
        if not old.name.startswith(file.name):
            old.unlink()
    what, of = f"ticks: reading {corpus.name}", len(listings)
    with Workspace(Settings(home=folder, pack=corpus.pack, store=str(file), embedder=embedder)) as workspace:
        documents = read_records([listing.record for listing in listings], workspace.pack, source=corpus.name)
        indexer = workspace.indexer(workspace.store_to_write(), batch_size=_BATCH)
        indexer.index(documents, lambda done, total, message: progress(what, min(done, of), of))
        yield workspace.engine


@cache
def reading_fingerprint() -> str:
    """Returns a digest that changes whenever code, packs or models that may affect reading change.

    The reader's version does so only per release; between releases the files have to be hashed.
    """
    root = Path(claimtree.__file__).parent
    files = (file for file in sorted(root.rglob("*")) if not _NOT_READING & set(file.relative_to(root).parts))
    return _digest(
        f"{file.relative_to(root)} {hashlib.sha256(file.read_bytes()).hexdigest()}" for file in files if file.is_file()
    )


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:_DIGITS]
