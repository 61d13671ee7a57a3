"""The schema of a pack's files: their keys and values, validated by pydantic.

Names of other things (a level, a type, a concept) are only text here; `build_pack` resolves them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from claimtree.model.amounts import AmountKind
from claimtree.model.reading_rules import Sentences
from claimtree.source_names import DEFAULT_SOURCE

Share = Annotated[float, Field(ge=0, le=1)]
Bar = Annotated[float, Field(gt=0, le=1)]
"""A probability that must be reached; at 0 everything would."""
Metres = Annotated[float, Field(gt=0)]
Text = Annotated[str, Field(min_length=1)]
Words = list[Text]


def _as_list(value: object) -> object:
    """Returns a list; a single word may be given without brackets."""
    return [value] if isinstance(value, str) else value


# Strict models do not accept text for an enum, and a pack file can only give text.
Kind = Annotated[AmountKind, Field(strict=False)]
Counting = Annotated[Sentences, Field(strict=False)]


class Table(BaseModel):
    """A TOML table with no other keys than those declared, and no values of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class TypeTable(Table):
    about: Text
    levels: Annotated[Words, Field(min_length=1)]
    examples: Words = Field(default_factory=list)
    called: Words = Field(default_factory=list)
    firm: bool = False
    loosened_last: bool = False
    rules: bool = False
    weight: Share = 0.7
    threshold: Share = 0.75


class Side(Table):
    level: Text
    types: Annotated[Words, Field(min_length=1)]


class EvidenceTable(Table):
    wish: Side
    by: Side
    proves: Share
    refutes: Share = 0.0


class AmountTable(Table):
    kind: Kind
    unit: str = ""
    noun: str = ""
    least: float | None = None
    most: float | None = None
    unsaid_from: float | None = None
    within: float | None = None
    ahead: bool = False
    enough: bool = False
    minimum: bool = False
    beyond: Text | None = None
    beyond_from: float = 0.0


class AboutTable(Table):
    years: Annotated[int, Field(ge=0, le=100)] = 5
    months: Annotated[int, Field(ge=0, le=120)] = 1
    days: Annotated[int, Field(ge=0, le=365)] = 7


class DatesTable(Table):
    historical: bool = False
    about: AboutTable = AboutTable()


class AmountReadingTable(Table):
    says: Text
    at_least: float | None = None
    at_most: float | None = None


class ConceptTable(Table):
    type: Text
    levels: Annotated[Words, Field(min_length=1)] | None = None
    wording: Text | None = None
    says: Words = Field(default_factory=list)
    denies: Words = Field(default_factory=list)
    implies: dict[Text, Share] = Field(default_factory=dict)
    excludes: dict[Text, Share] = Field(default_factory=dict)
    amount: AmountTable | None = None
    facet: Text | None = None
    readings: list[AmountReadingTable] = Field(default_factory=list)
    weight: Share | None = None
    fixed: dict[Text, float] = Field(default_factory=dict)
    type_at: dict[Text, Text] = Field(default_factory=dict)
    document_only: Words = Field(default_factory=list)
    query_only: Words = Field(default_factory=list)
    at_most: Words = Field(default_factory=list)
    only_stressed: bool = False
    quality: bool = False
    asked_as_host: bool = False
    as_part: dict[Text, Text] = Field(default_factory=dict)
    either: dict[Text, Text] = Field(default_factory=dict)


class FacetTable(Table):
    level: Text
    says: Words = Field(default_factory=list)
    title: Text | None = None
    type: Text | None = None
    counted: Text | None = None


class NameTable(Table):
    type: Text
    level: Text
    wording: Text
    other: Literal["refutes", "open"]
    entries: dict[Text, Words] = Field(default_factory=dict)
    within: dict[Text, Text] = Field(default_factory=dict)
    concept: Text | None = None
    amount: AmountTable | None = None
    open: Literal["", "in", "near", "person"] = ""
    match: Literal["exact", "people"] = "exact"


class FieldTable(Table):
    level: Text
    concept: Text | None = None
    values: dict[Text, str] | None = None
    name: Text | None = None
    read: bool | None = None
    types: list[Text] | None = None
    items: Text | None = None
    sole: bool = False
    several: bool = False


