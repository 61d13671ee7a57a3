"""How names of places are written in each language: short forms, numbers, titles, words that tell the sort of place.

Data only; `names` applies it. A short form and what it stands for become one word, the same for the name that is
asked for and for the place's own, so it does not matter which of them is the longer one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Spellings:
    """One language's ways to write names of places; every word is folded: lower case, without accents."""

    words: Mapping[str, str] = field(default_factory=dict)
    """A word and what is meant by it."""
    last: Mapping[str, str] = field(default_factory=dict)
    """The same, for a word at the end: "Riverside Dr" is no doctor."""
    phrases: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    """Several words that one word stands for."""
    letters: Mapping[str, str] = field(default_factory=dict)
    """Older ways to write a sound, in words of more than three letters."""
    roman_one: bool = False
    """Whether a last "I" counts: "Glugur Darat I"."""
    titles: frozenset[str] = frozenset()
    """Of people, after whom streets and hospitals are called; often left out."""
    articles: frozenset[str] = frozenset()
    """Before a name, and no part of it."""
    sorts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Sort of place to the words that are put before or after a name to say so."""
    areas_before: Mapping[str, str] = field(default_factory=dict)
    areas_after: Mapping[str, str] = field(default_factory=dict)
    """Words for a stretch of land and what sort it is, "" where anything may be meant; only on that side of a name:
    "Medan Kota" is no city."""
    left_out_before: frozenset[str] = frozenset()
    left_out_after: frozenset[str] = frozenset()
    """What belongs to a name and is still left out when it is said: "Jalan Setia Budi"."""
    telling: frozenset[str] = frozenset()
    """Words that tell namesakes apart: no typo turns "East Village" into "West Village"."""


AREA: Final = "area"
"""The sort of everything that one lives in."""

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

ROMAN: Final[Mapping[str, str]] = {
    word: str(i) for i, word in enumerate(("", "", "ii", "iii", "iv", "", "vi", "vii", "viii", "ix")) if word
}
"""Numbers; a lone "v" or "x" is more often a letter."""

ENGLISH: Final = Spellings(
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
    telling=frozenset(
        {"north", "south", "east", "west", "upper", "lower", "northeast", "northwest", "southeast", "southwest"}
        | {"old", "new", "street", "avenue", "road", "place", "lane", "square", "court", "plaza"}
    ),
)

_SCHOOLS: Final = {
    "sd": ("sekolah", "dasar"),
    "smp": ("sekolah", "menengah", "pertama"),
    "sma": ("sekolah", "menengah", "atas"),
    "smk": ("sekolah", "menengah", "kejuruan"),
}
_SATU_DUA_TIGA: Final = ("satu", "dua", "tiga", "empat", "lima", "enam", "tujuh", "delapan", "sembilan", "sepuluh")
_HOSPITALS: Final = ("rs", "rsu", "rsup", "rsud", "rsia", "rsj", "rsi")

INDONESIAN: Final = Spellings(
    words={
        **dict.fromkeys(("jl", "jln", "jlan", "jaln"), "jalan"),
        **dict.fromkeys(("tj", "tg", "tjg", "tgg", "tanjong"), "tanjung"),
        **dict.fromkeys(("kp", "kpg", "kamp", "kampong"), "kampung"),
        **dict.fromkeys(("komp", "kompl", "komplek", "kompleks", "komplex"), "kompleks"),
        **dict.fromkeys(("perum", "prm", "perumnas"), "perumahan"),
        **dict.fromkeys(("univ", "universitas"), "university"),
        **dict.fromkeys(("simp", "sp", "spg"), "simpang"),
        **dict.fromkeys(("sei", "sie"), "sungai"),
        **dict.fromkeys(("psr", "ps"), "pasar"),
        **dict.fromkeys(("jend", "jendral"), "jenderal"),
        **dict.fromkeys(("letjend", "lettjen"), "letjen"),
        **dict.fromkeys(("brigjend", "brig"), "brigjen"),
        **dict.fromkeys(("mayjend",), "mayjen"),
        **dict.fromkeys(("kapt",), "kapten"),
        **dict.fromkeys(("dokter", "doktor"), "dr"),
        **dict.fromkeys(("hj", "haji", "hajjah"), "h"),
        **dict.fromkeys(("mesjid", "mesjit", "masjit", "mosque"), "masjid"),
        **dict.fromkeys(("sta", "stn"), "stasiun"),
        **dict.fromkeys(("plz", "plasa"), "plaza"),
        "mal": "mall",
        "gg": "gang",
        "ds": "desa",
        "dsn": "dusun",
        "kec": "kecamatan",
        "kel": "kelurahan",
        "kab": "kabupaten",
        "prov": "provinsi",
        "bt": "batu",
        "gd": "gedung",
        "lap": "lapangan",
        "pt": "pt",
        "dan": "and",
        **{word: str(i + 1) for i, word in enumerate(_SATU_DUA_TIGA)},
    },
    phrases={
        ("rumah", "sakit"): "rs",
        ("rumah", "sakit", "umum"): "rsu",
        ("rs", "umum"): "rsu",
        ("rumah", "sakit", "umum", "pusat"): "rsup",
        ("rsu", "pusat"): "rsup",
        ("rumah", "sakit", "umum", "daerah"): "rsud",
        ("rsu", "daerah"): "rsud",
        ("rumah", "sakit", "ibu", "and", "anak"): "rsia",
        ("rumah", "sakit", "ibu", "anak"): "rsia",
        ("bandar", "udara"): "bandara",
        **{words: short for short, words in _SCHOOLS.items()},
        **{(short, state): f"{short}n" for short in _SCHOOLS for state in ("n", "neg", "negeri")},
        **{(short, private): f"{short}s" for short in _SCHOOLS for private in ("swt", "swasta")},
    },
    letters={"oe": "u", "dj": "j", "tj": "c"},
    roman_one=True,
    titles=frozenset(
        {"dr", "drs", "ir", "prof", "h", "kh", "jenderal", "letjen", "mayjen", "brigjen", "kolonel", "kol", "kapten"}
        | {"mayor", "letda", "lettu", "sersan", "marsekal", "laksamana"}
    ),
    sorts={
        "station": ("stasiun", "halte", "stasiun kereta api", "stasiun kereta", "terminal"),
        "mall": ("mall", "plaza", "pusat perbelanjaan"),
        "university": ("kampus", "university", "institut", "politeknik"),
        "hospital": (*_HOSPITALS, "klinik"),
        "school": ("sekolah", "sd", "smp", "sma", "smk"),
        "market": ("pasar", "pajak"),
        "airport": ("bandara",),
        "mosque": ("masjid",),
        "church": ("gereja",),
        "park": ("taman",),
        "museum": ("museum",),
        "road": ("jalan", "gang", "simpang"),
        "complex": ("kompleks", "perumahan"),
    },
    areas_before={
        **dict.fromkeys(("daerah", "kawasan", "wilayah", "area"), ""),
        **dict.fromkeys(("kelurahan", "desa", "dusun"), "village"),
        "kecamatan": "district",
        "kabupaten": "county",
        "kota": "city",
        "provinsi": "province",
    },
    left_out_before=frozenset(
        {"jalan", "stasiun", "halte", "terminal", "bandara", "mall", "plaza", "kampus", "kecamatan", "kelurahan"}
        | {"kabupaten", "kota", "provinsi", "kompleks", "perumahan", *_HOSPITALS}
    ),
    telling=frozenset(
        {"utara", "selatan", "timur", "barat", "tengah", "kota", "baru", "lama", "hulu", "hilir", "jalan", "gang"}
        | {*_SCHOOLS, *_HOSPITALS}
        | {f"{short}{state}" for short in _SCHOOLS for state in "ns"}
    ),
)

LANGUAGES: Final[Mapping[str, Spellings]] = {"en": ENGLISH, "id": INDONESIAN}

AREA_KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("neighborhood", "neighbourhood", "area", "region", "country", "island"), ()),
    **{sort: (sort,) for sort in ("borough", "city", "county", "district", "province", "state", "village")},
    **dict.fromkeys(("kecamatan", "subdistrict"), ("district",)),
    **dict.fromkeys(("kelurahan", "desa", "hamlet"), ("village",)),
    **dict.fromkeys(("kabupaten", "regency"), ("county",)),
    **dict.fromkeys(("kota", "town"), ("city",)),
}
"""Kinds of places that one lives in, and what sorts of area they are."""
