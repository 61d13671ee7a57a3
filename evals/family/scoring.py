"""Compares an answer with gold: right, wrong, or left open (a question back, or unknown) though there is an answer."""

from __future__ import annotations

from enum import StrEnum

from claimtree.answering.family_answer import AnswerKind, FamilyAnswer, TruthWord
from evals.family.gold import Asks, Dates, Gold, Kin, Number, People, Places, Texts, Truth

_OPEN = 150
"""More years than anybody lives: the gold of a date that is open at one end."""


class Outcome(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "open"
    """Unknown or asked back, where an answer can be computed."""


def outcome(found: FamilyAnswer, gold: Gold) -> Outcome:
    """Returns how an answer compares with gold."""
    if isinstance(gold, Asks):
        return Outcome.RIGHT if found.kind is AnswerKind.QUESTION else Outcome.WRONG
    if found.kind is AnswerKind.QUESTION:
        return Outcome.OPEN
    match gold:
        case Dates(written):
            return _values(
                found, {_plain(one.date) for one in found.facts if one.date}, {_plain(one) for one in written}
            )
        case Places(written):
            return _values(
                found, {_plain(one.place) for one in found.facts if one.place}, {_plain(one) for one in written}
            )
        case Texts(written):
            return _values(
                found, {_plain(one.value) for one in found.facts if one.value}, {_plain(one) for one in written}
            )
        case People(certain):
            if found.kind is not AnswerKind.PEOPLE:
                return Outcome.WRONG
            if set(found.people) == certain:
                return Outcome.RIGHT
            return Outcome.OPEN if not found.people else Outcome.WRONG
        case Number():
            return _number(found, gold)
        case Truth(said):
            return _truth(found, said)
        case Kin(words):
            if found.kind is not AnswerKind.RELATION:
                return Outcome.WRONG
            return Outcome.RIGHT if words & set(found.words) else Outcome.WRONG if found.words else Outcome.OPEN


def _plain(text: str) -> str:
    return " ".join(text.upper().split())


def _values(found: FamilyAnswer, told: set[str], gold: set[str]) -> Outcome:
    if found.kind is not AnswerKind.FACTS:
        return Outcome.WRONG
    if told == gold:
        return Outcome.RIGHT
    return Outcome.OPEN if not told else Outcome.WRONG


def _number(found: FamilyAnswer, gold: Number) -> Outcome:
    if found.kind not in (AnswerKind.COUNT, AnswerKind.SPAN):
        return Outcome.WRONG
    if gold.low < 0:
        return Outcome.RIGHT if found.number is None else Outcome.WRONG
    if found.number is None:
        return Outcome.OPEN
    low, high = found.number
    same_high = high == gold.high or (high > _OPEN and gold.high > _OPEN)
    return Outcome.RIGHT if low == gold.low and same_high else Outcome.WRONG


def _truth(found: FamilyAnswer, gold: str) -> Outcome:
    if found.truth is None:
        return Outcome.WRONG
    if found.truth == gold:
        return Outcome.RIGHT
    # "Nothing on record" is no denial, and no wrong answer where the gold is one.
    return Outcome.OPEN if found.truth in (TruthWord.UNKNOWN, TruthWord.NONE) else Outcome.WRONG
