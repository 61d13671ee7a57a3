"""Names of people in their parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.person_names import parse as parse_module
from claimtree.person_names.name_data import name_words
from claimtree.person_names.parse import PersonName, parse


@pytest.mark.parametrize(
    ("written", "given", "family"),
    [
        ("John William Smith", ("john", "william"), ("smith",)),
        ("Smith, John William", ("john", "william"), ("smith",)),
        ("J.W. Smith", ("j", "w"), ("smith",)),
        ("JW Smith", ("j", "w"), ("smith",)),
        ("Ludwig van Beethoven", ("ludwig",), ("beethoven",)),
        ("van der Berg, Willem", ("willem",), ("berg",)),
        ("Mary Smith-Jones", ("mary",), ("smith", "jones")),
        ("Ahmad bin Yusuf", ("ahmad",), ("yusuf",)),
        ("Drs. H. Bambang Wijaya, M.M.", ("bambang",), ("wijaya",)),
        ("H. C. Andersen", ("h", "c"), ("andersen",)),
        ("Douglas, M. M.", ("m", "m"), ("douglas",)),
        ("John B. Smith", ("john", "b"), ("smith",)),
        ("Kim Min-jun", ("kim",), ("min", "jun")),
        ("Duke Ellington", ("duke",), ("ellington",)),
        ("Suharto", (), ("suharto",)),
        ("Пётр Петров", ("petr",), ("petrov",)),
    ],
)
def test_given_and_family_names_are_told_apart(written: str, given: tuple[str, ...], family: tuple[str, ...]) -> None:
    found = parse(written)
    assert (found.given, found.family) == (given, family)


@pytest.mark.parametrize("written", ["Mary Jones née Brown", "Mary Jones (née Brown)", "Mary Jones born Brown"])
def test_a_former_name_stands_apart(written: str) -> None:
    assert parse(written).former == ("brown",)


@pytest.mark.parametrize(("written", "generation"), [("John Smith Jr.", "2nd generation"), ("John Smith III", "3")])
def test_a_generation_stands_apart(written: str, generation: str) -> None:
    assert parse(written).generation == generation


def test_a_nickname_in_quotes_is_what_the_person_is_called() -> None:
    assert parse('Robert "Bo" Tyler').called == ("bo",)


def test_a_title_tells_the_sex() -> None:
    assert [parse(one).sex for one in ("Mr. John Carter", "Mrs. John Carter", "Hj. Siti Aminah")] == [
        "man",
        "wife",
        "woman",
    ]


@pytest.mark.parametrize("written", ["", " , ", "—"])
def test_what_has_no_letters_has_no_parts(written: str) -> None:
    assert parse(written) == PersonName(given=(), family=())


_WORDS = st.one_of(
    st.from_regex(r"[A-Z]?[a-z]{1,8}", fullmatch=True),
    st.sampled_from(
        [*sorted(name_words().every_word), "ii", "Iii", "V", "IV", "née", "O'Brien", "J.", "LEE", "Ann-Marie"]
    ),
)


@given(st.lists(_WORDS, min_size=1, max_size=5).map(" ".join))
def test_plain_names_are_taken_apart_as_all_others(name: str) -> None:
    plain = parse_module._plainly(name)
    assert plain is None or plain == parse_module._taken_apart(name)


def test_most_names_are_plain() -> None:
    assert parse_module._plainly("Mary Ellen Smith") == PersonName(given=("mary", "ellen"), family=("smith",))
    for name in ("Dr Mary Smith", "Mary van Smith", "Henry Tudor iii", "J. Smith", "Mary Smith Jr", "", "Mary  Smith"):
        assert parse_module._plainly(name) is None
