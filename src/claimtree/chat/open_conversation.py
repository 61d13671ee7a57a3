"""Opens a conversation about a workspace as its settings describe it: the way in of all faces."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from claimtree.chat.conversation import LIMIT, Conversation
from claimtree.chat.sessions import Sessions
from claimtree.settings import DEFAULT_ASSISTANT, Settings
from claimtree.workspace import Workspace

if TYPE_CHECKING:
    from claimtree.chat.assistant import Assistant


def open_conversation(workspace: Workspace, sessions: Sessions, *, limit: int = LIMIT) -> Conversation:
    """Returns the conversation about a workspace, with the language model of its settings; close it after use."""
    return Conversation(
        workspace.engine,
        searcher=workspace.searcher,
        sessions=sessions,
        limit=limit,
        assistant=assistant_of(workspace.settings),
    )


def model_limit_s(settings: Settings) -> float:
    """Returns how long a language model may delay a message, 0 without one; raises BadInput or UnknownName for
    settings that describe none."""
    if settings.assistant == DEFAULT_ASSISTANT:
        return 0.0
    from claimtree.chat.open_assistant import open_assistant

    with closing(open_assistant(settings)) as assistant:
        return assistant.timeout_s


def assistant_of(settings: Settings) -> Assistant | None:
    """Returns the language model of the settings; None for the built-in rules."""
    if settings.assistant == DEFAULT_ASSISTANT:
        return None
    # Imported here: conversations without a language model do not wait for it.
    from claimtree.chat.open_assistant import open_assistant

    return open_assistant(settings)
