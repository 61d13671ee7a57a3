"""The command `places`: manages the gazetteer (load, list, find, fetch, remove, measure)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.help_text import examples
from claimtree.cli.options import AsJson, EmbedderName, PackName, StoreAddress, open_workspace, screen
from claimtree.cli.place_reports import exit_of, progress_bar, shown, table, tell
from claimtree.errors import BadInput, StoreUnavailable

if TYPE_CHECKING:
    from claimtree.geo import Point
    from claimtree.model.pack import PlacesSpec
    from claimtree.ports import MovableStore
    from claimtree.workspace import Workspace

LISTED = 50

KindName = Annotated[str | None, typer.Option("--kind", metavar="KIND", help="Only places of this kind.")]


def register(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
    group.command(
        short_help="load places from GeoJSON or CSV files",
        epilog=examples(
            "claimtree places load stations.csv --kind subway",
            "claimtree places load neighbourhoods.geojson parks.geojson --pack rentals",
        ),
    )(load)
    group.command(
        "list",
        short_help="what is known: how many of each kind, or the places of one",
        epilog=examples("claimtree places list", "claimtree places list --kind subway --json"),
    )(list_places)
    group.command(
        short_help="look a name up, as a search would",
        epilog=examples("claimtree places find 'Bedford Av'", "claimtree places find usu --pack property"),
    )(find)
    group.command(
        short_help="get places of a kind from a provider, and keep them",
        epilog=examples("claimtree places fetch subway --from overpass --around 40.71,-73.95 --radius 5000"),
    )(fetch)
    group.command(
        short_help="take places out",
        epilog=examples("claimtree places remove --kind bar", "claimtree places remove --source stations"),
    )(remove)
    group.command(short_help="measure again what is near every entity", epilog=examples("claimtree places measure"))(
        measure
    )
    app.add_typer(
        group,
        name="places",
        short_help="the places that searches know: load, look up, remove",
        help="The gazetteer: stations, parks, schools, districts. What has coordinates is measured against it, and "
        "wishes such as 'near Bedford Av' are looked up in it, with no network. docs/places.md tells more.",
    )


def load(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="GeoJSON, CSV or TSV, also .gz; or a folder.")],
    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help="Of rows that name none.")] = None,
    source: Annotated[
        str | None, typer.Option("--source", metavar="NAME", help="Who says so. [the file's name]")
    ] = None,
    partial: Annotated[
        bool, typer.Option("--partial", help="Not all there are: that none is near proves nothing then.")
    ] = False,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Load places, then measure what is near every entity. Coordinates are degrees of WGS 84.

    A place whose id is known is replaced. A record that cannot be used is reported and skipped (exit code 3), and the
    rest lands. docs/place-files.md has the columns.
    """
    from claimtree import serialization
    from claimtree.indexing.load_places import load_places
    from claimtree.sources.place_files import places_in, read_places

    out = screen(as_json)
    with open_workspace(pack, store, embedder) as workspace:
        spec = spec_of(workspace)
        records = read_places(files, spec, kind=kind or "", source=source or "", partial=partial)
        target = target_of(workspace)
        with progress_bar(out, places_in(files)) as report_progress:
            report = load_places(records, target, workspace.pack, progress=report_progress)
        address = target.info().address
    if as_json:
        out.result(serialization.places_report(report, address=address))
    else:
        tell(out, report, spec, address)
    raise typer.Exit(exit_of(report))


