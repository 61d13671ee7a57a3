"""What an agent is told of the tools is true: schemas, examples, names."""

from __future__ import annotations

import json
import re
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # it ships no types
import pytest

from claimtree.errors import BadInput, UnknownName
from claimtree.mcp.catalogue import BY_NAME, INSTRUCTIONS, TOOLS, answer, input_schema, output_schema
from claimtree.mcp.open_packs import Offer
from claimtree.mcp.tool import Tool


@pytest.mark.parametrize("name", BY_NAME)
def test_the_schemas_are_schemas_of_objects(name: str, offer: Offer) -> None:
    for schema in (input_schema(BY_NAME[name], offer), output_schema(BY_NAME[name])):
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
    assert input_schema(BY_NAME[name], offer)["additionalProperties"] is False


@pytest.mark.parametrize("name", BY_NAME)
def test_every_argument_is_described(name: str, offer: Offer) -> None:
    schema = input_schema(BY_NAME[name], offer)
    assert all(argument["description"] for argument in schema["properties"].values())


def examples(tool: Tool[Any, object]) -> list[dict[str, object]]:
    told = tool.description.partition("Example")[2].splitlines()[0]
    return [json.loads(found) for found in re.findall(r"\{.*?\}", told)]


@pytest.mark.parametrize("name", BY_NAME)
def test_the_examples_in_the_descriptions_can_be_called(name: str, offer: Offer) -> None:
    given = examples(BY_NAME[name])
    assert given
    for one in given:
        jsonschema.validate(one, input_schema(BY_NAME[name], offer))
        try:
            answer(offer, name, one)
        except UnknownName:
            # The ids and kinds are the demo's.
            assert name in ("explain", "entity", "places", "get_property_detail", "get_property_by_number")


def test_only_tools_that_there_are_are_spoken_of(offer: Offer) -> None:
    fields = {field for tool in TOOLS for field in output_schema(tool)["properties"]}
    arguments = {field for tool in TOOLS for field in input_schema(tool, offer)["properties"]}
    for words in [INSTRUCTIONS, *(tool.description for tool in TOOLS)]:
        assert set(re.findall(r"`(\w+)`", words)) <= set(BY_NAME) | fields | arguments


def test_the_packs_that_can_be_named_are_told(offer: Offer, empty: Offer) -> None:
    def told(offer: Offer) -> str:
        return str(input_schema(BY_NAME["search"], offer)["properties"]["pack"]["description"])

    assert 'Offered: "rentals"; without it: "rentals".' in told(offer)
    assert "Offered: none yet; it has to be given." in told(empty)


@pytest.mark.parametrize(
    ("given", "what"),
    [
        ({}, "text: Field required"),
        ({"text": 7}, "text: Input should be a valid string"),
        ({"text": "quiet", "limit": 21}, "limit: Input should be less than or equal to 20"),
        ({"text": "quiet", "limit": 0}, "limit: "),
        ({"text": "quiet", "offset": -1}, "offset: "),
        ({"text": "quiet", "strict": "perhaps"}, "strict: "),
        ({"text": "quiet", "edits": "drop:c1"}, "edits: "),
        ({"text": "quiet", "edits": ["drop:c1"] * 201}, "edits: "),
        ({"text": "quiet", "where": "Brooklyn"}, "where: Extra inputs are not permitted"),
    ],
)
def test_bad_arguments_are_named_with_what_there_is(offer: Offer, given: dict[str, object], what: str) -> None:
    with pytest.raises(BadInput) as caught:
        answer(offer, "search", given)
    assert what in caught.value.message
    assert caught.value.hint.startswith("It takes text, edits, strict, limit, offset, pack")


def test_arguments_that_are_wrong_are_not_said_back(offer: Offer) -> None:
    with pytest.raises(BadInput) as caught:
        answer(offer, "search", {"text": ["secret"] * 100_000, "x\ny" * 5_000: 1})
    assert "secret" not in caught.value.message
    assert len(caught.value.message) < 600


def test_an_unknown_tool_is_told_with_those_that_there_are(offer: Offer) -> None:
    with pytest.raises(UnknownName, match=r"no tool 'delete' \(have: search, .*, packs\)"):
        answer(offer, "delete", {})
