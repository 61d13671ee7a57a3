"""Stretches of a tree that was written: documents of some of its people, for processes that read for another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from claimtree.family_trees.documents import entity_id, people_documents
from claimtree.model.claims import EntityId
from claimtree.model.documents import Document
from claimtree.sources.gedcom.tree_file import TreeFile


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeStretch:
    """Some people of a tree (`indexing.pack_stretch.Stretch`)."""

    path: Path
    tree: str
    """The name of the tree."""
    people: Sequence[str]
    show_living: bool

    @property
    def ids(self) -> Sequence[EntityId]:
        return [entity_id(self.tree, id) for id in self.people]

    def documents(self) -> Iterator[Document]:
        with TreeFile(self.path) as tree:
            found = tree.people_of(self.people)
            yield from people_documents((found[id] for id in self.people), tree, show_living=self.show_living)
