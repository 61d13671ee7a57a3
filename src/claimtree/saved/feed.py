"""The news of a saved search as an Atom feed (RFC 4287), with one entry per run that had news.

Foreign text is always inserted through an XML tree, never by string concatenation: markup in a
title is shown literally.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree as Xml

from claimtree.model.answers import Verdict
from claimtree.model.notices import NoticeCode
from claimtree.saved import news_text
from claimtree.saved.diffs import Arrival, Change, Departure
from claimtree.saved.saved_json import moment
from claimtree.saved.searches import Run, SavedSearch
from claimtree.saved.snapshots import RunHit, RunVerdict
from claimtree.text.markup import without_markup

ATOM = "http://www.w3.org/2005/Atom"
MEDIA_TYPE = "application/atom+xml"
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot represent."""
_SIGNS = {Verdict.MET: "✓", Verdict.REFUTED: "✗", Verdict.UNKNOWN: "–"}

Element = Xml.Element


def feed(saved: SavedSearch, runs: Sequence[Run], *, link: str = "") -> str:
    """Returns the whole feed document, newest entry first. `link` is its public URL, if any."""
    Xml.register_namespace("", ATOM)
    root = Element(f"{{{ATOM}}}feed")
    _add(root, "id", f"urn:uuid:{saved.id}")
    _add(root, "title", f"{saved.name}: {saved.question.text}"[:300])
    _add(root, "updated", moment(max((run.at for run in runs), default=saved.created)))
    _add(_add(root, "author"), "name", "Claimtree")
    _add(root, "generator", "Claimtree")
    if link:
        _add(root, "link", rel="self", type=MEDIA_TYPE, href=legal(link))
    for run in runs:
        root.append(_entry(run))
    return '<?xml version="1.0" encoding="utf-8"?>\n' + Xml.tostring(root, encoding="unicode") + "\n"


def legal(text: str) -> str:
    """Removes the characters that are not allowed in XML."""
    return _FORBIDDEN.sub("", text)


def readable(text: str) -> str:
    """Removes remnants of HTML from a listing's words, which would be shown literally."""
    return " ".join(without_markup(text).split())


def _entry(run: Run) -> Element:
    entry = Element(f"{{{ATOM}}}entry")
    _add(entry, "id", f"urn:uuid:{uuid.UUID(run.id)}")
    _add(entry, "title", news_text.headline(run))
    _add(entry, "updated", moment(run.at))
    content = _add(entry, "content", type="html")
    # HTML serialized from a tree, and escaped once more when it is put into the feed.
    content.text = Xml.tostring(_story(run), encoding="unicode", method="html")
    return entry


def _story(run: Run) -> Element:
    diff, body, language = run.diff, Element("div"), run.language
    for code, items in (
        (NoticeCode.HEADING_NEW, [_new(one, language) for one in diff.new]),
        (NoticeCode.HEADING_GONE, [_gone(one, language) for one in diff.gone]),
        (NoticeCode.HEADING_CHANGED, [_changed(one, language) for one in diff.changed]),
    ):
        if items:
            _html(body, "h3", news_text.heading(code, language))
            _html(body, "ul").extend(items)
    for notice in run.notices:
        _html(body, "p", notice)
    return body


def _new(one: Arrival, language: str) -> Element:
    facts = [figure.text for figure in one.hit.figures]
    return _item(one.hit, [*facts, news_text.why_new(one, language)], one.hit.verdicts)


def _gone(one: Departure, language: str) -> Element:
    item = _item(one.hit, [news_text.why_gone(one, language)], [])
    _list(item, ((news_text.verdict_change(each, language), each.now) for each in one.claims))
    return item


def _changed(one: Change, language: str) -> Element:
    changes = [news_text.figure_change(each, language) for each in one.figure_changes]
    item = _item(one.hit, [line for line in (*changes, readable(news_text.retitled(one, language))) if line], [])
    _list(item, ((news_text.verdict_change(each, language), each.now) for each in one.verdict_changes))
    return item


def _item(hit: RunHit, lines: Iterable[str], verdicts: Iterable[RunVerdict]) -> Element:
    item = Element("li")
    _html(item, "b", readable(hit.title) or hit.id)
    for line in lines:
        _html(item, "br")
        item[-1].tail = legal(line)
    _list(item, ((one.claim, one) for one in verdicts))
    return item


def _list(item: Element, rows: Iterable[tuple[str, RunVerdict]]) -> None:
    shown = list(rows)
    if not shown:
        return
    inner = _html(item, "ul")
    for text, verdict in shown:
        line = _html(inner, "li", f"{_SIGNS[verdict.verdict]} {text}")
        if verdict.quote:
            _html(line, "span" if verdict.measured else "q", readable(verdict.quote))
            line.text = f"{line.text} "


def _html(parent: Element, name: str, text: str = "") -> Element:
    made = Xml.SubElement(parent, name)
    made.text = legal(text)
    return made


def _add(parent: Element, name: str, text: str = "", **attributes: str) -> Element:
    made = Xml.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
    made.text = legal(text)
    return made
