"""The golden set: its amounts, its pairing, and what makes a claim right."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.errors import BadInput
from claimtree.model.amounts import Amount, AmountKind, Op
from claimtree.model.claims import ClaimId, Facet, LevelName, QueryClaim, Strength, TypeName
from evals.golden import GOLDEN, differences, pair
from evals.golden_file import SHIPPED, GoldClaim, gold_claim, load_golden, parse_amount, show_amount
from evals.registry import adapter_for
from evals.run import run

TEXT = "south or west facing, a modern kitchen over 12 m2, no bars nearby"


def read(says: str, **changes: object) -> QueryClaim:
    start = TEXT.index(says)
    claim = QueryClaim(
        id=ClaimId("c"),
        text=says,
        pattern=says,
        type=TypeName("features"),
        level=LevelName("apartment"),
        quote=says,
        start=start,
        end=start + len(says),
    )
    return replace(claim, **changes)  # type: ignore[arg-type]


def gold(says: str, **changes: object) -> GoldClaim:
    row = {"says": says, "type": "features", "level": "apartment", "strength": "preferred", **changes}
    return gold_claim(row, TEXT)


@given(
    st.sampled_from(["=", ">", ">=", "<", "<=", "~"]),
    st.integers(1, 10**6),
    st.sampled_from(["", "m2", "USD/month", "IDR"]),
)
def test_an_amount_is_written_back_as_it_was_read(sign: str, number: int, unit: str) -> None:
    text = f"{sign} {number} {unit}".rstrip()
    assert str(parse_amount(text)) == text


@given(st.integers(1, 1000), st.integers(1, 1000))
def test_a_range_agrees_with_itself_and_no_other(low: int, more: int) -> None:
    wanted = parse_amount(f"{low}..{low + more} m")
    same = Amount(kind=AmountKind.DISTANCE, low=low, high=low + more, unit="m", op=Op.RANGE)
    assert wanted.agrees(same)
    assert not wanted.agrees(replace(same, unit="m2"))
    assert not wanted.agrees(replace(same, high=2 * (low + more)))
    assert show_amount(same) == str(wanted)


@pytest.mark.parametrize(
    ("written", "amount", "agrees"),
    [
        ("> 12 m2", Amount(kind=AmountKind.AREA, low=12, low_open=True, unit="m2", op=Op.GT), True),
        ("> 12 m2", Amount(kind=AmountKind.AREA, low=12, unit="m2", op=Op.GTE), False),
        ("< 4000 USD/month", Amount(kind=AmountKind.MONEY, low=0, high=4000, high_open=True, unit="USD/month"), True),
        ("~ 3200 USD", Amount(kind=AmountKind.MONEY, low=3008, high=3392, unit="USD", op=Op.APPROX), True),
        ("~ 3200 USD", Amount(kind=AmountKind.MONEY, low=3200, high=3200, unit="USD"), False),
        ("= 74.32 m2", Amount(kind=AmountKind.AREA, low=74.322, high=74.322, unit="m2"), True),
        (
            ">= 2027-01-01",
            Amount(kind=AmountKind.DATE, low=739_982.0, unit="day", op=Op.GTE),
            True,
        ),
        (">= 01-01", Amount(kind=AmountKind.DATE, low=739_982.0, unit="day", op=Op.GTE), True),
        ("< month 2", Amount(kind=AmountKind.DATE, high=740_012.0, unit="day", op=Op.LTE), True),
        ("= month 1", Amount(kind=AmountKind.DATE, low=739_982.0, high=740_012.0, unit="day", op=Op.RANGE), True),
        ("= month 2", Amount(kind=AmountKind.DATE, low=739_982.0, high=740_012.0, unit="day", op=Op.RANGE), False),
        (">= 01-02", Amount(kind=AmountKind.DATE, low=739_982.0, unit="day", op=Op.GTE), False),
        (">= 2027-01-02", Amount(kind=AmountKind.DATE, low=739_982.0, unit="day", op=Op.GTE), False),
    ],
)
def test_amounts_agree_in_ends_openness_and_unit(written: str, amount: Amount, agrees: bool) -> None:
    assert parse_amount(written).agrees(amount) is agrees


@pytest.mark.parametrize("text", ["", "12", "about 12", ">", "= twelve", "1..", "> 2027-13-01"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        parse_amount(text)


@pytest.mark.parametrize(
    ("wanted", "was", "what"),
    [
        ({}, {}, []),
        ({"type": ["size", "features"]}, {}, []),
        ({"type": "size"}, {}, ["type"]),
        ({"level": "room"}, {}, ["level"]),
        ({"facet": "kitchen"}, {"facet": Facet("bedroom")}, ["facet"]),
        ({"negated": True}, {}, ["polarity"]),
        ({"strength": "required"}, {}, ["strength"]),
        ({"strength": "required"}, {"strength": Strength.REQUIRED}, []),
        ({"or": 1}, {}, ["alternatives"]),
        ({"amount": "= 2"}, {}, ["amount"]),
        ({}, {"amounts": (Amount(kind=AmountKind.COUNT, low=2, high=2),)}, ["amount"]),
        (
            {"amount": "= 2", "of": "bedroom"},
            {"amounts": (Amount(kind=AmountKind.COUNT, low=2, high=2, noun="bathroom"),)},
            ["amount of"],
        ),
    ],
)
def test_one_thing_wrong_is_a_claim_wrong(wanted: dict[str, object], was: dict[str, object], what: list[str]) -> None:
    assert [name for name, _, _ in differences(gold("modern", **wanted), read("modern", **was))] == what


def test_a_claim_pairs_only_with_words_it_overlaps() -> None:
    assert pair([gold("south")], [read("west facing")]) == {}
    assert pair([gold("west facing")], [read("west")]) == {0: 0}


def test_as_many_claims_are_paired_as_can_be() -> None:
    # The first golden claim could take either claim, the second only the one the first would take.
    wide, narrow = gold("south or west facing"), gold("south")
    assert pair([wide, narrow], [read("south"), read("west facing")]) == {0: 1, 1: 0}


def test_alternatives_have_to_stand_together() -> None:
    wanted = [gold("south", **{"or": 1}), gold("west facing", **{"or": 1})]
    together = [read("south", or_group=7), read("west facing", or_group=7)]
    apart = [read("south", or_group=1), read("west facing", or_group=2)]
    assert len(pair(wanted, together)) == 2
    assert len(pair(wanted, apart)) == 1


@pytest.mark.parametrize(
    "row",
    [
        {"says": "garden", "type": "features", "level": "apartment"},
        {"says": "", "type": "features", "level": "apartment"},
        {"says": "south", "type": "features", "level": "apartment", "colour": "red"},
    ],
)
def test_a_claim_that_cannot_be_is_refused(row: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        gold_claim(row, TEXT)


def test_every_shipped_case_is_sound() -> None:
    for where, row in load_golden(SHIPPED).found:
        for claim in row["claims"]:
            gold_claim(claim, str(row["text"]))
        for words in row.get("never", ()):
            assert words in row["text"], where


def test_a_folder_without_golden_sets_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text("[table]\nkey = 1\n")
    with pytest.raises(BadInput):
        load_golden(tmp_path)


def test_infinite_ends_are_no_numbers() -> None:
    assert math.isinf(parse_amount("> 3").high)


def case(text: str) -> str:
    return f'[[query]]\ntext = "{text}"\nclaims = []\n'


def test_a_row_knows_its_pack_and_whether_it_is_fresh(tmp_path: Path) -> None:
    (tmp_path / "rentals-fresh.toml").write_text(case("a"))
    (tmp_path / "rentals.toml").write_text(case("b"))
    (tmp_path / "somebody.toml").write_text(case("c"))
    (tmp_path / "other.toml").write_text('pack = "property"\nfresh = true\n' + case("d"))
    found = {row["text"]: (row["pack"], row["fresh"]) for _, row in load_golden(tmp_path).found}
    assert found == {"a": ("rentals", True), "b": ("rentals", False), "c": ("", False), "d": ("property", True)}


def test_fresh_queries_have_figures_of_their_own_with_the_same_bar(tmp_path: Path) -> None:
    (tmp_path / "rentals-fresh.toml").write_text(case("a dishwasher"))
    (tmp_path / "rentals.toml").write_text(case("hello there") + case("good morning"))
    result = run(GOLDEN, tmp_path)
    rows = {
        figure.key: sum(count for split, count in figure.counts.items() if split != "all") for figure in result.figures
    }
    assert (rows["whole"], rows["fresh whole"]) == (2, 1)
    fresh = {one.id: [confusion.slot for confusion in one.confusions] for one in result.misses}
    assert fresh.pop("rentals-fresh.toml query 1") == ["fresh claim"]
    assert not any(slot.startswith("fresh") for slots in fresh.values() for slot in slots)
    for adapter in (GOLDEN, adapter_for("golden", "property")):
        bars = {goal.key: goal.bar for goal in adapter.goals}
        assert bars["claims"] is not None
        assert bars["claims"] == bars["fresh claims"]


def test_a_file_of_any_name_is_read_with_the_pack_that_was_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "whatever.toml"
    file.write_text(case("rumah"))
    for pack in ("rentals", "property"):
        assert any(figure.key == "whole" for figure in run(GOLDEN, file, pack=pack).figures)
