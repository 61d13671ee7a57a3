"""The languages that can be read, a folder each: small words, amounts, messages to the user,
spellings of place names, everyday words, and the words for protected classes in fair housing.

A pack with two languages is read with both at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, reduce
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from claimtree.errors import UnknownName
from claimtree.languages.en import ENGLISH
from claimtree.languages.id import INDONESIAN
from claimtree.languages.words import Language, blend, with_words_of_field, wordless
from claimtree.model.pack import LabelWords, Pack, SmallWords

__all__ = [
    "CODES",
    "ENGLISH",
    "INDONESIAN",
    "REGISTERED",
    "Language",
    "blend",
    "data_of",
    "language",
    "language_of",
]

REGISTERED: Final[Mapping[str, Language]] = {known.codes[0]: known for known in (ENGLISH, INDONESIAN)}
CODES = tuple(REGISTERED)
_SHORTEST, _LONGEST = 2, 3
"""Minimum and maximum letters of a language code."""


@lru_cache(maxsize=16)
def language(*codes: str) -> Language:
    """Returns the language with this code, or several blended, the first one first.

    A language without a folder is read without small words: by the pack's own words, names, and
    numbers in the English notation.
    """
    unsound = [code for code in codes if not (code.isascii() and code.isalpha() and _SHORTEST <= len(code) <= _LONGEST)]
    if unsound or not codes:
        raise UnknownName(
            f"no language {(unsound or [''])[0]!r}", hint="Give its code: en, id, fr.", values={"language": unsound}
        )
    return reduce(blend, (REGISTERED.get(code) or wordless(code, ENGLISH) for code in codes))


def language_of(pack: Pack) -> Language:
    """Returns the language of a pack: its languages blended, with the small words of its field."""
    return _in_field(pack.languages, pack.small_words, pack.label_words, pack.reading.seats_as_area)


@lru_cache(maxsize=16)
def _in_field(codes: tuple[str, ...], added: SmallWords, labels: LabelWords, seats_as_area: bool) -> Language:
    return with_words_of_field(language(*codes), added, labels, seats_as_area=seats_as_area)


def data_of(code: str, name: str) -> Traversable:
    """Returns a data file in the folder of a language; it need not exist."""
    return resources.files(__package__).joinpath(code, name)
