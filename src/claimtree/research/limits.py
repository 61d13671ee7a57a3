"""How much of foreign text becomes evidence: so many blocks, each with so many words."""

from __future__ import annotations

from typing import Final

MOST_BLOCKS: Final = 12
"""Evidence blocks that come of one context or one source."""
LONGEST_EXCERPT: Final = 280
"""Characters of a message, a note or a record that are quoted."""
LONGEST_SUMMARY: Final = 300


def excerpt(text: str, most: int = LONGEST_EXCERPT) -> str:
    """Returns a text on one line, cut at a word if it is too long.

    >>> excerpt("one\\n two three", 9)
    'one two…'
    """
    line = " ".join("".join(one if one.isprintable() or one.isspace() else " " for one in text).split())
    if len(line) <= most:
        return line
    cut = line[: most - 1]
    whole = cut.rpartition(" ")[0] if line[most - 1] != " " else cut
    return f"{(whole if len(whole) > most // 2 else cut).rstrip()}…"
