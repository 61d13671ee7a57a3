"""Every field that tests have, indexed on a cluster, searched, explained and copied away: all as in a file."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.fields import PACKS, Loaded, demo_files, long_manuals
from tests.servers.conftest import Addresses

from claimtree.engine import Engine
from claimtree.model.answers import Explanation, Found
from claimtree.moving import copy_store

pytestmark = pytest.mark.elastic

FIELDS = sorted(folder.name for folder in PACKS.iterdir() if folder.is_dir())
MORE = {
    "laptops": ["no touchscreen, three ports, repairable", "not made by Orrin, under $700", "made by Lumo or Tessel"],
    "manuals": ["error E10 or E12", "torque over 310 Nm", "not for the Atlas 9, torque over 30 Nm"],
    "museum": ["made between 1900 and 1910, bronze", "by a maker born before 1760", "made on 4 April 1682"],
}
"""Questions beside those of the pack."""


def answers(engine: Engine, questions: Sequence[str]) -> list[tuple[Found, Explanation]]:
    """What each question finds, and why its last hit stands where it does."""
    found = []
    for question in questions:
        answer = engine.search(question, limit=500)
        assert isinstance(answer, Found)
        assert answer.hits, question
        found.append((answer, engine.explain(answer.hits[-1].id, question)))
    return found


@pytest.mark.parametrize("field", FIELDS)
def test_a_field_is_answered_on_a_cluster_as_in_a_file(addresses: Addresses, tmp_path: Path, field: str) -> None:
    loaded = Loaded.of(field)
    files = [long_manuals(tmp_path)] if field == "manuals" else demo_files(field)
    questions = [*loaded.pack.queries, *MORE.get(field, ())]
    with (
        closing(loaded.store(tmp_path / "file.db")) as file,
        closing(loaded.store(addresses())) as cluster,
        closing(loaded.store(tmp_path / "copy.db")) as copy,
    ):
        written, expected = loaded.index(cluster, files), loaded.index(file, files)
        assert replace(written, seconds=0.0) == replace(expected, seconds=0.0)
        wanted = answers(loaded.engine(file), questions)
        assert answers(loaded.engine(cluster), questions) == wanted
        assert copy_store(cluster, copy, loaded.pack.hierarchy).problems == ()
        assert answers(loaded.engine(copy), questions) == wanted
