"""The command `learn weights`: learns level and claim-type weights from feedback, and shows their
effect before they are adopted."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from claimtree.cli.options import AsJson, EmbedderName, PackName, StoreAddress, flags, open_workspace, screen
from claimtree.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType

    from claimtree.feedback import Effect, Opinion, Proposal
    from claimtree.packs.weights_file import Weights
    from claimtree.workspace import Workspace

K = TypeVar("K", bound=str)

EXAMPLES = ("claimtree learn weights", "claimtree learn weights --json")
REORDERED_SHOWN = 3


def weights(
    adopt: Annotated[bool, typer.Option("--adopt", help="Use the proposed weights from now on.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Go back to the weights before the last --adopt.")] = False,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Propose how much levels and claim types should count, from thumbs on hits (`claimtree feedback add`).

    Nothing is changed without --adopt. You see the weights, how many more pairs of hits they would put into the order
    of the thumbs (on questions that they were not learned from), and what they do to the answers.
    """
    from claimtree.cli import show

    if adopt and undo:
        raise BadInput("--adopt and --undo are opposites", hint="Give one of them.")
    out = screen(as_json)
    with open_workspace(pack, store, embedder) as workspace:
        file = workspace.settings.weights_path
        if undo:
            from claimtree.packs.weights_file import undo_weights

            back_to = undo_weights(file)
            if as_json:
                out.result({"file": str(file), "undone": True, "in_force": str(file) if back_to else None})
            else:
                what = (
                    "The weights before are in force again" if back_to else "The pack's own weights are in force again"
                )
                out.show_uncut([f"{what}."])
            return
        notices = list(workspace.weights.notices)
        all_opinions = opinions(workspace)
        made = proposal(workspace, all_opinions)
        if made.weights is not None:
            out.say("Trying the weights on questions ...")
        change = effect(workspace, made, all_opinions, notices)
        adopted = adopt and keep(workspace, made)
    if as_json:
        from claimtree.feedback import feedback_json

        shape = feedback_json.proposal(made) | {"effect": feedback_json.effect(change) if change is not None else None}
        out.result({"file": str(file), **shape, "adopted": adopted, "notices": notices})
        return
    out.show(*shown(made, change))
    out.show(*show.notes(notices))
    given = flags(pack, store, embedder)
    if adopted:
        back = show.command("learn", "weights", "--undo", *given)
        out.show_uncut(["", f"Adopted: kept in {file}", "Go back:", f"  {back}"])
    elif adopt:
        out.show_uncut(["", "These weights are in force already; nothing was changed."])
    elif made.weights is not None:
        out.show_uncut(
            ["", "Nothing was changed. Use them:", f"  {show.command('learn', 'weights', '--adopt', *given)}"]
        )


def opinions(workspace: Workspace) -> tuple[Opinion, ...]:
    """Returns all feedback on hits of this pack, from all users."""
    from claimtree.cli.feedback import opened

    with opened(workspace) as file:
        return file.all(workspace.pack.name)


def proposal(workspace: Workspace, given: tuple[Opinion, ...]) -> Proposal:
    from claimtree.feedback import lessons_from, propose

    return propose(lessons_from(given), workspace.own_pack, workspace.pack)


def effect(workspace: Workspace, made: Proposal, given: tuple[Opinion, ...], notices: list[str]) -> Effect | None:
    """Returns how the weights would change the answers; None without weights or a store."""
    from claimtree.feedback import effect_of

    if made.weights is None:
        return None
    if not workspace.has_store:
        notices.append("There is no store to try the weights on.")
        return None
    after = workspace.engine_weighted(made.weights)
    return effect_of(workspace.engine, after, given, questions=list(workspace.pack.queries))


def keep(workspace: Workspace, made: Proposal) -> bool:
    """Adopts the weights; returns False if they are in force already."""
    from claimtree.packs.weights_file import adopt_weights

    if made.weights is None:
        raise BadInput(f"there is nothing to adopt. {made.why_not}", hint="Give more thumbs: claimtree feedback add")
    if (made.weights.levels, made.weights.types) == (made.now.levels, made.now.types):
        return False
    now = datetime.now(UTC).replace(microsecond=0)
    chosen = replace(made.weights.differing_from(made.own), learned=now.isoformat())
    adopt_weights(workspace.settings.weights_path, chosen, workspace.own_pack)
    return True


def shown(made: Proposal, change: Effect | None) -> list[RenderableType]:
    from rich.text import Text

    from claimtree.cli.show import counted

    lessons = made.lessons
    thumbs = f"{counted(lessons.thumbs, 'thumb')} of {lessons.people:,} people" if lessons.people != 1 else ""
    thumbs = thumbs or counted(lessons.thumbs, "thumb")
    if made.weights is None:
        basis = f" ({thumbs}; {counted(lessons.decided, 'pair')} that no weight could order)" if lessons.thumbs else ""
        return [Text(f"{made.why_not}{basis}.")]
    pairs = len(lessons.pairs)
    parts: list[RenderableType] = [
        Text(f"Learned from {counted(pairs, 'pair')} of {counted(len(lessons.questions), 'question')} ({thumbs}):"),
        "",
        table(made, made.weights),
        "",
        Text(f"Pairs in the order of the thumbs, of {pairs:,}:"),
        Text(f"  now                             {made.right_now:,}"),
        Text(f"  on questions that were left out {made.right_held_out:,}"),
        Text(f"  on what it was learned from     {made.right_after:,}"),
    ]
    if not made.is_better:
        parts.append(Text("On questions that were left out it does no better than now: better not adopt it.", "yellow"))
    if change is not None:
        parts += ["", *effect_shown(change)]
    return parts


def table(made: Proposal, proposed: Weights) -> RenderableType:
    """Returns a table of every level, and of the claim types that change."""
    from rich.table import Table
    from rich.text import Text

    from claimtree.cli.screen import plain

    found = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    found.add_column("")
    for title in ("pack", "now", "proposed"):
        found.add_column(title, justify="right")

    def rows(own: Mapping[K, float], now: Mapping[K, float], new: Mapping[K, float], *, every: bool) -> None:
        for name, weight in new.items():
            if every or len({own[name], now[name], weight}) > 1:
                found.add_row(Text(f"  {plain(name)}"), f"{own[name]:.2f}", f"{now[name]:.2f}", f"{weight:.2f}")

    found.add_row(Text("levels"), "", "", "")
    rows(made.own.levels, made.now.levels, proposed.levels, every=True)
    found.add_row(Text("claim types"), "", "", "")
    rows(made.own.types, made.now.types, proposed.types, every=False)
    return found


def effect_shown(change: Effect) -> list[RenderableType]:
    from rich.text import Text

    from claimtree.cli.screen import plain
    from claimtree.cli.show import counted

    lines = [
        Text(
            f"Of {counted(change.asked, 'question')} asked, the first ten of {len(change.changes):,} change; "
            f"{counted(change.entered, 'hit')} new among them."
        )
    ]
    if change.ndcg_before is not None and change.ndcg_after is not None:
        lines.append(
            Text(
                f"nDCG of the hits with a thumb, {counted(change.judged, 'question')}: "
                f"{change.ndcg_before:.3f} now, {change.ndcg_after:.3f} then."
            )
        )
    for one in change.changes[:REORDERED_SHOWN]:
        lines.append(Text(f"  “{plain(one.question)}”"))
        lines.append(Text(f"    now  {' '.join(map(plain, one.before))}", "dim"))
        lines.append(Text(f"    then {' '.join(map(plain, one.after))}", "dim"))
    return list(lines)
