"""Answers to questions about a family tree as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from claimtree.answering.answers import FamilyAnswer
from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.intervals import Interval

if TYPE_CHECKING:
    from claimtree.json_types.family_answer_types import AnswerPersonShape, FamilyAnswerShape, NumberRangeShape


def family_answer(found: FamilyAnswer, index: FamilyIndex) -> FamilyAnswerShape:
    """Returns an answer with the people it names and the lines it rests on."""
    return {
        "kind": str(found.kind),
        "text": found.text,
        "people": _people(found.people, index),
        "maybe": _people(found.maybe, index),
        "number": _range(found.number) if found.number is not None else None,
        "facts": [
            {
                "person": index.node(one.person),
                "kind": one.kind,
                "date": one.date,
                "place": one.place,
                "value": one.value,
            }
            for one in found.facts
        ],
        "truth": str(found.truth) if found.truth is not None else None,
        "words": list(found.words),
        "questions": list(found.questions),
        "splits": [
            {"about": one.about, "question": asked, "gain": one.gain}
            for one, asked in zip(found.splits, found.questions, strict=False)
        ],
        "evidence": [
            {"file": index.file, "record": f"@{one.record}@", "line": one.line, "quote": one.raw.strip()}
            for one in found.evidence
        ],
    }


def _people(ids: Iterable[str], index: FamilyIndex) -> list[AnswerPersonShape]:
    return [{"id": index.node(id), "name": index.shown(id), "years": index.years(id)} for id in ids]


def _range(number: Interval) -> NumberRangeShape:
    low, high = (value if math.isfinite(value) else None for value in number)
    return {"low": low, "high": high}
