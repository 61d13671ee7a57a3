"""Places on the command line: loaded, listed, looked up, removed; searched, drawn, and asked of a provider."""

import csv
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.unit.places.servers.google import KEY, GoogleServer, Known
from tests.unit.places.servers.speaking import Bad

from claimtree.indexing.load_places import remove_places
from claimtree.packs.find import pack_folder
from claimtree.settings import Settings
from claimtree.workspace import Workspace

Cli = Callable[..., Any]

BEDFORD = "near Bedford Av, under 500 m to a grocery, not above a bar"
USU = "rumah dekat USU maksimal 1,5 miliar"
STATIONS = "name,kind,lat,lon\nAlpha,subway,40.7200,-73.9500\nBeta,subway,40.7300,-73.9600\n"


def evidence(hit: dict[str, Any], wish: int) -> list[str]:
    return [one["quote"] for one in hit["verdicts"][wish]["evidence"]]


def places_of(hit: dict[str, Any], wish: int) -> list[dict[str, Any]]:
    return [one["place"] for one in hit["verdicts"][wish]["evidence"] if one["place"] is not None]


def test_the_demo_answers_with_distances_that_can_be_checked(demo: Cli) -> None:
    answer = demo("search", BEDFORD, "--json").json
    first = answer["hits"][0]
    assert first["id"] == "bk-002"
    (station,) = places_of(first, 0)
    assert (station["name"], round(station["metres"])) == ("Bedford Av (L)", 91)
    assert evidence(first, 0)[0] == "91 m to Bedford Av (L)"
    assert places_of(first, 1)[0]["metres"] < 500
    assert answer["claims"][2]["claim"] == "no bar downstairs"
    assert [place["radius_m"] for place in answer["places"]] == [800, 500]


def test_medan_is_answered_in_its_own_words(demo: Cli) -> None:
    answer = demo("search", USU, "--pack", "property", "--json").json
    first = answer["hits"][0]
    wish = next(i for i, claim in enumerate(answer["claims"]) if claim["where"])
    assert first["verdicts"][wish]["verdict"] == "met"
    assert evidence(first, wish)[0].endswith("ke Universitas Sumatera Utara")
    assert all(hit["fields"].get("price", 0) <= 1_500_000_000 for hit in answer["hits"])


def test_places_are_loaded_listed_found_and_removed(demo_copy: Path, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "stations.csv").write_text(STATIONS + "Gamma,subway,98.6,3.5\n", encoding="utf-8")
    loaded = cli("places", "load", "stations.csv", "--json")
    assert loaded.code == 3
    assert (loaded.json["loaded"], loaded.json["skipped"], loaded.json["kinds"]) == (2, 1, {"subway": 2})
    assert "line 4" in loaded.json["bad"][0]["place"]
    assert loaded.json["measured"] > 80
    before = cli("places", "list", "--json").json["kinds"]["subway"]
    assert cli("places", "find", "ALPHA station", "--json").json["places"][0]["name"] == "Alpha"
    removed = cli("places", "remove", "--source", "stations", "--json").json
    assert removed["removed"] == 2
    assert cli("places", "list", "--json").json["kinds"]["subway"] == before - 2
    assert cli("places", "find", "Alpha", "--json").json["verdict"] == "unknown"


def test_what_is_loaded_changes_what_a_search_finds(demo_copy: Path, cli: Cli, tmp_path: Path) -> None:
    query = "within 300 m of a library"
    before = cli("search", query, "--json").json["ladder"]["met"]["1"]
    homes = [json.loads(line) for line in demo_homes().read_text(encoding="utf-8").splitlines()]
    rows = [f"Library {home['id']},library,{home['lat']},{home['lon']}" for home in homes if "lat" in home]
    (tmp_path / "libraries.csv").write_text("\n".join(["name,kind,lat,lon", *rows]), encoding="utf-8")
    assert cli("places", "load", "libraries.csv").code == 0
    after = cli("search", query, "--json").json
    assert before < after["ladder"]["met"]["1"] == len({home["id"] for home in homes if "lat" in home})
    assert places_of(after["hits"][0], 0)[0]["metres"] == 0


