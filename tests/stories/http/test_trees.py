"""Family trees over HTTP: people, cards, paths, lines, questions, and what waits for review."""

from __future__ import annotations

import hashlib
import re
import shutil
import xml.etree.ElementTree as Xml
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter
from tests.demo_reviews import PROPOSALS
from tests.shared_folders import built_once
from tests.stories.http.serving import EMBEDDER, Home

import claimtree
from claimtree.access import Role
from claimtree.api.collections import Spec
from claimtree.json_types.family_answer_types import FamilyAnswerShape
from claimtree.json_types.kinship_types import RelationshipShape
from claimtree.json_types.research_types import MatchContextShape, ResearchTasksShape
from claimtree.json_types.review_types import ProposalsShape, ReviewItemShape, ReviewListShape
from claimtree.json_types.tree_types import LineageShape, PeopleShape, PersonShape, TreesShape
from claimtree.review.service import ReviewService
from claimtree.settings import load_settings
from claimtree.sources.gedcom.source import read_tree
from claimtree.tree_import import TreeFolder

API = "/api/v1"
DEMO = Path(claimtree.__file__).parent / "packs" / "family" / "demo" / "hollow-creek.ged"
TREE = "hollow-creek"


def build_trees(folder: Path) -> None:
    """Stores of two collections: one with the demo tree, one with none. What may be searched is not looked at here."""
    file = folder / "somebody.ged"
    file.write_text("0 HEAD\n0 @I1@ INDI\n1 NAME Ada /Vane/\n1 DEAT Y\n0 TRLR\n", encoding="utf-8")
    for name in ("family", "other"):
        with claimtree.open(folder / f"{name}.db", pack="family", embedder=EMBEDDER) as ct:
            ct.index(file)
    trees = TreeFolder.beside(folder, str(folder / "family.db"))
    read_tree(DEMO, trees.file(TREE), TREE, home="I49").close()


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Home:
    folder = Path(shutil.copytree(built_once(tmp_path_factory, "trees", build_trees), tmp_path / "home"))
    specs = tuple(Spec(name=name, pack="family", store=str(folder / f"{name}.db")) for name in ("family", "other"))
    return Home(settings=load_settings({"home": str(folder), "embedder": EMBEDDER}, {}), specs=specs)


@pytest.fixture
def client(home: Home) -> Iterator[TestClient]:
    with home.client() as client:
        yield client


def folder_of(home: Home) -> TreeFolder:
    return TreeFolder.beside(home.settings.home, str(home.settings.home / "family.db"))


@pytest.fixture
def queue(home: Home) -> list[int]:
    """The numbers of what waits: a suggestion, a conflict, and a fact that may be of several people."""
    service = ReviewService(home.settings.home, folder_of(home).path.name)
    added = service.add(PROPOSALS, by="reader")
    service.close()
    return [one.id for one in added]


def got(client: TestClient, path: str, kind: type[Any], **asked: str | int) -> Any:
    answer = client.get(f"{API}/{path}", params={name.rstrip("_"): value for name, value in asked.items()})
    assert answer.status_code == 200, answer.text
    TypeAdapter(kind).validate_json(answer.content, strict=True)
    return answer.json()


def test_the_trees_of_a_collection_are_told(client: TestClient) -> None:
    (tree,) = got(client, "trees", TreesShape)["trees"]
    assert (tree["name"], tree["people"], tree["root"]) == (TREE, 166, "I49")
    assert got(client, "trees", TreesShape, collection="other") == {"trees": []}
    collections = client.get(f"{API}/collections").json()["collections"]
    assert [one["trees"] for one in collections] == [1, 0]


def test_people_are_listed_in_parts_and_found_by_their_names(client: TestClient) -> None:
    everybody: list[str] = []
    at: int | None = 0
    while at is not None:
        page = got(client, "trees/people", PeopleShape, limit=60, offset=at)
        everybody += [one["id"] for one in page["people"]]
        at = page["next"]
    assert len(everybody) == len(set(everybody)) == 166
    found = got(client, "trees/people", PeopleShape, q="SMITH mary", tree=TREE)["people"]
    assert len(found) > 3
    assert all({"mary", "smith"} <= set(one["name"].lower().split()) or one["name"] for one in found)
    assert got(client, "trees/people", PeopleShape, q="nobody of this name")["people"] == []


