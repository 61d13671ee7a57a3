"""Which of several claims on one entity that say the same are kept."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from claimtree.indexing.dedupe import MOST_PER_SUBJECT, SourcedClaim, contradicts, dedupe, distinct
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
) -> SourcedClaim:
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
    return SourcedClaim(claim=claim, age_rank=rank, about=LevelName("home"))


def test_an_amount_beats_none_even_of_a_newer_source() -> None:
    old, new = said(low=5), said(rank=1)
    assert dedupe([old, new]) == [old]


def test_of_two_that_agree_the_newer_is_kept_then_the_narrower_then_the_longer_quote() -> None:
    assert dedupe([said(low=5), said(low=4, high=6, rank=1)]) == [said(low=4, high=6, rank=1)]
    assert dedupe([said(low=4, high=6), said(low=5)]) == [said(low=5)]
    assert dedupe([said(low=5, quote="short"), said(low=5, quote="longer")]) == [said(low=5, quote="longer")]


def test_what_is_sure_beats_what_is_not_however_new_or_long() -> None:
    sure, vague = said("dogs"), said("dogs", rank=1, quote="many words")
    vague = replace(vague, claim=replace(vague.claim, unsure=True))
    assert dedupe([vague, sure]) == dedupe([sure, vague]) == [sure]
    assert dedupe([vague]) == [vague]
    twice = replace(vague, age_rank=0)
    assert distinct([twice, sure]) == distinct([sure, twice]) == [sure]


def test_what_does_not_say_the_same_is_kept() -> None:
    both = [said("dogs"), said("dogs", negated=True), said(low=5), said(low=9), said(low=9, noun="deposit")]
    assert dedupe(both) == both


def test_amounts_of_other_things_do_not_contradict() -> None:
    assert not contradicts(said(low=5, noun="rent").claim, said(low=9, noun="deposit").claim)
    assert contradicts(said(low=5).claim, said(low=9).claim)


def test_denying_one_amount_goes_with_another() -> None:
    assert not contradicts(said(low=2, negated=True).claim, said(low=3).claim)
    assert contradicts(said(low=2, negated=True).claim, said(low=2).claim)
    assert contradicts(said(negated=True).claim, said(low=2).claim)


def test_denying_an_amount_does_not_deny_the_thing() -> None:
    assert not contradicts(said(low=2, negated=True).claim, said().claim)


def test_a_text_that_repeats_itself_without_end_takes_no_time() -> None:
    assert len(distinct([said("dogs")] * 20_000)) == 1
    assert len(distinct([said(low=float(i)) for i in range(20_000)])) == MOST_PER_SUBJECT


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
def test_what_is_kept_is_kept_again(claims: list[SourcedClaim]) -> None:
    kept = dedupe(claims)
    assert dedupe(kept) == kept


@given(CLAIMS)
def test_the_order_of_claims_changes_nothing(claims: list[SourcedClaim]) -> None:
    assert set(dedupe(claims)) == set(dedupe(list(reversed(claims))))
