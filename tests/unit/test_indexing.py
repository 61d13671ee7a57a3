"""Documents to stored claims: merging, reading, deduplicating, and everything that can go wrong on the way."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.errors import BadRecord, IndexMismatch, ReadError, StoreError, StoreFull
from claimtree.indexing import Indexer, IndexReport, delete
from claimtree.languages.rendering import notice_texts
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.claims import Claim, ConceptId, EntityId, Facet, LevelName, Name, TypeName
from claimtree.model.documents import Document, Part
from claimtree.model.hierarchy import Entity, Field, Hierarchy, Source
from claimtree.model.pack import (
    AmountSpec,
    ChildSpec,
    Concept,
    FacetSpec,
    FieldSpec,
    NameKind,
    OtherName,
    Pack,
    Step,
    TypeSpec,
)
from claimtree.model.phrases import Batch, IndexedEntity, Phrase, PhraseId
from claimtree.models.hashed import HashedEmbedder
from claimtree.ports import DocumentReading, MovableStore, QueryReading, StoreIdentity
from claimtree.sources.read import read_files
from claimtree.stores.memory import MemoryStore

AREA, HOME, ROOM = LevelName("area"), LevelName("home"), LevelName("room")
LOOK = TypeName("look")
EVERYWHERE = (HOME, ROOM, AREA)


def concept(id: str, *, wording: str = "", amount: AmountSpec | None = None, steps: tuple[Step, ...] = ()) -> Concept:
    return Concept(id=ConceptId(id), type=LOOK, levels=EVERYWHERE, wording=wording or id, amount=amount, steps=steps)


PACK = Pack(
    name="tiny",
    version=1,
    languages=("en",),
    title="Tiny",
    hierarchy=Hierarchy(levels=(AREA, HOME, ROOM), answers=HOME),
    level_weights={},
    types={LOOK: TypeSpec(name=LOOK, about="", levels=EVERYWHERE, examples=())},
    default_type=LOOK,
    concepts={
        one.id: one
        for one in (
            concept("dogs"),
            concept("sunny", steps=(Step(to=ConceptId("bright"), discount=0.9),)),
            concept("bright", steps=(Step(to=ConceptId("dark"), discount=0.9, excludes=True),)),
            concept("dark"),
            concept("south-facing"),
            concept("modern", wording="modern {facet}"),
            concept("rent", wording="rent _", amount=AmountSpec(kind=AmountKind.MONEY, unit="USD/month", noun="rent")),
            concept("size", wording="{facet} area _", amount=AmountSpec(kind=AmountKind.AREA, unit="m2")),
        )
    },
    facets={
        Facet(name): FacetSpec(name=Facet(name), level=ROOM, says=(name,), title=name, type=LOOK)
        for name in ("kitchen", "bedroom")
    },
    names={
        "place": NameKind(
            name="place", type=LOOK, level=AREA, wording="in {name}", other=OtherName.REFUTES,
            entries={"Dumbo": ("d.u.m.b.o.",)},
        )
    },
    fields={
        "price": FieldSpec(name="price", level=HOME, concept=ConceptId("rent")),
        "dogs": FieldSpec(name="dogs", level=HOME, concept=ConceptId("dogs")),
        "facing": FieldSpec(name="facing", level=HOME, values={"South": ConceptId("south-facing")}),
        "notes": FieldSpec(name="notes", level=HOME, read=True),
        "room.area_m2": FieldSpec(name="area_m2", level=ROOM, concept=ConceptId("size")),
        "title": FieldSpec(name="title", level=AREA, name_kind="place"),
    },
    children={"rooms": ChildSpec(key="rooms", level=ROOM, facet_key="type")},
)  # fmt: skip


class WordReader:
    """Reads "sunny; no dogs; kitchen modern; rent 3000": a facet, a negation, a known word, a number."""

    version = "1"

    def __init__(self, pack: Pack = PACK) -> None:
        self.pack = pack
        self.texts: list[str] = []

    def read_query(self, text: str) -> QueryReading:
        return QueryReading(claims=())

    def read_document(self, text: str, *, about: Entity, source: str) -> DocumentReading:
        self.texts.append(text)
        if "unreadable" in text:
            raise ReadError("the text cannot be read")
        claims = [claim for found in re.finditer("[^;]+", text) for claim in self._claim(found, about, source)]
        return DocumentReading(claims=tuple(claims))

    def _claim(self, found: re.Match[str], about: Entity, source: str) -> Iterator[Claim]:
        words = found[0].split()
        facet = Facet(words.pop(0)) if words and words[0] in self.pack.facets else about.facet
        negated = bool(words) and words[0] == "no"
        words = words[negated:]
        number = float(words.pop()) if words and words[-1].isdigit() else None
        known = self.pack.concepts.get(ConceptId(" ".join(words)))
        if known is None:
            return
        amounts: tuple[Amount, ...] = ()
        if number is not None and known.amount is not None:
            spec = known.amount
            noun = spec.noun or facet or ""
            amounts = (Amount(kind=spec.kind, low=number, high=number, unit=spec.unit, noun=noun),)
        yield Claim(
            text=found[0].strip(),
            pattern=known.pattern_of(facet, with_amount=bool(amounts)),
            type=known.type,
            level=ROOM if facet is not None else about.level,
            quote=found[0].strip(),
            source=source,
            start=found.start(),
            end=found.end(),
            facet=facet,
            concept=known.id,
            amounts=amounts,
            negated=negated,
        )


EMBEDDER = HashedEmbedder(32)


def new_store() -> MemoryStore:
    identity = StoreIdentity(pack="tiny", pack_version=1, embedder=EMBEDDER.name, dimensions=32)
    return MemoryStore(identity, PACK.hierarchy)


def indexer(store: MovableStore, *, batch_size: int = 200) -> Indexer:
    return Indexer(PACK, store, WordReader(), EMBEDDER, batch_size=batch_size)


def doc(
    id: str,
    text: str = "",
    *,
    level: LevelName = HOME,
    parent: str | None = None,
    source: str = "site",
    updated: str = "",
    title: str = "",
    rooms: Sequence[Part] = (),
    **fields: Field,
) -> Document:
    return Document(
        id=EntityId(id),
        level=level,
        parent=EntityId(parent) if parent else None,
        title=title,
        source=Source(name=source, text=text, updated=updated, fields=fields),
        parts=tuple(rooms),
        place=f"test, {id} of {source}",
    )


def room(facet: str | None, text: str = "", title: str = "", **fields: Field) -> Part:
    return Part(key="rooms", level=ROOM, facet=Facet(facet) if facet else None, text=text, title=title, fields=fields)


def area(id: str, text: str = "", *, title: str = "") -> Document:
    return doc(id, text, level=AREA, title=title)


def stored(store: MovableStore, id: str) -> IndexedEntity:
    (item,) = store.get([EntityId(id)])
    return item


def texts(store: MovableStore, id: str) -> list[str]:
    return [claim.text for claim in stored(store, id).claims]


def ids(store: MemoryStore) -> list[str]:
    return sorted(store._entities)


def snapshot(store: MemoryStore) -> object:
    return store._entities, {id: phrase for id, (phrase, _) in store._phrases.items()}, store._edges


# --- prose, fields and parts --------------------------------------------------------------------------------


def test_prose_and_fields_become_claims_with_quotes_and_sources() -> None:
    store = new_store()
    home = doc("h", "sunny", price=3890, dogs=False, facing=("south", "up"), notes="dark", lat=40.7, lon=-73.9)
    report = indexer(store).index([home])
    found = {claim.text: (claim.quote, claim.source, claim.negated) for claim in stored(store, "h").claims}
    assert found == {
        "sunny": ("sunny", "site", False),
        "rent $3,890/month": ("price: 3890", "site#price", False),
        "no dogs": ("dogs: no", "site#dogs", True),
        "south-facing": ("facing: south, up", "site#facing", False),
        "dark": ("dark", "site#notes", False),
    }
    (unread,) = report.columns.values
    assert (unread.column, unread.example, unread.why) == ("facing", "up", "is no known value (have: South)")
    assert stored(store, "h").entity.fields["lat"] == 40.7
    assert report.ok
    assert (report.indexed, report.claims) == (1, 5)


def test_a_name_in_a_column_is_a_named_claim_in_its_canonical_spelling() -> None:
    store = new_store()
    indexer(store).index([area("dumbo", title="D.U.M.B.O.")])
    (claim,) = stored(store, "dumbo").claims
    assert (claim.pattern, claim.name) == ("in Dumbo", Name(kind="place", text="Dumbo"))


def test_a_value_that_is_no_number_says_nothing_and_is_told() -> None:
    store = new_store()
    report = indexer(store).index([doc("h", price="ask", dogs="maybe"), doc("g", price="3,890", dogs="yes")])
    assert texts(store, "h") == []
    assert texts(store, "g") == ["rent $3,890/month", "dogs"]
    assert [(one.column, one.example, one.why) for one in report.columns.values] == [
        ("price", "ask", "is not a number"),
        ("dogs", "maybe", "is neither true nor false"),
    ]


def test_parts_become_entities_numbered_by_facet() -> None:
    store = new_store()
    parts = [
        room("bedroom", area_m2=14),
        room("kitchen", "modern"),
        room("bedroom", area_m2=10),
        room(None, title="attic"),
    ]
    indexer(store).index([doc("h", rooms=parts)])
    assert ids(store) == ["h", "h/bedroom-1", "h/bedroom-2", "h/kitchen-1", "h/room-1"]
    assert texts(store, "h/bedroom-2") == ["bedroom", "bedroom area 10 m²"]
    assert texts(store, "h/kitchen-1") == ["modern", "kitchen"]
    kitchen = stored(store, "h/kitchen-1")
    assert (kitchen.entity.title, kitchen.entity.parent, kitchen.entity.owner) == ("kitchen", "h", "h")
    assert kitchen.claims[0].source == "site#rooms"
    assert stored(store, "h/room-1").entity.title == "attic"


def test_what_the_text_says_of_a_part_goes_to_the_only_one_of_its_facet() -> None:
    store = new_store()
    one, two = room("bedroom"), room("bedroom")
    indexer(store).index(
        [
            doc("one", "bedroom sunny", rooms=[one]),
            doc("two", "bedroom sunny", rooms=[one, two]),
            doc("none", "kitchen modern"),
        ]
    )
    assert "bedroom sunny" in texts(store, "one/bedroom-1")
    assert texts(store, "two/bedroom-text") == ["bedroom sunny"]
    assert texts(store, "none/kitchen-text") == ["kitchen modern"]
    assert stored(store, "none/kitchen-text").entity.facet == "kitchen"
    assert ids(store) == [
        "none", "none/kitchen-text", "one", "one/bedroom-1",
        "two", "two/bedroom-1", "two/bedroom-2", "two/bedroom-text",
    ]  # fmt: skip


def test_a_claim_two_levels_below_hangs_on_an_implied_part_between() -> None:
    store = new_store()
    indexer(store).index([area("a", "kitchen modern")])
    assert ids(store) == ["a", "a/home-text", "a/home-text/kitchen-text"]
    assert store.check() == ()


def test_what_the_text_of_one_part_says_of_another_goes_to_the_other() -> None:
    store = new_store()
    indexer(store).index([doc("h", rooms=[room("kitchen", "bedroom sunny"), room("bedroom")])])
    assert "bedroom sunny" in texts(store, "h/bedroom-1")
    assert "bedroom sunny" not in texts(store, "h/kitchen-1")


# --- several sources ----------------------------------------------------------------------------------------


def test_sources_of_one_home_are_kept_and_the_newer_one_wins() -> None:
    store = new_store()
    old = doc("h", "sunny; dogs", source="old", updated="2025-01-01", title="Old", price=3000, floor=3)
    new = doc("h", "no dogs", source="new", updated="2026-01-01", title="New", price=3500)
    indexer(store).index([old, new])
    home = stored(store, "h")
    assert [source.name for source in home.entity.sources] == ["old", "new"]
    assert (home.entity.title, home.entity.fields) == ("New", {"price": 3500, "floor": 3})
    assert texts(store, "h") == ["sunny", "no dogs", "rent $3,500/month"]


def test_a_source_that_contradicts_itself_keeps_both_as_disputed_and_its_columns_stand() -> None:
    store = new_store()
    report = indexer(store).index([doc("h", "dogs; no dogs; rent 3000", price=3500)])
    assert texts(store, "h") == ["dogs", "no dogs", "rent $3,500/month"]
    assert [(claim.quote.strip(), claim.against.strip()) for claim in stored(store, "h").claims[:2]] == [
        ("dogs", "no dogs"),
        ("no dogs", "dogs"),
    ]
    assert (report.outranked, report.disputed) == (1, 1)
    assert len(report.notices) == 2
    assert 'column "price: 3500" stands' in notice_texts(report)[0]
    assert "contradicts itself" in notice_texts(report)[1]


def test_a_newer_source_wins_across_concepts() -> None:
    store = new_store()
    old = doc("h", "bright; south-facing", source="old", updated="2025-01-01")
    new = doc("h", "dark", source="new", updated="2026-01-01")
    indexer(store).index([old])
    indexer(store).index([new])
    assert texts(store, "h") == ["south-facing", "dark"]


def test_of_undated_sources_the_one_given_last_wins() -> None:
    store = new_store()
    indexer(store).index([doc("h", source="a", price=1), doc("h", source="b", price=2)])
    assert texts(store, "h") == ["rent $2/month"]
    indexer(store).index([doc("h", source="a", price=3)])
    assert texts(store, "h") == ["rent $3/month"]


def test_a_source_is_replaced_with_its_parts_and_the_others_stay() -> None:
    store = new_store()
    a = doc("h", "sunny", source="a", rooms=[room("kitchen", "modern"), room("bedroom", title="Den", area_m2=9)])
    b = doc("h", "dogs", source="b", rooms=[room("kitchen", "dark")])
    indexer(store).index([a])
    indexer(store).index([b])
    assert texts(store, "h/kitchen-1") == ["modern", "dark", "kitchen"]
    assert [source.name for source in stored(store, "h/kitchen-1").entity.sources] == ["a", "b"]
    indexer(store).index([replace(a, parts=(room("bedroom", title="Den", area_m2=9),))])
    assert texts(store, "h/kitchen-1") == ["dark", "kitchen"]
    assert stored(store, "h/bedroom-1").entity.title == "Den"
    indexer(store).index([replace(b, parts=())])
    assert ids(store) == ["h", "h/bedroom-1"]


def test_a_title_outlives_a_newer_source_without_one() -> None:
    store = new_store()
    for source, updated, title in (("a", "2024", "A"), ("b", "2026", ""), ("c", "2025", "C")):
        indexer(store).index([doc("h", source=source, updated=updated, title=title)])
    assert stored(store, "h").entity.title == "C"


# --- skipping and replacing ---------------------------------------------------------------------------------


def test_unchanged_documents_are_neither_read_nor_written_again() -> None:
    store = new_store()
    documents = [
        area("a", "sunny"),
        doc("h", "dogs", parent="a", source="x", rooms=[room("kitchen", "modern")]),
        doc("h", "dark", source="y"),
    ]
    indexer(store).index(documents)
    before = snapshot(store)
    reader = WordReader()
    report = Indexer(PACK, store, reader, EMBEDDER).index(documents)
    assert (report.indexed, report.unchanged, report.phrases) == (0, 3, 0)
    assert reader.texts == []
    assert Indexer(PACK, store, reader, EMBEDDER).index(documents[1:2]).unchanged == 1
    assert snapshot(store) == before


def test_another_version_of_the_reader_reads_again() -> None:
    store = new_store()
    indexer(store).index([doc("h", "dogs")])
    reader = WordReader()
    reader.version = "2"
    assert Indexer(PACK, store, reader, EMBEDDER).index([doc("h", "dogs")]).indexed == 1


def test_only_new_phrases_are_embedded_and_each_has_what_follows_from_it() -> None:
    store = new_store()
    first = indexer(store).index([doc("h", "sunny")])
    assert first.phrases == 3  # sunny, bright, dark
    # "bright" is known as something that follows; said outright, it must still exclude "dark".
    assert indexer(store).index([doc("g", "bright")]).phrases == 0
    dark = Phrase(pattern="dark", type=LOOK, level=HOME, concept=ConceptId("dark"))
    bright = Phrase(pattern="bright", type=LOOK, level=HOME, concept=ConceptId("bright"))
    assert {(edge.base, edge.excludes) for edge in store.edges([dark.id])} >= {(bright.id, True)}


def test_deleting_takes_the_parts_along() -> None:
    store = new_store()
    indexer(store).index([area("a"), doc("h", parent="a", rooms=[room("kitchen")])])
    assert delete(store, [EntityId("a"), EntityId("nobody")]) == 3
    assert ids(store) == []


# --- parents ------------------------------------------------------------------------------------------------


def test_a_document_may_come_before_its_parent() -> None:
    store = new_store()
    report = indexer(store, batch_size=1).index([doc("r", level=ROOM, parent="h"), doc("h", parent="a"), area("a")])
    assert report.ok
    assert report.indexed == 3
    assert store.check() == ()


def reasons(report: IndexReport) -> list[str]:
    return [bad.message for bad in report.bad]


def test_parents_that_cannot_be_are_named_and_the_rest_lands() -> None:
    store = new_store()
    report = indexer(store).index(
        [
            doc("lost", parent="nowhere"),
            doc("own", parent="own"),
            doc("a", parent="b"),
            doc("b", parent="a"),
            doc("h"),
            doc("wrong", parent="h"),
            doc("room", level=ROOM),
            doc("top", level=AREA, parent="h"),
            doc("odd", level=LevelName("planet")),
            doc("fine", "sunny"),
        ]
    )
    assert ids(store) == ["fine", "h"]
    assert (report.indexed, report.skipped) == (2, 8)
    assert sorted(reasons(report)) == [
        "test, a of site: home 'a' has the parent 'b', which is a home, not a area",
        "test, b of site: home 'b' has the parent 'a', which is a home, not a area",
        "test, lost of site: home 'lost' has the parent 'nowhere', which does not exist",
        "test, odd of site: no level 'planet' (have: area, home, room)",
        "test, own of site: home 'own' is its own parent",
        "test, room of site: room 'room' has no parent; it needs a home",
        "test, top of site: area 'top' is at the top level and cannot have the parent 'h'",
        "test, wrong of site: home 'wrong' has the parent 'h', which is a home, not a area",
    ]
    assert {bad.values["id"] for bad in report.bad} == {"lost", "own", "a", "b", "wrong", "room", "top", "odd"}


def test_an_id_keeps_its_level() -> None:
    store = new_store()
    report = indexer(store).index([doc("x", "sunny"), area("x")])
    assert reasons(report) == ["test, x of site: 'x' cannot be a area: it is a home already"]
    again = indexer(store).index([area("x")])
    assert reasons(again) == ["test, x of site: 'x' is stored as a home and cannot become another level"]
    assert texts(store, "x") == ["sunny"]


def test_a_part_and_a_document_cannot_share_an_id() -> None:
    store = new_store()
    kitchen, home = doc("h/kitchen-1", level=ROOM, parent="h"), doc("h", rooms=[room("kitchen")])
    together = indexer(store).index([home, kitchen])
    assert reasons(together) == ["test, h/kitchen-1 of site: 'h/kitchen-1' is already an entity"]
    later = indexer(store).index([kitchen])
    assert reasons(later) == ["test, h/kitchen-1 of site: 'h/kitchen-1' is a part that the document of 'h' brings"]
    other = new_store()
    indexer(other).index([doc("h"), kitchen])
    assert reasons(indexer(other).index([home])) == ["test, h of site: 'h/kitchen-1' is already an entity"]


# --- bad luck -----------------------------------------------------------------------------------------------


def test_bad_records_are_counted_and_an_unreadable_text_costs_only_itself() -> None:
    store = new_store()
    report = indexer(store).index([BadRecord("homes, line 3: no id"), doc("u", "unreadable"), doc("h", "sunny")])
    assert reasons(report) == ["homes, line 3: no id", "test, u of site: the text cannot be read"]
    assert (report.indexed, report.skipped, report.ok) == (1, 2, False)


class Picky(MemoryStore):
    """Refuses one entity, or everything after some batches."""

    def __init__(self, *, refuses: str = "", full_after: int = 1_000) -> None:
        plain = new_store()
        super().__init__(plain.identity, PACK.hierarchy)
        self.refuses, self.full_after, self.puts = refuses, full_after, 0

    def put(self, batch: Batch) -> None:
        if any(item.entity.id == self.refuses for item in batch.entities):
            raise StoreError(f"no {self.refuses}", values={"id": self.refuses})
        if self.puts == self.full_after:
            # Named or not, no entity is to blame for a full disk.
            raise StoreFull("the disk is full", values={"id": batch.entities[0].entity.id})
        super().put(batch)
        self.puts += 1


@pytest.mark.parametrize("refused", ["h", "h/kitchen-1"])
def test_what_the_store_refuses_is_reported_and_the_rest_is_tried_again(refused: str) -> None:
    store = Picky(refuses=refused)
    home = doc("h", rooms=[room("kitchen")])
    report = indexer(store).index([home, doc("r", level=ROOM, parent="h"), doc("g", "sunny")])
    assert ids(store) == ["g"]
    assert sorted(reasons(report)) == [
        f"test, h of site: no {refused}",
        "test, r of site: room 'r' has the parent 'h', which does not exist",
    ]


def test_a_full_disk_ends_the_run_and_what_was_written_stays() -> None:
    store = Picky(full_after=2)
    documents = [doc(f"h{i}", "sunny") for i in range(5)]
    with pytest.raises(StoreFull):
        indexer(store, batch_size=1).index(documents)
    assert ids(store) == ["h0", "h1"]
    store.full_after = 1_000
    report = indexer(store, batch_size=1).index(documents)
    assert (report.unchanged, report.indexed) == (2, 3)


def interrupting(documents: Iterable[Document], after: int, interrupt: Callable[[], None]) -> Iterator[Document]:
    for count, document in enumerate(documents):
        if count == after:
            interrupt()
        yield document


def ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def raise_interrupt() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(("interrupt", "kept"), [(ctrl_c, 4), (raise_interrupt, 3)])
def test_ctrl_c_ends_the_run_after_the_batch_at_hand_and_the_next_run_goes_on(
    interrupt: Callable[[], None], kept: int
) -> None:
    store = new_store()
    documents = [doc(f"h{i}", "sunny") for i in range(9)]
    before = signal.getsignal(signal.SIGINT)
    report = indexer(store, batch_size=2).index(interrupting(documents, 3, interrupt))
    assert (report.interrupted, report.ok, report.indexed) == (True, False, kept)
    assert signal.getsignal(signal.SIGINT) is before
    again = indexer(store, batch_size=2).index(documents)
    assert (again.unchanged, again.indexed, again.interrupted) == (kept, 9 - kept, False)


def test_progress_is_told_with_the_total_where_it_is_known() -> None:
    told: list[tuple[int, int | None, str]] = []
    documents = [doc(f"h{i}", "sunny") for i in range(3)]
    indexer(new_store(), batch_size=2).index(documents, lambda *one: told.append(one))
    # What is done is stored; what is read is only told of.
    assert [(done, doing) for done, _, doing in told if doing.startswith("reading")] == [
        (0, "reading: 1 of 2"),
        (0, "reading: 2 of 2"),
        (2, "reading: 1 of 1"),
    ]
    assert (0, 3, "embedding 3 phrases") in told
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)
    indexer(new_store()).index(iter(documents), lambda *one: told.append(one))
    assert told[-1] == (3, None, "3 indexed, 0 unchanged, 0 skipped")


def test_a_store_of_another_pack_or_embedder_is_refused() -> None:
    with pytest.raises(IndexMismatch, match="hashed-64"):
        Indexer(PACK, new_store(), WordReader(), HashedEmbedder(64))
    with pytest.raises(IndexMismatch, match="other"):
        Indexer(replace(PACK, name="other"), new_store(), WordReader(), EMBEDDER)


class Counting(Picky):
    """Counts what it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0
        self.fetched: list[EntityId] = []

    def known_phrases(self, ids: Collection[PhraseId]) -> frozenset[PhraseId]:
        self.calls += 1
        return super().known_phrases(ids)

    def digests(self, ids: Collection[EntityId]) -> dict[EntityId, str]:
        self.calls += 1
        return super().digests(ids)

    def get(self, ids: Sequence[EntityId]) -> tuple[IndexedEntity, ...]:
        self.calls += 1
        self.fetched += ids
        return super().get(ids)


