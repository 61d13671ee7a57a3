"""The command `serve`: runs the web page and the HTTP API."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.help_text import examples
from claimtree.cli.options import AssistantName, EmbedderName, PackName, ReaderName, StoreAddress, settings_from
from claimtree.cli.screen import plain, write
from claimtree.errors import BadInput, MissingExtra

if TYPE_CHECKING:
    from claimtree.api.app import Serving
    from claimtree.settings import Settings

PORT = 8321


def register(app: typer.Typer) -> None:
    app.command(
        short_help="the page and the HTTP API",
        epilog=examples(
            "claimtree serve",
            "claimtree serve --collection homes=homes.db --collection villas=property@villas.db --port 9000",
            "claimtree keys add phone --role read && claimtree serve --host 0.0.0.0 --name search.example.org",
        ),
    )(serve)


def serve(
    host: Annotated[str, typer.Option("--host", help="Where to listen; elsewhere than here needs keys.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="0 takes a free one.", min=0, max=65_535)] = PORT,
    collection: Annotated[
        list[str] | None,
        typer.Option("--collection", metavar="NAME=STORE", help="A named store, or NAME=PACK@STORE; may be repeated."),
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option("--name", metavar="HOST", help="What the server is called; may be repeated.")
    ] = None,
    open_to_all: Annotated[
        bool,
        typer.Option(
            "--open-to-all", help="Any client that can reach it may search without a key, and change nothing."
        ),
    ] = False,
    workers: Annotated[int, typer.Option("--workers", help="Processes; 0: as many as cores.", min=0, max=64)] = 1,
    pictures: Annotated[
        str, typer.Option("--pictures", metavar="SOURCE", help="Where the page may load pictures from, as in https:.")
    ] = "",
    tiles: Annotated[
        str,
        typer.Option(
            "--tiles", metavar="ADDRESS", help="The map's ground, as in https://tiles.example.org/{z}/{x}/{y}.png."
        ),
    ] = "",
    tiles_by: Annotated[
        str, typer.Option("--tiles-by", metavar="TEXT", help="Attribution of the tiles, shown on the map.")
    ] = "",
    private_webhooks: Annotated[
        bool, typer.Option("--private-webhooks", help="Saved searches may post to this machine and its own network.")
    ] = False,
    log_queries: Annotated[
        bool, typer.Option("--log-queries", help="Write queries into the log; by default they are not written.")
    ] = False,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    reader: ReaderName = None,
    assistant: AssistantName = None,
) -> None:
    """Serve the page at / and the API under /api/v1, with its description at /api/v1/openapi.json.

    Without --collection, every pack that has a store (or its demo) is a collection of its own. On
    this machine alone no key is needed until one is made; `claimtree keys` makes them. Ctrl-C ends
    it.
    """
    try:
        from claimtree.api.server import Running, run
        from claimtree.api.tiles import parse_tiles
    except ImportError as error:
        raise MissingExtra(
            f"the server needs the package {error.name!r}, which is not installed",
            hint="Install it with: pip install 'claimtree[serve]'",
            values={"extra": "serve"},
        ) from error
    settings = settings_from(pack, store, embedder, reader, assistant=assistant)
    serving = asked(settings, host, collection or [], name or [], open_to_all=open_to_all)
    serving = replace(
        serving,
        pictures=source(pictures),
        tiles=parse_tiles(tiles, tiles_by),
        log_queries=log_queries,
        private_webhooks=private_webhooks,
    )
    chosen = workers or os.cpu_count() or 1
    with tempfile.TemporaryDirectory(prefix="claimtree-serve-") as folder:
        running = Running(settings=settings, serving=serving, host=host, port=port, workers=chosen, folder=folder)
        run(running, lambda address: write(sys.stderr, f"Claimtree listens on {plain(address)}  (Ctrl-C ends it)\n"))


def asked(settings: Settings, host: str, collections: list[str], names: list[str], *, open_to_all: bool) -> Serving:
    """Returns what the flags ask for; raises an error if that would open the server to strangers by
    accident."""
    from claimtree.access import Demand, Keys
    from claimtree.access.key_db import FILE
    from claimtree.access.key_policy import LOST_HINT
    from claimtree.api.app import Serving
    from claimtree.api.collections import check_names, parse_spec, usual_specs
    from claimtree.model.hosts import is_loopback

    local = is_loopback(host)
    keys = Keys(settings.home / FILE)
    demand = keys.demand()
    if demand is Demand.LOST and not open_to_all:
        raise BadInput(
            f"keys were made for this server, and {keys.path} has none: it was lost",
            hint=LOST_HINT,
            values={"path": str(keys.path)},
        )
    if (not local or names) and not open_to_all and not keys.any():
        how = f"--name {names[0]}" if local else f"--host {host}"
        raise BadInput(
            f"{how} can be reached from elsewhere, and there are no keys",
            hint="Make one with `claimtree keys add NAME`, or give --open-to-all: any client may then search.",
            values={"host": host},
        )
    specs = tuple(parse_spec(one, pack=settings.pack) for one in collections) or usual_specs(settings)
    check_names(specs)
    if not specs:
        raise BadInput(
            "there is nothing to serve", hint="Load the demo with `claimtree demo`, or give --collection NAME=STORE."
        )
    return Serving(
        specs=specs,
        local=local,
        open_to_all=open_to_all,
        names=tuple(names),
        keys_demanded=demand is not Demand.NONE,
    )


def source(text: str) -> str:
    """Returns the allowed source of pictures: one scheme or origin, without characters that would
    end the security policy that contains it."""
    if text and not re.fullmatch(r"https?:(//[A-Za-z0-9.*-]+(:\d+)?)?", text):
        raise BadInput(f"--pictures {text!r} is no source", hint="As in https: or https://img.example.org")
    return text
