"""The reader that asks a language model, and hands over to the built-in one when that fails.

Failing is normal: no connection, a spent budget, half an answer, invented quotes. Then the built-in reader's claims are
the answer, and a notice says so and why. An endpoint that fails again and again is left alone for a while, so that an
index of ten thousand listings does not wait for it ten thousand times.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol, TypeVar

from claimtree import deadlines
from claimtree.errors import ClaimtreeError, ModelError, OutOfTime, ReadError
from claimtree.languages import NOTHING, sentences
from claimtree.llm_reader.answers import labelled_quotes
from claimtree.llm_reader.budget import Budget
from claimtree.llm_reader.checking import Checked, Pointer, check
from claimtree.llm_reader.chunks import MOST, pieces
from claimtree.llm_reader.completion_cache import KeptAnswers, answer_key
from claimtree.llm_reader.fair_housing import LeftOut, unfair_parts
from claimtree.llm_reader.listings import ListingReader
from claimtree.llm_reader.prompts import Message, Prompt
from claimtree.llm_reader.quotes import Span
from claimtree.llm_reader.wishes import WishReader
from claimtree.model.claims import Claim, QueryClaim
from claimtree.model.hierarchy import Entity
from claimtree.model.pack import Pack
from claimtree.models.completions import Completion, estimated_tokens
from claimtree.ports import DocumentReading, QueryReading, Reader
from claimtree.text.detect import detect

MOST_FAILURES = 3
"""In a row; then the model is left alone for a while."""
REST_S = 60.0
MOST_NOTICES = 20
"""Of one text."""

_QUOTED = re.compile("“([^”]*)”")
AnyClaim = TypeVar("AnyClaim", Claim, QueryClaim)


class LanguageModel(Protocol):
    """What the reader needs of a model; `models.completions.ChatModel` is one."""

    @property
    def name(self) -> str: ...

    @property
    def max_tokens(self) -> int: ...

    @property
    def concurrency(self) -> int: ...

    @property
    def attempts(self) -> int:
        """Requests that one question may take, when some are not answered."""

    def complete(self, messages: Sequence[Message], *, schema: Mapping[str, object]) -> Completion: ...

    def close(self) -> None: ...


@dataclass(slots=True)
class _Asked:
    """What came of asking about a text."""

    pointers: list[Pointer] = field(default_factory=list)
    unread: list[Span] = field(default_factory=list)
    """Pieces that the model did not read."""
    read: bool = False
    """Whether it read any."""
    notices: list[str] = field(default_factory=list)


class LanguageModelReader:
    """Reads with a language model; every claim is checked, and the built-in reader stands by. Threads may share it."""

    def __init__(
        self,
        pack: Pack,
        rules: Reader,
        model: LanguageModel,
        *,
        kept: KeptAnswers | None = None,
        budget: Budget | None = None,
        unfair: Callable[[str], Iterable[LeftOut]] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`unfair` finds the parts of a text that speak of a protected class; pointers at them are dropped.

        Without it, those that `fair_housing` finds.
        """
        self._pack = pack
        self._rules = rules
        self._model = model
        self._kept = kept
        self._budget = budget or Budget()
        self._unfair = unfair or (lambda text: unfair_parts(text, pack))
        self._now = now
        self._counting = threading.Lock()
        self._failures = 0
        self._rests_until = 0.0

    @cached_property
    def _for_queries(self) -> Prompt:
        return Prompt(self._pack, self._rules, query=True)

    @cached_property
    def _for_listings(self) -> Prompt:
        return Prompt(self._pack, self._rules, query=False)

    @property
    def version(self) -> str:
        return f"{self._rules.version} with {self._model.name} {self._for_listings.digest}"

    def read_query(self, text: str) -> QueryReading:
        """The wishes of a query."""
        known = self._rules.read_query(text)
        asked = self._ask(text, self._for_queries, known.claims)
        if not asked.read:
            return QueryReading(claims=known.claims, notices=_few([*known.notices, *asked.notices]))
        pointers, left_out = self._fair(text, asked.pointers)
        together = WishReader(
            text=text,
            pack=self._pack,
            model=self._model.name,
            known=known,
            unread=asked.unread,
            read=self._rules.read_query,
        )
        claims = together.wishes(pointers)
        notices = [*_still_true(known, claims), *left_out, *asked.notices, *together.notices]
        if not claims:
            notices.append(sentences(detect(text, self._pack.languages)).nothing)
        return QueryReading(claims=claims, notices=_few(notices))

    def read_document(self, text: str, *, about: Entity, source: str) -> DocumentReading:
        """The claims a text makes about an entity, and about parts of it that it names."""
        known = self._rules.read_document(text, about=about, source=source)
        asked = self._ask(text, self._for_listings, known.claims)
        if not asked.read:
            return replace(known, notices=_few([*known.notices, *asked.notices]))
        pointers, left_out = self._fair(text, asked.pointers)
        together = ListingReader(
            text=text,
            pack=self._pack,
            about=about,
            source=source,
            known=known,
            unread=asked.unread,
            read=lambda quote: self._rules.read_document(quote, about=about, source=source),
        )
        claims = together.claims(pointers)
        # The clauses stand as they are, whoever reads the claims in them.
        notices = _few([*known.notices, *left_out, *asked.notices, *together.notices])
        return replace(known, claims=claims, notices=notices)

    def close(self) -> None:
        """Let go of connections and files."""
        self._model.close()
        self._budget.close()
        if self._kept is not None:
            self._kept.close()

    def _ask(self, text: str, prompt: Prompt, known: Sequence[AnyClaim]) -> _Asked:
        """What the model points at in a text, piece by piece."""
        spans = pieces(text)
        asked = _Asked(unread=spans[MOST:])
        if asked.unread:
            asked.notices.append(
                f"The text is long: the language model read the first {spans[MOST - 1][1]:,} characters, "
                "the built-in reader the rest."
            )
        numbered = list(enumerate(spans[:MOST]))

        def one(piece: tuple[int, Span]) -> Checked | str:
            deadlines.check()  # what nobody waits for is not paid for
            return self._piece(text, piece[0], piece[1], prompt, known)

        if len(numbered) > 1 and self._model.concurrency > 1:
            with ThreadPoolExecutor(min(self._model.concurrency, len(numbered))) as pool:
                answers = list(pool.map(deadlines.carried(one), numbered))
        else:
            answers = [one(piece) for piece in numbered]
        for (_, span), answer in zip(numbered, answers, strict=True):
            if isinstance(answer, str):
                asked.unread.append(span)
                asked.notices.append(f"The built-in reader read this, not the language model: {answer}")
            else:
                asked.read = True
                asked.pointers += answer.pointers
                asked.notices += answer.notices
        asked.notices += [notice for notice in (self._budget.notice, self._kept.notice if self._kept else "") if notice]
        return asked

    def _piece(self, text: str, number: int, span: Span, prompt: Prompt, known: Sequence[AnyClaim]) -> Checked | str:
        """What an answer about one piece points at; or why there is none, as a sentence."""
        piece = text[slice(*span)]
        key = answer_key(self._model.name, prompt.digest, piece)
        answer = self._kept.get(key) if self._kept else None
        fresh = answer is None
        try:
            if answer is None:
                answer = self._answer(prompt.messages(piece), prompt)
            found, notices = labelled_quotes(answer)
        except OutOfTime:
            raise
        except ClaimtreeError as error:
            return f"{error.message}." if not error.message.endswith(".") else error.message
        checked = check(found, piece, self._pack, query=prompt.query, piece=number, offset=span[0])
        checked.notices[:0] = notices
        sure = [claim for claim in known if span[0] <= claim.start < span[1] and (claim.concept or claim.name)]
        if sure and not checked.pointers:
            return "it pointed at nothing that the text says."
        if fresh and self._kept:
            # Only now: an answer that is of no use is asked for again.
            self._kept.put(key, answer)
        return checked

    def _answer(self, messages: Sequence[Message], prompt: Prompt) -> str:
        """The model's answer, within the budget; an error says why there is none."""
        with self._counting:
            if self._now() < self._rests_until:
                raise ModelError(f"it failed {MOST_FAILURES} times in a row and is left alone for a while")
        tokens_in = sum(estimated_tokens(message["content"]) for message in messages)
        reserved = self._budget.reserve(tokens_in * self._model.attempts, self._model.max_tokens)
        if reserved is None:
            raise ModelError("its budget for today (UTC) is spent")
        try:
            completion = self._model.complete(messages, schema=prompt.schema)
        except ClaimtreeError as error:
            self._budget.settle(reserved, tokens_in * _billable(error), 0)
            self._count(failed=True)
            raise
        lost = tokens_in * completion.unanswered
        self._budget.settle(reserved, completion.tokens_in + lost, completion.tokens_out)
        self._count(failed=False)
        if not completion.whole:
            raise ReadError(
                f"its answer was cut off after {completion.tokens_out:,} tokens; allow more with "
                "CLAIMTREE_READER_MAX_TOKENS"
            )
        return completion.text

    def _count(self, *, failed: bool) -> None:
        with self._counting:
            self._failures = self._failures + 1 if failed else 0
            if self._failures >= MOST_FAILURES:
                self._failures, self._rests_until = 0, self._now() + REST_S

    def _fair(self, text: str, pointers: Sequence[Pointer]) -> tuple[list[Pointer], list[str]]:
        """The pointers that speak of no protected class, and what is said about the others."""
        left_out = list(self._unfair(text))
        fair = [one for one in pointers if not any(one.overlap(*span) for span, _ in left_out)]
        return fair, [notice for _, notice in left_out]


def _billable(error: ClaimtreeError) -> int:
    """For how many requests a bill may come though there was no answer; one where the model does not say."""
    sent, refused = error.values.get("attempts_sent", 1), error.values.get("attempts_refused", 0)
    return sent - refused if isinstance(sent, int) and isinstance(refused, int) else 1


def _still_true(known: QueryReading, claims: Sequence[QueryClaim]) -> list[str]:
    """What the built-in reader says of a query, without what the model understood after all."""
    found = [claim.quote for claim in claims if claim.concept is None and claim.name is None]
    return [
        notice
        for notice in known.notices
        if notice not in NOTHING
        and not any(quote in words or words in quote for words in _QUOTED.findall(notice) for quote in found)
    ]


def _few(notices: Iterable[str]) -> tuple[str, ...]:
    """Each notice once; of very many the first, and how many more there are."""
    found = list(dict.fromkeys(notices))
    if len(found) <= MOST_NOTICES:
        return tuple(found)
    return (*found[: MOST_NOTICES - 1], f"{len(found) - MOST_NOTICES + 1} more notices of this kind were left out.")
