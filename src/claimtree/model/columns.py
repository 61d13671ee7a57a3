"""Columns of other people's files: what one is read as, and what became of each.

A *rule* reads a column as one that the pack knows. Rules come from whoever indexes (`--map`), or from an *export*: a
format that many people have, known by its columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

TEXT_COLUMNS: Final = ("text", "description", "body")
OWN_COLUMNS: Final = frozenset({"id", "level", "parent", "title", "source", "url", "updated", *TEXT_COLUMNS})
"""What every pack knows."""
RELATIONS: Final = "relations"
"""The column of links to other entities, in packs that declare kinds of them."""
POINT_COLUMNS: Final = frozenset({"lat", "latitude", "lon", "lng", "longitude"})
"""What packs know that have places."""
NOT_READ = "_not_read"
"""Put behind the name of a known column that is not to be read as what it is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnRule:
    """How one column is read."""

    to: str
    """The known column that it is read as; empty for one that is kept, shown and not read."""
    unit: str = ""
    """What its numbers are of, where they do not say so: "sqft", "per night"."""
    why: str = ""
    """Why it is not read, for whoever wonders."""
    column: str = ""
    """What whoever gave the rule calls the column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """A format that many files have, with what its columns are read as."""

    title: str
    """For people: "Inside Airbnb"."""
    known_by: tuple[frozenset[str], ...]
    """Sets of columns, in the form of `column_key`: a file that has all of any set is such an export."""
    rules: Mapping[str, ColumnRule]
    """By the `column_key` of the column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnUse:
    """What became of one column of a file."""

    column: str
    """As the file calls it."""
    to: str = ""
    """What it was read as; empty where it was not read."""
    records: int = 0
    """How many had something in it."""
    mapped: str = ""
    """Who says what it is read as, where it is not called so: "given", "remembered", or the export's title."""
    nearest: str = ""
    """The known column that it may be, where it was not read."""
    why: str = ""
    """Why it was not read, where there is more to say than that nothing knows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadValues:
    """Values of a column that is read, and that say nothing."""

    column: str
    why: str
    count: int
    example: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnsReport:
    """What became of the columns of one run."""

    uses: tuple[ColumnUse, ...] = ()
    values: tuple[UnreadValues, ...] = ()
    exports: tuple[str, ...] = ()
    """Formats that were recognised by their columns."""
    missing: tuple[str, ...] = ()
    """Columns that were mapped and stand in none of the files."""
    made_ids: int = 0
    """Records of tables without a column for their id: each is called after its address, or after all that it says."""

    def with_values(self, values: Iterable[UnreadValues]) -> ColumnsReport:
        """The same, with values that said nothing. A column of which none said anything was not read."""
        left = list(values)
        uses: list[ColumnUse] = []
        for use in self.uses:
            alone = sum(other.to == use.to for other in self.uses) == 1
            silent = next((one for one in left if alone and one.column == use.to and one.count >= use.records), None)
            if silent is not None:
                left.remove(silent)
            uses.append(replace(use, to="", why=f"{silent.example!r} {silent.why}") if silent else use)
        return replace(self, uses=tuple(uses), values=tuple(left))

    @property
    def read(self) -> tuple[ColumnUse, ...]:
        return tuple(use for use in self.uses if use.to)

    @property
    def unread(self) -> tuple[ColumnUse, ...]:
        return tuple(use for use in self.uses if not use.to)


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenRules:
    """What somebody says columns are to be read as, by `column_key`."""

    rules: Mapping[str, ColumnRule] = field(default_factory=dict)
    remembered: frozenset[str] = frozenset()
    """Those of them that an earlier run was given."""


def column_key(name: str) -> str:
    """The form in which names of columns are compared.

    >>> column_key("Kamar Tidur"), column_key("livingArea"), column_key("price_in_rp")
    ('kamartidur', 'livingarea', 'priceinrp')
    """
    return "".join(letter for letter in name.casefold() if letter.isalnum())
