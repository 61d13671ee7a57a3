"""The draft reply to a message, as every face asks for it."""

from __future__ import annotations

from claimtree.answering.ask_result import Anchor
from claimtree.drafts.compose import compose
from claimtree.drafts.draft import Draft
from claimtree.message_answers.conversation import AskState
from claimtree.message_answers.respond import NO_ANCHOR, Response
from claimtree.tree_service.service import TreeService


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
) -> Draft:
    """Returns the draft of a reply to a message, which was answered with `response` in a conversation of `state`.

    It goes to somebody outside: living people are masked in it, also where the settings show them.
    """
    masked = service.masked
    home, match = (service.find(one, tree)[1] if one else "" for one in (anchor.home, anchor.match))
    anchor = Anchor(home=home, match=match)
    if masked is not service:
        response, _ = masked.converse(message, state, tree, anchor=anchor, most=most)
    return compose(message, response, masked.index(masked.only(tree)), author=author, anchor=anchor)
