"""A corpus is laid out once, engines are filled and asked, and what is finished is not run again."""

from __future__ import annotations

import gzip
import json
import os
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.generator import HOME_LEVEL
from benchmarks.race.corpus import Listings, airbnb_records
from benchmarks.race.engines import ENGINES, addresses, engine_named
from benchmarks.race.job import RaceJob, ask, build
from benchmarks.race.laying import lay_out
from benchmarks.race.memory import family_bytes, listening
from benchmarks.race.prepared import LEVELS, Prepared
from benchmarks.race.questions import KINDS, Asked
from benchmarks.race.run import RaceOptions, _Race, race_options, run_race
from claimtree.errors import BadInput, ClaimtreeError, StoreUnavailable, UnknownName

pytestmark = pytest.mark.slow


def quiet(what: str, done: int, of: int) -> None: ...


@pytest.mark.slow
def test_every_claim_is_a_row_of_the_level_it_is_said_at(laid_out: RaceJob) -> None:
    prepared = Prepared(Path(laid_out.folder))
    assert sum(len(prepared.rows(level)) for level in LEVELS) == prepared.sizes.rows == prepared.sizes.claims
    homes = prepared.rows(HOME_LEVEL)
    assert set(homes.owner.tolist()) == set(range(150))
    assert len(prepared.home_ids) == len(prepared.area_of) == 150
    assert sum(len(chunk) for chunk in homes.chunks(100)) == len(homes)


