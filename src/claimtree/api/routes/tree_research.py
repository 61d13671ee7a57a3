"""Routes for research about a family tree: what to look for next, and what is known of a DNA match."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from claimtree.api.dependencies import PROBLEMS, Context, as_json
from claimtree.api.requests import CollectionName, MatchRequest
from claimtree.api.routes import API
from claimtree.json_types.research_types import MatchContextShape, ResearchTasksShape
from claimtree.research.match_context import context_of, match_evidence
from claimtree.research.tasks import MOST_TASKS
from claimtree.serialization import research_json
from claimtree.tree_service.service import LONGEST_NAME

router = APIRouter(prefix=API, tags=["family trees"], responses=PROBLEMS)


@router.get("/trees/tasks", response_model=ResearchTasksShape, operation_id="research_tasks")
async def tasks(
    context: Context,
    person: Annotated[str, Query(max_length=LONGEST_NAME, description="An id, or a name that only one person has.")],
    limit: Annotated[int, Query(ge=1, le=50)] = MOST_TASKS,
    tree: Annotated[str, Query(max_length=LONGEST_NAME, description="One of several trees.")] = "",
    collection: CollectionName = "",
) -> Response:
    """What to look for about a person, the most useful first: records that would fill a gap or settle a conflict, each
    with the lines from which it follows. Nobody who may be living gets any."""
    service = context.collection(collection).trees

    def make() -> ResearchTasksShape:
        index, id, found = service.tasks(person, tree, most=limit)
        return research_json.research_tasks(found, index, id)

    return as_json(await context.run(context.server.searching, make))


@router.post("/trees/match", response_model=MatchContextShape, operation_id="match_context")
async def match(context: Context, asked: MatchRequest) -> Response:
    """What is known of a DNA match as evidence: the relationships of which so much DNA is usual, surnames and places
    that the tree has too, notes. Nothing of it is kept."""
    service = context.collection(asked.collection).trees
    given = asked.model_dump(mode="json", include=set(MATCH_KEYS), exclude_none=True)

    def make() -> MatchContextShape:
        index = service.index(service.only(asked.tree))
        return research_json.match_context(match_evidence(context_of(given), index))

    answered = await context.run(context.server.searching, make)
    return as_json(answered, headers={"Cache-Control": "no-store"})


MATCH_KEYS = ("name", "shared_cm", "segments", "longest_cm", "surnames", "places", "notes")
"""What a request says of a match, as a file of one has it."""
