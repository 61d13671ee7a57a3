"""The command `feedback`: thumbs on hits and the user's own verdicts, stored beside the data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.help_text import examples
from claimtree.cli.options import (
    AsJson,
    EmbedderName,
    PackName,
    ReaderName,
    StoreAddress,
    check_text,
    open_workspace,
    screen,
    texts,
)
from claimtree.errors import BadInput

if TYPE_CHECKING:
    from rich.console import RenderableType

    from claimtree.feedback import FeedbackFile, Opinion
    from claimtree.model.answers import Verdict
    from claimtree.model.claims import ClaimId, QueryClaim
    from claimtree.workspace import Workspace

Edits = Annotated[
    list[str] | None,
    typer.Option("--edit", metavar="EDIT", help="An edit of a claim, as in drop:c3; may be given again."),
]


def register(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
    group.command(
        "add",
        short_help="a thumb on a hit, or your own verdict on one claim of it",
        epilog=examples(
            "claimtree feedback add bk-001 'quiet two-bedroom under $4,000, dogs allowed' --up",
            "claimtree feedback add bk-001 'quiet two-bedroom, dogs allowed' --claim c1 --verdict refuted --json",
        ),
    )(add)
    group.command(
        "list",
        short_help="what was said",
        epilog=examples("claimtree feedback list", "claimtree feedback list --limit 5 --json"),
    )(show_all)
    group.command("remove", short_help="take some of it out", epilog=examples("claimtree feedback remove --all"))(
        remove
    )
    app.add_typer(
        group,
        name="feedback",
        short_help="thumbs on hits, for `learn weights`",
        help="Say what you think of a hit. It changes no data and no answer; `claimtree learn weights` learns from it.",
    )


def add(
    id: Annotated[str, typer.Argument(metavar="ID", help="The entity; `search` shows ids.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The query that it was an answer to, in quotes.")],
    up: Annotated[bool | None, typer.Option("--up/--down", help="A thumb on the whole hit.")] = None,
    claim: Annotated[
        str | None, typer.Option("--claim", metavar="CLAIM", help="One claim: its number, as in c2 or 2, or its words.")
    ] = None,
    verdict: Annotated[
        str | None, typer.Option("--verdict", metavar="VERDICT", help="Your own on it: met, refuted or unknown.")
    ] = None,
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help="Why, in at most 500 characters.")] = "",
    edit: Edits = None,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    reader: ReaderName = None,
    as_json: AsJson = False,
) -> None:
    """Keep what you think of a hit: a thumb on all of it, or your own verdict on one of its claims.

    Said again of the same query and hit (and claim), it replaces what you said before.
    """
    from claimtree.feedback import Thumb, opinion_on
    from claimtree.model.claims import EntityId
    from claimtree.model.questions import parse_question

    (one,) = texts(text, None)
    check_text(one)
    if (up is None) == (claim is None) or (claim is None) != (verdict is None):
        raise BadInput(
            "give a thumb (--up or --down), or a claim with your verdict",
            hint="As in --down, or --claim c2 --verdict refuted.",
        )
    own, question = verdict_named(verdict), parse_question(one.content, edits=edit or ())
    out = screen(as_json)
    with open_workspace(pack, store, embedder, reader) as workspace, opened(workspace) as file:
        why = workspace.engine.explain(EntityId(id), question)
        opinion = opinion_on(
            why,
            workspace.pack,
            collection=workspace.pack.name,
            question=question,
            thumb=None if up is None else Thumb.UP if up else Thumb.DOWN,
            claim=None if claim is None else claim_named(claim, why.claims),
            verdict=own,
            note=note,
        )
        kept, replaced = file.keep(opinion)
    if as_json:
        from claimtree.feedback import feedback_json

        out.result({"feedback": feedback_json.opinion(kept), "replaced": replaced})
    else:
        again = " in place of what you said before" if replaced else ""
        out.show_uncut([f"Kept as {kept.id}{again}: {sentence(kept)}"])


def show_all(
    limit: Annotated[int, typer.Option("--limit", min=1, max=10_000, help="How many, the newest first.")] = 50,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Show what was said of hits, the newest first."""
    from claimtree.cli import show

    out = screen(as_json)
    with open_workspace(pack, store, embedder) as workspace, opened(workspace) as file:
        found = file.all(workspace.pack.name, most=limit + 1)
    kept, more = found[:limit], len(found) > limit
    if as_json:
        from claimtree.feedback import feedback_json

        out.result({"feedback": [feedback_json.opinion(one) for one in kept], "more": more})
        return
    if not kept:
        out.show_uncut(["Nothing was said yet. See:", f"  {show.command('feedback', 'add', '--help')}"])
        return
    out.show(listed(kept))
    if more:
        out.show(*show.notes([f"There is more; these are the newest {limit:,}."]))


