"""What a message does in a conversation."""

from __future__ import annotations

from enum import StrEnum


class Move(StrEnum):
    """The moves of a user."""

    NEW = "new"
    """A search that begins anew."""
    MODIFY = "modify"
    """Adds wishes to the last search, or replaces some."""
    DROP = "drop"
    """Drops wishes."""
    MORE = "more"
    """Further hits of the same search."""
    SORT = "sort"
    """The same search in another order."""
    DETAIL = "detail"
    """One of the hits shown, in full."""
    ASK = "ask"
    """A question about hits shown."""
    COMPARE = "compare"
    """Hits shown, side by side."""
    CRITERIA = "criteria"
    """What is being searched for."""
    RESET = "reset"
    """Forgets the search."""
    UNDO = "undo"
    """The search as it was before the last change."""
    OPENING = "opening"
    """The search with which the user began."""
    CLARIFY = "clarify"
    """A search that names nothing to search for."""
    GREETING = "greeting"
    THANKS = "thanks"
    GOODBYE = "goodbye"
    OKAY = "okay"
    HELP = "help"
    OUT_OF_SCOPE = "out-of-scope"


GOING_BACK = frozenset({Move.UNDO, Move.OPENING})
SEARCHES = frozenset({Move.NEW, Move.MODIFY, Move.DROP, Move.MORE, Move.SORT}) | GOING_BACK
"""Moves that search."""
