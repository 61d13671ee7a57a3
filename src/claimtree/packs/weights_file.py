"""The file of adopted weights: how much levels and claim types count for this user, instead of the
pack's values.

    pack = "rentals"
    learned = "2026-11-15T20:00:00+00:00"
    pairs = 48

    [levels]
    room = 0.46

    [types]
    price = 0.87

It changes only the order of hits: no store has to be rebuilt. Every replaced file is kept beside
it, so that undoing restores the same bytes.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from claimtree.errors import BadInput, PackError
from claimtree.model.claims import LevelName, TypeName
from claimtree.model.pack import Pack
from claimtree.packs.file_writing import replace_file, writing

MOST_KEPT: Final = 50
"""Maximum number of earlier files; the oldest ones are removed."""
LARGEST: Final = 100_000
"""Maximum bytes of a file; a real one has a few hundred."""
_UNWRITABLE: Final = "Check the data folder, or set CLAIMTREE_HOME to another one."
_KEYS = {"pack", "learned", "pairs", "levels", "types"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The weights of levels and claim types that differ from the pack's."""

    levels: Mapping[LevelName, float] = field(default_factory=dict)
    types: Mapping[TypeName, float] = field(default_factory=dict)
    pairs: int = 0
    """Number of comparisons that they were learned from."""
    learned: str = ""
    """When they were learned, in ISO 8601."""

    def differing_from(self, own: Weights) -> Weights:
        """Returns only the weights that differ from `own`."""
        return replace(
            self,
            levels={level: weight for level, weight in self.levels.items() if own.levels.get(level) != weight},
            types={name: weight for name, weight in self.types.items() if own.types.get(name) != weight},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightsFile:
    """The weights in a file for a pack, and sentences on what of it cannot be used."""

    weights: Weights | None = None
    notices: tuple[str, ...] = ()


def with_weights(pack: Pack, weights: Weights | None) -> Pack:
    """Returns the pack with these weights over its own. Its name, version and fingerprint stay:
    stores do not depend on them.

    A concept that has its own weight in the pack keeps it.
    """
    if weights is None:
        return pack
    return replace(
        pack,
        level_weights={level: weights.levels.get(level, weight) for level, weight in pack.level_weights.items()},
        types={name: replace(spec, weight=weights.types.get(name, spec.weight)) for name, spec in pack.types.items()},
    )


def read_weights(file: Path, pack: Pack) -> WeightsFile:
    """Returns the weights in force; none if there is no file.

    A damaged file or one of another pack is ignored, and so is a level or claim type that the pack
    does not have (any more): the notices say so.
    """
    try:
        with file.open("rb") as stream:
            raw = stream.read(LARGEST + 1)
    except FileNotFoundError:
        return WeightsFile()
    except OSError as error:
        return _left_out(file, f"it cannot be read ({error.strerror or error})")
    if len(raw) > LARGEST:
        return _left_out(file, "it is too large")
    try:
        table = tomllib.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return _left_out(file, f"it is damaged ({error})")
    unknown = sorted(table.keys() - _KEYS)
    levels, types = table.get("levels", {}), table.get("types", {})
    if unknown or not (isinstance(levels, dict) and isinstance(types, dict)):
        return _left_out(file, f"no key {unknown[0]!r} is known" if unknown else "levels and types are no tables")
    if table.get("pack") != pack.name:
        return _left_out(file, f"it is for pack {table.get('pack')!r}, not {pack.name!r}")
    wrong = [f"{name} is {value!r}" for name, value in {**levels, **types}.items() if not _is_weight(value)]
    if wrong:
        return _left_out(file, f"{wrong[0]}, not a number above 0 and up to 1")
    strange = [name for name in levels if name not in pack.level_weights]
    strange += [name for name in types if name not in pack.types]
    pairs = table.get("pairs", 0)
    weights = Weights(
        levels={level: float(levels[level]) for level in pack.level_weights if level in levels},
        types={name: float(types[name]) for name in pack.types if name in types},
        pairs=pairs if isinstance(pairs, int) else 0,
        learned=str(table.get("learned", "")),
    )
    notices = (f"{file}: pack {pack.name!r} has no {', '.join(strange)}; what it says of that is left out.",)
    return WeightsFile(weights=weights, notices=notices if strange else ())


def adopt_weights(file: Path, weights: Weights, pack: Pack) -> None:
    """Write the weights as those in force; the previous file is kept for `undo_weights`."""
    for name, value in (*weights.levels.items(), *weights.types.items()):
        if not _is_weight(value):
            raise BadInput(f"weight {value} of {name!r} is not above 0 and up to 1", values={"name": name})
    lines = [
        "# Written by `claimtree learn weights --adopt`; `claimtree learn weights --undo` goes back one step.",
        f'pack = "{pack.name}"',
        f'learned = "{weights.learned}"',
        f"pairs = {weights.pairs}",
        *("", "[levels]", *(f"{_key(level)} = {value!r}" for level, value in weights.levels.items())),
        *("", "[types]", *(f"{_key(name)} = {value!r}" for name, value in weights.types.items())),
    ]
    with writing(file, hint=_UNWRITABLE):
        earlier = _earlier(file)
        if file.exists():
            number = max(earlier, default=0) + 1
            # A copy, so that a reader always finds a complete file under the name.
            replace_file(_numbered(file, number), file.read_bytes())
            earlier[number] = _numbered(file, number)
        replace_file(file, ("\n".join(lines) + "\n").encode())
        for number in sorted(earlier)[:-MOST_KEPT]:
            earlier[number].unlink(missing_ok=True)


def undo_weights(file: Path) -> Path | None:
    """Restore the previous file, byte for byte. Returns it, or None if the pack's own weights are
    in force again.
    """
    with writing(file, hint=_UNWRITABLE):
        if not file.exists():
            raise BadInput(
                f"there is nothing to undo: {file} does not exist",
                hint="The pack's own weights are in force.",
                values={"file": str(file)},
            )
        earlier = _earlier(file)
        if not earlier:
            file.unlink()
            return None
        before = earlier[max(earlier)]
        before.replace(file)
        return before


def _left_out(file: Path, why: str) -> WeightsFile:
    return WeightsFile(
        notices=(f"The weights in {file} are left out: {why}. `claimtree learn weights --undo` goes back one step.",)
    )


def _is_weight(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and math.isfinite(float(value))
        and 0 < float(value) <= 1
    )


def _key(name: str) -> str:
    """Returns a TOML key; names of levels and types come from a pack file, which may use any text."""
    if re.fullmatch(r"[A-Za-z0-9_-]+", name):
        return name
    if not name.isprintable():
        raise PackError(f"{name!r} cannot be written to a file of weights", hint="Give it a printable name.")
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{quoted}"'


def _numbered(file: Path, number: int) -> Path:
    return file.with_name(f"{file.stem}.{number}{file.suffix}")


def _earlier(file: Path) -> dict[int, Path]:
    """Returns the replaced files, by number."""
    shape = re.compile(rf"{re.escape(file.stem)}\.([1-9][0-9]{{0,8}}){re.escape(file.suffix)}")
    found = ((shape.fullmatch(path.name), path) for path in file.parent.iterdir())
    return {int(match[1]): path for match, path in found if match is not None}
