"""Checks a model's wording of a draft, line by line, against the lines of ours; a doubt is a refusal.

The check does not try to understand prose. Of each line, all words but the few that state nothing
(`neutral` in `languages/*/draft_replies.toml`) have to come again, in their order, and no others: so a
name, a date, a place, a number or a relation that is not ours is found without a list of what may be
wrong, and so is one that was left out or changed its place. "Perhaps", "about" and "not" are such words
too: what is uncertain stays so. A line that tells of kin, quotes somebody or asks has to come letter by
letter, since little words turn a mother into a daughter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from claimtree.chat.phrase_check import MOST_CHARACTERS, SIGNS, Refused, refused
from claimtree.drafts.draft import BULLET, DraftLine
from claimtree.drafts.draft_text import words_of
from claimtree.kinship.wording import kinship_words
from claimtree.languages.normalise import tokenize
from claimtree.model.notices import Notice, NoticeCode, notice

_LONGER: Final = 2.0
_SPARE: Final = 200
"""A wording may be so many times as long as ours, and so many characters more."""
_QUOTE_SIGNS: Final = frozenset('“”"„«»?')
_BEGINS: Final = frozenset('.!?:,;–—-(“"')
"""Signs behind which a word may begin with a capital."""
_ENTRY: Final = re.compile(r"^\s*[-–•*]\s+")


def check(text: str, lines: Sequence[DraftLine], code: str = "en") -> Notice | None:
    """Returns why a wording is not used; None for one that says nothing but our lines."""
    try:
        for told, line in zip(_told(text, lines), lines, strict=True):
            _check_line(told, line, code)
    except Refused as error:
        return error.why
    return None


def worded_lines(text: str, lines: Sequence[DraftLine]) -> list[str]:
    """Returns the lines of a wording that was checked, without the signs before entries."""
    return _told(text, lines)


def _told(text: str, lines: Sequence[DraftLine]) -> list[str]:
    most = min(int(sum(len(line.text) + 1 for line in lines) * _LONGER) + _SPARE, MOST_CHARACTERS)
    if not text.strip() or len(text) > most:
        raise Refused(notice(NoticeCode.PHRASE_LENGTH, characters=len(text), most=most))
    told = [line.strip() for line in text.replace("\r\n", "\n").split("\n") if line.strip()]
    if len(told) != len(lines):
        raise Refused(notice(NoticeCode.PHRASE_HOME_LOST, number=min(len(told), len(lines)) + 1))
    return [
        _ENTRY.sub("", one) if line.shown.startswith(BULLET) else one for one, line in zip(told, lines, strict=True)
    ]


def _check_line(told: str, line: DraftLine, code: str) -> None:
    _check_signs(told, line.text)
    ours, theirs = _words(line.text), _words(told)
    small = words_of("neutral", code) | (words_of("courtesy", code) if line.is_courtesy else frozenset())
    _check_capitals(told, small - set(ours))
    if line.is_exact or _is_delicate(line.text, code):
        _check_whole(ours, theirs, small)
        return
    _check_order([one for one in ours if one not in small], [one for one in theirs if one not in small])


def _check_signs(told: str, ours: str) -> None:
    for sign in told:
        if not (sign.isalnum() or sign in SIGNS or sign in ours):
            raise refused(NoticeCode.PHRASE_WORD, sign if sign.isprintable() else f"U+{ord(sign):04X}")
    for sign in _QUOTE_SIGNS:
        if told.count(sign) != ours.count(sign):
            raise refused(NoticeCode.PHRASE_CLAIM, told)


def _check_capitals(told: str, small: frozenset[str]) -> None:
    """Refuses small words that are written like names."""
    for token in tokenize(told):
        before = told[: token.start].rstrip()
        begins = not before or before[-1] in _BEGINS
        if token.text[:1].isupper() and not begins and token.text != "I" and token.text.casefold() in small:
            raise refused(NoticeCode.PHRASE_WORD, token.text)


def _check_whole(ours: Sequence[str], theirs: Sequence[str], small: frozenset[str]) -> None:
    """Refuses a line that does not have all words of ours one after another, and few small ones around them."""
    ends = len(ours)
    places = [at for at in range(len(theirs) - ends + 1) if list(theirs[at : at + ends]) == list(ours)]
    if not places:
        _check_order(ours, theirs)
        raise refused(NoticeCode.PHRASE_CLAIM, " ".join(theirs))
    at = places[0]
    for word in (*theirs[:at], *theirs[at + ends :]):
        if word not in small:
            raise _alien(word)


def _check_order(ours: Sequence[str], theirs: Sequence[str]) -> None:
    known, left = set(ours), Counter(ours)
    left.subtract(theirs)
    for word in theirs:
        if word not in known:
            raise _alien(word)
    missing = next((word for word in ours if left[word] > 0), None)
    if missing is not None:
        raise refused(NoticeCode.PHRASE_OMITS, missing)
    if list(ours) != list(theirs):
        raise refused(NoticeCode.PHRASE_CLAIM, " ".join(theirs))


def _alien(word: str) -> Refused:
    return refused(NoticeCode.PHRASE_NUMBER if word[0].isdigit() else NoticeCode.PHRASE_WORD, word)


def _words(text: str) -> list[str]:
    return [token.text.casefold() for token in tokenize(text) if token.text[0].isalnum()]


def _is_delicate(text: str, code: str) -> bool:
    """True for a line in which little words decide: of kin, of two together, or of several things."""
    return any(sign in _QUOTE_SIGNS or sign == ";" for sign in text) or bool(_kin(code) & set(_words(text)))


@cache
def _kin(code: str) -> frozenset[str]:
    words: Mapping[str, Sequence[str]] = kinship_words(code).words
    told = {part for forms in words.values() for form in forms for part in _words(form.replace("|", " "))}
    return frozenset(told - words_of("neutral", code)) | words_of("delicate", code)
