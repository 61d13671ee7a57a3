"""Imports the rows of a structured source into a store, and keeps it up to date.

The first run reads all pages; a later one asks for what was written since (`updated_since`), and by
their ids for the rows that the store has, so that those which are gone there go here. A run that
was interrupted or killed continues at the page after the last one that is safely stored; what is
stored unchanged is skipped. How far a run is stands in a note in the store itself.

Only what this source alone says is ever removed, and not when most of it seems gone: a service that
answers with nothing has more likely failed than lost everything.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

from claimtree.errors import BadRecord, SourceApiError
from claimtree.indexing import Indexer, IndexReport, delete
from claimtree.indexing.run import Progress
from claimtree.model.claims import EntityId
from claimtree.model.columns import Export
from claimtree.model.documents import Document
from claimtree.model.plans import Plan
from claimtree.model.source_query import SourcePage, SourceQuery
from claimtree.ports import MovableStore, StructuredSource
from claimtree.sources.listings import Listings
from claimtree.structured.client import all_rows
from claimtree.structured.foreign_rows import RegionsOf, RowMender, no_regions
from claimtree.structured.parameters import fits_list, time_of

PER_PAGE: Final = 100
OVERLAP: Final = timedelta(minutes=10)
"""What was written shortly before the last run is asked for again: clocks differ, and pages move."""
OLDEST: Final = timedelta(days=1)
"""An interrupted run is not continued after this time, but begun anew."""
MOST_GONE: Final = 0.5
FEW: Final = 10
"""More than this share of a source's rows, and more than this number, are not removed unless that is asked for."""
_ASKED_AT_ONCE: Final = 90
_FETCHED: Final = 200
_NAMES_KEPT: Final = 2_000
_SCANNED: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncReport:
    """What one run did."""

    source: str
    index: IndexReport
    since: str = ""
    """Rows that were written since were asked for; empty if all were."""
    from_page: int = 1
    """The page at which the run began: later than 1 if it continued another one."""
    pages: int = 0
    """Pages that were read."""
    deleted: int = 0
    kept: int = 0
    """Rows that are gone at the source, and that other sources tell of here."""
    mended: tuple[str, ...] = ()
    """What was wrong with rows that could be used all the same; the first hundred."""
    held_back: int = 0
    """Rows that seem gone and were not removed, since they are too many to be true."""
    undecided: bool = False
    """True if the source cannot be asked which rows are gone."""
    seen: int = 0
    """Rows that came, unusable ones included."""
    total: int | None = None
    """How many the source said there are; None if it did not say, or if the run began in the middle."""
    layout: str = ""
    """The title of the columns that the rows were read as; empty if as the pack's own."""
    unlike: bool = False
    """True if some rows do not have the columns by which that layout is known: then it was assumed."""

    @property
    def is_incomplete(self) -> bool:
        """True if fewer rows came than there are: then nothing is removed, and the next run asks for the same again."""
        return self.total is not None and self.seen < self.total


@dataclass(slots=True, kw_only=True)
class _State:
    """What the note in the store has of the runs so far."""

    done: str = ""
    """When the last complete run began."""
    began: str = ""
    """When the current one began; empty if none is unfinished."""
    since: str = ""
    page: int = 0
    """Its last page that is stored."""


