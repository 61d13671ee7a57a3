"""A reliability diagram as hand-written SVG: small, with colours for a light and a dark theme."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

SIZE = 280
"""The side length of a panel."""
_LEFT, _TOP, _GAP = 64, 104, 96
_STYLE = """
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #24292f; stroke: none }
  .title { font-weight: 600; font-size: 15px } .small { font-size: 11px; fill: #57606a }
  .grid { stroke: #d0d7de } .ideal { stroke: #8c959f; stroke-dasharray: 4 4 } .mark { stroke: #8c959f }
  .line { fill: none; stroke-width: 2 }
  .s0 { stroke: #0969da; fill: #0969da } .s1 { stroke: #bc4c00; fill: #bc4c00 }
  .s2 { stroke: #1a7f37; fill: #1a7f37 } .s3 { stroke: #8250df; fill: #8250df }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .small { fill: #9198a1 } .grid { stroke: #3d444d } .ideal, .mark { stroke: #656c76 }
    .s0 { stroke: #4493f8; fill: #4493f8 } .s1 { stroke: #f0883e; fill: #f0883e }
    .s2 { stroke: #3fb950; fill: #3fb950 } .s3 { stroke: #ab7df8; fill: #ab7df8 }
  }
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """One line of a panel."""

    name: str
    points: Sequence[tuple[float, float, float]]
    """x, y and weight, each between 0 and 1; a larger weight gives a larger dot, 0 gives none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A square plot from 0 to 1 on both axes."""

    title: str
    across: str
    up: str
    series: tuple[Series, ...]
    marks: Mapping[str, float] = field(default_factory=dict)
    """Vertical lines, by name."""
    diagonal: bool = False
    """Draw the diagonal, where the points of a perfectly calibrated forecaster lie."""


def diagram(panels: Sequence[Panel], caption: str) -> str:
    """The SVG with the panels side by side."""
    width = _LEFT + len(panels) * (SIZE + _GAP)
    height = _TOP + SIZE + 70
    label = quoteattr(caption)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label={label}>',
        f"<style>{_STYLE}</style>",
    ]
    for number, panel in enumerate(panels):
        parts += _panel(panel, _LEFT + number * (SIZE + _GAP))
    parts += [f'<text class="small" x="16" y="{height - 10}">{escape(caption)}</text>', "</svg>"]
    return "\n".join(parts) + "\n"


def _panel(panel: Panel, left: float) -> list[str]:
    def x(value: float) -> float:
        return left + SIZE * value

    def y(value: float) -> float:
        return _TOP + SIZE * (1 - value)

    parts = [f'<text class="title" x="{left - 40}" y="24">{escape(panel.title)}</text>']
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts += [
            f'<line class="grid" x1="{x(0):.1f}" x2="{x(1):.1f}" y1="{y(share):.1f}" y2="{y(share):.1f}"/>',
            f'<text class="small" x="{left - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{share:g}</text>',
            f'<text class="small" x="{x(share):.1f}" y="{_TOP + SIZE + 16}" text-anchor="middle">{share:g}</text>',
        ]
    middle, foot = x(0.5), _TOP + SIZE + 34
    parts.append(f'<text class="small" x="{middle:.1f}" y="{foot}" text-anchor="middle">{escape(panel.across)}</text>')
    parts.append(
        f'<text class="small" x="{left - 40}" y="{y(0.5):.1f}" text-anchor="middle" '
        f'transform="rotate(-90 {left - 40} {y(0.5):.1f})">{escape(panel.up)}</text>'
    )
    if panel.diagonal:
        parts.append(f'<line class="ideal" x1="{x(0):.1f}" y1="{y(0):.1f}" x2="{x(1):.1f}" y2="{y(1):.1f}"/>')
    for number, (name, at) in enumerate(panel.marks.items()):
        parts.append(f'<line class="mark" x1="{x(at):.1f}" x2="{x(at):.1f}" y1="{y(0):.1f}" y2="{y(1):.1f}"/>')
        high = _TOP - 6 - 12 * number
        parts.append(f'<text class="small" x="{x(at) - 4:.1f}" y="{high}" text-anchor="end">{escape(name)}</text>')
    for number, series in enumerate(panel.series):
        style = f"s{number % 4}"
        column, row = number % 2, number // 2
        at = left - 40 + column * 160
        parts.append(f'<text class="small" x="{at + 14}" y="{46 + 16 * row}">')
        parts[-1] += f"{escape(series.name)}</text>"
        parts.append(f'<rect class="{style}" x="{at}" y="{38 + 16 * row}" width="9" height="9"/>')
        path = " ".join(f"{x(across):.1f},{y(up):.1f}" for across, up, _ in series.points)
        parts.append(f'<polyline class="line {style}" style="fill:none" points="{path}"/>')
        heaviest = max((weight for _, _, weight in series.points), default=0.0)
        for across, up, weight in series.points:
            if weight:
                radius = 2.5 + 4.5 * (weight / heaviest) ** 0.5
                parts.append(f'<circle class="{style}" cx="{x(across):.1f}" cy="{y(up):.1f}" r="{radius:.1f}"/>')
    return parts