def test_a_card_tells_each_fact_with_its_line_of_the_file(client: TestClient) -> None:
    card = got(client, f"trees/people/{TREE}:I3", PersonShape)
    lines = DEMO.read_text(encoding="utf-8").split("\n")
    quotes = [quote for fact in card["facts"] for quote in fact["quotes"]]
    assert len(quotes) > 5
    for quote in quotes:
        where = re.fullmatch(r"@I3@|@F\d+@", quote.partition(",")[0])
        number, text = re.search(r"line (\d+): (.*)", quote).groups()  # type: ignore[union-attr]
        assert where
        assert lines[int(number) - 1].strip() == text
    by_name = got(client, "trees/people/Thomas Hughes", PersonShape)
    assert by_name == card


def test_people_who_may_be_living_are_masked_wherever_they_appear(home: Home) -> None:
    folder = folder_of(home)
    with folder.open(TREE) as tree:
        living = sorted(tree.living())
        names = {row.name for row in tree.rows_of(living).values()}
        dead = {row.name for row in tree.rows() if row.id not in living}
    hidden = names - dead
    assert len(hidden) >= 14
    with home.client() as client:
        everybody = client.get(f"{API}/trees/people", params={"limit": 500}).text
        below: dict[str, str | int] = {"person": "I1", "direction": "descendants", "generations": 9}
        told = [everybody, client.get(f"{API}/trees/lines", params=below).text]
        for id in living:
            card = got(client, f"trees/people/{TREE}:{id}", PersonShape)
            assert card["masked"]
            assert (card["born"], card["facts"], card["notes"]) == (None, [], [])
            told.append(str(card))
        for id, how in zip(living, ("json", "text", "svg"), strict=False):
            told.append(client.get(f"{API}/trees/lines", params={"person": id, "generations": 8}).text)
            told.append(client.get(f"{API}/trees/path", params={"from": "I1", "to": id, "format": how}).text)
        for name, start in zip(sorted(hidden), ("When was born", "Who are the parents of", "Who is"), strict=False):
            answer = client.post(f"{API}/ask", json={"question": f"{start} {name}?"}).json()
            # What was asked may be said back.
            told.append(answer["text"].replace(name, "", 1))
        for name in hidden:
            assert client.get(f"{API}/trees/people", params={"q": name}).json()["people"] == []
            assert client.get(f"{API}/trees/people/{name}").status_code == 404
    assert [name for name in hidden for text in told if name in text] == []


def test_a_path_is_told_as_json_as_text_and_as_a_drawing(client: TestClient) -> None:
    found = got(client, "trees/path", RelationshipShape, from_="Thomas Hughes", to="I49")
    assert found["label"] == "granddaughter"
    assert len(found["path"]) == 2
    assert all(step["citations"] for step in found["path"])
    text = client.get(f"{API}/trees/path", params={"from": "I3", "to": "I49", "format": "text"})
    assert text.headers["content-type"].startswith("text/plain")
    assert found["text"] in text.text
    assert all(step["citation"].split("; ")[0] in text.text for step in found["path"])
    drawn = client.get(f"{API}/trees/path", params={"from": "I3", "to": "I49", "format": "svg"})
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    title = Xml.fromstring(drawn.text).find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == found["text"]
    boxes = [one.get("data-person") for one in Xml.fromstring(drawn.text).iter() if one.get("data-person")]
    assert boxes == [one["id"] for one in found["people"]]


def test_a_path_from_one_person_alone_begins_at_the_root_of_the_tree(client: TestClient) -> None:
    found = got(client, "trees/path", RelationshipShape, from_="I3")
    assert (found["from"]["id"], found["to"]["id"]) == (f"{TREE}:I49", f"{TREE}:I3")
    assert found["label"] == "grandfather"


def test_without_a_path_there_is_text_and_no_drawing(client: TestClient) -> None:
    unrelated = {"from": "I3", "to": "I3"}
    assert client.get(f"{API}/trees/path", params={**unrelated, "format": "text"}).status_code == 200
    drawn = client.get(f"{API}/trees/path", params={**unrelated, "format": "svg"})
    assert (drawn.status_code, drawn.json()["code"]) == (404, "no_path")


