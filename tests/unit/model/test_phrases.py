"""Phrases have one id everywhere, and vectors one similarity whatever adds them up."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.model.amounts import Amount, AmountKind, Slot
from claimtree.model.claims import Claim, ConceptId, LevelName, Name, TypeName
from claimtree.model.phrases import Phrase, Vectors

KITCHEN = Phrase(
    pattern="kitchen area _",
    type=TypeName("size"),
    level=LevelName("room"),
    slots=(Slot(kind=AmountKind.AREA, unit="m2", noun="kitchen"),),
)


def test_the_id_of_a_phrase_never_changes() -> None:
    """Stores keep these numbers: another value here makes every stored index unreadable."""
    assert KITCHEN.id == 6_826_398_026_965_043_881
    named = Phrase(
        pattern="auf der Großen Straße",
        type=TypeName("location"),
        level=LevelName("home"),
        negated=True,
        concept=ConceptId("street"),
        name=Name(kind="street", text="Große Straße"),
    )
    assert named.id == 4_853_152_916_303_811_372


@pytest.mark.parametrize(
    "other",
    [
        replace(KITCHEN, pattern="Kitchen area _"),
        replace(KITCHEN, type=TypeName("feature")),
        replace(KITCHEN, level=LevelName("home")),
        replace(KITCHEN, negated=True),
        replace(KITCHEN, concept=ConceptId("size")),
        replace(KITCHEN, name=Name(kind="size", text="")),
        replace(KITCHEN, name=Name(kind="", text="size")),
        replace(KITCHEN, slots=()),
        replace(KITCHEN, slots=KITCHEN.slots * 2),
        replace(KITCHEN, slots=(Slot(kind=AmountKind.AREA, unit="ft2", noun="kitchen"),)),
        replace(KITCHEN, slots=(Slot(kind=AmountKind.COUNT, unit="m2", noun="kitchen"),)),
        replace(KITCHEN, slots=(Slot(kind=AmountKind.AREA, unit="m2"),)),
        replace(KITCHEN, disputed=True),
    ],
)
def test_every_part_of_a_phrase_tells_it_apart(other: Phrase) -> None:
    assert other.id != KITCHEN.id


def test_no_concept_and_an_empty_one_are_the_same_phrase() -> None:
    assert replace(KITCHEN, concept=ConceptId("")).id == KITCHEN.id


WORDS = st.text(alphabet="aAäß_ é😀", max_size=4)
PHRASES = st.builds(
    Phrase,
    pattern=WORDS,
    type=st.sampled_from([TypeName("a"), TypeName("b")]),
    level=st.sampled_from([LevelName("a"), LevelName("b")]),
    negated=st.booleans(),
    concept=st.none() | WORDS.filter(bool).map(ConceptId),
    name=st.none() | st.builds(Name, kind=WORDS.filter(bool), text=WORDS),
    slots=st.lists(st.builds(Slot, kind=st.sampled_from(AmountKind), unit=WORDS, noun=WORDS), max_size=2).map(tuple),
)


@given(PHRASES, PHRASES)
def test_ids_are_equal_exactly_when_the_phrases_are(one: Phrase, other: Phrase) -> None:
    assert (one.id == other.id) == (one == other)


@given(PHRASES)
def test_ids_fit_a_row_id(phrase: Phrase) -> None:
    assert 0 <= phrase.id < 2**63


def test_a_claim_is_a_posting_of_its_phrase_whatever_its_values() -> None:
    def claim(low: float) -> Claim:
        return Claim(
            text=f"kitchen area {low} m²",
            pattern="kitchen area _",
            type=TypeName("size"),
            level=LevelName("room"),
            quote=f"{low} m²",
            amounts=(Amount(kind=AmountKind.AREA, unit="m2", noun="kitchen", low=low, high=low),),
        )

    assert Phrase.of(claim(9)) == Phrase.of(claim(12)) == KITCHEN


# Vectors


def rows(seed: int, count: int, dimensions: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.random.default_rng(seed).normal(size=(count, dimensions))


SEEDS = st.integers(0, 2**32 - 1)
DIMENSIONS = st.sampled_from([1, 2, 8, 96, 384, 1024, 1040, 1041, 1536])


@given(SEEDS, DIMENSIONS)
def test_similarity_is_exact_however_rows_are_ordered_and_batched(seed: int, dimensions: int) -> None:
    given_rows = rows(seed, 9, dimensions)
    whole = Vectors.from_floats(given_rows)
    wish = Vectors.from_floats(rows(seed + 1, 3, dimensions))
    cosines = whole.similarity(wish)
    order = np.random.default_rng(seed).permutation(9)
    assert np.array_equal(whole.take(order).similarity(wish), cosines[order])
    one_by_one = [Vectors.from_floats(given_rows[i : i + 1]).similarity(wish) for i in range(9)]
    assert np.array_equal(np.concatenate(one_by_one), cosines)
    columns = np.random.default_rng(seed).permutation(dimensions)
    shuffled = Vectors(codes=whole.codes[:, columns], scales=whole.scales)
    shuffled_wish = Vectors(codes=wish.codes[:, columns], scales=wish.scales)
    assert np.array_equal(shuffled.similarity(shuffled_wish), cosines)


@given(SEEDS, DIMENSIONS)
def test_similarity_is_within_two_hundredths_of_the_cosine(seed: int, dimensions: int) -> None:
    given_rows = rows(seed, 12, dimensions)
    unit = given_rows / np.linalg.norm(given_rows, axis=1, keepdims=True)
    vectors = Vectors.from_floats(given_rows)
    assert np.abs(vectors.similarity(vectors) - unit @ unit.T).max() < 0.02


@given(SEEDS, DIMENSIONS)
def test_no_dot_product_leaves_the_integers_that_float32_holds(seed: int, dimensions: int) -> None:
    vectors = Vectors.from_floats(np.sign(rows(seed, 3, dimensions)))
    largest = np.abs(vectors.codes.astype(np.int64)) @ np.abs(vectors.codes.astype(np.int64)).T
    assert largest.max() <= 2**24


def test_a_zero_row_is_similar_to_nothing() -> None:
    vectors = Vectors.from_floats(np.array([[0.0, 0.0], [1.0, 1.0]]))
    assert vectors.similarity(vectors).tolist() == [[0.0, 0.0], [0.0, pytest.approx(1.0)]]


def test_no_rows_are_fine() -> None:
    empty = Vectors.from_floats(np.zeros((0, 4)))
    assert (len(empty), empty.dimensions) == (0, 4)
    joined = Vectors.concatenate([empty, Vectors.empty(4), Vectors.from_floats(np.eye(4))])
    assert joined.similarity(empty).shape == (4, 0)


def test_codes_and_scales_must_fit_together() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        Vectors(codes=np.zeros((2, 3), np.int8), scales=np.zeros(3, np.float32))
