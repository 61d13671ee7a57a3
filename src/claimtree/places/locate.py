"""Turns wishes about places into tests that a store can run: which place a name means, and what
distance counts as near.

The gazetteer is asked first, then the configured providers. A wish with an unknown name is kept: it
can only be met by the words of a text, and the user is told so.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import numpy as np

from claimtree.geo import Point, Points, distance_m
from claimtree.model.amounts import Amount
from claimtree.model.answers import AskedPlace
from claimtree.model.claims import QueryClaim
from claimtree.model.located import Farther, Located, Missing
from claimtree.model.notices import Distance, Join, Notice, NoticeCode, notice, several
from claimtree.model.pack import PlacesSpec
from claimtree.model.places import (
    BORDER_M,
    CENTRE,
    Between,
    Closer,
    Inside,
    Near,
    NearKind,
    Place,
    PlaceId,
    PlaceKind,
    PlaceTest,
    Where,
    WhereRelation,
    at_most_m,
)
from claimtree.places.choices import Ambiguous, Found, Unknown, choose
from claimtree.places.gazetteer import Gazetteer
from claimtree.places.provider_chain import ProviderChain

SURE = 0.95
"""Below this likeness, the user is told which place the name was taken for."""
MOST_NAMESAKES = 5
"""Up to this many places of the same name are all searched; if there are more, the user has to be
more specific."""
WELL_RATED = 4.0
FAR_M = 200_000.0
"""The user is told if a place is farther than this from the data."""
WIDER = (2.0, 5.0, 15.0)
"""Factors by which the radius grows if there are few results nearby: 1 km for 500 m, then 2.5 km,
then 7.5 km."""
WIDEST_M = 50_000.0
MOST_OF_KIND = 200
MOST_OF_CHAIN = 500
MOST_KEPT = 16
AREAS_NAMED = 4
"""Of the areas around a place; the others are searched, too."""


class Locator:
    """Looks up places for one store."""

    def __init__(
        self,
        gazetteer: Gazetteer,
        spec: PlacesSpec,
        *,
        around: Points,
        providers: ProviderChain | None = None,
        is_behind: Callable[[], bool] = lambda: False,
    ) -> None:
        """`around` are the positions of the data; `providers` are asked for what the gazetteer does
        not know; `is_behind` tells whether places have changed since the distances were
        computed."""
        self._gazetteer = gazetteer
        self._spec = spec
        self._providers = providers
        self._around = around
        self._is_behind = is_behind
        self._near: dict[tuple[Amount, tuple[PlaceId, ...]], Near] = {}
        self._cache_lock = threading.Lock()

    @property
    def knows_any(self) -> bool:
        """Whether there is any place or provider to look names up in."""
        return len(self._gazetteer) > 0 or self._providers is not None

    @property
    def gazetteer(self) -> Gazetteer:
        return self._gazetteer

    def locate(self, claims: Sequence[QueryClaim]) -> Located:
        """Returns the tests for the claims with a place wish; other claims are ignored."""
        run = _Run(self)
        for i, claim in enumerate(claims):
            if claim.where is not None:
                run.take(i, claim, claim.where)
        notices = [*run.notices, *(self._providers.notices() if self._providers is not None else ())]
        if any(isinstance(test, NearKind) for test in run.tests.values()) and self._is_behind():
            notices.append(notice(NoticeCode.DISTANCES_OUTDATED))
        return Located(
            tests=run.tests,
            asked=tuple(run.asked),
            wider=run.wider,
            notices=tuple(dict.fromkeys(notices)),
            unknown=run.unknown,
            partial=frozenset(run.partial),
        )

    @cached_property
    def centre(self) -> Point | None:
        """The median position of the data; None if there are no positions."""
        if not len(self._around):
            return None
        return Point(float(np.median(self._around.lats)), float(np.median(self._around.lons)))

    def choose(self, name: str, where: Where) -> Found | Ambiguous | Unknown:
        """Resolves a name with the gazetteer, then with the providers if it is unknown there.
        Coordinates are taken as they are."""
        if (point := Point.read(name)) is not None:
            spot = Place(id=PlaceId(name), name=name, kind=PlaceKind("point"), shape=point)
            return Found(places=(spot,), likeness=1.0)
        choice = self._gazetteer.choose(name, relation=where.relation, kind=where.kind)
        if not isinstance(choice, Unknown) or self._providers is None:
            return choice
        centre = self.centre
        candidates = self._providers.named(name, near=centre, kind=where.kind)
        if not candidates:
            return choice
        away = None
        if centre is not None:
            metres = Points.of(one.place.centre for one in candidates).distances_m(Points.of([centre]))
            away = {one.place.id: far_m for one, far_m in zip(candidates, metres.tolist(), strict=True)}
        return choose(candidates, relation=where.relation, away_m=away)

    def chain(self, name: str, where: Where) -> tuple[Place, ...]:
        """Returns all places of a name if they are of one kind of the pack, like the shops of a
        chain: any of them is meant."""
        found = self._gazetteer.named(name, kind=where.kind, limit=MOST_OF_CHAIN)
        places = [one.place for one in found if one.likeness >= SURE]
        kinds = {place.kind for place in places}
        return tuple(places) if len(kinds) == 1 and kinds <= self._spec.kinds.keys() else ()

    def of_kind(self, kind: PlaceKind) -> tuple[tuple[Place, ...] | None, tuple[Notice, ...]]:
        """Returns the providers' places of a kind around the data, and their notices; None instead
        of the places if the kind is unknown."""
        centre = self.centre if self._providers is not None else None
        if self._providers is None or centre is None:
            return None, ()
        # Rounded, because the centre moves a little with every home, and provider answers are
        # cached.
        middle = Point(round(centre.lat, 2), round(centre.lon, 2))
        extent = float(np.quantile(self._around.distances_m(Points.of([middle])), 0.98))
        radius_m = min(math.ceil((extent + self.near_m(kind)) / 1_000) * 1_000.0, 50_000.0)
        found = self._providers.of_kind(kind, around=middle, radius_m=radius_m, limit=MOST_OF_KIND)
        return found, self._providers.notices()

    def away_m(self, place: Place) -> float:
        """Returns the distance from a place to the centre of the data; 0 if the centre is
        unknown."""
        centre = self.centre
        return 0.0 if centre is None else distance_m(place.centre, centre)

    def neighbours(self, regions: Sequence[Place]) -> tuple[Place, ...]:
        """Returns the neighbours of some regions, without these regions themselves."""
        own = {region.id for region in regions}
        found = {one.id: one for region in regions for one in self._gazetteer.regions.neighbours(region)}
        return tuple(one for id, one in found.items() if id not in own)

    def near(self, places: tuple[Place, ...], asked: Amount) -> Near:
        """Returns a distance test for many places, cached: the same places are asked for again
        ("good cafés"), and finding the nearest of thousands needs an index."""
        key = asked, tuple(place.id for place in places)
        with self._cache_lock:
            if key not in self._near:
                if len(self._near) >= MOST_KEPT:
                    self._near.clear()
                self._near[key] = Near(places=places, asked=asked, reach_m=self._spec.reach_m)
            return self._near[key]

    def title_of(self, kind: PlaceKind) -> str:
        """Returns the display name of a kind."""
        known = self._spec.kinds.get(kind)
        return known.title if known is not None else kind or "place"

    def near_m(self, kind: PlaceKind) -> float:
        """Returns the default distance that still counts as near for a kind."""
        return self._spec.near_m(kind)


@dataclass(slots=True)
class _Run:
    """The state of one call of `locate`."""

    locator: Locator
    tests: dict[int, PlaceTest] = field(default_factory=dict)
    asked: list[AskedPlace] = field(default_factory=list)
    wider: dict[int, Callable[[], tuple[Farther, ...]]] = field(default_factory=dict)
    notices: list[Notice] = field(default_factory=list)
    unknown: dict[int, Missing] = field(default_factory=dict)
    partial: set[int] = field(default_factory=set)

    def take(self, i: int, claim: QueryClaim, where: Where) -> None:
        if not where.names:
            self.take_kind(i, claim, where)
            return
        pair = where.relation in (WhereRelation.BETWEEN, WhereRelation.CLOSER)
        found = [self.places(i, name, where, single=pair) for name in where.names]
        if not all(found):
            self.asked.append(AskedPlace(claim=claim.id, text=claim.text, unknown=True))
            return
        if pair:
            self.take_pair(i, claim, where, found[0][0], found[1][0])
            return
        places = tuple(place for part in found for place in part)
        if where.relation is WhereRelation.IN and any(place.has_extent for place in places):
            self.take_region(i, claim, where, tuple(place for place in places if place.has_extent))
        else:
            self.take_near(i, claim, where, places)

    def places(self, i: int, name: str, where: Where, *, single: bool = False) -> tuple[Place, ...]:
        """Resolves a name to its places; empty, with a message for the user, if it is unknown or
        too ambiguous. With `single` (a comparison of two places) the name must mean exactly one."""
        match self.locator.choose(name, where):
            case Found(places=places, likeness=likeness):
                if likeness < SURE:
                    self.notices.append(notice(NoticeCode.PLACE_TAKEN_FOR, name=name, place=places[0].name))
                away_m = self.locator.away_m(places[0])
                if away_m > FAR_M:
                    found_notices = notice(NoticeCode.PLACE_FAR_AWAY, place=places[0].name, distance=Distance(away_m))
                    self.notices.append(found_notices)
                return places
            case Ambiguous(candidates=candidates, total=total):
                listed = several((self.described(candidate.place) for candidate in candidates), join=Join.SEMICOLON)
                if total <= MOST_NAMESAKES and not single:
                    self.notices.append(notice(NoticeCode.PLACE_ANY_OF, name=name, count=total, places=listed))
                    return tuple(candidate.place for candidate in candidates)
                if not single and (chain := self.locator.chain(name, where)):
                    self.notices.append(notice(NoticeCode.PLACE_EACH_OF, name=name, count=len(chain)))
                    return chain
                found_notices = notice(NoticeCode.PLACE_TOO_MANY, name=name, count=total, places=listed)
                self.unknown[i] = Missing(alone=found_notices, with_texts=found_notices)
            case Unknown(similar=similar):
                missing = _unknown_name(name, similar)
                # Without any places loaded, the user does not expect a name to be known.
                self.unknown[i] = missing if self.locator.knows_any else replace(missing, with_texts=None)
        return ()

    def described(self, place: Place) -> str:
        """Describes a place so that it differs from its namesakes: its kind, and what it lies in or
        its position."""
        known = self.locator.title_of(place.kind)
        where = place.parent or f"{place.centre.lat:.3f}, {place.centre.lon:.3f}"
        return f"{place.name} ({known}, {where})"

    def take_kind(self, i: int, claim: QueryClaim, where: Where) -> None:
        asked = where.distance or at_most_m(self.locator.near_m(where.kind))
        gazetteer = self.locator.gazetteer
        title = self.locator.title_of(where.kind)
        test: Near | NearKind | None = None
        if where.kind in gazetteer.kinds:
            test = NearKind(kind=where.kind, asked=asked)
            if where.well_rated:
                rated = gazetteer.all_of_kind(where.kind, well_rated=WELL_RATED)
                if rated:
                    test = self.locator.near(rated, asked)
                    # Whether an unrated place is good is unknown.
                    if any(place.rating is None for place in gazetteer.all_of_kind(where.kind)):
                        self.partial.add(i)
                else:
                    self.notices.append(notice(NoticeCode.PLACE_KIND_UNRATED, kind=title))
        else:
            found, found_notices = self.locator.of_kind(where.kind)
            self.notices += found_notices
            if found_notices:  # with a notice, the list may be incomplete
                self.partial.add(i)
            if found:
                best = tuple(p for p in found if p.rating is not None and p.rating >= WELL_RATED)
                chosen = best if where.well_rated and best else found
                test = self.locator.near(chosen, asked)
            elif len(gazetteer) or found is not None:
                missing = notice(NoticeCode.PLACE_KIND_UNKNOWN, kind=title)
                self.unknown[i] = Missing(alone=missing, with_texts=missing)
        if test is not None:
            self.add(i, test)
            if gazetteer.is_partial(where.kind):
                self.partial.add(i)
        self.asked.append(AskedPlace(claim=claim.id, text=claim.text, radius_m=_radius(asked), unknown=test is None))
        if test is not None:
            near = test
            self.wider[i] = lambda: tuple(
                Farther(
                    test=replace(near, asked=wide),
                    wording=notice(NoticeCode.WITHIN_OF_KIND, distance=Distance(wide.high), kind=title),
                )
                for wide in _widened(asked)
            )

    def take_near(self, i: int, claim: QueryClaim, where: Where, places: tuple[Place, ...]) -> None:
        asked = where.distance or at_most_m(self.locator.near_m(where.kind))
        if where.kind == CENTRE:
            places = tuple(replace(place, shape=place.centre, radius_m=0.0) for place in places)
        self.add(i, Near(places=places, asked=asked))
        self.asked.append(AskedPlace(claim=claim.id, text=claim.text, places=places, radius_m=_radius(asked)))
        self.wider[i] = lambda: self.farther(places, asked)

    def farther(self, places: tuple[Place, ...], asked: Amount) -> tuple[Farther, ...]:
        """Returns tests for the same places with growing radii."""
        return tuple(
            Farther(
                test=Near(places=places, asked=wide),
                wording=notice(NoticeCode.WITHIN, distance=Distance(wide.high), place=places[0].name),
            )
            for wide in _widened(asked)
        )

    def take_region(self, i: int, claim: QueryClaim, where: Where, places: tuple[Place, ...]) -> None:
        is_circle = all(isinstance(place.shape, Point) for place in places)
        if is_circle and claim.name is not None and not claim.negated:
            # A circle is no border: what lies in it may be called otherwise. Homes say by name where they are, and
            # the circle is only for where none does.
            self.asked.append(AskedPlace(claim=claim.id, text=claim.text, places=places))
            self.wider[i] = partial(self.around_name, places)
            return
        around = self.locator.neighbours(places) if where.with_neighbours else ()
        self.add(i, Inside(places=places, neighbours=around, margin_m=BORDER_M))
        self.asked.append(AskedPlace(claim=claim.id, text=claim.text, places=places))
        if not where.with_neighbours:
            self.wider[i] = partial(self.widenings, places)

    def around_name(self, places: tuple[Place, ...]) -> tuple[Farther, ...]:
        """Returns a test for the circles of places that no home names, then those for growing radii."""
        radius_m = max(place.radius_m for place in places)
        wording = notice(NoticeCode.WITHIN, distance=Distance(radius_m), place=places[0].name)
        return (Farther(test=Inside(places=places, margin_m=BORDER_M), wording=wording), *self.widenings(places))

    def widenings(self, places: tuple[Place, ...]) -> tuple[Farther, ...]:
        """Returns a test with the neighbouring areas, which take a while to find, then growing
        radii."""
        around = self.locator.neighbours(places)
        farther = self.farther(places, at_most_m(self.locator.near_m(PlaceKind(""))))
        if not around:
            return farther
        code = NoticeCode.NEXT_TO_SOME if len(around) > AREAS_NAMED else NoticeCode.NEXT_TO
        areas = several(place.name for place in around[:AREAS_NAMED])
        wording = notice(code, place=several(place.name for place in places), areas=areas)
        return (Farther(test=Inside(places=places, neighbours=around, margin_m=BORDER_M), wording=wording), *farther)

    def take_pair(self, i: int, claim: QueryClaim, where: Where, one: Place, other: Place) -> None:
        if where.relation is WhereRelation.BETWEEN:
            self.add(i, Between(one=one, other=other))
        else:
            self.add(i, Closer(to=one, than=other))
        self.asked.append(AskedPlace(claim=claim.id, text=claim.text, places=(one, other)))

    def add(self, i: int, test: PlaceTest) -> None:
        self.tests[i] = test


def name_unknown(name: str, similar: Sequence[Place]) -> Notice:
    """Returns the notice to a user that looks up a name that no place has."""
    if not similar:
        return notice(NoticeCode.NAME_UNKNOWN, name=name)
    return notice(NoticeCode.NAME_UNKNOWN_SIMILAR, name=name, places=several(place.name for place in similar))


def _unknown_name(name: str, similar: Sequence[Place]) -> Missing:
    """Returns the notices about an unknown name, with similar names if there are any."""
    if not similar:
        unknown = notice(NoticeCode.PLACE_UNKNOWN, name=name)
        return Missing(alone=unknown, with_texts=notice(NoticeCode.PLACE_UNMAPPED, name=name))
    places = several(place.name for place in similar)
    return Missing(
        alone=notice(NoticeCode.PLACE_UNKNOWN_SIMILAR, name=name, places=places),
        with_texts=notice(NoticeCode.PLACE_UNMAPPED_SIMILAR, name=name, places=places),
    )


def _radius(asked: Amount) -> float | None:
    return asked.high if math.isfinite(asked.high) else None


def _widened(asked: Amount) -> Iterator[Amount]:
    """Yields larger and larger distances, rounded; none if the distance cannot be widened."""
    if not math.isfinite(asked.high) or asked.low > 0 or asked.high <= 0:
        return
    for times in WIDER:
        high = asked.high * times
        if high <= WIDEST_M:
            step = 10 ** math.floor(math.log10(high)) / 2
            yield replace(asked, high=math.ceil(high / step) * step, high_open=False)
