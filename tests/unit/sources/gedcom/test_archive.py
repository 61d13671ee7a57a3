"""GEDZIP is read as a stream, and what only looks like an honest archive is refused."""

import gzip
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from claimtree.errors import BadInput
from claimtree.sources.gedcom import archive
from claimtree.sources.gedcom.source import read_tree
from claimtree.sources.gedcom.tree_file import TreeFile

Read = Callable[..., TreeFile]
TREE = "0 HEAD\n0 @I1@ INDI\n1 NAME Ann /Lee/\n0 TRLR\n"


def zipped(path: Path, **files: str) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files.items():
            made.writestr(name.replace("_", "."), text)
    return path


def names_in(path: Path, folder: Path) -> list[str]:
    with read_tree(path, folder / "one.tree", "one") as tree:
        return [one.name for one in tree.people()]


def test_gedzip_and_gzip_are_read(tmp_path: Path) -> None:
    assert names_in(zipped(tmp_path / "a.gdz", gedcom_ged=TREE, photo_jpg="x"), tmp_path) == ["Ann Lee"]
    assert names_in(zipped(tmp_path / "b.zip", smith_ged=TREE), tmp_path) == ["Ann Lee"]
    (tmp_path / "c.ged.gz").write_bytes(gzip.compress(TREE.encode()))
    assert names_in(tmp_path / "c.ged.gz", tmp_path) == ["Ann Lee"]


@pytest.mark.parametrize("ending", ["gdz", "ged.gz"])
def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    monkeypatch.setattr(archive, "ALWAYS_READ", 1 << 20)
    bomb = "0 HEAD\n" + "1 NOTE\n" * 600_000
    path = tmp_path / f"bomb.{ending}"
    if ending == "gdz":
        zipped(path, gedcom_ged=bomb)
    else:
        path.write_bytes(gzip.compress(bomb.encode()))
    with pytest.raises(BadInput, match="no honest archive"):
        names_in(path, tmp_path)
    assert not (tmp_path / "one.tree").exists()


def test_an_archive_that_lies_about_its_size_is_refused(tmp_path: Path) -> None:
    text = "0 HEAD\n" + "1 NOTE\n" * 100_000
    path = zipped(tmp_path / "a.gdz", gedcom_ged=text)
    size = len(text).to_bytes(4, "little")
    content = path.read_bytes()
    assert content.count(size) == 2
    path.write_bytes(content.replace(size, (10).to_bytes(4, "little")))
    with pytest.raises(BadInput):
        names_in(path, tmp_path)


@pytest.mark.parametrize(
    ("files", "said"),
    [({"photo_jpg": "x"}, "no GEDCOM file"), ({"a_ged": TREE, "b_ged": TREE}, "2 GEDCOM files")],
)
def test_an_archive_without_one_tree_is_refused(tmp_path: Path, files: dict[str, str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        names_in(zipped(tmp_path / "a.zip", **files), tmp_path)


@pytest.mark.parametrize("content", [b"PK\x03\x04 not a zip", b"", b"0 HEAD\n"])
def test_a_damaged_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.gdz"
    path.write_bytes(content)
    with pytest.raises(BadInput, match="cannot be unpacked"):
        names_in(path, tmp_path)
    (tmp_path / "b.ged.gz").write_bytes(content)
    with pytest.raises(BadInput):
        names_in(tmp_path / "b.ged.gz", tmp_path)