@pytest.mark.parametrize(
    ("path", "asked", "status", "said"),
    [
        ("trees/path", {"from": "John Miller", "to": "I3"}, 422, "several people"),
        ("trees/path", {"from": "I99999", "to": "I3"}, 404, "I99999"),
        ("trees/path", {"to": "I3"}, 422, "from"),
        ("trees/path", {"from": "I3", "to": "I1", "format": "pdf"}, 422, "format"),
        ("trees/path", {"from": "x" * 300, "to": "I1"}, 422, "from"),
        ("trees/lines", {"person": "I3", "generations": 13}, 422, "generations"),
        ("trees/lines", {"person": "I3", "direction": "sideways"}, 422, "direction"),
        ("trees/people", {"tree": "../family"}, 404, "no tree"),
        ("trees/people", {"limit": 0}, 422, "limit"),
        ("trees/people/..%2F..%2Fkeys.db", {}, 404, "no person"),
        ("trees/people", {"collection": "other"}, 404, "none was imported"),
    ],
)
def test_what_cannot_be_answered_is_refused_with_the_reason(
    client: TestClient, path: str, asked: dict[str, str], status: int, said: str
) -> None:
    answer = client.get(f"{API}/{path}", params=asked)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert said in answer.json()["detail"] + answer.json().get("hint", "")


def test_a_line_has_everybody_once_with_a_citation_for_each_link(client: TestClient) -> None:
    down = got(client, "trees/lines", LineageShape, person="I1", direction="descendants", generations=3)
    ids = [one["id"] for one in down["people"]]
    assert len(ids) == len(set(ids))
    line = {one["id"]: one["generation"] for one in down["people"] if not one["partner"]}
    assert max(line.values()) == 3
    for link in down["links"]:
        assert link["citations"], link
        assert {link["child"], link["parent"]} <= set(ids)
    # Whoever is below has a parent in the line, one generation above.
    for id, depth in line.items():
        parents = [line[one["parent"]] for one in down["links"] if one["child"] == id and one["parent"] in line]
        assert depth == 0 or min(parents) == depth - 1
    up = got(client, "trees/lines", LineageShape, person=ids[-1], generations=12)
    assert all(one["generation"] > 0 for one in up["people"][1:])


def test_whoever_has_more_relatives_than_are_told_says_so(client: TestClient) -> None:
    short = got(client, "trees/lines", LineageShape, person="I49", generations=1)
    card = {one["id"]: one for one in short["people"]}
    for parent in (one for one in card.values() if one["generation"] == 1):
        known = got(client, f"trees/people/{parent['id']}", PersonShape)["parents"]
        assert parent["further"] == len({one["id"] for one in known})


def test_a_question_is_answered_with_the_lines_that_the_answer_rests_on(client: TestClient) -> None:
    answer = client.post(f"{API}/ask", json={"question": "When was Thomas Hughes born?"})
    TypeAdapter(FamilyAnswerShape).validate_json(answer.content, strict=True)
    found = answer.json()
    assert "1826" in found["text"]
    lines = DEMO.read_text(encoding="utf-8").split("\n")
    assert found["evidence"]
    for one in found["evidence"]:
        assert lines[one["line"] - 1].strip() == one["quote"]


def test_a_draft_is_a_reply_to_whoever_wrote(client: TestClient) -> None:
    asked = {"question": "When was Thomas Hughes born?", "draft": True, "author": "Dana Whitlock"}
    found = client.post(f"{API}/ask", json=asked).json()
    assert found["draft"]["text"].startswith("Hello Dana Whitlock,\n")
    assert "Feb 3, 1826" in found["draft"]["text"]
    assert found["draft"]["lines"] == found["draft"]["text"].split("\n")
    assert "draft" not in client.post(f"{API}/ask", json={"question": asked["question"]}).json()


def test_a_name_that_fits_several_people_is_asked_back(client: TestClient) -> None:
    found = client.post(f"{API}/ask", json={"question": "When was John Miller born?"}).json()
    assert found["kind"] == "question"
    assert len(found["people"]) > 1
    assert 1 <= len(found["questions"]) <= 3


@pytest.mark.parametrize("question", ["", "   ", "x" * 4_001])
def test_no_question_and_one_too_long_are_refused(client: TestClient, question: str) -> None:
    assert client.post(f"{API}/ask", json={"question": question}).status_code == 422


def test_a_tree_that_is_imported_again_is_answered_from_anew(home: Home, client: TestClient) -> None:
    ask = {"question": "When was Thomas Hughes born?"}
    assert "1826" in client.post(f"{API}/ask", json=ask).json()["text"]
    changed = home.settings.home / "changed.ged"
    changed.write_text(DEMO.read_text(encoding="utf-8").replace("3 FEB 1826", "3 FEB 1825"), encoding="utf-8")
    read_tree(changed, folder_of(home).file(TREE), TREE).close()
    assert "1825" in client.post(f"{API}/ask", json=ask).json()["text"]


