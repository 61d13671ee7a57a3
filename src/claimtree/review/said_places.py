"""Compares places as messages and trees write them: "Knox Co., OH" lies in "Knox County, Ohio, USA"."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from claimtree.answering.people_names import words_of
from claimtree.family_trees.tree import place_parts

_ABBREVIATED: Final = {
    word: full
    for full, words in {
        "alabama": "al ala", "arizona": "az ariz", "arkansas": "ar ark", "california": "ca calif cal",
        "colorado": "co colo", "connecticut": "ct conn", "delaware": "de del", "florida": "fl fla", "georgia": "ga",
        "illinois": "il ill ills", "indiana": "in ind", "iowa": "ia", "kansas": "ks kans kan", "kentucky": "ky",
        "louisiana": "la", "maine": "me", "maryland": "md", "massachusetts": "ma mass", "michigan": "mi mich",
        "minnesota": "mn minn", "mississippi": "ms miss", "missouri": "mo", "montana": "mt mont",
        "nebraska": "ne neb nebr", "nevada": "nv nev", "new hampshire": "nh n_h", "new jersey": "nj n_j",
        "new mexico": "nm n_m", "new york": "ny n_y", "north carolina": "nc n_c", "north dakota": "nd n_d",
        "ohio": "oh o", "oklahoma": "ok okla", "oregon": "or ore", "pennsylvania": "pa penn penna",
        "rhode island": "ri r_i", "south carolina": "sc s_c", "south dakota": "sd s_d", "tennessee": "tn tenn",
        "texas": "tx tex", "utah": "ut", "vermont": "vt", "virginia": "va", "washington": "wa wash",
        "west virginia": "wv w_va", "wisconsin": "wi wis wisc", "wyoming": "wy wyo",
        "usa": "us u_s u_s_a united_states america united_states_of_america", "united kingdom": "uk u_k",
    }.items()
    for word in words.split()
}  # fmt: skip
_WORDS: Final = {"co": "county", "twp": "township", "st": "saint", "ft": "fort", "mt": "mount", "cem": "cemetery"}
_DROPPED: Final = frozenset({"the", "of", "city", "town", "village", "near"})


@lru_cache(maxsize=1 << 12)
def parts_of(place: str) -> tuple[tuple[str, ...], ...]:
    """Returns the parts of a place as they are compared.

    >>> parts_of("Knox Co., OH") == parts_of("Knox County, Ohio")
    True
    """
    found = []
    for at, part in enumerate(place_parts(place)):
        words = words_of(part)
        whole = _ABBREVIATED.get("_".join(words))
        # "Co" alone is Colorado behind a comma, and a county behind its name.
        if whole is not None and (at or len(part) > 2):
            words = tuple(whole.split())
        else:
            words = tuple(_WORDS.get(word, word) for word in words if word not in _DROPPED) or words
        found.append(words)
    return tuple(found)


def lies_in(place: str, other: str) -> bool:
    """True if each part of `other` is one of a place: "Mount Vernon, Knox County, Ohio" lies in "Ohio"."""
    own, wanted = parts_of(place), parts_of(other)
    return bool(wanted) and all(any(_same_part(one, part) for part in own) for one in wanted)


def agree(place: str, other: str) -> bool:
    """True if one place lies in the other, as far as their names tell."""
    return lies_in(place, other) or lies_in(other, place)


def _same_part(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """True if two parts are the same, but for "county" and the like."""
    if one == other:
        return True
    kinds = {"county", "township", "parish", "saint"}
    bare, bare_other = (tuple(word for word in words if word not in kinds) for words in (one, other))
    # "Knox" may be Knox County; Knox County is not Knox Township.
    return bool(bare) and bare == bare_other and (one == bare or other == bare_other)
