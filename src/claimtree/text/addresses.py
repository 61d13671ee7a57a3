"""Finds addresses and numbered streets as place names ("350 5th Ave", "42nd St", "between 1st and
2nd Ave")."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from claimtree.languages import Language
from claimtree.model.amounts import Op
from claimtree.model.claims import Name
from claimtree.model.pack import NameKind
from claimtree.text.amounts.numerals import ordinal
from claimtree.text.lexicon import Item, Match, Saying

_LONGEST = 5
"""Maximum number of words in an address ("350 West 42nd St")."""


def addresses(
    text: str, items: Sequence[Item], named: Container[int], kind: NameKind | None, language: Language
) -> Iterator[Match]:
    """Yields each address as a name of the kind to be near, in the words of the text. `named` are
    items of known names."""
    if kind is None:
        return
    at = 0
    while at < len(items):
        end = _end(text, items, at, named, language)
        if end == at:
            at += 1
            continue
        if _is_compared(items, at, language):
            at = end
            continue
        while at > 0 and items[at - 1].norm in language.sides and text[items[at - 1].start].isupper():
            at -= 1  # "E 7th St"
        if (before := _sharing(items, at, named, language)) is not None:
            shared = (
                f"{text[items[before].start : items[before].end]} {text[items[end - 1].start : items[end - 1].end]}"
            )
            yield _match(shared, before, before + 1, kind)
        yield _match(text[items[at].start : items[end - 1].end], at, end, kind)
        at = end


def _end(text: str, items: Sequence[Item], at: int, named: Container[int], language: Language) -> int:
    """Returns the end of the address that begins with a number at `at`; `at` itself if there is
    none."""
    if at in named or not _is_number(items[at], language):
        return at
    for i in range(at + 1, min(len(items), at + _LONGEST)):
        item = items[i]
        if i in named or item.mention is not None:
            return at
        if item.norm in language.amounts.plain_streets:
            return i + 1
        known = _is_number(item, language) or item.norm in language.place_beginnings
        if not (known or (item.norm.isalpha() and text[item.start].isupper())):
            return at
    return at


def _sharing(items: Sequence[Item], at: int, named: Container[int], language: Language) -> int | None:
    """Returns the ordinal that shares the street of the next one (the "1st" of "1st and 2nd
    Ave")."""
    before = at - 2
    if before < 0 or before in named or items[at - 1].norm not in language.ands | language.ors:
        return None
    both = all(_is_ordinal(items[i], language) for i in (before, at))
    return before if both else None


def _is_compared(items: Sequence[Item], at: int, language: Language) -> bool:
    """True if the address only bounds an area ("below 96th street", "north of 14th St")."""
    norms = tuple(item.norm for item in items[max(0, at - 2) : at])
    return any(language.amounts.before.get(norms[k:]) in (Op.GT, Op.LT) for k in range(len(norms)))


def _is_number(item: Item, language: Language) -> bool:
    return item.mention is None and (item.norm.isdecimal() or _is_ordinal(item, language))


def _is_ordinal(item: Item, language: Language) -> bool:
    return item.mention is None and ordinal(item.norm, language.amounts.numbers) is not None


def _match(words: str, first: int, after: int, kind: NameKind) -> Match:
    saying = Saying(name=Name(kind=kind.name, text=" ".join(words.split())), name_kind=kind)
    return Match(sayings=(saying,), first=first, after=after, negations=0, unlisted=True)
