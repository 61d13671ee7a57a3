"""One message and its reply: searches, looks up, compares or talks, and says what is remembered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from claimtree.chat.bounds import compared_wish, key_of
from claimtree.chat.counts import MOST_COUNTED
from claimtree.chat.criteria import Criteria, added, added_since, choices, is_guess, is_money, same_thing
from claimtree.chat.cues import Reference, Which
from claimtree.chat.hit_answers import HitAnswers, contact_text
from claimtree.chat.measures import area_concepts
from claimtree.chat.moves import SEARCHES, Move
from claimtree.chat.orders import Measure, Order
from claimtree.chat.progress import Called, HitsFound, Progress, Understood, untold
from claimtree.chat.reply import HitAnswer, Relaxed, Reply, ShownHit
from claimtree.chat.reply_text import criteria_text, distance_text, found_lines
from claimtree.chat.selection import Searcher, Selection, Selector
from claimtree.chat.session_state import SessionState
from claimtree.chat.shown_hits import ShownHits, groups_of, labels_of, link_of
from claimtree.chat.side_by_side import comparison_lines
from claimtree.chat.situation import Heard
from claimtree.chat.tool_calls import ToolCall, ToolName, search_calls
from claimtree.chat.understand import Meant
from claimtree.chat.wording import address, concept_text, fact_texts, label, price_text, quoted, stated_texts
from claimtree.engine import Engine
from claimtree.languages.conversation_words import Cue
from claimtree.languages.rendering import render
from claimtree.model.claims import EntityId, QueryClaim
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.model.phrases import IndexedEntity
from claimtree.text.detect import detect

MOST_SHOWN: Final = 500
"""Hits of one search that a session numbers."""
MOST_CRITERIA: Final = 24
"""Wishes that a session keeps: each costs time in every search."""
MOST_COMPARED: Final = 3
"""Hits that are compared where the message names none."""
MOST_ASKED: Final = 10
"""Hits that one question is answered for."""
_LONGEST_TEXT: Final = 600
_LONGEST_UNUSED: Final = 80
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What turns work with."""

    engine: Engine
    searcher: Searcher
    selector: Selector
    answers: HitAnswers


