"""Names of places that no list has: words that the sentence says one is in or near, written like a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from claimtree.languages import Language
from claimtree.languages.normalise import SENTENCE_ENDS
from claimtree.model.scopes import PlaceRelation, Scope
from claimtree.text.known_words import everyday_words
from claimtree.text.lexicon import Item
from claimtree.text.word_matches import names_something

_MOST_CAPITALS = 0.6
"""Where more of the words than this begin with a capital, capitals tell nothing."""


_FEW_WORDS = 4
"""In so few words a name may well be all there is."""


_LONGEST_CODE = 3
"""Letters of a state or a country: MA, NYC, USA."""


_OWNING = re.compile("['’]s?$")


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


Leading: TypeAlias = Callable[[int], PlaceRelation | None]
"""Tells what the words before an item say of a name that begins there; None where they say nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Led:
    """Found words, and what leads to them."""

    inside: range
    said: PlaceRelation
    """As the reader of scope has it."""
    led: PlaceRelation | None
    """As the words before it have it, in a document."""

    @property
    def relation(self) -> PlaceRelation:
        return self.led or self.said

    @property
    def within(self) -> bool:
        return self.relation is PlaceRelation.IN


class UnlistedNames:
    """Finds names in one text.

    `named` are items of names that a list has; `known` are items that other sayings have taken, with where each saying
    ends, and `kinds` those of them that are kinds of places. "near a park" asks for any park: only what a gazetteer
    knows or what is written like a name is one, save after "in", where hardly anything else stands. A document says
    much more in the same words, so that what leads to a name (`leading`, for documents) counts for more, and words that
    are written small or are everyday ones for less.
    """

    def __init__(
        self,
        text: str,
        items: Sequence[Item],
        named: Container[int],
        known: Mapping[int, int],
        language: Language,
        places: PlaceNames | None = None,
        *,
        kinds: Container[int] = (),
        leading: Leading | None = None,
    ) -> None:
        self._text = text
        self._items = items
        self._named = named
        self._known = known
        self._language = language
        self._places = places
        self._kinds = kinds
        self._leading = leading
        self._norms = [text[item.start : item.end].casefold() if item.bare else item.norm for item in items]
        self._capitals = _Capitals(text, items, language, by_sentence=leading is not None)

    def among(self, found: Iterable[tuple[range, Scope]]) -> Iterator[Unlisted]:
        """The found words that say where something is and that no list has as a name."""
        named_until = 0
        for inside, scope in found:
            if inside.start < named_until or not any(_may_name(self._items[i], self._language) for i in inside):
                continue
            one = self._led(inside, scope.relation)
            name = self._longer(one) if any(i in self._named for i in one.inside) else self._new(one)
            if name is not None:
                if name.after > inside.stop:
                    named_until = name.after  # what was found next is of this name
                yield name

    def _led(self, inside: range, said: PlaceRelation) -> _Led:
        """With a word before them that begins the name, where they are written so."""
        if self._capitals.tell(inside.start):
            if _is_side(self._text, self._items, inside.start - 1, self._language):
                inside = range(inside.start - 1, inside.stop)  # the reader found the "Roxbury" of "West Roxbury"
            if _begins_before(self._text, self._items, inside.start, self._language):
                inside, said = range(inside.start - 1, inside.stop), PlaceRelation.IN
            if self._leading is None and said is not PlaceRelation.IN and any(i in self._named for i in inside):
                inside = range(inside.start, self._end_of_capitals(inside))
        led = self._leading(inside.start) if self._leading is not None else None
        return _Led(inside=inside, said=said, led=led)

    def _end_of_capitals(self, inside: range) -> int:
        """Where a name ends that a query goes on with, as it is written: the reader found the "Union Square" of "Union
        Square Farmers Market". Another name that a list has is one of its own."""
        after = inside.stop
        if not self._is_capital(inside.stop - 1):
            return after
        while after < len(self._items) and after not in self._named and self._is_word_of_name(after):
            after += 1
        return after

    def _is_word_of_name(self, i: int) -> bool:
        return self._items[i].norm.isalpha() and self._items[i].mention is None and self._is_capital(i)

    def _longer(self, one: _Led) -> Unlisted | None:
        """A name that has one of a list in it."""
        if self._leading is not None:
            goes_on = one.led is PlaceRelation.IN  # else "Boston Gem" is Boston
        else:
            goes_on = self._capitals.tell(one.inside.start) or not self._is_capital(one.inside.start)
            goes_on |= self._is_kind(one.inside.stop - 1)  # "MIAMI BEACH"
        known = {i for i in one.inside if i in self._known and not self._is_in_name(i, one)}
        if not _is_longer_name(
            self._text, self._items, one.inside, self._named, known, self._language,
            goes_on=goes_on, written=self._leading is None and not one.within and self._capitals.tell(one.inside.start),
        ):  # fmt: skip
            return None
        return Unlisted(first=one.inside.start, after=one.inside.stop, near=not one.within)

    def _is_in_name(self, i: int, one: _Led) -> bool:
        """Whether a known word that a query has beside a name is of a longer one: a kind of place, "boston university"
        (but "boston universities" are several), or any other that is written like a name of what one is near."""
        if self._leading is not None:
            return False
        return self._is_kind(i) or (not one.within and self._capitals.tell(i) and self._is_capital(i))

    def _is_kind(self, i: int) -> bool:
        """Whether a word names one place of a kind."""
        return i in self._kinds and self._items[i].word == self._items[i].norm

    def _new(self, one: _Led) -> Unlisted | None:
        """A name that has none in it."""
        first, after = _bare_name(self._norms, one.inside, self._language)
        if self._leading is not None and self._capitals.tell(first):
            first = _first_capital(self._text, self._items, first, after)
        longest = self._places.longest(self._norms, first) if self._places is not None else 0
        is_known = longest > 0 and self._known.get(first, first) < first + longest
        if one.relation is PlaceRelation.NONE:
            # "Lantern Waste, 1br": nothing leads there, but all of it is the name of a place and nothing else.
            alone = is_known and longest == after - first and longest > 1
            return Unlisted(first=first, after=after, near=False, known=True) if alone else None
        is_name = self._is_asked(first, after, one) if self._leading is None else self._is_told(first, after, one)
        if not (is_known or is_name):
            return None
        return Unlisted(first=first, after=max(after, first + longest), near=not one.within, known=is_known)

    def _is_asked(self, first: int, after: int, one: _Led) -> bool:
        """Whether words of a query that are led to are a name."""
        covered = all(i in self._known for i in range(first, after))
        if self._is_written(first, after):
            return not _is_one_saying(first, after, self._known) or (one.within and not covered)
        return not covered and (one.within or is_strange(self._words(first, after), self._language))

    def _is_told(self, first: int, after: int, one: _Led) -> bool:
        """Whether words of a document that are led to are a name."""
        covered = sum(i in self._known for i in range(first, after))
        if self._is_written(first, after):
            # But "in Summer", where the reader sees no place.
            vouched = one.said is not PlaceRelation.NONE or is_unusual(self._words(first, after), self._language)
            return vouched and covered < after - first
        # "LOCATED IN MISSION HILL", "a cozy place in roslindale village"
        shouted = self._is_capital(first) and one.said is PlaceRelation.IN and not covered
        strange = first not in self._known and is_strange(self._norms[first], self._language)
        return one.within and (shouted or (one.led is PlaceRelation.IN and strange))

    def _is_written(self, first: int, after: int) -> bool:
        """Whether words are written like a name."""
        return self._capitals.tell(first) and self._is_capital(first) and self._is_capital(after - 1)

    def _is_capital(self, i: int) -> bool:
        return _is_capital_or_amount(self._text, self._items[i])

    def _words(self, first: int, after: int) -> str:
        return self._text[self._items[first].start : self._items[after - 1].end]


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


