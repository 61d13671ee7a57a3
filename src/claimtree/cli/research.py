"""The commands `tree tasks`, `tree candidates` and `tree match`: what to look for, who may be meant, and what is known
of a DNA match."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.options import AsJson, PackName, StoreAddress, screen
from claimtree.cli.tree import Living, TreeName, folder_of, tree_settings
from claimtree.errors import BadInput

if TYPE_CHECKING:
    from claimtree.answering.ask_result import Clue, EvidenceBlock
    from claimtree.cli.screen import Screen

Person = Annotated[str, typer.Argument(metavar="ID", help="A person: an id, or a name that only one person has.")]
_LINES_SHOWN = 4


def tasks(
    id: Person,
    limit: Annotated[int, typer.Option("--limit", min=1, max=50, help="How many.")] = 8,
    tree: TreeName = None,
    living: Living = None,
    pack: PackName = None,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Show what to look for about a person: censuses, obituaries, records that would fill a gap or settle a conflict,
    each with the reason and the lines of the file from which it follows."""
    from claimtree.cli.screen import plain
    from claimtree.serialization import research_json
    from claimtree.tree_service.service import TreeService

    out = screen(as_json)
    settings = tree_settings(pack, store, living=living)
    index, inner, found = TreeService.of(settings).tasks(id, tree, most=limit)
    if as_json:
        out.result(research_json.research_tasks(found, index, inner))
        return
    shown = " ".join(filter(None, (index.shown(inner), index.years(inner))))
    lines = [plain(shown if found else f"{shown}: nothing to look for that the tree tells")]
    for one in found:
        quotes = [f"    {plain(line.quote)}" for line in one.evidence[:_LINES_SHOWN]]
        lines += ["", f"- {plain(one.what)}", f"  {plain(one.why)}", *quotes]
    out.show_uncut(lines)


def candidates(
    name: Annotated[str, typer.Argument(metavar="NAME", help="As it is asked for: “Mary E. Smith”.")],
    born: Annotated[
        str, typer.Option("--born", metavar="DATE", help="As in GEDCOM: 1878, ABT 1878, BET 1875 AND 1880.")
    ] = "",
    died: Annotated[str, typer.Option("--died", metavar="DATE", help="Likewise.")] = "",
    place: Annotated[str, typer.Option("--place", metavar="PLACE", help="Where the person was.")] = "",
    second: Annotated[
        list[str] | None,
        typer.Option(
            "--second",
            metavar="SOURCE",
            help="Where to look if the tree has nobody likely: a tree, a GEDCOM file, or the address of a search "
            "service; again for more. [CLAIMTREE_RECORDS_URL]",
        ),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=50, help="How many.")] = 3,
    tree: TreeName = None,
    living: Living = None,
    pack: PackName = None,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Show who may be meant, the likeliest first, each with the reasons and the evidence. The tree comes first; second
    sources are asked only where it has nobody, or nobody likely."""
    from claimtree.answering.ask_result import Sought
    from claimtree.answering.candidates import finder_of
    from claimtree.research.second_source import supplemented
    from claimtree.serialization import research_json
    from claimtree.tree_service.open_trees import family_index
    from claimtree.tree_service.second_sources import second_sources

    out = screen(as_json)
    settings = tree_settings(pack, store, living=living)
    folder = folder_of(settings)
    about = folder.only(tree)
    if not name.strip() or len(name) > _LONGEST:
        raise BadInput("a name is missing, or too long", hint=f"Give one of up to {_LONGEST} characters.")
    sought = Sought(name=name, clues=tuple(_clues(born, died, place)))
    with second_sources(second or (), folder, settings) as sources:
        found = finder_of(family_index(folder, about, settings.show_living)).find(sought, limit)
        result = supplemented(found, sources, limit)
    if as_json:
        out.result(research_json.candidates(result))
        return
    lines: list[str] = []
    for one in result.found.candidates:
        shown = " ".join(filter(None, (one.name, one.years)))
        lines += [f"{shown} ({one.confidence} %), {one.source_id}", *(f"  {why}" for why in one.why)]
        lines += _evidence_lines(one.evidence)
    lines += [f"asked: {', '.join(result.asked)}"] if result.asked else []
    _show(out, [*(lines or ["Nobody is like this."]), *result.failed])


def match(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A JSON file: name, shared_cm, surnames, places, notes, log.")
    ],
    tree: TreeName = None,
    living: Living = None,
    pack: PackName = None,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Show what is known of a DNA match as evidence: likely relationships by the DNA that is shared, surnames and
    places that the tree has too, notes, and the last messages. docs/family.md says what the file has."""
    from claimtree.research.match_context import match_evidence, read_context
    from claimtree.serialization import research_json
    from claimtree.tree_service.open_trees import family_index

    out = screen(as_json)
    settings = tree_settings(pack, store, living=living)
    context = read_context(file)
    folder = folder_of(settings)
    # The DNA alone tells something, too: no tree is needed.
    some = tree is not None or folder.names()
    index = family_index(folder, folder.only(tree), settings.show_living) if some else None
    found = match_evidence(context, index)
    if as_json:
        out.result(research_json.match_context(found))
        return
    _show(out, _evidence_lines(found) or ["The file says nothing of the match."])


_LONGEST = 200


def _clues(born: str, died: str, place: str) -> list[Clue]:
    from claimtree.answering.ask_result import Clue, ClueKind
    from claimtree.model.gedcom_dates import read_gedcom_date

    found = [
        Clue(kind=ClueKind.EVENT, quote=date, event=event, when=read_gedcom_date(date))
        for event, date in (("birth", born), ("death", died))
        if date
    ]
    return [*found, *([Clue(kind=ClueKind.EVENT, quote=place, place=place[:_LONGEST])] if place else [])]


def _evidence_lines(blocks: tuple[EvidenceBlock, ...]) -> list[str]:
    lines = []
    for one in blocks:
        quotes = [one.quote] if one.quote else [line.quote for line in one.lines[:_LINES_SHOWN]]
        lines += [f"  {one.source_type} {one.source_id}: {one.summary}", *(f"    {quote}" for quote in quotes)]
    return lines


def _show(out: Screen, lines: list[str]) -> None:
    from claimtree.cli.screen import plain

    out.show_uncut([plain(line) for line in lines])
