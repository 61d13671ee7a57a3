"""What a hit says to a question: a verdict with the words behind it, or that it is not mentioned."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from claimtree.chat.criteria import Choice, Criteria, choices, is_guess
from claimtree.chat.reply import CriterionVerdict, HitAnswer
from claimtree.chat.reply_text import distance_text
from claimtree.chat.selection import Searcher
from claimtree.chat.topics import Topic
from claimtree.chat.wording import address, amount_text, concept_text, is_column, label, price_text, quoted
from claimtree.languages.rendering import joined
from claimtree.model.amounts import AmountKind
from claimtree.model.answers import Finding, Piece, Verdict
from claimtree.model.claims import Claim, ClaimKind, EntityId, units
from claimtree.model.notices import Join, Notice, NoticeCode, notice
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity
from claimtree.model.questions import Question
from claimtree.presentation import best_of, deciding

LONGEST_QUOTE: Final = 160
LONGEST_CONTACT: Final = 80
_TELEPHONE: Final = re.compile(r"(?<![\w.,])(?:\+\d|\(?0[2-9])(?:[ ().-]{0,2}\d){7,13}(?![\w])")
"""A number with the sign of a country or the zero of an area, too long for a price or an area."""
_SENTENCE_ENDS: Final = re.compile(r"[\n!?;]|\.(?=\s)")
LONGEST_TITLE: Final = 60
MOST_STATEMENTS: Final = 5

_STATES: Final = NoticeCode.CHAT_STATES
_BY_VERDICT: Final = {
    Verdict.MET: NoticeCode.CHAT_YES,
    Verdict.REFUTED: NoticeCode.CHAT_NO,
    Verdict.UNKNOWN: NoticeCode.CHAT_UNSAID,
}


class HitAnswers:
    """Answers questions about hits from what is stored of them."""

    def __init__(self, searcher: Searcher, pack: Pack) -> None:
        self._searcher = searcher
        self._pack = pack

    def on_wishes(
        self, number: int, id: EntityId, asked: Criteria, language: str, *, text: str, how_far: bool = False
    ) -> list[tuple[HitAnswer, Notice]]:
        """Returns for each wish what the hit says of it, and how to tell it; `how_far` asks for distances
        and not whether they are near enough."""
        why = self._searcher.explain(id, Question(text=text, claims=asked))
        findings = dict(zip((claim.id for claim in why.claims), why.judgement.findings, strict=True))
        told = []
        for choice in choices(asked):
            finding = best_of([findings[claim.id] for claim in choice])
            wish = label(choice, self._pack, language)
            pieces = deciding(finding)
            quote = evidence_text(pieces[0], self._pack, language) if pieces else ""
            # What is said of the area or the complex is told as theirs.
            about = why.entities.get(pieces[0].entity) if pieces and pieces[0].sight is None else None
            if about is not None and about.id != id and about.owner != id and about.title:
                quote = f"{quoted(about.title, LONGEST_TITLE)}: {quote}"
            answer = HitAnswer(
                number=number, id=id, asked=wish, verdict=finding.verdict, quotes=(quote,) if quote else ()
            )
            if how_far and pieces and pieces[0].sight is not None:
                told.append((replace(answer, verdict=None), notice(_STATES, number=number, facts=quote)))
                continue
            # Words about a place answer no question about its distance, if that is known, and doubtful ones none.
            unsure = finding.verdict is Verdict.UNKNOWN
            if (unsure or how_far) and (near := self._nearest(id, choice, language)):
                verdict = None if pieces else answer.verdict
                told.append(
                    (replace(answer, verdict=verdict, quotes=(near,)), notice(_STATES, number=number, facts=near))
                )
                continue
            told.append((answer, _told(number, wish, choice, finding, pieces, quote)))
        return told

    def _nearest(self, id: EntityId, choice: Choice, language: str) -> str:
        """The nearest known place of a kind that is asked about, where nothing decides whether it is near
        enough; empty for other wishes."""
        kinds = {claim.where.kind for claim in choice if claim.where is not None and not claim.where.names}
        facts = [fact for item in self._searcher.get([id]) for fact in item.nearby if fact.kind in kinds]
        nearest = min(facts, key=lambda fact: fact.metres, default=None)
        return distance_text(nearest.name, nearest.metres, language) if nearest is not None else ""

    def on_topic(self, number: int, id: EntityId, topic: Topic, language: str) -> tuple[HitAnswer, Notice]:
        """Returns what the hit states of a topic: its price, its address, the number of bedrooms."""
        found = self._searcher.get([id])
        stated = self._stated(found[0], topic, language) if found else []
        named = [concept_text(one, self._pack, language) for one in topic.concepts]
        asked = topic.words or joined(named, Join.OR, language) or str(topic.type)
        answer = HitAnswer(number=number, id=id, asked=asked, quotes=tuple(stated))
        if not stated:
            return answer, notice(NoticeCode.CHAT_UNSAID, number=number, wish=asked)
        return answer, notice(NoticeCode.CHAT_STATES, number=number, facts="; ".join(stated))

    def _stated(self, item: IndexedEntity, topic: Topic, language: str) -> list[str]:
        pack = self._pack
        claims = [claim for claim in item.claims if _is_statement(claim) and topic.covers(claim)]
        if any(len(c.amounts) == 1 and c.amounts[0].kind is AmountKind.MONEY for c in claims):
            price = price_text(item, pack, language)
            return [price] if price else [quoted(claims[0].quote, LONGEST_QUOTE)]
        if any(claim.name is not None for claim in claims) and not topic.concepts and address(item.entity, pack):
            return [address(item.entity, pack)]
        texts = [statement(claim, self._pack, language) for claim in claims or self._of_ancestors(item, topic)]
        return list(dict.fromkeys(text for text in texts if text))[:MOST_STATEMENTS]

    def _of_ancestors(self, item: IndexedEntity, topic: Topic) -> list[Claim]:
        """Statements of what the hit is in: the complex has a pool for all its houses."""
        parent, found = item.entity.parent, []
        while parent is not None:
            above = self._searcher.get([parent])
            if not above:
                break
            found += [claim for claim in above[0].claims if _is_statement(claim) and topic.covers(claim)]
            parent = above[0].entity.parent
        return found


def contact_text(item: IndexedEntity) -> str:
    """Returns the sentence of a hit's own text that has a telephone number; empty if none has.

    The sentence tells whose number it is: "Hub. Rina 0812-3456-7890".
    """
    for source in item.entity.sources:
        found = _TELEPHONE.search(source.text)
        if found is None:
            continue
        ends = [end.end() for end in _SENTENCE_ENDS.finditer(source.text, max(found.start() - LONGEST_CONTACT, 0))]
        start = max((end for end in ends if end <= found.start()), default=max(found.start() - LONGEST_CONTACT, 0))
        # "Hub. 0812…": a sentence of one abbreviation goes with the next.
        if found.start() - start < 2:
            before = [end for end in ends if end < start]
            start = before[-1] if before else max(found.start() - LONGEST_CONTACT // 2, 0)
        return quoted(source.text[start : found.end()], LONGEST_QUOTE)
    return ""


def verdicts_of(
    findings: Sequence[Finding], criteria: Criteria, pack: Pack, language: str
) -> tuple[CriterionVerdict, ...]:
    """Returns what a hit says to each criterion, with the words that decide."""
    found = []
    for unit, choice in zip(units(criteria), choices(criteria), strict=True):
        finding = best_of([findings[i] for i in unit])
        pieces = deciding(finding)
        quote = evidence_text(pieces[0], pack, language) if pieces and finding.verdict is not Verdict.UNKNOWN else ""
        found.append(CriterionVerdict(criterion=label(choice, pack, language), verdict=finding.verdict, quote=quote))
    return tuple(found)


def evidence_text(piece: Piece, pack: Pack, language: str) -> str:
    """Returns the words of a piece of evidence: those of its source, the value of a column, or the
    distance that was measured."""
    if piece.sight is not None:
        return distance_text(piece.sight.name, piece.sight.metres, language)
    claim = piece.claim
    if claim is None:
        return ""
    if is_column(claim) and claim.concept is not None and not claim.negated:
        return statement(claim, pack, language)
    return quoted(claim.quote or claim.text, LONGEST_QUOTE)


def statement(claim: Claim, pack: Pack, language: str) -> str:
    """Returns what a claim states, in the words of the asker's language where the pack has them."""
    if claim.concept is None or claim.concept not in pack.concepts or claim.negated:
        return quoted(claim.quote, LONGEST_QUOTE)
    if len(claim.amounts) == 1:
        return amount_text(claim.concept, claim.amounts[0], pack, language)
    return concept_text(claim.concept, pack, language)


def _told(number: int, wish: str, choice: Choice, finding: Finding, pieces: Sequence[Piece], quote: str) -> Notice:
    if pieces and quote and finding.verdict is Verdict.UNKNOWN and not is_guess(choice[0]):
        code = NoticeCode.CHAT_SAYS_BOTH if pieces[0].disputed else NoticeCode.CHAT_PERHAPS
        if pieces[0].grade > 0 or pieces[0].disputed:
            return notice(code, number=number, wish=wish, quote=quote)
        return notice(NoticeCode.CHAT_UNSAID, number=number, wish=wish)
    if finding.verdict is Verdict.UNKNOWN or not quote:
        return notice(NoticeCode.CHAT_UNSAID, number=number, wish=wish)
    return notice(_BY_VERDICT[finding.verdict], number=number, wish=wish, quote=quote)


def _is_statement(claim: Claim) -> bool:
    return claim.counts and claim.kind is ClaimKind.BASE and bool(claim.concept or claim.name or claim.amounts)
