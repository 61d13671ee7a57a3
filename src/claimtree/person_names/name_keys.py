"""Keys by which names of people are found: of a million names only those that share a key are compared.

A stored name has keys for its words, and for pairs of a family name with what a given name begins
with (or the other way round), each by sound, so that a typing error in one of the two does not hide
the name. A name that is asked for has the same keys for every order of its words. What is not found:
a typing error that changes the sound of the only word that is written in full.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from claimtree.person_names.letters import in_new_spelling, sound_key, spelling_key
from claimtree.person_names.name_data import name_families
from claimtree.person_names.parse import PersonName, parse
from claimtree.person_names.word_ties import formal_of

_MOST_WORDS = 7
_FEWEST = 2
_CLASSES = {"c": "k", "q": "k", "y": "j", "i": "j", "w": "v", "z": "s", "e": "a", "o": "a", "u": "a"}
"""First letters that spellings of one name exchange."""


@lru_cache(maxsize=1 << 14)
def stored_keys(name: str) -> frozenset[str]:
    """Returns the keys that a stored name is found by."""
    parsed = parse(name)
    words = parsed.words[:_MOST_WORDS]
    alone = dict.fromkeys((*words, *_families(parsed), *parsed.former[:_MOST_WORDS], *parsed.called[:_MOST_WORDS]))
    meant = dict.fromkeys(formal for word in _full(tuple(alone)) for formal in (word, *formal_of(word)))
    keys = {f"word {sound}" for word in meant for sound in _sounds(word)}
    keys.update(f"word {sound_key(one + other)}" for one, other in pairwise(words) if min(len(one), len(other)) > 1)
    if parsed.is_single:
        keys.update(f"single {sound}" for word in _families(parsed) for sound in _sounds(word))
    for given, family in _stored_pairs(parsed):
        keys.update(_pair_keys(given, family))
    return frozenset(keys)


@lru_cache(maxsize=1 << 10)
def asked_keys(name: str) -> frozenset[str]:
    """Returns the keys of stored names that may be the name that is asked for."""
    parsed = parse(name)
    words = [*dict.fromkeys((*parsed.words, *parsed.former, *parsed.called))][:_MOST_WORDS]
    if len(words) < _FEWEST:
        meant = [formal for word in words for formal in formal_of(word)]
        return frozenset(f"word {sound}" for word in meant for sound in _sounds(word))
    keys = {f"single {sound}" for word in _full((*words, *_families(parsed))) for sound in _sounds(word)}
    keys.add(f"single {sound_key(''.join(parsed.words))}")
    families = [*words, *_families(parsed), *(one + other for one, other in pairwise(parsed.words))]
    for family in dict.fromkeys(families):
        for given in words:
            if given != family:
                keys.update(_pair_keys(given, family))
    return frozenset(keys)


def _stored_pairs(parsed: PersonName) -> Iterator[tuple[str, str]]:
    """Yields each given name with each word that may be a family name."""
    given = (*parsed.given, *parsed.called)[:_MOST_WORDS]
    families = (*_families(parsed), *parsed.family, *parsed.former, *parsed.given[1:])
    for family in [*dict.fromkeys(families)][:_MOST_WORDS]:
        for word in given:
            if word != family:
                yield word, family


def _families(parsed: PersonName) -> tuple[str, ...]:
    """Returns the family name written as one word, with and without its particles."""
    family = "".join(parsed.family)
    return tuple(dict.fromkeys(word for word in (family, parsed.particles + family) if word))


@lru_cache(maxsize=1 << 16)
def _pair_keys(given: str, family: str) -> tuple[str, ...]:
    if len(family) < _FEWEST:
        return ()
    begins, sounds = _as_given(given)
    found = [f"family {sound} {begin}" for sound in _sounds(family) for begin in begins]
    return (*found, *(f"given {sound} {_class(family)}" for sound in sounds))


@lru_cache(maxsize=1 << 14)
def _as_given(name: str) -> tuple[frozenset[str], frozenset[str]]:
    """Returns how a given name and those it is short for may begin, and how they sound, unless it is an initial."""
    formal = formal_of(name)
    begins = {_class(one) for one in formal} | {f"#{head}" for one in formal for head in name_families().get(one, ())}
    sounds = {sound for one in formal for sound in _sounds(one)} if len(name) > 1 else frozenset[str]()
    return frozenset(begins), frozenset(sounds)


@lru_cache(maxsize=1 << 14)
def _sounds(word: str) -> frozenset[str]:
    """Returns how a word sounds, as it is written and as its spellings are reduced to one."""
    reduced = (spelling_key(word), spelling_key(in_new_spelling(word)))
    return frozenset(map(sound_key, (word, *reduced)))


def _class(word: str) -> str:
    return _CLASSES.get(word[0], word[0])


def _full(words: Sequence[str]) -> list[str]:
    return [word for word in words if len(word) > 1]
