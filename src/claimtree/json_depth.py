"""How deeply JSON is nested, before anybody takes it apart.

Whoever reads JSON goes down as deep as it is nested, and so does whoever looks at what was read; what is too deep for
one of them breaks it. So what comes from elsewhere is measured first, in time linear in its length.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

DEEPEST: Final = 64
"""Deeper than anything that we take; and than what readers of JSON break at."""

# A string that does not end goes to the end of the text; nothing is tried twice.
_STRINGS = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
_STEPS = np.zeros(256, np.int8)
_STEPS[list(b"[{")] = 1
_STEPS[list(b"]}")] = -1


def nesting(text: bytes) -> int:
    """How many lists and objects are open at once at most, whether or not the text is JSON.

    >>> nesting(b'{"a": [1, [2]], "b": "[[[["}'), nesting(b"1"), nesting(b"[[[")
    (3, 0, 3)
    """
    # Most texts have few brackets, wherever they stand.
    most = text.count(b"[") + text.count(b"{")
    if most <= 1:
        return most
    return max(0, int(np.cumsum(_steps(text), dtype=np.int32).max()))


def is_too_deep(text: bytes) -> bool:
    return text.count(b"[") + text.count(b"{") > DEEPEST and nesting(text) > DEEPEST


def at_depth(text: bytes, depth: int) -> bytes:
    """What stands in so many lists and objects exactly, without strings that hold brackets; for a look at the outside
    of what is too deep to be read.

    >>> at_depth(b'{"id": 7, "deep": [[["id"]]]}', 1)
    b'"id": 7, "deep": '
    """
    steps = _STEPS[np.frombuffer(_STRINGS.sub(_without_brackets, text), np.uint8)]
    inside = np.cumsum(steps, dtype=np.int32) == depth
    return bytes(np.frombuffer(text, np.uint8)[inside & (steps == 0)])


def _steps(text: bytes) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    return _STEPS[np.frombuffer(_STRINGS.sub(b"", text) + b" ", np.uint8)]


def _without_brackets(found: re.Match[bytes]) -> bytes:
    """A string of the same length."""
    return found[0].translate(_BLANKED)


_BLANKED = bytes(ord(" ") if byte in b"[]{}" else byte for byte in range(256))
