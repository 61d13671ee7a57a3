"""A rule-based scope reader, for languages without a trained model.

A negation denies what follows it within a few words of the same clause; an "or" between two spans
makes them alternatives; a word of insistence or a softening word in a span's clause decides how
firmly it is wanted. Anything beyond that needs annotated sentences and training
(`training/reader`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from claimtree.languages import Language
from claimtree.languages.normalise import Token, tokenize
from claimtree.model.scopes import DisjointSets, ListedWords, Scope, Span, Status, Want

_REACH = 3
"""Maximum number of words between a negation and what it denies."""


class PlainScope:
    """A `ScopeReader` that uses only the function words of a language."""

    def __init__(self, language: Language) -> None:
        self._language = language

    @property
    def version(self) -> str:
        return f"plain-{'-'.join(self._language.codes)}"

    def read(self, text: str, *, listing: bool) -> PlainReading:
        return PlainReading(text, self._language)


class PlainReading:
    """The scopes of one text, by plain rules."""

    def __init__(self, text: str, language: Language) -> None:
        self._text = text
        self._language = language
        self._tokens = tokenize(text)
        self._starts = [token.start for token in self._tokens]

    @property
    def end(self) -> int:
        return len(self._text)

    @cached_property
    def found(self) -> tuple[Span, ...]:
        """Runs of meaningful words."""
        runs: list[list[Token]] = [[]]
        for token in self._tokens:
            if self._means_something(token):
                runs[-1].append(token)
            elif runs[-1]:
                runs.append([])
        return tuple(Span(run[0].start, run[-1].end) for run in runs if run)

    def named(self, span: Span) -> float:
        return 1.0

    def means(self, asked: Sequence[ListedWords]) -> tuple[float, ...]:
        return (1.0,) * len(asked)

    def asks(self, asked: Sequence[ListedWords]) -> tuple[tuple[float, float], ...]:
        return ((1.0, 1.0),) * len(asked)

    def scopes(self, spans: Sequence[Span]) -> tuple[Scope, ...]:
        return tuple(self._scope(span) for span in spans)

    def alternatives(self, spans: Sequence[Span]) -> tuple[int | None, ...]:
        """Groups spans with only an "or" between them; a comma joins two if an "or" follows in the
        same list."""
        groups = DisjointSets(len(spans))
        follows = False
        for k in range(len(spans) - 1, 0, -1):
            between = [token.norm for token in self._between(spans[k - 1].end, spans[k].start)]
            words = [norm for norm in between if norm not in self._language.fillers]
            follows = bool(words) and (set(words) <= self._language.ors or (words == [","] and follows))
            if follows:
                groups.join(k, k - 1)
        return groups.numbered()

    def _scope(self, span: Span) -> Scope:
        denied = self._is_denied(span.start)
        return Scope(status=Status.DENIED if denied else Status.WANTED, sureness=1.0, want=self._want(span))

    def _is_denied(self, start: int) -> bool:
        steps = 0
        for k in range(bisect_left(self._starts, start) - 1, -1, -1):
            token = self._tokens[k]
            if token.norm in self._language.negations:
                return True
            if self._ends_clause(token) or steps >= _REACH:
                return False
            steps += token.norm not in self._language.fillers and token.norm not in self._language.ors
        return False

    def _want(self, span: Span) -> Want:
        """Returns how firmly the clause in which a span begins is wanted."""
        k = bisect_right(self._clauses, bisect_left(self._starts, span.start)) - 1
        return self._wants[k]

    @cached_property
    def _clauses(self) -> list[int]:
        """The indexes of the tokens that begin a clause."""
        return [0, *(k + 1 for k, token in enumerate(self._tokens) if self._ends_clause(token))]

    @cached_property
    def _wants(self) -> list[Want]:
        """How firmly each clause is wanted."""
        ends = [*self._clauses[1:], len(self._tokens)]
        return [self._want_of(self._tokens[first:after]) for first, after in zip(self._clauses, ends, strict=True)]

    def _want_of(self, clause: Sequence[Token]) -> Want:
        padded = f" {' '.join(token.norm for token in clause)} "
        if any(f" {words} " in padded for words in self._language.insistent):
            return Want.MUST
        return Want.NICE if any(f" {words} " in padded for words in self._language.soft) else Want.UNSAID

    def _between(self, start: int, end: int) -> Sequence[Token]:
        return self._tokens[bisect_left(self._starts, start) : bisect_right(self._starts, end - 1)]

    def _ends_clause(self, token: Token) -> bool:
        return not token.norm[0].isalnum() or token.norm in self._language.buts or token.norm in self._language.ands

    def _means_something(self, token: Token) -> bool:
        language, norm = self._language, token.norm
        small = norm in language.stopwords or norm in language.fillers or norm in language.negations
        joins = norm in language.ands or norm in language.ors or norm in language.buts
        return norm[0].isalpha() and len(norm) > 2 and not small and not joins
