"""The command `keys`: manages the access keys of the server. A key is shown once, when it is
made."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.help_text import examples
from claimtree.cli.options import AsJson, screen
from claimtree.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from claimtree.access import Key, Keys


def register(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
    group.command(
        short_help="make a key and show it, once",
        epilog=examples(
            "claimtree keys add shop-frontend",
            "claimtree keys add nightly-import --role write --collection rentals --expires 90d",
            "claimtree keys add dashboard --role admin --rate 60 --json",
        ),
    )(add)
    group.command(
        "list",
        short_help="who has a key, what it may do, when it was used last",
        epilog=examples("claimtree keys list", "claimtree keys list --all --json"),
    )(show_all)
    group.command(
        short_help="refuse a key from now on",
        epilog=examples("claimtree keys revoke shop-frontend"),
    )(revoke)
    group.command(
        short_help="forget all keys: a server on this machine needs none any more",
        epilog=examples("claimtree keys reset --yes"),
    )(reset)
    app.add_typer(
        group,
        name="keys",
        short_help="who may use the server",
        help="Who may use the server: keys with a role (read, write, admin), the collections they may see and an end. "
        "They lie hashed in keys.db in the data folder; see docs/keys.md.",
    )


def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who will use it, as you will find it in the list.")],
    role: Annotated[
        str,
        typer.Option(
            "--role", metavar="ROLE", help="read: search; write: also change what is stored; admin: also metrics."
        ),
    ] = "read",
    collection: Annotated[
        list[str] | None,
        typer.Option("--collection", metavar="NAME", help="What it may see; may be given again. [every collection]"),
    ] = None,
    expires: Annotated[
        str | None,
        typer.Option("--expires", metavar="TIME", help="How long it holds: 12h, 90d, 6w, 1y. [until it is revoked]"),
    ] = None,
    rate: Annotated[
        int | None, typer.Option("--rate", metavar="N", help="Requests a minute. [the server's default]")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a key. It stands alone on stdout and is never shown again: only its hash is kept.

    Give it only to NAME, and send it as `Authorization: Bearer KEY`. A name is free again once its key is
    revoked.
    """
    from claimtree.access import key_json, key_requests

    out = screen(as_json)
    wanted = key_requests.role(role)
    holds = None if expires is None else key_requests.duration(expires)
    with closing(opened()) as keys:
        new = keys.add(name, role=wanted, collections=collection or (), expires=holds, rate_per_minute=rate)
    if as_json:
        out.result({"key": key_json.key(new.key, datetime.now(UTC)), "secret": new.secret})
        return
    from claimtree.cli import show

    out.show_uncut([new.secret])
    out.say(f"Key {new.key.name!r} (id {new.key.id}): {permissions(new.key)}.")
    out.say("It is not shown again. Send it as: Authorization: Bearer KEY")
    out.say(f"To take it back: {show.command('keys', 'revoke', new.key.name)}")


def show_all(
    everything: Annotated[bool, typer.Option("--all", help="Also those that were revoked.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the keys, the oldest first: what each may do and see, until when, and the day it was used last.

    Secrets are not kept, so that none can be shown.
    """
    from claimtree.access import key_json

    out = screen(as_json)
    with closing(opened()) as keys:
        held, now = keys.list(), datetime.now(UTC)
    shown = [key for key in held if everything or key.revoked is None]
    if as_json:
        out.result({"keys": [key_json.key(key, now) for key in shown]})
        return
    from claimtree.cli import show

    if shown:
        out.show(listed(shown, now))
    else:
        out.show_uncut(["There are no keys. To make one:", f"  {show.command('keys', 'add', '--help')}"])
    if len(shown) < len(held):
        out.say(f"{show.counted(len(held) - len(shown), 'revoked key')} left out; --all shows them too.")


def revoke(
    name: Annotated[str, typer.Argument(metavar="NAME-or-ID", help="As `keys list` shows them.")],
    as_json: AsJson = False,
) -> None:
    """Refuse a key from now on, in servers that are running too. It cannot be taken back: make a new one.

    The searches that were saved with it go with it; what was said of hits stays.
    """
    from claimtree import saved
    from claimtree.access import key_json

    out = screen(as_json)
    with closing(opened()) as keys:
        gone = keys.revoke(name)
    with closing(saved.SavedSearches(keys.path.with_name(saved.FILE))) as searches:
        forgotten = searches.remove_all(owner=gone.id)
    if as_json:
        out.result({"key": key_json.key(gone, datetime.now(UTC)), "searches_forgotten": forgotten})
    else:
        out.show_uncut([f"Key {gone.name!r} (id {gone.id}) is revoked: requests with it are refused at once."])


def reset(
    yes: Annotated[bool, typer.Option("--yes", help="Do it; without this it only says what would be.")] = False,
    as_json: AsJson = False,
) -> None:
    """Forget every key, and that there were any. A server on this machine alone is then open to all
    of its users.

    A server that asked for keys once goes on asking, and refuses every request when keys.db is
    lost: this is how a person says that none are needed. The searches that were saved with keys go
    with them.
    """
    from claimtree import saved

    out = screen(as_json)
    with closing(opened()) as keys:
        held = keys.list()
        if not yes:
            raise BadInput(
                f"this forgets {len(held):,} keys, and opens a server on this machine to all of its users",
                hint="Say --yes to do it; `claimtree keys add NAME` makes another key instead.",
                values={"keys": len(held)},
            )
        forgotten = keys.reset()
    with closing(saved.SavedSearches(keys.path.with_name(saved.FILE))) as searches:
        for key in held:
            searches.remove_all(owner=key.id)
    if as_json:
        out.result({"keys_forgotten": forgotten})
    else:
        out.show_uncut([f"{forgotten:,} keys are forgotten: on this machine none is needed until one is made."])


def opened() -> Keys:
    """Opens the keys in the data folder."""
    from claimtree.access import Keys
    from claimtree.access.key_db import FILE
    from claimtree.settings import load_settings

    return Keys(load_settings({}).home / FILE)


def permissions(key: Key) -> str:
    """Returns a key's permissions in one line."""
    sees = ", ".join(sorted(key.collections)) or "every collection"
    until = f"until {key.expires:%Y-%m-%d %H:%M} UTC" if key.expires else "until it is revoked"
    often = "" if key.rate_per_minute is None else f", {key.rate_per_minute:,} requests a minute"
    return f"{key.role}, {sees}, {until}{often}"


def listed(keys: Sequence[Key], now: datetime) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    from claimtree.cli.screen import plain

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("name", overflow="fold", ratio=3)
    table.add_column("id", no_wrap=True)
    table.add_column("role", no_wrap=True)
    table.add_column("sees", overflow="fold", ratio=2)
    table.add_column("a minute", justify="right", no_wrap=True)
    table.add_column("last used", no_wrap=True)
    table.add_column("ends", overflow="fold")
    for key in keys:
        table.add_row(
            Text(plain(key.name)),
            key.id,
            key.role,
            Text(", ".join(sorted(key.collections)) or "all"),
            "" if key.rate_per_minute is None else f"{key.rate_per_minute:,}",
            key.last_used.isoformat() if key.last_used else "never",
            ends(key, now),
        )
    return table


def ends(key: Key, now: datetime) -> str:
    if key.revoked is not None:
        return f"revoked {key.revoked:%Y-%m-%d}"
    if key.expires is None:
        return "never"
    return f"{'expired ' if key.expires <= now else ''}{key.expires:%Y-%m-%d}"
