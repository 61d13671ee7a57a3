"""What the API takes beyond the requests that all faces take (`serialization.request_models`), with its
limits; OpenAPI shows the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, Field, model_validator

from claimtree.chat.conversation import MOST_LIMIT as MOST_CHAT_HITS
from claimtree.chat.filter_wishes import MOST_FILTERS
from claimtree.chat.orders import Measure, Order
from claimtree.chat.sessions import LONGEST_NAME as LONGEST_SESSION
from claimtree.chat.tools import MOST_KM, MOST_OFFSET, MOST_PLACES
from claimtree.errors import BadInput
from claimtree.feedback.opinions import LONGEST_NOTE
from claimtree.model.questions import Question, parse_question
from claimtree.places.distances import near_place
from claimtree.review.items import MOST_AUTHOR, MOST_MESSAGE, MOST_NOTE
from claimtree.saved.searches import LEAST_MINUTES
from claimtree.saved.searches import MOST_HITS as MOST_SAVED_HITS
from claimtree.search.cursors import LONGEST_CURSOR
from claimtree.search.query_limits import LONGEST_QUERY, MOST_HITS
from claimtree.serialization.request_models import QuestionRequest, Request, SentenceRequest, SentenceText, Strictness
from claimtree.tree_service.service import LONGEST_NAME, LONGEST_QUESTION

LONGEST_TEXT = 50_000
"""Maximum length of a text to read: ten times a long description, and no more than can be read within
the time limit."""
DEEPEST = 10_000
"""The largest offset; beyond it, paging continues with the cursor."""
MOST_RECORDS = 500
"""Maximum per batch; more need a job."""
MOST_IDS = 500

Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
CollectionName = Annotated[
    str, Field(max_length=63, description="Which store; GET /api/v1/collections lists them. Empty: the first.")
]
ColumnMap = Annotated[str, Field(max_length=250, examples=["name=title", "livingArea=area_m2:sqft"])]
MOST_MAPS = 200
Weight = Annotated[float, Field(ge=0, le=1)]


class Sentence(QuestionRequest):
    """A sentence, and what was done to its claims by hand."""

    weights: Annotated[dict[str, Weight], Field(max_length=20, description="How much each level counts.")] = Field(
        default_factory=dict
    )
    collection: CollectionName = ""

    def question(self) -> Question:
        return parse_question(self.text, edits=self.edits, strict=self.strict, weights=self.weights)


class PlaceOptions(Request):
    """Where, beside what the sentence says of it."""

    near: Annotated[str, Field(max_length=200, description="Near a place, by name or as LAT,LON.")] = ""
    within: Annotated[str, Field(max_length=40, description="How near: 500m, 2km, 1mi.")] = ""


class LocatedSentence(PlaceOptions, Sentence):
    """The same, and where."""

    def question(self) -> Question:
        near = near_place(self.near, self.within) if self.near or self.within else None
        return replace(super().question(), near=near)


class Page(Request):
    """Which of the hits, and what of them."""

    limit: Annotated[int, Field(ge=1, le=MOST_HITS)] = 10
    offset: Annotated[int, Field(ge=0, le=DEEPEST)] = 0
    after: Annotated[
        str, Field(max_length=LONGEST_CURSOR, description="The `cursor` of the page before; `offset` is then not used.")
    ] = ""
    cards: Annotated[bool, Field(description="Add to each hit what a card shows: facts, whereabouts, areas.")] = False


class AboutEntity(Request):
    """An entity that is asked about."""

    id: Annotated[str, Field(min_length=1, max_length=200)]


class ReadOptions(Request):
    """How a text is read, and what is told of it."""

    explain: Annotated[bool, Field(description="Say how each claim was read.")] = False
    document: Annotated[bool, Field(description="Read it as a document: what is said, not wanted.")] = False
    collection: CollectionName = ""

    @model_validator(mode="before")
    @classmethod
    def _with_old_name(cls, data: Any) -> Any:
        """Takes `listing`, which `document` was once called, for it."""
        if not isinstance(data, dict) or "listing" not in data or "document" in data:
            return data
        return {"document" if name == "listing" else name: value for name, value in data.items()}


class SearchRequest(Page, LocatedSentence):
    """What `POST /search` takes."""


class ExplainRequest(AboutEntity, LocatedSentence):
    """What `POST /explain` takes."""


class ReadRequest(ReadOptions, SentenceRequest):
    """What `POST /read` takes."""

    text: Text
    """The sentence, or the document."""


class SentenceQuery(Request):
    """The sentence of a request without a body, in its address, which has less room: about 190 kB of it are read."""

    # As every route does with parameters that it does not have.
    model_config = ConfigDict(extra="ignore")

    q: SentenceText = ""
    """The sentence."""
    edit: Annotated[
        tuple[Annotated[str, Field(max_length=200, examples=["drop:c3", "words:c3:facing west"])], ...],
        Field(max_length=40),
    ] = ()
    """A change to a claim of the sentence; may be given several times."""

    def body(self) -> dict[str, Any]:
        """Returns the fields of the request that asks the same with a body."""
        return {"text": self.q, "edits": self.edit, **self.model_dump(exclude={"q", "edit"})}


class LocatedQuery(PlaceOptions, Strictness, SentenceQuery):
    """What `LocatedSentence` holds, in an address."""

    weight: Annotated[
        tuple[str, ...], Field(max_length=20, description="LEVEL=NUMBER, a level of the pack and 0 to 1.")
    ] = ()
    collection: CollectionName = ""

    def body(self) -> dict[str, Any]:
        fields = super().body()
        weights = _weights(fields.pop("weight"))
        return {**fields, "weights": weights}


class SearchQuery(Page, LocatedQuery):
    """What `GET /search` takes."""

    def request(self) -> SearchRequest:
        return SearchRequest(**self.body())


class ExplainQuery(AboutEntity, LocatedQuery):
    """What `GET /explain` takes."""

    def request(self) -> ExplainRequest:
        return ExplainRequest(**self.body())


class ReadQuery(ReadOptions, SentenceQuery):
    """What `GET /read` takes."""

    def request(self) -> ReadRequest:
        return ReadRequest(**self.body())


def _weights(given: Iterable[str]) -> dict[str, float]:
    found: dict[str, float] = {}
    for item in given:
        level, _, number = item.partition("=")
        try:
            found[level.strip()] = float(number)
        except ValueError as error:
            raise BadInput(
                f"weight {item[:60]!r} is not LEVEL=NUMBER",
                hint="As in weight=LEVEL=0.5, with a level of the pack.",
                values={"weight": item[:60]},
            ) from error
        if not 0 <= found[level.strip()] <= 1:
            raise BadInput(f"weight {item[:60]!r} is not between 0 and 1", values={"weight": item[:60]})
    return found


class AskRequest(Request):
    """A message about a family tree."""

    question: Annotated[str, Field(min_length=1, max_length=LONGEST_QUESTION)]
    """A question or a message in plain English."""
    tree: Annotated[str, Field(max_length=LONGEST_NAME, description="One of several trees.")] = ""
    session: Annotated[str, Field(max_length=100, description="The conversation that it goes on with.")] = ""
    root: Annotated[
        str, Field(max_length=LONGEST_NAME, description="Who “we” begin at. [the root person of the tree]")
    ] = ""
    match: Annotated[str, Field(max_length=LONGEST_NAME, description="Who writes, if the tree has them.")] = ""
    most: Annotated[int | None, Field(ge=1, le=50, description="Candidates for each person. [3]")] = None
    draft: Annotated[bool, Field(description="Write a reply to whoever sent the message, too; it is never sent.")] = (
        False
    )
    author: Annotated[str, Field(max_length=MOST_AUTHOR, description="Who wrote the message, for a draft.")] = ""
    collection: CollectionName = ""


class DecisionRequest(Request):
    """What a person decides about something that waits."""

    state: Literal["approved", "rejected", "deferred", "waiting"]
    """`waiting` takes a decision back."""
    note: Annotated[str, Field(max_length=MOST_NOTE, description="Why; kept with the item.")] = ""
    collection: CollectionName = ""


class MessageRequest(Request):
    """A message or a note that may state facts of people in a tree."""

    text: Annotated[str, Field(min_length=1, max_length=MOST_MESSAGE)]
    """As it was written, in plain English."""
    author: Annotated[str, Field(max_length=MOST_AUTHOR, description="Who wrote it.")] = ""
    sent_at: Annotated[str, Field(max_length=40, description="When it was sent.")] = ""
    about: Annotated[str, Field(max_length=LONGEST_NAME, description='The id of whom it is about: who "she" is.')] = ""
    writer: Annotated[
        str, Field(max_length=LONGEST_NAME, description='The id of who wrote it, from whom "my" counts.')
    ] = ""
    note: bool = False
    """True for a note of one's own."""
    draft: Annotated[bool, Field(description="Put the draft of a reply into the queue, too; it is never sent.")] = False
    tree: Annotated[str, Field(max_length=LONGEST_NAME, description="One of several trees.")] = ""
    collection: CollectionName = ""


