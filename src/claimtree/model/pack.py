"""Pack: a domain as validated values. The engine knows no domain; everything it needs to know of
one is here.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Literal

from claimtree.errors import UnknownName
from claimtree.model.amounts import TIMES, Amount, AmountKind, describe
from claimtree.model.claims import ConceptId, Facet, LevelName, Name, TypeName
from claimtree.model.columns import Export
from claimtree.model.dates import PLAIN_DATES, DateRules
from claimtree.model.guesses import Guesses
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.judging import Bars
from claimtree.model.places import PlaceKind
from claimtree.model.reading_rules import OFFERS, ReadingRules
from claimtree.model.relations import Direction, RelationKind, RelationName, RelationQuery, relation_query
from claimtree.model.source_query import SourceSpec
from claimtree.model.units import alike
from claimtree.source_names import DEFAULT_SOURCE

BARE_NUMBER = "number"
"""The key in `Pack.bare` for a number without a unit that a query compares: "under 3000"."""

ANY_WORD = ""
"""Key among a pack's words of nearness for a wish that uses none of them."""
USUAL_M = 1000.0
"""The radius of "near" in a pack that gives none."""

OTHER_TYPES = TypeName("")
"""Key among values fitted by claim type, for types that have none of their own."""

DENIALS = {"en": ("no", "not"), "id": ("tanpa", "bukan")}
"""By language: the word before what one does not have, and before what one is not."""


