"""What each tool takes: the border at which a call becomes a value of ours.

The docstrings of the fields are what an agent reads in the tool's input schema.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from pydantic import ConfigDict, Field

MOST_HITS: Final = 20
MOST_IDS: Final = 10
MOST_PLACES: Final = 50
MOST_EDITS: Final = 64
LONGEST_NAME: Final = 200

BORDER = ConfigDict(extra="forbid", use_attribute_docstrings=True)

Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Id = Annotated[str, Field(min_length=1, max_length=1_000)]
Edits = Annotated[tuple[Annotated[str, Field(max_length=600)], ...], Field(max_length=MOST_EDITS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What `search` takes."""

    __pydantic_config__: ClassVar[ConfigDict] = BORDER

    text: str
    """Everything that is wanted, in one plain sentence, up to 4,000 characters: "quiet 2BR in Brooklyn under $4,000,
    dogs allowed, no bars nearby". Say numbers, negations, alternatives ("south or west facing") and softness
    ("preferably") as a person would; no keywords, no operators."""
    limit: Annotated[int, Field(ge=1, le=MOST_HITS)] = 5
    """How many hits."""
    offset: Annotated[int, Field(ge=0, le=100_000)] = 0
    """How many of the best to leave out: `next_offset` of the last result goes on behind it."""
    strict: bool = False
    """True: only hits that are proven to meet every required claim. False: hits of which nothing is said about a
    required claim stay, lower down."""
    edits: Edits = ()
    """Changes to single claims of the text, by the ids under `understood` of an earlier result for the same text:
    drop:c3, must:c1, nice:c5, weight:c2:0.9, negate:c4, or:c1,c4, alone:c1, words:c3:facing west."""
    pack: Name | None = None
    """Which domain to search; see `packs`. Leave it out where there is only one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What `read` takes."""

    __pydantic_config__: ClassVar[ConfigDict] = BORDER

    text: str
    """The sentence, as `search` would be given it."""
    pack: Name | None = None
    """Which domain's words to read it with; see `packs`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explain:
    """What `explain` takes."""

    __pydantic_config__: ClassVar[ConfigDict] = BORDER

    id: Id
    """The id of a hit, or of an entity of the same level that is not among the hits."""
    text: str
    """The sentence that was searched."""
    strict: bool = False
    """As it was searched."""
    edits: Edits = ()
    """As it was searched."""
    pack: Name | None = None
    """As it was searched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """What `entity` takes."""

    __pydantic_config__: ClassVar[ConfigDict] = BORDER

    ids: Annotated[tuple[Id, ...], Field(min_length=1, max_length=MOST_IDS)]
    """Ids from other results: of hits, of the entities that quotes stand in, of parts, of what something lies in."""
    pack: Name | None = None
    """The pack that the ids come from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """What `places` takes."""

    __pydantic_config__: ClassVar[ConfigDict] = BORDER

    name: Name | None = None
    """A place as people write it: "Bedford Av". Leave it out to see which kinds there are."""
    kind: Name | None = None
    """Only places of this kind: "subway". Alone: list the places of the kind."""
    limit: Annotated[int, Field(ge=1, le=MOST_PLACES)] = 10
    """How many places."""
    pack: Name | None = None
    """Whose places; see `packs`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Packs:
    """What `packs` takes: nothing."""

    __pydantic_config__: ClassVar[ConfigDict] = BORDER
