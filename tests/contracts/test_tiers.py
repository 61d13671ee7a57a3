"""Tests of a tier that is collected by itself stand where `make` looks for them; examples are the same each time."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import providers

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("variable", "marker"), [("ELASTIC_TESTS", "elastic"), ("FACES_TESTS", "faces")])
def test_every_marked_test_stands_where_make_collects_its_tier(variable: str, marker: str) -> None:
    found = re.search(rf"^{variable} := (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    places = [ROOT / name for name in found[1].split()]
    assert all(place.exists() for place in places)
    files = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "testing").rglob("*.py")]
    marked = [file for file in files if re.search(rf"\bmark\.{marker}\b", file.read_text(encoding="utf-8"))]
    assert marked
    assert [file for file in marked if not any(file.is_relative_to(place) for place in places)] == []


def test_hypothesis_takes_no_constants_from_sources() -> None:
    tried = []

    @settings(max_examples=200)  # it takes a constant once in a while
    @given(st.integers())
    def note(number: int) -> None:
        tried.append(number)

    note()
    assert tried
    assert len(providers._local_constants) == 0
