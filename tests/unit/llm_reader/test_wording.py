"""Words that no list knows, said back in the pack's language."""

from __future__ import annotations

import pytest
from tests.shared_packs import shared_pack

from claimtree.llm_reader.wording import worded


@pytest.mark.parametrize(
    ("pack", "quote", "negated", "shown"),
    [
        ("rentals", "no gargoyles", True, "no gargoyles"),
        ("rentals", "gargoyles at most 3 m tall", False, "gargoyles at most 3 m tall"),
        ("property", "tanpa patung naga", True, "tanpa patung naga"),
        ("property", "patung naga di bawah 500 juta", False, "patung naga di bawah Rp 500 juta"),
        ("property", "patung naga maksimal 2,5 meter", True, "tanpa patung naga maksimal 2,5 m"),
    ],
)
def test_a_wish_is_said_back_in_the_language_of_the_pack(pack: str, quote: str, negated: bool, shown: str) -> None:
    assert worded(quote, shared_pack(pack), query=True).shown(negated=negated) == shown
