"""How far a run of the indexer got, noted in the store: a later run over the same files goes on from there.

What is stored unchanged is skipped anyway; the note saves making documents of a long file only to find that out. It
holds while the files, what reads them and the store are as they were. In all other cases everything is looked at: also
where a source has failed, since nothing here tells a source that was mended from the one that failed.
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
"""Under which a store says how far a run got."""
FROM: Final = 500
"""Records from which it is noted: fewer are soon looked at again."""
VERSION: Final = 2
"""Raised when a position in a note means something else than before: a note of an earlier version is not used."""


class Checkpoint:
    """The note of one run over some files."""

    def __init__(
        self, store: MovableStore, paths: Iterable[Path | str], *, stamp: str, rules: GivenRules, least: int = FROM
    ) -> None:
        """`stamp` and `rules` say what reads the files; `least`: so many records are worth a note."""
        self._store = store
        self._run = _fingerprint(paths, stamp, rules)
        self._least = least
        self._noted = False

    def reached(self) -> Reached | None:
        """How far an earlier run got; None where there was none, or something is no longer as it was."""
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
        said = {
            "run": self._run,
            "generation": self._store.generation(),
            "file": position.file,
            "record": position.record,
            "documents": tally.indexed + tally.unchanged,
            "skipped": tally.skipped,
            "bad": [[bad.message, bad.hint, dict(bad.values)] for bad in tally.bad],
        }
        self._store.set_note(NOTE, json.dumps(said, default=str))
        self._noted = True

    def forget(self) -> None:
        """The run has come to its end, or its source has failed."""
        if self._noted:
            self._store.set_note(NOTE, "")
            self._noted = False


def _fingerprint(paths: Iterable[Path | str], stamp: str, rules: GivenRules) -> str:
    """Another one when a file was changed, or would be read otherwise."""
    files: list[list[object]] = []
    for path in map(Path, paths):
        inside = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
        for file in inside:
            state = file.stat()
            files.append([str(file), state.st_size, state.st_mtime_ns])
    said = [[key, rule.to, rule.unit] for key, rule in sorted(rules.rules.items())]
    return hashlib.sha256(json.dumps([VERSION, stamp, said, files]).encode("utf-8", "surrogatepass")).hexdigest()
