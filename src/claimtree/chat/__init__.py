"""A conversation over a searcher: criteria kept from message to message, tools, replies, memory.

`conversation` is the way in; docs/chat.md shows it.
"""

from claimtree.chat.conversation import Conversation
from claimtree.chat.moves import Move
from claimtree.chat.reply import Reply
from claimtree.chat.session_state import SessionState
from claimtree.chat.sessions import MemorySessions, Sessions, StoredSessions
from claimtree.chat.tool_calls import ToolCall, ToolName

__all__ = [
    "Conversation",
    "MemorySessions",
    "Move",
    "Reply",
    "SessionState",
    "Sessions",
    "StoredSessions",
    "ToolCall",
    "ToolName",
]
