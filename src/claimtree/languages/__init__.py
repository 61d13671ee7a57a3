"""The languages that can be read, a folder each: small words, amounts, what the asker is told, how names of places are
written, everyday words, and the words by which fair housing knows people.

Where a pack is spoken in two languages, both are read at once.
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
from claimtree.languages.messages import PlaceMessages, SearchMessages
from claimtree.languages.sentences import Sentences
from claimtree.languages.words import Language, blend, with_words_of_field, wordless
from claimtree.model.pack import Pack, SmallWords

__all__ = [
    "CODES",
    "ENGLISH",
    "INDONESIAN",
    "NOTHING",
    "REGISTERED",
    "Language",
    "Sentences",
    "blend",
    "data_of",
    "language",
    "language_of",
    "place_messages",
    "search_messages",
    "sentences",
]

REGISTERED: Final[Mapping[str, Language]] = {known.codes[0]: known for known in (ENGLISH, INDONESIAN)}
CODES = tuple(REGISTERED)
_SHORTEST, _LONGEST = 2, 3
"""Letters of a code."""
NOTHING = frozenset(known.sentences.nothing for known in REGISTERED.values())
"""What is said, in any language, when there is nothing to look for."""


@lru_cache(maxsize=16)
def language(*codes: str) -> Language:
    """The language with this code, or several blended, the first one first.

    One that has no folder is read without small words: a pack's own words, names, and numbers as English writes them.
    """
    unsound = [code for code in codes if not (code.isascii() and code.isalpha() and _SHORTEST <= len(code) <= _LONGEST)]
    if unsound or not codes:
        raise UnknownName(
            f"no language {(unsound or [''])[0]!r}", hint="Give its code: en, id, fr.", values={"language": unsound}
        )
    return reduce(blend, (REGISTERED.get(code) or wordless(code, ENGLISH) for code in codes))


def language_of(pack: Pack) -> Language:
    """What a pack is spoken in: its languages blended, with the small words of its field."""
    return _in_field(pack.languages, pack.small_words)


@lru_cache(maxsize=16)
def _in_field(codes: tuple[str, ...], added: SmallWords) -> Language:
    return with_words_of_field(language(*codes), added)


def sentences(code: str) -> Sentences:
    """What an asker is told in a language; English for one that we do not write."""
    return REGISTERED.get(code, ENGLISH).sentences


def search_messages(code: str) -> SearchMessages:
    """What a search tells in a language; English for one that we do not write."""
    return REGISTERED.get(code, ENGLISH).search_messages


def place_messages(code: str) -> PlaceMessages:
    """What is told about places in a language; English for one that we do not write."""
    return REGISTERED.get(code, ENGLISH).place_messages


def data_of(code: str, name: str) -> Traversable:
    """A file of data in the folder of a language; it need not be there."""
    return resources.files(__package__).joinpath(code, name)