class ColumnTable(Table):
    to: str = ""
    unit: str = ""
    why: str = ""


def _as_column(value: object) -> object:
    return {"to": value} if isinstance(value, str) else value


class ExportTable(Table):
    title: Text
    known_by: Annotated[list[Annotated[Words, Field(min_length=1)]], Field(min_length=1)]
    columns: dict[Text, Annotated[ColumnTable, BeforeValidator(_as_column)]]


class RentsTable(Table):
    price: Text
    rent: Text
    to_let: Text
    for_sale: Text
    per: Literal["day", "week", "month", "year"] = "year"
    monthly_below: Annotated[float, Field(ge=0)] = 0.0
    most: float | None = None


class AreasTable(Table):
    land: Text
    floor: Text
    landless: Annotated[list[Text], Field(min_length=1)]
    landed: list[Text] = []


class ReadingTable(Table):
    """How the texts of the field are read: see `model.reading_rules`."""

    scope: Literal["learned", "rules"] = "learned"
    questions: Counting = Sentences.JUDGED
    hearsay: Counting = Sentences.JUDGED
    advertising: Literal["judged", "counted"] = "judged"
    fair_housing: bool = False
    parts_in_text: bool = True
    seats_as_area: bool = False
    wishes_checked: bool = True
    free_words: bool = True
    used_as: Text | None = None
    about_money: Annotated[float, Field(gt=0, le=0.5)] = 0.06
    rents: RentsTable | None = None
    areas: AreasTable | None = None


class ApiNumberTable(Table):
    concept: Text
    low: str = ""
    high: str = ""
    exact: str = ""
    column: str = ""


class ApiTable(Table):
    """The interface of a structured source: see `model.source_query`."""

    path: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*(/[a-z0-9_-]+)*$", max_length=200)]
    export: Text
    features_parameter: Text = "features"
    search_columns: Words = Field(default_factory=list)
    choices: dict[Text, dict[Text, Text]] = Field(default_factory=dict)
    numbers: dict[Text, ApiNumberTable] = Field(default_factory=dict)
    features: dict[Text, Text] = Field(default_factory=dict)
    columns: dict[Text, Text] = Field(default_factory=dict)


class ChildTable(Table):
    level: Text
    facet: Text


class UnitTable(Table):
    kind: Kind
    unit: str
    factor: Annotated[float, Field(gt=0)] = 1.0


class PlaceKindTable(Table):
    title: Text | None = None
    concept: Text
    also: Words = Field(default_factory=list)
    within_m: Metres | None = None
    avoid_m: Metres | None = None
    google: Words = Field(default_factory=list)
    osm: list[Annotated[str, Field(pattern=r"^[^=&]+=[^=&]+(&[^=&]+=[^=&]+)*$")]] = Field(default_factory=list)


class RelationTable(Table):
    about: Text
    symmetric: bool = False
    inverse: Text | None = None
    says: Words | None = None
    said_back: Words = Field(default_factory=list)


class PlacesTable(Table):
    levels: Annotated[dict[Text, Share], Field(min_length=1)]
    stand_in: dict[Text, Share] = Field(default_factory=dict)
    regions: Words = Field(default_factory=list)
    near: dict[str, Metres]
    opinion: Share = 0.9
    outlines: Share = 1.0
    reach_m: Metres = 25_000.0
    demo: Words = Field(default_factory=list)
    kinds: dict[Text, PlaceKindTable] = Field(default_factory=dict)


class SmallWordsTable(Table):
    which: Words = Field(default_factory=list)
    prices: Words = Field(default_factory=list)
    other_costs: Words = Field(default_factory=list)
    payments: Words = Field(default_factory=list)
    other_sizes: Words = Field(default_factory=list)
    vague: Words = Field(default_factory=list)
    stopwords: Words = Field(default_factory=list)
    leads: Words = Field(default_factory=list)
    locating: Words = Field(default_factory=list)
    address_ends: Words = Field(default_factory=list)


