"""Checks for values that no store can keep: lone surrogates, infinite numbers, values of an unknown
type.

The shipped sources never yield such values. A third-party source may, and the document then becomes
a bad record: the run continues.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from claimtree.model.documents import MAX_ID, Document, Part
from claimtree.model.relations import Relation

MAX_NUMBER: Final = 2**63 - 1


def document_fault(document: Document) -> str:
    """Returns why a document cannot be stored, or "". Streamed parts are checked as they come."""
    return next(_document_faults(document), "")


def part_fault(part: Part) -> str:
    """Returns why a part cannot be stored, or ""."""
    return next(_part_faults(part), "")


def can_be_written(text: str) -> bool:
    """False if a text holds a lone surrogate (half a character), such as "\\ud83d"."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _document_faults(document: Document) -> Iterator[str]:
    source, id, url = document.source, document.id, document.source.url
    if not 0 < len(id) <= MAX_ID or not id.isprintable() or id != id.strip():
        yield f"an id has 1 to {MAX_ID} characters that can be shown, not {id[:60]!r}"
    if not 0 < len(source.name) <= MAX_ID or "#" in source.name or not can_be_written(source.name):
        yield f"a source's name is a short text without '#', not {source.name[:60]!r}"
    yield from _text_faults(
        text=source.text,
        title=document.title,
        url=url,
        updated=source.updated,
        citation=source.citation,
        parent=document.parent or "",
    )
    if url and not url.lower().startswith(("http://", "https://")):
        # It is shown as a link, so "javascript:" is refused.
        yield f"a url starts with http:// or https://, not {url[:60]!r}"
    yield from _field_faults(source.fields)
    yield from _field_faults({f"quotes of {name}": quotes for name, quotes in source.quotes.items()})
    yield from _numbered("part", (part_fault(part) for part in document.parts))
    yield from _relation_faults(document.relations)


def _part_faults(part: Part) -> Iterator[str]:
    yield from _text_faults(
        text=part.text, title=part.title, citation=part.citation, level=part.level, facet=part.facet or ""
    )
    yield from _field_faults(part.fields)


def _relation_faults(relations: object) -> Iterator[str]:
    if not isinstance(relations, Sequence) or isinstance(relations, str):
        yield f"'relations' is a tuple of Relation, not a {type(relations).__name__}"
        return
    yield from _numbered("relation", map(_relation_fault, relations))


def _relation_fault(relation: object) -> str:
    if not isinstance(relation, Relation):
        return f"a link is a Relation, not a {type(relation).__name__}"
    return next(_text_faults(kind=relation.kind, to=relation.to, quote=relation.quote), "")


def _numbered(what: str, faults: Iterable[str]) -> Iterator[str]:
    return (f"{what} {number}: {fault}" for number, fault in enumerate(faults, start=1) if fault)


def _text_faults(**texts: object) -> Iterator[str]:
    for name, text in texts.items():
        if not isinstance(text, str):
            yield f"{name!r} is text, not a {type(text).__name__}"
        elif not can_be_written(text):
            yield f"{name!r} holds half a character (a lone surrogate)"


def _field_faults(fields: Mapping[str, object]) -> Iterator[str]:
    for name, value in fields.items():
        yield from _text_faults(**{"a field's name": name})
        fault = _value_fault(value)
        if fault:
            yield f"field {name!r} {fault}"


def _value_fault(value: object) -> str:
    match value:
        case bool():
            return ""
        case str():
            return "" if can_be_written(value) else "holds half a character (a lone surrogate)"
        case int():
            return "" if abs(value) <= MAX_NUMBER else "is a number too large to keep"
        case float():
            return "" if math.isfinite(value) else f"is {value}, not a finite number"
        case tuple():
            wrong = [item for item in value if not isinstance(item, str)]
            if wrong:
                return f"holds a {type(wrong[0]).__name__}; a list holds text only"
            return next(filter(None, map(_value_fault, value)), "")
        case _:
            return f"is a {type(value).__name__}; a field is text, a number, true or false, or a tuple of texts"