def test_calls_to_the_store_do_not_grow_with_the_documents_of_a_batch() -> None:
    few, many = Counting(), Counting()
    indexer(few).index([area("a"), doc("h", "sunny; dogs", parent="a")])
    indexer(many).index([area("a"), *(doc(f"h{i}", "sunny; dogs", parent="a") for i in range(12))])
    assert many.calls == few.calls


def test_an_unchanged_home_of_one_source_is_not_even_fetched() -> None:
    store = Counting()
    home = doc("h", "sunny", rooms=[room("kitchen")])
    indexer(store).index([home])
    store.fetched.clear()
    assert indexer(store).index([home]).unchanged == 1
    assert store.fetched == []


# --- algebra ------------------------------------------------------------------------------------------------

SAYINGS = st.lists(
    st.sampled_from(["sunny", "dogs", "no dogs", "dark", "kitchen modern", "rent 3000", "rent 9"]), max_size=4
)
ROOMS = st.lists(
    st.builds(
        room, st.sampled_from(["kitchen", "bedroom", None]), st.sampled_from(["", "sunny", "no sunny", "modern"])
    ),
    max_size=3,
)


@st.composite
def worlds(draw: st.DrawFn) -> list[Document]:
    """Homes in areas, some homes from several sources; no two sources of a home are equally new."""
    documents = [area(name, "; ".join(draw(SAYINGS))) for name in "ab"]
    for number in range(draw(st.integers(1, 3))):
        documents += [
            doc(
                f"h{number}",
                "; ".join(draw(SAYINGS)),
                parent=draw(st.sampled_from(["a", "b"])),
                source=f"s{source}",
                updated=f"2026-01-0{1 + draw(st.integers(0, 2)) * 3 + source}",
                title=draw(st.sampled_from(["", "One", "Two"])),
                rooms=draw(ROOMS),
            )
            for source in range(draw(st.integers(1, 3)))
        ]
    return documents


