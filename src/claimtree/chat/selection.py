"""Which hits of a search are shown, and as what: fitting, perhaps fitting, or merely close.

A hit fits if it is known to meet every wish that was not softened. One of which something is not
stated may fit, and is said apart. One that misses a wish is shown only where nothing fits, with what
it misses, and never if it is of another kind or deal than asked for: a renter sees no house for sale.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Protocol

from claimtree.chat.criteria import Choice, Criteria, choices, implied, is_soft
from claimtree.chat.measures import limit_wish, prices, sizes, stated_value
from claimtree.chat.orders import Measure, Order
from claimtree.chat.tool_calls import asks_near_kind, field_of
from claimtree.chat.wording import price_claims
from claimtree.engine import Engine
from claimtree.model.amounts import AmountKind
from claimtree.model.answers import Answer, Explanation, Finding, Found, Hit, Verdict
from claimtree.model.claims import EntityId, QueryClaim, Strength, units
from claimtree.model.notices import Notice
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity
from claimtree.model.places import Sight
from claimtree.model.questions import Question
from claimtree.presentation import best_of
from claimtree.search.grouping import place_of
from claimtree.search.query_limits import MOST_HITS

SORTED: Final = 200
"""Fitting hits that are compared when another order is asked for; of more, a limit is made."""
MOST_SORTED: Final = 100_000
MOST_FETCHED: Final = 1_000
_SAMPLE: Final = 24
_MOST_TOGETHER: Final = 3
"""Sets of wishes whose loss together is told."""
_FEW_MORE: Final = 40
_HALVINGS: Final = 8
"""How very many hits become few: some are looked at, then a bound is moved."""
_LOOKED_AT: Final = 4
"""Pages of hits that are looked at, so that groups by place are fair and hits that fit come first."""


class Fit(StrEnum):
    """How a hit answers the criteria."""

    FULL = "full"
    MAYBE = "maybe"
    CLOSE = "close"


@dataclass(frozen=True, kw_only=True)
class Selected:
    """A hit that is shown."""

    hit: Hit
    fit: Fit
    unstated: tuple[Choice, ...] = ()
    """Wishes of which nothing is known."""
    missed: tuple[Choice, ...] = ()
    findings: tuple[Finding, ...] = ()
    """On each wish, as it was asked."""
    place: Sight | None = None
    """The place that it is grouped under."""
    sights: tuple[Sight, ...] = ()
    """The places that decided, with distances."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Without:
    """What a wish costs, or several together where giving up one is not enough: how many hits would fit."""

    choice: Choice
    more: int
    also: tuple[Choice, ...] = ()
    """What has to be given up beside it."""


@dataclass(frozen=True, kw_only=True)
class Selection:
    """What a search brings to a conversation."""

    answer: Answer
    hits: tuple[Selected, ...] = ()
    total: int = 0
    """How many fit."""
    left: int = 0
    """How many more fit than were shown, now and before."""
    without: tuple[Without, ...] = ()
    notices: tuple[Notice, ...] = ()
    compared: int = 0
    """If another order was asked for and more fit than are compared: how many were."""
    unordered: bool = False
    """True if another order was asked for and none of the hits states what it needs."""

    @property
    def grouped(self) -> bool:
        return any(one.place is not None for one in self.hits)


class Searcher(Protocol):
    """Answers questions, and knows what it shows: the engine, or a search over several sources."""

    def search(self, question: Question | str, *, limit: int = 10, offset: int = 0, after: str = "") -> Answer: ...

    def get(self, ids: Sequence[EntityId]) -> tuple[IndexedEntity, ...]:
        """Entities with their claims, in the order asked; unknown ids are left out."""

    def explain(self, id: EntityId, question: Question) -> Explanation:
        """Why an entity has its rank, or why it is missing."""

    def meeting_all(self, claims: tuple[QueryClaim, ...], *, limit: int) -> tuple[EntityId, ...]:
        """The entities that are known to meet every wish; of very many the best."""

    def hits(self, claims: tuple[QueryClaim, ...], ids: Sequence[EntityId]) -> tuple[Hit, ...]:
        """Some entities with their findings on wishes, in the order of `ids`."""


