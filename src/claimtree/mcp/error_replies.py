"""Error replies to messages that cannot be parsed, so that the sender does not wait in vain."""

from __future__ import annotations

import json
import re
from typing import Final

from mcp import types

from claimtree.json_depth import DEEPEST, at_depth, is_too_deep

UNKNOWN_ID: Final = "server-error"
"""The SDK's placeholder for an unknown message id."""
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_ID = re.compile(rb'"id"\s*:\s*(-?\d{1,15}|"[^"\\]{1,200}")')


def refusal(text: bytes) -> types.JSONRPCError | None:
    """The error for a message that is nested too deeply, invalid JSON or has a lone surrogate; None
    for any other."""
    if (deep := too_deep(text)) is not None:
        return deep
    try:
        message = json.loads(text)
    except ValueError:
        return _error("the message is no JSON", UNKNOWN_ID)
    if _SURROGATE.search(text) and not _is_writable(message):
        id = message.get("id") if isinstance(message, dict) else None
        known_id = id if isinstance(id, str | int) and _is_writable(id) else UNKNOWN_ID
        return _error("the message holds half a character (a lone surrogate)", known_id)
    return None


def _is_writable(value: object) -> bool:
    """True if a value can be encoded as UTF-8, as the reply is."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def too_deep(text: bytes) -> types.JSONRPCError | None:
    """The error for a message that is nested too deeply, with its id if it is at the top."""
    if not is_too_deep(text):
        return None
    found = _ID.search(at_depth(text, 1))
    message = f"the message is nested deeper than {DEEPEST} lists and objects"
    return _error(message, json.loads(found[1]) if found else UNKNOWN_ID)


def _error(message: str, id: str | int) -> types.JSONRPCError:
    error = types.ErrorData(code=types.PARSE_ERROR, message=message)
    return types.JSONRPCError(jsonrpc="2.0", id=id, error=error)
