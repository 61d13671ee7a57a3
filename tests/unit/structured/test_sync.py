"""Imports from a real service on loopback: what is new, changed, gone, interrupted, and what foreign rows look like."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.shared_packs import shared_pack
from tests.unit.places.servers.speaking import Asked, Bad
from tests.unit.structured.rows import Row, rows, store_of
from tests.unit.structured.service import Service

from claimtree.engine import Engine
from claimtree.errors import SourceApiUnavailable
from claimtree.geo import Point
from claimtree.indexing import Indexer
from claimtree.model.claims import EntityId
from claimtree.model.places import Place, PlaceId, PlaceKind
from claimtree.model.source_query import SourceQuery
from claimtree.ports import MovableStore
from claimtree.sources.listings import read_records
from claimtree.structured.client import ApiClient, source_name
from claimtree.structured.sync import SyncReport, sync

NOW = datetime(2026, 11, 19, 8, 0, tzinfo=UTC)
MEDAN = Place(id=PlaceId("medan"), name="Medan", kind=PlaceKind("city"), shape=Point(3.59, 98.67), radius_m=15_000)


class Paged(Service):
    """Has 10 rows a page, whatever is asked."""

    def answer(self, asked: Asked) -> tuple[int, Any]:
        if "per_page" in asked.params:
            asked.params["per_page"] = "10"
        return super().answer(asked)


class Here:
    """A store, and what brings it up to date."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.engine: Engine
        self.store: MovableStore
        self.indexer: Indexer
        self.engine, self.store, self.indexer = store_of([])
        self.now = NOW

    def client(self) -> ApiClient:
        pack = shared_pack("property")
        assert pack.api is not None
        return ApiClient(self.service.url, pack, pack.api, timeout_s=2.0, is_patient=True, sleep=lambda seconds: None)

    def sync(self, **options: Any) -> SyncReport:
        self.service.asked.clear()
        with closing(self.client()) as client:
            return sync(client, self.indexer, self.store, now=lambda: self.now, **options)

    @property
    def ids(self) -> set[str]:
        return {str(stamp.id) for stamp in self.store.scan(self.engine.pack.hierarchy.answers)}

    def pages(self) -> list[str]:
        """The pages that were asked for, those by id aside."""
        return [asked.params["page"] for asked in self.service.asked if "ids" not in asked.params]

    def claims(self, id: str) -> dict[str, float]:
        """The amounts of an entity's claims, by concept."""
        (known,) = self.store.get([EntityId(id)])
        return {str(claim.concept): claim.amounts[0].low for claim in known.claims if claim.amounts and claim.concept}


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Paged]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with closing(Paged([dict(row) for row in rows(35)])) as service:
        yield service


@pytest.fixture
def here(service: Paged) -> Here:
    return Here(service)


def test_the_first_run_reads_everything_and_the_next_what_was_written_since(here: Here, service: Paged) -> None:
    first = here.sync()
    assert (first.index.indexed, first.pages, first.since, first.deleted) == (35, 4, "", 0)
    assert here.ids == {str(row["api_id"]) for row in service.rows}
    here.now += timedelta(days=1)
    service.rows[3] |= {"price": "777000000", "listing_type": "sale", "updated_at": "2026-11-20"}
    second = here.sync()
    assert (second.index.indexed, second.index.unchanged) == (1, 0)
    assert second.since == "2026-11-19T07:50:00Z"
    assert service.asked[0].params["updated_since"] == second.since
    assert here.claims(str(service.rows[3]["api_id"]))["price"] == 777_000_000


def test_what_is_gone_there_goes_here(here: Here, service: Paged) -> None:
    here.sync()
    del service.rows[4:9]
    report = here.sync()
    assert report.deleted == 5
    assert here.ids == {str(row["api_id"]) for row in service.rows}
    assert here.sync().deleted == 0


def test_a_run_that_is_cut_off_continues_at_its_page(here: Here, service: Paged) -> None:
    failing = 3

    class Failing(Paged):
        def answer(self, asked: Asked) -> tuple[int, Any]:
            return (503, {}) if asked.params.get("page") == str(failing) else super().answer(asked)

    with closing(Failing(service.rows)) as other:
        here.service = other
        with pytest.raises(SourceApiUnavailable, match=r"status 503.*20 rows were stored before"):
            here.sync()
        assert len(here.ids) == 20
        failing = 0
        report = here.sync()
        assert here.pages() == ["3", "4"]
    assert report.from_page == 3
    assert len(here.ids) == 35


