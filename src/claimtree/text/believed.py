"""Claims of a document that the judge does not contradict.

A word list finds "elevator" in "the elevator hasn't worked since May" and "dogs" in "dogs are unwelcome". The judge is
shown each claim as a wish, and the clause it was read from: where it takes the clause for a refutation, the claim is
left out, and the clause itself remains for wishes to be held against.

Only clauses that say more than lists know are asked about: they are embedded in any case, and only other words than
the claim's own can take it back.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TypeAlias

from claimtree.model.claims import Claim
from claimtree.model.judging import Says, chances
from claimtree.ports import Judge

CONTRADICTED = 0.6
"""The chance of a refutation from which on a claim is not believed."""
CREDIBLE = 0.3
"""The chance of being met from which on a quality that opens a clause is taken for the home's."""
_REMEMBERED = 50_000

Pair: TypeAlias = tuple[str, str]
"""A claim's pattern, and the clause it was read from."""


class Belief:
    """What a judge makes of claims in their clauses; remembered, since listings repeat themselves."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._doubted: dict[Pair, bool] = {}

    def believed(self, claims: Sequence[Claim], clauses: Sequence[Claim]) -> list[Claim]:
        """The claims in their order, without those that their own clauses take back. Clauses come in that of the text.

        Only plain statements of a concept are doubted: a denial, a number and a name were read by rules of their own.
        """
        starts = [clause.start for clause in clauses]
        asked = {k: pair for k, claim in enumerate(claims) if (pair := _pair(claim, clauses, starts)) is not None}
        doubted = self._doubts(list(dict.fromkeys(asked.values())))
        return [claim for k, claim in enumerate(claims) if k not in asked or not doubted[asked[k]]]

    def _doubts(self, pairs: Sequence[Pair]) -> dict[Pair, bool]:
        """Whether each pair's clause takes its claim back; those never seen are asked about in one go."""
        known = self._doubted
        new = [pair for pair in pairs if pair not in known]
        if new:
            if len(known) + len(new) > _REMEMBERED:
                # Replaced, not emptied: another thread may be looking into it.
                known = {pair: known[pair] for pair in pairs if pair in known}
            known.update(zip(new, self._asked(new), strict=True))
            self._doubted = known
        return known

    def _asked(self, pairs: Sequence[Pair]) -> list[bool]:
        row, column = ({text: k for k, text in enumerate(dict.fromkeys(texts))} for texts in zip(*pairs, strict=True))
        wishes = self._judge.judge(self._judge.embed(list(row)))
        said = chances(wishes.logits(self._judge.embed(list(column))))
        return [
            bool(
                chance[Says.REFUTES] >= CONTRADICTED
                # A quality may be another thing's: "quiet carpet cleaner", "modern art museum".
                or (_opens(pattern, clause) and chance[Says.MEETS] < CREDIBLE)
            )
            for pattern, clause in pairs
            for chance in (said[column[clause], row[pattern]],)
        ]


def _opens(pattern: str, clause: str) -> bool:
    return " " not in pattern and clause.startswith(f"{pattern.lower()} ")


def _pair(claim: Claim, clauses: Sequence[Claim], starts: Sequence[int]) -> Pair | None:
    """A plain claim with the clause it was read from; None where there is nothing to ask."""
    if claim.concept is None or claim.negated or claim.amounts or claim.name is not None:
        return None
    # The last clause that begins before the quote does, if it reaches it; else the first that begins inside.
    after = bisect_right(starts, claim.start)
    if after and clauses[after - 1].end > claim.start:
        return claim.pattern, clauses[after - 1].pattern
    inside = after < len(clauses) and starts[after] < claim.end
    return (claim.pattern, clauses[after].pattern) if inside else None
