"""How names of places are written in English."""

from __future__ import annotations

from typing import Final

from claimtree.languages.place_names import Spellings

_ORDINALS: Final = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"),
    *("twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth"),
)
_CARDINALS: Final = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_TENS: Final = {
    word: 20 + 10 * i
    for i, word in enumerate(("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"))
}

SPELLINGS: Final = Spellings(
    words={
        **dict.fromkeys(("av", "ave", "aven", "avn"), "avenue"),
        **dict.fromkeys(("blvd", "boul"), "boulevard"),
        **dict.fromkeys(("ctr", "cntr", "centre", "cen"), "center"),
        **dict.fromkeys(("hts", "hgts", "heigths"), "heights"),
        **dict.fromkeys(("pkwy", "pky", "pkway"), "parkway"),
        **dict.fromkeys(("plz", "plza"), "plaza"),
        **dict.fromkeys(("univ", "uni"), "university"),
        **dict.fromkeys(("sta", "stn"), "station"),
        "doctor": "dr",
        **dict.fromkeys(("jct", "junc"), "junction"),
        **dict.fromkeys(("hwy", "hiway"), "highway"),
        **dict.fromkeys(("expy", "expwy", "expway"), "expressway"),
        **dict.fromkeys(("neighbourhood", "nabe", "hood"), "neighborhood"),
        **dict.fromkeys(("str", "strt"), "street"),
        "rd": "road",
        "sq": "square",
        "pk": "park",
        "pl": "place",
        "ln": "lane",
        "ct": "court",
        "mt": "mount",
        "ft": "fort",
        "pt": "point",
        "hosp": "hospital",
        "isl": "island",
        "terr": "terrace",
        "gdns": "gardens",
        "gdn": "garden",
        "tpke": "turnpike",
        "intl": "international",
        "natl": "national",
        "cem": "cemetery",
        "vlg": "village",
        "bklyn": "brooklyn",
        "harbour": "harbor",
        "theatre": "theater",
        "n": "north",
        "s": "south",
        "e": "east",
        "w": "west",
        "ne": "northeast",
        "nw": "northwest",
        "se": "southeast",
        "sw": "southwest",
        **{word: str(i + 1) for i, word in enumerate(_CARDINALS)},
        **{word: str(i + 1) for i, word in enumerate(_ORDINALS)},
        **{word: str(value) for word, value in _TENS.items()},
        **{word[:-1] + "ieth": str(value) for word, value in _TENS.items()},
    },
    last={"dr": "drive"},
    phrases={
        ("h", "s"): "hs",
        ("high", "school"): "hs",
        **{
            (tens, word): str(value + i + 1)
            for tens, value in _TENS.items()
            for words in (_CARDINALS[:9], _ORDINALS[:9])
            for i, word in enumerate(words)
        },
    },
    titles=frozenset({"dr"}),
    articles=frozenset({"the"}),
    sorts={
        "station": ("station", "stop", "subway", "metro", "train", "subway station", "train station", "bus stop"),
        "mall": ("mall", "shopping mall", "shopping center"),
        "university": ("campus", "university", "college"),
        "hospital": ("hospital", "medical center"),
        "school": ("school", "hs"),
        "museum": ("museum",),
        "park": ("park", "playground"),
        "library": ("library",),
        "airport": ("airport",),
        "road": ("street", "avenue", "road"),
    },
    areas_before={
        "borough of": "borough",
        "city of": "city",
        "town of": "city",
        "village of": "village",
        "area of": "",
    },
    areas_after={
        **dict.fromkeys(("neighborhood", "area", "region"), ""),
        **{word: word for word in ("district", "borough", "county")},
    },
    left_out_after=frozenset({"station", "stop", "campus", "subway station", "train station"}),
    distinguishing=frozenset(
        {"north", "south", "east", "west", "upper", "lower", "northeast", "northwest", "southeast", "southwest"}
        | {"old", "new", "street", "avenue", "road", "place", "lane", "square", "court", "plaza"}
    ),
)
