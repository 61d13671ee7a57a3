"""The context of a DNA match: who it is, how much DNA is shared, surnames, places, notes, and what was written.

It comes from a JSON file that the user makes or a program exports, and becomes evidence blocks: the
words of others are quoted, cut and counted, and say nothing by themselves. What both sides have, the
tree tells.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

from claimtree.answering.ask_result import EvidenceBlock, SourceType
from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.people_names import words_of
from claimtree.errors import BadInput
from claimtree.family_trees.tree import place_parts
from claimtree.research.limits import LONGEST_SUMMARY, MOST_BLOCKS, excerpt
from claimtree.research.shared_dna import check_cm, likely_relations, table_source

MOST_BYTES: Final = 2_000_000
MOST_LISTED: Final = 200
"""Surnames, places, notes or messages of a file."""
LONGEST_NAME: Final = 200
LONGEST_TEXT: Final = 20_000
MOST_MESSAGES: Final = 6
"""Messages of a conversation that become evidence: the latest."""
MOST_NOTES: Final = 3
_MOST_TOLD: Final = 8
"""Surnames or places that one sentence tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """A message of a conversation."""

    text: str
    id: str = ""
    author: str = ""
    sent_at: str = ""
    """As an ISO time; entries without one are taken in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchContext:
    """What is known of a DNA match beside the tree."""

    id: str = ""
    """Of the match, as the service that found it has it."""
    name: str = ""
    person: str = ""
    """The id of the match in the tree, if they are in it."""
    shared_cm: float | None = None
    segments: int | None = None
    longest_cm: float | None = None
    surnames: tuple[str, ...] = ()
    """Family names in the match's tree."""
    places: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """Of the user about the match."""
    log: tuple[LogEntry, ...] = ()


def read_context(file: Path) -> MatchContext:
    """Returns the context of a JSON file. Raises BadInput for what is none, with the key that is wrong."""
    try:
        size = file.stat().st_size
        if size > MOST_BYTES:
            raise BadInput(f"{file} has {size:,} bytes", hint=f"{MOST_BYTES:,} are the most for a match.")
        return context_of(json.loads(file.read_text("utf-8-sig")), str(file))
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}", hint="Check the path.") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{file} is no JSON: {error}", hint='Write {"name": "…", "shared_cm": 112}.') from error


def context_of(value: object, place: str = "the match") -> MatchContext:
    """Returns the context of a JSON object."""
    row = _object(value, MatchContext, place)
    return MatchContext(
        id=_text(row.get("id", ""), f"{place}: id"),
        name=_text(row.get("name", ""), f"{place}: name"),
        person=_text(row.get("person", ""), f"{place}: person"),
        shared_cm=_number(row.get("shared_cm"), f"{place}: shared_cm"),
        longest_cm=_number(row.get("longest_cm"), f"{place}: longest_cm"),
        segments=_count(row.get("segments"), f"{place}: segments"),
        surnames=_texts(row.get("surnames", ()), f"{place}: surnames", LONGEST_NAME),
        places=_texts(row.get("places", ()), f"{place}: places", LONGEST_NAME),
        notes=_texts(row.get("notes", ()), f"{place}: notes", LONGEST_TEXT),
        log=log_of(row.get("log", ()), place),
    )


def log_of(value: object, place: str = "the log") -> tuple[LogEntry, ...]:
    """Returns the messages of a JSON list of texts or objects."""
    found = []
    for number, one in enumerate(_list(value, f"{place}: log"), 1):
        where = f"{place}: message {number}"
        row = {"text": one} if isinstance(one, str) else _object(one, LogEntry, where)
        text = _text(row.get("text"), f"{where}: text", LONGEST_TEXT)
        if not text.strip():
            raise BadInput(f"{where} has no text", hint='Write {"text": "…"}.')
        rest = {key: _text(row.get(key, ""), f"{where}: {key}") for key in ("id", "author", "sent_at")}
        found.append(LogEntry(text=text, **rest))
    return tuple(found)


def match_evidence(context: MatchContext, index: FamilyIndex | None = None) -> tuple[EvidenceBlock, ...]:
    """Returns what a context says as evidence, the DNA first; with a tree also what both sides have."""
    found = [*_dna(context), *_shared(context, index), *_notes(context), *log_evidence(context.log)]
    return tuple(found[:MOST_BLOCKS])


def log_evidence(entries: Sequence[LogEntry], most: int = MOST_MESSAGES) -> tuple[EvidenceBlock, ...]:
    """Returns the latest messages of a conversation as evidence, oldest first."""
    ordered = sorted(enumerate(entries), key=lambda one: (one[1].sent_at, one[0]))
    if any(not entry.sent_at for entry in entries):
        ordered = list(enumerate(entries))
    return tuple(
        EvidenceBlock(
            source_type=SourceType.CONVERSATION_LOG,
            source_id=entry.id or f"message {number + 1}",
            summary=excerpt(
                f"{entry.author or 'Somebody'} wrote{f' on {entry.sent_at}' if entry.sent_at else ''}.", LONGEST_SUMMARY
            ),
            confidence=_SAID,
            quote=excerpt(entry.text),
        )
        for number, entry in ordered[-most:]
    )


