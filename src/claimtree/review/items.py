"""The nouns of the review queue: suggested facts, conflicts, items with their history."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from claimtree.answering.ask_result import SourceType

MOST_MESSAGE: Final = 20_000
"""Characters of a message that are read; the rest is left out, which is told."""
MOST_EXCERPT: Final = 600
"""Characters of a message that are kept with an item."""
MOST_NOTE: Final = 1_000
MOST_AUTHOR: Final = 100
MOST_ID: Final = 200


class ReviewKind(StrEnum):
    SUGGESTION = "suggestion"
    CONFLICT = "conflict"
    """A suggestion that disagrees with the tree, or that cannot be with what the tree says."""
    DRAFT = "draft"
    """A reply that waits to be read by a person. It is never sent."""


class ReviewState(StrEnum):
    WAITING = "waiting"
    APPROVED = "approved"
    REJECTED = "rejected"
    DEFERRED = "deferred"


class ConflictKind(StrEnum):
    """How a fact disagrees with a tree."""

    DATE = "date"
    PLACE = "place"
    RELATIVE = "relative"
    """The tree has somebody else: another mother, another spouse."""
    RELATION = "relation"
    """The tree says that the two are something else to each other."""
    NAME = "name"
    SEX = "sex"
    VALUE = "value"
    DENIED = "denied"
    """The message denies what the tree says."""
    IMPOSSIBLE = "impossible"
    """It cannot be with what the tree says: a mother who is younger than her child."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRef:
    """Somebody whom a fact is about."""

    id: str = ""
    """In the tree: "I49". Empty for somebody whom the tree does not have, or who is not known for certain."""
    name: str = ""
    """As the tree shows it; of somebody whom it does not have, as the message writes it."""
    years: str = ""
    sex: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeQuote:
    """A line of the tree."""

    record: str
    line: int
    text: str

    @property
    def quote(self) -> str:
        return f"@{self.record}@, line {self.line}: {self.text.strip()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestedFact:
    """A fact that a message states of somebody in a tree."""

    tree: str
    person: PersonRef
    candidates: tuple[PersonRef, ...] = ()
    """Those who may be meant, the likeliest first, if it is not certain who is."""
    kind: str
    """"birth", "marriage", "occupation" and the like; "relation", "name", "sex"."""
    date: str = ""
    place: str = ""
    value: str = ""
    relation: str = ""
    """What the relative is to the person: "mother"."""
    relative: PersonRef | None = None
    """Of a relation; of a marriage, the partner."""
    denied: bool = False
    hedged: bool = False
    quote: str
    """The words of the message."""
    confidence: int
    """0 to 100: how certain it is that the writer says this of this person."""
    text: str
    """The fact in a sentence."""
    remarks: tuple[str, ...] = ()
    """What a person should know who decides: "the message is not sure"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataConflict:
    """Where a suggested fact and the tree disagree, with the words of both."""

    kind: ConflictKind
    text: str
    """In a sentence."""
    message_quote: str
    tree_quotes: tuple[TreeQuote, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """The message or note that something was read from."""

    source_type: SourceType = SourceType.CONVERSATION_LOG
    source_id: str = ""
    author: str = ""
    sent_at: str = ""
    """As it was given."""
    excerpt: str = ""
    """The beginning of the message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """Something that was done with an item: by whom, when, from which state to which."""

    at: datetime
    by: str
    action: str
    """"added", "approved", "rejected", "deferred", "exported", "assigned"."""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewItem:
    """Something that waits for a person, or that a person decided."""

    id: int
    """0 as long as it is not in the queue."""
    kind: ReviewKind
    state: ReviewState = ReviewState.WAITING
    tree: str
    fact: SuggestedFact | None = None
    conflicts: tuple[DataConflict, ...] = ()
    draft: str = ""
    """The text of a draft reply."""
    origin: Origin
    audit: tuple[AuditEntry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A fact that the tree states as well."""

    fact: SuggestedFact
    tree_quotes: tuple[TreeQuote, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Something that has the form of a fact and cannot be one; it is told, and not put in the queue."""

    quote: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposals:
    """What a message gives: what is for the queue, what the tree has already, what cannot be."""

    items: tuple[ReviewItem, ...] = ()
    known: tuple[Known, ...] = ()
    refused: tuple[Refused, ...] = ()
    questions: tuple[str, ...] = ()
    """The questions that the message asks."""
    cut: bool = False
