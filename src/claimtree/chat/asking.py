"""Asks a language model on behalf of one message, within its budget and the time that the message has for it.

Whatever goes wrong is a reason to do without it, and no error: a conversation never fails because of
a model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from claimtree import deadlines
from claimtree.chat.model_use import ModelUse
from claimtree.errors import ClaimtreeError, OutOfTime
from claimtree.llm_reader.metered_model import MeteredModel
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.models.completions import Completion, Message

_SHORTEST_S: Final = 0.2
"""With less time than this the model is not asked any more."""


class ConversationModel(Protocol):
    """A model as conversations need it; `models.completions.ChatModel` has it."""

    @property
    def max_tokens(self) -> int: ...

    @property
    def attempts(self) -> int: ...

    def write(self, messages: Sequence[Message], *, timeout_s: float | None = None) -> Completion: ...

    def call(
        self, messages: Sequence[Message], *, tools: Sequence[Mapping[str, object]], timeout_s: float | None = None
    ) -> Completion: ...

    def close(self) -> None: ...


@dataclass(slots=True, kw_only=True)
class Asking:
    """Asks the model for one message. What it answers is unverified."""

    model: ConversationModel
    metered: MeteredModel
    until: float
    limit_s: float
    now: Callable[[], float]
    use: ModelUse = field(default_factory=ModelUse)

    def write(self, messages: Sequence[Message]) -> Completion | Notice | str:
        """The model's text; or why there is none."""
        return self._asked(messages, lambda left_s: self.model.write(messages, timeout_s=left_s))

    def call(
        self, messages: Sequence[Message], tools: Sequence[Mapping[str, object]], *, more: str
    ) -> Completion | Notice | str:
        """The calls that the model proposes; or why there are none. `more` is what is sent beside the messages."""
        return self._asked(messages, lambda left_s: self.model.call(messages, tools=tools, timeout_s=left_s), more=more)

    def _asked(
        self, messages: Sequence[Message], send: Callable[[float], Completion], *, more: str = ""
    ) -> Completion | Notice | str:
        deadlines.check()  # no money is spent on an answer that nobody waits for
        left_s = self.until - self.now()
        if left_s < _SHORTEST_S:
            return notice(NoticeCode.MODEL_OUT_OF_TIME, seconds=f"{self.limit_s:g}")
        try:
            return self.metered.ask(messages, lambda: send(left_s), more=more)
        except OutOfTime:
            raise
        except ClaimtreeError as error:
            # Where the model is, and what a server says of itself, is no matter of the asker.
            what = str(error.values.get("what", "it failed"))
            return f"{what.partition(':')[0]}."
