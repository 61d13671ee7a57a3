"""Opens a vector index by its address.

    exact:                              ours, in memory
    exact:///vectors.db                 ours, in a file
    chroma://host:8000/listings         Chroma on a server; chroma+https:// encrypted
    chroma:///folder/listings           Chroma in a folder
    qdrant://host:6333/listings         Qdrant on a server; qdrant+https:// encrypted
    qdrant:///folder/listings           Qdrant's client in local mode, in a folder; qdrant: in memory
    qdrant-edge:///folder/listings      Qdrant's engine in this process

The part after the last slash is the name of the collection. A path is relative to the working
folder unless it begins with another slash. Servers take `?timeout=SECONDS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from claimtree.errors import BadInput, UnknownName
from claimtree.model.hosts import read_host
from claimtree.model.redaction import shown
from claimtree.model.vector_items import VectorSpace
from claimtree.ports import VectorIndex
from claimtree.vectors.server_address import TIMEOUT_S, Server, read_key

MEMORY = "memory"
"""The name of the in-memory collection, which no other process can see."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """A parsed address."""

    text: str
    scheme: str
    encrypted: bool
    netloc: str
    path: str
    timeout_s: float

    @property
    def in_memory(self) -> bool:
        return self.text == f"{self.scheme}:"

    def file(self) -> Path:
        """The path of an address that names no server."""
        if self.netloc or self.encrypted or len(self.path) < 2:
            raise _bad(self.text, "it names no file", f"Write {self.scheme}:///relative/path or four slashes.")
        return Path(unquote(self.path[1:]))

    def place(self, port: int) -> tuple[Server | Path, str]:
        """A server or a folder, and the collection there."""
        if not self.netloc:
            file = self.file()
            return file.parent, self._collection(file.name)
        found = read_host(self.netloc, port=port)
        if found is None:
            raise _bad(self.text, f"{self.netloc!r} is no host", "Write HOST:PORT.")
        host, port = found
        server = Server(
            host=host,
            port=port,
            encrypted=self.encrypted,
            timeout_s=self.timeout_s,
            api_key=read_key(),
        )
        return server, self._collection(unquote(self.path.strip("/")))

    def _collection(self, name: str) -> str:
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]", name):
            raise _bad(
                self.text,
                f"{name!r} cannot be a collection",
                "End the address with /NAME: 3 to 63 letters, digits, dots, - and _, a letter or digit at both ends.",
            )
        return name


def open_index(address: str, space: VectorSpace, *, create: bool = True) -> VectorIndex:
    """The vector index at an address, created if it is missing and `create`."""
    parts = _parts(address)
    return _SCHEMES[parts.scheme](parts, space, create)


def _exact(parts: _Parts, space: VectorSpace, create: bool) -> VectorIndex:
    module = import_module("claimtree.vectors.exact")
    index: VectorIndex = module.ExactIndex(None if parts.in_memory else parts.file(), space, create=create)
    return index


def _chroma(parts: _Parts, space: VectorSpace, create: bool) -> VectorIndex:
    module = import_module("claimtree.vectors.chroma")
    place, collection = parts.place(module.PORT)
    index: VectorIndex = module.ChromaIndex(place, collection, space, create=create)
    return index


def _qdrant(parts: _Parts, space: VectorSpace, create: bool) -> VectorIndex:
    module = import_module("claimtree.vectors.qdrant")
    place, collection = (None, MEMORY) if parts.in_memory else parts.place(module.PORT)
    index: VectorIndex = module.QdrantIndex(place, collection, space, create=create)
    return index


def _qdrant_edge(parts: _Parts, space: VectorSpace, create: bool) -> VectorIndex:
    module = import_module("claimtree.vectors.qdrant_edge")
    index: VectorIndex = module.QdrantEdgeIndex(parts.file(), space, create=create)
    return index


_SCHEMES: dict[str, Callable[[_Parts, VectorSpace, bool], VectorIndex]] = {
    "exact": _exact,
    "chroma": _chroma,
    "qdrant": _qdrant,
    "qdrant-edge": _qdrant_edge,
}
"""The opener of each scheme; its module is imported at its first use."""


def _parts(address: str) -> _Parts:
    try:
        split = urlsplit(address)
    except ValueError as error:
        raise _bad(address, str(error), "Write HOST:PORT after the two slashes.") from error
    scheme, _, security = split.scheme.partition("+")
    if scheme not in _SCHEMES or security not in ("", "https"):
        raise UnknownName(
            f"no vector index {split.scheme!r}: in {shown(address)!r} (have: {', '.join(_SCHEMES)})",
            hint="Give exact:///FILE, or the address of another engine.",
            values={"scheme": split.scheme, "address": shown(address)},
        )
    if split.netloc and "@" in address:
        raise _bad(address, "a user or key stands in it", "Set CLAIMTREE_VECTORS_API_KEY instead.")
    # A file's name may contain a question mark; only servers have options.
    options = dict(parse_qsl(split.query, keep_blank_values=True)) if split.netloc else {}
    path = split.path if split.netloc or not split.query else f"{split.path}?{split.query}"
    timeout = options.pop("timeout", f"{TIMEOUT_S:g}")
    if options:
        raise _bad(address, f"no option {next(iter(options))!r}", "There is timeout, in seconds.")
    if not re.fullmatch(r"\d+(\.\d+)?", timeout) or not float(timeout):
        raise _bad(address, f"timeout is {timeout!r}", "Give a number of seconds.")
    return _Parts(
        text=address,
        scheme=scheme,
        encrypted=security == "https",
        netloc=split.netloc,
        path=path,
        timeout_s=float(timeout),
    )


def _bad(text: str, what: str, hint: str) -> BadInput:
    address = shown(text)
    message = f"the vector index's address {address!r} cannot be used: {what}"
    return BadInput(message, hint=hint, values={"address": address})
