"""Several providers in a row: which one answers, which are skipped, and the notices about it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.unit.places.servers.google import KEY, GoogleServer, Known
from tests.unit.places.servers.kinds import KINDS
from tests.unit.places.servers.openstreetmap import NominatimServer, OverpassServer
from tests.unit.places.servers.speaking import Bad

from claimtree.errors import BadInput, PlacesError, PlacesRefused, PlacesUnavailable, UnknownName
from claimtree.geo import Point
from claimtree.languages.rendering import render_all
from claimtree.model.places import Candidate, Place, PlaceId, PlaceKind
from claimtree.places.circuit_breaker import CircuitBreaker
from claimtree.places.name_similarity import likeness
from claimtree.places.open import open_places
from claimtree.places.provider_chain import ProviderChain
from claimtree.ports import Places

HOME = Point(40.7172, -73.9568)


def place(name: str, kind: str = "park") -> Place:
    return Place(id=PlaceId(name), name=name, kind=PlaceKind(kind), shape=HOME)


@dataclass
class Knows:
    """A provider that knows a few names, of one kind."""

    name: str
    names: tuple[str, ...] = ()
    kind: str = "park"
    error: PlacesError | None = None
    asked: list[str] = field(default_factory=list)

    def named(self, name: str, *, near: Point | None = None, kind: str = "", limit: int = 10) -> tuple[Candidate, ...]:
        self._ask(name)
        found = [Candidate(place=place(own), likeness=likeness(name, own)) for own in self.names]
        return tuple(one for one in found if one.likeness >= 0.6)

    def of_kind(self, kind: str, *, around: Point, radius_m: float, limit: int = 200) -> tuple[Place, ...] | None:
        self._ask(kind)
        return tuple(place(name) for name in self.names) if kind == self.kind else None

    def _ask(self, what: str) -> None:
        self.asked.append(what)
        if self.error is not None:
            raise self.error


def down(rest_s: float = 0.0) -> PlacesUnavailable:
    return PlacesUnavailable("the line is dead.", hint="Wait.", values={"rest_s": rest_s})


def refused(what: str) -> PlacesRefused:
    return PlacesRefused(f"no such {what}.", values={"refused": what})


def names_of(found: tuple[Candidate, ...]) -> list[str]:
    return [one.place.name for one in found]


def test_the_first_that_knows_a_name_answers() -> None:
    near, far = Knows("near", ("Prospect Park",)), Knows("far", ("Prospect Park", "Xanadu"))
    chain: Places = ProviderChain([near, far])
    assert chain.name == "near, far"
    assert names_of(chain.named("prospect park")) == ["Prospect Park"]
    assert far.asked == []
    assert names_of(chain.named("Xanadu")) == ["Xanadu"]


def test_a_guess_waits_for_a_provider_that_knows() -> None:
    near, far = Knows("near", ("Prospekt Bar",)), Knows("far", ("Prospect Park",))
    assert names_of(ProviderChain([near, far]).named("Prospect Park")) == ["Prospect Park"]
    assert names_of(ProviderChain([near, Knows("far")]).named("Prospect Park")) == ["Prospekt Bar"]


def test_guesses_of_all_come_likest_first() -> None:
    chain = ProviderChain([Knows("near", ("Prospekt Bar",)), Knows("far", ("Prospct Prk",))])
    assert names_of(chain.named("Prospect Park")) == ["Prospct Prk", "Prospekt Bar"]
    assert len(chain.named("Prospect Park", limit=1)) == 1


def test_the_first_that_knows_a_kind_answers_even_that_there_are_none() -> None:
    chain = ProviderChain([Knows("bars", ("Joe's",), kind="bar"), Knows("parks"), Knows("more", ("Prospect Park",))])
    assert chain.of_kind("park", around=HOME, radius_m=500) == ()
    assert chain.of_kind("school", around=HOME, radius_m=500) is None


def test_a_provider_that_fails_is_passed_over_and_told_about_once() -> None:
    chain = ProviderChain([Knows("dead", error=down()), Knows("far", ("Xanadu",))])
    assert names_of(chain.named("Xanadu")) == ["Xanadu"]
    chain.of_kind("park", around=HOME, radius_m=500)
    assert render_all(chain.notices(), "en") == ("the line is dead. Wait.",)
    assert render_all(chain.notices(), "en") == ()


def test_when_all_fail_nothing_is_known_and_that_is_told() -> None:
    chain = ProviderChain([Knows("dead", error=down()), Knows("shut", error=refused("key"))])
    assert chain.named("Xanadu") == ()
    assert chain.of_kind("park", around=HOME, radius_m=500) is None
    assert render_all(chain.notices(), "en") == ("the line is dead. Wait.", "no such key.")


def test_an_empty_chain_knows_nothing() -> None:
    assert ProviderChain([]).named("Xanadu") == ()
    assert ProviderChain([]).of_kind("park", around=HOME, radius_m=500) is None


def test_a_chain_may_stand_in_a_chain_and_its_notices_come_along() -> None:
    chain = ProviderChain([Knows("near"), ProviderChain([Knows("dead", error=down())])])
    chain.named("Xanadu")
    assert render_all(chain.notices(), "en") == ("the line is dead. Wait.",)


def test_notices_stay_with_the_search_that_they_are_about() -> None:
    chain = ProviderChain([Knows("dead", error=down())])
    chain.named("Xanadu")
    heard: list[tuple[str, ...]] = []
    other = threading.Thread(target=lambda: heard.append(render_all(chain.notices(), "en")))
    other.start()
    other.join()
    assert heard == [()]
    assert render_all(chain.notices(), "en") != ()


# --- rest ----------------------------------------------------------------------------------------------------------


@dataclass
class Clock:
    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now


def test_one_that_is_down_is_left_alone_for_a_minute() -> None:
    clock, provider = Clock(), Knows("far", ("Xanadu",), error=down())
    chain = ProviderChain([CircuitBreaker(provider, clock=clock)])
    chain.named("Xanadu")
    provider.error = None
    clock.now += 59
    chain.named("Xanadu")
    assert len(provider.asked) == 1
    assert (
        render_all(chain.notices(), "en")[-1] == "far is left alone for another 1 s: the line is dead. Try again then."
    )
    clock.now += 2
    assert names_of(chain.named("Xanadu")) == ["Xanadu"]
    assert render_all(chain.notices(), "en") == ()


@pytest.mark.parametrize(("asked_for", "rests"), [(10.0, 60.0), (600.0, 600.0), (1e9, 3_600.0)])
def test_one_that_asks_for_more_rest_gets_it_within_reason(asked_for: float, rests: float) -> None:
    clock, provider = Clock(), Knows("far", error=down(asked_for))
    resting = CircuitBreaker(provider, clock=clock)
    for passed in (0.0, rests - 1, 2.0):
        clock.now += passed
        with pytest.raises(PlacesUnavailable):
            resting.named("Xanadu")
    assert len(provider.asked) == 2


def test_one_that_refused_the_key_is_never_asked_again() -> None:
    clock, provider = Clock(), Knows("far", error=refused("key"))
    chain = ProviderChain([CircuitBreaker(provider, clock=clock)])
    for _ in range(3):
        chain.named("Xanadu")
        clock.now += 1e6
    assert len(provider.asked) == 1
    assert "not asked any more" in render_all(chain.notices(), "en")[-1]


def test_one_that_refused_a_question_is_asked_the_next() -> None:
    provider = Knows("far", error=refused("question"))
    chain = ProviderChain([CircuitBreaker(provider)])
    chain.named("Xanadu")
    chain.named("Shangri-La")
    assert provider.asked == ["Xanadu", "Shangri-La"]


# --- all of it together --------------------------------------------------------------------------------------------


@pytest.fixture
def google(monkeypatch: pytest.MonkeyPatch) -> Iterator[GoogleServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    known = Known(id="bed", name="Bedford Av", lat=40.7173, lon=-73.9566, types=("subway_station",))
    with closing(GoogleServer([known])) as server:
        yield server


def test_the_gazetteer_then_google_and_what_google_said_is_kept(google: GoogleServer, tmp_path: Path) -> None:
    def chain() -> ProviderChain:
        return open_places(
            "gazetteer, Google",
            kinds=KINDS,
            gazetteer=Knows("gazetteer", ("Prospect Park",)),
            cache=tmp_path,
            google_key=KEY,
            google_url=google.url,
        )

    with closing(chain()) as places:
        assert places.name == "gazetteer, google"
        assert names_of(places.named("Prospect Park")) == ["Prospect Park"]
        assert google.asked == []
        assert names_of(places.named("Bedford Av")) == ["Bedford Av"]
        assert [one.name for one in places.of_kind("subway", around=HOME, radius_m=500) or ()] == ["Bedford Av"]
        assert render_all(places.notices(), "en") == ()
    google.always = Bad(status=500)
    with closing(chain()) as places:
        assert names_of(places.named("Bedford Av")) == ["Bedford Av"]
        assert render_all(places.notices(), "en") == ()


def test_what_is_kept_is_given_while_the_provider_rests(google: GoogleServer, tmp_path: Path) -> None:
    with closing(
        open_places("google", kinds=KINDS, gazetteer=None, cache=tmp_path, google_key=KEY, google_url=google.url)
    ) as places:
        places.named("Bedford Av")
        google.always = Bad(status=403, body=b"no more")
        assert places.named("Elsewhere") == ()
        assert "no more" in render_all(places.notices(), "en")[-1]
        count = len(google.asked)
        assert names_of(places.named("Bedford Av")) == ["Bedford Av"]
        assert render_all(places.notices(), "en") == ()
        assert places.named("Elsewhere again") == ()
        assert "not asked any more" in render_all(places.notices(), "en")[0]
        assert len(google.asked) == count


def test_names_by_nominatim_and_kinds_by_overpass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    result = {
        "osm_type": "node",
        "osm_id": 1,
        "lat": "40.7",
        "lon": "-73.9",
        "name": "Xanadu",
        "display_name": "Xanadu, Brooklyn",
    }
    park = {"type": "node", "id": 2, "lat": HOME.lat, "lon": HOME.lon, "tags": {"leisure": "park", "name": "Green"}}
    with (
        closing(NominatimServer([result])) as nominatim,
        closing(OverpassServer([park])) as overpass,
        closing(
            open_places(
                "nominatim,overpass",
                kinds=KINDS,
                gazetteer=None,
                cache=tmp_path,
                nominatim_url=nominatim.url,
                nominatim_contact="me@example.org",
                overpass_url=overpass.url,
            )
        ) as places,
    ):
        assert names_of(places.named("Xanadu")) == ["Xanadu"]
        assert [one.name for one in places.of_kind("park", around=HOME, radius_m=500) or ()] == ["Green"]
        assert "me@example.org" in overpass.asked[0].headers["user-agent"]
    assert [path.name for path in tmp_path.glob("*.db")] == ["places-cache.db"]


def test_an_unknown_provider_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"'bing' \(have: gazetteer, google, nominatim, overpass\)"):
        open_places("gazetteer,bing", kinds=KINDS, gazetteer=None, cache=tmp_path)


@pytest.mark.parametrize(
    ("names", "variable"),
    [("google", "GOOGLE_MAPS_API_KEY"), ("nominatim", "CLAIMTREE_NOMINATIM_CONTACT")],
)
def test_what_a_provider_needs_is_said_when_it_is_opened(tmp_path: Path, names: str, variable: str) -> None:
    with pytest.raises(BadInput) as caught:
        open_places(names, kinds=KINDS, gazetteer=None, cache=tmp_path)
    assert variable in caught.value.hint


def test_a_provider_named_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="twice"):
        open_places("overpass, Overpass", kinds=KINDS, gazetteer=None, cache=tmp_path)


@pytest.mark.parametrize("names", ["", " , ", "gazetteer"])
def test_without_providers_there_is_only_the_gazetteer(tmp_path: Path, names: str) -> None:
    chain = open_places(names, kinds=KINDS, gazetteer=Knows("gazetteer"), cache=tmp_path)
    assert chain.name == ("gazetteer" if "gaz" in names else "")
    assert list(tmp_path.iterdir()) == []
