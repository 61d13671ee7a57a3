"""The words by which messages tell of people, from the tables of a language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from claimtree.kinship.graph import Sex
from claimtree.languages import data_of
from claimtree.message_facts.message_words import message_words
from claimtree.person_names.name_data import known_given_names

_LISTS: Final = (
    "names", "asking", "hedges", "attributed", "correcting", "small", "pronouns", "occupations", "places",
)  # fmt: skip
EVENT_FORMS: Final = ("verbs", "passives", "short", "nouns")


@dataclass(frozen=True, slots=True, kw_only=True)
class FactWords:
    """All tables; wordings are looked up from a place of a list of words on."""

    events: Mapping[str, Mapping[tuple[str, ...], str]]
    """By form (verbs, passives, short, nouns), wordings and what they mean."""
    lists: Mapping[str, frozenset[tuple[str, ...]]]
    """By table and name ("small.be"), wordings."""
    longest: int
    not_names: frozenset[str]
    given: Mapping[str, Sex]
    words_too: frozenset[str]
    """Given names that are everyday words."""
    known_given: frozenset[str]
    occupations: frozenset[str]
    causes: frozenset[str]
    place_words: frozenset[str]
    only_places: frozenset[str]
    """Words of places that are in no name of a person."""
    regions: frozenset[tuple[str, ...]]

    def event(self, form: str, words: Sequence[str], at: int) -> tuple[str, int] | None:
        """Returns the event that is named here in some form, and where its words end; the longest wording."""
        table = self.events[form]
        for length in range(min(self.longest, len(words) - at), 0, -1):
            kind = table.get(tuple(words[at : at + length]))
            if kind is not None:
                return kind, at + length
        return None

    def has(self, table: str, words: Sequence[str], at: int) -> int:
        """Returns where a wording of a table ends that stands here; 0 if there is none."""
        known = self.lists[table]
        for length in range(min(self.longest, len(words) - at), 0, -1):
            if tuple(words[at : at + length]) in known:
                return at + length
        return 0

    def sex_of(self, given: str) -> Sex:
        return self.given.get(given.casefold(), Sex.UNKNOWN)


@cache
def fact_words(code: str = "en") -> FactWords:
    """Returns the words of a language."""
    data = tomllib.loads(data_of(code, "message_facts.toml").read_text("utf-8"))
    events = {
        form: {_words(said): kind for kind, wordings in data["events"][form].items() for said in wordings}
        for form in EVENT_FORMS
    }
    lists = {
        f"{table}.{name}": frozenset(map(_words, wordings))
        for table in (
            "names",
            "asking",
            "hedges",
            "attributed",
            "correcting",
            "small",
            "pronouns",
            "occupations",
            "places",
        )
        for name, wordings in data[table].items()
        if isinstance(wordings, list)
    }
    tables = [*events.values(), *lists.values()]
    given = dict.fromkeys(data["given"]["female"].split(), Sex.FEMALE)
    given |= dict.fromkeys(data["given"]["male"].split(), Sex.MALE)
    return FactWords(
        events=events,
        lists=lists,
        longest=max(len(words) for table in tables for words in table),
        not_names=frozenset(data["not_names"]["words"].split()),
        given=given,
        words_too=frozenset(data["given"]["words_too"].split()),
        known_given=known_given_names() | given.keys(),
        occupations=frozenset(data["occupations"]["words"].split()),
        causes=frozenset(data["causes"]["words"].split()),
        place_words=frozenset(data["places"]["words"].split()),
        only_places=frozenset(data["places"]["only"].split()),
        regions=lists["places.regions"],
    )


def _words(wording: str) -> tuple[str, ...]:
    return tuple(word.text for word in message_words(wording))
