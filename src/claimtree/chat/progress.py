"""What is known of a reply before it is finished, in the order in which it becomes known.

What a message is understood as comes first, then the tools that it calls; both are known before the
search ends. Hits come before the reply is worded. A turn that is answered again (two messages of one
session at once) tells all of it again: what is told later holds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from claimtree.chat.moves import Move
from claimtree.chat.reply import Group, ShownHit
from claimtree.chat.tool_calls import ToolCall
from claimtree.model.claims import QueryClaim


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """What a message does, and the criteria after it."""

    language: str
    move: Move
    criteria: tuple[QueryClaim, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """The tools that are called so far; a search near a kind of place adds the places that it found."""

    calls: tuple[ToolCall, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HitsFound:
    """The hits that the reply will tell."""

    hits: tuple[ShownHit, ...]
    groups: tuple[Group, ...]
    total: int
    left: int


Step: TypeAlias = Understood | Called | HitsFound
Progress: TypeAlias = Callable[[Step], None]


def untold(step: Step) -> None:
    """A progress that nobody follows."""
