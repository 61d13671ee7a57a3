"""The JSON shapes, key by key: programs depend on them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

Cli = Callable[..., Any]

CLAIM = {
    "id": str,
    "claim": str,
    "claim_type": str,
    "level": str,
    "facet": str | None,
    "strength": str,
    "weight": float,
    "negated": bool,
    "or_group": int | None,
    "amounts": list,
    "quote": str,
    "start": int,
    "end": int,
    "group": int | None,
    "concept": str | None,
    "where": dict | None,
    "doubt": float,
    "through": dict | None,
}
AMOUNT = {
    "kind": str,
    "noun": str,
    "low": float | None,
    "high": float | None,
    "low_open": bool,
    "high_open": bool,
    "op": str,
    "unit": str,
}
EVIDENCE = {
    "entity": str,
    "quote": str,
    "source": str,
    "for": bool,
    "by": str,
    "doubtful": bool,
    "disputed": bool,
    "against": str,
    "place": dict | None,
    "link": dict | None,
}
VERDICT = {"id": str, "claim": str, "verdict": str, "probability": float | None, "evidence": list}
HIT = {
    "id": str,
    "level": str,
    "title": str,
    "score": int,
    "coverage": dict,
    "verdicts": list,
    "fields": dict,
}
ANSWER = {
    "claims": list,
    "hits": list,
    "ladder": dict,
    "offset": int,
    "next": int | None,
    "cursor": str,
    "places": list,
    "wider": list,
    "notices": list,
    "took_ms": float,
}
EXPLANATION = {
    "id": str,
    "title": str,
    "place": int | None,
    "total": int,
    "score": int,
    "coverage": dict,
    "reasons": list,
    "claims": list,
    "verdicts": list,
    "units": list,
    "took_ms": float,
}
REPORT = {
    "store": str,
    "indexed": int,
    "unchanged": int,
    "skipped": int,
    "bad": list,
    "claims": int,
    "new_phrases": int,
    "seconds": float,
    "interrupted": bool,
    "verified": int,
    "contradicted": int,
    "outranked": int,
    "disputed": int,
    "columns": dict,
    "notices": list,
}

QUERY = "quiet 2BR with a modern kitchen over 12 m², south or west facing, allows dogs, no bars nearby, under $4,000"


def fits(value: dict[str, Any], shape: dict[str, Any]) -> None:
    assert list(value) == list(shape)
    for key, kind in shape.items():
        assert isinstance(value[key], kind), f"{key}: {value[key]!r}"


UNIT = {"ids": list, "verdict": str, "points": int}


def test_read(cli: Cli) -> None:
    read = cli("read", QUERY, "--json").json
    fits(read, {"claims": list, "notices": list})
    for claim in read["claims"]:
        fits(claim, CLAIM)
        assert QUERY[claim["start"] : claim["end"]] == claim["quote"]
        for amount in claim["amounts"]:
            fits(amount, AMOUNT)


def test_an_open_bound_is_null(cli: Cli) -> None:
    (claim,) = cli("read", "kitchen over 12 m²", "--json").json["claims"]
    (amount,) = claim["amounts"]
    assert (amount["low"], amount["high"], amount["low_open"], amount["op"], amount["unit"]) == (
        12,
        None,
        True,
        "GT",
        "m2",
    )


def test_alternatives_share_a_group_and_a_facet_binds(cli: Cli) -> None:
    claims = {claim["claim"]: claim for claim in cli("read", QUERY, "--json").json["claims"]}
    assert claims["south-facing"]["or_group"] == claims["west-facing"]["or_group"] is not None
    assert claims["modern kitchen"]["group"] == claims["kitchen area over 12 m²"]["group"] is not None
    assert claims["no bars nearby"]["negated"]


def test_explaining_adds_why(cli: Cli) -> None:
    for claim in cli("read", QUERY, "--explain", "--json").json["claims"]:
        fits({key: claim[key] for key in (*CLAIM, "why")}, CLAIM | {"why": str})


def test_search(demo: Cli) -> None:
    answer = demo("search", QUERY, "--json").json
    fits(answer, ANSWER)
    fits(answer["ladder"], {"total": int, "met": dict, "without": list})
    wishes = len(answer["ladder"]["without"])
    for relaxation in answer["ladder"]["without"]:
        fits(relaxation, {"id": str, "claim": str, "more": int})
    assert list(answer["ladder"]["met"]) == [str(k) for k in range(wishes + 1)]
    assert sum(answer["ladder"]["met"].values()) == answer["ladder"]["total"]
    assert answer["hits"]
    for hit in answer["hits"]:
        fits(hit, HIT)
        fits(hit["coverage"], {"met": int, "of": int, "weight": float})
        assert hit["coverage"]["of"] == wishes
        assert [verdict["id"] for verdict in hit["verdicts"]] == [claim["id"] for claim in answer["claims"]]
        for verdict in hit["verdicts"]:
            fits(verdict, VERDICT)
            for evidence in verdict["evidence"]:
                fits(evidence, EVIDENCE)


def test_the_probability_goes_with_the_verdict(demo: Cli) -> None:
    hits = demo("search", "two-bedroom, quiet, bathtub", "--limit", "100", "--json").json["hits"]
    verdicts = [verdict for hit in hits for verdict in hit["verdicts"]]
    assert {verdict["verdict"] for verdict in verdicts} >= {"met", "unknown"}
    for verdict in verdicts:
        if verdict["verdict"] == "unknown":
            assert verdict["probability"] is None
        else:
            assert 0 <= verdict["probability"] <= 1
            decided_for = verdict["verdict"] == "met"
            assert verdict["evidence"][0]["for"] is decided_for


def test_explain(demo: Cli) -> None:
    why = demo("explain", "bk-001", QUERY, "--json").json
    fits(why, EXPLANATION)
    for unit in why["units"]:
        fits(unit, UNIT)
    assert sum(unit["points"] for unit in why["units"]) == why["score"]
    for verdict in why["verdicts"]:
        fits(verdict, VERDICT)


def test_index(cli: Cli, write_rows: Callable[..., Path]) -> None:
    rows = write_rows("homes.jsonl", {"id": "a", "text": "Sunny."}, "{broken")
    report = cli("index", rows, "--json").json
    fits(report, REPORT)
    (bad,) = report["bad"]
    fits(bad, {"place": str, "reason": str})


def test_the_others(demo: Cli) -> None:
    info = demo("info", "--json").json
    kinds = {"store": str, "pack": str, "pack_version": int, "embedder": str, "dimensions": int, "entities": dict}
    counts = {"claims": int, "phrases": int, "edges": int, "places": int, "relations": int, "bytes": int, "schema": int}
    fits(info, {**kinds, **counts, "notices": list})
    assert list(info["entities"]) == ["neighborhood", "apartment", "room"]
    fits(demo("check", "--json").json, {"store": str, "sound": bool, "problems": list, "notices": list})
    fits(demo("packs", "--json").json, {"packs": list})
