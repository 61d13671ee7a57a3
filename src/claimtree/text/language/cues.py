"""The small words of a language, as data: what negates, tolerates, softens, insists, joins and fills.

A pack brings the words of its field; these are the words that any field is spoken with.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """Cue words of one language, lower-cased."""

    code: str
    fillers: frozenset[str]
    """Skipped inside a saying: "cats are very welcome" says "cats welcome"."""
    negations: frozenset[str]
    not_denials: frozenset[str]
    """After a negation these turn it into something else: "not only quiet but bright"."""
    trailing_denials: frozenset[str]
    """Right after a saying these deny it: "dogs: no"."""
    undone: frozenset[str]
    """Right after a saying these say that it is no more: "the elevator was removed"."""
    trailing_verbs: frozenset[str]
    """What may follow a trailing denial: "sublets not allowed"."""
    negation_stops: frozenset[str]
    """Beyond these words a negation no longer reaches."""
    ors: frozenset[str]
    """Join alternatives, and carry a negation along a list."""
    ands: frozenset[str]
    either: frozenset[str]
    buts: frozenset[str]
    conditions: frozenset[str]
    """End a tolerance: "I don't mind old if it is clean"."""
    tolerance: tuple[str, ...]
    needless: tuple[str, ...]
    """After a saying, these take the wish back: "parking is not needed"."""
    soft: tuple[str, ...]
    insistent: tuple[str, ...]
    leading: tuple[str, ...]
    """Those of the soft and insistent wordings that speak of what follows: "pets allowed and ideally a gym"."""
    everything: tuple[str, ...]
    """Make all that is said required: "all of these are musts"."""
    corrections: tuple[str, ...]
    """What follows takes the place of what was said before: "2 bedrooms, actually make it three"."""
    hosts: frozenset[str]
    """Where one of these is the one who is fine with it, it is no tolerance: "a landlord who is ok with dogs"."""
    further: frozenset[str]
    """Before a part, these open another one: "a second bedroom with a desk"."""
    whereabouts: frozenset[str]
    """Before a capitalised word that no list knows, these make it the name of a place: "in Petaluma"."""
    locating: frozenset[str]
    """Before a name in a document, these place the entity there: "in Bushwick"."""
    comparing: frozenset[str]
    """Before that, these only compare: "cheaper than in Bushwick"."""
    unlike: frozenset[str]
    """Before a name, these only compare in a query too: "cheaper than in Bushwick"."""
    shares: frozenset[str]
    """After an amount, these make it a part or an extra: "$1,500 each"."""
    rewrites: tuple[tuple[str, str], ...]
    """Wordings that mean another one, replaced before reading: "anything but" denies."""
    inside: frozenset[str]
    """Between a claim and the part it is in: "a closet in the bedroom"."""
    links: frozenset[str]
    """Between a part and what is said of it: "a kitchen with an island"."""
    each: frozenset[str]
    """Distribute over the parts just counted: "two bedrooms, each with a closet"."""
    stopwords: frozenset[str]
    """Carry no wish by themselves."""
    abbreviations: frozenset[str]
    """A full stop after these ends no sentence."""


def words(text: str) -> frozenset[str]:
    """Words that are separated by spaces."""
    return frozenset(text.split())


def phrases(text: str) -> tuple[str, ...]:
    """Wordings that are separated by commas."""
    return tuple(phrase.strip() for phrase in text.split(",") if phrase.strip())


def blend(first: Language, second: Language) -> Language:
    """Both at once, for text that mixes them: "rumah full furnished, no smoking". Where they differ, the first wins.

    >>> from claimtree.text.language import ENGLISH, INDONESIAN
    >>> {"not", "bukan"} <= blend(INDONESIAN, ENGLISH).negations
    True
    """
    names = [field.name for field in fields(Language)]
    both: dict[str, Any] = {name: _both(getattr(first, name), getattr(second, name)) for name in names}
    return Language(**both)


def _both(first: Any, second: Any) -> Any:
    if isinstance(first, str):
        return f"{first}+{second}"
    if isinstance(first, frozenset):
        return first | second
    return (*first, *(entry for entry in second if entry not in first))
