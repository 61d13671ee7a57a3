"""What the judge and the reader share of their files."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

from claimtree.errors import ModelError
from claimtree.models.artefact import Artefact
from claimtree.models.encoder import OwnEncoder
from claimtree.models.scope import LearnedScope


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    content = b"rows and rows"
    (tmp_path / "rows").write_bytes(content)
    (tmp_path / "card.json").write_text(json.dumps({"files": {"rows": hashlib.sha256(content).hexdigest()}}))
    return tmp_path


def opened(folder: Path) -> Artefact:
    digest = hashlib.sha256((folder / "card.json").read_bytes()).hexdigest()
    return Artefact(folder, card="card.json", digest=digest, needs={}, model="encoder")


def test_a_file_that_two_models_have_is_verified_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = opened(folder), opened(folder)
    _ = one.about, other.about
    asked: list[bytes] = []
    sha256 = hashlib.sha256

    def counted(content: bytes) -> object:
        asked.append(bytes(content))
        return sha256(content)

    monkeypatch.setattr(hashlib, "sha256", counted)
    assert one.file("rows") == other.file("rows") == b"rows and rows"
    assert asked == [b"rows and rows"]


def test_a_file_that_was_changed_is_verified_again(folder: Path) -> None:
    assert opened(folder).file("rows") == b"rows and rows"
    before = (folder / "rows").stat()
    (folder / "rows").write_bytes(b"rows and nows")
    os.utime(folder / "rows", ns=(before.st_atime_ns, before.st_mtime_ns + 1))  # clocks of some disks are coarse
    with pytest.raises(ModelError, match="not the file that was shipped"):
        opened(folder).file("rows")


def test_the_judge_and_the_reader_have_one_vocabulary() -> None:
    assert OwnEncoder()._artefact.vocabulary is LearnedScope()._artefact.vocabulary
