"""Finds people of a tree by name: the words of all names, and who may be meant by some of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from claimtree.family_trees.tree import Person
from claimtree.model.name_folding import fold
from claimtree.person_names.compare import match_names
from claimtree.person_names.name_data import name_words
from claimtree.person_names.name_keys import asked_keys, stored_keys
from claimtree.person_names.word_ties import formal_of

_LIKE: Final = 0.5
"""The least probability with which a name that is written otherwise is taken to be meant."""
_MOST_COMPARED: Final = 3_000
_EVERYDAY_TITLES: Final = frozenset(
    ("father", "brother", "sister", "the", "late", "elder", "widow", "master", "count", "chief", "judge", "st", "saint")
)
"""Titles that are other words, too, where they are written small."""
PARTICLES: Final = frozenset(
    ("of", "the", "de", "von", "van", "da", "di", "la", "le", "du", "and", "del", "des", "der", "zu")
)
"""Words of names that are no one's name."""
NUMERALS_IN_ORDER: Final = (
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii",
    "xviii",
)  # fmt: skip
NUMERALS: Final = frozenset(NUMERALS_IN_ORDER)
"""Of rulers of one name."""


@dataclass(frozen=True, slots=True)
class _Listed:
    id: str
    full: tuple[str, ...]
    given: tuple[str, ...]
    words: frozenset[str]
    titles: frozenset[str]
    shown: str