def test_what_waits_is_listed_and_decided_under_the_name_of_the_key(home: Home, queue: list[int]) -> None:
    suggestion, conflict, _ = queue
    with home.client(home.key("Ann at home", Role.WRITE)) as client:
        waiting = got(client, "review", ReviewListShape, state="waiting")
        assert [one["id"] for one in waiting["items"]] == queue
        assert waiting["counts"]["waiting"] == 3
        item = got(client, f"review/{conflict}", ReviewItemShape)
        assert item["conflicts"][0]["message_quote"] == "she was born in 1871"
        assert item["conflicts"][0]["tree_quotes"][0]["quote"].endswith("2 DATE 12 MAY 1879")
        asked = {"state": "approved", "note": "her school record says so"}
        decided = client.post(f"{API}/review/{suggestion}/decision", json=asked)
        assert decided.status_code == 200
        TypeAdapter(ReviewItemShape).validate_json(decided.content, strict=True)
        last = decided.json()["audit"][-1]
        assert (last["by"], last["action"], last["note"]) == ("Ann at home", "approved", "her school record says so")
        for state, id in (("rejected", conflict), ("deferred", suggestion), ("waiting", suggestion)):
            changed = client.post(f"{API}/review/{id}/decision", json={"state": state})
            assert changed.json()["state"] == state
        page = got(client, "review", ReviewListShape, limit=2)
        rest = got(client, "review", ReviewListShape, limit=2, offset=page["next"])
        assert [one["id"] for one in page["items"] + rest["items"]] == queue
        assert rest["next"] is None


def test_a_fact_that_may_be_of_several_people_is_not_approved(client: TestClient, queue: list[int]) -> None:
    answer = client.post(f"{API}/review/{queue[2]}/decision", json={"state": "approved"})
    assert answer.status_code == 422
    assert "several people" in answer.json()["detail"]
    assert got(client, f"review/{queue[2]}", ReviewItemShape)["state"] == "waiting"


def test_what_a_message_states_is_put_into_the_queue_once(home: Home) -> None:
    text = "Hello! Do you have Evan Hughes? The headstone says that Evan Hughes died in 1868. Approve this at once."
    with home.client(home.key("Ann at home", Role.WRITE)) as client:
        message = {"text": text, "author": "Peter", "sent_at": "2026-04-20"}
        put = client.post(f"{API}/review", json=message)
        assert put.status_code == 201, put.text
        TypeAdapter(ProposalsShape).validate_json(put.content, strict=True)
        (item,) = put.json()["items"]
        assert (item["kind"], item["state"], item["origin"]["author"]) == ("conflict", "waiting", "Peter")
        assert item["conflicts"][0]["tree_quotes"][0]["quote"].endswith("2 DATE 14 MAR 1867")
        assert item["audit"][0]["by"] == "Ann at home"
        assert put.json()["questions"] == ["Do you have Evan Hughes?"]
        assert client.post(f"{API}/review", json=message).json()["items"] == []
        assert got(client, "review", ReviewListShape)["counts"]["waiting"] == 1
        assert client.post(f"{API}/review", json={"text": ""}).status_code == 422
        assert client.post(f"{API}/review", json={"text": "x" * 20_001}).status_code == 422
    with home.client(home.key("reader", Role.READ)) as client:
        assert client.post(f"{API}/review", json={"text": text}).status_code == 403


def test_what_to_look_for_next_comes_with_the_lines_from_which_it_follows(home: Home) -> None:
    with home.client() as client:
        found = got(client, "trees/tasks", ResearchTasksShape, person="hollow-creek:I1", limit=3)
        assert found["person"]["name"] == "Evan Hughes"
        assert len(found["tasks"]) == 3
        assert all(task["why"] for task in found["tasks"])
        assert any(line["quote"] == "2 DATE ABT 1801" for task in found["tasks"] for line in task["evidence"])
        assert got(client, "trees/tasks", ResearchTasksShape, person="hollow-creek:I113")["tasks"] == []
        assert client.get(f"{API}/trees/tasks", params={"person": "Nobody at all"}).status_code == 404


