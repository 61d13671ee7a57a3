"""The demo tree as questions see it, and small trees that are written in a test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from claimtree.answering.family_index import FamilyIndex
from claimtree.packs.find import pack_folder
from claimtree.sources.gedcom.source import read_tree

Make = Callable[..., FamilyIndex]
DEMO = pack_folder("family") / "demo" / "hollow-creek.ged"


def index_of(file: Path, folder: Path, *, show_living: bool = False) -> FamilyIndex:
    with read_tree(file, folder / f"{file.stem}.tree", file.stem) as tree:
        return FamilyIndex(
            tree.people(),
            tree.families(),
            name=file.stem,
            file=file.name,
            living=tree.living(),
            show_living=show_living,
            source=tree.source,
        )


@pytest.fixture(scope="session")
def demo_tree(tmp_path_factory: pytest.TempPathFactory) -> FamilyIndex:
    return index_of(DEMO, tmp_path_factory.mktemp("demo"))


@pytest.fixture
def small_tree(tmp_path: Path) -> Callable[..., FamilyIndex]:
    """Makes an index of GEDCOM lines."""

    def make(lines: str, *, show_living: bool = False) -> FamilyIndex:
        file = tmp_path / "small.ged"
        file.write_text(f"0 HEAD\n1 CHAR UTF-8\n{lines.strip()}\n0 TRLR\n", encoding="utf-8")
        return index_of(file, tmp_path, show_living=show_living)

    return make


@pytest.fixture(scope="session")
def small_tree_factory(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], FamilyIndex]:
    """Makes an index of GEDCOM lines, each in a folder of its own."""

    def make(lines: str) -> FamilyIndex:
        folder = tmp_path_factory.mktemp("small")
        (folder / "small.ged").write_text(f"0 HEAD\n1 CHAR UTF-8\n{lines}\n0 TRLR\n", encoding="utf-8")
        return index_of(folder / "small.ged", folder)

    return make
