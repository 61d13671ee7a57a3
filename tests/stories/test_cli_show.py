"""What is stored of an entity: for a person and for a program, of a home, a room and a neighborhood."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

Cli = Callable[..., Any]

SHOWN = {
    "id": str,
    "level": str,
    "title": str,
    "parent": str | None,
    "fields": dict,
    "sources": list,
    "parts": list,
    "more_parts": int,
    "relations": list,
    "more_relations": int,
    "claims": list,
    "more_claims": int,
}
PART = {"id": str, "level": str, "facet": str | None, "title": str, "claims": list, "more_claims": int}
CLAIM = {
    "claim": str,
    "claim_type": str,
    "negated": bool,
    "amounts": list,
    "quote": str,
    "source": str,
    "start": int,
    "end": int,
}


def fits(value: dict[str, Any], shape: dict[str, Any]) -> None:
    assert list(value) == list(shape)
    for key, kind in shape.items():
        assert isinstance(value[key], kind), f"{key}: {value[key]!r}"


def one_line(text: str) -> str:
    return " ".join(text.split())


def test_a_home_is_shown_with_its_fields_its_rooms_and_the_words(demo: Cli) -> None:
    ran = demo("show", "bk-034")
    assert ran.code == 0, ran.err
    lines = ran.out.splitlines()
    assert lines[:2] == ["2BR Narrows Avenue · apartment · bk-034", "in Bay Ridge · neighborhood · bay-ridge"]
    said = one_line(ran.out)
    assert "price 3750" in said
    assert "monthly rent pricing · $3,750/month “Rent now $3,750” $3,750/month" in said
    assert "no smoking allowed denied · policies “No smoking”" in said
    assert "kitchen · room · bk-034/kitchen-1" in lines
    assert "kitchen area 13.47 m² size · 13.47 m² “145 sq ft”" in said
    assert "more" not in said, "a home of the demo is shown whole"
    assert max(map(len, lines)) <= 80


def test_the_newest_source_comes_first_also_under_a_room(demo: Cli) -> None:
    lines = [line.strip() for line in demo("show", "bk-034").out.splitlines()]
    home = lines[: lines.index("bedroom · room · bk-034/bedroom-1")]
    newest, older = (next(line for line in home if line.startswith(name)) for name in ("cityflats", "streetrent"))
    assert newest == "cityflats, 2026-11-03, https://cityflats.example/l/90417"
    assert home.index(newest) < home.index(older)
    kitchen = lines[lines.index("kitchen · room · bk-034/kitchen-1") :]
    assert kitchen[1] == "cityflats, 2026-11-03"
    assert "streetrent, 2026-10-12" in kitchen


def test_a_program_gets_the_same(demo: Cli) -> None:
    shown = demo("show", "bk-034", "--json").json
    fits(shown, SHOWN)
    assert (shown["level"], shown["parent"], shown["fields"]["price"]) == ("apartment", "bay-ridge", 3750)
    assert [source["name"] for source in shown["sources"]] == ["cityflats", "streetrent"]
    assert [part["id"].partition("/")[2] for part in shown["parts"]] == [
        "bedroom-1", "bedroom-2", "kitchen-1", "living_room-1",
    ]  # fmt: skip
    for part in shown["parts"]:
        fits(part, PART)
    for claim in [*shown["claims"], *(claim for part in shown["parts"] for claim in part["claims"])]:
        fits(claim, CLAIM)
    assert shown["more_parts"] == shown["more_claims"] == 0
    names = [claim["source"].partition("#")[0] for claim in shown["claims"]]
    assert names == sorted(names), "cityflats is the newer one"
    denied = {claim["claim"]: claim["quote"] for claim in shown["claims"] if claim["negated"]}
    assert denied["no bars nearby"] == "No bars anywhere near"


def test_a_quote_stands_where_it_is_said_to_stand(demo: Cli) -> None:
    shown = demo("show", "bk-034", "--json").json
    texts = {source["name"]: source["text"] for source in shown["sources"]}
    quoted = [claim for claim in shown["claims"] if claim["source"] in texts]
    assert len(quoted) > 10
    for claim in quoted:
        assert texts[claim["source"]][claim["start"] : claim["end"]] == claim["quote"]


def test_a_room_can_be_shown_alone_and_knows_how_old_its_words_are(demo: Cli) -> None:
    lines = demo("show", "bk-001/living_room-text").out.splitlines()
    assert lines[:2] == [
        "living room · room · bk-001/living_room-text",
        "in Rear 2BR off Havemeyer, dog OK · apartment · bk-001",
    ]
    assert any(line.strip().startswith("streetrent, 2026-10-28") for line in lines)


def test_of_much_only_some_is_shown_and_it_says_how_much_more(demo: Cli) -> None:
    whole = demo("show", "bay-ridge", "--json").json
    some = demo("show", "bay-ridge", "--limit", "2", "--json").json
    assert (len(some["parts"]), some["more_parts"]) == (2, len(whole["parts"]) - 2)
    assert some["claims"] == whole["claims"][:2]
    assert some["more_claims"] == len(whole["claims"]) - 2 > 0
    assert some["parts"][0]["more_claims"] == len(whole["parts"][0]["claims"]) - 2

    said = demo("show", "bay-ridge", "--limit", "2").out
    assert f"… {some['more_claims']} more claims\n" in said
    assert f"… {some['more_parts']} more parts\n" in said
    assert "… 1 more field\n" in said
    more = said.splitlines()[-1].split()
    assert more[:4] == ["claimtree", "show", "bay-ridge", "--limit"]
    assert int(more[4]) >= len(whole["claims"])


def test_an_unknown_id_is_told_what_is_near(demo: Cli) -> None:
    error = demo("show", "BK034", "--json").error
    assert error["code"] == "unknown_name"
    assert error["message"] == "no entity 'BK034' in the store"
    assert error["hint"].startswith("Near to it: bk-034, ")
    ran = demo("show", "bk-034/kichen-1")
    assert (ran.code, ran.out) == (2, "")
    assert "bk-034/kitchen-1" in ran.err
    assert demo("show", "Park Slope").err.splitlines()[1].startswith("Near to it: park-slope")


def test_an_id_like_no_other_is_told_where_ids_are(demo: Cli) -> None:
    for id in ("zzzzzzzzzz", "", "q" * 5_000):
        ran = demo("show", id)
        assert ran.code == 2
        assert ran.err.splitlines()[1:] == ["`claimtree search` shows ids."]
        assert len(ran.err) < 400


def test_a_limit_that_is_none_is_refused(demo: Cli) -> None:
    for limit in ("0", "-1", "many", "1000000"):
        assert demo("show", "bk-034", "--limit", limit).code == 2


def test_an_entity_of_which_nothing_is_said_is_shown(cli: Cli, write_rows: Callable[..., Path]) -> None:
    assert cli("index", write_rows("homes.jsonl", {"id": "bare", "text": "Hello."})).code == 0
    shown = cli("show", "bare")
    assert (shown.code, shown.out) == (0, "bare · apartment · bare\n\n  no claims\n")
    assert cli("show", "bare", "--json").json["claims"] == []


def test_a_terminal_without_unicode_is_served_too(demo: Cli, monkeypatch: Any) -> None:
    monkeypatch.setattr("claimtree.cli.screen.Screen.unicode", False)
    said = demo("show", "bay-ridge", "--limit", "1").out
    assert "Bay Ridge | neighborhood | bay-ridge" in said
    assert "... 8 more parts" in said
