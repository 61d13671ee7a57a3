"""Names of places that no list has, told by how they are written: "in Petaluma", "I like Castro Valley"."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from claimtree.model.amounts import AmountKind
from claimtree.text.language import Language
from claimtree.text.lexicon import Item
from claimtree.text.polarity import SENTENCE_ENDS
from claimtree.text.vocabulary import place_words, real_words

_LONGEST = 4


class PlaceNames(Protocol):
    """Who knows names of places beside the pack: a gazetteer."""

    def longest(self, words: Sequence[str], start: int) -> int:
        """How many of the words from `start` on, lower-cased, are the name of a place; 0 for none."""

    def region(self, name: str) -> bool:
        """Whether a place of that name is one to be in."""


_MOST_CAPITALS = 0.6
"""Where more of the words than this begin with a capital, capitals tell nothing."""
_LEAST_LETTERS = 3
_VERBS = ("ing", "ings", "ed")
"""Endings that a list of everyday words has not in all their uses: "help me in booking a cab"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlisted:
    """Items first…after-1 that name a place which the pack does not list."""

    first: int
    after: int
    known: bool = False
    """A gazetteer knows the name."""


def unlisted_names(
    text: str,
    items: Sequence[Item],
    named: Container[int],
    known: Mapping[int, int],
    language: Language,
    places: PlaceNames | None = None,
) -> list[Unlisted]:
    """Words that are written like the name of a place, or that a gazetteer knows for one.

    Those are capitalised words inside a sentence, several at its beginning, one that is a sentence by itself, and after
    "in" or "near" also small ones that begin like one: "in san rafael". `named` are items of names that a list has;
    `known` are items that other sayings have taken, with where each saying ends: one such word is no name ("in Elevator
    building"), but several that "in" leads to are one ("in Mountain View"). A name of the gazetteer counts only where
    one might stand: a café called Quiet makes nobody's kitchen loud.
    """
    # A number is a gap to all other readers; in a name it is a word: "7 Av".
    norms = [text[item.start : item.end].casefold() if item.bare else item.norm for item in items]
    words = [item for item in items if item.norm[0].isalpha()]
    capitals = sum(text[item.start].isupper() for item in words)
    shouted = capitals == len(words)
    telling = capitals <= _MOST_CAPITALS * len(words) or len(words) <= _LONGEST
    found: list[Unlisted] = []
    joins = language.ors | language.ands | {","}
    at, listing = 0, False
    while at < len(items):
        led = at > 0 and _is_led(items, at, language)
        beside = led and _leader(items, at, language) not in language.locating | language.towards
        begins = at == 0 or items[at - 1].norm in SENTENCE_ENDS
        tells = telling or ((led or listing) and not shouted)
        after = _end_of_name(text, items, at, named, known, language) if tells else at
        if after == at and led:
            after = _end_of_small_name(items, at, known, language)
        if places is not None and (
            led or listing or _is_paired(items, at, language) or (telling and _is_capital(text, items[at]))
        ):
            end = at + places.longest(norms, at)
            first = at + (end > at + 1 and norms[at] in language.articles)
            if end >= after and _is_place(text, items, first, end, known, near=beside or listing):
                found.append(Unlisted(first=first, after=end, known=True))
                at, listing = end, True
                continue
        taken = [i for i in range(at, after) if i in known]
        if after > at and (
            (led and not (taken and after - at == 1) and not (beside and _goes_on(text, items, after, language)))
            or (not taken and not begins and not _goes_on(text, items, after, language))
            or (listing and not (taken and after - at == 1) and not _goes_on(text, items, after, language))
            or (not taken and begins and (after - at > 1 or _stands_alone(items, after, language)))
        ):
            found.append(Unlisted(first=at, after=after))
            at, listing = after, True
            continue
        # "in Petaluma, Novato or Napa": a list of names goes on as long as nothing else stands in it.
        listing = at in named or (listing and items[at].norm in joins)
        at += 1
    return found


def _is_place(
    text: str, items: Sequence[Item], first: int, after: int, known: Mapping[int, int], *, near: bool
) -> bool:
    """Whether a name of the gazetteer is meant: it says more than the sayings it covers, and it is written like a name,
    or a word of nearness leads to it, or not all of it are words of the pack."""
    if after <= first or known.get(first, first) >= after or known.get(after - 1, after) > after:
        return False
    capital = any(_is_capital(text, item) for item in items[first:after])
    return capital or near or any(i not in known for i in range(first, after))


