"""A store that an earlier version wrote still opens, answers as before, and knows nothing of what came later."""

import gzip
from pathlib import Path

import pytest
from tests.shared_packs import shared_pack

from claimtree.errors import StoreTooOld
from claimtree.geo import Point
from claimtree.model.claims import LevelName
from claimtree.model.places import Place, PlaceId, PlaceKind
from claimtree.ports import StoreIdentity
from claimtree.settings import load_settings
from claimtree.stores.sqlite import SqliteStore
from claimtree.stores.sqlite.schema import VERSION
from claimtree.workspace import Workspace

OLD = sorted((Path(__file__).parent / "old").glob("schema-*.db.gz"))
IDENTITY = StoreIdentity(pack="rentals", pack_version=1, embedder="hashed-256", dimensions=256)
TREE = shared_pack("rentals").hierarchy


@pytest.fixture(params=OLD, ids=[file.name for file in OLD])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    unpacked = tmp_path / "old.db"
    unpacked.write_bytes(gzip.decompress(request.param.read_bytes()))
    return unpacked


def test_every_schema_before_ours_is_kept_here() -> None:
    assert [file.name for file in OLD] == [f"schema-{n}.db.gz" for n in range(1, VERSION)]


def test_an_old_store_opens_and_is_sound(file: Path) -> None:
    store = SqliteStore(file, IDENTITY, TREE)
    about = store.info()
    assert (about.schema, about.entities[LevelName("apartment")], about.claims) == (VERSION, 4, 164)
    assert store.check() == ()
    assert store.places() == ()
    assert store.positions(LevelName("apartment"))[0] == ()
    store.put_places([Place(id=PlaceId("a"), name="A", kind=PlaceKind("subway"), shape=Point(1, 2))])
    store.close()
    again = SqliteStore(file, IDENTITY, TREE)
    assert [place.id for place in again.places()] == ["a"]
    again.close()


def test_an_old_store_that_may_not_be_written_says_what_to_do(file: Path) -> None:
    with pytest.raises(StoreTooOld, match="old schema") as refused:
        SqliteStore(file, IDENTITY, TREE, read_only=True)
    assert "may be written" in refused.value.hint


def test_a_search_brings_an_old_store_up_to_date(file: Path, tmp_path: Path) -> None:
    settings = load_settings({"store": str(file), "embedder": "hashed-256"}, {"CLAIMTREE_HOME": str(tmp_path)})
    with Workspace(settings) as workspace:
        assert workspace.engine.search("two bedrooms").hits
    with Workspace(settings) as workspace:
        assert workspace.store_to_change().info().schema == VERSION
