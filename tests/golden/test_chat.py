"""Conversations of a dozen turns on the demo data, as a person reads them; the default embedder runs for real."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from claimtree.chat import Conversation
from claimtree.indexing.load_places import load_places
from claimtree.packs.find import pack_folder
from claimtree.settings import Settings
from claimtree.sources.place_files import read_places
from claimtree.sources.read import read_files
from claimtree.workspace import Workspace

TALKS = {
    "property": (
        "halo",
        "cari rumah dalam komplek dekat mall harga 1M an, hadap utara",
        "hapus filter hadap",
        "pilihan lain?",
        "cari rumah dijual di Medan Johor",
        "yang 3 kamar, di bawah 1 miliar",
        "urutkan dari yang termurah",
        "nomor 2",
        "ada carport nggak?",
        "sertifikatnya apa?",
        "bandingkan nomor 1 dan 2",
        "kalau yang disewa?",
        "rumah dengan helipad di Cemara Asri",
        "show me shophouses to rent near USU",
        "terima kasih",
    ),
    "rentals": (
        "hi there",
        "sunny two-bedroom in Brooklyn under $4,000, pets allowed",
        "anything else?",
        "with a dishwasher",
        "but under $3,500",
        "forget the price",
        "number 2",
        "does it have a balcony?",
        "the cheapest one",
        "compare 1 and 2",
        "what about Queens?",
        "near a subway",
        "start over",
        "thanks!",
    ),
}


@pytest.fixture
def workspace(pack: str, tmp_path: Path) -> Iterator[Workspace]:
    """The demo of a pack with its places."""
    with Workspace(Settings(home=tmp_path, pack=pack, store=str(tmp_path / "demo.db"))) as workspace:
        folder, store = pack_folder(pack), workspace.store_to_write()
        spec = workspace.pack.places
        assert spec is not None
        load_places(read_places([folder / name for name in spec.demo], spec), store, workspace.pack)
        files = [folder / name for name in workspace.pack.demo]
        assert workspace.indexer(store).index(read_files(files, workspace.pack)).ok
        yield workspace


@pytest.mark.slow
@pytest.mark.parametrize("pack", TALKS)
def test_a_conversation_goes_as_a_person_would_expect(pack: str, workspace: Workspace, record: bool) -> None:
    golden = Path(__file__).with_name(f"chat-{pack}.md")
    text = "\n".join(_transcript(Conversation(workspace.engine, limit=3), TALKS[pack]))
    if record:
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8"), "if it is right: `pytest tests/golden -m slow --record`"


def _transcript(talk: Conversation, messages: tuple[str, ...]) -> Iterator[str]:
    yield "# A conversation on the demo data\n"
    yield "After each message the move, the criteria after it and the tools that answered it.\n"
    for message in messages:
        reply = talk.reply(message)
        tools = ", ".join(call.tool for call in reply.calls) or "no tool"
        yield f"## {message}\n"
        yield f"*{reply.move}; {reply.label or 'no criteria'}; {tools}*\n"
        yield f"```text\n{reply.text}\n```\n"
