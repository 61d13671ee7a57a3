"""What the evals read with: a pack, its reader, and the embedder behind both.

Opened without a store: what a figure says must not depend on what somebody indexed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from importlib.metadata import version
from typing import TypeVar

from claimtree.model.claims import Claim, EntityId, LevelName
from claimtree.model.hierarchy import Entity
from claimtree.model.pack import Pack
from claimtree.models.glossary import glossed
from claimtree.models.open import open_embedder
from claimtree.models.scope import open_scope
from claimtree.packs.load import load_pack
from claimtree.ports import Embedder, QueryReading
from claimtree.text.rule_reader import RuleReader

NO_EMBEDDER = "none"
"""Words alone: what no word list knows is left out. Starts at once, and is enough to work on rules."""

TODAY = date(2026, 11, 15)
"""What "ten years old" and "from January" are reckoned from, so that figures do not change overnight."""


CRASHES = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What a fault of the program raises, other than the errors that we raise on purpose."""

Read = TypeVar("Read")


@dataclass
class Reading:
    """A pack and what reads with it."""

    pack_name: str
    embedder_name: str
    asked: int = 0
    """How many texts were read."""
    crashes: list[str] = field(default_factory=list)
    """What the reader failed with, one entry per text."""

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
        return RuleReader(self.pack, embedder=self.embedder, today=TODAY, scope=open_scope(self.pack.languages))

    @property
    def version(self) -> str:
        """Changes when the same text may be read in another way."""
        return f"{version('claimtree')} reader {self.reader.version}"

    def query(self, text: str) -> QueryReading:
        reader = self.reader
        return self.attempt(lambda: reader.read_query(text), QueryReading(claims=()))

    def document(self, text: str, level: LevelName | None = None) -> tuple[Claim, ...]:
        about = Entity(id=EntityId("eval"), level=level or self.pack.hierarchy.answers)
        reader = self.reader
        return self.attempt(lambda: reader.read_document(text, about=about, source="eval").claims, ())

    def attempt(self, work: Callable[[], Read], otherwise: Read) -> Read:
        """Do what is measured. A crash is noted, and `otherwise` stands for it: one text must not end an eval, nor may
        its row be left out as if the row were broken."""
        self.asked += 1
        try:
            return work()
        except CRASHES as error:
            self.crashes.append(f"{type(error).__name__}: {error}")
            return otherwise
