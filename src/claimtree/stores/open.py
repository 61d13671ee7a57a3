"""Opens a store by its address: `memory:`, `sqlite:///PATH` or a plain path,
`elasticsearch://HOST:PORT/PREFIX`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote

from claimtree.errors import UnknownName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.redaction import shown
from claimtree.ports import MovableStore, StoreIdentity, Versions


def _memory(address: str, identity: StoreIdentity, hierarchy: Hierarchy, create: bool, read_only: bool) -> MovableStore:
    store: MovableStore = import_module("claimtree.stores.memory").MemoryStore(identity, hierarchy)
    return store


def _sqlite(address: str, identity: StoreIdentity, hierarchy: Hierarchy, create: bool, read_only: bool) -> MovableStore:
    path = _path_of(address)
    module = import_module("claimtree.stores.sqlite")
    store: MovableStore = module.SqliteStore(path, identity, hierarchy, create=create, read_only=read_only)
    return store


def _elastic(
    address: str, identity: StoreIdentity, hierarchy: Hierarchy, create: bool, read_only: bool
) -> MovableStore:
    module = import_module("claimtree.stores.elastic")
    store: MovableStore = module.ElasticStore(address, identity, hierarchy, create=create, read_only=read_only)
    return store


_Opener = Callable[[str, StoreIdentity, Hierarchy, bool, bool], MovableStore]

_SCHEMES: dict[str, _Opener] = {
    "memory": _memory,
    "sqlite": _sqlite,
    "elasticsearch": _elastic,
    "elasticsearch+https": _elastic,
    "opensearch": _elastic,
    "opensearch+https": _elastic,
}
"""What each scheme opens; the modules are imported when they are asked for."""


def open_store(
    address: str | Path,
    identity: StoreIdentity,
    hierarchy: Hierarchy,
    *,
    create: bool = True,
    read_only: bool = False,
) -> MovableStore:
    """The store at an address; a plain path is a file of the default store.

    Of `sqlite:///PATH`, PATH is relative to the working folder unless it begins with another slash.
    """
    text = str(address)
    # A single letter before the colon is a drive, and "./odd:name.db" is a path.
    named = re.match(r"([A-Za-z][A-Za-z0-9+.-]+):", text)
    if isinstance(address, Path) or named is None:
        return _sqlite(text, identity, hierarchy, create, read_only)
    scheme = named[1]
    if scheme not in _SCHEMES:
        raise UnknownName(
            f"no store {scheme!r}: in {shown(text)!r} (have: {', '.join(_SCHEMES)})",
            hint="Give a path, sqlite:///PATH, elasticsearch://HOST:PORT/PREFIX, or memory:",
            values={"scheme": scheme, "address": shown(text)},
        )
    return _SCHEMES[scheme](text, identity, hierarchy, create, read_only)


def open_versions(address: str | Path) -> Versions:
    """The versions of the store at an address, whatever they were built with."""
    text = str(address)
    named = re.match(r"([A-Za-z][A-Za-z0-9+.-]+):", text)
    scheme = "sqlite" if isinstance(address, Path) or named is None else named[1]
    if scheme not in _VERSIONS:
        raise UnknownName(
            f"the store {shown(text)!r} has no versions (stores that have: {', '.join(_VERSIONS)})",
            hint="A store in memory ends with its process; name one that is kept.",
            values={"scheme": scheme, "address": shown(text)},
        )
    return _VERSIONS[scheme](text)


def _sqlite_versions(address: str) -> Versions:
    versions: Versions = import_module("claimtree.stores.sqlite.versions").SqliteVersions(_path_of(address))
    return versions


def _elastic_versions(address: str) -> Versions:
    versions: Versions = import_module("claimtree.stores.elastic.versions").ElasticVersions(address)
    return versions


_VERSIONS: dict[str, Callable[[str], Versions]] = {
    "sqlite": _sqlite_versions,
    "elasticsearch": _elastic_versions,
    "elasticsearch+https": _elastic_versions,
    "opensearch": _elastic_versions,
    "opensearch+https": _elastic_versions,
}


def file_of(address: str | Path) -> Path:
    """The file that a store is, for those that are one."""
    text = str(address)
    named = re.match(r"([A-Za-z][A-Za-z0-9+.-]+):", text)
    if not isinstance(address, Path) and named is not None and named[1] != "sqlite":
        raise UnknownName(
            f"the store {shown(text)!r} is no file",
            hint="Give a path, or sqlite:///PATH.",
            values={"address": shown(text)},
        )
    return _path_of(text)


def _path_of(address: str) -> Path:
    prefix = "sqlite://"
    if not address.startswith("sqlite:"):
        return Path(address)
    rest = address.removeprefix(prefix)
    if not address.startswith(prefix + "/") or rest == "/":
        raise UnknownName(
            f"{address!r} names no file",
            hint="Write sqlite:///relative/path.db or sqlite:////absolute/path.db.",
            values={"address": address},
        )
    return Path(unquote(rest[1:]))
