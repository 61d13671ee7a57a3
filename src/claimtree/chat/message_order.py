"""Reads the order that a message asks for by the amount it names: "tanahnya paling luas", "fewest floors first"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TypeAlias

from claimtree.chat.bounds import area_of, key_of, key_said
from claimtree.chat.criteria import is_guess
from claimtree.chat.cues import Cues, Spot
from claimtree.chat.measures import area_concepts
from claimtree.chat.orders import AMOUNTS, SORTING, Measure, order_said
from claimtree.chat.session_state import SessionState
from claimtree.chat.topics import Topic
from claimtree.languages.conversation_words import Cue
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack

Found: TypeAlias = tuple[Topic, int, int]
"""A topic, its first token, and the one after its last."""


class MessageOrder:
    """Finds orders in the messages of a pack's users."""

    def __init__(self, pack: Pack, idle: Collection[str]) -> None:
        """`idle`: words that say nothing."""
        self._pack = pack
        self._idle = idle

    def with_order(self, cues: Cues, claims: Sequence[QueryClaim], found: Sequence[Found], state: SessionState) -> Cues:
        """The cues with the order that the message says, by the amount that it names: "tanahnya paling luas"."""
        topics = [topic for topic, _, _ in found]
        free = [one for one in found if not self._is_limited(one, cues, claims)]
        named, of = key_said([topic for topic, _, _ in free], self._pack)
        # "Lantai tertinggi" is about a floor, unless the message sorts.
        says_else = not cues.has(*SORTING) and bool(topics or any(not is_guess(one) for one in claims))
        area = area_of(topics, self._pack)
        said = cues.said - {cue for cue in AMOUNTS if not self._is_of_amount(cue, cues, free)}
        if not cues.has(*SORTING) and of != area and not said & AMOUNTS.keys():
            named, of = None, area
        order = order_said(said, named, of, state.order, is_area=of == area, says_else=says_else)
        than = cues.comparative
        if area is not None and than is not None and than.order.by is Measure.SIZE:
            than = replace(than, order=replace(than.order, of=area))
        return replace(cues, superlative=order, comparative=than)

    def with_sizes(self, cues: Cues, topics: Sequence[Found]) -> list[Found]:
        """The topics, with the sizes of a home where "how big" asks for them and no other topic is named."""
        concepts = area_concepts(self._pack)
        spots = cues.at(Cue.HOW_BIG)
        if not spots or not concepts or any(topic.concepts for topic, _, _ in topics):
            return list(topics)
        return [(Topic(type=self._pack.concepts[concepts[0]].type, concepts=concepts), spots[0].first, spots[0].after)]

    def parts_said(self, cues: Cues, found: Sequence[Found]) -> tuple[str, ...]:
        """The words that ask for an order by the size of a part: "the biggest bedroom first". Homes are sorted by their
        own size then, and that is told."""
        order = cues.superlative
        if order is None or order.by is not Measure.SIZE or order.of is not None:
            return ()
        spots = [*cues.at(Cue.MOST_SIZE), *cues.at(Cue.LEAST_SIZE)]
        said = []
        for topic, first, after in found:
            amounts = [self._pack.concepts[one].amount for one in topic.concepts]
            counted = bool(amounts) and all(one is not None and one.kind is AmountKind.COUNT for one in amounts)
            spot = next((one for one in spots if self._stands_beside((first, after), one, cues)), None)
            if counted and spot is not None:
                start, end = min(first, spot.first), max(after, spot.after)
                said.append(cues.text[cues.tokens[start].start : cues.tokens[end - 1].end])
        return tuple(said)

    @staticmethod
    def _stands_beside(topic: tuple[int, int], spot: Spot, cues: Cues) -> bool:
        """True if at most a word is between, and no number: "the biggest two-bedroom" is a home."""
        first, after = topic
        between = cues.norms[after : spot.first] if after <= spot.first else cues.norms[spot.after : first]
        return len(between) < 2 and not any(norm[0].isdecimal() for norm in between)

    @staticmethod
    def _is_limited(found: Found, cues: Cues, claims: Sequence[QueryClaim]) -> bool:
        """True for a topic that a wish gives a number: "3 kamar"."""
        _, first, after = found
        start, end = cues.tokens[first].start, cues.tokens[after - 1].end
        return any(claim.amounts and claim.start < end and start < claim.end for claim in claims)

    def _is_of_amount(self, cue: Cue, cues: Cues, found: Sequence[Found]) -> bool:
        """True if "most" and the like stand beside an amount: "kamar terbanyak", "paling banyak kamarnya", "most
        bedrooms first", or behind it in what says an order: "by bedrooms, most first"."""

        def meets(first: int, after: int) -> bool:
            return all(norm in self._idle for norm in cues.norms[first:after])

        keys = [(first, after) for topic, first, after in found if key_of(topic, self._pack) is not None]
        return any(
            meets(after, spot.first) if after <= spot.first else spot.after <= first and meets(spot.after, first)
            for spot in cues.at(cue)
            for first, after in keys
        )
