"""Numbers become percentiles, tables and a chart."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from benchmarks.chart import chart
from benchmarks.machine import check_disk, this_machine
from benchmarks.report import BEGIN, END, markdown, page, tables, wrapped
from benchmarks.run import Scale, growth, options_for, targets
from benchmarks.timing import Stopwatch, percentile
from claimtree.errors import BadInput, StoreFull

Json = dict[str, Any]


def latency(p50: float) -> Json:
    return {"p50": p50, "p95": 2 * p50, "p99": 3 * p50, "cpu_p50": p50, "runs": 9}


def world(homes: int, ms: float) -> Json:
    stages = {stage: latency(ms) for stage in ("resolve", "rank", "evidence", "total", "first")}
    series = [
        {"series": series, "label": label, "queries": 3, "postings": 1000, "answers": 5.0, "stages": stages}
        for series, label in (("claims", "6"), ("selectivity", "0.1"), ("postings", "1000"))
    ]
    built = {
        "homes": homes, "entities": 4 * homes, "claims": 30 * homes, "phrases": 40_000, "generate_s": 1.0,
        "embed_s": 1.0, "put_s": 2.0, "compact_s": 1.0, "claims_per_s": 50_000, "bytes": 2_000 * homes,
        "bytes_per_claim": 66.7, "peak_rss_mb": 100.0,
    }  # fmt: skip
    searched = {
        "homes": homes, "open_ms": 1.0, "first_ms": 90.0, "rss_before_mb": 50.0, "rss_opened_mb": 80.0,
        "rss_mb": 90.0, "rss_bytes_per_claim": 12.0, "series": series, "checked": 3, "right": 3, "wrong": [],
    }  # fmt: skip
    return {"built": built, "searched": searched}


@pytest.fixture
def report() -> Json:
    worlds = [world(10_000, 4.0), world(100_000, 10.0)]
    found: Json = {
        "when": "2026-11-15T00:00:00+00:00",
        "machine": {
            "cpu": "A <fast> & old one", "cores": 2, "memory_gb": 8.0, "system": "Linux 6", "python": "3.11",
            "sqlite": "3.40", "numpy": "2.1", "load": 0.5,
        },
        "options": {"embedder": "hashed-384", "seed": 7},
        "worlds": worlds,
        "agreement": {"homes": 300, "queries": 8, "right": 8, "wrong": []},
        "reading": {
            "embedder": "bge-small", "query": latency(2.0), "embedding": latency(9.0), "listing": latency(5.0),
            "new_listing": latency(9.0),
            "listings_per_s": 210.0, "start_ms": 900.0, "import_ms": 450.0, "note": "",
        },
        "growth": growth(worlds),
        "notes": [],
    }  # fmt: skip
    found["targets"] = targets(found)
    return found


def test_percentiles_are_values_that_were_measured() -> None:
    values = [float(n) for n in range(1, 101)]
    assert [percentile(values, share) for share in (0.5, 0.95, 0.99, 1.0)] == [50.0, 95.0, 99.0, 100.0]
    assert percentile([7.0], 0.5) == 7.0
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert math.isnan(percentile([], 0.5))


def test_a_stopwatch_keeps_stages_apart() -> None:
    watch = Stopwatch()
    for wall in (0.001, 0.003, 0.002):
        watch.note("rank", wall, wall / 2)
    with watch.lap("resolve"):
        pass
    assert watch.latency("rank").p50 == 2.0
    assert watch.latency("rank").cpu_p50 == 1.0
    assert watch.latency("resolve").runs == 1


def test_growth_compares_each_world_with_the_one_before(report: Json) -> None:
    same = next(one for one in report["growth"] if one["series"] == "postings")
    assert (same["from"], same["to"], same["total"]) == (10_000, 100_000, 2.5)


def test_targets_say_what_is_met_and_what_is_not(report: Json) -> None:
    met = {one["what"]: one["met"] for one in report["targets"]}
    assert met["search, 100,000 homes, 6 claims, p50"]
    assert met["10,000 to 100,000 homes, same postings"]
    report["worlds"][1]["searched"]["series"][0]["stages"]["total"]["p50"] = 16.0
    met = {one["what"]: one["met"] for one in targets(report)}
    assert not met["search, 100,000 homes, 6 claims, p50"]


def test_one_wrong_answer_misses_the_target(report: Json) -> None:
    report["worlds"][1]["searched"]["right"] = 2
    met = {one["what"]: one["met"] for one in targets(report)}
    assert not met["answers equal to brute force, 100,000 homes"]


def test_the_chart_is_well_formed(report: Json) -> None:
    root = ElementTree.fromstring(chart(report))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "A <fast> & old one" in " ".join(root.itertext())


def test_a_chart_of_one_world_has_points(report: Json) -> None:
    report["worlds"] = report["worlds"][:1]
    assert "<circle" in chart(report)


def test_every_row_has_as_many_cells_as_its_table_has_heads(report: Json) -> None:
    found = list(tables(report))
    assert len(found) >= 5
    for table in found:
        assert all(len(row) == len(table.heads) for row in table.rows)
    assert "| search, 100,000 homes, 6 claims, p50 | ≤ 15 ms | 10 ms | ✓ |" in markdown(report)


def test_a_page_keeps_its_words_and_changes_its_numbers(report: Json) -> None:
    first = page(f"# Numbers\n\n{BEGIN}\nformer numbers\n{END}\n\nWhy.\n", report)
    assert first.startswith("# Numbers\n")
    assert first.endswith("\n\nWhy.\n")
    assert "former" not in first
    assert page(first, report) == first
    assert "≤ 15 ms" in page("", report)


def test_too_little_disk_is_said_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(StoreFull, match="GB are free") as caught:
        check_disk(tmp_path, 10**15)
    assert "TMPDIR" in caught.value.hint


def test_the_machine_is_described() -> None:
    assert this_machine().cores >= 1
    assert this_machine().cpu


def test_scales_have_their_worlds() -> None:
    assert options_for(Scale.QUICK, None).homes == (10_000, 100_000)
    assert options_for(Scale.FULL, None).homes[-1] == 1_000_000
    assert options_for(Scale.QUICK, 500).homes == (500,)
    with pytest.raises(BadInput, match="too few"):
        options_for(Scale.QUICK, 5)


def test_paragraphs_are_wrapped_and_tables_are_not() -> None:
    note, row = "Load when it began: " + "a quiet machine, " * 12, "| " + "wide " * 40 + "|"
    text = f"### {'A long title ' * 12}\n\n{note.strip()}\n\n{row}\n|---|\n{row}\n"
    title, paragraph, table = wrapped(text).split("\n\n")
    assert (title, table) == (text.split("\n\n")[0], f"{row}\n|---|\n{row}\n")
    assert len(paragraph.splitlines()) == 3
    assert max(map(len, paragraph.splitlines())) <= 100
    assert paragraph.split() == note.split()
    assert wrapped(wrapped(text)) == wrapped(text)
