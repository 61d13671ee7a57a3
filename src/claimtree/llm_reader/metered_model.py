"""A language model within its budget, which is left alone for a while after failures in a row."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from claimtree.errors import ClaimtreeError
from claimtree.llm_reader.budget import Budget
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.models.completions import Completion, Message, estimated_tokens

MOST_FAILURES = 3
"""In a row; then the model is not called for `REST_S` seconds."""
REST_S = 60.0


class MeteredModel:
    """Sends requests as long as the budget allows and the model does not rest. Threads may share it."""

    def __init__(
        self, *, max_tokens: int, attempts: int, budget: Budget, now: Callable[[], float] = time.monotonic
    ) -> None:
        """`max_tokens` is the longest answer, `attempts` how often one request may be sent."""
        self._max_tokens = max_tokens
        self._attempts = attempts
        self._budget = budget
        self._now = now
        self._counting = threading.Lock()
        self._failures = 0
        self._rests_until = 0.0

    def ask(
        self, messages: Sequence[Message], send: Callable[[], Completion], *, more: str = ""
    ) -> Completion | Notice:
        """The model's answer; or the notice that says why there is none. Raises what sending raises.
        `more` is what is sent beside the messages."""
        with self._counting:
            if self._now() < self._rests_until:
                return notice(NoticeCode.MODEL_RESTS, failures=MOST_FAILURES)
        tokens_in = sum(estimated_tokens(str(message.get("content") or "")) for message in messages)
        tokens_in += estimated_tokens(more)
        reserved = self._budget.reserve(tokens_in * self._attempts, self._max_tokens)
        if reserved is None:
            return notice(NoticeCode.MODEL_BUDGET_SPENT)
        try:
            completion = send()
        except ClaimtreeError as error:
            self._budget.settle(reserved, tokens_in * _billable(error), 0)
            self._count(failed=True)
            raise
        lost = tokens_in * completion.unanswered
        self._budget.settle(reserved, completion.tokens_in + lost, completion.tokens_out)
        self._count(failed=False)
        if not completion.complete:
            return notice(NoticeCode.MODEL_ANSWER_CUT, tokens=completion.tokens_out)
        return completion

    def _count(self, *, failed: bool) -> None:
        with self._counting:
            self._failures = self._failures + 1 if failed else 0
            if self._failures >= MOST_FAILURES:
                self._failures, self._rests_until = 0, self._now() + REST_S


def _billable(error: ClaimtreeError) -> int:
    """Requests that may be billed though there was no answer; 1 if the error does not say."""
    sent, rejected = error.values.get("attempts_sent", 1), error.values.get("attempts_refused", 0)
    return sent - rejected if isinstance(sent, int) and isinstance(rejected, int) else 1
