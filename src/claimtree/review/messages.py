"""Reads messages from a file: JSON Lines with `text`, and perhaps `id`, `author`, `sent_at`, `about`, `writer`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from claimtree.answering.ask_result import SourceType
from claimtree.errors import BadInput
from claimtree.packs.find import pack_folder
from claimtree.review.items import MOST_AUTHOR, MOST_ID, MOST_MESSAGE, Origin

MOST_MESSAGES: Final = 10_000
_LONGEST_LINE: Final = 4 * MOST_MESSAGE
_DEMO: Final = "demo/inbound.jsonl"
_KEYS: Final = {"text": MOST_MESSAGE, "id": MOST_ID, "author": MOST_AUTHOR, "sent_at": 40, "about": 200, "writer": 200}


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message or note as it came."""

    text: str
    id: str = ""
    author: str = ""
    sent_at: str = ""
    about: str = ""
    """The id of the person whom it is about, if that is known."""
    writer: str = ""
    """The id of whoever wrote it, if the tree has them."""

    def origin(self, kind: SourceType = SourceType.CONVERSATION_LOG) -> Origin:
        return Origin(source_type=kind, source_id=self.id, author=self.author, sent_at=self.sent_at)


def read_messages(file: Path) -> list[Message]:
    """Returns the messages of a file. Raises BadInput with the line for what is none."""
    found: list[Message] = []
    try:
        with file.open(encoding="utf-8-sig") as lines:
            number = 0
            while line := lines.readline(_LONGEST_LINE + 1):
                number += 1
                if len(line) > _LONGEST_LINE:
                    raise BadInput(f"{file}, line {number} is too long", hint=f"{_LONGEST_LINE:,} characters at most.")
                if line.strip():
                    found.append(_message(line, f"{file}, line {number}"))
                if len(found) > MOST_MESSAGES:
                    raise BadInput(f"{file} has more than {MOST_MESSAGES:,} messages", hint="Split it.")
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not UTF-8: {error.reason}", hint="Save it as UTF-8.") from error
    if not found:
        raise BadInput(f"{file} has no message", hint='A message is a line such as {"text": "Evan died in 1867."}')
    return found


def has_demo_messages(pack: str) -> bool:
    return (pack_folder(pack) / _DEMO).exists()


def demo_messages(pack: str) -> list[Message]:
    """Returns the thread of inbound messages that comes with a pack's demo tree."""
    file = pack_folder(pack) / _DEMO
    if not file.exists():
        raise BadInput(f"the pack {pack!r} has no demo messages", hint="Give a text, or --file FILE.")
    return read_messages(file)


def _message(line: str, place: str) -> Message:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise BadInput(f"{place} is no JSON: {error}", hint='Write a line such as {"text": "…"}') from error
    if not isinstance(row, dict) or not isinstance(row.get("text"), str) or not row["text"].strip():
        raise BadInput(f"{place} has no text", hint='Write a line such as {"text": "…"}')
    unknown = sorted(row.keys() - _KEYS.keys())
    if unknown:
        raise BadInput(f"{place}: unknown key {unknown[0]!r}", hint=f"Known: {', '.join(_KEYS)}.")
    for key, most in _KEYS.items():
        value = row.get(key, "")
        if not isinstance(value, str):
            raise BadInput(f"{place}: {key} is no text", hint="Write it in quotes.")
        if key != "text" and len(value) > most:
            raise BadInput(f"{place}: {key} has {len(value):,} characters", hint=f"{most} is the most.")
    return Message(**row)