class PeopleNames:
    """The names of the people of a tree."""

    def __init__(self, people: Iterable[Person]) -> None:
        self._listed: list[_Listed] = []
        self._by_word: dict[str, set[int]] = {}
        self._keys: dict[str, list[int]] | None = None
        self._surnames: set[str] = set()
        self._first: set[str] = set()
        self._realms: set[str] = set()
        """Of what people of the tree have a title: "england" of "King of England"."""
        for person in people:
            titles = frozenset(word for one in person.all("title") for word in words_of(one.value))
            for one in person.all("title"):
                _, of, realm = one.value.partition(" of ")
                self._realms.update(words_of(realm) if of else ())
            for name in person.names:
                full = words_of(name.full)
                given = words_of(name.given) or full
                words = frozenset((*full, *words_of(name.nickname)))
                at = len(self._listed)
                self._listed.append(_Listed(person.id, full, given, words, titles, name.shown))
                for word in words:
                    self._by_word.setdefault(word, set()).add(at)
                self._first.update(full[:1])
                if len(surname := words_of(name.surname)) == 1:
                    self._surnames.add(surname[0])
        self.find = lru_cache(maxsize=1 << 10)(self._find)

    def is_word(self, word: str) -> bool:
        """True if some name has this word, or it is a title before names."""
        return word in self._by_word or word in self._realms or word in _titles() - _EVERYDAY_TITLES

    def is_part(self, word: str) -> bool:
        """True if some name has this word, which is more than a particle: "of", "and"."""
        return word in self._by_word and word not in PARTICLES

    def is_given(self, word: str) -> bool:
        """True if the name of somebody begins with this word."""
        return word in self._first

    def is_surname(self, word: str) -> bool:
        """True if this is the family name of somebody."""
        return fold(word) in self._surnames

    def holders(self, words: Sequence[str]) -> tuple[str, ...]:
        """Returns the ids of those of whom one name has all these words."""
        found = [self._by_word.get(word, set[int]()) for word in words]
        at = set.intersection(*found) if found else set[int]()
        return tuple(dict.fromkeys(self._listed[one].id for one in sorted(at)))

    def is_called(self, name: str) -> bool:
        """True if somebody is called this, as it is written; a title before the name may be missing."""
        asked = words_of(name)
        plain = tuple(word for word in asked if word not in _titles())
        if not asked:
            return False
        return bool(self._of_words(asked, ()) or (plain and self._of_words(plain, ())) or self._of_title(plain))

    def _of_title(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Returns those of a title that is said in full behind the name: "George V of England", King of England."""
        return self._of_titles(words) if "of" in words else ()

    def _find(self, name: str) -> tuple[str, ...]:
        """Returns the ids of those who may be meant, by the best of several ways to match that finds somebody."""
        asked, plain = words_of(name), plain_words(name)
        titles = tuple(word for word in asked if word in _titles())
        for words, needed in ((asked, ()), (plain, titles), (plain, ())):
            found = self._of_words(words, needed)
            if found:
                return found
        return self._of_titles(plain) or self._like(name)

    def _of_titles(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Returns those of whom a title has what their names have not: "Marie of Romania", Queen of Romania."""
        found = [
            one
            for one in (self._listed[at] for at in sorted(self._by_word.get(words[0], ()) if len(words) > 1 else ()))
            if one.titles and one.full[:1] == words[:1] and set(words) <= one.words | one.titles
        ]
        return tuple(dict.fromkeys(one.id for one in found))

    def _of_words(self, words: tuple[str, ...], titles: tuple[str, ...]) -> tuple[str, ...]:
        holders: set[int] | None = None
        for word in words:
            own = set(self._by_word.get(word, ()))
            holders = own if holders is None else holders & own
        found = [self._listed[at] for at in sorted(holders or ())]
        found = [one for one in found if all(title in one.titles | one.words for title in titles)]
        ruler = len(words) > 1 and words[-1] in NUMERALS
        # "Philip II" may be the one of Spain, and Philip II Augustus.
        exact = [one for one in found if one.full == words or (ruler and one.full[: len(words)] == words)]
        if len(words) == 1:
            # "Philip" and "Prince Philip" are any who are called so first, and not only one who has no other name.
            exact = [one for one in found if words[0] in (one.given[0], one.full[0])] if exact else exact
        if not exact and (titles or len(words) > 1):
            exact = [one for one in found if one.given == words]
        return tuple(dict.fromkeys(one.id for one in exact or found))

    def _like(self, name: str) -> tuple[str, ...]:
        """Returns those whose names are other forms or spellings of a name, the likeliest ones alone."""
        by_key = self._by_key()
        asked = sum(word not in _titles() and word not in NUMERALS for word in words_of(name))
        near = dict.fromkeys(at for key in asked_keys(name) for at in by_key.get(key, ()))
        formal = {formal for word in words_of(name) for formal in formal_of(word)}
        near |= dict.fromkeys(at for word in formal for at in self._by_word.get(word, ()))
        numerals = {word for word in words_of(name)[1:] if word in NUMERALS}
        scored: dict[str, float] = {}
        for at in list(near)[:_MOST_COMPARED]:
            one = self._listed[at]
            if sum(word not in NUMERALS for word in one.words) < asked:
                # "Ernest Simpson" is not just any Ernest, nor Philip II Philip Mountbatten.
                continue
            if not numerals <= one.words:
                # Nobody else is Elizabeth II.
                continue
            probability = match_names(name, one.shown).probability
            if probability >= _LIKE:
                scored[one.id] = max(probability, scored.get(one.id, 0.0))
        best = max(scored.values(), default=0.0)
        return tuple(id for id, probability in scored.items() if probability >= best - 0.1)

    def _by_key(self) -> Mapping[str, list[int]]:
        if self._keys is None:
            self._keys = {}
            for at, one in enumerate(self._listed):
                for key in stored_keys(one.shown):
                    self._keys.setdefault(key, []).append(at)
        return self._keys


@lru_cache(maxsize=1 << 16)
def words_of(name: str) -> tuple[str, ...]:
    """Returns the folded words of a name."""
    folded = fold(name.replace("'", ""))
    if not folded.replace(" ", "").isalnum():
        folded = "".join([letter if letter.isalnum() else " " for letter in folded])
    return tuple(folded.split())


def plain_words(name: str) -> tuple[str, ...]:
    """Returns the folded words of a name without titles before it, if others are left."""
    asked = words_of(name)
    return tuple(word for word in asked if word not in _titles()) or asked


@lru_cache(maxsize=1)
def _titles() -> frozenset[str]:
    known = name_words()
    return known.all_titles | known.also_names
