"""A search service for records as a second source: `GET URL/search?name=…&birth_from=…&place=…`.

One request for each person who is looked for, spaced by a rate limit that all processes share,
answers kept in a file for a month, with the retries, limits and care for the key of `http_client`.
After a failure the service rests for a while.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlsplit

from claimtree.answering.ask_result import MOST_CANDIDATES, ClueKind, Found, Sought
from claimtree.errors import SourceApiRefused, SourceApiUnavailable
from claimtree.http_client.circuit_breaker import Breaker
from claimtree.http_client.client import Failures, HttpClient
from claimtree.http_client.endpoint import Site
from claimtree.places.cache_db import CacheFile, drop_oldest
from claimtree.places.rate_limit import SharedRateLimit
from claimtree.research.limits import excerpt
from claimtree.research.records import MOST_RECORDS, Records, candidates_of, records_of

PATH: Final = "search"
KEY_HEADER: Final = "X-API-Key"
TIMEOUT_S: Final = 8.0
EVERY_S: Final = 1.0
"""Between two requests, of all processes together."""
KEPT_DAYS: Final = 30.0
NOTHING_DAYS: Final = 1.0
"""As long as an answer without records is kept: tomorrow there may be some."""
MOST_BYTES: Final = 4_000_000
MOST_KEPT_BYTES: Final = 50_000_000
REST_S: Final = 30.0
_DAY_S: Final = 86_400.0
_LONGEST: Final = 200

FAILURES: Final = Failures(
    unavailable=SourceApiUnavailable,
    refused=SourceApiRefused,
    wanted="records",
    instead="use the tree alone",
)


class RecordSearch:
    """A service that is asked for people (`SecondSource`). Thread-safe."""

    def __init__(
        self,
        url: str,
        *,
        cache: CacheFile,
        key: str = "",
        show_living: bool = False,
        every_s: float = EVERY_S,
        timeout_s: float = TIMEOUT_S,
        kept_days: float = KEPT_DAYS,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`url` is the address before "/search"."""
        site = Site(
            provider=urlsplit(url).netloc.rpartition("@")[2][:_LONGEST] or "the search service",
            base_url=url,
            key=key,
            key_header=KEY_HEADER if key else "",
            timeout_s=timeout_s,
            retries=1,
            longest_wait_s=2.0,
            most_bytes=MOST_BYTES,
        )
        self.name = site.provider
        self._show_living = show_living
        self._cache = cache
        self._clock = clock
        self._kept_days = kept_days
        pace = SharedRateLimit(every_s, cache, site.provider, clock=clock, sleep=sleep)
        self._http = HttpClient(site, failures=FAILURES, pace=pace, sleep=sleep)
        self._breaker = Breaker(self.name, FAILURES, rest_s=REST_S)

    def find(self, sought: Sought, most: int = MOST_CANDIDATES) -> Found:
        return candidates_of(
            self._records(parameters(sought)),
            sought,
            source=self.name,
            show_living=self._show_living,
            this_year=datetime.fromtimestamp(self._clock(), UTC).year,
            most=most,
        )

    def close(self) -> None:
        self._http.close()

    def _records(self, asked: Mapping[str, str]) -> Records:
        question = json.dumps([self._http.site.base_url, sorted(asked.items())])
        key = hashlib.blake2b(f"records {question}".encode(), digest_size=16).digest()
        reply = self._known(key)
        if reply is None:
            reply = self._breaker.call(lambda: self._http.get(PATH, dict(asked)))
            found = records_of(reply)
            if found is None:
                raise self._http.changed("no list of records")
            self._keep(key, reply, self._kept_days if found.people else min(NOTHING_DAYS, self._kept_days))
            return found
        return records_of(reply) or Records(people=(), urls={})

    def _known(self, key: bytes) -> Any:
        now = self._clock()

        def look(connection: sqlite3.Connection) -> str:
            # A time in the future means that the clock was set back: then the age is unknown.
            query = "SELECT answer FROM answers WHERE key = ? AND until_s > ? AND kept_s <= ?"
            row = connection.execute(query, (key, now, now + _DAY_S)).fetchone()
            return str(row[0]) if row else ""

        try:
            return json.loads(self._cache.read(look) or "null")
        except (ValueError, RecursionError):
            return None

    def _keep(self, key: bytes, reply: Any, days: float) -> None:
        now = self._clock()

        def put(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM answers WHERE until_s <= ?", (now,))
            row = (key, json.dumps(reply), now, now + days * _DAY_S)
            connection.execute("REPLACE INTO answers (key, answer, kept_s, until_s) VALUES (?, ?, ?, ?)", row)
            drop_oldest(connection, MOST_KEPT_BYTES)

        if days > 0:
            self._cache.write(put)


def parameters(sought: Sought) -> Mapping[str, str]:
    """Returns what a service is asked: the name, years of birth, death and marriage, and places. Of relatives and
    occupations it is not asked; these decide among what it answers with."""
    found = {"name": excerpt(sought.name, _LONGEST), "limit": str(MOST_RECORDS)}
    for event in ("birth", "death", "marriage"):
        low, high = sought.years(event)
        found |= {f"{event}_from": str(low)} if low is not None else {}
        found |= {f"{event}_to": str(high)} if high is not None else {}
    low, high = sought.years("")
    found |= {"lived_from": str(low)} if low is not None else {}
    found |= {"lived_to": str(high)} if high is not None else {}
    places = [clue.place for clue in sought.clues if clue.kind is ClueKind.EVENT and clue.place]
    return found | ({"place": excerpt(places[0], _LONGEST)} if places else {})