@dataclass(slots=True)
class _Reading:
    """The rows of a run, on their way to the indexer."""

    source: StructuredSource
    listings: Listings
    mender: RowMender
    seen: dict[EntityId, None] = field(default_factory=dict)
    mended: list[str] = field(default_factory=list)
    pages: int = 0
    ends: deque[tuple[int, int]] = field(default_factory=deque)
    """Of each page that is not stored yet: how many records had come by its end, and its number."""
    records: int = 0
    came: int = 0
    total: int | None = None
    failure: SourceApiError | None = None

    def documents(self, query: SourceQuery) -> Iterator[Document | BadRecord]:
        """Yields the documents of all pages; a source that fails ends them, and is noted."""
        try:
            for page in all_rows(self.source.page, query):
                self.came += len(page.rows) + len(page.bad)
                self.total = page.total if page.says_total else None
                yield from self._of_page(page)
                self.pages += 1
                self.ends.append((self.records, page.page))
        except SourceApiError as error:
            self.failure = error

    def _of_page(self, page: SourcePage) -> Iterator[Document | BadRecord]:
        place = f"page {page.page}"
        for problem in page.bad:
            self.records += 1
            yield BadRecord(f"{place}, {problem}", values={"place": place, "reason": problem})
        rows = []
        for row in page.rows:
            self.seen.setdefault(row.id)
            data, wrong = self.mender.mended(row.data)
            if wrong and len(self.mended) < 100:
                self.mended.append(f"{row.id}: {wrong}")
            rows.append(data)
        for one in self.listings.records(rows, source=self.source.name, place=f"{place}, row"):
            self.records += 1
            yield one


