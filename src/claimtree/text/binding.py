"""What each mention is said of: the home, the area, or one room of it.

"a bright bedroom with a closet and a kitchen big enough for four" speaks of two rooms; "exposed brick in the living
room" of one; "quiet street" of the area. The rules look at neighbours only, never at what the words mean:

1. right before a part or a noun: "modern kitchen", "quiet street"; in languages that put qualities last, right after
   the noun: "komplek yang tenang dan asri";
2. right before "in the" and a part: "exposed brick in the living room";
3. after a part and a linking word, as far as the chain holds: "a kitchen with an island and a skylight";
4. anywhere later in the sentence, for what belongs to such a part by itself: "kitchen: new cabinets, dishwasher".
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from claimtree.model.claims import LevelName
from claimtree.model.pack import Concept, FacetSpec
from claimtree.text.language import Language
from claimtree.text.lexicon import Item, Lexicon, Match
from claimtree.text.polarity import SENTENCE_ENDS

_FARTHEST = 60
"""How many words back a part may be named: a sentence without an end must not be walked again for every word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartMention:
    """One place in the text where a part is named."""

    match: int
    """Position among the matches; -1 for a part that is spoken of without being named."""
    facet: FacetSpec
    copies: int = 1
    """ "two bedrooms, each with a closet" speaks of two."""
    nth: int = 0
    """Which of several it is: "a second bedroom with a desk" speaks of another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a mention is said of, as far as the text tells."""

    part: PartMention | None = None
    noun: LevelName | None = None


