"""Finds place names that no list contains: words that the text says to be in or near, written like
a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeAlias

from claimtree.languages import Language
from claimtree.languages.normalise import SENTENCE_ENDS
from claimtree.model.scopes import PlaceRelation, Scope
from claimtree.text.known_words import everyday_words
from claimtree.text.lexicon import Item
from claimtree.text.word_matches import names_something

_MOST_CAPITALS = 0.6
"""If a larger share of the words is capitalised, capitals do not distinguish names."""


_FEW_WORDS = 4
"""A text of at most this many words may consist of a name only."""


_LONGEST_CODE = 3
"""Maximum number of letters of a state or country code (MA, NYC, USA)."""


_SAID_NEAR = 0.85
"""Minimum probability, by the layers for names of places, that unusual or definite words of a query which are
written small name what it asks to be near ("close to the red line", "near hamilton park").

Of 45 names of nine cities, in six sentences each, 40 lie above on average; so do 37 of 51 kinds of places ("near the
metro", "near a public beach"), of which the form leaves a few: those with "the" and several words."""
_SURELY_NEAR = 0.9
"""The same for everyday words without an article ("near liberty state park"): 38 of the names and 18 of the kinds lie
above, of which "near community college" and "near big park" have the form of a name. Such a kind is then
searched for by its words as a name, so fewer homes meet it."""
_STATED_NEAR = 0.6
"""The same for words of a listing behind words of nearness."""
_STATED_WITHIN = 0.25
"""The same for words behind a distance, which is compared with what counts as near."""
_FEWEST = 2
"""Everyday words are a name only if there are several."""


_OWNING = re.compile("['’]s?$")


class PlaceNames(Protocol):
    """A gazetteer: place names beyond those of the pack."""

    def longest(self, words: Sequence[str], start: int) -> int:
        """Returns how many of the lower-cased words from `start` on are the name of a place; 0 for
        none."""

    def region(self, name: str) -> bool:
        """True if a place of that name is a region to be in, rather than a spot to be near."""

    def now(self) -> PlaceNames:
        """Returns the names as they are now, for a whole text: to see whether they have changed takes
        longer than to look one up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlisted:
    """Items first…after-1 that name a place which the pack does not list."""

    first: int
    after: int
    near: bool
    """True if the text is about being near it, not in it."""
    known: bool = False
    """A gazetteer knows the name."""


Leading: TypeAlias = Callable[[int], PlaceRelation | None]
"""Returns what the words before an item say about a name that begins there; None if they say
nothing."""


SaysNear: TypeAlias = Callable[[int, int], float]
"""Returns the probability that items first…after-1 name a place which the text says to be near."""
NearLed: TypeAlias = Callable[[int], PlaceRelation]
"""Returns WITHIN if a distance stands before an item, NEAR for words of nearness, else NONE."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _FoundWords:
    """Found words, with their relation to a place."""

    inside: range
    by_scope: PlaceRelation
    """The relation according to the scope reader."""
    led: PlaceRelation | None
    """The relation according to the words before it; documents only."""

    @property
    def relation(self) -> PlaceRelation:
        return self.led or self.by_scope

    @property
    def within(self) -> bool:
        return self.relation is PlaceRelation.IN


class UnlistedNames:
    """Finds unlisted names in one text.

    `named` are the items of listed names. `known` maps each item taken by another saying to that
    saying's end; `kinds` are those that are kinds of places. "near a park" means any park, so words
    count as a name only if a gazetteer knows them or they are written like one, except after "in",
    where hardly anything else stands. The same words are more ambiguous in documents, so there the
    words before a name (`leading`) count for more, and lower-case or everyday words for less.
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
        says_near: SaysNear | None = None,
        near_led: NearLed | None = None,
    ) -> None:
        """`says_near` and `near_led` find names to be near that are written small; without them there are none."""
        self._text = text
        self._items = items
        self._named = named
        self._known = known
        self._language = language
        self._places = places
        self._kinds = kinds
        self._leading = leading
        self._says_near = says_near
        self._near_led = near_led
        self._norms = [text[item.start : item.end].casefold() if item.bare else item.norm for item in items]
        self._capitals = Capitals(text, items, language, by_sentence=leading is not None)

    @cached_property
    def _places_now(self) -> PlaceNames | None:
        return self._places.now() if self._places is not None else None

    def among(self, found: Iterable[tuple[range, Scope]]) -> Iterator[Unlisted]:
        """Yields the names among the found words that state a location and that no list
        contains."""
        named_until = 0
        for inside, scope in found:
            if inside.start < named_until or not any(_may_name(self._items[i], self._language) for i in inside):
                continue
            one = self._extended(inside, scope.relation)
            name = self._longer(one) if any(i in self._named for i in one.inside) else self._new(one)
            if name is not None:
                if name.after > inside.stop:
                    named_until = name.after  # the next found words belong to this name
                yield name

    def _extended(self, inside: range, by_scope: PlaceRelation) -> _FoundWords:
        """Extends the found words to the left by a capitalised word that begins the name, and
        determines the relation."""
        if self._capitals.distinguish_names(inside.start):
            if _is_side(self._text, self._items, inside.start - 1, self._language):
                inside = range(inside.start - 1, inside.stop)  # the reader found the "Roxbury" of "West Roxbury"
            if _begins_before(self._text, self._items, inside.start, self._language):
                inside, by_scope = range(inside.start - 1, inside.stop), PlaceRelation.IN
            if self._leading is None and by_scope is not PlaceRelation.IN and any(i in self._named for i in inside):
                inside = range(inside.start, self._end_of_capitals(inside))
        led = self._leading(inside.start) if self._leading is not None else None
        return _FoundWords(inside=inside, by_scope=by_scope, led=led)

    def _end_of_capitals(self, inside: range) -> int:
        """Returns where a name of a query ends, by its capitals: the reader found the "Union
        Square" of "Union Square Farmers Market". Another listed name is not included."""
        after = inside.stop
        if not self._is_capital(inside.stop - 1):
            return after
        while after < len(self._items) and after not in self._named and self._is_word_of_name(after):
            after += 1
        return after

    def _is_word_of_name(self, i: int) -> bool:
        return self._items[i].norm.isalpha() and self._items[i].mention is None and self._is_capital(i)

    def _longer(self, one: _FoundWords) -> Unlisted | None:
        """Returns the name if it contains a listed one but is longer."""
        if self._leading is not None:
            goes_on = one.led is PlaceRelation.IN  # otherwise "Boston Gem" is only Boston
        else:
            goes_on = self._capitals.distinguish_names(one.inside.start) or not self._is_capital(one.inside.start)
            goes_on |= self._is_kind(one.inside.stop - 1)  # "MIAMI BEACH"
        known = {i for i in one.inside if i in self._known and not self._is_in_name(i, one)}
        if not _is_longer_name(
            self._text, self._items, one.inside, self._named, known, self._language,
            kinds={i for i in one.inside if self._leading is None and self._is_kind(i)}, goes_on=goes_on,
            written=self._leading is None and not one.within and self._capitals.distinguish_names(one.inside.start),
        ):  # fmt: skip
            return None
        return Unlisted(first=one.inside.start, after=one.inside.stop, near=not one.within)

    def _is_in_name(self, i: int, one: _FoundWords) -> bool:
        """True if a known word beside a name of a query belongs to a longer name.

        That is a kind of place ("boston university", but not the plural "boston universities"), or
        any capitalised word of a name to be near.
        """
        if self._leading is not None:
            return False
        return self._is_kind(i) or (not one.within and self._capitals.distinguish_names(i) and self._is_capital(i))

    def _is_kind(self, i: int) -> bool:
        """True if the word is a kind of place in the singular."""
        return i in self._kinds and self._items[i].word == self._items[i].norm

    def _new(self, one: _FoundWords) -> Unlisted | None:
        """Returns the name if it contains no listed one."""
        first, after = _bare_name(self._norms, one.inside, self._language)
        if self._leading is not None and self._capitals.distinguish_names(first):
            first = _first_capital(self._text, self._items, first, after)
        longest = self._places_now.longest(self._norms, first) if self._places_now is not None else 0
        is_known = longest > 0 and self._known.get(first, first) < first + longest
        if one.relation is PlaceRelation.NONE:
            # "Lantern Waste, 1br": no preposition, but the words are exactly the name of a known
            # place.
            alone = is_known and longest == after - first and longest > 1
            return Unlisted(first=first, after=after, near=False, known=True) if alone else None
        is_name = self._is_asked(first, after, one) if self._leading is None else self._is_marked(first, after, one)
        if not (is_known or is_name):
            return None
        return Unlisted(first=first, after=max(after, first + longest), near=not one.within, known=is_known)

    def _is_asked(self, first: int, after: int, one: _FoundWords) -> bool:
        """True if words of a query that follow "in", "near" or the like are a name."""
        covered = all(i in self._known for i in range(first, after))
        if self._is_written(first, after):
            return not _is_one_saying(first, after, self._known) or (one.within and not covered)
        strange = one.within or is_strange(self._words(first, after), self._language)
        return not covered and (strange or self._is_one_place(first, after))

    def _is_one_place(self, first: int, after: int) -> bool:
        """True if words of a query, written small, name one place to be near, rather than a kind of them: "the
        red line", "hamilton park", but not "a big park" or "the beaches".
        """
        led = self._near_relation(first)
        if self._says_near is None or led is PlaceRelation.NONE:
            return False
        article = self._norms[first - 1] if first and self._norms[first - 1] in self._language.articles else ""
        definite = article in self._language.definite
        words = range(first, after - 1 if self._is_kind(after - 1) else after)
        if (article and not definite) or not words or any(self._is_plain(i) for i in words):
            return False
        if self._is_plural(after - 1):
            return False
        unusual = is_unusual(self._words(words.start, words.stop), self._language)
        if not unusual and after - first < _FEWEST:
            return False
        # An article before a kind does not make it a name: "the train station", "the nearest park".
        marked = unusual or (definite and words.stop == after)
        if marked and led is PlaceRelation.WITHIN:
            return self._says_near(first, after) >= _STATED_WITHIN
        return self._says_near(first, after) >= (_SAID_NEAR if marked else _SURELY_NEAR)

    def _near_relation(self, first: int) -> PlaceRelation:
        return self._near_led(first) if self._near_led is not None else PlaceRelation.NONE

    def _is_plain(self, i: int) -> bool:
        """True if a word is known, praises or says how much, so that it begins no name."""
        item, language = self._items[i], self._language
        if i in self._known or item.mention is not None or not item.norm[0].isalpha():
            return True
        return item.norm in language.vague | language.praise | language.fillers | language.own

    def _is_plural(self, i: int) -> bool:
        return self._items[i].word != self._items[i].norm

    def _is_marked(self, first: int, after: int, one: _FoundWords) -> bool:
        """True if words of a document that follow "in", "near" or the like are a name."""
        covered = sum(i in self._known for i in range(first, after))
        if self._is_written(first, after):
            # But not "in Summer", where the scope reader sees no place.
            vouched = one.by_scope is not PlaceRelation.NONE or is_unusual(self._words(first, after), self._language)
            return covered < after - first and (vouched or self._is_stated_near(first, after))
        if not one.within and self._is_stated_near(first, after):
            return True
        # "LOCATED IN MISSION HILL", "a cozy place in roslindale village"
        shouted = self._is_capital(first) and one.by_scope is PlaceRelation.IN and not covered
        strange = first not in self._known and is_strange(self._norms[first], self._language)
        return one.within and (shouted or (one.led is PlaceRelation.IN and strange))

    def _is_stated_near(self, first: int, after: int) -> bool:
        """True if several words of a document, written small, name what it says to be near ("5 minutes to the
        convention center", "walking distance to liberty state park")."""
        led = self._near_relation(first)
        if self._says_near is None or after - first < _FEWEST or led is PlaceRelation.NONE:
            return False
        words = range(first, after - 1 if self._is_kind(after - 1) else after)
        if any(self._is_plain(i) for i in words) or self._is_plural(after - 1):
            return False
        return self._says_near(first, after) >= (_STATED_WITHIN if led is PlaceRelation.WITHIN else _STATED_NEAR)

    def _is_written(self, first: int, after: int) -> bool:
        """True if words are capitalised like a name."""
        return self._capitals.distinguish_names(first) and self._is_capital(first) and self._is_capital(after - 1)

    def _is_capital(self, i: int) -> bool:
        return _is_capital_or_amount(self._text, self._items[i])

    def _words(self, first: int, after: int) -> str:
        return self._text[self._items[first].start : self._items[after - 1].end]


def _bare_name(norms: Sequence[str], inside: range, language: Language) -> tuple[int, int]:
    """Returns start and end of a name without introducing words ("the city of Lowell", "the Salem
    area")."""
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
    """True if a word of place is the capitalised beginning of a name ("di Seberang Ulu" is in
    Seberang Ulu, not across from Ulu)."""
    return (
        first > 1
        and items[first - 1].norm in language.whereabouts
        and items[first - 2].norm in language.inside
        and all(_is_capital_or_amount(text, items[i]) for i in (first - 1, first))
        and not _is_capital_or_amount(text, items[first - 2])
    )


def _is_side(text: str, items: Sequence[Item], i: int, language: Language) -> bool:
    """True if the word begins the name that follows it, by its capitals (West Roxbury, New
    Bedford)."""
    return (
        i >= 0
        and items[i].norm in language.sides | language.place_beginnings
        and all(_is_capital_or_amount(text, items[k]) and items[k].mention is None for k in (i, i + 1))
        and len(items[i].norm) > 1
    )


def _first_capital(text: str, items: Sequence[Item], first: int, after: int) -> int:
    """Returns where a name begins after lower-case adjectives ("historic Beacon Hill")."""
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
    kinds: Container[int],
    goes_on: bool,
    written: bool,
) -> bool:
    """True if a listed name is only a part of a longer one: East Boston and Jamaica Plain are not
    the listed Boston and Jamaica, but "Boston MA" is Boston, and "south Boston" its south.

    `kinds`: words that are a kind of place, as in "jersey city medical center". `goes_on`: other
    words may follow the listed name. `written`: capitals tell which words belong to the name.
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
        or (not written and i not in kinds and _ends_name(items[i], language))
        or (i in known and items[i].norm not in language.surroundings)
        for i in behind
    )


def _ends_name(item: Item, language: Language) -> bool:
    """True if the word is a function word that ends a name; not used if capitals tell ("Jersey City
    Medical Center")."""
    return item.norm in language.stopwords | language.fillers | language.articles | language.prepositions


def _says_which(text: str, item: Item, language: Language) -> bool:
    """True if a word after a name says which namesake is meant: a state, a country, or its code."""
    letters = text[item.start : item.end]
    return item.norm in language.states or (letters.isupper() and len(letters) <= _LONGEST_CODE)


def _may_name(item: Item, language: Language) -> bool:
    """True if an item can be part of a name; "of" and prices cannot."""
    return item.bare if item.mention is not None else item.norm not in language.stopwords


def _is_one_saying(first: int, after: int, known: Mapping[int, int]) -> bool:
    """True if a single saying of the pack covers all of it ("Subway" after "near", or "Trader
    Joe's")."""
    return all(known.get(i, 0) >= after for i in range(first, after))


class Capitals:
    """Decides where capitals distinguish names: not in text that is mostly capitalised."""

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
        few_in_all = self._are_few(items, few=True)
        self._tells = {number: self._are_few(words, few=few_in_all) for number, words in sentences.items()}

    def distinguish_names(self, i: int) -> bool:
        """True if capitals distinguish names at this item."""
        return self._tells[self._sentence[i]]

    def _are_few(self, items: Sequence[Item], *, few: bool) -> bool:
        words = [item for item in items if item.norm[0].isalpha()]
        capitals = sum(_is_capital_or_amount(self._text, item) for item in words)
        if capitals and not self._by_sentence and any(self._is_written_small(item) for item in words):
            return True
        return bool(capitals) and (capitals <= _MOST_CAPITALS * len(words) or (few and len(words) <= _FEW_WORDS))

    def _is_written_small(self, item: Item) -> bool:
        """True if a word is lower-case that a title would capitalise ("room near Jersey City
        Medical Center")."""
        is_meaningful = names_something(item, self._language) or item.norm in self._led
        return is_meaningful and not _is_capital_or_amount(self._text, item)


def _is_capital_or_amount(text: str, item: Item) -> bool:
    return text[item.start].isupper() or item.mention is not None


def without_ending(words: str) -> str:
    """Returns the name without its possessive ending, for comparison ("South Boston's" is South
    Boston).

    >>> without_ending("South  Boston’s"), without_ending("St. John's Wood")
    ('South Boston', "St. John's Wood")
    """
    return _OWNING.sub("", " ".join(words.split()))


def is_strange(words: str, language: Language) -> bool:
    """True if none of the words is an everyday word of the language, as in most names of towns."""
    return not any(_everyday(words, language))


def is_unusual(words: str, language: Language) -> bool:
    """True if at least one of the words is not an everyday word of the language ("hyde park")."""
    return not all(_everyday(words, language))


def _everyday(words: str, language: Language) -> Iterator[bool]:
    letters = "".join(letter if letter.isalnum() else " " for letter in words.casefold())
    return (any(word in everyday_words(code) for code in language.codes) for word in letters.split())
