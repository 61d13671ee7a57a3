"""What English says around a number. Tables only."""

from __future__ import annotations

from typing import Final

from claimtree.languages.amount_words import AmountWords
from claimtree.languages.history_words import HistoryWords
from claimtree.languages.number_words import NumberWords
from claimtree.languages.word_tables import (
    CURRENCIES,
    SQ_FT,
    SYMBOLS,
    each_with,
    listed,
    meaning,
    numbered,
    units_of,
    word_set,
    wordings,
)
from claimtree.model.amounts import AmountKind, Op
from claimtree.model.dates import Share

_NUMBERS: Final = NumberWords(
    small=numbered(
        "zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen, "
        "sixteen, seventeen, eighteen, nineteen"
    ),
    tens=numbered("twenty, thirty, forty fourty, fifty, sixty, seventy, eighty, ninety", start=20, step=10),
    teens=frozenset(),
    times={"hundred": 100, "hundreds": 100},
    wholes={},
    scales=dict.fromkeys(("thousand", "thousands", "grand"), 1e3)
    | dict.fromkeys(("lakh", "lakhs", "lac", "lacs"), 1e5)
    | dict.fromkeys(("million", "millions", "mil", "mln"), 1e6)
    | dict.fromkeys(("crore", "crores"), 1e7)
    | dict.fromkeys(("billion", "bn"), 1e9),
    glued={"k": 1e3},
    groups={"dozen": 12.0, "couple": 2.0, "pair": 2.0},
    articles=frozenset({"a", "an"}),
    after_article=word_set("hundred thousand million billion"),
    halves=frozenset({"half"}),
    quarters=word_set("quarter quarters"),
    quartered=word_set("mile mi km kilometer kilometre hour acre"),
    trailing_halves=frozenset(),
    joins=frozenset({"and"}),
    of=frozenset({"of"}),
    points=frozenset({"point"}),
    rough=frozenset(),
    rough_scales=frozenset(),
    ordinals=numbered(
        "first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, thirteenth, "
        "fourteenth, fifteenth, sixteenth, seventeenth, eighteenth, nineteenth, twentieth",
        start=1,
    ),
)

_MORE: Final = (
    "more, greater, larger, bigger, higher, longer, further, farther, roomier, wider, taller, pricier, costlier, "
    "more expensive"
)
_LESS: Final = "less, lesser, fewer, smaller, lower, cheaper, shorter, closer, nearer, narrower, less expensive"
_OVER: Final = {*each_with(_MORE, ("than", "then")), "over", "above", "beyond", "upwards of", "in excess of"}
_UNDER: Final = {*each_with(_LESS, ("than", "then")), "under", "below", "south of"}
_NOT: Final = "no, not, nothing, never, isn't, aren't, not be, not go, not any"
_LATER: Final = "newer, later, younger, more recent"
_EARLIER: Final = "older, earlier"
_HISTORY: Final = HistoryWords(
    centuries_after=word_set("century centuries"),
    centuries_before=frozenset(),
    shares=meaning(
        {
            Share.EARLY: "early, the early, beginning of the, the beginning of the, start of the, the start of the",
            Share.MIDDLE: "mid, middle of the, the middle of the, the mid",
            Share.LATE: "late, the late, end of the, the end of the",
            Share.FIRST_HALF: "first half of the, the first half of the",
            Share.SECOND_HALF: "second half of the, the second half of the, latter half of the, the latter half of the",
            Share.FIRST_QUARTER: "first quarter of the, the first quarter of the",
            Share.SECOND_QUARTER: "second quarter of the, the second quarter of the",
            Share.THIRD_QUARTER: "third quarter of the, the third quarter of the",
            Share.FOURTH_QUARTER: (
                "fourth quarter of the, the fourth quarter of the, last quarter of the, the last quarter of the"
            ),
        }
    ),
    eras=word_set("ad a.d ce c.e"),
    before_christ=word_set("bc bce b.c b.c.e"),
    year_labels=word_set("year years"),
    year_cues=word_set(
        "in of on dated dating dates born b died d baptised baptized buried married built made painted woven cast "
        "printed carved founded established est completed renovated restored since spring summer autumn fall winter"
    ),
    year_followers=word_set("census edition exhibition survey"),
    short_decades=word_set("' the"),
    dating=frozenset({"from"}),
    until={"from": word_set("until till through thru")},
    estimating=word_set("date dates dated dating"),
)