class Binder:
    """Finds the target of each match of one text."""

    def __init__(
        self,
        items: Sequence[Item],
        matches: Sequence[Match],
        language: Language,
        lexicon: Lexicon,
        facets: Mapping[str, FacetSpec],
    ) -> None:
        self._lexicon = lexicon
        self._facets = facets
        self._items = items
        self._matches = matches
        self._language = language
        self._at = {match.first: k for k, match in enumerate(matches)}
        self._ends = {match.after: k for k, match in enumerate(matches)}
        self._targets: dict[int, Target] = {}
        self._each = [i for i, item in enumerate(items) if item.norm in language.each]
        self._small = language.fillers | language.ands | language.ors
        # Each match is looked at from all that follow it.
        self._named = [next((saying.facet for saying in match.sayings if saying.facet), None) for match in matches]
        self._nouns = [next((saying.noun for saying in match.sayings if saying.noun), None) for match in matches]

    def target(self, k: int) -> Target:
        """What match k is said of."""
        # From the right, since a match may share the target of the next one: a long row of them must not nest.
        for later in range(len(self._matches) - 1 - len(self._targets), k - 1, -1):
            self._targets[later] = self._find(later)
        return self._targets[k]

    def target_of_amount(self, i: int, *, across_commas: bool) -> Target:
        """What an amount that no saying took is said of: the part before or after it."""
        after = self._next_match(i + 1)
        if after is not None and (part := self._part(after)):
            return Target(part=part)
        return self._behind(i, None, across_commas=across_commas)

    def _find(self, k: int) -> Target:
        match = self._matches[k]
        concept = next((saying.concept for saying in match.sayings if saying.concept), None)
        if self._language.adjectives_follow and concept is not None and (noun := self._noun_before(match)):
            return Target(noun=noun)
        after = self._next_match(match.after)
        if after is not None:
            if part := self._part(after) or self._led_by(after):
                return Target(part=part)
            if noun := self._noun(after):
                return Target() if self._language.adjectives_follow and self._wishes(after) else Target(noun=noun)
            if self._matches[after].first - match.after <= 1 and not self._starts_new(after):
                found = self._targets[after]
                if found.part is not None and found.part.match > after:
                    return found
        inside = self._inside(match.after)
        if inside is not None:
            return inside
        return self._behind(match.first, concept, across_commas=False)

    def _behind(self, i: int, concept: Concept | None, *, across_commas: bool) -> Target:
        """Walk back to the part that the words before are about, as long as the chain of links holds."""
        chained = True
        linked = False
        j = i - 1
        lowest = max(0, i - _FARTHEST)
        while j >= lowest:
            k = self._ends.get(j + 1)
            item = self._items[j]
            if k is not None:
                match = self._matches[k]
                if part := self._part(k):
                    at_home_there = concept is not None and _belongs(concept, part.facet)
                    close = chained and (linked or i - match.after == 0)
                    return Target(part=part) if close or at_home_there or across_commas else Target()
                if self._noun(k):
                    return Target()
                if part := self._counted(k, j + 1, i):
                    return Target(part=part)
                j = match.first - 1
                continue
            if item.norm in SENTENCE_ENDS:
                return Target()
            if item.norm in self._language.links or item.amount is not None:
                # "a living room over 20 m² facing south": the amount is of the same part.
                linked = True
            elif item.norm not in self._small:
                chained = False
            j -= 1
        return Target()

    def _noun_before(self, match: Match) -> LevelName | None:
        """The noun that a quality follows, other qualities of it between: "komplek yang nggak ramai dan asri"."""
        if self._items[match.first].norm in self._language.whereabouts:
            return None  # "rumah dekat sekolah": where it is, not what it is like
        # "rumah dengan kolam renang" has one; it is not like one.
        small = self._language.fillers - self._language.links - self._language.inside
        small |= self._language.relatives | self._language.negations | self._language.ands
        j, listed = match.first - 1, False
        while j >= max(0, match.first - _FARTHEST):
            k = self._ends.get(j + 1)
            if k is not None:
                noun = self._noun(k) or self._noun_at(j)
                if noun is not None:
                    return None if listed else noun
                if not self._is_quality(self._matches[k]):
                    return None
                j, listed = self._matches[k].first - 1, False
            elif self._items[j].norm == "," and not listed:
                j, listed = j - 1, True
            elif self._items[j].norm in small:
                j -= 1
            else:
                return None
        return None

    def _noun_at(self, i: int) -> LevelName | None:
        """The noun that the last word of a longer saying is: "dalam komplek"."""
        return next((saying.noun for saying in self._lexicon.exact([self._items[i]]) if saying.noun), None)

    def _is_quality(self, match: Match) -> bool:
        """Whether it can be said of several levels and is no place."""
        concepts = [saying.concept for saying in match.sayings if saying.concept]
        near = self._items[match.first].norm in self._language.whereabouts
        return any(len(concept.levels) > 1 for concept in concepts) and not near

    def _wishes(self, k: int) -> bool:
        """Whether a noun is a wish by itself, which begins something new: "bebas banjir, rumah", "tenang komplek"."""
        return any(saying.concept for saying in self._matches[k].sayings)

    def _inside(self, i: int) -> Target | None:
        if i >= len(self._items) or self._items[i].norm not in self._language.inside:
            return None
        k = self._next_match(i + 1)
        if k is None:
            return None
        if part := self._part(k):
            return Target(part=part)
        return None

    def _next_match(self, i: int) -> int | None:
        """The match that starts here, filler words skipped."""
        while i < len(self._items):
            if i in self._at:
                return self._at[i]
            if self._items[i].norm not in self._language.fillers:
                return None
            i += 1
        return None

    def _starts_new(self, k: int) -> bool:
        match = self._matches[k]
        return match.first > 0 and self._items[match.first - 1].is_break

    def _part(self, k: int) -> PartMention | None:
        facet = self._named[k]
        if facet is None:
            return None
        first = self._matches[k].first
        further = any(item.norm in self._language.further for item in self._items[max(0, first - 1) : first + 1])
        return PartMention(match=k, facet=facet, nth=int(further))

    def _led_by(self, k: int) -> PartMention | None:
        """ "open-plan living room connected to the kitchen": the longer saying starts with the name of a part."""
        facet = self._lexicon.part_at(self._items, self._matches[k].first)
        return PartMention(match=k, facet=facet) if facet else None

    def _noun(self, k: int) -> LevelName | None:
        return self._nouns[k]

    def _counted(self, k: int, first: int, last: int) -> PartMention | None:
        """ "two bedrooms, each with": the parts just counted, when a distributing word follows."""
        match = self._matches[k]
        if match.amount is None or bisect_left(self._each, first) == bisect_left(self._each, last):
            return None
        amount = self._items[match.amount].amount
        facet = self._facets.get(_counted_noun(match))
        if facet is None or amount is None or not 1 <= amount.low <= 6:
            return None
        return PartMention(match=k, facet=facet, copies=int(amount.low))


def _counted_noun(match: Match) -> str:
    for saying in match.sayings:
        if saying.concept and saying.concept.amount:
            return saying.concept.amount.noun
    return ""


def _belongs(concept: Concept, facet: FacetSpec) -> bool:
    """Whether it is at home in such a part: a dishwasher in a kitchen."""
    return concept.facet == facet.name or (concept.facet is None and concept.levels[0] == facet.level)