def test_an_interrupted_run_of_yesterday_is_begun_anew(here: Here, service: Paged) -> None:
    here.store.set_note(
        f"sync {here.client().name}",
        json.dumps({"done": "", "began": "2026-11-17T00:00:00+00:00", "since": "", "page": 2}),
    )
    assert here.sync().from_page == 1


@pytest.mark.parametrize("note", ["nonsense", "[]", '{"page": "x"}', '{"unknown": 1}', '{"began": "soon", "page": 3}'])
def test_a_note_that_cannot_be_read_is_no_run(here: Here, note: str) -> None:
    here.store.set_note(f"sync {here.client().name}", note)
    assert here.sync().index.indexed == 35


def test_all_rows_are_read_again_if_that_is_asked(here: Here) -> None:
    here.sync()
    report = here.sync(full=True)
    assert (report.since, report.index.unchanged, report.pages) == ("", 35, 4)


def test_a_service_that_has_lost_most_of_its_rows_is_not_believed(here: Here, service: Paged) -> None:
    here.sync()
    del service.rows[2:]
    report = here.sync()
    assert (report.deleted, report.held_back) == (0, 33)
    assert len(here.ids) == 35
    assert here.sync(may_delete_many=True).deleted == 33
    assert len(here.ids) == 2


def test_a_service_that_answers_with_nothing_removes_nothing(here: Here, service: Paged) -> None:
    here.sync()
    service.rows = []
    report = here.sync(full=True, may_delete_many=True)
    assert (report.deleted, report.undecided) == (0, True)
    assert len(here.ids) == 35


def test_without_ids_only_a_full_run_finds_what_is_gone(here: Here, service: Paged) -> None:
    service.knows_ids = False
    here.sync()
    gone = service.rows.pop(20)
    service.rows[-1]["updated_at"] = "2026-12-01"
    incremental = here.sync()
    # It ignores the time as well, so all rows came; but that cannot be told from here.
    assert (incremental.deleted, incremental.undecided) == (0, True)
    assert here.sync(full=True).deleted == 1
    assert str(gone["api_id"]) not in here.ids


def test_what_another_source_tells_of_stays(here: Here, service: Paged) -> None:
    here.sync()
    row = service.rows.pop(0)
    other = read_records([{"id": str(row["api_id"]), "text": "Rumah siap huni."}], here.engine.pack, source="mine")
    here.indexer.index(other)
    report = here.sync()
    assert (report.deleted, report.kept) == (0, 1)
    assert str(row["api_id"]) in here.ids


def foreign(**changed: Any) -> Row:
    return {**rows(1)[0], "api_id": 1, "listing_type": "sale", "property_type": "house", **changed}


def one(here: Here, service: Paged, row: Row, **options: Any) -> SyncReport:
    service.rows = [row]
    return here.sync(**options)


@pytest.mark.parametrize(
    ("column", "value", "concept", "read"),
    [
        ("bedrooms", "4+1", "bedrooms", 4),
        ("bedrooms", "3+1+1", "bedrooms", 3),
        ("bedrooms", "3 kamar", "bedrooms", 3),
        ("land_area", "10x20", "land area", 200),
        ("land_area", "10 m x 20 m", "land area", 200),
        ("land_area", "10 x 20 m2", "land area", 200),
        ("price", "Rp 1.250.000.000", "price", 1_250_000_000),
        ("price", "850 juta nego", "price", 850_000_000),
    ],
)
def test_numbers_in_words_of_the_trade_are_read(
    here: Here, service: Paged, column: str, value: str, concept: str, read: float
) -> None:
    one(here, service, foreign(**{column: value}))
    assert here.claims("1")[concept] == read


def test_a_price_that_is_none_is_named_and_left_out(here: Here, service: Paged) -> None:
    report = one(here, service, foreign(price="Nego"))
    assert report.index.indexed == 1
    (unread,) = [use for use in report.index.columns.unread if use.column == "price"]
    assert unread.why == "'Nego' is not a number"
    assert "price" not in here.claims("1")


def test_an_emoji_in_a_title_is_kept(here: Here, service: Paged) -> None:
    one(here, service, foreign(name="🏡✨ Rumah Murah 👨‍👩‍👧"))
    assert here.store.get([EntityId("1")])[0].entity.title == "🏡✨ Rumah Murah 👨‍👩‍👧"


def region(name: str) -> tuple[tuple[Place, ...], ...]:
    return ((MEDAN,),) if "medan" in name.casefold() else ()


def point(here: Here) -> Point | None:
    return here.store.get([EntityId("1")])[0].entity.point


