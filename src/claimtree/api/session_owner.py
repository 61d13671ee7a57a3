"""To whom a conversation belongs: to a key, or to a stranger who knows its name."""

from __future__ import annotations

import re
from typing import Final

from claimtree.access import Role
from claimtree.api.dependencies import RequestContext
from claimtree.errors import BadInput

SECRET: Final = 16
"""Bytes of a name that the server makes."""
_MADE: Final = re.compile(r"[0-9a-f]{32}")


def is_stranger(context: RequestContext) -> bool:
    """True for a caller without a key on a server that is open to all: one of many."""
    return context.caller.key is None and not context.caller.role.allows(Role.WRITE)


def session_owner(context: RequestContext, session: str) -> str:
    """The owner of a session: the key; of a stranger it is the session's own name, which the server made
    and nobody can guess."""
    if not is_stranger(context):
        return context.caller.id
    if not _MADE.fullmatch(session):
        raise BadInput(
            "without a key, the server names the sessions",
            hint="Leave `session` out of the first message, and send back the name that the reply has.",
        )
    return f"stranger {session}"
