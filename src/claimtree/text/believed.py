"""Claims of a document that the judge does not contradict.

A word list finds "elevator" in "the elevator hasn't worked since May" and "dogs" in "dogs are unwelcome". The judge is
shown each claim as a wish, and the clause it was read from: where it takes the clause for a refutation, the claim is
left out, and the clause itself remains for wishes to be held against.
"""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.model.claims import Claim
from claimtree.model.judging import Says, chances
from claimtree.ports import Judge

CONTRADICTED = 0.6
"""The chance of a refutation from which on a claim is not believed."""


CREDIBLE = 0.3
"""The chance of being met from which on a quality that opens a clause is taken for the home's."""


def believed(claims: Sequence[Claim], judge: Judge) -> list[Claim]:
    """The claims in their order, without those that their own clauses refute.

    Only plain statements of a concept are doubted: a denial, a number and a name were read by rules of their own.
    """
    asked = [k for k, claim in enumerate(claims) if _is_plain(claim)]
    if not asked:
        return list(claims)
    patterns = sorted({claims[k].pattern for k in asked})
    quotes = sorted({claims[k].quote for k in asked})
    logits = judge.judge(judge.embed(patterns)).logits(judge.embed(quotes))
    said = chances(logits)
    column, row = ({text: k for k, text in enumerate(texts)} for texts in (patterns, quotes))
    doubted = {k for k in asked if _is_doubted(claims[k], said[row[claims[k].quote], column[claims[k].pattern]])}
    return [claim for k, claim in enumerate(claims) if k not in doubted]


def _is_doubted(claim: Claim, chance: Sequence[float]) -> bool:
    if chance[Says.REFUTES] >= CONTRADICTED:
        return True
    # A quality may be another thing's: "quiet carpet cleaner", "modern art museum".
    first = claim.quote.lower().startswith(f"{claim.pattern.lower()} ")
    return first and " " not in claim.pattern and chance[Says.MEETS] < CREDIBLE


def _is_plain(claim: Claim) -> bool:
    return claim.concept is not None and not claim.negated and not claim.amounts and claim.name is None