@pytest.mark.parametrize(
    ("coordinates", "kept", "told"),
    [
        ((3.6, 98.7), Point(3.6, 98.7), ""),
        (("3.6", "98.7"), Point(3.6, 98.7), ""),
        ((98.7, 3.6), Point(3.6, 98.7), "the wrong way round"),
        ((-6.2, 106.8), None, "far from 'Medan'"),
        ((120.0, 300.0), None, "far from 'Medan'"),
        ((None, 98.7), None, ""),
        (("here", "there"), None, ""),
    ],
)
def test_coordinates_that_are_wrong_are_mended_or_left_out(
    here: Here, service: Paged, coordinates: tuple[object, object], kept: Point | None, told: str
) -> None:
    row = foreign(latitude=coordinates[0], longitude=coordinates[1], city="Kota Medan", updated_at="")
    report = one(here, service, row, regions_of=region)
    assert point(here) == kept
    assert [told in line for line in report.mended] == ([True] if told else [])


def test_coordinates_the_wrong_way_round_are_seen_without_a_map(here: Here, service: Paged) -> None:
    one(here, service, foreign(latitude=98.7, longitude=3.6))
    assert point(here) == Point(3.6, 98.7)


@pytest.mark.parametrize(
    "row",
    [
        {"name": "no id"},
        "text",
        {"api_id": 2, "name": "again"},
        {"api_id": 5, "description": "x" * 1_000_001},
        {"api_id": 6} | {f"column {number}": 1 for number in range(201)},
    ],
)
def test_a_row_that_cannot_be_used_is_named_and_the_others_are_stored(here: Here, service: Paged, row: Any) -> None:
    good: list[Any] = [foreign(api_id=2), foreign(api_id=3)]
    service.says({"data": [*good, row], "meta": {"last_page": 1}})
    report = here.sync()
    assert (report.index.indexed, report.index.skipped) == (2, 1)
    assert "page 1" in report.index.bad[0].message
    assert here.ids == {"2", "3"}


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("price", {"amount": 5}),
        ("price", float("nan")),
        ("price", 10**30),
        ("url_view", "/properti/1"),
        ("url_view", "javascript:alert(1)"),
        ("url_view", 7),
        ("updated_at", "kemarin"),
        ("description", ["a", {"b": 1}]),
        ("images", [{"src": "1.jpg"}]),
        ("level", "lantai dua"),
        ("level", 3),
    ],
)
def test_a_value_that_cannot_be_used_is_named_and_does_not_cost_its_row(
    here: Here, service: Paged, column: str, value: Any
) -> None:
    report = one(here, service, foreign(**{column: value}))
    assert (report.index.indexed, report.index.skipped) == (1, 0)
    columns = report.index.columns
    told = [*(use.why for use in columns.unread), *(unread.why for unread in columns.values)]
    assert [why for why in told if "is left out" in why]
    assert here.claims("1")["floors"]


@pytest.mark.parametrize(
    ("column", "value", "kept", "as_"),
    [
        ("district", {"id": 4, "name": "Medan Johor"}, "district", "Medan Johor"),
        ("features", [{"id": 1, "name": "CCTV"}, {"id": 2, "label": "Gym"}], "features", ("CCTV", "Gym")),
        ("features", {"CCTV": True, "Gym": False}, "features", ("CCTV",)),
        ("floors", {"value": 2}, "floors", 2),
        ("years", [2019, 2021], "years", ("2019", "2021")),
    ],
)
def test_an_object_around_a_name_is_read_as_the_name(
    here: Here, service: Paged, column: str, value: Any, kept: str, as_: Any
) -> None:
    one(here, service, foreign(**{column: value}))
    assert here.store.get([EntityId("1")])[0].entity.fields[kept] == as_


@pytest.mark.parametrize(
    "value", [1_790_000_000, 1_790_000_000_000, "2026-09-21T13:33:20.000000Z", "2026-09-21 13:33:20"]
)
def test_a_time_is_read_in_the_forms_that_services_give_it(here: Here, service: Paged, value: Any) -> None:
    service.says({"data": [foreign(updated_at=value)], "meta": {"last_page": 1}})
    here.sync()
    assert here.store.get([EntityId("1")])[0].entity.sources[-1].updated.startswith("2026-09-21T1")


def test_half_an_emoji_at_the_end_of_a_title_is_cut_off(here: Here, service: Paged) -> None:
    one(here, service, foreign(name="Rumah \ud83c\udfe1 Murah \ud83c", description=404))
    entity = here.store.get([EntityId("1")])[0].entity
    assert (entity.title, entity.sources[-1].text) == ("Rumah 🏡 Murah", "404")


def test_pages_without_end_come_to_one(here: Here, service: Paged) -> None:
    body = json.dumps({"data": [foreign()], "meta": {"last_page": 1 << 40}}).encode()
    service.bad = [Bad(body=body), Bad(body=body)]
    report = here.sync()
    assert (report.index.indexed, report.pages) == (1, 1)


