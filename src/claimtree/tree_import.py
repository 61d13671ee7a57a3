"""Imports family trees: a GEDCOM file becomes a tree file in the data folder, and claims in a store.

The tree file has every record; the store has what may be shown and searched. Trees stand side by
side, each under its name, and the id of a person is the tree's name with the GEDCOM id. A tree that
is imported again replaces the one before: people who are gone leave the store as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from claimtree.errors import BadInput, BadRecord, UnknownName
from claimtree.family_trees.differences import Differences, differences
from claimtree.family_trees.documents import documents_of, entity_id, tree_document
from claimtree.family_trees.links import kin_graph
from claimtree.indexing import IndexReport
from claimtree.indexing.pack_stretch import Stretch
from claimtree.indexing.run import Indexer, delete
from claimtree.kinship.graph import KinGraph
from claimtree.model.claims import EntityId
from claimtree.model.documents import Document
from claimtree.model.pack import Pack
from claimtree.packs.find import pack_folder
from claimtree.ports import Store
from claimtree.sources.gedcom.archive import FORMATS, is_gedcom
from claimtree.sources.gedcom.source import bad_line, read_tree, tree_name
from claimtree.sources.gedcom.stretches import TreeStretch
from claimtree.sources.gedcom.tree_file import TreeFile

FOLDER: Final = "trees"
ENDING: Final = ".tree"
COMING: Final = ".coming"
"""The ending of a tree whose import is not finished."""
_GONE_AT_ONCE: Final = 500
_STRETCH: Final = 1_000
"""People who are read, and written, at once."""
_MANY: Final = 4 * _STRETCH
"""People from whom on other processes pay, which take a second or two to start."""
_LARGE: Final = 1_000_000
"""Bytes of a file that may have as many."""

Progress = Callable[[str, int, int], None]
"""Called with the name of a step, how much of it is done, and of how much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeImport:
    """What became of a file."""

    name: str
    changes: Differences
    report: IndexReport


class TreeFolder:
    """The trees that were imported, each in a file of its own."""

    def __init__(self, home: Path, *, collection: str) -> None:
        """`collection` names the store that the trees belong to: its file without the ending."""
        self.path = home / FOLDER / collection

    @classmethod
    def beside(cls, home: Path, address: str) -> TreeFolder:
        """Returns the folder for the trees of a store: named after its file, or after its address."""
        stem = Path(address.partition("sqlite:///")[2] or address).name.removesuffix(".db")
        return cls(home, collection=tree_name(Path(stem)))

    def names(self) -> list[str]:
        return sorted(file.name.removesuffix(ENDING) for file in self.path.glob(f"*{ENDING}"))

    def file(self, name: str) -> Path:
        return self.path / f"{name}{ENDING}"

    def open(self, name: str) -> TreeFile:
        """Returns a tree; an unknown name is an error that lists the known ones."""
        known = self.names()
        if name not in known:
            have = f"have: {', '.join(known)}" if known else "none was imported"
            hint = "Import one: claimtree tree import FILE.ged, or claimtree tree import --demo"
            raise UnknownName(f"no tree {name!r} ({have})", hint=hint, values={"tree": name})
        return TreeFile(self.file(name))

    def open_latest(self, name: str) -> TreeFile:
        """Returns a tree as it is being imported, if an import was interrupted; else as `open`."""
        coming = self.file(name).with_suffix(COMING)
        return TreeFile(coming) if coming.exists() else self.open(name)

    def chosen(self, name: str | None) -> list[str]:
        """Returns the tree of a name, or all."""
        if name is None:
            if not self.names():
                self.open("")
            return self.names()
        self.open(name).close()
        return [name]

    def only(self, name: str | None) -> str:
        """Returns the tree of a name; without one, the only tree there is. Raises where there are several."""
        names = self.chosen(name)
        if len(names) > 1:
            hint = f"Choose one with the option or parameter 'tree', such as {names[0]}."
            raise BadInput(f"there are several trees: {', '.join(names[:20])}", hint=hint)
        return names[0]

    def locate(self, given: str, tree: str | None = None) -> tuple[str, str]:
        """Returns the tree and the id of a person, given as "royal92:I1", "I1" or "@I1@". Raises for
        somebody whom no tree has, or several."""
        id = given.strip().removeprefix("@").removesuffix("@")
        name, colon, inner = id.partition(":")
        if colon and tree in (None, name) and name in self.names():
            tree, id = name, inner.removeprefix("@").removesuffix("@")
        found = [one for one in self.chosen(tree) if self._has(one, id)]
        if len(found) > 1:
            ids = ", ".join(entity_id(one, id) for one in found)
            raise BadInput(f"several trees have a person {given!r}", hint=f"Say which: {ids}", values={"id": given})
        if not found:
            raise UnknownName(
                f"no person {given!r} in {', '.join(self.chosen(tree))}",
                hint="`claimtree tree people NAME` finds people by name, with their ids.",
                values={"id": given},
            )
        return found[0], id

    def _has(self, name: str, id: str) -> bool:
        with self.open(name) as tree:
            return bool(tree.rows_of([id]))

    def kin_graph(self, name: str, *, show_living: bool) -> KinGraph:
        """Returns who is whose parent and partner in a tree; living people without name and years."""
        with self.open(name) as tree:
            hidden = frozenset[str]() if show_living else tree.living()
            return kin_graph(tree.people(), tree.families(), tree=name, file=tree.info.file, hidden=hidden)

    def remove(self, name: str) -> None:
        self.open(name).close()
        self.file(name).unlink()


