"""Removes remnants of HTML from a text without shifting any character, so that quotes keep their
positions."""

from __future__ import annotations

import html
import re

# Quantifiers are possessive and bounded, and a missing end is searched for only once, so it runs in
# linear time.
_TAG_START = re.compile(r"<!--|</?([a-z][a-z0-9]{0,20}+)[^<>]{0,500}+>", re.IGNORECASE)
_CLOSING = {
    "!--": re.compile("-->"),
    "script": re.compile(r"</script\s{0,10}+>", re.IGNORECASE),
    "style": re.compile(r"</style\s{0,10}+>", re.IGNORECASE),
}
"""Elements that are not displayed are removed with their content."""
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});", re.IGNORECASE)
_INLINE = ("b", "i", "em", "strong", "span", "a", "sup", "sub", "u", "small", "font")


def without_markup(text: str) -> str:
    """Returns the text with tags and entities replaced by equally long text; a block tag becomes a
    line break.

    >>> without_markup("<li>70 m&sup2;</li>")
    '\\n   70 m²     \\n    '
    """
    if "<" in text:
        text = _without_tags(text)
    if "&" in text:
        text = _ENTITY.sub(lambda match: _character(match.group()), text)
    return text


def end_of_entity(text: str, end: int) -> int:
    """Returns the end of a quote, extended to include a whole entity: "m&sup2;" and not "m&".

    >>> end_of_entity("70 m&sup2; bright", 5)
    10
    """
    entity = _ENTITY.match(text, end - 1) if end else None
    return entity.end() if entity else end


def _without_tags(text: str) -> str:
    pieces: list[str] = []
    unclosed: set[str] = set()
    at = 0
    while found := _TAG_START.search(text, at):
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
