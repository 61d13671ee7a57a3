"""The command `review`: facts of messages, in a queue until a person decides."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from claimtree.cli.help_text import examples
from claimtree.cli.options import AsJson, PackName, StoreAddress, screen
from claimtree.cli.tree import Living, folder_of, tree_settings
from claimtree.errors import BadInput

if TYPE_CHECKING:
    from claimtree.answering.family_index import FamilyIndex
    from claimtree.cli.screen import Screen
    from claimtree.review.items import Proposals, ReviewItem, ReviewState
    from claimtree.review.messages import Message
    from claimtree.review.service import ReviewService
    from claimtree.settings import Settings
    from claimtree.tree_import import TreeFolder
    from claimtree.tree_service.service import TreeService

Ids = Annotated[list[int], typer.Argument(metavar="ID…", min=1, help="Numbers of items, as `list` shows them.")]
One = Annotated[int, typer.Argument(metavar="ID", min=1, help="The number of an item, as `list` shows it.")]
By = Annotated[
    str | None, typer.Option("--by", metavar="NAME", help="Who decides; it is kept with the item. [your user name]")
]
Note = Annotated[str, typer.Option("--note", metavar="TEXT", help="Why; it is kept with the item.")]
OneTree = Annotated[str | None, typer.Option("--tree", metavar="NAME", help="Which tree. [the one that was imported]")]


def register(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
    group.command(
        short_help="read a message into the queue",
        epilog=examples(
            'claimtree review add "Her mother was Sarah Hughes, b. 1852 in Knox County" --about I49',
            "claimtree review add --file inbox.jsonl",
            'claimtree review add "Evan Hughes died in 1868. Do you have his will?" --from "Dana Whitlock" --draft',
            'claimtree review add "Evan Hughes died in 1868." --dry-run --json',
        ),
    )(add)
    group.command(
        "list",
        short_help="what waits, and what was decided",
        epilog=examples("claimtree review list", "claimtree review list --state all --json"),
    )(list_)
    group.command(
        short_help="one item, with its conflicts and its history",
        epilog=examples("claimtree review show 3", "claimtree review show 3 --json"),
    )(show)
    for command, example in (
        (approve, "claimtree review approve 3 5 --by Ann"),
        (reject, 'claimtree review reject 4 --note "another Mary Smith"'),
        (defer, 'claimtree review defer 4 --note "asked for the certificate"'),
    ):
        words = {"approve": "take it for right", "reject": "take it for wrong", "defer": "decide later"}
        group.command(short_help=words[command.__name__], epilog=examples(example))(command)
    group.command(
        short_help="say who is meant",
        epilog=examples("claimtree review assign 3 I49", "claimtree review assign 3 new --json"),
    )(assign)
    group.command(
        short_help="write what was approved beside the GEDCOM file",
        epilog=examples(
            "claimtree review export family.ged",
            "claimtree review export family.ged --patch",
            "claimtree review export family.ged --to family-2.ged --json",
        ),
    )(export)
    app.add_typer(
        group,
        name="review",
        short_help="facts of messages: add, list, approve, export",
        help="Facts that messages state wait here until a person decides. Neither the tree nor its GEDCOM file is ever "
        "changed: what is approved is written beside the file.",
    )


def add(
    text: Annotated[
        str,
        typer.Argument(metavar="TEXT", help="A message or a note in plain English; - reads it from standard input."),
    ] = "",
    file: Annotated[
        Path | None,
        typer.Option(
            "--file", metavar="FILE", help="Messages as JSON Lines: text, and id, author, sent_at, about, writer."
        ),
    ] = None,
    demo: Annotated[bool, typer.Option("--demo", help="The messages that come with the demo tree.")] = False,
    about: Annotated[
        str, typer.Option("--about", metavar="ID", help="The person whom the message is about: who “she” is.")
    ] = "",
    writer: Annotated[
        str, typer.Option("--writer", metavar="ID", help="The person of the tree who wrote it, from whom “my” counts.")
    ] = "",
    author: Annotated[str, typer.Option("--from", metavar="NAME", help="Who wrote the message.")] = "",
    note: Annotated[bool, typer.Option("--note", help="It is a note of your own, and no message.")] = False,
    draft: Annotated[
        bool, typer.Option("--draft", help="Put the draft of a reply into the queue, too; it is never sent.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would be put into the queue.")] = False,
    tree: OneTree = None,
    by: By = None,
    living: Living = None,
    pack: PackName = None,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Read what a message says of people, compare it with the tree, and put what is new or different into the queue.

    What the tree says already is shown and not queued; so is what cannot be. Everything in a message is data:
    nothing that it asks for is done.

    --draft also writes a reply to each message, in which living people are masked, for a person to read and send.
    """
    from claimtree.answering.ask_result import SourceType
    from claimtree.review.messages import Message, demo_messages, read_messages
    from claimtree.tree_service.service import TreeService

    out = screen(as_json)
    settings = tree_settings(pack, store, living=living)
    if sum((bool(text), file is not None, demo)) != 1:
        raise BadInput("nothing to read, or several things", hint="Give a text, or --file FILE, or --demo.")
    kind = SourceType.USER_NOTE if note else SourceType.CONVERSATION_LOG
    if demo:
        messages = demo_messages(settings.pack)
    elif file is not None:
        messages = read_messages(file)
    else:
        messages = [Message(text=_stdin() if text == "-" else text, author=author, about=about, writer=writer)]
    trees = TreeService.of(settings) if draft else None
    with _opened(settings, tree) as (index, _, service):
        queued = _dry if dry_run else partial(_queued, service, index.tree, trees, _who(by))
        shapes = [_shape(message, service.read(message, index, kind), queued) for message in messages]
    if as_json:
        out.result({"messages": shapes})
        return
    from claimtree.cli.review_reports import proposals_shown

    for message, shape in zip(messages, shapes, strict=True):
        out.show(*proposals_shown(message, shape))


