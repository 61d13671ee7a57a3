"""Compares places as messages and trees write them: "Knox Co., OH" lies in "Knox County, Ohio, USA"."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from claimtree.answering.people_names import words_of
from claimtree.family_trees.tree import place_parts
from claimtree.languages import data_of
from claimtree.lazy_imports import lazy_module

if TYPE_CHECKING:
    from rapidfuzz.distance import OSA
else:
    OSA = lazy_module("rapidfuzz.distance.OSA")

_KINDS: Final = frozenset({"county", "township", "parish", "saint"})
_LONG: Final = 5
"""Letters from which on one typing error makes no other word."""
_VERY_LONG: Final = 9

PlacePart = tuple[str, ...]


class _Forms(NamedTuple):
    whole: Mapping[str, str]
    words: Mapping[str, str]
    dropped: frozenset[str]
    historic: Mapping[str, frozenset[str]]
    apart: tuple[frozenset[str], ...]


@cache
def _forms(code: str = "en") -> _Forms:
    table = tomllib.loads(data_of(code, "place_forms.toml").read_text("utf-8"))
    historic: dict[str, set[str]] = {}
    for today, names in table["historic"].items():
        for name in names.split():
            historic.setdefault(name.replace("_", " "), set()).add(today)
    return _Forms(
        whole={word: full for full, words in table["abbreviated"].items() for word in words.split()},
        words=table["words"],
        dropped=frozenset(table["dropped"]["words"].split()),
        historic={name: frozenset(today) for name, today in historic.items()},
        apart=tuple(frozenset(names) for names in table["apart"].values()),
    )


@lru_cache(maxsize=1 << 14)
def parts_of(place: str) -> tuple[PlacePart, ...]:
    """Returns the parts of a place as they are compared.

    >>> parts_of("Knox Co., OH") == parts_of("Knox County, Ohio")
    True
    """
    forms, found = _forms(), []
    for at, part in enumerate(place_parts(place)):
        words = words_of(part)
        whole = forms.whole.get("_".join(words))
        # "Co" alone is Colorado behind a comma, and a county behind its name.
        if whole is not None and (at or len(part) > 2 or part.isupper() or part.endswith(".")):
            words = tuple(whole.split())
        else:
            words = tuple(forms.words.get(word, word) for word in words if word not in forms.dropped) or words
        found.append(words)
    return tuple(found)


def written_out(place: str) -> str:
    """Returns a place without abbreviations.

    >>> written_out("Knox Co., Ind."), written_out("Mt. Vernon, O.")
    ('Knox County, Indiana', 'Mount Vernon, Ohio')
    """
    parts = []
    for part, words in zip(place_parts(place), parts_of(place), strict=True):
        same = set(words) >= set(words_of(part)) and len(words) == len(words_of(part))
        dropped = not set(words) - set(words_of(part))
        whole = " ".join(word.upper() if word == "usa" else word.capitalize() for word in words)
        parts.append(part.strip(". ") if same or dropped else whole)
    return ", ".join(parts)


def lies_in(place: str, other: str) -> bool:
    """True if each part of `other` is one of a place: "Mount Vernon, Knox County, Ohio" lies in "Ohio"."""
    own, wanted = parts_of(place), parts_of(other)
    return bool(wanted) and all(any(_same_part(one, part) for part in own) for one in wanted)


def excludes(place: str, other: str) -> bool:
    """True if two places lie in different states or countries, by the last part of each that is one.

    >>> excludes("Delphi, Carroll Co., Ind., USA", "Ohio"), excludes("Delphi, Indiana", "Delphi")
    (True, False)
    """
    own, wanted = parts_of(place), parts_of(other)
    for names in _forms().apart:
        mine, theirs = ({" ".join(part) for part in parts} & names for parts in (own, wanted))
        if len(mine) == len(theirs) == 1 and mine != theirs and {" ".join(own[-1]), " ".join(own[-2:][0])} & mine:
            return True
    return False


def agree(place: str, other: str) -> bool:
    """True if one place lies in the other, as far as their names tell."""
    return lies_in(place, other) or lies_in(other, place)


def closeness(place: str, said: str) -> float:
    """Returns how far a place of the tree is the one that was said, 0 to 1: typing errors, other names of then and
    now, and parts that differ make it less.

    >>> closeness("Mount Vernon, Knox County, Ohio", "Mt. Vernon, O."), closeness("Baden, Prussia", "Germany")
    (1.0, 0.9)
    >>> closeness("Kensington Palace, London", "Paris"), closeness("Dayton, Ohio", "Dayton, Indiana")
    (0.0, 0.5)
    """
    own, wanted = parts_of(place), parts_of(said)
    if not own or not wanted:
        return 0.0
    if agree(place, said):
        return 1.0
    fits = [max(_part_fit(one, part) for part in own) for one in wanted]
    return sum(fits) / len(fits)


@lru_cache(maxsize=1 << 16)
def _part_fit(said: PlacePart, known: PlacePart) -> float:
    if _same_part(said, known):
        return 1.0
    if _today(said) & _today(known):
        return 0.9
    own, other = [word for word in said if word not in _KINDS], [word for word in known if word not in _KINDS]
    if own and other and len(own) == len(other) and all(map(_alike, own, other)):
        return 0.9
    # "Kensington" of "Kensington Palace", "Windsor" of "Windsor Castle".
    short, long = sorted((own, other), key=len)
    return 0.8 if short and all(any(_alike(word, one) for one in long) for word in short) else 0.0


def _today(part: PlacePart) -> frozenset[str]:
    name = " ".join(part)
    return _forms().historic.get(name, frozenset()) | {name}


def _alike(one: str, other: str) -> bool:
    """True if two words are the same but for a typing error."""
    if one == other:
        return True
    shorter = min(len(one), len(other))
    if one.startswith(other) or other.startswith(one):
        # "Ind", "Westm": what is cut off behind three letters.
        return shorter >= 3
    most = 2 if shorter >= _VERY_LONG else 1 if shorter >= _LONG else 0
    return bool(most) and OSA.distance(one, other, score_cutoff=most) <= most


def _same_part(one: PlacePart, other: PlacePart) -> bool:
    """True if two parts are the same, but for "county" and the like."""
    if one == other:
        return True
    bare, bare_other = (tuple(word for word in words if word not in _KINDS) for words in (one, other))
    # "Knox" may be Knox County; Knox County is not Knox Township.
    return bool(bare) and bare == bare_other and (one == bare or other == bare_other)
