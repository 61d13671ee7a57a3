"""A home that states its rent for the month and for the year is judged by that of the period that is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.chat import Conversation
from claimtree.model.amounts import Amount, AmountKind, Op
from claimtree.settings import Settings
from claimtree.sources.read import read_files
from claimtree.workspace import Workspace

FLAT = {"level": "property", "property_type": "apartment", "listing_type": "rent", "lat": 3.59, "lon": 98.67}
FLATS = [
    {**FLAT, "id": "both", "title": "Apartemen dua harga", "price": 48_000_000, "rent": "Rp 4,5 juta per bulan"},
    {**FLAT, "id": "prose", "title": "Apartemen kota", "text": "Sewa 3 juta per bulan atau 30 juta per tahun."},
    {**FLAT, "id": "month", "title": "Apartemen bulanan", "rent": "Rp 3,8 juta per bulan"},
    {**FLAT, "id": "year", "title": "Apartemen tahunan", "rent": "Rp 45 juta per tahun"},
]  # fmt: skip


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Conversation]:
    home = tmp_path_factory.mktemp("rents")
    file = home / "flats.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in FLATS), encoding="utf-8")
    with Workspace(Settings(home=home, pack="property", embedder="hashed-256")) as workspace:
        assert workspace.indexer(workspace.store_to_write()).index(read_files([file], workspace.pack)).indexed == 4
        yield Conversation(workspace.engine)


@pytest.mark.parametrize(
    ("limit", "fitting"),
    [
        ("maksimal 4 juta per bulan", {"prose", "month", "year"}),
        ("maksimal 4,5 juta per bulan", {"both", "prose", "month", "year"}),
        ("maksimal 2,8 juta per bulan", set()),
        ("maksimal 48 juta per tahun", {"both", "prose", "month", "year"}),
        ("maksimal 31 juta per tahun", {"prose"}),
        ("minimal 50 juta per tahun", set()),
        ("di atas 4,2 juta per bulan", {"both"}),
    ],
)
def test_a_limit_is_judged_by_the_rent_of_its_period(talk: Conversation, limit: str, fitting: set[str]) -> None:
    reply = talk.reply(f"apartemen disewa {limit}")
    assert {str(hit.id) for hit in reply.hits if hit.fit.value == "full"} == fitting
    assert reply.total == len(fitting)


def test_both_rents_are_shown(talk: Conversation) -> None:
    hit = next(one for one in talk.reply("apartemen disewa maksimal 48 juta per tahun").hits if one.id == "both")
    assert "4,5 juta per bulan" in hit.price
    assert "Rp48 juta per tahun" in hit.price


def rent(period: str, *, apart: bool) -> Amount:
    stated = period if period != "month" else ""
    noun = f"rent/{period}" if apart else "rent"
    return Amount(kind=AmountKind.MONEY, unit="IDR/month", low=1, high=1, noun=noun, op=Op.EQUALS, stated=stated)


PERIODS = st.sampled_from(["day", "week", "month", "year"])


@given(asked=PERIODS, stated=PERIODS, apart=st.booleans())
def test_only_what_states_several_rents_is_asked_by_period(asked: str, stated: str, apart: bool) -> None:
    slots = rent(stated, apart=apart).slot, rent(asked, apart=False).asked_slot
    assert slots[0].comparable(slots[1]) is slots[1].comparable(slots[0]) is (not apart or asked == stated)
