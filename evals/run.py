"""Runs one eval from rows to result: the steps that all evals share."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from claimtree.calibration.data_rows import Row
from claimtree.calibration.halves import Split, half_of
from claimtree.calibration.measures import Progress
from evals.adapters import Adapter
from evals.reading import NO_EMBEDDER, Reading
from evals.scores import Case, Result, figures, worst
from evals.tables import confusion_table, doubt_table, group_tables

_BROKEN = (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError)
"""Exceptions raised by parsing a row whose fields are not as expected."""
_MOST_LISTED = 20
"""How many broken rows are listed; the others are only counted."""


def run(
    adapter: Adapter,
    data: Path,
    *,
    pack: str | None = None,
    embedder: str = NO_EMBEDDER,
    split: Split = Split.ALL,
    misses: int = 20,
    limit: int | None = None,
    progress: Progress = lambda what, done, of: None,
) -> Result:
    """Scores every row of the data set that belongs to the split."""
    rows = adapter.rows(data)
    reading = Reading(pack or adapter.pack, embedder)
    bad = list(rows.bad)
    chosen: list[tuple[str, Row]] = []
    for where, row in rows.found:
        try:
            if split.takes(half_of(adapter.key(row))):
                chosen.append((where, row))
        except (KeyError, TypeError, ValueError) as error:
            bad.append(f"{where}: {_message(error)}")
    most = adapter.most if limit is None else limit
    if most and len(chosen) > most:
        # By hash, so that a sample holds the same rows however the file is ordered.
        chosen = sorted(chosen, key=lambda item: _order(adapter.key(item[1])))[:most]
    cases: list[Case] = []
    for number, (where, row) in enumerate(chosen, 1):
        asked, crashed = reading.asked, len(reading.crashes)
        try:
            case = adapter.score(where, row, reading)
        except _BROKEN as error:
            # A row is parsed before its text is read: a later exception is a bug here, not a bad
            # row.
            if reading.asked > asked:
                raise
            bad.append(f"{where}: {_message(error)}")
            continue
        finally:
            if number % 50 == 0 or number == len(chosen):
                progress(adapter.name, number, len(chosen))
        if case is not None:
            found = _all_missed(case, reading.crashes[crashed]) if len(reading.crashes) > crashed else case
            cases.append(replace(found, half=half_of(adapter.key(row))))
    return result_of(adapter, reading, cases, bad=bad, misses=misses)


def _all_missed(case: Case, crash: str) -> Case:
    """Counts all marks of a row as missed because the reader crashed on it.

    This includes marks that are right when nothing is read.
    """
    marks = tuple(replace(mark, right=0, missed=mark.missed + mark.right) for mark in case.marks)
    return replace(case, marks=marks, read=f"the reader failed: {crash}")


def _order(key: str) -> bytes:
    return hashlib.sha256(f"sample {key}".encode()).digest()


def result_of(
    adapter: Adapter, reading: Reading, cases: Sequence[Case], *, bad: Sequence[str] = (), misses: int = 20
) -> Result:
    """Returns the result that is computed from the scored cases."""
    listed = [*bad[:_MOST_LISTED], *([f"and {len(bad) - _MOST_LISTED:,} more"] if len(bad) > _MOST_LISTED else [])]
    goals = [goal for goal in adapter.goals if any(mark.figure == goal.key for case in cases for mark in case.marks)]
    failed = [f"The reader failed, so these count as missed: {crash}" for crash in dict.fromkeys(reading.crashes)]
    return Result(
        name=adapter.name,
        title=adapter.title,
        pack=reading.pack.name,
        pack_version=reading.pack.version,
        embedder=reading.embedder_name,
        version=reading.version,
        figures=figures(goals, cases),
        tables=(*group_tables(goals, cases), confusion_table(cases), doubt_table(cases)),
        misses=worst(cases, misses),
        notes=(*adapter.notes, *failed[:_MOST_LISTED]),
        bad_rows=tuple(listed),
    )


def _message(error: Exception) -> str:
    return f"no field {error}" if isinstance(error, KeyError) else str(error) or type(error).__name__
