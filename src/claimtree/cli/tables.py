"""Tables of figures, and how to draw them on a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from claimtree.cli.screen import plain

if TYPE_CHECKING:
    from rich.console import RenderableType

_SHORT = 14
"""The most characters of a cell that is never wrapped, such as a figure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A title, the column heads, and rows of text."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    name: str = ""
    """The table's name in JSON; its title if empty."""
    numbers: Mapping[str, Mapping[str, float | None]] = field(default_factory=dict)
    """Numeric values for JSON, by row and column."""


def drawn(found: Table) -> RenderableType:
    """Returns the table for the terminal; columns of figures are aligned to the right."""
    from rich.table import Table as Drawn
    from rich.text import Text

    table = Drawn(title=found.title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for number, head in enumerate(found.heads):
        short = all(len(row[number]) <= _SHORT for row in found.rows)
        side: Literal["left", "right"] = "right" if number and short else "left"
        table.add_column(head, justify=side, header_style="dim", overflow="fold", no_wrap=bool(number) and short)
    for row in found.rows:
        table.add_row(*(Text(plain(cell)) for cell in row))
    table.caption = found.note or None
    return table
