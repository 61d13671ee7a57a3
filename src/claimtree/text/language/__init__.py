"""The languages that can be read: the small words of each, and both at once where a pack is spoken in two."""

from __future__ import annotations

from functools import lru_cache, reduce

from claimtree.errors import UnknownName
from claimtree.text.language.cues import Language, blend
from claimtree.text.language.english import ENGLISH
from claimtree.text.language.indonesian import INDONESIAN

__all__ = ["ENGLISH", "INDONESIAN", "Language", "blend", "language"]

_LANGUAGES = {known.codes[0]: known for known in (ENGLISH, INDONESIAN)}


@lru_cache(maxsize=16)
def language(*codes: str) -> Language:
    """The language with this code, or several blended, the first one first; an error lists the known ones."""
    unknown = [code for code in codes if code not in _LANGUAGES]
    if unknown or not codes:
        raise UnknownName(
            f"no language {(unknown or [''])[0]!r} (have: {', '.join(_LANGUAGES)})", values={"language": unknown}
        )
    return reduce(blend, (_LANGUAGES[code] for code in codes))
