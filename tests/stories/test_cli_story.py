"""From the demo to a search, its reasons, a deletion and a check; and from a file of one's own."""

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import claimtree.packs
from claimtree.stores.sqlite import meta

Cli = Callable[..., Any]

QUERY = "sunny two-bedroom in Brooklyn under $4,000, pets allowed, kitchen over 12 m²"


@pytest.mark.slow
def test_the_demo_loads_searches_and_says_what_to_try(cli: Cli) -> None:
    ran = cli("demo")
    assert ran.code == 0, ran.err
    assert "90 apartments" in ran.out
    assert "Must have" in ran.out
    assert "    ✓ " in ran.out
    assert "claimtree explain" in ran.out


def test_the_demo_twice_changes_nothing(demo_copy: Path, cli: Cli) -> None:
    reports = cli("demo", "--json").json["demos"]
    report = next(one["report"] for one in reports if one["pack"] == "rentals")
    assert (report["indexed"], report["skipped"]) == (0, 0)
    assert report["unchanged"] > 90


@pytest.mark.slow
def test_a_demo_of_an_earlier_embedder_is_made_anew(demo_copy: Path, cli: Cli) -> None:
    with closing(sqlite3.connect(demo_copy / "demo-rentals.db")) as raw:
        built = json.loads(str(meta.value(raw, "built")))
        meta.put(raw, "built", json.dumps({**built, "embedder": "hashed-255"}))
        raw.commit()
    ran = cli("demo", "--pack", "rentals")
    assert (ran.code, "made anew" in ran.out + ran.err) == (0, True)
    assert "90 apartments" in ran.out


def test_a_hit_can_be_explained_deleted_and_is_gone(demo_copy: Path, cli: Cli) -> None:
    hits = cli("search", QUERY, "--json").json["hits"]
    first = hits[0]["id"]

    why = cli("explain", first, QUERY, "--json").json
    assert (why["place"], why["score"]) == (1, hits[0]["score"])
    assert why["verdicts"] == hits[0]["verdicts"]

    deleted = cli("delete", first, "--json").json
    assert deleted["deleted"] >= 1
    assert deleted["unknown"] == []

    assert first not in [hit["id"] for hit in cli("search", QUERY, "--json").json["hits"]]
    assert cli("explain", first, QUERY, "--json").error["code"] == "unknown_name"
    assert cli("check").code == 0


def test_a_deleted_neighborhood_takes_its_homes_with_it(demo_copy: Path, cli: Cli) -> None:
    before = cli("info", "--json").json["entities"]
    gone = cli("delete", "bay-ridge", "nowhere", "--json").json
    after = cli("info", "--json").json["entities"]
    assert gone["unknown"] == ["nowhere"]
    assert gone["deleted"] == sum(before.values()) - sum(after.values())
    assert after["apartment"] < before["apartment"]


def test_a_home_that_misses_a_limit_by_little_goes_before_one_that_lies_elsewhere(demo: Cli) -> None:
    found = demo("search", "studio in Astoria under $1,500", "--json").json
    assert found["notices"] == [
        (
            "Nothing fits everything you require; 'monthly rent under $1,500/month' was relaxed: "
            "the closest has $2,250/month, $750 over your limit."
        )
    ]
    assert [hit["id"] for hit in found["hits"]] == ["qn-001"]


def test_a_missing_entity_is_told_what_dropped_it(demo: Cli) -> None:
    why = demo("explain", "bk-002", "two-bedroom, dogs allowed", "--json").json
    assert why["place"] is None
    assert any("2 bedroom" in reason for reason in why["reasons"])
    shown = demo("explain", "bk-002", "two-bedroom, dogs allowed")
    assert "✗ 2 bedroom" in shown.out
    assert "left out" in shown.out


def test_pages_do_not_overlap_and_end(demo: Cli) -> None:
    page = demo("search", "two-bedroom", "--limit", "20", "--json").json
    seen = [hit["id"] for hit in page["hits"]]
    while page["next"] is not None:
        page = demo("search", "two-bedroom", "--limit", "20", "--offset", str(page["next"]), "--json").json
        seen += [hit["id"] for hit in page["hits"]]
    assert len(seen) == len(set(seen)) == page["ladder"]["total"] > 20


def test_strict_leaves_only_what_meets_every_required_wish(demo: Cli) -> None:
    answer = demo("search", "two-bedroom, dogs allowed", "--strict", "--limit", "100", "--json").json
    required = {claim["id"] for claim in answer["claims"] if claim["strength"] == "required"}
    assert required
    for hit in answer["hits"]:
        assert {v["verdict"] for v in hit["verdicts"] if v["id"] in required} == {"met"}


def test_nothing_to_look_for_is_an_answer_not_an_error(demo: Cli) -> None:
    ran = demo("search", "?!", "--json")
    assert ran.code == 0
    assert ran.json["hits"] == []
    assert ran.json["notices"]