MatchText: TypeAlias = Annotated[str, Field(max_length=LONGEST_NAME)]


class MatchRequest(Request):
    """What is known of a DNA match."""

    name: Annotated[str, Field(max_length=LONGEST_NAME, description="Who the match is.")] = ""
    shared_cm: Annotated[float | None, Field(ge=0, le=10_000, description="Centimorgans that are shared.")] = None
    segments: Annotated[int | None, Field(ge=0, le=10_000, description="How many segments.")] = None
    longest_cm: Annotated[float | None, Field(ge=0, le=10_000, description="The longest of them.")] = None
    surnames: Annotated[tuple[MatchText, ...], Field(max_length=200, description="Family names of the match.")] = ()
    places: Annotated[tuple[MatchText, ...], Field(max_length=200, description="Where the family was.")] = ()
    notes: Annotated[tuple[Annotated[str, Field(max_length=20_000)], ...], Field(max_length=200)] = ()
    """Your own, about the match."""
    tree: Annotated[str, Field(max_length=LONGEST_NAME, description="One of several trees.")] = ""
    collection: CollectionName = ""


class AssignmentRequest(Request):
    """Who is meant by something that may be about several people, or nobody in the tree."""

    person: Annotated[
        str, Field(min_length=1, max_length=LONGEST_NAME, description="The id of a person; “new” for somebody new.")
    ]
    collection: CollectionName = ""


