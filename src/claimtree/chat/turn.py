"""One message and its reply: searches, looks up, compares or talks, and says what is remembered."""

from __future__ import annotations

from collections.abc import Callable

from claimtree.chat.moves import SEARCHES, Move
from claimtree.chat.reply import Reply
from claimtree.chat.reply_text import criteria_text
from claimtree.chat.session_state import SessionState
from claimtree.chat.shown_hits import labels_of
from claimtree.chat.turn_hits import HitTurn
from claimtree.chat.turn_search import SearchTurn
from claimtree.languages.rendering import render
from claimtree.model.notices import NoticeCode, notice


class Turn(SearchTurn, HitTurn):
    """One message and its reply."""

    def reply(self) -> Reply:
        move = self.meant.move
        if move in SEARCHES:
            return self.search()
        self.tell_understood(() if move is Move.RESET else self.state.criteria)
        answers: dict[Move, Callable[[], Reply]] = {
            Move.DETAIL: self.detail,
            Move.ASK: self.ask,
            Move.COMPARE: self.compare,
            Move.CRITERIA: self.criteria,
            Move.RESET: self.reset,
        }
        return answers.get(move, self.talk_back)()

    def criteria(self) -> Reply:
        labels = labels_of(self.state.criteria, self.pack, self.language)
        if not labels:
            return self.said(render(notice(NoticeCode.CHAT_NO_CRITERIA), self.language))
        return self.said(render(notice(NoticeCode.CHAT_CRITERIA, criteria=criteria_text(labels)), self.language))

    def reset(self) -> Reply:
        self.after = SessionState()
        return self.said(render(notice(NoticeCode.CHAT_RESET), self.language))

    def talk_back(self) -> Reply:
        codes = {
            Move.GREETING: NoticeCode.CHAT_GREETING,
            Move.THANKS: NoticeCode.CHAT_THANKS,
            Move.GOODBYE: NoticeCode.CHAT_GOODBYE,
            Move.OKAY: NoticeCode.CHAT_OKAY,
            Move.HELP: NoticeCode.CHAT_HELP,
            Move.CLARIFY: NoticeCode.CHAT_CLARIFY,
        }
        if self.meant.move is Move.CLARIFY and self.state.criteria and not self.state.shown:
            return self.said(render(notice(NoticeCode.CHAT_NONE_SHOWN), self.language))
        unfair = [render(one, self.language) for one in self.heard.notices if one.code is NoticeCode.UNFAIR]
        if unfair:
            return self.said(*unfair)
        return self.said(self.example(codes.get(self.meant.move, NoticeCode.CHAT_OUT_OF_SCOPE)))
