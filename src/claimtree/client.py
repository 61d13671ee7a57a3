"""The simplest Python interface: `claimtree.open("homes.db", pack="rentals")` and its methods.

import claimtree

with claimtree.open("demo.db", pack="rentals") as ct:
    for hit in ct.search("quiet two-bedroom under $4,000").hits:
        print(hit.title, hit.met)
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from claimtree.errors import UnknownName
from claimtree.model.answers import Answer, Explanation
from claimtree.model.claim_edits import Edit
from claimtree.model.claims import EntityId
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity
from claimtree.model.questions import Question, parse_question
from claimtree.ports import QueryReading, StoreInfo
from claimtree.settings import load_settings
from claimtree.workspace import Workspace

if TYPE_CHECKING:
    from claimtree.indexing import IndexReport


class Claimtree:
    """One pack and its store. Close it, or use it in a `with`."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def __enter__(self) -> Claimtree:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pack(self) -> Pack:
        """The pack: levels, claim types, vocabulary."""
        return self.workspace.pack

    def read(self, text: str) -> QueryReading:
        """The claims in a sentence: what is wanted, how firmly, and the words that say so."""
        return self.workspace.reader.read_query(text)

    def search(
        self,
        text: str,
        *,
        limit: int = 10,
        offset: int = 0,
        after: str = "",
        edits: str | Iterable[str | Edit] = (),
        strict: bool = False,
        weights: Mapping[str, float] | None = None,
    ) -> Answer:
        """Every entity that fits, best first, with a verdict and deciding quotes for each claim.

        `edits` change claims of the sentence ("drop:c3", "must:c1"; see `model.claim_edits`),
        `weights` set how much each level counts, `strict` leaves out entities that say nothing
        about a required claim. `after` is the `cursor` of the previous page.
        """
        question = _question(text, edits=edits, strict=strict, weights=weights)
        return self.workspace.searcher.search(question, limit=limit, offset=offset, after=after)

    def explain(
        self,
        id: str,
        text: str,
        *,
        edits: str | Iterable[str | Edit] = (),
        strict: bool = False,
        weights: Mapping[str, float] | None = None,
    ) -> Explanation:
        """Why an entity has its rank, or why it is missing."""
        question = _question(text, edits=edits, strict=strict, weights=weights)
        return self.workspace.engine.explain(EntityId(id), question)

    def get(self, id: str) -> IndexedEntity:
        """One entity with all its claims."""
        found = self.workspace.store.get([EntityId(id)])
        if not found:
            raise UnknownName(f"no entity {id!r} in the store", hint="Check the id: a search shows them.")
        return found[0]

    def index(
        self, files: str | Path | Sequence[str | Path], *, columns: Mapping[str, str] | None = None
    ) -> IndexReport:
        """Read files or folders into the store; unchanged listings are skipped.

        They are read by the source that the pack names, by default as listings (JSON Lines, CSV).

        `columns` maps columns to fields, `{"name": "title", "sqft": "area_m2:sqft"}`; the mapping
        is remembered for the store. The report's `columns` says how each was used.
        """
        # Imported here, so that a search does not wait for it.
        from claimtree.column_mappings import Resume, index_mapped
        from claimtree.sources.read import read_files

        listed = [files] if isinstance(files, str | Path) else list(files)
        store = self.workspace.store_to_write()
        return index_mapped(
            self.workspace.indexer(store, in_processes=True),
            lambda rules, after: read_files(listed, self.pack, columns=rules, after=after),
            home=self.workspace.settings.home,
            given=[f"{column}={to}" for column, to in (columns or {}).items()],
            resume=Resume(store=store, paths=listed),
        )

    def info(self) -> StoreInfo:
        """Counts and properties of the store."""
        return self.workspace.store.info()

    def close(self) -> None:
        """Close the store and everything else that was opened."""
        self.workspace.__exit__(None, None, None)


def open(
    store: str | os.PathLike[str] | None = None,
    *,
    pack: str | None = None,
    embedder: str | None = None,
    source: str | None = None,
) -> Claimtree:
    """Open a store by its address: a file, `elasticsearch://HOST:PORT/PREFIX`, `memory:`.

    Without an address, it is the one that the command line would use. A missing file is created
    when something is indexed. `source` is the address of a structured source that searches ask as well.
    """
    given = os.fspath(store) if store is not None else None
    flags = {"store": given, "pack": pack, "embedder": embedder, "source": source}
    return Claimtree(Workspace(load_settings(flags)))


def _question(
    text: str, *, edits: str | Iterable[str | Edit], strict: bool, weights: Mapping[str, float] | None
) -> Question:
    # A single edit may be passed without a list.
    listed = [edits] if isinstance(edits, str) else [str(edit) for edit in edits]
    return parse_question(text, edits=listed, strict=strict, weights=weights)
