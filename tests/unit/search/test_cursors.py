"""Pages while data changes: a hit that keeps its rank is shown exactly once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.errors import BadQuery
from claimtree.model.answers import RankedHit, Standing
from claimtree.model.claims import EntityId
from claimtree.search.cursors import Cursor, fingerprint, hits_up_to, order, parse_cursor

HITS = st.builds(
    RankedHit,
    id=st.text(max_size=6).map(EntityId),
    standing=st.builds(
        Standing, required_met=st.integers(0, 2), met=st.integers(0, 3), score=st.integers(0, 3)
    ),
)  # fmt: skip
ORDERS = st.lists(HITS, max_size=25, unique_by=lambda hit: hit.id).map(lambda hits: sorted(hits, key=order))


def page(hits: list[RankedHit], after: str, size: int) -> tuple[list[RankedHit], str]:
    start = 0
    if after:
        cursor = parse_cursor(after, search="s")
        start = hits_up_to(cursor, lambda place: hits[place] if place < len(hits) else None, len(hits))
    found = hits[start : start + size]
    return found, str(Cursor(last=found[-1], shown=start + len(found), search="s")) if found else ""


@given(ORDERS, ORDERS, st.integers(1, 5), st.integers(0, 4))
def test_who_did_not_move_is_shown_exactly_once_whatever_changes_between_two_pages(
    before: list[RankedHit], later: list[RankedHit], size: int, when: int
) -> None:
    stayed = [hit for hit in before if hit.id.startswith("k")] + [hit for hit in before if len(hit.id) == 1]
    ids = {hit.id for hit in stayed}
    after_change = sorted(
        [*{hit.id: hit for hit in stayed}.values(), *(h for h in later if h.id not in ids)], key=order
    )
    shown: list[RankedHit] = []
    cursor, turn = "", 0
    while True:
        found, following = page(before if turn < when else after_change, cursor, size)
        if not found:
            break
        shown += found
        cursor, turn = following, turn + 1
    for hit in stayed:
        if hit in before and hit in after_change:
            assert shown.count(hit) == 1


@given(HITS, st.integers(0, 10**9))
def test_a_cursor_survives_being_written_down(hit: RankedHit, seen: int) -> None:
    cursor = Cursor(last=hit, shown=seen, search="s")
    assert parse_cursor(str(cursor), search="s") == cursor


@given(st.text(max_size=60))
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(BadQuery):
        parse_cursor(text, search="s")


def test_a_cursor_of_another_search_is_refused() -> None:
    hit = RankedHit(id=EntityId("a"), standing=Standing(required_met=1, met=1, score=1))
    with pytest.raises(BadQuery, match="another search"):
        parse_cursor(str(Cursor(last=hit, shown=1, search="s")), search="t")


def test_a_fingerprint_tells_searches_apart() -> None:
    assert fingerprint(["quiet", True]) == fingerprint(["quiet", True])
    assert fingerprint(["quiet", True]) != fingerprint(["quiet", False])
