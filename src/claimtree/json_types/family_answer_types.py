"""Answers to questions about a family tree, in JSON."""

from __future__ import annotations

from claimtree.json_types.definition import TypedDict, json_object
from claimtree.json_types.kinship_types import CitationShape


@json_object
class AnswerPersonShape(TypedDict):
    """A person whom an answer names."""

    id: str
    name: str
    years: str
    """"1819–1901"; empty where nothing is known, or to be shown."""


@json_object
class AnswerFactShape(TypedDict):
    """An event that an answer tells."""

    person: str
    kind: str
    date: str
    """As it is written in the file."""
    place: str
    value: str


@json_object
class NumberRangeShape(TypedDict):
    """A number that is known exactly, or between two bounds."""

    low: float | None
    high: float | None
    """None: without a bound."""


@json_object
class SplitShape(TypedDict):
    """A question that tells the candidates apart."""

    about: str
    question: str
    gain: float
    """Bits that the answer is expected to tell."""


@json_object
class FamilyAnswerShape(TypedDict):
    """An answer, and the lines of the file that it rests on."""

    kind: str
    """people, count, facts, span, truth, relation, profile, or question: asked back."""
    text: str
    people: list[AnswerPersonShape]
    """Those who are meant for certain; of a question back, those who may be."""
    maybe: list[AnswerPersonShape]
    """Those of whom what is on record leaves it open."""
    number: NumberRangeShape | None
    facts: list[AnswerFactShape]
    truth: str | None
    """yes, no, unknown, or none: nothing of the kind is on record."""
    words: list[str]
    """What somebody is to somebody, the closest first."""
    questions: list[str]
    splits: list[SplitShape]
    evidence: list[CitationShape]
