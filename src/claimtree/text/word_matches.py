"""Matches the items of a text with the lexicon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from claimtree.languages import Language
from claimtree.text.lexicon import Item, Lexicon, Match


def find_matches(items: Sequence[Item], lexicon: Lexicon, language: Language) -> list[Match]:
    """Returns the matches from left to right, the longest at each position, including those that
    share a head."""
    found: list[Match] = []
    i = 0
    while i < len(items):
        match = lexicon.longest(items, i)
        if match is not None and _ends_in_the_next(items, match, language):
            match = lexicon.longest(items[: match.after - 1], i)
        if match is None or _says_some(items, match, language) or _is_cut(items, match, lexicon, language):
            i += 1
            continue
        found.append(match)
        i = match.after
    shared = list(_shared_heads(items, found, lexicon, language))
    retold = {match.first for match in shared}
    return sorted([*(match for match in found if match.first not in retold), *shared], key=lambda match: match.first)


def _ends_in_the_next(items: Sequence[Item], match: Match, language: Language) -> bool:
    """True if the negation at the end of a match begins the next denial ("no pets no parties")."""
    ends = match.after - match.first > 1 and items[match.after - 1].norm in language.negations
    return ends and match.first > 0 and items[match.first - 1].norm in language.negations


def _is_cut(items: Sequence[Item], match: Match, lexicon: Lexicon, language: Language) -> bool:
    """True if the words end inside a longer name ("near 7", the line, in "near 7 Av", and "near park" in "near Park
    Slope")."""
    last, after = items[match.after - 1], match.after
    is_short = match.sayings[0].name is not None and (last.amount is not None or len(last.word) == 1)
    if is_short and after < len(items) and items[after].norm in language.amounts.plain_streets:
        return True
    return lexicon.cuts_name(items, match)


def _says_some(items: Sequence[Item], match: Match, language: Language) -> bool:
    """True for "a few cafes", which means some, although a list may have "few cafes"."""
    is_scarce = items[match.first].norm in language.scarce and match.after - match.first > 1
    return is_scarce and match.first > 0 and items[match.first - 1].norm in language.articles


def _shared_heads(
    items: Sequence[Item], matches: Sequence[Match], lexicon: Lexicon, language: Language
) -> Iterator[Match]:
    """Yields matches for words that share the rest of a match across a conjunction ("south or west
    facing", "facing south or west")."""
    # A part that is merely named shares what is said of the previous one ("private room and bath",
    # "two beds and baths").
    plain = {match.first for match in matches if match.after - match.first == 1 and match.sayings[0].facet}
    single = {match.first for match in matches if match.after - match.first == 1}
    covered = {i for match in matches for i in range(match.first, match.after)}
    taken = covered - plain
    joins = language.ors | language.ands | {","}
    # "cats permitted, no smoking": the "no" begins a new statement, so it shares nothing.
    small = {i for i, item in enumerate(items) if item.norm in language.negations or item.norm in language.fillers}
    for match in matches:
        if match.after - match.first < 2:
            continue
        words = [
            item
            for item in items[match.first : match.after]
            if item.norm not in language.fillers and item.norm not in language.negations
        ]
        left = match.first
        while left >= 2 and items[left - 1].norm in joins and left - 2 not in covered and left - 2 not in small:
            sayings = lexicon.exact([items[left - 2], *words[1:]])
            if not sayings:
                break
            left -= 2
            amount = left if items[left].amount is not None else None  # "2 or 4 bedrooms"
            yield Match(sayings=sayings, first=left, after=left + 1, negations=match.negations, amount=amount)
        right = match.after
        while right + 1 < len(items) and items[right].norm in joins:
            at, joined = right, items[right].norm
            if joined == "/" and items[right + 1].amount is not None:
                break  # "type 45/90": two sizes of two things
            while right + 2 < len(items) and items[right + 1].norm in language.articles:
                right += 1  # "near the F or the G"
            # "above a bar or a restaurant" means above, not near, a restaurant.
            shared = joined in language.ors and right + 1 in single and words[0].norm in language.upon
            if (right + 1 in taken and not shared) or right + 1 in small:
                break
            if right + 1 in plain and not _is_list(items, at, language):
                break  # "own entrance, kitchen, under 150"
            sayings = lexicon.exact([*words[:-1], items[right + 1]])
            if not sayings:
                break
            counted = any(item.amount is not None for item in words[:-1])
            following = items[right + 2] if right + 2 < len(items) else None
            if counted and following is not None and (following.amount is not None or following.norm in ("/", ":")):
                break  # "2 KM, LT 90": a label that has its own number
            amount = right + 1 if items[right + 1].amount is not None else match.amount if counted else None
            yield Match(
                sayings=sayings,
                first=right + 1,
                after=right + 2,
                negations=match.negations,
                amount=amount,
            )
            right += 2


def _is_list(items: Sequence[Item], joined: int, language: Language) -> bool:
    """True if the item joins what is enumerated up to an "and" or "or", and is no comma between wishes ("private bath,
    kitchen and entrance")."""
    joins = language.ors | language.ands
    while joined + 1 < len(items) and items[joined].norm == ",":
        if items[joined + 1].norm in joins:
            return True  # "bath, and kitchen"
        if items[joined + 1].amount is not None:
            return False  # what is limited by it begins a wish
        joined += 2
    return joined < len(items) and items[joined].norm in joins | {"/"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Items first…after-1: words that no list knows but that may state something."""

    first: int
    after: int


def means_something(item: Item, language: Language) -> bool:
    """True if a word of more than two letters has a meaning of its own, unlike "a", "with" and
    "really"."""
    return len(item.norm) > 2 and names_something(item, language)


def names_something(item: Item, language: Language) -> bool:
    """The same without the minimum length, for words already known to name something (the "CR" of
    "own CR")."""
    return item.norm not in language.stopwords and item.norm not in language.fillers and item.norm[0].isalpha()
