"""Cursors for pages that stay consistent while the data changes: a cursor names the last hit, not
an offset.

A hit whose rank does not change is shown on exactly one page, whatever is added or removed before
it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from claimtree.errors import BadQuery
from claimtree.model.answers import RankedHit, Standing
from claimtree.model.claims import EntityId

LONGEST_CURSOR = 4_000
_MARK = "ct1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cursor:
    """The last hit of a page, and the number of hits up to it."""

    last: RankedHit
    shown: int
    search: str
    """Identifies the search that it continues; see `fingerprint`."""

    def __str__(self) -> str:
        standing = self.last.standing
        parts = [
            _MARK, self.search, self.shown, standing.required_met, standing.met, standing.score, self.last.id,
        ]  # fmt: skip
        encoded = json.dumps(parts, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass")
        return base64.urlsafe_b64encode(encoded).decode("ascii").rstrip("=")


def parse_cursor(text: str, *, search: str) -> Cursor:
    """Parses a cursor; raises BadQuery if it is malformed or belongs to another search."""
    try:
        if len(text) > LONGEST_CURSOR:
            raise ValueError
        decoded = base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
        mark, of, shown, required_met, met, score, id = json.loads(decoded)
        numbers = (shown, required_met, met, score)
        if mark != _MARK or not isinstance(id, str) or not isinstance(of, str):
            raise ValueError
        if any(type(number) is not int or not 0 <= number < 1 << 53 for number in numbers):
            raise ValueError
    except (ValueError, TypeError, RecursionError, binascii.Error) as error:
        raise BadQuery(
            f"the cursor {text[:40]!r} is not one of ours", hint="Give `cursor` as the page before gave it."
        ) from error
    if of != search:
        raise BadQuery(
            "the cursor belongs to another search", hint="Ask the same question with the same edits, or leave it out."
        )
    standing = Standing(required_met=required_met, met=met, score=score)
    return Cursor(last=RankedHit(id=EntityId(id), standing=standing), shown=shown, search=search)


def fingerprint(parts: Sequence[object]) -> str:
    """Returns a short hash of everything that determines the order of a search."""
    content = json.dumps(parts, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.blake2b(content.encode("utf-8", "surrogatepass"), digest_size=9).hexdigest()


def order(hit: RankedHit) -> tuple[int, int, int, str]:
    """The sort key of a hit; ascending, best first."""
    return (*hit.standing.rank, hit.id)


class _Order(Sequence[tuple[int, int, int, str]]):
    """The sort keys of all hits, fetched lazily one at a time."""

    def __init__(self, at: Callable[[int], RankedHit | None], total: int) -> None:
        self._at, self._total = at, total

    def __len__(self) -> int:
        return self._total

    def __getitem__(self, place: int) -> tuple[int, int, int, str]:  # type: ignore[override]  # never a slice
        hit = self._at(place)
        # A concurrent deletion may have removed the hit: it then sorts after all others.
        return order(hit) if hit is not None else (1, 1, 1, "")


def hits_up_to(cursor: Cursor, at: Callable[[int], RankedHit | None], total: int) -> int:
    """Returns how many hits now rank up to and including the cursor; `at` returns the hit at a
    0-based rank."""
    known = at(cursor.shown - 1) if 0 < cursor.shown <= total else None
    if known is not None and order(known) == order(cursor.last):
        return cursor.shown
    return bisect_right(_Order(at, total), order(cursor.last))
