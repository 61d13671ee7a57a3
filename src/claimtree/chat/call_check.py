"""Checks the tools that a language model chose against what our reader found; a doubt is a refusal.

The person's wishes are hard: a search has to ask for each of them, as it was said, and for nothing
else. A wish that our reader did not find is taken from a call only if it is a count whose number stands
in words of the message that nothing accounts for. Kind and deal are never the model's to say. Hits are
looked up if the message is about them, and were shown.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from claimtree.chat.call_wishes import LOOKUPS, SEARCHES, AskedCall
from claimtree.chat.criteria import Choice, Criteria, choices, implied, is_guess, same_thing
from claimtree.chat.tool_calls import ToolName, asks_near_kind, asks_near_name
from claimtree.languages.normalise import tokenize
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import EntityId, QueryClaim
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.model.pack import Pack
from claimtree.model.places import PlaceKind

_METRE: Final = 1.0


@dataclass(frozen=True, kw_only=True)
class Expected:
    """What a message asks for by our reading."""

    pack: Pack
    criteria: Criteria
    label: Callable[[Choice], str]
    message: str
    left: tuple[str, ...] = ()
    """Words of the message that nothing accounts for."""
    shown: tuple[EntityId, ...] = ()
    hits: frozenset[EntityId] = frozenset()
    """Those that the message is about; empty for a search."""


@dataclass(kw_only=True)
class CallChecker:
    """Checks the calls for one message."""

    expected: Expected
    places: dict[str, PlaceKind] = field(default_factory=dict)
    """Places of kinds that were listed for the model, by name as it is compared."""

    def check_question(self, call: AskedCall) -> Notice | None:
        """Returns why a place may not be looked up; None if the criteria speak of it."""
        wheres = [claim.where for claim in self.expected.criteria if claim.where is not None]
        names = [folded(name) for where in wheres for name in where.names]
        if call.kind and any(where.kind == call.kind for where in wheres):
            return None
        near = folded(call.near)
        if call.near and (near in names or near in folded(self.expected.message) or near in self.places):
            return None
        return notice(NoticeCode.CALL_INVENTS, words=call.near or call.kind)

    def check_lookups(self, calls: Sequence[AskedCall]) -> Notice | None:
        """Returns why hits may not be looked up; None if they are those that the message is about."""
        shown = self.expected.shown
        found: set[EntityId] = set()
        for call in calls:
            if call.tool is ToolName.GET_PROPERTY_BY_NUMBER:
                if not 1 <= call.number <= len(shown):
                    return notice(NoticeCode.CALL_OF_OTHER_HITS, numbers=str(call.number))
                found.add(shown[call.number - 1])
            elif call.id in shown:
                found.add(EntityId(call.id))
            else:
                return notice(NoticeCode.CALL_OF_OTHER_HITS, numbers=call.id[:40])
        if found == self.expected.hits:
            return None
        numbers = sorted(shown.index(id) + 1 for id in found if id in shown)
        return notice(NoticeCode.CALL_OF_OTHER_HITS, numbers=", ".join(map(str, numbers)))

    def check_searches(self, calls: Sequence[AskedCall]) -> Notice | Criteria:
        """Returns the wishes that a search adds to ours, most often none; or why it may not be made."""
        near = [choice for choice in choices(self.expected.criteria) if self._is_near(choice)]
        rest = [choice for choice in choices(self.expected.criteria) if not self._is_near(choice)]
        further: Criteria = ()
        for call in calls:
            for choice in rest:
                if not self._covers(call, choice):
                    return self._missing(call, choice)
            found = self._further(call)
            if isinstance(found, Notice):
                return found
            further = found
            if (wrong := self._wrong_place(call, near)) is not None:
                return wrong
        for choice in near:
            if not any(self._is_around(call, claim) for call in calls for claim in choice):
                return notice(NoticeCode.CALL_DROPS, wish=self.expected.label(choice))
        return further

    def _is_near(self, choice: Choice) -> bool:
        return any(asks_near_name(claim) or asks_near_kind(claim) for claim in choice)

    def _covers(self, call: AskedCall, choice: Choice) -> bool:
        """True if the call asks for all alternatives of a wish."""
        return all(any(_answers(wish, claim) for wish in call.wishes) or _says(call, claim) for claim in choice)

    def _missing(self, call: AskedCall, choice: Choice) -> Notice:
        changed = any(same_thing(claim, wish, self.expected.pack) for claim in choice for wish in call.wishes)
        code = NoticeCode.CALL_CHANGES if changed else NoticeCode.CALL_DROPS
        return notice(code, wish=self.expected.label(choice))

    def _further(self, call: AskedCall) -> Notice | Criteria:
        """The wishes of a call that are not ours."""
        expected, pack = self.expected, self.expected.pack
        settled = {claim.concept for claim in implied(expected.criteria, pack)}
        found: list[QueryClaim] = []
        for wish in call.wishes:
            if any(_answers(wish, claim) for claim in expected.criteria) or wish.concept in settled - {None}:
                continue
            old = next((choice for choice in choices(expected.criteria) if _conflicts(choice, wish, pack)), None)
            if old is not None:
                return notice(NoticeCode.CALL_CHANGES, wish=expected.label(old))
            if is_guess(wish) or wish.where is not None or wish.name is not None:
                if not _is_in(wish.quote or wish.pattern, expected.message) and not self._is_said(wish):
                    return notice(NoticeCode.CALL_INVENTS, words=wish.quote or wish.text)
                continue  # our reader has seen these words, and made of them what it could
            if not self._is_counted(wish):
                return notice(NoticeCode.CALL_INVENTS, words=wish.text or str(wish.concept))
            found.append(wish)
        return tuple(found)

    def _is_said(self, wish: QueryClaim) -> bool:
        """True if the words of a wish are those of a criterion."""
        words = {token.norm for claim in self.expected.criteria for token in tokenize(_words_of(claim))}
        return {token.norm for token in tokenize(wish.quote or wish.pattern)} <= words

    def _is_counted(self, wish: QueryClaim) -> bool:
        """True for a count whose number stands in words of the message that nothing accounts for."""
        if self.expected.pack.type(wish.type).loosened_last or wish.negated or not wish.amounts:
            return False
        amount = wish.amounts[0]
        free = {float(word) for word in self.expected.left if word.isdecimal()}
        ends = {end for end in (amount.low, amount.high) if math.isfinite(end)}
        return amount.kind is AmountKind.COUNT and bool(ends) and ends <= free

    def _wrong_place(self, call: AskedCall, near: Sequence[Choice]) -> Notice | None:
        if call.tool is not ToolName.SEARCH_NEARBY:
            return None
        around = [choice for choice in near if any(self._is_at(call, claim) for claim in choice)]
        if not around:
            return notice(NoticeCode.CALL_INVENTS, words=call.near or call.kind)
        if any(self._is_around(call, claim) for choice in around for claim in choice):
            return None
        return notice(NoticeCode.CALL_CHANGES, wish=self.expected.label(around[0]))

    def _is_at(self, call: AskedCall, claim: QueryClaim) -> bool:
        """True if a call searches around what a wish wants to be near to, however near."""
        where = claim.where
        if where is None:
            return False
        if where.names:
            return folded(call.near) in {folded(name) for name in where.names}
        return where.kind in (call.kind, self.places.get(folded(call.near)))

    def _is_around(self, call: AskedCall, claim: QueryClaim) -> bool:
        """True if it does so as near as it was asked for."""
        where = claim.where
        if where is None or not self._is_at(call, claim):
            return any(_answers(wish, claim) for wish in call.wishes)
        if not call.radius_m or where.distance is None:
            return True
        return abs(call.radius_m - where.distance.high) <= _METRE


def sorted_out(calls: Sequence[AskedCall]) -> tuple[list[AskedCall], list[AskedCall], list[AskedCall]]:
    """Returns the searches, the lookups of hits and the questions about places among calls."""
    searches = [call for call in calls if call.tool in SEARCHES]
    lookups = [call for call in calls if call.tool in LOOKUPS]
    return searches, lookups, [call for call in calls if call.tool not in SEARCHES | LOOKUPS]


def folded(name: str) -> str:
    """Returns a name as it is compared."""
    return " ".join(token.norm for token in tokenize(name))


def _answers(wish: QueryClaim, claim: QueryClaim) -> bool:
    """True if a wish of a call asks for what a criterion asks for."""
    if claim.where is not None or wish.where is not None:
        return _is_same_place(wish, claim)
    if wish.negated != claim.negated:
        return False
    if claim.amounts or wish.amounts:
        return _has_same_amount(wish, claim)
    if claim.name is not None or wish.name is not None:
        return claim.name is not None and wish.name is not None and claim.name.is_same(wish.name)
    return claim.concept is not None and claim.concept == wish.concept


def _is_same_place(wish: QueryClaim, claim: QueryClaim) -> bool:
    one, other = _names(wish), _names(claim)
    if wish.negated != claim.negated or asks_near_name(wish) != asks_near_name(claim):
        return False
    if one != other or not _is_as_near(wish, claim):
        return False
    if one:
        return True
    return wish.where is not None and claim.where is not None and wish.where.kind == claim.where.kind


def _is_as_near(wish: QueryClaim, claim: QueryClaim) -> bool:
    reach = wish.where.distance if wish.where is not None else None
    asked = claim.where.distance if claim.where is not None else None
    if reach is None or asked is None:
        return True
    return math.isclose(reach.low, asked.low) and math.isclose(reach.high, asked.high, abs_tol=_METRE)


def _names(claim: QueryClaim) -> frozenset[str]:
    names: Collection[str] = claim.where.names if claim.where is not None else ()
    names = names or ((claim.name.text,) if claim.name is not None else ())
    return frozenset(folded(name) for name in names)


def _has_same_amount(wish: QueryClaim, claim: QueryClaim) -> bool:
    if not claim.amounts or not wish.amounts:
        return False
    one, other = wish.amounts[0], claim.amounts[0]
    if one.kind is not other.kind or one.unit != other.unit:
        return False
    if one.kind is not AmountKind.MONEY and wish.concept != claim.concept:
        return False
    return all(math.isclose(a, b, rel_tol=1e-6) for a, b in zip(_ends(wish), _ends(claim), strict=True))


def _ends(claim: QueryClaim) -> tuple[float, float]:
    """The ends of an amount; "more than four" of what is counted is at least five."""
    amount = claim.amounts[0]
    whole = amount.kind is AmountKind.COUNT
    low = amount.low + 1 if whole and amount.low_open else amount.low
    high = amount.high - 1 if whole and amount.high_open else amount.high
    # Nothing costs less than nothing: "at most" may begin there or nowhere.
    return (-math.inf if low <= 0 < high else low), high


def _says(call: AskedCall, claim: QueryClaim) -> bool:
    """True if the words of a call name what a criterion names: words that no list knows, an area."""
    if claim.negated:
        return False
    if is_guess(claim):
        return _is_in(claim.pattern, call.text)
    names = _names(claim)
    return bool(names) and not asks_near_name(claim) and all(f" {name} " in f" {folded(call.text)} " for name in names)


def _is_in(words: str, text: str) -> bool:
    wanted = {token.norm for token in tokenize(words)}
    return wanted <= {token.norm for token in tokenize(text)}


def _conflicts(choice: Choice, wish: QueryClaim, pack: Pack) -> bool:
    return any(same_thing(claim, wish, pack) and not _answers(wish, claim) for claim in choice)


def _words_of(claim: QueryClaim) -> str:
    names = claim.where.names if claim.where is not None else ()
    return " ".join((claim.quote, claim.pattern, claim.text, *names, *((claim.name.text,) if claim.name else ())))
