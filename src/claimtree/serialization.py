"""The JSON output for programs: all shapes, as documented in docs/cli.md and SPEC §8."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from claimtree.errors import ClaimtreeError
from claimtree.geo import Area
from claimtree.languages.rendering import notice_texts, reason_texts
from claimtree.model.amounts import Amount
from claimtree.model.answers import (
    Answer,
    AskedPlace,
    Explanation,
    Finding,
    Found,
    Hit,
    Nothing,
    Piece,
    Relaxation,
    Verdict,
)
from claimtree.model.claims import Claim, QueryClaim, units
from claimtree.model.columns import ColumnsReport
from claimtree.model.hierarchy import Entity, Field, Source
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity
from claimtree.model.places import Place, Sight, Where
from claimtree.model.plans import GRADES
from claimtree.model.relations import NamedLink
from claimtree.ports import DocumentReading, QueryReading, StoreIdentity, StoreInfo
from claimtree.search.grouping import by_place

if TYPE_CHECKING:
    from claimtree.indexing import IndexReport
    from claimtree.indexing.load_places import PlacesReport
    from claimtree.moving import CopyReport, RebuildReport

Shape = dict[str, object]

PLACES_SHOWN = 20
"""Limit for the places that a wish may refer to: "near a bar" may mean hundreds."""


def error_shape(code: str, message: str, hint: str = "") -> Shape:
    return {"error": {"code": code, "message": message, "hint": hint}}


def of_error(error: ClaimtreeError) -> Shape:
    return error_shape(error.code, error.message, error.hint)


def amount(said: Amount) -> Shape:
    """The amount; an open end is null."""
    return {
        "kind": said.kind.value,
        "noun": said.noun,
        "low": number(said.low),
        "high": number(said.high),
        "low_open": said.low_open,
        "high_open": said.high_open,
        "op": said.op.value,
        "unit": said.unit,
    }


def claim(said: QueryClaim, *, explain: bool = False) -> Shape:
    shape: Shape = {
        "id": said.id,
        "claim": said.text,
        "claim_type": said.type,
        "level": said.level,
        "facet": said.facet,
        "strength": said.strength.value,
        "weight": round(said.weight, 4),
        "negated": said.denied,
        "or_group": said.or_group,
        "amounts": [amount(one) for one in said.said_amounts],
        "quote": said.quote,
        "start": said.start,
        "end": said.end,
        "group": said.group,
        "concept": said.concept,
        "where": where(said.where) if said.where is not None else None,
        "doubt": said.doubt,
    }
    return shape | {"why": said.why} if explain else shape


def where(asked: Where) -> Shape:
    """The place wish as read from the query, before places are looked up."""
    return {
        "relation": asked.relation.value,
        "names": list(asked.names),
        "kind": asked.kind,
        "low_m": number(asked.distance.low) if asked.distance is not None else None,
        "high_m": number(asked.distance.high) if asked.distance is not None else None,
        "well_rated": asked.well_rated,
        "beside": asked.beside,
    }


def place(known: Place) -> Shape:
    return {
        "id": known.id,
        "name": known.name,
        "kind": known.kind,
        "lat": known.centre.lat,
        "lon": known.centre.lon,
        "radius_m": known.radius_m or None,
        "outline": isinstance(known.shape, Area),
        "aliases": list(known.aliases),
        "parent": known.parent,
        "source": known.source,
        "rank": known.rank,
        "rating": known.rating,
        "partial": known.partial,
    }


def asked_place(asked: AskedPlace) -> Shape:
    """The places that a place wish refers to."""
    return {
        "id": asked.claim,
        "claim": asked.text,
        "unknown": asked.unknown,
        "radius_m": asked.radius_m,
        "places": [place(one) for one in asked.places[:PLACES_SHOWN]],
    }


def sight(seen: Sight) -> Shape:
    return {"id": seen.place, "name": seen.name, "lat": seen.point.lat, "lon": seen.point.lon, "metres": seen.metres}


def reading(read: QueryReading, *, explain: bool = False) -> Shape:
    return {
        "claims": [claim(one, explain=explain) for one in read.claims],
        "notices": list(notice_texts(read)),
    }


def document(read: DocumentReading, *, explain: bool = False) -> Shape:
    """The claims of a listing, as stated; without strength and weight, which only wishes have."""
    return {
        "claims": [
            said(claim)
            | {"negated": claim.denied, "amounts": [amount(one) for one in claim.said_amounts]}
            | ({"why": claim.why} if explain else {})
            for claim in read.claims
        ],
        "notices": list(notice_texts(read)),
    }


def said(claim: Claim) -> Shape:
    """One claim of a text about an entity."""
    return {
        "claim": claim.text,
        "claim_type": claim.type,
        "level": claim.level,
        "facet": claim.facet,
        "negated": claim.negated,
        "amounts": [amount(one) for one in claim.amounts],
        "quote": claim.quote,
        "start": claim.start,
        "end": claim.end,
        "concept": claim.concept,
    }


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


def evidence(piece: Piece) -> Shape:
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
    }


def verdicts(claims: Sequence[QueryClaim], findings: Sequence[Finding]) -> list[Shape]:
    return [
        {
            "id": wanted.id,
            "claim": wanted.text,
            "verdict": finding.verdict.value,
            "probability": probability(finding),
            "evidence": [evidence(piece) for piece in speaking_first(finding)],
        }
        for wanted, finding in zip(claims, findings, strict=True)
    ]


def hit(found: Hit, claims: Sequence[QueryClaim], *, of: int) -> Shape:
    return {
        "id": found.id,
        "level": found.level,
        "title": found.title,
        "score": found.standing.score,
        "coverage": {"met": found.standing.met, "of": of, "weight": found.met_weight},
        "verdicts": verdicts(claims, found.findings),
        "fields": fields(found.fields),
    }


def entity(
    known: IndexedEntity, *, parts: Sequence[str] = (), links: Sequence[NamedLink] = (), more_links: int = 0
) -> Shape:
    """A stored entity: its texts, its fields, its claims, what is near it and linked to it."""
    about = known.entity
    return {
        "id": about.id,
        "version": known.version,
        "level": about.level,
        "parent": about.parent,
        "facet": about.facet,
        "title": about.title,
        "fields": fields(about.fields),
        "lat": about.point.lat if about.point is not None else None,
        "lon": about.point.lon if about.point is not None else None,
        "sources": [source(one) for one in about.sources],
        "claims": [said(claim) | {"source": claim.source, "against": claim.against} for claim in known.claims],
        "parts": list(parts),
        "nearby": [
            {"kind": fact.kind, "id": fact.place, "name": fact.name, "metres": fact.metres} for fact in known.nearby
        ],
        "relations": [relation(one) for one in links],
        "more_relations": more_links,
    }


def relation(known: NamedLink) -> Shape:
    """A link of an entity to another one; `direction` is "in" where the other one stands in the relation to it."""
    link = known.link
    return {
        "kind": link.kind,
        "direction": link.direction,
        "to": link.to,
        "title": known.title,
        "level": known.level,
        "stated_by": link.stated_by,
        "quote": link.quote,
        "source": link.source,
    }


def source(known: Source) -> Shape:
    """A text about an entity."""
    return {
        "name": known.name,
        "text": known.text,
        "url": known.url,
        "updated": known.updated,
        "fields": fields(known.fields),
        **({"citation": known.citation} if known.citation else {}),
    }


def show(
    known: IndexedEntity,
    parts: Sequence[IndexedEntity],
    *,
    parent: Entity | None = None,
    more_parts: int = 0,
    links: Sequence[NamedLink] = (),
    more_links: int = 0,
    limit: int,
) -> Shape:
    """A stored entity, claim by claim: its own and those of its parts, `limit` of each."""
    about = known.entity
    return {
        "id": about.id,
        "level": about.level,
        "title": about.title,
        "parent": about.parent,
        "fields": fields(about.fields),
        "sources": [source(one) for one in newest_first(about.sources)],
        "parts": [
            {
                "id": part.entity.id,
                "level": part.entity.level,
                "facet": part.entity.facet,
                "title": part.entity.title,
                **stored_claims(part, about, limit=limit),
            }
            for part in parts
        ],
        "more_parts": more_parts,
        "relations": [relation(one) for one in links],
        "more_relations": more_links,
        **stored_claims(known, parent, limit=limit),
    }


def stored_claims(known: IndexedEntity, above: Entity | None, *, limit: int) -> Shape:
    """The first claims by source, and the number of the rest."""
    sources = speaking_of(known.entity, above)
    ordered = [claim for _, claims in claims_by_source(known.claims, sources) for claim in claims]
    return {
        "claims": [
            {
                "claim": claim.text,
                "claim_type": claim.type,
                "negated": claim.negated,
                "amounts": [amount(one) for one in claim.amounts],
                "quote": claim.quote,
                "source": claim.source,
                "start": claim.start,
                "end": claim.end,
            }
            | ({"against": claim.against} if claim.against else {})
            for claim in ordered[:limit]
        ],
        "more_claims": max(0, len(ordered) - limit),
    }


def speaking_of(about: Entity, above: Entity | None) -> list[Source]:
    """The sources that a claim may come from. A home's statement about a room is stored with the
    room, which need not have that source itself."""
    over = above.sources if above is not None else ()
    return list({one.name: one for one in (*over, *about.sources)}.values())


def newest_first(sources: Sequence[Source]) -> list[Source]:
    """The sources, newest first, undated ones last. Of two equally new ones, the one that wins a
    conflict, which is stored after the other."""
    return sorted(sources, key=lambda one: one.updated)[::-1]


def claims_by_source(claims: Iterable[Claim], sources: Sequence[Source]) -> list[tuple[str, list[Claim]]]:
    """The claims by the names of their sources, the newest first; those without a known source come
    last. A statement in a field of a source ("site#price") belongs to the source."""
    found: dict[str, list[Claim]] = {one.name: [] for one in newest_first(sources)}
    for claim in claims:
        found.setdefault(source_name(claim, found), []).append(claim)
    return [(name, said) for name, said in found.items() if said]


def source_name(claim: Claim, known: Container[str]) -> str:
    """The name of the claim's source; a name may contain a "#" itself."""
    return claim.source if claim.source in known else claim.source.rpartition("#")[0] or claim.source


