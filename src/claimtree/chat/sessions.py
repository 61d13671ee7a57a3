"""Sessions of conversations. In memory for now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from claimtree.chat.reply import Reply
from claimtree.chat.session_state import SessionState


class Sessions:
    """Keeps the state of each session."""

    def __init__(self) -> None:
        self._states: dict[tuple[str, str, str], SessionState] = {}

    def turn(
        self,
        name: str,
        answer: Callable[[SessionState], tuple[Reply, SessionState]],
        *,
        owner: str = "",
        pack: str = "",
    ) -> Reply:
        """Answers a message in a session, and keeps its state."""
        key = (pack, owner, name)
        reply, state = answer(self._states.get(key, SessionState()))
        self._states[key] = state
        return replace(reply, session=name)