@given(worlds(), st.randoms(use_true_random=False), st.integers(1, 5))
def test_the_order_of_documents_and_the_size_of_batches_change_nothing(
    documents: list[Document], random: Random, batch_size: int
) -> None:
    one, other = new_store(), new_store()
    assert indexer(one).index(documents).ok
    shuffled = list(documents)
    random.shuffle(shuffled)
    assert indexer(other, batch_size=batch_size).index(shuffled).ok
    assert one._entities == other._entities
    assert other.check() == ()
    # Phrases outlive the claims that used them, so another order may leave more of them; never fewer than are said.
    assert {Phrase.of(c).id for item in one._entities.values() for c in item.claims} <= other._phrases.keys()


@given(worlds(), st.integers(1, 5))
def test_indexing_twice_changes_nothing(documents: list[Document], batch_size: int) -> None:
    store = new_store()
    indexer(store).index(documents)
    before = snapshot(store)
    again = indexer(store, batch_size=batch_size).index(documents)
    assert (again.indexed, again.unchanged, again.phrases) == (0, len(documents), 0)
    assert snapshot(store) == before


def test_the_example_in_the_docs_is_what_it_says(tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "data-format.md"
    example = re.search(r"```jsonl\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert example
    file = tmp_path / "homes.jsonl"
    file.write_text(example[1], encoding="utf-8")
    pack = replace(PACK, hierarchy=Hierarchy(levels=(LevelName("neighborhood"), HOME, ROOM), answers=HOME))
    store = MemoryStore(new_store().identity, pack.hierarchy)
    report = Indexer(pack, store, WordReader(pack), EMBEDDER).index(read_files([file], pack))
    assert reasons(report) == []
    assert ids(store) == ["riverside", "rs-1", "rs-1/bedroom-1", "rs-1/bedroom-2", "rs-1/kitchen-1"]
    assert "rent $3,750/month" in texts(store, "rs-1")
    assert "rent $3,890/month" not in texts(store, "rs-1")
    assert [source.name for source in stored(store, "rs-1").entity.sources] == ["streetrent", "owner"]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("$2,750/month", 2750),
        ("2750", 2750),
        ("$2,750 or so", 2750),
        ("80 m²", None),
        ("2-3", None),
        ("ask", None),
        (-500, None),
    ],
)
def test_a_number_in_a_column_may_have_something_around_it_but_not_be_nonsense(
    value: Field, said: float | None
) -> None:
    store = new_store()
    report = indexer(store).index([doc("h1", price=value)])
    amounts = [claim.amounts[0].low for claim in stored(store, "h1").claims if claim.amounts]
    assert amounts == ([] if said is None else [said])
    assert bool(report.columns.values) == (said is None)
