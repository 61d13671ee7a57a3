"""Rows in, a result out: the steps that all evals share."""

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
"""What taking a row apart raises that is not what its fields promise."""
_SAID_BAD = 20
"""Broken rows that are named; the others are counted."""


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
    """Score every row of a data set that the split takes."""
    rows = adapter.rows(data)
    reading = Reading(pack or adapter.pack, embedder)
    bad = list(rows.bad)
    chosen: list[tuple[str, Row]] = []
    for where, row in rows.found:
        try:
            if split.takes(half_of(adapter.key(row))):
                chosen.append((where, row))
        except (KeyError, TypeError, ValueError) as error:
            bad.append(f"{where}: {_said(error)}")
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
            # A row is taken apart before its words are read: from then on a fault is ours, and never the row's.
            if reading.asked > asked:
                raise
            bad.append(f"{where}: {_said(error)}")
            continue
        finally:
            if number % 50 == 0 or number == len(chosen):
                progress(adapter.name, number, len(chosen))
        if case is not None:
            found = _all_missed(case, reading.crashes[crashed]) if len(reading.crashes) > crashed else case
            cases.append(replace(found, half=half_of(adapter.key(row))))
    return result_of(adapter, reading, cases, bad=bad, misses=misses)


def _all_missed(case: Case, crash: str) -> Case:
    """A row that the reader failed on: nothing of it was right, not even what it is right to be silent about."""
    marks = tuple(replace(mark, right=0, missed=mark.missed + mark.right) for mark in case.marks)
    return replace(case, marks=marks, read=f"the reader failed: {crash}")


def _order(key: str) -> bytes:
    return hashlib.sha256(f"sample {key}".encode()).digest()


def result_of(
    adapter: Adapter, reading: Reading, cases: Sequence[Case], *, bad: Sequence[str] = (), misses: int = 20
) -> Result:
    """Everything that is counted from scored cases."""
    told = [*bad[:_SAID_BAD], *([f"and {len(bad) - _SAID_BAD:,} more"] if len(bad) > _SAID_BAD else [])]
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
        notes=(*adapter.notes, *failed[:_SAID_BAD]),
        bad_rows=tuple(told),
    )


def _said(error: Exception) -> str:
    return f"no field {error}" if isinstance(error, KeyError) else str(error) or type(error).__name__
