"""Rebuilds a store beside the live version with the current pack, reader and embedder, and swaps
them.

Everything stored is read again from its sources while searches and writes go on; then what was
written meanwhile, round after round until little is left; the rest while writers wait. When both
versions hold the same entities and answer as they should, the new one becomes the live one. The
former version is kept until it is forgotten.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Final

from claimtree.engine import Engine
from claimtree.errors import BadRecord, StoreError
from claimtree.indexing import Indexer
from claimtree.indexing.load_places import measure
from claimtree.model.claims import LevelName
from claimtree.moving.compare_answers import Comparison, compare, questions
from claimtree.moving.copy_places import copy_places
from claimtree.moving.scan import pages
from claimtree.moving.stored_documents import StoredDocuments
from claimtree.ports import Built, MovableStore, StoreInfo, Versions

LITTLE: Final = 200
"""Entities that may be left to be read while writers wait."""
MOST_ROUNDS: Final = 12
"""Number of rounds after which the rest is read while writers wait, however much it is."""
MADE_BY: Final = "made by"
"""Name of the note of a rebuilt version that records the pack and reader it was read with."""
SWAPPED: Final = "swapped"
"""Name of the note of a version that replaced another: what it held at the swap."""
SHOWN: Final = 20

Progress = Callable[[int, int | None, str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuildReport:
    """The result of a rebuild."""

    store: str
    before: Built
    after: Built
    read: int
    """Documents that this run read; others were read by an interrupted run before it."""
    resumed: int
    """Entities that an interrupted run had written."""
    rounds: int
    """Number of rounds of catching up with writes to the live version."""
    entities: dict[LevelName, int]
    claims: int
    phrases: int
    answers: Comparison
    must_agree: bool
    """True if pack, reader and embedder are unchanged, so the two versions have to answer alike."""
    problems: tuple[str, ...] = ()
    """Why the new version did not replace the old one."""
    swapped: bool = False
    interrupted: bool = False
    held_s: float = 0.0
    """How long writers had to wait."""
    seconds: float = 0.0
    notices: tuple[str, ...] = ()


def rebuild(
    live: MovableStore,
    versions: Versions,
    before: Built,
    after: Built,
    indexer_of: Callable[[MovableStore], Indexer],
    *,
    progress: Progress = lambda done, total, message: None,
) -> RebuildReport:
    """Build the store again as `after`, and swap.

    `live` is open for writing as what it was built with, `before`; `indexer_of` returns an indexer
    into the new version. An interrupted run is continued by the next one.
    """
    started = time.perf_counter()
    run = _Rebuild(live, versions, before, after, indexer_of, progress)
    try:
        report = run.run()
    finally:
        run.fresh.close()
    return replace(report, seconds=time.perf_counter() - started)


class _Rebuild:
    def __init__(
        self,
        live: MovableStore,
        versions: Versions,
        before: Built,
        after: Built,
        indexer_of: Callable[[MovableStore], Indexer],
        progress: Progress,
    ) -> None:
        self.live, self.versions, self.before, self.after = live, versions, before, after
        self.progress = progress
        unfinished = versions.present().unfinished
        self.fresh = versions.begin(after)
        self.indexer = indexer_of(self.fresh)
        self.removed = unfinished is not None and unfinished != after
        made_by = self.fresh.note(MADE_BY)
        if made_by not in ("", self.indexer.stamp):
            # The unfinished version was begun with another pack or reader of the same version
            # number: its phrases would remain, so it starts over.
            self.fresh.close()
            versions.abandon()
            self.fresh = versions.begin(after)
            self.indexer = indexer_of(self.fresh)
            self.removed = True
        self.resumed = sum(self._counts(self.fresh))
        self.fresh.set_note(MADE_BY, self.indexer.stamp)
        self.stored = StoredDocuments(live, self.fresh, before.hierarchy)
        self.read = self.rounds = 0
        self.generation_read = 0
        """The generation of the live store up to which the new version has everything."""
        self.places_version_read = -1
        self.bad: dict[str, BadRecord] = {}
        """By entity id. An entity whose parent was written after the parents' level had been read
        is bad for one round.
        """
        self.interrupted = False
        self.answers = Comparison()
        self.must_agree = False
        self.about: StoreInfo | None = None
        self.problems: tuple[str, ...] = ()

    def run(self) -> RebuildReport:
        total = sum(self.live.info().entities[level] for level in self._document_levels)
        swapped, held_s = False, 0.0
        while not swapped and self.catch_up(total):
            if self.answers.different or not self.answers.asked:
                self.compare()
            self.inspect()
            with self.live.holding():
                began = time.perf_counter()
                if self.is_behind():
                    if self.left() > LITTLE and self.rounds < MOST_ROUNDS:
                        continue
                    if not self.catch_up(None):
                        break
                    # Answers may differ only because one version was behind at the time, so ask
                    # again.
                    if self.answers.different:
                        self.compare()
                    self.inspect()
                if self.problems:
                    break
                if self.is_behind():  # a process that was suspended for long may have lost the lock
                    continue
                self.fresh.close()
                self.versions.finish()
                swapped = True
                held_s = time.perf_counter() - began
        return self.report(swapped=swapped, held_s=held_s)

    @property
    def _document_levels(self) -> tuple[LevelName, ...]:
        """The levels whose entities have documents of their own; below the answer level are parts."""
        hierarchy = self.before.hierarchy
        return hierarchy.levels[: hierarchy.depth_of(hierarchy.answers) + 1]

    def catch_up(self, total: int | None) -> bool:
        """Read everything that was written since the last round. Returns False after Ctrl-C."""
        generation, places_version_read = self.live.generation(), self.live.places_version()
        if places_version_read != self.places_version_read:
            copy_places(self.live, self.fresh)
            self.places_version_read = places_version_read
        if generation != self.generation_read or not self.rounds:

            def report_progress(done: int, _: int | None, message: str) -> None:
                what = message if not self.generation_read else f"catching up: {message}"
                self.progress(self.read + done, total, what)

            report = self.indexer.index(self.stored.documents(since=self.generation_read), report_progress)
            self.read += report.indexed
            self.bad |= {str(bad.values.get("id", "")): bad for bad in report.bad}
            self.interrupted = report.interrupted
            if report.interrupted:
                return False
            # The new version now has all of the live one except bad records, so equal counts mean
            # equal sets.
            if self.bad or self._counts(self.live) != self._counts(self.fresh):
                self.stored.remove_missing()
            self.generation_read = generation
        self.rounds += 1
        if self.fresh.measured_version() != self.fresh.places_version():
            self.progress(self.read, total, "measuring what is near")
            measure(self.fresh, self.indexer.pack)
            self.fresh.set_measured_version(self.fresh.places_version())
        return True

    def is_behind(self) -> bool:
        """True if the live version was written to since the new one was brought up to date."""
        return (self.live.generation(), self.live.places_version()) != (self.generation_read, self.places_version_read)

    def left(self) -> int:
        """Returns roughly how many entities there are to catch up with."""
        return (
            LITTLE + 1
            if self.live.places_version() != self.places_version_read
            else self.stored.waiting(self.generation_read)
        )

    def compare(self) -> None:
        """Ask both versions the same questions, if one engine can query both."""
        identity = self.live.identity
        same = identity.embedder == self.after.identity.embedder and self.before.hierarchy == self.after.hierarchy
        if not same:
            return
        self.progress(self.read, None, "asking both versions")
        sample = self.stored.sample
        self.must_agree = (
            identity == self.after.identity
            and self.live.digests(sample) == self.fresh.digests(sample)
            and self.live.measured_version() == self.live.places_version()
        )
        old, new = (
            Engine(pack=self.indexer.pack, store=store, reader=self.indexer.reader, embedder=self.indexer.embedder)
            for store in (self.live, self.fresh)
        )
        self.answers = compare(old, new, questions(self.live, sample))

    def inspect(self) -> None:
        """Check whether the new version may replace the old one, and record in it what it holds."""
        self.about = self.fresh.info()
        self.problems = tuple(self._problems(self.live.info(), self.about))
        _note_swap(self.fresh)

    def _problems(self, old: StoreInfo, new: StoreInfo) -> Iterator[str]:
        for level in self._document_levels:
            if not self.bad and old.entities[level] == new.entities.get(level):
                continue
            for id in self.stored.only_in_first(self.live, self.fresh, level)[:SHOWN]:
                why = f": {self.bad[id].message}" if id in self.bad else ""
                yield f"{level} {id!r} is not in the new version{why}"
            for id in self.stored.only_in_first(self.fresh, self.live, level)[:SHOWN]:
                yield f"{level} {id!r} is in the new version only"
        if not self.bad and old.relations != new.relations:
            yield f"{new.relations:,} relations are in the new version, and {old.relations:,} in the live one"
        if self.must_agree:
            yield from (f"the versions do not answer alike: {one}" for one in self.answers.different[:SHOWN])

    def _counts(self, store: MovableStore) -> list[int]:
        there = store.info().entities
        return [there.get(level, 0) for level in self._document_levels]

    def report(self, *, swapped: bool, held_s: float) -> RebuildReport:
        about = self.about or self.fresh.info()
        notices = []
        if self.removed:
            notices.append("What a former rebuild had begun was for another pack, reader or embedder, and is removed.")
        if self.resumed:
            notices.append(f"It went on with what a former rebuild had begun: {self.resumed:,} entities were there.")
        if self.live.identity.embedder != self.after.identity.embedder:
            notices.append("The embedder is another one, so the answers of the two versions were not compared.")
        return RebuildReport(
            store=self.live.info().address,
            before=self.before,
            after=self.after,
            read=self.read,
            rounds=self.rounds,
            entities=about.entities,
            claims=about.claims,
            phrases=about.phrases,
            answers=self.answers,
            must_agree=self.must_agree,
            problems=self.problems,
            swapped=swapped,
            interrupted=self.interrupted,
            held_s=held_s,
            resumed=self.resumed,
            notices=tuple(notices),
        )


def roll_back(
    live: MovableStore, versions: Versions, open_live: Callable[[Built], MovableStore], *, discard: bool = False
) -> int:
    """Make the former version the live one again. Returns how many entities written since the swap
    it lacks.

    Refused if there are any, unless they may be discarded; they then remain in what has become the
    former version. `open_live` opens the store for writing, as what it was built with.
    """
    with live.holding():
        lost = written_since_swap(live)
        if lost and not discard:
            raise StoreError(
                f"{lost:,} entities or places were written since the swap, and are not in the former version",
                hint="Roll back with --discard to leave them behind, and index them again then.",
                values={"written": lost},
            )
        versions.rollback()
    built = versions.present().live
    if built is not None:
        with closing(open_live(built)) as now:
            _note_swap(now)
    return lost


def written_since_swap(live: MovableStore) -> int:
    """Returns how many entities were written, added or removed since this version replaced another;
    0 if it never did.
    """
    note = live.note(SWAPPED)
    if not note:
        return 0
    then, there = json.loads(note), live.info().entities
    put = sum(len(ids) for level in there for ids in pages(live, level, since=then["generation"]))
    moved: int = sum(abs(count - then["entities"].get(level, 0)) for level, count in there.items())
    placed = "places" in then and then["places"] != _places_of(live)
    return max(put, moved, int(placed))


def _note_swap(store: MovableStore) -> None:
    there = {str(level): count for level, count in store.info().entities.items()}
    then = {"generation": store.generation(), "entities": there, "places": _places_of(store)}
    store.set_note(SWAPPED, json.dumps(then))


def _places_of(store: MovableStore) -> str:
    """Returns a hash of all places; their version number is no help, as it changes with every swap."""
    digest = hashlib.blake2b(digest_size=16)
    for place in store.places():
        digest.update(repr(place).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