def list_places(
    kind: KindName = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many places are listed.")] = LISTED,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Show how many places of each kind there are; with --kind, the places themselves."""
    from claimtree import serialization

    out = screen(as_json)
    with open_workspace(pack, store, embedder) as workspace:
        spec_of(workspace)
        opened = workspace.store
        places = opened.places()
        behind = bool(places) and opened.measured_version() != opened.places_version()
    counts = Counter(place.kind for place in places)
    chosen = [place for place in places if place.kind == kind] if kind is not None else []
    notices = [BEHIND] if behind else []
    if kind is not None and not chosen:
        notices.append(f"There is no place of kind {kind!r} (have: {', '.join(sorted(counts)) or 'none'}).")
    if as_json:
        listed = [serialization.place(place) for place in chosen[:limit]]
        out.result({"kinds": dict(sorted(counts.items())), "places": listed, "notices": notices})
        return
    from claimtree.cli import show

    if kind is None:
        rows = [[name, f"{count:,}"] for name, count in sorted(counts.items())]
        out.show(table(["kind", "places"], rows) if rows else "No places are loaded: claimtree places load FILE")
    else:
        out.show(table(["name", "lat, lon", "lies in", "id"], [shown(place) for place in chosen[:limit]]))
        if len(chosen) > limit:
            out.show(f"… and {len(chosen) - limit:,} more; --limit shows them")
    out.show(*show.notes(notices))


BEHIND = "Places have changed since distances were measured: run `claimtree places measure`."


def find(
    name: Annotated[str, typer.Argument(metavar="NAME", help="As people write it: case, accents and typos forgiven.")],
    kind: KindName = None,
    near: Annotated[str | None, typer.Option("--near", metavar="LAT,LON", help="Prefer what is near.")] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many candidates.")] = 10,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Look a name up: what it would be taken for in a search, and what else it may mean."""
    from claimtree import serialization
    from claimtree.languages.rendering import render_all
    from claimtree.model.notices import NoticeCode, notice
    from claimtree.model.places import PlaceKind as Kind
    from claimtree.model.places import Where, WhereRelation
    from claimtree.places.choices import Ambiguous, Found
    from claimtree.places.locate import name_unknown
    from claimtree.text.detect import asker_language

    out = screen(as_json)
    at = point_of(near) if near is not None else None
    with open_workspace(pack, store, embedder) as workspace:
        spec_of(workspace)
        locator = workspace.locator()
        asked = Where(relation=WhereRelation.NEAR, names=(name,), kind=Kind(kind or ""))
        choice = locator.choose(name, asked)
        candidates = locator.gazetteer.named(name, near=at, kind=kind or "", limit=limit)
        found_notices = list(workspace.providers.notices()) if workspace.providers is not None else []
        language = asker_language(workspace.pack, name)
    match choice:
        case Found(places=places):
            verdict, meant = "found", places
        case Ambiguous(candidates=namesakes, total=total):
            verdict, meant = "ambiguous", tuple(one.place for one in namesakes)
            found_notices.append(notice(NoticeCode.NAME_MEANS_SEVERAL, name=name, count=total))
        case _:
            verdict, meant = "unknown", ()
            found_notices.append(name_unknown(name, choice.similar))
    notices = render_all(found_notices, language)
    if as_json:
        out.result(
            {
                "verdict": verdict,
                "places": [serialization.place(place) for place in meant],
                "candidates": [
                    {**serialization.place(one.place), "likeness": round(one.likeness, 4)} for one in candidates
                ],
                "notices": list(notices),
            }
        )
        return
    from claimtree.cli import show

    if meant:
        out.show(table(["name", "lat, lon", "lies in", "id"], [shown(place) for place in meant]))
    others = [one for one in candidates if one.place not in meant]
    if others:
        rows = [[f"{one.likeness:.0%}", *shown(one.place)] for one in others]
        out.show("", table(["alike", "name", "lat, lon", "lies in", "id"], rows))
    out.show(*show.notes(notices))


def fetch(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="A kind of the pack: subway, grocery, mall.")],
    provider: Annotated[str, typer.Option("--from", metavar="NAME", help="google or overpass.")] = "overpass",
    around: Annotated[
        str | None, typer.Option("--around", metavar="LAT,LON", help="The middle. [of what is stored]")
    ] = None,
    radius: Annotated[float, typer.Option("--radius", metavar="METRES", help="How far around, up to 50,000.")] = 5_000,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Get the places of a kind from a provider and keep them in the gazetteer, for searches without a network.

    Mind the provider's terms: OpenStreetMap's data may be kept with attribution, Google's only for 30 days.
    """
    from dataclasses import replace

    from claimtree import serialization
    from claimtree.errors import PlacesUnavailable
    from claimtree.indexing.load_places import load_places
    from claimtree.languages.rendering import render_all
    from claimtree.text.detect import asker_language

    if not 0 < radius <= 50_000:
        raise BadInput(f"--radius {radius:g} is not between 0 and 50,000 metres", values={"radius": radius})
    out = screen(as_json)
    with open_workspace(pack, store, embedder) as workspace:
        spec = spec_of(workspace)
        if kind not in spec.kinds:
            raise BadInput(f"no kind {kind!r} (have: {', '.join(spec.kinds)})", values={"kind": kind})
        target = target_of(workspace)
        middle = point_of(around) if around is not None else workspace.locator().centre
        if middle is None:
            raise BadInput("nothing in the store has coordinates", hint="Say where: --around 40.71,-73.95")
        chain = workspace.providers_named(provider)
        found = chain.of_kind(kind, around=middle, radius_m=radius, limit=1_000)
        notices = render_all(chain.notices(), asker_language(workspace.pack))
        if found is None:
            raise PlacesUnavailable("; ".join(notices) or f"{provider} knows nothing of kind {kind!r}")
        kept = [replace(place, source=place.source or provider) for place in found]
        with progress_bar(out, len(kept)) as report_progress:
            report = load_places(kept, target, workspace.pack, progress=report_progress)
        address = target.info().address
    report = replace(report, notices=(*notices, *report.notices))
    if as_json:
        out.result(serialization.places_report(report, address=address))
    else:
        tell(out, report, spec, address)
    raise typer.Exit(exit_of(report))


def remove(
    ids: Annotated[list[str] | None, typer.Argument(metavar="ID", help="Places; `places find` shows ids.")] = None,
    kind: KindName = None,
    source: Annotated[str | None, typer.Option("--source", metavar="NAME", help="All that came from there.")] = None,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Take places out by id, by kind or by source, and measure what is near every entity again."""
    from claimtree.indexing.load_places import remove_places
    from claimtree.model.places import PlaceId

    if not ids and kind is None and source is None:
        raise BadInput("name places, a --kind or a --source", hint="As in: claimtree places remove --kind bar")
    out = screen(as_json)
    with open_workspace(pack, store, embedder) as workspace:
        spec_of(workspace)
        target = workspace.store_to_change()
        wanted = {PlaceId(id) for id in ids or ()}
        known = target.places()
        unknown = sorted(wanted - {place.id for place in known})
        if kind is not None or source is not None:
            wanted |= {
                place.id
                for place in known
                if (kind is None or place.kind == kind) and (source is None or place.source == source)
            }
        with progress_bar(out, None) as report_progress:
            gone, measured = remove_places(target, workspace.pack, wanted, progress=report_progress)
        address = target.info().address
    notices = [f"There was no place {id!r}." for id in unknown]
    if as_json:
        out.result({"store": address, "removed": gone, "unknown": unknown, "measured": measured, "notices": notices})
    else:
        from claimtree.cli import show

        out.show(f"{show.counted(gone, 'place')} removed; {measured:,} entities measured again.", *show.notes(notices))


def measure(
    pack: PackName = None, store: StoreAddress = None, embedder: EmbedderName = None, as_json: AsJson = False
) -> None:
    """Measure again what is near every entity. `load` and `remove` do so too; this finishes what was cut short."""
    from claimtree.indexing.load_places import measure as measured_in

    out = screen(as_json)
    with open_workspace(pack, store, embedder) as workspace:
        spec_of(workspace)
        target = workspace.store_to_change()
        with progress_bar(out, None) as report_progress:
            measured = measured_in(target, workspace.pack, progress=report_progress)
        address = target.info().address
    if as_json:
        out.result({"store": address, "measured": measured})
    else:
        out.show(f"{measured:,} entities measured.")


def spec_of(workspace: Workspace) -> PlacesSpec:
    spec: PlacesSpec | None = workspace.pack.places
    if spec is None:
        raise BadInput(
            f"the pack {workspace.pack.name!r} looks at no places",
            hint="Give it a [places] table: docs/write-a-pack.md.",
            values={"pack": workspace.pack.name},
        )
    return spec


def target_of(workspace: Workspace) -> MovableStore:
    """Returns the store that searches use, which may be the demo's; creates one if there is
    none."""
    try:
        return workspace.store_to_change()
    except StoreUnavailable:
        return workspace.store_to_write()


def point_of(text: str) -> Point:
    from claimtree.geo import Point

    point = Point.read(text)
    if point is None:
        raise BadInput(f"{text!r} is not LAT,LON", hint="As in 40.7141,-73.9573", values={"given": text})
    return point
