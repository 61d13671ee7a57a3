"""Messages that cannot be read are answered too: whoever sent one waits for an answer to it."""

from __future__ import annotations

import json
import re
from typing import Final

from mcp import types

from claimtree.nesting import DEEPEST, at_depth, is_too_deep

UNKNOWN_ID: Final = "server-error"
"""What the SDK calls a message of which it does not know the id."""
_ID = re.compile(rb'"id"\s*:\s*(-?\d{1,15}|"[^"\\]{1,200}")')


def refusal(text: bytes) -> types.JSONRPCError | None:
    """The answer to a message that is nested too deeply or is no JSON; None to any other."""
    if (said := too_deep(text)) is not None:
        return said
    try:
        json.loads(text)
    except ValueError:
        return _error("the message is no JSON", UNKNOWN_ID)
    return None


def too_deep(text: bytes) -> types.JSONRPCError | None:
    """The answer to a message that is nested too deeply, under its own id where that can be seen from outside."""
    if not is_too_deep(text):
        return None
    found = _ID.search(at_depth(text, 1))
    said = f"the message is nested deeper than {DEEPEST} lists and objects"
    return _error(said, json.loads(found[1]) if found else UNKNOWN_ID)


def _error(said: str, id: str | int) -> types.JSONRPCError:
    error = types.ErrorData(code=types.PARSE_ERROR, message=said)
    return types.JSONRPCError(jsonrpc="2.0", id=id, error=error)