def test_what_one_indexes_wins_over_the_demo(demo_copy: Path, cli: Cli, write_rows: Callable[..., Path]) -> None:
    rows = write_rows(
        "mine.jsonl",
        {"id": "north", "level": "neighborhood", "title": "North End", "text": "Quiet streets."},
        {"id": "mine-1", "parent": "north", "title": "Mine", "text": "Two bedrooms. Dogs welcome.", "price": 2500},
    )
    ran = cli("index", rows, "--json")
    assert ran.code == 0, ran.out
    assert ran.json["indexed"] == 2
    assert [hit["id"] for hit in cli("search", "two-bedroom, dogs allowed", "--json").json["hits"]] == ["mine-1"]
    assert "--store" in cli("demo").out


def test_index_again_finds_everything_unchanged(cli: Cli, write_rows: Callable[..., Path]) -> None:
    rows = write_rows(
        "homes.jsonl", {"id": "a", "title": "A", "text": "Sunny."}, {"id": "b", "title": "B", "text": "Dark."}
    )
    assert cli("index", rows, "--json").json["indexed"] == 2
    again = cli("index", rows, "--json").json
    assert (again["indexed"], again["unchanged"]) == (0, 2)


def test_a_file_of_queries_gives_an_answer_a_line(demo: Cli, tmp_path: Path) -> None:
    (tmp_path / "queries.txt").write_text("quiet two-bedroom\n\ndogs allowed\n", encoding="utf-8")
    ran = demo("search", "--file", "queries.txt", "--json")
    first, second, third = map(json.loads, ran.out.splitlines())
    assert first["hits"]
    assert third["hits"]
    assert second["error"]["code"] == "bad_query"
    assert ran.code == 2
    shown = demo("search", "--file", "queries.txt")
    assert "line 2: the query is empty" in shown.err


def test_a_file_of_texts_is_read_line_by_line(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "texts.txt").write_text("quiet two-bedroom\r\n\nkitchen over 12 m²", encoding="utf-8")
    ran = cli("read", "--file", "texts.txt", "--json")
    claims = [[claim["claim"] for claim in json.loads(line)["claims"]] for line in ran.out.splitlines()]
    assert [len(one) for one in claims] == [2, 0, 1]
    assert ran.code == 0


@pytest.mark.parametrize("flag", ["", "--json"])
def test_text_comes_from_stdin_too(cli: Cli, flag: str) -> None:
    ran = cli("read", "-", *filter(None, [flag]), stdin="kitchen over 12 m²".encode())
    assert ran.code == 0
    assert "kitchen area over 12 m²" in ran.out


def test_without_colour_marks_and_words_say_it_all(demo: Cli) -> None:
    ran = demo("search", "two-bedroom, dogs allowed, no bars nearby", "--limit", "2")
    assert "\x1b" not in ran.out
    assert max(map(len, ran.out.partition("Why is one here")[0].splitlines())) <= 80
    assert "Must have" in ran.out


def test_an_indonesian_question_is_answered_in_indonesian_throughout(demo: Cli) -> None:
    query = ("rumah 3 kamar tidur di bawah 1 miliar, kalau bisa ada taman", "--pack", "property")
    found = demo("search", *query, "--limit", "1")
    shown = demo("explain", demo("search", *query, "--json").json["hits"][0]["id"], *query)
    read = demo("read", *query)
    for ran, told in ((found, "Wajib"), (found, " properti: "), (found, "Selanjutnya:"), (read, "sebaiknya 0.")):
        assert told in ran.out, ran.out
    assert "dari kata-kata paket" in " ".join(shown.out.split())  # the line may be wrapped
    english = re.compile(r"\b(Must have|Nice to have|all \d|\d of \d|meets?|Without|more|More|required|by the|Note)\b")
    assert [line for ran in (found, shown, read) for line in ran.out.splitlines() if english.search(line)] == []


def test_packs_lists_and_shows(cli: Cli) -> None:
    assert "rentals" in cli("packs").out
    shown = cli("packs", "rentals").out
    assert "neighborhood > apartment (the answers) > room" in shown
    assert "policies (firm)" in shown
    assert cli("packs", "--pack", "rentals", "--json").json["name"] == "rentals"


def test_a_text_is_read_as_a_document_by_its_old_name_too(cli: Cli) -> None:
    shown = [cli("read", option, "Sunny. No pets.", "--json").json["claims"] for option in ("--document", "--listing")]
    assert shown[0] == shown[1] != []


def test_vectors_order_equal_hits_of_a_pack_that_declares_no_source(cli: Cli, tmp_path: Path) -> None:
    demo = [str(file) for file in sorted((Path(claimtree.packs.__file__).parent / "rentals" / "demo").glob("*.jsonl"))]
    kept = ("--store", str(tmp_path / "homes.db"), "--vectors", f"exact://{tmp_path / 'vectors'}")
    assert cli("index", *demo, *kept).code == 0
    question = "two bedrooms, painters and studios"
    plain = cli("search", question, *kept[:2], "--json").json
    ordered = cli("search", question, *kept, "--json").json
    assert plain["ladder"] == ordered["ladder"]
    assert ordered["hits"]
