"""JSON serializers for opinions, proposals and effects, shared by all interfaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from claimtree.feedback.opinions import Opinion, Thumb
from claimtree.json_types.feedback_types import OpinionShape, ThumbName
from claimtree.serialization import VERDICTS

if TYPE_CHECKING:
    from claimtree.feedback.effect import Effect
    from claimtree.feedback.learning import Proposal
    from claimtree.packs.weights_file import Weights

Shape = dict[str, object]

REORDERED_SHOWN = 20
THUMBS: Final[dict[Thumb, ThumbName]] = {Thumb.UP: "up", Thumb.DOWN: "down"}


def opinion(given: Opinion) -> OpinionShape:
    return {
        "id": given.id,
        "collection": given.collection,
        "question": given.question,
        "edits": list(given.edits),
        "entity": given.entity,
        "place": given.shown.place,
        "thumb": THUMBS[given.thumb] if given.thumb is not None else None,
        "claim": given.claim,
        "verdict": VERDICTS[given.verdict] if given.verdict is not None else None,
        "agrees": given.agrees,
        "note": given.note,
        "said_at": given.given_at.isoformat(),
        "shown": [
            {"id": one.id, "claim": one.text, "verdict": VERDICTS[one.verdict], "grade": one.grade}
            for one in given.shown.claims
        ],
    }


def weights(some: Weights) -> Shape:
    return {"levels": dict(some.levels), "types": dict(some.types)}


def proposal(made: Proposal) -> Shape:
    """Serializes a proposal; `weights` is null if there is nothing to propose, and `why_not` says
    why."""
    lessons = made.lessons
    return {
        "weights": weights(made.weights) if made.weights is not None else None,
        "why_not": made.why_not,
        "pack": weights(made.own),
        "now": weights(made.now),
        "pairs": len(lessons.pairs),
        "questions": len(lessons.questions),
        "people": lessons.people,
        "thumbs": lessons.thumbs,
        "corrections": lessons.corrections,
        "decided": lessons.decided,
        "right": {
            "pack": made.right_own,
            "now": made.right_now,
            "proposed": made.right_after,
            "held_out": made.right_held_out,
        },
        "better": made.is_better,
    }


def effect(effect_found: Effect) -> Shape:
    return {
        "asked": effect_found.asked,
        "reordered": len(effect_found.changes),
        "entered": effect_found.entered,
        "judged": effect_found.judged,
        "ndcg": {
            "before": round(effect_found.ndcg_before, 4) if effect_found.ndcg_before is not None else None,
            "after": round(effect_found.ndcg_after, 4) if effect_found.ndcg_after is not None else None,
        },
        "changes": [
            {
                "question": one.question,
                "edits": list(one.edits),
                "before": list(one.before),
                "after": list(one.after),
            }
            for one in effect_found.changes[:REORDERED_SHOWN]
        ],
    }
