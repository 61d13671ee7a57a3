"""A path as a drawing in SVG: one file without scripts, that reads in light and dark and on paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from claimtree.kinship.diagram import Box, Descent, Drawing, Pair, years
from claimtree.kinship.graph import Citation, ParentKind, Sex
from claimtree.kinship.text_width import broken, cut
from claimtree.kinship.wording import link_word

WIDTH: Final = 190
HEIGHT: Final = 62
ACROSS: Final = 280
"""From the middle of a column to that of the next."""
DOWN: Final = 124
MARGIN: Final = 20
_LETTERS: Final = 19
_NAME_LINES: Final = 2
_MOST_NAME: Final = 400
"""Letters of a name that its tooltip has; names of 10 kB exist."""

_STYLE: Final = """
  .paper { fill: #ffffff } .line { fill: none; stroke: #5b6472; stroke-width: 1.6 }
  .other { stroke-dasharray: 6 4 } .parted { stroke-dasharray: 2 4 }
  .box { fill: #f4f6f9; stroke: #5b6472; stroke-width: 1.2 } .end { stroke: #1f5fbf; stroke-width: 2.6; fill: #eaf1fc }
  .name { font-weight: 600; fill: #161a20 } .years, .label { fill: #4a5260; font-size: 12px }
  .halo { fill: #ffffff } text { font: 14px system-ui, "Segoe UI", "Noto Sans", sans-serif; text-anchor: middle }
  @media (prefers-color-scheme: dark) {
    .paper, .halo { fill: #14181f } .line { stroke: #a3adbb } .box { fill: #222934; stroke: #8b95a5 }
    .end { fill: #1b2f4d; stroke: #7fb0ff } .name { fill: #f1f4f8 } .years, .label { fill: #bcc5d2 }
  }
"""


def svg(drawing: Drawing, title: str, steps: Sequence[str], code: str = "en") -> str:
    """Returns a drawing as SVG; the title and the steps are what a screen reader is told."""
    wide = round(2 * MARGIN + (drawing.columns - 1) * ACROSS + WIDTH)
    high = 2 * MARGIN + (drawing.rows - 1) * DOWN + HEIGHT
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="kin-title kin-desc" '
            f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">'
        ),
        f'<title id="kin-title">{_text(title)}</title>',
        f'<desc id="kin-desc">{_text(" ".join(steps))}</desc>',
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{wide}" height="{high}"/>',
        *(_descent(drawing, one, code) for one in drawing.descents),
        *(_pair(drawing, one, code) for one in drawing.pairs),
        *(_box(box) for box in drawing.boxes),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _text_id(id: str) -> str:
    return "".join(_printable(id))


def _text(text: str) -> str:
    """Returns a text escaped, without the control characters that XML does not allow."""
    return escape("".join(_printable(text)))


def _printable(text: str) -> Iterator[str]:
    for letter in text:
        allowed = (
            letter in "\t\n" or (" " <= letter < "\ud800") or ("\ue000" <= letter <= "\ufffd") or letter > "\uffff"
        )
        yield letter if allowed else "\ufffd"


def _middle(box: Box) -> tuple[float, float]:
    return MARGIN + WIDTH / 2 + box.column * ACROSS, MARGIN + HEIGHT / 2 + box.row * DOWN


def _box(box: Box) -> str:
    x, y = _middle(box)
    name = box.person.name or box.person.id
    lines = broken(cut(name, _MOST_NAME), _LETTERS, _NAME_LINES)
    lived = years(box.person)
    height = 18.0
    first = y - (len(lines) - 1 + bool(lived)) * height / 2 + 5
    corner = {Sex.MALE: 3, Sex.FEMALE: 22}.get(box.person.sex, 10)
    label = f"{cut(name, _MOST_NAME)}{f', {lived}' if lived else ''}"
    written = [
        f'<text class="name" x="{x:g}" y="{first + at * height:g}">{_text(line)}</text>'
        for at, line in enumerate(lines)
    ]
    if lived:
        written.append(f'<text class="years" x="{x:g}" y="{first + len(lines) * height:g}">{lived}</text>')
    kind = "box end" if box.end else "box"
    return (
        f"<g data-person={quoteattr(_text_id(box.person.id))}><title>{_text(label)}</title>"
        f'<rect class={quoteattr(kind)} x="{x - WIDTH / 2:g}" y="{y - HEIGHT / 2:g}" width="{WIDTH}" '
        f'height="{HEIGHT}" rx="{corner:g}"/>{"".join(written)}</g>'
    )


def _descent(drawing: Drawing, one: Descent, code: str) -> str:
    tops = [_middle(drawing.boxes[at]) for at in one.parents]
    x, y = _middle(drawing.boxes[one.child])
    from_x = sum(at for at, _ in tops) / len(tops)
    # A couple's line begins at the line between them, that of one parent below the box.
    from_y = tops[0][1] + (HEIGHT / 2 if len(tops) == 1 else 0)
    turn = y - DOWN / 2
    natural = one.kind in (ParentKind.BIRTH, ParentKind.UNKNOWN)
    kind = "line" if natural else "line other"
    drawn = f'<path class="{kind}" d="M{from_x:g} {from_y:g} V{turn:g} H{x:g} V{y - HEIGHT / 2:g}"/>'
    label = "" if natural else _label(x, turn + (DOWN - HEIGHT) / 4 + 2, link_word(one.kind.value, code))
    return f"<g><title>{_text(_cited(one.citations))}</title>{drawn}{label}</g>"


def _pair(drawing: Drawing, one: Pair, code: str) -> str:
    (x, y), (to, _) = _middle(drawing.boxes[one.one]), _middle(drawing.boxes[one.other])
    left, right = min(x, to) + WIDTH / 2, max(x, to) - WIDTH / 2
    word = union_word(one, code)
    kind = "line" if word is None else "line parted"
    drawn = f'<path class="{kind}" d="M{left:g} {y - 3:g} H{right:g} M{left:g} {y + 3:g} H{right:g}"/>'
    label = "" if word is None else _label((left + right) / 2, y - 14, word)
    return f"<g><title>{_text(_cited(one.citations))}</title>{drawn}{label}</g>"


def union_word(pair: Pair, code: str = "en") -> str | None:
    """Returns what is written at a line between partners; None for husband and wife."""
    if pair.union is None:
        return link_word("no_union", code)
    if pair.union.divorced:
        return link_word("divorced", code)
    return link_word("unmarried", code) if pair.union.married is False else None


def _label(x: float, y: float, word: str) -> str:
    wide = len(word) * 7 + 6
    return (
        f'<rect class="halo" x="{x - wide / 2:g}" y="{y - 12:g}" width="{wide}" height="16"/>'
        f'<text class="label" x="{x:g}" y="{y:g}">{_text(word)}</text>'
    )


def _cited(citations: Iterable[Citation]) -> str:
    return "\n".join(f"{one.file}, line {one.line}, {one.record}: {cut(one.quote, _MOST_NAME)}" for one in citations)
