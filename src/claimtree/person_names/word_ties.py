"""Compares two words of names: one and the same, a nickname, an initial, or another spelling."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from claimtree.lazy_imports import lazy_module
from claimtree.person_names.letters import in_new_spelling, sound_key, spelling_key
from claimtree.person_names.name_data import formal_names, known_given_names, name_families

if TYPE_CHECKING:
    from rapidfuzz.distance import OSA
else:
    OSA = lazy_module("rapidfuzz.distance.OSA")

_LONG = 7
"""From this many letters on two typing errors may be one word."""
_SHORTEST = 4
"""A shorter word with one letter changed is another word: Ann and Ian."""


_MALE = frozenset(("", "o", "us", "i", "y", "is", "os"))
_FEMALE = frozenset(("a", "e", "ia", "na", "ne", "la", "le", "se", "te", "ina", "ine", "ette", "elle", "ella", "ie"))


class Tie(StrEnum):
    """How two words are tied, the closest first."""

    SAME = "same"
    SPELLING = "spelling"
    """Ways to write one word: Meyer and Meier."""
    NICKNAME = "nickname"
    """One is short for the other."""
    FORM = "form"
    """Forms of one name in two languages, or two nicknames of one name: Johannes and Jan, Bill and Will."""
    INITIAL = "initial"
    SOUND = "sound"
    """They sound alike, and most letters are the same."""
    EDIT = "edit"
    """One typing error apart: a letter too many, too few, or two swapped."""
    CHANGE = "change"
    """One letter is another."""
    START = "start"
    """One typing error apart, in the first letter."""
    EDITS = "edits"
    """Two typing errors apart, and long."""
    OTHER = "other"


ORDER = tuple(Tie)


@lru_cache(maxsize=1 << 16)
def tie(one: str, other: str, *, given: bool) -> Tie:
    """Returns how two words are tied; `given`: both are given names, which have nicknames.

    >>> tie("william", "bill", given=True), tie("smith", "smyth", given=False), tie("j", "john", given=True)
    (<Tie.NICKNAME: 'nickname'>, <Tie.SPELLING: 'spelling'>, <Tie.INITIAL: 'initial'>)
    """
    if one == other:
        return Tie.SAME if len(one) > 1 else Tie.INITIAL
    if min(len(one), len(other)) == 1:
        return Tie.INITIAL if _may_begin(one, other) else Tie.OTHER
    if given and (known := _tie_of_known(one, other)) is not None:
        return known
    if _are_spellings(one, other):
        return Tie.SPELLING
    return _tie_of_letters(one, other)


def are_known_apart(one: str, other: str) -> bool:
    """True if both are listed given names and no list ties them: Edward and Edwin are no typing error."""
    known = known_given_names()
    is_apart = one in known and other in known and _tie_of_known(one, other) is None
    return is_apart and (not _are_spellings(one, other) or differ_by_sex(one, other))


def differ_by_sex(one: str, other: str) -> bool:
    """True if one word is the other with the ending of the other sex: Antonio and Antonia, Denis and Denise."""
    stem = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    ends = one[stem:], other[stem:]
    return stem >= _SHORTEST - 1 and any(m in _MALE and f in _FEMALE for m, f in (ends, ends[::-1]))


def _are_spellings(one: str, other: str) -> bool:
    """True if both are usual spellings of one word."""
    return spelling_key(one) == spelling_key(other) or (
        spelling_key(in_new_spelling(one)) == spelling_key(in_new_spelling(other))
    )


def formal_of(word: str) -> frozenset[str]:
    """Returns a given name with all names that it may be short for."""
    return formal_names().get(word, frozenset()) | {word}


def _may_begin(one: str, other: str) -> bool:
    """True if the single letter begins the other word, or a name that the word is short for."""
    short, long = sorted((one, other), key=len)
    return any(name.startswith(short) for name in formal_of(long))


def _tie_of_known(one: str, other: str) -> Tie | None:
    formal = formal_names()
    if other in formal.get(one, ()) or one in formal.get(other, ()):
        return Tie.NICKNAME
    if formal_of(one) & formal_of(other):
        # "Moh." and "Mohammad" are both for Muhammad, and one abbreviates the other; "Bill" and "Wm" are two habits.
        return Tie.NICKNAME if one.startswith(other) or other.startswith(one) else Tie.FORM
    families = name_families()
    if any(
        families.get(a, frozenset()) & families.get(b, frozenset()) for a in formal_of(one) for b in formal_of(other)
    ):
        return Tie.FORM
    return None


def _tie_of_letters(one: str, other: str) -> Tie:
    shorter, longer = sorted((len(one), len(other)))
    if shorter < _SHORTEST - 1:
        return Tie.OTHER
    errors = OSA.distance(one, other, score_cutoff=3)
    if sound_key(one) == sound_key(other) and errors <= (1 if longer < _SHORTEST + 1 else max(2, longer // 3)):
        return Tie.SOUND
    if errors == 1 and shorter >= _SHORTEST:
        if one[0] != other[0]:
            return Tie.START
        return Tie.CHANGE if shorter == longer and sorted(one) != sorted(other) else Tie.EDIT
    if errors == 2 and shorter >= _LONG and one[0] == other[0]:
        return Tie.EDITS
    return Tie.OTHER
