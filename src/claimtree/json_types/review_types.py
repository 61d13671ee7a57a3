"""The review queue and draft replies, in JSON."""

from __future__ import annotations

from claimtree.json_types.definition import TypedDict, json_object


@json_object
class PersonRefShape(TypedDict):
    """Somebody whom a fact is about."""

    id: str
    """As hits have it: "hollow-creek:I49"; empty for somebody whom the tree does not have."""
    name: str
    years: str
    sex: str


@json_object
class TreeQuoteShape(TypedDict):
    """A line of the tree."""

    record: str
    line: int
    quote: str


@json_object
class OriginShape(TypedDict):
    """The message or note that something was read from."""

    source_type: str
    """CONVERSATION_LOG or USER_NOTE."""
    source_id: str
    author: str
    sent_at: str
    excerpt: str


@json_object
class SuggestedFactShape(TypedDict):
    """A fact that a message states of somebody in a tree."""

    person: PersonRefShape
    candidates: list[PersonRefShape]
    """Those who may be meant, if it is not certain who is."""
    kind: str
    """birth, marriage, occupation and the like; relation, name, sex."""
    date: str
    """As GEDCOM writes it: "ABT 1878"."""
    place: str
    value: str
    relation: str
    """What the relative is to the person: "mother"."""
    relative: PersonRefShape | None
    denied: bool
    """True for what is said not to be so."""
    hedged: bool
    """True if the writer is not sure."""
    quote: str
    """The words of the message."""
    confidence: int
    """0 to 100."""
    text: str
    """The fact in a sentence."""
    remarks: list[str]


@json_object
class DataConflictShape(TypedDict):
    """Where a suggested fact and the tree disagree, with the words of both."""

    kind: str
    """date, place, relative, relation, name, sex, value, denied or impossible."""
    text: str
    message_quote: str
    tree_quotes: list[TreeQuoteShape]


@json_object
class AuditShape(TypedDict):
    """Something that was done with an item."""

    at: str
    by: str
    action: str
    """added, approved, rejected, deferred, assigned or exported."""
    note: str


@json_object
class ReviewItemShape(TypedDict):
    """Something that waits for a person, or that a person decided."""

    id: int
    kind: str
    """suggestion, conflict or draft."""
    state: str
    """waiting, approved, rejected or deferred."""
    tree: str
    fact: SuggestedFactShape | None
    conflicts: list[DataConflictShape]
    draft: str
    origin: OriginShape
    audit: list[AuditShape]


@json_object
class KnownFactShape(TypedDict):
    """A fact that the tree states as well."""

    fact: SuggestedFactShape
    tree_quotes: list[TreeQuoteShape]


@json_object
class RefusedShape(TypedDict):
    """What has the form of a fact and cannot be one."""

    quote: str
    why: str


@json_object
class ProposalsShape(TypedDict):
    """What a message gives."""

    items: list[ReviewItemShape]
    known: list[KnownFactShape]
    refused: list[RefusedShape]
    questions: list[str]
    """The questions that the message asks."""
    cut: bool
    """True if the message was longer than what is read."""


@json_object
class ReviewListShape(TypedDict):
    """A part of the queue."""

    items: list[ReviewItemShape]
    counts: dict[str, int]
    """How many items there are in each state."""
    next: int | None
    """Where the next part begins."""


@json_object
class DraftEvidenceShape(TypedDict):
    """What a draft rests on."""

    source_type: str
    """GEDCOM, API_SEARCH, CONVERSATION_LOG or USER_NOTE."""
    source_id: str
    summary: str
    confidence: int
    quote: str


@json_object
class DraftShape(TypedDict):
    """A reply that a person reads, changes and sends, or not: it is never sent from here."""

    tree: str
    intent: str
    text: str
    """The letter, with its sources under it."""
    lines: list[str]
    """The same, line by line."""
    template: str
    """The text in sentences of ours; the same as `text` unless a language model worded it."""
    sources: list[str]
    """The lines of the file that it rests on."""
    evidence: list[DraftEvidenceShape]
    questions: list[str]
    """To the asker, at most three."""
    confidence: int
    worded_by_model: bool
    notices: list[str]
    """For whoever reads the draft: what was left out, why a model's wording was not used, and the like."""