def demo_homes() -> Path:
    return pack_folder("rentals") / "demo" / "homes.jsonl"


def test_an_ambiguous_name_lists_its_candidates(demo: Cli) -> None:
    found = demo("places", "find", "7 av", "--json").json
    assert found["verdict"] == "ambiguous"
    assert len(found["places"]) == 3
    answer = demo("search", "near 7 Av station", "--json").json
    assert any("'7 Av" in notice and "Say which you mean" in notice for notice in answer["notices"])


def test_an_unknown_place_is_told_and_stays(demo: Cli) -> None:
    answer = demo("search", "near Narnia Plaza, 2 bedrooms", "--json").json
    assert any("Unknown place" in notice and "Narnia Plaza" in notice for notice in answer["notices"])
    assert [place["unknown"] for place in answer["places"]] == [True]
    assert all(hit["verdicts"][0]["verdict"] == "unknown" for hit in answer["hits"])


def test_near_and_within_add_a_place(demo: Cli) -> None:
    hits = demo("search", "two bedrooms", "--near", "40.7141,-73.9573", "--within", "700m", "--json").json["hits"]
    assert hits
    assert all(place["metres"] <= 700 for hit in hits for place in places_of(hit, -1))
    assert places_of(hits[0], -1)
    assert demo("search", "quiet", "--within", "2km", "--json").error["code"] == "bad_input"
    assert demo("search", "quiet", "--near", "Prospect Park", "--within", "far", "--json").error["code"] == "bad_input"
    assert demo("search", "quiet", "--near", "98.6,3.5", "--json").error["code"] == "bad_place"


def test_hits_are_grouped_by_place(demo: Cli) -> None:
    shown = demo("search", "near a subway, 2 bedrooms", "--by-place", "--limit", "5").out
    assert "Elsewhere" not in shown
    assert any(line.strip().endswith(")") and line == line.strip() for line in shown.splitlines())


def test_the_map_is_one_file_and_the_geojson_a_collection(demo: Cli, tmp_path: Path) -> None:
    ran = demo("search", BEDFORD, "--map", tmp_path / "out.html")
    assert ran.code == 0
    assert "Bedford Av (L)" in (tmp_path / "out.html").read_text(encoding="utf-8")
    drawn = json.loads(demo("search", BEDFORD, "--geojson").out)
    assert drawn["type"] == "FeatureCollection"
    assert {feature["properties"]["what"] for feature in drawn["features"]} >= {"hit", "place", "radius"}
    assert demo("search", BEDFORD, "--json", "--geojson", "--json").error["code"] == "bad_input"
    assert demo("search", BEDFORD, "--map", tmp_path / "no" / "such.html", "--json").error["code"] == "bad_input"


@pytest.mark.parametrize(
    "arguments",
    [
        ("places", "load", "missing.csv"),
        ("places", "remove"),
        ("places", "find", "x", "--near", "here"),
        ("places", "fetch", "castle"),
        ("places", "fetch", "subway", "--radius", "-1"),
        ("places", "fetch", "subway", "--from", "atlas"),
    ],
)
def test_bad_usage_is_told(demo: Cli, arguments: tuple[str, ...]) -> None:
    ran = demo(*arguments, "--json")
    assert ran.code == 2
    assert ran.error["message"]


# A provider over the network


@pytest.fixture
def google() -> Iterator[GoogleServer]:
    """A server that knows the station and the groceries of the demo."""
    folder = pack_folder("rentals") / "demo" / "places"
    with (folder / "subway.csv").open(encoding="utf-8") as stream:
        station = next(row for row in csv.DictReader(stream) if row["name"] == "Bedford Av (L)")
    known = [
        Known(
            id="s0", name="Bedford Av", lat=float(station["lat"]), lon=float(station["lon"]), types=("subway_station",)
        )
    ]
    with (folder / "places.csv").open(encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream) if row["kind"] == "grocery"]
    known += [
        Known(id=f"g{i}", name=row["name"], lat=float(row["lat"]), lon=float(row["lon"]), types=("grocery_store",))
        for i, row in enumerate(rows)
    ]
    server = GoogleServer(known)
    yield server
    server.close()