class Selector:
    """Searches for criteria and selects what is shown."""

    def __init__(self, engine: Engine, searcher: Searcher | None = None) -> None:
        self._searcher: Searcher = searcher if searcher is not None else engine
        self._pack = engine.pack
        pack = engine.pack
        self._last = frozenset(name for name, spec in pack.types.items() if spec.loosened_last)

    def select(
        self,
        criteria: Criteria,
        *,
        limit: int,
        shown: Collection[EntityId] = (),
        order: Order | None = None,
        text: str = "",
    ) -> Selection:
        """Returns the first hits that were not shown yet."""
        if not criteria:
            return Selection(answer=self._search(criteria, limit=1, text=text))
        window = len(shown) + _LOOKED_AT * limit
        answer = self._search(criteria, limit=min(window, MOST_HITS), text=text)
        judged = self._settled(self._all_judged(answer, criteria))
        total = self._total(answer, criteria, judged)
        compared = 0
        if order is not None:
            judged, compared = self._in_order(judged, criteria, order, most=len(shown) + limit)
            compared = 0 if order.by is not Measure.DISTANCE else compared
        full = [one for one in judged if one.fit is Fit.FULL]
        fresh = [one for one in full if one.hit.id not in shown]
        chosen = _fair(fresh, limit) if order is None else fresh[:limit]
        seen = {one.hit.id for one in full if one.hit.id in shown}
        if len(chosen) < limit:
            maybe = [one for one in judged if one.fit is Fit.MAYBE and one.hit.id not in shown]
            chosen += self._of_the_deal(maybe, criteria)[: limit - len(chosen)]
        without = () if total else self._without(criteria, text=text)
        if not chosen and not full and not shown:
            close = self._of_the_deal([one for one in judged if one.fit is Fit.CLOSE], criteria)
            close = sorted(close, key=lambda one: (len(one.missed), len(one.unstated)))[:limit]
            chosen = close or self._lacking(criteria, without, limit=limit, text=text)
            chosen = chosen or self._closest(criteria, limit=limit, text=text)
            without = without or self._without_several(chosen, criteria)
            if order is not None:
                known = {one.hit.id: one for one in chosen}
                chosen = [known[id] for id in self._sorted_ids(list(known), criteria, order, known)]
        known = {one.hit.id: one for one in chosen}
        unordered = (
            order is not None and bool(known) and not shown and not self._values(list(known), order, criteria, known)
        )
        return Selection(
            answer=answer,
            hits=tuple(chosen),
            unordered=unordered,
            total=total,
            left=max(total - len(seen) - sum(one.fit is Fit.FULL for one in chosen), 0),
            without=without,
            notices=answer.notices,
            compared=compared if total > compared else 0,
        )

    def speaks_of(self, claim: QueryClaim) -> bool:
        """True if anything stored meets or refutes a wish."""
        answer = self._search((replace(claim, or_group=None, strength=Strength.PREFERRED),), limit=1, text="")
        return any(finding.verdict is not Verdict.UNKNOWN for hit in answer.hits for finding in hit.findings)

    def first(self, ids: Sequence[EntityId], criteria: Criteria, order: Order) -> EntityId | None:
        """Returns the first of some hits in an order; None if none of them states what it needs."""
        values = self._values(ids, order, criteria, {})
        ranked = sorted((id for id in ids if id in values), key=lambda id: values[id], reverse=order.descending)
        return ranked[0] if ranked else None

    def _search(self, criteria: Criteria, *, limit: int, text: str) -> Answer:
        return self._searcher.search(Question(text=text, claims=criteria), limit=limit)

    def _all_judged(self, answer: Answer, criteria: Criteria) -> list[Selected]:
        """The hits of an answer, judged by the wishes as they were asked: where the search widened a place, what it
        found says nothing of the place that was asked for."""
        widened = any(
            asked.where is not None and asked.text != answered.text
            for asked, answered in zip(criteria, answer.claims, strict=True)
        )
        hits = self._searcher.hits(criteria, [hit.id for hit in answer.hits]) if widened else answer.hits
        return [self._judged(hit, criteria) for hit in hits]

    def _judged(self, hit: Hit, criteria: Criteria) -> Selected:
        findings = hit.findings
        unstated, missed = [], []
        for unit in units(criteria):
            choice = tuple(criteria[i] for i in unit)
            if all(is_soft(claim, self._pack) for claim in choice):
                continue
            verdict = best_of([findings[i] for i in unit]).verdict
            if verdict is Verdict.REFUTED:
                missed.append(choice)
            elif verdict is Verdict.UNKNOWN:
                unstated.append(choice)
        grouping = next((i for i, claim in enumerate(criteria) if asks_near_kind(claim)), None)
        # Of alternatives only the place that is near counts. A distance beyond the one asked for decided as well.
        sights = (
            _sight(judged)
            for judged, finding, claim in zip(hit.findings, findings, criteria, strict=True)
            if _is_near(claim) and not claim.negated and (finding.verdict is Verdict.MET or claim.or_group is None)
        )
        return Selected(
            hit=hit,
            fit=Fit.CLOSE if missed else Fit.MAYBE if unstated else Fit.FULL,
            unstated=tuple(unstated),
            missed=tuple(missed),
            findings=tuple(findings),
            place=place_of(hit, grouping) if grouping is not None else None,
            sights=tuple(dict.fromkeys(sight for sight in sights if sight is not None and sight.metres > 0)),
        )

    def _settled(self, hits: Sequence[Selected]) -> list[Selected]:
        """The hits; what one states otherwise than asked, in a column of the same kind of values or as
        a rent and not as a sum, is not left open."""
        open_ones = [one.hit.id for one in hits if one.unstated]
        items = {item.entity.id: item for item in self._searcher.get(open_ones)}
        return [self._settled_one(one, items[one.hit.id]) if one.hit.id in items else one for one in hits]

    def _settled_one(self, one: Selected, item: IndexedEntity) -> Selected:
        missed = tuple(
            choice for choice in one.unstated if all(_stated_otherwise(claim, item, self._pack) for claim in choice)
        )
        if not missed:
            return one
        left = tuple(choice for choice in one.unstated if choice not in missed)
        return replace(one, fit=Fit.CLOSE, unstated=left, missed=(*one.missed, *missed))

    def _of_the_deal(self, hits: Sequence[Selected], criteria: Criteria) -> list[Selected]:
        """Those of the kind and deal asked for, in words or by a price that has a period."""
        own = [one for one in hits if not any(self._is_last(choice) for choice in one.missed)]
        also = implied(criteria, self._pack)
        items = {item.entity.id: item for item in self._searcher.get([one.hit.id for one in own])} if also else {}

        def is_other(one: Selected) -> bool:
            item = items.get(one.hit.id)
            return item is not None and any(_stated_otherwise(wish, item, self._pack) for wish in also)

        return [one for one in own if not is_other(one)]

    def _is_last(self, choice: Choice) -> bool:
        return any(claim.type in self._last for claim in choice)

    def _total(self, answer: Answer, criteria: Criteria, judged: Sequence[Selected]) -> int:
        """How many fit: exact, since the ladder counts all; softened wishes are left out of it."""
        if not isinstance(answer, Found):
            return 0
        if len(judged) == answer.ladder.total:
            return sum(one.fit is Fit.FULL for one in judged)
        hard = tuple(claim for claim in criteria if not is_soft(claim, self._pack))
        if len(hard) < len(criteria):
            counted = self._search(hard, limit=1, text="") if hard else answer
            answer = counted if isinstance(counted, Found) else answer
        return answer.ladder.met.get(len(units(hard)), 0)

    def _without(self, criteria: Criteria, *, text: str) -> tuple[Without, ...]:
        """What leaving out each wish would bring; first those that cost least to give up."""
        hard = tuple(replace(one, strength=Strength.PREFERRED) for one in criteria if not is_soft(one, self._pack))
        if len(units(hard)) < 2:
            return ()
        answer = self._search(hard, limit=1, text=text)
        if not isinstance(answer, Found):
            return ()
        found = [
            Without(choice=choice, more=more)
            for choice, more in zip(choices(hard), answer.ladder.more, strict=True)
            if more
        ]
        return tuple(sorted(found, key=lambda one: (self._is_last(one.choice), -one.more)))

    def _lacking(self, criteria: Criteria, without: Sequence[Without], *, limit: int, text: str) -> list[Selected]:
        """Hits that miss only the wish whose loss brings most of them, which is not one for another kind."""
        given_up = next((one.choice for one in without if not self._is_last(one.choice)), None)
        if given_up is None:
            return []
        gone = {claim.id for claim in given_up}
        rest = tuple(claim for claim in criteria if claim.id not in gone)
        answer = self._search(rest, limit=limit, text=text)
        judged = self._all_judged(answer, rest)
        full = self._of_the_deal([one for one in judged if one.fit is Fit.FULL], criteria)
        return [replace(one, fit=Fit.CLOSE, missed=(given_up,), place=None) for one in full]

    def _closest(self, criteria: Criteria, *, limit: int, text: str) -> list[Selected]:
        """Hits of the kind and deal asked for that miss the fewest of the other wishes, where none lacks only one."""
        eased = tuple(one if self._is_last((one,)) else replace(one, strength=Strength.PREFERRED) for one in criteria)
        answer = self._search(eased, limit=_LOOKED_AT * limit, text=text)
        settled = self._settled(self._all_judged(answer, criteria))
        judged = self._of_the_deal(settled, criteria)
        found = sorted(judged, key=lambda one: (len(one.missed), len(one.unstated)))[:limit]
        return [replace(one, fit=Fit.CLOSE, place=None) for one in found]

    def _without_several(self, hits: Sequence[Selected], criteria: Criteria) -> tuple[Without, ...]:
        """What giving up all that the closest hits miss would bring."""
        found: list[Without] = []
        asked = choices(criteria)
        sets = (tuple(one for one in asked if one in (*hit.missed, *hit.unstated)) for hit in hits)
        for given_up in list(dict.fromkeys(sets))[:_MOST_TOGETHER]:
            gone = {claim.id for choice in given_up for claim in choice}
            rest = tuple(one for one in criteria if one.id not in gone and not is_soft(one, self._pack))
            more = len(self._searcher.meeting_all(rest, limit=MOST_FETCHED)) if rest and given_up else 0
            if more:
                found.append(Without(choice=given_up[0], also=given_up[1:], more=more))
        return tuple(sorted(found, key=lambda one: (len(one.also), -one.more)))

    def _in_order(
        self, judged: Sequence[Selected], criteria: Criteria, order: Order, *, most: int
    ) -> tuple[list[Selected], int]:
        """The first of all that fit, in an order, then the others that were found; and how many were compared.

        Those that do not state what the order needs come last.
        """
        hard = tuple(claim for claim in criteria if not is_soft(claim, self._pack))
        ids = list(self._searcher.meeting_all(hard, limit=MOST_SORTED))
        if len(ids) > SORTED:
            ids = self._foremost(ids, hard, order, most=most)
        compared = len(ids)
        ids += [one.hit.id for one in judged if one.fit is Fit.FULL and one.hit.id not in ids]
        known = {one.hit.id: one for one in judged}
        first = self._sorted_ids(ids, criteria, order, known)[:most]
        fetched = self._searcher.hits(criteria, [id for id in first if id not in known])
        known |= {hit.id: self._judged(hit, criteria) for hit in fetched}
        full = [known[id] for id in first if id in known and known[id].fit is Fit.FULL]
        rest = {one.hit.id: one for one in judged if one.fit is not Fit.FULL}
        return [*full, *(rest[id] for id in self._sorted_ids(list(rest), criteria, order, rest))], compared

    def _foremost(self, ids: Sequence[EntityId], hard: Criteria, order: Order, *, most: int) -> list[EntityId]:
        """Those of very many that can be among the first in an order: to fetch what all of them state would
        take seconds. The last of the first of some is a bound; searches with narrower ones halve what is left
        until it is few."""
        first = list(ids[: min(SORTED, max(_SAMPLE, 2 * most))])
        stated = [one for item in self._searcher.get(first) if (one := stated_value(item, order, self._pack))]
        usual = Counter(one[:2] for one in stated).most_common(1)
        values = sorted((one[2] for one in stated if one[:2] == usual[0][0]), reverse=order.descending) if usual else []
        if order.by is Measure.DISTANCE or len(values) < most:
            return list(ids[:SORTED])
        (concept, unit), _ = usual[0]

        def within(bound: float, limit: int) -> list[EntityId]:
            wish = limit_wish(concept, unit, bound, order, self._pack, itself=True)
            return list(self._searcher.meeting_all((*hard, wish), limit=limit)) if wish is not None else first

        few = most + _FEW_MORE
        near, far = values[most - 1], 0.0
        for _ in range(_HALVINGS):
            found = within(near, few + 1)
            if len(found) <= few:
                return found
            # Half way, as prices go, to where too few are left; or half or twice the bound, as long as none is known.
            between = math.sqrt(near * far) if far > 0 else near * (2 if order.descending else 0.5)
            if len(within(between, most)) < most:
                far = between
            else:
                near = between
        return within(near, MOST_FETCHED)

    def _sorted_ids(
        self, ids: Sequence[EntityId], criteria: Criteria, order: Order, known: Mapping[EntityId, Selected]
    ) -> list[EntityId]:
        values = self._values(ids, order, criteria, known)
        stated = sorted((id for id in ids if id in values), key=lambda id: values[id], reverse=order.descending)
        return [*stated, *(id for id in ids if id not in values)]

    def _values(
        self, ids: Sequence[EntityId], order: Order, criteria: Criteria, selected: Mapping[EntityId, Selected]
    ) -> dict[EntityId, float]:
        if order.by is Measure.DISTANCE:
            unseen = self._seen([id for id in ids if id not in selected], criteria)
            known = {**selected, **{one.hit.id: one for one in unseen}}
            return {id: known[id].sights[0].metres for id in ids if id in known and known[id].sights}
        items = self._searcher.get(list(ids))
        return prices(items, self._pack) if order.by is Measure.PRICE else sizes(items, self._pack, order.of)

    def _seen(self, ids: Sequence[EntityId], criteria: Criteria) -> list[Selected]:
        """Some entities with their findings."""
        return [self._judged(hit, criteria) for hit in self._searcher.hits(criteria, ids)] if ids else []


