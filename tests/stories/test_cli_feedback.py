"""Feedback on the command line: thumbs and verdicts kept, listed, taken out; weights learned, adopted, undone."""

import json
import re
import shlex
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claimtree.cli.exits import Exit
from claimtree.engine import Engine
from claimtree.feedback import FILE, FeedbackFile, Thumb, opinion_on
from claimtree.feedback.comparisons import Pair
from claimtree.feedback.opinions import as_shown
from claimtree.feedback.scoring import Scores
from claimtree.model.answers import Found, Hit, Verdict
from claimtree.model.pack import Pack
from claimtree.model.plans import FULL_SCORE
from claimtree.model.questions import Question
from claimtree.packs.weights_file import Weights, with_weights
from claimtree.settings import load_settings
from claimtree.workspace import Workspace

Cli = Callable[..., Any]

QUESTION = "bright bedroom, modern kitchen, quiet street with trees, near a park, balcony"
MIXED = (
    QUESTION,
    "bedroom with a large closet, dishwasher in the kitchen, tree-lined street, near a supermarket, elevator",
    "spacious bedroom, bathtub, gas stove, quiet street, near the subway, laundry in the building",
    "kitchen with an island, sunny living room, balcony, near a park, safe area, doorman",
)


@pytest.fixture
def workspace(demo_copy: Path, cli: Cli) -> Iterator[Workspace]:
    """The demo, opened as the commands open it."""
    with Workspace(load_settings({})) as workspace:
        yield workspace


def hits(engine: Engine, question: str, limit: int = 30) -> tuple[Hit, ...]:
    found = engine.search(question, limit=limit)
    assert isinstance(found, Found)
    return found.hits


def judge(workspace: Workspace) -> int:
    """Thumbs of a user who values rooms most: of hits that meet as much, those whose rooms meet
    more.
    """
    kept = 0
    with closing(FeedbackFile(workspace.settings.home / FILE)) as file:
        for question in MIXED:
            found = workspace.engine.search(question, limit=40)
            rooms = [n for n, claim in enumerate(found.claims) if claim.level == "room"]
            for _, tied in groupby(found.hits, key=lambda hit: hit.standing.rank[:2]):
                met = {hit.id: sum(hit.findings[n].verdict is Verdict.MET for n in rooms) for hit in tied}
                for id, count in met.items():
                    if len(set(met.values())) > 1:
                        thumb = Thumb.UP if count == max(met.values()) else Thumb.DOWN
                        why = workspace.engine.explain(id, question)
                        said = opinion_on(
                            why, workspace.pack, collection="rentals", question=Question(text=question), thumb=thumb
                        )
                        kept += not file.keep(said)[1]
    return kept


def test_thumbs_and_verdicts_are_kept_listed_and_taken_out(demo_copy: Path, cli: Cli) -> None:
    assert "Nothing was said yet" in cli("feedback", "list").out
    first = cli("feedback", "add", "bk-017", QUESTION, "--up", "--note", "the  light!", "--json")
    assert first.code == 0, first
    said = first.json["feedback"]
    assert (said["thumb"], said["entity"], said["collection"], said["note"]) == (
        "up",
        "bk-017",
        "rentals",
        "the light!",
    )
    assert [one["id"] for one in said["shown"]] == ["c1", "c2", "c3", "c4", "c5", "c6"]
    assert first.json["replaced"] is False

    again = cli("feedback", "add", "bk-017", f" {QUESTION}  ", "--down")
    assert "in place of what you said before: thumb down for bk-017" in again.out
    shown = next(one for one in said["shown"] if one["verdict"] == "met")
    own = cli("feedback", "add", "bk-017", QUESTION, "--claim", shown["claim"], "--verdict", "refuted", "--json").json
    assert (own["feedback"]["claim"], own["feedback"]["agrees"], own["replaced"]) == (shown["id"], False, False)
    edited = cli("feedback", "add", "bk-017", QUESTION, "--up", "--edit", "drop:c2", "--json").json
    assert (edited["feedback"]["edits"], edited["replaced"]) == (["drop:c2"], False)
    assert len(edited["feedback"]["shown"]) == 5

    listed = cli("feedback", "list", "--json").json["feedback"]
    assert [one["thumb"] for one in listed] == ["up", None, "down"]
    assert f"“{shown['claim']}” is refuted" in re.sub(r"\s+", " ", cli("feedback", "list").out)
    assert cli("feedback", "list", "--limit", "2", "--json").json["more"] is True
    assert cli("feedback", "remove", str(listed[0]["id"]), "--json").json == {"removed": 1}
    assert cli("feedback", "remove", "--all").out == "2 opinions taken out.\n"


