"""Records beside the key file that keys are required, so that a server stays closed if that file is
lost.

A folder in which a key was ever created has a small marker file. If the marker says that keys are
required and there is none, neither in force nor revoked, then the key file was lost, and every
request is refused until an administrator restores it, creates new keys, or declares that none are
needed (`claimtree keys reset`).
"""

from __future__ import annotations

import os
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Final

FILE: Final = "keys.demanded"
"""File name in the data folder, beside the keys."""


LOST_HINT: Final = (
    "Restore the file from a copy, make keys anew with `claimtree keys add NAME`, or say with `claimtree keys reset` "
    "that none are needed."
)


class Demand(StrEnum):
    """Whether a key is required."""

    NONE = "none"
    """No key was ever created, or an administrator reset them all."""
    KEYS = "keys"
    LOST = "lost"
    """Keys were created, and are gone without a reset."""


_TELLS: Final = {
    Demand.KEYS: "Keys were made here: without keys.db every request is refused. See `claimtree keys reset --help`.",
    Demand.NONE: "No keys are needed here, as a person said with `claimtree keys reset`.",
}


class Remembered:
    """The marker file, and what this process has seen in case the marker is gone."""

    def __init__(self, path: Path, *, required: bool = False) -> None:
        self._path = path
        self._required = required
        """Whether keys were required while this process ran."""

    def see(self) -> None:
        """Records that there are keys. A failed write does not open the server: this process
        remembers."""
        if not self._required:
            with suppress(OSError):
                self._write(Demand.KEYS)
            self._required = True

    def forget(self) -> None:
        """Records an administrator's declaration that no keys are needed."""
        self._write(Demand.NONE)
        self._required = False

    def without_keys(self) -> Demand:
        """Returns what it means that the key file is empty or missing."""
        marker = self._read()
        if marker is Demand.NONE:
            self._required = False
        return Demand.LOST if marker is Demand.KEYS or self._required else Demand.NONE

    def _read(self) -> Demand | None:
        """Reads the marker; None if there is none. An unreadable marker counts as "keys required":
        a damaged file must not open the server."""
        try:
            word = self._path.read_text(encoding="utf-8", errors="replace").partition("\n")[0].strip()
        except FileNotFoundError:
            return None
        except OSError:
            return Demand.KEYS
        return Demand.NONE if word == Demand.NONE else Demand.KEYS

    def _write(self, demand: Demand) -> None:
        if self._read() is demand:
            return
        new = self._path.with_name(f"{FILE}.{os.getpid()}.new")
        new.write_text(f"{demand.value}\n{_TELLS[demand]}\n", encoding="utf-8")
        new.replace(self._path)
