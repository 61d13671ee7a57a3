"""What a store has to do, as a state machine: what one entity is made of, and what each operation makes of it.

A state is the writes that an entity is made of, as (source, value), in the order in which they came; empty where there
is no such entity. A home goes with the area that it hangs on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from claimtree.testing.histories.world import area_of, is_home, rooms_of

State: TypeAlias = tuple[tuple[str, int], ...]
ABSENT: State = ()


class Kind(StrEnum):
    PUT = "put"
    DELETE = "delete"
    READ = "read"
    FELL = "fell"
    """The area was deleted that the entity may hang on."""


class Outcome(StrEnum):
    DONE = "done"
    STALE = "stale"
    """Refused, for the entity was not in the state that was wanted."""
    REFUSED = "refused"
    """Refused for another reason: nothing has happened."""
    UNKNOWN = "unknown"
    """Whoever asked was killed, or never got an answer: it has happened, or it has not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One operation on one entity, with what came of it and between which times it took effect."""

    kind: Kind
    id: str
    outcome: Outcome
    began: int
    ended: int
    """In nanoseconds of one clock; of one without an answer the time from which on it can no longer happen."""
    who: str = ""
    source: str = ""
    value: int = 0
    wanted: State | None = None
    """The state that it is conditional on."""
    seen: State = ABSENT
    """What a read saw."""
    version: str = ""
    """What a read was told that its version is, or a write that it has become."""
    gone: int | None = None
    """How many entities a delete took out, where it was of this one alone."""
    unordered: bool = False
    """What a read saw is sorted: it could not tell what came first."""
    area: str = ""
    """The one that fell."""

    @property
    def is_look(self) -> bool:
        """Whether it changes nothing, so that it may stand anywhere where it is true."""
        return self.kind is Kind.READ or self.outcome is Outcome.STALE


@dataclass(frozen=True, slots=True)
class Versions:
    """Which state of an entity each version is, as reads have shown."""

    known: Mapping[tuple[str, str], State] = field(default_factory=dict)

    def agrees(self, id: str, version: str, state: State) -> bool:
        """True unless the version is known to be another state."""
        return not version or self.known.get((id, version), state) == state


def hangs_on(state: State) -> str | None:
    """The area that a home hangs on: that of the newest source that names one."""
    return next((area for _, value in reversed(state) if (area := area_of(value)) is not None), None)


def rooms(state: State) -> set[str]:
    return {room for _, value in state for room in rooms_of(value)}


def size(id: str, state: State) -> int:
    """How many entities there are of it: itself and its rooms."""
    if not state:
        return 0
    return 1 + len(rooms(state)) if is_home(id) else 1


def after_put(state: State, source: str, value: int) -> State:
    """The source says this now; what it says already stays where it stands."""
    if (source, value) in state:
        return state
    return (*(one for one in state if one[0] != source), (source, value))


def step(state: State, operation: Operation, versions: Versions) -> tuple[State, ...]:
    """The states that the operation may leave, if it happens in this one; none where it cannot have gone so."""
    if operation.kind is Kind.READ:
        there = tuple(sorted(state)) if operation.unordered else state
        return (state,) if operation.seen == there else ()
    if operation.kind is Kind.FELL:
        left = ABSENT if hangs_on(state) == operation.area else state
        return _perhaps(state, left, operation)
    fits = operation.wanted is None or operation.wanted == state
    if operation.outcome is Outcome.STALE:
        return () if fits else (state,)
    if operation.kind is Kind.DELETE:
        counted = operation.gone is None or operation.gone == size(operation.id, state)
        return _perhaps(state, ABSENT if fits else None, operation) if counted else ()
    left = after_put(state, operation.source, operation.value)
    told = versions.agrees(operation.id, operation.version, left)
    return _perhaps(state, left if fits else None, operation) if told else ()


def _perhaps(state: State, left: State | None, operation: Operation) -> tuple[State, ...]:
    """What it leaves, or what was there where nobody knows whether it happened."""
    happened = () if left is None else (left,)
    if operation.outcome is Outcome.UNKNOWN and left != state:
        return (*happened, state)
    return happened
