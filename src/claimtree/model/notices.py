"""What a user is told beside the hits, as values: a code, and what fills the gaps of its message.

The stage that knows a fact makes a `Notice`; it chooses neither a language nor the words. The
messages are in `languages/*/messages`, and `languages.rendering` puts them together, once, in the
language of the asker. Text in an argument is foreign (words of a question, a name, a quote), so
that a face for agents can quote it; what we say ourselves inside a notice is a notice again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self, TypeAlias

from claimtree.model.amounts import Amount


class NoticeCode(StrEnum):
    """Every notice: its code, and the names of its arguments."""

    arguments: tuple[str, ...]

    def __new__(cls, code: str, *arguments: str) -> Self:
        member = str.__new__(cls, code)
        member._value_ = code
        member.arguments = arguments
        return member

    # What became of the words of a query or document.
    MISTYPED = "mistyped", "written", "meant"
    WORDS_UNKNOWN = "words-unknown", "words"
    WORDS_DOUBTFUL = "words-doubtful", "words", "claim"
    NOT_OFFERED = "not-offered", "words", "offer"
    DATE_IMPOSSIBLE = "date-impossible", "words"
    DATE_ENDS_FIRST = "date-ends-first", "words"
    CONTRADICTION = "contradiction", "words"
    NOTHING_TO_FIND = "nothing-to-find"
    TEXT_TOO_LONG = "text-too-long", "most"
    TEXT_NOT_UTF8 = "text-not-utf8"
    NO_CLAIMS = "no-claims"
    LANGUAGE_NOT_LEARNED = "language-not-learned", "languages"
    UNFAIR = "unfair", "words", "ground"
    """Words that ask for people by protected class; `ground` is one of the notices below."""
    GROUND_RACE = "ground-race"
    GROUND_ETHNICITY = "ground-ethnicity"
    GROUND_RELIGION = "ground-religion"
    GROUND_ORIGIN = "ground-origin"
    GROUND_SEX = "ground-sex"
    GROUND_ORIENTATION = "ground-orientation"
    GROUND_FAMILY = "ground-family"
    GROUND_DISABILITY = "ground-disability"
    GROUND_AGE = "ground-age"
    GROUND_INCOME = "ground-income"

    # What the answer is an answer to.
    RELAXED = "relaxed", "wishes"
    RELAXED_CLOSE = "relaxed-close", "wishes", "miss"
    RELAXED_FAR = "relaxed-far", "wishes", "miss"
    OVER_LIMIT = "over-limit", "stated", "gap"
    BELOW_LIMIT = "below-limit", "stated", "gap"
    AT_LIMIT = "at-limit", "stated"
    NOT_DENIED = "not-denied", "wishes"
    NONE_MEETS = "none-meets", "wishes"
    NONE_SPEAKS = "none-speaks", "wishes"
    ALL_RULED_OUT = "all-ruled-out", "wishes"
    OR_MORE = "or-more", "shown", "count"
    """Wishes of which only the first are named."""
    FARTHER = "farther", "where"
    TOO_MANY_WISHES = "too-many-wishes", "most", "count"

    READ_ANEW = "read-anew", "changes"
    """A saved question that is understood otherwise than at its last run."""
    WISHES_NEW = "wishes-new", "wishes"
    WISHES_GONE = "wishes-gone", "wishes"

    # The news of a saved search.
    COUNT_NEW = "count-new", "count"
    COUNT_GONE = "count-gone", "count"
    COUNT_CHEAPER = "count-cheaper", "count"
    COUNT_DEARER = "count-dearer", "count"
    COUNT_CHANGED = "count-changed", "count"
    COUNT_NOTHING = "count-nothing"
    FIRST_RUN = "first-run", "seen", "total"
    HEADING_NEW = "heading-new"
    HEADING_GONE = "heading-gone"
    HEADING_CHANGED = "heading-changed"
    ARRIVED_NEW = "arrived-new", "coverage"
    ARRIVED_CHANGED = "arrived-changed", "coverage"
    ARRIVED_MOVED_UP = "arrived-moved-up", "coverage"
    """`coverage` of these three is one of the two below."""
    MEETS_ALL = "meets-all", "of"
    MEETS_SOME = "meets-some", "met", "of"
    LEFT_DELETED = "left-deleted"
    LEFT_RULED_OUT = "left-ruled-out"
    LEFT_UNFIT = "left-unfit"
    LEFT_PUSHED_DOWN = "left-pushed-down"
    LEFT_PUSHED_DOWN_TO = "left-pushed-down-to", "place"
    VALUE_CHANGED = "value-changed", "name", "before", "after"
    TITLE = "title"
    NOT_SAID = "not-said"
    VERDICT_NOW = "verdict-now", "claim", "verdict"
    VERDICT_CHANGED = "verdict-changed", "claim", "before", "verdict"

    # What became of an edit.
    EDIT_OF_NOTHING = "edit-of-nothing", "claim", "edit"
    EDIT_MAKES_TOO_MANY = "edit-makes-too-many", "words", "most"
    EDIT_SAYS_NOTHING = "edit-says-nothing", "words"

    # Why an entity has its rank, or is missing.
    REFUTED = "refuted", "wish"
    REFUTED_BY = "refuted-by", "wish", "miss"
    LEVEL_UNMET = "level-unmet", "level", "wishes"
    NOT_STRICT = "not-strict", "wish"
    NOT_AMONG_ANSWERS = "not-among-answers"
    RANK = "rank", "place", "total", "required_met", "required", "met", "all", "score", "full"
    ADDS = "adds", "wish", "points"
    ADDS_NOTHING = "adds-nothing", "wish", "verdict"
    MISSES = "misses", "wish", "verdict", "miss"
    NEARLY = "nearly", "wish", "verdict", "points", "miss"
    VERDICT_MET = "verdict-met"
    VERDICT_REFUTED = "verdict-refuted"
    VERDICT_UNKNOWN = "verdict-unknown"
    VERDICT_DISPUTED = "verdict-disputed"

    # Before the words of a source that are shown with a verdict.
    DOUBT_MAYBE = "doubt-maybe"
    DOUBT_MAYBE_NOT = "doubt-maybe-not"
    DOUBT_BUT = "doubt-but"
    """The words contradict the verdict."""
    DOUBT_SAYS_BOTH = "doubt-says-both"
    """The source contradicts itself."""

    # How a claim was read.
    READ_AS_WORD = "read-as-word", "words"
    READ_AS_PART = "read-as-part", "words"
    READ_AS_AMOUNT = "read-as-amount", "kind"
    READ_AS_NAME = "read-as-name", "kind", "words"
    READ_AS_UNLISTED_NAME = "read-as-unlisted-name", "words"
    READ_AS_RELATION = "read-as-relation", "relation"
    READ_AS_CLAUSE = "read-as-clause"
    READ_AS_LIST_ITEM = "read-as-list-item"
    READ_AS_OWN_LIST_ITEM = "read-as-own-list-item"
    """An item of a list that no word list knows."""
    READ_BY_EXAMPLE = "read-by-example", "example"
    READ_BY_GUESS = "read-by-guess", "type", "level", "percent", "aside_percent"
    NOT_LISTED = "not-listed"
    BY_TRANSIT = "by-transit"
    DENIED = "denied"
    DENIED_BY = "denied-by", "word"
    EDITED = "edited", "words"
    ASKED_BESIDE = "asked-beside"
    MODEL_POINTED = "model-pointed", "model"
    MODEL_FOUND = "model-found", "model"
    MODEL_FOUND_IT = "model-found-it"
    MODEL_OVERLOOKED = "model-overlooked"
    TOGETHER = "together", "reasons"
    """Several of these as one."""

    # What stands around an answer, a reading or an explanation on a terminal.
    NOTE = "note", "text"
    REQUIRED_WISHES = "required-wishes"
    PREFERRED_WISHES = "preferred-wishes"
    REQUIRED = "required"
    PREFERRED = "preferred"
    ALTERNATIVE = "alternative", "number"
    HEAD_CLAIM = "head-claim"
    HEAD_TYPE = "head-type"
    HEAD_LEVEL = "head-level"
    HEAD_WISH = "head-wish"
    HEAD_WEIGHT = "head-weight"
    HEAD_AMOUNT = "head-amount"
    HEAD_WORDS = "head-words"
    HEAD_WHY = "head-why"
    NOTHING_FOUND = "nothing-found"
    NO_SUCH_HIT = "no-such-hit", "place"
    NOTHING_SAID = "nothing-said"
    ON_THE_MAP = "on-the-map"
    STATED_BY_OTHER = "stated-by-other", "relation"
    COVERS_ALL = "covers-all", "of"
    COVERS_SOME = "covers-some", "met", "of"
    ONE_MEETS_ALL = "one-meets-all", "of"
    SOME_MEET_ALL = "some-meet-all", "count", "of"
    ONE_MEETS = "one-meets", "met"
    SOME_MEET = "some-meet", "count", "met"
    ONE_MEETS_FEWER = "one-meets-fewer"
    SOME_MEET_FEWER = "some-meet-fewer", "count"
    TOOK = "took", "milliseconds"
    WITHOUT_WISH = "without-wish", "wish", "count"
    WIDER = "wider", "count", "where"
    ASK_WHY = "ask-why"
    NEXT_PAGE = "next-page"
    # The page with a map.
    MAP_HITS = "map-hits"
    MAP_NOWHERE = "map-nowhere"
    MAP = "map"
    MAP_LEGEND = "map-legend"
    MAP_CARD = "map-card"
    MAP_NEEDS_SCRIPT = "map-needs-script"
    MAP_LINK = "map-link"
    MAP_PLACE = "map-place"
    MAP_CLOSE = "map-close"
    MAP_EVERYTHING = "map-everything"
    MAP_ZOOM_IN = "map-zoom-in"
    MAP_ZOOM_OUT = "map-zoom-out"
    MAP_AROUND = "map-around"
    NOTHING_TO_GROUP_BY = "nothing-to-group-by"
    MAP_WRITTEN = "map-written", "file"
    MAP_FOUND = "map-found", "total"
    MAP_FOUND_PART = "map-found-part", "first", "last", "total"
    MEETS_NONE = "meets-none"
    MEETS_RANGE = "meets-range", "low", "high", "of"
    # What ties evidence to a wish; the names are those of `model.plans.Basis`.
    BASIS_NAME = "basis-name"
    BASIS_NAME_FORM = "basis-name-form"
    BASIS_NAME_PART = "basis-name-part"
    BASIS_INITIALS = "basis-initials"
    BASIS_SPELLING = "basis-spelling"
    BASIS_NICKNAME = "basis-nickname"
    BASIS_MARRIED_NAME = "basis-married-name"
    BASIS_SOUND = "basis-sound"
    BASIS_TYPO = "basis-typo"
    BASIS_CONCEPT = "basis-concept"
    BASIS_WORDING = "basis-wording"
    BASIS_STEP = "basis-step"
    BASIS_AMOUNT = "basis-amount"
    BASIS_PLACE = "basis-place"
    BASIS_RELATION = "basis-relation"
    BASIS_TAUGHT = "basis-taught"
    BASIS_JUDGE = "basis-judge"
    BASIS_LIKENESS = "basis-likeness"

    # Relations that lead to entities which are not stored.
    RELATION_WAITS = "relation-waits", "relations"
    RELATIONS_WAIT = "relations-wait", "count", "relations"
    RELATION = "relation", "entity", "kind", "to"
    AND_MORE = "and-more", "count"

    # What an indexing run left out or doubts.
    ABOUT_ENTITY = "about-entity", "entity", "told"
    OUTRANKED_BY_COLUMN = "outranked-by-column", "quote", "column"
    CONTRADICTS_ITSELF = "contradicts-itself", "one", "other"
    CONTRADICTS_ITSELF_AT_ONCE = "contradicts-itself-at-once", "quote"
    NEARNESS_DOUBTED = "nearness-doubted", "quote", "place", "distance"
    AREA_DOUBTED = "area-doubted", "name", "where", "distance"
    ELSEWHERE = "elsewhere"
    LATITUDE_MISSING = "latitude-missing", "source"
    LONGITUDE_MISSING = "longitude-missing", "source"
    COORDINATES_BAD = "coordinates-bad", "source", "coordinates", "problem"
    COORDINATES_ZERO = "coordinates-zero", "source"
    CONTINUED_AFTER = "continued-after", "record", "file"
    READING_PROCESS_ENDED = "reading-process-ended", "status"
    FILES_NOT_READ = "files-not-read", "folder", "formats", "files"
    NO_RECORDS = "no-records", "files"

    # Places.
    PLACE_TAKEN_FOR = "place-taken-for", "name", "place"
    PLACE_FAR_AWAY = "place-far-away", "place", "distance"
    PLACE_ANY_OF = "place-any-of", "name", "count", "places"
    PLACE_EACH_OF = "place-each-of", "name", "count"
    PLACE_TOO_MANY = "place-too-many", "name", "count", "places"
    PLACE_UNKNOWN = "place-unknown", "name"
    PLACE_UNKNOWN_SIMILAR = "place-unknown-similar", "name", "places"
    PLACE_UNMAPPED = "place-unmapped", "name"
    PLACE_UNMAPPED_SIMILAR = "place-unmapped-similar", "name", "places"
    PLACE_KIND_UNKNOWN = "place-kind-unknown", "kind"
    PLACE_KIND_UNRATED = "place-kind-unrated", "kind"
    DISTANCES_OUTDATED = "distances-outdated"
    NAME_MEANS_SEVERAL = "name-means-several", "name", "count"
    NAME_UNKNOWN = "name-unknown", "name"
    NAME_UNKNOWN_SIMILAR = "name-unknown-similar", "name", "places"

    # Texts of wishes about places.
    NEAR = "near", "places"
    IN = "in", "places"
    BETWEEN = "between", "places"
    CLOSER = "closer", "places"
    WITHIN = "within", "distance", "place"
    WITHIN_OF_KIND = "within-of-kind", "distance", "kind"
    NEXT_TO = "next-to", "place", "areas"
    NEXT_TO_SOME = "next-to-some", "place", "areas"
    """Of many areas around a place only the first are named."""

    # Structured sources.
    SOURCE_DOWN = "source-down", "source"
    SOURCE_EMPTY = "source-empty", "source"
    SOURCE_ROWS_BAD = "source-rows-bad", "source", "count"
    SOURCE_ROWS_UNREAD = "source-rows-unread", "source", "count"
    VECTORS_DOWN = "vectors-down"

    # Providers of places.
    PROVIDER_FAILED = "provider-failed", "problem"
    PROVIDER_LISTS_SOME = "provider-lists-some", "provider", "kind", "metres"
    PROVIDER_REACH = "provider-reach", "provider", "kind", "kilometres"
    PROVIDER_KNOWS_TOO_MANY = "provider-knows-too-many", "provider", "kind", "metres"
    PROVIDER_UNREADABLE = "provider-unreadable", "provider", "unread", "count"
    GEOCODING_REFUSED = "geocoding-refused", "problem"

    # A conversation: places and criteria.
    CENTRE_OF = "centre-of", "place"
    UP_TO = "up-to", "distance", "place"
    BEYOND = "beyond", "distance", "place"
    TO_PLACE = "to-place", "distance", "place"
    INSIDE_PLACE = "inside-place", "place"
    # A conversation: what was found.
    CHAT_ONE_HIT = "chat-one-hit", "criteria"
    CHAT_HITS = "chat-hits", "count", "criteria"
    CHAT_HITS_SHOWN = "chat-hits-shown", "shown", "count", "criteria"
    CHAT_MORE = "chat-more", "criteria"
    CHAT_NO_MORE = "chat-no-more", "criteria"
    CHAT_LEFT = "chat-left", "count"
    CHAT_NONE = "chat-none", "criteria"
    CHAT_MAYBE = "chat-maybe"
    CHAT_CLOSE = "chat-close"
    CHAT_UNSTATED = "chat-unstated", "wishes"
    CHAT_MISSED = "chat-missed", "wishes"
    CHAT_WITHOUT = "chat-without", "wish", "count"
    CHAT_WIDER = "chat-wider", "where", "count"
    CHAT_NEAR_PLACE = "chat-near-place", "place"
    CHAT_ELSEWHERE = "chat-elsewhere"
    CHAT_UNUSED = "chat-unused", "words"
    CHAT_UNHEARD_OF = "chat-unheard-of", "words"
    CHAT_CHEAPEST_FIRST = "chat-cheapest-first"
    CHAT_DEAREST_FIRST = "chat-dearest-first"
    CHAT_SMALLEST_FIRST = "chat-smallest-first"
    CHAT_LARGEST_FIRST = "chat-largest-first"
    CHAT_NEAREST_FIRST = "chat-nearest-first"
    CHAT_MOST_FIRST = "chat-most-first", "key"
    CHAT_LEAST_FIRST = "chat-least-first", "key"
    CHAT_NO_ORDER = "chat-no-order", "words"
    """What hits were to be sorted by has no order, or nothing is known of it."""
    CHAT_COMPARED = "chat-compared", "count"
    """How many hits were put in order, where there are more."""
    # A conversation: criteria.
    CHAT_CRITERIA = "chat-criteria", "criteria"
    CHAT_NO_CRITERIA = "chat-no-criteria"
    CHAT_DROPPED = "chat-dropped", "wishes"
    CHAT_NOT_ASKED = "chat-not-asked", "words"
    CHAT_RESET = "chat-reset"
    CHAT_BACK = "chat-back"
    CHAT_AT_OPENING = "chat-at-opening"
    CHAT_RESTORED = "chat-restored", "wishes"
    CHAT_NOTHING_BEFORE = "chat-nothing-before"
    # A conversation: hits that were shown.
    CHAT_HIT = "chat-hit", "number", "title"
    CHAT_NO_NUMBER = "chat-no-number", "number", "count"
    CHAT_NONE_SHOWN = "chat-none-shown"
    CHAT_HIT_GONE = "chat-hit-gone", "number"
    CHAT_NOTHING_TO_ORDER = "chat-nothing-to-order"
    CHAT_PRICE = "chat-price", "price"
    CHAT_FACTS = "chat-facts", "facts"
    CHAT_ADDRESS = "chat-address", "address"
    CHAT_NEARBY = "chat-nearby", "places"
    CHAT_TEXT = "chat-text", "text"
    CHAT_LINK = "chat-link", "link"
    CHAT_YES = "chat-yes", "number", "wish", "quote"
    CHAT_NO = "chat-no", "number", "wish", "quote"
    CHAT_PERHAPS = "chat-perhaps", "number", "wish", "quote"
    CHAT_SAYS_BOTH = "chat-says-both", "number", "wish", "quote"
    CHAT_UNSAID = "chat-unsaid", "number", "wish"
    CHAT_STATES = "chat-states", "number", "facts"
    CHAT_SEE_LINK = "chat-see-link", "number", "link"
    CHAT_MOST_SHOWN = "chat-most-shown", "count"
    CHAT_MOST_CRITERIA = "chat-most-criteria", "count"
    CHAT_NO_LINK = "chat-no-link", "number"
    CHAT_PER_DAY = "chat-per-day", "sum"
    CHAT_PER_WEEK = "chat-per-week", "sum"
    CHAT_PER_MONTH = "chat-per-month", "sum"
    CHAT_PER_YEAR = "chat-per-year", "sum"
    CHAT_COMPARE = "chat-compare", "numbers"
    CHAT_COMPARE_TWO = "chat-compare-two"
    CHAT_ROW = "chat-row", "name", "values"
    CHAT_ROW_PRICE = "chat-row-price"
    # A conversation: talk.
    CHAT_GREETING = "chat-greeting", "example"
    CHAT_THANKS = "chat-thanks"
    CHAT_GOODBYE = "chat-goodbye"
    CHAT_OKAY = "chat-okay"
    CHAT_HELP = "chat-help", "example"
    CHAT_OUT_OF_SCOPE = "chat-out-of-scope", "example"
    CHAT_CLARIFY = "chat-clarify", "example"

    # A conversation: what a language model proposed, and why it was not used.
    TOOLS_BY_RULES = "tools-by-rules", "why"
    TEXT_BY_TEMPLATE = "text-by-template", "why"
    """`why` of these two is an error's message, or one of the notices below."""
    MODEL_OUT_OF_TIME = "model-out-of-time", "seconds"
    CALL_NONE = "call-none"
    CALL_UNKNOWN = "call-unknown", "tool"
    CALL_MALFORMED = "call-malformed", "tool", "problem"
    CALL_DROPS = "call-drops", "wish"
    CALL_CHANGES = "call-changes", "wish"
    CALL_INVENTS = "call-invents", "words"
    CALL_OF_OTHER_HITS = "call-of-other-hits", "numbers"
    CALL_ENDLESS = "call-endless", "count"
    CALL_BESIDE = "call-beside", "tool"
    """The message asks for what this tool does not do."""
    PHRASE_LENGTH = "phrase-length", "characters", "most"
    PHRASE_HOME_LOST = "phrase-home-lost", "number"
    PHRASE_OMITS = "phrase-omits", "words"
    PHRASE_NUMBER = "phrase-number", "words"
    PHRASE_WORD = "phrase-word", "words"
    PHRASE_CLAIM = "phrase-claim", "words"
    PHRASE_DENIAL = "phrase-denial", "words"
    PHRASE_LANGUAGE = "phrase-language", "language"

    # The language model as a reader.
    MODEL_READ_BEGINNING = "model-read-beginning", "characters"
    MODEL_NOT_USED = "model-not-used", "why"
    MODEL_RESTS = "model-rests", "failures"
    MODEL_BUDGET_SPENT = "model-budget-spent"
    MODEL_ANSWER_CUT = "model-answer-cut", "tokens"
    MODEL_FOUND_NOTHING = "model-found-nothing"
    MODEL_CLAIM_MALFORMED = "model-claim-malformed", "fields"
    MODEL_CLAIMS_TOO_MANY = "model-claims-too-many", "count", "most"
    MODEL_QUOTE_INVENTED = "model-quote-invented", "quote"
    MODEL_TYPE_UNKNOWN = "model-type-unknown", "quote", "type"
    MODEL_LEVEL_UNKNOWN = "model-level-unknown", "quote", "level"
    MODEL_FACET_UNKNOWN = "model-facet-unknown", "quote", "facet"
    MODEL_QUOTE_TOO_LONG = "model-quote-too-long", "characters"
    MODEL_AMOUNT_INVENTED = "model-amount-invented", "quote", "amount"
    MODEL_SAW_NO_WISH = "model-saw-no-wish", "quote"
    MODEL_PASSED_OVER = "model-passed-over", "quote"
    MODEL_OVERRULED = "model-overruled", "quote", "heard"
    """The model and the built-in reader differ; `heard` is one of the notices below."""
    MODEL_CONTRADICTED = "model-contradicted", "quote", "heard"
    MODEL_DENIED_BY_WORDS = "model-denied-by-words", "quote"
    HEARD_WANTED = "heard-wanted"
    HEARD_NOT_WANTED = "heard-not-wanted"
    HEARD_STATED = "heard-stated"
    HEARD_DENIED = "heard-denied"
    NO_WISH_THERE = "no-wish-there", "quote"
    NO_CLAIM_THERE = "no-claim-there", "quote"
    NOTICES_LEFT_OUT = "notices-left-out", "count"
    BUDGET_NOT_SHARED = "budget-not-shared", "path", "problem"
    CACHE_NOT_USED = "cache-not-used", "cache", "path", "problem"


