"""What a saved search last saw: its first hits, with what decided each claim and what each hit costs.

A snapshot is all that a later run is compared with, so that it holds what a person would call news (verdicts with their
words, prices, sizes, the title) and nothing else: no texts, no scores of other hits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from claimtree.model.amounts import AmountKind
from claimtree.model.answers import Finding, Judgement, Standing, Verdict
from claimtree.model.claims import ClaimId, EntityId, QueryClaim
from claimtree.model.hierarchy import Entity
from claimtree.model.pack import Pack
from claimtree.presentation import deciding, fact

LONGEST_QUOTE = 240
"""Characters of the words that decided; enough to recognise them."""
LONGEST_TITLE = 240


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The verdict on one claim, and the words that decided it."""

    id: ClaimId
    claim: str
    verdict: Verdict
    quote: str = ""
    required: bool = False
    measured: bool = False
    """Whether the words were measured on the map: nobody wrote them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A field that is an amount by the pack: a price, a size."""

    name: str
    kind: AmountKind
    value: float
    text: str
    """As a person would say it: "$3,890/month"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One hit as it was when the search ran."""

    id: EntityId
    title: str
    place: int
    """1 for the first."""
    of: int
    """How many wishes there were; an or-group is one."""
    standing: Standing
    told: tuple[Told, ...]
    """One per claim, in the order of the question."""
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """What one run saw."""

    seen: tuple[Seen, ...]
    """Best first, each once."""
    claims: tuple[tuple[ClaimId, str], ...]
    """The question as it was understood."""
    limit: int
    total: int
    """How many there were in all."""
    turn: int = 0
    """Which roll call of the collection came right before it (`saved.rolls`)."""

    @property
    def full(self) -> bool:
        """Whether others may have stood below what was seen."""
        return self.total > len(self.seen)


def seen(entity: Entity, judgement: Judgement, claims: Sequence[QueryClaim], pack: Pack, *, place: int) -> Seen:
    """A hit as a snapshot keeps it."""
    return Seen(
        id=entity.id,
        title=entity.title[:LONGEST_TITLE],
        place=place,
        of=len(judgement.unit_verdicts),
        standing=judgement.standing,
        told=tuple(told(claim, finding) for claim, finding in zip(claims, judgement.findings, strict=True)),
        figures=figures(entity, pack),
    )


def told(claim: QueryClaim, finding: Finding) -> Told:
    """What is said of one claim; doubtful words decide nothing and are no reason."""
    first = next((piece for piece in deciding(finding) if not piece.doubtful), None)
    quote = first.claim.quote if first is not None and first.claim is not None else ""
    return Told(
        id=claim.id,
        claim=claim.text,
        verdict=finding.verdict,
        quote=quote[:LONGEST_QUOTE],
        required=claim.required,
        measured=first is not None and first.sight is not None,
    )


def figures(entity: Entity, pack: Pack) -> tuple[Figure, ...]:
    """The fields that are amounts by the pack, in the pack's order."""
    found = []
    for spec in pack.fields.values():
        concept = pack.concepts.get(spec.concept) if spec.concept is not None else None
        value = entity.fields.get(spec.name)
        if spec.level != entity.level or concept is None or concept.amount is None:
            continue
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            continue
        text = fact(spec, value, pack)
        found.append(Figure(name=spec.name, kind=concept.amount.kind, value=float(value), text=text))
    return tuple(found)
