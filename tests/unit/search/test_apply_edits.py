"""Claims edited by hand: each edit does what it says and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shared_packs import shared_pack

from claimtree.errors import BadQuery
from claimtree.languages.rendering import render_all
from claimtree.model.claim_edits import Edit, EditOp, parse_edit, parse_edits
from claimtree.model.claims import QueryClaim, Strength
from claimtree.search.apply_edits import edited
from claimtree.text.rule_reader import RuleReader

PACK = shared_pack("rentals")
READER = RuleReader(PACK)


def read(text: str) -> tuple[QueryClaim, ...]:
    return READER.read_query(text).claims


CLAIMS = read("quiet, no bars nearby, south or west facing, under $4,000")


def after(*edits: str) -> dict[str, QueryClaim]:
    claims, notices = edited(CLAIMS, parse_edits(edits), PACK, read)
    assert notices == ()
    return {claim.id: claim for claim in claims}


def by(text: str) -> QueryClaim:
    (found,) = [claim for claim in CLAIMS if text in claim.text]
    return found


def test_the_sentence_is_read_as_these_tests_think() -> None:
    assert [claim.id for claim in CLAIMS] == ["c1", "c2", "c3", "c4", "c5"]
    assert by("south").or_group == by("west").or_group is not None


def test_a_dropped_claim_is_gone_and_the_others_stay_as_they_were() -> None:
    assert list(after("drop:c1").values()) == list(CLAIMS[1:])


def test_who_drops_one_of_two_alternatives_has_none_left() -> None:
    assert after(f"drop:{by('south').id}")[by("west").id].or_group is None


def test_a_claim_becomes_firm_and_soft_and_weighs_what_was_said() -> None:
    assert after("must:c1")["c1"].strength is Strength.REQUIRED
    assert after("must:c1", "nice:c1")["c1"] == replace(CLAIMS[0], strength=Strength.PREFERRED)
    assert after("weight:c1:0.25")["c1"].weight == 0.25


def test_the_opposite_says_so_and_the_opposite_of_that_is_as_before() -> None:
    assert (after("negate:c1")["c1"].text, after("negate:c1")["c1"].negated) == ("not quiet", True)
    bars = by("bars")
    assert (after(f"negate:{bars.id}")[bars.id].text, after(f"negate:{bars.id}")[bars.id].negated) == (
        "bars nearby",
        False,
    )
    for claim in CLAIMS:
        assert after(f"negate:{claim.id}", f"negate:{claim.id}")[claim.id] == claim


def test_two_claims_become_alternatives_and_are_separated_again() -> None:
    together = after("or:c1,c5")
    assert together["c1"].or_group == together["c5"].or_group not in (None, together[by("south").id].or_group)
    assert list(after("or:c1,c5", "alone:c1").values()) == list(CLAIMS)


def test_other_words_are_read_anew_in_the_same_place() -> None:
    changed = after("words:c1:on a quiet street with a dishwasher")
    assert next(iter(changed)) == "c1"
    assert any("dishwasher" in claim.text for claim in changed.values())
    assert [id for id in changed if id.startswith("c1.")] == ["c1.2"]
    assert after("words:c1:sunny", "must:c1")["c1"].strength is Strength.REQUIRED


def test_words_said_anew_twice_leave_every_claim_an_id_of_its_own() -> None:
    changed = edited(CLAIMS, parse_edits(["words:c1:gym, elevator", "words:c1:balcony, laundry"]), PACK, read)[0]
    ids = [claim.id for claim in changed]
    assert len(ids) == len(set(ids)) == len(CLAIMS) + 2


def test_no_edit_makes_more_wishes_than_can_be_asked() -> None:
    claims, notices = edited(CLAIMS, parse_edits(["words:c1:gym, elevator, pool, sauna"] * 60), PACK, read)
    assert len(claims) <= 64
    assert any("more than 64" in notice for notice in render_all(notices, "en"))


def test_alternatives_in_other_words_do_not_mix_with_those_that_were_there() -> None:
    changed = after("words:c1:dishwasher or washer", "words:c5:north or east facing")
    groups = [claim.or_group for claim in changed.values() if claim.or_group is not None]
    assert len(groups) == 6
    assert len(set(groups)) == 3


def test_words_that_say_nothing_leave_the_claim_and_a_notice() -> None:
    claims, notices = edited(CLAIMS, parse_edits(["words:c1:well hello"]), PACK, lambda _: ())
    assert claims == CLAIMS
    assert "stays as it was" in render_all(notices, "en")[0]


def test_an_edit_of_a_claim_that_is_not_there_is_left_out_with_a_notice() -> None:
    claims, notices = edited(CLAIMS, parse_edits(["drop:c9", "drop:c1"]), PACK, read)
    assert claims == CLAIMS[1:]
    assert render_all(notices, "en") == (
        "There is no claim c9 in this search any more; the edit 'drop:c9' was left out.",
    )


@pytest.mark.parametrize(
    "text",
    [
        "", "drop", "drop:", "drop:c1,c2", "drop:c1:now", "weight:c1", "weight:c1:2", "weight:c1:-1", "weight:c1:nan",
        "weight:c1:inf", "or:c1", "or:c1,c1", "words:c1", "words:c1:  ", "words:c1:\x00", "shout:c1", "drop:c 1",
        "drop:<b>", "words:c1:" + "a" * 1_000,
    ],
)  # fmt: skip
def test_what_is_no_edit_is_refused_with_a_way_out(text: str) -> None:
    with pytest.raises(BadQuery) as caught:
        parse_edit(text)
    assert caught.value.hint


def test_nobody_makes_a_thousand_edits() -> None:
    with pytest.raises(BadQuery, match="too many"):
        parse_edits(["drop:c1"] * 1_000)


IDS = st.from_regex(r"c[1-9][0-9]?(\.[2-9])?", fullmatch=True)
EDITS = st.one_of(
    st.builds(Edit, op=st.sampled_from([EditOp.DROP, EditOp.MUST, EditOp.NICE, EditOp.NEGATE, EditOp.ALONE]),
              claims=st.tuples(IDS)),
    st.builds(Edit, op=st.just(EditOp.WEIGHT), claims=st.tuples(IDS),
              weight=st.integers(0, 100).map(lambda hundredths: hundredths / 100)),
    st.builds(Edit, op=st.just(EditOp.OR), claims=st.lists(IDS, min_size=2, max_size=4, unique=True).map(tuple)),
    st.builds(Edit, op=st.just(EditOp.WORDS), claims=st.tuples(IDS),
              words=st.sampled_from(["sunny", "a: b", "east or west facing", "über 12 m²"])),
)  # fmt: skip


@given(EDITS)
def test_an_edit_survives_being_written_down(edit: Edit) -> None:
    assert parse_edit(str(edit)) == edit


@given(st.lists(EDITS, max_size=8))
def test_whatever_is_done_ids_stay_different_and_no_alternative_stands_alone(edits: list[Edit]) -> None:
    claims, _ = edited(CLAIMS, edits, PACK, read)
    ids = [claim.id for claim in claims]
    assert len(ids) == len(set(ids))
    groups = [claim.or_group for claim in claims if claim.or_group is not None]
    assert all(groups.count(group) > 1 for group in groups)
