"""A client for a language model with an OpenAI-compatible API: POST {base_url}/chat/completions.

Servers differ in the options they accept. The first request asks for an answer that follows a JSON
schema; if the server refuses that (400 or 422), for any JSON object, then for plain text. A server
that wants the newer name of the token limit gets that one. The options that a server accepted are
remembered. The answer is unverified text, or calls of tools that were offered.
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from claimtree.errors import BadInput, ModelError
from claimtree.http_client.client import Attempts
from claimtree.models.openai_http import Connection, Poster

MOST_BYTES = 1_000_000
"""Limit for one reply; no answer that we ask for takes a hundredth of it."""
REFUSALS = (400, 422)
"""Status codes with which servers refuse a request option that they do not support."""
_CHARACTERS_A_TOKEN = 3
"""Fewer than most texts have, so that the estimate is too high rather than too low."""

LONGEST_ARGUMENTS = 8_000
"""Characters of the arguments of one call."""

Message = Mapping[str, Any]
"""With "role" and "content"; of a call its "tool_calls", of its result its "tool_call_id"."""


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
class ProposedCall:
    """A call of a tool as a model proposes it: unverified text."""

    id: str
    name: str
    arguments: str
    """An object as JSON, it is to be hoped."""

    @property
    def row(self) -> Mapping[str, object]:
        """As it stands in the message that proposes it."""
        return {"id": self.id, "type": "function", "function": {"name": self.name, "arguments": self.arguments}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """A model's answer and the tokens it took."""

    text: str
    tokens_in: int
    tokens_out: int
    calls: tuple[ProposedCall, ...] = ()
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

    def __init__(
        self,
        endpoint: ChatEndpoint,
        *,
        doing: str = "reading",
        instead: str = "use the built-in reader",
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`doing` begins an error, `instead` ends it."""
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
            doing=doing,
            instead=instead,
            most_bytes=MOST_BYTES,
            sleep=sleep,
        )

    def complete(self, messages: Sequence[Message], *, schema: Mapping[str, object]) -> Completion:
        """The model's answer in a schema; raises `ModelError` without one. Waits for a free slot."""
        return self._asked(messages, schema=schema)

    def write(self, messages: Sequence[Message], *, timeout_s: float | None = None) -> Completion:
        """The model's answer as text."""
        return self._asked(messages, timeout_s=timeout_s)

    def call(
        self, messages: Sequence[Message], *, tools: Sequence[Mapping[str, object]], timeout_s: float | None = None
    ) -> Completion:
        """The calls of tools that the model proposes, or its answer without any."""
        return self._asked(messages, tools=tools, timeout_s=timeout_s)

    def close(self) -> None:
        """Close the open connections; the next request opens new ones."""
        self._poster.close()

    def _asked(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, object] | None = None,
        tools: Sequence[Mapping[str, object]] = (),
        timeout_s: float | None = None,
    ) -> Completion:
        wait_s = self.endpoint.timeout_s if timeout_s is None else min(timeout_s, self.endpoint.timeout_s)
        if not self._slots.acquire(timeout=wait_s):
            raise self._poster.error(
                f"{self.endpoint.concurrency} requests are in flight and none ends", attempts=Attempts()
            )
        try:
            return self._answered(messages, schema, tools, timeout_s)
        finally:
            self._slots.release()

    def _answered(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, object] | None,
        tools: Sequence[Mapping[str, object]],
        timeout_s: float | None,
    ) -> Completion:
        manner, attempts = self._manner, Attempts()
        if schema is None:
            manner = replace(manner, format=Format.PLAIN)
        while True:
            try:
                reply = self._poster.post(self._body(messages, schema, tools, manner), attempts, timeout_s=timeout_s)
            except ModelError as error:
                rejected = error.values.get("status") in REFUSALS
                other = manner.after(str(error.values.get("what"))) if rejected else None
                if other is None:
                    raise
                manner = other
            else:
                # Without a schema nothing was learned of the formats that the server accepts.
                self._manner = manner if schema is not None else replace(manner, format=self._manner.format)
                return self._completion(reply, messages, attempts, tools=bool(tools))

    def _body(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, object] | None,
        tools: Sequence[Mapping[str, object]],
        manner: Manner,
    ) -> Mapping[str, object]:
        body: dict[str, object] = {
            "model": self.endpoint.model,
            "messages": list(messages),
            manner.limit: self.endpoint.max_tokens,
            "stream": False,
        }
        if manner.temperature:
            body["temperature"] = 0
        if tools:
            body["tools"] = list(tools)
        if manner.format is Format.SCHEMA:
            shape = {"name": "claims", "strict": True, "schema": schema}
            body["response_format"] = {"type": manner.format.value, "json_schema": shape}
        elif manner.format is Format.OBJECT:
            body["response_format"] = {"type": manner.format.value}
        return body

    def _completion(self, reply: Any, messages: Sequence[Message], attempts: Attempts, *, tools: bool) -> Completion:
        try:
            choice = reply["choices"][0]
            message = choice["message"]
            text = message.get("content")
            if isinstance(text, list):  # some servers answer with a list of parts
                text = "".join(part["text"] for part in text)
            calls = _calls(message) if tools else ()
            finish = choice.get("finish_reason")
        except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
            raise self._poster.error("the reply is not a chat completion", attempts=attempts) from error
        text = text if isinstance(text, str) else ""
        if not text.strip() and not calls:
            raise self._poster.error("the model said nothing", attempts=attempts)
        usage = reply.get("usage")
        prompt = "".join(str(message.get("content") or "") for message in messages)
        said = text + "".join(call.name + call.arguments for call in calls)
        return Completion(
            text=self._without_key(text),
            tokens_in=_counted(usage, "prompt_tokens", prompt),
            tokens_out=_counted(usage, "completion_tokens", said),
            calls=tuple(replace(call, arguments=self._without_key(call.arguments)) for call in calls),
            complete=finish != "length",
            unanswered=attempts.billable - 1,
        )

    def _without_key(self, text: str) -> str:
        """If a server echoes the API key, the key must not end up in a cache or a reply."""
        key = self.endpoint.api_key
        return text.replace(key, "…") if key else text


def _calls(message: Mapping[str, Any]) -> tuple[ProposedCall, ...]:
    """The calls of a message; raises ValueError or TypeError for what is none."""
    found: list[ProposedCall] = []
    for row in message.get("tool_calls") or ():
        name, arguments = row["function"]["name"], row["function"]["arguments"]
        if isinstance(arguments, dict):  # some servers send the object itself
            arguments = json.dumps(arguments, ensure_ascii=False)
        if not isinstance(name, str) or not isinstance(arguments, str):
            raise TypeError("a call without a name or arguments")
        if len(arguments) > LONGEST_ARGUMENTS:
            raise ValueError("arguments that are too long")
        id = str(row.get("id") or f"call-{len(found)}")
        # Half of a surrogate pair is no text, and could not be sent on; raises UnicodeEncodeError, a ValueError.
        (id + name + arguments).encode()
        found.append(ProposedCall(id=id, name=name, arguments=arguments))
    return tuple(found)


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
