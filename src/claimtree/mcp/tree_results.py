"""What the tools about family trees return: what the HTTP API answers, with its texts made safe for an agent.

Every text is foreign: on one line and bounded. Ids are as `quoting.id_text` shows them, to be passed back.
"""

from __future__ import annotations

from claimtree.json_types.definition import TypedDict, described
from claimtree.json_types.family_answer_types import FamilyAnswerShape
from claimtree.json_types.kinship_types import RelationshipShape
from claimtree.json_types.review_types import ReviewItemShape
from claimtree.json_types.tree_types import LineageShape, PersonRowShape, PersonShape, TreeShape
from claimtree.quoting import SafeText


@described
class TreesResult(TypedDict):
    """The family trees that were imported."""

    pack: str
    trees: list[TreeShape]
    cut: tuple[SafeText, ...]


@described
class AskTreeResult(TypedDict):
    """The answer to a question about a tree, and the lines of the file that it rests on."""

    pack: str
    answer: FamilyAnswerShape
    cut: tuple[SafeText, ...]
    """What was left out here for brevity, and how to get it."""


@described
class TreePeopleResult(TypedDict):
    """People by name, in the order of the files."""

    pack: str
    people: list[PersonRowShape]
    next_offset: int | None
    """Goes on behind the last one; null when there is no more."""
    cut: tuple[SafeText, ...]


@described
class TreePersonResult(TypedDict):
    """Everything that a tree says of a person, each fact with its lines."""

    pack: str
    person: PersonShape
    cut: tuple[SafeText, ...]


@described
class TreePathResult(TypedDict):
    """How two people are related, with the lines that state each link."""

    pack: str
    relationship: RelationshipShape
    cut: tuple[SafeText, ...]


@described
class TreeLineResult(TypedDict):
    """The ancestors or the descendants of a person, the nearest generation first."""

    pack: str
    line: LineageShape
    cut: tuple[SafeText, ...]


@described
class ReviewListResult(TypedDict):
    """Facts of messages that wait for a person, or were decided."""

    pack: str
    items: list[ReviewItemShape]
    counts: dict[str, int]
    """How many items there are in each state."""
    next_offset: int | None
    """Goes on behind the last one; null when there is no more."""
    cut: tuple[SafeText, ...]


@described
class ReviewItemResult(TypedDict):
    """One item: the words of the message, the lines of the tree, and everything that was done with it."""

    pack: str
    item: ReviewItemShape
    cut: tuple[SafeText, ...]
