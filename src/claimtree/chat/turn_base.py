"""What every reply to a message is made with: the state before it, the hits it is about, and what is remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from claimtree.chat.counts import MOST_COUNTED
from claimtree.chat.criteria import Criteria
from claimtree.chat.hit_answers import HitAnswers
from claimtree.chat.hit_numbers import Reference, Which
from claimtree.chat.orders import Order
from claimtree.chat.progress import Called, Progress, Understood, untold
from claimtree.chat.reply import HitAnswer, Reply, ShownHit
from claimtree.chat.selection import Searcher, Selector
from claimtree.chat.session_state import SessionState
from claimtree.chat.shown_hits import ShownHits, labels_of
from claimtree.chat.situation import Heard
from claimtree.chat.tool_calls import ToolCall, ToolName
from claimtree.chat.understand import Meant
from claimtree.engine import Engine
from claimtree.languages.rendering import render
from claimtree.model.claims import EntityId
from claimtree.model.notices import NoticeCode, notice
from claimtree.model.phrases import IndexedEntity
from claimtree.text.detect import detect

MOST_SHOWN: Final = 500
"""Hits of one search that a session numbers."""
MOST_ASKED: Final = 10
"""Hits that one question is answered for."""
LONGEST_UNUSED: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What turns work with."""

    engine: Engine
    searcher: Searcher
    selector: Selector
    answers: HitAnswers


class TurnBase:
    """One message, what is known of it, and its calls."""

    def __init__(
        self,
        parts: Parts,
        message: str,
        state: SessionState,
        meant: Meant,
        limit: int,
        *,
        progress: Progress = untold,
    ) -> None:
        self.parts = parts
        self.engine = parts.engine
        self.pack = parts.engine.pack
        self.message = message
        self.state = state
        self.meant = meant
        self.heard: Heard = meant.heard
        self.language = meant.heard.language
        self.limit = min(meant.heard.count or limit, MOST_COUNTED)
        self.hits = ShownHits(parts.searcher, self.pack, self.language)
        self.after = state
        self.calls: list[ToolCall] = []
        self.progress = progress

    def referred(self) -> list[EntityId]:
        """The hits that the message is about; empty if a number was never shown."""
        found: list[EntityId] = []
        for one in self.meant.references:
            found += self.resolved(one)
        return list(dict.fromkeys(found))

    def resolved(self, one: Reference) -> list[EntityId]:
        shown = self.state.shown
        match one.which:
            case Which.NUMBER:
                return [shown[one.number - 1]] if 1 <= one.number <= len(shown) else []
            case Which.LAST:
                back = max(one.number, 1)
                return [shown[-back]] if back <= len(shown) else []
            case Which.ALL:
                return list(shown)
            case Which.THIS:
                return [self.state.focus] if self.state.focus else []
            case Which.MOST:
                assert one.order is not None
                first = self.first(one.order)
                return [first] if first is not None else []

    def first(self, order: Order) -> EntityId | None:
        """The first, in an order, of all that fit and of those shown, some of which only may fit."""
        selection = self.parts.selector.select(self.state.criteria, limit=1, order=order, text=self.message)
        best = [selection.hits[0].hit.id] if selection.total and selection.hits else []
        asked = list(dict.fromkeys((*best, *self.state.shown)))
        return self.parts.selector.first(asked, self.state.criteria, order) or (best[0] if best else None)

    def no_such(self) -> Reply:
        """The reply to a reference to a hit that was not shown."""
        if not self.state.shown:
            return self.said(render(notice(NoticeCode.CHAT_NONE_SHOWN), self.language))
        count = len(self.state.shown)
        wrong = [one.number for one in self.meant.references if one.which is Which.NUMBER]
        if not wrong:
            return self.said(render(notice(NoticeCode.CHAT_NOTHING_TO_ORDER), self.language))
        number = next((one for one in wrong if not 1 <= one <= count), wrong[0])
        return self.said(render(notice(NoticeCode.CHAT_NO_NUMBER, number=number, count=count), self.language))

    def remembering(self, ids: Sequence[EntityId]) -> SessionState:
        """The state in which these hits have numbers: the cheapest of all may not have been shown."""
        fresh = [id for id in ids if id not in self.state.shown]
        return replace(self.state, shown=(*self.state.shown, *fresh)[:MOST_SHOWN])

    def number(self, id: EntityId) -> int:
        shown = self.state.shown
        return shown.index(id) + 1 if id in shown else len(shown) + 1

    def item(self, id: EntityId) -> IndexedEntity | None:
        found = self.parts.searcher.get([id])
        return found[0] if found else None

    def looked_up(self, id: EntityId) -> None:
        """Notes the call that looks a hit up: by its number if the message gave one."""
        numbered = any(one.which in (Which.NUMBER, Which.LAST) for one in self.meant.references)
        if numbered:
            call = ToolCall(tool=ToolName.GET_PROPERTY_BY_NUMBER, arguments={"number": self.number(id)})
        else:
            call = ToolCall(tool=ToolName.GET_PROPERTY_DETAIL, arguments={"id": str(id)})
        self.calls.append(call)
        self.progress(Called(calls=tuple(self.calls)))

    def tell_understood(self, criteria: Criteria) -> None:
        labels = labels_of(criteria, self.pack, self.language)
        self.progress(Understood(language=self.language, move=self.meant.move, criteria=tuple(criteria), labels=labels))

    def example(self, code: NoticeCode) -> str:
        """A message that shows what can be asked, with a query of the pack in the asker's language."""
        if not code.arguments:
            return render(notice(code), self.language)
        queries = self.pack.queries or ("…",)
        spoken = (query for query in queries if detect(query, self.pack.languages) == self.language)
        return render(notice(code, example=next(spoken, queries[0])), self.language)

    def said(
        self,
        *lines: str,
        hits: tuple[ShownHit, ...] = (),
        answers: tuple[HitAnswer, ...] = (),
        unused: Sequence[str] = (),
    ) -> Reply:
        """A reply that is no list of a search."""
        return Reply(
            language=self.language,
            move=self.meant.move,
            lines=lines,
            criteria=self.after.criteria,
            labels=labels_of(self.after.criteria, self.pack, self.language),
            calls=tuple(self.calls),
            hits=hits,
            answers=answers,
            unused=tuple(unused),
            notices=self.heard.notices,
        )
