"""Answers a message about hits that were shown: tells all of one, answers questions, compares some."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from claimtree.chat.criteria import added, is_guess
from claimtree.chat.hit_answers import contact_text
from claimtree.chat.hit_numbers import Which
from claimtree.chat.hit_questions import as_asked_of_hit, asks_how_far, kinds_asked
from claimtree.chat.reply import HitAnswer, Reply, ShownHit
from claimtree.chat.reply_text import distance_text
from claimtree.chat.shown_hits import link_of
from claimtree.chat.side_by_side import comparison_lines
from claimtree.chat.turn_base import LONGEST_UNUSED, MOST_ASKED, TurnBase
from claimtree.chat.wording import address, fact_texts, price_text, quoted, stated_texts
from claimtree.languages.conversation_words import Cue
from claimtree.languages.rendering import render
from claimtree.model.claims import EntityId
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.model.phrases import IndexedEntity

MOST_COMPARED: Final = 3
"""Hits that are compared where the message names none."""
_LONGEST_TEXT: Final = 600


class HitTurn(TurnBase):
    """A message about hits."""

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
        how_far = asks_how_far(self.heard, self.pack)
        if how_far and not self.heard.topics and all(is_guess(one) for one in wishes):
            wishes = kinds_asked(self.heard, self.pack, self.engine.reader) or wishes
        if wishes:
            asked = added((), as_asked_of_hit(wishes, self.heard, self.pack), self.pack)
            told += self.parts.answers.on_wishes(number, id, asked, language, text=self.message, how_far=how_far)
        told += [self.parts.answers.on_topic(number, id, topic, language) for topic in self.heard.topics]
        if not told:
            words = " ".join(self.heard.unheard_of or self.heard.left) or self.heard.asked.strip(" ?!.")
            answer = HitAnswer(number=number, id=id, asked=quoted(words, LONGEST_UNUSED))
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
