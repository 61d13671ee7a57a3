"""A small pack that is right, for tests to break in one place."""

from collections.abc import Callable
from pathlib import Path

import pytest

from claimtree.errors import PackError
from claimtree.packs import load_pack

SOUND = """
name = "boats"
version = 1
language = "en"
title = "Boats"
levels = { harbour = "", boat = "harbour" }
answers = "boat"
default_type = "features"

[types.features]
about = "what it has"
levels = ["boat"]

[types.price]
about = "what it costs"
levels = ["boat"]
firm = true

[concepts.cabin]
type = "features"

[concepts.cost]
type = "price"
amount = { kind = "money", unit = "EUR" }

[facets.deck]
level = "boat"

[names.harbour]
type = "features"
level = "harbour"
wording = "lies in {name}"
other = "refutes"
entries = { "Kiel" = ["kiel bay"], "Laboe" = [] }
"""

Write = Callable[..., Path]
Message = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write the pack with changes (old text to new) and an addition; gives the folder."""

    def write(added: str = "", *, change: dict[str, str] | None = None, **files: str) -> Path:
        text = SOUND
        for old, new in (change or {}).items():
            assert old in text
            text = text.replace(old, new)
        monkeypatch.chdir(tmp_path)
        folder = Path("boats")
        folder.mkdir(exist_ok=True)
        (folder / "pack.toml").write_text(f"{text}\n{added}\n", encoding="utf-8")
        for name, content in files.items():
            (folder / f"{name}.toml").write_text(content, encoding="utf-8")
        return folder

    return write


@pytest.fixture
def message(write: Write) -> Message:
    """What a user reads when that pack is loaded."""

    def message(added: str = "", *, change: dict[str, str] | None = None, **files: str) -> str:
        with pytest.raises(PackError) as caught:
            load_pack(write(added, change=change, **files))
        return caught.value.message

    return message
