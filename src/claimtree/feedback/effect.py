"""Previews how proposed weights would change the answers, before they are adopted.

Questions are run twice, with an engine that has the weights in force and with one that has the
proposed ones: for which of them the first ten hits change, and whether hits with a thumb up rank
above those with a thumb down more often than now.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from claimtree.engine import Engine
from claimtree.feedback.comparisons import Asked
from claimtree.feedback.opinions import Opinion, Thumb
from claimtree.model.claims import EntityId
from claimtree.model.questions import parse_question

TOP: Final = 10
MOST_ASKED: Final = 40
"""Maximum number of questions; those with feedback come first."""
_DEEP: Final = 50
"""Depth to which hits with a thumb are looked for; lower ones count as last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reordered:
    """A question whose first ten hits change."""

    question: str
    edits: tuple[str, ...]
    before: tuple[EntityId, ...]
    after: tuple[EntityId, ...]

    @property
    def entered(self) -> int:
        """Number of hits that were not among the first ten before."""
        return len(set(self.after) - set(self.before))


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """The answers to the same questions, before and after."""

    asked: int
    changes: tuple[Reordered, ...]
    judged: int
    """Number of questions with a thumb up and a thumb down; the two figures below are means over
    them."""
    ndcg_before: float | None
    ndcg_after: float | None
    """nDCG of the hits with a thumb, in the order of the answer: 1 if all thumbs up come first.
    None if there are none."""

    @property
    def entered(self) -> int:
        return sum(change.entered for change in self.changes)


def effect_of(
    before: Engine, after: Engine, opinions: Iterable[Opinion] = (), *, questions: Sequence[str] = ()
) -> Effect:
    """Runs the questions with feedback, and the given ones, on both engines."""
    liked = _liked(opinions)
    asked: list[Asked] = list(dict.fromkeys([*liked, *((question, ()) for question in questions)]))[:MOST_ASKED]
    changes: list[Reordered] = []
    gains: list[tuple[float, float]] = []
    for question, edits in asked:
        likes = liked.get((question, edits), {})
        is_judged = len(set(likes.values())) > 1
        old, new = (_order(engine, question, edits, _DEEP if is_judged else TOP) for engine in (before, after))
        if old[:TOP] != new[:TOP]:
            changes.append(Reordered(question=question, edits=edits, before=old[:TOP], after=new[:TOP]))
        if is_judged:
            gains.append((ndcg(old, likes), ndcg(new, likes)))
    return Effect(
        asked=len(asked),
        changes=tuple(changes),
        judged=len(gains),
        ndcg_before=sum(old for old, _ in gains) / len(gains) if gains else None,
        ndcg_after=sum(new for _, new in gains) / len(gains) if gains else None,
    )


def ndcg(order: Sequence[EntityId], likes: Mapping[EntityId, float]) -> float:
    """Returns the nDCG of the judged hits only, in their relative order; missing ones come last.

    >>> ndcg([EntityId("a"), EntityId("x"), EntityId("b")], {EntityId("a"): 1.0, EntityId("b"): 0.0})
    1.0
    """
    place = {id: n for n, id in enumerate(order)}
    ranked = sorted(likes, key=lambda id: (place.get(id, len(order)), id))
    best = _gain(sorted(likes.values(), reverse=True))
    return _gain([likes[id] for id in ranked]) / best if best else 1.0


def _gain(likes: Sequence[float]) -> float:
    return sum(like / math.log2(n + 2) for n, like in enumerate(likes))


def _liked(opinions: Iterable[Opinion]) -> dict[Asked, dict[EntityId, float]]:
    """Returns the share of thumbs up by question and hit, newest question first."""
    thumbs: dict[Asked, dict[EntityId, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for one in sorted(opinions, key=lambda one: (one.given_at, one.id), reverse=True):
        if one.thumb is not None:
            thumbs[one.question, one.edits][one.entity].append(one.thumb is Thumb.UP)
    return {
        asked: {entity: sum(ups) / len(ups) for entity, ups in by_entity.items()} for asked, by_entity in thumbs.items()
    }


def _order(engine: Engine, question: str, edits: Sequence[str], limit: int) -> tuple[EntityId, ...]:
    found = engine.search(parse_question(question, edits=edits), limit=limit)
    return tuple(hit.id for hit in found.hits)
