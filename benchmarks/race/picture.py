"""Draws the race as SVG: the time of each engine, and the share of true answers it finds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

from benchmarks.chart import STYLE, caption
from benchmarks.children import Json
from benchmarks.race.engines import ENGINES
from benchmarks.race.report import rows_of

WIDTH = 860
_ROW, _TOP = 24, 70
_TIMES, _FOUND = (300, 560), (610, 820)
"""Horizontal range of the bars of each half."""
_ABOUT = "How long each engine takes, and how many of the true answers it finds"


def picture(report: Json) -> str:
    """Draws two bars per engine and setting, for the first and the last corpus with peers."""
    shown = _shown(report["corpora"])
    parts, top = list[str](), 0
    for corpus in shown:
        drawn, height = _panel(corpus, top)
        parts += drawn
        top += height
    height = top + 30
    opened = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{_ABOUT}">'
    caption_text = f'<text class="small" x="16" y="{height - 10}">{escape(caption(report))}</text>'
    return "\n".join([opened, f"<style>{STYLE}</style>", *parts, caption_text, "</svg>"]) + "\n"


def _shown(corpora: Sequence[Json]) -> list[Json]:
    raced = [one for one in corpora if any(not ENGINES[name].ours for name in one["results"])]
    return raced[:1] + [one for one in raced[-1:] if len(raced) > 1]


def _panel(corpus: Json, top: int) -> tuple[list[str], int]:
    """Returns the drawing of one corpus, and its height."""
    rows = [(title, result, series) for title, result, series in rows_of(corpus)]
    times = [float(series["all"]["latency"]["p50"]) for _, _, series in rows]
    low = math.floor(math.log10(min(times)))
    high = max(low + 1, math.ceil(math.log10(max(times))))
    bottom = top + _TOP + _ROW * len(rows)

    def length(value: float) -> float:
        return (_TIMES[1] - _TIMES[0]) * max(0.02, (math.log10(value) - low) / (high - low))

    parts = [
        f'<text class="title" x="16" y="{top + 24}">{escape(corpus["title"].capitalize())}</text>',
        f'<text class="small" x="{_TIMES[0]}" y="{top + 40}">a question, p50 in ms, by powers of ten</text>',
        f'<text class="small" x="{_FOUND[0]}" y="{top + 40}">true answers found</text>',
    ]
    for power in range(low, high + 1):
        at = _TIMES[0] + (_TIMES[1] - _TIMES[0]) * (power - low) / (high - low)
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{top + _TOP - 12}" y2="{bottom}"/>')
        parts.append(
            f'<text class="small" x="{at:.1f}" y="{top + _TOP - 15}" text-anchor="middle">{10.0**power:g}</text>'
        )
    for share in (0.0, 0.5, 1.0):
        at = _FOUND[0] + (_FOUND[1] - _FOUND[0]) * share
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{top + _TOP - 12}" y2="{bottom}"/>')
        parts.append(f'<text class="small" x="{at:.1f}" y="{top + _TOP - 15}" text-anchor="middle">{share:.0%}</text>')
    for number, ((title, result, series), ms) in enumerate(zip(rows, times, strict=True)):
        ours = any(ENGINES[name].ours and found is result for name, found in corpus["results"].items())
        style, at = "a" if ours else "b", top + _TOP + _ROW * number
        recall = float(series["all"]["means"]["recall"])
        found = (_FOUND[1] - _FOUND[0]) * recall
        parts += [
            f'<text x="16" y="{at + 14}">{escape(title)}</text>',
            _bar(style, _TIMES[0], at, length(ms)),
            f'<text class="small" x="{_TIMES[0] + length(ms) + 5:.1f}" y="{at + 14}">{ms:,.1f}</text>',
            _bar(style, _FOUND[0], at, found),
            f'<text class="small" x="{_FOUND[0] + found + 5:.1f}" y="{at + 14}">{recall:.0%}</text>',
        ]
    return parts, bottom - top + 14


def _bar(style: str, left: float, top: float, length: float) -> str:
    return f'<rect class="bar {style}" x="{left}" y="{top + 3}" width="{length:.1f}" height="{_ROW - 8}"/>'
