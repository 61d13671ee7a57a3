"""The tests that define a store: subclass `StoreSuite`, override `make_store`, and run pytest.

    class TestMyStore(StoreSuite):
        @pytest.fixture
        def make_store(self, tmp_path: Path) -> StoreMaker:
            numbers = itertools.count()
            return lambda identity, tree: MyStore(tmp_path / f"{next(numbers)}.db", identity, tree)

        def reopen(self, store: MovableStore, identity: StoreIdentity, hierarchy: Hierarchy) -> MovableStore:
            return MyStore(store.info().address, identity, hierarchy)

Most cases use a few houses with rooms, in towns; the helpers below build them. The last ones
compare the store with `MemoryStore` on seeded random worlds. Importing this module needs pytest.
"""

from __future__ import annotations

from claimtree_testing.suites.agreement import Agreeing, agrees, observations
from claimtree_testing.suites.doubtful import Doubting
from claimtree_testing.suites.durability import Lasting
from claimtree_testing.suites.ordering import Ordering
from claimtree_testing.suites.people import Naming
from claimtree_testing.suites.places import Placing
from claimtree_testing.suites.reading import Reading
from claimtree_testing.suites.relation_wishes import WishingThroughRelations
from claimtree_testing.suites.relations import Relating
from claimtree_testing.suites.scanning import Scanning
from claimtree_testing.suites.town import (
    DATED,
    EVERYTHING,
    GAS,
    HOUSE,
    IDENTITY,
    LEAFY,
    MET,
    MODERN,
    NOISY,
    OLD,
    POINTS,
    QUIET,
    REFUTED,
    ROOM,
    SUNNY,
    TOWN,
    TREE,
    UNKNOWN,
    StoreMaker,
    area,
    asks,
    batch,
    exactly,
    house,
    judged,
    maybe,
    order,
    phrase_id,
    proof,
    room,
    room_says,
    says,
    town,
    verdicts,
    wants,
)
from claimtree_testing.suites.verdicts import Judging
from claimtree_testing.suites.versions import VersionsSuite
from claimtree_testing.suites.write_conflicts import Overtaking
from claimtree_testing.suites.writing import Writing


class StoreSuite(
    Writing,
    Reading,
    Ordering,
    Judging,
    Doubting,
    Naming,
    Placing,
    Relating,
    WishingThroughRelations,
    Scanning,
    Lasting,
    Overtaking,
    Agreeing,
):
    """The definition of a store; see the module for how to use it."""


__all__ = [
    "DATED",
    "EVERYTHING",
    "GAS",
    "HOUSE",
    "IDENTITY",
    "LEAFY",
    "MET",
    "MODERN",
    "NOISY",
    "OLD",
    "POINTS",
    "QUIET",
    "REFUTED",
    "ROOM",
    "SUNNY",
    "TOWN",
    "TREE",
    "UNKNOWN",
    "StoreMaker",
    "StoreSuite",
    "VersionsSuite",
    "agrees",
    "area",
    "asks",
    "batch",
    "exactly",
    "house",
    "judged",
    "maybe",
    "observations",
    "order",
    "phrase_id",
    "proof",
    "room",
    "room_says",
    "says",
    "town",
    "verdicts",
    "wants",
]