def sync(
    source: StructuredSource,
    indexer: Indexer,
    store: MovableStore,
    *,
    regions_of: RegionsOf = no_regions,
    layout: Export | None = None,
    full: bool = False,
    may_delete_many: bool = False,
    progress: Progress | None = None,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> SyncReport:
    """Bring a store up to date with a source; see the module. Raises the source's error once what came before it is
    stored; the next run continues there. `full`: ask for all rows, whatever was read before; `layout`: what the columns
    of rows are read as, whatever columns they have."""
    note = f"sync {source.name}"
    state = _state(store.note(note))
    resumed = _is_fresh(state, now()) and not full
    if not resumed:
        since = "" if full or not state.done else _before(state.done)
        state = _State(done=state.done, began=now().isoformat(timespec="seconds"), since=since)
    # The same few names come in thousands of rows.
    regions = lru_cache(maxsize=_NAMES_KEPT)(regions_of)
    listings = Listings(indexer.pack, layout=layout, is_lenient=True)
    reading = _Reading(source, listings, RowMender(indexer.pack, layout, regions))
    query = SourceQuery(updated_since=state.since, page=state.page + 1, per_page=PER_PAGE)

    def advance(done: int, total: int | None, message: str) -> None:
        while reading.ends and reading.ends[0][0] <= done:
            state.page = reading.ends.popleft()[1]
            store.set_note(note, _note(state))
        if progress is not None:
            progress(done, total, message)

    store.set_note(note, _note(state))
    report = indexer.index(reading.documents(query), advance)
    found = SyncReport(
        source=source.name,
        index=replace(report, columns=reading.listings.columns.with_values(report.columns.values)),
        since=state.since,
        from_page=query.page,
        pages=reading.pages,
        mended=tuple(reading.mended),
        seen=reading.came,
        total=reading.total if query.page == 1 else None,
        layout=layout.title if layout is not None else "",
        unlike=reading.listings.unlike_layout,
    )
    if reading.failure is not None:
        raise _with_counts(reading.failure, report)
    if report.interrupted:
        return found
    if found.is_incomplete:
        store.set_note(note, _note(_State(done=state.done)))
        return found
    is_whole = not state.since and query.page == 1
    found = _removed(found, source, indexer, store, reading.seen, is_whole=is_whole, many=may_delete_many)
    store.set_note(note, _note(_State(done=state.began)))
    return found


def _removed(
    report: SyncReport,
    source: StructuredSource,
    indexer: Indexer,
    store: MovableStore,
    seen: Iterable[EntityId],
    *,
    is_whole: bool,
    many: bool,
) -> SyncReport:
    """Removes what the source does not have any more, and counts it."""
    here = set(seen)
    stored = dict(_stored(store, indexer, source.name))
    missing = [id for id in stored if id not in here]
    if not missing:
        return report
    control = next((id for id in here if id in stored), None)
    gone = _gone(source, missing, control)
    if gone is None:
        # It cannot be asked by id; all its rows were read, so what was not among them is gone.
        gone = missing if is_whole and here else None
    if gone is None:
        return replace(report, undecided=True)
    if not many and len(gone) > max(FEW, MOST_GONE * len(stored)):
        return replace(report, held_back=len(gone))
    # A list may leave out what is there: a service may give fewer rows than it has, and not say so. Asked one by one it
    # has to say that it does not have them.
    gone = [id for id in gone if source.get(id) is None]
    alone = [id for id in gone if stored[id]]
    return replace(report, deleted=delete(store, alone) if alone else 0, kept=len(gone) - len(alone))


def _gone(source: StructuredSource, ids: Sequence[EntityId], control: EntityId | None) -> list[EntityId] | None:
    """Returns which of the rows the source does not have; None if it cannot be asked by id.

    Each request also asks for a row that it has, so that a service which does not know the parameter, or answers with
    nothing, is not taken for one that has lost its rows.
    """
    listed = [id for id in ids if fits_list(id)]
    found = [id for id in ids if not fits_list(id)]
    for start in range(0, len(listed), _ASKED_AT_ONCE):
        some = listed[start : start + _ASKED_AT_ONCE]
        there = _there(source, [*some, *([control] if control is not None else [])])
        if there is None or (control is not None and control not in there) or not there:
            return None
        control = next(iter(there)) if control is None else control
        found += [id for id in some if id not in there]
    return found


def _there(source: StructuredSource, ids: Sequence[EntityId]) -> set[EntityId] | None:
    """Returns which rows the source has; None if it does not look at the ids."""
    there: set[EntityId] = set()
    # A service may give fewer rows a page than it was asked for.
    for page in all_rows(source.page, SourceQuery(ids=tuple(map(str, ids)), per_page=PER_PAGE), most_pages=len(ids)):
        if page.total > len(ids):
            return None
        there |= {row.id for row in page.rows}
    return there


def _stored(store: MovableStore, indexer: Indexer, name: str) -> Iterator[tuple[EntityId, bool]]:
    """Yields the stored entities that the source tells of, and whether it alone does."""
    level, after = indexer.pack.hierarchy.answers, None
    everything = Plan(hierarchy=indexer.pack.hierarchy, wishes=())
    while stamps := store.scan(level, after=after, limit=_SCANNED):
        after = stamps[-1].id
        for start in range(0, len(stamps), _FETCHED):
            some = [stamp.id for stamp in stamps[start : start + _FETCHED]]
            for dossier in store.dossiers(everything, some):
                names = {one.name for one in dossier.entities[dossier.candidate].sources}
                if name in names:
                    yield dossier.candidate, names == {name}


def _state(text: str) -> _State:
    """Returns what a note says; an empty or unusable one is no run at all."""
    with suppress(ValueError, TypeError):
        kept = json.loads(text or "{}")
        if isinstance(kept, dict):
            return _State(**kept)
    return _State()


def _note(state: _State) -> str:
    return json.dumps({"done": state.done, "began": state.began, "since": state.since, "page": state.page})


def _is_fresh(state: _State, now: datetime) -> bool:
    """True if an unfinished run may be continued: pages move in the course of time."""
    began = time_of(state.began) if state.began else None
    return began is not None and state.page > 0 and timedelta(0) <= now - began <= OLDEST


def _before(moment: str) -> str:
    found = time_of(moment)
    return (found - OVERLAP).isoformat(timespec="seconds").replace("+00:00", "Z") if found is not None else ""


def _with_counts(failure: SourceApiError, report: IndexReport) -> SourceApiError:
    done = f"{report.indexed:,} rows were stored before, {report.unchanged:,} were stored already"
    return type(failure)(
        f"{failure.message} ({done})",
        hint=f"{failure.hint} The next run continues there.".strip(),
        values={**failure.values, "indexed": report.indexed, "unchanged": report.unchanged},
    )
