"""Columns of third-party files: what one is read as, and what became of each.

A *rule* reads a column as one that the pack knows. Rules come from the user (`--map`), or from an
*export*: a common file format, recognised by its columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

TEXT_COLUMNS: Final = ("text", "description", "body")
OWN_COLUMNS: Final = frozenset({"id", "level", "parent", "title", "source", "url", "updated", *TEXT_COLUMNS})
"""Columns that every pack knows."""
RELATIONS: Final = "relations"
"""The column of links to other entities, in packs that declare kinds of them."""
POINT_COLUMNS: Final = frozenset({"lat", "latitude", "lon", "lng", "longitude"})
"""Columns of packs that have places."""
NOT_READ = "_not_read"
"""Appended to the name of a known column that is not to be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnRule:
    """How one column is read."""

    to: str
    """The known column that it is read as; empty for one that is kept and shown, but not read."""
    unit: str = ""
    """The unit of its numbers, if they do not state one: "sqft", "per night"."""
    why: str = ""
    """Why it is not read, for messages."""
    column: str = ""
    """The column's name as given in the rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """A file format in common use, with the rules of its columns."""

    title: str
    """For people: "Inside Airbnb"."""
    known_by: tuple[frozenset[str], ...]
    """Sets of columns, in the form of `column_key`: a file that has all of any set is such an
    export.
    """
    rules: Mapping[str, ColumnRule]
    """By the `column_key` of the column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnUse:
    """What became of one column of a file."""

    column: str
    """Its name in the file."""
    to: str = ""
    """What it was read as; empty if it was not read."""
    records: int = 0
    """How many records had a value in it."""
    mapped: str = ""
    """The origin of the rule, if it is read as another column: "given", "remembered", or the
    export's title.
    """
    nearest: str = ""
    """The known column that it may be, if it was not read."""
    why: str = ""
    """Why it was not read, if there is more to say than that it is unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadValues:
    """Values that could not be read, of a column that is read."""

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
    """Columns that were mapped and are in none of the files."""
    made_ids: int = 0
    """Records of tables without an id column: the id is the URL, or a hash of the record."""

    def with_values(self, values: Iterable[UnreadValues]) -> ColumnsReport:
        """Returns the report with further unreadable values. A column without any readable value
        counts as not read.
        """
        left = [*self.values, *values]
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
    """Rules given by the user, by `column_key`."""

    rules: Mapping[str, ColumnRule] = field(default_factory=dict)
    remembered: frozenset[str] = frozenset()
    """Those of them that were given to an earlier run."""


def column_key(name: str) -> str:
    """Returns the form in which names of columns are compared.

    >>> column_key("Kamar Tidur"), column_key("livingArea"), column_key("price_in_rp")
    ('kamartidur', 'livingarea', 'priceinrp')
    """
    return "".join(letter for letter in name.casefold() if letter.isalnum())
