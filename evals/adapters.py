"""The `Adapter` type: defines an eval's rows, how one row is scored, and the figures it yields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from claimtree.calibration.data_rows import Row, Rows, read_rows
from evals.reading import Reading
from evals.scores import Case, Goal


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapter:
    """One data set: everything about it that differs from the other evals."""

    name: str
    title: str
    data: str
    """Describes the format of its rows to the user: what `--data` takes."""
    pack: str
    goals: tuple[Goal, ...]
    is_ours: Callable[[Row], bool]
    """True for a row of this eval, judged by its fields: file names are not relied on."""
    key: Callable[[Row], str]
    """Rows with the same key fall into the same half."""
    score: Callable[[str, Row, Reading], Case | None]
    """Scores one row; returns None for a valid row that this eval does not ask about.

    A malformed row raises KeyError, TypeError or ValueError before its text is read; it is then
    skipped and reported.
    """
    folder: str = ""
    """The set's folder name below a data folder that holds several sets."""
    load: Callable[[Path], Rows] | None = None
    """Loads the rows; only for sets that are stored in their own format."""
    most: int = 0
    """How many rows are scored by default: a fair sample of a large set. 0 for all."""
    notes: tuple[str, ...] = ()

    @property
    def is_shipped(self) -> bool:
        """True if the rows ship with the project, so that no `--data` path is needed."""
        return self.load is not None and not self.folder

    def rows(self, path: Path) -> Rows:
        return self.load(path) if self.load is not None else read_rows(path, self.is_ours, what=self.data)
