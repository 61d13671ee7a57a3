"""The nouns of an answer to a general question: what it says, whom it means, and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from claimtree.answering.disambiguation import SplittingQuestion
from claimtree.answering.intervals import Interval
from claimtree.answering.plan import Question
from claimtree.family_trees.tree import Evidence


class AnswerKind(StrEnum):
    PEOPLE = "people"
    COUNT = "count"
    FACTS = "facts"
    SPAN = "span"
    TRUTH = "truth"
    RELATION = "relation"
    PROFILE = "profile"
    QUESTION = "question"
    """A question back: it could not be planned, or it is not clear who is meant."""


class TruthWord(StrEnum):
    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"
    NONE = "none"
    """Nothing of the kind is on record, which need not mean that it was not so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """An event that an answer tells."""

    person: str
    kind: str
    date: str = ""
    """As it is written in the file."""
    place: str = ""
    value: str = ""
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyAnswer:
    """An answer, and what it rests on."""

    kind: AnswerKind
    text: str
    plan: Question | None = None
    people: tuple[str, ...] = ()
    """Ids of those who are meant for certain; of a question back, those who may be."""
    maybe: tuple[str, ...] = ()
    """Ids of those of whom what is on record leaves it open."""
    number: Interval | None = None
    """Of people, or of years; an interval where the dates leave it open."""
    facts: tuple[Fact, ...] = ()
    truth: TruthWord | None = None
    words: tuple[str, ...] = ()
    """What somebody is to somebody, the closest first."""
    questions: tuple[str, ...] = ()
    splits: tuple[SplittingQuestion, ...] = ()
    """What tells the candidates apart, the best first."""
    evidence: tuple[Evidence, ...] = field(default=())
    meant: tuple[tuple[str, str], ...] = ()
    """The names of the question, with the ids of those for whom they were taken."""
    unresolved: str = ""
    """Of a question back, the name of which it is not clear who is meant, or that nobody has."""
