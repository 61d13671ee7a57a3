"""Words for relatives: where they stand, whose they are, and which of several is meant."""

from __future__ import annotations

import time

import pytest

from claimtree.kinship.graph import KinGraph, Kinsperson, ParentLink, PersonId, Sex, Union
from claimtree.kinship.patterns import follow
from claimtree.kinship.phrases import Owner, kin_pattern, kin_phrases


@pytest.mark.parametrize(
    ("text", "owner", "name", "words"),
    [
        (
            "Who was Queen Victoria's youngest daughter?",
            Owner.NAMED,
            "Queen Victoria",
            "Queen Victoria's youngest daughter",
        ),
        ("eldest son of Mary Ellen Smith, please", Owner.NAMED, "Mary Ellen Smith", "eldest son of Mary Ellen Smith"),
        ("list the grandchildren of Ann's second wife", Owner.NAMED, "Ann", "grandchildren of Ann's second wife"),
        ("was her 2nd husband a miller", Owner.OTHER, "", "her 2nd husband"),
        ("is Mary my third cousin, twice removed?", Owner.ASKER, "", "my third cousin, twice removed"),
        ("great-uncles", Owner.NONE, "", "great-uncles"),
        ("James' mother", Owner.NAMED, "James", "James' mother"),
    ],
)
def test_a_phrase_knows_its_words_and_its_owner(text: str, owner: Owner, name: str, words: str) -> None:
    (phrase,) = kin_phrases(text)
    assert (phrase.owner, phrase.name, text[phrase.start : phrase.end]) == (owner, name, words)


@pytest.mark.parametrize(
    "text", ["", "How are we related?", "the greatest step in half an hour", "first, second, third", "'s"]
)
def test_other_words_are_no_relatives(text: str) -> None:
    assert kin_phrases(text) == ()


def test_several_phrases_stand_in_one_text() -> None:
    assert len(kin_phrases("Did my aunt know his stepfather, or the uncle of my wife?")) == 3
    assert kin_pattern("my aunt and my uncle") is None


def test_a_phrase_and_a_glued_or_spaced_one_are_alike() -> None:
    for wordings in (
        ["great-grandmother", "greatgrandmother", "great grandmother", "Great-Grandmother"],
        ["stepson", "step son", "step-son"],
        ["half sister", "half-sister"],
        ["grandaunt", "grand-aunt", "great-aunt", "great aunt"],
        ["2nd great grandfather", "great-great-grandfather", "two times great grandfather", "2x great-grandfather"],
    ):
        assert len({kin_pattern(wording) for wording in wordings}) == 1, wordings
        assert kin_pattern(wordings[0]) is not None


def test_a_long_text_is_read_in_time_that_grows_with_its_length() -> None:
    def seconds(count: int) -> float:
        start = time.process_time()
        kin_phrases("great " * count + "of my " * count + "uncle's " * count + "wife of " * count)
        return time.process_time() - start

    assert seconds(1000) < 40 * max(seconds(100), 0.005)


def family() -> KinGraph:
    def person(id: str, sex: Sex, born: int | None) -> Kinsperson:
        return Kinsperson(id=PersonId(id), sex=sex, born=born)

    people = [
        person("john", Sex.MALE, 1800),
        person("ann", Sex.FEMALE, 1805),
        person("beth", Sex.FEMALE, 1810),
        person("carl", Sex.MALE, 1830),
        person("dan", Sex.MALE, 1828),
        person("eve", Sex.FEMALE, None),
    ]
    links = [
        ParentLink(child=PersonId(child), parent=PersonId(parent))
        for child, parent in (("carl", "john"), ("carl", "ann"), ("dan", "john"), ("dan", "ann"), ("eve", "beth"))
    ]
    unions = [
        Union(id="F2", partners=(PersonId("john"), PersonId("beth")), married=True, year=1840),
        Union(id="F1", partners=(PersonId("john"), PersonId("ann")), married=True, year=1825),
    ]
    return KinGraph(people, links, unions)


@pytest.mark.parametrize(
    ("phrase", "start", "expected"),
    [
        ("second wife", "john", ["beth"]),
        ("first wife", "john", ["ann"]),
        ("last wife", "john", ["beth"]),
        ("third wife", "john", []),
        ("eldest son", "john", ["dan"]),
        ("second son", "john", ["carl"]),
        ("elder brother", "carl", ["dan"]),
        ("younger brother", "carl", []),
        ("second wife's daughter", "john", ["eve"]),
    ],
)
def test_which_of_several_is_meant_follows_from_years(phrase: str, start: str, expected: list[str]) -> None:
    patterns = kin_pattern(phrase)
    assert patterns is not None
    found = follow(family(), PersonId(start), patterns)
    assert list(found.people) == expected
    assert not found.undecided


def test_without_years_it_is_undecided() -> None:
    people = [Kinsperson(id=PersonId(id), sex=Sex.MALE) for id in ("p", "a", "b")]
    links = [ParentLink(child=PersonId(child), parent=PersonId("p")) for child in ("a", "b")]
    patterns = kin_pattern("eldest son")
    assert patterns is not None
    found = follow(KinGraph(people, links), PersonId("p"), patterns)
    assert found.undecided
    assert set(found.people) == {"a", "b"}
