"""Names of people in their parts."""

from __future__ import annotations

import pytest

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
