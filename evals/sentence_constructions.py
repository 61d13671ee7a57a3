"""Detects which difficult constructions a text has, from its annotation and its words.

A text may have several. They locate where a reader loses points; a text without any is "plain".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise

from evals.sentence_rows import Annotation, Is, Nothing, Sentence
from evals.sentence_status import Status, expected_status

PLAIN = "plain"
LONG_WORDS = 40
"""A fifth of the texts that people write are longer."""
SILENT_WORDS = 8
"""From this number of words on, a missing punctuation mark is notable; shorter texts need none."""
_AROUND = 60
"""Number of characters before and after the words that are searched for remarks about them."""


def _words(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(alternatives)})\b", re.IGNORECASE)


_JOINS = re.compile(r"[\s,/&+()-]*(?:\b(?:or|and|nor|any|an?|the|atau|dan|maupun|sama|juga)\b[\s,/&+-]*)*")
"""All that may stand between two members of one list; a repeated "no" does not match."""
_EXCEPTION = _words(
    r"except(?:ing)?(?: for)?",
    r"other than|apart from|aside from|save for",
    r"anything but|all but|but not",
    r"excluding|unless",
    r"kecuali|selain|asal(?:kan)? bukan",
)
_CORRECTION = _words(
    r"no,? wait|wait,? no|wait|actually|sorry|correction|or rather|on second thought",
    r"scratch that|strike that|make (?:that|it)|forget (?:it|that|the)|never ?mind",
    r"i mean(?:t)?|changed (?:my|our) mind",
    r"eh|deng|ralat|salah|batal|maksud(?:nya|ku| saya)?|(?:ga|gak|nggak|tidak) jadi",
)
_TOLERANCE = _words(
    r"(?:do|does|would|did)(?:n['’]?t| not) (?:mind|care|matter|bother|need)",
    r"(?:isn|aren)['’]?t (?:required|needed|necessary)",
    r"not? (?:an? )?(?:issue|problem|need|preference)",
    r"not (?:needed|necessary|required|important|bothered|fussy|picky)",
    r"fine|ok(?:ay)?|acceptable|negotiable|whatever|whichever|either way|indifferent|tolerate|can be",
    r"(?:can|could) live with(?:out)?|could(?:n['’]t)? care less|won['’]?t (?:mind|complain)|never minded",
    r"(?:ga|gak|ngga|nggak|enggak|tidak|tak|tdk) (?:apa(?:-apa)?|papa|masalah|keberatan)",
    r"(?:ga|gak|ngga|nggak|enggak|tidak|tak|tdk) (?:perlu|harus|wajib|penting|usah)",
    r"gapapa|gpp|terserah|bebas|boleh|santai|maklum",
)
_HEADING = re.compile(r"(?:^|[\n.;,!?•|)-]\s*)[^\W\d][\w'’ /&-]{2,40}:\s", re.MULTILINE)
_LISTED = re.compile(r"^\s*(?:[-*•–+]|\d+[.)])\s|\s[•*]\s", re.MULTILINE)
_MARKS = re.compile(r"[.,;:!?()\n•–—]")


def constructions_of(sentence: Sentence) -> tuple[str, ...]:
    """Returns the names of all constructions in a text, in the order of `CONSTRUCTIONS`."""
    found = tuple(name for name, is_in in CONSTRUCTIONS.items() if is_in(sentence))
    return found or (PLAIN,)


def _denied(one: Annotation) -> bool:
    return expected_status(one) is Status.DENIED


def _negated_list(sentence: Sentence) -> bool:
    """True if one negation covers several things ("no carpet, stairs or pets")."""
    ordered = sorted(sentence.annotations, key=lambda one: (one.start, one.end))
    return any(
        _denied(first)
        and _denied(second)
        and first.end <= second.start
        and _JOINS.fullmatch(sentence.text[first.end : second.start].casefold()) is not None
        for first, second in pairwise(ordered)
    )


def _surroundings(sentence: Sentence, words: Annotation | Nothing) -> str:
    return sentence.text[max(0, words.start - _AROUND) : words.end + _AROUND]


def _corrected(sentence: Sentence, nothing: Nothing) -> bool:
    """True if the words are corrected afterwards ("2 bedrooms, no wait, three")."""
    behind = sentence.text[nothing.end : nothing.end + _AROUND]
    return _CORRECTION.search(behind) is not None


def _tolerated(sentence: Sentence, nothing: Nothing) -> bool:
    return not _corrected(sentence, nothing) and _TOLERANCE.search(_surroundings(sentence, nothing)) is not None


def _background(sentence: Sentence, nothing: Nothing) -> bool:
    """True if the words are neither tolerated nor corrected: they are about a person or something
    else."""
    return not _corrected(sentence, nothing) and not _tolerated(sentence, nothing)


def _any_nothing(of: Callable[[Sentence, Nothing], bool]) -> Callable[[Sentence], bool]:
    return lambda sentence: any(of(sentence, one) for one in sentence.nothing)


def _any(of: Callable[[Annotation], bool]) -> Callable[[Sentence], bool]:
    return lambda sentence: any(of(one) for one in sentence.annotations)


def _two_ended(one: Annotation) -> bool:
    return (
        one.amount is not None and None not in (one.amount.low, one.amount.high) and one.amount.low != one.amount.high
    )


def _listed(sentence: Sentence) -> bool:
    return _LISTED.search(sentence.written) is not None or _HEADING.search(sentence.written) is not None


def _long(sentence: Sentence) -> bool:
    return len(sentence.text.split()) >= LONG_WORDS


def _unpunctuated(sentence: Sentence) -> bool:
    return len(sentence.text.split()) >= SILENT_WORDS and _MARKS.search(sentence.written.rstrip(" .!?\n")) is None


CONSTRUCTIONS: Mapping[str, Callable[[Sentence], bool]] = {
    "negated": _any(_denied),
    "negated list": _negated_list,
    "exception": lambda sentence: _EXCEPTION.search(sentence.text) is not None,
    "correction": _any_nothing(_corrected),
    "tolerated": _any_nothing(_tolerated),
    "background talk": _any_nothing(_background),
    "planned, past or doubtful": _any(lambda one: one.says is Is.UNSURE),
    "alternative": _any(lambda one: bool(one.alternative)),
    "strength said": _any(lambda one: bool(one.want)),
    "heading or list": _listed,
    "room-bound amount": _any(lambda one: one.of_room and one.amount is not None),
    "room-bound": _any(lambda one: one.of_room and one.amount is None),
    "of building or area": _any(lambda one: one.of in ("building", "complex", "area")),
    "range or about": _any(lambda one: _two_ended(one) or (one.amount is not None and one.amount.about)),
    "place": _any(lambda one: bool(one.where)),
    "distance": _any(lambda one: bool(one.where) and one.amount is not None),
    "long text": _long,
    "no punctuation": _unpunctuated,
}
"""Each construction with the function that detects it."""
