"""The command `ask`: a general question about a family tree, answered from its lines."""

from __future__ import annotations

from typing import Annotated

import typer

from claimtree.cli.help_text import examples
from claimtree.cli.options import AsJson, PackName, StoreAddress, screen
from claimtree.cli.tree import Living, folder_of, tree_settings
from claimtree.errors import BadInput

_LINES_SHOWN = 12

Question = Annotated[str, typer.Argument(metavar="QUESTION", help="A question in plain English.")]


def register(app: typer.Typer) -> None:
    app.command(
        short_help="a question about a family tree",
        epilog=examples(
            'claimtree ask "When was Evan Hughes born?"',
            'claimtree ask "Who were the grandchildren of Henry VIII\'s second wife?" --tree royal92',
            'claimtree ask "Who lived longer, Evan Hughes or Gwen Pritchard?" --json',
        ),
    )(ask)


def ask(
    question: Question,
    tree: Annotated[
        str | None, typer.Option("--tree", metavar="NAME", help="Which tree. [the one that was imported]")
    ] = None,
    living: Living = None,
    pack: PackName = None,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Answer a question from what a tree says, with the lines of the file that the answer rests on.

    What is not on record is "unknown", a date that is "about 1878" stays one. A question that cannot be read for
    certain, or whose name fits several people, is asked back. People who may be living are masked.
    """
    from claimtree.answering.answers import answer
    from claimtree.serialization.family_answer_json import family_answer
    from claimtree.tree_service.open_trees import family_index

    out = screen(as_json)
    settings = tree_settings(pack, store, living=living)
    folder = folder_of(settings)
    names = folder.chosen(tree)
    if len(names) > 1:
        raise BadInput(f"there are several trees: {', '.join(names)}", hint=f"Say which: --tree {names[0]}")
    index = family_index(folder, names[0], settings.show_living)
    found = answer(question, index)
    if as_json:
        out.result(family_answer(found, index))
        return
    from claimtree.cli.screen import plain

    lines = [f"  {plain(one.quote)}" for one in found.evidence[:_LINES_SHOWN]]
    more = len(found.evidence) - len(lines)
    out.show_uncut(
        [plain(found.text), *(["", *lines] if lines else []), *([f"  and {more} more lines"] if more > 0 else [])]
    )
