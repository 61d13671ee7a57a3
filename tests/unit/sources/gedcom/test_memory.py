"""A file of any size is read as a stream: what is held in memory does not grow with it."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from claimtree.family_trees.documents import documents_of
from claimtree.sources.gedcom import source
from claimtree.sources.gedcom.source import read_tree
from evals.family.large_tree import gedcom

NOTE = "1 NOTE " + "a life that was told at length " * 300
_MB = 1 << 20


class Endless:
    """A file that is made while it is read, with notes that make its people long."""

    def __init__(self, people: int) -> None:
        self._lines = self._made(people)
        self._rest = b""
        self.size = 0

    def _made(self, people: int) -> Iterator[bytes]:
        for line in gedcom(people):
            yield f"{line}\n".encode()
            if line.endswith("INDI"):
                yield f"{NOTE}\n".encode() * 10

    def read(self, size: int, /) -> bytes:
        while len(self._rest) < size and (line := next(self._lines, b"")):
            self._rest += line
        chunk, self._rest = self._rest[:size], self._rest[size:]
        self.size += len(chunk)
        return chunk


def peak_of(people: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Returns the size of a file, and the most memory that was held while it became documents."""
    stream = Endless(people)

    class Opened:
        def __enter__(self) -> Endless:
            return stream

        def __exit__(self, *exc: object) -> None: ...

    monkeypatch.setattr(source, "opened", lambda file: Opened())
    tracemalloc.start()
    try:
        with read_tree(folder / "big.ged", folder / f"{people}.tree", "big") as tree:
            count = sum(1 for _ in documents_of(tree))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == people + 1
    return stream.size, peak


def test_a_file_of_ten_times_the_size_is_held_in_the_same_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    peak_of(10, tmp_path, monkeypatch)  # what is made once, and kept
    small, held = peak_of(60, tmp_path, monkeypatch)
    large, more = peak_of(600, tmp_path, monkeypatch)
    assert large > 9 * small > 40 * _MB
    # What grows are rows and ids of people, and not their text.
    assert more < held + 4 * _MB, (small, held, large, more)
