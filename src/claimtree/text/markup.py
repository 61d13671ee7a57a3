"""Remnants of HTML taken out of a text without moving a single character, so that quotes still fit."""

from __future__ import annotations

import html
import re

_MARKUP = re.compile(
    r"<(script|style)\b[^<>]{0,500}>.{0,20000}?</\1\s{0,10}>"  # what is not for people at all
    r"|<!--.{0,20000}?-->"
    r"|</?[a-zA-Z][^<>]{0,500}>",
    re.DOTALL | re.IGNORECASE,
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});", re.IGNORECASE)
_INLINE = ("b", "i", "em", "strong", "span", "a", "sup", "sub", "u", "small", "font")


def without_markup(text: str) -> str:
    """The text with tags and entities replaced by characters that take up as much room; a block tag ends a line.

    >>> without_markup("<li>70 m&sup2;</li>")
    '\\n   70 m²     \\n    '
    """
    if "<" in text:
        text = _MARKUP.sub(lambda match: _blank(match.group()), text)
    if "&" in text:
        text = _ENTITY.sub(lambda match: _character(match.group()), text)
    return text


def _blank(tag: str) -> str:
    name = tag.strip("</").split(">")[0].split()[0].lower() if tag.strip("</> ") else ""
    return ("" if name in _INLINE else "\n").ljust(len(tag))[: len(tag)]


def _character(entity: str) -> str:
    meant = html.unescape(entity)
    return (meant if len(meant) <= len(entity) and meant != entity else entity).replace("\xa0", " ").ljust(len(entity))
