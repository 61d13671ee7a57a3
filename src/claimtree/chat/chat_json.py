"""JSON serializers for replies and sessions, shared by all interfaces."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from claimtree.chat.criteria import Criteria, choices
from claimtree.chat.model_use import ModelUse
from claimtree.chat.moves import Move
from claimtree.chat.progress import Called, HitsFound, Step, Understood
from claimtree.chat.reply import SEPARATOR, Group, HitAnswer, Reply, ShownHit
from claimtree.chat.selection import Fit
from claimtree.chat.sessions import SessionInfo
from claimtree.chat.tool_calls import ToolCall, ToolName
from claimtree.chat.tools import ToolHits
from claimtree.chat.wording import label
from claimtree.languages.rendering import render_all
from claimtree.model.pack import Pack
from claimtree.model.places import Place
from claimtree.serialization import VERDICTS, claim

if TYPE_CHECKING:
    from claimtree.json_types.chat_types import (
        ChatAnswerShape,
        ChatAssistantShape,
        ChatCalledShape,
        ChatFoundShape,
        ChatGroupShape,
        ChatHitShape,
        ChatReplyShape,
        ChatUnderstoodShape,
        CriterionShape,
        FitName,
        MoveName,
        SessionShape,
        ToolCallShape,
        ToolHitsShape,
        ToolPlacesShape,
    )

FITS: Final[dict[Fit, FitName]] = {Fit.FULL: "full", Fit.MAYBE: "maybe", Fit.CLOSE: "close"}
_MOVES: Final[dict[Move, MoveName]] = {
    Move.NEW: "new",
    Move.MODIFY: "modify",
    Move.DROP: "drop",
    Move.MORE: "more",
    Move.SORT: "sort",
    Move.DETAIL: "detail",
    Move.ASK: "ask",
    Move.COMPARE: "compare",
    Move.CRITERIA: "criteria",
    Move.RESET: "reset",
    Move.UNDO: "undo",
    Move.OPENING: "opening",
    Move.CLARIFY: "clarify",
    Move.GREETING: "greeting",
    Move.THANKS: "thanks",
    Move.GOODBYE: "goodbye",
    Move.OKAY: "okay",
    Move.HELP: "help",
    Move.OUT_OF_SCOPE: "out-of-scope",
}


def reply_json(reply: Reply) -> ChatReplyShape:
    """Returns a reply."""
    return {
        "session": reply.session,
        "language": reply.language,
        "move": _MOVES[reply.move],
        "text": reply.text,
        "label": reply.label,
        "criteria": _criteria(reply.labels, reply.criteria),
        "calls": [call_json(one, session=reply.session) for one in reply.calls],
        "hits": [hit_json(one) for one in reply.hits],
        "groups": _groups(reply.groups),
        "total": reply.total,
        "left": reply.left,
        "without": [{"criterion": one.label, "more": one.more} for one in reply.without],
        "answers": [_answer(one) for one in reply.answers],
        "unused": list(reply.unused),
        "assistant": None if reply.model is None else _assistant(reply.model, reply.language),
    }


def _assistant(use: ModelUse, language: str) -> ChatAssistantShape:
    return {
        "tools": "model" if use.tools else "rules",
        "text": "model" if use.text else "template",
        "notices": list(render_all(use.notices, language)),
    }


def step_json(step: Step) -> tuple[str, ChatUnderstoodShape | ChatCalledShape | ChatFoundShape]:
    """Returns what is known of a reply before it is finished, as the name of an event and its data."""
    match step:
        case Understood():
            return "understood", {
                "language": step.language,
                "move": _MOVES[step.move],
                "label": SEPARATOR.join(step.labels),
                "criteria": _criteria(step.labels, step.criteria),
            }
        case Called():
            return "called", {"calls": [call_json(one) for one in step.calls]}
        case HitsFound():
            return "hits", {
                "hits": [hit_json(one) for one in step.hits],
                "groups": _groups(step.groups),
                "total": step.total,
                "left": step.left,
            }


def _criteria(labels: Sequence[str], criteria: Criteria) -> list[CriterionShape]:
    return [
        {"label": label, "claims": [claim(one) for one in choice]}
        for label, choice in zip(labels, choices(criteria), strict=True)
    ]


def _groups(groups: Sequence[Group]) -> list[ChatGroupShape]:
    return [{"place": one.place, "numbers": list(one.numbers)} for one in groups]


def call_json(call: ToolCall, *, session: str = "") -> ToolCallShape:
    """Returns a call of a tool, as its route takes it; a number means something in a session only."""
    numbered = {"session": session} if call.tool is ToolName.GET_PROPERTY_BY_NUMBER and session else {}
    return {
        "tool": call.tool.value,
        "arguments": {
            name: value if isinstance(value, str | int | float) else list(value)
            for name, value in {**call.arguments, **numbered}.items()
        },
    }


def session_json(session: SessionInfo, pack: Pack) -> SessionShape:
    """Returns a session with what it searches for."""
    language = session.state.language or pack.languages[0]
    labels = [label(choice, pack, language) for choice in choices(session.state.criteria)]
    used = datetime.fromtimestamp(session.used_at, UTC)
    return {
        "session": session.name,
        "turns": session.turns,
        "used_at": used.isoformat(timespec="seconds"),
        "label": SEPARATOR.join(labels),
    }


def sessions_json(sessions: Sequence[SessionInfo], pack: Pack) -> list[SessionShape]:
    return [session_json(one, pack) for one in sessions]


def tool_hits_json(found: ToolHits) -> ToolHitsShape:
    """Returns what a tool that searches found."""
    return {
        "labels": list(found.labels),
        "hits": [hit_json(one) for one in found.hits],
        "groups": _groups(found.groups),
        "total": found.total,
        "calls": [call_json(one) for one in found.calls],
    }


def tool_places_json(places: Sequence[Place]) -> ToolPlacesShape:
    """Returns the places that a tool found."""
    return {
        "places": [
            {
                "name": place.name,
                "kind": str(place.kind),
                "lat": place.centre.lat,
                "lon": place.centre.lon,
                "parent": place.parent,
            }
            for place in places
        ]
    }


def hit_json(hit: ShownHit) -> ChatHitShape:
    return {
        "number": hit.number,
        "id": hit.id,
        "title": hit.title,
        "fit": FITS[hit.fit],
        "price": hit.price,
        "facts": list(hit.facts),
        "address": hit.address,
        "link": hit.link,
        "lat": hit.point.lat if hit.point is not None else None,
        "lon": hit.point.lon if hit.point is not None else None,
        "distances": [
            {"place": one.place, "metres": round(one.metres, 1), "lat": one.point.lat, "lon": one.point.lon}
            for one in hit.distances
        ],
        "words": list(hit.words),
        "unstated": list(hit.unstated),
        "missed": list(hit.missed),
        "place": hit.place,
        "verdicts": [
            {"criterion": one.criterion, "verdict": VERDICTS[one.verdict], "quote": one.quote} for one in hit.verdicts
        ],
    }


def _answer(answer: HitAnswer) -> ChatAnswerShape:
    return {
        "number": answer.number,
        "id": answer.id,
        "asked": answer.asked,
        "verdict": VERDICTS[answer.verdict] if answer.verdict is not None else None,
        "quotes": list(answer.quotes),
    }
