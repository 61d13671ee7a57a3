"""Routes for users' feedback on hits: stored beside the data, and never changing it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import Response

from claimtree.access import Role
from claimtree.api.dependencies import PROBLEMS, Context, as_json
from claimtree.api.requests import CollectionName, FeedbackRequest
from claimtree.api.routes import API
from claimtree.feedback import Thumb, feedback_json, opinion_on
from claimtree.json_types.entity_types import DeletedShape
from claimtree.json_types.feedback_types import FeedbackListShape, OpinionShape
from claimtree.model.answers import Verdict
from claimtree.model.claims import ClaimId, EntityId

MOST_LISTED = 1_000

router = APIRouter(prefix=API, tags=["feedback"], responses=PROBLEMS)


@router.post("/feedback", response_model=OpinionShape, status_code=201, operation_id="give_feedback")
async def give(context: Context, asked: FeedbackRequest) -> Response:
    """A thumb on a hit, or your own verdict on one of its claims; giving it again replaces it."""
    context.needs(Role.WRITE)
    chosen = context.collection(asked.collection)
    question = asked.question()

    def make() -> OpinionShape:
        engine = chosen.workspace.engine
        why = engine.explain(EntityId(asked.id), question)
        opinion = opinion_on(
            why,
            engine.pack,
            question=question,
            thumb=Thumb(asked.thumb) if asked.thumb else None,
            claim=ClaimId(asked.claim) if asked.claim else None,
            verdict=Verdict(asked.verdict) if asked.verdict else None,
            note=asked.note,
            **context.place(asked.collection),
        )
        kept, _ = context.server.feedback.keep(opinion)
        return feedback_json.opinion(kept)

    return as_json(await context.write(make), status=201)


@router.get("/feedback", response_model=FeedbackListShape, operation_id="feedback")
async def listed(context: Context, collection: CollectionName = "") -> Response:
    """Your feedback, the newest first."""
    context.needs(Role.WRITE)
    where = context.place(collection)
    found = await context.look_up(lambda: context.server.feedback.all(most=MOST_LISTED, **where))
    return as_json({"feedback": [feedback_json.opinion(one) for one in found]})


@router.delete("/feedback/{number}", response_model=DeletedShape, operation_id="take_feedback_back")
async def take_back(
    context: Context, number: Annotated[int, Path(ge=1, le=2**53)], collection: CollectionName = ""
) -> Response:
    """Delete feedback."""
    context.needs(Role.WRITE)
    where = context.place(collection)

    return as_json(await context.write(lambda: {"deleted": context.server.feedback.remove(ids=[number], **where)}))