def _begins_before(text: str, items: Sequence[Item], first: int, language: Language) -> bool:
    """Whether a word that leads to places is the beginning of a name, as it is written and led to like one: in "di
    Seberang Ulu" nobody is across from anything."""
    return (
        first > 1
        and items[first - 1].norm in language.whereabouts
        and items[first - 2].norm in language.inside
        and all(_is_capital_or_amount(text, items[i]) for i in (first - 1, first))
        and not _is_capital_or_amount(text, items[first - 2])
    )


def _is_side(text: str, items: Sequence[Item], i: int, language: Language) -> bool:
    """Whether a word begins the name that follows it, as it is written like one: West Roxbury, New Bedford."""
    return (
        i >= 0
        and items[i].norm in language.sides | language.place_beginnings
        and all(_is_capital_or_amount(text, items[k]) and items[k].mention is None for k in (i, i + 1))
        and len(items[i].norm) > 1
    )


def _first_capital(text: str, items: Sequence[Item], first: int, after: int) -> int:
    """Where a name begins behind words that are said of it: "historic Beacon Hill"."""
    if not _is_capital_or_amount(text, items[after - 1]):
        return first
    return next(i for i in range(first, after) if _is_capital_or_amount(text, items[i]))


def _is_longer_name(
    text: str,
    items: Sequence[Item],
    inside: range,
    named: Container[int],
    known: Container[int],
    language: Language,
    *,
    goes_on: bool,
    written: bool,
) -> bool:
    """Whether a name that a list has is only a part of another: neither East Boston nor Jamaica Plain is what a list
    calls Boston and Jamaica, but "Boston MA" is Boston, and "south Boston" its south.

    `goes_on`: other words may follow it. `written`: capitals tell which words are of the name.
    """
    listed = [i for i in inside if i in named]
    if listed != list(range(listed[0], listed[-1] + 1)) or len(listed) == len(inside):
        return False
    before, behind = range(inside.start, listed[0]), range(listed[-1] + 1, inside.stop)
    capital = _is_capital_or_amount(text, items[listed[0]])
    words = [items[i] for i in (*before, *behind)]
    if any(not word.norm.isalpha() or _is_capital_or_amount(text, word) != capital for word in words):
        return False
    if behind and (not goes_on or items[behind[0]].norm in language.surroundings):
        return False
    written = written and capital
    begins = all(
        items[i].norm in language.sides | language.place_beginnings
        or (written and items[i].norm not in language.leads and i not in known)
        for i in before
    )
    return begins and not any(
        _says_which(text, items[i], language)
        or (not written and _ends_name(items[i], language))
        or (i in known and items[i].norm not in language.surroundings)
        for i in behind
    )


