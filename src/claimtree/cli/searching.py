"""The commands `read`, `search` and `explain`: take a sentence and show its claims, hits or
reasons."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.exits import exit_for
from claimtree.cli.help_text import examples
from claimtree.cli.options import (
    AsJson,
    EmbedderName,
    PackName,
    ReaderName,
    SourceAddress,
    StoreAddress,
    Strict,
    Text,
    TextFile,
    VectorsAddress,
    Weights,
    check_document_length,
    check_text,
    flags,
    level_weights,
    open_workspace,
    screen,
    texts,
)
from claimtree.errors import BadInput, ClaimtreeError
from claimtree.process_memory import collect_garbage_very_rarely

if TYPE_CHECKING:
    from claimtree.cli.screen import Screen
    from claimtree.model.answers import Answer
    from claimtree.model.notices import Notice
    from claimtree.model.places import Place, Where
    from claimtree.workspace import Workspace

Words = Annotated[str | None, typer.Argument(metavar="TEXT", help="The text, in quotes; - reads it from stdin.")]

NearPlace = Annotated[str | None, typer.Option("--near", metavar="PLACE", help="Near a place, by name or as LAT,LON.")]
Edits = Annotated[
    list[str] | None, typer.Option("--edit", metavar="EDIT", help="Change a claim, as in drop:c3; may be given again.")
]
WithinDistance = Annotated[str | None, typer.Option("--within", metavar="DISTANCE", help="How near: 500m, 2km, 1mi.")]


def no_neighbours(given: str | None) -> None:
    """Rejects an option that earlier versions had."""
    if given is not None:
        raise BadInput(
            "--neighbours is gone: every search compares a wish with every phrase",
            hint="Leave it out. The complete comparison misses nothing, and was not slower.",
        )


Neighbours = Annotated[str | None, typer.Option("--neighbours", hidden=True, callback=no_neighbours)]


def register(app: typer.Typer) -> None:
    app.command(
        short_help="every entity that fits, best first, with the words",
        epilog=examples(
            "claimtree search 'sunny two-bedroom in Brooklyn under $4,000, pets allowed'",
            "claimtree search 'quiet home near the subway, no ground floor' --limit 3 --strict",
            "claimtree search 'bright bedroom with a large closet' --weight room=0.8 --json",
            "claimtree search 'two-bedroom under 500 m from a subway' --near 'Prospect Park' --map homes.html",
        ),
    )(search)
    app.command(
        short_help="why an entity stands where it stands, or is missing",
        epilog=examples(
            "claimtree explain bk-001 'quiet two-bedroom under $4,000, dogs allowed'",
            "claimtree explain bk-002 'two-bedroom with a dishwasher' --json",
        ),
    )(explain)
    app.command(
        short_help="the claims in a text",
        epilog=examples(
            "claimtree read 'quiet 2BR, south or west facing, no bars nearby, under $4,000'",
            "claimtree read --explain 'not too old, preferably with a balcony'",
            "claimtree read --document 'Sunny 2BR, 12 m² kitchen with dishwasher. No pets.'",
            "echo 'kitchen over 12 m²' | claimtree read - --json",
        ),
    )(read)


def read(
    text: Words = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say how each claim was read.")] = False,
    document: Annotated[
        bool, typer.Option("--document", help="Read it as a document: what is said, not wanted.")
    ] = False,
    listing: Annotated[bool, typer.Option("--listing", hidden=True)] = False,
    file: TextFile = None,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    reader: ReaderName = None,
    as_json: AsJson = False,
) -> None:
    """Show the claims in a text: what is wanted, how firmly, and the words that say so.

    Needs no store. A text without claims gives an empty list and a notice. With --document, which takes up to a
    million characters, you see what `index` would take from a text of yours.
    """
    from claimtree.search.query_limits import check_length

    collect_garbage_very_rarely()
    given = texts(text, file)
    is_document = document or listing
    for one in given:
        if is_document:
            check_document_length(one)
        else:
            check_length(one.content)
    out = screen(as_json)
    with open_workspace(pack, store, embedder, reader) as workspace:
        for number, one in enumerate(given):
            if is_document:
                read_document(workspace, one, out, explain=explain, as_json=as_json)
                continue
            found = workspace.reader.read_query(one.content)
            found = replace(found, notices=(*found.notices, *notices_before_reading(one)))
            if as_json:
                from claimtree import serialization

                out.result(serialization.reading(found, explain=explain))
            else:
                from claimtree.cli import show

                if file is not None:
                    out.show(*([""] if number else []), show.heading(one.content))
                signs = show.marks(unicode=out.unicode)
                shown = show.reading(
                    found,
                    signs,
                    width=out.out.width,
                    explain=explain,
                    language=workspace.pack.languages[0],
                )
                out.show(shown)


def notices_before_reading(text: Text) -> list[Notice]:
    """Returns the notices about a text before it is read."""
    from claimtree.model.notices import NoticeCode, notice

    return [] if text.intact else [notice(NoticeCode.TEXT_NOT_UTF8)]


def read_document(workspace: Workspace, text: Text, out: Screen, *, explain: bool, as_json: bool) -> None:
    from claimtree.model.claims import EntityId
    from claimtree.model.hierarchy import Entity
    from claimtree.model.notices import NoticeCode, notice

    about = Entity(id=EntityId("document"), level=workspace.pack.hierarchy.answers)
    found = workspace.reader.read_document(text.content, about=about, source="document")
    silent = [] if found.claims else [notice(NoticeCode.NO_CLAIMS)]
    found = replace(found, notices=(*found.notices, *notices_before_reading(text), *silent))
    if as_json:
        from claimtree import serialization

        out.result(serialization.document(found, explain=explain))
    else:
        from claimtree.cli import show

        out.show(show.document(found, show.marks(unicode=out.unicode), explain=explain))


def search(
    text: Words = None,
    limit: Annotated[int, typer.Option("--limit", help="How many hits, 1 to 1,000.")] = 10,
    offset: Annotated[int, typer.Option("--offset", help="How many of the best to leave out.")] = 0,
    after: Annotated[str, typer.Option("--after", metavar="CURSOR", help="Go on behind a page: its `cursor`.")] = "",
    edit: Edits = None,
    strict: Strict = False,
    weight: Weights = None,
    near: NearPlace = None,
    within: WithinDistance = None,
    neighbours: Neighbours = None,
    by_place: Annotated[bool, typer.Option("--by-place", help="Group the hits by the place they are near to.")] = False,
    map_file: Annotated[
        Path | None, typer.Option("--map", metavar="FILE", help="Write a page with a map of the hits; no network.")
    ] = None,
    geojson: Annotated[
        bool, typer.Option("--geojson", help="The hits and the places that decided, as GeoJSON on stdout.")
    ] = False,
    file: TextFile = None,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    reader: ReaderName = None,
    source: SourceAddress = None,
    vectors: VectorsAddress = None,
    as_json: AsJson = False,
) -> None:
    """Find every entity that fits, best first, with a verdict and the words behind it for every claim.

    A wish that is refuted drops a hit if it is required; one of which nothing is said only costs it rank. What `read`
    shows as c1, c2, … can be edited: drop:c3, must:c1, nice:c5, weight:c2:0.9, negate:c4, or:c1,c4, alone:c1,
    words:c3:facing west.
    """
    collect_garbage_very_rarely()
    from claimtree.model.questions import parse_question

    given = [Text(content="")] if near is not None and file is None and not text else texts(text, file)
    if file is not None and map_file is not None:
        raise BadInput("--map draws one search; --file asks many", hint="Give one text.")
    if as_json and geojson:
        raise BadInput("--json and --geojson both want stdout", hint="Give one of them.")
    asked = parse_question("", edits=edit or (), strict=strict, weights=level_weights(weight))
    out = screen(as_json or geojson)
    failed: ClaimtreeError | None = None
    with open_workspace(pack, store, embedder, reader, source=source, vectors=vectors) as workspace:
        searcher = workspace.searcher
        asked = replace(asked, near=nearness(near, within))
        for number, one in enumerate(given):
            started = time.perf_counter()
            try:
                check_text(one)
                found = searcher.search(replace(asked, text=one.content), limit=limit, offset=offset, after=after)
            except BadInput as error:
                if file is None:
                    raise
                # One bad line does not stop the others; the exit code reports it.
                failed = failed or error
                if as_json:
                    from claimtree import serialization

                    out.result(serialization.of_error(error))
                else:
                    out.say(f"{file}, line {number + 1}: {error.message}")
                continue
            took_ms = (time.perf_counter() - started) * 1000
            if map_file is not None:
                draw(workspace, found, one.content, map_file, offset=found.offset)
            if geojson:
                from claimtree.maps import geojson as drawn

                out.result(drawn(found, question=one.content, places=outlines(workspace, found), offset=found.offset))
            elif as_json:
                from claimtree import serialization

                out.result(serialization.answer(found, took_ms=took_ms, grouped=by_place))
            else:
                from claimtree.cli import show

                if file is not None:
                    out.show(*([""] if number else []), show.heading(one.content))
                signs = show.marks(unicode=out.unicode)
                shown = show.answer(
                    found, workspace.pack, signs, offset=found.offset, took_ms=took_ms, grouped=by_place
                )
                out.show(shown)
                if by_place and all(claim.where is None for claim in found.claims):
                    out.show(*show.nothing_to_group_by(found.language))
                if map_file is not None:
                    out.show("", show.map_written(map_file, found.language))
                if file is None:
                    extra = [
                        *(part for one_edit in asked.edits for part in ("--edit", str(one_edit))),
                        *near_flags(near, within),
                        *flags(pack, store, embedder, reader),
                    ]
                    given_too = {"--source": source, "--vectors": vectors}
                    paging = [part for flag, at in given_too.items() if at is not None for part in (flag, at)]
                    out.show_uncut(show.following(found, one.content, extra, limit=limit, paging=paging))
    if failed is not None:
        raise typer.Exit(exit_for(failed))


def nearness(near: str | None, within: str | None) -> Where | None:
    """Returns the place wish for --near and --within; None if neither is given."""
    if near is None and within is None:
        return None
    from claimtree.places.distances import near_place

    if near is None or not near.strip():
        what = "--within needs --near" if near is None else "--near names no place"
        raise BadInput(what, hint="As in: --near 'Prospect Park' --within 1km")
    if within is not None and not within.strip():
        raise BadInput("--within '' is not a distance", hint="As in 500m, 1.5km or 1mi")
    return near_place(near, within or "")


def near_flags(near: str | None, within: str | None) -> list[str]:
    """Returns the options that were given, so that suggested commands search for the same."""
    given = {"--near": near, "--within": within}
    return [part for flag, value in given.items() if value is not None for part in (flag, value)]


def draw(workspace: Workspace, found: Answer, question: str, file: Path, *, offset: int) -> None:
    """Writes the page with the map."""
    from claimtree.maps import page

    drawn = page(found, question=question, pack=workspace.pack, places=outlines(workspace, found), offset=offset)
    try:
        file.write_text(drawn, encoding="utf-8")
    except OSError as error:
        raise BadInput(
            f"{file} cannot be written: {error.strerror or error}", hint="Check the path.", values={"file": str(file)}
        ) from error


def outlines(workspace: Workspace, found: Answer) -> list[Place]:
    """Returns the places to draw: the store's regions as the map's background, and the places in
    the answer."""
    spec = workspace.pack.places
    spoken_of = {place.id for asked in found.asked_places for place in asked.places}
    spoken_of |= {
        piece.sight.place
        for hit in found.hits
        for finding in hit.findings
        for piece in finding.pieces
        if piece.sight is not None
    }
    return [
        place
        for place in workspace.gazetteer().places
        if place.id in spoken_of or (spec is not None and place.kind in spec.regions)
    ]


def explain(
    id: Annotated[str, typer.Argument(metavar="ID", help="The entity; `search` shows ids.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The query, in quotes; - reads it from stdin.")],
    strict: Strict = False,
    weight: Weights = None,
    near: NearPlace = None,
    within: WithinDistance = None,
    neighbours: Neighbours = None,
    edit: Edits = None,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    reader: ReaderName = None,
    as_json: AsJson = False,
) -> None:
    """Say why an entity has its rank for a query, or why it is missing, with all the evidence."""
    collect_garbage_very_rarely()
    from claimtree.model.claims import EntityId
    from claimtree.model.questions import parse_question

    one = texts(text, None)[0]
    check_text(one)
    question = parse_question(one.content, edits=edit or (), strict=strict, weights=level_weights(weight))
    out = screen(as_json)
    with open_workspace(pack, store, embedder, reader) as workspace:
        engine = workspace.engine
        started = time.perf_counter()
        why = engine.explain(EntityId(id), replace(question, near=nearness(near, within)))
        took_ms = (time.perf_counter() - started) * 1000
    if as_json:
        from claimtree import serialization

        out.result(serialization.explanation(why, took_ms=took_ms))
    else:
        from claimtree.cli import show

        out.show(show.explanation(why, show.marks(unicode=out.unicode)))
