"""Loads a Pack from pack.toml, with every cross-reference checked.

A pack is a folder: pack.toml, the word files it names, its calibrations, its demo data. Loading
reads the files, validates them (`pack_tables`), merges the word files, and resolves every name
(`build_pack`). All problems of one of these steps are reported together.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from claimtree.errors import PackError
from claimtree.model.guesses import Guesses
from claimtree.model.pack import Pack
from claimtree.packs.build_pack import build
from claimtree.packs.calibrations import Calibrations, shape_of
from claimtree.packs.diagnostics import SECTIONS, Origin, Problems
from claimtree.packs.find import SHIPPED, calibration_files, misplaced, pack_file, shipped_packs
from claimtree.packs.guesses_file import read_guesses
from claimtree.packs.pack_tables import LabelWordsTable, PackFile, SmallWordsTable, Table, WordsFile, faults

MAX_BYTES = 5_000_000
"""Tens of thousands of concepts fit; a larger file is not a pack."""

AnyFile = TypeVar("AnyFile", bound=Table)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedPack:
    """A pack, and the files that it was made of."""

    pack: Pack
    read: tuple[Path, ...]
    """Every file whose content is in it, except calibrations: those are all files in their folder."""


def load_pack(name_or_path: str | Path, *, guesses: bool = True) -> Pack:
    """Returns the pack of that name, or the one in that folder or .toml file.

    A shipped pack's name wins over a folder of the same name; write "./rentals" for the folder.
    Training of guesses loads the pack without them.
    """
    return load_file(pack_file(name_or_path), guesses=guesses).pack


def load_file(file: Path, *, guesses: bool = True) -> LoadedPack:
    """Returns the pack of that main file."""
    problems = Problems()
    pack = _read(file, PackFile, problems)
    if pack is None:
        raise problems.error()
    origin = _merge_words(pack, file, problems)
    _check_demo(pack, file, problems)
    built = None if problems else build(pack, origin, problems)
    trained = _guesses(built, pack, file, problems) if built is not None and guesses else {}
    fitted = _calibrations(pack, file, problems)
    if built is None or problems:
        raise problems.error()
    files = (file, *(file.parent / name for name in (*pack.words, *(pack.guesses.values() if guesses else ()))))
    calibrated = fitted.put_in(replace(built, guesses=trained, fingerprint=_fingerprint(files)))
    return LoadedPack(pack=calibrated, read=files)


def _guesses(built: Pack, pack: PackFile, file: Path, problems: Problems) -> Mapping[str, Guesses]:
    """Returns the pack's guesses by embedder; problems of a file are noted."""
    found = {}
    for embedder, name in pack.guesses.items():
        read = misplaced(name, file.parent) or read_guesses(file.parent / name, built)
        if isinstance(read, str):
            problems.add(_shown(file), ["guesses", embedder], read)
        else:
            found[embedder] = read
    return found


def _calibrations(pack: PackFile, file: Path, problems: Problems) -> Calibrations:
    """Returns the calibrations of embedders; problems of a file are noted.

    They are not part of the fingerprint: reading a text does not depend on them.
    """
    found = Calibrations(types=pack.types)
    for path in calibration_files(file.parent):
        table = _read(path, shape_of(_table(path)), problems)
        if table is not None:
            found.add(table, path.stem, _shown(path), problems)
    return found


def _fingerprint(files: Iterable[Path]) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def known_packs() -> dict[str, str]:
    """Returns the titles of the shipped packs, by name."""
    found = {}
    for file in shipped_packs():
        title = _table(file).get("title")
        found[file.parent.name] = title if isinstance(title, str) else file.parent.name
    return found


def _shown(file: Path) -> str:
    """Returns a file as messages name it: shipped ones relative to the packs folder, others as
    given.
    """
    if file.is_relative_to(SHIPPED):
        return f"packs/{file.relative_to(SHIPPED).as_posix()}"
    return file.as_posix()


