"""Makes the notice to the user about a part that was left out: which words, and why."""

from __future__ import annotations

from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.text.fairness.protected_parts import Part


def unfair_notice(part: Part, text: str) -> Notice:
    """Returns the notice about a part; `text` is the text in which it was found."""
    words = " ".join(text[part.start : part.end].split())
    return notice(NoticeCode.UNFAIR, words=words, ground=notice(NoticeCode(f"ground-{part.ground}")))