def relaxation(one: Relaxation) -> Shape:
    return {"id": one.claim.id, "claim": one.text, "more": one.more}


def answer(found: Answer, *, took_ms: float, grouped: bool = False) -> Shape:
    """An answer; `grouped` adds the hits grouped by the place that they are near to."""
    hits: list[Shape] = []
    ladder: Shape = {"total": 0, "met": {}, "without": []}
    following: int | None = None
    cursor, offset = "", 0
    wider: list[Shape] = []
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
    groups: Shape = {}
    if grouped and isinstance(found, Found):
        groups = {"groups": [{"place": name, "hits": [one.id for one in some]} for name, some in by_place(found)]}
    return groups | {
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


def explanation(why: Explanation, *, took_ms: float) -> Shape:
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
        "verdicts": verdicts(why.claims, judgement.findings),
        "units": [
            {"ids": [why.claims[i].id for i in unit], "verdict": verdict.value, "points": points}
            for unit, verdict, points in zip(
                units(why.claims), judgement.unit_verdicts, judgement.unit_points, strict=True
            )
        ],
        "took_ms": round(took_ms, 1),
    }


def report(done: IndexReport, *, address: str) -> Shape:
    return {
        "store": address,
        "indexed": done.indexed,
        "unchanged": done.unchanged,
        "skipped": done.skipped,
        "bad": [{"place": str(bad.values.get("place", "")), "reason": reason_of(bad)} for bad in done.bad],
        "claims": done.claims,
        "new_phrases": done.phrases,
        "seconds": round(done.seconds, 3),
        "interrupted": done.interrupted,
        "verified": done.verified,
        "contradicted": done.contradicted,
        "outranked": done.outranked,
        "disputed": done.disputed,
        "columns": columns_report(done.columns),
        "notices": list(done.notices),
    }