def import_tree(
    file: Path,
    name: str,
    folder: TreeFolder,
    indexer: Indexer,
    *,
    home: str = "",
    show_living: bool = False,
    progress: Progress | None = None,
) -> TreeImport:
    """Imports a file as a tree of that name. The file is only read; a file that is no GEDCOM changes nothing.

    The tree of before stays until everything is in the store, so that an interrupted import is run again.
    """
    tell = progress or _silent
    size = file.stat().st_size
    coming = folder.file(name).with_suffix(COMING)
    with indexer.started_processes() if size >= _LARGE else nullcontext() as processes:
        now = read_tree(
            file,
            coming,
            name,
            home=home,
            progress=lambda done, _: tell(f"reading {name}", min(done, size), size),
            calls=processes,
        )
        tell(f"reading {name}", size, size)
        with now:
            with folder.open(name) if name in folder.names() else nullcontext() as before:
                changes = differences(before, now)
            _remove_gone(indexer, name, changes.gone_people)
            people = now.info.people
            report = indexer.index(
                _items(now, file.name, show_living=show_living),
                lambda done, _total, _message: tell(f"indexing {name}", min(done, people + 1), people + 1),
            )
    if not report.interrupted:
        coming.replace(folder.file(name))
    return TreeImport(name=name, changes=changes, report=report)


def _items(tree: TreeFile, file: str, *, show_living: bool) -> Iterator[Document | BadRecord | Stretch]:
    if tree.info.people < _MANY:
        yield from documents_of(tree, show_living=show_living)
    else:
        yield tree_document(tree.info)
        for people in tree.stretches(_STRETCH):
            yield TreeStretch(path=tree.path, tree=tree.info.name, people=people, show_living=show_living)
    yield from (bad_line(problem, file) for problem in tree.problems() if problem.skipped)


def _remove_gone(indexer: Indexer, name: str, ids: Sequence[str]) -> None:
    gone: list[EntityId] = [entity_id(name, id) for id in ids]
    for at in range(0, len(gone), _GONE_AT_ONCE):
        delete(indexer.store, gone[at : at + _GONE_AT_ONCE])


def remove_tree(name: str, folder: TreeFolder, store: Store) -> int:
    """Removes a tree from the store and the data folder. Returns how many entities were removed."""
    removed = delete(store, [EntityId(name)])
    folder.remove(name)
    return removed


def demo_files(pack: Pack, name: str) -> list[Path]:
    """Returns the GEDCOM files of a pack's demo. `name` is what the pack was opened by."""
    found = [pack_folder(name) / file for file in pack.demo if is_gedcom(Path(file))]
    if not found:
        raise BadInput(f"the pack {pack.name!r} has no demo tree", hint="Give a GEDCOM file.")
    return found


def gedcom_files(paths: Sequence[Path]) -> list[Path]:
    """Returns the GEDCOM files under some paths. Raises BadInput for a path without any."""
    found: list[Path] = []
    for path in paths:
        if not path.exists():
            raise BadInput(f"{path} does not exist", hint="Check the path.", values={"path": str(path)})
        files = sorted(one for one in path.rglob("*") if is_gedcom(one)) if path.is_dir() else [path]
        if not files or not all(map(is_gedcom, files)):
            raise BadInput(
                f"{path} is no GEDCOM file", hint=f"Known endings: {', '.join(FORMATS)}.", values={"path": str(path)}
            )
        found += files
    return found


def names_of(files: Sequence[Path]) -> list[str]:
    """Returns a name for the tree of each file, no two alike."""
    names: list[str] = []
    for file in files:
        names.append(tree_name(file, set(names)))
    return names


def _silent(what: str, done: int, of: int) -> None:
    """Ignores progress."""
