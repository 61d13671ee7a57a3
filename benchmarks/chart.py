"""Draws a benchmark's latency against world size as a hand-written SVG chart.

The file is small enough for a repository, and its colours follow the viewer's light or dark theme.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

Json = dict[str, Any]

WIDTH, HEIGHT = 450, 380
_TOP, _BOTTOM = 92, 312
STYLE = """
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #24292f }
  .title { font-weight: 600; font-size: 15px } .small { font-size: 11px; fill: #57606a }
  .axis { stroke: #8c959f; stroke-width: 1 } .grid { stroke: #d0d7de; stroke-width: 1 }
  .a { stroke: #0969da; fill: #0969da } .b { stroke: #bc4c00; fill: #bc4c00 } .c { stroke: #1a7f37; fill: #1a7f37 }
  .line { fill: none; stroke-width: 2.5 } .bar { stroke: none } .label { stroke: none; font-size: 12px }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .small { fill: #9198a1 } .axis { stroke: #656c76 } .grid { stroke: #3d444d }
    .a { stroke: #4493f8; fill: #4493f8 } .b { stroke: #f0883e; fill: #f0883e } .c { stroke: #3fb950; fill: #3fb950 }
  }
"""
_ABOUT = "Latency as the world grows"
_LINES = (
    ("claims", "6", "a", "6 claims, as people ask"),
    ("selectivity", "0.1", "b", "6 claims, each met by 10 %"),
    ("postings", "1000", "c", "6 claims, each met by 1,000 homes"),
)


def chart(report: Json) -> str:
    """Returns the whole SVG."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{_ABOUT}">',
        f"<style>{STYLE}</style>",
        *_growth(report["worlds"]),
        f'<text class="small" x="16" y="{HEIGHT - 10}">{escape(caption(report))}</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _growth(worlds: Sequence[Json]) -> list[str]:
    """Draws the lines with log-log axes, so that proportional growth is a straight diagonal."""
    sizes = [world["searched"]["homes"] for world in worlds]
    lines: list[tuple[str, str, list[tuple[int, float]]]] = []
    for series, label, style, title in _LINES:
        points = [
            (world["searched"]["homes"], float(one["stages"]["total"]["p50"]))
            for world in worlds
            for one in world["searched"]["series"]
            if (one["series"], one["label"]) == (series, label)
        ]
        if points:
            lines.append((style, title, points))
    values = [value for _, _, points in lines for _, value in points] or [1.0]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values) * 1.01))
    left, right = 62, 400

    def x(homes: int) -> float:
        first, last = math.log10(min(sizes)), math.log10(max(sizes))
        return left + 20 + (right - left - 40) * ((math.log10(homes) - first) / (last - first) if last > first else 0.5)

    def y(value: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (math.log10(value) - low) / max(1, high - low)

    parts = ['<text class="title" x="16" y="24">Search, p50 in ms, one core</text>']
    for power in range(low, high + 1):
        at = y(10.0**power)
        parts.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text class="small" x="{left - 8}" y="{at + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
    parts += [
        f'<text class="small" x="{x(homes):.1f}" y="{_BOTTOM + 18}" text-anchor="middle">{homes:,}</text>'
        for homes in sizes
    ]
    parts.append(f'<text class="small" x="{(left + right) / 2}" y="{_BOTTOM + 34}" text-anchor="middle">homes</text>')
    for number, (style, title, points) in enumerate(lines):
        path = " ".join(f"{x(homes):.1f},{y(value):.1f}" for homes, value in points)
        parts.append(f'<polyline class="line {style}" style="fill:none" points="{path}"/>')
        parts += [f'<circle class="{style}" cx="{x(h):.1f}" cy="{y(v):.1f}" r="4"/>' for h, v in points]
        parts.append(f'<text class="label {style}" x="16" y="{42 + 15 * number}">{escape(title)}</text>')
    return parts


def caption(report: Json) -> str:
    machine = report["machine"]
    load = f"load {machine['load']} on {machine['cores']} cores"
    return f"{machine['cpu']}, Python {machine['python']}, {report['when'][:10]}; {load}"
