"""Looks up which places a name may mean, and how likely: by exact keys first, then with typos."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from claimtree.model.name_folding import fold
from claimtree.model.places import Place
from claimtree.places.forms import Form, Forms, without_brackets
from claimtree.places.names import Words, Writing, key_of, tokens
from claimtree.places.typos import Typos, likeness_after, may_be_mistyped, numbers_in

SURE: Final = 0.8
"""Below this likeness a place is not taken for the one asked for."""
QUALIFIED: Final = 0.99
"""Likeness of a name with its region: "Williamsburg, Brooklyn"."""
MISTYPED: Final = 0.98
"""Maximum likeness of a name that is spelled differently: "Universita sNegeri"."""
_ACRONYM: Final = 5
"""Maximum length of an acronym in capitals: "UISU" is no mistyped "UMSU"."""
_MOST_WORDS: Final = 20
"""Maximum number of words of a name in a query, including punctuation."""
_SEPARATORS: Final = frozenset(".-'/()&+")
"""Punctuation within a name; any other ends it."""


class Lookup:
    """The names of all places, each in its forms."""

    def __init__(self, places: Sequence[Place], writing: Writing, forms: Forms) -> None:
        self._places = places
        self._writing = writing
        self._forms = forms
        self._by_key: dict[str, list[tuple[int, Form]]] = {}
        self._by_sort_only: dict[str, list[tuple[int, Form]]] = {}
        """Forms that count only if a word beside the name denotes the sort of place."""
        self.parents: dict[str, str] = {parent: writing.key(parent) for parent in {place.parent for place in places}}
        """The key of each parent that a place names."""
        regions = frozenset(self.parents.values())
        for i, place in enumerate(places):
            for form in forms.own(place):
                # "Medan" does not mean "Stasiun Medan", even if the city itself is not loaded.
                kept = self._by_key if form.worth == 1 or form.key not in regions else self._by_sort_only
                kept.setdefault(form.key, []).append((i, form))

    def exact(self, name: str) -> dict[int, float]:
        """Returns the places that may be meant and how likely, by exact keys of all forms of the
        name; also unlikely ones (below `SURE`), such as a place of another sort than the name
        says."""
        found: dict[int, float] = {}
        for asked in self._forms.asked(name):
            self._collect(found, asked)
        if max(found.values(), default=0) < SURE:
            for asked in self._forms.asked(name):
                self._qualified(found, asked)
        return found

    def mistyped(self, name: str) -> dict[int, float]:
        """Returns the same for a name with typos. Abbreviations may be mistyped too, so names are
        also compared as they are written: "Bedford Ac" is not an abbreviation."""
        found: dict[int, float] = {}
        for asked in self._forms.asked(name):
            for key, alike in self._misspelled_as(self._typos, self._keys, asked.key):
                for i, own in self._by_key[key]:
                    if self._may_be(i, key, asked.words, own.words):
                        found[i] = max(
                            alike * self._forms.match_probability(asked, own, self._places[i].kind), found.get(i, 0.0)
                        )
        written = tuple(tokens(fold(name)))
        numbers = numbers_in(self._writing.words(name))
        typos, keys, by_written = self._as_written
        for key, alike in self._misspelled_as(typos, keys, key_of(written)):
            for i, words in by_written[key]:
                # As written, "Darat II" is one typo away from "Darat I".
                if self._may_be(i, key, written, words) and numbers == numbers_in(self._writing.expand(list(words))):
                    found[i] = max(min(alike, MISTYPED), found.get(i, 0.0))
        return found

    def similar(self, name: str, *, limit: int) -> list[int]:
        """Returns places with similar names: those that begin with its words, then those with
        similar letters."""
        key = self._writing.key(name)
        found: dict[int, None] = {}
        start = bisect_left(self._keys, key) if len(key) > 2 else len(self._keys)
        for other in self._keys[start : start + 4 * limit]:
            if other.startswith(key):
                found.update(dict.fromkeys(i for i, _ in self._by_key[other]))
        for position in self._typos.similar(key, limit=limit):
            found.update(dict.fromkeys(i for i, _ in self._by_key[self._keys[position]]))
        return list(found)[: 20 * limit]

    def longest(self, words: Sequence[str], start: int) -> int:
        """Returns how many of the words, from `start` on, are a name, including words for its sort;
        0 for none."""
        led = self._forms.count_sort_words(words[start : start + 4])
        taken, places = self._longest(words, start)
        if led and not taken:
            taken, places = self._longest(words, start + led)
            if not taken or not self._answers(words[start : start + led + taken]):
                return 0
            taken += led
        after = start + taken
        if (
            taken
            and after < len(words)
            and any(self._forms.is_sort_word_after(words[after], place.kind) for place in places)
        ):
            taken += 1
        return taken

    def _longest(self, words: Sequence[str], start: int) -> tuple[int, list[Place]]:
        taken, places = 0, []
        for end in range(start + 1, min(len(words), start + _MOST_WORDS) + 1):
            word = words[end - 1]
            if not any(letter.isalnum() for letter in word):
                if word in _SEPARATORS and end - 1 > start:
                    continue
                break
            key = key_of(self._writing.words(" ".join(words[start:end])))
            if (found := self._by_key.get(key)) and len(key) > 1 and not key.isdigit():
                taken, places = end - start, [self._places[i] for i, _ in found]
            if not self._begins(key) and not self._writing.unfinished(words[start:end]):
                break
        return taken, places

    def _answers(self, words: Sequence[str]) -> bool:
        found: dict[int, float] = {}
        for asked in self._forms.asked(" ".join(words)):
            self._collect(found, asked)
        return max(found.values(), default=0) >= SURE

    def _begins(self, key: str) -> bool:
        position = bisect_left(self._keys, key)
        return position < len(self._keys) and self._keys[position].startswith(key)

    def _collect(self, found: dict[int, float], asked: Form, *, at_most: float = 1.0) -> None:
        hidden = self._by_sort_only.get(asked.key, ()) if asked.sorts else ()
        for i, own in (*self._by_key.get(asked.key, ()), *hidden):
            likeness = min(at_most, self._forms.match_probability(asked, own, self._places[i].kind))
            if likeness > found.get(i, 0.0):
                found[i] = likeness

    def _qualified(self, found: dict[int, float], asked: Form) -> None:
        """Adds the places of the name that lie in the region given after it ("Williamsburg,
        Brooklyn")."""
        for n in range(1, len(asked.words)):
            name, region = asked.words[:n], key_of(asked.words[n:])
            within: dict[int, float] = {}
            self._collect(within, Form(name, key_of(name), asked.worth, asked.sorts), at_most=QUALIFIED)
            for i, likeness in within.items():
                if region in self._line(i):
                    found[i] = max(likeness, found.get(i, 0.0))

    def _line(self, i: int) -> set[str]:
        """Returns the keys of the regions that a place says it lies in, transitively."""
        found: set[str] = set()
        waiting = [self.parents[self._places[i].parent]]
        while waiting:
            key = waiting.pop()
            if key and key not in found:
                found.add(key)
                waiting += [
                    self.parents[self._places[j].parent] for j, own in self._by_key.get(key, ()) if own.worth == 1
                ]
        return found

    def _misspelled_as(self, typos: Typos, keys: Sequence[str], key: str) -> Iterator[tuple[str, float]]:
        for position, slips in typos.near(key):
            yield keys[position], likeness_after(slips, max(len(key), len(keys[position])))

    def _may_be(self, i: int, key: str, asked: Words, own: Words) -> bool:
        return may_be_mistyped(asked, own, self._writing.distinguishing) and not self._is_acronym(i, key)

    def _is_acronym(self, i: int, key: str) -> bool:
        if len(key) > _ACRONYM:
            return False
        place = self._places[i]
        return any(name.isupper() and self._writing.key(name) == key for name in (place.name, *place.aliases))

    @cached_property
    def _as_written(self) -> tuple[Typos, tuple[str, ...], dict[str, list[tuple[int, Words]]]]:
        """The names by their words as written, with abbreviations unchanged."""
        found: dict[str, list[tuple[int, Words]]] = {}
        for i, place in enumerate(self._places):
            for name in (place.name, *place.aliases):
                words = tuple(tokens(fold(without_brackets(name))))
                if words:
                    found.setdefault(key_of(words), []).append((i, words))
        keys = tuple(found)
        return Typos(keys), keys, found

    @cached_property
    def _keys(self) -> list[str]:
        return sorted(self._by_key)

    @cached_property
    def _typos(self) -> Typos:
        return Typos(self._keys)
