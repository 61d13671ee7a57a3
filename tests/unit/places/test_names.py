"""Two ways to write a name are one; two names stay two."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from claimtree.places.names import Writing
from claimtree.places.typos import Typos, allowed_slips, may_be_mistyped

ENGLISH = Writing(("en",))
INDONESIAN = Writing(("id", "en"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("BEDFORD AV", "Bedford Avenue"),
        ("bedford ave.", "Bedford Avenue"),
        ("Café Zoë", "cafe zoe"),
        ("Ringroad", "Ring Road"),
        ("Bed-Stuy", "Bed Stuy"),
        ("7th Av", "Seventh Avenue"),
        ("7 Av", "7th Ave"),
        ("23rd St", "Twenty-Third Street"),
        ("W 4 St", "West 4th Street"),
        ("St. Mark's Pl", "Saint Marks Place"),
        ("Jay St-MetroTech", "Jay Street MetroTech"),
        ("the Bronx", "Bronx"),
        ("Washington Hts", "Washington Heights"),
        ("Ft Greene", "Fort Greene"),
        ("Mt. Sinai Hosp.", "Mount Sinai Hospital"),
        ("Bryant Pk", "Bryant Park"),
        ("Barclays Ctr", "Barclays Center"),
        ("NYU", "N.Y.U."),
        ("Macy's", "Macys"),
        ("Riverside Dr", "Riverside Drive"),
        ("A&P", "A and P"),
    ],
)
def test_english_names_that_are_written_differently_are_one(one: str, other: str) -> None:
    assert ENGLISH.key(one) == ENGLISH.key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jl. Setia Budi", "Jalan Setiabudi"),
        ("Jln Gatot Soebroto", "Jl. Gatot Subroto"),
        ("Jl. Djamin Ginting", "Jalan Jamin Ginting"),
        ("Rumah Sakit Umum Pusat Adam Malik", "RSUP Adam Malik"),
        ("Rumah Sakit Columbia", "RS Columbia"),
        ("Univ. Sumatera Utara", "Universitas Sumatera Utara"),
        ("SMA Negeri 1", "SMAN 1"),
        ("SMA N 1", "Sekolah Menengah Atas Negeri 1"),
        ("Kec. Medan Selayang", "Kecamatan Medan Selayang"),
        ("Tj. Morawa", "Tanjung Morawa"),
        ("Sei Sikambing", "Sungai Sikambing"),
        ("Jl. W.R. Supratman", "Jalan WR Supratman"),
        ("Glugur Darat I", "Glugur Darat 1"),
        ("Kampus II", "Kampus 2"),
        ("Plz. Medan Fair", "Plaza Medan Fair"),
        ("Mal Centre Point", "Mall Center Point"),
    ],
)
def test_indonesian_names_that_are_written_differently_are_one(one: str, other: str) -> None:
    assert INDONESIAN.key(one) == INDONESIAN.key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("7 Av", "17 Av"),
        ("1 1st Street", "11th Street"),
        ("Glugur Darat I", "Glugur Darat II"),
        ("USU", "UMSU"),
        ("East Village", "West Village"),
        ("Medan Kota", "Kota Medan"),
        ("Riverside Drive", "Riverside"),
    ],
)
def test_two_names_stay_two(one: str, other: str) -> None:
    assert INDONESIAN.key(one) != INDONESIAN.key(other)


def test_a_name_of_signs_is_still_a_name() -> None:
    assert ENGLISH.key(" ??? ") == "???"
    assert ENGLISH.key("") == ""


def test_a_word_may_become_another_with_the_next_one() -> None:
    assert INDONESIAN.unfinished(["dekat", "rumah"])
    assert not INDONESIAN.unfinished(["rumah", "sakit", "besar"])


@given(st.text(max_size=40))
def test_what_is_compared_is_compared_as_itself(text: str) -> None:
    for writing in (ENGLISH, INDONESIAN):
        words = writing.words(text)
        assert writing.words(" ".join(words)) == words


_PIECES = [
    "st",
    "Jl.",
    "SMA",
    "n",
    "negeri",
    "rumah",
    "sakit",
    "umum",
    "I",
    "II",
    "7th",
    "w",
    "H.",
    "dr",
    "the",
    "Av",
    "-",
]


@given(st.lists(st.sampled_from([*_PIECES, "twenty", "third", "Marks", "Budi", "oe", "dj"]), max_size=8))
def test_short_forms_within_short_forms_come_to_rest(pieces: list[str]) -> None:
    words = INDONESIAN.words(" ".join(pieces))
    assert INDONESIAN.words(" ".join(words)) == words


@given(
    st.lists(st.text("abcd", min_size=1, max_size=12), min_size=1, max_size=30),
    st.text("abcd", min_size=4, max_size=12),
)
def test_comparing_few_keys_finds_what_comparing_all_would(keys: list[str], asked: str) -> None:
    most = allowed_slips(len(asked))
    expected = {
        i
        for i, key in enumerate(keys)
        if (slips := OSA.distance(asked, key)) <= min(most, allowed_slips(len(key)))
        and (key[0] == asked[0] or (slips == 1 and max(len(key), len(asked)) >= 6))
    }
    assert {i for i, _ in Typos(keys).near(asked)} == expected


def test_numbers_and_telling_words_are_never_mistyped() -> None:
    distinguishing = INDONESIAN.distinguishing
    assert may_be_mistyped(("prospct", "park"), ("prospect", "park"), distinguishing)
    assert not may_be_mistyped(("sma", "1", "medan"), ("sma", "2", "medan"), distinguishing)
    assert not may_be_mistyped(("medan", "baru"), ("medan", "barat"), distinguishing)
    assert may_be_mistyped(("medan", "bart"), ("medan", "barat"), distinguishing)
    assert not may_be_mistyped(("avenue", "h"), ("avenue", "j"), distinguishing)


def test_a_first_letter_is_a_slip_only_in_a_longer_name_and_alone() -> None:
    keys = ["washingtonheights", "soho"]
    assert list(Typos(keys).near("eashingtonheights")) == [(0, 1)]
    assert list(Typos(keys).near("eashingtonheighs")) == []
    assert list(Typos(keys).near("noho")) == []
