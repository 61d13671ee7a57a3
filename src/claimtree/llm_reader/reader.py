"""The reader that asks a language model and falls back to the built-in reader when that fails.

Failures are normal: no connection, a spent budget, half an answer, invented quotes. Then the
built-in reader's claims are returned, with a notice that says why. An endpoint that fails several
times in a row is not called for a while (circuit breaker), so that an index of ten thousand
listings does not wait for it ten thousand times.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol, TypeVar

from claimtree import deadlines
from claimtree.errors import ClaimtreeError, OutOfTime
from claimtree.llm_reader.budget import Budget
from claimtree.llm_reader.check_quotes import Checked, Pointer, check
from claimtree.llm_reader.chunks import MOST, pieces
from claimtree.llm_reader.completion_cache import CompletionCache, answer_key
from claimtree.llm_reader.document_claims import ListingReader
from claimtree.llm_reader.fair_housing import LeftOut, unfair_parts
from claimtree.llm_reader.metered_model import MeteredModel
from claimtree.llm_reader.parse_answer import labelled_quotes
from claimtree.llm_reader.prompts import Message, Prompt
from claimtree.llm_reader.query_wishes import WishReader
from claimtree.llm_reader.quotes import Span
from claimtree.model.claims import Claim, QueryClaim
from claimtree.model.hierarchy import Entity
from claimtree.model.notices import Argument, Notice, NoticeCode, notice
from claimtree.model.pack import Pack
from claimtree.models.completions import Completion
from claimtree.ports import DocumentReading, QueryReading, Reader

MOST_NOTICES = 20
"""Limit for one text."""

_WORDS = ("words", "written", "meant", "claim")
"""Arguments of the built-in reader's notices that are words of the query, or stand for them."""
AnyClaim = TypeVar("AnyClaim", Claim, QueryClaim)


class LanguageModel(Protocol):
    """The interface of a model as the reader needs it; `models.completions.ChatModel` has it."""

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
    """The result of asking the model about a text."""

    pointers: list[Pointer] = field(default_factory=list)
    unread: list[Span] = field(default_factory=list)
    """Chunks that the model did not read."""
    read: bool = False
    """Whether it read any chunk."""
    notices: list[Notice] = field(default_factory=list)


