"""The file of the review queue: items, states, and who did what when."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from claimtree.errors import BadInput, UnknownName
from claimtree.review.items import (
    ConflictKind,
    DataConflict,
    Origin,
    PersonRef,
    Proposals,
    ReviewItem,
    ReviewKind,
    ReviewState,
    SuggestedFact,
    TreeQuote,
)
from claimtree.review.service import ReviewService

FACT = SuggestedFact(
    tree="hollow",
    person=PersonRef(id="I49", name="Mary Ellen Smith", years="1879–1960", sex="F"),
    kind="birth",
    date="1878",
    quote="she was born in 1878",
    confidence=80,
    text="Mary Ellen Smith: born 1878.",
)
CONFLICT = DataConflict(
    kind=ConflictKind.DATE,
    text="The tree has 12 MAY 1879.",
    message_quote="she was born in 1878",
    tree_quotes=(TreeQuote(record="I49", line=21, text="2 DATE 12 MAY 1879"),),
)
ITEM = ReviewItem(
    id=0, kind=ReviewKind.CONFLICT, tree="hollow", fact=FACT, conflicts=(CONFLICT,), origin=Origin(source_id="m1")
)


class Clock:
    def __init__(self) -> None:
        self.at = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.at += timedelta(minutes=1)
        return self.at


@pytest.fixture
def service(tmp_path: Path) -> Iterator[ReviewService]:
    made = ReviewService(tmp_path, "claims-family", now=Clock())
    yield made
    made.close()


def added(service: ReviewService, *items: ReviewItem) -> list[ReviewItem]:
    return service.add(Proposals(items=items or (ITEM,)), by="Ann")


def test_an_item_comes_back_as_it_was_put_in_with_who_added_it(service: ReviewService) -> None:
    (item,) = added(service)
    assert service.item(item.id) == item
    assert replace(item, id=0, audit=()) == ITEM
    assert [(one.by, one.action) for one in item.audit] == [("Ann", "added")]


def test_the_same_fact_of_the_same_message_is_queued_once(service: ReviewService) -> None:
    added(service)
    assert added(service) == []
    other = replace(ITEM, origin=Origin(source_id="m2"))
    assert len(added(service, other)) == 1
    assert len(service.items()) == 2


def test_decisions_are_kept_with_who_when_and_why(service: ReviewService) -> None:
    (item,) = added(service)
    service.decide([item.id], ReviewState.DEFERRED, by="Ben", note="ask for the certificate")
    service.decide([item.id], ReviewState.APPROVED, by="Cleo")
    found = service.item(item.id)
    assert found.state is ReviewState.APPROVED
    assert [(one.by, one.action, one.note) for one in found.audit] == [
        ("Ann", "added", ""),
        ("Ben", "deferred", "ask for the certificate"),
        ("Cleo", "approved", ""),
    ]
    assert [one.at for one in found.audit] == sorted({one.at for one in found.audit})


def test_several_items_are_decided_together_or_not_at_all(service: ReviewService) -> None:
    (item,) = added(service)
    with pytest.raises(UnknownName, match="no item 99"):
        service.decide([item.id, 99], ReviewState.REJECTED, by="Ben")
    assert service.item(item.id).state is ReviewState.WAITING


def test_a_decision_needs_a_name_and_a_change(service: ReviewService) -> None:
    (item,) = added(service)
    with pytest.raises(BadInput, match="no name of who decides"):
        service.decide([item.id], ReviewState.REJECTED, by=" \n ")
    service.decide([item.id], ReviewState.REJECTED, by="Ben")
    with pytest.raises(BadInput, match="rejected already"):
        service.decide([item.id], ReviewState.REJECTED, by="Ben")


def test_what_may_be_about_several_people_is_not_approved(service: ReviewService) -> None:
    unsure = replace(FACT, person=PersonRef(name="John Miller"), candidates=(PersonRef(id="I4"), PersonRef(id="I5")))
    (item,) = added(service, replace(ITEM, fact=unsure))
    with pytest.raises(BadInput, match="I4, I5"):
        service.decide([item.id], ReviewState.APPROVED, by="Ben")
    service.decide([item.id], ReviewState.REJECTED, by="Ben")


def test_items_are_listed_by_state_and_tree_in_parts(service: ReviewService) -> None:
    items = [replace(ITEM, tree=f"t{at % 2}", origin=Origin(source_id=f"m{at}")) for at in range(5)]
    ids = [one.id for one in added(service, *items)]
    service.decide(ids[:2], ReviewState.REJECTED, by="Ben")
    assert [one.id for one in service.items(state=ReviewState.WAITING)] == ids[2:]
    assert [one.id for one in service.items(tree="t0")] == ids[::2]
    assert [one.id for one in service.items(limit=2, offset=2)] == ids[2:4]
    assert service.counts() == {"waiting": 3, "approved": 0, "rejected": 2, "deferred": 0}


def test_the_queue_of_another_store_is_another_one(service: ReviewService, tmp_path: Path) -> None:
    (item,) = added(service)
    other = ReviewService(tmp_path, "claims-other")
    with pytest.raises(UnknownName):
        other.item(item.id)
    assert other.items() == []
    other.close()
