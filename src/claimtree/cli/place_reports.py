"""Formats the results of loading and finding places: counts, tables, a progress bar."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from claimtree.cli.exits import Exit

if TYPE_CHECKING:
    from rich.table import Table

    from claimtree.cli.screen import Screen
    from claimtree.indexing.load_places import PlacesReport, ReportProgress
    from claimtree.model.pack import PlacesSpec
    from claimtree.model.places import Place

BAD_SHOWN = 10


def exit_of(report: PlacesReport) -> Exit:
    if report.interrupted:
        return Exit.INTERRUPTED
    return Exit.SKIPPED if report.skipped else Exit.OK


@contextmanager
def progress_bar(out: Screen, total: int | None) -> Iterator[ReportProgress]:
    """Shows a progress bar on a terminal; does nothing if stderr is no terminal."""
    if not sys.stderr.isatty():
        yield lambda done, message: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=out.err, transient=True) as bar:
        task = bar.add_task("loading", total=total)
        yield lambda done, message: bar.update(task, completed=done, description=message)


def tell(out: Screen, report: PlacesReport, spec: PlacesSpec, address: str) -> None:
    from rich.text import Text

    from claimtree.cli import show
    from claimtree.cli.screen import plain
    from claimtree.serialization import reason_of

    rows = [[plain(kind), f"{count:,}"] for kind, count in sorted(report.kinds.items())]
    out.show(table(["kind", "places"], rows))
    done = (
        f"{report.loaded:,} loaded, {report.measured:,} entities measured, in {report.seconds:.1f} s, {plain(address)}"
    )
    out.show(Text(done, "dim"))
    strange = sorted(kind for kind in report.kinds if kind not in spec.kinds and kind not in spec.regions)
    notices = list(report.notices)
    if strange:
        known = ", ".join((*spec.regions, *spec.kinds))
        notices.append(f"The pack measures no {', '.join(strange)}; they are found by name only. It knows: {known}.")
    if report.bad:
        out.show("", Text("Skipped", "bold yellow"))
        for bad in report.bad[:BAD_SHOWN]:
            where = str(bad.values.get("place", ""))
            out.show(Text.assemble((f"  {plain(where)}: " if where else "  ", "bold"), plain(reason_of(bad))))
        if report.skipped > BAD_SHOWN:
            out.show(Text(f"  … and {report.skipped - BAD_SHOWN:,} more; --json lists up to 1,000", "dim"))
    if report.interrupted:
        out.show("", Text("Interrupted: what is counted is stored; run it again to go on.", "yellow"))
    out.show(*show.notes(notices))


def shown(place: Place) -> list[str]:
    from claimtree.cli.screen import plain

    where = f"{place.centre.lat:.4f}, {place.centre.lon:.4f}"
    return [f"{plain(place.name)} ({plain(place.kind)})", where, plain(place.parent), plain(place.id)]


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    from rich.table import Table

    drawn = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in columns:
        drawn.add_column(name, overflow="fold", justify="right" if name in ("places", "alike") else "left")
    for row in rows:
        drawn.add_row(*row)
    return drawn