def _is_paired(items: Sequence[Item], at: int, language: Language) -> bool:
    """Whether "between" or "than" stands before."""
    return at > 0 and (_leader(items, at, language) in language.unlike or items[at - 1].norm in language.betweens)


def _is_capital(text: str, item: Item) -> bool:
    return text[item.start].isupper()


def is_near(items: Sequence[Item], first: int, language: Language) -> bool:
    """Whether a name is of something to be near, not in: "near Fenway", "10 min walk to Fenway"."""
    if not first:
        return False
    if _is_measured(items, first, language):
        return True
    leader = _leader(items, first, language)
    return (
        leader in language.whereabouts
        and leader not in language.locating - language.towards
        and (leader not in language.towards or any(item.mention for item in items[max(0, first - 4) : first]))
    )


def _is_led(items: Sequence[Item], at: int, language: Language) -> bool:
    """Whether "in" or "near" stands before, articles and the like aside, or how far off it may be."""
    return _leader(items, at, language) in language.whereabouts or _is_measured(items, at, language)


def _is_measured(items: Sequence[Item], at: int, language: Language) -> bool:
    """ "within a mile of union sq"."""
    before = at - 1
    while before > 0 and items[before].norm in language.articles:
        before -= 1
    amount = items[before - 1].amount if before > 0 and items[before].norm in language.of else None
    return amount is not None and amount.kind in (AmountKind.DISTANCE, AmountKind.DURATION)


def _leader(items: Sequence[Item], at: int, language: Language) -> str:
    before = at - 1
    while before > 0 and before >= at - 3 and items[before].norm in language.fillers | language.leads:
        before -= 1
    return items[before].norm


def _goes_on(text: str, items: Sequence[Item], after: int, language: Language) -> bool:
    """Whether a small word follows that it describes: a "Polish bakery" is no place."""
    if after >= len(items) or items[after].is_break or items[after].mention is not None:
        return False
    norm = items[after].norm
    if norm in language.stopwords or norm in language.fillers or norm in language.ands | language.ors | language.leads:
        return False
    return text[items[after].start].islower()


def _stands_alone(items: Sequence[Item], after: int, language: Language) -> bool:
    """Whether a single word at the beginning is all there is, or is what is spoken of: "Petaluma is fine"."""
    return after >= len(items) or items[after].is_break or items[after].norm in language.being | language.polite


def _end_of_name(
    text: str, items: Sequence[Item], first: int, named: Container[int], known: Container[int], language: Language
) -> int:
    after = first
    while (
        after < len(items)
        and after - first < _LONGEST
        and after not in named
        and items[after].mention is None
        and items[after].norm[0].isalpha()
        and text[items[after].start].isupper()
        and items[after].norm not in language.stopwords
        and items[after].norm not in language.fillers
        and items[after].norm not in language.openers
        and items[after].norm not in language.calendar
        and items[after].norm not in language.peoples
        and "'" not in items[after].norm
    ):
        after += 1
    # "San jose", "Walnut creek": half of it is written small.
    if first < after < len(items) and after not in known and items[after].norm.isalpha():
        beginning = items[after - 1].norm in language.place_beginnings and items[after].norm not in language.stopwords
        if beginning or items[after].norm in language.place_endings:
            after += 1
    # Initials, stray capitals and directions are no place: "in A", "350 West 42nd".
    single = after - first == 1
    if single and after < len(items) and items[after].mention is None and items[after].norm.isdecimal():
        return after + 1  # "Route 66", "PS 321"
    if single and (len(items[first].norm) < _LEAST_LETTERS or items[first].norm in language.place_beginnings):
        return first
    return after


def _end_of_small_name(items: Sequence[Item], first: int, known: Container[int], language: Language) -> int:
    """ "in san rafael", "in vacaville": a beginning of names and one word, or what is no word of the language."""
    after = first + 1
    if first in known or not items[first].norm.isalpha() or _is_small_word(items[first], language):
        return first
    if items[first].norm in language.place_beginnings:
        fits = after < len(items) and after not in known and not _is_small_word(items[after], language)
        return after + 1 if fits and items[after].norm.isalpha() else first
    norm, codes = items[first].norm, language.codes
    if any(norm in place_words(code) for code in codes):
        return after
    real = any(norm in real_words(code) for code in codes)
    return after if len(norm) > _LEAST_LETTERS and not real and not norm.endswith(_VERBS) else first


def _is_small_word(item: Item, language: Language) -> bool:
    return item.norm in language.stopwords or item.norm in language.fillers or item.norm in language.calendar
