"""Sentences that ask through a relation, as they are read: written before the reader could read them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from tests.shared_packs import shared_reader

from claimtree.model.claims import QueryClaim
from claimtree.text.rule_reader import RuleReader

PACKS = Path(__file__).parents[2] / "packs"

MUSEUM = {
    "made by a maker born before 1760": ["made-by[born]"],
    "made by Joris Aalbers, signed": ["made-by[Joris Aalbers]", "signed"],
    "signed, made by a maker who died after 1900": ["made-by[died]", "signed"],
    "not made by Ines Corvalo": ["!made-by[Ines Corvalo]"],
    "bronze, but not painted by Aalbers": ["!made-by[Joris Aalbers]", "bronze"],
    "a copy of a painting": ["copy-of[painting]"],
    "copies of an unsigned work, on display": ["copy-of[!signed]", "on display"],
    "by a pupil of Joris Aalbers": ["pupil-of[Joris Aalbers]"],
    "works by a teacher of Petra Lindqvist made after 1900": ["made", "teacher-of[Petra Lindqvist]"],
    "part of a set with a gilded bronze": ["part-of-set[bronze, gilded]"],
    "porcelain in a set with something restored": ["part-of-set[restored]", "porcelain"],
    "made by a maker born before 1760 and signed": ["made-by[born]", "signed"],
    "copied by Hana Mizuki or by Petra Lindqvist": ["copied-by[Hana Mizuki / Petra Lindqvist]"],
    "a copy of something made before 1800": ["copy-of[made]"],
    "intact objects that were copied by a maker who died before 1950": ["copied-by[died]", "intact"],
}
KIN = {
    "whose father was born in Ohio": ["father[Ohio]"],
    "people whose father was born before 1830": ["father[born]"],
    "whose father was a farmer and died in 1890": ["father[died, farmer]"],
    "a weaver whose mother was a teacher": ["mother[teacher]", "weaver"],
    "whose father was from Bavaria and whose mother was from Cork": ["father[Bavaria]", "mother[Cork]"],
    "father of a teacher": ["father-of[teacher]"],
    "born in Ohio, married to a farmer": ["Ohio", "married-to[farmer]"],
    "widow of a weaver": ["married-to[weaver]"],
    "not married to a farmer": ["!married-to[farmer]"],
    "apprenticed to a miller from Iowa": ["apprenticed-to[Iowa, miller]"],
    "master of a miller": ["~apprenticed-to[miller]"],
    "preferably whose father was a weaver, born after 1870": ["?father[weaver]", "born"],
    "whose wife was blind": ["married-to[blind]"],
    "next door to somebody from Iowa": ["neighbour-of[Iowa]"],
    "whose father was not a farmer": ["father[!farmer]"],
}


@cache
def reader(pack: str) -> RuleReader:
    return shared_reader(str(PACKS / pack), embedded=True)


def told(claim: QueryClaim) -> str:
    """A claim in short: "!" denies, "?" is a preference for a relation, "~" goes against the relation."""
    denied = "!" if claim.negated else ""
    if claim.through is None:
        return f"{denied}{claim.name.text if claim.name else claim.concept or claim.pattern}"
    inner = claim.through.claims
    between = " / " if inner and inner[0].or_group is not None else ", "
    soft = "" if claim.required else "?"
    end = "~" if claim.through.incoming else ""
    return f"{denied}{soft}{end}{claim.through.relation}[{between.join(sorted(map(told, inner)))}]"


@pytest.mark.parametrize(
    "sentence", ["bronze or made by Aalbers", "made by Aalbers or bronze", "made by Aalbers or copied by Hana Mizuki"]
)
def test_an_or_beside_a_relation_makes_alternatives(sentence: str) -> None:
    claims = reader("museum").read_query(sentence).claims
    assert [claim.or_group for claim in claims] == [1, 1]


@pytest.mark.parametrize(
    "alternatives",
    [
        ("bronze", "made by a maker born before 1760", "oak"),
        ("made by a maker born before 1760", "bronze", "oak"),
        ("bronze", "oak", "made by Aalbers"),
        ("bronze", "made by a maker born before 1760", "copied by Hana Mizuki", "oak"),
        ("bronze", "oak", "made by Aalbers", "walnut", "gilded"),
        ("bronze", "made by a maker born before 1760", "oak", "copied by Hana Mizuki", "gilded"),
    ],
)
@pytest.mark.parametrize("ending", ["", ", signed"])
def test_alternatives_on_both_sides_of_a_relation_are_one_choice(alternatives: Sequence[str], ending: str) -> None:
    text = " or ".join(alternatives) + ending
    claims = reader("museum").read_query(text).claims
    assert [claim.quote for claim in claims if claim.or_group == 1] == list(alternatives)
    assert [claim.quote for claim in claims if claim.or_group is None] == (["signed"] if ending else [])
    assert all(text[claim.start : claim.end] == claim.quote for claim in claims)


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("bronze made by Aalbers or oak or gilded", [("bronze", None), ("oak", 1), ("gilded", 1)]),
        ("bronze made by a maker born before 1760 oak", [("bronze", None), ("oak", None)]),
        ("not bronze or made by Aalbers or oak", [("not bronze", None), ("oak", None)]),
    ],
)
def test_what_stands_on_both_sides_of_a_relation_is_not_read_as_one(
    text: str, choices: list[tuple[str, int | None]]
) -> None:
    claims = reader("museum").read_query(text).claims
    assert [(claim.quote, claim.or_group) for claim in claims if claim.through is None] == choices
    assert all(text[claim.start : claim.end] == claim.quote for claim in claims)


@pytest.mark.parametrize("between", ["made by Aalbers", "made by Aalbers or copied by Hana Mizuki"])
def test_a_relation_joins_the_choices_before_and_behind_it(between: str) -> None:
    claims = reader("museum").read_query(f"bronze or oak or {between} or walnut or gilded").claims
    assert {claim.or_group for claim in claims} == {1}


def test_a_denial_before_an_or_denies_both_relations() -> None:
    claims = reader("museum").read_query("not made by Joris Aalbers or copied by Hana Mizuki").claims
    assert [(claim.negated, claim.or_group) for claim in claims] == [(True, None), (True, None)]


@pytest.mark.parametrize("beside", ["a bronze", "a signed one", "rose coloured"])
def test_what_follows_a_comma_is_no_part_of_a_name(beside: str) -> None:
    claims = reader("museum").read_query(f"a copy of a painting, {beside}").claims
    (linked,) = [claim for claim in claims if claim.through is not None]
    assert linked.quote == "a copy of a painting" or linked.quote == "copy of a painting"


def test_words_that_nobody_understands_behind_a_relation_make_no_relation_to_just_anybody() -> None:
    claims = reader("museum").read_query("bronze, pupil of rembrandt").claims
    assert [told(claim) for claim in claims] in (["bronze"], ["bronze", "?pupil-of[rembrandt]"])


@pytest.mark.parametrize(
    ("sentence", "relation"),
    [("a copy of another work", "copy-of"), ("not a copy of any object", "copy-of"), ("pupil of somebody", "pupil-of")],
)
def test_a_relation_to_anything_asks_nothing_more(sentence: str, relation: str) -> None:
    (claim,) = reader("museum").read_query(sentence).claims
    assert claim.through is not None
    assert (claim.through.relation, claim.through.claims, claim.negated) == (relation, (), sentence.startswith("not"))


def test_a_claim_through_a_relation_quotes_its_words_and_is_shown_with_them() -> None:
    text = "Gilded, not made by a maker  born before 1760, please."
    (claim,) = [one for one in reader("museum").read_query(text).claims if one.through is not None]
    assert claim.quote == text[claim.start : claim.end] == "not made by a maker  born before 1760"
    assert claim.text == "not made by a maker born before 1760"
    assert claim.through is not None
    (inner,) = claim.through.claims
    assert text[inner.start : inner.end] == "born before 1760"


ASKED = [(pack, sentence) for pack, sentences in (("museum", MUSEUM), ("kin", KIN)) for sentence in sentences]


@pytest.mark.parametrize(("pack", "sentence"), ASKED)
def test_a_sentence_through_a_relation_is_read(pack: str, sentence: str) -> None:
    expected = (MUSEUM if pack == "museum" else KIN)[sentence]
    found = sorted(told(claim) for claim in reader(pack).read_query(sentence).claims)
    if not any("?" in one for one in expected):
        found = [one.replace("?", "") for one in found]
    assert found == sorted(expected)