class Turn:
    """One message and its reply."""

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

    # --- searches

    def search(self) -> Reply:
        move, meant = self.meant.move, self.meant
        criteria = meant.criteria
        lines: list[str] = []
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

    def order(self) -> Order | None:
        """The order asked for now; else that of the search so far, if it goes on."""
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
        return quoted(", ".join(topics or wishes or self.heard.left) or self.message.strip(), _LONGEST_UNUSED)

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
        told = [(NoticeCode.CHAT_UNUSED, words) for words in dict.fromkeys((*unknown, *self.heard.unused))]
        told += [(NoticeCode.CHAT_UNHEARD_OF, words) for words in unheard_of]
        return [render(notice(code, words=quoted(words, _LONGEST_UNUSED)), self.language) for code, words in told]

    def told(self, selection: Selection) -> list[str]:
        """Lines for notices that a user has to know."""
        found = dict.fromkeys(one for one in (*self.heard.notices, *selection.notices) if one.code in _TOLD)
        return [render(one, self.language) for one in found]

    # --- hits that were shown

    def detail(self) -> Reply:
        ids = self.referred()
        if not ids:
            return self.no_such()
        lines: list[str] = []
        hits: list[ShownHit] = []
        for id in ids[:MOST_ASKED]:
            number = self.number(id)
            item = self.item(id)
            if item is None:
                lines.append(render(notice(NoticeCode.CHAT_HIT_GONE, number=number), self.language))
                continue
            self.looked_up(id)
            hits.append(self.hits.shown_as(item, number))
            lines += self.detail_lines(item, number)
        self.after = replace(self.remembering(ids), focus=ids[-1])
        return self.said(*lines, hits=tuple(hits))

    def detail_lines(self, item: IndexedEntity, number: int) -> list[str]:
        entity, language = item.entity, self.language
        price = price_text(item, self.pack, language)
        facts = [*fact_texts(entity, self.pack, language, most=20), *stated_texts(item, self.pack, language)]
        where = address(entity, self.pack)
        near = self.near(item)
        text = next((source.text for source in entity.sources if source.text.strip()), "")
        url = link_of(item)
        told: list[Notice] = [
            notice(NoticeCode.CHAT_HIT, number=number, title=quoted(entity.title or str(entity.id), 160))
        ]
        for code, name, value in (
            (NoticeCode.CHAT_PRICE, "price", price),
            (NoticeCode.CHAT_FACTS, "facts", " · ".join(facts)),
            (NoticeCode.CHAT_ADDRESS, "address", where),
            (NoticeCode.CHAT_NEARBY, "places", " · ".join(near)),
            (NoticeCode.CHAT_TEXT, "text", quoted(text, _LONGEST_TEXT)),
            (NoticeCode.CHAT_LINK, "link", url),
        ):
            if value:
                told.append(notice(code, **{name: value}))
        return [render(one, language) for one in told]

    def near(self, item: IndexedEntity) -> list[str]:
        """Distances to the places that the criteria ask for, else to the nearest few of any kind."""
        regions = self.pack.places.regions if self.pack.places is not None else ()
        asked = {claim.where.kind for claim in self.state.criteria if claim.where is not None and claim.where.kind}
        facts = [fact for fact in item.nearby if fact.kind not in regions and fact.metres > 0]
        chosen = [fact for fact in facts if fact.kind in asked] or sorted(facts, key=lambda fact: fact.metres)[:3]
        return [distance_text(fact.name, fact.metres, self.language) for fact in chosen]

    def ask(self) -> Reply:
        ids = self.referred()[:MOST_ASKED]
        if self.meant.references and not ids:
            return self.no_such()
        ids = ids or list(self.state.shown[-MOST_ASKED:])
        # Two questions may have one answer, which is told once.
        told: dict[str, HitAnswer | None] = {}
        for id in ids:
            if self.item(id) is None:
                told[render(notice(NoticeCode.CHAT_HIT_GONE, number=self.number(id)), self.language)] = None
                continue
            self.looked_up(id)
            for answer, one in self.answered(id):
                told.setdefault(render(one, self.language), answer)
        answers = tuple(answer for answer in told.values() if answer is not None)
        self.after = replace(self.remembering(ids), focus=ids[0] if len(ids) == 1 else self.state.focus)
        return self.said(*told, answers=answers)

    def answered(self, id: EntityId) -> list[tuple[HitAnswer, Notice]]:
        number, language = self.number(id), self.language
        told: list[tuple[HitAnswer, Notice]] = []
        if self.heard.cues.has(Cue.CONTACT, Cue.PHOTO):
            item = self.item(id)
            question = HitAnswer(number=number, id=id, asked=self.message.strip()[:80])
            stated = contact_text(item) if item is not None and not self.heard.cues.has(Cue.PHOTO) else ""
            if stated:
                facts = notice(NoticeCode.CHAT_STATES, number=number, facts=stated)
                return [(replace(question, quotes=(stated,)), facts)]
            found = link_of(item) if item is not None else ""
            see = notice(NoticeCode.CHAT_SEE_LINK, number=number, link=found) if found else None
            return [(question, see or notice(NoticeCode.CHAT_NO_LINK, number=number))]
        # What a wish implies has no words of its own; words that no list knows are asked for only alone.
        wishes = tuple(one for one in self.heard.claims if one.end > one.start)
        if self.heard.topics or any(not is_guess(one) for one in wishes):
            wishes = tuple(one for one in wishes if not is_guess(one))
        # The kind names the home that is asked about: "kantornya di mana?"
        beside = tuple(one for one in wishes if not self.pack.type(one.type).loosened_last)
        if beside or self.heard.topics or (self.heard.cues.has(Cue.WHAT) and self.heard.left):
            wishes = beside
        if wishes:
            asked = added((), wishes, self.pack)
            how_far = self.heard.cues.has(Cue.WHAT) or any(one.negated and one.where is not None for one in wishes)
            told += self.parts.answers.on_wishes(number, id, asked, language, text=self.message, how_far=how_far)
        told += [self.parts.answers.on_topic(number, id, topic, language) for topic in self.heard.topics]
        if not told:
            words = " ".join(self.heard.unheard_of or self.heard.left) or self.heard.asked.strip(" ?!.")
            answer = HitAnswer(number=number, id=id, asked=quoted(words, _LONGEST_UNUSED))
            told.append((answer, notice(NoticeCode.CHAT_UNSAID, number=number, wish=answer.asked)))
        return told

    def compare(self) -> Reply:
        named = [one for one in self.meant.references if one.which is not Which.THIS]
        ids = self.referred() if named else []
        if named and len(ids) < len(named):
            return self.no_such()
        if len(ids) == 1 and self.state.focus and self.state.focus not in ids:
            ids = [self.state.focus, *ids]
        if not ids and len(self.state.shown) <= MOST_COMPARED:
            ids = list(self.state.shown)
        if len(ids) < 2:
            return self.said(render(notice(NoticeCode.CHAT_COMPARE_TWO), self.language))
        items = [item for id in ids[:MOST_ASKED] if (item := self.item(id)) is not None]
        for item in items:
            self.looked_up(item.entity.id)
        hits = tuple(self.hits.shown_as(item, self.number(item.entity.id)) for item in items)
        verdicts = {
            item.entity.id: self.parts.answers.on_wishes(
                self.number(item.entity.id), item.entity.id, self.state.criteria, self.language, text=self.message
            )
            for item in items
            if self.state.criteria
        }
        self.after = self.remembering(ids)
        lines = comparison_lines(items, hits, verdicts, self.pack, self.language)
        return self.said(*lines, hits=hits, answers=tuple(one for told in verdicts.values() for one, _ in told))

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
                return list(shown[-1:])
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

    # --- talk

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
