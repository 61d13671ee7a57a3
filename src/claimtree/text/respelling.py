"""Reads a text with some words replaced by what they mean, and maps the results back to the
original text.

A model trained on words does not know "utilites" or an emoji of a dog. Such words are replaced
before it reads the text, and the spans it finds are converted to positions in the original.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from claimtree.model.scopes import ListedWords, Scope, Span
from claimtree.ports import ScopeReader, ScopeReading


@dataclass(frozen=True, slots=True)
class Respelling:
    """A span of the original text, and the words that it stands for."""

    span: Span
    words: str


def read_respelled(reader: ScopeReader, text: str, respellings: Sequence[Respelling], *, listing: bool) -> ScopeReading:
    """Returns the reading of the text with the respellings applied. They must be in text order and
    not overlap."""
    if not respellings:
        return reader.read(text, listing=listing)
    parts: list[str] = []
    meant: list[Span] = []
    at = length = 0
    for one in respellings:
        between = text[at : one.span.start]
        # Adjacent emoji, and a word right beside one, must stay separate words.
        last = between[-1:] or (parts[-1][-1:] if parts else " ")
        before = "" if last.isspace() else " "
        behind = " " if text[one.span.end : one.span.end + 1].isalnum() else ""
        start = length + len(between) + len(before)
        # The space after it belongs to it, so that the following text is shifted accordingly.
        meant.append(Span(start, start + len(one.words) + len(behind)))
        parts.append(f"{between}{before}{one.words}{behind}")
        length += len(parts[-1])
        at = one.span.end
    reading = reader.read("".join([*parts, text[at:]]), listing=listing)
    return _Respelled(reading, [one.span for one in respellings], meant)


class _Respelled:
    """A reading of the respelled text with spans of the original in its interface."""

    def __init__(self, reading: ScopeReading, written: Sequence[Span], meant: Sequence[Span]) -> None:
        self._reading = reading
        self._written = written
        self._meant = meant

    @property
    def end(self) -> int:
        return _place(self._reading.end, self._meant, self._written, at_end=True)

    @property
    def found(self) -> Sequence[Span]:
        """The found spans; of several words that replace one emoji only the first is kept, since
        spans must not overlap."""
        spans: list[Span] = []
        for span in self._reading.found:
            written = _moved(span, self._meant, self._written)
            if not spans or spans[-1].end <= written.start:
                spans.append(written)
        return spans

    def named(self, span: Span) -> float:
        return self._reading.named(self._as_meant(span))

    def means(self, asked: Sequence[ListedWords]) -> Sequence[float]:
        return self._reading.means([replace(one, span=self._as_meant(one.span)) for one in asked])

    def asks(self, asked: Sequence[ListedWords]) -> Sequence[tuple[float, float]]:
        return self._reading.asks([replace(one, span=self._as_meant(one.span)) for one in asked])

    def scopes(self, spans: Sequence[Span]) -> Sequence[Scope]:
        return [self._as_written(scope) for scope in self._reading.scopes([self._as_meant(span) for span in spans])]

    def alternatives(self, spans: Sequence[Span]) -> Sequence[int | None]:
        return self._reading.alternatives([self._as_meant(span) for span in spans])

    def _as_meant(self, span: Span) -> Span:
        return _moved(span, self._written, self._meant)

    def _as_written(self, scope: Scope) -> Scope:
        return scope if scope.part is None else replace(scope, part=_moved(scope.part, self._meant, self._written))


def _moved(span: Span, here: Sequence[Span], there: Sequence[Span]) -> Span:
    """Maps a span to the other text; one that starts or ends inside a replaced word is extended to
    all of it."""
    return Span(_place(span.start, here, there, at_end=False), _place(span.end, here, there, at_end=True))


def _place(letter: int, here: Sequence[Span], there: Sequence[Span], *, at_end: bool) -> int:
    # An end is exclusive, so the letter before it decides which span it belongs to.
    k = bisect_right(here, letter - at_end, key=lambda one: one.start) - 1
    if k < 0:
        return letter
    if letter - at_end < here[k].end:
        return there[k].end if at_end else there[k].start
    return letter + there[k].end - here[k].end


def overlapping_none(respellings: Iterable[Respelling]) -> list[Respelling]:
    """Returns the respellings in text order; of two that overlap the first is kept."""
    kept: list[Respelling] = []
    for one in sorted(respellings, key=lambda one: one.span):
        if not kept or kept[-1].span.end <= one.span.start:
            kept.append(one)
    return kept