LEVEL_ICONS = ("area", "buildings", "home", "room", "thing")
"""Icons of levels that the page can draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelLabel:
    """How a page shows a level to people."""

    names: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """By language, what one of them is called, and what many are: "home", "homes"."""
    icon: str = ""
    """The name of a drawing of the page; empty for the neutral one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeSpec:
    """A claim type: what it covers, at which levels, and how firm a plain wish of it is."""

    name: TypeName
    about: str
    levels: tuple[LevelName, ...]
    """The first one is the default."""
    examples: tuple[str, ...]
    called: tuple[str, ...] = ()
    """What users call it in a conversation: "forget the price", "hapus filter harga"."""
    firm: bool = False
    """True if a plain wish of this type is required."""
    weight: float = 0.7
    loosened_last: bool = False
    """True if a wish of this type is relaxed only if nothing else helps: a user who looks for a
    house wants no land.
    """
    rules: bool = False
    """True if its claims are rules, which commands state: "do not smoke" forbids smoking, while "do
    not block the driveway" does not deny a driveway.
    """
    threshold: float = 0.75
    """The default; `Pack.threshold` knows what was fitted for an embedder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallWords:
    """Words of a domain that carry no wish of their own, in addition to those of its language
    (`languages.Language`).

    Each set is added to the language's set of the same name.
    """

    which: frozenset[str] = frozenset()
    """With the name of a part, these say which of several it is: "the guest bedroom"."""
    prices: frozenset[str] = frozenset()
    """In a document these make money the price of what is offered: "rent"."""
    other_costs: frozenset[str] = frozenset()
    """Near money in a query these say that it is not the price: "utilities under $150"."""
    payments: frozenset[str] = frozenset()
    """Near money in a document these say that it is paid in addition to the price, or is not a
    price: "cleaning".
    """
    other_sizes: frozenset[str] = frozenset()
    """Near an area in a document these say that it is the size of something else: "tiles"."""
    vague: frozenset[str] = frozenset()
    """Beside a wish these add nothing: "a balcony in the apartment"."""
    stopwords: frozenset[str] = frozenset()
    """Words that carry no wish by themselves: "renting"."""
    leads: frozenset[str] = frozenset()
    """May stand between "in" and a name, and say what it is the name of: "in the village of Napa"."""
    locating: frozenset[str] = frozenset()
    """Before a name in a document, these place the entity there: "estate Green Hill"."""
    address_ends: frozenset[str] = frozenset()
    """In an address these end the name of a street: "Jl. Karya komplek Asri"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelWords:
    """Words of a field that stand beside numbers, in addition to those of its language (`languages.AmountWords`).

    Each set is added to the set of the same name there.
    """

    priced: frozenset[str] = frozenset()
    """A little before a number these say that it is a price, so that "M" is no metre: "sewa"."""
    opened: frozenset[str] = frozenset()
    """Before "from" these make it a comparison: "rents from $2,000"."""
    measured: frozenset[str] = frozenset()
    """A little before a number these say that it is a measure, so that "M" is a metre: "carport"."""
    length_labels: frozenset[str] = frozenset()
    """Those of `measured` that name lengths."""
    area_labels: frozenset[str] = frozenset()
    """A little before a number these make metres, or no unit at all, square metres: "LT 120"."""
    sized: frozenset[str] = frozenset()
    """Right before sides these say what they are of: "kamar 3x4"."""
    labels: frozenset[str] = frozenset()
    """What stands glued before a number that counts: "LT120"."""
    numbered: frozenset[str] = frozenset()
    """What a number names one of many of: "Apt 4"."""
    numbered_loosely: frozenset[str] = frozenset()
    """The same, unless a word follows that the number may count: "kavling 3"."""
    floor_followers: frozenset[str] = frozenset()
    """Words after "floor 5" that it does not count: "walkup"."""
    homonyms: tuple[tuple[str, frozenset[str]], ...] = ()
    """Unit words that are something else beside these: "km" beside "kt" counts bathrooms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountSpec:
    """The amount a concept is stated with: "monthly rent _" has money per month."""

    kind: AmountKind
    unit: str = ""
    noun: str = ""
    """Empty for a concept that is said of a facet: the facet is the noun then."""
    least: float = -math.inf
    most: float = math.inf
    """A number outside is about something else: "$60 for storage" is not a rent. For years and
    dates these are years.
    """
    unsaid_from: float = math.inf
    """From here on money in a listing is the price even without a word for it: 900 million rupiah
    are not a deposit.
    """
    within: float = math.inf
    """Beyond this nothing is said of the concept, and far beyond it is denied: a park two
    kilometres away does not make a home one by a park.
    """
    ahead: bool = False
    """True if a date without a year is in the future: one moves in next September, not last."""
    enough: bool = False
    """True if an asked number is a minimum: a place that sleeps six answers a wish for one that
    sleeps four.
    """
    minimum: bool = False
    """True if the concept is the least that is accepted: a shortest stay of a week answers a wish
    for ten days. "30+ days" states 30, and "less than 30 days" states it only if it is refused.
    """
    beyond: ConceptId | None = None
    """What an amount without an upper end asks for in a query, instead of a minimum of at most that: "stays over a
    month" asks for long stays, and no shortest stay speaks against them."""
    beyond_from: float = 0.0
    """From this amount on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """An edge from one concept to another that it implies or excludes."""

    to: ConceptId
    discount: float
    excludes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountReading:
    """What an amount implies: built in 2019 or later implies "new building"."""

    says: ConceptId
    at_least: float = -math.inf
    at_most: float = math.inf


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """A thing the pack has words for. Two wordings of one concept are the same claim, whatever
    their similarity.
    """

    id: ConceptId
    type: TypeName
    levels: tuple[LevelName, ...]
    """The levels at which it may be said; the first one unless a facet or the text says otherwise."""
    wording: str
    """The wording shown to the user; "{facet}" is the room's name, "_" the amount, "(s)" a plural."""
    says: tuple[str, ...] = ()
    """Words that mean it. "_" stands for an amount; filler words between are ignored."""
    denies: tuple[str, ...] = ()
    """Words that mean its opposite without a negation word: "cats only" denies "dogs allowed"."""
    amount: AmountSpec | None = None
    facet: Facet | None = None
    """The facet that it speaks of even where the facet is not named: a dishwasher belongs to a
    kitchen.
    """
    steps: tuple[Step, ...] = ()
    readings: tuple[AmountReading, ...] = ()
    """What its amounts imply."""
    weight: float | None = None
    """Its weight, if it matters more or less than its type."""
    fixed: Mapping[str, float] = field(default_factory=dict)
    """Words that state its amount without a number: a studio has 0 bedrooms."""
    type_at: Mapping[LevelName, TypeName] = field(default_factory=dict)
    """Its type by level, if that depends on the level: "quiet" is a feature of a home, the
    character of an area.
    """
    document_only: tuple[str, ...] = ()
    """Words that mean it in a document but not in a query."""
    language: str = "en"
    """The language of its wording."""
    only_stressed: bool = False
    """True if in a query it goes without saying, and is a wish only if it is denied, one of
    several, or all that is said: "apartment" where every entity is one.
    """
    asked_as_host: bool = False
    """True if a query that qualifies it also asks for it: "a quiet complex" asks for a complex."""
    query_only: tuple[str, ...] = ()
    """Words that mean it in a query but not in a document: "with my cat" asks for cats allowed."""
    at_most: tuple[str, ...] = ()
    """Words of a query that make a plain amount a limit: a budget of $3,000 is met by $2,800."""
    as_part: Mapping[ConceptId, ConceptId] = field(default_factory=dict)
    """Beside another kind of thing it is a part of that: what is said next to it → what that means then. "A house,
    land 200 m²" asks for a house with so much land, and for no land.
    """
    either: Mapping[str, ConceptId] = field(default_factory=dict)
    """Words of a query that may as well mean another concept with an amount, so that either will do: "3 beds" may be
    beds or bedrooms."""
    quality: bool = False
    """It is how something is, and not a thing that it has: one is "not gilded", and has "no handle"."""

    @property
    def is_quality(self) -> bool:
        """True if it is a quality of a part and not a thing: "quiet {facet}", "{facet} luas"."""
        before, part, behind = self.wording.partition("{facet}")
        at_end = not behind or (not before and len(behind.split()) == 1)
        return bool(part) and at_end and self.amount is None

    def sayings(self, *, query: bool) -> tuple[str, ...]:
        """Returns every wording that means it, or denies it, in a query or in a document."""
        there = (*self.query_only, *self.at_most) if query else self.document_only
        return (*self.says, *self.denies, *self.fixed, *there)

    def pattern_of(self, facet_title: str | None = None, *, with_amount: bool = False) -> str:
        """Returns the pattern of a claim of this concept: the facet filled in or left out, "_" only
        with an amount.

        >>> area = Concept(id=ConceptId("area"), type=TypeName("size"), levels=(), wording="{facet} area _")
        >>> area.pattern_of("kitchen", with_amount=True), area.pattern_of()
        ('kitchen area _', 'area')
        """
        wording = self.wording.replace("{facet}", facet_title or "").replace("(s)", "s")
        if not with_amount:
            wording = wording.replace("_", "")
        elif "_" not in wording:
            wording += " _"
        return " ".join(wording.split())

    def filled(self, pattern: str, amount: Amount) -> str:
        """Returns a pattern of this concept with its amount filled in: "2 bedrooms", "1 bedroom"."""
        text = pattern.replace("_", describe(amount, self.language), 1)
        return text.removesuffix("s") if self.wording.endswith("(s)") and amount.low == amount.high == 1 else text

    def denied(self, text: str) -> str:
        """Returns the text denied. A wording that ends with the facet is a quality: "not quiet",
        but "no dishwasher".
        """
        lacking, unlike = DENIALS.get(self.language, DENIALS["en"])
        is_quality = self.quality or self.wording.endswith("{facet}")
        return f"{unlike} {text}" if is_quality else f"{lacking} {text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetSpec:
    """A kind of part: kitchen, balcony. Its words attach what is said beside them to the part's
    level.
    """

    name: Facet
    level: LevelName
    says: tuple[str, ...]
    title: str
    """For people: "living room"."""
    type: TypeName
    """The type of the claim that there is one: "with a balcony"."""
    counted: str = ""
    """The noun of amounts that count such parts; its name by default."""

    @property
    def presence(self) -> ConceptId:
        """The concept that such a part exists."""
        return ConceptId(f"has {self.name}")