class LabelWordsTable(Table):
    priced: Words = Field(default_factory=list)
    opened: Words = Field(default_factory=list)
    measured: Words = Field(default_factory=list)
    length_labels: Words = Field(default_factory=list)
    area_labels: Words = Field(default_factory=list)
    sized: Words = Field(default_factory=list)
    labels: Words = Field(default_factory=list)
    numbered: Words = Field(default_factory=list)
    numbered_loosely: Words = Field(default_factory=list)
    floor_followers: Words = Field(default_factory=list)
    homonyms: dict[Text, Words] = Field(default_factory=dict)


class LevelLabelTable(Table):
    names: dict[Text, Words] = Field(default_factory=dict)
    icon: str = ""


class WordsFile(Table):
    """What a pack may spread over further files."""

    concepts: dict[Text, ConceptTable] = Field(default_factory=dict)
    facets: dict[Text, FacetTable] = Field(default_factory=dict)
    names: dict[Text, NameTable] = Field(default_factory=dict)
    nouns: dict[Text, Words] = Field(default_factory=dict)
    spellings: dict[Text, str] = Field(default_factory=dict)
    gloss: dict[Text, Text] = Field(default_factory=dict)
    ignored: Words = Field(default_factory=list)
    small_words: SmallWordsTable = Field(default_factory=SmallWordsTable)
    label_words: LabelWordsTable = Field(default_factory=LabelWordsTable)
    not_offered: dict[Text, Words] = Field(default_factory=dict)
    exports: dict[Text, ExportTable] = Field(default_factory=dict)


class PackFile(WordsFile):
    """pack.toml: the domain itself, with or without its words."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$")]
    version: Annotated[int, Field(ge=1)]
    language: Annotated[Words, Field(min_length=1), BeforeValidator(_as_list)]
    title: Text
    reading: ReadingTable = ReadingTable()
    round_amounts: Literal["near", "decade"] = "near"
    dates: DatesTable = DatesTable()
    levels: Annotated[dict[Text, str], Field(min_length=1)]
    answers: Text
    level_weights: dict[Text, Share] = Field(default_factory=dict)
    level_labels: dict[Text, LevelLabelTable] = Field(default_factory=dict)
    default_type: Text
    words: Words = Field(default_factory=list)
    demo: Words = Field(default_factory=list)
    source: Text = DEFAULT_SOURCE
    queries: Words = Field(default_factory=list)
    types: Annotated[dict[Text, TypeTable], Field(min_length=1)]
    evidence: list[EvidenceTable] = Field(default_factory=list)
    fields: dict[Text, FieldTable] = Field(default_factory=dict)
    children: dict[Text, ChildTable] = Field(default_factory=dict)
    relations: dict[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$")], RelationTable] = Field(default_factory=dict)
    units: dict[Text, UnitTable] = Field(default_factory=dict)
    bare: dict[Text, Text] = Field(default_factory=dict)
    guesses: dict[Text, Text] = Field(default_factory=dict)
    places: PlacesTable | None = None
    api: ApiTable | None = None

    @model_validator(mode="before")
    @classmethod
    def _with_old_places(cls, data: object) -> object:
        """Takes the switches of `[reading]` that once stood at the top from there, too."""
        if not isinstance(data, dict) or not isinstance(data.get("reading", {}), dict):
            return data
        old = {key: data[key] for key in ONCE_AT_THE_TOP if key in data and key not in data.get("reading", {})}
        kept = {key: value for key, value in data.items() if key not in old}
        return {**kept, "reading": {**kept.get("reading", {}), **old}} if old else data


ONCE_AT_THE_TOP = ("fair_housing", "scope")
"""Keys of `[reading]` that pack.toml once had at the top, where they are still understood."""


class MadeTable(Table):
    """What a calibration was measured on; a table written by hand has none."""

    on: date
    concepts: Annotated[int, Field(ge=1)]
    pairs: Annotated[int, Field(ge=1)]
    digest: Text
    """Digest of the concepts: the same ones give the same table."""
    precision: Bar
    """The precision that the bars were chosen for."""
    ece: Share
    brier: Annotated[float, Field(ge=0, le=2)]


class CurveTable(Table):
    slope: Annotated[float, Field(gt=0)]
    offset: float


class BarsTable(Table):
    """The bars of a type; a value left out is as in the default."""

    met: Bar | None = None
    refuted: Bar | None = None
    maybe: Bar | None = None
    silence: float | None = None


class CalibrationFile(Table):
    """What every file in a pack's folder `calibrations` has."""

    kind: Literal["likeness", "judge"]
    embedder: Text
    made: MadeTable | None = None


