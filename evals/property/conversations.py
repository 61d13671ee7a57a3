"""Holds scripted conversations, and checks after each message what the conversation searches for, did and said."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from claimtree.chat import Conversation, Move, Reply, ToolName
from claimtree.chat.moves import SEARCHES
from claimtree.languages.word_tables import word_set
from claimtree.model.pack import Pack
from evals.property.criteria import Comparable, differences, of_reply
from evals.property.gold import Script, Turn

_ACTS: dict[str, frozenset[Move]] = {
    "search": frozenset({Move.NEW, Move.MODIFY, Move.DROP}),
    "more": frozenset({Move.MORE}),
    "detail": frozenset({Move.DETAIL}),
    "question": frozenset({Move.ASK}),
    "compare": frozenset({Move.COMPARE}),
    "sort": frozenset({Move.SORT, Move.DETAIL, Move.MODIFY}),
    "reset": frozenset({Move.RESET}),
    "greeting": frozenset({Move.GREETING, Move.CLARIFY, Move.HELP}),
    "thanks": frozenset({Move.THANKS, Move.OKAY, Move.GOODBYE}),
    "help": frozenset({Move.HELP, Move.CLARIFY}),
    "out_of_scope": frozenset({Move.OUT_OF_SCOPE, Move.CLARIFY}),
}
"""What a message asks for → the moves that do it."""
SEARCHING = frozenset({ToolName.SEARCH_PROPERTIES, ToolName.SEARCH_NEARBY, ToolName.SEARCH_POIS})
_WORDS = {
    "id": word_set("yang dan di dari untuk tidak ada dengan saya anda ini itu ke belum atau lagi bisa nomor apa"),
    "en": word_set("the and of for not with you this that to no or any can what is are in number none there"),
}


@dataclass(frozen=True, kw_only=True)
class Held:
    """One turn as it went."""

    script: str
    number: int
    turn: Turn
    reply: Reply
    faults: tuple[str, ...]
    """What is wrong with what it searches for or did; empty if it is right."""
    tool: bool | None
    """Whether the right tool was chosen; None where none is stated."""
    language: bool
    invented: tuple[str, ...]


def hold(
    scripts: Sequence[Script],
    talk: Conversation,
    pack: Pack,
    invents: Callable[[Reply, Sequence[str], Sequence[str]], Sequence[str]],
) -> list[Held]:
    """Returns every turn of the scripts. `invents` says what a reply makes up, given the ids of the homes that were
    shown and the messages so far."""
    held = []
    for script in scripts:
        session, said, before = f"eval {script.id}", [], Comparable()
        seen: list[str] = []
        listed = 0  # homes that may be referred to by number: those shown since the search began
        for number, turn in enumerate(script.turns, 1):
            said.append(turn.user)
            reply = talk.reply(turn.user, session=session)
            now = of_reply(reply.criteria, pack)
            seen += [hit.id for hit in reply.hits if hit.id not in seen]
            if reply.move in SEARCHES:
                listed = len(reply.hits) + (listed if reply.move is Move.MORE else 0)
            held.append(
                Held(
                    script=script.id,
                    number=number,
                    turn=turn,
                    reply=reply,
                    faults=tuple(_faults(turn, reply, now, before, listed)),
                    tool=tool_is_right(reply, turn.tool) if turn.tool else None,
                    language=speaks(reply, turn.language),
                    invented=tuple(invents(reply, seen, said)),
                )
            )
            before = now
    return held


def _faults(turn: Turn, reply: Reply, now: Comparable, before: Comparable, listed: int) -> list[str]:
    wrong = []
    if turn.act and reply.move not in _ACTS.get(turn.act, frozenset(Move)):
        wrong.append(f"{reply.move} instead of {turn.act}")
    if turn.criteria is not None:
        wrong += differences(turn.criteria, now, before=before)
    if turn.number is not None and turn.act in ("detail", "question"):
        numbers = [hit.number for hit in reply.hits] or [one.number for one in reply.answers]
        # A number that was not shown is told to be out of range, and nothing else is shown.
        expected = [listed] if turn.number < 0 else [turn.number] if turn.number <= listed else []
        if numbers[:1] != expected:
            wrong.append(f"number {numbers[:1]} instead of {expected}")
    if turn.order and (found := order_of(reply)) != turn.order:
        wrong.append(f"sorted by {found or 'nothing'} instead of {turn.order}")
    return wrong


def order_of(reply: Reply) -> str:
    """What the homes of a reply are sorted by, as its calls say: "price", "size desc"; empty for the usual order."""
    sorting = [call.arguments for call in reply.calls if call.tool in SEARCHING]
    by = str(sorting[-1].get("sort_by") or "") if sorting else ""
    return f"{by} desc" if by and sorting[-1].get("descending") else by


def tool_is_right(reply: Reply, wanted: str) -> bool:
    """True if the tool that decides how is searched is the one wanted; "none": no search at all."""
    called = [call.tool for call in reply.calls if call.tool in SEARCHING]
    if not called:
        return wanted == "none"
    chosen = ToolName.SEARCH_POIS if ToolName.SEARCH_POIS in called else called[-1]
    return str(chosen) == wanted


def speaks(reply: Reply, wanted: str) -> bool:
    """True if a reply is in a language, by its own word and by its small words."""
    if not wanted:
        return True
    words = re.findall(r"[a-z]+", re.sub(r"“[^”]*”|https?://\S+", " ", reply.text).casefold())
    counts = {code: sum(word in own for word in words) for code, own in _WORDS.items()}
    other = max((count for code, count in counts.items() if code != wanted), default=0)
    return reply.language == wanted and counts.get(wanted, 0) >= other
