"""The bench of places: a city from a seed, numbers with their tables, and answers that are right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from tests.shared_packs import shared_pack

from benchmarks.city import CENTRE, CORNERS, HALF_M, OUTLINED, SHARES, City
from benchmarks.generator import AREA_LEVEL, HOME_LEVEL, World
from benchmarks.measure import Job
from benchmarks.places_report import BEGIN, END, markdown, page, tables
from benchmarks.run import Options, run_places
from benchmarks.scene import WISHES, Scene
from claimtree.errors import BadInput
from claimtree.geo import Area, distance_m
from claimtree.model.places import Place

Json = dict[str, Any]


@pytest.fixture(scope="module")
def city() -> City:
    return City(World(shared_pack("rentals"), 400, 7), 600)


def test_the_same_seed_is_the_same_city(city: City) -> None:
    again = City(World(city.world.pack, 400, 7), 600)
    assert again.places() == city.places()
    assert next(again.entities()) == next(city.entities())


def test_homes_and_areas_stand_in_the_city_and_rooms_nowhere(city: City) -> None:
    for block in city.entities():
        for item in block:
            point = item.entity.point
            assert (point is not None) == (item.entity.level in (HOME_LEVEL, AREA_LEVEL))
            assert point is None or distance_m(point, CENTRE) <= HALF_M * 1.5


def test_homes_stand_around_the_middle_of_their_area(city: City) -> None:
    entities = [item.entity for block in city.entities() for item in block]
    where = {entity.id: entity.point for entity in entities}
    away = []
    for entity in entities:
        if entity.level == HOME_LEVEL and entity.parent is not None:
            home, area = entity.point, where[entity.parent]
            assert home is not None
            assert area is not None
            away.append(distance_m(home, area))
    assert np.median(away) < 1_000


def test_there_are_places_of_twenty_kinds_with_ids_and_names_of_their_own(city: City) -> None:
    places = city.places()
    assert len(SHARES) == 20
    assert SHARES.keys() <= {place.kind for place in places}
    assert len({place.id for place in places}) == len(places)
    assert len({place.name for place in places}) == len(places)
    assert len(places) == pytest.approx(600, rel=0.1)


def test_one_region_has_a_long_outline_and_all_outlines_are_sound(city: City) -> None:
    def corners(place: Place) -> int:
        return len(place.shape.polygons[0][0]) - 1 if isinstance(place.shape, Area) else 0

    places = city.places()
    assert {corners(place) for place in places if place.name == OUTLINED} == {CORNERS}
    assert all(shapely.is_valid(place.shape.shape) for place in places if isinstance(place.shape, Area))


def test_a_pack_without_such_places_is_refused(tmp_path: Path) -> None:
    laptops = shared_pack(str(Path(__file__).parents[2] / "packs" / "laptops"))
    with pytest.raises(BadInput, match="no places of kind"):
        _ = City(World(laptops, 400, 7), 600).spec


def latency(p50: float) -> Json:
    return {"p50": p50, "p95": 2 * p50, "p99": 3 * p50, "cpu_p50": p50, "runs": 9}


@pytest.fixture
def report() -> Json:
    wishes = [
        {"label": label, "text": text}
        | {part: latency(3.0) for part in ("without", "having", "added", "locate", "rank")}
        for label, text in WISHES
    ]
    return {
        "when": "2026-11-15T00:00:00+00:00",
        "machine": {
            "cpu": "One", "cores": 2, "memory_gb": 8.0, "system": "Linux 6", "python": "3.11", "sqlite": "3.40",
            "numpy": "2.1", "load": 0.5,
        },
        "options": {"embedder": "hashed-384", "seed": 7},
        "right": {"homes": 10_000, "places": 5_000, "facts": 200_000, "wrong_facts": 0, "plans": 5, "wrong": []},
        "grounded": {
            "homes": 100_000, "places": 50_000, "kinds": 20, "facts": 2_000_000, "load_s": 1.0,
            "homes_per_s": 7_000.0, "wall_per_s": 6_000.0, "again_per_s": 4_000.0, "rss_before_mb": 100.0,
            "rss_mb": 300.0, "bytes_per_fact": 20.0,
        },
        "located": {
            "homes": 100_000, "places": 50_000, "gazetteer_s": 2.0, "rss_mb": 300.0, "reading": latency(2.0),
            "reading_without": latency(1.0), "wishes": wishes,
        },
    }  # fmt: skip


def test_every_row_has_as_many_cells_as_its_table_has_heads(report: Json) -> None:
    for table in tables(report):
        assert table.rows
        assert all(len(row) == len(table.heads) for row in table.rows)


def test_bars_are_met_or_missed(report: Json) -> None:
    report["right"]["wrong"] = ["a plan"]
    said = markdown(report)
    assert "| added to a search, p50: near a landmark | ≤ 5 ms | 3.0 ms | ✓ |" in said
    assert "| grounding | ≥ 5,000 homes/s | 7,000 homes/s | ✓ |" in said
    assert "| grounding again | ≥ 5,000 homes/s | 4,000 homes/s | ✗ |" in said
    assert "| 4 of 5 | ✗ |" in said


def test_a_small_world_has_no_bars_of_speed(report: Json) -> None:
    report["located"]["homes"] = 1_000
    assert "added to a search" not in markdown(report)


def test_a_page_keeps_what_stands_around_its_numbers(report: Json) -> None:
    found = page(f"# Numbers\n\n{BEGIN}\nformer\n{END}\n\nWhy.\n", report)
    assert found.startswith("# Numbers\n")
    assert found.endswith("\n\nWhy.\n")
    assert "former" not in found


def test_every_wish_is_read_as_one_about_a_place(tmp_path: Path) -> None:
    job = Job(homes=120, seed=7, embedder="hashed-384", pack="rentals", folder=str(tmp_path), places=300)
    scene = Scene(job)
    store = scene.bench.open(create=True)
    store.put_places(scene.city.places())
    engine, _ = scene.engine(store)
    assert [label for label, _ in scene.wishes(engine)] == [label for label, _ in WISHES]
    store.close()


@pytest.mark.slow
def test_a_whole_bench_of_places_finds_every_answer_right(tmp_path: Path) -> None:
    report = run_places(Options(homes=(120,), each=1, folder=str(tmp_path)), lambda what, done, of: None)
    assert report["right"]["wrong"] == []
    assert report["right"]["wrong_facts"] == 0
    assert report["grounded"]["facts"] > 120 * 15
    assert len(report["located"]["wishes"]) == len(WISHES)
