"""The `Reading` that evals use: a pack, its reader, and the embedder of both.

It has no store, so that figures do not depend on what was indexed.
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
"""No embedder: words that no lexicon has are left out. Starts at once; enough to work on rules."""

TODAY = date(2026, 11, 15)
"""The date for "ten years old" and "from January": fixed, so that figures do not change from day to
day."""


CRASHES = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""Exceptions that indicate a bug, as opposed to the errors raised on purpose."""

Read = TypeVar("Read")


@dataclass
class Reading:
    """A pack with its reader and embedder."""

    pack_name: str
    embedder_name: str
    asked: int = 0
    """How many texts were read."""
    crashes: list[str] = field(default_factory=list)
    """The reader's exceptions, one entry per text."""

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
        """A version that changes when the same text may be read differently."""
        return f"{version('claimtree')} reader {self.reader.version}"

    def query(self, text: str) -> QueryReading:
        reader = self.reader
        return self.attempt(lambda: reader.read_query(text), QueryReading(claims=()))

    def document(self, text: str, level: LevelName | None = None) -> tuple[Claim, ...]:
        about = Entity(id=EntityId("eval"), level=level or self.pack.hierarchy.answers)
        reader = self.reader
        return self.attempt(lambda: reader.read_document(text, about=about, source="eval").claims, ())

    def attempt(self, work: Callable[[], Read], otherwise: Read) -> Read:
        """Runs `work`; a crash is recorded and `otherwise` returned.

        One text must not end an eval, nor may its row be skipped as if the row were broken.
        """
        self.asked += 1
        try:
            return work()
        except CRASHES as error:
            self.crashes.append(f"{type(error).__name__}: {error}")
            return otherwise
