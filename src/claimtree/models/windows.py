"""A long text as windows that the reader can take in: whole sentences, with some of what came before as context."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from claimtree.languages.normalise import SENTENCE_ENDS
from claimtree.models.wordpiece import Piece

LONGEST = 248
"""Pieces of a window: the reader has places for 256, and some are kept for its ends and marks."""
CONTEXT = 40
"""Pieces of earlier sentences that a window begins with at most."""


class Window(NamedTuple):
    """Pieces `first` to before `after`; what stands before `own` is context and was read in an earlier window."""

    first: int
    own: int
    after: int


def windows(ends: Sequence[int], pieces: int, *, longest: int = LONGEST, context: int = CONTEXT) -> Iterator[Window]:
    """Windows over `pieces` pieces, cut where a sentence ends; a sentence that is too long is cut where it must be.

    `ends`: the numbers of pieces after which a sentence ends, ascending.

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
    """After which numbers of pieces a sentence ends: at its mark, if a blank follows, or at the end of a line."""
    found: list[int] = []
    for k, piece in enumerate(pieces):
        behind = pieces[k + 1].start if k + 1 < len(pieces) else len(text)
        between = text[piece.end : behind]
        if "\n" in between or (text[piece.start] in SENTENCE_ENDS and (between or behind == len(text))):
            found.append(k + 1)
    return found
