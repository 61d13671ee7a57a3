"""Names of people that no list has: where they begin and end, in queries and in documents."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.shared_packs import shared_reader

from claimtree.model.claims import EntityId, LevelName
from claimtree.model.hierarchy import Entity
from claimtree.text.rule_reader import RuleReader

MUSEUM = Path(__file__).parents[2] / "packs" / "museum"


@pytest.fixture(scope="module")
def reader() -> RuleReader:
    return shared_reader(str(MUSEUM), embedded=True)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("a painting by J. Vermeer, signed", ["J. Vermeer"]),
        ("by Vermeer, Johannes", ["Vermeer, Johannes"]),
        ("by Mary O'Brien (née Smith)", ["Mary O'Brien (née Smith)"]),
        ("paintings by vermeer, on display", ["vermeer"]),
        ("a bronze by j. w. smith, made after 1900", ["j. w. smith"]),
        ("bronze by Dr. J.W. van der Berg Jr. made after 1900", ["Dr. J.W. van der Berg Jr."]),
        ("a bust by Jan Vermeer or Pieter de Hooch", ["Jan Vermeer", "Pieter de Hooch"]),
        ("Show me paintings from John Singer Sargent", ["John Singer Sargent"]),
        ("PAINTING BY JAN STEEN", ["JAN STEEN"]),
        ("Vermeer, signed", ["Vermeer"]),
        ("by Maarten Aalbers", ["Maarten Aalbers"]),
        ("works by aalbers", ["Joris Aalbers"]),
        ("by a maker born before 1760", []),
        ("made around 1780, signed, on display", []),
        ("Bronze or silver", []),
    ],
)
def test_a_query_names_people_that_no_list_has(reader: RuleReader, query: str, names: list[str]) -> None:
    claims = reader.read_query(query).claims
    assert [claim.name.text for claim in claims if claim.name is not None and claim.name.kind == "maker"] == names


def test_a_denied_person_is_denied(reader: RuleReader) -> None:
    (claim,) = reader.read_query("not by H. Mizuki").claims
    assert claim.name is not None
    assert (claim.name.text, claim.negated) == ("H. Mizuki", True)


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("made by J. Aalbers, signed", "J. Aalbers"),
        ("painted by Vermeer, Johannes", "Vermeer, Johannes"),
    ],
)
def test_a_name_that_is_asked_through_a_relation_is_whole(reader: RuleReader, query: str, name: str) -> None:
    through = reader.read_query(query).claims[0].through
    assert through is not None
    assert [claim.name.text for claim in through.claims if claim.name is not None] == [name]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("A small bronze by Ida Lund. It was shown in Paris.", ["Ida Lund"]),
        ("Sold to Ida Lund in 1920, who kept it in Ohio.", []),
        ("Restored, with a new frame.", []),
    ],
)
def test_a_document_names_a_person_after_the_words_of_the_kind(reader: RuleReader, text: str, names: list[str]) -> None:
    about = Entity(id=EntityId("o"), level=LevelName("object"))
    claims = reader.read_document(text, about=about, source="note").claims
    assert [claim.name.text for claim in claims if claim.name is not None] == names
