"""Tables of figures, and how they are drawn on a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from claimtree.cli.screen import plain

if TYPE_CHECKING:
    from rich.console import RenderableType

_SHORT = 14
"""Characters of a cell that is never broken: a figure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A title, the heads of the columns, and rows of text."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    name: str = ""
    """What programs find it under; the title where it has none."""
    numbers: Mapping[str, Mapping[str, float | None]] = field(default_factory=dict)
    """For programs, by row and column, where the cells are numbers."""


def drawn(found: Table) -> RenderableType:
    """The table for the terminal; columns of figures are aligned to the right."""
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