def _ends_name(item: Item, language: Language) -> bool:
    """Whether a small word behind a name is none of it; who writes "Jersey City Medical Center" tells so."""
    return item.norm in language.stopwords | language.fillers | language.articles | language.prepositions


def _says_which(text: str, item: Item, language: Language) -> bool:
    """Whether a word behind a name says which of its namesakes is meant: a state, a country, or the letters of one."""
    letters = text[item.start : item.end]
    return item.norm in language.states or (letters.isupper() and len(letters) <= _LONGEST_CODE)


def _may_name(item: Item, language: Language) -> bool:
    """Whether an item can be of a name: "of" is none, nor is a price."""
    return item.bare if item.mention is not None else item.norm not in language.stopwords


def _is_one_saying(first: int, after: int, known: Mapping[int, int]) -> bool:
    """Whether one saying of the pack is all of it: "Subway" after "near", or "Trader Joe's"."""
    return all(known.get(i, 0) >= after for i in range(first, after))


class _Capitals:
    """Where capitals tell a name from other words: not in what is written in nothing else."""

    def __init__(self, text: str, items: Sequence[Item], language: Language, *, by_sentence: bool) -> None:
        self._text = text
        self._language = language
        self._by_sentence = by_sentence
        self._led = language.whereabouts - language.prepositions
        self._sentence = [0] * len(items)
        for i in range(1, len(items)) if by_sentence else ():
            self._sentence[i] = self._sentence[i - 1] + (items[i - 1].norm in SENTENCE_ENDS)
        sentences: dict[int, list[Item]] = {}
        for item, number in zip(items, self._sentence, strict=True):
            sentences.setdefault(number, []).append(item)
        whole = self._are_few(items, few=True)
        self._tells = {number: self._are_few(words, few=whole) for number, words in sentences.items()}

    def tell(self, i: int) -> bool:
        """Whether they do so where an item stands."""
        return self._tells[self._sentence[i]]

    def _are_few(self, items: Sequence[Item], *, few: bool) -> bool:
        words = [item for item in items if item.norm[0].isalpha()]
        capitals = sum(_is_capital_or_amount(self._text, item) for item in words)
        if capitals and not self._by_sentence and any(self._is_written_small(item) for item in words):
            return True
        return bool(capitals) and (capitals <= _MOST_CAPITALS * len(words) or (few and len(words) <= _FEW_WORDS))

    def _is_written_small(self, item: Item) -> bool:
        """Whether a word is small that a title would have large: "room near Jersey City Medical Center"."""
        telling = names_something(item, self._language) or item.norm in self._led
        return telling and not _is_capital_or_amount(self._text, item)


def _is_capital_or_amount(text: str, item: Item) -> bool:
    return text[item.start].isupper() or item.mention is not None


def without_ending(words: str) -> str:
    """A name as it is compared: "South Boston's" is said of South Boston.

    >>> without_ending("South  Boston’s"), without_ending("St. John's Wood")
    ('South Boston', "St. John's Wood")
    """
    return _OWNING.sub("", " ".join(words.split()))


def is_strange(words: str, language: Language) -> bool:
    """Whether none of them is a word of the language, as in the name of a town."""
    return not any(_everyday(words, language))


def is_unusual(words: str, language: Language) -> bool:
    """Whether one of them at least is no word of the language: "hyde park"."""
    return not all(_everyday(words, language))


def _everyday(words: str, language: Language) -> Iterator[bool]:
    letters = "".join(letter if letter.isalnum() else " " for letter in words.casefold())
    return (any(word in everyday_words(code) for code in language.codes) for word in letters.split())
