"""A question: the sentence, what was done to its claims by hand, and what counts how much.

Every way of asking, a search, an explanation, a saved search or an opinion, passes this one value.
`parse_question` makes it of what a face receives, and `question_json` turns it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimtree.model.claim_edits import Edit, parse_edits
from claimtree.model.claims import LevelName, QueryClaim
from claimtree.model.places import Where

if TYPE_CHECKING:
    from claimtree.json_types.saved_types import QuestionShape


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked of a store; which page of the answer is shown is said beside it."""

    text: str = ""
    """The sentence; it may be empty if `near` or `claims` is given."""
    claims: tuple[QueryClaim, ...] | None = None
    """Wishes that were read before, or made by hand; the sentence is not read then."""
    edits: tuple[Edit, ...] = ()
    """Applied to the claims in this order."""
    strict: bool = False
    """True leaves out entities of which nothing is known about a required claim."""
    level_weights: Mapping[LevelName, float] = field(default_factory=dict)
    """How much each level counts, 0 to 1; a level that is not named counts as the pack says."""
    near: Where | None = None
    """A required wish about the location, beside those of the sentence."""


def parse_question(
    text: str,
    *,
    edits: Iterable[str] = (),
    strict: bool = False,
    weights: Mapping[str, float] | None = None,
    near: Where | None = None,
) -> Question:
    """Returns the question of what a user gave; raises BadQuery for an edit that cannot be made.

    >>> parse_question("quiet, no bars", edits=["drop:c2"], weights={"room": 0.5}).edits[0].op.value
    'drop'
    """
    return Question(
        text=text,
        edits=parse_edits(edits),
        strict=strict,
        level_weights={LevelName(level): weight for level, weight in (weights or {}).items()},
        near=near,
    )


def question_json(question: Question) -> QuestionShape:
    """Returns the question as JSON values, without a place or claims that were given beside the
    sentence."""
    return {
        "question": question.text,
        "edits": [str(edit) for edit in question.edits],
        "strict": question.strict,
        "weights": {str(level): weight for level, weight in question.level_weights.items()},
    }


def as_question(question: Question | str) -> Question:
    """Returns a bare sentence as a question; a question is returned as it is."""
    return Question(text=question) if isinstance(question, str) else question
