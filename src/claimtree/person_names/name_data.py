"""What the languages know about names of people: nicknames, forms, titles, particles.

All languages are used together, whatever a pack is spoken in: people move and keep their names.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources

from claimtree.languages import CODES, data_of

_WORDS = "person_names.toml"
_NICKNAMES = "nicknames.txt"


@dataclass(frozen=True, kw_only=True)
class NameWords:
    """Words around a name that are not part of it, in lower case without signs."""

    men: frozenset[str]
    women: frozenset[str]
    titles: frozenset[str]
    """Those that tell nothing of sex."""
    also_names: frozenset[str]
    """Titles that are given names, too: left out only if two words of a name follow."""
    wives: frozenset[str]
    """Titles before a husband's name: "Mrs John Carter"."""
    credentials: frozenset[str]
    former: frozenset[str]
    """Words before a former name: "née"."""
    generations: Mapping[str, str]
    """What tells a father from a son of one name."""
    particles: frozenset[str]
    """Small words of family names: "van", "bin"."""

    # Asked for each name that is taken apart.
    @cached_property
    def all_titles(self) -> frozenset[str]:
        return self.men | self.women | self.titles

    @cached_property
    def every_word(self) -> frozenset[str]:
        """The words of all of these: a name that has none of them is given names and a family name."""
        phrases = (self.all_titles, self.also_names, self.wives, self.credentials, self.former, self.particles)
        return frozenset(word for some in (*phrases, self.generations) for one in some for word in one.split())


@cache
def name_words() -> NameWords:
    """Returns the words of all languages together."""
    tables = [tomllib.loads(file.read_text("utf-8")) for code in CODES if (file := data_of(code, _WORDS)).is_file()]
    sets = {
        key: frozenset(word for table in tables for word in table[key])
        for key in ("men", "women", "titles", "also_names", "wives", "credentials", "former", "particles")
    }
    return NameWords(
        **sets, generations={word: generation for one in tables for word, generation in one["generations"].items()}
    )


@cache
def formal_names() -> Mapping[str, frozenset[str]]:
    """Returns for each short or pet form the given names that it may stand for."""
    found: dict[str, set[str]] = {}
    for formal, forms in _nicknames():
        for form in forms:
            found.setdefault(form, set()).add(formal)
    return {form: frozenset(formal) for form, formal in found.items()}


@cache
def name_families() -> Mapping[str, frozenset[str]]:
    """Returns for each given name the families of forms it belongs to (John, Johann, Jan), by their first word."""
    found: dict[str, set[str]] = {}
    for line in _lines("given_name_forms.txt"):
        words = line.split()
        for word in words:
            found.setdefault(word, set()).add(words[0])
    return {word: frozenset(heads) for word, heads in found.items()}


@cache
def known_given_names() -> frozenset[str]:
    """Returns all given names that a list has, short forms included."""
    listed = {word for line in _lines("given_names.txt") for word in line.split()}
    listed.update(word for formal, forms in _nicknames() for word in (formal, *forms))
    return frozenset(listed | name_families().keys())


def _nicknames() -> Iterator[tuple[str, list[str]]]:
    for code in CODES:
        for line in _lines(f"{code}/{_NICKNAMES}"):
            formal, _, forms = line.partition(":")
            yield formal, forms.split()


def _lines(path: str) -> list[str]:
    file = resources.files("claimtree.languages").joinpath(*path.split("/"))
    if not file.is_file():
        return []
    return [line for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#")]