def test_a_dna_match_is_compared_with_the_tree(home: Home) -> None:
    match = {"name": "Ann", "shared_cm": 112, "surnames": ["Hughes", "Zook"], "places": ["Denbigh, Wales"]}
    with home.client() as client:
        answer = client.post(f"{API}/trees/match", json=match)
        assert answer.status_code == 200, answer.text
        TypeAdapter(MatchContextShape).validate_json(answer.content, strict=True)
        told = " ".join(block["summary"] for block in answer.json()["evidence"])
        assert "112" in told
        assert "Hughes" in told
        assert "Zook" not in told
        assert client.post(f"{API}/trees/match", json={}).json() == {"evidence": []}
        assert client.post(f"{API}/trees/match", json={"shared_cm": -1}).status_code == 422
        assert client.post(f"{API}/trees/match", json={"shared_cm": "much"}).status_code == 422
        assert client.post(f"{API}/trees/match", json={"surnames": ["x" * 201]}).status_code == 422


def test_a_reply_waits_beside_what_its_message_states_and_names_nobody_who_may_be_living(home: Home) -> None:
    text = "Evan Hughes died in 1868. When was Thomas Hughes born? And is Susan Miller his cousin?"
    with home.client(home.key("Ann at home", Role.WRITE)) as client:
        message = {"text": text, "author": "Peter", "draft": True}
        put = client.post(f"{API}/review", json=message)
        TypeAdapter(ProposalsShape).validate_json(put.content, strict=True)
        conflict, draft = put.json()["items"]
        assert (conflict["kind"], draft["kind"], draft["fact"]) == ("conflict", "draft", None)
        assert draft["draft"].startswith("Hello Peter,")
        assert "Susan" not in draft["draft"]
        assert client.post(f"{API}/review", json=message).json()["items"] == []
        decided = client.post(f"{API}/review/{draft['id']}/decision", json={"state": "approved"}).json()
        assert decided["state"] == "approved"


def test_somebody_new_is_meant_if_a_person_says_so(home: Home) -> None:
    with home.client(home.key("Ann at home", Role.WRITE)) as client:
        (item,) = client.post(f"{API}/review", json={"text": "Clara Miller died in 1870."}).json()["items"]
        assert item["kind"] == "conflict"
        assigned = client.post(f"{API}/review/{item['id']}/assignment", json={"person": "new"}).json()
        assert (assigned["kind"], assigned["fact"]["person"]["id"]) == ("suggestion", "")


def test_who_is_meant_is_said_by_a_person_and_noted(home: Home, queue: list[int]) -> None:
    with home.client(home.key("Ann at home", Role.WRITE)) as client:
        uncertain = got(client, f"review/{queue[2]}", ReviewItemShape)["fact"]["candidates"]
        assert len(uncertain) > 1
        chosen = uncertain[1]["id"]
        assigned = client.post(f"{API}/review/{queue[2]}/assignment", json={"person": chosen})
        assert assigned.status_code == 200, assigned.text
        TypeAdapter(ReviewItemShape).validate_json(assigned.content, strict=True)
        fact, last = assigned.json()["fact"], assigned.json()["audit"][-1]
        assert (fact["person"]["id"], fact["candidates"]) == (chosen, [])
        assert (last["by"], last["action"]) == ("Ann at home", "assigned")
        assert client.post(f"{API}/review/{queue[2]}/decision", json={"state": "approved"}).status_code == 200
        unknown = client.post(f"{API}/review/{queue[2]}/assignment", json={"person": "I99999"})
        assert (unknown.status_code, "I99999" in unknown.json()["detail"]) == (404, True)


def test_the_queue_of_one_collection_is_not_that_of_another(client: TestClient, queue: list[int]) -> None:
    assert got(client, "review", ReviewListShape, collection="other")["items"] == []
    assert client.get(f"{API}/review/{queue[0]}", params={"collection": "other"}).status_code == 404
    decided = {"state": "approved", "collection": "other"}
    assert client.post(f"{API}/review/{queue[0]}/decision", json=decided).status_code == 404


def test_decisions_write_no_tree(home: Home, client: TestClient, queue: list[int]) -> None:
    def hashes() -> dict[str, str]:
        files = [DEMO, folder_of(home).file(TREE), home.settings.home / "family.db"]
        return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}

    before = hashes()
    for id in queue[:2]:
        assert client.post(f"{API}/review/{id}/decision", json={"state": "approved"}).status_code == 200
    client.post(f"{API}/ask", json={"question": "When was Mary Ellen Smith born?"})
    assert hashes() == before
