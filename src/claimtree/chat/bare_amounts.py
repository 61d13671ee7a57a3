"""Reads areas and distances that a message leaves without what they are of: "100 m2 minimal", "2 km aja".

An area is of what was asked before: of the land or of the floor, and of the floor where what is searched for has no
land. A distance is of the place that was asked for.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from claimtree.chat.criteria import Criteria, is_guess
from claimtree.chat.cues import Cues
from claimtree.chat.mentions import Mention, relation_of
from claimtree.chat.message_order import Found
from claimtree.languages import language_of
from claimtree.languages.conversation_words import Cue
from claimtree.languages.normalise import singular, tokenize
from claimtree.languages.word_tables import spelled
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import ClaimId, ConceptId, QueryClaim, Strength
from claimtree.model.pack import Pack, UnitSpec
from claimtree.model.places import at_most_m
from claimtree.ports import Reader
from claimtree.text.amounts.digits import digits
from claimtree.text.amounts.quantity import METRES_A_MINUTE

Span = tuple[int, int]
_WALK: Final = "walk"
_METRE: Final = "m"
"""Short for a metre of length, and in chats for one of area as well."""
_MEASURED: Final = frozenset({AmountKind.AREA, AmountKind.DISTANCE})
_NEAREST: Final = 50.0
"""Metres: nobody asks for a home nearer to a place, and "M" behind a smaller number is one of money."""


class BareAmounts:
    """Says what the amounts of a pack's users are of where their message does not."""

    def __init__(self, pack: Pack) -> None:
        language = language_of(pack)
        self._pack = pack
        self._limiting = {word for wording in language.amounts.before for word in wording}
        # "Di lantai 2" is where a room is, also in a house.
        self._floor_words = language.amounts.floor_at
        self._far = language.conversation.distances
        self._limits = language.conversation.limits
        self._negations = language.negations
        self._units = {**language.amounts.units, **pack.units}
        areas = pack.reading.areas
        self._naming = (
            {
                concept: self._words(concept) - self._words(other)
                for concept, other in ((areas.land, areas.floor), (areas.floor, areas.land))
            }
            if areas is not None
            else {}
        )

    def _words(self, concept: ConceptId) -> frozenset[str]:
        spec = self._pack.concepts[concept]
        return frozenset(norm for words in (*spec.says, *spec.query_only) for norm in spelled(words))

    # --- areas

    def with_sizes(self, cues: Cues, claims: Sequence[QueryClaim], criteria: Criteria, reader: Reader) -> Criteria:
        """Returns wishes, a bare area as that of what was asked before."""
        claims = self._without_land_as_kind(claims, criteria)
        sized = [self._as_size(one, claims, criteria) for one in claims]
        return tuple(one if self._is_limited(one, cues) else self._as_named(one, reader) for one in sized)

    def _is_limited(self, claim: QueryClaim, cues: Cues) -> bool:
        """True if a word right before an area makes a limit of it: "jangan lebih 350 meter"."""
        before = [norm for token, norm in zip(cues.tokens, cues.norms, strict=True) if token.end <= claim.start]
        return bool(before) and before[-1] in self._limits

    def _without_land_as_kind(self, claims: Sequence[QueryClaim], criteria: Criteria) -> Sequence[QueryClaim]:
        """Wishes without the kind whose word says of what an area is, where another kind was asked for: "land of 120
        sqm", "tanahnya minimal 120 meter" after a house. With a place it is a search of its own: "tanah 120 m2 di
        Marelan"."""
        areas = self._pack.reading.areas
        of_land = [one for one in claims if areas is not None and one.concept == areas.land and one.amounts]
        if areas is None or not of_land or any(one.where is not None or one.name is not None for one in claims):
            return claims

        def names_area(kind: QueryClaim) -> bool:
            if not kind.type or not self._pack.type(kind.type).loosened_last or kind.negated:
                return False
            asked = any(one.type == kind.type and one.concept != kind.concept and not one.negated for one in criteria)
            words = {token.norm for token in tokenize(kind.quote)}
            together = any(one.start <= kind.start and kind.end <= one.end for one in of_land)
            before = kind.end <= of_land[0].start
            return asked and (together or (before and words <= self._naming[areas.land]))

        return [one for one in claims if not names_area(one)]

    def _as_size(self, claim: QueryClaim, claims: Sequence[QueryClaim], criteria: Criteria) -> QueryClaim:
        areas = self._pack.reading.areas
        if areas is not None and self._is_of_no_room(claim):
            claim = self._as_area_of(areas.land, claim)
        if areas is None or claim.concept != areas.land or not claim.amounts or claim.negated:
            return claim
        if any(token.norm in self._naming[areas.land] for token in tokenize(claim.quote)):
            return claim
        asked = [one.concept for one in criteria if one.amounts and one.concept in self._naming]
        # What the message names itself goes before what was asked, and the reader knows that.
        kinds = {one.concept for one in claims if not one.negated} & (areas.landless | areas.landed)
        known = {one.concept for one in criteria if not one.negated}
        of_floor = areas.floor in asked if asked else bool(known & areas.landless) and not known & areas.landed
        if kinds or not of_floor or (asked and asked[-1] == areas.land):
            return claim
        return self._as_area_of(areas.floor, claim)

    def _is_of_no_room(self, claim: QueryClaim) -> bool:
        """True for an area as such that no room is named with: "ukurannya 200 m2"."""
        known = self._pack.concepts.get(claim.concept) if claim.concept is not None else None
        of_rooms = known is not None and known.amount is not None and known.amount.kind is AmountKind.AREA
        nameless = known is not None and known.amount is not None and not known.amount.noun
        return of_rooms and nameless and bool(claim.amounts) and claim.facet is None and not claim.negated

    def _as_area_of(self, concept: ConceptId, claim: QueryClaim) -> QueryClaim:
        spec = self._pack.concepts[concept]
        amount = replace(claim.amounts[0], noun=spec.amount.noun if spec.amount is not None else "")
        pattern = spec.pattern_of(with_amount=True)
        text = spec.filled(pattern, amount)
        return replace(claim, concept=concept, type=spec.type, pattern=pattern, text=text, amounts=(amount,))

    def _as_named(self, claim: QueryClaim, reader: Reader) -> QueryClaim:
        """A bare area as one that is named: "200m" is about that, as "tanah 200m" is, and no upper limit."""
        concept = self._pack.concepts.get(claim.concept) if claim.concept is not None else None
        bare = bool(claim.amounts) and claim.amounts[0].kind is AmountKind.AREA and claim.quote[:1].isdecimal()
        saying = next((one for one in concept.says if one.endswith(" _")), None) if concept and bare else None
        if saying is None or claim.amounts[0].low > 0:
            return claim
        read = [
            one for one in reader.read_query(saying.replace("_", claim.quote)).claims if one.concept == claim.concept
        ]
        return replace(read[0], start=claim.start, end=claim.end) if len(read) == 1 else claim

    def with_units(self, cues: Cues, claims: Sequence[QueryClaim], topics: Sequence[Found], reader: Reader) -> Criteria:
        """Returns wishes, with that for an amount that the message names and gives no unit: "lebar depannya minimal
        15" is in metres."""
        numbers = [at for at, norm in enumerate(cues.norms) if norm[0].isdecimal() and at not in cues.taken]
        behind = [norm for at in numbers for norm in cues.norms[at + 1 : at + 2]]
        named = [(topic.concepts[0], first) for topic, first, _ in topics if len(topic.concepts) == 1]
        plain = [norm for norm in behind if norm not in self._units]
        if len(numbers) != 1 or not named or any(map(_is_of_something, claims)) or len(plain) != len(behind):
            return tuple(claims)
        (concept, first), at = named[0], numbers[0]
        spec = self._pack.concepts[concept].amount
        if spec is None or spec.kind not in _MEASURED or first > at:
            return tuple(claims)
        start, end = cues.tokens[first].start, cues.tokens[at].end
        said = f"{cues.text[start:end]} {spec.unit}"
        read = [one for one in reader.read_query(said).claims if one.concept == concept and one.amounts]
        if len(read) != 1:
            return tuple(claims)
        kept = [one for one in claims if not _meet((one.start, one.end), (start, end))]
        return (*kept, replace(read[0], start=start, end=end))

    # --- floors

    def with_floors(self, cues: Cues, claims: Sequence[QueryClaim], criteria: Criteria) -> Criteria:
        """Returns wishes, the floor that something is on as the number of its floors where what is searched for stands
        on the ground: "lantai 2 minimal" of a house."""
        return tuple(self._as_floors(one, cues, claims, criteria) for one in claims)

    def _as_floors(self, claim: QueryClaim, cues: Cues, claims: Sequence[QueryClaim], criteria: Criteria) -> QueryClaim:
        areas = self._pack.reading.areas
        if areas is None or not claim.amounts or claim.amounts[0].kind is not AmountKind.FLOOR or claim.facet:
            return claim
        named = {one.concept for one in claims if not one.negated} & (areas.landless | areas.landed)
        kinds = named or {one.concept for one in criteria if not one.negated} & (areas.landless | areas.landed)
        if not kinds or kinds & areas.landless or self._is_on_it(claim, cues):
            return claim
        amount = replace(claim.amounts[0], kind=AmountKind.COUNT)
        counted = next(
            (
                one
                for one in self._pack.concepts.values()
                if one.amount is not None and (one.amount.kind, one.amount.noun) == (amount.kind, amount.noun)
            ),
            None,
        )
        if counted is None:
            return claim
        pattern = counted.pattern_of(with_amount=True)
        text = counted.filled(pattern, amount)
        return replace(claim, concept=counted.id, type=counted.type, pattern=pattern, text=text, amounts=(amount,))

    def _is_on_it(self, claim: QueryClaim, cues: Cues) -> bool:
        """True if a word says that something is on the floor: "kamar mandi di lantai 2"."""
        said = [norm for norm, token in zip(cues.norms, cues.tokens, strict=True) if token.start < claim.end]
        inside = len([token for token in cues.tokens if claim.start <= token.start < claim.end])
        return not self._floor_words.isdisjoint(said[-inside - 1 :])

    def as_floors(self, mention: Mention, cues: Cues, criteria: Criteria, pack: Pack) -> Mention:
        """Words that are a wish only alone, likewise: "lantainya 2 pun jadi"."""
        claim = self._as_floors(mention.claim, cues, (mention.claim,), criteria) if mention.alone else mention.claim
        same = claim is mention.claim
        return mention if same else replace(mention, claim=claim, relation=relation_of(claim, criteria, pack))

    # --- limits

    def with_denied_limits(self, cues: Cues, claims: Sequence[QueryClaim], reader: Reader) -> Criteria:
        """Returns wishes, a limit that the end of the message denies as what it leaves: "di atas 3 M jangan"."""
        end = len(cues.norms)
        while end and not cues.norms[end - 1][0].isalnum():
            end -= 1
        word = cues.norms[end - 1] if end else ""
        asks = any(spot.first <= end - 1 < spot.after and Cue.ASK_END in spot.cues for spot in cues.spots)
        if word not in self._negations or asks:
            return tuple(claims)
        before = cues.tokens[end - 2].end if end > 1 else -1
        return tuple(self._denied(one, word, reader) if one.end == before else one for one in claims)

    @staticmethod
    def _denied(claim: QueryClaim, word: str, reader: Reader) -> QueryClaim:
        open_end = bool(claim.amounts) and math.isinf(claim.amounts[0].low) is not math.isinf(claim.amounts[0].high)
        read = reader.read_query(f"{word} {claim.quote}").claims if open_end and not claim.negated else ()
        same = len(read) == 1 and read[0].concept == claim.concept
        return replace(read[0], start=claim.start, end=claim.end) if same else claim

    # --- distances

    def with_distances(
        self, cues: Cues, claims: Sequence[QueryClaim], criteria: Criteria, latest: Sequence[ClaimId]
    ) -> Criteria:
        """Returns wishes, a distance without a place as one to the place that was asked for: "500 m aja", "within a 5
        minute walk", "max 10 menit jalan kaki ke sekolahnya"."""
        named = [one for one in claims if one.where is not None]
        near = [one for one in criteria if _is_near(one) and all(_is_same_place(one, other) for other in named)]
        if not near:
            return tuple(claims)
        old = near[-1]
        others = [one for one in claims if one.where is None]
        for metres, span, short in self._found(cues):
            sure = not short or any(norm in self._far for norm in cues.norms) or old.id in latest
            free = all(is_guess(one) or _is_area(one) or not _meet((one.start, one.end), span) for one in others)
            if not sure or not free or old.where is None:
                continue
            kept = [one for one in others if not _meet((one.start, one.end), span)]
            kept = [one for one in kept if not is_guess(one) or not self._says_far(one)]
            wish = replace(
                old,
                where=replace(old.where, distance=at_most_m(metres)),
                strength=Strength.REQUIRED,
                quote=cues.text[slice(*span)],
                or_group=None,
                start=min(span[0], *(one.start for one in named)) if named else span[0],
                end=max(span[1], *(one.end for one in named)) if named else span[1],
            )
            return (*kept, wish)
        return tuple(claims)

    def _says_far(self, claim: QueryClaim) -> bool:
        return any(token.norm in self._far for token in tokenize(claim.quote))

    def spans(self, cues: Cues, claims: Sequence[QueryClaim]) -> list[Span]:
        """Returns where a message says how far a place may be, where that stands apart from it: "dekat USU
        radius 3 km"."""
        reach = [one.where.distance for one in claims if one.where is not None and one.where.distance is not None]
        ends = {end for one in reach for end in (one.low, one.high)}
        return [span for metres, span, _ in self._found(cues) if metres in ends]

    def _found(self, cues: Cues) -> Iterator[tuple[float, Span, bool]]:
        """The distances of a message in metres, with the limiting words before them, and whether the unit may be
        one of area as well."""
        for at, norm in enumerate(cues.norms[:-1]):
            said = cues.norms[at + 1]
            unit = self._units.get(said) or self._units.get(singular(said))
            number = digits(norm, decimal_comma=True)
            if number is None or unit is None or not _is_way(unit):
                continue
            first = at
            while first and cues.norms[first - 1] in self._limiting | self._far:
                first -= 1
            metres = number * unit.factor * (1.0 if unit.kind is AmountKind.DISTANCE else METRES_A_MINUTE[_WALK][1])
            last = at + 1
            while last + 1 < len(cues.norms) and cues.norms[last + 1] in self._far:
                last += 1
            # "Naik ke 1,2 M" is a price, also where a place is to be near.
            priced = said == _METRE and metres < _NEAREST and not any(norm in self._far for norm in cues.norms)
            if math.isfinite(metres) and metres > 0 and not priced:
                yield metres, (cues.tokens[first].start, cues.tokens[last].end), said == _METRE


def _is_of_something(claim: QueryClaim) -> bool:
    return claim.concept is not None or claim.name is not None or claim.where is not None


def _is_way(unit: UnitSpec) -> bool:
    """True for a unit of how far something is: of length, or of the time that it takes to walk there."""
    return unit.kind is AmountKind.DISTANCE or (unit.kind is AmountKind.DURATION and unit.unit == "minute")


def _is_near(claim: QueryClaim) -> bool:
    return claim.where is not None and claim.where.distance is not None and not claim.where.keeps_off


def _is_same_place(one: QueryClaim, other: QueryClaim) -> bool:
    first, second = one.where, other.where
    return first is not None and second is not None and (first.names, first.kind) == (second.names, second.kind)


def _is_area(claim: QueryClaim) -> bool:
    return bool(claim.amounts) and claim.amounts[0].kind is AmountKind.AREA


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]