class LikenessFile(CalibrationFile):
    """For an embedder that only measures how similar two texts are."""

    curves: Annotated[dict[Text, CurveTable], Field(min_length=1)]
    thresholds: dict[Text, Bar] = Field(default_factory=dict)


class JudgeFile(CalibrationFile):
    """For an embedder that distinguishes what meets a wish from what refutes it."""

    bars: Annotated[dict[Text, BarsTable], Field(min_length=1)]


MOVED = dict.fromkeys(("curves", "thresholds"), "stands in a file of its own, calibrations/EMBEDDER.toml")
"""Keys that pack.toml once had."""
RENAMED = {"listing_only": "document_only"}
"""Keys that have another name now."""


def faults(error: ValidationError, model: type[Table]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yields the position of each fault, and what is wrong there in the terms of a pack's author."""
    for found in error.errors(include_url=False):
        # pydantic marks a dictionary's key, but not its value, with an extra step.
        at = tuple(step for step in found["loc"] if step != "[key]")
        yield at, _wrong(found["type"], found["input"], found.get("ctx", {}), found["msg"], at, model)


def _wrong(
    code: str,
    value: object,
    limits: Mapping[str, Any],
    message: str,
    at: tuple[str | int, ...],
    model: type[Table],
) -> str:
    match code:
        case "missing":
            return "is missing"
        case "extra_forbidden" if model is PackFile and at[0] in MOVED:
            return MOVED[str(at[0])]
        case "extra_forbidden" if at[-1] in RENAMED:
            return f"is called {RENAMED[str(at[-1])]} now"
        case "extra_forbidden":
            return f"no such key (have: {', '.join(_keys(model, at))})"
        case "string_too_short" | "too_short":
            return "is empty"
        case "string_type":
            return f"must be text, not {_shown(value)}"
        case "int_type" | "int_from_float":
            return f"must be a whole number, not {_shown(value)}"
        case "float_type":
            return f"must be a number, not {_shown(value)}"
        case "bool_type":
            return f"must be true or false, not {_shown(value)}"
        case "list_type":
            return f"must be a list, not {_shown(value)}"
        case "dict_type" | "model_type" | "model_attributes_type":
            return f"must be a table, not {_shown(value)}"
        case "date_type":
            return f"must be a date (2026-01-31), not {_shown(value)}"
        case "finite_number":
            return f"must be a finite number, not {_shown(value)}"
        case "greater_than_equal":
            return f"must be at least {limits['ge']:g}, not {_shown(value)}"
        case "less_than_equal":
            return f"must be at most {limits['le']:g}, not {_shown(value)}"
        case "greater_than":
            return f"must be more than {limits['gt']:g}, not {_shown(value)}"
        case "enum" | "literal_error":
            return f"must be {limits['expected']}, not {_shown(value)}"
        case "string_pattern_mismatch" if "osm" in at:
            return f"must be a tag, 'amenity=school' or 'a=b&c=d', not {_shown(value)}"
        case "string_pattern_mismatch":
            return f"must be lower-case letters, digits, '-' and '_', not {_shown(value)}"
        case _:
            return f"{message[:1].lower()}{message[1:]}, not {_shown(value)}"


def _keys(model: type[Table], at: tuple[str | int, ...]) -> list[str]:
    """Returns the keys of the table in which the last step of `at` was not found."""
    here: Any = model
    for step in at[:-1]:
        here = _bare(here.model_fields[step].annotation if _is_table(here) else get_args(here)[-1])
    return list(here.model_fields) if _is_table(here) else []


def _bare(annotation: Any) -> Any:
    """Returns the type without `Annotated[…]` and `… | None`."""
    while get_origin(annotation) in (Annotated, UnionType, Union):
        annotation = get_args(annotation)[0]
    return annotation


def _is_table(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Table)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
