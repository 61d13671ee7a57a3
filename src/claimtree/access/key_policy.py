"""Whether a server asks for keys, remembered beside the file of keys: what was closed stays closed when that is lost.

A folder in which a key was ever made says so in a small file of its own. Where that says that keys are demanded and
there is none, neither in force nor revoked, the file of keys was lost, and nobody is let in until a person restores it,
makes keys anew or says that none are needed (`claimtree keys reset`).
"""

from __future__ import annotations

import os
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Final

FILE: Final = "keys.demanded"
"""In the data folder, beside the keys."""


LOST_HINT: Final = (
    "Restore the file from a copy, make keys anew with `claimtree keys add NAME`, or say with `claimtree keys reset` "
    "that none are needed."
)


class Demand(StrEnum):
    """Whether a key is asked for."""

    NONE = "none"
    """Nobody ever made a key, or a person took them all back."""
    KEYS = "keys"
    LOST = "lost"
    """Keys were made, and are gone without anybody having said so."""


_TELLS: Final = {
    Demand.KEYS: "Keys were made here: without keys.db a server lets nobody in. See `claimtree keys reset --help`.",
    Demand.NONE: "No keys are needed here, as a person said with `claimtree keys reset`.",
}


class Remembered:
    """What the folder says, and what this process has seen, should the folder say nothing any more."""

    def __init__(self, path: Path, *, seen: bool = False) -> None:
        self._path = path
        self._seen = seen
        """Whether keys were demanded while this process ran."""

    def see(self) -> None:
        """Keys were seen. That it cannot be written down lets nobody in: this process knows."""
        if not self._seen:
            with suppress(OSError):
                self._write(Demand.KEYS)
            self._seen = True

    def forget(self) -> None:
        """A person says that no keys are needed."""
        self._write(Demand.NONE)
        self._seen = False

    def without_keys(self) -> Demand:
        """What is to be made of a file of keys that has none, or is not there."""
        said = self._read()
        if said is Demand.NONE:
            self._seen = False
        return Demand.LOST if said is Demand.KEYS or self._seen else Demand.NONE

    def _read(self) -> Demand | None:
        """None where the folder says nothing. What cannot be read was written: nobody is let in by a damaged file."""
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