class OtherName(StrEnum):
    """What another name of the same kind says about a wish."""

    REFUTES = "refutes"
    OPEN = "open"


class NameMatching(StrEnum):
    """How two names of a kind are compared."""

    EXACT = "exact"
    """The same name or an alias: places, train lines, brands."""
    PEOPLE = "people"
    """Names of people: order, initials, nicknames, former names and spelling, with a probability."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameKind:
    """A list of names: places, train lines, people. Matched by name as `match` says, by alias, or by
    containing name.
    """

    name: str
    type: TypeName
    level: LevelName
    wording: str
    """For example "located in {name}"."""
    other: OtherName
    entries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Canonical name to its aliases."""
    within: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Canonical name to the (kind, name) that contains it."""
    concept: ConceptId | None = None
    """The concept that a name also stands for: the L train is a subway."""
    amount: AmountSpec | None = None
    """The amount that is said of it: how far the L train is."""
    open: Literal["", "in", "near", "person"] = ""
    """Words with capitals that no list has are names of this kind: of places after "in" ("in
    Petaluma") or after "near", or of people.
    """
    match: NameMatching = NameMatching.EXACT

    @property
    def is_of_people(self) -> bool:
        """True if its names are compared as those of people."""
        return self.match is NameMatching.PEOPLE

    def pattern_of(self, name: str, *, with_amount: bool = False) -> str:
        """Returns the pattern of a claim of this kind.

        >>> type, level, other = TypeName("transport"), LevelName("area"), OtherName.OPEN
        >>> line = NameKind(name="line", type=type, level=level, wording="near {name}", other=other)
        >>> line.pattern_of("L train"), line.pattern_of("L train", with_amount=True)
        ('near L train', 'near L train _')
        """
        return self.wording.replace("{name}", name) + (" _" if with_amount else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceRule:
    """Which claims, beside those of its own type and level, can answer a wish."""

    level: LevelName
    types: frozenset[TypeName]
    by_level: LevelName
    by_types: frozenset[TypeName]
    proves: float
    """The discount on proof, 0…1."""
    refutes: float = 0.0
    """The discount on refutation; 0 means that such claims never refute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldSpec:
    """How a structured field becomes claims. Exactly one of the five is given; items may have
    values as well.
    """

    name: str
    level: LevelName
    concept: ConceptId | None = None
    """A number fills its amount; true or false asserts or denies it."""
    values: Mapping[str, ConceptId] = field(default_factory=dict)
    """Maps a word, or each word of a list, to its concept. For items: overrides of how some are
    read; "" for one whose own words are all it says.
    """
    name_kind: str = ""
    """The value is a name of this kind."""
    read: bool = False
    """True if the value is text, read like the listing."""
    types: tuple[TypeName, ...] = ()
    """Of what is read, only claims of these types count; all if empty. "Tanah Kusir" in an address names a place, and
    no land.
    """
    items: TypeName | None = None
    """The value is a list of things that exist, each read by itself; those that no word list has
    are of this claim type.
    """
    sole: bool = False
    """True if its value is all there is of its claim type: what the prose says of that is left out ("gudang, ada
    kantor" is no office where a column says what it is).
    """
    several: bool = False
    """True if its values are of different events, each true beside the others: one may marry in 1890 and in 1905."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildSpec:
    """A nested list in a document whose items are entities of their own."""

    key: str
    level: LevelName
    facet_key: str
    """The key of an item that names its facet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitSpec:
    """A unit word: its kind, canonical unit and factor."""

    kind: AmountKind
    unit: str
    factor: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceKindSpec:
    """A kind of place that a user may want to be near, or far from."""

    name: PlaceKind
    title: str
    """For people: "subway station"."""
    concept: ConceptId
    """The concept of a home near one: "near subway". A wish or a claim of it is checked on the map."""
    also: tuple[str, ...] = ()
    """Names that files give it: "subway_station", "metro"."""
    within_m: float | None = None
    """The radius of "near" without a word for it: people walk farther to a university than to a
    bus.
    """
    avoid_m: float | None = None
    """The radius that is too near for a user who wants none, unless a word says more than "near"."""
    google: tuple[str, ...] = ()
    """Its types at Google Places."""
    osm: tuple[str, ...] = ()
    """Its tags in OpenStreetMap, any of which will do: "railway=station"; "a=b&c=d" needs both."""


@dataclass(frozen=True, kw_only=True)
class PlacesSpec:
    """What a pack declares about places; a pack without it uses no coordinates."""

    levels: Mapping[LevelName, float]
    """The levels whose coordinates count, the answer level or above, and with what probability."""
    stand_in: Mapping[LevelName, float] = field(default_factory=dict)
    """Levels above the answers whose coordinates prove, with this probability, that an answer
    without any is near a named place. They never disprove it: a home in an area whose centre is far
    may be near.
    """
    kinds: Mapping[PlaceKind, PlaceKindSpec] = field(default_factory=dict)
    regions: tuple[str, ...] = ()
    """Kinds of names that are regions: "neighborhood", "borough". The first is the one that an
    entity without a name of its own gets from its coordinates.
    """
    near: Mapping[str, float] = field(default_factory=dict)
    """Words of nearness to metres: "dekat" = 1000. The key `ANY_WORD` is for a wish that uses none
    of them.
    """
    opinion: float = 0.9
    """The probability of a listing's own statement about nearness, which is an opinion; a measured
    distance is a fact.
    """
    outlines: float = 1.0
    """The probability of what an outline says about being in a region. Below `opinion`, a region that a listing names
    comes before one whose outline it lies in, and the outline decides where nothing is named.
    """
    reach_m: float = 25_000.0
    """If no place of a kind is known within this distance, nothing is known about that kind."""
    demo: tuple[str, ...] = ()
    """Files of demo places, relative to the pack's folder."""

    @property
    def usual_m(self) -> float:
        """The radius of "near" where neither a word nor a kind gives one."""
        return self.near.get(ANY_WORD, USUAL_M)

    def near_m(self, kind: PlaceKind) -> float:
        """Returns the radius of "near" for a kind of place, where no word gives one."""
        known = self.kinds.get(kind)
        return known.within_m if known is not None and known.within_m is not None else self.usual_m


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """Similarity to probability, fitted for one embedder: 1 / (1 + exp(-(slope * similarity +
    offset))).
    """

    slope: float
    offset: float


@dataclass(frozen=True, kw_only=True)
class Pack:
    """A domain: its levels, claim types, words, units and thresholds."""

    name: str
    version: int
    languages: tuple[str, ...]
    """Its languages, the main one first."""
    title: str
    hierarchy: Hierarchy
    level_weights: Mapping[LevelName, float]
    types: Mapping[TypeName, TypeSpec]
    default_type: TypeName
    """The type of a wish that no word list and no example has."""
    concepts: Mapping[ConceptId, Concept] = field(default_factory=dict)
    facets: Mapping[Facet, FacetSpec] = field(default_factory=dict)
    names: Mapping[str, NameKind] = field(default_factory=dict)
    level_labels: Mapping[LevelName, LevelLabel] = field(default_factory=dict)
    nouns: Mapping[LevelName, tuple[str, ...]] = field(default_factory=dict)
    """Words for an entity of a level: "quiet street" makes quiet a claim about the area."""
    evidence: tuple[EvidenceRule, ...] = ()
    fields: Mapping[str, FieldSpec] = field(default_factory=dict)
    children: Mapping[str, ChildSpec] = field(default_factory=dict)
    units: Mapping[str, UnitSpec] = field(default_factory=dict)
    bare: Mapping[str, ConceptId] = field(default_factory=dict)
    """The concept of an amount without words beside it, by "kind", "kind/unit" or `BARE_NUMBER`;
    with a level in front ("room.area") for what is said of such a part.
    """
    spellings: Mapping[str, str] = field(default_factory=dict)
    """Shorthand to words, replaced before reading: "w/d" to "washer dryer"."""
    gloss: Mapping[str, str] = field(default_factory=dict)
    """Words of its language in English, which replace them before anything is embedded."""
    ignored: tuple[str, ...] = ()
    """Words of a query that are not a wish by themselves: "apartment", "looking for"."""
    small_words: SmallWords = field(default_factory=SmallWords)
    label_words: LabelWords = field(default_factory=LabelWords)
    not_offered: Mapping[str, str] = field(default_factory=dict)
    """Words of a query for what the pack never offers, and what it offers instead: "buy" where all
    is for rent.
    """
    thresholds: Mapping[str, Mapping[TypeName, float]] = field(default_factory=dict)
    curves: Mapping[str, Mapping[TypeName, Curve]] = field(default_factory=dict)
    judged: Mapping[str, Mapping[TypeName, Bars]] = field(default_factory=dict)
    """These three by embedder, then type; the key "" is for types without an entry of their own."""
    guesses: Mapping[str, Guesses] = field(default_factory=dict)
    """By embedder: the model that guesses what words that no list has are about."""
    reading: ReadingRules = OFFERS
    """What the texts of the field are read by: see `reading_rules`."""
    round_amounts: Literal["near", "decade"] = "near"
    """What "1M an" means: about a miliar, or one to just under two."""
    dates: DateRules = PLAIN_DATES
    """How its texts give dates, and how far "about 1900" extends."""
    places: PlacesSpec | None = None
    demo: tuple[str, ...] = ()
    """Files of demo data, relative to the pack's folder, parents first."""
    source: str = DEFAULT_SOURCE
    """The source that reads its files into documents: see `source_names`."""
    relations: Mapping[RelationName, RelationKind] = field(default_factory=dict)
    """The kinds of links between entities that its documents may state."""
    exports: Mapping[str, Export] = field(default_factory=dict)
    """Third-party file formats that are recognised by their columns."""
    api: SourceSpec | None = None
    """The interface of a structured source beside the store; None where the pack declares none."""
    queries: tuple[str, ...] = ()
    """Example queries."""
    fingerprint: str = ""
    """Hash of the files it was read from: a text that was read with other words is read again."""

    def untrained_types(self) -> Mapping[str, tuple[TypeName, ...]]:
        """Returns, by embedder, the claim types that its trained guesses never return, because they
        were added since.
        """
        missing = {
            name: tuple(type for type in self.types if type not in one.types) for name, one in self.guesses.items()
        }
        return {name: types for name, types in missing.items() if types}

    def type(self, name: str) -> TypeSpec:
        """Returns the claim type; raises an error that lists the known ones."""
        try:
            return self.types[TypeName(name)]
        except KeyError:
            raise UnknownName(
                f"pack {self.name!r} has no claim type {name!r} (have: {', '.join(self.types)})",
                values={"type": name},
            ) from None

    @cached_property
    def answered_by(self) -> Mapping[tuple[LevelName, TypeName], tuple[EvidenceRule, ...]]:
        """For a wish of a level and type: every rule that lets claims answer it, its own first."""
        found: dict[tuple[LevelName, TypeName], tuple[EvidenceRule, ...]] = {}
        for spec in self.types.values():
            for level in self.hierarchy.levels:
                own = EvidenceRule(
                    level=level,
                    types=frozenset({spec.name}),
                    by_level=level,
                    by_types=frozenset({spec.name}),
                    proves=1.0,
                    refutes=1.0,
                )
                rules = [r for r in self.evidence if r.level == level and spec.name in r.types]
                found[level, spec.name] = (own, *rules)
        return found

    def bare_concept(self, kind: AmountKind, unit: str, level: LevelName | None = None) -> ConceptId | None:
        """Returns the concept of an amount without words beside it, said of the thing itself or of
        a part of some level.
        """
        # Where every date is read as days, a concept that the pack counts in years is found too.
        kinds = (kind, *sorted(TIMES - {kind})) if kind in TIMES and self.dates.historical else (kind,)
        for lead in (lead for one in kinds for lead in (f"{level}.{one}", str(one))):
            # "$80,000 a year" is converted to months, and a pack may want it by the year.
            convertible = (f"{lead}/{other}" for other in alike(kind, unit))
            for key in (f"{lead}/{unit}", *convertible, lead):
                if key in self.bare:
                    return self.bare[key]
        return None

    @cached_property
    def counted(self) -> frozenset[Facet]:
        """Facets of which an entity may have several, since the pack counts them: bedrooms, but not
        kitchens.
        """
        amounts = (concept.amount for concept in self.concepts.values())
        nouns = {one.noun for one in amounts if one is not None and one.kind is AmountKind.COUNT}
        return frozenset(facet.name for facet in self.facets.values() if (facet.counted or facet.name) in nouns)

    @cached_property
    def presences(self) -> Mapping[ConceptId, Facet]:
        """Maps the concepts of the existence of a part to the part's facet."""
        return {facet.presence: facet.name for facet in self.facets.values()}

    def containers(self, name: Name) -> tuple[Name, ...]:
        """Returns everything that contains what is named, the nearest first: Williamsburg,
        Brooklyn, New York.
        """
        line = [name]
        while True:
            kind = self.names.get(line[-1].kind)
            inside = kind.within.get(line[-1].text) if kind else None
            if inside is None or inside[0] not in self.names or Name(kind=inside[0], text=inside[1]) in line:
                return tuple(line[1:])
            line.append(Name(kind=inside[0], text=inside[1]))

    def relation_query(
        self, kinds: Collection[str] | None = None, direction: Direction = Direction.OUT
    ) -> RelationQuery:
        """Returns the query for links of some kinds, or of all; an undeclared kind is an error."""
        return relation_query(self.relations, kinds, direction)

    def threshold(self, embedder: str, type: TypeName) -> float:
        """Returns the probability from which similarity counts, for this embedder."""
        fitted = self.thresholds.get(embedder, {})
        return fitted.get(type, fitted.get(OTHER_TYPES, self.types[type].threshold))

    def curve(self, embedder: str, type: TypeName) -> Curve | None:
        """Returns the fitted curve; None if there is none: then similarity proves nothing and only
        words do.
        """
        curves = self.curves.get(embedder, {})
        return curves.get(type, curves.get(OTHER_TYPES))

    def are_places(self, kind: str) -> bool:
        """True if names of a kind say where something is; those of brands and makers do not."""
        names = self.names[kind]
        is_region = self.places is not None and kind in self.places.regions
        is_distant = names.amount is not None and names.amount.kind is AmountKind.DISTANCE
        return is_region or is_distant or names.open in ("in", "near")

    def bars(self, embedder: str, type: TypeName) -> Bars | None:
        """Returns the bars of a judge; None if nothing was fitted for this embedder."""
        bars = self.judged.get(embedder, {})
        return bars.get(type, bars.get(OTHER_TYPES))
