"""Snapshots of a saved search: its first hits, with the words that decided each claim, and their
figures.

A later run is compared with nothing but the snapshot, so it contains what a user would call news
(verdicts with their words, prices, sizes, the title) and nothing else: no texts, no scores of other
hits.
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
"""Maximum length of a quote; enough to recognise it."""
LONGEST_TITLE = 240


@dataclass(frozen=True, slots=True, kw_only=True)
class RunVerdict:
    """The verdict on one claim, and the words that decided it."""

    id: ClaimId
    claim: str
    verdict: Verdict
    quote: str = ""
    required: bool = False
    measured: bool = False
    """Whether the quote was computed from the map instead of quoted from a text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A field that is an amount according to the pack: a price, a size."""

    name: str
    kind: AmountKind
    value: float
    text: str
    """Formatted for people ("$3,890/month")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunHit:
    """The state of one hit when the search ran."""

    id: EntityId
    title: str
    place: int
    """Rank, starting at 1."""
    of: int
    """Number of wishes; an or-group counts as one."""
    standing: Standing
    verdicts: tuple[RunVerdict, ...]
    """One per claim, in the order of the question."""
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """What one run found."""

    hits: tuple[RunHit, ...]
    """Best first, without duplicates."""
    claims: tuple[tuple[ClaimId, str], ...]
    """The claims as the question was understood."""
    limit: int
    total: int
    """Number of matches in all."""
    turn: int = 0
    """The number of the membership call right before the snapshot (`saved.membership`)."""

    @property
    def full(self) -> bool:
        """Whether there may have been matches below those recorded."""
        return self.total > len(self.hits)


def run_hit(entity: Entity, judgement: Judgement, claims: Sequence[QueryClaim], pack: Pack, *, place: int) -> RunHit:
    """Returns the state of a hit for a snapshot."""
    return RunHit(
        id=entity.id,
        title=entity.title[:LONGEST_TITLE],
        place=place,
        of=len(judgement.unit_verdicts),
        standing=judgement.standing,
        verdicts=tuple(run_verdict(claim, finding) for claim, finding in zip(claims, judgement.findings, strict=True)),
        figures=figures(entity, pack),
    )


def run_verdict(claim: QueryClaim, finding: Finding) -> RunVerdict:
    """Returns the verdict on one claim with its quote; doubtful evidence decides nothing and is not
    quoted."""
    first = next((piece for piece in deciding(finding) if not piece.doubtful), None)
    quote = first.claim.quote if first is not None and first.claim is not None else ""
    return RunVerdict(
        id=claim.id,
        claim=claim.text,
        verdict=finding.verdict,
        quote=quote[:LONGEST_QUOTE],
        required=claim.required,
        measured=first is not None and first.sight is not None,
    )


def figures(entity: Entity, pack: Pack) -> tuple[Figure, ...]:
    """Returns the fields that are amounts according to the pack, in the pack's order."""
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
