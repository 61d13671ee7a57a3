"""The source `gedcom`: turns the people of GEDCOM files into documents, each file a tree of its own."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from claimtree.errors import BadInput, BadRecord
from claimtree.family_trees.documents import documents_of
from claimtree.family_trees.tree import TreeInfo
from claimtree.model.documents import Document, Position, SourceFile
from claimtree.model.pack import Pack
from claimtree.sources.gedcom.archive import FORMATS, ByteStream, is_gedcom, opened
from claimtree.sources.gedcom.encodings import Encoding
from claimtree.sources.gedcom.lines import Lines, Problem, Problems
from claimtree.sources.gedcom.records import Node, Record, node_of, records
from claimtree.sources.gedcom.tree_file import TreeFile
from claimtree.sources.gedcom.tree_writer import Calls, TreeWriter

_BYTES_A_PERSON: Final = 700
"""For the estimate of how many people a file has."""
_LONGEST_TREE: Final = 60
_ROOT_TAGS: Final = ("_ROOT", "_HME")
"""Tags by which programs say in the header whose tree it is."""
_TELL_EVERY: Final = 2_000
"""Records between two reports of progress."""

Progress = Callable[[int, int], None]
"""Called with the number of bytes that were read and of records that were found."""


class Gedcom:
    """Reads GEDCOM 5.5, 5.5.1 and 7 and GEDZIP (`ports.Source`). People who may be living are masked."""

    formats = ", ".join(FORMATS)

    def __init__(self, pack: Pack) -> None:
        del pack  # GEDCOM says by itself what its lines mean

    def recognises(self, file: Path) -> bool:
        return is_gedcom(file)

    def count(self, files: Sequence[SourceFile]) -> int | None:
        return sum(file.path.stat().st_size for file in files) // _BYTES_A_PERSON or None

    def read(self, files: Sequence[SourceFile], *, after: Position | None = None) -> Iterator[Document | BadRecord]:
        """Yields the documents of each file, then a BadRecord for each line that was left out."""
        taken: set[str] = set()
        for file in files:
            name = tree_name(file.path, taken)
            taken.add(name)
            with tempfile.TemporaryDirectory(prefix="claimtree-") as folder:
                path = Path(folder) / "tree.db"
                with read_tree(file.path, path, name) as tree:
                    yield from documents_of(tree)
                    yield from (bad_line(problem, file.name) for problem in tree.problems() if problem.skipped)


def bad_line(problem: Problem, file: str) -> BadRecord:
    """Returns a line that was left out as a record that was skipped."""
    place = f"{file}, line {problem.line}"
    reason = f"{problem.reason}: {problem.text!r}" if problem.text else problem.reason
    return BadRecord(f"{place}: {reason}", values={"place": place, "reason": reason})


def tree_name(file: Path, taken: set[str] | frozenset[str] = frozenset()) -> str:
    """Returns the name for the tree of a file: its own without its endings, in small letters."""
    stem = file.name
    for ending in sorted(FORMATS, key=len, reverse=True):
        if stem.lower().endswith(ending):
            stem = stem[: -len(ending)]
            break
    letters = "".join(letter if letter.isalnum() else "-" for letter in stem.casefold())
    name = "-".join(part for part in letters.split("-") if part)[:_LONGEST_TREE] or "tree"
    number = 2
    found = name
    while found in taken:
        found, number = f"{name}-{number}", number + 1
    return found


def read_tree(
    file: Path,
    path: Path,
    name: str,
    *,
    home: str = "",
    today: datetime | None = None,
    progress: Progress | None = None,
    calls: Calls | None = None,
) -> TreeFile:
    """Reads a GEDCOM file into a tree file at a path, and returns it; what was there is replaced.
    `calls` are processes that share the work.

    Raises BadInput for a file that is no GEDCOM; then nothing is replaced.
    """
    now = today or datetime.now(UTC)
    problems = Problems()
    with TreeWriter(path, name, calls) as writer, opened(file) as raw:
        stream = _Hashed(raw)
        lines = Lines(stream, problems)
        for number, record in enumerate(records(lines, problems), 1):
            writer.add(record, problems)
            if progress is not None and number % _TELL_EVERY == 0:
                progress(stream.count, number)
        if writer.header is None and not writer.counts:
            raise BadInput(
                f"{file.name} is no GEDCOM file: it has no record such as '0 HEAD' or '0 @I1@ INDI'",
                hint="Export the tree from your program as GEDCOM (.ged), and import that file.",
                values={"path": str(file)},
            )
        _note_encoding(lines.encoding, problems)
        info = _info(writer.header, name=name, file=file.name, encoding=lines.encoding, home=home)
        return writer.finish(
            replace(info, sha256=stream.sha256, imported=now.isoformat(timespec="seconds")),
            problems,
            year=now.year,
        )


def _note_encoding(encoding: Encoding, problems: Problems) -> None:
    if encoding.contradicts_header:
        reason = f"the header says {encoding.stated!r}, but the file is in {encoding.charset}; it is read as that"
        problems.add(0, reason, skipped=False)


def _info(header: Record | None, *, name: str, file: str, encoding: Encoding, home: str) -> TreeInfo:
    node = node_of(header) if header is not None else None
    gedcom = node.first("GEDC") if node is not None else None
    program = node.first("SOUR") if node is not None else None
    return TreeInfo(
        name=name,
        file=file,
        charset=str(encoding.charset),
        version=gedcom.value_of("VERS")[:40] if gedcom is not None else "",
        program=(program.value_of("NAME") or program.value.strip())[:100] if program is not None else "",
        home=home or _root_of(node),
    )


def _root_of(header: Node | None) -> str:
    """Returns the person at whom the program that wrote the file begins, if its header says so."""
    found = header.first(*_ROOT_TAGS) if header is not None else None
    return found.pointer if found is not None else ""


class _Hashed:
    """A stream that computes the hash of what is read from it."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self._hash = hashlib.sha256()
        self.count = 0

    def read(self, size: int, /) -> bytes:
        chunk = self._stream.read(size)
        self._hash.update(chunk)
        self.count += len(chunk)
        return chunk

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()
