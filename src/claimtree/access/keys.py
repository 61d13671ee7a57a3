"""A key: what it is called, what it may do, what it may see, and until when. Its secret is not part of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import NewType

KeyId = NewType("KeyId", str)
"""Stands in the key itself, in lists and in logs; it is no secret."""


class Role(StrEnum):
    """What a key may do; each may do what the ones before it may.

    >>> Role.WRITE.allows(Role.READ), Role.WRITE.allows(Role.ADMIN), max(Role)
    (True, False, <Role.ADMIN: 'admin'>)
    """

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"

    def allows(self, wanted: Role) -> bool:
        """Whether this is enough where `wanted` is asked for."""
        return self._rank >= wanted._rank

    @property
    def _rank(self) -> int:
        return tuple(Role).index(self)

    # By the alphabet "write" would be above "admin", and whoever compared two roles would let a writer in as an admin.
    def __lt__(self, other: str) -> bool:
        return self._rank < Role(other)._rank

    def __le__(self, other: str) -> bool:
        return self._rank <= Role(other)._rank

    def __gt__(self, other: str) -> bool:
        return self._rank > Role(other)._rank

    def __ge__(self, other: str) -> bool:
        return self._rank >= Role(other)._rank


class State(StrEnum):
    """Whether a key is let in."""

    USABLE = "usable"
    EXPIRED = "expired"
    REVOKED = "revoked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """Somebody who may use the server. Times are in UTC, to the second."""

    id: KeyId
    name: str
    role: Role
    created: datetime
    collections: frozenset[str] = frozenset()
    """Those that it may see; empty means all of them, also those that come later."""
    expires: datetime | None = None
    """The first moment at which it is refused."""
    revoked: datetime | None = None
    last_used: date | None = None
    """The day, as far as it could be noted."""
    rate_per_minute: int | None = None
    """How often it may ask; None is whatever the server gives everybody."""

    def may_see(self, collection: str) -> bool:
        """Whether the collection exists for this key."""
        return not self.collections or collection in self.collections

    def state(self, now: datetime) -> State:
        if self.revoked is not None:
            return State.REVOKED
        return State.EXPIRED if self.expires is not None and self.expires <= now else State.USABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class NewKey:
    """A key with what nobody can show again: the text that its holder presents."""

    key: Key
    secret: str = field(repr=False)
    """The whole of it, "ct_…"."""
