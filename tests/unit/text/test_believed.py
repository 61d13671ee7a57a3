"""Claims that their own clauses refute are left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.claims import Claim, ConceptId, LevelName, TypeName
from claimtree.model.judging import JudgedWishes
from claimtree.model.phrases import Vectors
from claimtree.text.believed import Belief


class Planted:
    """A judge that finds what has "broken" in it refuted, what has "cleaner" in it silent, and all else met."""

    name = "planted"
    dimensions = 3

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = [[0, 1, 0] if "broken" in text else [0, 0, 1] if "cleaner" in text else [1, 0, 0] for text in texts]
        return Vectors.from_floats(np.array(rows, np.float32).reshape(-1, 3))

    def judge(self, wishes: Vectors) -> JudgedWishes:
        return JudgedWishes(
            vectors=Vectors.from_floats(np.tile(np.eye(3, dtype=np.float32), (len(wishes), 1))),
            lengths=np.full((len(wishes), 3), 9, np.float32),
            bias=np.zeros(3, np.float32),
        )


def believed(claims: list[Claim], judge: Planted) -> list[Claim]:
    """With every quote as a clause of its own."""
    placed = [replace(one, start=100 * k, end=100 * k + 50) for k, one in enumerate(claims)]
    clauses = [replace(one, pattern=one.quote.lower(), concept=None) for one in placed]
    kept = Belief(judge).believed(placed, clauses)
    return [claims[placed.index(one)] for one in kept]


def claim(pattern: str, quote: str, **more: object) -> Claim:
    made = Claim(
        text=pattern, pattern=pattern, type=TypeName("features"), level=LevelName("home"), quote=quote, source="s",
        concept=ConceptId(pattern),
    )  # fmt: skip
    return replace(made, **more)  # type: ignore[arg-type]  # fields by name


def test_a_claim_whose_clause_refutes_it_is_left_out_and_the_others_keep_their_order() -> None:
    claims = [claim("lift", "a lift"), claim("oven", "the oven is broken"), claim("pool", "a pool")]
    assert believed(claims, Planted()) == [claims[0], claims[2]]


def test_a_quality_that_opens_a_clause_and_is_another_things_is_left_out() -> None:
    assert believed([claim("quiet", "Quiet carpet cleaner")], Planted()) == []
    kept = [claim("quiet", "the cleaner is quiet"), claim("quiet street", "quiet street cleaner")]
    assert believed(kept, Planted()) == kept


def test_denials_numbers_names_and_free_words_are_not_doubted() -> None:
    amount = Amount(kind=AmountKind.COUNT, unit="", low=2, high=2)
    claims = [
        claim("lift", "no lift, it is broken", negated=True),
        claim("rooms", "2 broken rooms", amounts=(amount,)),
        claim("old", "broken old thing", concept=None),
    ]
    assert believed(claims, Planted()) == claims
    assert believed([], Planted()) == []


def test_a_claim_in_a_clause_that_lists_know_wholly_is_not_asked_about() -> None:
    lift = claim("lift", "the lift is broken")
    assert Belief(Planted()).believed([lift], []) == [lift]


def test_what_is_forgotten_to_make_room_is_still_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("claimtree.text.believed._REMEMBERED", 3)
    belief = Belief(Planted())

    def told(first: int, last: int) -> list[Claim]:
        return belief.believed(*listing(first, last))

    assert len(told(0, 3)) == 3
    assert len(told(2, 6)) == 4
    assert len(told(0, 9)) == 9


def listing(first: int, last: int) -> tuple[list[Claim], list[Claim]]:
    claims = [replace(claim(f"p{k}", f"q{k}"), start=100 * k, end=100 * k + 50) for k in range(first, last)]
    return claims, [replace(one, pattern=one.quote, concept=None) for one in claims]


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(1, 9)), max_size=8), st.integers(0, 60), st.integers(1, 20))
def test_a_claim_is_held_against_a_clause_that_shares_words_with_its_quote(
    spans: list[tuple[int, int]], start: int, length: int
) -> None:
    # Clauses follow each other and do not overlap.
    ordered: list[Claim] = []
    for at, width in sorted(spans):
        if not ordered or at >= ordered[-1].end:
            ordered.append(
                replace(claim("c", f"broken {at}"), pattern=f"broken {at}", start=at, end=at + width, concept=None)
            )
    asked = replace(claim("lift", "q"), start=start, end=start + length)
    touching = any(one.start < asked.end and asked.start < one.end for one in ordered)
    assert (Belief(Planted()).believed([asked], ordered) == []) is touching
