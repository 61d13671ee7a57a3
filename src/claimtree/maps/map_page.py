"""An answer as one HTML page with a map: no external tiles, fonts or scripts, and no data is sent.

Names of listings and places are data: they are embedded as JSON that no HTML parser can mistake for
markup, and the page's own script inserts them as text. The Content-Security-Policy in the head
names that script and its style by their hashes, so that a browser runs nothing else even if some of
this were wrong.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from claimtree.maps.page_data import drawn
from claimtree.maps.page_words import labels
from claimtree.model.answers import Answer
from claimtree.model.pack import Pack
from claimtree.model.places import Place

_ASSETS = Path(__file__).parent / "assets"
_STYLES = ("leaflet/leaflet.css", "map.css")
_SCRIPTS = ("leaflet/leaflet.js", "labels.js", "cards.js", "places.js", "legend.js", "map.js")

_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header>
<h1 id="question" dir="auto"></h1>
<p id="summary"></p>
<ul id="notices"></ul>
</header>
<main>
<section id="beside" aria-label="{hits}">
<ol id="hits"></ol>
<h2 id="nowhere-title" hidden>{nowhere}</h2>
<ol id="nowhere"></ol>
</section>
<section id="there" aria-label="{map}">
<div id="map"></div>
<details id="legend"><summary>{legend}</summary><ul></ul></details>
</section>
<aside id="card" role="dialog" aria-label="{card}" tabindex="-1" hidden></aside>
</main>
<noscript>{noscript}</noscript>
<script type="application/json" id="drawn">{data}</script>
<script>{script}</script>
</body>
</html>
"""


def page(answer: Answer, *, question: str, pack: Pack, places: Sequence[Place] = (), offset: int = 0) -> str:
    """One HTML file that shows the hits on a map, and why they are hits.

    `places` are the loaded ones: their outlines are the base map, and they give the kind of a
    deciding place. `offset` is the number of better hits that were left out.
    """
    style, script = _bundle(_STYLES), _bundle(_SCRIPTS)
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    data = drawn(answer, question=question, pack=pack, places=places, offset=offset)
    # A lone surrogate cannot be written to a file.
    title = html.escape(question).encode("utf-8", "replace").decode("utf-8")
    words = {name: html.escape(text) for name, text in labels(answer.language).items()}
    return _PAGE.format(
        policy=policy,
        title=title,
        style=style,
        script=script,
        data=embedded(data),
        language=html.escape(answer.language),
        **words,
    )


def embedded(data: object) -> str:
    """JSON that is safe inside a script element: it holds no tag, comment, entity or line end.

    >>> embedded("</script><!-- & \u2028")
    '"\\\\u003c/script\\\\u003e\\\\u003c!-- \\\\u0026 \\\\u2028"'
    """
    text = json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


@cache
def _bundle(names: tuple[str, ...]) -> str:
    return "\n".join((_ASSETS / name).read_text(encoding="utf-8") for name in names)


def _digest(text: str) -> str:
    """The hash of a script or style, in the form of a Content-Security-Policy."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