def columns_report(found: ColumnsReport) -> Shape:
    """How the columns of a run were used."""
    return {
        "exports": list(found.exports),
        "read": [
            {"column": use.column, "as": use.to, "records": use.records, "mapped": use.mapped} for use in found.read
        ],
        "not_read": [
            {"column": use.column, "records": use.records, "nearest": use.nearest, "why": use.why}
            for use in found.unread
        ],
        "values_not_read": [
            {"column": one.column, "why": one.why, "count": one.count, "example": one.example} for one in found.values
        ],
        "missing": list(found.missing),
        "made_ids": found.made_ids,
    }


def places_report(done: PlacesReport, *, address: str) -> Shape:
    return {
        "store": address,
        "loaded": done.loaded,
        "kinds": {str(kind): count for kind, count in sorted(done.kinds.items())},
        "skipped": done.skipped,
        "bad": [{"place": str(bad.values.get("place", "")), "reason": reason_of(bad)} for bad in done.bad],
        "measured": done.measured,
        "seconds": round(done.seconds, 3),
        "interrupted": done.interrupted,
        "notices": list(done.notices),
    }


def reason_of(bad: ClaimtreeError) -> str:
    """Why a record was skipped, without its position."""
    return str(bad.values.get("reason") or bad.message)


def info(about: StoreInfo) -> Shape:
    return {
        "store": about.address,
        "pack": about.identity.pack,
        "pack_version": about.identity.pack_version,
        "embedder": about.identity.embedder,
        "dimensions": about.identity.dimensions,
        "entities": {str(level): count for level, count in about.entities.items()},
        "claims": about.claims,
        "phrases": about.phrases,
        "edges": about.edges,
        "places": about.places,
        "relations": about.relations,
        "bytes": about.bytes,
        "schema": about.schema,
    }


