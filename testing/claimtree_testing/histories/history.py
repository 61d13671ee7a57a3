"""The log of a history: each process writes a line to its own file before each call and after each
answer.

A line is written at once, so that a killed process leaves at most one call without an answer. All
processes take the time from the same monotonic clock of their machine.
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

from claimtree_testing.histories.model import ABSENT, Kind, Operation, Outcome, State

KIND: Final = b'"kind"'
"""Occurs in a log exactly once per requested operation."""
FOREVER: Final = 1 << 62
LINGERS_NS: Final = 60_000_000_000
"""How long a server may take to carry out a request whose client is dead or has given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request for one entity, before its result is known."""

    kind: Kind
    id: str
    source: str = ""
    value: int = 0
    wanted: State | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The result of a request."""

    outcome: Outcome = Outcome.DONE
    state: State = ABSENT
    version: str = ""
    gone: int | None = None
    unordered: bool = False
    """The answer does not say which write came first; `state` is sorted then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call, for one or several entities."""

    who: str
    began: int
    ended: int | None
    asked: tuple[Asked, ...]
    results: tuple[Result, ...] = ()
    wrong: tuple[str, ...] = ()
    """Inconsistencies in the answer itself, such as half of one write and half of another."""
    error: str = ""
    """Why there is no answer, if the caller got an error."""
    lingers: bool = False
    """The request went to a server, which may still carry it out later."""


class Log:
    """The log file of one process."""

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

    def answered(self, results: Sequence[Result], wrong: Sequence[str] = ()) -> None:
        self._write({"results": [_short(asdict(one)) for one in results], **({"wrong": list(wrong)} if wrong else {})})

    def failed(self, error: str, *, lingers: bool) -> None:
        """Records that no answer came; the process goes on."""
        self._write({"error": error, "lingers": lingers})

    def _write(self, line: Mapping[str, Any]) -> None:
        os.write(self._file, json.dumps({"at": time.monotonic_ns(), **line}).encode() + b"\n")


_PLAIN: Final = {one.name: one.default for made in (Asked, Result) for one in fields(made)}


def _short(values: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the values without those equal to the defaults: a history has a million entries."""
    return {name: value for name, value in values.items() if value != _PLAIN[name]}


def read_log(path: Path, who: str) -> Iterator[Call]:
    """Yields the calls of one process; the last one may have no answer."""
    waiting: Call | None = None
    for line in path.read_bytes().split(b"\n")[:-1]:
        entry = json.loads(line)
        if "asked" in entry:
            asked = tuple(Asked(**_states(one)) for one in entry["asked"])
            waiting = Call(who=who, began=entry["at"], ended=None, asked=asked)
        elif waiting is not None:
            results = tuple(Result(**_states(one)) for one in entry.get("results", ()))
            yield replace(
                waiting,
                ended=entry["at"],
                results=results,
                wrong=tuple(entry.get("wrong", ())),
                error=entry.get("error", ""),
                lingers=entry.get("lingers", False),
            )
            waiting = None
    if waiting is not None:
        yield waiting


def _states(values: dict[str, Any]) -> dict[str, Any]:
    """Returns the values with states, kinds and outcomes converted back from JSON."""
    for name in ("wanted", "state"):
        if values.get(name) is not None:
            values[name] = tuple((source, value) for source, value in values[name])
    if "kind" in values:
        values["kind"] = Kind(values["kind"])
    if "outcome" in values:
        values["outcome"] = Outcome(values["outcome"])
    return values


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """All calls made to one store."""

    calls: tuple[Call, ...]
    ends: Mapping[str, int] = field(default_factory=dict)
    """The time at which each process was certainly dead, so that it could no longer change
    anything."""
    lingers: bool = False
    """The store is a server, which may still carry out the requests of dead clients."""

    @property
    def wrong(self) -> list[str]:
        return [f"{call.who}: {one}" for call in self.calls for one in call.wrong]

    @property
    def count(self) -> int:
        """Returns how many operations were requested."""
        return sum(len(call.asked) for call in self.calls)

    @property
    def unknown(self) -> int:
        """Returns how many of the requested operations are writes with an unknown outcome."""
        return sum(one.kind is not Kind.READ for call in self.calls if not call.results for one in call.asked)

    def operations(self) -> Iterator[Operation]:
        for call in self.calls:
            if call.results:
                yield from map(_operation, [call] * len(call.asked), call.asked, call.results)
            else:
                yield from self._unknown(call)

    def _unknown(self, call: Call) -> Iterable[Operation]:
        """Yields the operations of a call without an answer: reads are dropped, writes may have
        happened."""
        gave_up = self.ends.get(call.who, FOREVER) if call.ended is None else call.ended
        until = gave_up + (LINGERS_NS if self.lingers or call.lingers else 0)
        for asked in call.asked:
            if asked.kind is not Kind.READ:
                yield _operation(replace(call, ended=until), asked, Result(outcome=Outcome.UNKNOWN))


def _operation(call: Call, asked: Asked, result: Result) -> Operation:
    return Operation(
        kind=asked.kind,
        id=asked.id,
        outcome=result.outcome,
        began=call.began,
        ended=FOREVER if call.ended is None else call.ended,
        who=call.who,
        source=asked.source,
        value=asked.value,
        wanted=asked.wanted,
        state=result.state,
        version=result.version,
        gone=result.gone,
        unordered=result.unordered,
    )