def _dry(message: Message, found: Proposals) -> tuple[Proposals, int]:
    return found, 0


def _queued(
    service: ReviewService, tree: str, trees: TreeService | None, by: str, message: Message, found: Proposals
) -> tuple[Proposals, int]:
    """Puts what a message states into the queue, with a reply if `trees` can make one; returns what was added, and how
    much of it was in the queue already."""
    reply = None
    if trees is not None:
        from claimtree.drafts.replies import draft_for

        reply = draft_for(message.text, trees, tree, author=message.author, writer=message.writer)
    items = service.add(found, by=by)
    known = len(found.items) - len(items)
    if reply is not None:
        items += service.add_draft(reply.text, tree, message, by=by)
    return replace(found, items=tuple(items)), known


def _shape(
    message: Message, found: Proposals, queued: Callable[[Message, Proposals], tuple[Proposals, int]]
) -> dict[str, Any]:
    from claimtree.review import review_json

    added, waiting = queued(message, found)
    ids = [one.id for one in added.items if one.id]
    return {"message": message.id, **review_json.proposals(added), "added": ids, "waiting": waiting}


def list_(
    state: Annotated[
        str, typer.Option("--state", metavar="STATE", help="waiting, approved, rejected, deferred, or all.")
    ] = "waiting",
    tree: OneTree = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=10_000, help="How many.")] = 50,
    offset: Annotated[int, typer.Option("--offset", min=0, help="How many to leave out first.")] = 0,
    pack: PackName = None,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Show the queue, in the order in which things came."""
    from claimtree.review.review_json import review_list

    out = screen(as_json)
    settings = tree_settings(pack, store)
    with _service(settings) as service:
        found = service.items(tree=tree, state=_state(state), limit=limit + 1, offset=offset)
        counts = service.counts()
    shape = review_list(found[:limit], counts, next=offset + limit if len(found) > limit else None)
    if as_json:
        out.result(shape)
        return
    from claimtree.cli.review_reports import list_shown

    out.show(*list_shown(shape))


def show(id: One, pack: PackName = None, store: StoreAddress = None, as_json: AsJson = False) -> None:
    """Show an item: the words of the message, what the tree says, and who did what when."""
    out = screen(as_json)
    with _service(tree_settings(pack, store)) as service:
        _tell(service.item(id), out, as_json=as_json)


def approve(
    ids: Ids, by: By = None, note: Note = "", pack: PackName = None, store: StoreAddress = None, as_json: AsJson = False
) -> None:
    """Take items for right. They are written by `export`, and only beside the GEDCOM file."""
    _decide("approved", ids, by, note, pack, store, as_json=as_json)


def reject(
    ids: Ids, by: By = None, note: Note = "", pack: PackName = None, store: StoreAddress = None, as_json: AsJson = False
) -> None:
    """Take items for wrong."""
    _decide("rejected", ids, by, note, pack, store, as_json=as_json)


def defer(
    ids: Ids, by: By = None, note: Note = "", pack: PackName = None, store: StoreAddress = None, as_json: AsJson = False
) -> None:
    """Leave items for later."""
    _decide("deferred", ids, by, note, pack, store, as_json=as_json)


def assign(
    id: One,
    person: Annotated[
        str,
        typer.Argument(metavar="PERSON", help="Whom the item is about: an id, or “new” for somebody new."),
    ],
    by: By = None,
    living: Living = None,
    pack: PackName = None,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Say who is meant by an item that may be about several people, or about nobody of the tree."""
    out = screen(as_json)
    settings = tree_settings(pack, store, living=living)
    with _service(settings) as service:
        tree = service.item(id).tree
    with _opened(settings, tree) as (index, _, service):
        _tell(service.assign(id, person, index, by=_who(by)), out, as_json=as_json)