def check(problems: Iterable[str], *, address: str, notices: Sequence[str] = ()) -> Shape:
    found = list(problems)
    return {"store": address, "sound": not found, "problems": found, "notices": list(notices)}


def identity(built: StoreIdentity) -> Shape:
    return {
        "pack": built.pack,
        "pack_version": built.pack_version,
        "embedder": built.embedder,
        "dimensions": built.dimensions,
    }


def rebuild(done: RebuildReport) -> Shape:
    return {
        "store": done.store,
        "swapped": done.swapped,
        "read": done.read,
        "resumed": done.resumed,
        "rounds": done.rounds,
        "entities": {str(level): count for level, count in done.entities.items()},
        "claims": done.claims,
        "phrases": done.phrases,
        "before": identity(done.before.identity),
        "after": identity(done.after.identity),
        "answers": {
            "asked": done.answers.asked,
            "different": list(done.answers.different),
            "must_agree": done.must_agree,
        },
        "problems": list(done.problems),
        "interrupted": done.interrupted,
        "held_seconds": round(done.held_s, 3),
        "seconds": round(done.seconds, 3),
        "notices": list(done.notices),
    }


def copied(done: CopyReport) -> Shape:
    return {
        "source": done.source,
        "target": done.target,
        "entities": {str(level): count for level, count in done.entities.items()},
        "claims": done.claims,
        "phrases": done.phrases,
        "edges": done.edges,
        "places": done.places,
        "relations": done.relations,
        "written": done.written,
        "compared": done.compared,
        "verified": done.verified,
        "problems": list(done.problems),
        "seconds": round(done.seconds, 3),
    }


def pack(known: Pack) -> Shape:
    return {
        "name": known.name,
        "title": known.title,
        "version": known.version,
        "languages": list(known.languages),
        "levels": list(known.hierarchy.levels),
        "answers": known.hierarchy.answers,
        "types": [
            {
                "name": kind.name,
                "about": kind.about,
                "levels": list(kind.levels),
                "firm": kind.firm,
                "weight": kind.weight,
                "examples": list(kind.examples),
            }
            for kind in known.types.values()
        ],
        "concepts": len(known.concepts),
        "facets": list(known.facets),
        "fields": [{"name": spec.name, "level": spec.level} for spec in known.fields.values()],
        "queries": list(known.queries),
    }


def fields(values: Mapping[str, Field]) -> Shape:
    return {
        name: list(value) if isinstance(value, tuple) else number(value) if isinstance(value, float) else value
        for name, value in values.items()
    }


def number(value: float) -> float | None:
    """The number, or null if infinite, which JSON does not have."""
    return value if math.isfinite(value) else None
