"""Composes the reply to a message, from what was found for it: in sentences of ours, from evidence alone.

Everything that it says is in the answer to the message or in the facts that the message states, which
are told as noted for review. Nothing that a message asks to be done is done: of its words only the
question that was read in full, and those by which it and the tree differ, are quoted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Final

from claimtree.answering.answer_text import AnswerText
from claimtree.answering.ask_result import Anchor, Candidate, EvidenceBlock, Found, Intent
from claimtree.answering.family_answer import AnswerKind, FamilyAnswer
from claimtree.answering.family_index import FamilyIndex
from claimtree.drafts.draft import Draft, DraftLine, Paragraph, letter
from claimtree.drafts.draft_text import certainty, greeted_name, say
from claimtree.drafts.told_facts import ToldFacts
from claimtree.family_trees.living import MASKED
from claimtree.family_trees.tree import Evidence
from claimtree.kinship.graph import PersonId
from claimtree.kinship.relationship import Relationship, relate
from claimtree.kinship.steps import headline, remarks, said_steps, shown_name
from claimtree.message_answers.looking import WEAK, is_clear
from claimtree.message_answers.message_text import MessageText
from claimtree.message_answers.respond import NO_ANCHOR
from claimtree.message_answers.response import Response
from claimtree.message_answers.understanding import Unclear
from claimtree.review.items import Origin, Proposals, ReviewItem, SuggestedFact
from claimtree.review.proposals import proposals_of
from claimtree.review.wording import event_word

MOST_QUESTIONS: Final = 3
_MOST_FACTS: Final = 4
"""Facts that are told of somebody who was looked for."""
_MOST_NOTED: Final = 8
_MOST_KNOWN: Final = 5
_MOST_SOURCES: Final = 20
_MOST_QUOTED: Final = 240
_NO_EVENTS: Final = frozenset({"relation", "name", "sex"})
"""Kinds of facts that are no events."""


def compose(
    message: str,
    response: Response,
    index: FamilyIndex,
    *,
    author: str = "",
    anchor: Anchor = NO_ANCHOR,
    code: str = "en",
    today: date | None = None,
) -> Draft:
    """Returns the reply to a message as a draft. `index` masks living people; `author` is greeted by name."""
    found = proposals_of(message, index, Origin(), about=response.chosen, writer=anchor.match, today=today)
    composed = _Letter(response, index, found, code, today or datetime.now(UTC).date())
    return composed.draft(message, author)


@dataclass(slots=True)
class _Letter:
    response: Response
    index: FamilyIndex
    proposals: Proposals
    code: str
    today: date
    paragraphs: list[Paragraph] = field(default_factory=list)
    blocks: list[EvidenceBlock] = field(default_factory=list)
    quotes: list[str] = field(default_factory=list)
    """The lines of the tree that it rests on."""
    notices: list[str] = field(default_factory=list)
    names: AnswerText = field(init=False)

    def __post_init__(self) -> None:
        self.names = AnswerText(self.index, self.code)

    def draft(self, message: str, author: str) -> Draft:
        result = self.response.result
        self._greet(author)
        self._answer(asks="?" in message)
        questions = self._questions(asks="?" in message)
        self._facts()
        self.paragraphs.append((DraftLine(text=say("closing", self.code), is_courtesy=True),))
        sources = self._sources()
        return Draft(
            tree=self.index.tree,
            intent=result.intent,
            paragraphs=tuple(self.paragraphs),
            text=letter(self.paragraphs, sources),
            sources=sources,
            evidence=tuple(dict.fromkeys(self.blocks)),
            questions=questions,
            confidence=result.confidence,
            notices=tuple(self.notices),
        )

    # -- the parts of a letter

    def _greet(self, author: str) -> None:
        name = greeted_name(author, self.code)
        text = say("greeting_name", self.code, name=name) if name else say("greeting", self.code)
        if author.strip() and not name:
            self.notices.append(say("no_name_notice", self.code))
        self._add(DraftLine(text=text, is_courtesy=True))
        self._add(DraftLine(text=say("thanks", self.code), is_courtesy=True))

    def _only_tells(self, *, asks: bool) -> bool:
        """True for a message that states facts and in which no question was found."""
        result, unclear = self.response.result, self.response.understood.unclear
        if asks or result.answered or unclear not in (Unclear.NOTHING_READ, Unclear.NOBODY_NAMED, None):
            return False
        unread = result.intent in (Intent.CLARIFICATION_NEEDED, Intent.GENERAL_GENEALOGY_QA)
        return unread and bool(self.proposals.items or self.proposals.known)

    def _answer(self, *, asks: bool) -> None:
        result = self.response.result
        if self._only_tells(asks=asks):
            return
        match result.intent:
            case Intent.PERSON_LOOKUP:
                self._look_up(result.found)
            case Intent.RELATIONSHIP_EXPLANATION:
                self._relationship()
            case Intent.RECORD_SUGGESTION if result.answered:
                first, *tasks = result.text.split("\n")
                self._add(_line(first), *(_entry(task.partition(". ")[2] or task) for task in tasks))
                self._rests_on(result.evidence)
            case Intent.RECORD_SUGGESTION:
                self._look_up(result.found)
            case Intent.GENERAL_GENEALOGY_QA if result.answered and self.response.answer is not None:
                self._general(self.response.answer)
            case Intent.GENERAL_GENEALOGY_QA:
                self._add(_line(say("could_not_answer", self.code)))
                if self._asks_for_nobody():
                    self._missing(result.found)
                self._open_ends(result.found)
            case Intent.CLARIFICATION_NEEDED:
                self._add(_line(say("could_not_answer", self.code)))

    def _questions(self, *, asks: bool) -> tuple[str, ...]:
        """Asks what would help, at most three things; nothing of a message that only tells something."""
        result = self.response.result
        if self._only_tells(asks=asks):
            return ()
        words = MessageText(self.index, self.code)
        home = words.say("ask_home")
        texts = [one.text for one in result.questions if not result.answered or one.gain]
        unknown = {self.names.say("ask_name", name=one.sought.name) for one in result.found}
        if self._asks_for_nobody() or unknown & set(texts):
            # Without the name: nothing is to tell that somebody is masked.
            texts = [words.say("ask_clues", name=""), words.say("ask_spelling")]
        if home in texts:
            # Whose tree it is, no stranger can say.
            self.notices.append(say("ask_home_notice", self.code))
        told = tuple(dict.fromkeys(text for text in texts if text != home))[:MOST_QUESTIONS]
        if told:
            head = say("ask_one", self.code)
            self._add(_line(head), *(replace(_entry(text), is_exact=True) for text in told))
        return told

    # -- people

    def _look_up(self, found: Sequence[Found]) -> None:
        for one in found:
            if one.candidates:
                self._told(one)
        self._missing(found)

    def _asks_for_nobody(self) -> bool:
        """True for a general question that names somebody whom the tree does not have, or masks."""
        result = self.response.result
        general = result.intent is Intent.GENERAL_GENEALOGY_QA and not result.answered
        return general and any(not one.candidates for one in result.found)

    def _missing(self, found: Sequence[Found]) -> None:
        missing = [one for one in found if not one.candidates]
        if missing and len(found) == 1:
            # Somebody whom the tree masks and somebody whom it does not have are told in the same words.
            self._add(_line(say("nobody", self.code)))
        elif missing:
            self._add(_line(say("nobody_of", self.code, count=len(missing), total=len(found))))

    def _told(self, found: Found) -> None:
        best = found.candidates[0]
        name = self.names.name(best.id)
        if self.response.understood.wants_list:
            self._list("list_head", found.candidates)
        elif is_clear(found):
            told = [one for one in best.evidence[1:] if MASKED not in one.summary][:_MOST_FACTS]
            sure = certainty(best.confidence, self.code)
            template = "is_here" if told else "chosen"
            head = _line(say(template, self.code, certainty=sure, name=name))
            self._add(head, *(_entry(one.summary) for one in told))
            self._rests_on(best.evidence[:1])
            self._rests_on(told)
        elif (len(found.candidates) > 1 and best.confidence >= WEAK) or found.close > 1:
            self._list("several", found.candidates)
        else:
            why = _why(best)
            self._add(_line(say("closest", self.code, name=name, why=why)))
            self._rests_on(best.evidence[:2])

    def _list(self, head: str, candidates: Sequence[Candidate]) -> None:
        lines = []
        for one in candidates:
            why = _why(one)
            sure = certainty(one.confidence, self.code, of_several=True)
            template = "candidate" if why else "candidate_bare"
            lines.append(_entry(say(template, self.code, name=self.names.name(one.id), certainty=sure, why=why)))
            self._rests_on(block for block in one.evidence[:2] if MASKED not in block.summary)
        self._add(_line(say(head, self.code)), *lines)

    def _open_ends(self, found: Sequence[Found]) -> None:
        """Tells whom those may be of whom it is not clear."""
        for one in found:
            if len(one.candidates) > 1 and not is_clear(one):
                self._list("several", one.candidates)

    # -- how people are related

    def _relationship(self) -> None:
        result = self.response.result
        if result.relationship is not None:
            for one in result.found:
                best = one.candidates[0]
                if one.sought.clues or one.sought.name != self.index.shown(best.id):
                    sure = certainty(best.confidence, self.code)
                    self._add(_line(say("chosen", self.code, certainty=sure, name=self.names.name(best.id))))
            self._path(result.relationship)
            return
        of_others = len(result.found) > 1 and not self.response.understood.of_asker
        self._add(_line(say("not_claimed_of_them" if of_others else "not_claimed", self.code)))
        likely = [one.candidates[0] for one in result.found if one.candidates and one.candidates[0].confidence >= WEAK]
        clear = [one for one in likely if one.confidence >= _CLEAR]
        if clear:
            names = "; ".join(self.names.name(one.id) for one in clear)
            self._add(_line(say("of_theirs", self.code, names=names)))
            for candidate in clear:
                self._rests_on(candidate.evidence[:2])
        self._open_ends(result.found)

    def _path(self, way: Relationship) -> None:
        """Tells how two people are related, link by link; without a path, that there is none."""
        graph = self.index.graph
        if way.one != way.other and not way.ways:
            one, other = (shown_name(graph.person(id)) for id in (way.one, way.other))
            self._add(_line(say("no_path", self.code, one=one, other=other)))
            return
        self._add(_line(say("related", self.code, headline=headline(graph, way, self.code))))
        if not way.ways:
            return
        steps = said_steps(graph, way.ways[0].paths[0], self.code)
        self._add(_line(say("path", self.code)), *(_entry(step.text) for step in steps))
        more = [_line(say("also", self.code, remark=one)) for one in remarks(graph, way, self.code)]
        if more:
            self._add(*more)
        self._cite(
            Evidence(one.record.strip("@"), one.line, one.quote).quote for step in steps for one in step.citations
        )
        self.blocks += [one for one in self.response.result.evidence if one.summary in {step.text for step in steps}]

    # -- general questions

    def _general(self, answer: FamilyAnswer) -> None:
        asked = self.response.understood.sentence
        if asked and len(asked) <= _MOST_QUOTED:
            self._add(DraftLine(text=say("to_question", self.code, question=asked.strip(" ?.!") + "?"), is_exact=True))
        if answer.kind is AnswerKind.RELATION and len(answer.people) == 2:
            first, second = (PersonId(self.index.node(id)) for id in answer.people)
            self._path(relate(self.index.graph, first, second))
        elif (
            answer.truth is not None
            and answer.kind is AnswerKind.TRUTH
            and not answer.text.startswith(self.names.say(f"truth_{answer.truth}"))
        ):
            self._add(_line(answer.text))
        elif answer.truth is not None:
            # The lines of the file are under the letter.
            self._add(_line(self.names.say(f"truth_{answer.truth}")))
        else:
            self._add(*(_line(text) for text in answer.text.split("\n") if text.strip()))
        self._cite(line.quote for line in answer.evidence)
        self.blocks += [one for one in self.response.result.evidence if set(one.lines) & set(answer.evidence)]

    # -- facts that the message states

    def _facts(self) -> None:
        found = self.proposals
        facts = [*(one.fact for one in found.items if one.fact is not None), *(one.fact for one in found.known)]
        told = ToldFacts(facts, self.index, self.today)
        known = [one for one in found.known if told.may_be_told(one.fact)]
        items = [one for one in found.items if one.fact is not None and told.may_be_told(one.fact)]
        self._known([one.fact.text for one in known])
        for one in known[:_MOST_KNOWN]:
            self._cite(line.quote for line in one.tree_quotes)
        self._noted([one for one in items if not one.conflicts])
        self._differing([one for one in items if one.conflicts])
        left_out = len(facts) - len(known) - len(items)
        if left_out:
            self.notices.append(say("living_notice", self.code, count=left_out))
        self.notices += [say("refused_notice", self.code, quote=one.quote, why=one.why) for one in found.refused]
        if found.cut:
            self.notices.append(say("cut_notice", self.code))

    def _known(self, texts: Sequence[str]) -> None:
        if texts:
            self._add(
                _line(say("known_head", self.code)),
                *map(_entry, texts[:_MOST_KNOWN]),
                *self._more(len(texts) - _MOST_KNOWN),
            )

    def _noted(self, items: Sequence[ReviewItem]) -> None:
        lines = []
        for item in items[:_MOST_NOTED]:
            assert item.fact is not None
            template = "fact_unsure" if item.fact.hedged else "fact"
            lines.append(_entry(say(template, self.code, fact=item.fact.text)))
        if lines:
            self._add(_line(say("noted_head", self.code)), *lines, *self._more(len(items) - _MOST_NOTED))

    def _differing(self, items: Sequence[ReviewItem]) -> None:
        lines = []
        for item in items[:_MOST_NOTED]:
            assert item.fact is not None
            for one in item.conflicts:
                quote = _shortened(one.message_quote)
                text = say("conflict", self.code, about=_about(item.fact), conflict=one.text, quote=quote)
                lines.append(replace(_entry(text), is_exact=True))
                self._cite(line.quote for line in one.tree_quotes)
        if lines:
            self._add(_line(say("conflicts_head", self.code)), *lines, *self._more(len(items) - _MOST_NOTED))

    def _more(self, count: int) -> tuple[DraftLine, ...]:
        return (_entry(say("more", self.code, count=count)),) if count > 0 else ()

    # -- what it rests on

    def _add(self, *lines: DraftLine) -> None:
        self.paragraphs.append(lines)

    def _rests_on(self, blocks: Iterable[EvidenceBlock]) -> None:
        for one in blocks:
            self.blocks.append(one)
            self._cite([line.quote for line in one.lines] or [_of_source(one, self.code)])

    def _cite(self, quotes: Iterable[str]) -> None:
        self.quotes += [self._in_file(quote) if quote.startswith("@") else quote for quote in quotes if quote]

    def _in_file(self, quote: str) -> str:
        return say("source", self.code, file=self.index.file or self.index.tree, quote=quote)

    def _sources(self) -> tuple[str, ...]:
        quotes = list(dict.fromkeys(self.quotes))
        if not quotes:
            return ()
        more = len(quotes) - _MOST_SOURCES
        rest = [f"- {say('more', self.code, count=more)}"] if more > 0 else []
        return (say("sources", self.code), *(f"- {quote}" for quote in quotes[:_MOST_SOURCES]), *rest)


_CLEAR: Final = 50
"""The confidence from which somebody who is named is told as one whom the tree may have."""


def _line(text: str) -> DraftLine:
    return DraftLine(text=text)


def _entry(text: str) -> DraftLine:
    return DraftLine(text=text, is_entry=True)


def _why(candidate: Candidate) -> str:
    return "; ".join(one for one in candidate.why if MASKED not in one)


def _about(fact: SuggestedFact) -> str:
    """Returns whom and what a fact is about, without what it says: that is disputed."""
    years = f" ({fact.person.years})" if fact.person.years else ""
    event = "" if fact.kind in _NO_EVENTS else f", {event_word(fact.kind)}"
    return f"{fact.person.name}{years}{event}"


def _of_source(block: EvidenceBlock, code: str) -> str:
    return say("source_of", code, source=block.source_id, quote=block.quote) if block.quote else ""


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_QUOTED else f"{text[: _MOST_QUOTED - 1]}…"
