"""Progress bars on stderr."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from claimtree.cli.screen import Screen

if TYPE_CHECKING:
    from rich.progress import TaskID


@contextmanager
def bars(output: Screen) -> Iterator[Callable[[str, int, int], None]]:
    """Yields a progress function (task name, done, total) that draws a bar for each task; on a
    terminal only."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*columns, console=output.err, transient=True, disable=not output.err.is_terminal) as drawn_bars:
        tasks: dict[str, TaskID] = {}

        def progress(what: str, done: int, of: int) -> None:
            if what not in tasks:
                tasks[what] = drawn_bars.add_task(what, total=of)
            drawn_bars.update(tasks[what], completed=done, total=of)

        yield progress
