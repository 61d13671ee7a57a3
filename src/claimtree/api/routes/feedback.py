"""Routes for users' feedback on hits: stored beside the data, and never changing it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import Response

from claimtree.access import Role
from claimtree.api.dependencies import PROBLEMS, Asks, as_json
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
async def give(asks: Asks, asked: FeedbackRequest) -> Response:
    """A thumb on a hit, or your own verdict on one of its claims; giving it again replaces it."""
    asks.needs(Role.WRITE)
    chosen = asks.collection(asked.collection)
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
            **asks.place(asked.collection),
        )
        kept, _ = asks.server.feedback.keep(opinion)
        return feedback_json.opinion(kept)

    return as_json(await asks.write(make), status=201)


@router.get("/feedback", response_model=FeedbackListShape, operation_id="feedback")
async def listed(asks: Asks, collection: CollectionName = "") -> Response:
    """Your feedback, the newest first."""
    asks.needs(Role.WRITE)
    where = asks.place(collection)
    found = await asks.look_up(lambda: asks.server.feedback.all(most=MOST_LISTED, **where))
    return as_json({"feedback": [feedback_json.opinion(one) for one in found]})


@router.delete("/feedback/{number}", response_model=DeletedShape, operation_id="take_feedback_back")
async def take_back(
    asks: Asks, number: Annotated[int, Path(ge=1, le=2**53)], collection: CollectionName = ""
) -> Response:
    """Delete feedback."""
    asks.needs(Role.WRITE)
    where = asks.place(collection)

    return as_json(await asks.write(lambda: {"deleted": asks.server.feedback.remove(ids=[number], **where)}))
