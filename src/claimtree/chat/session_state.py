"""What a conversation remembers, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from claimtree.chat.orders import Order
from claimtree.model.claims import ClaimId, EntityId, QueryClaim


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerSearch:
    """A search that a later message changed."""

    criteria: tuple[QueryClaim, ...]
    order: Order | None = None
    opens: bool = False
    """True if it began anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionState:
    """The state of one conversation after a message."""

    criteria: tuple[QueryClaim, ...] = ()
    shown: tuple[EntityId, ...] = ()
    """The hits shown since the search began; the first has number 1."""
    focus: EntityId | None = None
    """The hit that was spoken of last."""
    order: Order | None = None
    opens: bool = False
    """True if nothing has changed the search since it began."""
    former: tuple[FormerSearch, ...] = ()
    """The searches before it, to which one may go back; the latest is the last."""
    latest: tuple[ClaimId, ...] = ()
    """The criteria that the last message with wishes brought."""
    asked: str = ""
    """The question of the last message; empty if it asked nothing of a hit."""
    language: str = ""
    """Of the last message that told one; empty before the first."""
    turns: int = 0
