"""The state of a session as JSON, and back; what has its default is left out."""

from __future__ import annotations

import json
import math
from typing import Any

from claimtree.chat.orders import Measure, Order
from claimtree.chat.session_state import FormerSearch, SessionState
from claimtree.model.amounts import Amount, AmountKind, Op
from claimtree.model.claims import (
    ClaimId,
    ConceptId,
    EntityId,
    Facet,
    LevelName,
    Name,
    QueryClaim,
    RelationName,
    Strength,
    Through,
    TypeName,
)
from claimtree.model.places import PlaceKind, Where, WhereRelation

Row = dict[str, Any]


def encode_state(state: SessionState) -> str:
    """Returns a state as text."""
    row = {
        "criteria": [_claim_row(claim) for claim in state.criteria],
        "shown": list(state.shown),
        "focus": state.focus,
        "order": _order_row(state.order),
        "opens": state.opens,
        "former": [_former_row(one) for one in state.former],
        "latest": list(state.latest),
        "asked": state.asked,
        "language": state.language,
        "turns": state.turns,
    }
    return json.dumps({name: value for name, value in row.items() if value}, ensure_ascii=False)


def decode_state(text: str) -> SessionState:
    """Returns the state of a text; raises ValueError, KeyError or TypeError for what is none."""
    row = json.loads(text)
    focus = row.get("focus")
    return SessionState(
        criteria=tuple(_claim(one) for one in row.get("criteria", ())),
        shown=tuple(EntityId(str(id)) for id in row.get("shown", ())),
        focus=None if focus is None else EntityId(str(focus)),
        order=_order(row.get("order")),
        opens=bool(row.get("opens", False)),
        former=tuple(_former(one) for one in row.get("former", ())),
        latest=tuple(ClaimId(str(id)) for id in row.get("latest", ())),
        asked=str(row.get("asked", "")),
        language=str(row.get("language", "")),
        turns=int(row.get("turns", 0)),
    )


def _former_row(one: FormerSearch) -> Row:
    return {
        "criteria": [_claim_row(claim) for claim in one.criteria],
        "order": _order_row(one.order),
        "opens": one.opens,
    }


def _former(row: Row) -> FormerSearch:
    return FormerSearch(
        criteria=tuple(_claim(one) for one in row["criteria"]),
        order=_order(row["order"]),
        opens=bool(row["opens"]),
    )


def _order_row(order: Order | None) -> Row | None:
    return None if order is None else {"by": order.by.value, "descending": order.descending, "of": order.of}


def _order(row: Row | None) -> Order | None:
    if row is None:
        return None
    of = row.get("of")
    return Order(
        by=Measure(row["by"]), descending=bool(row["descending"]), of=None if of is None else ConceptId(str(of))
    )


def _claim_row(claim: QueryClaim) -> Row:
    row: Row = {
        "id": claim.id,
        "text": claim.text,
        "pattern": claim.pattern,
        "type": claim.type,
        "level": claim.level,
        "quote": claim.quote,
        "facet": claim.facet,
        "concept": claim.concept,
        "name": None if claim.name is None else [claim.name.kind, claim.name.text],
        "amounts": [_amount_row(one) for one in claim.amounts],
        "counted": [_amount_row(one) for one in claim.counted],
        "negated": claim.negated,
        "strength": claim.strength.value,
        "weight": claim.weight,
        "or_group": claim.or_group,
        "group": claim.group,
        "full_wording": claim.full_wording,
        "exceeds": claim.exceeds,
        "unsure": claim.unsure,
        "opposed": claim.opposed,
        "where": None if claim.where is None else _where_row(claim.where),
        "through": None if claim.through is None else _through_row(claim.through),
    }
    return {
        name: value for name, value in row.items() if value is not None and value is not False and value not in ("", [])
    }


def _claim(row: Row) -> QueryClaim:
    name, where, through = row.get("name"), row.get("where"), row.get("through")
    return QueryClaim(
        id=ClaimId(row["id"]),
        text=row.get("text", ""),
        pattern=row.get("pattern", ""),
        type=TypeName(row["type"]),
        level=LevelName(row["level"]),
        quote=row.get("quote", ""),
        facet=Facet(row["facet"]) if "facet" in row else None,
        concept=ConceptId(row["concept"]) if "concept" in row else None,
        name=None if name is None else Name(kind=name[0], text=name[1]),
        amounts=tuple(_amount(one) for one in row.get("amounts", ())),
        counted=tuple(_amount(one) for one in row.get("counted", ())),
        negated=bool(row.get("negated", False)),
        strength=Strength(row["strength"]),
        weight=float(row["weight"]),
        or_group=row.get("or_group"),
        group=row.get("group"),
        full_wording=row.get("full_wording", ""),
        exceeds=bool(row.get("exceeds", False)),
        unsure=bool(row.get("unsure", False)),
        opposed=bool(row.get("opposed", False)),
        where=None if where is None else _where(where),
        through=None if through is None else _through(through),
    )


def _amount_row(amount: Amount) -> Row:
    ends = {"low": amount.low, "high": amount.high}
    return {
        **({"stated": amount.stated} if amount.stated else {}),
        "kind": amount.kind.value,
        # JSON has no infinity.
        **{name: end for name, end in ends.items() if math.isfinite(end)},
        "low_open": amount.low_open,
        "high_open": amount.high_open,
        "unit": amount.unit,
        "noun": amount.noun,
        "op": amount.op.value,
    }


def _amount(row: Row) -> Amount:
    return Amount(
        kind=AmountKind(row["kind"]),
        low=float(row.get("low", -math.inf)),
        high=float(row.get("high", math.inf)),
        low_open=bool(row["low_open"]),
        high_open=bool(row["high_open"]),
        unit=row["unit"],
        noun=row["noun"],
        op=Op(row["op"]),
        stated=str(row.get("stated", "")),
    )


def _where_row(where: Where) -> Row:
    return {
        "relation": where.relation.value,
        "names": list(where.names),
        "kind": where.kind,
        "distance": None if where.distance is None else _amount_row(where.distance),
        "well_rated": where.well_rated,
        "with_neighbours": where.with_neighbours,
    }


def _where(row: Row) -> Where:
    distance = row["distance"]
    return Where(
        relation=WhereRelation(row["relation"]),
        names=tuple(row["names"]),
        kind=PlaceKind(row["kind"]),
        distance=None if distance is None else _amount(distance),
        well_rated=bool(row["well_rated"]),
        with_neighbours=bool(row["with_neighbours"]),
    )


def _through_row(through: Through) -> Row:
    return {
        "relation": through.relation,
        "incoming": through.incoming,
        "claims": [_claim_row(one) for one in through.claims],
    }


def _through(row: Row) -> Through:
    return Through(
        relation=RelationName(row["relation"]),
        incoming=bool(row["incoming"]),
        claims=tuple(_claim(one) for one in row["claims"]),
    )