class BatchRequest(Request):
    records: Annotated[
        list[dict[str, Any]],
        Field(max_length=MOST_RECORDS, description="As the lines of a file that is indexed; see docs/data-format.md."),
    ] = Field(default_factory=list)
    map: Annotated[
        list[ColumnMap],
        Field(max_length=MOST_MAPS, description="What columns are read as, which the store remembers."),
    ] = Field(default_factory=list)
    delete: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=MOST_IDS)] = Field(
        default_factory=list
    )
    versions: Annotated[
        dict[Annotated[str, Field(max_length=600)], Annotated[str, Field(max_length=80)]],
        Field(
            max_length=MOST_RECORDS + MOST_IDS,
            description="By id, the version that an entity must still have to be changed or taken out; empty: only if"
            " it is not there, `*`: only if it is. One that has another is named among the bad.",
        ),
    ] = Field(default_factory=dict)
    collection: CollectionName = ""


class NewSavedRequest(Sentence):
    name: Annotated[str, Field(min_length=1, max_length=80)]
    limit: Annotated[int, Field(ge=1, le=MOST_SAVED_HITS, description="How many of the best are watched.")] = 50
    every_minutes: Annotated[int | None, Field(ge=LEAST_MINUTES, le=525_600)] = None


class ScheduleRequest(Request):
    every_minutes: Annotated[int | None, Field(ge=LEAST_MINUTES, le=525_600, description="Null: no more.")]


class WebhookRequest(Request):
    url: Annotated[str, Field(min_length=1, max_length=2_000, examples=["https://news.example/claimtree"])]


class FeedbackRequest(Sentence):
    """A thumb on the hit, or a claim with your own verdict on it."""

    id: Annotated[str, Field(min_length=1, max_length=200, description="The hit.")]
    thumb: Literal["up", "down"] | None = None
    claim: Annotated[str | None, Field(max_length=40)] = None
    verdict: Literal["met", "refuted", "unknown"] | None = None
    note: Annotated[str, Field(max_length=LONGEST_NOTE)] = ""


class ChatRequest(Request):
    """One message of a conversation."""

    message: Text
    session: Annotated[
        str, Field(max_length=LONGEST_SESSION, description="Which conversation to go on with; empty begins a new one.")
    ] = ""
    limit: Annotated[int, Field(ge=1, le=MOST_CHAT_HITS, description="How many hits the reply shows.")] = 5
    collection: CollectionName = ""


FilterValueRequest: TypeAlias = str | int | float | bool | list[str]
FilterRequest = Annotated[
    dict[str, FilterValueRequest],
    Field(max_length=MOST_FILTERS, description="The pack's fields; min_ and max_ stand before the name of a number."),
]
Kilometres = Annotated[
    float, Field(ge=0, le=MOST_KM, description="How near; 0: 1 km, or what is near for the kind of place.")
]


class ToolRequest(Request):
    """What all tools that search take."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, FilterValueRequest]

    filters: FilterRequest = Field(default_factory=dict)
    limit: Annotated[int, Field(ge=1, le=MOST_PLACES)] = 5
    offset: Annotated[int, Field(ge=0, le=MOST_OFFSET, description="How many of the hits to pass over.")] = 0
    sort_by: Annotated[Measure | None, Field(description="Another order than the best first.")] = None
    descending: bool = False
    collection: CollectionName = ""

    @property
    def all_filters(self) -> dict[str, FilterValueRequest]:
        """The filters, also those that stand beside the other arguments, as calls in a reply have them."""
        return {**(self.__pydantic_extra__ or {}), **self.filters}

    @property
    def order(self) -> Order | None:
        return None if self.sort_by is None else Order(by=self.sort_by, descending=self.descending)


Wanted = Annotated[str, Field(max_length=LONGEST_QUERY, description="What is wanted, in words; may be empty.")]


class PropertiesRequest(ToolRequest):
    """What `search_properties` takes."""

    query: Wanted = ""


class NearbyRequest(ToolRequest):
    """What `search_nearby` takes: a place, or a kind of place."""

    location_name: Annotated[str, Field(max_length=200, description="A place by name, or as LAT,LON.")] = ""
    poi_type: Annotated[str, Field(max_length=40, description="A kind of place, any of which will do.")] = ""
    radius_km: Kilometres = 0.0
    query: Wanted = ""


class NearPoisRequest(ToolRequest):
    """What `search_near_pois` takes."""

    poi_type: Annotated[str, Field(max_length=40, description="A kind of place of the pack: mall, school.")]
    radius_km: Kilometres = 0.0
    query: Wanted = ""
