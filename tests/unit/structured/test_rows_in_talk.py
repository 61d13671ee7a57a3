"""A conversation about rows that only the source has: shown, looked up, asked about, compared and explained."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from tests.unit.places.servers.speaking import Bad
from tests.unit.structured.rows import Row, rows, store_of
from tests.unit.structured.service import PATH
from tests.unit.structured.test_hybrid import Shuffled, searching

from claimtree.chat import Conversation, Reply
from claimtree.chat.measures import prices
from claimtree.chat.sessions import Key
from claimtree.errors import UnknownName
from claimtree.languages.rendering import render
from claimtree.model.answers import Verdict
from claimtree.model.claims import EntityId
from claimtree.model.source_query import SourceRow
from claimtree.sources.listings import read_records
from claimtree.structured import hybrid
from claimtree.structured.hybrid import SourceSearcher
from claimtree.structured.row_judge import Seen

HOUSE = {"property_type": "house", "listing_type": "sale", "facing": "utara", "in_complex": True, "floors": 2}
ROWS: list[Row] = [
    {
        **row,
        **HOUSE,
        "api_id": f"r{row['api_id']}",
        "name": f"Rumah {row['api_id']}",
        "price": f"{700 + row['api_id']}000000",
        "bedrooms": 3,
        "features": ["CCTV"] if row["api_id"] % 2 else ["kolam renang"],
        "description": "Lingkungan tenang, dekat sekolah.",
    }
    for row in rows(6)
]
OTHER: Row = {**rows(1)[0], "api_id": "other", "property_type": "shophouse", "name": "Ruko"}


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shuffled]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with closing(Shuffled([dict(row) for row in ROWS])) as service:
        yield service


@pytest.fixture
def searcher(service: Shuffled) -> Iterator[SourceSearcher]:
    with searching(service, stored=[OTHER]) as searcher:
        yield searcher


def talk_of(searcher: SourceSearcher) -> Conversation:
    return Conversation(searcher.engine, searcher=searcher, limit=3)


def numbers(reply: Reply) -> list[tuple[int, str]]:
    return [(hit.number, str(hit.id)) for hit in reply.hits]


def test_a_row_of_the_source_is_shown_and_looked_up(searcher: SourceSearcher) -> None:
    talk = talk_of(searcher)
    first = talk.reply("rumah dijual 3 kamar")
    assert numbers(first) == [(1, "r1"), (2, "r2"), (3, "r3")]
    assert first.hits[0].price == "Rp701 juta"
    detail = talk.reply("nomor 3")
    assert numbers(detail) == [(3, "r3")]
    assert "Rp703 juta" in detail.text
    assert "Lingkungan tenang" in detail.text
    more = talk.reply("ada lagi?")
    assert numbers(more) == [(4, "r4"), (5, "r5"), (6, "r6")]


def test_a_row_of_the_source_is_asked_about_with_its_words(searcher: SourceSearcher) -> None:
    talk = talk_of(searcher)
    talk.reply("rumah dijual 3 kamar")
    (yes,) = talk.reply("nomor 1 ada CCTV nggak?").answers
    assert (yes.id, yes.verdict) == ("r1", Verdict.MET)
    assert "cctv" in yes.quotes[0].casefold()
    (unsaid,) = talk.reply("nomor 2 ada CCTV nggak?").answers
    assert (unsaid.id, unsaid.verdict) == ("r2", Verdict.UNKNOWN)
    (price,) = talk.reply("nomor 2 berapa harganya?").answers
    assert price.quotes == ("Rp702 juta",)


def test_rows_of_the_source_are_compared_sorted_and_explained(searcher: SourceSearcher) -> None:
    talk = talk_of(searcher)
    talk.reply("rumah dijual 3 kamar")
    compared = talk.reply("bandingkan nomor 1 dan 3")
    assert numbers(compared) == [(1, "r1"), (3, "r3")]
    assert "Rp701 juta" in compared.text
    assert "Rp703 juta" in compared.text
    dearest = talk.reply("urutkan termahal")
    assert [str(hit.id) for hit in dearest.hits] == ["r6", "r5", "r4"]
    why = talk.why(Key(collection="property", owner="", name=""), "1")
    assert why.id == "r6"
    assert {finding.verdict for finding in why.judgement.findings} == {Verdict.MET}
    assert [render(reason, why.language) for reason in why.reasons]


def test_what_the_source_has_otherwise_is_sorted_and_left_out_as_the_source_has_it(service: Shuffled) -> None:
    stored = [dict(row) for row in ROWS]
    service.rows = [{**row, "price": "2000000000"} if row["api_id"] == "r1" else dict(row) for row in ROWS]
    service.is_careless = True
    with searching(service, stored=stored) as searcher:
        talk = talk_of(searcher)
        assert numbers(talk.reply("rumah dijual 3 kamar di bawah 1 miliar")) == [(1, "r2"), (2, "r3"), (3, "r4")]
        for order, first in (("urutkan termurah", ["r2", "r3", "r4"]), ("urutkan termahal", ["r6", "r5", "r4"])):
            assert [str(hit.id) for hit in talk.reply(order).hits] == first


def test_what_meets_a_wish_and_why_is_told_as_the_source_has_it(service: Shuffled) -> None:
    service.rows = [{**row, "price": "2000000000"} if row["api_id"] == "r1" else dict(row) for row in ROWS]
    service.is_careless = True
    with searching(service, stored=ROWS[:3]) as searcher:
        claims = searcher.search("rumah dijual 3 kamar di bawah 1 miliar").claims
        assert set(searcher.engine.meeting_all(claims, limit=10)) == {"r1", "r2", "r3"}
        assert set(searcher.meeting_all(claims, limit=10)) == {"r2", "r3"}
        ids = [EntityId("r4"), EntityId("r1"), EntityId("r2")]
        price = [hit.findings[-1].verdict for hit in searcher.hits(claims, ids)]
        assert price == [Verdict.MET, Verdict.REFUTED, Verdict.MET]


def test_a_row_nobody_searched_for_is_asked_for_by_its_id(service: Shuffled, searcher: SourceSearcher) -> None:
    shown = talk_of(searcher).tools.get_property_detail("r5")
    assert (shown.title, shown.price) == ("Rumah 5", "Rp705 juta")
    assert [asked.path for asked in service.asked] == [f"{PATH}/r5"]
    with pytest.raises(UnknownName, match="no entity 'r99'"):
        talk_of(searcher).tools.get_property_detail("r99")


def test_a_conversation_goes_on_in_another_process(searcher: SourceSearcher) -> None:
    talk = talk_of(searcher)
    talk.reply("rumah dijual 3 kamar")
    searcher._judge = None  # what was read is not kept
    again = talk.reply("nomor 2")
    assert numbers(again) == [(2, "r2")]
    assert "Rp702 juta" in again.text


def test_a_row_that_is_looked_up_follows_the_store_after_a_write(service: Shuffled) -> None:
    engine, _, indexer = store_of([OTHER])
    with searching(service, engine=engine) as searcher:
        assert looked_up(searcher, "r1") == 701_000_000
        service.rows[0]["price"] = "650000000"
        assert looked_up(searcher, "r1") == 701_000_000  # it was asked for just now
        indexer.index(read_records(service.rows, engine.pack, source="api"))
        assert looked_up(searcher, "r1") == 650_000_000
        talk = talk_of(searcher)
        assert "Rp650 juta" in talk.reply("rumah dijual 3 kamar").text


def test_a_row_that_is_looked_up_is_asked_for_again_after_a_while(service: Shuffled) -> None:
    now = [0.0]
    with searching(service, stored=[OTHER], kept_s=60, clock=lambda: now[0]) as searcher:
        assert looked_up(searcher, "r1") == 701_000_000
        service.rows[0]["price"] = "650000000"
        now[0] = 61
        assert looked_up(searcher, "r1") == 650_000_000
        del service.rows[0]
        now[0] = 122
        assert looked_up(searcher, "r1") is None
        assert searcher._judge is not None
        assert not searcher._judge.has([EntityId("r1")])


def test_a_row_stays_as_it_was_seen_while_the_source_gives_no_answer(service: Shuffled) -> None:
    now = [0.0]
    with searching(service, stored=[OTHER], clock=lambda: now[0]) as searcher:
        assert looked_up(searcher, "r1") == 701_000_000
        service.always = Bad(status=500)
        now[0] = 1000
        assert looked_up(searcher, "r1") == 701_000_000


def test_an_id_that_the_source_does_not_know_is_asked_for_once_in_a_while(service: Shuffled) -> None:
    now = [0.0]
    with searching(service, stored=[OTHER], clock=lambda: now[0]) as searcher:
        for _ in range(3):
            assert looked_up(searcher, "r99") is None
        assert len(service.asked) == 1
        service.rows.append({**ROWS[0], "api_id": "r99"})
        now[0] = 1000
        assert looked_up(searcher, "r99") == 701_000_000


def test_several_rows_are_looked_up_together_and_not_for_longer_than_a_question_waits(
    service: Shuffled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hybrid, "LONGEST_S", 0.3)
    service.always = Bad(wait_s=5.0)
    with searching(service, stored=[OTHER]) as searcher:
        began = time.perf_counter()
        assert searcher.get([EntityId(f"r{number}") for number in range(1, 7)]) == ()
        # Far more than it may wait, on a busy machine too; the answer takes longer.
        assert time.perf_counter() - began < 4.5


def test_a_row_that_is_read_anew_is_never_missing(service: Shuffled, monkeypatch: pytest.MonkeyPatch) -> None:
    with searching(service, stored=[OTHER]) as searcher:
        looked_up(searcher, "r1")
        judge, indexing, read = searcher._judge, threading.Event(), threading.Event()
        assert judge is not None
        index = judge._indexer.index

        def slowly(documents: Any) -> Any:
            indexing.set()
            read.wait(0.3)
            return index(documents)

        monkeypatch.setattr(judge._indexer, "index", slowly)
        row = SourceRow(id=EntityId("r1"), data={**ROWS[0], "price": "650000000"})
        writer = threading.Thread(target=judge.add, args=([row],), kwargs={"name": "api", "seen": Seen()})
        writer.start()
        indexing.wait(5)
        (found,) = judge.get([EntityId("r1")])
        read.set()
        writer.join()
    assert found.entity.fields["price"] in ("650000000", 650_000_000)


def looked_up(searcher: SourceSearcher, id: str) -> float | None:
    """The price of a row that is looked up; None if nobody knows it."""
    items = searcher.get([EntityId(id)])
    return next(iter(prices(items, searcher.engine.pack).values()), None)
