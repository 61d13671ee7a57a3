"""The bench with prose: what it asks, that it goes on where it stopped, and what its tables say."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.shared_packs import shared_pack

from benchmarks.airbnb import prose_records
from benchmarks.children import child
from benchmarks.prose.job import ProseJob, index
from benchmarks.prose.questions import WISHES, is_known, is_own, questions
from benchmarks.prose.report import BEGIN, END, page, tables
from benchmarks.prose.run import FULL, ProseOptions, prose_options, run_prose
from claimtree.cli.main import main
from claimtree.errors import BadInput
from claimtree.models.open import open_embedder
from claimtree.models.scope import open_scope
from claimtree.settings import DEFAULT_EMBEDDER
from claimtree.text.rule_reader import RuleReader

pytestmark = pytest.mark.slow

Json = dict[str, Any]


def quiet(what: str, done: int, of: int) -> None: ...


def job(folder: Path, homes: int = 12) -> ProseJob:
    """With a fast embedder: nothing is measured here."""
    return ProseJob(folder=str(folder), homes=homes, seed=7, pack="rentals", embedder="hashed-256", each=1)


def host(id: int, **columns: object) -> Json:
    return {
        "id": str(id),
        "name": "Attic over the bakery",
        "description": "Two rooms under the roof. You wake to the smell of bread.",
        "neighborhood_overview": "Narrow lanes, few cars.",
        "neighbourhood_cleansed": "Kiln Yard",
        "latitude": 40.1,
        "longitude": -73.2,
        "bathrooms_text": "1.5 baths",
        "bedrooms": 2.0,
        "price_usd_per_night": 90.0,
        "amenities": ["Wifi"],
        **columns,
    }


# --- questions


@pytest.mark.slow
def test_no_wish_is_asked_twice_and_each_is_of_its_kind() -> None:
    pack = shared_pack("rentals")
    reader = RuleReader(pack, embedder=open_embedder(DEFAULT_EMBEDDER), scope=open_scope(pack.languages))
    asked = questions(pack, reader, each=4, seed=7)
    for sentences, fits in ((asked.known, is_known), (asked.own, is_own)):
        claims = [claim for sentence in sentences for claim in reader.read_query(sentence).claims]
        assert len(claims) == 4 * WISHES
        assert all(map(fits, claims))
        assert len({claim.pattern for claim in claims}) == len(claims)


def test_more_questions_than_a_pack_has_words_for_are_refused() -> None:
    pack = shared_pack("rentals")
    with pytest.raises(BadInput, match="questions of 5 known wishes"):
        questions(pack, RuleReader(pack), each=500, seed=7)


# --- indexing


def test_indexing_is_done_once_and_its_time_is_kept(tmp_path: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    made = index(job(tmp_path), lambda *one: seen.append(one))
    assert made.listings == 12
    assert made.spent is not None
    assert made.spent.done
    assert made.spent.cpu_s > 0
    assert seen[-1] == ("indexing 12 homes", 12, 12)
    again = index(job(tmp_path), quiet)
    assert again.spent == made.spent
    assert again.phrases == made.phrases


@pytest.mark.slow
def test_indexing_goes_on_after_an_interruption_and_adds_up_what_it_took(tmp_path: Path) -> None:
    index(job(tmp_path), quiet)
    job(tmp_path).spent.write_text(json.dumps({"wall_s": 100.0, "cpu_s": 50.0, "runs": 1, "done": False}))
    went_on = index(job(tmp_path), quiet).spent
    assert went_on is not None
    assert went_on.done
    assert went_on.runs == 2
    assert went_on.wall_s > 100.0
    assert went_on.cpu_s > 50.0


@pytest.mark.slow
def test_a_store_that_was_made_before_is_searched_as_it_is(tmp_path: Path) -> None:
    made, other = tmp_path / "made", tmp_path / "other"
    made.mkdir()
    other.mkdir()
    index(job(made), quiet)
    given = replace(job(other), store=str(made / "listings.db"))
    assert index(given, quiet).spent is None
    assert not (other / "listings.db").exists()


def test_real_listings_keep_all_the_words_of_their_hosts(tmp_path: Path) -> None:
    rows = [host(1), host(1), host(2, description=""), host(3, bathrooms_text="1 shared bath", bedrooms=None)]
    (tmp_path / "airbnb_kiln.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    area, first, third = prose_records(tmp_path)
    assert area == {"id": "area Kiln Yard", "level": "neighborhood", "title": "Kiln Yard", "source": "airbnb"}
    assert first["text"] == "Two rooms under the roof. You wake to the smell of bread.\nNarrow lanes, few cars."
    assert (first["bathrooms"], first["bedrooms"], first["parent"]) == (1.5, 2.0, "area Kiln Yard")
    assert "price" not in first
    assert "bathrooms" not in third
    assert "bedrooms" not in third


# --- the whole


def test_scales_and_sizes() -> None:
    assert prose_options(full=True, homes=None).homes == FULL
    assert prose_options(full=True, homes=300).homes == 300
    with pytest.raises(BadInput, match="--homes 12"):
        prose_options(full=False, homes=12)


def test_homes_in_prose_are_generated_from_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "homes.jsonl"
    assert main(["bench", "generate", "--prose", "--homes", "5", "--out", str(file), "--json"]) == 0
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [record["level"] for record in records] == ["neighborhood", *["apartment"] * 5]


def corpus(homes: int, ms: float, *, found: int = 40) -> Json:
    latency = {"p50": ms, "p95": 2 * ms, "p99": 3 * ms, "cpu_p50": ms, "runs": 9}
    kind = {
        "new": latency, "again": latency, "reading": latency, "scan": {**latency, "cpu_p50": 5 * ms},
        "cold": {"wall_ms": 900.0, "cpu_ms": 800.0},
    }  # fmt: skip
    planted = {"name": "sauna", "known": True, "stated": 40, "found": found, "met": 41, "denied": 0}
    return {
        "homes": homes,
        "indexed": {
            "listings": homes or 4_735, "words": 150.0, "claims": 1_000, "phrases": 5_000, "bytes": 10**7,
            "peak_mb": 300.0, "spent": {"wall_s": 100.0, "cpu_s": 200.0, "runs": 1, "done": True},
        },
        "searched": {
            "questions": 9, "vectors": 5_000, "open_ms": 100.0, "first_ms": 800.0, "rss_mb": 300.0,
            "kinds": {"known": kind, "own": kind}, "planted": [planted] if homes else [], "misread": [],
        },
    }  # fmt: skip


def report_of(*corpora: Json) -> Json:
    return {
        "when": "2026-11-17T00:00:00+00:00",
        "machine": {
            "cpu": "A slow one", "cores": 2, "memory_gb": 8.0, "system": "Linux 6", "python": "3.11",
            "sqlite": "3.40", "numpy": "2.1", "load": 0.5,
        },
        "options": {"embedder": "claimtree-small-3", "seed": 7, "each": 9},
        "corpora": list(corpora),
        "left_out": [],
    }  # fmt: skip


def verdicts(report: Json) -> dict[str, str]:
    return {row[0]: row[-1] for row in next(iter(tables(report))).rows}


def test_what_misses_its_bar_is_said_to() -> None:
    told = verdicts(report_of(corpus(0, 20.0), corpus(FULL, 20.0, found=30)))
    assert told["search, 4,735 real listings, 5 wishes of known concepts, p50"] == "✗"
    assert told["search, 4,735 real listings, 5 wishes in their own words, p50"] == "✓"
    assert told["search, 100,000 homes, 5 wishes of known concepts, p50"] == "✓"
    assert told["indexing 4,735 real listings of 150 words, cold texts"] == "✓"
    assert told["known facts found where they were planted, 100,000 homes, each"] == "✗"


def test_a_world_of_another_size_has_no_bar_for_its_latency() -> None:
    assert verdicts(report_of(corpus(500, 900.0)))["search, 500 homes, 5 wishes of known concepts, p50"] == ""


def test_the_page_gets_the_figures_between_its_marks() -> None:
    text = page(f"Before.\n{BEGIN}\nstale figures\n{END}\nAfter.\n", report_of(corpus(0, 20.0)))
    assert text.startswith("Before.\n")
    assert text.endswith("After.\n")
    assert "stale figures" not in text
    assert "| 5 wishes of known concepts | 20.0 | 40.0 | 20.0 | 20.0 | 20.0 | 20.0 | 5.00 × | 900 | 800 |" in text


def test_where_there_are_no_real_listings_a_line_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[ProseJob] = []

    def child(kind: str, job: ProseJob, progress: object, *, one_core: bool) -> Json:
        asked.append(job)
        return {}

    monkeypatch.setattr("benchmarks.prose.run.child", child)
    empty = run_prose(ProseOptions(homes=100, folder=str(tmp_path), data=str(tmp_path / "nowhere")), quiet)
    assert [line.split(":")[0] for line in empty["left_out"]] == ["Real listings were left out"]
    assert {job.homes for job in asked} == {100}
    (tmp_path / "airbnb.jsonl").write_text(json.dumps(host(1)) + "\n", encoding="utf-8")
    asked.clear()
    both = run_prose(ProseOptions(homes=100, folder=str(tmp_path), data=str(tmp_path)), quiet)
    assert both["left_out"] == []
    assert [job.homes for job in asked] == [0, 0, 100, 100]
    assert len({job.folder for job in asked}) == 2


@pytest.mark.slow
def test_a_whole_bench_of_prose_finds_what_was_planted(tmp_path: Path) -> None:
    real = replace(job(tmp_path, homes=100), embedder=DEFAULT_EMBEDDER)
    indexed = child("prose-index", real, quiet, one_core=False)
    searched = child("prose-search", real, quiet, one_core=False)
    assert indexed["listings"] == 100
    assert searched["kinds"]["own"]["new"]["runs"] == 1
    known = [one for one in searched["planted"] if one["known"]]
    assert sum(one["found"] for one in known) >= 0.9 * sum(one["stated"] for one in known)
    assert sum(one["denied"] for one in known) == 0
