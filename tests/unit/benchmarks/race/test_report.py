"""The race becomes tables, a page and a picture."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from benchmarks.race.picture import picture
from benchmarks.race.report import BEGIN, END, page, tables, with_targets

Json = dict[str, Any]
KINDS = ("1 claim", "6 claims")


def latency(p50: float) -> Json:
    return {"p50": p50, "p95": 2 * p50, "p99": 3 * p50, "cpu_p50": p50, "runs": 9}


def kind(ms: float, recall: float) -> Json:
    precision = 1.0 if recall else None
    return {"latency": latency(ms), "means": {"recall": recall, "precision": precision, "ndcg": recall, "empty": 0.0}}


def result(name: str, ms: float, *, recall: tuple[float, ...] = (1.0,), size: int = 10**6, **asked: Any) -> Json:
    series = [
        {"setting": f"k {number}", "all": kind(ms, one), "by": {label: kind(ms, one) for label in KINDS}}
        for number, one in enumerate(recall)
    ]
    built = {"name": name, "load_s": 20.0, "index_s": 5.0, "bytes": size, "peak_mb": 100.0, "memory_known": True}
    rest = {"standard": {}, "checked": 0, "wrong": []} | asked
    return {"built": built, "asked": {"peak_mb": 90.0, "memory_known": True, "load": 0.4, "series": series} | rest}


def corpus(homes: int) -> Json:
    laid = {
        "homes": homes, "claims": 30 * homes, "rows": 30 * homes, "texts": 500,
        "questions": dict.fromkeys(KINDS, 3), "answers": dict.fromkeys(KINDS, 40.0),
    }  # fmt: skip
    standard = {"standard query": latency(120.0), "nearly every home meets it in part": latency(500.0)}
    results = {
        "ours-sqlite": result("Claimtree, sqlite", 2.0),
        "ours-elasticsearch": result("Claimtree, Elasticsearch", 40.0, standard=standard, checked=6),
        "lancedb": result("LanceDB <1>", 30.0, recall=(0.0, 0.5), size=10**7),
    }
    return {"name": f"homes-{homes}", "title": f"{homes:,} homes", "corpus": laid, "results": results}


@pytest.fixture
def report() -> Json:
    machine = {
        "cpu": "A <fast> one", "cores": 2, "memory_gb": 8.0, "system": "Linux 6", "python": "3.11", "sqlite": "3.40",
        "numpy": "2.1", "load": 0.5,
    }  # fmt: skip
    return with_targets(
        {
            "when": "2026-11-15T00:00:00+00:00",
            "machine": machine,
            "options": {"embedder": "hashed-384", "seed": 7, "each": 3},
            "corpora": [corpus(10_000), corpus(100_000)],
            "left_out": ["pgvector is left out: no address."],
        }
    )


def test_figures_stand_beside_ours_as_ratios(report: Json) -> None:
    written = page("", report)
    assert "| Claimtree, sqlite | 25.0 s (1.00 ×) | 1.00 MB (1.00 ×) |" in written
    assert "| 30.0 ms (15.0 ×) | 90.0 ms (15.0 ×) | 0.000 | – | 0.000 | 0% |" in written
    assert "pgvector is left out: no address." in written


def test_a_second_setting_of_an_engine_repeats_no_build_time(report: Json) -> None:
    (row,) = [line for line in page("", report).splitlines() if line.startswith("| LanceDB <1>, k 1 |  |")][:1]
    assert row.startswith("| LanceDB <1>, k 1 |  |  |  |  | 30.0 ms")


def test_targets_are_those_of_a_hundred_thousand_homes(report: Json) -> None:
    met = {one["what"]: one["met"] for one in report["targets"]}
    assert met == {
        "our Elasticsearch, 100,000 homes: standard query, p50": True,
        "our Elasticsearch, 100,000 homes: nearly every home meets it in part, p50": False,
        "our Elasticsearch, 100,000 homes: answers equal to brute force": True,
        "our Elasticsearch, 100,000 homes: written in bulk": True,
        "our sqlite, 100,000 homes: recall": True,
        "our sqlite, 100,000 homes: faster than LanceDB <1>, the fastest peer": True,
        "our sqlite, 100,000 homes: disk beside LanceDB <1>, the smallest peer": True,
    }


def test_a_wrong_answer_misses_the_target(report: Json) -> None:
    report["corpora"][1]["results"]["ours-elasticsearch"]["asked"]["wrong"] = ["standard query: place 1 is another"]
    met = {one["what"]: one["met"] for one in with_targets(report)["targets"]}
    assert not met["our Elasticsearch, 100,000 homes: answers equal to brute force"]


def test_every_row_has_as_many_cells_as_its_table_has_heads(report: Json) -> None:
    found = list(tables(report))
    assert len(found) == 7
    for table in found:
        assert all(len(row) == len(table.heads) for row in table.rows)


def test_a_race_without_ours_has_no_ratios(report: Json) -> None:
    for one in report["corpora"]:
        del one["results"]["ours-sqlite"]
    assert "| 25.0 s | 10.0 MB |" in page("", with_targets(report))


def test_a_page_keeps_its_words_and_changes_its_numbers(report: Json) -> None:
    first = page(f"# Race\n\n{BEGIN}\nformer\n{END}\n\nWhy.\n", report)
    assert first.startswith("# Race\n")
    assert first.endswith("\n\nWhy.\n")
    assert "former" not in first


def test_the_picture_is_well_formed_and_shows_the_first_and_the_largest_race(report: Json) -> None:
    root = ElementTree.fromstring(picture(report))
    words = " ".join(root.itertext())
    assert "LanceDB <1>, k 1" in words
    assert "10,000 homes" in words
    assert "100,000 homes" in words


def test_a_race_of_ours_alone_has_a_picture_too(report: Json) -> None:
    for one in report["corpora"]:
        del one["results"]["lancedb"]
    assert picture(report).startswith("<svg")
