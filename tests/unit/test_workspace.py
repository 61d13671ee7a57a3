"""Everything is opened in one place: settings in, an engine or an indexer out."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from claimtree.errors import BadInput, IndexMismatch, StoreUnavailable, UnknownName
from claimtree.geo import Points
from claimtree.model.answers import Found
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Source
from claimtree.settings import Settings
from claimtree.workspace import Workspace

LAPTOPS = str(Path(__file__).parents[1] / "packs" / "laptops")


def settings(home: Path, **changes: str) -> Settings:
    return Settings(**{"home": home, "pack": LAPTOPS, "embedder": "hashed-256", **changes})  # type: ignore[arg-type]


def maker(workspace: Workspace, name: str) -> Document:
    levels = workspace.pack.hierarchy.levels
    return Document(
        id=EntityId(name.lower()), level=levels[0], source=Source(name="s", fields={"title": name}), title=name
    )


def laptop(workspace: Workspace, id: str, text: str, parent: str) -> Document:
    level = workspace.pack.hierarchy.answers
    return Document(id=EntityId(id), level=level, parent=EntityId(parent), title=id, source=Source(name="s", text=text))


def test_a_search_never_makes_a_store(tmp_path: Path) -> None:
    with Workspace(settings(tmp_path)) as workspace, pytest.raises(StoreUnavailable) as caught:
        _ = workspace.store
    assert caught.value.values == {"address": str(tmp_path / "laptops.db")}
    assert list(tmp_path.iterdir()) == []


def test_what_was_indexed_is_found_after_reopening(tmp_path: Path) -> None:
    with Workspace(settings(tmp_path / "new")) as workspace:
        documents = [maker(workspace, "Lumo"), laptop(workspace, "air", "Backlit keyboard.", "lumo")]
        report = workspace.indexer(workspace.store_to_write()).index(documents)
        assert not report.bad
    with Workspace(settings(tmp_path / "new")) as workspace:
        answer = workspace.engine.search("backlit keyboard")
        assert isinstance(answer, Found)
        assert [hit.id for hit in answer.hits] == ["air"]


def test_a_name_that_only_the_data_knows_can_be_asked_for(tmp_path: Path) -> None:
    with Workspace(settings(tmp_path)) as workspace:
        documents = [
            maker(workspace, "Gadgetron"),
            laptop(workspace, "g1", "Backlit keyboard.", "gadgetron"),
            maker(workspace, "Lumo"),
            laptop(workspace, "l1", "Backlit keyboard.", "lumo"),
        ]
        workspace.indexer(workspace.store_to_write()).index(documents)
    with Workspace(settings(tmp_path)) as workspace:
        assert workspace.reader.read_query("from Gadgetron").claims[0].name is not None
        answer = workspace.engine.search("from Gadgetron")
        assert isinstance(answer, Found)
        assert [hit.id for hit in answer.hits] == ["g1"]


def test_indexing_goes_to_the_packs_own_store_and_never_to_the_demo(tmp_path: Path) -> None:
    with Workspace(settings(tmp_path)) as workspace:
        workspace.store_to_write(str(workspace.settings.demo_path))
        workspace.store_to_write()
    assert workspace.settings.own_path.exists()


def test_a_store_of_another_embedder_is_refused(tmp_path: Path) -> None:
    with Workspace(settings(tmp_path)) as workspace:
        workspace.store_to_write()
    other = settings(
        tmp_path, embedder="remote", embedder_url="http://localhost:1", embedder_model="m", embedder_dimensions="8"
    )
    with Workspace(other) as workspace, pytest.raises(IndexMismatch, match="hashed-256"):
        _ = workspace.store


def test_a_closed_workspace_has_closed_its_stores(tmp_path: Path) -> None:
    with Workspace(settings(tmp_path)) as workspace:
        store = workspace.store_to_write()
    with pytest.raises(Exception, match="closed"):
        store.info()


def test_an_endpoint_needs_the_length_of_its_vectors(tmp_path: Path) -> None:
    given = settings(tmp_path, embedder_url="http://localhost:1", embedder_dimensions="many")
    with Workspace(given) as workspace, pytest.raises(BadInput, match="'many', not a whole number"):
        _ = workspace.embedder


def test_an_unknown_pack_is_refused_by_name(tmp_path: Path) -> None:
    with (
        Workspace(settings(tmp_path, pack="no-such-pack")) as workspace,
        pytest.raises(UnknownName, match="no-such-pack"),
    ):
        _ = workspace.pack


def test_many_threads_open_one_engine(tmp_path: Path) -> None:
    with Workspace(settings(tmp_path)) as workspace:
        workspace.indexer(workspace.store_to_write()).index([maker(workspace, "Lumo")])
    with Workspace(settings(tmp_path)) as workspace, ThreadPoolExecutor(8) as pool:
        engines = list(pool.map(lambda _: workspace.engine, range(8)))
    assert len({id(engine) for engine in engines}) == 1


def test_a_pack_with_a_gloss_is_embedded_through_it(tmp_path: Path) -> None:
    with Workspace(settings(tmp_path, pack="property")) as workspace:
        assert workspace.embedder.name == workspace.identity.embedder == "hashed-256+gloss"
    with Workspace(settings(tmp_path)) as workspace:
        assert workspace.embedder.name == "hashed-256"


def test_reading_a_query_looks_up_where_the_homes_are_once_at_the_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rentals = settings(tmp_path, pack="rentals")
    with Workspace(rentals) as writing:
        home = Document(id=EntityId("h"), level=LevelName("apartment"), source=Source(name="s", text="Sunny."))
        writing.indexer(writing.store_to_write()).index([home])
    with Workspace(rentals) as workspace:
        looked_up: list[str] = []
        positions = workspace.store.positions

        def counted(level: LevelName) -> tuple[tuple[EntityId, ...], Points]:
            looked_up.append(level)
            found: tuple[tuple[EntityId, ...], Points] = positions(level)
            return found

        monkeypatch.setattr(workspace.store, "positions", counted)
        workspace.reader.read_query("near Foo Bar, close to Union Square or Prospect Park, in Williamsburg")
        assert len(looked_up) <= 1


@pytest.mark.parametrize(
    ("given", "cores", "processes"), [("", 2, 2), ("0", 8, 4), ("1", 8, 1), ("6", 2, 6), ("", 1, 1)]
)
def test_as_many_processes_read_as_there_are_cores_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str, cores: int, processes: int
) -> None:
    monkeypatch.setattr("claimtree.workspace.usable", lambda: cores)
    with Workspace(settings(tmp_path, reading_processes=given)) as workspace:
        indexer = workspace.indexer(workspace.store_to_write(), in_processes=True)
        assert indexer.processes == processes
        assert indexer.opener is not None
        # A server's indexer reads in threads alone.
        assert workspace.indexer(workspace.store_to_write()).opener is None


@pytest.mark.parametrize("given", ["two", "-1", "1.5", "65", "inf"])
def test_a_number_of_processes_that_makes_no_sense_is_refused(tmp_path: Path, given: str) -> None:
    with Workspace(settings(tmp_path, reading_processes=given)) as workspace:
        store = workspace.store_to_write()
        with pytest.raises(BadInput, match="reading_processes"):
            workspace.indexer(store, in_processes=True)
