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

_Rule = tuple[frozenset[str], re.Pattern[str], str]
"""The letters of which a word that it applies to has at least one, what is replaced, and by what."""
_SPELLINGS: Final[tuple[_Rule, ...]] = tuple(
    (frozenset(letters), re.compile(pattern), by)
    for letters, pattern, by in (
        ("m", r"^mac(?=[^aeiou]|[aeiou].{3})", "mc"),
        ("s", r"^saint|^st(?=[^aeiouyrh])", "st"),
        ("e", r"oe|ue|ew", "u"),
        ("a", r"ae|aa", "a"),
        ("p", r"ph", "f"),
        ("jc", r"tj|tsch|tch|cz|ci(?=[ao])", "ch"),
        ("j", r"dj", "j"),
        ("cq", r"ck|(?<!s)c(?=[aoulrkt]|$)|q(?!u)", "k"),
        ("q", r"qu", "kv"),
        ("q", r"cqu?", "k"),
        ("x", r"x", "ks"),
        ("t", r"th|dt|tt", "t"),
        ("s", r"sj|sy|sch|sz", "sh"),
        ("yji", r"[yj](?=$|[^aeiou])|ij|ie|ei|ey|ay|ai", "i"),
        ("g", r"(?<=[aeiou])gh", ""),
        ("w", r"w", "v"),
        ("o", r"ou|oo", "u"),
        ("uw", r"eau|au|ow", "o"),
        ("e", r"ea|ee", "e"),
        ("o", r"off$|ov$", "of"),
        ("fv", r"eff$|ev$", "ef"),
        ("e", r"(?<=.{2})es?$", ""),
        ("n", r"(?<=s)on$|(?<=s)en$", "n"),
    )
)
"""Ways to write one sound or one family of names, applied in order."""

_SOUNDS: Final[tuple[_Rule, ...]] = tuple(
    (frozenset(letters), re.compile(pattern), by)
    for letters, pattern, by in (
        ("n", r"^(?:kn|gn|pn)", "n"),
        ("w", r"^wr", "r"),
        ("p", r"^ps", "s"),
        ("m", r"^(?:mac|mc)(?=.{3})", "mk"),
        ("hzjy", r"sch|tsch|tch|sh|ch|cz|sz|tj|sj|sy(?=[aeiou])", "S"),
        ("jg", r"dj|g(?=[eiy])", "j"),
        ("g", r"gh(?=[^aeiou]|$)", ""),
        ("pvw", r"ph|pf|[vw](?=.)|[vw]$", "f"),
        ("hd", r"th|dt|d", "t"),
        ("czt", r"c(?=[eiy])|z|ts", "s"),
        ("cqgk", r"[cqg]|kh", "k"),
        ("x", r"x", "ks"),
        ("b", r"b", "p"),
        ("h", r"(?<=.)h", ""),
        ("aeiouy", r"^[aeiouy]+", "A"),
        ("aeiouy", r"(?<=.)[aeiouy]+", ""),
        ("jy", r"(?<=[^A])j|^y", "j"),
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


def _reduced(word: str, rules: tuple[_Rule, ...]) -> str:
    word = _DOUBLED.sub(r"\1", word)
    # Most rules do not apply to most words, which their letters tell sooner than a search.
    letters = {*word}
    for needed, pattern, by in rules:
        if not needed.isdisjoint(letters):
            changed = pattern.sub(by, word)
            if changed != word:
                word, letters = changed, {*changed}
    return _DOUBLED.sub(r"\1", word)
