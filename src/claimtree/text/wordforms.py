"""Tells whether a word could be a form of another one ("walked" of "walk", "dibelikan" of "beli").

Only enough morphology to tell a real word from a misspelled one: it accepts many non-words and
rejects few words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final


def _words(text: str) -> list[str]:
    return text.split()


_SHORTEST_STEM: Final = 4
_ENGLISH_PREFIXES: Final = ("un", "re", "non", "pre", "mis", "dis", "over", "out", "sub", "multi", "semi", "self")
_INDONESIAN_PREFIXES: Final = (
    "menge",
    "penge",
    "meng",
    "meny",
    "peng",
    "peny",
    "mem",
    "men",
    "pem",
    "pen",
    "ber",
    "ter",
    "per",
    "me",
    "pe",
    "di",
    "ke",
    "se",
)
_INDONESIAN_SUFFIXES: Final = ("nya", "kan", "lah", "kah", "pun", "an", "ku", "mu", "i")
_RESTORED: Final = {"meng": "k", "peng": "k", "meny": "s", "peny": "s", "mem": "p", "pem": "p", "men": "t", "pen": "t"}
"""Initial letters that a prefix replaces ("menyewa" is from "sewa")."""
_ENGLISH_SUFFIXES: Final = (
    ("s", ""),
    ("es", ""),
    ("'s", ""),
    ("ies", "y"),
    ("ed", ""),
    ("ed", "e"),
    ("ied", "y"),
    ("ing", ""),
    ("ing", "e"),
    ("ly", ""),
    ("ily", "y"),
    ("bly", "ble"),
    ("er", ""),
    ("er", "e"),
    ("ier", "y"),
    ("ers", ""),
    ("ers", "e"),
    ("est", ""),
    ("est", "e"),
    ("iest", "y"),
    ("ness", ""),
    ("iness", "y"),
    ("y", ""),
    ("able", ""),
    ("able", "e"),
    ("ment", ""),
    ("ish", ""),
    ("ful", ""),
    ("less", ""),
    ("ity", ""),
    ("ity", "e"),
    ("ation", "e"),
    ("ation", ""),
    ("ations", "e"),
    ("or", "e"),
    ("ion", ""),
    ("ion", "e"),
    ("ions", ""),
    ("ions", "e"),
)

_ENDINGS: Final = frozenset(
    {
        "",
        *_words(
            "s es e ed er or ers ors en ing ings y ies ied ier iest ly al ally ial ance ances ence ences ant ants ent "
            "ents ion ions ation ations ational ional ive ative ic ity ities able ible ably ment ments ness less ful "
            "ous ary ist ize izes ized ise ises ised est ian an nya kan lah kah pun i ku mu"
        ),
    }
)
"""Possible endings of words with a common stem, English or Indonesian."""
_LONGEST_SHARED_ENDING: Final = 3
_ANY_VOWEL: Final = str.maketrans("aeiou", "*****")


def could_be_form(norm: str, is_word: Callable[[str], bool]) -> bool:
    """True if a stem that the word may be derived from is a word.

    >>> could_be_form("renovating", {"renovate"}.__contains__), could_be_form("menyewakan", {"sewa"}.__contains__)
    (True, True)
    """
    return any(is_word(stem) for stem in _stems(norm))


def share_stem(one: str, other: str) -> bool:
    """True if the two words differ only by their endings ("retrieval" and "retriever").

    >>> share_stem("retrieval", "retriever"), share_stem("furnishd", "furnished")
    (True, False)
    """
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    for cut in range(shared, max(shared - _LONGEST_SHARED_ENDING, _SHORTEST_STEM) - 1, -1):
        ending, another = one[cut:], other[cut:]
        # A word that lacks only its last letter is a misspelling ("propert"), and so is a changed
        # vowel ("elevater").
        slipped = len(another) == 1 if not ending else ending.translate(_ANY_VOWEL) == another.translate(_ANY_VOWEL)
        if ending in _ENDINGS and another in _ENDINGS and not slipped:
            return True
    return False


def _stems(norm: str) -> Iterator[str]:
    yield from _english(norm)
    yield from _indonesian(norm)


def _english(norm: str) -> Iterator[str]:
    bases = [norm]
    for prefix in _ENGLISH_PREFIXES:
        if norm.startswith(prefix) and len(norm) - len(prefix) >= _SHORTEST_STEM:
            yield norm[len(prefix) :]
            bases.append(norm[len(prefix) :])
    for base in bases:
        for suffix, restored in _ENGLISH_SUFFIXES:
            if not base.endswith(suffix):
                continue
            stem = base[: -len(suffix)]
            if len(stem) + len(restored) >= _SHORTEST_STEM:
                yield stem + restored
            if not restored and len(stem) > _SHORTEST_STEM and stem[-1] == stem[-2] != stem[-3]:
                yield stem[:-1]  # "stopped"


def _indonesian(norm: str) -> Iterator[str]:
    cores = [norm]
    cores += [
        norm[: -len(suffix)]
        for suffix in _INDONESIAN_SUFFIXES
        if norm.endswith(suffix) and len(norm) - len(suffix) >= _SHORTEST_STEM
    ]
    # "rumahnya" and "dijualkan" take one suffix, "menyewakannya" two.
    cores += [
        core[: -len(suffix)]
        for core in cores[1:]
        for suffix in _INDONESIAN_SUFFIXES[:2]
        if core.endswith(suffix) and len(core) - len(suffix) >= _SHORTEST_STEM
    ]
    yield from cores[1:]
    for core in cores:
        for prefix in _INDONESIAN_PREFIXES:
            if core.startswith(prefix):
                stem = core[len(prefix) :]
                if len(stem) >= _SHORTEST_STEM:
                    yield stem
                if prefix in _RESTORED and len(stem) + 1 >= _SHORTEST_STEM:
                    yield _RESTORED[prefix] + stem
