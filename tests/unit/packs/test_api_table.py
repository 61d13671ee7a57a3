"""The table of a structured source's interface: what is made of it, and what its author reads when it is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from claimtree.model.claims import ConceptId
from claimtree.packs import load_pack
from claimtree.packs.api_table import MOST_PARAMETERS, MOST_VALUES

Message = Callable[..., str]
Write = Callable[..., Path]

API = """
[fields.cost]
level = "boat"
concept = "cost"

[fields.berth]
level = "boat"
read = true

[fields.city]
level = "harbour"
read = true

[exports.boats_api]
title = "boats API"
known_by = [["boat_id"]]

[exports.boats_api.columns]
boat_id = "id"

[api]
path = "boats/all"
export = "boats_api"
"""
NUMBERS = '[api.numbers]\ncost = { concept = "cost", low = "cost_min", high = "cost_max" }\n'


def test_the_table_becomes_a_spec(write: Write) -> None:
    added = f"""{API}search_columns = ["title", "berth"]
columns = {{ id = "boat_id", berth = "place" }}
{NUMBERS}
[api.choices.Kind]
Cabin = "cabin"
"""
    spec = load_pack(write(added)).api
    assert spec is not None
    assert (spec.path, spec.search_columns) == ("boats/all", ("title", "berth"))
    assert dict(spec.choices) == {"Kind": {"Cabin": ConceptId("cabin")}}
    assert spec.numbers["cost"].column == "cost"


def many(count: int, line: str) -> str:
    return "\n".join(line.format(number) for number in range(count))


@pytest.mark.parametrize(
    ("added", "said"),
    [
        ("[api.choices.ids]\na = 'cabin'", "api.choices.ids: parameter 'ids' has a meaning already"),
        ("[api.choices.collection]\na = 'cabin'", "parameter 'collection' has a meaning already"),
        (NUMBERS + "[api.choices.cost_min]\na = 'cabin'", "api.numbers.cost.low: parameter 'cost_min' is used twice"),
        ("[api.choices.kind]", "api.choices.kind: has no values"),
        ("[api.choices.kind]\nA = 'cabin'\na = 'cabin'", "api.choices.kind: 'a' stands there twice, in other letters"),
        ("[api.features]\n'a,b' = 'cabin'", "api.features.'a,b': a value has no comma"),
        ("[api.choices.kind]\na = 'saloon'", "no concept 'saloon'"),
        ("[api.numbers]\ncost = { concept = 'cabin', low = 'x' }", "concept 'cabin' has no amount"),
        ("[api.numbers]\ncost = { concept = 'cost' }", "takes a parameter: low, high or exact"),
        ("[api.numbers]\ncost = { concept = 'cost', low = 'x', column = 'price' }", "no column 'price'"),
        ("columns = { name = 'title' }", "api.columns.name: no column 'name'"),
        ("columns = { city = 'place' }", "api.columns.city: no column 'city'"),
        ("columns = { berth = 'title' }", "api.columns: two columns are called 'title'"),
        ("search_columns = ['title', 'name']", "api.search_columns[2]: no column 'name'"),
        ("[api.choices.kind]\n" + many(MOST_VALUES + 1, "v{} = 'cabin'"), "1,001 values; at most 1,000 are kept"),
        (
            "[api.numbers]\n" + many(MOST_PARAMETERS + 1, "n{0} = {{ concept = 'cost', low = 'p{0}' }}"),
            "api: 101 parameters; at most 100 are kept",
        ),
    ],
)
def test_what_is_wrong_is_named(message: Message, added: str, said: str) -> None:
    assert said in message(API + added)


@pytest.mark.parametrize("path", ["boats/", "/boats", "boats//all", "../keys", "Boats", ""])
def test_a_path_is_the_plain_end_of_an_address(message: Message, path: str) -> None:
    assert "api.path" in message(API.replace("boats/all", path))
