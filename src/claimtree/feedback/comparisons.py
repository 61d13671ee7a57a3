"""Turns thumbs into comparisons: which of two hits a user would rather see first.

**Which pairs.** The thumbs of one user on one question with its edits are compared with each other:
every hit with a thumb up should rank above every hit with a thumb down, whichever was shown higher.
A hit without a thumb is in no pair: no thumb is not a thumb down. A pair is left out if weights
could not order it anyway:

- one of the two was not among the answers, or the claims were read differently for the other thumb;
- they meet a different number of required wishes, or of wishes: that decides before the score does;
- what they provably meet differs in nothing that weights can distinguish.

If the user corrected a verdict ("this is not quiet"), the corrected verdict is used: then the hit
was ranked wrongly because of the evidence, not because of a weight.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from claimtree.feedback.opinions import Opinion, ShownClaim, Thumb
from claimtree.model.answers import Verdict
from claimtree.model.claims import ClaimId, EntityId, units_of
from claimtree.model.plans import GRADES

MOST_PAIRS: Final = 20_000
"""Maximum number of pairs learned from; the most recently judged questions come first."""

Claims: TypeAlias = tuple[ShownClaim, ...]
Asked: TypeAlias = tuple[str, tuple[str, ...]]
"""A question with its edits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two hits of one question that weights can order; a user prefers `better`."""

    asked: Asked
    better: Claims
    worse: Claims
    weight: float
    """Chosen so that all pairs of one user and question together count half as much as the hits in
    them: ten hits make up to twenty-five pairs, but are not twenty-five independent opinions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lessons:
    """All pairs that can be learned from, with statistics of the feedback."""

    pairs: tuple[Pair, ...] = ()
    thumbs: int = 0
    corrections: int = 0
    """Users' verdicts that differ from the ones shown."""
    people: int = 0
    decided: int = 0
    """Pairs of a thumb up and a thumb down that no weight could order."""

    @property
    def questions(self) -> tuple[Asked, ...]:
        """The questions with pairs, in a fixed order."""
        return tuple(sorted({pair.asked for pair in self.pairs}))


def lessons_from(opinions: Iterable[Opinion]) -> Lessons:
    """Returns the comparisons derived from opinions, newest first."""
    newest_first = sorted(opinions, key=lambda one: (one.given_at, one.id), reverse=True)
    corrected: dict[tuple[str, Asked, EntityId], dict[ClaimId, Verdict]] = defaultdict(dict)
    for one in newest_first:
        if one.claim is not None and one.verdict is not None:
            corrected[one.owner, _asked(one), one.entity].setdefault(one.claim, one.verdict)
    groups: dict[tuple[str, Asked], list[Opinion]] = defaultdict(list)
    for one in newest_first:
        if one.thumb is not None:
            groups[one.owner, _asked(one)].append(one)
    pairs: list[Pair] = []
    decided = 0
    for (owner, asked), thumbs in groups.items():
        hits = [
            (one.thumb, _corrected(one.shown.claims, corrected[owner, asked, one.entity]), one.shown.place)
            for one in thumbs
        ]
        up = [(claims, place) for thumb, claims, place in hits if thumb is Thumb.UP]
        down = [(claims, place) for thumb, claims, place in hits if thumb is Thumb.DOWN]
        found = [
            (m, n)
            for m, (better, first) in enumerate(up)
            for n, (worse, second) in enumerate(down)
            if first is not None and second is not None and can_be_ordered(better, worse)
        ]
        decided += len(up) * len(down) - len(found)
        compared = len({m for m, _ in found}) + len({n for _, n in found})
        each = compared / (2 * len(found)) if found else 0.0
        pairs += [Pair(asked=asked, better=up[m][0], worse=down[n][0], weight=each) for m, n in found]
    return Lessons(
        pairs=tuple(pairs[:MOST_PAIRS]),
        thumbs=sum(one.thumb is not None for one in newest_first),
        corrections=sum(one.agrees is False for one in newest_first),
        people=len({one.owner for one in newest_first}),
        decided=decided,
    )


def can_be_ordered(one: Claims, other: Claims) -> bool:
    """Whether the order of the two hits depends on the weights."""
    if [_reading(claim) for claim in one] != [_reading(claim) for claim in other]:
        return False
    units = list(_units(one))
    if any(_is_out(one, unit) or _is_out(other, unit) for unit in units) or _met(one, units) != _met(other, units):
        return False
    differences: dict[object, float] = defaultdict(float)
    for unit in units:
        for first, second in zip(_best(one, unit), _best(other, unit), strict=True):
            differences[_weighed_by(first)] += first.evidence - second.evidence
    return any(abs(difference) > 1e-9 for difference in differences.values())


def _asked(one: Opinion) -> Asked:
    return one.question, one.edits


def _corrected(claims: Claims, verdicts: Mapping[ClaimId, Verdict]) -> Claims:
    """Returns the claims with the user's corrections; a corrected verdict other than unknown gets
    the highest grade."""

    def corrected(claim: ShownClaim) -> ShownClaim:
        verdict = verdicts.get(claim.id, claim.verdict)
        if verdict is claim.verdict:
            return claim
        return replace(claim, verdict=verdict, grade=0 if verdict is Verdict.UNKNOWN else GRADES, further=())

    return tuple(corrected(claim) for claim in claims)


def _reading(claim: ShownClaim) -> tuple[object, ...]:
    """Returns what has to be the same for two hits to be answers to one question."""
    return claim.id, claim.type, claim.level, claim.strength, claim.or_group, claim.offset is None


def _weighed_by(claim: ShownClaim) -> tuple[object, ...]:
    """Returns a key of claims that weigh the same under any weights; alternatives are kept apart
    from single claims."""
    weight = claim.weight if claim.offset is None else None
    return claim.level, claim.type, claim.offset, weight, claim.or_group


def _units(claims: Claims) -> list[tuple[int, ...]]:
    """Returns the positions of each unit: a single wish, or the alternatives of an or-group."""
    return units_of(claim.or_group for claim in claims)


def _met(claims: Claims, units: Sequence[tuple[int, ...]]) -> tuple[int, int]:
    met = [unit for unit in units if any(claims[i].verdict is Verdict.MET for i in unit)]
    return sum(any(claims[i].required for i in unit) for unit in met), len(met)


def _is_out(claims: Claims, unit: tuple[int, ...]) -> bool:
    """Whether a required wish is refuted, so that the hit would not be shown."""
    return any(claims[i].required for i in unit) and all(claims[i].verdict is Verdict.REFUTED for i in unit)


def _best(claims: Claims, unit: tuple[int, ...]) -> tuple[ShownClaim, ...]:
    """Returns a unit's claims with the evidence that counts: of alternatives only the one with the
    most points."""
    counted = max(unit, key=lambda i: (claims[i].weight * claims[i].evidence, -i))
    return tuple(claims[i] if i == counted else replace(claims[i], verdict=Verdict.UNKNOWN) for i in unit)


def counting(claims: Claims) -> tuple[float, ...]:
    """Returns how much of each claim's share goes into the score of a hit; of alternatives only the
    best counts."""
    counted: dict[int, float] = {}
    for unit in _units(claims):
        counted |= {i: claim.evidence for i, claim in zip(unit, _best(claims, unit), strict=True)}
    return tuple(counted[i] for i in range(len(claims)))
