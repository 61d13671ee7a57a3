"""The command `saved`: repeats searches and reports what is new, gone and cheaper, as text, JSON, a
feed or a webhook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
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
    StoreAddress,
    Strict,
    Weights,
    check_text,
    level_weights,
    open_workspace,
    screen,
    texts,
)
from claimtree.errors import BadInput, ClaimtreeError

if TYPE_CHECKING:
    from claimtree.cli.screen import Screen
    from claimtree.json_types.saved_types import RunShape
    from claimtree.saved import SavedSearches
    from claimtree.workspace import Workspace

Named = Annotated[str, typer.Argument(metavar="NAME", help="The saved search; `saved list` shows them.")]
Edits = Annotated[
    list[str] | None, typer.Option("--edit", metavar="EDIT", help="Change a claim, as in drop:c3; may be given again.")
]
Every = Annotated[
    int | None, typer.Option("--every", metavar="MINUTES", help="Let `serve` run it, every so many minutes; 5 or more.")
]
Off = Annotated[bool, typer.Option("--off", help="No more.")]


def register(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
    group.command(
        short_help="save a search under a name",
        epilog=examples(
            "claimtree saved add brooklyn 'sunny two-bedroom in Brooklyn under $4,000, pets allowed'",
            "claimtree saved add strict 'quiet two-bedroom under $4,000' --strict --edit nice:c1 --limit 20 --json",
        ),
    )(add)
    group.command("list", short_help="what is saved", epilog=examples("claimtree saved list --json"))(show_all)
    group.command(
        short_help="one of them, with its latest news",
        epilog=examples("claimtree saved show brooklyn", "claimtree saved show brooklyn --json"),
    )(show)
    group.command(
        short_help="ask again and say what is different",
        epilog=examples("claimtree saved run", "claimtree saved run brooklyn --json"),
    )(run)
    group.command(
        short_help="its news as an Atom feed",
        epilog=examples("claimtree saved feed brooklyn", "claimtree saved feed brooklyn --out brooklyn.xml"),
    )(feed)
    group.command(
        short_help="post its news to a URL",
        epilog=examples(
            "claimtree saved webhook brooklyn http://127.0.0.1:8099/news --allow-private",
            "claimtree saved webhook brooklyn --off",
        ),
    )(webhook)
    group.command(
        short_help="let `serve` run it by itself",
        epilog=examples("claimtree saved every brooklyn 60", "claimtree saved every brooklyn --off"),
    )(every)
    group.command(short_help="forget it", epilog=examples("claimtree saved remove brooklyn"))(remove)
    app.add_typer(
        group,
        name="saved",
        short_help="searches that report changes",
        help="Searches that are asked again and again, and say what is new, what is gone, what became cheaper, and "
        "why. The first run notes what there is; each further one tells the difference.",
    )


def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to call it, up to 80 characters.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The query, in quotes; - reads it from stdin.")],
    edit: Edits = None,
    strict: Strict = False,
    weight: Weights = None,
    limit: Annotated[int, typer.Option("--limit", help="How many of the best hits to follow, 1 to 500.")] = 50,
    every: Every = None,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    reader: ReaderName = None,
    as_json: AsJson = False,
) -> None:
    """Save a search. Where there is a store the question is read at once, and what was not understood is said."""
    from claimtree.languages.rendering import notice_texts
    from claimtree.model.questions import parse_question
    from claimtree.saved import saved_json
    from claimtree.search.query_limits import check_question

    (one,) = texts(text, None)
    check_text(one)
    question = parse_question(one.content, edits=edit or (), strict=strict, weights=level_weights(weight))
    out = screen(as_json)
    with opened(pack, store, embedder, reader) as (workspace, searches):
        check_question(question, workspace.pack)
        notices = notice_texts(workspace.engine.read_question(question)) if workspace.has_store else ()
        saved = searches.add(name, question, collection=workspace.pack.name, limit=limit, every=every)
    if as_json:
        out.result(saved_json.search(saved) | {"notices": list(notices)})
    else:
        from claimtree.cli import show

        out.show(*show.notes(notices))
        out.show_uncut(
            [
                f"Saved as {saved.name}. The first run notes what there is, each further one says what changed:",
                f"  {show.command('saved', 'run', saved.name)}",
            ]
        )


def show_all(
    pack: PackName = None, store: StoreAddress = None, embedder: EmbedderName = None, as_json: AsJson = False
) -> None:
    """Show the saved searches of the pack."""
    from claimtree.saved import saved_json

    out = screen(as_json)
    with opened(pack, store, embedder) as (workspace, searches):
        found = searches.list(collection=workspace.pack.name)
    if as_json:
        out.result({"searches": [saved_json.search(one) for one in found]})
    elif found:
        from claimtree.cli import news

        out.show(news.listed(found))
    else:
        from claimtree.cli.show import command

        out.show_uncut(["Nothing is saved yet. See:", f"  {command('saved', 'add', '--help')}"])


def show(
    name: Named,
    limit: Annotated[int, typer.Option("--limit", help="How many runs with news, the latest first; up to 100.")] = 3,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Show a saved search and the latest runs that had news."""
    from claimtree.saved import saved_json

    out = screen(as_json)
    with opened(pack, store, embedder) as (workspace, searches):
        saved = searches.get(name, collection=workspace.pack.name)
        runs = searches.news(name, collection=workspace.pack.name, limit=limit)
    if as_json:
        out.result(saved_json.search(saved) | {"news": [saved_json.run(one) for one in runs]})
    else:
        from claimtree.cli import news

        out.show(*news.search(saved))
        for one in runs:
            out.show("", *news.run(one, unicode=out.unicode, dated=True))


