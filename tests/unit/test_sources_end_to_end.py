"""Sources that contradict themselves and each other, from the record to the answer, with the shipped pack."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from claimtree import serialization
from claimtree.indexing.report import IndexReport
from claimtree.languages.rendering import notice_texts, reason_texts
from claimtree.model.answers import Finding, Verdict
from claimtree.model.claims import EntityId
from claimtree.model.notices import NoticeCode
from claimtree.presentation import against, deciding, distinct, doubt
from claimtree.settings import Settings
from claimtree.sources.listings import read_records
from claimtree.workspace import Workspace

MET, REFUTED, UNKNOWN = Verdict.MET, Verdict.REFUTED, Verdict.UNKNOWN
HOMES: list[dict[str, object]] = [
    {"id": "both", "text": "Bright flat. Pets welcome. Sorry, no pets."},
    {"id": "but dogs", "text": "Dogs welcome. Sorry, no pets."},
    {"id": "stairs", "text": "Third-floor walk-up. The building has an elevator."},
    {"id": "rents", "text": "Rent $3,000 a month. The monthly rent is $2,700."},
    {"id": "column", "text": "Rent $3,000 a month. Three bedrooms.", "price": 2700, "bedrooms": 2},
    {"id": "plain", "text": "Pets welcome. Elevator. Rent $2,600 a month."},
    {
        "id": "told twice",
        "source": "old",
        "updated": "2024-01-01",
        "text": "Dogs allowed. Walk-up. Rent $2,000 a month.",
    },
    {"id": "told twice", "source": "new", "updated": "2025-01-01", "text": "No pets. Elevator. Rent $2,500 a month."},
    {"id": "balcony gone", "source": "old", "updated": "2024-01-01", "text": "Has a balcony and an elevator."},
    {
        "id": "balcony gone",
        "source": "new",
        "updated": "2025-01-01",
        "text": "No balcony. Walk of 20 minutes to the subway.",
    },
]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    home = tmp_path_factory.mktemp("home")
    with Workspace(Settings(home=home, store=str(home / "homes.db"), embedder="hashed-256")) as found:
        yield found


@pytest.fixture(scope="module", autouse=True)
def report(workspace: Workspace) -> IndexReport:
    indexer = workspace.indexer(workspace.store_to_write())
    return indexer.index(read_records(HOMES, workspace.pack, source="site"))


def finding(workspace: Workspace, id: str, wish: str) -> Finding:
    (found,) = workspace.engine.explain(EntityId(id), wish).judgement.findings
    return found


@pytest.mark.parametrize(
    ("id", "wish", "verdict"),
    [
        ("both", "pets allowed", UNKNOWN),
        ("both", "dogs allowed", UNKNOWN),
        ("both", "no pets", UNKNOWN),
        ("both", "bright", MET),
        ("balcony gone", "balcony", REFUTED),
        ("balcony gone", "elevator", MET),
        ("balcony gone", "near the subway", UNKNOWN),
        ("but dogs", "dogs allowed", MET),
        ("but dogs", "cats allowed", REFUTED),
        ("stairs", "elevator", UNKNOWN),
        ("stairs", "wheelchair accessible", UNKNOWN),
        ("rents", "rent under $2,800", UNKNOWN),
        ("column", "rent under $2,800", MET),
        ("column", "3 bedrooms", REFUTED),
        ("plain", "pets allowed", MET),
        ("told twice", "dogs allowed", REFUTED),
        ("told twice", "elevator", MET),
        ("told twice", "rent under $2,200", REFUTED),
    ],
)
def test_verdicts(workspace: Workspace, id: str, wish: str, verdict: Verdict) -> None:
    assert finding(workspace, id, wish).verdict is verdict


def test_both_quotes_are_shown_in_one_line_and_in_the_json(workspace: Workspace) -> None:
    found = finding(workspace, "both", "pets allowed")
    (piece,) = deciding(found)
    assert piece.claim is not None
    assert (doubt(piece, found), piece.claim.quote, against(piece)) == (
        NoticeCode.DOUBT_SAYS_BOTH,
        "Pets welcome",
        "no pets",
    )
    assert distinct(found) == [piece]
    told = [serialization.evidence(piece, {}) for piece in serialization.speaking_first(found)]
    assert [(one["quote"], one["against"], one["for"]) for one in told] == [
        ("Pets welcome", "no pets", True),
        ("no pets", "Pets welcome", False),
    ]
    assert all(one["disputed"] and one["doubtful"] for one in told)


def test_a_step_shows_both_quotes_too(workspace: Workspace) -> None:
    (piece,) = deciding(finding(workspace, "stairs", "wheelchair accessible"))
    assert piece.claim is not None
    assert {piece.claim.quote, against(piece)} == {"Third-floor walk-up", "The building has an elevator"}


def test_where_something_else_decides_the_dispute_is_told_beside_it(workspace: Workspace) -> None:
    indexer = workspace.indexer(workspace.store_to_write())
    home = {"id": "cats too", "text": "Pets welcome. Sorry, no pets. Cats allowed."}
    indexer.index(read_records([home], workspace.pack, source="site"))
    found = finding(workspace, "cats too", "pets allowed")
    assert found.verdict is MET
    assert [doubt(piece, found) for piece in deciding(found)] == [None, NoticeCode.DOUBT_SAYS_BOTH]


def test_an_explanation_says_that_it_is_disputed(workspace: Workspace) -> None:
    why = workspace.engine.explain(EntityId("both"), "bright, ideally pets allowed")
    assert any("disputed" in reason for reason in reason_texts(why))


def test_what_is_required_and_disputed_neither_drops_nor_proves(workspace: Workspace) -> None:
    hits = [hit.id for hit in workspace.engine.search("bright flat, must be pets allowed or dogs allowed").hits]
    assert "but dogs" in hits
    assert finding(workspace, "both", "must allow pets").verdict is UNKNOWN


def test_the_report_counts_and_names_what_differs(report: IndexReport) -> None:
    assert (report.outranked, report.disputed) == (2, 3)
    assert 'column: says "Three bedrooms"; its column "bedrooms: 2" stands' in notice_texts(report)
    assert 'both: contradicts itself: "Pets welcome" and "no pets"; neither counts' in notice_texts(report)
    assert serialization.report(report, address="")["disputed"] == 3


def test_a_store_on_disk_keeps_what_is_disputed(workspace: Workspace) -> None:
    (kept,) = workspace.store_to_write().get([EntityId("both")])
    assert {claim.quote: claim.against for claim in kept.claims if claim.disputed} == {
        "Pets welcome": "no pets",
        "no pets": "Pets welcome",
    }
    assert [one["against"] for one in serialization.entity(kept)["claims"]] == [claim.against for claim in kept.claims]


def test_a_part_that_is_gone_leaves_nothing_behind(workspace: Workspace) -> None:
    stored = {str(known.entity.id) for known in workspace.engine.store.get([EntityId("balcony gone/balcony-text")])}
    assert not stored
