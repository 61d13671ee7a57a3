"""What a listing states, taken from its columns and, where those are silent, from its words.

This is the eval's own and deliberately small reading: it uses nothing of `claimtree.text`, so that a mistake of the
reader cannot hide itself. It reads only plain wordings ("KT 3", "hadap utara", "ada CCTV"); what it does not find is
not stated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from claimtree.geo import Point
from claimtree.model.hierarchy import Entity, Field

KINDS: Mapping[str, str] = {
    "house": r"rumah|rmh|townhouse|town house|house",
    "shophouse": r"ruko|rukan|shophouse",
    "land": r"tanah|kavling|kebun|land",
    "apartment": r"apartemen|apartment|apt|studio|penthouse|condo",
    "warehouse": r"gudang|pergudangan|pabrik|warehouse",
    "office": r"kantor|office",
    "villa": r"villa|vila",
    "boarding_house": r"kos|kost|kosan|kos-kosan|boarding house",
}
KIND_NAMES: Mapping[str, str] = {
    **{kind: kind for kind in KINDS},
    "rumah": "house",
    "townhouse": "house",
    "ruko": "shophouse",
    "tanah": "land",
    "apartemen": "apartment",
    "gudang": "warehouse",
    "factory": "warehouse",
    "pabrik": "warehouse",
    "kantor": "office",
    "vila": "villa",
    "boarding house": "boarding_house",
    "kos": "boarding_house",
    "kost": "boarding_house",
}
"""What columns and gold files call a kind → ours."""
DEALS: Mapping[str, str] = {
    "sale": "sale",
    "rent": "rent",
    "dijual": "sale",
    "jual": "sale",
    "disewa": "rent",
    "disewakan": "rent",
    "sewa": "rent",
}
_TO_LET = re.compile(r"\b(di ?sewa(kan)?|sewa|(di)?kontrak(an|kan)?|rent(al)?|per ?(bulan|tahun))\b")
_FOR_SALE = re.compile(r"\b(di ?jual|jual|for sale|nego|over kredit|shm|kpr)\b")
_BOTH = re.compile(r"\bdi ?jual\s*(?:atau|/|&|dan)\s*(?:di ?)?sewa|\bsewa\s*(?:atau|/|&|dan)\s*(?:di ?)?jual")
_NEAR = r"dekat|dkt|deket|dkat|near|menit ke|mnt ke|meter dari|langkah"
PLACE_KINDS: Mapping[str, str] = {
    "school": r"sekolah|school|sd|smp|sma|perguruan",
    "mall": r"mall|plaza|pusat perbelanjaan|supermall",
    "hospital": r"rumah sakit|rs|rsu|rsup|hospital",
    "campus": r"kampus|universitas|usu|unimed|uisu|umsu|polmed",
    "market": r"pasar|pajak",
    "toll": r"tol",
}
"""How listings call kinds of places."""
SOURCES: Mapping[str, str] = {
    "project": "project",
    "primary": "project",
    "primer": "project",
    "listing": "listing",
    "secondary": "listing",
    "sekunder": "listing",
    "resale": "listing",
}
_PROJECT = re.compile(r"\b(dari |dr )?(developer|pengembang)\b|\bproyek baru\b|\bunit (baru|indent)\b|\bprimary\b")
_RESALE = re.compile(r"\bsecond\b|\bsecondary\b|\brumah bekas\b")
FACINGS = ("timur_laut", "barat_daya", "barat_laut", "tenggara", "utara", "selatan", "timur", "barat")
"""Those of two words first, for "timur" is a part of "timur laut"."""
_FACING_NAMES: Mapping[str, str] = {
    "north": "utara",
    "south": "selatan",
    "east": "timur",
    "west": "barat",
    "northeast": "timur_laut",
    "southeast": "tenggara",
    "southwest": "barat_daya",
    "northwest": "barat_laut",
}
_FACES = re.compile(
    r"\b(?:me?ng?)?(?:hadap|hdp)(?:nya)?(?:\s*/\s*arah mata angin rumah)?\s*:?\s*(?:ke\s+)?"
    r"((?:timur laut|barat daya|barat laut|tenggara|utara|selatan|timur|barat)"
    r"(?:\s*(?:dan|&|/|,)\s*(?:timur laut|barat daya|barat laut|tenggara|utara|selatan|timur|barat))*)"
)
_NUMBERS = {"satu": 1, "dua": 2, "tiga": 3, "empat": 4, "lima": 5, "enam": 6, "tujuh": 7, "delapan": 8}
_N = r"(\d+(?:[.,]\d+)?|" + "|".join(_NUMBERS) + ")"
COUNTED: Mapping[str, tuple[str, ...]] = {
    "bedrooms": (
        rf"\b{_N}\s*(?:\+\s*\d\s*)?(?:kt|k\.?\s?tidur|kamar tidur|kmr tidur|br|bedrooms?|kamar(?! mandi)|kmr(?! m))\b",
        r"\b(?:kt|k\.?\s?tidur|kamar tidur|kmr tidur)\s*:?\s*(\d+)",
    ),
    "bathrooms": (
        rf"\b{_N}\s*(?:\+\s*\d\s*)?(?:km|k\.?\s?mandi|kamar mandi|kmr mandi|bathrooms?|bath)\b(?! (?:dari|ke))",
        r"\b(?:km|k\.?\s?mandi|kamar mandi|kmr mandi)\s*:?\s*(\d+)",
    ),
    "floors": (
        rf"\b{_N}\s*(?:lantai|lt|tingkat|tkt|storeys?|floors?)\b(?!\s*:?\s*\d)",
        r"\b(?:berapa tingkat|jumlah lantai)\s*:?\s*(\d+(?:[.,]\d+)?)",
    ),
    "land_area": (r"\b(?:lt|luas tanah)\.?\s*:?\s*(\d+(?:\.\d{3})*)\s*(?:m2|m²|meter|m\b|$|[,./])",),
    "building_area": (r"\b(?:lb|luas bangunan)\.?\s*:?\s*(\d+(?:\.\d{3})*)\s*(?:m2|m²|meter|m\b|$|[,./])",),
}
CERTIFICATES: Mapping[str, str] = {
    "shm": r"shm|sertifikat hak milik|hak milik",
    "hgb": r"shgb|hgb|hak guna bangunan",
    "sk camat": r"sk\.? camat|surat camat|suratan camat",
    "sk lurah": r"sk\.? lurah",
    "strata title": r"strata title|strata",
    "girik": r"girik",
    "ajb": r"ajb",
    "ppjb": r"ppjb",
}
AMENITIES: Mapping[str, str] = {
    "cctv": r"cctv",
    "wifi": r"wi-?fi|internet",
    "ac": r"ac|air conditioner|ber-?ac",
    "garage": r"garasi|garage",
    "carport": r"carpot|carport",
    "furnished": r"(?<!semi )(?<!semi-)(?:full[y]? |ful )?furnish(?:ed)?|perabot(?:an)? (?:lengkap|lengket)"
    r"|lengkap dengan perabot|include perabot|isi (?:lengkap|tempat tidur)",
    "semi_furnished": r"semi[ -]furnish(?:ed)?",
    "water_heater": r"water ?heater|pemanas air",
    "generator": r"genset",
    "kpr": r"kpr|kpa",
}
FACILITIES: Mapping[str, str] = {
    "swimming_pool": r"kolam renang|swimming pool|infinity pool|private pool|pool",
    "security": r"security|satpam|keamanan|dijaga|penjagaan",
    "security_24": r"(?:security|satpam|keamanan|penjagaan|dijaga|pos satpam|dijaga satpam)(?: \w+)? 24 ?jam"
    r"|24h security|24 hours? security|security siang malam|keamanan 24|satpam 24",
    "basketball_court": r"lap(?:angan)? basket|basketball court",
    "tennis_court": r"lap(?:angan)? tenis|tennis court",
    "jogging_track": r"jogging track",
    "playground": r"taman bermain|playground|tempat (?:ber)?main anak|children playground",
    "clubhouse": r"club ?house",
    "gym": r"gym|fitness",
    "taman": r"taman(?! bermain| setia)",
}
_DENIES = re.compile(r"\b(?:tidak|tdk|tanpa|belum|bukan|non|no|tak|dilarang)(?: (?:ada|boleh|memiliki|punya))?\s*$")
_UNFURNISHED = re.compile(r"\b(?:un|non )furnish|\bkosongan\b|\btanpa perabot\b|\bkondisi kosong\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rent:
    """A rent as it is stated."""

    sum: float
    period: str
    """"month", "year", or empty where it is not said."""


@dataclass(frozen=True, kw_only=True)
class Listing:
    """One home with what is above it: the complex and the area."""

    entity: Entity
    above: tuple[Entity, ...] = ()

    @cached_property
    def text(self) -> str:
        """The listing's own words, in small letters."""
        return _words_of(self.entity)

    @cached_property
    def complex_text(self) -> str:
        return " . ".join(_words_of(one) for one in self.above if one.level == "complex")

    @cached_property
    def place_text(self) -> str:
        """The words that say where it lies; a text that names a place in passing is none of them."""
        columns = ("address", "location", "district", "city", "complex_name", "area")
        own = [self.entity.title, *(str(self.entity.fields.get(name, "")) for name in columns)]
        over = [str(one.fields.get(name, "")) for one in self.above for name in columns]
        return " . ".join([*own, *(one.title for one in self.above), *over]).casefold().replace("_", " ")

    @property
    def point(self) -> Point | None:
        return self.entity.point

    def column(self, name: str) -> Field | None:
        return self.entity.fields.get(name)

    @cached_property
    def kind(self) -> str | None:
        stated = KIND_NAMES.get(str(self.column("property_type") or "").casefold().replace("_", " ").strip())
        stated = stated or KIND_NAMES.get(str(self.column("property_type") or "").casefold())
        title = self.entity.title.casefold()
        return stated or next((kind for kind, words in KINDS.items() if re.search(rf"\b(?:{words})\b", title)), None)

    @cached_property
    def deal(self) -> str | None:
        stated = DEALS.get(str(self.column("listing_type") or "").casefold())
        if stated:
            return stated
        return "rent" if _TO_LET.search(self.text) else "sale" if _FOR_SALE.search(self.text) else None

    @cached_property
    def is_for_both(self) -> bool:
        """True if it says that one may buy or rent it."""
        return _BOTH.search(self.text) is not None

    def says_near(self, kind: str) -> bool:
        """True if it says that a place of a kind is near, or what is said of its complex or area does."""
        words, said = PLACE_KINDS.get(kind), " . ".join((self.text, *(_words_of(one) for one in self.above)))
        return words is not None and re.search(rf"\b(?:{_NEAR})\b[^.;\n]{{0,40}}?\b(?:{words})\b", said) is not None

    @cached_property
    def source(self) -> str | None:
        stated = SOURCES.get(str(self.column("market") or "").casefold())
        if stated:
            return stated
        return "project" if _PROJECT.search(self.text) else "listing" if _RESALE.search(self.text) else None

    @cached_property
    def in_complex(self) -> bool | None:
        for one in (self.entity, *self.above):
            if isinstance(stated := one.fields.get("in_complex"), bool | int):
                return bool(stated)
        if re.search(r"\b(di luar komplek|bukan komplek|berdiri sendiri|standalone)", self.text):
            return False
        named = self.column("complex_name") or re.search(
            r"\b(komplek|kompleks|komp\.?|perumahan|cluster|residence|regency|estate|villa [a-z]+|tasbi|citraland)\b",
            f"{self.text} . {self.place_text}",
        )
        return True if named else None

    @cached_property
    def price(self) -> float | None:
        return _number(self.column("price"))

    @cached_property
    def rent(self) -> Rent | None:
        """The rent with its period; a sum without one counts for a year if nobody would pay it by the month."""
        said = str(self.column("rent") or "").casefold() or self.text
        found = re.search(
            r"(\d+(?:[.,]\d+)?)\s*(miliar|milyar|juta|jt|ribu|rb)?(?:\s*(?:/|per|se|pa\b|p\.a\.?)\s*|\s*)"
            r"(?:\w+/)?(bulan|bln|tahun|thn|th\b|bulanan|tahunan|pa\b)",
            said,
        )
        if found is not None and (self.column("rent") or self.price is None):
            scale = {"miliar": 1e9, "milyar": 1e9, "juta": 1e6, "jt": 1e6, "ribu": 1e3, "rb": 1e3}.get(
                found[2] or "", 1.0
            )
            period = "month" if found[3].startswith(("bul", "bln")) else "year"
            return Rent(sum=float(found[1].replace(",", ".")) * scale, period=period)
        if self.price is None:
            return None
        return Rent(sum=self.price, period="month" if self.price < 10_000_000 else "year")

    def count(self, name: str) -> float | None:
        """The number of bedrooms, floors, m2 …: of the column, else as the text states it."""
        stated = _number(self.column(name))
        if stated is not None:
            return stated
        for pattern in COUNTED[name]:
            if found := re.search(pattern, self.text):
                return _number(_NUMBERS.get(found[1], found[1]))
        return None

    @cached_property
    def facings(self) -> frozenset[str]:
        stated = str(self.column("facing") or self.column("orientation") or "").casefold().replace(" ", "_")
        if stated:
            return frozenset({_FACING_NAMES.get(stated, stated)})
        found = _FACES.search(self.text)
        if found is None:
            return frozenset()
        rest, faced = found[1].replace(" laut", "_laut").replace(" daya", "_daya"), set()
        for name in FACINGS:
            if re.search(rf"\b{name}\b", rest):
                faced.add(name)
        return frozenset(faced)

    @cached_property
    def certificates(self) -> frozenset[str]:
        said = f"{self.column('certificate') or ''} . {self.text}".casefold()
        return frozenset(name for name, words in CERTIFICATES.items() if re.search(rf"\b(?:{words})\b", said))

    def has(self, what: str) -> bool:
        """True if the listing states the amenity, or the listing or its complex the facility."""
        if what in AMENITIES:
            return self._has_amenity(what)
        return _states(FACILITIES[what], f"{self.text} . {self.complex_text}")

    def _has_amenity(self, what: str) -> bool:
        furnishing = str(self.column("furnishing") or "").casefold().replace("_", " ")
        if what in ("furnished", "semi_furnished") and furnishing:
            semi = furnishing.startswith("semi")
            return (
                semi
                if what == "semi_furnished"
                else not semi and "unf" not in furnishing and "kosong" not in furnishing
            )
        columns = {"garage": "garages", "carport": "carports"}
        if what in columns and (_number(self.column(columns[what])) or 0) > 0:
            return True
        if what == "furnished" and _UNFURNISHED.search(self.text):
            return False
        # Cameras of the complex watch over each of its homes.
        return _states(AMENITIES[what], f"{self.text} . {self.complex_text}" if what == "cctv" else self.text)


