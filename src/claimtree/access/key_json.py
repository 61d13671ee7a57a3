"""JSON serializer for keys, shared by all interfaces. The output contains nothing of the secret."""

from __future__ import annotations

from datetime import datetime

from claimtree.access.key_types import Key


def key(key: Key, now: datetime) -> dict[str, object]:
    """Serializes a key: times as ISO 8601 in UTC, the last use as a day; `collections` is null for
    all of them."""
    return {
        "id": key.id,
        "name": key.name,
        "role": key.role,
        "collections": sorted(key.collections) or None,
        "rate_per_minute": key.rate_per_minute,
        "created": _iso_time(key.created),
        "expires": _iso_time(key.expires),
        "revoked": _iso_time(key.revoked),
        "last_used": key.last_used.isoformat() if key.last_used else None,
        "state": key.state(now),
    }


def _iso_time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")
