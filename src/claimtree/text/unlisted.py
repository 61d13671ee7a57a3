"""Names of places that no list has, told by how they are written: "in Petaluma", "the Castro Valley area"."""

from __future__ import annotations

from collections.abc import Container, Sequence

from claimtree.text.language import Language
from claimtree.text.lexicon import Item

_LONGEST = 4
_MOST_CAPITALS = 0.6
"""Where more of the words than this begin with a capital, capitals tell nothing."""
_LEAST_LETTERS = 3


def unlisted_names(
    text: str, items: Sequence[Item], named: Container[int], known: Container[int], language: Language
) -> list[tuple[int, int]]:
    """Item ranges of capitalised words that "in" or "near" leads to.

    `named` are items of names that a list has, which end the search; `known` are items that other sayings have taken:
    a single known word is no name ("in Elevator building"), but "in Mountain View" is one.
    """
    words = [item for item in items if item.norm[0].isalpha()]
    capitals = sum(text[item.start].isupper() for item in words)
    if not words or (capitals > _MOST_CAPITALS * len(words) and len(words) > _LONGEST):
        return []
    found: list[tuple[int, int]] = []
    joins = language.ors | language.ands | {","}
    at, listing = 0, False
    while at < len(items):
        leads = items[at].norm in language.whereabouts
        if not leads and not (listing and items[at].norm in joins):
            # "in Petaluma, Novato or Napa": a list of names goes on as long as nothing else stands in it.
            listing = at in named
            at += 1
            continue
        first = _name_after(text, items, at, language) if leads else at + 1
        after = _end_of_name(text, items, first, named, language)
        if after > first and not (after - first == 1 and first in known):
            found.append((first, after))
            at, listing = after, True
        else:
            at += 1
    return found


def _name_after(text: str, items: Sequence[Item], at: int, language: Language) -> int:
    """Where a name may start after "in": articles and the like are stepped over, unless they are part of it."""
    first = at + 1
    while first < len(items) and first <= at + 3 and items[first].norm in language.fillers | language.stopwords:
        if text[items[first].start].isupper():
            break
        first += 1
    return first


def _end_of_name(text: str, items: Sequence[Item], first: int, named: Container[int], language: Language) -> int:
    after = first
    while (
        after < len(items)
        and after - first < _LONGEST
        and after not in named
        and items[after].mention is None
        and items[after].norm[0].isalpha()
        and text[items[after].start].isupper()
        and not (after == first and items[after].norm in language.stopwords)
    ):
        after += 1
    # Initials and stray capitals are no place: "in A", "near I".
    if after - first == 1 and len(items[first].norm) < _LEAST_LETTERS:
        return first
    return after
