"""A small town to test stores with: a few houses with rooms, and one-line helpers for claims and
wishes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.answers import Judgement, Verdict
from claimtree.model.claims import (
    Claim,
    ClaimId,
    EntityId,
    Facet,
    LevelName,
    QueryClaim,
    Strength,
    TypeName,
)
from claimtree.model.hierarchy import Entity, Hierarchy
from claimtree.model.phrases import Batch, Edge, IndexedEntity, Phrase, PhraseId
from claimtree.model.plans import GRADES, Basis, PhraseMatch, Plan, Wish
from claimtree.model.verdicts import judge
from claimtree.ports import MovableStore, Store, StoreIdentity
from claimtree_testing.worlds import phrase_vectors

StoreMaker: TypeAlias = Callable[[StoreIdentity, Hierarchy], MovableStore]
"""Returns a new, empty store on each call."""

TOWN, HOUSE, ROOM = LevelName("town"), LevelName("house"), LevelName("room")
TREE = Hierarchy(levels=(TOWN, HOUSE, ROOM), answers=HOUSE)
IDENTITY = StoreIdentity(pack="suite", pack_version=1, embedder="suite", dimensions=4)
MET, REFUTED, UNKNOWN = Verdict.MET, Verdict.REFUTED, Verdict.UNKNOWN
POINTS = tuple(grade * 100 for grade in range(GRADES + 1))
EVERYTHING = 1_000_000


# Claims and entities


def says(pattern: str, *amounts: Amount, at: LevelName = HOUSE, type: str = "trait", negated: bool = False) -> Claim:
    """Returns a claim whose phrase is its pattern."""
    return Claim(
        text=pattern,
        pattern=pattern,
        type=TypeName(type),
        level=at,
        quote=f"“{pattern}”",
        amounts=amounts,
        negated=negated,
    )


def room_says(pattern: str, *amounts: Amount) -> Claim:
    return says(pattern, *amounts, at=ROOM)


def area(
    low: float = -np.inf,
    high: float = np.inf,
    *,
    unit: str = "m2",
    noun: str = "",
    low_open: bool = False,
    high_open: bool = False,
) -> Amount:
    return Amount(
        kind=AmountKind.AREA,
        low=low,
        high=high,
        unit=unit,
        noun=noun,
        low_open=low_open,
        high_open=high_open,
    )


def exactly(value: float, *, unit: str = "m2", noun: str = "") -> Amount:
    return area(value, value, unit=unit, noun=noun)


def town(id: str, *claims: Claim) -> IndexedEntity:
    return IndexedEntity(entity=Entity(id=EntityId(id), level=TOWN), claims=claims)


def house(id: str, *claims: Claim, town: str | None = None, digest: str = "") -> IndexedEntity:
    parent = EntityId(town) if town is not None else None
    return IndexedEntity(entity=Entity(id=EntityId(id), level=HOUSE, parent=parent), claims=claims, digest=digest)


def room(id: str, house: str, *claims: Claim, facet: str | None = "kitchen", owned: bool = True) -> IndexedEntity:
    return IndexedEntity(
        entity=Entity(
            id=EntityId(id),
            level=ROOM,
            parent=EntityId(house),
            facet=Facet(facet) if facet is not None else None,
            owner=EntityId(house) if owned else None,
        ),
        claims=claims,
    )


def batch(*items: IndexedEntity, also: Sequence[Claim] = (), edges: Sequence[Edge] = (), dimensions: int = 4) -> Batch:
    """Returns a batch with the phrases of its claims and those of `also`."""
    claims = [*(claim for item in items for claim in item.claims), *also]
    phrases = tuple({Phrase.of(claim).id: Phrase.of(claim) for claim in claims}.values())
    return Batch(entities=items, phrases=phrases, vectors=phrase_vectors(phrases, dimensions), edges=tuple(edges))


def phrase_id(claim: Claim) -> PhraseId:
    return Phrase.of(claim).id


# Wishes and plans


def proof(
    claim: Claim, grade: int = GRADES, *, fails: int = 0, slots: Sequence[int] = (), by: Basis = Basis.CONCEPT
) -> PhraseMatch:
    """Returns a match in which the claim's phrase supports a wish, or contradicts it if the grade
    is negative."""
    return PhraseMatch(phrase=phrase_id(claim), level=claim.level, holds=grade, fails=fails, slots=tuple(slots), by=by)


def maybe(claim: Claim, grade: int = GRADES, *, by: Basis = Basis.JUDGE) -> PhraseMatch:
    """Returns a doubtful match for or against a wish: it is shown, but does not count."""
    return replace(proof(claim, grade, by=by), doubtful=True)


def wants(
    *matches: PhraseMatch,
    at: LevelName | None = None,
    amounts: Sequence[Amount] = (),
    facet: str | None = None,
    group: int | None = None,
    or_group: int | None = None,
    required: bool = False,
    negated: bool = False,
    points: Sequence[int] = POINTS,
) -> Wish:
    """Returns a wish, by default at the level of its first match; doubtful matches go into
    `doubtful`."""
    return Wish(
        claim=QueryClaim(
            id=ClaimId("wish"),
            text="wish",
            pattern="wish",
            type=TypeName("trait"),
            level=at or (matches[0].level if matches else HOUSE),
            quote="wish",
            facet=Facet(facet) if facet is not None else None,
            amounts=tuple(amounts),
            negated=negated,
            strength=Strength.REQUIRED if required else Strength.PREFERRED,
            or_group=or_group,
            group=group,
        ),
        matches=tuple(match for match in matches if not match.doubtful),
        points=tuple(points),
        doubtful=tuple(match for match in matches if match.doubtful),
    )


def asks(*wishes: Wish, strict: bool = False) -> Plan:
    return Plan(hierarchy=TREE, wishes=wishes, strict=strict)


def order(store: Store, plan: Plan, *, limit: int = EVERYTHING, offset: int = 0) -> list[str]:
    """Returns the ids of a page, best first."""
    return [hit.id for hit in store.rank(plan, limit=limit, offset=offset).hits]


def judged(store: Store, plan: Plan, id: str) -> Judgement:
    """Returns the judgement from one candidate's dossier, after checking that the ranking agrees
    with it."""
    (dossier,) = store.dossiers(plan, [EntityId(id)])
    judgement = judge(plan, dossier)
    ranked = {hit.id: hit.standing for hit in store.rank(plan, limit=EVERYTHING).hits}
    if judgement.stays(strict=plan.strict):
        assert ranked[EntityId(id)] == judgement.standing
    else:
        assert id not in ranked
    return judgement


def verdicts(store: Store, plan: Plan, id: str) -> list[Verdict]:
    return [finding.verdict for finding in judged(store, plan, id).findings]


QUIET, NOISY, SUNNY, OLD = says("quiet"), says("noisy"), says("sunny"), says("old")
MODERN, DATED, GAS = room_says("modern"), room_says("dated"), room_says("gas stove")
LEAFY = says("leafy", at=TOWN)