AMOUNTS: Final = AmountWords(
    code="en",
    numbers=_NUMBERS,
    history=_HISTORY,
    units={
        **SYMBOLS,
        **CURRENCIES,
        **units_of(
            AmountKind.AREA,
            "m2",
            {
                "sqm, sq m, sq meter, sq metre, square meter, square metre, sq mtr, sqmt": 1.0,
                "sqft, sq ft, sf, square foot, square feet, sq feet, sq foot, sft, square ft": SQ_FT,
                "acre": 4046.8564224,
                "square mile, sq mile, sq mi": 2_589_988.110336,
                "square block": 10_000.0,
                "hectare": 10_000.0,
            },
        ),
        **units_of(
            AmountKind.DISTANCE,
            "m",
            {
                "meter, metre": 1.0,
                "kilometer, kilometre": 1000.0,
                "mile, mi": 1609.344,
                "foot, feet": 0.3048,
                "inch, inches": 0.0254,
                "yard": 0.9144,
            },
        ),
        **units_of(
            AmountKind.DURATION,
            "month",
            {"month, mo, mth": 1.0, "year, yr": 12.0, "week, wk": 12 / 52, "day, night": 12 / 365},
        ),
        **units_of(AmountKind.DURATION, "minute", {"minute, min": 1.0, "hour, hr": 60.0}),
        **units_of(AmountKind.PERCENT, "%", {"percent, pct": 1.0}),
    },
    plural="s",
    stopped=word_set("sq ft mo min yr hr mi"),
    money_scales={"m": 1e6, "mm": 1e6},
    foreign_scales={},
    bare_money_scales=False,
    money_words=frozenset(),
    priced=frozenset(),
    measured=frozenset(),
    measured_on=frozenset(),
    length_labels=frozenset(),
    area_labels=frozenset(),
    homonyms={},
    sides="",
    unsaid_side_m=0.3048,
    sized=frozenset(),
    before=meaning(
        {
            Op.GT: {*_OVER, ">", "exceeding", "exceeds", "north of"},
            Op.GTE: {
                *each_with(_NOT, _UNDER),
                *listed(
                    "at least, at the least, at the very least, at a minimum, at minimum, min, min ., minimum, a "
                    "minimum of, minimum of, min of, from, starting at, starting from, starts at, as low as, >=, at or "
                    "above, as little as, as small as"
                ),
            },
            Op.LT: {*_UNDER, "<"},
            Op.LTE: {
                *each_with(_NOT, _OVER),
                *each_with("not, doesn't, don't, can't, cannot, shouldn't, mustn't, won't", ("exceed",)),
                *listed(
                    "at most, at the most, at the very most, max, max ., maximum, a maximum of, maximum of, max of, up "
                    "to, upto, cap at, cap of, cap is, within, inside of, <=, not to exceed, not exceeding, "
                    "without exceeding, capped at, at "
                    "or below, at or under, as much as, as high as, maxing out at, maxes out at, tops out at, limit "
                    "is, limit of"
                ),
            },
            Op.APPROX: (
                "about, around, approximately, approx, approx ., roughly, ~, circa, ca ., close to, near to, somewhere "
                "around, something like, in the neighborhood of, more or less, nearly, almost, or so, ballpark, c ."
            ),
            Op.EQUALS: "exactly, precisely, =, equal to, equals, equaling, same as",
        }
    ),
    after=meaning(
        {
            Op.GTE: (
                "or more, or above, or over, or higher, or larger, or bigger, or greater, or up, or longer, and up, "
                "and above, and over, and more, minimum, min, min ., at least, at minimum, at the least, upwards, and "
                "upwards, or better, or roomier, or more expensive, or pricier"
            ),
            Op.LTE: (
                "or less, or under, or below, or lower, or fewer, or smaller, or cheaper, or shorter, or closer, and "
                "under, and below, and less, maximum, max, max ., tops, at most, at the most, or lesser, not a cent "
                "more, not a penny more, not more, no more, or less "
                "expensive, and lower, and cheaper"
            ),
            Op.APPROX: "or so, ish, approx, approximately, or thereabouts, give or take, more or less, roughly",
            Op.EQUALS: "exactly",
        }
    ),
    year_before=meaning(
        {
            Op.LT: {*each_with(_EARLIER, ("than", "then")), "before", "prior to", "pre"},
            Op.GT: {*each_with(_LATER, ("than", "then")), "after", "post"},
            Op.GTE: {*each_with("no, not", each_with(_EARLIER, ("than",))), "since", "not before"},
            Op.LTE: {*each_with("no, not", each_with(_LATER, ("than",))), "not after", "until"},
        }
    ),
    year_after=meaning(
        {
            Op.GTE: "or later, or newer, and newer, or after, and later, or younger, onwards, onward, and after",
            Op.LTE: "or earlier, or older, and older, or before, and earlier, and before, at the latest",
        }
    ),
    date_before=meaning(
        {
            Op.GTE: (
                "from, starting, starting from, starting on, starting in, beginning, beginning in, beginning on, "
                "as of, on or after, in or after, at the earliest"
            ),
            Op.LTE: "by, till, up to, at the latest, on or before, in or before, no later than the, at latest",
            Op.EQUALS: "on, in, during, the same day as",
        }
    ),
    age_before=meaning({Op.GT: "older than", Op.LT: "newer than, younger than", Op.LTE: "no older than"}),
    or_equal=wordings(
        "or equal to, or equal, or the same as, or same as, or the same, or exactly, or is the same as, or equals, or "
        "on, or as much as"
    ),
    equal_or=wordings("equal to or, the same as or, same as or, equal or, exactly or, on or, at or"),
    limit_joins=word_set(", and but"),
    tolerances=wordings("+ / -, + -, - / +, plus or minus, plus / minus, give or take, +/-, ±"),
    beyond=word_set("over more above extra higher"),
    rising=frozenset(),
    stretches=wordings(
        "can stretch to, could stretch to, can stretch it to, stretch to, stretching to, can go to, could go to, "
        "can go up to, could go up to, can go as high as"
    ),
    own=word_set("or and ish"),
    fillers=word_set("a an the of : - just is only about approximately like my our"),
    limits=word_set("max maximum min minimum"),
    money_only=word_set("north south"),
    ambiguous_comparisons=frozenset({"from"}),
    opened=word_set("starting priced ranging price prices range available"),
    between={
        **dict.fromkeys(word_set("between betwen beetween btw btwn"), word_set("and - to or")),
        "from": word_set("to - up"),
    },
    ranges=word_set("- to through thru"),
    range_steps=frozenset({"to"}),
    ors=frozenset({"or"}),
    ands=frozenset({"and"}),
    periods={
        **dict.fromkeys(word_set("month months mo mos mth mnth"), ("month", 1.0)),
        **dict.fromkeys(word_set("week weeks wk wks"), ("month", 52 / 12)),
        **dict.fromkeys(word_set("year years yr yrs annum"), ("month", 1 / 12)),
        **dict.fromkeys(word_set("day days night nights nite"), ("day", 1.0)),
        **dict.fromkeys(word_set("hour hours hr hrs"), ("hour", 1.0)),
    },
    period_words={
        **dict.fromkeys(("monthly", "pcm", "p/m", "pm"), ("month", 1.0)),
        **dict.fromkeys(("weekly", "p/w", "pw"), ("month", 52 / 12)),
        **dict.fromkeys(("yearly", "annually", "annual", "p/a", "pa"), ("month", 1 / 12)),
        **dict.fromkeys(("nightly", "daily"), ("day", 1.0)),
        "hourly": ("hour", 1.0),
    },
    calendar=frozenset({"calendar"}),
    each=word_set("per a an / each every"),
    per=word_set("per / a"),
    area_lengths=frozenset(),
    travel=meaning(
        {
            "walk": (
                "walking distance, walk away, away on foot, away by foot, on foot, by foot, by walking, walk, walking, "
                "stroll"
            ),
            "drive": (
                "drive away, away by car, by car, car ride, drive, driving, by motorbike, by motorcycle, by scooter, "
                "by moped, by taxi, motorbike ride, on a motorbike, on a scooter, away by taxi, by cab, away by cab, "
                "by uber, away by uber, uber ride, taxi ride, cab ride, uber, lyft ride"
            ),
            "bike": "bike ride, by bike, by bicycle, bicycle ride, bike, biking, cycle, cycling",
            "ride": (
                "train ride, by train, subway ride, by subway, by bus, bus ride, by metro, metro ride, on the train, "
                "on the subway, by public transport, by transit, by public transportation, by public transit, "
                "away by train, away by subway, away by bus, away by metro, away on the train, away on the subway, "
                "away by public transport, away by public transportation, away by public transit, away by transit"
            ),
        }
    ),
    travel_before=meaning({"walk": "walk of, walk is", "drive": "drive of, drive is"}),
    walkable=wordings(
        "walking distance, within walking distance, within a walking distance, within easy walking distance, within "
        "short walking distance"
    ),
    times=frozenset({"times"}),
    by=word_set("x by"),
    near=word_set("away from to off"),
    pronouns=frozenset({"one"}),
    not_counted=word_set(
        "of that who which is was with has for in on to and or another can should near day thing at if but as"
    ),
    clause_words=word_set("and or with in on but"),
    floors=word_set("floor fl flr storey story level"),
    floor_labels=word_set("floor fl flr"),
    counted_floors=frozenset(),
    floor_ordinals=frozenset(),
    floor_at=frozenset(),
    floor_followers=word_set("of or and to with in at walk unit"),
    built=word_set(
        "built constructed erected renovated year since circa in dating dates established est completed remodeled "
        "refurbished updated converted build"
    ),
    built_loosely=word_set("in since"),
    built_after=word_set("built building construction renovation"),
    year_from=frozenset({"from"}),
    decades=frozenset({"s"}),
    old=frozenset({"old"}),
    ages=word_set("age aged"),
    seats=word_set("chair chairs people persons person seats adults"),
    chairs=word_set("chair chairs"),
    seating=word_set("for fit fits fitting seats seating"),
    seating_for=frozenset({"for"}),
    seating_alone=frozenset({"seats"}),
    spacious=word_set("big large wide spacious enough room space"),
    enough=frozenset({"enough"}),
    streets=word_set(
        "st street ave avenue av rd road blvd boulevard lane ln drive dr place pl court ct way terrace parkway pkwy "
        "broadway square plaza highway hwy"
    ),
    plain_streets=word_set("st street ave avenue av rd road blvd boulevard pkwy parkway broadway"),
    single_word_streets=frozenset({"broadway"}),
    street_starts=frozenset(),
    numbered=word_set(
        "# suite ste route rte rt highway hwy interstate i wifi fi pier ps p.s chapter exit bus title zip zipcode "
        "postcode postal code ext extension box id ref"
    ),
    numbered_loosely=word_set(
        "unit lot block district zone phase tower gate section terminal line pod door level building"
    ),
    number_signs=frozenset(),
    districts=frozenset(),
    labels=frozenset(),
    calls=word_set("call text tel phone : at"),
    transit=word_set("train trains line bus subway"),
    transit_goes_on=word_set("lines stations stops"),
    hours=word_set("hour hours hr hrs h"),
    joining=word_set("and or with but plus then , for no not without"),
    small_words=word_set(
        "on in near at from of to off with and or for by the a an is are has have per no not within min max"
    ),
    months=numbered(
        "january jan, february feb, march mar, april apr, may, june jun, july jul, august aug, september sep sept, "
        "october oct, november nov, december dec",
        start=1,
    ),
    unsure_months=word_set("may march mar sep dec"),
    dated=word_set(
        "available posted listed free vacant ready open from in by before after since until till on during starting "
        "beginning through of early late mid for move moving"
    ),
    parts=meaning(
        {
            (1, 10): "early, beginning of, start of, the beginning of, the start of",
            (11, 20): "mid, middle of, the middle of",
            (21, 31): "late, end of, the end of",
        }
    ),
    coming=meaning(
        {
            ("month", 1): "next month",
            ("month", 0): "this month",
            ("week", 1): "next week",
            ("week", 0): "this week",
            ("day", 1): "tomorrow",
            ("year", 1): "next year",
        }
    ),
    day_first=False,
)
