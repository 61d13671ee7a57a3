"""Finds a pack's files by its name or path. Nothing is read here, so that it costs no time."""

from __future__ import annotations

from pathlib import Path

from claimtree.errors import PackError, UnknownName

PACK_FILE = "pack.toml"
CALIBRATIONS = "calibrations"
SHIPPED = Path(__file__).parent


def shipped_packs() -> list[Path]:
    """Returns the main files of the shipped packs."""
    return sorted(SHIPPED.glob(f"*/{PACK_FILE}"))


def pack_folder(name_or_path: str | Path) -> Path:
    """Returns the folder of a pack's files; its demo data is named relative to it."""
    return pack_file(name_or_path).parent


def pack_file(name_or_path: str | Path) -> Path:
    """Returns the pack's main file."""
    if isinstance(name_or_path, str):
        for file in shipped_packs():
            if file.parent.name == name_or_path:
                return file
    path = Path(name_or_path)
    if str(name_or_path) and path.is_dir():
        if (path / PACK_FILE).is_file():
            return path / PACK_FILE
        raise PackError(
            f"{path}: no {PACK_FILE} in this folder",
            hint="Name the folder that holds it, or the file itself.",
            values={"path": str(path)},
        )
    if path.is_file():
        return path
    from claimtree.packs.diagnostics import alternatives_to

    names = [file.parent.name for file in shipped_packs()]
    raise UnknownName(
        f"no pack {str(name_or_path)!r} {alternatives_to(str(name_or_path), names)}",
        hint=f"Give one of these names, a folder with a {PACK_FILE}, or a .toml file.",
        values={"pack": str(name_or_path), "known": tuple(names)},
    )


def calibration_files(folder: Path) -> list[Path]:
    """Returns the calibration files, one per embedder."""
    return sorted((folder / CALIBRATIONS).glob("*.toml"))


def misplaced(name: str, folder: Path) -> str:
    """Returns why a file that a pack names cannot be used, or ""."""
    if not (folder / name).resolve().is_relative_to(folder.resolve()):
        return f"{name!r} lies outside the pack's folder"
    if not (folder / name).is_file():
        return f"no file {name!r} in the pack's folder"
    return ""