def _words_of(entity: Entity) -> str:
    listed = [entity.fields.get(name) for name in ("features", "facilities", "amenities")]
    items = [", ".join(one) if isinstance(one, tuple) else str(one or "") for one in listed]
    texts = [entity.title, *(source.text for source in entity.sources), *items]
    return " . ".join(text for text in texts if text).casefold()


def _states(words: str, text: str) -> bool:
    """True if the words are said and not denied: "belum ada kolam renang" does not say that there is one."""
    said = re.finditer(rf"(?<![^\W\d])(?:{words})\b", text)  # "+1CCTV" too
    return any(not _DENIES.search(text[: found.start()]) for found in said)


def _number(value: object) -> float | None:
    """The first number of a value: "100 m2", "4+1", "1500000000"; None if it has none.

    >>> _number("4+1"), _number("250 m2"), _number("3,5"), _number("Nego")
    (4.0, 250.0, 3.5, None)
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return float(value)
    found = re.search(r"\d+(?:\.\d{3})+(?!\d)|\d+(?:[.,]\d+)?", str(value))
    if found is None:
        return None
    digits = found[0]
    return float(digits.replace(".", "") if re.fullmatch(r"\d+(?:\.\d{3})+", digits) else digits.replace(",", "."))


def listings_of(ids: Sequence[str], get: Callable[[Sequence[str]], Sequence[Entity]]) -> dict[str, Listing]:
    """Returns the listings of ids, each with its ancestors; `get` returns stored entities."""
    known: dict[str, Entity] = {}
    wanted = list(dict.fromkeys(ids))
    while wanted:
        for one in get(wanted):
            known[one.id] = one
        parents = {known[id].parent for id in wanted if id in known}
        wanted = [parent for parent in parents if parent is not None and parent not in known]
    return {id: Listing(entity=known[id], above=tuple(_above(known[id], known))) for id in ids if id in known}


def _above(entity: Entity, known: Mapping[str, Entity]) -> list[Entity]:
    found: list[Entity] = []
    parent = entity.parent
    while parent is not None and parent in known:
        found.append(known[parent])
        parent = known[parent].parent
    return found
