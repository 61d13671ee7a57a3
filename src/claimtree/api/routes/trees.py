"""Routes for family trees: people, one of them, paths, lines of ancestors, questions."""

from __future__ import annotations

import secrets
from contextlib import closing
from enum import StrEnum
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import PlainTextResponse, Response

from claimtree.answering.ask_result import Anchor
from claimtree.api.dependencies import PROBLEMS, Context, as_json
from claimtree.api.problems import Problem
from claimtree.api.requests import AskRequest, CollectionName
from claimtree.api.routes import API
from claimtree.api.session_owner import SECRET, session_owner
from claimtree.drafts.draft_json import with_draft
from claimtree.drafts.replies import draft_reply
from claimtree.json_types.family_answer_types import FamilyAnswerShape
from claimtree.json_types.kinship_types import RelationshipShape
from claimtree.json_types.tree_types import LineageShape, PeopleShape, PersonShape, TreesShape
from claimtree.message_answers.conversation import AskState
from claimtree.review.asked import asked as message_answer
from claimtree.serialization.kinship_json import relationship
from claimtree.tree_service.lineage import MOST_GENERATIONS, Direction
from claimtree.tree_service.paths import path_lines, path_svg
from claimtree.tree_service.service import DEEPEST, LONGEST_NAME, MOST_PEOPLE

router = APIRouter(prefix=API, tags=["family trees"], responses=PROBLEMS)

Tree = Annotated[
    str, Query(max_length=LONGEST_NAME, description="One of several trees; GET /api/v1/trees lists them. Empty: all.")
]
Person = Annotated[str, Query(max_length=LONGEST_NAME, description="An id, or a name that only one person has.")]


class Drawn(StrEnum):
    """How a path is told."""

    JSON = "json"
    TEXT = "text"
    SVG = "svg"


@router.get("/trees", response_model=TreesShape, operation_id="trees")
async def trees(context: Context, collection: CollectionName = "") -> Response:
    """The trees that were imported into a collection."""
    service = context.collection(collection).trees

    def listed() -> TreesShape:
        # A question often follows.
        service.prepare()
        return service.trees()

    return await context.look(listed)


@router.get("/trees/people", response_model=PeopleShape, operation_id="people")
async def people(
    context: Context,
    q: Annotated[str, Query(max_length=LONGEST_NAME, description="Words of a name; empty lists all.")] = "",
    tree: Tree = "",
    collection: CollectionName = "",
    limit: Annotated[int, Query(ge=1, le=MOST_PEOPLE)] = 50,
    offset: Annotated[int, Query(ge=0, le=DEEPEST)] = 0,
) -> Response:
    """People with their ids and years, by words of their names as written. Those who may be living are listed without
    name and years, and found by no word."""
    service = context.collection(collection).trees

    def listed() -> PeopleShape:
        service.prepare(tree)
        return service.people(q, tree, limit=limit, offset=offset)

    return await context.look(listed)


# Ids may contain slashes.
@router.get("/trees/people/{id:path}", response_model=PersonShape, operation_id="person")
async def person(
    context: Context,
    id: Annotated[str, Path(max_length=LONGEST_NAME)],
    tree: Tree = "",
    collection: CollectionName = "",
) -> Response:
    """Everything that a tree says of a person: names, facts, kin, notes and sources, each with its line."""
    service = context.collection(collection).trees
    return await context.look(lambda: service.person(id, tree))


@router.get("/trees/lines", response_model=LineageShape, operation_id="lineage")
async def lines(
    context: Context,
    person: Person,
    direction: Direction = Direction.ANCESTORS,
    generations: Annotated[int, Query(ge=1, le=MOST_GENERATIONS)] = 4,
    tree: Tree = "",
    collection: CollectionName = "",
) -> Response:
    """The ancestors or the descendants of a person, by generation, with the links between them."""
    service = context.collection(collection).trees
    asked = context.server.searching
    return as_json(await context.run(asked, lambda: service.lineage(person, direction, tree, generations=generations)))


@router.get(
    "/trees/path",
    response_model=RelationshipShape,
    operation_id="kinship_path",
    responses={
        200: {
            "content": {
                "text/plain": {"schema": {"type": "string"}},
                "image/svg+xml": {"schema": {"type": "string"}},
            }
        }
    },
)
async def path(
    context: Context,
    one: Annotated[
        str, Query(alias="from", max_length=LONGEST_NAME, description="An id, or a name that only one person has.")
    ],
    other: Annotated[
        str,
        Query(
            alias="to",
            max_length=LONGEST_NAME,
            description="The other one. [`from`, as seen from the root person]",
        ),
    ] = "",
    format: Annotated[Drawn, Query(description="json, text, or a drawing as SVG.")] = Drawn.JSON,
    tree: Tree = "",
    collection: CollectionName = "",
) -> Response:
    """How two people are related: the closest path and all equally close ones, link by link, with the lines that state
    each link. Without a path there is no drawing (404)."""
    service = context.collection(collection).trees

    def make() -> Response:
        graph, found = service.path(one, other, tree)
        if format is Drawn.TEXT:
            return PlainTextResponse("\n".join(path_lines(graph, found)) + "\n")
        if format is Drawn.SVG:
            drawn = path_svg(graph, found)
            if drawn is None:
                raise Problem(HTTPStatus.NOT_FOUND, "no_path", "there is no path to draw", hint="Ask for it as text.")
            return Response(drawn, media_type="image/svg+xml")
        return as_json(relationship(graph, found))

    return await context.run(context.server.searching, make)


@router.post("/ask", response_model=FamilyAnswerShape, operation_id="ask")
async def ask(context: Context, asked: AskRequest) -> Response:
    """What a message about a tree is answered with: what it wants, whom it asks about, candidates with evidence, how
    they are related, an answer from the lines of the file or the questions to ask back, and the facts that it states.

    With `draft` there is a reply to whoever wrote the message, for a person to read, with living people masked. Where
    something is asked back, `session` names the conversation; the reply is the next message with it.
    """
    collection = context.collection(asked.collection)
    context.request.scope["asked"] = asked.question[:1_000]
    session = asked.session or secrets.token_hex(SECRET)
    owner = session_owner(context, session)

    def make() -> FamilyAnswerShape:
        service = collection.trees
        with closing(service.ask_sessions(collection.workspace.settings.home)) as sessions:
            state = sessions.read(session, owner) if asked.session else AskState()
            anchor = Anchor(home=asked.root, match=asked.match)
            response, after = service.converse(asked.question, state, asked.tree, anchor=anchor, most=asked.most)
            goes_on = bool(asked.session) or after.pending is not None
            if goes_on:
                sessions.write(session, after, owner)
        index = service.index(service.only(asked.tree))
        answer = message_answer(asked.question, response, index, session=session if goes_on else "")
        if not asked.draft:
            return answer
        reply = draft_reply(
            asked.question,
            response,
            service,
            asked.tree,
            state=state,
            author=asked.author,
            anchor=anchor,
            most=asked.most,
            assistant=collection.assistant,
        )
        return with_draft(answer, reply)

    waits = asked.draft and collection.has_assistant
    answered = await context.run(context.server.talking if waits else context.server.searching, make)
    return as_json(answered, headers={"Cache-Control": "no-store"})
