"""A path drawn with letters, for a terminal."""

from __future__ import annotations

from typing import Final

from claimtree.kinship.diagram import Box, Drawing, years
from claimtree.kinship.diagram_svg import union_word
from claimtree.kinship.graph import ParentKind
from claimtree.kinship.text_width import clean, cut, width
from claimtree.kinship.wording import link_word

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_LINES: Final = {
    _UP | _DOWN: "│",
    _LEFT | _RIGHT: "─",
    _UP: "│",
    _DOWN: "│",
    _LEFT: "─",
    _RIGHT: "─",
    _DOWN | _RIGHT: "┌",
    _DOWN | _LEFT: "┐",
    _UP | _RIGHT: "└",
    _UP | _LEFT: "┘",
    _UP | _LEFT | _RIGHT: "┴",
    _DOWN | _LEFT | _RIGHT: "┬",
    _UP | _DOWN | _LEFT: "┤",
    _UP | _DOWN | _RIGHT: "├",
    _UP | _DOWN | _LEFT | _RIGHT: "┼",
}
_ROW: Final = 4
"""Lines of a generation: name, years, and two for what leads to the next."""
_MOST_NAME: Final = 30
_LEAST_NAME: Final = 11


def text_drawing(drawing: Drawing, code: str = "en", *, columns: int = 100) -> str:
    """Returns a drawing as lines of text, narrowed towards so many columns by cutting names."""
    return _Canvas(drawing, code, columns).text()


def least_width(drawing: Drawing) -> int:
    """Returns the columns that a drawing takes when its names are cut as short as they may be."""
    return round(drawing.columns * (_LEAST_NAME + _GAP))


class _Canvas:
    def __init__(self, drawing: Drawing, code: str, columns: int) -> None:
        self._drawing, self._code = drawing, code
        names = [width(_name(box)) + 2 * box.end for box in drawing.boxes]
        # Between partners there is room for what is said of their union.
        said = [width(union_word(pair, code) or "") + 2 for pair in drawing.pairs]
        gap = max(*said, _GAP) if said else _GAP
        longest = max(*names, _LEAST_NAME)
        room = int(columns / drawing.columns) - gap
        self._name = max(_LEAST_NAME, min(longest, _MOST_NAME, room))
        self._cell = self._name + gap
        self._lines: dict[tuple[int, int], int] = {}
        self._words: dict[int, list[tuple[int, str]]] = {}

    def text(self) -> str:
        for descent in self._drawing.descents:
            self._descend(descent.parents, descent.child, descent.kind)
        for pair in self._drawing.pairs:
            self._join(pair.one, pair.other, union_word(pair, self._code))
        for at, box in enumerate(self._drawing.boxes):
            x, y = self._at(at)
            name = cut(_name(box), self._name - 2 * box.end)
            self._write(x, y, f"[{name}]" if box.end else name)
            self._write(x, y + 1, years(box.person))
        height = (self._drawing.rows - 1) * _ROW + 2
        return "\n".join(self._line(y) for y in range(height)).rstrip() + "\n"

    def _at(self, box: int) -> tuple[int, int]:
        placed = self._drawing.boxes[box]
        return int(placed.column * self._cell) + self._name // 2, placed.row * _ROW

    def _write(self, x: int, y: int, text: str) -> None:
        if text:
            self._words.setdefault(y, []).append((max(0, x - width(text) // 2), text))

    def _descend(self, parents: tuple[int, ...], child: int, kind: ParentKind) -> None:
        tops = [self._at(at) for at in parents]
        x, y = self._at(child)
        from_x = sum(at for at, _ in tops) // len(tops)
        lived = bool(years(self._drawing.boxes[parents[0]].person))
        start, turn = tops[0][1] + (1 + lived if len(tops) == 1 else 0), y - 2
        self._down(from_x, start, turn)
        self._across(from_x, x, turn)
        self._down(x, turn, y)
        if kind not in (ParentKind.BIRTH, ParentKind.UNKNOWN):
            self._write(x, y - 1, link_word(kind.value, self._code))

    def _down(self, x: int, start: int, end: int) -> None:
        for y in range(start, end):
            self._mark(x, y, _DOWN)
            self._mark(x, y + 1, _UP)

    def _across(self, one: int, other: int, y: int) -> None:
        for x in range(min(one, other), max(one, other)):
            self._mark(x, y, _RIGHT)
            self._mark(x + 1, y, _LEFT)

    def _join(self, one: int, other: int, word: str | None) -> None:
        (left, y), (right, _) = sorted((self._at(one), self._at(other)))
        middle = (left + right) // 2
        if word is not None:
            self._write(middle, y + 1, word)
        for x in range(left, right):
            self._lines.setdefault((x, y), 0)
            self._lines[x, y] |= 16

    def _mark(self, x: int, y: int, bits: int) -> None:
        self._lines[x, y] = self._lines.get((x, y), 0) | bits

    def _line(self, y: int) -> str:
        """Returns a line of the drawing: words over lines, with a space around them."""
        marks = {x: bits for (x, at), bits in self._lines.items() if at == y}
        end = max([*marks, *(start + width(text) for start, text in self._words.get(y, []))], default=-1) + 1
        cells = [_sign(marks.get(x, 0)) for x in range(end + 1)]
        shift = 0
        for start, text in sorted(self._words.get(y, [])):
            first, last = start - shift, start - shift + width(text)
            padded = (" " if first > 0 else "") + text + " "
            cells[max(0, first - 1) : last + 1] = list(padded)
            # A letter that takes two columns, or none, stands in one cell of the list.
            shift += width(text) - len(text)
        return "".join(cells).rstrip()


def _name(box: Box) -> str:
    return clean(box.person.name) or clean(box.person.id)


def _sign(bits: int) -> str:
    if bits & 16:
        return "╤" if bits & _DOWN else "═"
    return _LINES.get(bits, " ")


_GAP: Final = 6
