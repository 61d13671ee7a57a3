"""Sorts of areas, and Roman numerals in place names: the same in every language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

AREA: Final = "area"
"""The sort of everything that people live in."""

ROMAN: Final[Mapping[str, str]] = {
    word: str(i) for i, word in enumerate(("", "", "ii", "iii", "iv", "", "vi", "vii", "viii", "ix")) if word
}
"""Roman numerals to digits; a lone "v" or "x" is more often a letter."""

AREA_KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("neighborhood", "neighbourhood", "area", "region", "country", "island"), ()),
    **{sort: (sort,) for sort in ("borough", "city", "county", "district", "province", "state", "village")},
    **dict.fromkeys(("kecamatan", "subdistrict"), ("district",)),
    **dict.fromkeys(("kelurahan", "desa", "hamlet"), ("village",)),
    **dict.fromkeys(("kabupaten", "regency"), ("county",)),
    **dict.fromkeys(("kota", "town"), ("city",)),
}
"""Kinds of places that people live in, with the sorts of area they are."""
