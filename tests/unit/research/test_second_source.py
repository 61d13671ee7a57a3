"""A second source is asked where the tree has nobody likely: another tree, or a search service."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.unit.places.servers.speaking import Asked, Bad, Speaking

from claimtree.answering.ask_result import Clue, ClueKind, Found, Sought, SourceType
from claimtree.answering.candidates import finder_of
from claimtree.answering.family_index import FamilyIndex
from claimtree.errors import SourceApiError, SourceApiRefused, SourceApiUnavailable
from claimtree.model.gedcom_dates import read_gedcom_date
from claimtree.places.cache_db import CacheFile
from claimtree.research.limits import LONGEST_EXCERPT
from claimtree.research.record_search import RecordSearch, parameters
from claimtree.research.records import MOST_RECORDS
from claimtree.research.second_source import OtherTree, is_weak, supplemented

NOW = 1_780_000_000.0
ZEB = {
    "id": "r7",
    "name": "Zebulon Quill",
    "sex": "male",
    "birth": {"date": "1878", "place": "Muncie, Delaware County, Indiana"},
    "death": {"date": "12 MAR 1931"},
    "url": "https://records.example/r7",
}


class Service(Speaking):
    """A search service whose records a test sets."""

    records: Any = ()

    def answer(self, asked: Asked) -> tuple[int, Any]:
        return (200, {"records": list(self.records)}) if asked.path.endswith("/search") else (404, {})


@pytest.fixture
def service() -> Iterator[Service]:
    server = Service()
    server.records = [ZEB, {**ZEB, "id": "r8", "name": "Anna Other", "sex": "f"}]
    yield server
    server.close()


@pytest.fixture
def search(service: Service, tmp_path: Path) -> Iterator[Callable[..., RecordSearch]]:
    opened: list[RecordSearch] = []
    cache = CacheFile(tmp_path / "records.db")

    def make(**options: Any) -> RecordSearch:
        options = {"every_s": 0.0, "clock": lambda: NOW, "timeout_s": 2.0, **options}
        opened.append(RecordSearch(service.url, cache=cache, **options))
        return opened[-1]

    yield make
    for one in opened:
        one.close()
    cache.close()


def sought(name: str = "Zebulon Quill", born: str = "ABT 1878", place: str = "Indiana") -> Sought:
    clue = Clue(kind=ClueKind.EVENT, quote=born, event="birth", when=read_gedcom_date(born), place=place)
    return Sought(name=name, clues=(clue,))


def test_a_service_is_asked_only_where_the_tree_has_nobody_likely(
    demo_tree: FamilyIndex, service: Service, search: Callable[..., RecordSearch]
) -> None:
    known = finder_of(demo_tree).find(Sought(name="Evan Hughes", clues=sought(born="ABT 1800", place="Wales").clues))
    assert not is_weak(known)
    assert supplemented(known, [search()]).asked == ()
    assert service.asked == []
    unknown = finder_of(demo_tree).find(sought())
    assert is_weak(unknown)
    result = supplemented(unknown, [search()])
    assert len(service.asked) == 1
    assert result.asked == (service.url.removeprefix("http://"),)
    first = result.found.candidates[0]
    assert first.name == "Zebulon Quill"
    assert first.source_type is SourceType.API_SEARCH
    assert first.source_id == "https://records.example/r7"
    assert all(one.source_type is SourceType.API_SEARCH and not one.lines for one in first.evidence)
    assert any("1878" in one.quote for one in first.evidence)


def test_the_request_says_what_is_known_and_carries_the_key(
    service: Service, search: Callable[..., RecordSearch]
) -> None:
    search(key="sesame").find(sought())
    (asked,) = service.asked
    assert asked.headers["x-api-key"] == "sesame"
    assert asked.params["name"] == "Zebulon Quill"
    assert asked.params["place"] == "Indiana"
    assert int(asked.params["birth_from"]) <= 1878 <= int(asked.params["birth_to"])
    assert "death_from" not in asked.params
    assert parameters(sought()) == asked.params


def test_answers_are_kept_and_asked_for_anew_after_a_month(
    service: Service, search: Callable[..., RecordSearch]
) -> None:
    first, again = search().find(sought()), search().find(sought())
    assert first == again
    assert len(service.asked) == 1
    search(clock=lambda: NOW + 31 * 86_400).find(sought())
    assert len(service.asked) == 2


def test_an_answer_without_records_is_kept_for_a_day(service: Service, search: Callable[..., RecordSearch]) -> None:
    service.records = []
    assert search().find(sought()).candidates == ()
    search(clock=lambda: NOW + 86_000).find(sought())
    assert len(service.asked) == 1
    search(clock=lambda: NOW + 87_000).find(sought())
    assert len(service.asked) == 2


def test_requests_are_spaced_also_between_two_clients(service: Service, search: Callable[..., RecordSearch]) -> None:
    waits: list[float] = []
    for number in range(3):
        search(every_s=1.5, timeout_s=5.0, sleep=waits.append).find(sought(name=f"Zebulon Quill {number}"))
    assert len(service.asked) == 3
    assert waits == [1.5, 3.0]


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        (Bad(status=403, body=b"no"), SourceApiRefused),
        (Bad(status=500, body=b"oops"), SourceApiUnavailable),
        (Bad(body=b"<html>"), SourceApiUnavailable),
        (Bad(body=b'{"found": 3}'), SourceApiUnavailable),
        (Bad(body=b"[" * 100_000), SourceApiUnavailable),
        (Bad(hang_up=True), SourceApiUnavailable),
        (Bad(body=b" " * 5_000_000), SourceApiUnavailable),
        (Bad(wait_s=1.0, body=b"[]"), SourceApiUnavailable),
    ],
)
def test_a_service_that_fails_costs_its_candidates_and_not_the_answer(
    demo_tree: FamilyIndex, service: Service, search: Callable[..., RecordSearch], bad: Bad, error: type[SourceApiError]
) -> None:
    service.always = bad
    with pytest.raises(error):
        search(timeout_s=0.4, key="sesame", sleep=lambda s: None).find(sought())
    weak = finder_of(demo_tree).find(Sought(name="Mary Smith"), 3)
    result = supplemented(Found(sought=sought(), candidates=weak.candidates[2:]), [search(timeout_s=0.4, key="sesame")])
    assert result.found.candidates == weak.candidates[2:]
    (why,) = result.failed
    assert "sesame" not in why
    service.always = None  # nothing that failed was kept
    assert search().find(sought()).candidates


def test_records_of_people_who_may_be_living_are_left_out(
    service: Service, search: Callable[..., RecordSearch]
) -> None:
    service.records = [{"id": "r1", "name": "Zebulon Quill", "birth": "1990"}]
    asked = sought(born="1990", place="")
    assert search().find(asked).candidates == ()
    assert search(show_living=True).find(asked).candidates


def test_unusable_records_are_left_out_and_the_others_cut(
    service: Service, search: Callable[..., RecordSearch]
) -> None:
    odd: list[Any] = [None, 3, "x", [], {}, {"id": "a"}, {"name": "Zebulon Quill"}, {"id": "", "name": "Zebulon Quill"}]
    odd += [{"id": "r1", "name": "Zebulon Quill " + "x" * 10_000, "birth": {"date": "next Tuesday"}, "death": "1900"}]
    odd += [
        {"id": "r2", "name": "Zebulon Quill", "birth": {"date": "31 FEB 1878", "place": ["?"]}, "death": {"date": True}}
    ]
    odd += [{**ZEB, "url": "javascript:alert(1)", "birth": [ZEB["birth"]] * 500}]
    service.records = odd
    found = search().find(sought(), 10)
    assert found.candidates[0].source_id.endswith(":r7")
    assert all(len(one.name) <= 200 for one in found.candidates)
    assert all(len(block.quote) <= LONGEST_EXCERPT for one in found.candidates for block in one.evidence)
    service.records = [{**ZEB, "id": f"r{number}"} for number in range(MOST_RECORDS + 50)]
    assert len(search().find(sought(name="Zeb Quill"), 3).candidates) == 3


def test_two_records_with_all_data_equal_are_two_candidates_and_close(
    service: Service, search: Callable[..., RecordSearch]
) -> None:
    service.records = [ZEB, {**ZEB, "id": "r9"}]
    found = search().find(sought())
    assert [one.id.rpartition(":")[2] for one in found.candidates] == ["r7", "r9"]
    assert found.close == 2
    assert json.dumps([one.score for one in found.candidates]) == json.dumps([found.candidates[0].score] * 2)


def test_another_tree_is_a_second_source_with_ids_of_its_own(
    small_tree: Callable[..., FamilyIndex], demo_tree: FamilyIndex
) -> None:
    lines = "0 @I1@ INDI\n1 NAME Zebulon /Quill/\n1 BIRT\n2 DATE 1878\n2 PLAC Indiana\n1 DEAT\n2 DATE 1931"
    other = OtherTree(small_tree(lines))
    result = supplemented(finder_of(demo_tree).find(sought()), [other])
    assert result.asked == ("small",)
    assert result.found.candidates[0].id == "small:I1"
    assert result.found.candidates[0].source_type is SourceType.GEDCOM
    assert result.found.candidates[0].evidence[0].lines


def test_the_second_source_that_has_somebody_ends_the_search(
    small_tree: Callable[..., FamilyIndex],
    demo_tree: FamilyIndex,
    search: Callable[..., RecordSearch],
    service: Service,
) -> None:
    lines = "0 @I1@ INDI\n1 NAME Zebulon /Quill/\n1 BIRT\n2 DATE 1878\n2 PLAC Indiana\n1 DEAT\n2 DATE 1931"
    result = supplemented(finder_of(demo_tree).find(sought()), [OtherTree(small_tree(lines)), search()], 1)
    assert result.asked == ("small",)
    assert service.asked == []
    assert len(result.found.candidates) == 1
