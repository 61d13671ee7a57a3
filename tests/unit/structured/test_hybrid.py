"""The store and a real service on loopback, ranked together: whatever the service says, what is required holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.places.servers.speaking import Asked, Bad
from tests.unit.structured.rows import Row, rows, store_of
from tests.unit.structured.service import Service

from claimtree.engine import Engine
from claimtree.errors import BadInput, BadQuery
from claimtree.languages.rendering import notice_texts
from claimtree.model.answers import Answer, Found, Verdict
from claimtree.model.claims import units
from claimtree.model.notices import NoticeCode
from claimtree.model.questions import Question
from claimtree.structured import hybrid
from claimtree.structured.client import ApiClient
from claimtree.structured.hybrid import Method, OrderWeights, SourceSearcher, url_of
from claimtree.structured.row_judge import RowJudge
from claimtree.structured.store_source import StoreSource
from claimtree.structured.translate import translate

ROWS = [
    {**row, "description": "Lingkungan tenang dan bebas banjir." if row["api_id"] % 3 == 0 else ""} for row in rows(60)
]
HOUSES = "rumah dijual minimal 2 kamar"
BOTH = "rumah dijual, lingkungan tenang"


class Shuffled(Service):
    """Answers with its rows in the order of their names, and where `is_careless` without looking at the filters."""

    is_careless = False
    most_per_page = 100

    def answer(self, asked: Asked) -> tuple[int, Any]:
        if self.is_careless and "ids" not in asked.params:
            return 200, {"data": self.rows, "meta": {"last_page": 1}}
        if "per_page" in asked.params:
            asked.params["per_page"] = str(min(int(asked.params["per_page"]), self.most_per_page))
        return super().answer(asked)


@lru_cache
def stored_rows(source: str) -> Engine:
    """What searches a store with all rows, or half of them; no test changes it."""
    return store_of(ROWS[:30] if source == "half" else ROWS, source=source)[0]


@lru_cache
def row_judge() -> RowJudge:
    """Judges the rows of the other half, which it has read after a while."""
    beside, store, indexer = store_of([])
    return RowJudge(beside, store, indexer, beside.pack)


@contextmanager
def searching(
    service: Service,
    *,
    stored: list[Row] | None = None,
    engine: Engine | None = None,
    source: str = "api",
    **options: Any,
) -> Iterator[SourceSearcher]:
    engine = engine or (stored_rows(source) if stored is None else store_of(stored, source=source)[0])
    pack = engine.pack
    assert pack.api is not None

    def judging() -> RowJudge:
        return row_judge() if source == "half" else row_judge.__wrapped__()

    client = ApiClient(service.url, pack, pack.api, timeout_s=2.0, kept_s=0, sleep=lambda seconds: None)
    with SourceSearcher(engine, client, pack.api, open_judge=judging, **options) as searcher:
        yield searcher


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shuffled]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with closing(Shuffled([dict(row) for row in reversed(ROWS)])) as service:
        yield service


def ids(found: Answer) -> list[str]:
    return [str(hit.id) for hit in found.hits]


def codes(found: Answer) -> list[NoticeCode]:
    return [one.code for one in found.notices]


def refutes_nothing_required(found: Answer) -> bool:
    required = [unit for unit in units(found.claims) if any(found.claims[i].required for i in unit)]
    # Of alternatives one is enough.
    return all(
        any(hit.findings[i].verdict is not Verdict.REFUTED for i in unit) for hit in found.hits for unit in required
    )


def test_filters_alone_follow_the_order_of_the_source(service: Shuffled) -> None:
    with searching(service) as searcher:
        found = searcher.search(HOUSES, limit=100)
    wanted = [str(row["api_id"]) for row in service.rows if sold_house(row)]
    assert len(wanted) > 3
    assert ids(found)[: len(wanted)] == wanted
    assert not found.notices


def test_words_alone_are_not_asked_of_the_source(service: Shuffled) -> None:
    with searching(service) as searcher:
        found = searcher.search("lingkungan tenang, bebas banjir", limit=100)
        assert ids(found) == ids(searcher.engine.search("lingkungan tenang, bebas banjir", limit=100))
    # Only the links of hits without one are asked for.
    assert all("ids" in asked.params for asked in service.asked)


def test_both_are_weighed_as_documented(service: Shuffled) -> None:
    weights = OrderWeights(semantic=0.6, structured=0.4)
    with searching(service, weights=weights) as searcher:
        found = searcher.search(BOTH, limit=100)
        alone = searcher.engine.search(BOTH, limit=100)
    order = [
        str(row["api_id"]) for row in service.rows if (row["property_type"], row["listing_type"]) == ("house", "sale")
    ]
    best = max(hit.standing.score for hit in alone.hits)

    def key(hit: Any) -> tuple[Any, ...]:
        place = order.index(hit.id) if hit.id in order else len(order)
        combined = 0.6 * hit.standing.score / best + 0.4 * (1 - place / len(order))
        return (-hit.standing.required_met, -round(combined, 9))

    assert ids(found) == [str(hit.id) for hit in sorted(alone.hits, key=key)]
    assert ids(found) != ids(alone)


def test_with_no_weight_for_the_source_the_order_is_by_score(service: Shuffled) -> None:
    with searching(service, weights=OrderWeights(semantic=1.0, structured=0.0)) as searcher:
        assert ids(searcher.search(BOTH, limit=100)) == ids(searcher.engine.search(BOTH, limit=100))


@pytest.mark.parametrize("value", [-0.1, 1.5, float("nan")])
def test_a_weight_that_is_no_share_is_refused(value: float) -> None:
    with pytest.raises(BadInput, match="not between 0 and 1"):
        OrderWeights(semantic=value)


QUESTIONS = st.tuples(
    st.sampled_from(["rumah", "ruko", "apartemen", ""]),
    st.sampled_from(["dijual", "disewa", ""]),
    st.sampled_from(["3 kamar", "minimal 2 kamar", "maksimal 2 lantai", ""]),
    st.sampled_from(["di bawah 1 miliar", "harga 1M an", ""]),
    st.sampled_from(["hadap utara", "hadap timur atau selatan", "dalam komplek", ""]),
    st.sampled_from(["lingkungan tenang", "bebas banjir", ""]),
).map(lambda parts: " ".join(filter(None, parts)) or "rumah")


@given(questions=st.lists(QUESTIONS, min_size=1, max_size=2))
def test_no_hit_refutes_what_is_required_even_if_the_source_ignores_the_filters(questions: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch, closing(Shuffled([dict(row) for row in ROWS])) as service:
        patch.setenv("NO_PROXY", "127.0.0.1")
        service.is_careless = True
        with searching(service, source="half", method=Method.HYBRID) as searcher:
            for question in questions:
                found = searcher.search(question, limit=100)
                plain = searcher.engine.search(question, limit=1)
                relaxed = {NoticeCode.RELAXED, NoticeCode.RELAXED_CLOSE, NoticeCode.RELAXED_FAR, NoticeCode.NOT_DENIED}
                if not relaxed & {*codes(found), *codes(plain)}:
                    assert refutes_nothing_required(found), question
                assert len(ids(found)) == len(set(ids(found)))


def test_a_row_that_the_store_lacks_is_read_and_judged(service: Shuffled) -> None:
    new: Row = {
        **ROWS[0],
        "api_id": 900,
        "property_type": "house",
        "listing_type": "sale",
        "bedrooms": 3,
        "price": "700000000",
    }
    wrong: Row = {**new, "api_id": 901, "bedrooms": 1}
    service.rows += [new, wrong]
    service.is_careless = True
    with searching(service) as searcher:
        found = searcher.search(HOUSES, limit=100)
        again = searcher.search(HOUSES, limit=100)
    assert "900" in ids(found)
    assert "901" not in ids(found)
    assert ids(again) == ids(found)
    (hit,) = [hit for hit in found.hits if hit.id == "900"]
    assert {finding.verdict for finding in hit.findings} == {Verdict.MET}
    quotes = [piece.claim.quote for finding in hit.findings for piece in finding.pieces if piece.claim is not None]
    assert "bedrooms: 3" in quotes
    assert isinstance(found, Found)
    assert found.ladder.total == sum(found.ladder.met.values())
    assert found.ladder.total == len(found.hits)


def test_a_row_that_has_changed_since_is_judged_as_it_is_now(service: Shuffled) -> None:
    dear = next(
        row
        for row in service.rows
        if (row["property_type"], row["listing_type"], row["bedrooms"]) == ("house", "sale", 3)
    )
    question = "rumah dijual 3 kamar di bawah 250 juta"
    with searching(service) as searcher:
        before = searcher.search(question, limit=100)
        dear["price"] = "200000000"
        after = searcher.search(question, limit=100)
        dear["price"] = "900000000"
        service.is_careless = True
        gone = searcher.search("rumah dijual 3 kamar di bawah 1 miliar", limit=100)
    assert str(dear["api_id"]) not in ids(before) or NoticeCode.SOURCE_EMPTY in codes(before)
    assert ids(after) == [str(dear["api_id"])]
    assert str(dear["api_id"]) in ids(gone)


def test_rows_stored_under_another_source_name_are_known(service: Shuffled) -> None:
    with searching(service, source="listings") as searcher:
        searcher.search(HOUSES, limit=100)
        assert searcher._judge is None  # nothing had to be read


@pytest.mark.parametrize(
    "bad", [Bad(status=500), Bad(hang_up=True), Bad(body=b"<html>"), Bad(body=b'{"data": 5}'), Bad(status=401)]
)
@pytest.mark.parametrize(
    ("question", "told"),
    [(HOUSES, "sedang tidak menjawab"), ("house for sale, at least 2 bedrooms", "no answer at the moment")],
)
def test_a_source_that_fails_leaves_the_stores_answer_and_a_notice(
    service: Shuffled, bad: Bad, question: str, told: str
) -> None:
    service.always = bad
    with searching(service) as searcher:
        found = searcher.search(question, limit=100)
        assert ids(found) == ids(searcher.engine.search(question, limit=100))
    assert codes(found) == [NoticeCode.SOURCE_DOWN]
    assert told in notice_texts(found)[0]


def test_a_slow_source_is_not_waited_for_beyond_its_time(service: Shuffled) -> None:
    service.always = Bad(wait_s=1.0)
    with searching(service) as searcher:
        searcher.source = ApiClient(
            service.url, searcher.engine.pack, searcher._spec, timeout_s=0.2, sleep=lambda seconds: None
        )
        assert codes(searcher.search(HOUSES)) == [NoticeCode.SOURCE_DOWN]


def test_a_source_that_finds_nothing_leaves_the_stores_answer_and_a_notice(service: Shuffled) -> None:
    service.rows = []
    with searching(service) as searcher:
        found = searcher.search(HOUSES, limit=100)
        assert ids(found) == ids(searcher.engine.search(HOUSES, limit=100))
    assert codes(found) == [NoticeCode.SOURCE_EMPTY]


def test_rows_that_cannot_be_used_are_counted(service: Shuffled) -> None:
    service.always = Bad(
        body=json.dumps({"data": [{"name": "no id"}, *service.rows], "meta": {"last_page": 1}}).encode()
    )
    with searching(service) as searcher:
        found = searcher.search(HOUSES)
    assert codes(found) == [NoticeCode.SOURCE_ROWS_BAD]
    assert notice_texts(found)[0].startswith("1 data dari")


def test_more_new_rows_than_can_be_read_are_counted(service: Shuffled) -> None:
    service.is_careless = True
    with searching(service, stored=ROWS[:2]) as searcher:
        found = searcher.search(HOUSES)
    assert codes(found) == [NoticeCode.SOURCE_ROWS_UNREAD]
    assert dict(found.notices[0].arguments)["count"] == 38


def test_a_hit_without_a_link_gets_that_of_the_source(service: Shuffled) -> None:
    stored = [{**row, "url_view": ""} for row in ROWS]
    with searching(service, stored=stored, method=Method.SEMANTIC) as searcher:
        found = searcher.search(HOUSES, limit=5)
    linked = {str(row["api_id"]): row["url_view"] for row in service.rows}
    assert [url_of(hit) for hit in found.hits] == [linked[str(hit.id)] for hit in found.hits]
    (asked,) = service.asked
    assert asked.params["ids"] == ",".join(ids(found))


def test_links_are_had_page_by_page_and_for_ids_that_cannot_stand_in_a_list(service: Shuffled) -> None:
    service.rows = [{**row, "url_view": "https://example.org/x"} for row in service.rows]
    service.rows[0] |= {"api_id": "7,8", "property_type": "house"}
    service.most_per_page = 25
    stored = [{**row, "url_view": ""} for row in service.rows]
    with searching(service, stored=stored) as searcher:
        found = searcher.search("rumah", limit=60)
    assert "7,8" in ids(found)
    assert {url_of(hit) for hit in found.hits} == {"https://example.org/x"}


def test_a_slow_source_is_not_asked_for_page_after_page(service: Shuffled) -> None:
    """What came by then is used."""
    service.most_per_page = 2
    now = iter(range(0, 1_000, 3))
    with searching(service, clock=lambda: float(next(now)), method=Method.STRUCTURED) as searcher:
        found = searcher.search(HOUSES, limit=100)
    assert 0 < len([asked for asked in service.asked if "ids" not in asked.params]) <= 2
    assert 0 < len(found.hits) <= 4
    assert NoticeCode.SOURCE_DOWN not in codes(found)


def test_pages_have_every_hit_once(service: Shuffled) -> None:
    with searching(service) as searcher:
        whole = ids(searcher.search(BOTH, limit=100))
        page = searcher.search(BOTH, limit=7)
        seen = ids(page)
        while isinstance(page, Found) and page.cursor:
            page = searcher.search(BOTH, limit=7, after=page.cursor)
            seen += ids(page)
        by_offset = [
            id for offset in range(0, len(whole), 7) for id in ids(searcher.search(BOTH, limit=7, offset=offset))
        ]
        with pytest.raises(BadQuery, match="another search"):
            searcher.search(HOUSES, after=searcher.search(BOTH, limit=1).cursor)  # type: ignore[union-attr]
    assert seen == by_offset == whole


@pytest.mark.parametrize("question", [HOUSES, BOTH])
@pytest.mark.parametrize("stored", ["api", "half"])
def test_of_very_many_hits_the_first_are_put_in_order_and_the_others_follow(
    service: Shuffled, question: str, stored: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with searching(service, source=stored) as searcher:
        all_at_once = ids(searcher.search(question, limit=100))
        monkeypatch.setattr(hybrid, "MOST_ORDERED", 5)
        whole = ids(searcher.search(question, limit=100))
        by_offset = [
            id for offset in range(0, len(whole), 4) for id in ids(searcher.search(question, limit=4, offset=offset))
        ]
    assert sorted(whole) == sorted(all_at_once)
    assert by_offset == whole
    if question == HOUSES:  # the source returned them all
        returned = [id for id in whole if id in {str(row["api_id"]) for row in service.rows if sold_house(row)}]
        assert whole[: len(returned)] == returned == all_at_once[: len(returned)]


def sold_house(row: Row) -> bool:
    return bool((row["property_type"], row["listing_type"]) == ("house", "sale") and (row["bedrooms"] or 0) >= 2)


def test_the_source_alone_shows_only_its_own_rows(service: Shuffled) -> None:
    service.rows = service.rows[:10]
    with searching(service, method=Method.STRUCTURED) as searcher:
        found = searcher.search("rumah dijual", limit=100)
    assert isinstance(found, Found)
    assert set(ids(found)) <= {str(row["api_id"]) for row in service.rows}
    assert found.ladder.total == len(found.hits)


def test_our_own_store_behind_the_interface_needs_no_second_look() -> None:
    engine, _, _ = store_of(ROWS)
    assert engine.pack.api is not None
    with SourceSearcher(engine, StoreSource(engine, engine.pack.api), engine.pack.api) as searcher:
        found = searcher.search(HOUSES, limit=100)
        assert set(ids(found)) == set(ids(engine.search(HOUSES, limit=100)))
        assert not searcher.search("rumah dijual 9 lantai").notices[:-1]


@given(question=QUESTIONS)
def test_a_filter_asks_for_no_more_than_its_wish(question: str) -> None:
    engine = stored_rows("api")
    spec = engine.pack.api
    assert spec is not None
    claims = engine.read_question(question).claims
    queries = translate(claims, engine.pack, spec).required
    source = StoreSource(engine, spec)
    let_through = {row.id for query in queries for row in source.page(replace(query, per_page=100)).rows}
    found = engine.search(Question(text=question, strict=True), limit=100)
    fitting = {
        hit.id
        for hit in found.hits
        if all(
            any(hit.findings[i].verdict is Verdict.MET for i in unit)
            for unit in units(claims)
            if any(claims[i].required for i in unit)
        )
    }
    assert fitting <= let_through
