"""Opens the language model of conversations from settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from claimtree.chat.assistant import TIMEOUT_S, Assistant
from claimtree.errors import BadInput, UnknownName
from claimtree.llm_reader.budget import Budget
from claimtree.llm_reader.open import spending_limits, whole_number
from claimtree.models.completions import ChatEndpoint, ChatModel
from claimtree.settings import DEFAULT_ASSISTANT, Settings

SPENDING: Final = "assistant_spending.db"
LONGEST_TIMEOUT_S: Final = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    chooses_tools: bool
    words_replies: bool


_PARTS: Final = {
    "tools": _Parts(chooses_tools=True, words_replies=False),
    "replies": _Parts(chooses_tools=False, words_replies=True),
    "llm": _Parts(chooses_tools=True, words_replies=True),
}


def open_assistant(settings: Settings) -> Assistant:
    """Returns the language model that the settings describe."""
    parts = _PARTS.get(settings.assistant)
    if parts is None:
        raise UnknownName(
            f"no assistant {settings.assistant!r} (have: {', '.join((DEFAULT_ASSISTANT, *_PARTS))})",
            hint="Set CLAIMTREE_ASSISTANT to one of these.",
            values={"assistant": settings.assistant},
        )
    # The reader's key goes to the reader's endpoint only.
    own = bool(settings.assistant_url)
    url = settings.assistant_url or settings.reader_url
    model = settings.assistant_model or ("" if own else settings.reader_model)
    if not url or not model:
        raise BadInput(
            f"the assistant {settings.assistant!r} was named without an endpoint",
            hint="Set CLAIMTREE_ASSISTANT_URL (as in http://localhost:8080/v1) and CLAIMTREE_ASSISTANT_MODEL, or the "
            "same of the reader.",
        )
    timeout_s = settings.number("assistant_timeout_s", TIMEOUT_S)
    if not 0 < timeout_s <= LONGEST_TIMEOUT_S:
        raise BadInput(
            f"assistant_timeout_s is {timeout_s:g}",
            hint=f"Set it to more than 0, at most {LONGEST_TIMEOUT_S:g} seconds.",
        )
    endpoint = ChatEndpoint(
        base_url=url,
        model=model,
        api_key=settings.assistant_key or ("" if own else settings.reader_key),
        timeout_s=timeout_s,
        # A person waits: what fails is answered by our own tools and texts at once.
        retries=0,
        concurrency=whole_number(settings, "assistant_concurrency", 4),
        max_tokens=whole_number(settings, "assistant_max_tokens", 2_000),
    )
    return Assistant(
        ChatModel(endpoint, doing="talking", instead="leave the conversation to the built-in rules"),
        chooses_tools=parts.chooses_tools,
        words_replies=parts.words_replies,
        budget=Budget(spending_limits(settings, "assistant"), settings.home / SPENDING),
        timeout_s=timeout_s,
    )
