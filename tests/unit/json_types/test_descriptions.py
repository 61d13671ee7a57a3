"""The docstrings of keys describe them, also in shapes that extend others."""

from __future__ import annotations

import json

import pytest
from pydantic import TypeAdapter, ValidationError

from claimtree.json_types.answer_types import EvidenceShape
from claimtree.json_types.claim_types import ClaimCore, ClaimShape
from claimtree.json_types.descriptions import descriptions
from claimtree.mcp.result_types import Wish

EVIDENCE = {
    "entity": "home", "quote": "Dogs welcome", "source": "site", "for": True, "by": "rule", "doubtful": False,
    "disputed": False, "against": "", "place": None, "link": None,
}  # fmt: skip


def test_a_shape_is_described_with_the_keys_of_those_that_it_extends() -> None:
    core, whole, agents = map(descriptions, (ClaimCore, ClaimShape, Wish))
    assert core["strength"] == whole["strength"] == agents["strength"]
    assert "quote" in whole
    assert "quote" not in core
    assert "claim" not in core, "it has no docstring"
    assert {"against", "disputed"} <= set(descriptions(EvidenceShape))


@pytest.mark.parametrize("shape", [ClaimShape, EvidenceShape, Wish])
def test_its_json_schema_describes_inherited_keys(shape: type) -> None:
    keys = TypeAdapter(shape).json_schema()
    keys = keys.get("properties") or keys["$defs"][shape.__name__]["properties"]
    assert {key: words for key, words in descriptions(shape).items() if keys[key].get("description") != words} == {}


def test_a_key_that_python_reserves_can_be_checked() -> None:
    TypeAdapter(EvidenceShape).validate_python(EVIDENCE, strict=True)
    assert json.loads(json.dumps(EVIDENCE))["for"] is True


@pytest.mark.parametrize("wrong", [{"for": "yes"}, {"for_": True}, {"entity": None}])
def test_another_value_or_key_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(EvidenceShape).validate_python({**EVIDENCE, **wrong}, strict=True)
