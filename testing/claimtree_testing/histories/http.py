"""A client over HTTP, and the real server of two processes that it talks to."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from random import Random
from typing import Any, Final

from claimtree_testing.histories.clients import MOST_HITS, Answered, Wanted
from claimtree_testing.histories.history import Asked, Result
from claimtree_testing.histories.model import ABSENT, Outcome, State, parent_of_state, rooms
from claimtree_testing.histories.observations import state_of
from claimtree_testing.histories.world import (
    EMBEDDER,
    PACK_FOLDER,
    QUESTION,
    SOURCES,
    is_home,
    parse_write,
    record,
    title_of,
)

PATIENCE_S: Final = 90.0
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
_REFUSED: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY)


class NoAnswer(OSError):
    """The server did not report a result."""


@dataclass(frozen=True, slots=True)
class Server:
    """A running server."""

    process: subprocess.Popen[bytes]
    url: str

    def kill_a_child(self, random: Random) -> bool:
        """Kills one of its processes, as an out-of-memory killer does; False if the processes
        cannot be listed."""
        try:
            listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
            os.kill(random.choice([int(pid) for pid in listed.split()]), signal.SIGKILL)
        except (OSError, IndexError):
            return False
        return True


@contextmanager
def serving(address: str, folder: Path) -> Iterator[Server]:
    """Runs a server on the store, with the folder as its home."""
    command = [sys.executable, "-m", "claimtree", "serve", "--port", "0", "--workers", "2"]
    command += ["--store", address, "--pack", str(PACK_FOLDER), "--embedder", EMBEDDER]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CLAIMTREE_")}
    log = folder / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, env=environment | {"CLAIMTREE_HOME": str(folder)})
        try:
            yield Server(process, _ready(log, process))
        finally:
            process.terminate()
            process.wait(60)


def _ready(log: Path, process: subprocess.Popen[bytes]) -> str:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and process.poll() is None:
        found = re.search(r"listens on (http://\S+)/", log.read_text(encoding="utf-8"))
        if found:
            try:
                _OPENER.open(f"{found[1]}/readyz", timeout=5).close()
            except OSError:
                pass
            else:
                return found[1]
        time.sleep(0.1)
    raise RuntimeError(f"the server did not start: {log.read_text(encoding='utf-8')}")


class OverHttp:
    """A client of a server. Requests are for one entity at a time, except for batches and
    searches."""

    def __init__(self, url: str) -> None:
        self._url = f"{url}/api/v1"

    def put(self, asked: Sequence[Asked], wanted: Wanted) -> Answered:
        if len(asked) > 1:
            return self._put_batch(asked, wanted)
        (one,) = asked
        headers: dict[str, str] = {}
        if one.id in wanted:
            headers = {"If-Match": f'"{wanted[one.id]}"'} if wanted[one.id] else {"If-None-Match": "*"}
        status, body = self._ask("PUT", f"/entities/{one.id}", record(one.id, one.source, one.value), headers)
        if status == HTTPStatus.OK:
            return [Result(version=body["versions"].get(one.id, ""))], []
        return [Result(outcome=_outcome(status, body))], []

    def _put_batch(self, asked: Sequence[Asked], wanted: Wanted) -> Answered:
        records = [record(one.id, one.source, one.value) for one in asked]
        status, body = self._ask("POST", "/entities", {"records": records, "versions": dict(wanted)})
        if status != HTTPStatus.OK:
            raise NoAnswer(f"{status}: {body}")
        refused = {bad["place"]: bad["reason"] for bad in body["bad"]}
        results: list[Result] = []
        for number, one in enumerate(asked, 1):
            reason = refused.get(f"record {number}")
            if reason is None:
                alone = sum(other.id == one.id for other in asked) == 1
                results.append(Result(version=body["versions"].get(one.id, "") if alone else ""))
            else:
                stale = one.id in wanted and " was to be " in reason
                results.append(Result(outcome=Outcome.STALE if stale else Outcome.REFUSED))
        return results, []

    def delete(self, asked: Sequence[Asked], wanted: Wanted) -> Answered:
        if len(asked) > 1:
            status, body = self._ask("POST", "/entities", {"delete": [one.id for one in asked]})
            if status != HTTPStatus.OK:
                raise NoAnswer(f"{status}: {body}")
            return [Result()] * len(asked), []
        (one,) = asked
        headers = {"If-Match": f'"{wanted[one.id]}"'} if one.id in wanted else {}
        status, body = self._ask("DELETE", f"/entities/{one.id}", headers=headers)
        if status == HTTPStatus.NOT_FOUND:
            return [Result(gone=0)], []
        if status == HTTPStatus.OK:
            return [Result(gone=int(body["deleted"]) if is_home(one.id) else None)], []
        return [Result(outcome=_outcome(status, body))], []

    def get(self, ids: Sequence[str]) -> Answered:
        (id,) = ids
        status, body = self._ask("GET", f"/entities/{id}")
        if status == HTTPStatus.NOT_FOUND:
            return [Result()], []
        if status != HTTPStatus.OK:
            raise NoAnswer(f"{status}: {body}")
        state = state_of((source["name"], source["text"]) for source in body["sources"])
        return [Result(state=state, version=body["version"])], [*_misfits(id, body, state)]

    def search(self, ids: Sequence[str]) -> Answered:
        status, body = self._ask("POST", "/search", {"text": QUESTION, "limit": MOST_HITS})
        if status != HTTPStatus.OK:
            raise NoAnswer(f"{status}: {body}")
        hits = {hit["id"]: hit for hit in body["hits"]}
        wrong = [f"a search found {id}, which nobody wrote" for id in hits if id not in ids]
        results: list[Result] = []
        for id in ids:
            state, misfits = _observed_in(hits[id]) if id in hits else (ABSENT, [])
            results.append(Result(state=state, unordered=True))
            wrong += misfits
        return results, wrong

    def _ask(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, Any]:
        data = None if body is None else json.dumps(body).encode()
        sent = {"Content-Type": "application/json", **(headers or {})}
        request = urllib.request.Request(f"{self._url}{path}", data, sent, method=method)
        try:
            with _OPENER.open(request, timeout=PATIENCE_S) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            answered = error.read()
            return error.code, json.loads(answered) if answered.startswith(b"{") else answered.decode(errors="replace")


def _outcome(status: int, body: object) -> Outcome:
    if status == HTTPStatus.PRECONDITION_FAILED:
        return Outcome.STALE
    if status in _REFUSED:
        return Outcome.REFUSED
    raise NoAnswer(f"{status}: {body}")


def _misfits(id: str, body: Mapping[str, Any], state: State) -> Iterator[str]:
    """Yields the parts of an entity that contradict its own sources."""
    stated = {write for claim in body["claims"] if (write := parse_write(claim["quote"])) is not None}
    if stated != set(state):
        yield f"{id} is {state} and claims {sorted(stated)}"
    if body["title"] != title_of(id, *state[-1]):
        yield f"{id} is {state} and is called {body['title']!r}"
    if not is_home(id):
        return
    if (parts := set(body["parts"])) != {f"{id}/{room}-1" for room in rooms(state)}:
        yield f"{id} is {state} and has the rooms {sorted(parts)}"
    if body["parent"] != parent_of_state(state):
        yield f"{id} is {state} and has the parent {body['parent']}"


def _observed_in(hit: Mapping[str, Any]) -> tuple[State, list[str]]:
    """Returns the writes that a hit's columns show, and a message for each contradiction in its
    quotes or title."""
    id = hit["id"]
    state = tuple(sorted((source, int(hit["fields"][source])) for source in SOURCES if source in hit["fields"]))
    pieces = [piece for verdict in hit["verdicts"] for piece in verdict["evidence"]]
    stated = {write for piece in pieces if (write := parse_write(piece["quote"])) is not None}
    wrong = [] if stated == set(state) else [f"{id} has the columns {state} and says {sorted(stated)}"]
    if hit["title"] not in {title_of(id, *write) for write in state}:
        wrong.append(f"{id} has the columns {state} and is called {hit['title']!r}")
    return state, wrong
