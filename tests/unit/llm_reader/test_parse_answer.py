"""An answer as text becomes labelled quotes, or an error; never a traceback."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.errors import ReadError
from claimtree.languages.rendering import render_all
from claimtree.llm_reader.parse_answer import MOST_CLAIMS, labelled_quotes

ONE = {"quote": "sunny", "type": "features", "level": "apartment", "facet": None, "negated": False, "amount": None}
WHOLE = json.dumps({"claims": [ONE]})


@pytest.mark.parametrize(
    "answer",
    [
        WHOLE,
        f"```json\n{WHOLE}\n```",
        f"Here:\n```\n{WHOLE}\n```\nIn your words: {{none}}",
        f"Sure! Here are the claims:\n{WHOLE}\nLet me know if you need more.",
        json.dumps([ONE]),
        json.dumps({"claims": [ONE | {"facet": "none", "amount": "", "extra": 1}]}),
        json.dumps({"claims": [{"quote": "sunny", "type": "features", "level": "apartment"}]}),
    ],
)
def test_the_claims_are_found_in_what_models_write(answer: str) -> None:
    (found,), notices = labelled_quotes(answer)
    assert (found.quote, found.type, found.facet, found.amount) == ("sunny", "features", None, None)
    assert notices == []


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I cannot help with that.",
        WHOLE[:-10],
        "{",
        "[" * 100_000,
        '{"claims": 3}',
        '{"wishes": []}',
        "3",
        "null",
        '{"claims": [3, "sunny"]}',
        '{"claims": [{"text": "sunny"}]}',
        "```" + " " * 300_000,
        "```json" + "\n" * 300_000 + "{",
    ],
)
def test_what_is_no_answer_is_an_error(answer: str) -> None:
    with pytest.raises(ReadError):
        labelled_quotes(answer)


def test_one_claim_that_is_none_costs_no_other() -> None:
    found, notices = labelled_quotes(json.dumps({"claims": [ONE, {"quote": 3}, ONE | {"negated": "perhaps"}]}))
    assert [one.quote for one in found] == ["sunny"]
    assert [notice.partition("(")[2] for notice in render_all(notices, "en")] == [
        "level, type); it was left out.",
        "negated); it was left out.",
    ]


def test_a_model_that_goes_round_in_circles_is_stopped() -> None:
    found, notices = labelled_quotes(json.dumps({"claims": [ONE] * (MOST_CLAIMS + 5)}))
    assert len(found) == MOST_CLAIMS
    assert "returned 105 claims" in render_all(notices, "en")[0]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*ONE, "claims"]), inner, max_size=6),
    max_leaves=12,
)


@given(answer=json_values.map(json.dumps) | st.text(max_size=40))
def test_any_answer_gives_quotes_or_an_error(answer: str) -> None:
    try:
        found, _ = labelled_quotes(answer)
    except ReadError:
        return
    assert all(isinstance(one.quote, str) for one in found)
