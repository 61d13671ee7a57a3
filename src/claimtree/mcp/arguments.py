"""What each tool takes: the requests of all faces (`serialization.request_models`) and what only agents
give.

The docstrings of the fields are what an agent reads in the tool's input schema.
"""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from claimtree.serialization.request_models import EntityIdText, QuestionRequest, Request, SentenceRequest

MOST_HITS: Final = 20
MOST_IDS: Final = 10
MOST_PLACES: Final = 50
LONGEST_NAME: Final = 200

Name = Annotated[str, Field(max_length=LONGEST_NAME)]


class Search(QuestionRequest):
    """What `search` takes."""

    text: str
    """Everything that is wanted, in one plain sentence, up to 4,000 characters: "quiet 2BR in Brooklyn under $4,000,
    dogs allowed, no bars nearby". Say numbers, negations, alternatives ("south or west facing") and softness
    ("preferably") as a person would; no keywords, no operators."""
    limit: Annotated[int, Field(ge=1, le=MOST_HITS)] = 5
    """How many hits."""
    offset: Annotated[int, Field(ge=0, le=100_000)] = 0
    """How many of the best to leave out: `next_offset` of the last result goes on behind it."""
    pack: Name | None = None
    """Which domain to search; see `packs`. Leave it out where there is only one."""


class Read(SentenceRequest):
    """What `read` takes."""

    text: str
    """The sentence, as `search` would be given it."""
    pack: Name | None = None
    """Which domain's words to read it with; see `packs`."""


class Explain(QuestionRequest):
    """What `explain` takes."""

    id: EntityIdText
    """The id of a hit, or of an entity of the same level that is not among the hits."""
    text: str
    """The sentence that was searched."""
    pack: Name | None = None
    """As it was searched."""


class Entity(Request):
    """What `entity` takes."""

    ids: Annotated[tuple[EntityIdText, ...], Field(min_length=1, max_length=MOST_IDS)]
    """Ids from other results: of hits, of the entities that quotes stand in, of parts, of what something lies in."""
    pack: Name | None = None
    """The pack that the ids come from."""


class Places(Request):
    """What `places` takes."""

    name: Name | None = None
    """A place as people write it: "Bedford Av". Leave it out to see which kinds there are."""
    kind: Name | None = None
    """Only places of this kind: "subway". Alone: list the places of the kind."""
    limit: Annotated[int, Field(ge=1, le=MOST_PLACES)] = 10
    """How many places."""
    pack: Name | None = None
    """Whose places; see `packs`."""


class Packs(Request):
    """What `packs` takes: nothing."""
