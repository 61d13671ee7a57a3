"""Names of places that no list has: words that the sentence says one is in or near, written like a name."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from claimtree.model.scopes import PlaceRelation, Scope
from claimtree.text.languages import Language
from claimtree.text.lexicon import Item
from claimtree.text.vocabulary import everyday_words

_MOST_CAPITALS = 0.6
"""Where more of the words than this begin with a capital, capitals tell nothing."""


_FEW_WORDS = 4
"""In so few words a name may well be all there is."""


_LONGEST_CODE = 3
"""Letters of a state or a country: MA, NYC, USA."""


class PlaceNames(Protocol):
    """Knows names of places beside those of the pack: a gazetteer."""

    def longest(self, words: Sequence[str], start: int) -> int:
        """How many of the words from `start` on, lower-cased, are the name of a place; 0 for none."""

    def region(self, name: str) -> bool:
        """Whether a place of that name is one to be in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlisted:
    """Items first…after-1 that name a place which the pack does not list."""

    first: int
    after: int
    near: bool
    """One is to be near it, not in it."""
    known: bool = False
    """A gazetteer knows the name."""


def unlisted_names(
    text: str,
    items: Sequence[Item],
    found: Iterable[tuple[range, Scope]],
    named: Container[int],
    known: Mapping[int, int],
    language: Language,
    places: PlaceNames | None = None,
    *,
    capitals_only: bool = False,
) -> Iterator[Unlisted]:
    """The found words that say where something is and that no list has as a name; `capitals_only`: only those that are
    written like one and are not all known words.

    `named` are items of names that a list has; `known` are items that other sayings have taken, with where each saying
    ends. "near a park" asks for any park: only what a gazetteer knows or what is written like a name is one, save after
    "in", where hardly anything else stands.
    """
    norms = [text[item.start : item.end].casefold() if item.bare else item.norm for item in items]
    telling = _capitals_tell(text, items)
    for inside, scope in found:
        if not any(_may_name(items[i], language) for i in inside):
            continue
        if any(i in named for i in inside):
            longer = telling and _goes_on(text, items, inside, named, known, language)
            if longer or _is_other_place(text, items, inside, named, language):
                yield Unlisted(first=inside.start, after=inside.stop, near=scope.relation is not PlaceRelation.IN)
            continue
        first, after = _bare_name(norms, inside, language)
        longest = places.longest(norms, first) if places is not None else 0
        is_known = longest > 0 and known.get(first, first) < first + longest
        if scope.relation is PlaceRelation.NONE:
            # "Lantern Waste, 1br": nothing leads there, but all of it is the name of a place and nothing else.
            if is_known and longest == after - first and longest > 1:
                yield Unlisted(first=first, after=after, near=False, known=True)
            continue
        within = scope.relation is PlaceRelation.IN
        covered = all(i in known for i in range(first, after))
        capital = telling and _is_capital(text, items[first]) and _is_capital(text, items[after - 1])
        strange = not covered and is_strange(text[items[first].start : items[after - 1].end], language)
        if (
            is_known
            or (capital and not _is_one_saying(first, after, known) and not (capitals_only and covered))
            or (not capitals_only and ((strange and not capital) or (within and not covered)))
        ):
            yield Unlisted(first=first, after=max(after, first + longest), near=not within, known=is_known)


def _bare_name(norms: Sequence[str], inside: range, language: Language) -> tuple[int, int]:
    """Where a name begins and ends without what only introduces it: "the city of Lowell", "the Salem area"."""
    first, after = inside.start, inside.stop
    small = language.articles | language.of
    while first < after - 1 and (
        norms[first] in small or (norms[first] in language.leads and norms[first + 1] in small)
    ):
        first += 1
    after = next((i for i in range(first + 1, after) if norms[i] == ","), after)  # "Fargo, North Dakota"
    while first < after - 1 and norms[after - 1] in language.surroundings:
        after -= 1
    return first, after


def _is_other_place(text: str, items: Sequence[Item], inside: range, named: Container[int], language: Language) -> bool:
    """Whether a side of the sky before a known name makes it another place: South San Francisco is a town."""
    first, then = inside.start, inside.start + 1
    return (
        len(inside) > 2
        and first not in named
        and all(i in named for i in inside[1:])
        and items[first].norm in language.sides
        and items[then].norm in language.place_beginnings
        and _is_capital(text, items[first])
    )


def _goes_on(
    text: str,
    items: Sequence[Item],
    inside: range,
    named: Container[int],
    known: Mapping[int, int],
    language: Language,
) -> bool:
    """Whether a name that a list has is only the beginning of another: Jamaica Plain is not in Jamaica, but "Boston MA"
    is Boston."""
    words = [i for i in inside if i not in named]
    return (
        inside.start in named
        and bool(words)
        and words == list(range(inside.stop - len(words), inside.stop))
        and all(i not in known and items[i].norm.isalpha() and _is_capital(text, items[i]) for i in words)
        and not any(_says_which(text, items[i], language) for i in words)
    )


def _says_which(text: str, item: Item, language: Language) -> bool:
    """Whether a word behind a name says which of its namesakes is meant: a state, a country, or the letters of one."""
    letters = text[item.start : item.end]
    return item.norm in language.states or (letters.isupper() and len(letters) <= _LONGEST_CODE)


def _may_name(item: Item, language: Language) -> bool:
    """Whether an item can be of a name: "of" is none, nor is a price."""
    return item.bare if item.mention is not None else item.norm not in language.stopwords


def _is_one_saying(first: int, after: int, known: Mapping[int, int]) -> bool:
    """Whether one word of the pack's is all of it: "Subway" after "near"."""
    return after - first == 1 and first in known


def _capitals_tell(text: str, items: Sequence[Item]) -> bool:
    words = [item for item in items if item.norm[0].isalpha()]
    capitals = sum(_is_capital(text, item) for item in words)
    return bool(capitals) and (capitals <= _MOST_CAPITALS * len(words) or len(words) <= _FEW_WORDS)


def _is_capital(text: str, item: Item) -> bool:
    return text[item.start].isupper() or item.mention is not None


def is_strange(words: str, language: Language) -> bool:
    """Whether none of them is a word of the language, as in the name of a town."""
    letters = "".join(letter if letter.isalnum() else " " for letter in words.casefold())
    return not any(word in everyday_words(code) for word in letters.split() for code in language.codes)
