"""The draft reply to a message, as every face asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimtree.answering.ask_result import Anchor
from claimtree.drafts.compose import compose
from claimtree.drafts.draft import Draft
from claimtree.message_answers.conversation import AskState
from claimtree.message_answers.respond import NO_ANCHOR
from claimtree.message_answers.response import Response
from claimtree.tree_service.service import TreeService

if TYPE_CHECKING:
    from claimtree.chat.assistant import Assistant


def draft_reply(
    message: str,
    response: Response,
    service: TreeService,
    tree: str | None = None,
    *,
    state: AskState,
    author: str = "",
    anchor: Anchor = NO_ANCHOR,
    most: int | None = None,
    assistant: Assistant | None = None,
) -> Draft:
    """Returns the draft of a reply to a message, which was answered with `response` in a conversation of `state`.

    It goes to somebody outside: living people are masked in it, also where the settings show them. A language model
    words it if there is one that words replies.
    """
    masked = service.masked
    home, match = (service.find(one, tree)[1] if one else "" for one in (anchor.home, anchor.match))
    anchor = Anchor(home=home, match=match)
    if masked is not service:
        response, _ = masked.converse(message, state, tree, anchor=anchor, most=most)
    composed = compose(message, response, masked.index(masked.only(tree)), author=author, anchor=anchor)
    if assistant is None:
        return composed
    # Imported here: without a language model nobody waits for what words and checks.
    from claimtree.drafts.wording import worded

    return worded(composed, assistant)


def draft_for(
    message: str,
    service: TreeService,
    tree: str | None = None,
    *,
    author: str = "",
    writer: str = "",
    assistant: Assistant | None = None,
) -> Draft:
    """Returns the draft of a reply to a message that begins a conversation; `writer` is the id of who wrote it, if the
    tree has them."""
    state, anchor = AskState(), Anchor(match=writer)
    response, _ = service.converse(message, state, tree, anchor=anchor)
    return draft_reply(message, response, service, tree, state=state, author=author, anchor=anchor, assistant=assistant)