def run(
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME", help="Which ones. [all of the pack]")] = None,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    reader: ReaderName = None,
    as_json: AsJson = False,
) -> None:
    """Ask saved searches again and say what is different since their last run, with a reason for each.

    The first run of a search notes what there is and has no news. News go to the search's webhook, if it has one.
    """
    from claimtree import serialization
    from claimtree.saved import saved_json

    out = screen(as_json)
    failed: ClaimtreeError | None = None
    done: list[RunShape] = []
    errors: list[Mapping[str, object]] = []
    with opened(pack, store, embedder, reader) as (workspace, searches):
        collection = workspace.pack.name
        chosen = [searches.get(name, collection=collection).name for name in dict.fromkeys(names or ())]
        for name in chosen or [one.name for one in searches.list(collection=collection)]:
            try:
                ran = searches.run(workspace.engine, name, collection=collection)
            except BadInput as error:
                # A search that can no longer be run does not stop the others; the exit code reports
                # it.
                failed = failed or error
                errors.append({"name": name, **serialization.of_error(error)})
                if not as_json:
                    out.say(f"{name}: {error.message}")
                continue
            done.append(saved_json.run(ran))
            if not as_json:
                from claimtree.cli import news

                out.show(*([""] if len(done) > 1 else []), *news.run(ran, unicode=out.unicode))
            post(searches, name, collection, out)
    if as_json:
        out.result({"runs": done, "errors": errors})
    elif not done and failed is None:
        out.show_uncut(["Nothing is saved yet: `claimtree saved add NAME TEXT`."])
    if failed is not None:
        raise typer.Exit(exit_for(failed))


def post(searches: SavedSearches, name: str, collection: str, out: Screen) -> None:
    """Posts pending news to the webhook, and reports on stderr how it went."""
    for sent in searches.deliver(name, collection=collection):
        what = "posted" if sent.outcome.sent else "not posted, and will be tried again" if sent.again else "not posted"
        out.say(f"{name}: run {sent.number} was {what} ({sent.outcome.description})")


