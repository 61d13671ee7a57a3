"""Claims of a document that the judge does not contradict.

A word list finds "elevator" in "the elevator hasn't worked since May" and "dogs" in "dogs are unwelcome". The judge is
shown each claim as a wish, and the clause it was read from: where it takes the clause for a refutation, the claim is
left out, and the clause itself remains for wishes to be held against.

Only clauses that say more than lists know are asked about: they are embedded in any case, and only other words than
the claim's own can take it back.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from claimtree.model.claims import Claim
from claimtree.model.judging import Says, chances
from claimtree.ports import Judge

CONTRADICTED = 0.6
"""The chance of a refutation from which on a claim is not believed."""
CREDIBLE = 0.3
"""The chance of being met from which on a quality that opens a clause is taken for the home's."""
_REMEMBERED = 50_000


class Belief:
    """What a judge makes of claims in their clauses; remembered, since listings repeat themselves."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._doubted: OrderedDict[tuple[str, str], bool] = OrderedDict()

    def believed(self, claims: Sequence[Claim], clauses: Sequence[Claim]) -> list[Claim]:
        """The claims in their order, without those that their own clauses take back.

        Only plain statements of a concept are doubted: a denial, a number and a name were read by rules of their own.
        """
        pairs = {k: (claim.pattern, clause) for k, claim in enumerate(claims) if (clause := _clause(claim, clauses))}
        self._ask({pair for pair in pairs.values() if pair not in self._doubted})
        return [claim for k, claim in enumerate(claims) if k not in pairs or not self._doubted[pairs[k]]]

    def _ask(self, pairs: set[tuple[str, str]]) -> None:
        if not pairs:
            return
        patterns, clauses = (sorted({pair[side] for pair in pairs}) for side in (0, 1))
        said = chances(self._judge.judge(self._judge.embed(patterns)).logits(self._judge.embed(clauses)))
        for pattern, clause in sorted(pairs):
            chance = said[clauses.index(clause), patterns.index(pattern)]
            # A quality may be another thing's: "quiet carpet cleaner", "modern art museum".
            opens = " " not in pattern and clause.startswith(f"{pattern.lower()} ")
            self._doubted[pattern, clause] = bool(
                chance[Says.REFUTES] >= CONTRADICTED or (opens and chance[Says.MEETS] < CREDIBLE)
            )
        while len(self._doubted) > _REMEMBERED:
            self._doubted.popitem(last=False)


def _clause(claim: Claim, clauses: Sequence[Claim]) -> str:
    """The words of the clause that a plain claim was read from; empty where there is nothing to ask."""
    if claim.concept is None or claim.negated or claim.amounts or claim.name is not None:
        return ""
    around = (
        one.pattern for one in clauses if one.start <= claim.start < one.end or claim.start <= one.start < claim.end
    )
    return next(around, "")