def test_feedback_changes_no_answer(demo_copy: Path, cli: Cli) -> None:
    def answer() -> Any:
        return {name: part for name, part in cli("search", QUESTION, "--json").json.items() if name != "took_ms"}

    before, store = answer(), (demo_copy / "demo-rentals.db").read_bytes()
    cli("feedback", "add", before["hits"][0]["id"], QUESTION, "--down")
    assert answer() == before
    assert (demo_copy / "demo-rentals.db").read_bytes() == store
    assert (demo_copy / FILE).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["bk-017", QUESTION], "bad_input", "--up or --down"),
        (["bk-017", QUESTION, "--up", "--claim", "c1"], "bad_input", "--up or --down"),
        (["bk-017", QUESTION, "--claim", "c1"], "bad_input", "--up or --down"),
        (["bk-017", QUESTION, "--claim", "c1", "--verdict", "maybe"], "bad_input", "'maybe' is no verdict"),
        (["bk-017", QUESTION, "--claim", "c99", "--verdict", "met"], "unknown_name", "have: c1, c2"),
        (["bk-017", QUESTION, "--up", "--note", "x" * 501], "bad_input", "501 characters"),
        (["bk-017", QUESTION, "--up", "--edit", "explode:c1"], "bad_query", "explode"),
        (["nobody", QUESTION, "--up"], "unknown_name", "nobody"),
        (["bk-017", "", "--up"], "bad_query", "empty"),
    ],
)
def test_bad_feedback_is_refused(demo_copy: Path, cli: Cli, arguments: list[str], code: str, says: str) -> None:
    ran = cli("feedback", "add", *arguments, "--json")
    assert ran.code == Exit.BAD_INPUT
    assert ran.error["code"] == code
    assert says in ran.error["message"] + ran.error["hint"]
    assert cli("feedback", "list", "--json").json["feedback"] == []


def test_with_little_feedback_nothing_is_proposed_or_adopted(demo_copy: Path, cli: Cli) -> None:
    cli("feedback", "add", "bk-017", QUESTION, "--up")
    shown = cli("learn", "weights", "--json").json
    assert (shown["weights"], shown["effect"], shown["adopted"]) == (None, None, False)
    assert "too little feedback" in shown["why_not"]
    assert "too little feedback" in cli("learn", "weights").out
    refused = cli("learn", "weights", "--adopt", "--json")
    assert (refused.code, refused.error["code"]) == (Exit.BAD_INPUT, "bad_input")
    assert cli("learn", "weights", "--undo", "--json").error["code"] == "bad_input"
    assert cli("learn", "weights", "--undo", "--adopt", "--json").error["code"] == "bad_input"
    assert not (demo_copy / "rentals.weights.toml").exists()


