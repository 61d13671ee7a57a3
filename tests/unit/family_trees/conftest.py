"""Trees of GEDCOM text, read from a file as a user's are."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest

from claimtree.sources.gedcom.source import read_tree
from claimtree.sources.gedcom.tree_file import TreeFile

TODAY = datetime(2026, 11, 19, tzinfo=UTC)
Read = Callable[..., TreeFile]


@pytest.fixture
def read(tmp_path: Path) -> Iterator[Read]:
    """Reads text or bytes as a file of a tree; a header is added to records."""
    with ExitStack() as stack:

        def read_one(content: str | bytes, name: str = "smith.ged") -> TreeFile:
            file = tmp_path / name
            file.write_bytes(content.encode() if isinstance(content, str) else content)
            return stack.enter_context(read_tree(file, tmp_path / f"{name}.tree", "smith", today=TODAY))

        yield read_one
