"""What a text says once some of its words are written out, told in places of the text as it stands.

A model that learned from words knows no "utilites" and no picture of a dog. What is meant by them is put in their
place before it reads, and what it finds is told of the letters that were really written.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from claimtree.model.scopes import Scope, Span
from claimtree.ports import ScopeReader, ScopeReading


@dataclass(frozen=True, slots=True)
class Respelling:
    """Letters of a text, and the words that are meant by them."""

    span: Span
    words: str


def read_respelled(reader: ScopeReader, text: str, respellings: Sequence[Respelling], *, listing: bool) -> ScopeReading:
    """The reading of a text as it was meant. The respellings stand in the order of the text and do not overlap."""
    if not respellings:
        return reader.read(text, listing=listing)
    parts: list[str] = []
    meant: list[Span] = []
    at = length = 0
    for one in respellings:
        between = text[at : one.span.start]
        # Two pictures side by side, and a word right beside one, are words apart.
        last = between[-1:] or (parts[-1][-1:] if parts else " ")
        before = "" if last.isspace() else " "
        behind = " " if text[one.span.end : one.span.end + 1].isalnum() else ""
        start = length + len(between) + len(before)
        # The blank behind belongs to it, so that what follows is moved by as much.
        meant.append(Span(start, start + len(one.words) + len(behind)))
        parts.append(f"{between}{before}{one.words}{behind}")
        length += len(parts[-1])
        at = one.span.end
    reading = reader.read("".join([*parts, text[at:]]), listing=listing)
    return _Respelled(reading, [one.span for one in respellings], meant)


class _Respelled:
    """A reading of the meant text, asked and answered in places of the written one."""

    def __init__(self, reading: ScopeReading, written: Sequence[Span], meant: Sequence[Span]) -> None:
        self._reading = reading
        self._written = written
        self._meant = meant

    @property
    def end(self) -> int:
        return _place(self._reading.end, self._meant, self._written, at_end=True)

    @property
    def found(self) -> Sequence[Span]:
        """Of two words that stand for one picture only the first is told: spans must not overlap."""
        spans: list[Span] = []
        for span in self._reading.found:
            written = _moved(span, self._meant, self._written)
            if not spans or spans[-1].end <= written.start:
                spans.append(written)
        return spans

    def named(self, span: Span) -> float:
        return self._reading.named(self._as_meant(span))

    def says(self, span: Span) -> float:
        return self._reading.says(self._as_meant(span))

    def scopes(self, spans: Sequence[Span]) -> Sequence[Scope]:
        return [self._as_written(scope) for scope in self._reading.scopes([self._as_meant(span) for span in spans])]

    def alternatives(self, spans: Sequence[Span]) -> Sequence[int | None]:
        return self._reading.alternatives([self._as_meant(span) for span in spans])

    def _as_meant(self, span: Span) -> Span:
        return _moved(span, self._written, self._meant)

    def _as_written(self, scope: Scope) -> Scope:
        return scope if scope.part is None else replace(scope, part=_moved(scope.part, self._meant, self._written))


def _moved(span: Span, here: Sequence[Span], there: Sequence[Span]) -> Span:
    """The same span in the other text; what begins or ends inside a changed word takes all of it."""
    return Span(_place(span.start, here, there, at_end=False), _place(span.end, here, there, at_end=True))


def _place(letter: int, here: Sequence[Span], there: Sequence[Span], *, at_end: bool) -> int:
    # An end is the place behind the last letter, so that letter tells where it belongs.
    k = bisect_right(here, letter - at_end, key=lambda one: one.start) - 1
    if k < 0:
        return letter
    if letter - at_end < here[k].end:
        return there[k].end if at_end else there[k].start
    return letter + there[k].end - here[k].end


def overlapping_none(respellings: Iterable[Respelling]) -> list[Respelling]:
    """In the order of the text; of two that overlap the first stays."""
    kept: list[Respelling] = []
    for one in sorted(respellings, key=lambda one: one.span):
        if not kept or kept[-1].span.end <= one.span.start:
            kept.append(one)
    return kept
