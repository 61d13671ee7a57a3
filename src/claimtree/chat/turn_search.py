"""Answers a message that searches: finds, sorts, goes on, and says what was dropped or not used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from claimtree.chat.bounds import compared_wish, key_of
from claimtree.chat.criteria import Criteria, added, added_since, choices, is_money, same_thing
from claimtree.chat.measures import area_concepts
from claimtree.chat.moves import GOING_BACK, Move
from claimtree.chat.orders import Measure, Order
from claimtree.chat.progress import Called, HitsFound
from claimtree.chat.reply import Relaxed, Reply
from claimtree.chat.reply_text import criteria_text, found_lines
from claimtree.chat.selection import Selection
from claimtree.chat.session_state import SessionState
from claimtree.chat.shown_hits import groups_of, labels_of
from claimtree.chat.tool_calls import search_calls
from claimtree.chat.turn_base import LONGEST_UNUSED, MOST_SHOWN, TurnBase
from claimtree.chat.wording import concept_text, label, quoted
from claimtree.languages.rendering import render
from claimtree.model.claims import QueryClaim
from claimtree.model.notices import NoticeCode, notice

MOST_CRITERIA: Final = 24
"""Wishes that a session keeps: each costs time in every search."""
_TOLD: Final = frozenset(
    {
        NoticeCode.UNFAIR,
        NoticeCode.MISTYPED,
        NoticeCode.NOT_OFFERED,
        NoticeCode.CONTRADICTION,
        NoticeCode.DATE_IMPOSSIBLE,
        NoticeCode.DATE_ENDS_FIRST,
        NoticeCode.TEXT_TOO_LONG,
        NoticeCode.TOO_MANY_WISHES,
        NoticeCode.PLACE_TAKEN_FOR,
        NoticeCode.PLACE_FAR_AWAY,
        NoticeCode.PLACE_ANY_OF,
        NoticeCode.PLACE_TOO_MANY,
        NoticeCode.PLACE_UNKNOWN,
        NoticeCode.PLACE_UNKNOWN_SIMILAR,
        NoticeCode.PLACE_KIND_UNKNOWN,
        NoticeCode.PROVIDER_FAILED,
    }
)
"""Notices of reading and searching that a reply tells; the rest is said by the reply itself."""


class SearchTurn(TurnBase):
    """A message that searches."""

    def search(self) -> Reply:
        move, meant = self.meant.move, self.meant
        criteria = meant.criteria
        lines: list[str] = []
        if move in GOING_BACK:
            if meant.back is None:
                return self.said(render(notice(NoticeCode.CHAT_NOTHING_BEFORE), self.language))
            lines += self.told_of_going_back(criteria)
        unused = list(dict.fromkeys((*self.heard.unheard_of, *self.heard.unused)))
        if move is Move.MODIFY and self.heard.cues.comparative is not None:
            wish = self.comparative()
            if wish is None:
                return self.said(render(notice(NoticeCode.CHAT_NOTHING_TO_ORDER), self.language))
            criteria = added(criteria, (wish,), self.pack)
        if move is Move.DROP and not meant.dropped:
            words = ", ".join(
                [*(topic.words for topic in self.heard.topics), *(one.quote for one in self.heard.claims)]
            )
            return self.said(render(notice(NoticeCode.CHAT_NOT_ASKED, words=words), self.language))
        if meant.dropped:
            gone = ", ".join(label(choice, self.pack, self.language) for choice in choices(meant.dropped))
            lines.append(render(notice(NoticeCode.CHAT_DROPPED, wishes=gone), self.language))
        if move in (Move.NEW, Move.MODIFY):
            lines += self.told_of_words(self.heard.unheard_of)
        elif move is Move.SORT:
            lines += self.told_unused(self.heard.unused)
        if move is Move.MODIFY and (lost := self.lost_price(criteria)):
            lines.append(render(notice(NoticeCode.CHAT_DROPPED, wishes=lost), self.language))
        if not criteria:
            self.after = SessionState()
            code = NoticeCode.CHAT_NO_CRITERIA if move is Move.DROP else NoticeCode.CHAT_CLARIFY
            return self.said(*lines, self.example(code), unused=unused)
        if len(criteria) > MOST_CRITERIA:
            most = render(notice(NoticeCode.CHAT_MOST_CRITERIA, count=MOST_CRITERIA), self.language)
            return self.said(*lines, most)
        order = self.order()
        if move is Move.SORT and order is None:
            return self.said(render(notice(NoticeCode.CHAT_NO_ORDER, words=self.key_words()), self.language))
        more = move is Move.MORE
        shown = self.state.shown if more else ()
        if len(shown) >= MOST_SHOWN:
            return self.said(render(notice(NoticeCode.CHAT_MOST_SHOWN, count=MOST_SHOWN), self.language))
        self.tell_understood(criteria)
        self.progress(Called(calls=tuple(search_calls(criteria, self.pack, limit=self.limit))))
        selection = self.parts.selector.select(criteria, limit=self.limit, shown=shown, order=order, text=self.message)
        near = list(dict.fromkeys(one.place.name if one.place is not None else "" for one in selection.hits))
        page = {"limit": self.limit, "offset": len(shown)}
        self.calls += search_calls(criteria, self.pack, near=near, order=order, **page)
        hits = self.hits.shown(selection.hits, criteria, first=len(shown) + 1)
        self.after = SessionState(
            criteria=criteria,
            shown=(*shown, *(hit.id for hit in hits))[:MOST_SHOWN],
            order=self.state.order if selection.unordered else order,
            former=meant.back.former if meant.back is not None else (),
            opens=meant.back is not None and meant.back.opens,
            latest=self.state.latest if criteria == self.state.criteria else added_since(self.state.criteria, criteria),
        )
        labels = labels_of(criteria, self.pack, self.language)
        groups = groups_of(hits) if selection.grouped and order is None else ()
        self.progress(Called(calls=tuple(self.calls)))
        self.progress(HitsFound(hits=hits, groups=groups, total=selection.total, left=selection.left))
        without = tuple(
            Relaxed(
                label=criteria_text([label(choice, self.pack, self.language) for choice in (one.choice, *one.also)]),
                more=one.more,
            )
            for one in selection.without
        )
        area = order is None or order.of is None or order.of in area_concepts(self.pack)
        key = "" if area or order is None or order.of is None else concept_text(order.of, self.pack, self.language)
        text = found_lines(selection, hits, groups, without, labels, self.language, order=order, key=key, more=more)
        told = self.told(selection)
        return Reply(
            language=self.language,
            move=move,
            lines=(*lines, *text, *told),
            criteria=criteria,
            labels=labels,
            calls=tuple(self.calls),
            hits=hits,
            groups=groups,
            total=selection.total,
            left=selection.left,
            without=without,
            unused=tuple(unused),
            notices=(*self.heard.notices, *selection.notices),
        )

    def told_of_going_back(self, criteria: Criteria) -> list[str]:
        """Lines that say that the search is an earlier one, and what that changes."""
        code = NoticeCode.CHAT_BACK if self.meant.move is Move.UNDO else NoticeCode.CHAT_AT_OPENING
        lines: list[str] = [render(notice(code), self.language)]
        now, then = choices(self.state.criteria), choices(criteria)
        for code, some, others in (
            (NoticeCode.CHAT_DROPPED, now, then),
            (NoticeCode.CHAT_RESTORED, then, now),
        ):
            known = {label(one, self.pack, self.language) for one in others}
            changed = [words for one in some if (words := label(one, self.pack, self.language)) not in known]
            if changed:
                lines.append(render(notice(code, wishes=", ".join(changed)), self.language))
        return lines

    def order(self) -> Order | None:
        """The order asked for now; else that of the search so far, if it goes on."""
        if self.meant.back is not None:
            return self.meant.back.order
        if self.meant.move is Move.NEW:
            return self.meant.order
        if self.meant.order is not None:
            return self.meant.order
        if self.meant.move is Move.SORT:
            return self.order_by_topic()
        return self.state.order

    def order_by_topic(self) -> Order | None:
        """The order that a topic names: "urutkan berdasarkan harga"."""
        for topic in self.heard.topics:
            key = key_of(topic, self.pack)
            if key is not None:
                measure, of = key
                # Sizes and numbers of rooms are asked for from the largest down.
                return Order(by=measure, descending=measure is Measure.SIZE and of is not None, of=of)
        return None

    def key_words(self) -> str:
        """The words of the message that were to be the key of an order and are none."""
        topics = [topic.words for topic in self.heard.topics]
        wishes = [claim.quote for claim in self.heard.claims]
        return quoted(", ".join(topics or wishes or self.heard.left) or self.message.strip(), LONGEST_UNUSED)

    def comparative(self) -> QueryClaim | None:
        """The wish for something cheaper, larger or nearer than what was shown, or than the hit named."""
        assert self.heard.cues.comparative is not None
        ids = self.referred() if self.heard.references else list(self.state.shown)
        if not self.heard.references and self.state.focus:
            ids = [self.state.focus]
        items = self.parts.searcher.get(ids)
        return compared_wish(items, self.heard.cues.comparative.order, self.pack, self.meant.criteria, self.language)

    def lost_price(self, criteria: Criteria) -> str:
        """The price that a change of the deal made meaningless: it is gone, and that is told."""
        lost = [
            choice
            for choice in choices(self.state.criteria)
            if is_money(choice[0]) and not any(same_thing(choice[0], one, self.pack) for one in criteria)
        ]
        return ", ".join(label(choice, self.pack, self.language) for choice in lost)

    def told_of_words(self, unheard_of: Sequence[str]) -> list[str]:
        """Lines about words of the message that were not used."""
        unknown = [str(one.by_name["words"]) for one in self.heard.notices if one.code is NoticeCode.WORDS_UNKNOWN]
        told = [notice(NoticeCode.CHAT_UNHEARD_OF, words=quoted(words, LONGEST_UNUSED)) for words in unheard_of]
        unused = self.told_unused(tuple(dict.fromkeys((*unknown, *self.heard.unused))))
        return [*unused, *(render(one, self.language) for one in told)]

    def told_unused(self, unused: Sequence[str]) -> list[str]:
        said = (notice(NoticeCode.CHAT_UNUSED, words=quoted(words, LONGEST_UNUSED)) for words in unused)
        return [render(one, self.language) for one in said]

    def told(self, selection: Selection) -> list[str]:
        """Lines for notices that a user has to know."""
        found = dict.fromkeys(one for one in (*self.heard.notices, *selection.notices) if one.code in _TOLD)
        return [render(one, self.language) for one in found]
