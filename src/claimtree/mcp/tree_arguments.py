"""What the tools about family trees take. The docstrings of the fields are what an agent reads."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from claimtree.mcp.arguments import Name
from claimtree.review.items import MOST_AUTHOR, MOST_NOTE, ReviewState
from claimtree.serialization.request_models import Request
from claimtree.tree_service.lineage import Direction
from claimtree.tree_service.service import DEEPEST, LONGEST_NAME, LONGEST_QUESTION

MOST_PEOPLE: Final = 50
MOST_ITEMS: Final = 20
MOST_GENERATIONS: Final = 6
LONGEST_BY: Final = 80

PersonText = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


class OfTrees(Request):
    """What all of them take."""

    pack: Name | None = None
    """Which pack's trees; see `packs`. Leave it out where only one pack has trees."""


class Trees(OfTrees):
    """What `trees` takes."""


class AskTree(OfTrees):
    """What `ask_tree` takes."""

    question: Annotated[str, Field(min_length=1, max_length=LONGEST_QUESTION)]
    """One question or message in plain English, as the user or somebody who wrote to them says it."""
    tree: Name = ""
    """One of several trees; see `trees`."""
    root: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    """The id of whom "we" begin at; without it, of the person whose tree it is."""
    match: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    """The id of who writes, if the tree has them: the other one of "we"."""
    most: Annotated[int | None, Field(ge=1, le=MOST_PEOPLE)] = None
    """Candidates for each person who is asked about; 3 without it."""
    draft: bool = False
    """Also write a reply to whoever sent the message, for the user to read and change. It is never sent."""
    author: Annotated[str, Field(max_length=MOST_AUTHOR)] = ""
    """The name of whoever sent the message, for the draft."""


class TreePeople(OfTrees):
    """What `tree_people` takes."""

    name: Name = ""
    """Words of a name, as it is written in the file; empty lists all."""
    tree: Name = ""
    """Only people of this tree; see `trees`."""
    limit: Annotated[int, Field(ge=1, le=MOST_PEOPLE)] = 20
    """How many people."""
    offset: Annotated[int, Field(ge=0, le=DEEPEST)] = 0
    """How many to leave out: `next_offset` of the last result goes on behind it."""


class TreePerson(OfTrees):
    """What `tree_person` takes."""

    person: PersonText
    """An id from another result, or a name that only one person has."""
    tree: Name = ""
    """The tree of the person, where several have somebody of this name."""


class TreePath(OfTrees):
    """What `tree_path` takes."""

    one: PersonText
    """An id from another result, or a name that only one person has."""
    other: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    """The other person, of the same tree; without it, `one` is seen from the person whose tree it is."""
    tree: Name = ""
    """The tree of both."""


class TreeLine(OfTrees):
    """What `tree_line` takes."""

    person: PersonText
    """An id from another result, or a name that only one person has."""
    direction: Direction = Direction.ANCESTORS
    """Up to ancestors, or down to descendants."""
    generations: Annotated[int, Field(ge=1, le=MOST_GENERATIONS)] = 3
    """How many generations."""
    tree: Name = ""
    """The tree of the person."""


class ReviewListed(OfTrees):
    """What `review_list` takes."""

    state: ReviewState | None = ReviewState.WAITING
    """Only items in this state; null for all."""
    tree: Name = ""
    """Only items about this tree."""
    limit: Annotated[int, Field(ge=1, le=MOST_ITEMS)] = 10
    """How many items."""
    offset: Annotated[int, Field(ge=0, le=DEEPEST)] = 0
    """How many to leave out: `next_offset` of the last result goes on behind it."""


class ReviewShown(OfTrees):
    """What `review_show` takes."""

    item: Annotated[int, Field(ge=1, le=2**53)]
    """The number of an item, as `review_list` tells it."""


class ReviewDecided(ReviewShown):
    """What `review_decide` takes."""

    state: Literal["approved", "rejected", "deferred", "waiting"]
    """`waiting` takes a decision back."""
    by: Annotated[str, Field(min_length=1, max_length=LONGEST_BY)]
    """The name of the person who decided; it is kept with the item."""
    note: Annotated[str, Field(max_length=MOST_NOTE)] = ""
    """Why, in the words of that person; it is kept with the item."""


class ReviewAssigned(ReviewShown):
    """What `review_assign` takes."""

    person: PersonText
    """The id of the person of the tree who is meant."""
    by: Annotated[str, Field(min_length=1, max_length=LONGEST_BY)]
    """The name of the person who says so; it is kept with the item."""
