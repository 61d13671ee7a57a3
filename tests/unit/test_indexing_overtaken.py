"""Somebody else writes while a batch is read: nothing that was acknowledged is lost, nothing deleted comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from tests.unit.test_indexing import (
    EMBEDDER,
    PACK,
    WordReader,
    area,
    doc,
    ids,
    indexer,
    new_store,
    room,
    stored,
    texts,
)

from claimtree.errors import Contended, StaleVersion
from claimtree.indexing import ANY, NONE, Indexer, delete
from claimtree.indexing.batch_writer import MOST_TRIES
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Entity
from claimtree.model.phrases import Batch
from claimtree.ports import DocumentReading, MovableStore

H = EntityId("h")


class Interrupted(WordReader):
    """Runs another writer each time before it reads a certain text."""

    def __init__(self, at: str, *meddling: Callable[[], object]) -> None:
        super().__init__()
        self._at = at
        self._meddling: Iterator[Callable[[], object]] = iter(meddling)
        self.reads = 0

    def read_document(self, text: str, *, about: Entity, source: str) -> DocumentReading:
        if text == self._at:
            self.reads += 1
            next(self._meddling, lambda: None)()
        return super().read_document(text, about=about, source=source)


def overtaken(store: MovableStore, at: str, *meddling: Callable[[], object]) -> tuple[Indexer, Interrupted]:
    reader = Interrupted(at, *meddling)
    return Indexer(PACK, store, reader, EMBEDDER), reader


def sources(store: MovableStore, id: str = "h") -> list[str]:
    return [source.name for source in stored(store, id).entity.sources]


def test_what_another_wrote_meanwhile_is_kept() -> None:
    store = new_store()
    indexer(store).index([doc("h", "sunny", source="a")])
    late, reader = overtaken(store, "dogs", lambda: indexer(store).index([doc("h", "bright", source="b")]))
    report = late.index([doc("h", "dogs", source="c"), doc("i", "dark", source="c")])
    assert (report.indexed, report.skipped) == (2, 0)
    assert sources(store) == ["a", "b", "c"]
    assert texts(store, "h") == ["sunny", "bright", "dogs"]
    assert reader.reads == 2
    assert reader.texts.count("dark") == 1  # not changed by another writer, so it is not read again


def test_the_same_home_made_twice_at_once_has_both_sources() -> None:
    store = new_store()
    late, _ = overtaken(store, "dogs", lambda: indexer(store).index([doc("h", "bright", source="b")]))
    late.index([doc("h", "dogs", source="c", rooms=[room("kitchen", "modern")])])
    assert sources(store) == ["b", "c"]
    assert stored(store, "h/kitchen-1").entity.parent == "h"


def test_what_was_deleted_meanwhile_stays_deleted() -> None:
    store = new_store()
    indexer(store).index([doc("h", "sunny", source="a", rooms=[room("bedroom", "modern")])])
    late, _ = overtaken(store, "dogs", lambda: delete(store, [H]))
    late.index([doc("h", "dogs", source="b")])
    assert sources(store) == ["b"]
    assert texts(store, "h") == ["dogs"]
    assert ids(store) == ["h"]


def test_what_hangs_on_something_that_was_deleted_meanwhile_is_refused() -> None:
    store = new_store()
    indexer(store).index([area("soho")])
    late, _ = overtaken(store, "dogs", lambda: delete(store, [EntityId("soho")]))
    report = late.index([doc("h", "dogs", parent="soho"), doc("i", "dark")])
    assert (report.indexed, report.skipped) == (1, 1)
    assert "soho" in report.bad[0].message
    assert ids(store) == ["i"]


def test_a_new_parent_that_another_made_meanwhile_keeps_its_children() -> None:
    store = new_store()
    late, _ = overtaken(store, "leafy", lambda: indexer(store).index([doc("soho", "old", level=area("x").level)]))
    report = late.index([area("soho", "leafy"), doc("h", "dogs", parent="soho")])
    assert (report.indexed, report.skipped) == (2, 0)
    assert stored(store, "h").entity.parent == "soho"


def test_a_part_that_became_an_entity_of_its_own_meanwhile_is_not_overwritten() -> None:
    store = new_store()
    indexer(store).index([doc("g", "sunny")])

    def take_the_id() -> None:
        own = doc("h/kitchen-1", "dark", level=PACK.hierarchy.levels[2], parent="g", source="b")
        assert indexer(store).index([own]).indexed == 1

    late, _ = overtaken(store, "dogs", take_the_id)
    report = late.index([doc("h", "dogs", rooms=[room("kitchen", "modern")])])
    assert report.skipped == 1
    assert "already an entity" in report.bad[0].message
    assert stored(store, "h/kitchen-1").entity.parent == "g"


def test_what_was_refused_is_not_tried_again_with_those_that_were_overtaken() -> None:
    store = new_store()
    indexer(store).index([doc("g", "sunny")])
    indexer(store).index([doc("h/kitchen-1", "dark", level=PACK.hierarchy.levels[2], parent="g")])
    late, _ = overtaken(store, "dogs", lambda: indexer(store).index([doc("i", "bright", source="b")]))
    report = late.index([doc("h", "old", rooms=[room("kitchen", "modern")]), doc("i", "dogs", source="c")])
    assert (report.indexed, report.skipped) == (1, 1)
    assert sources(store, "i") == ["b", "c"]


def test_a_refusal_stands_though_its_reason_is_gone_when_others_are_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = new_store()
    indexer(store).index([area("soho")])
    late, _ = overtaken(store, "dogs", lambda: delete(store, [EntityId("soho")]))
    put = store.put

    def meddle_after_the_refusal(batch: Batch) -> None:
        if [item.entity.id for item in batch.entities] == ["i"]:
            monkeypatch.undo()
            indexer(store).index([area("soho"), doc("i", "bright", source="b")])
        put(batch)

    monkeypatch.setattr(store, "put", meddle_after_the_refusal)
    report = late.index([doc("h", "dogs", parent="soho"), doc("i", "dark", source="c")])
    assert (report.indexed, report.skipped) == (1, 1)
    assert ids(store) == ["i", "soho"]
    assert sources(store, "i") == ["b", "c"]


def test_a_writer_that_is_overtaken_all_the_time_gives_way_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("claimtree.indexing.batch_writer.LONGEST_PAUSE_S", 0.001)
    store = new_store()
    rents = iter(range(1000, 1000 + MOST_TRIES))

    def write() -> None:
        indexer(store).index([doc("h", f"rent {next(rents)}", source="b")])

    late, reader = overtaken(store, "dogs", *[write] * MOST_TRIES)
    report = late.index([doc("h", "dogs", source="c"), doc("i", "dark")])
    assert reader.reads == MOST_TRIES
    assert (report.indexed, report.skipped) == (1, 1)
    assert isinstance(report.bad[0], Contended)
    assert "changed by others all the time" in report.bad[0].message
    assert sources(store) == ["b"]
    assert ids(store) == ["h", "i"]


def test_a_write_happens_only_at_the_version_that_is_wanted() -> None:
    store = new_store()
    first = indexer(store).index([doc("h", "sunny")]).versions[H]
    assert first == stored(store, "h").version
    second = indexer(store).index([doc("h", "dark")], wanted={H: (first,)}).versions[H]
    assert second != first
    late = indexer(store).index([doc("h", "bright"), doc("i", "dogs")], wanted={H: (first,)})
    assert (late.indexed, late.skipped) == (1, 1)
    assert isinstance(late.bad[0], StaleVersion)
    assert first in late.bad[0].message
    assert second in late.bad[0].message
    assert texts(store, "h") == ["dark"]


@pytest.mark.parametrize(
    ("wanted", "there", "happens"),
    [(NONE, False, True), (NONE, True, False), (ANY, True, True), (ANY, False, False), ("0" * 16, False, False)],
)
def test_one_may_want_it_to_be_there_or_not(wanted: str, there: bool, happens: bool) -> None:
    store = new_store()
    if there:
        indexer(store).index([doc("h", "sunny", source="a")])
    report = indexer(store).index([doc("h", "dark", source="b")], wanted={H: (wanted,)})
    assert report.indexed == happens
    assert [type(bad) for bad in report.bad] == ([] if happens else [StaleVersion])


def test_two_sources_of_one_run_want_the_same_version() -> None:
    store = new_store()
    both = [doc("h", "sunny", source="a"), doc("h", "dark", source="b")]
    report = indexer(store, batch_size=1).index(both, wanted={H: (NONE,)})
    assert (report.indexed, report.skipped) == (2, 0)
    assert sources(store) == ["a", "b"]


def test_an_unchanged_document_needs_the_wanted_version_too() -> None:
    store = new_store()
    indexer(store).index([doc("h", "sunny")])
    report = indexer(store).index([doc("h", "sunny")], wanted={H: ("0" * 16,)})
    assert (report.unchanged, report.skipped) == (0, 1)


def test_a_version_that_is_lost_while_the_text_is_read_is_stale() -> None:
    store = new_store()
    version = indexer(store).index([doc("h", "sunny", source="a")]).versions[H]
    late, _ = overtaken(store, "dogs", lambda: indexer(store).index([doc("h", "bright", source="b")]))
    report = late.index([doc("h", "dogs", source="c")], wanted={H: (version,)})
    assert isinstance(report.bad[0], StaleVersion)
    assert sources(store) == ["a", "b"]


def test_deleting_may_want_a_version_too() -> None:
    store = new_store()
    first = indexer(store).index([doc("h", "sunny")]).versions[H]
    second = indexer(store).index([doc("h", "dark")]).versions[H]
    with pytest.raises(StaleVersion, match=second):
        delete(store, [H], wanted={H: (first,)})
    assert delete(store, [H], wanted={H: (second,)}) == 1
    with pytest.raises(StaleVersion, match="not there"):
        delete(store, [H], wanted={H: (second,)})
