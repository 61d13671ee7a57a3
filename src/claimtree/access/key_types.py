"""The key type: its name, role, visible collections and expiry. The secret is not part of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import NewType

KeyId = NewType("KeyId", str)
"""Part of the key's text, and shown in lists and logs; not a secret."""


class Role(StrEnum):
    """What a key may do; each role includes the ones before it.

    >>> Role.WRITE.allows(Role.READ), Role.WRITE.allows(Role.ADMIN), max(Role)
    (True, False, <Role.ADMIN: 'admin'>)
    """

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"

    def allows(self, wanted: Role) -> bool:
        """Whether this role is sufficient where `wanted` is required."""
        return self._rank >= wanted._rank

    @property
    def _rank(self) -> int:
        return tuple(Role).index(self)

    # In alphabetical order "write" would be above "admin", and comparing two roles would accept a
    # writer as an admin.
    def __lt__(self, other: str) -> bool:
        return self._rank < Role(other)._rank

    def __le__(self, other: str) -> bool:
        return self._rank <= Role(other)._rank

    def __gt__(self, other: str) -> bool:
        return self._rank > Role(other)._rank

    def __ge__(self, other: str) -> bool:
        return self._rank >= Role(other)._rank


class State(StrEnum):
    """Whether a key is accepted."""

    USABLE = "usable"
    EXPIRED = "expired"
    REVOKED = "revoked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """The permission to use the server. Times are in UTC, to the second."""

    id: KeyId
    name: str
    role: Role
    created: datetime
    collections: frozenset[str] = frozenset()
    """The visible collections; empty means all of them, including later ones."""
    expires: datetime | None = None
    """The first moment at which it is refused."""
    revoked: datetime | None = None
    last_used: date | None = None
    """The day, if it could be recorded."""
    rate_per_minute: int | None = None
    """Its own rate limit; None for the server's default."""

    def may_see(self, collection: str) -> bool:
        """Whether the collection exists for this key."""
        return not self.collections or collection in self.collections

    def state(self, now: datetime) -> State:
        if self.revoked is not None:
            return State.REVOKED
        return State.EXPIRED if self.expires is not None and self.expires <= now else State.USABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class NewKey:
    """A new key with its secret text, which cannot be shown again."""

    key: Key
    secret: str = field(repr=False)
    """The whole text, "ct_…"."""
