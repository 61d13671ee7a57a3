"""The specification of a store as a state machine: the states of one entity, and how each operation
changes them.

A state is the writes that an entity consists of, as (source, value), in the order in which they
came; empty if the entity does not exist. A home is deleted with the area that is its parent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from claimtree_testing.histories.world import area_of, is_home, rooms_of

State: TypeAlias = tuple[tuple[str, int], ...]
ABSENT: State = ()


class Kind(StrEnum):
    PUT = "put"
    DELETE = "delete"
    READ = "read"
    FELL = "fell"
    """The deletion of an area that may be the entity's parent."""


class Outcome(StrEnum):
    DONE = "done"
    STALE = "stale"
    """Refused, because the entity was not in the expected state."""
    REFUSED = "refused"
    """Refused for another reason; nothing has changed."""
    UNKNOWN = "unknown"
    """The client was killed or got no answer: the operation may or may not have happened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One operation on one entity, with its result and the interval in which it took effect."""

    kind: Kind
    id: str
    outcome: Outcome
    began: int
    ended: int
    """Both in nanoseconds of one clock; without an answer, `ended` is when it can no longer
    happen."""
    who: str = ""
    source: str = ""
    value: int = 0
    wanted: State | None = None
    """The state that the operation is conditional on."""
    state: State = ABSENT
    """The state that a read returned."""
    version: str = ""
    """The version that a read returned, or the new version that a write returned."""
    gone: int | None = None
    """How many entities a delete removed, if it was a delete of this one alone."""
    unordered: bool = False
    """`state` is sorted, because the read did not return the order of the writes."""
    area: str = ""
    """The area that was deleted."""

    @property
    def is_look(self) -> bool:
        """True if it changes nothing, so that it may take any place in the order where it holds."""
        return self.kind is Kind.READ or self.outcome is Outcome.STALE


@dataclass(frozen=True, slots=True)
class Versions:
    """The state that each version of an entity stands for, as observed by reads."""

    known: Mapping[tuple[str, str], State] = field(default_factory=dict)

    def agrees(self, id: str, version: str, state: State) -> bool:
        """True unless the version is known to stand for another state."""
        return not version or self.known.get((id, version), state) == state


def parent_of_state(state: State) -> str | None:
    """Returns the parent area of a home: that of the newest source that names one."""
    return next((area for _, value in reversed(state) if (area := area_of(value)) is not None), None)


def rooms(state: State) -> set[str]:
    return {room for _, value in state for room in rooms_of(value)}


def size(id: str, state: State) -> int:
    """Returns how many entities it consists of: itself and its rooms."""
    if not state:
        return 0
    return 1 + len(rooms(state)) if is_home(id) else 1


def after_put(state: State, source: str, value: int) -> State:
    """Returns the state after a source writes a value; an unchanged value keeps its position."""
    if (source, value) in state:
        return state
    return (*(one for one in state if one[0] != source), (source, value))


def step(state: State, operation: Operation, versions: Versions) -> tuple[State, ...]:
    """Returns the states that the operation may lead to from this one; none if its result is
    impossible here."""
    if operation.kind is Kind.READ:
        there = tuple(sorted(state)) if operation.unordered else state
        return (state,) if operation.state == there else ()
    if operation.kind is Kind.FELL:
        left = ABSENT if parent_of_state(state) == operation.area else state
        return _possible_states(state, left, operation)
    fits = operation.wanted is None or operation.wanted == state
    if operation.outcome is Outcome.STALE:
        return () if fits else (state,)
    if operation.kind is Kind.DELETE:
        counted = operation.gone is None or operation.gone == size(operation.id, state)
        return _possible_states(state, ABSENT if fits else None, operation) if counted else ()
    left = after_put(state, operation.source, operation.value)
    agrees = versions.agrees(operation.id, operation.version, left)
    return _possible_states(state, left if fits else None, operation) if agrees else ()


def _possible_states(state: State, left: State | None, operation: Operation) -> tuple[State, ...]:
    """Returns the resulting state, and also the previous one if the outcome is unknown."""
    happened = () if left is None else (left,)
    if operation.outcome is Outcome.UNKNOWN and left != state:
        return (*happened, state)
    return happened
