"""Measures the nesting depth of JSON before it is parsed.

JSON parsers, and code that walks through their output, recurse as deep as the input is nested, and
fail if it is too deep. So foreign input is measured first, in time linear in its length.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

DEEPEST: Final = 64
"""More than any valid input needs, and less than what breaks JSON parsers."""

# An unterminated string extends to the end of the text; possessive, so there is no backtracking.
_STRINGS = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
_STEPS = np.zeros(256, np.int8)
_STEPS[list(b"[{")] = 1
_STEPS[list(b"]}")] = -1


def nesting(text: bytes) -> int:
    """The largest number of lists and objects open at once, whether or not the text is JSON.

    >>> nesting(b'{"a": [1, [2]], "b": "[[[["}'), nesting(b"1"), nesting(b"[[[")
    (3, 0, 3)
    """
    # Shortcut for most texts, which have few brackets.
    most = text.count(b"[") + text.count(b"{")
    if most <= 1:
        return most
    return max(0, int(np.cumsum(_steps(text), dtype=np.int32).max()))


def is_too_deep(text: bytes) -> bool:
    return text.count(b"[") + text.count(b"{") > DEEPEST and nesting(text) > DEEPEST


def at_depth(text: bytes, depth: int) -> bytes:
    """The bytes at exactly this nesting depth, without brackets; to inspect the outer level of
    input that is too deep to be parsed.

    >>> at_depth(b'{"id": 7, "deep": [[["id"]]]}', 1)
    b'"id": 7, "deep": '
    """
    steps = _STEPS[np.frombuffer(_STRINGS.sub(_without_brackets, text), np.uint8)]
    inside = np.cumsum(steps, dtype=np.int32) == depth
    return bytes(np.frombuffer(text, np.uint8)[inside & (steps == 0)])


def _steps(text: bytes) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    return _STEPS[np.frombuffer(_STRINGS.sub(b"", text) + b" ", np.uint8)]


def _without_brackets(found: re.Match[bytes]) -> bytes:
    """The string with its brackets blanked, in the same length."""
    return found[0].translate(_BLANKED)


_BLANKED = bytes(ord(" ") if byte in b"[]{}" else byte for byte in range(256))
