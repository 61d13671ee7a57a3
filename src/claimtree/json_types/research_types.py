"""Research about people of family trees, in JSON: tasks, candidates of several sources, the context of a match."""

from __future__ import annotations

from claimtree.json_types.definition import TypedDict, json_object
from claimtree.json_types.family_answer_types import AnswerPersonShape
from claimtree.json_types.kinship_types import CitationShape
from claimtree.json_types.review_types import DraftEvidenceShape


@json_object
class ResearchTaskShape(TypedDict):
    """Something to look for."""

    kind: str
    """conflict, birth, death, obituary, marriage, census, burial, source."""
    what: str
    why: str
    years: list[int] | None
    """The first and the last year to look in."""
    place: str
    evidence: list[CitationShape]
    """The lines of the file from which it follows."""


@json_object
class ResearchTasksShape(TypedDict):
    """What to look for about a person, the most useful first."""

    person: AnswerPersonShape
    tasks: list[ResearchTaskShape]


@json_object
class FoundCandidateShape(TypedDict):
    """Somebody who may be meant."""

    id: str
    name: str
    years: str
    source_type: str
    """GEDCOM, or API_SEARCH: a record of a search service."""
    source_id: str
    confidence: int
    why: list[str]
    evidence: list[DraftEvidenceShape]


@json_object
class CandidatesShape(TypedDict):
    """Who may be meant, in a tree and beside it."""

    candidates: list[FoundCandidateShape]
    close: int
    """How many are hard to tell from the first, who is counted."""
    asked: list[str]
    """Second sources that were asked."""
    failed: list[str]
    """Why some could not be asked."""


@json_object
class MatchContextShape(TypedDict):
    """What is known of a DNA match, as evidence."""

    evidence: list[DraftEvidenceShape]
