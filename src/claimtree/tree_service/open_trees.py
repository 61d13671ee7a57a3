"""What is made of a tree and serves many questions, kept as long as the tree's file is the same."""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from claimtree.answering.candidates import finder_of
from claimtree.answering.family_index import FamilyIndex
from claimtree.errors import ClaimtreeError
from claimtree.kinship.graph import KinGraph
from claimtree.tree_import import TreeFolder

T = TypeVar("T")

MOST_TREES: Final = 4
"""Trees that are kept; one of 100,000 people takes some 300 MB."""
WORTH_PREPARING: Final = 5_000
"""People of a tree of which the first question is slow enough to be prepared."""
Version = tuple[int, ...]


class OpenTrees:
    """The graphs and the indexes of the trees of a folder. May be used by several threads."""

    def __init__(self, folder: TreeFolder, *, show_living: bool) -> None:
        self._folder = folder
        self._show_living = show_living
        self._graphs: Final = _Kept[KinGraph]()
        self._indexes: Final = _Kept[FamilyIndex]()
        self._lock = threading.Lock()
        self._prepared: set[tuple[str, Version]] = set()

    def graph(self, tree: str) -> KinGraph:
        """Returns who is whose parent and partner."""
        return self._graphs.get(
            tree, self._version(tree), lambda: self._folder.kin_graph(tree, show_living=self._show_living)
        )

    def index(self, tree: str) -> FamilyIndex:
        """Returns the facts that questions are answered from."""
        return self._indexes.get(tree, self._version(tree), lambda: family_index(self._folder, tree, self._show_living))

    def prepare(self, tree: str, *, least: int = WORTH_PREPARING) -> threading.Thread | None:
        """Makes beside what questions need of a tree of at least so many people, once: who asks first waits for less.

        Returns the thread that does so; None where there is nothing to do."""
        with self._folder.open(tree) as opened:
            people = opened.info.people
        at = tree, self._stamp(tree)
        with self._lock:
            if people < least or at in self._prepared:
                return None
            self._prepared = {one for one in self._prepared if one[0] != tree} | {at}
        thread = threading.Thread(target=self._prepare, args=(tree,), name=f"prepare {tree}", daemon=True)
        thread.start()
        return thread

    def _prepare(self, tree: str) -> None:
        # The tree may be replaced or removed meanwhile; who asks then is told.
        with contextlib.suppress(ClaimtreeError, OSError):
            finder_of(self.index(tree))

    def _version(self, tree: str) -> Version:
        """Returns the stamp of a tree that can be opened."""
        self._folder.open(tree).close()
        return self._stamp(tree)

    def _stamp(self, tree: str) -> Version:
        """Returns what differs between two imports: the file of a tree is replaced, never changed."""
        stat = self._folder.file(tree).stat()
        return stat.st_ino, stat.st_mtime_ns, stat.st_size


def family_index(folder: TreeFolder, tree: str, show_living: bool) -> FamilyIndex:
    """Makes the index of a tree."""
    with folder.open(tree) as opened:
        return FamilyIndex(
            opened.people(),
            opened.families(),
            name=tree,
            file=opened.info.file,
            living=opened.living(),
            show_living=show_living,
            source=opened.source,
        )


class _Kept(Generic[T]):
    """One thing for each of a few trees, made by the first who asks while the others wait."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._making: dict[str, threading.Lock] = {}
        self._made: OrderedDict[str, tuple[Version, T]] = OrderedDict()

    def get(self, tree: str, version: Version, make: Callable[[], T]) -> T:
        with self._lock:
            making = self._making.setdefault(tree, threading.Lock())
        with making:
            with self._lock:
                known = self._made.get(tree)
                if known is not None and known[0] == version:
                    self._made.move_to_end(tree)
                    return known[1]
            made = make()
            with self._lock:
                self._made[tree] = version, made
                self._made.move_to_end(tree)
                while len(self._made) > MOST_TREES:
                    self._made.popitem(last=False)
            return made
