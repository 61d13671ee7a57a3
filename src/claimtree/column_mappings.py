"""Remembers per store how the columns of the user's files are mapped, for the next run.

Kept in a small file in the data folder, by the store's address and the pack, so that every
interface and every process that writes to a store uses it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from claimtree.indexing import Indexer, IndexReport, Wanted
from claimtree.indexing.checkpoints import Checkpoint
from claimtree.indexing.run import Progress
from claimtree.model.columns import ColumnRule, ColumnsReport, GivenRules, column_key
from claimtree.model.documents import Position
from claimtree.model.pack import Pack
from claimtree.ports import MovableStore
from claimtree.sidecar_db import SidecarFile
from claimtree.sources.column_layout import known_columns, rules_of
from claimtree.sources.record_stream import Records

FILE = "columns.db"
STEPS = (
    """
    CREATE TABLE rules (
        store TEXT NOT NULL, pack TEXT NOT NULL, key TEXT NOT NULL, column_name TEXT NOT NULL, target TEXT NOT NULL,
        unit TEXT NOT NULL, PRIMARY KEY (store, pack, key)
    )
    """,
)
PASSING = "memory:"
"""The address of in-memory stores, for which nothing is remembered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume:
    """Files that a run reads into a store, which notes how far it got."""

    store: MovableStore
    paths: Sequence[Path | str]


def index_mapped(
    indexer: Indexer,
    read: Callable[[GivenRules, Position | None], Records],
    *,
    home: Path,
    given: Sequence[str] = (),
    progress: Progress | None = None,
    wanted: Wanted | None = None,
    resume: Resume | None = None,
) -> IndexReport:
    """Indexes records with the given and the remembered mappings; then remembers the given ones.

    A mapping for a column that no record had is reported and not remembered: most likely it is
    mistyped. `read` is given the mappings, and the last record that an earlier run read: None,
    unless `resume` names the files that it read.
    """
    address = indexer.store.info().address
    with closing(SavedMappings(home)) as kept:
        rules = kept.given(address, indexer.pack, given)
        checkpoint = Checkpoint(resume.store, resume.paths, stamp=indexer.stamp, rules=rules) if resume else None
        reached = checkpoint.reached() if checkpoint is not None else None
        records = read(rules, reached.position if reached is not None else None)
        report = indexer.index(records, progress, wanted=wanted, checkpoint=checkpoint, reached=reached)
        kept.remember(address, indexer.pack, rules, report.columns)
    return report


class SavedMappings:
    """The mappings of all stores."""

    def __init__(self, home: Path) -> None:
        self._file = SidecarFile(home / FILE, kind="column mappings", application_id=0x43544D50, steps=STEPS)

    def close(self) -> None:
        self._file.close()

    def rules(self, store: str, pack: str) -> dict[str, ColumnRule]:
        """The remembered rules of a store, by column key, in the order of the columns' names."""
        query = "SELECT key, column_name, target, unit FROM rules WHERE store = ? AND pack = ? ORDER BY column_name"
        with self._file.reading() as found:
            rows = found.execute(query, (store, pack)).fetchall()
        return {key: ColumnRule(to=to, unit=unit, column=column) for key, column, to, unit in rows}

    def given(self, store: str, pack: Pack, texts: Sequence[str]) -> GivenRules:
        """The given rules over the remembered ones; remembered rules with a target that the pack no
        longer knows are dropped."""
        new = rules_of(texts, pack)
        known = known_columns(pack)
        before = {key: rule for key, rule in self.rules(store, pack.name).items() if not rule.to or rule.to in known}
        return GivenRules(rules=before | new, remembered=frozenset(before.keys() - new.keys()))

    def remember(self, store: str, pack: Pack, given: GivenRules, report: ColumnsReport) -> None:
        new = {
            key: rule
            for key, rule in given.rules.items()
            if key not in given.remembered and rule.column not in report.missing
        }
        if new and store != PASSING:
            self._write(store, pack.name, new)

    def _write(self, store: str, pack: str, rules: Mapping[str, ColumnRule]) -> None:
        with self._file.writing() as writing:
            writing.executemany(
                "INSERT OR REPLACE INTO rules VALUES (?, ?, ?, ?, ?, ?)",
                [(store, pack, key, rule.column, rule.to, rule.unit) for key, rule in rules.items()],
            )

    def drop(self, store: str, pack: str, columns: Sequence[str] | None = None) -> int:
        """Forgets the rules of some or all columns; returns how many were forgotten."""
        keys = list(self.rules(store, pack)) if columns is None else [column_key(name) for name in columns]
        if not keys:
            return 0
        with self._file.writing() as writing:
            before = writing.total_changes
            writing.executemany(
                "DELETE FROM rules WHERE store = ? AND pack = ? AND key = ?", [(store, pack, key) for key in keys]
            )
            return writing.total_changes - before
