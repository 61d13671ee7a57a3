"""The command `ask`: a message about a family tree, answered from its lines, or asked back."""

from __future__ import annotations

from typing import Annotated

import typer

from claimtree.cli.help_text import examples
from claimtree.cli.options import AsJson, AssistantName, PackName, StoreAddress, screen
from claimtree.cli.tree import Living, tree_settings
from claimtree.errors import BadInput

_LINES_SHOWN = 12

Question = Annotated[str, typer.Argument(metavar="MESSAGE", help="A question or a message in plain English.")]


def register(app: typer.Typer) -> None:
    app.command(
        short_help="a question about a family tree",
        epilog=examples(
            'claimtree ask "When was Evan Hughes born?"',
            'claimtree ask "Do you have Mary Ellen Smith in your tree? She was in Ohio around 1900"',
            'claimtree ask "Find candidates for John H. Miller born 1878 Indiana; list top 3 with sources" --json',
            'claimtree ask "How do you think we are related?" --root I49 --match I44',
            'claimtree ask "Do you have a John Miller?" --session miller',
            'claimtree ask "the one born in Delphi" --session miller',
            'claimtree ask "Her mother was Sarah Hughes. Do you have Mary Ellen Smith?" --draft --from "Dana Whitlock"',
        ),
    )(ask)


def ask(
    message: Question,
    tree: Annotated[
        str | None, typer.Option("--tree", metavar="NAME", help="Which tree. [the one that was imported]")
    ] = None,
    session: Annotated[
        str, typer.Option("--session", metavar="NAME", help="Which conversation to go on with, or to begin.")
    ] = "",
    root: Annotated[
        str, typer.Option("--root", metavar="ID", help='Who "we" begin at. [the root person of the tree]')
    ] = "",
    match: Annotated[str, typer.Option("--match", metavar="ID", help="Who writes, if the tree has them.")] = "",
    most: Annotated[
        int | None, typer.Option("--most", metavar="N", min=1, max=50, help="Candidates for each person. [3]")
    ] = None,
    draft: Annotated[
        bool, typer.Option("--draft", help="Write the reply to whoever sent the message; it is never sent.")
    ] = False,
    author: Annotated[str, typer.Option("--from", metavar="NAME", help="Who wrote the message, for --draft.")] = "",
    assistant: AssistantName = None,
    living: Living = None,
    pack: PackName = None,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Answer a message from what a tree says, with the lines of the file that the answer rests on.

    Looks for people by name, years, places and relatives; tells how people are related; says which records might
    help; answers general questions. What is not on record is "unknown", a date that is "about 1878" stays one. Where
    it is not clear who or when is meant, it asks the questions that tell most; the next message of a session may be
    the reply. People who may be living are masked. Nothing is written to a tree.

    --draft writes a reply for you to read: what the tree says and how certain that is, questions, what is noted for
    review and where the message and the tree differ, with the lines under it. In it living people are always masked.
    """
    from contextlib import ExitStack, closing
    from dataclasses import replace

    from claimtree.answering.ask_result import Anchor
    from claimtree.drafts.draft_json import with_draft
    from claimtree.drafts.replies import draft_reply
    from claimtree.message_answers.conversation import AskState
    from claimtree.review.asked import asked
    from claimtree.settings import DEFAULT_ASSISTANT
    from claimtree.tree_service.service import TreeService

    out = screen(as_json)
    settings = tree_settings(pack, store, living=living)
    service, anchor = TreeService.of(settings), Anchor(home=root, match=match)
    if author and not draft:
        raise BadInput("--from says whom a draft is for", hint="Give --draft as well.")
    with closing(service.ask_sessions(settings.home)) as sessions:
        state = sessions.read(session) if session else AskState()
        response, after = service.converse(message, state, tree, anchor=anchor, most=most)
        if session:
            sessions.write(session, after)
    reply = None
    if draft:
        with ExitStack() as closing_model:
            words = replace(settings, assistant=assistant or settings.assistant)
            model = None
            if words.assistant != DEFAULT_ASSISTANT:
                from claimtree.chat.open_assistant import open_assistant

                model = closing_model.enter_context(closing(open_assistant(words)))
            reply = draft_reply(
                message,
                response,
                service,
                tree,
                state=state,
                author=author,
                anchor=anchor,
                most=most,
                assistant=model,
            )
    if as_json:
        found = asked(message, response, service.index(service.only(tree)), session=session)
        out.result(with_draft(found, reply))
        return
    from claimtree.cli.screen import plain

    if reply is not None:
        out.show_uncut([plain(line) for line in reply.text.split("\n")])
        for notice in ("This is a draft: nothing was sent.", *reply.notices):
            out.say(plain(notice))
        return

    result, answer = response.result, response.answer
    quotes = (
        [one.quote for one in answer.evidence]
        if answer is not None
        else list(dict.fromkeys(line.quote for block in result.evidence for line in block.lines))
    )
    lines = [f"  {plain(one)}" for one in quotes[:_LINES_SHOWN]] if result.answered else []
    more = len(quotes) - len(lines) if lines else 0
    others = [f"- {plain(one.text)}" for one in result.questions if one.text not in result.text]
    out.show_uncut(
        [
            *(plain(line) for line in result.text.split("\n")),
            *(["", *others] if others else []),
            *(["", *lines] if lines else []),
            *([f"  and {more} more lines"] if more > 0 else []),
        ]
    )