def test_progress_counts_what_is_stored(here: Here) -> None:
    told: list[int] = []
    note: Callable[[int, int | None, str], None] = lambda done, total, message: told.append(done)  # noqa: E731
    here.sync(progress=note)
    assert told[-1] == 35
    assert told == sorted(told)


class Losing(Paged):
    """Says how many rows there are, and leaves some out: a row that came on page 1 a moment ago is on page 2 now."""

    lost = 0

    def page(self, query: SourceQuery) -> dict[str, Any]:
        full = super().page(query)
        if "ids" not in self.asked[-1].params and query.page == 2:
            full["data"] = full["data"][self.lost :]
        return full


@pytest.mark.parametrize("knows_ids", [True, False])
def test_fewer_rows_than_there_are_is_told_and_removes_nothing(knows_ids: bool) -> None:
    with closing(Losing(rows(35))) as service:
        service.knows_ids = knows_ids
        here = Here(service)
        whole = here.sync()
        assert (whole.seen, whole.total, whole.is_incomplete) == (35, 35, False)
        del service.rows[30:]
        service.lost = 4
        report = here.sync(full=True)
        assert (report.seen, report.total, report.is_incomplete) == (26, 30, True)
        assert (report.deleted, len(here.ids)) == (0, 35)
        service.lost = 0
        here.now += timedelta(days=1)
        # The rows were not read to their end, so they are read again.
        again = here.sync(full=not knows_ids)
        assert (again.is_incomplete, again.deleted) == (False, 5)


def test_a_service_that_does_not_say_how_many_rows_there_are_is_believed() -> None:
    with closing(Terse(rows(35))) as service:
        service.form = "nothing"
        report = Here(service).sync()
    assert (report.seen, report.total, report.is_incomplete) == (35, None, False)


def test_rows_without_a_link_are_read_like_the_others(here: Here, service: Paged) -> None:
    row = {name: value for name, value in foreign(name="Rumah Johor", facing="utara").items() if name != "url_view"}
    layout = shared_pack("property").exports["property_api"]
    report = one(here, service, row, layout=layout)
    assert (report.index.indexed, report.layout, report.unlike) == (1, "property API", True)
    assert here.store.get([EntityId("1")])[0].entity.title == "Rumah Johor"
    report = one(here, service, foreign(name="Rumah Johor Baru"), layout=layout)
    assert (report.layout, report.unlike) == ("property API", False)


class Terse(Paged):
    """A service that gives 10 rows a page, whatever is asked, and says in its own way how many there are."""

    form = "total"

    def page(self, query: SourceQuery) -> dict[str, Any]:
        full = super().page(query)
        rows, total = full["data"], full["meta"]["total"]
        told: dict[str, dict[str, Any]] = {
            "total": {"data": rows, "meta": {"total": total}},
            "count of the page": {"data": rows, "count": len(rows)},
            "nothing": {"data": rows},
        }
        return told[self.form]


@pytest.mark.parametrize("says", ["total", "count of the page", "nothing"])
def test_a_service_that_gives_fewer_rows_a_page_than_asked_loses_none(says: str) -> None:
    service = Terse(rows(35))
    service.form = says
    with closing(service):
        here = Here(service)
        here.sync()
        assert len(here.ids) == 35
        del service.rows[3:15]
        here.now += timedelta(days=1)
        assert here.sync(may_delete_many=True).deleted == 12
        assert here.ids == {str(row["api_id"]) for row in service.rows}


def test_a_row_whose_id_cannot_stand_in_a_list_is_asked_for_by_itself() -> None:
    service = Service([row | {"api_id": f"MDN,{number}"} for number, row in enumerate(rows(12))])
    with closing(service):
        here = Here(service)
        here.sync()
        service.rows.pop()
        here.now += timedelta(days=1)
        assert here.sync(full=True).deleted == 1
        assert here.ids == {f"MDN,{number}" for number in range(11)}


def test_services_on_one_host_are_told_apart() -> None:
    north, south = (source_name(f"https://example.org/{one}/api/v1") for one in ("north", "south"))
    assert north != south
    assert source_name("https://key@api.example.org/api/v1") == "api.example.org"


def test_a_coordinate_of_hundreds_of_digits_is_none(here: Here, service: Paged) -> None:
    service.rows = [*rows(2), rows(3)[2] | {"latitude": 10**400}]
    report = here.sync()
    assert len(here.ids) == 3
    assert here.store.get([EntityId("3")])[0].entity.point is None
    assert [one.column for one in report.index.columns.values] == ["latitude"]
