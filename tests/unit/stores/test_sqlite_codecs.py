"""What the default store writes down, it reads back: postings, entities, claims, phrases."""

import json
import math
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.model.amounts import Amount, AmountKind, Op
from claimtree.model.claims import Claim, ClaimKind, EntityId, Facet, LevelName, TypeName
from claimtree.model.hierarchy import Entity, Source
from claimtree.model.phrases import IndexedEntity, Phrase
from claimtree.stores.encoding import decode_item, decode_phrase, encode_item, encode_phrase, pack, unpack
from claimtree.stores.sqlite.checksums import of_numbers, of_phrases, of_vectors, of_words
from claimtree.stores.sqlite.evidence import _overlap, _worth
from claimtree.stores.sqlite.postings import AMOUNT, Postings, Run
from claimtree.stores.sqlite.snapshot import PhrasePostings
from claimtree_testing.worlds import random_amount, random_world

HOME = LevelName("home")


@pytest.mark.parametrize(
    "entities", [[], [0], [7], [1, 2, 2, 9], [5, 300], [0, 70_000, 2**31 - 1], list(range(0, 3000, 3))]
)
@pytest.mark.parametrize("slots", [0, 1, 3])
def test_a_chunk_comes_back_as_it_was(entities: list[int], slots: int) -> None:
    amounts = np.array([[(i, i + 1.5, i % 4)] * slots for i in range(len(entities))], AMOUNT)
    amounts = amounts.reshape(len(entities), slots)
    back = Postings.decode(Postings(np.array(entities, np.int32), amounts).encode())
    assert back.entities.tolist() == entities
    assert back.amounts.tolist() == amounts.tolist()


def test_a_run_is_sorted_and_gives_each_phrase_its_postings_with_their_amounts() -> None:
    run = Run.of([3, 1, 3, 2], [9, 8, 4, 8], [1, 0, 1, 2], [(1, 2, 0), (3, 4, 1), (5, 6, 2), (7, 8, 3)])
    run = Run.decode(run.encode())
    found = {phrase: (part.entities.tolist(), part.amounts.tolist()) for phrase, part in run.by_phrase()}
    assert found == {
        1: ([8], [[]]),
        2: ([8], [[(5.0, 6.0, 2), (7.0, 8.0, 3)]]),
        3: ([4, 9], [[(3.0, 4.0, 1)], [(1.0, 2.0, 0)]]),
    }
    some = {phrase: (part.entities.tolist(), part.amounts.tolist()) for phrase, part in run.of_phrases([3, 4, 2])}
    assert some == {phrase: found[phrase] for phrase in (3, 2)}


def test_overlap_is_that_of_amounts() -> None:
    rng = random.Random(5)
    slot = Amount(kind=AmountKind.AREA, unit="m2").slot
    stored = [random_amount(rng, slot) for _ in range(300)]
    says = PhrasePostings(
        np.arange(300, dtype=np.int32),
        np.array([[one.low for one in stored]], np.float64),
        np.array([[one.high for one in stored]], np.float64),
        np.array([[one.low_open + 2 * one.high_open for one in stored]], np.uint8),
    )
    require_same_numbers = 0
    for _ in range(100):
        asked = random_amount(rng, slot)
        wanted = [asked.overlaps(one) for one in stored]
        assert _overlap(asked, [says], 0).tolist() == wanted
        require_same_numbers += sum(wanted)
    assert 0 < require_same_numbers < 300 * 100


def test_the_worth_of_a_mask_is_its_best_grade_and_a_tenth_of_each_other() -> None:
    points = [grade * 30 + 7 for grade in range(1, 17)]
    worth = _worth(points)
    assert worth[0] == 0
    assert worth[1 << 15] == points[15]
    assert worth[(1 << 15) | (1 << 3) | 1] == points[15] + points[3] // 10 + points[0] // 10
    assert _worth([]).tolist() == [0]
    assert _worth([40, 90]).tolist() == [0, 40, 90, 94]


@pytest.mark.parametrize("seed", range(5))
def test_phrases_and_entities_of_random_worlds_come_back(seed: int) -> None:
    world = random_world(seed)
    for phrase in world.phrases:
        assert decode_phrase(phrase.level, phrase.type, encode_phrase(phrase)) == phrase
    for item in world.kept:
        # Where it is and what is near it have tables of their own.
        here = replace(item, entity=replace(item.entity, point=None), nearby=())
        assert round_trip(here) == here


