"""A client for a language model with an OpenAI-compatible API: POST {base_url}/chat/completions.

Servers differ in the options they accept. The first request asks for an answer that follows a JSON
schema; if the server refuses that (400 or 422), for any JSON object, then for plain text. A server
that wants the newer name of the token limit gets that one. The options that a server accepted are
remembered. The answer is unverified text.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from claimtree.errors import BadInput, ModelError
from claimtree.models.openai_http import Attempts, Connection, Poster

MOST_BYTES = 1_000_000
"""Limit for one reply; no answer that we ask for takes a hundredth of it."""
REFUSALS = (400, 422)
"""Status codes with which servers refuse a request option that they do not support."""
_CHARACTERS_A_TOKEN = 3
"""Fewer than most texts have, so that the estimate is too high rather than too low."""

Message = Mapping[str, str]
"""With "role" and "content"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatEndpoint(Connection):
    """The address of a language model, and the limits of its use."""

    max_tokens: int = 2_000
    """The longest answer."""
    concurrency: int = 4
    """Requests in flight at once."""

    def __post_init__(self) -> None:
        # Called by name: a dataclass with slots is created twice, and super() would use the first.
        Connection.__post_init__(self)
        if self.max_tokens < 1 or self.concurrency < 1:
            raise BadInput(f"not a language model that can be asked: {self!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """A model's answer and the tokens it took."""

    text: str
    tokens_in: int
    tokens_out: int
    complete: bool = True
    """False when the answer was cut off at `max_tokens`."""
    unanswered: int = 0
    """Earlier attempts that were sent but never answered; each may be billed like this one."""


class Format(Enum):
    """How the shape of an answer is requested, the most reliable first."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    PLAIN = "text"

    @property
    def plainer(self) -> Format | None:
        order = list(Format)
        after = order.index(self) + 1
        return order[after] if after < len(order) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """The request options that a server accepts."""

    format: Format = Format.SCHEMA
    limit: str = "max_tokens"
    temperature: bool = True

    def after(self, refusal: str) -> Manner | None:
        """The options to try after a refusal with this message; None when none are left."""
        if self.limit == "max_tokens" and "max_completion_tokens" in refusal:
            return replace(self, limit="max_completion_tokens")
        if self.temperature and "temperature" in refusal:
            return replace(self, temperature=False)
        plainer = self.format.plainer
        return replace(self, format=plainer) if plainer else None


class ChatModel:
    """A language model that completes a conversation. Threads may share it."""

    def __init__(self, endpoint: ChatEndpoint, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self.endpoint = endpoint
        self.name = endpoint.model
        self.max_tokens = endpoint.max_tokens
        self.concurrency = endpoint.concurrency
        self.attempts = endpoint.retries + 1
        self._manner = Manner()
        self._slots = threading.BoundedSemaphore(endpoint.concurrency)
        self._poster = Poster(
            endpoint,
            "chat/completions",
            doing="reading",
            instead="use the built-in reader",
            most_bytes=MOST_BYTES,
            sleep=sleep,
        )

    def complete(self, messages: Sequence[Message], *, schema: Mapping[str, object]) -> Completion:
        """The model's answer; raises `ModelError` without one. Waits for a free slot."""
        if not self._slots.acquire(timeout=self.endpoint.timeout_s):
            raise self._poster.error(
                f"{self.endpoint.concurrency} requests are in flight and none ends", attempts=Attempts()
            )
        try:
            return self._asked(messages, schema)
        finally:
            self._slots.release()

    def close(self) -> None:
        """Close the open connections; the next request opens new ones."""
        self._poster.close()

    def _asked(self, messages: Sequence[Message], schema: Mapping[str, object]) -> Completion:
        manner, attempts = self._manner, Attempts()
        while True:
            try:
                reply = self._poster.post(self._body(messages, schema, manner), attempts)
            except ModelError as error:
                rejected = error.values.get("status") in REFUSALS
                other = manner.after(str(error.values.get("what"))) if rejected else None
                if other is None:
                    raise
                manner = other
            else:
                self._manner = manner
                return self._completion(reply, messages, attempts)

    def _body(self, messages: Sequence[Message], schema: Mapping[str, object], manner: Manner) -> Mapping[str, object]:
        body: dict[str, object] = {
            "model": self.endpoint.model,
            "messages": list(messages),
            manner.limit: self.endpoint.max_tokens,
            "stream": False,
        }
        if manner.temperature:
            body["temperature"] = 0
        if manner.format is Format.SCHEMA:
            shape = {"name": "claims", "strict": True, "schema": schema}
            body["response_format"] = {"type": manner.format.value, "json_schema": shape}
        elif manner.format is Format.OBJECT:
            body["response_format"] = {"type": manner.format.value}
        return body

    def _completion(self, reply: Any, messages: Sequence[Message], attempts: Attempts) -> Completion:
        try:
            choice = reply["choices"][0]
            text = choice["message"]["content"]
            if isinstance(text, list):  # some servers answer with a list of parts
                text = "".join(part["text"] for part in text)
            finish = choice.get("finish_reason")
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise self._poster.error("the reply is not a chat completion", attempts=attempts) from error
        if not isinstance(text, str) or not text.strip():
            raise self._poster.error("the model said nothing", attempts=attempts)
        usage = reply.get("usage")
        prompt = "".join(message["content"] for message in messages)
        key = self.endpoint.api_key
        return Completion(
            # If a server echoes the API key, the key must not end up in a cache.
            text=text.replace(key, "…") if key else text,
            tokens_in=_counted(usage, "prompt_tokens", prompt),
            tokens_out=_counted(usage, "completion_tokens", text),
            complete=finish != "length",
            unanswered=attempts.billable - 1,
        )


def estimated_tokens(text: str) -> int:
    """Estimates the number of tokens of a text, too high rather than too low.

    >>> estimated_tokens("quiet street"), estimated_tokens("")
    (4, 0)
    """
    return math.ceil(len(text.encode("utf-8", "replace")) / _CHARACTERS_A_TOKEN)


def _counted(usage: Any, name: str, text: str) -> int:
    """The server's token count, or our estimate if that is missing or implausible."""
    count = usage.get(name) if isinstance(usage, dict) else None
    if isinstance(count, int) and not isinstance(count, bool) and count > 0:
        return count
    return estimated_tokens(text)
