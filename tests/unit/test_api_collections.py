"""Collections of a server as it opens them when it starts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from claimtree.api.collections import Collections, Spec
from claimtree.settings import Settings
from claimtree.sources.listings import read_records
from claimtree.workspace import Workspace


def test_one_collection_that_cannot_be_opened_leaves_the_others_open(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, pack="rentals", embedder="hashed-256")
    sound, broken = tmp_path / "sound.db", tmp_path / "broken.db"
    broken.write_bytes(b"no store at all" * 1_000)
    with Workspace(replace(settings, store=str(sound))) as workspace:
        records = [{"id": "a", "text": "Quiet studio with a dishwasher."}]
        workspace.indexer(workspace.store_to_write()).index(read_records(records, workspace.pack, source="test"))
    collections = Collections(
        [Spec(name="sound", pack="rentals", store=str(sound)), Spec(name="broken", pack="rentals", store=str(broken))],
        settings,
    )
    try:
        opened = collections.warm()
    finally:
        collections.close()
    assert opened["sound"] is None
    assert "broken.db" in str(opened["broken"])
