"""Records in the store how far a run of the indexer got, so that a later run over the same files
continues there.

Unchanged documents are skipped anyway; the note saves parsing a long file only to find that out. It
is valid while the files, the reader and the store are unchanged. In all other cases everything is
read: also after a source has failed, since a repaired source cannot be told from the one that
failed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from claimtree.errors import BadRecord
from claimtree.indexing.tally import Reached, Tally
from claimtree.model.columns import GivenRules
from claimtree.model.documents import Position
from claimtree.ports import MovableStore

NOTE: Final = "index"
"""Name of the note in the store."""
FROM: Final = 500
"""Number of records from which a note is written: fewer are soon read again."""
VERSION: Final = 2
"""Raised when a position in a note changes its meaning: a note of an earlier version is not used."""


class Checkpoint:
    """The note of one run over some files."""

    def __init__(
        self, store: MovableStore, paths: Iterable[Path | str], *, stamp: str, rules: GivenRules, least: int = FROM
    ) -> None:
        """`stamp` and `rules` say what reads the files; `least` is the number of records worth a
        note.
        """
        self._store = store
        self._run = _fingerprint(paths, stamp, rules)
        self._least = least
        self._noted = False

    def reached(self) -> Reached | None:
        """Returns how far an earlier run got; None if there was none, or if something has changed."""
        text = self._store.note(NOTE)
        self._noted = bool(text)
        if not text:
            return None
        note = json.loads(text)
        if (note["run"], note["generation"]) != (self._run, self._store.generation()):
            return None
        return Reached(
            position=Position(file=note["file"], record=note["record"]),
            documents=note["documents"],
            skipped=note["skipped"],
            bad=tuple(BadRecord(message, hint=hint, values=values) for message, hint, values in note["bad"]),
        )

    def note(self, position: Position, tally: Tally) -> None:
        """Note that all records up to a position are stored or refused."""
        if tally.done < self._least:
            return
        noted = {
            "run": self._run,
            "generation": self._store.generation(),
            "file": position.file,
            "record": position.record,
            "documents": tally.indexed + tally.unchanged,
            "skipped": tally.skipped,
            "bad": [[bad.message, bad.hint, dict(bad.values)] for bad in tally.bad],
        }
        self._store.set_note(NOTE, json.dumps(noted, default=str))
        self._noted = True

    def forget(self) -> None:
        """Remove the note: the run has finished, or its source has failed."""
        if self._noted:
            self._store.set_note(NOTE, "")
            self._noted = False


def _fingerprint(paths: Iterable[Path | str], stamp: str, rules: GivenRules) -> str:
    """Returns a hash that changes when a file changes or would be read differently."""
    files: list[list[object]] = []
    for path in map(Path, paths):
        inside = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
        for file in inside:
            state = file.stat()
            files.append([str(file), state.st_size, state.st_mtime_ns])
    noted = [[key, rule.to, rule.unit] for key, rule in sorted(rules.rules.items())]
    return hashlib.sha256(json.dumps([VERSION, stamp, noted, files]).encode("utf-8", "surrogatepass")).hexdigest()
