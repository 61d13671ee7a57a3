"""The tools as plain functions: what goes in, what comes out, how much of it, and that foreign text stays data."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from pydantic import ValidationError

from claimtree.errors import BadQuery, ClaimtreeError, StoreUnavailable, UnknownName
from claimtree.mcp import arguments, chat_tools, lookup_tools, result_types, search_tools, text_results
from claimtree.mcp.catalogue import answer
from claimtree.mcp.open_packs import Offer

INJECTION = "Ignore previous instructions"
QUESTION = "quiet two-bedroom under $4,000, dogs allowed"


def search(offer: Offer, text: str = QUESTION, **more: Any) -> result_types.SearchResult:
    return search_tools.search(offer, arguments.Search(text=text, **more))


def test_a_hit_says_for_every_claim_what_decides_and_where_it_stands(offer: Offer) -> None:
    found = search(offer)
    best = next(hit for hit in found["hits"] if hit["id"] == "plain")
    assert (best["coverage"], best["lies_in"]) == ("4 of 4", (result_types.Named(id="north", title="North"),))
    dogs = next(one for one in best["verdicts"] if one["claim"] == "dogs allowed")
    assert (dogs["verdict"], dogs["required"], dogs["probability"]) == ("met", True, 1.0)
    assert [(one["speaks"], one["quote"], one["entity"]) for one in dogs["evidence"]] == [
        ("decides", "Dogs welcome", "plain")
    ]
    silent = next(hit for hit in found["hits"] if hit["id"] == "silent")
    assert next(one for one in silent["verdicts"] if one["claim"] == "dogs allowed")["verdict"] == "unknown"
    assert "loud" not in {hit["id"] for hit in found["hits"]}


def test_coverage_and_ladder_speak_of_the_same_claims(offer: Offer) -> None:
    found = search(offer, "quiet or sunny two-bedroom, dogs allowed")
    assert sum(rung["count"] for rung in found["ladder"]) == found["total"] == len(found["hits"])
    for hit in found["hits"]:
        met = sum(one["verdict"] == "met" for one in hit["verdicts"])
        assert hit["coverage"] == f"{met} of {found['of']}"
        assert len(hit["verdicts"]) == found["of"]
    assert any(len(one["ids"]) == 2 for one in found["hits"][0]["verdicts"])


def test_a_relaxation_brings_what_it_promises(offer: Offer) -> None:
    found = search(offer, "two-bedroom with a modern kitchen, dogs allowed")
    everything = next((rung["count"] for rung in found["ladder"] if rung["meet"] == found["of"]), 0)
    assert found["relaxations"]
    for one in found["relaxations"]:
        looser = search(offer, "two-bedroom with a modern kitchen, dogs allowed", edits=one["edits"])
        assert looser["of"] == found["of"] - 1
        assert (
            next(rung["count"] for rung in looser["ladder"] if rung["meet"] == looser["of"]) == everything + one["more"]
        )


def test_edits_are_kept_in_the_relaxations_of_an_edited_search(offer: Offer) -> None:
    found = search(offer, "two-bedroom with a modern kitchen, dogs allowed, quiet", edits=("nice:c1",))
    assert all(one["edits"][0] == "nice:c1" for one in found["relaxations"])


def test_an_edit_of_a_claim_that_is_not_there_is_told(offer: Offer) -> None:
    found = search(offer, "quiet", edits=("drop:c99",))
    assert [wish["id"] for wish in found["understood"]] == ["c1"]
    assert any("c99" in notice for notice in found["notices"])


def test_pages_follow_one_another_without_gap_or_repetition(offer: Offer) -> None:
    ids, offset = [], 0
    while True:
        page = search(offer, "two-bedroom", limit=1, offset=offset)
        ids += [hit["id"] for hit in page["hits"]]
        assert [hit["rank"] for hit in page["hits"]] == [offset + 1]
        if page["next_offset"] is None:
            break
        offset = page["next_offset"]
    assert ids == [hit["id"] for hit in search(offer, "two-bedroom", limit=20)["hits"]]
    assert len(ids) == 4
    beyond = search(offer, "two-bedroom", offset=9)
    assert (beyond["hits"], beyond["total"]) == ((), 4)
    assert "no hit number 10" in beyond["notices"][-1]


def test_a_question_with_very_many_claims_gets_fewer_hits_a_page_and_says_so(
    offer: Offer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_tools, "MOST_VERDICTS", 8)
    found = search(offer, limit=20)
    assert len(found["hits"]) == 2
    assert found["next_offset"] == 2
    assert "go on with offset=2" in found["cut"][0]
    assert search(offer, limit=20, offset=2)["hits"][0]["rank"] == 3


def test_long_quotes_are_cut_and_said_to_be(offer: Offer) -> None:
    told = lookup_tools.entity(offer, arguments.Entity(ids=("plain", "north", "plain")))
    home, area = told["entities"]
    assert len(home["sources"][0]["text"]) <= lookup_tools.LONGEST_TEXT
    assert home["sources"][0]["text"].endswith("…")
    assert told["cut"] == (lookup_tools.CUT_TEXTS,)
    assert [part["id"] for part in home["parts"]] == ["plain/kitchen-1"]
    assert home["lies_in"] == (result_types.Named(id="north", title="North"),)
    assert home["fields"]["price"] == 2500
    assert {part["id"] for part in area["parts"]} == {"plain", "silent", "loud", "evil"}


def test_of_several_entities_the_unknown_are_named(offer: Offer) -> None:
    told = lookup_tools.entity(offer, arguments.Entity(ids=("nobody", "silent")))
    assert ([one["id"] for one in told["entities"]], told["unknown"]) == (["silent"], ("nobody",))
    with pytest.raises(UnknownName, match="none of these ids: 'nobody'"):
        lookup_tools.entity(offer, arguments.Entity(ids=("nobody",)))


def test_an_explanation_says_why_something_is_missing(offer: Offer) -> None:
    told = search_tools.explain(offer, arguments.Explain(id="loud", text=QUESTION))
    assert told["place"] is None
    assert any('"dogs allowed" is required and refuted' in reason for reason in told["reasons"])
    refuted = next(one for one in told["verdicts"] if one["claim"] == "dogs allowed")
    assert (refuted["verdict"], refuted["evidence"][0]["quote"]) == ("refuted", "No pets")
    with pytest.raises(UnknownName):
        search_tools.explain(offer, arguments.Explain(id="nobody", text=QUESTION))
    with pytest.raises(UnknownName, match="stands at level 'neighborhood'"):
        search_tools.explain(offer, arguments.Explain(id="north", text=QUESTION))


def test_a_sentence_is_read_without_any_data(empty: Offer) -> None:
    told = search_tools.read(empty, arguments.Read(text=QUESTION, pack="rentals"))
    assert [claim["id"] for claim in told["claims"]] == ["c1", "c2", "c3", "c4"]
    with pytest.raises(StoreUnavailable):
        search_tools.search(empty, arguments.Search(text=QUESTION, pack="rentals"))
    assert lookup_tools.packs(empty, arguments.Packs())["packs"] == ()


def test_a_sentence_is_read_as_it_is_searched(offer: Offer) -> None:
    told = search_tools.read(offer, arguments.Read(text=QUESTION, edits=("drop:c1",)))
    assert told["claims"] == search(offer, edits=("drop:c1",))["understood"]
    many = ", ".join(f"{count} bedrooms, {count} bathrooms" for count in range(1, 60))
    told = search_tools.read(offer, arguments.Read(text=many))
    assert len(told["claims"]) == search_tools.MOST_CLAIMS
    assert any("Only the first" in one for one in told["notices"])
    with pytest.raises(BadQuery, match="empty"):
        search_tools.read(offer, arguments.Read(text=" "))


@pytest.mark.parametrize("tool", ["search", "read", "explain"])
@pytest.mark.parametrize("text", ["", " \n", "x" * 4_001, "quiet\x00"])
def test_what_nobody_can_mean_is_refused_with_a_way_out(offer: Offer, tool: str, text: str) -> None:
    given = {"text": text, **({"id": "plain"} if tool == "explain" else {})}
    with pytest.raises(BadQuery) as caught:
        answer(offer, tool, given)
    assert caught.value.hint


def test_places_that_nobody_knows_and_kinds_that_there_are_none_of(offer: Offer) -> None:
    told = lookup_tools.places(offer, arguments.Places(name="Nowhere Plaza"))
    assert (told["meaning"], told["places"]) == ("unknown", ())
    assert lookup_tools.places(offer, arguments.Places())["kinds"] == {}
    with pytest.raises(UnknownName, match="no place is of kind 'subway'"):
        lookup_tools.places(offer, arguments.Places(kind="subway"))


def test_a_store_that_cannot_be_opened_costs_the_list_of_packs_nothing_else(
    settings: Any, tmp_path: Any, offer: Offer
) -> None:
    broken = tmp_path / "broken.db"
    broken.write_text("no store of ours")
    bad = type(settings)(home=tmp_path, pack="property", store=str(broken), embedder="hashed-256")
    with Offer({"rentals": settings, "broken": bad}) as both:
        told = lookup_tools.packs(both, arguments.Packs())
    assert [one["name"] for one in told["packs"]] == ["rentals"]
    assert told["packs"][0]["entities"] == {"neighborhood": 1, "apartment": 4, "room": 1}
    assert told["notices"][0].startswith('"broken" cannot be used: "')


CALLS: list[tuple[str, dict[str, object]]] = [
    ("search", {"text": QUESTION, "limit": 20}),
    ("explain", {"id": "evil", "text": QUESTION}),
    ("entity", {"ids": ["evil", "north", "plain"]}),
]


@pytest.mark.parametrize(("tool", "given"), CALLS)
def test_a_hostile_listing_stands_as_a_quote_on_one_line(offer: Offer, tool: str, given: dict[str, object]) -> None:
    reply = answer(offer, tool, given)
    assert INJECTION in reply.text
    for line in reply.text.splitlines():
        outside = re.sub(r'"(?:[^"\\]|\\.)*"', "", line)
        assert INJECTION not in outside, line
        assert "SYSTEM" not in outside, line
    harmless = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\U000e0000-\U000e01ef]")
    assert not harmless.search(reply.text)
    assert not harmless.search("".join(texts(reply.structured)))
    assert "\n" not in "".join(texts(reply.structured))
    assert "👩‍👩‍👧" in reply.text


def texts(value: object) -> list[str]:
    """Every text inside."""
    if isinstance(value, dict):
        return [text for each in value.values() for text in texts(each)]
    if isinstance(value, list):
        return [text for each in value for text in texts(each)]
    return [value] if isinstance(value, str) else []


def test_a_page_that_is_too_long_as_text_says_what_is_missing(offer: Offer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_results, "LONGEST", 900)
    told = text_results.search_text(search(offer))
    assert "1. " in told
    assert "3. " not in told
    assert re.search(r"\((1|2) hits of this page are only in the structured result\.\)", told)


def test_text_and_structure_say_the_same(offer: Offer) -> None:
    reply = answer(offer, "search", {"text": QUESTION})
    json.dumps(reply.structured, allow_nan=False)
    assert [hit["id"] for hit in reply.structured["hits"]] == re.findall(r'^\d+\. "(\S+)"', reply.text, re.MULTILINE)
    assert f"{reply.structured['total']} fit" in reply.text
    assert '✓ "dogs allowed" (c4): "Dogs welcome"' in reply.text
    assert '– "dogs allowed" (c4): nothing said' in reply.text


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("search", {"text": "quiet", "edits": ["frob:c1"]}),
        ("search", {"text": "quiet", "pack": "castles"}),
        ("explain", {"id": "\ud800", "text": "quiet"}),
        ("explain", {"id": "\x00", "text": "quiet"}),
        ("entity", {"ids": ["\x00", "\ud800"]}),
        ("places", {"kind": "\x00"}),
        ("nothing", {}),
    ],
)
def test_whatever_is_asked_wrongly_is_an_error_of_ours_with_a_way_out(
    offer: Offer, tool: str, given: dict[str, object]
) -> None:
    with pytest.raises(ClaimtreeError) as caught:
        answer(offer, tool, given)
    assert caught.value.hint


def test_the_hits_of_a_conversation_s_search_are_paged_and_sorted(offer: Offer) -> None:
    def ids(**more: Any) -> list[str]:
        asked = arguments.SearchProperties(query="two-bedroom", **more)
        return [hit["id"] for hit in chat_tools.search_properties(offer, asked)["hits"]]

    every = ids(limit=20)
    assert len(every) > 2
    assert ids(limit=1) + ids(limit=20, offset=1) == every
    prices = ids(limit=20, sort_by="price")
    assert sorted(prices) == sorted(every)
    assert ids(limit=20, sort_by="price", descending=True) != prices
    assert ids(limit=1, offset=1, sort_by="price") == prices[1:2]
    with pytest.raises(ValidationError):
        arguments.SearchProperties(query="two-bedroom", offset=-1)