def test_texts_are_embedded_once_and_are_unit_vectors(laid_out: RaceJob) -> None:
    prepared = Prepared(Path(laid_out.folder))
    assert len(prepared.vectors) == prepared.sizes.texts == len(prepared.texts)
    rows = next(prepared.rows(HOME_LEVEL).chunks(20))
    floats = prepared.floats(rows.text)
    assert abs((floats**2).sum(axis=1) - 1).max() < 1e-3
    keys = prepared.keys(rows)
    assert (keys // prepared.sizes.texts).tolist() == rows.owner.tolist()
    assert (keys % prepared.sizes.texts).tolist() == rows.text.tolist()


def test_questions_are_what_some_home_offers(laid_out: RaceJob) -> None:
    asked = Asked.kept(Path(laid_out.folder))
    sizes = {label: size for label, size, _ in KINDS}
    for question in asked.questions:
        assert len(question.claims) == sizes[question.label]
        assert question.truth
        assert len(question.places) == len(question.truth)
        assert all(question.proving)
        assert all(claim.required for claim in question.claims)
    assert {one.label for one in asked.standard} == {"standard query", "nearly every home meets it in part"}
    assert any(one.truth is not None for one in asked.standard)


def test_our_store_finds_all_of_the_truth_in_its_order(own_folder: Path, laid_out: RaceJob) -> None:
    job = replace(laid_out, folder=str(own_folder), engine="ours-sqlite")
    built = build(job, quiet)
    assert built.bytes > 0
    asked = ask(job, quiet)
    (series,) = asked.series
    assert (series.all.means.recall, series.all.means.precision, series.all.means.ndcg) == (1.0, 1.0, 1.0)
    assert series.all.means.empty == 0
    assert (asked.wrong, asked.checked > 0) == ([], True)
    assert not (own_folder / "ours.db").exists()


def test_what_was_finished_before_is_not_run_again(tmp_path: Path, own_folder: Path) -> None:
    kept = {"lancedb.built": {"name": "then"}, "lancedb.asked": {"series": []}}
    for name, said in kept.items():
        (own_folder / f"{name}.json").write_text(json.dumps(said), encoding="utf-8")
    report = run_race(RaceOptions(homes=(150,), engines=("lancedb",), folder=str(tmp_path)), quiet)
    assert report["corpora"][0]["results"] == {"lancedb": {"built": {"name": "then"}, "asked": {"series": []}}}


def test_a_folder_that_was_begun_with_another_seed_is_refused(tmp_path: Path, own_folder: Path) -> None:
    run_race(RaceOptions(homes=(150,), seed=3, engines=("pgvector",), folder=str(tmp_path)), quiet)
    with pytest.raises(BadInput, match="was begun with"):
        run_race(RaceOptions(homes=(150,), seed=4, engines=("pgvector",), folder=str(tmp_path)), quiet)


def test_an_engine_without_an_address_is_left_out_with_a_line(tmp_path: Path, own_folder: Path) -> None:
    options = RaceOptions(homes=(150,), engines=("pgvector",), folder=str(tmp_path))
    report = run_race(options, quiet)
    assert report["corpora"][0]["results"] == {}
    assert report["left_out"] == [
        "pgvector is left out: no address of a server was given (--postgres, or CLAIMTREE_TEST_POSTGRES)."
    ]


@pytest.mark.slow
def test_an_engine_that_cannot_be_reached_is_left_out_with_a_line(tmp_path: Path, own_folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        nobody = f"127.0.0.1:{taken.getsockname()[1]}"
        options = RaceOptions(
            homes=(150,), engines=("opensearch",), folder=str(tmp_path), servers={"opensearch": nobody}
        )
        report = run_race(options, quiet)
    assert report["left_out"][0].startswith(f"OpenSearch is left out: {nobody} does not answer")


def test_larger_worlds_are_for_ours_and_the_fastest() -> None:
    race = _Race(RaceOptions(homes=(10_000, 100_000, 300_000)), quiet)
    assert list(race._takes_part(10_000, "")) == list(ENGINES)
    times = {
        "elasticsearch": 9.0,
        "opensearch": 8.0,
        "lancedb": 2.0,
        "chroma": 7.0,
        "pgvector": 3.0,
        "ours-sqlite": 1.0,
    }
    results = {
        name: {"asked": {"series": [{"all": {"latency": {"p50": ms}}}]}, "built": {}} for name, ms in times.items()
    }
    race.corpora.append({"results": results})
    assert list(race._takes_part(100_000, "")) == [
        "ours-sqlite", "ours-elasticsearch", "elasticsearch", "lancedb", "pgvector",
    ]  # fmt: skip
    assert list(race._takes_part(300_000, "")) == ["ours-sqlite", "ours-elasticsearch"]


def test_options_say_what_they_cannot_use() -> None:
    with pytest.raises(UnknownName, match="no engine 'nonesuch'"):
        race_options(full=False, homes=None, engines=["nonesuch"], servers={})
    with pytest.raises(BadInput, match="too few"):
        race_options(full=False, homes=5, engines=(), servers={})
    assert race_options(full=True, homes=None, engines=(), servers={}).homes == (10_000, 100_000, 300_000)
    assert engine_named("lancedb").title == "LanceDB"


def test_addresses_come_from_options_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIMTREE_TEST_ELASTICSEARCH", "there:1")
    monkeypatch.setenv("CLAIMTREE_TEST_OPENSEARCH", "there:2")
    monkeypatch.delenv("CLAIMTREE_TEST_POSTGRES", raising=False)
    found = addresses({"elasticsearch": "here:9", "opensearch": None})
    assert found == {"elasticsearch": "here:9", "opensearch": "there:2"}


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="the system has no /proc")
def test_the_process_behind_a_port_is_found_with_its_memory() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        assert listening(server.getsockname()[1]) == os.getpid()
    assert family_bytes(os.getpid()) > 1_000_000


def listing(number: int, area: str) -> dict[str, object]:
    return {
        "id": str(number), "name": f"Home {number}", "description": "Quiet home with a dishwasher. No pets allowed.",
        "neighborhood_overview": f"Trees and a bakery, says {number}.", "neighbourhood_cleansed": area,
        "amenities": ["Wifi", "Elevator"], "bedrooms": 2.0,
    }  # fmt: skip


def test_real_listings_become_areas_and_homes_in_them(tmp_path: Path) -> None:
    rows = [listing(1, "North"), listing(2, "North"), listing(3, "South")]
    with gzip.open(tmp_path / "airbnb_somewhere.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    records = airbnb_records(tmp_path)
    assert [record["id"] for record in records] == ["area North", "area South", "listing-1", "listing-2", "listing-3"]
    assert records[0]["text"].count("bakery") == 2
    assert records[2]["text"].endswith("Wifi. Elevator")
    assert records[2]["bedrooms"] == 2.0


def test_a_folder_without_listings_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no airbnb\*\.jsonl"):
        airbnb_records(tmp_path)


@pytest.mark.slow
def test_what_real_listings_imply_is_a_row_too(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "airbnb_somewhere.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(listing(number, "North")) + "\n" for number in range(12))
    folder = tmp_path / "listings"
    folder.mkdir()
    job = RaceJob(
        folder=str(folder), homes=0, seed=3, pack="rentals", embedder="hashed-384", each=1, data=str(tmp_path)
    )
    laid = lay_out(job, quiet)
    assert (laid.homes, laid.areas) == (12, 1)
    assert laid.rows > laid.claims
    assert isinstance(job.corpus(), Listings)
    asked = Asked.kept(folder)
    assert asked.questions
    assert asked.standard == ()
    found = ask_ours(job)
    assert found == (1.0, 1.0, 1.0)


def ask_ours(job: RaceJob) -> tuple[float, float | None, float]:
    ours = replace(job, engine="ours-sqlite")
    build(ours, quiet)
    means = ask(ours, quiet).series[0].all.means
    return means.recall, means.precision, means.ndcg


def test_a_server_that_refuses_says_why_and_one_that_is_gone_may_come_back() -> None:
    from benchmarks.race.rest import Rest

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        rest = Rest(f"http://127.0.0.1:{taken.getsockname()[1]}/")
        with pytest.raises(StoreUnavailable, match="does not answer"):
            rest.ask("GET", "/")
    assert issubclass(StoreUnavailable, ClaimtreeError)
