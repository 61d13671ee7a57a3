"""Stored figures of earlier runs, used to show what a change did.

One JSON file holds only numbers, keyed by eval, pack, embedder and version. A run is compared with
the newest entry of the same eval, pack and embedder. The project keeps one such file in its
checkout.
"""

from __future__ import annotations

import json
import math
import os
from pathlib import Path

from claimtree.errors import BadInput
from evals.scores import Figure, Result

SHIPPED = Path(__file__).parent / "baselines.json"
FILE = "baselines.json"

Numbers = dict[str, dict[str, float]]
"""Figure → split → value."""


def baseline_file(folder: Path | None) -> Path:
    """Returns the project's own baseline file, or the one in `folder` if given."""
    return SHIPPED if folder is None else folder / FILE


def check_writable(file: Path, *, way_out: str = "Name a folder of your own: --baseline DIR.") -> None:
    """Raises BadInput if the file cannot be written, before an eval that takes minutes."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}", hint=way_out) from error
    if not os.access(file if file.exists() else file.parent, os.W_OK) or file.is_dir():
        raise BadInput(f"{file} cannot be written", hint=way_out)


def load(file: Path) -> dict[str, Numbers]:
    """Returns all baselines of a file; empty if it does not exist."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise BadInput(f"{file} cannot be read: {error}", hint="Mend the file or move it away.") from error
    if not isinstance(kept, dict):
        raise BadInput(f"{file} is no file of baselines", hint="Move it away; --save writes a new one.")
    return kept


def key_of(result: Result) -> str:
    return f"{_subject(result)} | {result.version}"


def _subject(result: Result) -> str:
    return f"{result.name} | {result.pack} v{result.pack_version} | {result.embedder}"


def before(result: Result, kept: dict[str, Numbers]) -> Numbers:
    """Returns the last saved figures of the same eval; empty if none were saved."""
    exact = kept.get(key_of(result))
    if exact is not None:
        return exact
    start = f"{result.name} | {result.pack} v"
    others = [
        key for key in kept if key.startswith(start) and key.split(" | ")[2:3] == [result.embedder]
    ]  # in the order they were written
    return kept[others[-1]] if others else {}


def change(result: Result, figure: str, split: str, kept: Numbers) -> float | None:
    """Returns how far a figure moved since the baseline; None if either value is missing."""
    was = kept.get(figure, {}).get(split)
    now = next((one.values.get(split) for one in result.figures if one.key == figure), None)
    return None if was is None or now is None or math.isnan(now) else now - was


def since(result: Result, figure: Figure, kept: Numbers) -> str:
    """Formats how far a figure moved over all rows, or over the half that was scored.

    Empty if there is no baseline.
    """
    splits = list(figure.values)
    moved = change(result, figure.key, splits[-1], kept) if splits else None
    if moved is None:
        return ""
    return "=" if abs(moved) < 0.0005 else f"{moved:+.3f}"


def save(result: Result, file: Path) -> None:
    """Saves the figures of a run: replaces those of the same key and puts the newest last."""
    kept = load(file)
    kept.pop(key_of(result), None)
    kept[key_of(result)] = {
        figure.key: {split: round(value, 4) for split, value in figure.values.items() if not math.isnan(value)}
        for figure in result.figures
    }
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(
            f"{file} cannot be written: {error.strerror or error}", hint="Name another: --baseline DIR."
        ) from error
