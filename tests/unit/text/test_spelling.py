"""Mistyped words are read as the known word they surely mean; real words and toss-ups stay as they are."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.shared_packs import shared_pack

from claimtree.languages import language
from claimtree.languages.normalise import tokenize
from claimtree.text.edit_distance import edit_cost
from claimtree.text.known_words import Vocabulary, everyday_words, vocabulary_of
from claimtree.text.spelling import Corrector, apply_corrections
from claimtree.text.wordforms import could_be_form, share_stem

LETTERS = st.text("abcdeilnorst", min_size=1, max_size=10)


@pytest.fixture(scope="module")
def rentals() -> Corrector:
    return Corrector(vocabulary_of(shared_pack("rentals"), [language("en")]), real=[everyday_words("en")])


INDONESIAN = Corrector(
    Vocabulary(
        words={
            "kolam": 5,
            "renang": 5,
            "sertifikat": 9,
            "lantai": 9,
            "dekat": 20,
            "kampus": 4,
            "banjir": 6,
            "tanpa": 3,
        },
        pairs=frozenset({("kolam", "renang")}),
    ),
    real=[everyday_words("id"), everyday_words("en")],
)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("kitchn", "kitchen"),
        ("kithcen", "kitchen"),
        ("appartment", "apartment"),
        ("appartments", "apartment"),
        ("bedrom", "bedroom"),
        ("elevater", "elevator"),
        ("dishwaser", "dishwasher"),
        ("furnised", "furnished"),
        ("unfurnised", "unfurnished"),
        ("willamsburg", "williamsburg"),
        ("brookln", "brooklyn"),
        ("laundary", "laundry"),
        ("gardn", "garden"),
        ("wihtout", "without"),
        ("petfriendly", "pet friendly"),
        ("inunit", "in unit"),
        ("washerdryer", "washer dryer"),
    ],
)
def test_a_mistyped_word_is_read_as_the_word_it_means(rentals: Corrector, written: str, meant: str) -> None:
    guess = rentals.correct(written)
    assert guess is not None
    assert " ".join(guess.words) == meant
    assert meant in guess.candidates


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("renag", "renang"),
        ("sertipikat", "sertifikat"),
        ("lntai", "lantai"),
        ("kolamrenang", "kolam renang"),
        ("dekatkampus", "dekat kampus"),
    ],
)
def test_indonesian_is_corrected_too(written: str, meant: str) -> None:
    guess = INDONESIAN.correct(written)
    assert guess is not None
    assert " ".join(guess.words) == meant


@pytest.mark.parametrize(
    "word",
    [
        *("quite", "bike", "cat", "car", "form", "from", "boat", "mouse", "house", "poolside", "provides", "elegance"),
        *("derive", "brookline", "bookshelves", "workspace", "unheated", "statue", "render", "compose"),
    ],
)
def test_a_real_word_is_no_mistake(rentals: Corrector, word: str) -> None:
    assert rentals.correct(word) is None


@pytest.mark.parametrize("word", ["dibelikan", "menyewakan", "banjar", "rumahnya", "berlantai"])
def test_forms_and_neighbours_of_indonesian_words_stay(word: str) -> None:
    assert INDONESIAN.correct(word) is None


def test_a_toss_up_stays() -> None:
    assert Corrector(["station", "stadion"]).correct("staion") is None


def test_what_the_pack_says_far_more_often_wins() -> None:
    guess = Corrector(Vocabulary(words={"kitchen": 200, "kitten": 1})).correct("kithen")
    assert guess is not None
    assert guess.words == ("kitchen",)


def test_a_denial_is_never_dropped() -> None:
    corrector = Corrector(Vocabulary(words={"renovated": 50, "furnished": 50, "unrenovated": 1}))
    for written in ("unfurnishd", "nrenovated", "furnishless"):
        guess = corrector.correct(written)
        assert guess is None or guess.words == ("unrenovated",)


def test_words_without_letters_only_or_of_no_sane_length_stay(rentals: Corrector) -> None:
    for word in ("86th", "don't", "m2", "k" * 65, "kitchn" * 20, ""):
        assert rentals.correct(word) is None


def corrected(corrector: Corrector, text: str) -> str:
    tokens = tokenize(text)
    return " ".join(
        token.norm for token in apply_corrections(tokens, corrector.corrections(tokens, range(len(tokens))))
    )


def test_a_text_is_corrected_word_by_word(rentals: Corrector) -> None:
    assert corrected(rentals, "dish washer and a balcny") == "dishwasher and a balcony"


def test_a_capital_inside_a_sentence_is_corrected_to_names_only(rentals: Corrector) -> None:
    assert corrected(rentals, "a room in Willamsburg with Mr Balcny").endswith("in williamsburg with mr balcny")


@pytest.mark.parametrize(
    ("written", "stays"), [("Bintaro", True), ("bintaro", True), ("Bentara", False), ("bintarra", False)]
)
def test_a_name_with_another_last_vowel_is_another_name(written: str, stays: bool) -> None:
    names = frozenset({"bintara"})
    corrector = Corrector(Vocabulary(words={"bintara": 3}, names=names, only_names=names))
    assert corrected(corrector, f"rumah di {written}").endswith(written.casefold() if stays else "bintara")


def test_capitals_throughout_say_nothing(rentals: Corrector) -> None:
    assert corrected(rentals, "BIG APPARTMENT WITH GARDN") == "big apartment with garden"


def test_words_that_a_saying_uses_are_left_alone(rentals: Corrector) -> None:
    tokens = tokenize("kitchn and balcny")
    assert [c.written for c in rentals.corrections(tokens, {2})] == ["balcny"]


def test_what_replaces_a_word_keeps_its_place(rentals: Corrector) -> None:
    text = "petfriendly appartment"
    tokens = tokenize(text)
    after = apply_corrections(tokens, rentals.corrections(tokens, range(len(tokens))))
    assert [(token.norm, text[token.start : token.end]) for token in after] == [
        ("pet", "petfriendly"),
        ("friendly", "petfriendly"),
        ("apartment", "appartment"),
    ]


def test_the_vocabulary_has_the_words_of_the_pack_and_the_language() -> None:
    vocabulary = vocabulary_of(shared_pack("rentals"), [language("en")], also=["seventeen"])
    assert {"dishwasher", "kitchen", "without", "seventeen", "brooklyn"} <= vocabulary.words.keys()
    assert "williamsburg" in vocabulary.names
    assert ("pet", "friendly") in vocabulary.pairs
    assert all(uses > 0 for uses in vocabulary.words.values())


def test_a_language_without_a_list_has_no_real_words() -> None:
    assert everyday_words("tlh") == frozenset()


def plain_distance(a: str, b: str) -> int:
    """Optimal string alignment, as the textbook has it."""
    rows = [[i + j if not i or not j else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]))
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


@given(LETTERS, LETTERS, st.integers(1, 3))
@settings(max_examples=5 * settings().max_examples)
def test_a_cost_is_given_exactly_where_the_slips_suffice(a: str, b: str, most: int) -> None:
    distance, cost = plain_distance(a, b), edit_cost(a, b, most=most)
    assert (cost is not None) == (distance <= most)
    if cost is not None:
        assert distance / 2 <= cost <= distance


@given(st.sampled_from(["dishwasher", "apartment", "furnished", "elevator"]), st.data())
def test_whatever_is_guessed_is_known_and_near(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(word) - 1))
    written = word[:at] + data.draw(st.sampled_from(["", "e", "xq", "s"])) + word[at + 1 :]
    known = ["dishwasher", "apartment", "furnished", "elevator"]
    assume(written not in known)
    guess = Corrector(known).correct(written)
    if guess is not None:
        assert guess.words == (word,)


@given(st.text(max_size=80))
def test_any_text_is_corrected_in_place(text: str) -> None:
    tokens = tokenize(text)
    corrections = INDONESIAN.corrections(tokens, range(len(tokens)))
    after = apply_corrections(tokens, corrections)
    assert [token.start for token in after] == sorted(token.start for token in after)
    if not corrections:
        assert after == tokens


@pytest.mark.parametrize(
    ("form", "word"),
    [
        ("renovating", "renovate"),
        ("stopped", "stop"),
        ("unheated", "heated"),
        ("menyewa", "sewa"),
        ("dibelikan", "beli"),
    ],
)
def test_forms_are_told(form: str, word: str) -> None:
    assert could_be_form(form, {word}.__contains__)


@pytest.mark.parametrize("typo", ["furnishd", "kitchn", "installled", "bedrom"])
def test_mistakes_are_no_forms(typo: str) -> None:
    assert not could_be_form(typo, {"furnished", "kitchen", "install", "bedroom"}.__contains__)


def test_words_of_one_stem_are_told_from_mistakes() -> None:
    assert share_stem("retrieval", "retriever")
    assert share_stem("elegance", "elegant")
    assert not share_stem("elevater", "elevator")
    assert not share_stem("propert", "property")


HASTY = Vocabulary(
    words={"rumah": 40, "ramah": 3, "kamar": 30, "beton": 5, "lengkap": 9, "luas": 9, "lulus": 1, "hak": 5, "milik": 5},
    pairs=frozenset({("hak", "milik"), ("luas", "tanah")}),
)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("rumh", "rumah"),
        ("rmah", "rumah"),  # said far more often than "ramah"
        ("kamr", "kamar"),
        ("lngkp", "lengkap"),
        ("btn", None),  # three letters are short for anything
        ("lus", None),
        ("kamat", None),
        ("rumah", None),
    ],
)
def test_a_word_without_its_vowels_is_read_where_people_write_so(written: str, meant: str | None) -> None:
    guess = Corrector(HASTY, drops_vowels=True).correct(written)
    assert (guess.words[0] if guess else None) == meant
    assert Corrector(HASTY).correct(written) is None or len(written) > 4


def test_two_words_with_the_same_consonants_are_a_toss_up() -> None:
    assert Corrector({"balai": 1, "belai": 1}.keys(), drops_vowels=True).correct("bl") is None
    assert Corrector(["tanam", "tanaman", "tenaman"], drops_vowels=True).correct("tnmn") is None


def test_the_word_beside_tells_what_a_short_one_is() -> None:
    corrector = Corrector(HASTY, real=[{"milk"}], drops_vowels=True)

    def read(text: str) -> list[str]:
        tokens = tokenize(text)
        return [token.norm for token in apply_corrections(tokens, corrector.corrections(tokens, range(len(tokens))))]

    assert read("hak milk") == ["hak", "milik"]
    assert read("lus tanah") == ["luas", "tanah"]
    assert read("susu milk") == ["susu", "milk"]
