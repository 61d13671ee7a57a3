"""The client of a structured source over HTTP: `GET /api/v1/properties` and `/properties/{id}`.

Retries, limits and the care for the key are those of `http_client`; after a failure the source
rests for a while (`circuit_breaker`), so that not every search waits for it. Pages are kept for a
minute, as many as fit.

A reply is foreign: its rows are checked one by one, and one that is unusable is named and left out.
It may be a list, or an object with the list in `data`, as many services have it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final
from urllib.parse import quote, urlsplit

from claimtree.errors import SourceApiRefused, SourceApiUnavailable
from claimtree.http_client.circuit_breaker import Breaker
from claimtree.http_client.client import Failures, HttpClient
from claimtree.http_client.endpoint import Site
from claimtree.http_client.rate_limit import RateLimit
from claimtree.lru_cache import LruCache
from claimtree.model.claims import EntityId
from claimtree.model.columns import column_key
from claimtree.model.documents import MAX_ID
from claimtree.model.pack import Pack
from claimtree.model.source_query import SourcePage, SourceQuery, SourceRow, SourceSpec
from claimtree.structured.parameters import encode

VERSION_PATH: Final = "/api/v1"
"""What the path of every operation begins with."""
KEY_HEADER: Final = "X-API-Key"
TIMEOUT_S = 5.0
KEPT_S = 60.0
KEPT_BYTES: Final = 16_000_000
MOST_ROWS: Final = 100_000
"""Rows of one page; a service may give all it has at once. More are told of as unusable."""
MOST_BAD: Final = 100
_LISTS: Final = ("data", "items", "results", "rows", "properties")
_NOTES: Final = ("meta", "pagination", "data")
_SHOWN: Final = 60

FAILURES = Failures(
    unavailable=SourceApiUnavailable,
    refused=SourceApiRefused,
    wanted="rows",
    instead="search what is stored, without --source",
)


class ApiClient:
    """A structured source behind HTTP (`ports.StructuredSource`). Thread-safe."""

    def __init__(
        self,
        url: str,
        pack: Pack,
        spec: SourceSpec,
        *,
        key: str = "",
        timeout_s: float = TIMEOUT_S,
        kept_s: float = KEPT_S,
        is_patient: bool = False,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`is_patient`: nobody waits, so that timeouts are retried as well, and nothing is kept or left to rest."""
        base_url = base_address(url, spec)
        self.name = source_name(base_url)
        site = Site(
            provider=self.name,
            base_url=base_url,
            key=key,
            key_header=KEY_HEADER if key else "",
            timeout_s=timeout_s,
            retries=5 if is_patient else 1,
            pause_s=0.5 if is_patient else 0.1,
            retries_timeouts=is_patient,
            longest_wait_s=60.0 if is_patient else 2.0,
        )
        self._spec = spec
        self._http = HttpClient(site, failures=FAILURES, pace=RateLimit(0.0), sleep=sleep)
        self._breaker = None if is_patient else Breaker(self.name, FAILURES, rest_s=15.0, clock=clock)
        self._kept = LruCache[tuple[str, int], SourcePage](
            0 if is_patient or kept_s <= 0 else KEPT_BYTES, cost=lambda key, page: _size(page)
        )
        self._kept_s = max(kept_s, 1e-6)
        self._clock = clock
        rules = pack.exports[spec.export].rules if spec.export in pack.exports else {}
        self._ids = [*(name for name, rule in rules.items() if rule.to == "id"), "id"]
        self._urls = [*(name for name, rule in rules.items() if rule.to == "url"), "url"]

    def page(self, query: SourceQuery) -> SourcePage:
        parameters = encode(query, self._spec)
        # What was fetched in one span of time is kept until that ends, so nothing is older than it is long.
        kept_as = json.dumps(parameters, sort_keys=True), int(self._clock() / self._kept_s)
        known = self._kept.get([kept_as]).get(kept_as)
        if known is not None:
            return known
        found = self._page(self._asked(lambda: self._http.get(self._spec.path, parameters)), query)
        self._kept.put({kept_as: found})
        return found

    def get(self, id: EntityId) -> SourceRow | None:
        try:
            reply = self._asked(lambda: self._http.get(f"{self._spec.path}/{quote(id, safe='')}", {}))
        except SourceApiRefused as error:
            if error.values.get("status") == 404:
                return None
            raise
        data = reply.get("data", reply) if isinstance(reply, Mapping) else reply
        row = self._row(data)
        if isinstance(row, str):
            raise self._http.changed(row)
        return row

    def close(self) -> None:
        self._http.close()

    def _asked(self, ask: Callable[[], Any]) -> Any:
        return ask() if self._breaker is None else self._breaker.call(ask)

    def _page(self, reply: Any, query: SourceQuery) -> SourcePage:
        items = _items(reply)
        if items is None:
            raise self._http.changed("no list of rows")
        rows: dict[EntityId, SourceRow] = {}
        bad: list[str] = []
        for number, item in enumerate(items[:MOST_ROWS], start=1):
            row = self._row(item)
            if isinstance(row, str):
                bad.append(f"row {number}: {row}")
            elif row.id in rows:
                bad.append(f"row {number}: id {row.id[:_SHOWN]!r} came before")
            elif not query.ids or row.id in query.ids:
                rows[row.id] = row
        if len(items) > MOST_ROWS:
            bad.insert(0, f"{len(items) - MOST_ROWS:,} rows after the first {MOST_ROWS:,} of one page")
        total, pages = _counts(reply, query, len(items))
        return SourcePage(
            rows=tuple(rows.values()),
            total=len(items) if total is None else total,
            says_total=total is not None,
            page=query.page,
            pages=pages,
            bad=tuple(bad[:MOST_BAD]),
        )

    def _row(self, item: Any) -> SourceRow | str:
        """Returns a row, or why it is none."""
        if not isinstance(item, Mapping):
            return f"it is no object but {str(item)[:_SHOWN]!r}"
        by_key = {column_key(str(name)): value for name, value in item.items()}
        id = next((text for name in self._ids if (text := _id(by_key.get(name)))), "")
        if not id:
            return "it has no id"
        url = next((text for name in self._urls if (text := _link(by_key.get(name)))), "")
        return SourceRow(id=EntityId(id), data={str(name): value for name, value in item.items()}, url=url)