def _stated_otherwise(claim: QueryClaim, item: IndexedEntity, pack: Pack) -> bool:
    """True if an entity states another value of what a wish asks for, or the nearest known place of the kind asked
    for is farther away."""
    where = claim.where
    if where is not None and not where.names and where.distance is not None and not claim.negated:
        far = [fact.metres for fact in item.nearby if fact.kind == where.kind]
        return bool(far) and not where.distance.includes(min(far))
    if any(amount.kind is AmountKind.MONEY for amount in claim.amounts):
        return bool(price_claims(item, pack))
    spec = field_of(claim, pack)
    value = item.entity.fields.get(spec.name) if spec is not None else None
    if spec is None or claim.negated or not isinstance(value, str):
        return False
    return spec.values.get(value.casefold(), claim.concept) != claim.concept


def _sight(finding: Finding) -> Sight | None:
    """The place that decided a wish, if coordinates did, and not words."""
    for_it = finding.verdict is Verdict.MET
    return next((one.sight for one in finding.pieces if one.sight is not None and (one.grade > 0) is for_it), None)


def _is_near(claim: QueryClaim) -> bool:
    """True for a wish that has a distance; of an area that a home is in, none is told."""
    return claim.where is not None and (claim.where.distance is not None or len(claim.where.names) > 1)


def _fair(hits: Sequence[Selected], limit: int) -> list[Selected]:
    """The first hits; of those near several places some of each, grouped in the order of their best."""
    groups: dict[str, list[Selected]] = {}
    for one in hits:
        groups.setdefault(one.place.name if one.place is not None else "", []).append(one)
    if "" in groups:  # near a place by their own words only
        groups[""] = groups.pop("")
    taken: dict[str, int] = dict.fromkeys(groups, 0)
    while sum(taken.values()) < min(limit, len(hits)):
        for name, group in groups.items():
            if taken[name] < len(group) and sum(taken.values()) < limit:
                taken[name] += 1
    return [one for name, group in groups.items() for one in group[: taken[name]]]
