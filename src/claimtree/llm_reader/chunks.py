"""A long text in pieces that a model can take, cut where a person would stop."""

from __future__ import annotations

from claimtree.llm_reader.quotes import Span

LONGEST = 4_000
"""Characters in one piece."""
MOST = 16
"""Pieces of one text that are asked about; the built-in reader reads the rest."""

_STOPS = ("\n\n", "\n", ". ", "; ", ", ", " ")
"""Where to cut, the best first."""


def pieces(text: str, longest: int = LONGEST) -> list[Span]:
    """The text cut into pieces without gaps, none longer than asked; blank ones are left out.

    >>> pieces("One two. Three four.", longest=12)
    [(0, 9), (9, 20)]
    """
    found: list[Span] = []
    start = 0
    while start < len(text):
        end = min(len(text), start + longest)
        if end < len(text):
            end = _cut(text, start, end)
        if text[start:end].strip():
            found.append((start, end))
        start = end
    return found


def _cut(text: str, start: int, end: int) -> int:
    # In the second half: a piece of three words is hardly worth a question.
    half = start + (end - start) // 2
    for stop in _STOPS:
        at = text.rfind(stop, half, end)
        if at > start:
            return at + len(stop)
    return end
