"""What an eval is: whose rows it takes, how it scores one, and which figures come of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from claimtree.calibration.data_rows import Row, Rows, read_rows
from evals.reading import Reading
from evals.scores import Case, Goal


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapter:
    """One data set, as far as it is peculiar."""

    name: str
    title: str
    data: str
    """The form of its rows, for people: what `--data` takes."""
    pack: str
    goals: tuple[Goal, ...]
    is_ours: Callable[[Row], bool]
    """By the fields of a row: files are not known by their names."""
    key: Callable[[Row], str]
    """Rows of one key fall into the same half."""
    score: Callable[[str, Row, Reading], Case | None]
    """None for a sound row that this eval does not ask about. The row is taken apart before its words are read: a row
    that cannot be raises KeyError, TypeError or ValueError until then, and is skipped and reported."""
    folder: str = ""
    """What the set is called where many lie side by side."""
    load: Callable[[Path], Rows] | None = None
    """Where rows are kept in a form of their own."""
    most: int = 0
    """How many rows are scored when nobody says: a fair sample of a large set. 0 for all."""
    notes: tuple[str, ...] = ()

    @property
    def is_shipped(self) -> bool:
        """Whether its rows are our own, so that nobody need say where they are."""
        return self.load is not None and not self.folder

    def rows(self, path: Path) -> Rows:
        return self.load(path) if self.load is not None else read_rows(path, self.is_ours, what=self.data)
