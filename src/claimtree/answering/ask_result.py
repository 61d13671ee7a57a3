"""What a message about a family tree is answered with: intent, entities, candidates, evidence, questions.

These are values and nothing else. Whatever reads a message, looks into a second source, writes a
draft, or shows an answer, speaks in them. Ids of people are those of the tree ("I49"), without its
name; a candidate of another source has the id of that source.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from claimtree.answering.plan import Relation
from claimtree.family_trees.tree import Evidence, years_of
from claimtree.kinship.graph import Sex
from claimtree.kinship.relationship import Relationship
from claimtree.model.amounts import Amount
from claimtree.model.answers import Verdict

MOST_CANDIDATES = 3
"""Candidates that are returned for one person, unless more are asked for."""


class Intent(StrEnum):
    """What a message wants."""

    PERSON_LOOKUP = "PERSON_LOOKUP"
    RELATIONSHIP_EXPLANATION = "RELATIONSHIP_EXPLANATION"
    RECORD_SUGGESTION = "RECORD_SUGGESTION"
    GENERAL_GENEALOGY_QA = "GENERAL_GENEALOGY_QA"
    CLARIFICATION_NEEDED = "CLARIFICATION_NEEDED"


class SourceType(StrEnum):
    """Where a piece of evidence comes from."""

    GEDCOM = "GEDCOM"
    API_SEARCH = "API_SEARCH"
    CONVERSATION_LOG = "CONVERSATION_LOG"
    USER_NOTE = "USER_NOTE"


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceBlock:
    """One short fact, and where it stands."""

    source_type: SourceType
    source_id: str
    """The id of a person or family in a tree with the tree's name ("royal92:I1"), of a record of another
    source, or of a message."""
    summary: str
    """The fact in one sentence of ours."""
    confidence: int
    """0 to 100: how far the source is to be trusted in this."""
    lines: tuple[Evidence, ...] = ()
    """The lines of a GEDCOM file that state it."""
    quote: str = ""
    """The words of any other source."""


class ClueKind(StrEnum):
    """What a clue speaks of."""

    NAME = "name"
    SEX = "sex"
    EVENT = "event"
    """Something that happened at a time, in a place, or both."""
    RELATIVE = "relative"
    VALUE = "value"
    """An occupation, a title."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clue:
    """One thing that a message says of somebody it looks for."""

    kind: ClueKind
    quote: str
    """The words of the message."""
    event: str = ""
    """"birth", "death", "marriage"; empty where the message does not say which: "in Ohio around 1900"."""
    when: Amount | None = None
    place: str = ""
    relation: Relation | None = None
    """What the relative is to the one who is looked for."""
    name: str = ""
    """Of a relative."""
    sex: Sex | None = None
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """A person whom a message looks for."""

    name: str
    """As it is written in the message."""
    clues: tuple[Clue, ...] = ()

    def years(self, event: str) -> tuple[int | None, int | None]:
        """Returns the years between which an event is said to have been; None for an open end."""
        when = next((clue.when for clue in self.clues if clue.event == event and clue.when is not None), None)
        return years_of(when) if when is not None else (None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClueVerdict:
    """What a source says to one clue."""

    clue: Clue
    verdict: Verdict
    fit: float
    """0 to 1: how well they go together. A year that is missed by two is refuted, with a fit above 0."""
    because: str
    """In a few words: "born 1880, 2 years later"."""
    evidence: tuple[EvidenceBlock, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Somebody who may be meant."""

    id: str
    name: str
    years: str
    """"1819–1901"; empty where nothing is known, or to be shown."""
    score: float
    """By which candidates are ordered: the higher the likelier. Comparable within one answer alone."""
    confidence: int
    """0 to 100: in how many of 100 such cases this is the one who is meant."""
    verdicts: tuple[ClueVerdict, ...] = ()
    """One for each clue, the name first."""
    evidence: tuple[EvidenceBlock, ...] = ()
    source_type: SourceType = SourceType.GEDCOM
    source_id: str = ""

    @property
    def why(self) -> tuple[str, ...]:
        """Why this one is a candidate, a reason for each clue."""
        return tuple(one.because for one in self.verdicts if one.because)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What became of one person who is looked for."""

    sought: Sought
    candidates: tuple[Candidate, ...] = ()
    """The likeliest first; never more than were asked for."""
    close: int = 0
    """How many people, shown or not, are hard to tell from the first, who is counted; 0 if there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One answer to a question, and the candidates whom it would leave."""

    text: str
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionBack:
    """A question to the one who asked."""

    text: str
    about: str = ""
    """"birth", "birth_place", "death", "partner", "parent", "sex", "relative"; empty for one in general."""
    gain: float = 0.0
    """Bits that the answer is expected to tell."""
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entities:
    """What a message speaks of."""

    people: tuple[Sought, ...] = ()
    places: tuple[str, ...] = ()
    """As they are usually written: "Ind." is "Indiana"."""
    dates: tuple[Amount, ...] = ()
    relationships: tuple[str, ...] = ()
    """Words of kinship: "mother", "great-aunt"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """Whom "I", "we" and "you" mean: the ids of people in the tree, empty where it is not known."""

    home: str = ""
    """The person whose tree it is."""
    match: str = ""
    """The one who writes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskResult:
    """Everything that is found for a message."""

    intent: Intent
    text: str
    """An answer that says no more than its evidence, or the question to ask back."""
    answered: bool
    """False where `text` only asks back."""
    confidence: int
    """0 to 100."""
    entities: Entities = Entities()
    found: tuple[Found, ...] = ()
    """For each person of the message, in its order."""
    relationship: Relationship | None = None
    questions: tuple[QuestionBack, ...] = ()
    """One to three where something is to be asked back."""
    missing: tuple[str, ...] = ()
    """What is not on record, or was not said, and would help."""
    evidence: tuple[EvidenceBlock, ...] = ()
    unused: tuple[str, ...] = ()
    """Words of the message that nothing was made of."""

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        return tuple(one for found in self.found for one in found.candidates)
