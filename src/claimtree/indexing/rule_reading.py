"""Opens the built-in reader of documents, in this process or in another."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from claimtree.indexing.reading_worker import OpenedReader
from claimtree.model.pack import Pack
from claimtree.models.cached import Computed
from claimtree.models.glossary import glossed
from claimtree.models.open import open_embedder
from claimtree.models.scope import open_scope
from claimtree.ports import Embedder
from claimtree.text.rule_reader import RuleReader


def document_reader(pack: Pack, embedder: Embedder) -> RuleReader:
    """A reader with the pack's names only: claims must not depend on earlier indexing."""
    scope = open_scope(pack.languages) if pack.reading.learned_scope else None
    return RuleReader(pack, embedder=embedder, scope=scope)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleReaderOpener:
    """Opens the built-in reader with an embedder that runs in its own process."""

    pack: Pack
    """As this process has it: its files may change meanwhile."""
    embedder: str
    """Its name."""
    cache: Path
    """The file with the vectors that are cached; it is only read."""

    def open(self, computed: Computed) -> OpenedReader:
        embedder = glossed(open_embedder(self.embedder, cache=self.cache, computed=computed), self.pack.gloss)
        return OpenedReader(pack=self.pack, reader=document_reader(self.pack, embedder), embedder=embedder)