@pytest.mark.parametrize(
    "claim",
    [
        Claim(text="quiet", pattern="quiet", type=TypeName("t"), level=HOME, quote="so quiet", source="s"),
        Claim(text="", pattern="quiet", type=TypeName("t"), level=HOME, quote="", source="nowhere"),
        Claim(
            text="quiet", pattern="quiet", type=TypeName("t"), level=HOME, quote="so quiet", source="s", against="loud"
        ),
        Claim(
            text="area 12 m² net",
            pattern="area _ net",
            type=TypeName("t"),
            level=HOME,
            quote="quiet",
            source="s",
            start=5,
            end=10,
            amounts=(Amount(kind=AmountKind.AREA, low=12, low_open=True, unit="m2"),),
        ),
        Claim(text="other", pattern="area _ net", type=TypeName("t"), level=HOME, quote="x", start=3, end=1),
        Claim(text="_", pattern="a__", type=TypeName("t"), level=HOME, quote="x", facet=Facet("kitchen")),
        Claim(text="aba", pattern="ab_ba", type=TypeName("t"), level=HOME, quote="x", kind=ClaimKind.ANTI),
        Claim(text="ab_ba", pattern="ab_ba", type=TypeName("t"), level=HOME, quote="x"),
    ],
    ids=lambda claim: repr(claim.text),
)
def test_what_is_left_out_of_a_claim_is_put_back(claim: Claim) -> None:
    sources = (Source(name="s", text="Very quiet home", url="u", updated="2026-01-01"),)
    entity = Entity(
        id=EntityId("h"), level=HOME, title="T", fields={"a": ("x", "y"), "b": True, "c": 1.5}, sources=sources
    )
    item = IndexedEntity(entity=entity, claims=(claim,), digest="d")
    assert round_trip(item) == item


@pytest.mark.parametrize("stated", ["", "week", "year"])
def test_the_period_that_a_rent_was_stated_for_comes_back(stated: str) -> None:
    rent = Amount(kind=AmountKind.MONEY, unit="IDR/month", low=2.5e6, high=2.5e6, op=Op.LTE, stated=stated)
    claim = Claim(text="r", pattern="rent _", type=TypeName("t"), level=HOME, quote="x", amounts=(rent,))
    item = IndexedEntity(entity=Entity(id=EntityId("h"), level=HOME), claims=(claim,), digest="d")
    (kept,) = round_trip(item).claims[0].amounts
    assert (kept.stated, kept.op) == (stated, Op.LTE)


def round_trip(item: IndexedEntity) -> IndexedEntity:
    phrases = [Phrase.of(claim) for claim in item.claims]
    entity = item.entity
    return decode_item(
        unpack(encode_item(item, range(len(phrases)))),
        id=entity.id,
        level=entity.level,
        parent=entity.parent,
        facet=entity.facet,
        digest=item.digest,
        phrases=dict(enumerate(phrases)),
    )


@given(st.text(alphabet='abc é"\n', max_size=40), st.integers(0, 400))
def test_what_is_packed_comes_back_whether_it_fits_the_small_window_or_not(text: str, times: int) -> None:
    assert unpack(pack([text * times])) == [text * times]


@pytest.mark.parametrize(
    "value",
    [
        [math.inf, -math.inf, 0.1, -0.0, 1e22, 5e-324, 2**70],
        ["m²", "静かな部屋", "\x00\x1f\x7f", "half a pair: \ud800"],
        [{"a": None, "b": [True, 1, 1.0]}, Op.APPROX, np.float64(2.5)],
    ],
    ids=["numbers", "texts", "kinds"],
)
def test_what_is_packed_comes_back_to_the_bit(value: list[object]) -> None:
    assert repr(unpack(pack(value))) == repr(json.loads(json.dumps(value)))
    assert unpack(b"j" + json.dumps(value).encode()) == value  # as earlier versions wrote it


def test_vectors_are_sealed_with_the_weights_of_earlier_versions() -> None:
    random = np.random.default_rng(5)
    weights = random.integers(0, 1 << 63, 4096, dtype=np.uint64) | np.uint64(1)
    codes = random.integers(-128, 128, (3, 384), dtype=np.int8)
    words = codes.view(np.uint64)
    ids, scales = np.arange(3), np.array([0.5, 1.0, 2.0])
    mixed = (words ^ (words >> np.uint64(31))) @ weights[: words.shape[1]]
    assert of_vectors(ids, codes, scales).tolist() == of_numbers(ids, mixed.view(np.int64), scales).tolist()


def test_phrases_of_one_level_and_type_are_sealed_like_any_row_of_words() -> None:
    rows = [(1, 77, '["quiet",0,null,null,[]]', 0, None, None, None, None), (2, 78, "50 % m²", 1, "c", "k", "n", "m")]
    for level, type in (("home", "comfort"), ("100 %s", "%")):
        wanted = [of_words(*row[:2], level, type, *row[2:]) for row in rows]
        assert of_phrases(level, type, rows).tolist() == wanted
