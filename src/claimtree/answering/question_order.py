"""Puts the words of a question into the order that the grammar reads: "in 1880, who lived in Delphi" asks "who lived
in Delphi in 1880". Nothing is left out, so that a question of which a part cannot be read is not read at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from claimtree.answering.question_words import QuestionWords, Sentence, Word, text_of

_LEADS: Final = ("small.time_in", "small.place_in", "small.before", "small.after", "small.at", "small.front")
_PICKS: Final = ("wh.who", "wh.which")
_CLAUSES: Final = (
    "wh.date",
    "wh.place",
    "wh.who",
    "wh.which",
    "wh.count",
    "wh.age",
    "wh.span",
    "wh.related",
    "verbs.be",
    "verbs.do",
)


def other_orders(sentence: Sentence, words: QuestionWords) -> Iterator[str]:
    """Yields the same question with what stands before it, or behind it, in another place."""
    asked = sentence.words
    while asked and asked[-1].is_sign:
        asked = asked[:-1]
    texts = [word.text for word in asked]
    yield from _of_those_before(asked, texts, words)
    yield from _with_the_beginning_last(asked, texts, words)
    yield from _of_those_behind(asked, texts, words)


def _with_the_beginning_last(asked: tuple[Word, ...], texts: list[str], words: QuestionWords) -> Iterator[str]:
    """ "In 1880, who lived in Delphi?", "after her husband died, where did Sarah Hughes live?"."""
    if not any(_is_at(words, table, texts, 0) for table in _LEADS):
        return
    for at in _clauses(texts, words):
        front, rest = _stripped(asked[:at]), asked[at:]
        if front:
            yield f"{text_of(rest)} {_small(text_of(front))}?"


def _of_those_before(asked: tuple[Word, ...], texts: list[str], words: QuestionWords) -> Iterator[str]:
    """ "Of Isaac's children, who died first?" """
    for _, lead in words["small.among"].at(texts, 0):
        for at in _clauses(texts, words):
            front = _stripped(asked[lead:at])
            for table in _PICKS:
                for _, end in words[table].at(texts, at):
                    if front and end < len(asked):
                        yield f"which of {text_of(front)} {text_of(asked[end:])}?"


def _of_those_behind(asked: tuple[Word, ...], texts: list[str], words: QuestionWords) -> Iterator[str]:
    """ "Who lived longest of all the Hughes women?" """
    for table in _PICKS:
        for _, start in words[table].at(texts, 0):
            for at in range(start + 1, len(texts)):
                for _, end in words["small.among"].at(texts, at):
                    if end < len(asked):
                        yield f"which of {text_of(asked[end:])} {text_of(_stripped(asked[start:at]))}?"


def _clauses(texts: list[str], words: QuestionWords) -> Iterator[int]:
    """Yields where the question may begin behind its first words."""
    for at in range(1, len(texts)):
        if any(_is_at(words, table, texts, at) for table in _CLAUSES):
            yield at


def _is_at(words: QuestionWords, table: str, texts: list[str], at: int) -> bool:
    return next(words[table].at(texts, at), None) is not None


def _stripped(words: tuple[Word, ...]) -> tuple[Word, ...]:
    while words and words[-1].is_sign:
        words = words[:-1]
    return words


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