@pytest.mark.slow
def test_weights_are_learned_shown_adopted_and_undone(
    workspace: Workspace, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimtree.feedback.effect.MOST_ASKED", len(MIXED) + 3)
    assert judge(workspace) >= 20
    file = workspace.settings.weights_path
    before = cli("search", QUESTION, "--json").json["hits"]

    shown = cli("learn", "weights", "--json").json
    assert shown["pack"] == shown["now"]
    assert shown["pairs"] >= 20
    assert shown["right"]["proposed"] > shown["right"]["now"]
    room, others = shown["weights"]["levels"]["room"], ("apartment", "neighborhood")
    own = shown["pack"]["levels"]
    assert all(room / own["room"] > shown["weights"]["levels"][level] / own[level] for level in others)
    effect = shown["effect"]
    assert effect["asked"] > len(MIXED)
    assert 0 < effect["reordered"] < effect["asked"]
    assert effect["ndcg"]["after"] > effect["ndcg"]["before"]
    # Looking changes nothing.
    assert not file.exists()
    assert cli("search", QUESTION, "--json").json["hits"] == before

    adopted = cli("learn", "weights", "--adopt")
    assert f"Adopted: kept in {file}" in adopted.out
    assert "nDCG" in adopted.out
    content = file.read_bytes()
    again = cli("learn", "weights", "--adopt", "--json").json
    assert (again["now"], again["weights"], again["adopted"]) == (shown["weights"], shown["weights"], False)
    assert file.read_bytes() == content
    after = cli("search", QUESTION, "--json").json["hits"]
    assert {hit["id"]: hit["score"] for hit in after} != {hit["id"]: hit["score"] for hit in before}

    file.write_bytes(content.replace(b"pairs", b"pears"))
    assert cli("search", QUESTION, "--json").json["hits"] == before
    broken = cli("learn", "weights", "--adopt", "--json").json
    assert (broken["now"], broken["adopted"]) == (shown["pack"], True)
    assert "left out" in broken["notices"][0]

    assert cli("learn", "weights", "--undo", "--json").json["in_force"] == str(file)
    assert file.read_bytes() == content.replace(b"pairs", b"pears")
    assert "pack's own weights" in cli("learn", "weights", "--undo").out
    assert not file.exists()
    assert cli("search", QUESTION, "--json").json["hits"] == before


def test_a_store_does_not_care_about_weights(workspace: Workspace, cli: Cli) -> None:
    workspace.settings.weights_path.write_text('pack = "rentals"\n[levels]\nroom = 0.9\n', encoding="utf-8")
    with Workspace(workspace.settings) as weighed:
        assert weighed.pack.level_weights != weighed.own_pack.level_weights
        assert weighed.identity == workspace.identity
        assert weighed.store.info().entities
    assert cli("check").code == 0


def score(hit: Hit, found: Found, pack: Pack, weights: Pack) -> float:
    """Of a hit as it was kept, by these weights, on the engine's scale."""
    claims = as_shown(found.claims, hit.findings, pack, place=1).claims
    nothing = tuple(replace(claim, verdict=Verdict.UNKNOWN, grade=0, further=()) for claim in claims)
    scores = Scores([Pair(asked=("", ()), better=claims, worse=nothing, weight=1.0)], pack)
    levels = np.array([weights.level_weights[level] for level in scores.levels])
    types = np.array([weights.types[name].weight for name in scores.types])
    return float(scores.ahead(levels, types)[0][0]) * FULL_SCORE


def test_what_is_kept_of_a_hit_gives_its_score_with_any_weights(workspace: Workspace) -> None:
    """The engine's scores are cut to tens, claim by claim; claims' weights to hundredths."""
    pack = workspace.pack
    other = Weights(
        levels={level: weight * (2.0 if level == "room" else 0.8) for level, weight in pack.level_weights.items()},
        types={
            name: round(spec.weight * (0.8 if n % 2 else 0.95), 2) for n, (name, spec) in enumerate(pack.types.items())
        },
    )
    weighed, compared = workspace.engine_weighted(other), 0
    for question in (*MIXED, *pack.queries[::3]):
        found = workspace.engine.search(question, limit=20)
        if not isinstance(found, Found):
            continue
        others = {hit.id: hit for hit in hits(weighed, question, limit=200)}
        for hit in found.hits:
            assert score(hit, found, pack, pack) == pytest.approx(hit.standing.score, abs=10 * len(found.claims))
            after = others.get(hit.id)
            if after is None or [f.pieces for f in after.findings] != [f.pieces for f in hit.findings]:
                continue  # another room answers now
            expected = score(hit, found, pack, with_weights(pack, other))
            assert expected == pytest.approx(after.standing.score, abs=10 * len(found.claims) + FULL_SCORE * 0.01)
            compared += 1
    assert compared > 50


@pytest.mark.parametrize(
    "command", [["feedback", "add"], ["feedback", "list"], ["feedback", "remove"], ["learn", "weights"]]
)
def test_the_help_teaches_with_examples_that_work(demo_copy: Path, cli: Cli, command: list[str]) -> None:
    shown = cli(*command, "--help").out
    for option in ("--json", "--store", "--pack", "--embedder"):
        assert option in shown
    lines = [line.strip() for line in shown.partition("Examples:")[2].splitlines() if "claimtree " in line]
    assert lines
    for line in lines:
        ran = cli(*shlex.split(line)[1:])
        assert ran.code == 0, f"{line}: {ran}"
        if "--json" in line:
            assert json.loads(ran.out)
