"""Decides from the words before a name whether the entity is there, near it, or only compared with
it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from claimtree.languages import Language
from claimtree.languages.normalise import SENTENCE_ENDS
from claimtree.model.amounts import AmountKind
from claimtree.model.scopes import PlaceRelation
from claimtree.text.lexicon import Item
from claimtree.text.nearness_words import Nearby, Nearness

_LONGEST_LEAD = 5
"""Maximum number of words in a wording of nearness."""
_FARTHEST = 40
"""Maximum number of items before a name that are examined; no list of names is longer."""
_LED = 8
"""Maximum number of items before a name that are examined for words of nearness."""
_MOST_BETWEEN = 2
"""How many words, apart from names and small words, may stand between a name and its preposition
("in Boston's exclusive Back Bay")."""


class NamedPlaces:
    """Examines the words before names, with a language's words and a pack's words of nearness."""

    def __init__(self, language: Language, near: Mapping[str, float]) -> None:
        self._language = language
        self._nearness = Nearness(near)
        small = language.towards | language.of
        self._placing = ((language.prepositions & language.whereabouts) | language.inside | language.locating) - small
        self._between = {words.split()[-1] for words in language.betweens}
        self._joins = language.ands | language.ors | {",", "(", "/", "-"}
        self._passed_over = language.articles | language.of

    def leading(self, text: str, items: Sequence[Item], first: int) -> PlaceRelation | None:
        """Returns what the words before a name in a document say about it: IN or NEAR; None if they
        say nothing.

        Names in a list share what precedes the first ("minutes to Fenway, Back Bay and the South
        End").
        """
        items = items[max(0, first - _FARTHEST) : first]
        first, norms = len(items), [item.norm for item in items]
        between = 0
        for i in range(first - 1, -1, -1):
            item, norm = items[i], norms[i]
            if norm in self._placing:
                return PlaceRelation.IN
            if norm in self._language.towards:
                welcome = i > 0 and norms[i - 1] in self._language.welcoming
                return PlaceRelation.IN if welcome else PlaceRelation.NEAR
            stated = item.amount
            if stated is not None and stated.kind in (AmountKind.DURATION, AmountKind.DISTANCE):
                return PlaceRelation.NEAR
            side = (
                norm in self._language.sides and i == first - 1
            )  # "in the north of Boston" and "in north Boston" are both in Boston
            if (norm in self._language.comparing and not side) or norm in self._between:
                return PlaceRelation.NEAR
            if self._nearness.ending(norms, i) is not None:
                return PlaceRelation.NEAR
            if norm in self._joins:
                if i == 0 or not _is_capital(text, items[i - 1]):
                    return None
            elif item.is_break and (norm in SENTENCE_ENDS or norm == ":"):
                return None
            elif not (_is_capital(text, item) or item.is_break or norm in self._passed_over):
                between += norm not in self._language.fillers
                if between > _MOST_BETWEEN:
                    return None
        return None

    def is_led_directly(self, text: str, items: Sequence[Item], first: int) -> bool:
        """True if nothing but words of the same name, or of names that it is joined to, stands between a
        name and its word of nearness ("dekat Pasar Krakatau", not "dekat USU, Krakatau")."""
        norms = [item.norm for item in items[:first]]
        for i in range(first - 1, max(-1, first - 1 - _FARTHEST), -1):
            if self._nearness.ending(norms, i) is not None or norms[i] in self._language.towards:
                return True
            if items[i].is_break and norms[i] not in ("(", "/", "-", "&"):
                return False
            stated = items[i].amount
            if stated is not None:
                return stated.kind in (AmountKind.DURATION, AmountKind.DISTANCE)
        return False

    def near_led(self, items: Sequence[Item], first: int) -> PlaceRelation:
        """Returns what stands before a name: a time on the way or a distance in its clause (WITHIN), or words of
        nearness before it or its list (NEAR); else NONE, for "to" alone says where one may go. A length leads to a
        place only with such a word: "3 m tall statues" are near nothing."""
        in_clause, towards = True, False
        norms = [item.norm for item in items[max(0, first - _LED) : first]]
        for at in range(len(norms) - 1, -1, -1):
            item = items[first - len(norms) + at]
            stated = item.amount
            if stated is not None:
                leads = stated.kind is AmountKind.DURATION or (stated.kind is AmountKind.DISTANCE and towards)
                return PlaceRelation.WITHIN if in_clause and leads else PlaceRelation.NONE
            if self._nearness.ending(norms, at) is not None:
                return PlaceRelation.NEAR
            if norms[at] in SENTENCE_ENDS or norms[at] in self._placing - self._language.towards:
                return PlaceRelation.NONE
            in_clause &= not item.is_break
            towards |= norms[at] in self._language.towards
        return PlaceRelation.NONE

    def is_placed(self, items: Sequence[Item], first: int) -> bool:
        """True if a document says that the entity is at the name, rather than near it or unlike
        it."""
        skipped = self._language.fillers - self._language.locating
        before = [item.norm for item in items[max(0, first - 3) : first] if item.norm not in skipped]
        if not before or items[first - 1].is_break:
            return first == 0 or items[first - 1].norm in (",", "(", ".", ":")
        return before[-1] in self._language.locating and not self._language.comparing.intersection(before[-2:])

    def is_compared(self, items: Sequence[Item], first: int, *, near: bool) -> bool:
        """True if the name is only compared with or travelled to ("cheaper than in Manhattan");
        False for "close to Central Park"."""
        before = [item.norm for item in items[max(0, first - 4) : first] if item.norm not in self._language.fillers]
        if any(word in self._language.unlike for word in before[-2:]):
            return True
        # "35 minutes to Midtown", "a bus to downtown": a destination, not where the home is to be.
        at = first - 1
        while at >= 0 and items[at].norm in self._language.fillers:
            at -= 1
        stated = items[at].mention if at >= 0 else None
        if stated is not None:
            # "panjang 20 meter di Jalan Asia" (20 metres long, in Jalan Asia) still states the
            # location.
            placed = any(item.norm in self._language.locating for item in items[at + 1 : first + 1])
            return not placed and stated.amount.kind in (AmountKind.DURATION, AmountKind.DISTANCE)
        if at < 1 or items[at].norm not in self._language.towards:
            return False
        ways = self._language.commuting if near else self._language.travelling
        return items[at - 1].mention is not None or items[at - 1].norm in ways

    def led_near(self, items: Sequence[Item], first: int) -> Nearby | None:
        """Returns the words of nearness right before a name ("close to Astoria" asks for a home
        near it, if not in it)."""
        at = first - 1
        while at >= 0 and items[at].norm in self._language.articles:
            at -= 1
        norms = [item.norm for item in items[max(0, at - _LONGEST_LEAD) : at + 1]]
        near = self._nearness.ending(norms, len(norms) - 1) if norms else None
        return replace(near, first=near.first + at + 1 - len(norms), after=at + 1) if near is not None else None


def _is_capital(text: str, item: Item) -> bool:
    return text[item.start].isupper()
