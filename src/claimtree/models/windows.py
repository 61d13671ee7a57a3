"""Splits a long text into windows for the reader: whole sentences, preceded by some context."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from claimtree.languages.normalise import SENTENCE_ENDS
from claimtree.models.wordpiece import Piece

LONGEST = 248
"""Tokens per window: the reader has 256 positions, and some are taken by its special tokens."""
CONTEXT = 40
"""The most tokens of earlier sentences at a window's start."""


class Window(NamedTuple):
    """Tokens `first` to before `after`; those before `own` are context, read in an earlier one."""

    first: int
    own: int
    after: int


def windows(ends: Sequence[int], pieces: int, *, longest: int = LONGEST, context: int = CONTEXT) -> Iterator[Window]:
    """Windows over `pieces` tokens, cut at sentence ends; too long a sentence is cut anywhere.

    `ends`: the token counts after which a sentence ends, ascending.

    >>> list(windows([4, 8, 12], 12, longest=8, context=3))
    [Window(first=0, own=0, after=8), Window(first=5, own=8, after=12)]
    """
    own = 0
    while own < pieces:
        first = max(0, own - context)
        sentence = bisect_right(ends, first)
        if first and sentence < len(ends) and ends[sentence] < own:
            first = ends[sentence]
        after = pieces
        if pieces - first > longest:
            last = bisect_right(ends, first + longest) - 1
            after = ends[last] if last >= 0 and ends[last] > own else first + longest
        yield Window(first, own, after)
        own = after


def sentence_ends(text: str, pieces: Sequence[Piece]) -> list[int]:
    """The token counts after which a sentence ends: at a mark before a blank, or at a line end."""
    found: list[int] = []
    for k, piece in enumerate(pieces):
        behind = pieces[k + 1].start if k + 1 < len(pieces) else len(text)
        between = text[piece.end : behind]
        if "\n" in between or (text[piece.start] in SENTENCE_ENDS and (between or behind == len(text))):
            found.append(k + 1)
    return found
