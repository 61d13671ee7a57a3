"""JSON serializer for keys, shared by all interfaces. The output contains nothing of the secret."""

from __future__ import annotations

from datetime import datetime

from claimtree.access.keys import Key


def key(key: Key, now: datetime) -> dict[str, object]:
    """Serializes a key: times as ISO 8601 in UTC, the last use as a day; `collections` is null for
    all of them."""
    return {
        "id": key.id,
        "name": key.name,
        "role": key.role,
        "collections": sorted(key.collections) or None,
        "rate_per_minute": key.rate_per_minute,
        "created": _said(key.created),
        "expires": _said(key.expires),
        "revoked": _said(key.revoked),
        "last_used": key.last_used.isoformat() if key.last_used else None,
        "state": key.state(now),
    }


def _said(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")
