"""What a structured source is asked: filters with values, and no sentence; and what it answers: rows.

A structured source is a database behind an interface like `GET /api/v1/properties`. Which of its
parameters mean which concepts is data of a pack (`SourceSpec`, the table `[api]`), so that this
module knows no field: a filter is the choice of a value, a range of numbers, or a feature.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from claimtree.model.claims import ConceptId, EntityId

GENERAL_PARAMETERS = ("search", "lat", "lng", "radius", "ids", "updated_since", "page", "per_page")
"""The parameters that every such interface has; a pack names the others."""

Row = Mapping[str, object]
"""A row of the source as JSON gives it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """A range of numbers, its ends included; None where there is no end."""

    low: float | None = None
    high: float | None = None

    def holds(self, value: float) -> bool:
        """True if the value lies in the range.

        >>> Bounds(low=3).holds(3), Bounds(high=2).holds(3)
        (True, False)
        """
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """Within a distance of a point."""

    lat: float
    lon: float
    radius_km: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceQuery:
    """What is asked for: all of it holds for each row of the answer."""

    search: str = ""
    """Words, all of which a row's texts have."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """Parameter → one of its values: property_type → house."""
    bounds: Mapping[str, Bounds] = field(default_factory=dict)
    """Number → its range: price → at most 500,000,000."""
    features: tuple[str, ...] = ()
    """What a row has: cctv, swimming_pool."""
    around: Around | None = None
    ids: tuple[str, ...] = ()
    updated_since: str = ""
    """A date or time (ISO 8601): only rows that were written since."""
    page: int = 1
    per_page: int = 20

    @property
    def filters(self) -> int:
        """How many filters there are."""
        single = (self.search, self.around, self.ids, self.updated_since)
        return len(self.choices) + len(self.bounds) + len(self.features) + sum(map(bool, single))


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRow:
    """A row with what every source says of one."""

    id: EntityId
    data: Row
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePage:
    """A page of rows, in the order of the source."""

    rows: tuple[SourceRow, ...]
    total: int
    """How many rows there are on all pages; those of this page if the source does not say."""
    says_total: bool = True
    """False if the source does not say how many rows there are."""
    page: int = 1
    pages: int = 1
    bad: tuple[str, ...] = ()
    """Why rows were left out, a sentence each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberSpec:
    """A number that the source filters by."""

    concept: ConceptId
    low: str = ""
    """The parameters of its ends, and of the one value; empty where the source has none."""
    high: str = ""
    exact: str = ""
    column: str = ""
    """The column of a row that has it."""


@dataclass(frozen=True, kw_only=True)
class SourceSpec:
    """What a pack declares about the interface of its structured source."""

    path: str
    """The last part of the address: "properties"."""
    export: str
    """The name of the `[exports]` by which its rows are read."""
    choices: Mapping[str, Mapping[str, ConceptId]] = field(default_factory=dict)
    """Parameter → value → concept."""
    numbers: Mapping[str, NumberSpec] = field(default_factory=dict)
    features: Mapping[str, ConceptId] = field(default_factory=dict)
    """Value of the parameter for features → concept."""
    features_parameter: str = "features"
    columns: Mapping[str, str] = field(default_factory=dict)
    """Our column → what a row calls it, where that is another name."""
    search_columns: tuple[str, ...] = ()
    """The columns whose words `search` is compared with."""
