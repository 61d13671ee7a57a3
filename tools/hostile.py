#!/usr/bin/env python3
"""Ordinary searches of several keys beside a key that asks for all it can get: do the others notice?

    .venv/bin/python tools/hostile.py --seconds 600 --keep load

Makes a world of --homes homes (once, kept in --keep), serves it with the encoder that ships, and lets several keys
search at a steady rate while another one sends long texts, long questions and requests that it abandons, as fast as it
is let. Prints what the ordinary ones saw, and ends with 1 unless p99 is within a second, none of them was refused, and
memory stays within a tenth. Needs the extra `serve`, and Linux for memory.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import statistics
import string
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from claimtree.access import Keys, Role
from claimtree.access.key_db import FILE
from load import FIRST, SECOND, THIRD, Memory, make_world, say, served

MOST_P99_S = 1.0
MOST_GROWTH = 0.1
LONGEST_LISTING = 50_000
TOO_LONG = 199_000
WARM_S = 20
"""Seconds of ordinary load before measuring, while the server's caches fill."""
SETTLE_S = 60
"""Seconds after which memory is measured: the models keep what they allocate for the first long
text."""
PATIENCE_S = 90
PAUSE_S = 0.1
"""The pause between two requests of a hostile thread, so that the server is loaded and not this
program."""


@dataclass
class Responses:
    """The responses that one kind of client got."""

    statuses: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, status: str, took_s: float) -> None:
        with self._lock:
            self.statuses[status] += 1
            self.seconds.append(took_s)

    def at(self, share: float) -> float:
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    def row(self, name: str) -> str:
        statuses = ", ".join(f"{status}: {count:,}" for status, count in sorted(self.statuses.items()))
        p50, p99, last = (f"{self.at(share) * 1000:,.0f}" for share in (0.5, 0.99, 1.0))
        return f"| {name} | {len(self.seconds):,} | {p50} | {p99} | {last} | {statuses} |"


class Client:
    """A client with a key, with one connection at a time."""

    def __init__(self, address: str, key: str, responses: Responses) -> None:
        self._host = urlsplit(address).netloc
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"} if key else {}
        self._responses = responses
        self._connection = http.client.HTTPConnection(self._host, timeout=PATIENCE_S)

    def ask(self, method: str, path: str, body: object = None, *, due: float | None = None) -> None:
        """Sends a request; `due` is when it should have been sent, and its latency counts from
        then."""
        started = time.monotonic() if due is None else due
        try:
            sent = None if body is None else json.dumps(body)
            self._connection.request(method, path, sent, self._headers)
            answer = self._connection.getresponse()
            answer.read()
            status = str(answer.status)
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            status = type(error).__name__
        self._responses.add(status, time.monotonic() - started)

    def abandon(self, method: str, path: str, body: object) -> None:
        """Sends a request, and closes the connection before the response comes."""
        self._connection.request(method, path, json.dumps(body), self._headers)
        time.sleep(0.5)
        self._connection.close()
        self._responses.add("abandoned", 0.5)


def ordinary(client: Client, rate: float, seed: int, over: threading.Event) -> None:
    """Sends searches that hardly repeat, at a steady rate."""
    rng, due = random.Random(seed), time.monotonic() + random.Random(seed).random() / rate
    while not over.wait(max(0.0, due - time.monotonic())):
        words = [rng.choice(FIRST), rng.choice(SECOND), rng.choice(THIRD), f"{rng.randint(1, 3)} bedrooms"]
        q = f"{', '.join(words)}, under ${rng.randint(2000, 5999)}"
        client.ask("GET", f"/api/v1/search?{urlencode({'q': q})}", due=due)
        due += 1 / rate


def hostile(client: Client, seed: int, over: threading.Event) -> None:
    """Sends expensive requests again and again, whatever the responses."""
    rng = random.Random(seed)

    def text(length: int) -> str:
        words = ("".join(rng.choices(string.ascii_lowercase, k=rng.randint(2, 10))) for _ in range(length))
        return " ".join(words)[:length]

    kinds: Sequence[Callable[[], None]] = (
        lambda: client.ask("POST", "/api/v1/read", {"text": text(TOO_LONG)}),
        lambda: client.ask("POST", "/api/v1/read", {"text": text(LONGEST_LISTING), "listing": True}),
        lambda: client.abandon("POST", "/api/v1/read", {"text": text(LONGEST_LISTING), "listing": True}),
        lambda: client.ask(
            "POST", "/api/v1/read", {"text": "".join(rng.choices("?!.,;()", k=LONGEST_LISTING)), "listing": True}
        ),
        lambda: client.ask("POST", "/api/v1/read", {"text": text(4_000)}),
        lambda: client.ask("POST", "/api/v1/search", {"text": text(4_000), "limit": 1_000}),
        lambda: client.ask("POST", "/api/v1/search", {"text": text(1_500)}),
        lambda: client.abandon("POST", "/api/v1/search", {"text": text(4_000)}),
    )
    while not over.wait(PAUSE_S):
        try:
            rng.choice(kinds)()
        except (OSError, http.client.HTTPException):
            time.sleep(PAUSE_S)


