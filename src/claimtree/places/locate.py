"""Wishes about whereabouts to tests that a store can run: which place a name means, and how far is near.

The gazetteer is asked first, then whoever else is configured. A name that nobody knows stays a wish: nothing can meet
it but words, and the asker is told.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import numpy as np

from claimtree.geo import Point, Points, distance_m
from claimtree.languages import place_messages
from claimtree.languages.messages import PlaceMessages
from claimtree.model.amounts import Amount
from claimtree.model.answers import AskedPlace
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import PlacesSpec
from claimtree.model.place_tests import far
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
    Relation,
    Where,
    at_most_m,
)
from claimtree.model.templates import enumerated, fill
from claimtree.places.choices import Ambiguous, Found, Unknown, choose
from claimtree.places.gazetteer import Gazetteer
from claimtree.places.located import Farther, Located, Missing
from claimtree.places.provider_chain import Chain

SURE = 0.95
"""A name less alike than this was taken for another, and the asker is told for which."""
MOST_NAMESAKES = 5
"""So many places of one name are all looked at; of more, one has to be named more closely."""
WELL_RATED = 4.0
FAR_M = 200_000.0
"""A place so far from the data is told to be."""
WIDER = (2.0, 5.0, 15.0)
"""How much farther one looks where there is little nearby: 1 km for 500 m, then 2.5 km, then 7.5 km."""
WIDEST_M = 50_000.0
MOST_OF_KIND = 200
MOST_OF_CHAIN = 500
MOST_KEPT = 16


class Locator:
    """Looks places up for one store."""

    def __init__(
        self,
        gazetteer: Gazetteer,
        spec: PlacesSpec,
        *,
        around: Points,
        providers: Chain | None = None,
        is_behind: Callable[[], bool] = lambda: False,
    ) -> None:
        """`around` is where the data lies; `providers` are asked for what the gazetteer does not know; `is_behind`
        tells whether places have changed since what is near was measured."""
        self._gazetteer = gazetteer
        self._spec = spec
        self._providers = providers
        self._around = around
        self._is_behind = is_behind
        self._near: dict[tuple[Amount, tuple[PlaceId, ...]], Near] = {}
        self._keeping = threading.Lock()

    @property
    def knows_any(self) -> bool:
        """Whether there is anybody to ask."""
        return len(self._gazetteer) > 0 or self._providers is not None

    @property
    def gazetteer(self) -> Gazetteer:
        return self._gazetteer

    def locate(self, claims: Sequence[QueryClaim], *, language: str = "en") -> Located:
        """The tests for the claims that ask about whereabouts; the others are left alone."""
        run = _Run(self, place_messages(language), language)
        for i, claim in enumerate(claims):
            if claim.where is not None:
                run.take(i, claim, claim.where)
        notices = [*run.notices, *(self._providers.notices() if self._providers is not None else ())]
        if any(isinstance(test, NearKind) for test in run.tests.values()) and self._is_behind():
            notices.append(fill(run.say.behind))
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
        """The middle of the data; None where nobody knows where it lies."""
        if not len(self._around):
            return None
        return Point(float(np.median(self._around.lats)), float(np.median(self._around.lons)))

    def choose(self, name: str, where: Where) -> Found | Ambiguous | Unknown:
        """What a name means: to the gazetteer, and where it is not known there, to the others. Coordinates mean
        themselves."""
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
        """Namesakes that are all of one kind of the pack, as the shops of a chain are: who asks for one means any."""
        found = self._gazetteer.named(name, kind=where.kind, limit=MOST_OF_CHAIN)
        places = [one.place for one in found if one.likeness >= SURE]
        kinds = {place.kind for place in places}
        return tuple(places) if len(kinds) == 1 and kinds <= self._spec.kinds.keys() else ()

    def of_kind(self, kind: PlaceKind) -> tuple[tuple[Place, ...] | None, tuple[str, ...]]:
        """The places of a kind around the data, from providers, and what they have to say about them; None where nobody
        knows the kind."""
        centre = self.centre if self._providers is not None else None
        if self._providers is None or centre is None:
            return None, ()
        # In round numbers: the middle of the data moves a little with every home, and what was asked is kept.
        middle = Point(round(centre.lat, 2), round(centre.lon, 2))
        extent = float(np.quantile(self._around.distances_m(Points.of([middle])), 0.98))
        radius_m = min(math.ceil((extent + self.near_m(kind)) / 1_000) * 1_000.0, 50_000.0)
        found = self._providers.of_kind(kind, around=middle, radius_m=radius_m, limit=MOST_OF_KIND)
        return found, self._providers.notices()

    def away_m(self, place: Place) -> float:
        """How far a place is from the middle of the data; 0 where nobody knows where that is."""
        centre = self.centre
        return 0.0 if centre is None else distance_m(place.centre, centre)

    def around(self, regions: Sequence[Place]) -> tuple[Place, ...]:
        """The regions that touch some regions, and are none of them."""
        own = {region.id for region in regions}
        found = {one.id: one for region in regions for one in self._gazetteer.regions.neighbours(region)}
        return tuple(one for id, one in found.items() if id not in own)

    def near(self, places: tuple[Place, ...], asked: Amount) -> Near:
        """A test for many places of a kind, kept: those who ask for good cafés ask for the same ones, and finding the
        nearest of thousands takes an index."""
        key = asked, tuple(place.id for place in places)
        with self._keeping:
            if key not in self._near:
                if len(self._near) >= MOST_KEPT:
                    self._near.clear()
                self._near[key] = Near(places=places, asked=asked, reach_m=self._spec.reach_m)
            return self._near[key]

    def title_of(self, kind: PlaceKind) -> str:
        """What a kind is called for people."""
        known = self._spec.kinds.get(kind)
        return known.title if known is not None else kind or "place"

    def near_m(self, kind: PlaceKind) -> float:
        """How far a place of a kind is still near, where nothing was said."""
        return self._spec.near_m(kind)


@dataclass(slots=True)
class _Run:
    """One call of `locate`."""

    locator: Locator
    say: PlaceMessages
    language: str
    tests: dict[int, PlaceTest] = field(default_factory=dict)
    asked: list[AskedPlace] = field(default_factory=list)
    wider: dict[int, Callable[[], tuple[Farther, ...]]] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)
    unknown: dict[int, Missing] = field(default_factory=dict)
    partial: set[int] = field(default_factory=set)

    def take(self, i: int, claim: QueryClaim, where: Where) -> None:
        if not where.names:
            self.take_kind(i, claim, where)
            return
        pair = where.relation in (Relation.BETWEEN, Relation.CLOSER)
        found = [self.places(i, name, where, single=pair) for name in where.names]
        if not all(found):
            self.asked.append(AskedPlace(claim=claim.id, text=claim.text, unknown=True))
            return
        if pair:
            self.take_pair(i, claim, where, found[0][0], found[1][0])
            return
        places = tuple(place for part in found for place in part)
        if where.relation is Relation.IN and any(place.has_extent for place in places):
            self.take_region(i, claim, where, tuple(place for place in places if place.has_extent))
        else:
            self.take_near(i, claim, where, places)

    def places(self, i: int, name: str, where: Where, *, single: bool = False) -> tuple[Place, ...]:
        """What a name means; nothing where nobody knows, or too many have it, and then the asker is told. Of two places
        that are compared each has to be a `single` one."""
        match self.locator.choose(name, where):
            case Found(places=places, likeness=likeness):
                if likeness < SURE:
                    self.notices.append(fill(self.say.taken_for, name=name, place=places[0].name))
                away_m = self.locator.away_m(places[0])
                if away_m > FAR_M:
                    told = fill(self.say.far_away, place=places[0].name, far=fill(far(away_m, self.language)))
                    self.notices.append(told)
                return places
            case Ambiguous(candidates=candidates, total=total):
                listed = enumerated((self.described(candidate.place) for candidate in candidates), between="; ")
                if total <= MOST_NAMESAKES and not single:
                    self.notices.append(fill(self.say.any_of, name=name, count=total, places=listed))
                    return tuple(candidate.place for candidate in candidates)
                if not single and (chain := self.locator.chain(name, where)):
                    self.notices.append(fill(self.say.each_of, name=name, count=len(chain)))
                    return chain
                told = fill(self.say.too_many, name=name, count=total, places=listed)
                self.unknown[i] = Missing(alone=told, beside_words=told)
            case Unknown(similar=similar):
                alike = enumerated(place.name for place in similar)
                # Whoever loaded no places expects none to be known.
                unmapped = self.unheard(self.say.unmapped, name, alike) if self.locator.knows_any else ""
                self.unknown[i] = Missing(alone=self.unheard(self.say.unknown, name, alike), beside_words=unmapped)
        return ()

    def unheard(self, saying: str, name: str, alike: str) -> str:
        """What is said of a name that nobody knows, and which names look like it."""
        said = fill(saying, name=name)
        return fill("{said} {similar}", said=said, similar=fill(self.say.similar, places=alike)) if alike else said

    def described(self, place: Place) -> str:
        """A place told apart from its namesakes: its kind, what it lies in, where it is."""
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
                    # Of one that nobody rated nobody knows whether it is good.
                    if any(place.rating is None for place in gazetteer.all_of_kind(where.kind)):
                        self.partial.add(i)
                else:
                    self.notices.append(fill(self.say.unrated, kind=title))
        else:
            found, told = self.locator.of_kind(where.kind)
            self.notices += told
            if told:  # what was cut short is not all there is
                self.partial.add(i)
            if found:
                best = tuple(p for p in found if p.rating is not None and p.rating >= WELL_RATED)
                chosen = best if where.well_rated and best else found
                test = self.locator.near(chosen, asked)
            elif len(gazetteer) or found is not None:
                missing = fill(self.say.no_kind, kind=title)
                self.unknown[i] = Missing(alone=missing, beside_words=missing)
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
                    text=fill(self.say.within_kind, far=fill(far(wide.high, self.language)), kind=title),
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
        """The same places, with larger and larger radii."""
        return tuple(
            Farther(
                test=Near(places=places, asked=wide),
                text=fill(self.say.within, far=fill(far(wide.high, self.language)), place=places[0].name),
            )
            for wide in _widened(asked)
        )

    def take_region(self, i: int, claim: QueryClaim, where: Where, places: tuple[Place, ...]) -> None:
        around = self.locator.around(places) if where.beside else ()
        self.add(i, Inside(places=places, beside=around, margin_m=BORDER_M))
        self.asked.append(AskedPlace(claim=claim.id, text=claim.text, places=places))
        if not where.beside:
            self.wider[i] = partial(self.beside, places)

    def beside(self, places: tuple[Place, ...]) -> tuple[Farther, ...]:
        """The areas around some, which take a while to find, and then farther out."""
        around = self.locator.around(places)
        farther = self.farther(places, at_most_m(self.locator.near_m(PlaceKind(""))))
        if not around:
            return farther
        names = enumerated(place.name for place in places)
        first = enumerated(place.name for place in around[:4])
        listed = fill("{first}…", first=first) if len(around) > 4 else first
        beside = Inside(places=places, beside=around, margin_m=BORDER_M)
        return (Farther(test=beside, text=fill(self.say.beside, place=names, areas=listed)), *farther)

    def take_pair(self, i: int, claim: QueryClaim, where: Where, one: Place, other: Place) -> None:
        if where.relation is Relation.BETWEEN:
            self.add(i, Between(one=one, other=other))
        else:
            self.add(i, Closer(to=one, than=other))
        self.asked.append(AskedPlace(claim=claim.id, text=claim.text, places=(one, other)))

    def add(self, i: int, test: PlaceTest) -> None:
        self.tests[i] = test


def _radius(asked: Amount) -> float | None:
    return asked.high if math.isfinite(asked.high) else None


def _widened(asked: Amount) -> Iterator[Amount]:
    """Farther and farther, in round numbers; none where that makes no sense."""
    if not math.isfinite(asked.high) or asked.low > 0 or asked.high <= 0:
        return
    for times in WIDER:
        high = asked.high * times
        if high <= WIDEST_M:
            step = 10 ** math.floor(math.log10(high)) / 2
            yield replace(asked, high=math.ceil(high / step) * step, high_open=False)