class LanguageModelReader:
    """Reads with a language model, checks every claim, and falls back to the built-in reader.
    Threads may share it."""

    def __init__(
        self,
        pack: Pack,
        rules: Reader,
        model: LanguageModel,
        *,
        kept: CompletionCache | None = None,
        budget: Budget | None = None,
        unfair: Callable[[str], Iterable[LeftOut]] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`unfair` finds the parts of a text about a protected class; pointers there are dropped.

        By default, `fair_housing` finds them.
        """
        self._pack = pack
        self._rules = rules
        self._model = model
        self._kept = kept
        self._budget = budget or Budget()
        self._unfair = unfair or (lambda text: unfair_parts(text, pack))
        self._metered = MeteredModel(max_tokens=model.max_tokens, attempts=model.attempts, budget=self._budget, now=now)

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
            return replace(known, notices=_first_notices([*known.notices, *asked.notices]))
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
            notices.append(notice(NoticeCode.NOTHING_TO_FIND))
        return replace(known, claims=claims, notices=_first_notices(notices))

    def read_document(self, text: str, *, about: Entity, source: str) -> DocumentReading:
        """The claims a text makes about an entity, and about parts of it that it names."""
        known = self._rules.read_document(text, about=about, source=source)
        asked = self._ask(text, self._for_listings, known.claims)
        if not asked.read:
            return replace(known, notices=_first_notices([*known.notices, *asked.notices]))
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
        # The clauses stay, whichever reader reads the claims in them.
        notices = _first_notices([*known.notices, *left_out, *asked.notices, *together.notices])
        return replace(known, claims=claims, notices=notices)

    def close(self) -> None:
        """Close connections and files."""
        self._model.close()
        self._budget.close()
        if self._kept is not None:
            self._kept.close()

    def _ask(self, text: str, prompt: Prompt, known: Sequence[AnyClaim]) -> _Asked:
        """Asks the model about a text, chunk by chunk."""
        spans = pieces(text)
        asked = _Asked(unread=spans[MOST:])
        if asked.unread:
            asked.notices.append(notice(NoticeCode.MODEL_READ_BEGINNING, characters=spans[MOST - 1][1]))
        numbered = list(enumerate(spans[:MOST]))

        def one(piece: tuple[int, Span]) -> Checked | Argument:
            deadlines.check()  # no money is spent on an answer that no caller waits for
            return self._piece(text, piece[0], piece[1], prompt, known)

        if len(numbered) > 1 and self._model.concurrency > 1:
            with ThreadPoolExecutor(min(self._model.concurrency, len(numbered))) as pool:
                answers = list(pool.map(deadlines.carried(one), numbered))
        else:
            answers = [one(piece) for piece in numbered]
        for (_, span), answer in zip(numbered, answers, strict=True):
            if isinstance(answer, Checked):
                asked.read = True
                asked.pointers += answer.pointers
                asked.notices += answer.notices
            else:
                asked.unread.append(span)
                asked.notices.append(notice(NoticeCode.MODEL_NOT_USED, why=answer))
        files = (self._budget.notice, self._kept.notice if self._kept else None)
        asked.notices += [one for one in files if one is not None]
        return asked

    def _piece(
        self, text: str, number: int, span: Span, prompt: Prompt, known: Sequence[AnyClaim]
    ) -> Checked | Argument:
        """The checked answer about one chunk; or the reason why there is none."""
        piece = text[slice(*span)]
        key = answer_key(self._model.name, prompt.digest, piece)
        answer = self._kept.get(key) if self._kept else None
        fresh = answer is None
        try:
            if answer is None:
                given = self._answer(prompt.messages(piece), prompt)
                if isinstance(given, Notice):
                    return given
                answer = given
            found, notices = labelled_quotes(answer)
        except OutOfTime:
            raise
        except ClaimtreeError as error:
            return f"{error.message}." if not error.message.endswith(".") else error.message
        checked = check(found, piece, self._pack, query=prompt.query, piece=number, offset=span[0])
        checked.notices[:0] = notices
        sure = [claim for claim in known if span[0] <= claim.start < span[1] and (claim.concept or claim.name)]
        if sure and not checked.pointers:
            return notice(NoticeCode.MODEL_FOUND_NOTHING)
        if fresh and self._kept:
            # Only here: a useless answer is not cached, and asked for again.
            self._kept.put(key, answer)
        return checked

    def _answer(self, messages: Sequence[Message], prompt: Prompt) -> str | Notice:
        """The model's answer, within the budget; or the notice that says why there is none."""
        given = self._metered.ask(messages, lambda: self._model.complete(messages, schema=prompt.schema))
        return given if isinstance(given, Notice) else given.text

    def _fair(self, text: str, pointers: Sequence[Pointer]) -> tuple[list[Pointer], list[Notice]]:
        """The pointers that mention no protected class, and the notices about the others."""
        left_out = list(self._unfair(text))
        fair = [one for one in pointers if not any(one.overlap(*span) for span, _ in left_out)]
        return fair, [note for _, note in left_out]


def _still_true(known: QueryReading, claims: Sequence[QueryClaim]) -> list[Notice]:
    """The built-in reader's notices, without those about words that the model understood."""
    found = [claim.quote for claim in claims if claim.concept is None and claim.name is None]
    return [
        one
        for one in known.notices
        if one.code is not NoticeCode.NOTHING_TO_FIND
        and not any(quote in words or words in quote for words in _words_of(one) for quote in found)
    ]


def _words_of(notice: Notice) -> list[str]:
    """The words of the query that a notice of the built-in reader is about."""
    return [value for name, value in notice.arguments if name in _WORDS and isinstance(value, str)]


def _first_notices(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    """Each notice once; of very many the first ones, and the number of the rest."""
    found = list(dict.fromkeys(notices))
    if len(found) <= MOST_NOTICES:
        return tuple(found)
    return (*found[: MOST_NOTICES - 1], notice(NoticeCode.NOTICES_LEFT_OUT, count=len(found) - MOST_NOTICES + 1))