@pytest.fixture(scope="module")
def placeless(demo_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of the demo's homes without a gazetteer; tests work on a copy."""
    folder = tmp_path_factory.mktemp("placeless")
    path = Path(shutil.copy(demo_home / "demo-rentals.db", folder / "rentals.db"))
    with Workspace(Settings(home=folder, store=str(path), embedder="hashed-256")) as workspace:
        store = workspace.store_to_change()
        remove_places(store, workspace.pack, {place.id for place in store.places()})
        assert store.places() == ()
    return path


@pytest.fixture
def without_places(placeless: Path, home: Path, cli: Cli, google: GoogleServer, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """The demo's homes, no gazetteer, and Google to ask."""
    home.mkdir()
    shutil.copy(placeless, home / "rentals.db")
    monkeypatch.setenv("CLAIMTREE_PLACES", "gazetteer,google")
    monkeypatch.setenv("CLAIMTREE_GOOGLE_URL", google.url)
    monkeypatch.setenv("GOOGLE_MAPS_API_KEY", KEY)
    return cli


def test_google_answers_what_the_gazetteer_would(demo_home: Path, without_places: Cli, google: GoogleServer) -> None:
    answer = without_places("search", BEDFORD, "--json").json
    here = answer["hits"][0]
    assert here["id"] == "bk-002"
    assert (places_of(here, 0)[0]["name"], round(places_of(here, 0)[0]["metres"])) == ("Bedford Av", 91)
    assert round(places_of(here, 1)[0]["metres"]) == 351
    asked = len(google.asked)
    assert asked >= 2
    again = without_places("search", BEDFORD, "--json").json
    assert [hit["id"] for hit in again["hits"]] == [hit["id"] for hit in answer["hits"]]
    assert len(google.asked) == asked  # it was kept
    assert not any(b"not above" in request.body or "not above" in str(request.params) for request in google.asked)


@pytest.mark.parametrize("status", [*(pytest.param(one, marks=pytest.mark.slow) for one in (500, 429)), 403])
def test_a_provider_that_fails_is_told_and_the_wish_stays_unknown(
    without_places: Cli, google: GoogleServer, status: int
) -> None:
    google.always = Bad(status=status)
    ran = without_places("search", "near Zeppelin Hall, 2 bedrooms", "--json")
    answer = ran.json
    assert [place["unknown"] for place in answer["places"]] == [True]
    assert any("oogle" in notice for notice in answer["notices"])
    assert any("Unknown place" in notice for notice in answer["notices"])
    assert KEY not in ran.out + ran.err


def test_places_are_fetched_and_then_known_without_a_network(
    demo_copy: Path, cli: Cli, google: GoogleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAIMTREE_GOOGLE_URL", google.url)
    monkeypatch.setenv("GOOGLE_MAPS_API_KEY", KEY)
    assert cli("places", "remove", "--kind", "grocery").code == 0
    fetched = cli(
        "places", "fetch", "grocery", "--from", "google", "--around", "40.715,-73.957", "--radius", "3000", "--json"
    )
    assert fetched.json["loaded"] > 1
    google.close()
    answer = cli("search", "under 500 m to a grocery", "--json").json
    assert places_of(answer["hits"][0], 0)


def test_homes_are_found_in_the_district_that_they_state(demo: Cli) -> None:
    """The outlines of the demo are rough: homes of Medan Baru lie up to 750 m outside of it, some in Medan Johor's."""
    shown = {}
    for district in ("Medan Baru", "Medan Johor"):
        found = demo("search", f"rumah di {district}", "--pack", "property", "--limit", "50", "--json").json
        shown[district] = {hit["fields"]["district"] for hit in found["hits"]}
    assert shown == {"Medan Baru": {"Medan Baru"}, "Medan Johor": {"Medan Johor"}}
