"""Questions as faces make them and as saved searches keep them."""

from __future__ import annotations

import pytest

from claimtree.errors import BadQuery
from claimtree.model.claim_edits import EditOp
from claimtree.model.questions import Question, as_question, parse_question, question_json


def test_a_question_is_read_back_as_it_was_written() -> None:
    asked = parse_question(
        "quiet, no bars", edits=["drop:c2", "weight:c1:0.9"], strict=True, weights={"room": 0.5, "home": 0}
    )
    kept = question_json(asked)
    assert kept == {
        "question": "quiet, no bars",
        "edits": ["drop:c2", "weight:c1:0.9"],
        "strict": True,
        "weights": {"room": 0.5, "home": 0},
    }
    again = parse_question(kept["question"], edits=kept["edits"], strict=kept["strict"], weights=kept["weights"])
    assert again == asked


def test_edits_are_parsed_once_and_a_bad_one_is_named() -> None:
    (edit,) = parse_question("quiet", edits=["must:c1"]).edits
    assert edit.op is EditOp.MUST
    with pytest.raises(BadQuery, match="burn"):
        parse_question("quiet", edits=["burn:c1"])


def test_a_bare_sentence_is_a_question_without_anything_beside_it() -> None:
    assert as_question("quiet") == Question(text="quiet") == parse_question("quiet")
    strict = Question(text="quiet", strict=True)
    assert as_question(strict) is strict
