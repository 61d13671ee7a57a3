"""What processes did, line by line: each writes to a file of its own before it calls and after it was answered.

A line is written at once, so that a process that is killed leaves at most a call without an answer. All take the time
from the one clock of their machine.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from claimtree.testing.histories.model import ABSENT, Kind, Operation, Outcome, State

KIND: Final = b'"kind"'
"""Stands in a log once for each operation that was asked for."""
FOREVER: Final = 1 << 62
LINGERS_NS: Final = 60_000_000_000
"""So long a server may take to do what it was asked by somebody who is dead by now, or has given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked of one entity, before anybody knows what comes of it."""

    kind: Kind
    id: str
    source: str = ""
    value: int = 0
    wanted: State | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What came of it."""

    outcome: Outcome = Outcome.DONE
    seen: State = ABSENT
    version: str = ""
    gone: int | None = None
    unordered: bool = False
    """What was seen does not say what came first; then it is sorted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call, of many entities perhaps."""

    who: str
    began: int
    ended: int | None
    asked: tuple[Asked, ...]
    told: tuple[Told, ...] = ()
    wrong: tuple[str, ...] = ()
    """What was wrong with the answer itself, such as half of one write and half of another."""
    error: str = ""
    """Why there is no answer, where the one who asked was told."""
    lingers: bool = False
    """A server was asked, which may do it all the same later."""


class Log:
    """The file of one process."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._file)

    def asks(self, asked: Sequence[Asked]) -> None:
        self._write({"asked": [_short(asdict(one)) for one in asked]})

    def was_told(self, told: Sequence[Told], wrong: Sequence[str] = ()) -> None:
        self._write({"told": [_short(asdict(one)) for one in told], **({"wrong": list(wrong)} if wrong else {})})

    def failed(self, error: str, *, lingers: bool) -> None:
        """No answer came, and the process goes on."""
        self._write({"error": error, "lingers": lingers})

    def _write(self, line: Mapping[str, Any]) -> None:
        os.write(self._file, json.dumps({"at": time.monotonic_ns(), **line}).encode() + b"\n")


_PLAIN: Final = {one.name: one.default for made in (Asked, Told) for one in fields(made)}


def _short(values: Mapping[str, Any]) -> dict[str, Any]:
    """Without what says nothing: there are a million of them."""
    return {name: value for name, value in values.items() if value != _PLAIN[name]}


def read_log(path: Path, who: str) -> Iterator[Call]:
    """The calls of one process, the last one perhaps without an answer."""
    waiting: Call | None = None
    for line in path.read_bytes().split(b"\n")[:-1]:
        entry = json.loads(line)
        if "asked" in entry:
            asked = tuple(Asked(**_states(one)) for one in entry["asked"])
            waiting = Call(who=who, began=entry["at"], ended=None, asked=asked)
        elif waiting is not None:
            told = tuple(Told(**_states(one)) for one in entry.get("told", ()))
            yield replace(
                waiting,
                ended=entry["at"],
                told=told,
                wrong=tuple(entry.get("wrong", ())),
                error=entry.get("error", ""),
                lingers=entry.get("lingers", False),
            )
            waiting = None
    if waiting is not None:
        yield waiting


def _states(values: dict[str, Any]) -> dict[str, Any]:
    """States as they were before they became JSON."""
    for name in ("wanted", "seen"):
        if values.get(name) is not None:
            values[name] = tuple((source, value) for source, value in values[name])
    if "kind" in values:
        values["kind"] = Kind(values["kind"])
    if "outcome" in values:
        values["outcome"] = Outcome(values["outcome"])
    return values


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Everything that was done to one store."""

    calls: tuple[Call, ...]
    ends: Mapping[str, int] = field(default_factory=dict)
    """When each process was dead for sure, so that nothing of it could happen any more."""
    lingers: bool = False
    """The store is a server, which may do what the dead asked for."""

    @property
    def wrong(self) -> list[str]:
        return [f"{call.who}: {one}" for call in self.calls for one in call.wrong]

    @property
    def count(self) -> int:
        """How many operations were asked for."""
        return sum(len(call.asked) for call in self.calls)

    @property
    def unknown(self) -> int:
        """Of them, the writes that nobody knows whether they happened."""
        return sum(one.kind is not Kind.READ for call in self.calls if not call.told for one in call.asked)

    def operations(self) -> Iterator[Operation]:
        for call in self.calls:
            if call.told:
                yield from map(_operation, [call] * len(call.asked), call.asked, call.told)
            else:
                yield from self._unknown(call)

    def _unknown(self, call: Call) -> Iterable[Operation]:
        """Without an answer: what was read is nobody's, what was written may be there."""
        gave_up = self.ends.get(call.who, FOREVER) if call.ended is None else call.ended
        until = gave_up + (LINGERS_NS if self.lingers or call.lingers else 0)
        for asked in call.asked:
            if asked.kind is not Kind.READ:
                yield _operation(replace(call, ended=until), asked, Told(outcome=Outcome.UNKNOWN))


def _operation(call: Call, asked: Asked, told: Told) -> Operation:
    return Operation(
        kind=asked.kind,
        id=asked.id,
        outcome=told.outcome,
        began=call.began,
        ended=FOREVER if call.ended is None else call.ended,
        who=call.who,
        source=asked.source,
        value=asked.value,
        wanted=asked.wanted,
        seen=told.seen,
        version=told.version,
        gone=told.gone,
        unordered=told.unordered,
    )
