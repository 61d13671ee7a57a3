"""The environment for judging labelled listings: packs with their embedder, opened once, and
temporary stores.

Stores and settings of the user are not used, so figures do not depend on them; only vectors come
from a cache, if one is given.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from claimtree.engine import Engine
from claimtree.errors import BadRecord
from claimtree.indexing import Indexer
from claimtree.model.claims import Name
from claimtree.model.documents import Document
from claimtree.model.pack import Pack
from claimtree.models.glossary import glossed
from claimtree.models.open import open_embedder
from claimtree.models.scope import open_scope
from claimtree.packs.find import pack_folder
from claimtree.packs.load import load_pack
from claimtree.ports import Embedder, Store, StoreIdentity
from claimtree.sources.read import read_files
from claimtree.stores.open import open_store
from claimtree.text.rule_reader import RuleReader
from evals.reading import TODAY


@dataclass
class Room:
    """One pack and its embedder."""

    name: str
    pack: Pack
    embedder: Embedder

    @cached_property
    def reader(self) -> RuleReader:
        """The reader for documents, which knows only the pack's own names."""
        return RuleReader(self.pack, embedder=self.embedder, today=TODAY, scope=open_scope(self.pack.languages))

    def demo(self) -> Iterator[Document | BadRecord]:
        """Yields all demo documents of the pack."""
        folder = pack_folder(self.name)
        return read_files([folder / name for name in self.pack.demo], self.pack)

    @contextmanager
    def engine(self, documents: Iterable[Document | BadRecord]) -> Iterator[Engine]:
        """Yields an engine over a new store of the default kind that holds these documents."""
        pack, embedder = self.pack, self.embedder
        identity = StoreIdentity(
            pack=pack.name, pack_version=pack.version, embedder=embedder.name, dimensions=embedder.dimensions
        )
        with (
            tempfile.TemporaryDirectory(prefix="claimtree-eval-") as folder,
            closing(open_store(Path(folder) / "listings.db", identity, pack.hierarchy)) as store,
        ):
            Indexer(pack, store, self.reader, embedder).index(documents)
            reader = RuleReader(
                pack, embedder=embedder, names=_names(pack, store), today=TODAY, scope=open_scope(pack.languages)
            )
            yield Engine(pack=pack, store=store, reader=reader, embedder=embedder)


@dataclass
class Rooms:
    """Packs by name, each opened on first use."""

    embedder: str
    cache: Path | None = None
    opened: dict[str, Room] = field(default_factory=dict)

    def of(self, name: str) -> Room:
        if name not in self.opened:
            pack = load_pack(name)
            embedder = glossed(open_embedder(self.embedder, cache=self.cache), pack.gloss)
            self.opened[name] = Room(name=name, pack=pack, embedder=embedder)
        return self.opened[name]

    def close(self) -> None:
        """Closes the caches."""
        for room in self.opened.values():
            close = getattr(room.embedder, "close", None)
            if close is not None:
                close()


def _names(pack: Pack, store: Store) -> tuple[Name, ...]:
    """Returns the names that the documents brought, which a query may ask for."""
    partitions = store.partitions([(kind.level, kind.type) for kind in pack.names.values()])
    found = {phrase.name for partition in partitions for phrase in partition.phrases if phrase.name is not None}
    return tuple(sorted(found, key=lambda name: (name.kind, name.text)))
