"""Keeps the columns of a store's rows in a file, so that not every process has to read all rows.

What is in the file is checked against the digests of the documents (`StoreSource`), so a store that
was written since, or made anew, costs only the rows that differ. An unusable file is no error: it is
made again.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import numpy as np

from claimtree.model.claims import EntityId
from claimtree.model.pack import Pack
from claimtree.packs.cache import encoded
from claimtree.packs.file_writing import replace_file
from claimtree.structured.row_table import RowTable

_FORMAT: Final = 3
_TEXTS: Final = ("ids", "digests", "vocabulary", "above")
_BY_NAME: Final = ("numbers", "choices")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFile:
    """The file of one store and one interface."""

    path: Path
    made_of: str
    """What its content follows from beside the rows: another pack or version makes it useless."""

    @classmethod
    def of(cls, folder: Path, address: str, pack: Pack) -> TableFile:
        """Returns the file of a store at an address, for the interface that a pack declares."""
        concepts = [pack.concepts[one.concept] for one in pack.fields.values() if one.concept is not None]
        made_of = json.dumps([version("claimtree"), encoded(pack.api), encoded(pack.fields), encoded(tuple(concepts))])
        return cls(path=folder / f"{_digest(address.encode('utf-8', 'surrogatepass'))}.columns", made_of=made_of)

    def read(self) -> RowTable | None:
        """Returns the columns as they were kept; None if there are none that can be used."""
        with suppress(OSError, ValueError, KeyError, TypeError, EOFError):
            head, _, body = self.path.read_bytes().partition(b"\n")
            if head.decode() == _seal(body, self.made_of):
                with np.load(io.BytesIO(body), allow_pickle=False) as stored:
                    return _table(stored)
        return None

    def write(self, table: RowTable) -> None:
        """Keeps the columns; a folder that cannot be written is no error."""
        arrays: dict[str, Any] = dict(_arrays(table))
        content = io.BytesIO()
        np.savez(content, **arrays)
        body = content.getvalue()
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self.path, _seal(body, self.made_of).encode() + b"\n" + body, lasting=False)


def _seal(body: bytes, made_of: str) -> str:
    return _digest(f"{_FORMAT} {made_of} ".encode("utf-8", "surrogatepass") + body)


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _arrays(table: RowTable) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
    for one in fields(RowTable):
        value = getattr(table, one.name)
        if one.name in _TEXTS:
            yield one.name, np.frombuffer(json.dumps(value).encode("utf-8", "surrogatepass"), np.uint8)
        elif one.name in _BY_NAME:
            yield from ((f"{one.name} {name}", column) for name, column in value.items())
        else:
            yield one.name, value


def _table(stored: Mapping[str, np.ndarray[Any, Any]]) -> RowTable:
    texts = {name: json.loads(stored[name].tobytes().decode("utf-8", "surrogatepass")) for name in _TEXTS}
    by_name = {
        group: {name.split(" ", 1)[1]: stored[name] for name in stored if name.startswith(f"{group} ")}
        for group in _BY_NAME
    }
    return RowTable(
        ids=tuple(map(EntityId, texts["ids"])),
        digests=tuple(texts["digests"]),
        above=str(texts["above"]),
        written=stored["written"],
        has_parent=stored["has_parent"],
        numbers=by_name["numbers"],
        choices=by_name["choices"],
        lats=stored["lats"],
        lons=stored["lons"],
        updated=stored["updated"],
        vocabulary=tuple(texts["vocabulary"]),
        counts=stored["counts"],
        words=stored["words"],
    )