def _read(file: Path, model: type[AnyFile], problems: Problems) -> AnyFile | None:
    """Returns the validated file; None after noting what is wrong with it."""
    table = _table(file)
    try:
        return model.model_validate(table)
    except ValidationError as error:
        for at, what in faults(error, model):
            problems.add(_shown(file), at, what)
        return None


def _table(file: Path) -> Mapping[str, Any]:
    shown = _shown(file)
    try:
        with file.open("rb") as opened:
            content = opened.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise PackError(
                f"{shown}: larger than {MAX_BYTES // 1_000_000} MB",
                hint="Split the words over several files and list them under `words`.",
                values={"file": shown, "limit": MAX_BYTES},
            )
        return _parsed(content)
    except OSError as error:
        raise PackError(f"{shown}: cannot be read: {error.strerror or error}", values={"file": shown}) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise PackError(f"{shown}: line {line}: not UTF-8", values={"file": shown, "line": line}) from error
    except RecursionError as error:
        raise PackError(f"{shown}: nested too deeply", values={"file": shown}) from error
    except ValueError as error:
        raise _syntax_error(shown, str(error)) from error


@lru_cache(maxsize=16)
def _parsed(content: bytes) -> Mapping[str, Any]:
    """Returns the parsed file. Cached by content, since parsing takes most of the loading time;
    callers only read it.
    """
    return tomllib.loads(content.decode("utf-8-sig"))


def _syntax_error(shown: str, message: str) -> PackError:
    """Returns the error; tomllib says "Invalid value (at line 3, column 8)", and we put the
    position first.
    """
    at = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    what = message[: at.start()] if at else message
    if at and at[1]:
        place, values = f"line {at[1]}, column {at[2]}", {"file": shown, "line": int(at[1])}
    else:
        place, values = "at the end", {"file": shown}
    return PackError(
        f"{shown}: {place}: {what[:1].lower()}{what[1:]}",
        hint="The file is not TOML; quotes, brackets and commas are the usual suspects.",
        values=values,
    )


def _merge_words(pack: PackFile, file: Path, problems: Problems) -> Origin:
    """Merge the word files into the pack. Returns which file each of their keys is in."""
    origin = Origin(main=_shown(file))
    for section in SECTIONS:
        origin.note(section, getattr(pack, section), origin.main, problems)
    seen: set[Path] = {file.resolve()}
    for place, name in enumerate(pack.words):
        path = file.parent / name
        if fault := misplaced(name, file.parent):
            problems.add(origin.main, ["words", place], fault)
            continue
        if path.resolve() in seen:
            problems.add(origin.main, ["words", place], f"{name!r} is read twice")
            continue
        seen.add(path.resolve())
        words = _read(path, WordsFile, problems)
        if words is None:
            continue
        for section in SECTIONS:
            added = getattr(words, section)
            origin.note(section, added, _shown(path), problems)
            getattr(pack, section).update(added)
        pack.ignored.extend(words.ignored)
        for kind in SmallWordsTable.model_fields:
            getattr(pack.small_words, kind).extend(getattr(words.small_words, kind))
        for kind in LabelWordsTable.model_fields.keys() - {"homonyms"}:
            getattr(pack.label_words, kind).extend(getattr(words.label_words, kind))
        for unit, context in words.label_words.homonyms.items():
            pack.label_words.homonyms.setdefault(unit, []).extend(context)
        pack.not_offered.update(words.not_offered)
    return origin


def _check_demo(pack: PackFile, file: Path, problems: Problems) -> None:
    listed: list[tuple[list[str], list[str]]] = [(["demo"], pack.demo)]
    if pack.places is not None:
        listed.append((["places", "demo"], pack.places.demo))
    for path, names in listed:
        for place, name in enumerate(names):
            if fault := misplaced(name, file.parent):
                problems.add(_shown(file), [*path, place], fault)
