"""A long text is cut without losing a character."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from claimtree.llm_reader.chunks import pieces


@given(text=st.text("ab .,;\n", max_size=200), longest=st.integers(1, 50))
def test_the_pieces_hold_everything_that_is_said(text: str, longest: int) -> None:
    spans = pieces(text, longest)
    assert "".join("".join(text[a:b].split()) for a, b in spans) == "".join(text.split())
    assert all(0 < b - a <= longest for a, b in spans)
    assert spans == sorted(spans)


def test_a_paragraph_is_a_better_place_to_cut_than_a_sentence() -> None:
    text = "First one. Second one.\n\nThird one. Fourth."
    assert [text[a:b] for a, b in pieces(text, 38)] == ["First one. Second one.\n\n", "Third one. Fourth."]