def _dna(context: MatchContext) -> list[EvidenceBlock]:
    if context.shared_cm is None:
        return []
    segments = f" in {context.segments} segments" if context.segments is not None else ""
    longest = f", the longest of {context.longest_cm:g} cM" if context.longest_cm is not None else ""
    likely = likely_relations(context.shared_cm)
    fits = (
        f" That is usual of: {'; '.join(one.text for one in likely)}."
        if likely
        else " The published table has no relationship with so much."
    )
    return [
        EvidenceBlock(
            source_type=SourceType.USER_NOTE,
            source_id=_id(context),
            summary=f"{_sentence(_name(context))} shares {context.shared_cm:g} cM{segments}{longest}.{fits}",
            confidence=_MEASURED,
            quote=table_source() if likely else "",
        )
    ]


def _shared(context: MatchContext, index: FamilyIndex | None) -> list[EvidenceBlock]:
    """Returns which surnames and places of the match the tree has, with how many people."""
    if index is None:
        return []
    found = []
    for what, listed, counted in (
        ("surnames", context.surnames, _surnames(index)),
        ("places", context.places, _places(index)),
    ):
        both = {one: count for one in dict.fromkeys(listed) if (count := _count_of(one, counted))}
        if listed:
            some = [f"{excerpt(one, 60)} ({count})" for one, count in list(both.items())[:_MOST_TOLD]]
            told = f"both trees have {', '.join(some)}" if both else f"this tree has none of the {len(listed)} {what}"
            found.append(
                EvidenceBlock(
                    source_type=SourceType.USER_NOTE,
                    source_id=_id(context),
                    summary=f"{what.capitalize()} of {_name(context)}: {told}.",
                    confidence=_LISTED if both else _SAID,
                    quote=excerpt(", ".join(listed)),
                )
            )
    return found


def _notes(context: MatchContext) -> list[EvidenceBlock]:
    return [
        EvidenceBlock(
            source_type=SourceType.USER_NOTE,
            source_id=_id(context),
            summary=f"A note about {_name(context)}.",
            confidence=_SAID,
            quote=excerpt(note),
        )
        for note in context.notes[:MOST_NOTES]
        if note.strip()
    ]


_MEASURED: Final = 70
"""A measured amount is sure, what it means is not."""
_LISTED: Final = 60
_SAID: Final = 40
"""Of what somebody says, without a source."""


def _surnames(index: FamilyIndex) -> Mapping[tuple[str, ...], int]:
    found: dict[tuple[str, ...], int] = {}
    for id, person in index.people.items():
        if id not in index.hidden:
            for words in {words_of(name.surname) for name in person.names}:
                found[words] = found.get(words, 0) + 1
    return found


def _places(index: FamilyIndex) -> Mapping[tuple[str, ...], int]:
    found: dict[tuple[str, ...], int] = {}
    for id, person in index.people.items():
        if id not in index.hidden:
            for words in {words_of(part) for event in person.events for part in place_parts(event.place)}:
                found[words] = found.get(words, 0) + 1
    return found


def _count_of(listed: str, counted: Mapping[tuple[str, ...], int]) -> int:
    """Returns how many people have a surname, or the smallest part of a place, which says most."""
    parts = place_parts(listed) or (listed,)
    words = words_of(parts[0])
    return counted.get(words, 0) if words else 0


def _id(context: MatchContext) -> str:
    return excerpt(context.id or context.name, LONGEST_NAME) or "match"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _name(context: MatchContext) -> str:
    return excerpt(context.name, LONGEST_NAME) or "the match"


def _object(value: object, kind: type, place: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BadInput(f"{place} is no JSON object", hint='Write {"name": "…", "shared_cm": 112}.')
    known = [one.name for one in fields(kind)]
    unknown = sorted(value.keys() - set(known))
    if unknown:
        raise BadInput(f"{place}: unknown key {unknown[0]!r}", hint=f"Known: {', '.join(known)}.")
    return value


def _list(value: object, place: str) -> Sequence[object]:
    found = (value,) if isinstance(value, str) else value
    if not isinstance(found, list | tuple):
        raise BadInput(f"{place} is no list", hint='Write ["…", "…"].')
    if len(found) > MOST_LISTED:
        raise BadInput(f"{place} has {len(found):,} items", hint=f"{MOST_LISTED} are the most.")
    return found


def _texts(value: object, place: str, most: int) -> tuple[str, ...]:
    return tuple(text for one in _list(value, place) if (text := _text(one, place, most)).strip())


def _text(value: object, place: str, most: int = LONGEST_NAME) -> str:
    if not isinstance(value, str):
        raise BadInput(f"{place} is no text", hint="Write it in quotes.")
    if len(value) > most:
        raise BadInput(f"{place} has {len(value):,} characters", hint=f"{most:,} are the most.")
    return value


def _number(value: object, place: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise BadInput(f"{place} is no number", hint="Give centimorgans, as in 112.5.")
    check_cm(value)
    return float(value)


def _count(value: object, place: str) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_SEGMENTS:
        raise BadInput(f"{place} is no number of segments", hint=f"Give a whole number up to {MOST_SEGMENTS}.")
    return value


MOST_SEGMENTS: Final = 1_000
