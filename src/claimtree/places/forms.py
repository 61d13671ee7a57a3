"""Alternative forms of a place name: as it is, without brackets, without words for the sort of
place.

Both the name asked for and the place's own name have forms; if two forms have the same key, the
place may be meant. Each form has a worth as evidence for that: 1 for the name itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from claimtree.model.name_folding import fold
from claimtree.model.pack import PlacesSpec
from claimtree.model.places import Place
from claimtree.places.area_kinds import AREA, AREA_KINDS
from claimtree.places.names import Words, Writing, key_of, tokens

SAME_SORT: Final = 0.98
"""The name with a word for the place's own sort: "Bedford Av station" for the station Bedford
Av."""
MAYBE_SORT: Final = 0.95
"""The same if the sort of the place is unknown."""
OTHER_SORT: Final = 0.75
"""The name with a word for another sort: "Prospect Park station" for the park."""
LEFT_OUT: Final = 0.94
"""Without a part that is often left out: "Setia Budi" for "Jalan Setia Budi"."""
INITIALS: Final = 0.95
"""The initials of a university: "USU" for "Universitas Sumatera Utara"."""
ONE_HALF: Final = 0.9
"""Half of a double name: "Times Square" for "Times Sq-42 St"."""

_BRACKETS: Final = re.compile(r"\s*[(\[][^)\]]*[)\]]")
_HALVES: Final = re.compile(r"\s*/\s*|\s+[-–—]\s+|(?<=\w)[-–—](?=\w)")
_UNIVERSITY: Final = "university"
_SMALL: Final = frozenset({"and", "at", "di", "for", "in", "of", "on", "the"})
_MOST_SORTS: Final = 2
"""Words for the sort may be on both sides, or twice: "subway stop"."""
_MOST_SORT_WORDS: Final = 3
"""Maximum number of words beside a name that denote the sort of place: "stasiun kereta api"."""


@dataclass(frozen=True, slots=True)
class Form:
    """One form of a name, its worth, and the sorts of place that the words beside it denote."""

    words: Words
    key: str
    worth: float = 1.0
    sorts: frozenset[str] = frozenset()


_Found: TypeAlias = dict[tuple[str, frozenset[str]], Form]
_SortWords: TypeAlias = dict[Words, frozenset[str]]


class Forms:
    """Finds the forms of names, in the languages of a `Writing` and with a pack's kinds of
    places."""

    def __init__(self, writing: Writing, spec: PlacesSpec | None = None) -> None:
        self._writing = writing
        self._spec = spec
        self._before, self._after = self._sort_words()
        self._left_out_before = {tuple(text.split()) for table in writing.tables for text in table.left_out_before}
        self._left_out_after = {tuple(text.split()) for table in writing.tables for text in table.left_out_after}
        self._sorts: dict[str, frozenset[str]] = {}

    def asked(self, text: str) -> tuple[Form, ...]:
        """Returns the forms of a name asked for, the most literal first."""
        found: _Found = {}
        _add(found, self._writing.words(text))
        _add(found, self._writing.with_saint(text))
        if "(" in text or "[" in text:
            _add(found, self._writing.words(without_brackets(text)), SAME_SORT)
        for _ in range(_MOST_SORTS):
            for form in tuple(found.values()):
                for words, sorts in self._without_sort(form.words):
                    _add(found, words, form.worth, sorts | form.sorts)
        for form in tuple(found.values()):
            _add(found, self._without_titles(form.words), form.worth * LEFT_OUT, form.sorts)
        if not found and (key := self._writing.key(text)):
            return (Form((key,), key),)
        return tuple(found.values())

    def own(self, place: Place) -> tuple[Form, ...]:
        """Returns the forms of a place's own names."""
        found: _Found = {}
        for name in (place.name, *place.aliases):
            self._add_own(found, name)
        if _UNIVERSITY in self.sorts_of(place.kind):
            initials = "".join(word[0] for word in self._writing.words(place.name) if word not in _SMALL)
            if len(initials) > 2:
                _add(found, (initials,), INITIALS)
        return tuple(found.values())

    def match_probability(self, asked: Form, own: Form, kind: str) -> float:
        """Returns how likely a place of that kind is meant if a form asked for and one of its own
        have the same key."""
        both = asked.worth * own.worth
        if not asked.sorts:
            return both
        sorts = self.sorts_of(kind) | own.sorts
        if asked.sorts <= sorts:
            return both * SAME_SORT
        return both * (MAYBE_SORT if not sorts or asked.sorts & sorts else OTHER_SORT)

    def sorts_of(self, kind: str) -> frozenset[str]:
        """Returns the sorts of place that a kind belongs to; empty if no table knows it."""
        known = self._sorts.get(kind)
        if known is None:
            known = self._sorts[kind] = self._find_sorts(kind)
        return known

    def count_sort_words(self, words: Sequence[str]) -> int:
        """Returns how many of the words, before a name, denote its sort of place; words for areas
        do not count, since they are no part of a name."""
        for n in range(min(len(words) - 1, _MOST_SORT_WORDS), 0, -1):
            if _names_a_place(self._before.get(self._writing.expand(list(words[:n])), frozenset())):
                return n
        return 0

    def is_sort_word_after(self, word: str, kind: str) -> bool:
        """Whether the word, after the name of a place of that kind, denotes its sort."""
        sorts = self._after.get(self._writing.expand([word]), frozenset())
        return _names_a_place(sorts) and sorts <= self.sorts_of(kind)

    def _add_own(self, found: _Found, name: str) -> None:
        words = self._writing.words(name)
        _add(found, words or tuple(filter(None, (self._writing.key(name),))))
        _add(found, self._writing.with_saint(name))
        if "(" in name or "[" in name:
            name = without_brackets(name)
            words = self._writing.words(name)
            _add(found, words)
        for half in _halves(name):
            _add(found, self._writing.words(half), ONE_HALF)
        for n in range(min(_MOST_SORT_WORDS, len(words) - 1), 0, -1):
            if words[:n] in self._left_out_before:
                self._add_short(found, words[n:], self._before.get(words[:n], frozenset()))
            if words[-n:] in self._left_out_after:
                self._add_short(found, words[:-n], self._after.get(words[-n:], frozenset()))
        if not self._writing.titles.isdisjoint(words):
            _add(found, self._without_titles(words), LEFT_OUT)

    def _add_short(self, found: _Found, words: Words, sorts: frozenset[str]) -> None:
        _add(found, words, LEFT_OUT, sorts)
        if not self._writing.titles.isdisjoint(words):
            _add(found, self._without_titles(words), LEFT_OUT * LEFT_OUT, sorts)

    def _without_sort(self, words: Words) -> Iterator[tuple[Words, frozenset[str]]]:
        for n in range(min(_MOST_SORT_WORDS, len(words) - 1), 0, -1):
            if (sorts := self._before.get(words[:n])) is not None:
                yield words[n:], sorts
            if (sorts := self._after.get(words[-n:])) is not None:
                yield words[:-n], sorts

    def _without_titles(self, words: Words) -> Words:
        return tuple(word for word in words if word not in self._writing.titles) or words

    def _folded_words(self, text: str) -> Words:
        return self._writing.expand(tokens(fold(text.replace("_", " "))))

    def _sort_words(self) -> tuple[_SortWords, _SortWords]:
        """Returns the words that may precede and follow names, with the sorts of place they
        denote."""
        before: _SortWords = {}
        after: _SortWords = {}
        for table in self._writing.tables:
            for sort, sayings in table.sorts.items():
                for words in (self._folded_words(saying) for saying in sayings):
                    before[words] = after[words] = before.get(words, frozenset()) | {sort}
            for side, areas in ((before, table.areas_before), (after, table.areas_after)):
                for saying, sort in areas.items():
                    side.setdefault(self._folded_words(saying), frozenset({AREA, sort} if sort else ()))
        for kind in self._spec.kinds.values() if self._spec else ():
            called = [self._folded_words(text) for text in (kind.name, kind.title, *kind.also)]
            known = {sort for words in called for sort in before.get(words, frozenset())}
            for words in called:
                if 0 < len(words) <= _MOST_SORT_WORDS:
                    before.setdefault(words, frozenset(known or {str(kind.name)}))
                    after.setdefault(words, frozenset(known or {str(kind.name)}))
        return before, after

    def _find_sorts(self, kind: str) -> frozenset[str]:
        spec = {str(name): spec for name, spec in self._spec.kinds.items()}.get(kind) if self._spec else None
        found: set[str] = set()
        for words in map(self._folded_words, (kind, *((spec.title, *spec.also) if spec else ()))):
            found |= self._before.get(words, frozenset()) | self._after.get(words, frozenset())
        if kind in AREA_KINDS or (self._spec and kind in self._spec.regions):
            found |= {AREA, *AREA_KINDS.get(kind, ())}
        return frozenset(found)


def without_brackets(name: str) -> str:
    """Removes bracketed parts ("Bedford Av" of "Bedford Av (L)")."""
    return _BRACKETS.sub("", name).strip() if "(" in name or "[" in name else name


def _names_a_place(sorts: frozenset[str]) -> bool:
    return bool(sorts) and AREA not in sorts


def _add(found: _Found, words: Words, worth: float = 1.0, sorts: frozenset[str] = frozenset()) -> None:
    """Adds a form unless its key is there already: forms are added in order of worth."""
    if words:
        key = key_of(words)
        if (key, sorts) not in found:
            found[key, sorts] = Form(words, key, worth, sorts)


def _halves(name: str) -> list[str]:
    """Returns the halves of a double name that are long enough to be a name ("Times Sq-42 St", not
    "Bed-Stuy")."""
    if not ("/" in name or "-" in name or "–" in name or "—" in name):
        return []
    parts = _HALVES.split(name)
    return [part for part in parts if len(tokens(fold(part))) > 1] if len(parts) > 1 else []
