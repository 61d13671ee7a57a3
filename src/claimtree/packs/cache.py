"""A cache of built packs as JSON: a process that finds its pack here neither parses TOML nor checks
names.

Reading and validating the files of a pack takes longer than a search. The result depends on the
files and on our own code, so it is stored with digests of both, one file per pack, and used while
both are the same. A missing, damaged or unwritable cache costs time and nothing else. Nothing in it
is ever executed.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np

import claimtree.model
from claimtree.errors import ClaimtreeError
from claimtree.model.amounts import AmountKind
from claimtree.model.columns import ColumnRule, Export
from claimtree.model.dates import DateRules, Tolerance
from claimtree.model.guesses import Guesses
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.judging import Bars
from claimtree.model.pack import (
    AmountReading,
    AmountSpec,
    ChildSpec,
    Concept,
    Curve,
    EvidenceRule,
    FacetSpec,
    FieldSpec,
    LabelWords,
    LevelLabel,
    NameKind,
    OtherName,
    Pack,
    PlaceKindSpec,
    PlacesSpec,
    SmallWords,
    Step,
    TypeSpec,
    UnitSpec,
)
from claimtree.model.reading_rules import Areas, ReadingRules, Rents, Sentences
from claimtree.model.relations import RelationKind
from claimtree.model.source_query import NumberSpec, SourceSpec
from claimtree.packs.file_writing import replace_file
from claimtree.packs.find import calibration_files, misplaced, pack_file
from claimtree.source_names import SHIPPED, known_sources

_CLASSES = {
    one.__name__: one
    for one in (
        AmountReading, AmountSpec, Areas, Bars, ChildSpec, ColumnRule, Concept, Curve, DateRules, EvidenceRule, Export,
        FacetSpec, FieldSpec, Guesses, Hierarchy, LabelWords, LevelLabel, NameKind, NumberSpec, Pack, PlaceKindSpec,
        PlacesSpec, ReadingRules, RelationKind, Rents, SmallWords, SourceSpec, Step, Tolerance, TypeSpec, UnitSpec,
    )
}  # fmt: skip
_ENUMS: dict[str, type[Enum]] = {"AmountKind": AmountKind, "OtherName": OtherName, "Sentences": Sentences}
_TEXTS, _TUPLE, _SET, _ARRAY = "texts", "tuple", "set", "array"
_SETTLED_S = 2.0
"""A file changed less than this ago may change again between being read and being noted."""


def cached_pack(name_or_path: str | Path, folder: Path) -> Pack:
    """Returns the pack of that name or path, as `load_pack` does; the built pack is cached in the
    folder.
    """
    file = pack_file(name_or_path)
    path = folder / f"{file.parent.name}-{_digest(str(file.resolve()).encode('utf-8', 'surrogatepass'))}.json"
    kept = _read(path, file)
    return kept if kept is not None else _loaded(path, file)


def _loaded(path: Path, file: Path) -> Pack:
    """Returns the pack from its files; it is cached unless one of them was changed just now."""
    # Imported only here, because this is what needs pydantic.
    from claimtree.packs.load import load_file

    started = time.time()
    loaded = load_file(file)
    read = [*loaded.read, *calibration_files(file.parent)]
    with suppress(OSError, TypeError):
        if all(one.stat().st_mtime < started - _SETTLED_S for one in read):
            made_of = {one.relative_to(file.parent).as_posix(): _digest(one.read_bytes()) for one in read}
            _write(path, {"code": _code(), "files": made_of, "pack": encoded(loaded.pack)})
    return loaded.pack


def _read(path: Path, file: Path) -> Pack | None:
    """Returns the cached pack if it was made from the current files by the current code, otherwise
    None.
    """
    try:
        digest, _, body = path.read_bytes().partition(b"\n")
        if digest != _digest(body).encode():
            return None
        kept = json.loads(body)
        if kept["code"] != _code() or kept["files"] != _found(kept["files"], file):
            return None
        pack = decoded(kept["pack"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, ClaimtreeError):
        return None
    if not isinstance(pack, Pack) or any(misplaced(name, file.parent) for name in _demo_files(pack)):
        return None
    has_source = pack.source in SHIPPED or pack.source in known_sources()
    return pack if has_source else None


def _found(names: Iterable[str], file: Path) -> dict[str, str]:
    """Returns the current digests of a pack's files: those it was made of, and all calibrations
    there are.
    """
    folder = file.parent
    calibrations = (one.relative_to(folder).as_posix() for one in calibration_files(folder))
    return {name: _digest((folder / name).read_bytes()) for name in dict.fromkeys([*names, *calibrations])}


def _demo_files(pack: Pack) -> tuple[str, ...]:
    return (*pack.demo, *(pack.places.demo if pack.places is not None else ()))


def _write(path: Path, value: dict[str, object]) -> None:
    body = json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, _digest(body).encode() + b"\n" + body, lasting=False)


def _code() -> str:
    """Returns a digest of the code that builds packs: another version may build another pack from
    the same files.
    """
    folders = (Path(__file__).parent, Path(claimtree.model.__file__ or "").parent)
    found = (entry for folder in folders for entry in os.scandir(folder) if entry.name.endswith(".py"))
    states = sorted((entry.name, entry.stat().st_size, entry.stat().st_mtime_ns) for entry in found)
    return _digest(repr(states).encode())


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def encoded(value: Any) -> Any:
    """Returns a value of a pack as JSON: a type that JSON lacks becomes a list that starts with its
    name.
    """
    match value:
        case Enum():
            return [type(value).__name__, value.value]
        case None | bool() | int() | float() | str():
            return value
        case tuple() if all(type(one) is str for one in value):
            return [_TEXTS, *value]
        case tuple():
            return [_TUPLE, *map(encoded, value)]
        case frozenset():
            return [_SET, *sorted(value)]
        case np.ndarray():
            return [_ARRAY, str(value.dtype), value.shape, base64.b64encode(value.tobytes()).decode()]
        case dict():
            return {_key(key): encoded(one) for key, one in value.items()}
    if not is_dataclass(value) or type(value).__name__ not in _CLASSES:
        raise TypeError(f"a pack holds a {type(value).__name__}, which the cache of packs does not know")
    return [type(value).__name__, {name: encoded(one) for name, one in _non_defaults(value)}]


def _non_defaults(value: Any) -> Iterable[tuple[str, Any]]:
    """Yields the fields of a value that differ from their defaults; most do not."""
    for field in fields(value):
        one = getattr(value, field.name)
        usual = field.default_factory() if field.default_factory is not MISSING else field.default
        if usual is MISSING or type(one) is not type(usual) or one != usual:
            yield field.name, one


def _key(key: object) -> str:
    if type(key) is not str:
        raise TypeError(f"a pack has the key {key!r}, which is no plain text")
    return key


def decoded(value: Any) -> Any:
    """Returns the value that `encoded` was given."""
    if isinstance(value, dict):
        return {key: decoded(one) for key, one in value.items()}
    if not isinstance(value, list):
        return value
    kind = value[0]
    if kind == _TEXTS:
        return tuple(value[1:])
    if kind == _TUPLE:
        return tuple(map(decoded, value[1:]))
    if kind == _SET:
        return frozenset(value[1:])
    if kind == _ARRAY:
        return _array(*value[1:])
    if kind in _ENUMS:
        return _ENUMS[kind](value[1])
    return _CLASSES[kind](**{name: decoded(one) for name, one in value[1].items()})


def _array(type: str, shape: list[int], content: str) -> np.ndarray:
    try:
        return np.frombuffer(base64.b64decode(content), type).reshape(shape)
    except binascii.Error as error:
        raise ValueError("an array of numbers is damaged") from error
