"""Answers a message that was understood: from the tree alone, with evidence, or with the questions that help most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from claimtree.answering.answer_text import AnswerText
from claimtree.answering.answers import answer_plan
from claimtree.answering.ask_result import (
    Anchor,
    EvidenceBlock,
    Found,
    Intent,
    QuestionBack,
    Sought,
    SourceType,
)
from claimtree.answering.candidates import MOST_ASKED_FOR, finder_of
from claimtree.answering.disambiguation import MOST_QUESTIONS
from claimtree.answering.evidence_words import EvidenceWords
from claimtree.answering.family_answer import AnswerKind, FamilyAnswer
from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.people_names import words_of
from claimtree.answering.plan import Question
from claimtree.family_trees.tree import Evidence
from claimtree.message_answers.looking import LOOKED_THROUGH, WEAK, Looking, is_clear
from claimtree.message_answers.message_text import MessageText
from claimtree.message_answers.relationships import relationship
from claimtree.message_answers.response import LINK, Response, made
from claimtree.message_answers.spoken_of import NOTHING_SPOKEN, Spoken, SpokenOf
from claimtree.message_answers.understanding import Unclear, Understood, understand
from claimtree.research.tasks import research_tasks

NO_ANCHOR: Final = Anchor()
_PLANNED: Final = 95
"""The confidence in an answer to a question that was read in full."""
_MAYBE: Final = 60
_MOST_TOLD: Final = 12
"""People of an answer who are remembered."""
_ABOUT: Final = {Unclear.WHICH_TIME: "time"}


def respond(
    message: str,
    index: FamilyIndex,
    *,
    anchor: Anchor = NO_ANCHOR,
    spoken: Spoken = NOTHING_SPOKEN,
    chosen: Mapping[str, str] | None = None,
    most: int | None = None,
    code: str = "en",
) -> Response:
    """Returns what a message is answered with.

    `spoken` has those of whom the conversation spoke last, `chosen` the ids of people by the names that
    mean them in it.
    """
    understood = understand(message, index, spoken=spoken, code=code)
    if most is not None:
        understood = replace(understood, most=max(1, min(most, MOST_ASKED_FOR)))
    return respond_to(understood, index, anchor=anchor, spoken=spoken, chosen=chosen, code=code)


def respond_to(
    understood: Understood,
    index: FamilyIndex,
    *,
    anchor: Anchor = NO_ANCHOR,
    spoken: Spoken = NOTHING_SPOKEN,
    chosen: Mapping[str, str] | None = None,
    code: str = "en",
) -> Response:
    """Returns what a message that was understood is answered with."""
    if understood.then:
        return _with_second(understood, index, anchor, dict(chosen or {}), code)
    known = dict(chosen or {}) | {one.name.casefold(): one.id for one in understood.meant if one.id}
    looking = Looking(understood, index, known, spoken, code)
    return _Responding(understood, index, anchor, known, code, looking).response()


def _with_second(
    understood: Understood, index: FamilyIndex, anchor: Anchor, chosen: dict[str, str], code: str
) -> Response:
    """Returns the answers to two questions of one sentence. The second is asked as if it came after the first one was
    answered; if it is not understood, that is told beside the answer to the first."""
    first = respond_to(replace(understood, then=""), index, anchor=anchor, chosen=chosen, code=code)
    if not first.result.answered:
        return first
    if first.answer is not None:
        chosen |= {name.casefold(): id for name, id in first.answer.meant}
    spoken = Spoken(asked=first.asked, told=first.told, in_one_sentence=True)
    asked = understand(understood.then, index, spoken=spoken, code=code)
    second = respond_to(asked, index, anchor=anchor, spoken=spoken, chosen=chosen, code=code)
    answered = second.result.answered
    if answered or (second.answer is not None and second.answer.plan is not None):
        questions = second.result.questions
        said = second.result.text
    else:
        text, words = MessageText(index, code), understood.then.rstrip("?")
        questions = (QuestionBack(text=text.say("ask_again", words=words)),)
        said = text.say("not_read", words=words)
    result = replace(
        first.result,
        text=f"{first.result.text} {said}",
        answered=answered,
        confidence=min(first.result.confidence, second.result.confidence if answered else _MAYBE),
        questions=questions,
        missing=tuple(one.text for one in questions),
        evidence=tuple(dict.fromkeys((*first.result.evidence, *second.result.evidence))),
    )
    return replace(first, result=result, told=second.told if answered and second.told else first.told)


@dataclass(slots=True)
class _Responding:
    understood: Understood
    index: FamilyIndex
    anchor: Anchor
    chosen: dict[str, str]
    code: str
    looking: Looking

    @property
    def text(self) -> MessageText:
        return self.looking.text

    def response(self) -> Response:
        match self.understood.intent:
            case Intent.PERSON_LOOKUP:
                return self._look_up()
            case Intent.RELATIONSHIP_EXPLANATION:
                return relationship(self.looking, self.anchor)
            case Intent.RECORD_SUGGESTION:
                return self._records()
            case Intent.GENERAL_GENEALOGY_QA:
                return self._general()
            case Intent.CLARIFICATION_NEEDED:
                return self._clarify()

    def _look_up(self) -> Response:
        people = self.looking.people()
        if not people:
            return self._unclear(Unclear.NOBODY_NAMED)
        found = [self.looking.found(one, max(self.understood.most, LOOKED_THROUGH)) for one in people]
        if len(found) == 1 and is_clear(found[0]):
            self.looking.take_from_records(found[0].candidates[0].id)
        told = [self.looking.told(one) for one in found]
        questions = [question for one in found for question in self.looking.questions(one)][:MOST_QUESTIONS]
        clear = [is_clear(one) for one in found]
        shown = tuple(self.looking.cut(one) for one in found)
        likely = any(one.candidates and one.candidates[0].confidence >= WEAK for one in found)
        answered = all(clear) or (self.understood.wants_list and likely)
        said = told if answered else [*told, *(one.text for one in questions[:1])]
        confidence = min((one.candidates[0].confidence for one in found if one.candidates), default=0)
        if answered and self.looking.understood.unread:
            # That the tree has somebody is no answer to what else was asked.
            said.append(self.looking.unread())
            questions = list(self.looking.ask_again())
            answered, confidence = False, min(confidence, _MAYBE)
        return made(
            self.understood,
            text=" ".join(said),
            answered=answered,
            confidence=confidence,
            found=shown,
            questions=tuple(questions),
            chosen=found[0].candidates[0].id if clear[0] else "",
        )

    # -- records, general questions, and what is not clear

    def _records(self) -> Response:
        people = self.looking.people()
        if not people:
            return self._unclear(Unclear.NOBODY_NAMED)
        found = self.looking.found(people[0], max(self.understood.most, LOOKED_THROUGH))
        if not is_clear(found):
            questions = self.looking.questions(found)
            text = " ".join([self.looking.told(found), *(one.text for one in questions[:1])])
            return made(self.understood, text=text, found=(self.looking.cut(found),), questions=questions)
        id = found.candidates[0].id
        kinds = self.understood.record_kinds
        # What is asked for comes first.
        tasks = sorted(research_tasks(self.index, id, code=self.code), key=lambda one: str(one.kind) not in kinds)
        name = self.text.facts.name(id)
        none = [one for one in kinds if all(str(task.kind) != one for task in tasks)]
        head = [self.text.say("records_none_of", name=name, kinds=", ".join(none))] if none else []
        told = [self.text.say("task_line", number=at, what=one.what, why=one.why) for at, one in enumerate(tasks, 1)]
        blocks = tuple(
            EvidenceBlock(
                source_type=SourceType.GEDCOM,
                source_id=self.index.node(id),
                summary=one.why,
                confidence=LINK,
                lines=one.evidence,
            )
            for one in tasks
            if one.evidence
        )
        return made(
            self.understood,
            text="\n".join([*head, self.text.say("records_head" if tasks else "records_none", name=name), *told]),
            answered=True,
            confidence=found.candidates[0].confidence,
            found=(self.looking.cut(found),),
            missing=tuple(self.text.say("ask_record", what=one.what) for one in tasks),
            evidence=blocks,
            chosen=id,
        )

    def _general(self) -> Response:
        return self._of_plan(self.understood.plan)

    def _of_plan(self, plan: Question | None) -> Response:
        answer = answer_plan(plan, self.index, self.code, chosen=self.chosen, read_as=self.understood.read_as)
        if answer.kind is not AnswerKind.QUESTION:
            return self._answered(answer)
        found = tuple(self._asked_back(one, answer) for one in self.understood.entities.people)
        questions = tuple(self.text.question(one) for one in answer.splits)
        if not questions:
            questions = tuple(QuestionBack(text=text) for text in answer.questions)
        return made(self.understood, text=answer.text, found=found, questions=questions[:MOST_QUESTIONS], answer=answer)

    def _asked_back(self, sought: Sought, answer: FamilyAnswer) -> Found:
        """Returns the candidates for somebody of a question that is asked back: those among whom it asks."""
        if answer.people and words_of(sought.name) == words_of(answer.unresolved):
            finder = finder_of(self.index)
            scored = sorted((finder.scored(sought, id) for id in answer.people), key=lambda one: -one.score)
            return self.looking.cut(Found(sought=sought, candidates=tuple(scored), close=len(scored)))
        return self.looking.cut(self.looking.found(sought, LOOKED_THROUGH))

    def _answered(self, answer: FamilyAnswer) -> Response:
        """Returns an answer, with those as candidates of whom it is true."""
        meant = {words_of(name): id for name, id in answer.meant}
        # A name that the answer could do without is nobody's.
        known = [(one, meant.get(words_of(one.name))) for one in self.understood.entities.people]
        found = tuple(
            self.looking.one(sought, id) if id is not None and id not in self.index.hidden else Found(sought=sought)
            for sought, id in known
        )
        text = answer.text
        meant_ids = dict.fromkeys(id for _, id in answer.meant)
        names = [id for id in meant_ids if self.index.shown(id) not in text]
        if names and self.understood.meant and len(names) == len(meant_ids):
            # Who "she" is, is to be seen.
            text = self.text.say("of_whom", name=self.text.names(names), said=text)
        response = made(
            self.understood,
            text=text,
            answered=True,
            confidence=_MAYBE if answer.maybe else _PLANNED,
            found=found,
            evidence=_blocks(answer, self.index),
            answer=answer,
            chosen=found[0].candidates[0].id if len(found) == 1 and found[0].candidates else "",
        )
        told = (*answer.people, *answer.maybe)[:_MOST_TOLD]
        return replace(response, told=tuple(SpokenOf(self.index.shown(id), id) for id in told))

    def _clarify(self) -> Response:
        return self._unclear(self.understood.unclear or Unclear.NOTHING_READ)

    def _unclear(self, unclear: Unclear) -> Response:
        template = "which_war" if unclear is Unclear.WHICH_TIME else str(unclear)
        question = QuestionBack(
            text=self.text.say(template, words=self.understood.words), about=_ABOUT.get(unclear, "")
        )
        found = tuple(
            self.looking.cut(self.looking.found(one, LOOKED_THROUGH)) for one in self.understood.entities.people
        )
        response = made(self.understood, text=question.text, found=found, questions=(question,))
        return replace(response, result=replace(response.result, intent=Intent.CLARIFICATION_NEEDED))


def _blocks(answer: FamilyAnswer, index: FamilyIndex) -> tuple[EvidenceBlock, ...]:
    """Returns the lines of an answer as blocks of evidence, those of one record together."""
    words = EvidenceWords(index, AnswerText(index, "en"))
    by_record: dict[str, list[Evidence]] = {}
    for line in answer.evidence:
        by_record.setdefault(line.record, []).append(line)
    return tuple(
        EvidenceBlock(
            source_type=SourceType.GEDCOM,
            source_id=index.node(record),
            summary=" ".join(words.said(lines)) or "; ".join(line.raw.strip() for line in lines[:4]),
            confidence=LINK,
            lines=tuple(lines),
        )
        for record, lines in by_record.items()
    )
