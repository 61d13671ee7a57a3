"""Reads conversations whose messages say what they do.

A file has a block per conversation: "= PACK", then a line per message, the act and the message apart by a tab. A line
with "+ " before the act goes on; the others are asked in the state that the last such line left. "(a|b|)" is one of
several: such a line is a few messages, drawn anew for each. "# NAME" names the style of what follows. A set of
`evals/property` has the same in another form.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimtree.chat.moves import Move

ACT_OF = {
    "search": Move.NEW,
    "question": Move.ASK,
    "out_of_scope": Move.OUT_OF_SCOPE,
}
"""What files call acts that are called otherwise here."""
DRAWS = 6
"""Messages that are drawn of a line."""
_EITHER = re.compile(r"\(([^()]*\|[^()]*)\)")


@dataclass(frozen=True)
class Line:
    """A message, and what it does."""

    pack: str
    act: Move
    text: str
    goes_on: bool
    number: int
    style: str = ""


def read_lines(path: Path) -> list[list[Line]]:
    """Returns the conversations of a file of either form."""
    if path.suffix == ".json":
        return [
            [
                Line(one.get("pack", "property"), act, turn["user"], True, number)
                for number, (turn, act) in enumerate(zip(one["turns"], _acts(one["turns"]), strict=True))
            ]
            for one in json.loads(path.read_text(encoding="utf-8"))["conversations"]
        ]
    found: list[list[Line]] = []
    pack = style = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        if line.startswith("= "):
            pack = line[2:].strip()
            found.append([])
        elif line.startswith("# "):
            style = line[2:].strip()
        elif line.strip():
            goes_on = line.startswith("+ ")
            act, tab, text = line.removeprefix("+ ").partition("\t")
            if not tab or not found:
                raise SystemExit(f"{path.name} line {number + 1}: {line!r} is no act and message")
            found[-1] += [Line(pack, act_of(act), one, goes_on, number, style) for one in drawn(text, number)]
    return found


def drawn(text: str, number: int) -> list[str]:
    """Returns some of the messages that a line is, always the same."""
    chance = random.Random(number)
    count = DRAWS if _EITHER.search(text) else 1
    return list(dict.fromkeys(one_of(text, chance) for _ in range(count)))


def one_of(line: str, chance: random.Random) -> str:
    """Returns one of the sentences that a line is."""
    while (found := _EITHER.search(line)) is not None:
        line = line[: found.start()] + chance.choice(found.group(1).split("|")) + line[found.end() :]
    return " ".join(line.split())


def _acts(turns: Sequence[dict[str, Any]]) -> list[Move]:
    """The acts of a conversation of an eval, which calls it a search if something is dropped."""
    found = []
    before: dict[str, Any] = {}
    for turn in turns:
        now = turn.get("criteria", before)
        fewer = now != before and all(_within(value, before.get(name)) for name, value in now.items())
        act = act_of(turn["act"] or "criteria")
        found.append(Move.DROP if act is Move.NEW and fewer else act)
        before = now
    return found


def _within(now: Any, before: Any) -> bool:
    return bool(now == before or (isinstance(now, list) and isinstance(before, list) and set(now) <= set(before)))


def act_of(name: str) -> Move:
    return ACT_OF[name] if name in ACT_OF else Move(name)
