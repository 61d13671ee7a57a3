"""Answers as JSON: hits with their verdicts and evidence, the ladder, explanations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from claimtree.languages.rendering import notice_texts, reason_texts
from claimtree.model.answers import Answer, Explanation, Finding, Found, Hit, Nothing, Piece, Relaxation, Verdict
from claimtree.model.claims import EntityId, QueryClaim, units
from claimtree.model.hierarchy import Entity
from claimtree.model.plans import GRADES
from claimtree.model.relations import Link, NamedLink
from claimtree.search.grouping import by_place
from claimtree.serialization.claim_json import claim
from claimtree.serialization.entity_json import fields, relation
from claimtree.serialization.place_json import asked_place, sight

if TYPE_CHECKING:
    from claimtree.json_types.answer_types import (
        AnswerShape,
        EvidenceShape,
        ExplanationShape,
        HitShape,
        LadderShape,
        RelaxationShape,
        VerdictName,
        VerdictShape,
        WiderShape,
    )
    from claimtree.json_types.entity_types import RelationShape

VERDICTS: Final[dict[Verdict, VerdictName]] = {
    Verdict.MET: "met",
    Verdict.REFUTED: "refuted",
    Verdict.UNKNOWN: "unknown",
}


def answer(found: Answer, *, took_ms: float, grouped: bool = False) -> AnswerShape:
    """An answer; `grouped` adds the hits grouped by the place that they are near to."""
    hits: list[HitShape] = []
    ladder: LadderShape = {"total": 0, "met": {}, "without": []}
    following: int | None = None
    cursor, offset = "", 0
    wider: list[WiderShape] = []
    match found:
        case Found():
            hits = [hit(one, found.claims, of=len(found.without)) for one in found.hits]
            ladder = {
                "total": found.ladder.total,
                "met": {str(k): count for k, count in sorted(found.ladder.met.items())},
                "without": [relaxation(one) for one in found.without],
            }
            following = found.next
            cursor, offset = found.cursor, found.offset
            wider = [{"id": one.claim, "text": one.text, "more": one.more} for one in found.wider]
        case Nothing():
            pass
    shape: AnswerShape = {
        "claims": [claim(one) for one in found.claims],
        "hits": hits,
        "ladder": ladder,
        "offset": offset,
        "next": following,
        "cursor": cursor,
        "places": [asked_place(one) for one in found.asked_places],
        "wider": wider,
        "notices": list(notice_texts(found)),
        "took_ms": round(took_ms, 1),
    }
    if grouped and isinstance(found, Found):
        shape["groups"] = [{"place": name, "hits": [one.id for one in some]} for name, some in by_place(found)]
    return shape


def explanation(why: Explanation, *, took_ms: float) -> ExplanationShape:
    """An explanation, with the keys of an answer; `place` is null for an entity that is no hit."""
    judgement = why.judgement
    return {
        "id": why.id,
        "title": why.title,
        "place": why.place,
        "total": why.total,
        "score": judgement.standing.score,
        "coverage": {"met": judgement.standing.met, "of": len(judgement.unit_verdicts)},
        "reasons": list(reason_texts(why)),
        "claims": [claim(one) for one in why.claims],
        "verdicts": verdicts(why.claims, judgement.findings, why.entities),
        "units": [
            {"ids": [why.claims[i].id for i in unit], "verdict": VERDICTS[verdict], "points": points}
            for unit, verdict, points in zip(
                units(why.claims), judgement.unit_verdicts, judgement.unit_points, strict=True
            )
        ],
        "took_ms": round(took_ms, 1),
    }


def hit(found: Hit, claims: Sequence[QueryClaim], *, of: int) -> HitShape:
    return {
        "id": found.id,
        "level": found.level,
        "title": found.title,
        "score": found.standing.score,
        "coverage": {"met": found.standing.met, "of": of, "weight": found.met_weight},
        "verdicts": verdicts(claims, found.findings, found.entities),
        "fields": fields(found.fields),
    }


def verdicts(
    claims: Sequence[QueryClaim], findings: Sequence[Finding], entities: Mapping[EntityId, Entity]
) -> list[VerdictShape]:
    """The verdict on each claim; `entities` names what the evidence is about."""
    return [
        {
            "id": wanted.id,
            "claim": wanted.text,
            "verdict": VERDICTS[finding.verdict],
            "probability": probability(finding),
            "evidence": [evidence(piece, entities) for piece in speaking_first(finding)],
        }
        for wanted, finding in zip(claims, findings, strict=True)
    ]


def evidence(piece: Piece, entities: Mapping[EntityId, Entity]) -> EvidenceShape:
    return {
        "entity": piece.entity,
        "quote": piece.claim.quote if piece.claim else "",
        "source": piece.claim.source if piece.claim else "",
        "for": piece.grade > 0,
        "by": piece.by.value,
        "doubtful": piece.doubtful,
        "disputed": piece.disputed,
        "against": piece.claim.against if piece.claim else "",
        "place": sight(piece.sight) if piece.sight is not None else None,
        "link": link(piece.link, entities) if piece.link is not None else None,
    }


def link(known: Link, entities: Mapping[EntityId, Entity]) -> RelationShape | None:
    """What links a hit to a related entity; null if that entity is not known any more."""
    other = entities.get(known.to)
    return relation(NamedLink(link=known, title=other.title, level=other.level)) if other is not None else None


def probability(finding: Finding) -> float | None:
    """The probability that the wish is met; null when nothing is known."""
    if finding.verdict is Verdict.UNKNOWN:
        return None
    sure = finding.grade / GRADES
    return sure if finding.verdict is Verdict.MET else 1 - sure


def speaking_first(finding: Finding) -> list[Piece]:
    """The evidence: what supports the verdict, what contradicts it, disputed, then doubtful."""
    against = finding.verdict is Verdict.REFUTED

    def order(piece: Piece) -> tuple[bool, bool, bool]:
        return piece.doubtful, piece.doubtful and not piece.disputed, (piece.grade < 0) != against

    return sorted(finding.pieces, key=order)


def relaxation(one: Relaxation) -> RelaxationShape:
    return {"id": one.claim.id, "claim": one.text, "more": one.more}
