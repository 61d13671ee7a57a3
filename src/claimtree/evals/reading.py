"""What the evals read with: a pack, its reader, and the embedder behind both.

Opened without a store: what a figure says must not depend on what somebody indexed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property
from importlib.metadata import version

from claimtree.model.claims import Claim, EntityId, LevelName
from claimtree.model.hierarchy import Entity
from claimtree.model.pack import Pack
from claimtree.models.glossed import glossed
from claimtree.models.open import open_embedder
from claimtree.packs.load import load_pack
from claimtree.ports import Embedder, QueryReading
from claimtree.text.rules import RuleReader

NO_EMBEDDER = "none"
"""Words alone: what no word list knows is left out. Starts at once, and is enough to work on rules."""

TODAY = date(2026, 11, 15)
"""What "ten years old" and "from January" are reckoned from, so that figures do not change overnight."""


@dataclass
class Reading:
    """A pack and what reads with it."""

    pack_name: str
    embedder_name: str

    @cached_property
    def pack(self) -> Pack:
        return load_pack(self.pack_name)

    @cached_property
    def embedder(self) -> Embedder | None:
        if self.embedder_name == NO_EMBEDDER:
            return None
        return glossed(open_embedder(self.embedder_name), self.pack.gloss)

    @cached_property
    def reader(self) -> RuleReader:
        return RuleReader(self.pack, embedder=self.embedder, today=TODAY)

    @property
    def version(self) -> str:
        """Changes when the same text may be read in another way."""
        return f"{version('claimtree')} reader {self.reader.version}"

    def query(self, text: str) -> QueryReading:
        return self.reader.read_query(text)

    def document(self, text: str, level: LevelName | None = None) -> tuple[Claim, ...]:
        about = Entity(id=EntityId("eval"), level=level or self.pack.hierarchy.answers)
        return self.reader.read_document(text, about=about, source="eval").claims
