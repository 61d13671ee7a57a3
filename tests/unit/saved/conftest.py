"""A harbour of boats whose ads change, and saved searches that watch them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from claimtree.engine import Engine
from claimtree.indexing import Indexer
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import ConceptId, EntityId, LevelName, TypeName
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Hierarchy, Source
from claimtree.model.pack import AmountSpec, Concept, FieldSpec, Pack, TypeSpec, UnitSpec
from claimtree.models.hashed import HashedEmbedder
from claimtree.ports import StoreIdentity
from claimtree.saved import SavedSearches
from claimtree.stores.memory import MemoryStore
from claimtree.text.rule_reader import RuleReader

HARBOUR, BOAT = LevelName("harbour"), LevelName("boat")
LOOK, RULE, PRICE = TypeName("look"), TypeName("rule"), TypeName("price")


def concept(id: str, type: TypeName, *says: str, **more: object) -> Concept:
    given = {"wording": id, **more}
    return Concept(id=ConceptId(id), type=type, levels=(BOAT,), says=says or (id,), **given)  # type: ignore[arg-type]


PACK = Pack(
    name="boats", version=1, languages=("en",), title="Boats", default_type=LOOK,
    hierarchy=Hierarchy(levels=(HARBOUR, BOAT), answers=BOAT), level_weights={HARBOUR: 0.2, BOAT: 0.8},
    types={
        LOOK: TypeSpec(name=LOOK, about="", levels=(BOAT,), examples=(), weight=0.7),
        RULE: TypeSpec(name=RULE, about="", levels=(BOAT,), examples=(), weight=0.8, firm=True),
        PRICE: TypeSpec(name=PRICE, about="", levels=(BOAT,), examples=(), weight=0.9, firm=True),
    },
    concepts={
        one.id: one
        for one in (
            concept("fast", LOOK), concept("dry", LOOK, denies=("leaky",)), concept("guests", RULE),
            concept("price", PRICE, "price _", wording="price _",
                    amount=AmountSpec(kind=AmountKind.MONEY, unit="EUR", noun="price")),
        )
    },
    fields={"price": FieldSpec(name="price", level=BOAT, concept=ConceptId("price"))},
    units={"€": UnitSpec(kind=AmountKind.MONEY, unit="EUR")}, bare={"money": ConceptId("price")},
    facets={}, names={}, children={},
)  # fmt: skip


class Harbour:
    """A store whose boats come, go and change."""

    def __init__(self) -> None:
        embedder, reader = HashedEmbedder(), RuleReader(PACK)
        identity = StoreIdentity(pack=PACK.name, pack_version=1, embedder=embedder.name, dimensions=embedder.dimensions)
        self.store = MemoryStore(identity, PACK.hierarchy)
        self.engine = Engine(pack=PACK, store=self.store, reader=reader, embedder=embedder)
        self._indexer = Indexer(PACK, self.store, reader, embedder)
        assert not self._indexer.index([self._document("kiel", HARBOUR, "Kiel", "", {})]).bad

    def put(self, id: str, text: str, price: float | None = None, title: str = "") -> None:
        """Put a boat, or change it."""
        fields = {"price": price} if price is not None else {}
        document = self._document(id, BOAT, title or id.title(), text, fields, parent="kiel")
        assert not self._indexer.index([document]).bad

    def sink(self, id: str) -> None:
        assert self.store.remove([EntityId(id)]) == 1

    def _document(
        self, id: str, level: LevelName, title: str, text: str, fields: dict[str, float], parent: str | None = None
    ) -> Document:
        source = Source(name="ads", text=text, fields=dict(fields))
        above = EntityId(parent) if parent else None
        return Document(id=EntityId(id), level=level, parent=above, title=title, source=source)


class Clock:
    """A time that passes when told to."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def harbour() -> Harbour:
    made = Harbour()
    made.put("anna", "Fast and dry. Guests welcome.", 900)
    made.put("berta", "Fast. Guests welcome.", 700)
    made.put("clara", "Dry. Guests welcome.", 500)
    made.put("dora", "Fast. No guests.", 400)
    return made


@pytest.fixture
def clock() -> Clock:
    return Clock()


Opener = Callable[[], SavedSearches]


@pytest.fixture
def saved(tmp_path: Path, clock: Clock) -> Iterator[SavedSearches]:
    with closing(SavedSearches(tmp_path / "saved.db", clock=clock, sleep=clock.sleep, timeout_s=2)) as opened:
        yield opened
