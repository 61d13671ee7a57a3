"""Wordings looked up where they stand: by their first or last word, the longest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

_Value = TypeVar("_Value")
Wording: TypeAlias = tuple[str, ...]
"""Words in a row, each as it is compared."""
Wordings: TypeAlias = Mapping[str, Sequence[tuple[Wording, _Value]]]
"""Wordings by their first word (or their last, see `by_last`), longest first."""


def by_first(table: Mapping[Wording, _Value]) -> Wordings[_Value]:
    """Returns the wordings by their first word, longest first."""
    return pairs_by_first(table.items())


def by_last(table: Mapping[Wording, _Value]) -> Wordings[_Value]:
    """Returns the wordings by their last word, longest first."""
    return pairs_by_last(table.items())


def pairs_by_first(entries: Iterable[tuple[Wording, _Value]]) -> Wordings[_Value]:
    """The same, if one wording may mean several things; of equally long ones the earlier is first."""
    return _by_word(entries, 0)


def pairs_by_last(entries: Iterable[tuple[Wording, _Value]]) -> Wordings[_Value]:
    """The same by their last word."""
    return _by_word(entries, -1)


def _by_word(entries: Iterable[tuple[Wording, _Value]], place: int) -> Wordings[_Value]:
    found: dict[str, list[tuple[Wording, _Value]]] = {}
    for words, value in sorted(entries, key=lambda entry: -len(entry[0])):
        if words:
            found.setdefault(words[place], []).append((words, value))
    return found


def fitting(norms: Sequence[str], at: int, table: Wordings[_Value]) -> Iterator[tuple[_Value, int]]:
    """Yields the wordings that start here, the longest first, and where each ends."""
    for words, value in table.get(norms[at], ()):
        if len(words) == 1 or tuple(norms[at : at + len(words)]) == words:
            yield value, at + len(words)


def longest(norms: Sequence[str], at: int, table: Wordings[_Value]) -> tuple[_Value, int] | None:
    """Returns the longest wording that starts here, and where it ends; None if there is none."""
    for words, value in table.get(norms[at], ()):  # not `fitting`: a generator for every word would cost more
        if len(words) == 1 or tuple(norms[at : at + len(words)]) == words:
            return value, at + len(words)
    return None


def longest_ending(norms: Sequence[str], after: int, table: Wordings[_Value]) -> tuple[_Value, int] | None:
    """Returns the longest wording of a table `by_last` that ends before `after`, and where it begins."""
    for words, value in table.get(norms[after - 1], ()) if after > 0 else ():
        first = after - len(words)
        if first >= 0 and tuple(norms[first:after]) == words:
            return value, first
    return None
