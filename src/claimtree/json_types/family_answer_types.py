"""Answers to questions about a family tree, in JSON."""

from __future__ import annotations

from claimtree.json_types.definition import NotRequired, TypedDict, json_object
from claimtree.json_types.kinship_types import CitationShape, RelationshipShape
from claimtree.json_types.review_types import DraftShape, ReviewItemShape


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
class AnswerEvidenceShape(CitationShape):
    """A short fact that an answer rests on, with its lines; file, record, line and quote are of the first one."""

    source_type: str
    """GEDCOM, API_SEARCH, CONVERSATION_LOG or USER_NOTE."""
    source_id: str
    """As hits have it: "hollow-creek:I49"."""
    summary: str
    confidence: int
    """0 to 100: how far the source is to be trusted in this."""
    citations: list[CitationShape]


@json_object
class YearRangeShape(TypedDict):
    """Years from the first to the last; null for an end that is open."""

    first: int | None
    last: int | None
    text: str
    """In words: "about 1900"."""


@json_object
class ClueShape(TypedDict):
    """One thing that a message says of somebody it looks for."""

    kind: str
    """event, relative, sex or value."""
    event: str
    """birth, death, marriage; empty for being somewhere at a time."""
    years: YearRangeShape | None
    place: str
    relation: str
    """What the relative is to the one who is looked for."""
    name: str
    """Of a relative."""
    value: str
    quote: str


@json_object
class SoughtShape(TypedDict):
    """A person whom a message asks about."""

    name: str
    birth: YearRangeShape | None
    death: YearRangeShape | None
    marriage: YearRangeShape | None
    clues: list[ClueShape]


@json_object
class EntitiesShape(TypedDict):
    """What a message speaks of."""

    people: list[SoughtShape]
    places: list[str]
    dates: list[YearRangeShape]
    relationships: list[str]


@json_object
class ClueVerdictShape(TypedDict):
    """What the tree says to one clue."""

    clue: ClueShape
    verdict: str
    """met, refuted or unknown."""
    fit: float
    because: str


@json_object
class CandidateShape(AnswerPersonShape):
    """Somebody who may be meant."""

    person: str
    """The name as the message has it."""
    confidence: int
    """0 to 100: of so many of 100 such candidates it is the one who is meant."""
    score: float
    why: list[str]
    verdicts: list[ClueVerdictShape]
    evidence: list[AnswerEvidenceShape]
    source_type: str
    source_id: str


@json_object
class ChoiceShape(TypedDict):
    text: str
    people: list[str]


@json_object
class QuestionBackShape(TypedDict):
    """A question to the asker, with the answers that tell candidates apart."""

    text: str
    about: str
    """birth, birth_place, death, partner, parent, sex, time; empty for one in general."""
    gain: float
    """Bits that the answer is expected to tell."""
    choices: list[ChoiceShape]


@json_object
class FamilyAnswerShape(TypedDict):
    """What a message is answered with, and the lines of the file that it rests on."""

    intent: str
    """PERSON_LOOKUP, RELATIONSHIP_EXPLANATION, RECORD_SUGGESTION, GENERAL_GENEALOGY_QA or CLARIFICATION_NEEDED."""
    entities: EntitiesShape
    candidates: list[CandidateShape]
    """Of each person whom the message asks about, the likeliest first."""
    path: RelationshipShape | None
    """How two people are related, link by link."""
    answer_draft: str
    """An answer that says no more than its evidence, or the question to ask back; the same as `text`."""
    answered: bool
    """False where it only asks back."""
    confidence: int
    missing_information: list[str]
    questions_back: list[QuestionBackShape]
    suggested_facts: list[ReviewItemShape]
    """What the message states and the tree does not have, or denies; nothing of it is written."""
    draft: NotRequired[DraftShape]
    """A reply to the one who wrote, if one was asked for. It is never sent."""
    session: str
    """The conversation that goes on with the next message; empty if none was begun."""
    kind: str
    """Of a general question: people, count, facts, span, truth, relation or profile; of others people or relation;
    question: asked back."""
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
    evidence: list[AnswerEvidenceShape]
