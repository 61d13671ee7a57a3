"""Which of several claims on one entity are kept."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from claimtree.indexing.dedupe import MOST_PER_SUBJECT, Said, dedupe
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.claims import Claim, ConceptId, LevelName, TypeName


def said(
    concept: str = "rent",
    *,
    low: float | None = None,
    high: float | None = None,
    rank: int = 0,
    quote: str = "q",
    negated: bool = False,
    noun: str = "rent",
) -> Said:
    amounts: tuple[Amount, ...] = ()
    if low is not None:
        end = low if high is None else high
        amounts = (Amount(kind=AmountKind.MONEY, low=low, high=end, unit="USD", noun=noun),)
    claim = Claim(
        text=concept,
        pattern=f"{concept} _" if amounts else concept,
        type=TypeName("price"),
        level=LevelName("home"),
        quote=quote,
        concept=ConceptId(concept),
        amounts=amounts,
        negated=negated,
    )
    return Said(claim=claim, age_rank=rank)


def test_an_amount_beats_none_even_of_a_newer_source() -> None:
    old, new = said(low=5), said(rank=1)
    assert dedupe([old, new]) == (old.claim,)


def test_of_two_that_agree_the_newer_is_kept_then_the_narrower_then_the_longer_quote() -> None:
    assert dedupe([said(low=5), said(low=4, high=6, rank=1)]) == (said(low=4, high=6).claim,)
    assert dedupe([said(low=4, high=6), said(low=5)]) == (said(low=5).claim,)
    assert dedupe([said(low=5, quote="short"), said(low=5, quote="longer")]) == (said(low=5, quote="longer").claim,)


def test_what_a_newer_source_contradicts_is_dropped() -> None:
    assert dedupe([said(low=5), said(low=9, rank=1)]) == (said(low=9).claim,)
    assert dedupe([said("dogs"), said("dogs", negated=True, rank=1)]) == (said("dogs", negated=True).claim,)


def test_what_one_source_says_both_ways_is_kept_both_ways() -> None:
    both = [said("dogs"), said("dogs", negated=True), said(low=5), said(low=9)]
    assert dedupe(both) == tuple(one.claim for one in both)


def test_amounts_of_other_things_do_not_contradict() -> None:
    both = [said(low=5, noun="rent"), said(low=9, noun="deposit", rank=1)]
    assert len(dedupe(both)) == 2


def test_denying_one_amount_goes_with_another() -> None:
    assert len(dedupe([said(low=2, negated=True), said(low=3, rank=1)])) == 2
    assert len(dedupe([said(low=2, negated=True), said(low=2, rank=1)])) == 1
    assert len(dedupe([said(negated=True), said(low=2, rank=1)])) == 1


def test_a_text_that_repeats_itself_without_end_takes_no_time() -> None:
    assert len(dedupe([said("dogs")] * 50_000)) == 1
    assert len(dedupe([said(low=float(i)) for i in range(50_000)])) == MOST_PER_SUBJECT


CLAIMS = st.lists(
    st.builds(
        said,
        st.sampled_from(["rent", "dogs"]),
        low=st.sampled_from([None, 1.0, 2.0, 3.0]),
        rank=st.integers(0, 2),
        negated=st.booleans(),
        quote=st.sampled_from(["q", "qq"]),
    ),
    max_size=8,
)


@given(CLAIMS)
def test_what_is_kept_is_kept_again(claims: list[Said]) -> None:
    ranks = {id(one.claim): one.age_rank for one in claims}
    kept = dedupe(claims)
    assert dedupe([Said(claim=claim, age_rank=ranks[id(claim)]) for claim in kept]) == kept


@given(CLAIMS)
def test_the_order_of_claims_changes_nothing(claims: list[Said]) -> None:
    assert set(dedupe(claims)) == set(dedupe(list(reversed(claims))))


@given(CLAIMS)
def test_the_newest_source_is_always_heard(claims: list[Said]) -> None:
    """Each thing the newest source says is kept, or something that says the same about the same."""
    kept = dedupe(claims)
    newest = max((one.age_rank for one in claims), default=0)
    for one in claims:
        if one.age_rank == newest:
            assert any((claim.concept, claim.negated) == (one.claim.concept, one.claim.negated) for claim in kept)