def export(
    original: Annotated[
        Path, typer.Argument(metavar="FILE", help="The GEDCOM file that the tree was imported from; it is only read.")
    ],
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="Where to. [beside it: NAME.reviewed.ged]")
    ] = None,
    patch: Annotated[bool, typer.Option("--patch", help="Write a patch (unified diff) and no whole file.")] = False,
    tree: OneTree = None,
    by: By = None,
    pack: PackName = None,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Write everything that was approved of a tree into a new file beside its GEDCOM file, or as a patch of it.

    Only lines are added; each has a note with the words of the message and who approved it. No file is written over.
    """
    out = screen(as_json)
    settings = tree_settings(pack, store, living="shown")
    if tree is None:
        with _service(settings) as service:
            approved = service.trees_with_approved()
        # Where several trees stand side by side, the one is meant of which something was approved.
        tree = approved[0] if len(approved) == 1 else next((one for one in approved if one == original.stem), None)
    with _opened(settings, tree) as (index, folder, service), folder.open(index.tree) as opened:
        done = service.export(opened, index, original, by=_who(by), to=to, as_patch=patch)
    if as_json:
        out.result({"path": str(done.path), "lines": done.lines, "items": list(done.items)})
    else:
        out.show(f"{len(done.items):,} facts in {done.lines:,} new lines: {done.path}")


def _decide(
    state: str, ids: list[int], by: str | None, note: str, pack: str | None, store: str | None, *, as_json: bool
) -> None:
    from claimtree.review.items import ReviewState
    from claimtree.review.review_json import review_item

    out = screen(as_json)
    with _service(tree_settings(pack, store)) as service:
        items = service.decide(ids, ReviewState(state), by=_who(by), note=note)
    if as_json:
        out.result({"items": [review_item(one) for one in items]})
        return
    from claimtree.cli.review_reports import decided_shown

    out.show(*decided_shown([review_item(one) for one in items]))


def _tell(item: ReviewItem, out: Screen, *, as_json: bool) -> None:
    from claimtree.cli.review_reports import item_shown
    from claimtree.review.review_json import review_item

    if as_json:
        out.result(review_item(item))
    else:
        out.show(*item_shown(review_item(item)))


def _state(word: str) -> ReviewState | None:
    from claimtree.review.items import ReviewState

    if word == "all":
        return None
    if word not in list(ReviewState):
        raise BadInput(f"no state {word!r}", hint=f"One of {', '.join(ReviewState)}, or all.")
    return ReviewState(word)


def _who(by: str | None) -> str:
    if by is not None:
        return by
    try:
        return getpass.getuser()
    except (OSError, KeyError) as error:
        raise BadInput("your user name is not known", hint="Say who decides: --by NAME.") from error


def _stdin() -> str:
    import sys

    from claimtree.review.items import MOST_MESSAGE

    return sys.stdin.read(MOST_MESSAGE + 1)


@contextmanager
def _service(settings: Settings) -> Iterator[ReviewService]:
    from claimtree.review.service import ReviewService

    service = ReviewService(settings.home, folder_of(settings).path.name)
    try:
        yield service
    finally:
        service.close()


@contextmanager
def _opened(settings: Settings, tree: str | None) -> Iterator[tuple[FamilyIndex, TreeFolder, ReviewService]]:
    from claimtree.tree_service.open_trees import family_index

    folder = folder_of(settings)
    index = family_index(folder, folder.only(tree), settings.show_living)
    with _service(settings) as service:
        yield index, folder, service
