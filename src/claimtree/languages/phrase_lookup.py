"""Looks up wordings at a position: by their first word, the longest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

_Value = TypeVar("_Value")
Wording: TypeAlias = tuple[str, ...]
"""Words in a row, each as it is compared."""
Wordings: TypeAlias = Mapping[str, Sequence[tuple[Wording, _Value]]]
"""Wordings by their first word, longest first."""


def by_first(table: Mapping[Wording, _Value]) -> Wordings[_Value]:
    """Returns wordings by their first word, longest first."""
    return pairs_by_first(table.items())


def pairs_by_first(entries: Iterable[tuple[Wording, _Value]]) -> Wordings[_Value]:
    """Returns the same where one wording may have several meanings; of equally long ones the
    earlier comes first.
    """
    found: dict[str, list[tuple[Wording, _Value]]] = {}
    for words, value in sorted(entries, key=lambda entry: -len(entry[0])):
        found.setdefault(words[0], []).append((words, value))
    return found


def fitting(norms: Sequence[str], at: int, table: Wordings[_Value]) -> Iterator[tuple[_Value, int]]:
    """Yields the wordings at this position, the longest first, and where each ends."""
    for words, value in table.get(norms[at], ()):
        end = at + len(words)
        if len(words) == 1 or (norms[at + 1] == words[1] and tuple(norms[at:end]) == words):
            yield value, end


def longest(norms: Sequence[str], at: int, table: Wordings[_Value]) -> tuple[_Value, int] | None:
    """Returns the longest wording at this position, and where it ends, or None."""
    for words, value in table.get(norms[at], ()):
        end = at + len(words)
        if len(words) == 1 or tuple(norms[at:end]) == words:
            return value, end
    return None
