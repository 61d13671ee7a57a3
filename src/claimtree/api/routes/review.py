"""Routes for the review queue: what messages say of a tree waits here until a person decides.

Nothing is ever written to a tree. Who decides is noted by the name of the key.
"""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from claimtree.access import Role
from claimtree.answering.ask_result import SourceType
from claimtree.api.dependencies import PROBLEMS, Context, RequestContext, as_json
from claimtree.api.requests import AssignmentRequest, CollectionName, DecisionRequest, MessageRequest
from claimtree.api.routes import API
from claimtree.drafts.replies import draft_for
from claimtree.json_types.review_types import ProposalsShape, ReviewItemShape, ReviewListShape
from claimtree.review.items import ReviewState
from claimtree.review.messages import Message
from claimtree.review.proposals import NEW
from claimtree.review.review_json import proposals, review_item, review_list
from claimtree.tree_service.service import LONGEST_NAME

MOST_LISTED = 200
MOST_OFFSET = 1_000_000

router = APIRouter(prefix=API, tags=["review"], responses=PROBLEMS)

Number = Annotated[int, Path(ge=1, le=2**53)]


@router.get("/review", response_model=ReviewListShape, operation_id="review")
async def listed(
    context: Context,
    state: Annotated[ReviewState | None, Query(description="Only those in this state.")] = None,
    tree: Annotated[str, Query(max_length=LONGEST_NAME, description="Only those about this tree.")] = "",
    collection: CollectionName = "",
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50,
    offset: Annotated[int, Query(ge=0, le=MOST_OFFSET)] = 0,
) -> Response:
    """Suggested facts, conflicts and drafts that wait for a person or were decided, in the order in which they came."""
    context.needs(Role.WRITE)
    queue = context.collection(collection).review

    def make() -> ReviewListShape:
        found = queue.items(tree=tree or None, state=state, limit=limit + 1, offset=offset)
        return review_list(found[:limit], queue.counts(), next=offset + limit if len(found) > limit else None)

    return await context.look(make)


@router.post("/review", response_model=ProposalsShape, operation_id="read_message", status_code=HTTPStatus.CREATED)
async def read(context: Context, asked: MessageRequest) -> Response:
    """Put what a message states of people, and the tree does not have or denies, into the queue; with `draft` also a
    reply to it, in which living people are masked. What is in the queue already is left out of `items`. Nothing that a
    message asks for is done, and nothing is sent."""
    context.needs(Role.WRITE)
    collection = context.collection(asked.collection)
    queue, trees = collection.review, collection.trees
    kind = SourceType.USER_NOTE if asked.note else SourceType.CONVERSATION_LOG
    message = Message(
        text=asked.text, author=asked.author, sent_at=asked.sent_at, about=asked.about, writer=asked.writer
    )

    def make() -> ProposalsShape:
        tree = trees.only(asked.tree)
        found = queue.read(message, trees.index(tree), kind)
        reply = None
        if asked.draft:
            reply = draft_for(
                asked.text,
                trees,
                tree,
                author=asked.author,
                writer=asked.writer,
                assistant=collection.assistant,
            )
        added = queue.add(found, by=_name(context))
        if reply is not None:
            added += queue.add_draft(reply.text, tree, message, by=_name(context))
        return proposals(replace(found, items=tuple(added)))

    return as_json(await context.write(make), status=HTTPStatus.CREATED)


@router.get("/review/{number}", response_model=ReviewItemShape, operation_id="review_item")
async def shown(context: Context, number: Number, collection: CollectionName = "") -> Response:
    """One item: the fact, what the message and the tree say, and everything that was done with it."""
    context.needs(Role.WRITE)
    queue = context.collection(collection).review
    return await context.look(lambda: review_item(queue.item(number)))


@router.post("/review/{number}/decision", response_model=ReviewItemShape, operation_id="decide")
async def decide(context: Context, number: Number, asked: DecisionRequest) -> Response:
    """Approve, reject or defer an item. An item that may be about several people is not approved before it is said
    who is meant."""
    context.needs(Role.WRITE)
    queue = context.collection(asked.collection).review

    def make() -> ReviewItemShape:
        (item,) = queue.decide([number], ReviewState(asked.state), by=_name(context), note=asked.note)
        return review_item(item)

    return as_json(await context.write(make))


@router.post("/review/{number}/assignment", response_model=ReviewItemShape, operation_id="assign")
async def assign(context: Context, number: Number, asked: AssignmentRequest) -> Response:
    """Say who is meant by an item that may be about several people, or nobody in the tree; it is compared with the tree
    anew."""
    context.needs(Role.WRITE)
    collection = context.collection(asked.collection)
    queue, trees = collection.review, collection.trees

    def make() -> ReviewItemShape:
        item = queue.item(number)
        tree, id = (item.tree, NEW) if asked.person == NEW else trees.find(asked.person, item.tree)
        return review_item(queue.assign(number, id, trees.index(tree), by=_name(context)))

    return as_json(await context.write(make))


def _name(context: RequestContext) -> str:
    """Returns who decides: the name of the key; without one, somebody at this machine."""
    key = context.caller.key
    return key.name if key is not None else "local"
