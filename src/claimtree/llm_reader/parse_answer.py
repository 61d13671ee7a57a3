"""Parses an answer into labelled quotes; `check_quotes` verifies them against the text and the pack."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from claimtree.errors import ReadError
from claimtree.llm_reader.answer_schema import PLAIN
from claimtree.model.notices import Notice, NoticeCode, notice, several

MOST_CLAIMS = 100
"""Limit for one chunk of text; a model that repeats itself returns more."""

_FENCE = "```"
_NOTHING = frozenset({"", "none", "null", "n/a"})


def _nothing(value: Any) -> Any:
    """Turns "none" and the like into None: small models write it where null is meant."""
    return None if isinstance(value, str) and value.strip().lower() in _NOTHING else value


class Labelled(BaseModel):
    """A quote and the model's labels for it."""

    model_config = ConfigDict(frozen=True, extra="ignore", coerce_numbers_to_str=True)

    quote: str
    type: str
    level: str
    facet: Annotated[str | None, BeforeValidator(_nothing)] = None
    negated: bool = False
    amount: Annotated[str | None, BeforeValidator(_nothing)] = None
    tone: str = PLAIN
    either: Annotated[int | None, BeforeValidator(_nothing)] = None


def labelled_quotes(answer: str) -> tuple[list[Labelled], list[Notice]]:
    """The valid labelled quotes of an answer, and notices on others; `ReadError` if all are bad."""
    items = _items(_decoded(answer))
    found: list[Labelled] = []
    notices: list[Notice] = []
    for item in items[:MOST_CLAIMS]:
        try:
            found.append(Labelled.model_validate(item))
        except ValidationError as error:
            faulty = sorted({str(one["loc"][0]) if one["loc"] else "all" for one in error.errors()})
            notices.append(notice(NoticeCode.MODEL_CLAIM_MALFORMED, fields=several(faulty)))
    if len(items) > MOST_CLAIMS:
        notices.append(notice(NoticeCode.MODEL_CLAIMS_TOO_MANY, count=len(items), most=MOST_CLAIMS))
    if items and not found:
        raise ReadError("none of its claims has the shape that was asked for")
    return found, notices


def _decoded(answer: str) -> Any:
    """The JSON of an answer; models without a schema tend to put words around it."""
    # Cut by hand: a regex that skips blanks takes time quadratic in their number.
    fenced = answer.partition(_FENCE)[2].partition(_FENCE)[0].removeprefix("json")
    braced = answer[answer.find("{") : answer.rfind("}") + 1]
    for text in (answer, fenced, braced):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            continue
    raise ReadError("its answer is not JSON")


def _items(answer: Any) -> list[Any]:
    items = answer.get("claims") if isinstance(answer, dict) else answer
    if not isinstance(items, list):
        raise ReadError("its answer has no list of claims")
    return items
