"""Checks a history for linearizability: is there an order in which every operation did what it
reported?

Operations on one entity overlap; each took effect at one moment between its beginning and its end.
The algorithm of Wing and Gong tries the orders that this allows and remembers the states it has
tried. An operation that changes nothing is put into the order as soon as it holds, which loses no
solutions, so that only concurrent writes branch. Entities are checked one by one: a history of many
registers is sound if and only if that of each is.

Writes with an unknown outcome are what makes histories hard to search, since each may have happened
at any moment of a long interval, or never. One whose value was seen has happened, and before the
first read that saw it ended. The others are first taken not to have happened at all: an order
without them is an order. Only where there is none, they are tried as well.

Where no order is left, that is a violation; the search then assumes that the observation is right
and goes on, so that all violations of a history are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from claimtree_testing.histories.model import (
    ABSENT,
    Kind,
    Operation,
    Outcome,
    State,
    Versions,
    after_put,
    step,
)
from claimtree_testing.histories.world import is_area, is_home

MOST_CONFIGURATIONS: Final = 200_000
"""The most search states tried for one entity; a history that needs more is reported as
undecided."""


class Fault(StrEnum):
    LOST = "lost write"
    RESURRECTED = "resurrected"
    MIXED = "half an answer"
    TWICE = "two writes of one version"
    VERSION = "a version with two states"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "too tangled to be judged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """An observation that no order of the operations explains."""

    fault: Fault
    id: str
    operation: Operation | None
    description: str

    def __str__(self) -> str:
        return f"{self.fault}: {self.id}: {self.description}"


def check(operations: Iterable[Operation]) -> list[Violation]:
    """Returns all violations in a history."""
    by_id: dict[str, list[Operation]] = {}
    fallen: list[Operation] = []
    for operation in operations:
        if operation.outcome is Outcome.REFUSED:
            continue
        by_id.setdefault(operation.id, []).append(operation)
        if operation.kind is Kind.DELETE and is_area(operation.id) and operation.outcome is not Outcome.STALE:
            fallen.append(operation)
    versions, found = _versions(by_id)
    for id, own in sorted(by_id.items()):
        above = [_fell(area, id) for area in fallen] if is_home(id) else []
        certain, unseen = _sort_out([*own, *above])
        if unseen and not _Search(id, certain, versions).run():
            continue
        found += _Search(id, [*certain, *unseen], versions).run()
    return found


def _sort_out(operations: Sequence[Operation]) -> tuple[list[Operation], list[Operation]]:
    """Returns the operations on one entity in two parts: with a known effect, and writes with an
    unknown outcome that no read shows to have happened. A put whose value was seen is in the first
    part, with the interval in which it must have happened."""
    first_seen: dict[tuple[str, int], int] = {}
    for one in operations:
        if one.kind is Kind.READ:
            for write in one.state:
                first_seen[write] = min(one.ended, first_seen.get(write, one.ended))
    puts = Counter((one.source, one.value) for one in operations if one.kind is Kind.PUT)
    certain: list[Operation] = []
    unseen: list[Operation] = []
    for one in operations:
        write = one.source, one.value
        if one.outcome is not Outcome.UNKNOWN:
            certain.append(one)
        elif one.kind is Kind.PUT and puts[write] == 1 and one.began <= first_seen.get(write, -1) <= one.ended:
            certain.append(replace(one, outcome=Outcome.DONE, ended=first_seen[write]))
        else:
            unseen.append(one)
    return certain, unseen


def _fell(area: Operation, id: str) -> Operation:
    return replace(area, kind=Kind.FELL, id=id, area=area.id, gone=None, wanted=None)


def _versions(by_id: Mapping[str, Sequence[Operation]]) -> tuple[Versions, list[Violation]]:
    """Returns the state that each version stands for, and a violation for each version seen with
    two states."""
    known: dict[tuple[str, str], State] = {}
    found: list[Violation] = []
    for id, own in by_id.items():
        for one in own:
            if one.kind is not Kind.READ or not one.version:
                continue
            before = known.setdefault((id, one.version), one.state)
            if before != one.state:
                description = f"version {one.version} was {before} and {one.state}"
                found.append(Violation(fault=Fault.VERSION, id=id, operation=one, description=description))
    return Versions(known), found


@dataclass(frozen=True, slots=True)
class _Point:
    """A partial order in the search: it contains all operations before `first`, and those with a
    bit in `more`."""

    first: int
    more: int
    state: State


class _Search:
    """Searches for an order of the operations on one entity."""

    def __init__(self, id: str, operations: Sequence[Operation], versions: Versions) -> None:
        self._id = id
        self._all = sorted(operations, key=lambda one: (one.began, one.ended))
        self._versions = versions

    def run(self) -> list[Violation]:
        found: list[Violation] = []
        start = _Point(0, 0, ABSENT)
        while (stuck := self._explore(start)) is not None:
            point, decided = stuck
            number = self._due(point)
            found.append(self._violation(point, self._all[number], decided))
            start = self._advanced(point, number, self._state_after(point.state, self._all[number]))
        return found

    def _explore(self, start: _Point) -> tuple[_Point, bool] | None:
        """Returns None if a complete order exists; else the furthest point reached, and whether all
        orders were tried."""
        stack = [start]
        tried: set[_Point] = set()
        furthest = start
        while stack:
            point = self._looked(stack.pop())
            if point in tried:
                continue
            tried.add(point)
            if point.first >= len(self._all):
                return None
            if self._count(point) > self._count(furthest):
                furthest = point
            if len(tried) > MOST_CONFIGURATIONS:
                return furthest, False
            # The last one pushed is tried first: what was acknowledged first most likely happened first.
            for number in sorted(self._next(point), key=lambda one: -self._all[one].ended):
                states = step(point.state, self._all[number], self._versions)
                stack += [self._advanced(point, number, state) for state in reversed(states)]
        return furthest, True

    def _looked(self, point: _Point) -> _Point:
        """Returns the point with every operation added that changes nothing and holds in this
        state."""
        while True:
            for number in self._next(point):
                operation = self._all[number]
                if operation.is_look and step(point.state, operation, self._versions):
                    point = self._advanced(point, number, point.state)
                    break
            else:
                return point

    def _next(self, point: _Point) -> list[int]:
        """Returns the operations that may come next: no remaining operation ended before they
        began."""
        found: list[int] = []
        ended: float = float("inf")
        for number in range(point.first, len(self._all)):
            operation = self._all[number]
            if operation.began > ended:
                break
            if not point.more >> (number - point.first) & 1:
                found.append(number)
                ended = min(ended, operation.ended)
        return found

    def _due(self, point: _Point) -> int:
        """Returns the operation to report when the search is stuck: of those that may come next,
        the one that ended first; a read is preferred, because it says what the state was."""
        left = self._next(point)
        reads = [number for number in left if self._all[number].kind is Kind.READ]
        return min(reads or left, key=lambda number: self._all[number].ended)

    def _advanced(self, point: _Point, number: int, state: State) -> _Point:
        first, more = point.first, point.more | 1 << (number - point.first)
        while more & 1:
            first, more = first + 1, more >> 1
        return _Point(first, more, state)

    @staticmethod
    def _count(point: _Point) -> int:
        return point.first + point.more.bit_count()

    def _state_after(self, state: State, operation: Operation) -> State:
        """Returns the state to go on from, assuming that the operation is right and all before it
        was wrong."""
        if operation.kind is Kind.READ:
            return operation.state
        if operation.kind is Kind.PUT and operation.outcome is not Outcome.STALE:
            return after_put(state, operation.source, operation.value)
        return ABSENT if operation.kind is Kind.DELETE else state

    def _violation(self, point: _Point, operation: Operation, decided: bool) -> Violation:
        if not decided:
            fault = Fault.UNDECIDED
        elif operation.kind is Kind.READ:
            fault = self._fault_of(point.state, operation)
        elif operation.wanted is not None and operation.outcome is Outcome.DONE:
            fault = Fault.TWICE
        else:
            fault = Fault.IMPOSSIBLE
        description = f"{describe(operation)}, where only {_state_text(point.state)} can have been"
        return Violation(fault=fault, id=self._id, operation=operation, description=description)

    def _fault_of(self, state: State, read: Operation) -> Fault:
        if set(state) - set(read.state):
            return Fault.LOST
        return Fault.RESURRECTED if set(read.state) - set(state) else Fault.IMPOSSIBLE


def describe(operation: Operation) -> str:
    """Returns a short description of an operation, with its times in milliseconds."""
    when = f"{operation.who} at {operation.began / 1e6:.1f} to {operation.ended / 1e6:.1f} ms"
    if operation.kind is Kind.READ:
        return f"{when} saw {_state_text(operation.state)}"
    what = f"{operation.kind} {operation.source} {operation.value}" if operation.kind is Kind.PUT else operation.kind
    wanted = "" if operation.wanted is None else f" wanting {_state_text(operation.wanted)}"
    gone = "" if operation.gone is None else f" ({operation.gone} gone)"
    return f"{when}: {what}{wanted}: {operation.outcome}{gone}"


def _state_text(state: State) -> str:
    return ", ".join(f"{source} {value}" for source, value in state) or "nothing"
