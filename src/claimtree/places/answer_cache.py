"""A cache file for provider answers, with a TTL of a month.

A row's key is a hash of the provider, its URL, its mapping of kinds, and the question. Errors are
never cached, and an answer without places, or with a notice about what it lacks, only for a day:
tomorrow it may be better.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from claimtree.errors import BadInput, BadPlace
from claimtree.geo import Area, Point
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.model.places import Candidate, Place, PlaceId, PlaceKind
from claimtree.places.cache_db import CacheFile, drop_oldest
from claimtree.places.provider_notices import Notes, notices_of
from claimtree.ports import Places

DAYS = 30.0
"""As long as Google's terms allow storing where a place is."""
POOR_DAYS = 1.0
"""For an answer that has no places, or lacks some."""
MOST_BYTES = 50_000_000
DAY_S = 86_400.0


class Kept:
    """A caching wrapper around another provider. Thread-safe."""

    def __init__(
        self,
        provider: Places,
        file: CacheFile | Path,
        *,
        days: float = DAYS,
        poor_days: float = POOR_DAYS,
        most_bytes: int = MOST_BYTES,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`most_bytes` limits the cached answers; beyond it the oldest are dropped. With 0 days
        nothing is cached."""
        if not (days >= 0 and poor_days >= 0):
            raise BadInput(
                f"answers cannot be kept for {days} days, or for {poor_days}", hint="Give a number of days, 0 or more."
            )
        self.provider = provider
        self.name = provider.name
        self.file = file if isinstance(file, CacheFile) else CacheFile(file)
        self._space = str(getattr(provider, "fingerprint", provider.name))
        self._keep_s = days * DAY_S
        self._keep_poor_s = min(days, poor_days) * DAY_S
        self._most_bytes = most_bytes
        self._clock = clock
        self._notes = Notes()

    @property
    def notice(self) -> str:
        """Why the cache file is not used, as a sentence; empty if it works."""
        return self.file.notice

    def named(self, name: str, *, near: Point | None = None, kind: str = "", limit: int = 10) -> tuple[Candidate, ...]:
        # Rounded to a kilometre: the centre of the data moves a little with every home added or
        # removed.
        about = [round(near.lat, 2), round(near.lon, 2)] if near is not None else None
        key = self._key(["named", " ".join(name.split()), about, kind, limit])
        known = self._known(key)
        if known is not None and (found := _candidates(known)) is not None:
            return found
        answer = self.provider.named(name, near=near, kind=kind, limit=limit)
        self._keep(key, [{"place": _written(one.place), "likeness": one.likeness} for one in answer])
        return answer

    def of_kind(self, kind: str, *, around: Point, radius_m: float, limit: int = 200) -> tuple[Place, ...] | None:
        key = self._key(["of_kind", kind, round(around.lat, 5), round(around.lon, 5), round(radius_m, 1), limit])
        known = self._known(key)
        if known is not None and (found := _places(known)) is not None:
            return found
        answer = self.provider.of_kind(kind, around=around, radius_m=radius_m, limit=limit)
        if answer is not None:
            self._keep(key, [_written(place) for place in answer])
        return answer

    def notices(self) -> tuple[Notice, ...]:
        """Returns the provider's notices, also those of cached answers."""
        self._notes.add(*notices_of(self.provider))
        return self._notes.drain()

    def close(self) -> None:
        """Closes the file and the provider."""
        self.file.close()
        closing = getattr(self.provider, "close", None)
        if closing is not None:
            closing()

    def _key(self, question: list[object]) -> bytes:
        question_json = json.dumps([self._space, question], ensure_ascii=True)
        return hashlib.blake2b(question_json.encode(), digest_size=16).digest()

    def _known(self, key: bytes) -> list[Any] | None:
        """Returns the cached answer to a question if it has not expired; its notices are added
        again."""
        now = self._clock()

        def look(connection: sqlite3.Connection) -> str | None:
            # A time in the future means that the clock was set back: then the age is unknown.
            asked = "SELECT answer FROM answers WHERE key = ? AND until_s > ? AND kept_s <= ?"
            row = connection.execute(asked, (key, now, now + DAY_S)).fetchone()
            return row[0] if row else None

        try:
            stored: str | None = self.file.read(look)
            kept = json.loads(stored or "null")
        except (ValueError, TypeError, RecursionError):
            return None
        if not isinstance(kept, Mapping) or not isinstance(kept.get("found"), list):
            return None
        notices = _notices(kept.get("notes"))
        if notices is None:
            return None
        self._notes.add(*notices)
        found: list[Any] = kept["found"]
        return found

    def _keep(self, key: bytes, found: list[dict[str, Any]]) -> None:
        notes = notices_of(self.provider)
        self._notes.add(*notes)
        keep_s = self._keep_s if found and not notes else self._keep_poor_s
        if keep_s <= 0:
            return
        now = self._clock()
        answer = json.dumps({"found": found, "notes": list(map(_written_notice, notes))}, allow_nan=False)

        def put(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM answers WHERE until_s <= ?", (now,))
            connection.execute(
                "REPLACE INTO answers (key, answer, kept_s, until_s) VALUES (?, ?, ?, ?)",
                (key, answer, now, now + keep_s),
            )
            drop_oldest(connection, self._most_bytes)

        self.file.write(put)


def _written(place: Place) -> dict[str, Any]:
    shape = place.shape
    where = {"point": [shape.lat, shape.lon]} if isinstance(shape, Point) else {"area": shape.polygons}
    plain = ("id", "name", "kind", "radius_m", "aliases", "parent", "source", "rank", "rating", "partial")
    return where | {name: getattr(place, name) for name in plain}


def _written_notice(one: Notice) -> dict[str, Any]:
    """Returns a provider's notice as JSON; its arguments are texts and numbers."""
    return {"code": one.code.value, "arguments": dict(one.arguments)}


def _notices(kept: object) -> tuple[Notice, ...] | None:
    """Parses cached notices; None if they were written by another version."""
    try:
        found = tuple(notice(NoticeCode(one["code"]), **one["arguments"]) for one in kept)  # type: ignore[attr-defined]  # checked by trying
        _ = {hash(one) for one in found}  # an argument that is a list would fail later
        return found
    except (KeyError, TypeError, ValueError):
        return None


def _candidates(found: list[Any]) -> tuple[Candidate, ...] | None:
    """Parses a cached answer; None if it is damaged, or was written by another version."""
    try:
        return tuple(Candidate(place=_place(one["place"]), likeness=float(one["likeness"])) for one in found)
    except (KeyError, TypeError, ValueError, BadPlace):
        return None


def _places(found: list[Any]) -> tuple[Place, ...] | None:
    try:
        return tuple(_place(one) for one in found)
    except (KeyError, TypeError, ValueError, BadPlace):
        return None


def _place(kept: Mapping[str, Any]) -> Place:
    if "point" in kept:
        lat, lon = kept["point"]
        shape: Point | Area = Point(float(lat), float(lon))
    else:
        shape = Area(
            tuple(tuple(tuple((float(x), float(y)) for x, y in ring) for ring in rings) for rings in kept["area"])
        )
    return Place(
        id=PlaceId(str(kept["id"])),
        name=str(kept["name"]),
        kind=PlaceKind(str(kept["kind"])),
        shape=shape,
        radius_m=float(kept["radius_m"]),
        aliases=tuple(map(str, kept["aliases"])),
        parent=str(kept["parent"]),
        source=str(kept["source"]),
        rank=float(kept["rank"]),
        rating=None if kept["rating"] is None else float(kept["rating"]),
        partial=bool(kept["partial"]),
    )
