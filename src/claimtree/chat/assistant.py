"""A language model beside a conversation: it proposes tools and wordings, our rules decide.

What it proposes is used if it passes `call_check` or `phrase_check`; else the reply says why it was not.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from claimtree.chat.asking import Asking, ConversationModel
from claimtree.chat.phrase_check import PhraseChecker
from claimtree.chat.phrasing import worded
from claimtree.chat.reply import Reply
from claimtree.chat.tool_choice import Chosen, chosen
from claimtree.chat.tools import Tools
from claimtree.chat.turn import Turn
from claimtree.engine import Engine
from claimtree.llm_reader.budget import Budget
from claimtree.llm_reader.metered_model import MeteredModel

TIMEOUT_S: Final = 10.0
"""For everything that is asked for one message: a person waits."""


class Assistant:
    """A language model with the parts that it may have in conversations. Threads may share it."""

    def __init__(
        self,
        model: ConversationModel,
        *,
        chooses_tools: bool,
        words_replies: bool,
        budget: Budget | None = None,
        timeout_s: float = TIMEOUT_S,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.chooses_tools = chooses_tools
        self.words_replies = words_replies
        self._model = model
        self.timeout_s = timeout_s
        self._now = now
        self._budget = budget or Budget()
        self._metered = MeteredModel(max_tokens=model.max_tokens, attempts=model.attempts, budget=self._budget, now=now)

    def for_message(self) -> Asking:
        """The model for one message: its time begins now."""
        return Asking(
            model=self._model, metered=self._metered, until=self._now() + self.timeout_s, limit_s=self.timeout_s,
            now=self._now,
        )  # fmt: skip

    def chosen(self, turn: Turn, asking: Asking, tools: Tools) -> Chosen | None:
        """The tools that the model chose for a turn, if it chooses tools and they hold."""
        return chosen(turn, asking, tools) if self.chooses_tools else None

    def worded(self, reply: Reply, message: str, asking: Asking, engine: Engine) -> Reply:
        """The reply in the model's words, if it words replies and they hold."""
        if not self.words_replies:
            return reply
        return worded(reply, message, asking, PhraseChecker(engine.pack, engine.reader), engine.pack)

    def close(self) -> None:
        self._model.close()
        self._budget.close()
