"""The command `bench`: measures speed and size on this machine and compares with other engines;
runs from a checkout (`benchmarks.command`)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from claimtree.cli.checkout import enter_checkout
from claimtree.cli.help_text import examples
from claimtree.cli.options import AsJson


class What(StrEnum):
    """What to do."""

    MEASURE = "measure"
    PLACES = "places"
    PROSE = "prose"
    PEERS = "peers"
    GENERATE = "generate"


class Scale(StrEnum):
    """How much to measure."""

    QUICK = "quick"
    FULL = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchOptions:
    """The options of `claimtree bench`."""

    what: What
    homes: int | None
    scale: Scale
    engine: tuple[str, ...]
    elasticsearch: str | None
    opensearch: str | None
    postgres: str | None
    data: Path | None
    store: Path | None
    prose: bool
    out: Path | None
    svg: Path | None
    markdown: Path | None
    seed: int
    pack: str
    embedder: str | None
    keep: Path | None
    as_json: bool


def register(app: typer.Typer) -> None:
    app.command(
        short_help="how fast, how large, against whom",
        epilog=examples(
            "claimtree bench --homes 300",
            "claimtree bench peers --homes 1000 --engine lancedb --engine ours-sqlite",
            "claimtree bench prose --homes 300",
            "claimtree bench generate --homes 100 --out listings.jsonl",
        ),
    )(bench)


def bench(
    what: Annotated[
        What,
        typer.Argument(
            help="measure; places: what whereabouts cost; prose: what texts cost, with the real encoder; peers: a race "
            "with other engines; generate: write a world as listings, to index or look at."
        ),
    ] = What.MEASURE,
    homes: Annotated[int | None, typer.Option(help="One world of so many homes instead of the scale's.")] = None,
    scale: Annotated[
        Scale,
        typer.Option(help="quick: 10,000 and 100,000 homes; full: 1,000,000 too. The race has worlds of its own."),
    ] = Scale.QUICK,
    engine: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="peers: only this engine; may be given again.")
    ] = None,
    elasticsearch: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="peers: where it is. [CLAIMTREE_TEST_ELASTICSEARCH]")
    ] = None,
    opensearch: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="peers: where it is. [CLAIMTREE_TEST_OPENSEARCH]")
    ] = None,
    postgres: Annotated[
        str | None, typer.Option(metavar="URL", help="peers: one with pgvector. [CLAIMTREE_TEST_POSTGRES]")
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="peers, prose: real listings too (Inside Airbnb, one JSON a line)."),
    ] = None,
    store: Annotated[
        Path | None, typer.Option(metavar="FILE", help="prose: search this store of the same world; make none.")
    ] = None,
    prose: Annotated[bool, typer.Option("--prose", help="generate: homes described in prose.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="All numbers as JSON; for generate: listings.")
    ] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="A chart.")] = None,
    markdown: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The tables, put between the marks of a page.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Another seed is another world.")] = 7,
    pack: Annotated[str, typer.Option("--pack", metavar="PACK", help="A pack with the levels of rentals.")] = "rentals",
    embedder: Annotated[
        str | None,
        typer.Option(
            "--embedder",
            metavar="NAME",
            help="hashed-384 (fast, made for this) or a real one. [hashed-384; prose: claimtree-small-3]",
        ),
    ] = None,
    keep: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Build worlds here, keep them, and use them again.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure a generated rental market: building, disk, memory, latency by kind of query, growth, correctness.

    Everything runs on one core, in processes of its own. Worlds are built in a temporary folder that is removed;
    TMPDIR says where. `places` measures one world, of --homes, or 10,000, or 100,000 homes if full, with half as many
    places: what a place wish adds to a search, grounding, correctness. `peers` asks our stores and other engines the
    same questions, with all cores: 10,000 homes, if full 100,000 and 300,000 too; --keep continues what was begun.
    `prose` indexes and searches 1,000 homes of 100 to 200 words, if full 100,000, with all cores; --keep keeps their
    store by seed, size and versions, and goes on with one that was interrupted.

    Runs from a checkout of the sources; the installed package does not hold the benchmarks.
    """
    enter_checkout("bench")
    from benchmarks.command import run_command

    run_command(
        BenchOptions(
            what=what,
            homes=homes,
            scale=scale,
            engine=tuple(engine or ()),
            elasticsearch=elasticsearch,
            opensearch=opensearch,
            postgres=postgres,
            data=data,
            store=store,
            prose=prose,
            out=out,
            svg=svg,
            markdown=markdown,
            seed=seed,
            pack=pack,
            embedder=embedder,
            keep=keep,
            as_json=as_json,
        )
    )
