"""Finds the checkout that this package is installed from, for commands whose code and data are
beside `src`.

`claimtree bench` and `claimtree eval` measure the project itself; `benchmarks/` and `evals/` are not in the wheel.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from claimtree.errors import BadInput

FOLDERS = ("benchmarks", "evals")


def find_checkout(package: Path) -> Path | None:
    """Returns the checkout that a `claimtree` package folder belongs to; None if it was installed
    from a wheel."""
    root = package.parents[1]
    if package.parent.name != "src" or not all((root / folder / "__init__.py").is_file() for folder in FOLDERS):
        return None
    try:
        project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return root if project.get("project", {}).get("name") == "claimtree" else None


def enter_checkout(command: str) -> Path:
    """Makes the folders beside `src` importable and returns the checkout's root; raises BadInput if
    there is none."""
    root = find_checkout(Path(__file__).parents[1])
    if root is None:
        raise BadInput(
            f"`claimtree {command}` runs from a checkout of Claimtree's sources, and this is an installed package",
            hint="Clone the repository or unpack the source archive, run `make setup` there, "
            f"and call .venv/bin/claimtree {command}.",
            values={"command": command},
        )
    # First, so that no installed package of the same name is taken instead.
    if sys.path[0] != str(root):
        sys.path.insert(0, str(root))
    return root