def feed(
    name: Named,
    file: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write it there. [stdout]")] = None,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Write the news of a saved search as an Atom feed: an entry for each run that had some, the newest first."""
    from claimtree.cli.screen import write
    from claimtree.saved import feed as written

    out = screen(as_json)
    with opened(pack, store, embedder) as (workspace, searches):
        saved = searches.get(name, collection=workspace.pack.name)
        runs = searches.news(name, collection=workspace.pack.name)
    drawn = written(saved, runs)
    if file is not None:
        try:
            file.write_text(drawn, encoding="utf-8")
        except OSError as error:
            raise BadInput(
                f"{file} cannot be written: {error.strerror or error}",
                hint="Check the path.",
                values={"file": str(file)},
            ) from error
    if as_json:
        out.result({"entries": len(runs), "file": str(file) if file else None, "feed": None if file else drawn})
    elif file is not None:
        out.show_uncut([f"{len(runs)} {'entry' if len(runs) == 1 else 'entries'} in {file}"])
    else:
        import sys

        write(sys.stdout, drawn)


def webhook(
    name: Named,
    url: Annotated[str | None, typer.Argument(metavar="URL", help="Where to post, by http or https.")] = None,
    off: Off = False,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Also to this machine and its own network.")
    ] = False,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Post the news of a search to a URL, as JSON, signed with a secret that is shown here and never again.

    docs/saved.md says how to check the signature. Addresses that only this machine can reach are refused unless
    --allow-private says otherwise; redirects are not followed.
    """
    from claimtree.saved import saved_json

    if (url is None) is not off:
        raise BadInput("give a URL, or --off", hint="As in: claimtree saved webhook NAME https://news.example/hook")
    out = screen(as_json)
    with opened(pack, store, embedder) as (workspace, searches):
        collection = workspace.pack.name
        if url is None:
            saved, secret = searches.clear_webhook(name, collection=collection), None
        else:
            secret = searches.set_webhook(name, url, collection=collection, allow_private=allow_private).secret
            saved = searches.get(name, collection=collection)
    if as_json:
        out.result(saved_json.search(saved) | ({"secret": secret} if secret is not None else {}))
    elif url is None:
        out.show_uncut([f"{saved.name} is posted nowhere any more."])
    else:
        where = f"News of {saved.name} go to {saved_json.host(url)}, signed with"
        out.show_uncut([where, f"  {secret}", "Keep it: it is not shown again."])


def every(
    name: Named,
    minutes: Annotated[int | None, typer.Argument(metavar="MINUTES", help="From run to run, 5 or more.")] = None,
    off: Off = False,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Let `claimtree serve` run a search by itself, at once and then every so many minutes."""
    from claimtree.saved import saved_json

    if (minutes is None) is not off:
        raise BadInput("give minutes, or --off", hint="As in: claimtree saved every NAME 60")
    out = screen(as_json)
    with opened(pack, store, embedder) as (workspace, searches):
        saved = searches.set_every(name, minutes, collection=workspace.pack.name)
    if as_json:
        out.result(saved_json.search(saved))
    else:
        when = f"runs every {minutes:,} minutes while `claimtree serve` does" if minutes else "runs when you run it"
        out.show_uncut([f"{saved.name} {when}."])


def remove(
    name: Named,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Forget a saved search, with all that it saw and told."""
    from claimtree.saved import saved_json

    out = screen(as_json)
    with opened(pack, store, embedder) as (workspace, searches):
        gone = searches.remove(name, collection=workspace.pack.name)
    if as_json:
        out.result({"removed": saved_json.search(gone)})
    else:
        out.show_uncut([f"{gone.name} is forgotten."])


@contextmanager
def opened(
    pack: str | None, store: str | None, embedder: str | None, reader: str | None = None
) -> Iterator[tuple[Workspace, SavedSearches]]:
    """Opens the pack and its saved searches; the store is opened only if it is used."""
    from claimtree.saved import FILE, SavedSearches

    with (
        open_workspace(pack, store, embedder, reader) as workspace,
        closing(SavedSearches(workspace.settings.home / FILE)) as searches,
    ):
        yield workspace, searches
