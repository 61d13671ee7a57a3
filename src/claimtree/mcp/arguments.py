"""What each tool takes: the requests of all faces (`serialization.request_models`) and what only agents
give.

The docstrings of the fields are what an agent reads in the tool's input schema.
"""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from claimtree.chat.filter_wishes import MOST_FILTERS
from claimtree.chat.orders import Measure, Order
from claimtree.chat.sessions import LONGEST_NAME as LONGEST_SESSION
from claimtree.chat.tools import MOST_KM, MOST_OFFSET
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


class Chat(Request):
    """What `chat` takes."""

    message: str
    """One message of the user, as it was written, up to 4,000 characters: "but under $3,000", "does number 2 allow
    dogs?"."""
    session: Annotated[str, Field(max_length=LONGEST_SESSION)]
    """A name for this conversation; the same name goes on from its last message."""
    limit: Annotated[int, Field(ge=1, le=MOST_HITS)] = 5
    """How many hits the reply shows."""
    pack: Name | None = None
    """Which domain it is about; see `packs`."""


Filters = Annotated[dict[str, str | int | float | bool | list[str]], Field(max_length=MOST_FILTERS)]


class SearchProperties(Request):
    """What `search_properties` takes."""

    query: str = ""
    """What is wanted, in words: "quiet, near a park"."""
    filters: Filters = Field(default_factory=dict)
    """The pack's fields: {"min_bedrooms": 2, "max_price": 4000, "facing": "south"}; `amenities` and `without` take
    words. A wrong name is answered with those that there are."""
    limit: Annotated[int, Field(ge=1, le=MOST_HITS)] = 5
    """How many hits."""
    offset: Annotated[int, Field(ge=0, le=MOST_OFFSET)] = 0
    """How many of the hits to pass over: the number seen so far."""
    sort_by: Measure | None = None
    """Another order than the best first, of all that fit: by price, size or distance, the least first."""
    descending: bool = False
    """With `sort_by`: the most first."""
    pack: Name | None = None
    """Which domain to search; see `packs`."""

    @property
    def order(self) -> Order | None:
        return None if self.sort_by is None else Order(by=self.sort_by, descending=self.descending)


class SearchNearby(SearchProperties):
    """What `search_nearby` takes."""

    location_name: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    """A place by name, or as LAT,LON; give this or `poi_type`."""
    poi_type: Annotated[str, Field(max_length=40)] = ""
    """A kind of place, any of which will do: "subway", "mall"."""
    radius_km: Annotated[float, Field(ge=0, le=MOST_KM)] = 0.0
    """How near; 0: 1 km, or what is near for the kind of place."""


class SearchPois(Request):
    """What `search_pois` takes."""

    poi_type: Annotated[str, Field(max_length=40)]
    """A kind of place: "subway", "mall", "school"."""
    pack: Name | None = None
    """Whose places; see `packs`."""


class GeocodeLocation(Request):
    """What `geocode_location` takes."""

    name: Name
    """A place as people write it: "Bedford Av"."""
    pack: Name | None = None
    """Whose places; see `packs`."""


class PropertyDetail(Request):
    """What `get_property_detail` takes."""

    id: EntityIdText
    """The id of a hit."""
    pack: Name | None = None
    """The pack that the id comes from."""


class PropertyByNumber(Request):
    """What `get_property_by_number` takes."""

    number: Annotated[int, Field(ge=1, le=10_000)]
    """The number under which `chat` has shown a hit."""
    session: Annotated[str, Field(max_length=LONGEST_SESSION)]
    """The conversation that has shown it."""
    pack: Name | None = None
    """As in the conversation."""


class Packs(Request):
    """What `packs` takes: nothing."""
