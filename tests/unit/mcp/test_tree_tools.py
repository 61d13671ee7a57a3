"""The tools about family trees: the same as over HTTP, bounded, and decisions are noted with who took them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.demo_reviews import PROPOSALS
from tests.unit.mcp.conftest import DEMO_TREE

from claimtree.errors import BadInput, StoreUnavailable, UnknownName
from claimtree.mcp.catalogue import answer
from claimtree.mcp.open_packs import Offer
from claimtree.review.asked import asked
from claimtree.review.service import ReviewService
from claimtree.serialization.kinship_json import relationship
from claimtree.settings import Settings
from claimtree.sources.gedcom.source import read_tree
from claimtree.tree_import import TreeFolder
from claimtree.tree_service.lineage import Direction
from claimtree.tree_service.service import TreeService

CROWD = 300


def family(home: Path, *files: Path) -> Offer:
    settings = Settings(home=home, embedder="hashed-256")
    folder = TreeFolder.beside(home, replace(settings, pack="family").store_address)
    for file in files:
        read_tree(file, folder.file(file.stem), file.stem).close()
    return Offer.of(settings, chosen=False)


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Offer]:
    with family(tmp_path, DEMO_TREE) as offer:
        offer.review("family").add(PROPOSALS, by="reader")
        yield offer


def call(offer: Offer, tool: str, **given: Any) -> tuple[dict[str, Any], str]:
    reply = answer(offer, tool, given)
    return reply.structured, reply.text


def as_json(value: object) -> Any:
    return json.loads(json.dumps(value))


def test_what_agents_get_is_what_every_face_gets(demo: Offer) -> None:
    service: TreeService = demo.trees("family")
    assert call(demo, "trees")[0]["trees"] == as_json(service.trees()["trees"])
    card, _ = call(demo, "tree_person", person="hollow-creek:I49")
    assert card["person"] == as_json(service.person("hollow-creek:I49"))
    question = "When was Thomas Hughes born?"
    assert call(demo, "ask_tree", question=question)[0]["answer"] == as_json(
        asked(question, service.ask(question), service.index("hollow-creek"))
    )
    people, _ = call(demo, "tree_people", name="mary smith", limit=3)
    assert people["people"] == as_json(service.people("mary smith", limit=3)["people"])
    path, _ = call(demo, "tree_path", one="hollow-creek:I49", other="hollow-creek:I90")
    assert path["relationship"] == as_json(relationship(*service.path("hollow-creek:I49", "hollow-creek:I90")))
    line, _ = call(demo, "tree_line", person="hollow-creek:I49", generations=4)
    assert line["line"] == as_json(service.lineage("hollow-creek:I49", Direction.ANCESTORS, generations=4))
    assert [one["cut"] for one in (card, people, path, line)] == [[], [], [], []]


def test_the_text_has_the_answer_and_the_lines_that_it_rests_on(demo: Offer) -> None:
    _, text = call(demo, "ask_tree", question="When was Thomas Hughes born?")
    assert 'Answer: "Thomas Hughes (1826–1891): born Feb 3, 1826' in text
    assert '["hollow-creek.ged" line 80, "@I3@": "2 DATE 3 FEB 1826"]' in text
    _, text = call(demo, "ask_tree", question="When was John Miller born?")
    assert "Asked back: " in text
    assert '- "hollow-creek:I41" "John Miller" "1865–1943"' in text
    _, text = call(demo, "ask_tree", question="Do you have Mary Ellen Smith? She was in Ohio around 1900.", most=1)
    assert '- "hollow-creek:I49" "Mary Ellen Smith" "1879–1960", 75 of 100: "called Mary Ellen Smith", ' in text
    assert "I39" not in text
    related, _ = call(demo, "ask_tree", question="How are we related?", root="I49", match="hollow-creek:I3")
    assert related["answer"]["path"]["label"] == "grandfather"
    _, text = call(demo, "tree_path", one="I3", other="I49")
    assert '"Mary Ellen Smith is Thomas Hughes\'s granddaughter."' in text
    assert '"1 WIFE @I26@"' in text


def test_an_agent_gets_the_draft_of_a_reply_line_by_line(demo: Offer) -> None:
    question = "Do you have Mary Ellen Smith? She was in Ohio around 1900."
    told, text = call(demo, "ask_tree", question=question, draft=True, author="Dana\nWhitlock")
    assert told["answer"]["draft"]["lines"][0] == "Hello Dana Whitlock,"
    assert '| "Hello Dana Whitlock,"' in text
    assert "nothing is sent" in text
    assert "draft" not in call(demo, "ask_tree", question=question)[0]["answer"]


def test_a_path_with_one_person_begins_at_whose_tree_it_is(demo: Offer) -> None:
    path, _ = call(demo, "tree_path", one="I3")
    assert path["relationship"]["from"]["id"] == "hollow-creek:I49"


def test_pages_follow_one_another(demo: Offer) -> None:
    ids, offset = [], 0
    while True:
        page, text = call(demo, "tree_people", limit=50, offset=offset)
        ids += [one["id"] for one in page["people"]]
        if page["next_offset"] is None:
            break
        offset = page["next_offset"]
        assert f"More: offset={offset}" in text
    assert len(ids) == len(set(ids)) == 166


def test_whoever_may_be_living_is_masked(demo: Offer) -> None:
    everybody: list[dict[str, Any]] = []
    for offset in range(0, 200, 50):
        everybody += call(demo, "tree_people", limit=50, offset=offset)[0]["people"]
    living = [one["id"] for one in everybody if one["living"]]
    assert len(living) == 14
    for id in living:
        card, text = call(demo, "tree_person", person=id)
        assert (card["person"]["masked"], card["person"]["facts"]) == (True, [])
        assert "nothing is shown" in text


def test_a_decision_is_noted_with_who_took_it_and_that_an_agent_passed_it_on(demo: Offer, tmp_path: Path) -> None:
    trees = {file: hashlib.sha256(file.read_bytes()).hexdigest() for file in tmp_path.glob("trees/**/*.tree")}
    listed, text = call(demo, "review_list", limit=2)
    assert [one["id"] for one in listed["items"]] == [1, 2]
    assert (listed["next_offset"], listed["counts"]["waiting"]) == (2, 3)
    assert "waiting 3" in text
    shown, text = call(demo, "review_show", item=2)
    assert 'The message says: "she was born in 1871"' in text
    assert "2 DATE 12 MAY 1879" in text
    done, _ = call(demo, "review_decide", item=2, state="rejected", by="Ann\u202e", note="her school record says 1879")
    last = done["item"]["audit"][-1]
    assert (last["action"], last["by"], last["note"]) == (
        "rejected", "Ann (through an agent)", "her school record says 1879",
    )  # fmt: skip
    assert shown["item"]["state"] == "waiting"
    with pytest.raises(BadInput, match="several people"):
        call(demo, "review_decide", item=3, state="approved", by="Ann")
    assigned, _ = call(demo, "review_assign", item=3, person="hollow-creek:I49", by="Ann")
    assert assigned["item"]["fact"]["person"]["id"] == "hollow-creek:I49"
    assert call(demo, "review_decide", item=3, state="approved", by="Ann")[0]["item"]["state"] == "approved"
    assert {file: hashlib.sha256(file.read_bytes()).hexdigest() for file in trees} == trees


def test_a_decision_needs_the_name_of_a_person(demo: Offer) -> None:
    for given in ({}, {"by": ""}, {"by": "x" * 81}):
        with pytest.raises(BadInput, match="by: "):
            call(demo, "review_decide", item=1, state="approved", **given)
    assert demo.review("family").counts()["approved"] == 0


def test_results_are_bounded_and_say_what_is_missing(tmp_path: Path) -> None:
    names = "".join(f"0 @I{n}@ INDI\n1 NAME Child {n} /Zook/\n1 DEAT Y\n1 FAMC @F1@\n" for n in range(2, CROWD + 2))
    children = "".join(f"1 CHIL @I{n}@\n" for n in range(2, CROWD + 2))
    file, note = tmp_path / "crowd.ged", "word " * 500
    file.write_text(
        f"0 HEAD\n1 CHAR UTF-8\n0 @I1@ INDI\n1 NAME Anna /Zook/\n1 NOTE {note}\n1 SEX F\n1 DEAT Y\n1 FAMS @F1@\n{names}"
        f"0 @F1@ FAM\n1 WIFE @I1@\n{children}0 TRLR\n",
        encoding="utf-8",
    )
    with family(tmp_path / "home", file) as offer:
        card, text = call(offer, "tree_person", person="I1")
        assert len(card["person"]["children"]) == 60
        assert len(card["person"]["notes"][0]["text"]) <= 600
        assert len(card["cut"]) == 2
        assert len(text) < 30_000
        line, text = call(offer, "tree_line", person="I1", direction="descendants")
        assert len(line["line"]["people"]) == 250
        assert any("fewer generations" in one for one in line["cut"])
        assert len(text) < 60_000


def test_without_trees_and_with_several_the_way_out_is_told(empty: Offer, tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="no family tree"):
        call(empty, "trees")
    other = tmp_path / "other.ged"
    other.write_text("0 HEAD\n0 @I1@ INDI\n1 NAME Ada /Vane/\n1 DEAT Y\n0 TRLR\n", encoding="utf-8")
    with family(tmp_path / "home", DEMO_TREE, other) as offer:
        assert [one["name"] for one in call(offer, "trees")[0]["trees"]] == ["hollow-creek", "other"]
        with pytest.raises(BadInput, match="several trees"):
            call(offer, "ask_tree", question="When was Ada Vane born?")
        assert call(offer, "tree_person", person="I1", tree="other")[0]["person"]["name"] == "Ada Vane"
        with pytest.raises(UnknownName, match="no tree"):
            call(offer, "tree_people", tree="../../etc")
    with pytest.raises(UnknownName):
        call(empty, "ask_tree", question="Who?", pack="castles")


def test_a_queue_is_read_anew_when_somebody_else_has_decided(demo: Offer, tmp_path: Path) -> None:
    folder = TreeFolder.beside(tmp_path, replace(Settings(home=tmp_path), pack="family").store_address)
    other = ReviewService(tmp_path, folder.path.name)
    from claimtree.review.items import ReviewState

    other.decide([1], ReviewState.DEFERRED, by="Ben")
    other.close()
    assert call(demo, "review_show", item=1)[0]["item"]["state"] == "deferred"
