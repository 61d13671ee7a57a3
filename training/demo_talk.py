"""A conversation about the demo of a pack, for what is learned from messages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from claimtree.chat.conversation import Conversation
from claimtree.cli.demo import load_demo_places
from claimtree.engine import Engine
from claimtree.packs.find import pack_folder
from claimtree.settings import Settings
from claimtree.sources.read import read_files
from claimtree.workspace import Workspace


@contextmanager
def conversation(pack: str) -> Iterator[tuple[Conversation, Engine]]:
    """Yields a conversation about the demo of a pack, and the engine that it asks."""
    folder = pack_folder(pack)
    with TemporaryDirectory() as home:
        settings = Settings(home=Path(home), store=str(Path(home) / "homes.db"), pack=pack)
        with Workspace(settings) as workspace:
            store = workspace.store_to_write()
            load_demo_places(workspace, store, folder)
            files = [folder / name for name in workspace.pack.demo]
            workspace.indexer(store).index(read_files(files, workspace.pack))
            yield Conversation(workspace.engine), workspace.engine
