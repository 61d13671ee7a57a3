"""A worker: runs seeded random operations on a store one after another, each logged before and
after."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from claimtree.errors import ClaimtreeError
from claimtree_testing.histories.clients import Answered, Direct, Wanted, Way
from claimtree_testing.histories.history import Asked, Log
from claimtree_testing.histories.model import ABSENT, Kind, State
from claimtree_testing.histories.world import PLACE, SOURCES, area_ids, home_ids, park_ids

VALUES_EACH: Final = 1_000_000
"""The number of values reserved for each worker, so that no two workers write the same one."""
MOST_AT_ONCE: Final = 12
_REMEMBERED: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """The task of one worker."""

    name: str
    number: int
    """Unique among all workers ever started, so that their values do not collide."""
    seed: str
    operations: int
    homes: int
    rebuilds: bool = False
    """Whether it also rebuilds the store now and then; only one worker does."""


class Worker:
    """Runs the operations that its seed determines, some conditional on what it has read."""

    def __init__(self, job: Job, way: Way, log: Log) -> None:
        self._job = job
        self._way = way
        self._log = log
        self._random = Random(job.seed)
        self._values = iter(range(job.number * VALUES_EACH + 1, (job.number + 1) * VALUES_EACH))
        self._homes = home_ids(job.homes)
        self._last_read: dict[str, tuple[State, str]] = {}
        """The state and version that it last read of each entity."""
        self._written: list[Asked] = []
        self.done = 0

    def run(self) -> None:
        actions = dict(self._actions())
        names = sorted(actions)
        weights = [actions[name][0] for name in names]
        while self.done < self._job.operations:
            (name,) = self._random.choices(names, weights)
            actions[name][1]()

    def _actions(self) -> Iterator[tuple[str, tuple[float, Callable[[], None]]]]:
        """Yields the weight of each action and the function that performs it."""
        yield "put", (30, self._put)
        yield "put again", (3, self._put_again)
        yield "put on condition", (14, self._put_on_condition)
        yield "put an area", (5, lambda: self._call_put([self._write(self._random.choice(area_ids()))], {}))
        yield "delete", (8, self._delete)
        yield "delete on condition", (4, self._delete_on_condition)
        yield "delete an area", (1.5, lambda: self._call_delete([self._random.choice(area_ids())], {}))
        yield "get", (25, self._get)
        yield "search", (8, lambda: self._look(self._homes, self._way.search))
        if isinstance(way := self._way, Direct):
            yield "put places", (1, lambda: self._places(way))
            yield "get places", (1, lambda: self._look(park_ids(), way.get_places))
            yield "tidy up", (0.4, lambda: self._chore(way.tidy))
            if self._job.rebuilds:
                yield "rebuild", (0.3, lambda: self._chore(way.rebuild))

    def _some(self, most: int = MOST_AT_ONCE) -> list[str]:
        return self._random.sample(self._homes, self._random.randint(1, min(most, len(self._homes))))

    def _write(self, id: str, wanted: State | None = None) -> Asked:
        source = self._random.choice(SOURCES)
        return Asked(kind=Kind.PUT, id=id, source=source, value=next(self._values), wanted=wanted)

    def _put(self) -> None:
        homes = self._some()
        # One in ten of the homes gets two sources in the same batch.
        homes += [id for id in homes if self._random.random() < 0.1]
        self._call_put([self._write(id) for id in homes], {})

    def _put_again(self) -> None:
        """Repeats earlier writes, as a nightly import does."""
        if self._written:
            again = {one.id: one for one in self._random.choices(self._written, k=3)}
            self._call_put(list(again.values()), {})

    def _put_on_condition(self) -> None:
        asked: list[Asked] = []
        wanted: dict[str, str] = {}
        for id in self._some(4):
            state, version = self._last_read.get(id, (ABSENT, ""))
            asked.append(self._write(id, state))
            wanted[id] = version
        self._call_put(asked, wanted)

    def _delete(self) -> None:
        self._call_delete(self._some(2), {})

    def _delete_on_condition(self) -> None:
        there = [id for id, (state, _) in self._last_read.items() if state]
        if there:
            id = self._random.choice(there)
            self._call_delete([id], {id: self._last_read[id][1]})

    def _get(self) -> None:
        if not isinstance(self._way, Direct):
            self._look([self._random.choice([*self._homes, *area_ids()])], self._way.get)
            return
        areas = self._random.sample(area_ids(), self._random.randint(0, 1))
        self._look([*self._some(), *areas], self._way.get)

    def _call_put(self, asked: Sequence[Asked], wanted: Wanted) -> None:
        self._call(asked, lambda: self._way.put(asked, wanted))
        self._written = [*self._written, *(one for one in asked if one.wanted is None)][-_REMEMBERED:]

    def _call_delete(self, ids: Sequence[str], wanted: Wanted) -> None:
        asked = [Asked(kind=Kind.DELETE, id=id, wanted=self._last_read[id][0] if id in wanted else None) for id in ids]
        self._call(asked, lambda: self._way.delete(asked, wanted))

    def _look(self, ids: Sequence[str], how: Callable[[Sequence[str]], Answered]) -> None:
        answer = self._call([Asked(kind=Kind.READ, id=id) for id in ids], lambda: how(ids))
        for id, result in zip(ids, answer[0], strict=True) if answer is not None else ():
            if result.version or not result.state:  # a search tells no versions
                self._last_read[id] = result.state, result.version

    def _places(self, way: Direct) -> None:
        ids = self._random.sample(park_ids(), self._random.randint(1, 2))
        if self._random.random() < 0.3:
            gone = [Asked(kind=Kind.DELETE, id=id) for id in ids]
            self._call(gone, lambda: way.remove_places(gone))
            return
        asked = [Asked(kind=Kind.PUT, id=id, source=PLACE, value=next(self._values)) for id in ids]
        self._call(asked, lambda: way.put_places(asked))

    def _chore(self, chore: Callable[[], object]) -> None:
        """Runs a maintenance task, which has no visible effect."""
        self._call((), lambda: (chore(), ([], []))[1])

    def _call(self, asked: Sequence[Asked], ask: Callable[[], Answered]) -> Answered | None:
        """Calls and logs before and after; returns None if no answer came."""
        self._log.asks(asked)
        self.done += len(asked)
        try:
            results, wrong = ask()
        except (ClaimtreeError, OSError) as error:
            self._log.failed(f"{type(error).__name__}: {error}", lingers=not isinstance(self._way, Direct))
            return None
        self._log.answered(results, wrong)
        return results, wrong
