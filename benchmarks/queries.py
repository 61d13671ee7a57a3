"""Seeded queries of known selectivity over a generated world.

Every statement of the world can become a wish. Each wish is first asked alone, to count the homes
that meet it; queries are then composed of wishes with the wanted share, spread over the three
levels.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from benchmarks.generator import AREA_LEVEL, HOME_LEVEL, ROOM_LEVEL, ROOM_SHARES, Wording, World
from claimtree.errors import BadInput
from claimtree.model.amounts import Amount, Op, describe
from claimtree.model.claims import ClaimId, Facet, LevelName, Name, QueryClaim, Strength, TypeName
from claimtree.model.phrases import PhraseId
from claimtree.model.plans import Plan
from claimtree.ports import Store

SIZES = (1, 2, 4, 6, 8)
SELECTIVITIES = (0.001, 0.01, 0.1, 0.5)
POSTINGS = 1_000
"""Homes that meet each wish in the series with the same number of postings at every world size.

The actual number of postings is reported with it.
"""
_TURNS = (HOME_LEVEL, ROOM_LEVEL, AREA_LEVEL)

Resolve = Callable[[tuple[QueryClaim, ...]], Plan]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A wish, with the number of homes that meet it and of the postings involved."""

    claim: QueryClaim
    homes: int
    postings: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Wishes to be searched together, and the series they belong to."""

    series: str
    label: str
    claims: tuple[QueryClaim, ...]
    postings: float = 0.0
    """Mean per wish."""


def candidates(
    world: World, store: Store, resolve: Resolve, counts: Mapping[PhraseId, int], *, seed: int, most: int = 60
) -> tuple[Candidate, ...]:
    """Returns wishes of all levels, each asked alone: at most `most` of each level by wording, and
    amounts."""
    rng = random.Random(seed)
    found: list[Candidate] = []
    for claim in (*_worded(world, rng, most), *_measured(world), *_named(world, rng), *_free(world, rng)):
        plan = resolve((claim,))
        postings = sum(counts.get(match.phrase, 0) for match in plan.wishes[0].matches)
        if postings:
            met = store.rank(plan, limit=1).ladder.met
            if met[1]:
                found.append(Candidate(claim=claim, homes=met[1], postings=postings))
    return tuple(found)


def queries(world: World, found: Sequence[Candidate], *, seed: int, each: int) -> tuple[Query, ...]:
    """Returns `each` queries of every number of claims, of every selectivity, and of equal
    postings."""
    rng = random.Random(seed)
    firm = {name for name, spec in world.pack.types.items() if spec.firm}
    made: list[Query] = []
    for _ in range(each):
        made += [_query(rng, "claims", str(size), _typical(rng, found, size, world.homes), firm) for size in SIZES]
        for share in SELECTIVITIES:
            near = _near(rng, found, 6, share * world.homes)
            if near:
                made.append(_query(rng, "selectivity", f"{share:g}", near, firm))
        near = _near(rng, [one for one in found if _steady(one)], 6, POSTINGS)
        if near:
            made.append(_query(rng, "postings", str(POSTINGS), near, firm))
    return tuple(made)


def sample(world: World) -> tuple[QueryClaim, ...]:
    """Returns six common wishes over the three levels, for the first search of a process."""
    decks = {(facet, head[0].phrase.level): head for facet, head, _ in _decks(world)}
    chosen = []
    for facet, level in ((None, HOME_LEVEL), (Facet("kitchen"), ROOM_LEVEL), (None, AREA_LEVEL)):
        plain = [one for one in decks[facet, level] if one.amount is None and not one.phrase.negated]
        chosen += [_wish(one, facet) for one in sorted(plain, key=lambda one: -one.share)[:2]]
    return tuple(replace(claim, id=ClaimId(f"c{i + 1}")) for i, claim in enumerate(chosen))


def _typical(rng: random.Random, found: Sequence[Candidate], size: int, homes: int) -> list[Candidate]:
    """Chooses wishes as users would: met by one in two to one in fifty homes; four or more start
    with the rent."""
    chosen: list[Candidate] = []
    for i in range(size):
        level = _TURNS[i % 3]
        share = (0.5, 0.3, 0.2, 0.1, 0.05, 0.02)[(i + rng.randrange(2)) % 6]
        pool = [one for one in found if one.claim.level == level and _fresh(one, chosen)]
        if size >= 4 and i == 0:
            pool = [one for one in pool if one.claim.concept == "rent"] or pool
        if not pool:
            raise BadInput(
                f"a world of {homes:,} homes says too little of a {level} to ask about", hint="Give more --homes."
            )
        chosen.append(_closest(rng, pool, share * homes))
    return chosen


def _near(rng: random.Random, found: Sequence[Candidate], size: int, homes: float) -> list[Candidate]:
    """Chooses wishes over three levels that about `homes` homes meet, within a factor of three;
    empty if too few exist."""
    chosen: list[Candidate] = []
    for i in range(size):
        pool = [
            one
            for one in found
            if one.claim.level == _TURNS[i % 3] and homes / 3 <= one.homes <= 3 * homes and _fresh(one, chosen)
        ]
        if not pool:
            return []
        chosen.append(_closest(rng, pool, homes))
    return chosen


def _steady(one: Candidate) -> bool:
    """True if the wish involves about as many postings as homes that meet it.

    Not so for amounts (all homes state a rent), for names (every other name refutes) and for
    negated wishes (few deny it, many state it): their postings grow with the world however few
    homes meet them.
    """
    return not one.claim.amounts and one.claim.name is None and not one.claim.negated and one.postings <= 2 * one.homes


def _closest(rng: random.Random, pool: Sequence[Candidate], homes: float) -> Candidate:
    """Returns one of the five whose number of homes is nearest, by ratio."""
    near = sorted(pool, key=lambda one: max(one.homes / homes, homes / one.homes))[:5]
    return rng.choice(near)


def _fresh(one: Candidate, chosen: Sequence[Candidate]) -> bool:
    return all(one.claim.pattern != other.claim.pattern for other in chosen)


def _query(
    rng: random.Random, series: str, label: str, chosen: Sequence[Candidate], firm: Collection[TypeName]
) -> Query:
    claims = tuple(
        replace(
            one.claim,
            id=ClaimId(f"c{i + 1}"),
            weight=round(rng.uniform(0.6, 0.95), 2),
            strength=Strength.REQUIRED if one.claim.type in firm or one.claim.negated else Strength.PREFERRED,
        )
        for i, one in enumerate(chosen)
    )
    postings = sum(one.postings for one in chosen) / len(chosen)
    return Query(series=series, label=label, claims=claims, postings=postings)


def _wish(
    wording: Wording, facet: Facet | None, *, amounts: tuple[Amount, ...] = (), negated: bool = False
) -> QueryClaim:
    phrase = wording.phrase
    text = phrase.pattern.replace("_", describe(amounts[0])) if amounts else phrase.pattern
    return QueryClaim(
        id=ClaimId("c1"),
        text=f"no {text}" if negated else text,
        pattern=phrase.pattern,
        type=phrase.type,
        level=phrase.level,
        quote=text,
        facet=facet,
        concept=phrase.concept,
        amounts=amounts,
        negated=negated,
        # All wishes for a kitchen have to be met by the same kitchen.
        group=1 if facet is not None else None,
    )


def _decks(world: World) -> list[tuple[Facet | None, Sequence[Wording], Sequence[Wording]]]:
    decks: list[tuple[Facet | None, Sequence[Wording], Sequence[Wording]]] = [
        (None, world.home_deck.head, world.home_deck.tail),
        (None, world.area_deck.head, world.area_deck.tail),
    ]
    for facet, _ in ROOM_SHARES:
        deck = world.room_decks[facet]
        decks.append((Facet(facet), deck.head, deck.tail))
    return decks


def _worded(world: World, rng: random.Random, most: int) -> list[QueryClaim]:
    """Returns wishes for the pack's concepts, evenly from common to rare; one in eight is
    negated."""
    found: dict[LevelName, list[QueryClaim]] = {}
    for facet, head, _ in _decks(world):
        plain = [one for one in head if one.amount is None and not one.phrase.negated]
        found.setdefault(plain[0].phrase.level, []).extend(
            _wish(one, facet, negated=i % 8 == 7) for i, one in enumerate(sorted(plain, key=lambda one: -one.share))
        )
    kept: list[QueryClaim] = []
    for wishes in found.values():
        step = max(1, len(wishes) // most)
        kept += wishes[rng.randrange(step) :: step]
    return kept


_BOUNDS: Mapping[tuple[LevelName, str], tuple[tuple[float, float], ...]] = {
    (HOME_LEVEL, "rent"): (
        (-math.inf, 1300),
        (-math.inf, 1800),
        (-math.inf, 2400),
        (-math.inf, 3000),
        (-math.inf, 3400),
        (-math.inf, 4200),
    ),
    (HOME_LEVEL, "area"): ((64, math.inf), (90, math.inf), (120, math.inf)),
    (HOME_LEVEL, "bedrooms"): ((2, 2), (3, 3), (1, 1)),
    (HOME_LEVEL, "floor"): ((3, math.inf), (8, math.inf), (11, math.inf)),
    (ROOM_LEVEL, "area"): ((12, math.inf), (18, math.inf), (24, math.inf), (32, math.inf)),
    (AREA_LEVEL, "near subway"): ((-math.inf, 400), (-math.inf, 800)),
    (AREA_LEVEL, "near park"): ((-math.inf, 300), (-math.inf, 800)),
}


def _measured(world: World) -> list[QueryClaim]:
    """Returns wishes with amounts (at most, at least, exactly), met by half of the homes down to
    one in a thousand."""
    found: list[QueryClaim] = []
    for facet, head, _ in _decks(world):
        for wording in head:
            spec = wording.amount
            for low, high in _BOUNDS.get((wording.phrase.level, wording.phrase.concept or ""), ()) if spec else ():
                slot = wording.phrase.slots[0]
                op = Op.EQUALS if low == high else Op.LTE if math.isinf(low) else Op.GTE
                amount = Amount(kind=slot.kind, unit=slot.unit, noun=slot.noun, op=op, low=low, high=high)
                found.append(_wish(wording, facet, amounts=(amount,)))
    return found


def _named(world: World, rng: random.Random) -> list[QueryClaim]:
    """Returns wishes for areas by name: one home in a hundred, or in a thousand, lies in each."""
    kind = world.pack.names.get("neighborhood")
    if kind is None:
        return []
    return [
        QueryClaim(
            id=ClaimId("c1"),
            text=kind.wording.replace("{name}", name),
            pattern=kind.wording.replace("{name}", name),
            type=kind.type,
            level=kind.level,
            quote=name,
            name=Name(kind="neighborhood", text=name),
        )
        for name in rng.sample(world.area_names, min(4, len(world.area_names)))
    ]


def _free(world: World, rng: random.Random) -> list[QueryClaim]:
    """Returns wishes in words that no lexicon has: a common tail wording without its first word,
    matched by cosine alone."""
    found: list[QueryClaim] = []
    for facet, _, tail in _decks(world):
        for wording in rng.sample(tail[:40], 5):
            words = wording.phrase.pattern.split()
            pattern = " ".join(words[1:] if len(words) > 2 else words)
            found.append(_wish(replace(wording, phrase=replace(wording.phrase, pattern=pattern)), facet))
    return found
