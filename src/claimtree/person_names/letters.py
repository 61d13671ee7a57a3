"""Writes names in Latin letters, and reduces words to how they sound."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from claimtree.model.name_folding import fold

_CYRILLIC: Final = """
    а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh
    щ shch ъ _ ы y ь _ э e ю yu я ya і i ї yi є ye ґ g ў w
"""
_GREEK: Final = """
    α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o
"""
_LETTERS: Final = (_CYRILLIC + _GREEK).split()
_TO_LATIN: Final = {ord(letter): latin.strip("_") for letter, latin in zip(_LETTERS[::2], _LETTERS[1::2], strict=True)}

_SPELLINGS: Final = tuple(
    (re.compile(pattern), by)
    for pattern, by in (
        (r"^mac(?=[^aeiou]|[aeiou].{3})", "mc"),
        (r"^saint|^st(?=[^aeiouyrh])", "st"),
        (r"oe|ue|ew", "u"),
        (r"ae|aa", "a"),
        (r"ph", "f"),
        (r"tj|tsch|tch|cz|ci(?=[ao])", "ch"),
        (r"dj", "j"),
        (r"ck|(?<!s)c(?=[aoulrkt]|$)|q(?!u)", "k"),
        (r"qu", "kv"),
        (r"cqu?", "k"),
        (r"x", "ks"),
        (r"th|dt|tt", "t"),
        (r"sj|sy|sch|sz", "sh"),
        (r"[yj](?=$|[^aeiou])|ij|ie|ei|ey|ay|ai", "i"),
        (r"(?<=[aeiou])gh", ""),
        (r"w", "v"),
        (r"ou|oo", "u"),
        (r"eau|au|ow", "o"),
        (r"ea|ee", "e"),
        (r"off$|ov$", "of"),
        (r"eff$|ev$", "ef"),
        (r"(?<=.{2})es?$", ""),
        (r"(?<=s)on$|(?<=s)en$", "n"),
    )
)
"""Ways to write one sound or one family of names, applied in order."""

_SOUNDS: Final = tuple(
    (re.compile(pattern), by)
    for pattern, by in (
        (r"^(?:kn|gn|pn)", "n"),
        (r"^wr", "r"),
        (r"^ps", "s"),
        (r"^(?:mac|mc)(?=.{3})", "mk"),
        (r"sch|tsch|tch|sh|ch|cz|sz|tj|sj|sy(?=[aeiou])", "S"),
        (r"dj|g(?=[eiy])", "j"),
        (r"gh(?=[^aeiou]|$)", ""),
        (r"ph|pf|[vw](?=.)|[vw]$", "f"),
        (r"th|dt|d", "t"),
        (r"c(?=[eiy])|z|ts", "s"),
        (r"[cqg]|kh", "k"),
        (r"x", "ks"),
        (r"b", "p"),
        (r"(?<=.)h", ""),
        (r"^[aeiouy]+", "A"),
        (r"(?<=.)[aeiouy]+", ""),
        (r"(?<=[^A])j|^y", "j"),
    )
)
_OLD_SPELLING: Final = re.compile("tj|dj|nj|sj|oe")
_NEW_LETTERS: Final = {"tj": "c", "dj": "j", "nj": "ny", "sj": "sy", "oe": "u", "j": "y", "ch": "kh"}
_OLD_LETTERS: Final = re.compile("|".join(_NEW_LETTERS))
_DOUBLED: Final = re.compile(r"(.)\1+")


@lru_cache(maxsize=1 << 15)
def in_latin(text: str) -> str:
    """Returns the text in lower case, in Latin letters, without accents.

    >>> in_latin("Пётр Чайковский"), in_latin("Łukasz Wójcik"), in_latin("O’Brien")
    ('petr chaikovskii', 'lukasz wojcik', 'obrien')
    """
    return fold(fold(text).translate(_TO_LATIN))


def in_new_spelling(word: str) -> str:
    """Returns an Indonesian name of the old spelling in that of 1972; any other word as it is.

    >>> in_new_spelling("tjahjono"), in_new_spelling("soekardjo"), in_new_spelling("johnson")
    ('cahyono', 'sukarjo', 'johnson')
    """
    if not _OLD_SPELLING.search(word):
        return word
    return _OLD_LETTERS.sub(lambda found: _NEW_LETTERS[found.group()], word)


@lru_cache(maxsize=1 << 14)
def spelling_key(word: str) -> str:
    """Returns what the usual spellings of one word share.

    >>> spelling_key("meyer") == spelling_key("meier"), spelling_key("soeharto") == spelling_key("suharto")
    (True, True)
    >>> spelling_key("macdonald") == spelling_key("mcdonald"), spelling_key("smith") == spelling_key("smyth")
    (True, True)
    """
    return _reduced(word, _SPELLINGS)


@lru_cache(maxsize=1 << 14)
def sound_key(word: str) -> str:
    """Returns the consonants of a word by how they sound; words that sound alike share it.

    >>> sound_key("wright"), sound_key("right"), sound_key("katherine"), sound_key("catharina")
    ('rt', 'rt', 'ktrn', 'ktrn')
    """
    return _reduced(word, _SOUNDS)


def _reduced(word: str, rules: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    word = _DOUBLED.sub(r"\1", word)
    for pattern, by in rules:
        word = pattern.sub(by, word)
    return _DOUBLED.sub(r"\1", word)
