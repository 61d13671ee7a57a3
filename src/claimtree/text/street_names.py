"""Finds the whole names of streets and alleys, in languages that put "street" before them.

A list has "Jalan Karya", and "Jl. Karya Setia" is another street; that in an alley named after a farm there is one
says nothing. What follows a name in an address ends it: a house number, a district, a word of nearness.
"""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.languages import Language
from claimtree.languages.words import words
from claimtree.model.claims import Name
from claimtree.model.pack import NameKind
from claimtree.text.known_words import everyday_words
from claimtree.text.lexicon import Item, Match, Saying
from claimtree.text.scope_resolution import TextScopes
from claimtree.text.unlisted_places import Capitals

_LONGEST = 4
"""Maximum number of words that follow "street" in a name, or a listed name."""
_LONGEST_WARD = 16
"""Maximum length of a word for a ward, with signs."""
_ABBREVIATED = ("jl", "jln", "gg")
_ROMAN = words("i ii iii iv v vi vii viii ix x xi xii")


class StreetNames:
    """Finds names of streets, for one pack and either queries or documents."""

    def __init__(self, language: Language, kind: NameKind | None, *, query: bool) -> None:
        """`kind` is that of places that no list has."""
        self._language = language
        self._kind = kind
        self._query = query
        self._small = (language.function_words | language.address_ends | language.prepositions) - _ROMAN
        self._leads = language.streets | (frozenset() if query else language.alleys)

    def apply(self, text: str, items: Sequence[Item], found: Sequence[Match], scopes: TextScopes) -> list[Match]:
        """Returns the matches with whole names in place of those that are a part of one."""
        kind = self._kind
        if kind is None or not self._leads:
            return list(found)
        at = {i: match for match in found for i in range(match.first, match.after)}
        whole: list[Match] = []
        for i, item in enumerate(items):
            if item.norm not in self._leads or (whole and i < whole[-1].after):
                continue
            base = self._base(at, i)
            if base is None:
                continue
            after = self._end(text, items, at, i, base, scopes)
            if after > base:
                whole.append(_named(text, items, i, after, kind))
        whole += [_named_ward(text, items, match, kind) for match in found if self._is_ward(text, items, match)]
        taken = {i for match in whole for i in range(match.first, match.after)}
        kept = [match for match in found if taken.isdisjoint(range(match.first, match.after))]
        return sorted([*kept, *whole], key=lambda match: match.first)

    def _is_ward(self, text: str, items: Sequence[Item], match: Match) -> bool:
        """True if a document names a ward with the words of a concept ("Kel. Gang Buntu")."""
        if self._query or match.sayings[0].concept is None or match.amount is not None:
            return False
        before = text[: items[match.first].start].rstrip(" .").casefold()[-_LONGEST_WARD:].split()
        return bool(before) and before[-1] in self._language.wards

    def _base(self, at: dict[int, Match], i: int) -> int | None:
        """Returns the item after the listed name, or after the word for a street; None if that begins
        something else ("jalan lebar")."""
        match = at.get(i)
        if match is not None and (match.after > i + 1 or match.first < i):
            return match.after if match.sayings[0].name is not None else None
        following = at.get(i + 1)
        if following is not None and following.first == i + 1 and following.sayings[0].name is not None:
            return following.after
        return i + 1

    def _end(
        self, text: str, items: Sequence[Item], at: dict[int, Match], i: int, base: int, scopes: TextScopes
    ) -> int:
        """Returns the end of the name; `base` if it ends there."""
        listed = base > i + 1
        abbreviated = text[items[i].start : items[i].end].casefold().rstrip(".") in _ABBREVIATED
        if items[i].norm in self._language.alleys:
            # "masuk gang kecil" says what it is like, "Gang Mawar" and ", gang mawar," what it is called.
            apart = i == 0 or items[i - 1].is_break or i - 1 in at
            if base >= len(items) or not (apart or text[items[base].start].isupper()):
                return base
            abbreviated = True
        if not listed and (self._query or not (abbreviated or self._is_told(text, items, i))):
            return base
        after, is_address = base, False
        while True:
            if after >= len(items) or items[after].is_break or items[after].norm in self._language.address_ends:
                is_address = True
                break
            item = items[after]
            if item.mention is not None or item.norm in self._small or after - base >= _LONGEST:
                break
            match = at.get(after)
            if match is not None and match.sayings[0].name is not None:
                is_address = True
                break
            if match is not None and (listed or not abbreviated or match.after > after + 1 or self._query):
                break
            if not listed and not abbreviated and not text[item.start].isupper():
                break
            after += 1
        if after == base:
            return base
        own = items[base:after]
        if self._query:
            together = any(inside.start <= i and after <= inside.stop for inside, _ in scopes.found)
            return after if is_address or together else base
        capitals = all(text[item.start].isupper() for item in own)
        is_strange = not any(item.norm in everyday_words(code) for item in own for code in self._language.codes)
        return after if is_address or (capitals and (is_strange or not listed)) else base

    def _is_told(self, text: str, items: Sequence[Item], i: int) -> bool:
        """True if capitals tell the names of a document at this item."""
        return Capitals(text, items, self._language, by_sentence=True).distinguish_names(i)


def street_name(text: str, items: Sequence[Item], first: int, after: int) -> str:
    """Returns the name of a street, with the word for a street in full."""
    rest = " ".join(text[items[first + 1].start : items[after - 1].end].split())
    return f"{items[first].norm.capitalize()} {rest}"


def _named(text: str, items: Sequence[Item], first: int, after: int, kind: NameKind) -> Match:
    """Returns the match of a name, with the word for a street in full."""
    name = Name(kind=kind.name, text=street_name(text, items, first, after))
    saying = Saying(name=name, name_kind=kind)
    return Match(sayings=(saying,), first=first, after=after, negations=0, unlisted=True)


def _named_ward(text: str, items: Sequence[Item], match: Match, kind: NameKind) -> Match:
    """Returns the match of a ward's name in place of that of a concept."""
    name = " ".join(text[items[match.first].start : items[match.after - 1].end].split())
    saying = Saying(name=Name(kind=kind.name, text=name), name_kind=kind)
    return Match(sayings=(saying,), first=match.first, after=match.after, negations=0, unlisted=True)
