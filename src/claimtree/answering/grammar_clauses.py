"""What all questions are read from: subjects, and what happened to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from claimtree.answering.grammar_base import Cursor, Predicate
from claimtree.answering.grammar_people import PeopleReader
from claimtree.answering.grammar_predicates import Predicates
from claimtree.answering.grammar_times import TimesReader
from claimtree.answering.plan import (
    Happened,
    People,
    Question,
)

_TWO: Final = 2
QuestionAt = tuple[Question, int]


@dataclass(frozen=True, slots=True)
class Subject:
    """Who is spoken of, and the rest of the clause begins at `at`."""

    people: People
    at: int


class ClauseReader:
    """Reads clauses: who is spoken of, and what is said."""

    def __init__(self, cursor: Cursor, people: PeopleReader, times: TimesReader, predicates: Predicates) -> None:
        self._cursor = cursor
        self._people = people
        self._times = times
        self._predicates = predicates

    def _clauses(self, start: int, verb: str) -> Iterator[Subject]:
        """Yields subjects behind a verb ("did X …")."""
        for at in self._cursor.ends(verb, start):
            for first in self._cursor.maybe("small.filler", at):
                yield from (Subject(who, end) for who, end in self._people.people(first, None))

    def _events(self, start: int) -> Iterator[tuple[Happened, People, int]]:
        """Yields what happened to whom: "did X marry Y", "was X born", "X died"."""
        for verb, read in (
            ("verbs.do", self._predicates.doing),
            ("verbs.be", self._predicates.being),
            ("verbs.have", self._predicates.being),
        ):
            for clause in self._clauses(start, verb):
                yield from _happenings(clause.people, read(clause.at, clause.people))
        for who, at in self._people.people(start, None):
            yield from _happenings(who, self._predicates.predicates(at, who))

    def _has(self, start: int, subject: People | None) -> Iterator[tuple[Predicate, int]]:
        """ "has X any children", "has X ever been married", "had X died by 1850"."""
        yield from self._predicates.having(start, subject)
        for at in self._cursor.maybe("small.filler", start):
            for be in self._cursor.ends("verbs.be", at):
                yield from self._predicates.being(be, subject)
        yield from self._predicates.doing(start, subject)


def _happenings(who: People, found: Iterator[tuple[Predicate, int]]) -> Iterator[tuple[Happened, People, int]]:
    return ((one, who, end) for one, end in found if isinstance(one, Happened))
