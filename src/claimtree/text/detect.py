"""Detects which of a pack's languages a text is in, sentence by sentence.

Function words decide: Indonesian listings are full of English nouns ("full furnished dekat
kampus"), but "dekat" is only used in Indonesian. For a sentence without function words its other
words decide, then the whole text, and finally the pack's first language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from claimtree.languages import language
from claimtree.languages.normalise import SENTENCE_ENDS, Token, tokenize
from claimtree.model.pack import Pack
from claimtree.text.known_words import everyday_words

_NEWLINE: Final = re.compile(r"[\r\n]")
_FUNCTION_WEIGHT: Final = 3
_OTHER_WEIGHT: Final = 2
_SHORTEST_EVIDENCE: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """Tokens first…after-1 and the code of their language."""

    first: int
    after: int
    language: str


def asker_language(pack: Pack, question: str = "") -> str:
    """Returns the language in which a user is answered: that of the question, if the pack is spoken
    in it, else the pack's first. Every face tells notices and explanations in it."""
    return detect(question, pack.languages) if len(pack.languages) > 1 else pack.languages[0]


def detect(text: str, languages: Sequence[str]) -> str:
    """Returns the code of the language that a text is in; the first of those given if nothing
    decides.

    >>> detect("rumah full furnished dekat kampus", ("en", "id")), detect("a villa near Jalan Kemang", ("id", "en"))
    ('id', 'en')
    """
    return _decided(_evidence(tokenize(text), tuple(languages)), languages)


def margin(text: str, languages: Sequence[str]) -> tuple[str, int]:
    """Returns the language that a text is most likely in, and how far the evidence for it exceeds that
    for the next: a function word counts 3, another word 1 or 2.

    >>> margin("yang 3 lantai", ("id", "en")), margin("ok", ("id", "en"))
    (('id', 5), ('id', 0))
    """
    scores = _evidence(tokenize(text), tuple(languages))
    best, *rest = sorted(scores, reverse=True)
    return _decided(scores, languages), best - (rest[0] if rest else 0)


def sentences_in(text: str, languages: Sequence[str], *, tokens: Sequence[Token] | None = None) -> list[Sentence]:
    """Returns the sentences of a text with their languages; an undecided one has the language of
    the text."""
    if tokens is None:
        tokens = tokenize(text)
    codes = tuple(languages)
    ranges = list(_ranges(text, tokens))
    language_of_text = _decided(_evidence(tokens, codes), codes)
    return [
        Sentence(
            first=first,
            after=after,
            language=_decided(_evidence(tokens[first:after], codes, borrowed=False), codes, otherwise=language_of_text),
        )
        for first, after in ranges
    ]


def _ranges(text: str, tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yields start and end of each sentence; sentences end at punctuation and line breaks."""
    first = 0
    for i, token in enumerate(tokens):
        last = i + 1 == len(tokens)
        if last or token.norm in SENTENCE_ENDS or _NEWLINE.search(text, token.end, tokens[i + 1].start):
            yield first, i + 1
            first = i + 1


def _evidence(tokens: Iterable[Token], codes: tuple[str, ...], *, borrowed: bool = True) -> list[int]:
    """Returns a score for each language; a word that several of them have counts for none.

    Without `borrowed`, nouns that may be loanwords do not count: "Water heater 1 unit" may be in an
    Indonesian text.
    """
    functions, scores = _functions(codes), [0] * len(codes)
    if len(codes) == 1:
        return scores
    others: list[str] = []
    for token in tokens:
        owner = functions.get(token.norm)
        if owner is None:
            others.append(token.norm)
        elif owner >= 0:
            scores[owner] += _FUNCTION_WEIGHT
    for norm in others:
        if len(norm) >= _SHORTEST_EVIDENCE:
            having = [k for k, code in enumerate(codes) if norm in everyday_words(code)]
            if len(having) == 1:
                lent = language(codes[having[0]]).lends_nouns
                scores[having[0]] += borrowed if lent else _OTHER_WEIGHT
    return scores


@lru_cache(maxsize=16)
def _functions(codes: tuple[str, ...]) -> Mapping[str, int]:
    """Returns each function word with the index of its language; -1 if several have it."""
    found: dict[str, int] = {}
    for k, code in enumerate(codes):
        for word in language(code).function_words:
            found[word] = -1 if word in found else k
    return found


def _decided(scores: Sequence[int], codes: Sequence[str], *, otherwise: str | None = None) -> str:
    best = max(scores)
    if scores.count(best) == 1:
        return codes[scores.index(best)]
    return codes[0] if otherwise is None else otherwise