def remove(
    ids: Annotated[list[int] | None, typer.Argument(metavar="NUMBER", help="As `feedback list` shows them.")] = None,
    all_of_it: Annotated[bool, typer.Option("--all", help="All that was said about this pack.")] = False,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Take out what was said. All of the numbers are known, or nothing goes."""
    from claimtree.cli import show

    out = screen(as_json)
    if bool(ids) == all_of_it:
        raise BadInput("give numbers or --all", hint="`claimtree feedback list` shows the numbers.")
    with open_workspace(pack, store, embedder) as workspace, opened(workspace) as file:
        name = workspace.pack.name
        gone = file.clear(name) if all_of_it else file.remove(name, ids or [])
    if as_json:
        out.result({"removed": gone})
    else:
        out.show_uncut([f"{show.counted(gone, 'opinion')} taken out."])


@contextmanager
def opened(workspace: Workspace) -> Iterator[FeedbackFile]:
    from claimtree.feedback import FILE, FeedbackFile

    with closing(FeedbackFile(workspace.settings.home / FILE)) as file:
        yield file


def verdict_named(name: str | None) -> Verdict | None:
    from claimtree.model.answers import Verdict

    if name is None:
        return None
    if name not in set(Verdict):
        raise BadInput(f"{name[:40]!r} is no verdict", hint=f"Say {', '.join(Verdict)}.", values={"verdict": name[:40]})
    return Verdict(name)


def claim_named(name: str, claims: Sequence[QueryClaim]) -> ClaimId:
    """Returns the claim with this id, number or text; otherwise the text itself as an id, which a
    later check refuses."""
    from claimtree.model.claims import ClaimId

    wanted = name.strip().casefold()
    for claim in claims:
        if wanted in (claim.id.casefold(), claim.id.casefold().removeprefix("c"), claim.text.casefold()):
            return claim.id
    return ClaimId(name)


def sentence(opinion: Opinion) -> str:
    """Returns an opinion as one line."""
    if opinion.claim is None:
        thumb = f"thumb {opinion.thumb}"
        return f"{thumb} for {opinion.entity}" + (
            f", shown at place {opinion.shown.place}" if opinion.shown.place else ""
        )
    shown = next(one for one in opinion.shown.claims if one.id == opinion.claim)
    agreed = "as shown" if opinion.agrees else f"shown as {shown.verdict}"
    return f"“{shown.text}” is {opinion.verdict} for {opinion.entity}, {agreed}"


def listed(opinions: tuple[Opinion, ...]) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    from claimtree.cli.screen import plain

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("", justify="right")
    table.add_column("said", ratio=3, overflow="fold")
    table.add_column("question", ratio=3, overflow="fold")
    for one in opinions:
        note = f" ({one.note})" if one.note else ""
        asked = " ".join([one.question, *(f"[{edit}]" for edit in one.edits)])
        table.add_row(f"{one.id}", Text(plain(sentence(one) + note)), Text(plain(asked)))
    return table