def all_rows(
    source_page: Callable[[SourceQuery], SourcePage], query: SourceQuery, *, most_pages: int = 10_000
) -> Iterator[SourcePage]:
    """Yields the pages of a query until the last one. It ends where a page brings neither a row nor anything unusable
    that was not there before: some services answer every page, whatever its number, and never say that they are done.
    """
    seen: set[EntityId] = set()
    bad: tuple[str, ...] = ()
    for number in range(query.page, query.page + most_pages):
        page = source_page(replace(query, page=number))
        new = [row for row in page.rows if row.id not in seen]
        seen.update(row.id for row in new)
        if not new and page.bad in ((), bad):
            return
        bad = page.bad
        yield replace(page, rows=tuple(new))
        if number >= page.pages:
            return


def source_name(base_url: str) -> str:
    """Returns the name of a service, by which the store knows its rows: its host, and its path where that is not the
    usual one, for several services may share a host.

    >>> source_name("https://me@api.example.org/api/v1"), source_name("https://example.org/north/api/v1")
    ('api.example.org', 'example.org/north')
    """
    address = urlsplit(base_url)
    path = address.path.rstrip("/").removesuffix(VERSION_PATH)
    return (address.netloc.rpartition("@")[2] + path)[:MAX_ID] or "source"


def base_address(url: str, spec: SourceSpec) -> str:
    """Returns the address up to the version, of which a user may give any beginning or all.

    >>> base_address("https://api.example.org/", SourceSpec(path="properties", export=""))
    'https://api.example.org/api/v1'
    >>> base_address("https://api.example.org/api/v2/properties", SourceSpec(path="properties", export=""))
    'https://api.example.org/api/v2'
    """
    plain = url.strip().rstrip("/").removesuffix(f"/{spec.path}")
    address = urlsplit(plain) if plain.isascii() else None
    has_path = address is not None and bool(address.path.strip("/"))
    return plain if has_path else f"{plain}{VERSION_PATH}"


def _items(reply: Any) -> list[Any] | None:
    if isinstance(reply, list):
        return reply
    if isinstance(reply, Mapping):
        for name in _LISTS:
            inner = reply.get(name)
            if isinstance(inner, list):
                return inner
            if name == "data" and isinstance(inner, Mapping):
                return _items(inner)
    return None


def _counts(reply: Any, query: SourceQuery, count: int) -> tuple[int | None, int]:
    """Returns how many rows there are, None if the reply does not say; and how many pages, one page more while a page
    has rows if it does not say. The number of pages does not follow from that of the rows: a service may give fewer
    rows a page than it was asked for."""
    notes = [reply, *(reply.get(name) for name in _NOTES)] if isinstance(reply, Mapping) else []
    told = [note for note in notes if isinstance(note, Mapping)]
    total = _count(told, ("total", "total_count"))
    if total is None and (counted := _count(told, ("count",))) is not None and counted > count:
        total = counted  # else it may count the rows of this page
    pages = _count(told, ("pages", "last_page", "total_pages"))
    if pages is None:
        is_last = not count or (query.page == 1 and total is not None and count >= total)
        pages = query.page if is_last else query.page + 1
    return total, max(pages, 1)


def _count(notes: Iterable[Mapping[str, Any]], names: Iterable[str]) -> int | None:
    wanted = tuple(names)
    for note in notes:
        for name in wanted:
            value = note.get(name)
            if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 53:
                return value
    return None


def _id(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    text = str(value).strip()
    return text if 0 < len(text) <= MAX_ID and text.isprintable() else ""


def _link(value: Any) -> str:
    text = value.strip() if isinstance(value, str) else ""
    return text if text.lower().startswith(("http://", "https://")) and len(text) <= 2_000 else ""


def _size(page: SourcePage) -> int:
    return 1_000 + sum(len(json.dumps(dict(row.data), default=str)) for row in page.rows)
