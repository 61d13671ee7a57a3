"""Splits a long text into chunks for a model, at paragraph, sentence or word boundaries."""

from __future__ import annotations

from claimtree.llm_reader.quotes import Span

LONGEST = 4_000
"""Characters in one chunk."""
MOST = 16
"""Chunks of one text that are sent to the model; the built-in reader reads the rest."""

_STOPS = ("\n\n", "\n", ". ", "; ", ", ", " ")
"""Where to cut, in order of preference."""


def pieces(text: str, longest: int = LONGEST) -> list[Span]:
    """Splits the text into chunks without gaps, each at most `longest`; blank ones are left out.

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
    # Only in the second half: a chunk of a few words is hardly worth a request.
    half = start + (end - start) // 2
    for stop in _STOPS:
        at = text.rfind(stop, half, end)
        if at > start:
            return at + len(stop)
    return end
