"""Cuts a sentence where the question in it may begin, and where a second question follows: "I wonder when …",
"Isaac Smith: who were his parents?", "when did they marry, and who were their children?"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from claimtree.answering.question_words import Sentence as Asked
from claimtree.message_answers.intent_words import IntentWords, texts_of
from claimtree.message_facts.message_words import MessageWord, message_words

_CUTS: Final = frozenset({":", "-", "–", "—", ","})
"""Behind one of these the question may begin."""
_WHICH: Final = frozenset({(lead, which) for lead in ("in", "at", "on") for which in ("what", "which")})
_SIGNS: Final = frozenset(",;:-–—?")


def later_parts(text: str, words: IntentWords) -> Iterator[tuple[str, str]]:
    """Yields what stands before a question that begins later in a sentence, and the question."""
    found = message_words(text)
    texts = texts_of(found)
    for at, word in enumerate(found[:-1]):
        if word.text in _CUTS and (word.text == ":" or found[at + 1].text in words.begins):
            yield text[: word.start], text[found[at + 1].start :]
    for at in range(1, len(found)):
        begins = texts[at] in words.begins or tuple(texts[at : at + 2]) in _WHICH
        if begins and words.ends("leads.questions", texts[:at]):
            yield text[: found[at].start], text[found[at].start :]


def two_questions(text: str, words: IntentWords) -> Iterator[tuple[str, str]]:
    """Yields the halves of a sentence that may ask two things: cut at "and", "or" behind which a question begins."""
    found = message_words(text)
    for at in range(1, len(found) - 1):
        if found[at].text in ("and", "&") and _asks(found, at + 1, words):
            end = at
            while end and found[end - 1].text in _SIGNS:
                end -= 1
            yield text[: found[end - 1].end] + "?", text[found[at + 1].start :]


def _asks(found: list[MessageWord], at: int, words: IntentWords) -> bool:
    first = found[at].text
    known = words.question
    return first in known["wh"] or first in known["auxiliaries"]


def says_when_or_where(front: str, words: IntentWords) -> bool:
    """True if what stands before a question restricts it: a time, "among the women", "according to the census"."""
    texts = texts_of(message_words(front))
    at = words.without_lead("leads.openers", texts)
    first = texts[at] if at < len(texts) else ""
    return first in words.question["restricting"] or bool(Asked.of(front).times)
