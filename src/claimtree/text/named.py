"""What the words before a name make of it: the entity is there, near it, or only compared with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from claimtree.model.amounts import AmountKind
from claimtree.text.languages import Language
from claimtree.text.lexicon import Item
from claimtree.text.nearness import Nearby, Nearness

_LONGEST_LEAD = 5
"""Words of nearness have so many words at most."""


class NamedPlaces:
    """Looks at what stands before names, with the words of a language and a pack's words of nearness."""

    def __init__(self, language: Language, near: Mapping[str, float]) -> None:
        self._language = language
        self._nearness = Nearness(near)

    def is_placed(self, items: Sequence[Item], first: int) -> bool:
        """Whether a document says that the entity is at the name, rather than near it or unlike it."""
        skipped = self._language.fillers - self._language.locating
        before = [item.norm for item in items[max(0, first - 3) : first] if item.norm not in skipped]
        if not before or items[first - 1].is_break:
            return first == 0 or items[first - 1].norm in (",", "(", ".", ":")
        return before[-1] in self._language.locating and not self._language.comparing.intersection(before[-2:])

    def is_compared(self, items: Sequence[Item], first: int, *, near: bool) -> bool:
        """ "cheaper than in Manhattan" asks for no place in Manhattan, but "close to Central Park" for one near it."""
        before = [item.norm for item in items[max(0, first - 4) : first] if item.norm not in self._language.fillers]
        if any(word in self._language.unlike for word in before[-2:]):
            return True
        # "35 minutes to Midtown", "a bus to downtown": where one goes, not where one lives.
        at = first - 1
        while at >= 0 and items[at].norm in self._language.fillers:
            at -= 1
        said = items[at].mention if at >= 0 else None
        if said is not None:
            # "panjang 20 meter di Jalan Asia" is there all the same.
            placed = any(item.norm in self._language.locating for item in items[at + 1 : first + 1])
            return not placed and said.amount.kind in (AmountKind.DURATION, AmountKind.DISTANCE)
        if at < 1 or items[at].norm not in self._language.towards:
            return False
        ways = self._language.commuting if near else self._language.travelling
        return items[at - 1].mention is not None or items[at - 1].norm in ways

    def led_near(self, items: Sequence[Item], first: int) -> Nearby | None:
        """The words of nearness right before a name: "close to Astoria" asks for a home near it, if not in it."""
        at = first - 1
        while at >= 0 and items[at].norm in self._language.articles:
            at -= 1
        norms = [item.norm for item in items[max(0, at - _LONGEST_LEAD) : at + 1]]
        near = self._nearness.ending(norms, len(norms) - 1) if norms else None
        return replace(near, first=near.first + at + 1 - len(norms), after=at + 1) if near is not None else None
