"""Drafts about the demo tree and about small trees."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from tests.unit.answering.conftest import DEMO, index_of

from claimtree.answering.ask_result import Anchor
from claimtree.answering.family_index import FamilyIndex
from claimtree.drafts.compose import compose
from claimtree.drafts.draft import Draft
from claimtree.message_answers.respond import respond

Written = Callable[..., Draft]
TODAY = date(2026, 5, 1)


@pytest.fixture(scope="session")
def demo_tree(tmp_path_factory: pytest.TempPathFactory) -> FamilyIndex:
    return index_of(DEMO, tmp_path_factory.mktemp("drafts"))


def drafted(message: str, tree: FamilyIndex, *, author: str = "", anchor: Anchor | None = None) -> Draft:
    ends = anchor or Anchor()
    return compose(message, respond(message, tree, anchor=ends), tree, author=author, anchor=ends, today=TODAY)


@pytest.fixture
def written(demo_tree: FamilyIndex) -> Written:
    """Writes the reply to a message about the demo tree."""

    def write(message: str, *, author: str = "", anchor: Anchor | None = None) -> Draft:
        return drafted(message, demo_tree, author=author, anchor=anchor)

    return write


@pytest.fixture
def small_tree(tmp_path: Path) -> Callable[[str], FamilyIndex]:
    """Makes an index of GEDCOM lines."""

    def make(lines: str) -> FamilyIndex:
        file = tmp_path / "small.ged"
        file.write_text(f"0 HEAD\n1 CHAR UTF-8\n{lines.strip()}\n0 TRLR\n", encoding="utf-8")
        return index_of(file, tmp_path)

    return make