@dataclass(frozen=True, slots=True)
class Distance:
    """A distance in metres, written as people say it ("1.4 km")."""

    metres: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """How far two amounts like this one lie apart, written in its unit ("$150")."""

    like: Amount
    size: float


class Join(StrEnum):
    """What stands between several values."""

    COMMA = "comma"
    SEMICOLON = "semicolon"
    OR = "or"
    AND = "and"


@dataclass(frozen=True, slots=True, kw_only=True)
class Several:
    """Values one after another."""

    values: tuple[Argument, ...]
    join: Join = Join.COMMA
    quoted: bool = False
    """Whether each value stands in quotes of its own."""


Argument: TypeAlias = "str | int | float | Amount | Distance | Gap | Several | Notice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One fact for the user; made by `notice`."""

    code: NoticeCode
    arguments: tuple[tuple[str, Argument], ...] = ()
    """By name, in the order of `NoticeCode.arguments`."""

    @property
    def by_name(self) -> Mapping[str, Argument]:
        return dict(self.arguments)


def notice(code: NoticeCode, /, **arguments: Argument) -> Notice:
    """Returns the notice with this code; a programming error if its arguments are not those of the
    code.

    >>> notice(NoticeCode.PLACE_UNKNOWN, name="Xanadu").by_name
    {'name': 'Xanadu'}
    """
    if arguments.keys() != set(code.arguments):
        raise TypeError(f"notice '{code}' takes {', '.join(code.arguments) or 'no arguments'}, not {sorted(arguments)}")
    return Notice(code=code, arguments=tuple((name, arguments[name]) for name in code.arguments))


def about_entity(entity: str, about_it: Notice) -> Notice:
    """Returns the notice with the id of the entity that it is about."""
    return notice(NoticeCode.ABOUT_ENTITY, entity=entity, told=about_it)


def together(*reasons: Notice | None, join: Join = Join.COMMA) -> Notice:
    """Returns the reasons as one notice; None among them is left out."""
    given = [one for one in reasons if one is not None]
    return given[0] if len(given) == 1 else notice(NoticeCode.TOGETHER, reasons=several(given, join=join))


def several(values: Iterable[Argument], *, join: Join = Join.COMMA, quoted: bool = False) -> Several:
    """Returns the values as one argument."""
    return Several(values=tuple(values), join=join, quoted=quoted)
