"""Remnants of HTML taken out of a text without moving a single character, so that quotes still fit."""

from __future__ import annotations

import html
import re

# Repeats are possessive and bounded, and a missing end is looked for once, so the whole runs in linear time.
_OPENING = re.compile(r"<!--|</?([a-z][a-z0-9]{0,20}+)[^<>]{0,500}+>", re.IGNORECASE)
_CLOSING = {
    "!--": re.compile("-->"),
    "script": re.compile(r"</script\s{0,10}+>", re.IGNORECASE),
    "style": re.compile(r"</style\s{0,10}+>", re.IGNORECASE),
}
"""What is not for people at all goes with everything up to its end."""
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});", re.IGNORECASE)
_INLINE = ("b", "i", "em", "strong", "span", "a", "sup", "sub", "u", "small", "font")


def without_markup(text: str) -> str:
    """The text with tags and entities replaced by characters that take up as much room; a block tag ends a line.

    >>> without_markup("<li>70 m&sup2;</li>")
    '\\n   70 m²     \\n    '
    """
    if "<" in text:
        text = _without_tags(text)
    if "&" in text:
        text = _ENTITY.sub(lambda match: _character(match.group()), text)
    return text


def whole_end(text: str, end: int) -> int:
    """Where a quote ends that was cut in the text without markup: an entity is kept whole, "m&sup2;" and not "m&".

    >>> whole_end("70 m&sup2; bright", 5)
    10
    """
    entity = _ENTITY.match(text, end - 1) if end else None
    return entity.end() if entity else end


def _without_tags(text: str) -> str:
    pieces: list[str] = []
    unclosed: set[str] = set()
    at = 0
    while found := _OPENING.search(text, at):
        name = (found[1] or "!--").lower()
        end = found.end()
        if name in _CLOSING and found[0][1] != "/" and name not in unclosed:
            closing = _CLOSING[name].search(text, end)
            if closing:
                end = closing.end()
            else:
                unclosed.add(name)
        kept = name == "!--" and end == found.end()
        pieces += text[at : found.start()], found[0] if kept else _blank(name, end - found.start())
        at = end
    return "".join([*pieces, text[at:]])


def _blank(name: str, length: int) -> str:
    return ("" if name in _INLINE else "\n").ljust(length)


def _character(entity: str) -> str:
    meant = html.unescape(entity)
    return (meant if len(meant) <= len(entity) and meant != entity else entity).replace("\xa0", " ").ljust(len(entity))
