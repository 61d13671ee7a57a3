"""The command `mcp`: offers search and other commands as tools for agents."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.help_text import examples
from claimtree.cli.options import AsJson, EmbedderName, PackName, ReaderName, StoreAddress, screen, settings_from
from claimtree.errors import BadInput, MissingExtra

if TYPE_CHECKING:
    from claimtree.mcp.open_packs import Offer
    from claimtree.settings import Settings

Listen = Annotated[
    str | None, typer.Argument(metavar="[HOST:PORT]", help="With --http: where to listen. [127.0.0.1:8766]")
]


def register(app: typer.Typer) -> None:
    app.command(
        short_help="the same for agents: tools over the Model Context Protocol",
        epilog=examples(
            "claimtree mcp --pack rentals",
            "claimtree mcp --http 127.0.0.1:9000",
            "claimtree mcp --list",
            "claimtree mcp --list --json",
        ),
    )(mcp)


def mcp(
    listen: Listen = None,
    http: Annotated[
        bool, typer.Option("--http", help="Over HTTP on this machine instead of stdin and stdout.")
    ] = False,
    listed: Annotated[bool, typer.Option("--list", help="Show the tools that agents get, and end.")] = False,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    reader: ReaderName = None,
    as_json: AsJson = False,
) -> None:
    """Offer searches, conversations, lookups and family trees as tools for agents (Model Context Protocol).

    A program starts it and talks to it over stdin and stdout: put it into the client's configuration (docs/mcp.md).
    All packs with data are offered; --pack says which one is meant when a call names none, --store offers one store
    alone. No data is ever changed. Ends when its input ends, or on Ctrl-C.
    """
    if listen is not None and not http:
        raise BadInput(f"{listen!r} is an address, which only --http listens on", hint=f"claimtree mcp --http {listen}")
    need_extra()
    from claimtree.mcp.open_packs import Offer

    settings = settings_from(pack, store, embedder, reader)
    with Offer.of(settings, chosen=pack is not None or is_chosen(settings)) as offer:
        if listed:
            show_tools(offer, as_json=as_json)
        elif http:
            serve_http(offer, listen, as_json=as_json)
        else:
            serve_stdio(offer)


def need_extra() -> None:
    if find_spec("mcp") is None:
        raise MissingExtra(
            "tools for agents need the package 'mcp', which is not installed",
            hint="pip install 'claimtree[mcp]'",
            values={"package": "mcp"},
        )


def is_chosen(settings: Settings) -> bool:
    """True if the pack was chosen in the environment or in a settings file."""
    from claimtree.settings import DEFAULT_PACK

    return settings.pack != DEFAULT_PACK


def serve_stdio(offer: Offer) -> None:
    from claimtree.mcp.stdio import serve

    if sys.stdin.isatty():
        screen(as_json=False).say("Waiting for a client on stdin; Ctrl-C ends it. docs/mcp.md says how to set one up.")
    serve(offer)


def serve_http(offer: Offer, listen: str | None, *, as_json: bool) -> None:
    from claimtree.mcp.http import DEFAULT_PORT, Address, server
    from claimtree.mcp.http import listen as opened

    out = screen(as_json)
    socket, address = opened(Address.parse(listen or str(DEFAULT_PORT)))
    with socket:
        if as_json:
            out.result({"url": address.url})
        else:
            out.say(f"Tools for agents at {address.url}; Ctrl-C ends it.")
        server(offer, address).run(sockets=[socket])


def show_tools(offer: Offer, *, as_json: bool) -> None:
    from claimtree.mcp.server import tools

    out = screen(as_json)
    known = tools(offer)
    if as_json:
        shapes = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in known]
        out.result({"tools": shapes, "packs": list(offer.ready)})
        return
    for tool in known:
        out.show_uncut([tool.name, *(f"  {line}" for line in (tool.description or "").splitlines()), ""])
