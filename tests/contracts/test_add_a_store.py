"""The page for authors of stores names every method that a store needs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claimtree import ports

PAGE = Path(__file__).parents[2] / "docs" / "add-a-store.md"


def named() -> dict[str, set[str]]:
    rows = re.findall(r"^ *\| `(\w+)` \|.*\| `([\w ]+)` \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {port: set(methods.split()) for port, methods in rows}


@pytest.mark.parametrize("port", ["Store", "PlaceStore", "RelationStore", "MovableStore", "PrecomputingStore"])
def test_each_port_has_a_row_with_all_of_its_methods_and_no_others(port: str) -> None:
    own = {name for name in vars(getattr(ports, port)) if not name.startswith("_")}
    assert named()[port] == own


def test_no_row_names_a_port_that_does_not_exist() -> None:
    assert all(hasattr(ports, port) for port in named())


def test_the_page_for_authors_of_sources_names_all_members_of_one() -> None:
    page = (PAGE.parent / "add-a-source.md").read_text(encoding="utf-8")
    members = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    assert members == [name for name in vars(ports.Source) if not name.startswith("_")]