def watch(address: str, responses: Responses, over: threading.Event) -> None:
    """Polls the readiness endpoint once a second."""
    client = Client(address, "", responses)
    while not over.wait(1.0):
        client.ask("GET", "/readyz")


def main() -> int:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--seconds", type=int, default=600)
    given.add_argument("--homes", type=int, default=20_000)
    given.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given.add_argument("--keys", type=int, default=4, help="that search as people do")
    given.add_argument("--rate", type=float, default=2.0, help="searches a second of each of them")
    given.add_argument("--attackers", type=int, default=8, help="threads of the hostile key; 0: none, to compare")
    given.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "claimtree-load")
    asked = given.parse_args()
    asked.keep.mkdir(parents=True, exist_ok=True)
    store = asked.keep / f"homes-{asked.homes}.db"
    if not store.exists():
        make_world(store, asked.homes)
    keys = _keys(asked.keep, [*(f"ordinary {n}" for n in range(asked.keys)), "hostile"])
    with served(asked.keep, store, asked.workers) as (address, process):
        memory, over = Memory(process.pid), threading.Event()
        warm, searches, fought, ready = Responses(), Responses(), Responses(), Responses()
        _during(WARM_S, [lambda: _search(address, keys, asked.rate, warm, over)], over)
        over.clear()
        with memory.watched() as sizes:
            _during(
                asked.seconds,
                [
                    lambda: _search(address, keys, asked.rate, searches, over),
                    lambda: watch(address, ready, over),
                    *(
                        lambda n=n: hostile(Client(address, keys["hostile"], fought), n, over)
                        for n in range(asked.attackers)
                    ),
                ],
                over,
            )
    return _report(warm, searches, fought, ready, sizes)


def _search(address: str, keys: dict[str, str], rate: float, responses: Responses, over: threading.Event) -> None:
    """Runs searches of all ordinary keys at once, each over two connections."""
    each = [
        lambda key=key, n=n: ordinary(Client(address, key, responses), rate / 2, n, over)
        for n, (name, key) in enumerate([*keys.items()] * 2)
        if name != "hostile"
    ]
    _together(each)


def _during(seconds: float, clients: Sequence[Callable[[], None]], over: threading.Event) -> None:
    threading.Timer(seconds, over.set).start()
    _together(clients)


def _together(clients: Sequence[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=client, daemon=True) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _keys(home: Path, names: Sequence[str]) -> dict[str, str]:
    (home / FILE).unlink(missing_ok=True)
    keys = Keys(home / FILE)
    try:
        return {name: keys.add(name, role=Role.READ).secret for name in names}
    finally:
        keys.close()


def _report(warm: Responses, searches: Responses, fought: Responses, ready: Responses, sizes: Sequence[float]) -> int:
    say("| client | requests | p50 ms | p99 ms | slowest ms | answers |")
    say("|---|---|---|---|---|---|")
    for name, responses in (
        ("ordinary, alone", warm),
        ("ordinary", searches),
        ("hostile", fought),
        ("readiness", ready),
    ):
        say(responses.row(name))
    settled = sizes[min(SETTLE_S, len(sizes) // 3) :]
    part = max(1, len(settled) // 5)
    first, last = (statistics.median(some) for some in (settled[:part], settled[-part:]))
    growth = last / first - 1
    say(f"\nmemory: {sizes[0]:,.0f} MB before, {first:,.0f} MB soon after, {last:,.0f} MB at the end ({growth:+.1%})")
    wrong = [
        *([f"p99 is {searches.at(0.99):.2f} s"] if searches.at(0.99) > MOST_P99_S else []),
        *([f"ordinary searches were refused: {dict(searches.statuses)}"] if set(searches.statuses) != {"200"} else []),
        *([f"memory grew by {growth:.1%}"] if growth > MOST_GROWTH else []),
    ]
    say("it holds" if not wrong else f"it does not hold: {'; '.join(wrong)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
