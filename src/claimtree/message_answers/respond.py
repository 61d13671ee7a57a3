"""Answers a message that was understood: from the tree alone, with evidence, or with the questions that help most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from claimtree.answering.answers import answer_plan
from claimtree.answering.ask_result import (
    Anchor,
    AskResult,
    Candidate,
    Clue,
    ClueKind,
    EvidenceBlock,
    Found,
    Intent,
    QuestionBack,
    Sought,
    SourceType,
)
from claimtree.answering.candidates import MOST_ASKED_FOR, finder_of
from claimtree.answering.disambiguation import MOST_QUESTIONS, splitting_questions
from claimtree.answering.family_answer import AnswerKind, FamilyAnswer
from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.people_names import words_of
from claimtree.answering.plan import Base, HowRelated
from claimtree.family_trees.tree import Evidence
from claimtree.kinship.graph import PersonId
from claimtree.kinship.relationship import Relationship, relate
from claimtree.kinship.steps import headline, said_steps
from claimtree.message_answers.message_text import MessageText
from claimtree.message_answers.spoken_of import NOTHING_SPOKEN, Spoken, SpokenOf
from claimtree.message_answers.understanding import Unclear, Understood, understand
from claimtree.model.answers import Verdict
from claimtree.research.tasks import research_tasks

NO_ANCHOR: Final = Anchor()
SURE: Final = 70
"""The confidence from which a candidate is told as the one who is meant."""
WEAK: Final = 20
"""The confidence below which even the best candidate is only the closest."""
_LOOKED_THROUGH: Final = 8
"""Candidates among whom the best question is chosen, more than are shown."""
_MOST_EVIDENCE: Final = 24
_PLANNED: Final = 95
"""The confidence in an answer to a question that was read in full."""
_MAYBE: Final = 60
_CERTAIN: Final = 99
_MOST_TOLD: Final = 12
"""People of an answer who are remembered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What a message is answered with, and what its question meant."""

    result: AskResult
    understood: Understood
    answer: FamilyAnswer | None = None
    """Of a general question."""
    chosen: str = ""
    """The id of the one person who is meant, if that is clear."""
    asked: tuple[SpokenOf, ...] = ()
    """Those whom the message named, with their ids where it is clear who is meant."""
    told: tuple[SpokenOf, ...] = ()
    """Those whom the answer tells of."""


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
    known = dict(chosen or {}) | {one.name.casefold(): one.id for one in understood.meant if one.id}
    return _Responding(understood, index, anchor, spoken, known, code).response()


@dataclass(slots=True)
class _Responding:
    understood: Understood
    index: FamilyIndex
    anchor: Anchor
    spoken: Spoken
    chosen: dict[str, str]
    code: str
    text: MessageText = field(init=False)

    def __post_init__(self) -> None:
        self.text = MessageText(self.index, self.code)

    def response(self) -> Response:
        match self.understood.intent:
            case Intent.PERSON_LOOKUP:
                return self._look_up()
            case Intent.RELATIONSHIP_EXPLANATION:
                return self._relationship()
            case Intent.RECORD_SUGGESTION:
                return self._records()
            case Intent.GENERAL_GENEALOGY_QA:
                return self._general()
            case Intent.CLARIFICATION_NEEDED:
                return self._clarify()

    # -- people

    def _found(self, sought: Sought, most: int) -> Found:
        """Returns the candidates for somebody; the one alone who was chosen in the conversation."""
        finder = finder_of(self.index)
        known = self.chosen.get(sought.name.casefold())
        if known is not None and known in self.index.people:
            one = self._one(sought, known)
            # Whoever says something else of the name now means somebody else.
            if all(verdict.verdict is not Verdict.REFUTED for verdict in one.candidates[0].verdicts):
                return one
        found = finder.find(sought, most)
        # Of very many namesakes each is unlikely; who is unlike the name or the clues is nobody's candidate.
        fitting = tuple(one for one in found.candidates if one.confidence or one.score > _UNLIKE)
        return replace(found, candidates=fitting)

    def _one(self, sought: Sought, id: str) -> Found:
        """Returns the one who is meant for certain as the only candidate."""
        candidate = replace(finder_of(self.index).scored(sought, id), confidence=_CERTAIN)
        return Found(sought=sought, candidates=(candidate,), close=1)

    def _people(self) -> list[Sought]:
        people = list(self.understood.entities.people)
        if people:
            return people
        meant = self.understood.meant or self.spoken.asked[:1]
        return [Sought(name=one.name) for one in meant]

    def _look_up(self) -> Response:
        people = self._people()
        if not people:
            return self._unclear(Unclear.NOBODY_NAMED)
        found = [self._found(one, max(self.understood.most, _LOOKED_THROUGH)) for one in people]
        told = [self._told(one) for one in found]
        questions = [question for one in found for question in self._questions(one)][:MOST_QUESTIONS]
        clear = [is_clear(one) for one in found]
        shown = tuple(self._cut(one) for one in found)
        answered = bool(all(clear) or (self.understood.wants_list and any(one.candidates for one in found)))
        return self._response(
            text=" ".join(told if answered else [*told, *(one.text for one in questions[:1])]),
            answered=answered,
            confidence=min((one.candidates[0].confidence for one in found if one.candidates), default=0),
            found=shown,
            questions=tuple(questions),
            chosen=found[0].candidates[0].id if clear[0] else "",
        )

    def _cut(self, found: Found) -> Found:
        return replace(found, candidates=found.candidates[: self.understood.most])

    def _told(self, found: Found) -> str:
        """Returns what is known of somebody who is looked for."""
        asked, best = found.sought.name, found.candidates[0] if found.candidates else None
        if best is None:
            return self.text.say("nobody", asked=asked)
        if self.understood.wants_list:
            lines = [
                self.text.say(
                    "list_line",
                    number=number,
                    name=self.text.facts.name(one.id),
                    confidence=one.confidence,
                    why=self.text.why(one),
                )
                for number, one in enumerate(self._cut(found).candidates, 1)
            ]
            return "\n".join([self.text.say("list_head", asked=asked), *lines])
        if is_clear(found):
            facts = [block.summary for block in best.evidence[1:4]]
            return self.text.say("yes_one", name=self.text.facts.name(best.id), facts=" ".join(facts))
        rivals = _rivals(found)
        if len(rivals) > 1:
            names = self.text.names(one.id for one in rivals[: self.understood.most])
            return self.text.say("several", count=max(found.close, len(rivals)), asked=asked, names=names)
        template = "weak" if best.confidence < WEAK else "perhaps_one"
        return self.text.say(template, asked=asked, name=self.text.facts.name(best.id), why=self.text.why(best))

    def _questions(self, found: Found) -> tuple[QuestionBack, ...]:
        """Returns the questions that tell the candidates apart best; one in general where there are none."""
        if is_clear(found):
            return ()
        rivals = _rivals(found)
        if len(rivals) > 1:
            told = _told_attributes(found.sought, rivals)
            ids, weights = [one.id for one in rivals], [one.confidence + 1.0 for one in rivals]
            splits = splitting_questions(self.index, ids, MOST_QUESTIONS, weights=weights, but=told)
            if splits:
                return tuple(self.text.question(one) for one in splits)
        name = found.sought.name
        asked = [QuestionBack(text=self.text.say("ask_clues", name=name))]
        return (*asked, *([] if found.candidates else [QuestionBack(text=self.text.say("ask_spelling"))]))

    # -- how people are related

    def _relationship(self) -> Response:
        people = self._people() if not self.understood.of_asker or self.understood.entities.people else []
        if len(people) >= 2 and not self.understood.of_asker:
            return self._related([self._found(one, _LOOKED_THROUGH) for one in people[:2]])
        if self.understood.of_others and people:
            question = QuestionBack(text=self.text.say("ask_both", name=people[0].name))
            found = tuple(self._cut(self._found(one, _LOOKED_THROUGH)) for one in people)
            return self._response(text=question.text, found=found, questions=(question,))
        home, match = self.anchor.home, self.anchor.match
        if people and not _speaks_of_two(self.understood):
            # "How am I related to X": from the one who writes, who is the home person unless it is a match.
            end = match or home
            if end:
                return self._related([self._of_id(end), self._found(people[0], _LOOKED_THROUGH)])
            return self._not_related(people, "ask_home" if not self.understood.of_asker else "ask_match")
        if home and match:
            return self._related([self._of_id(home), self._of_id(match)])
        return self._not_related(people, "ask_match" if home or people else "ask_home")

    def _of_id(self, id: str) -> Found:
        return self._one(Sought(name=self.index.shown(id)), id)

    def _related(self, found: Sequence[Found]) -> Response:
        open_ends = [one for one in found if not is_clear(one)]
        shown = tuple(self._cut(one) for one in found)
        if any(not one.candidates for one in found):
            text = " ".join(self._told(one) for one in found if not one.candidates)
            questions = tuple(question for one in open_ends for question in self._questions(one))
            return self._response(text=text, found=shown, questions=questions[:MOST_QUESTIONS])
        if open_ends:
            questions = tuple(question for one in open_ends for question in self._questions(one))[:MOST_QUESTIONS]
            text = " ".join([*(self._told(one) for one in open_ends), *(one.text for one in questions[:1])])
            confidence = min(one.candidates[0].confidence for one in found)
            return self._response(text=text, found=shown, questions=questions, confidence=confidence)
        # "What is X to Y?" is answered with what X is.
        ends = found[::-1] if isinstance(self.understood.plan, HowRelated) else found
        first, second = (one.candidates[0] for one in ends)
        graph = self.index.graph
        way = relate(graph, PersonId(self.index.node(first.id)), PersonId(self.index.node(second.id)))
        steps = [one.text for one in said_steps(graph, way.ways[0].paths[0])] if way.ways else []
        return self._response(
            text=self.text.say("related", headline=headline(graph, way, self.code), steps=" ".join(steps)),
            answered=True,
            confidence=min(first.confidence, second.confidence),
            found=shown,
            relationship=way,
            evidence=self._links(way),
        )

    def _links(self, way: Relationship) -> tuple[EvidenceBlock, ...]:
        """Returns each link of the first path as a block of evidence."""
        if not way.ways:
            return ()
        blocks = []
        for step in said_steps(self.index.graph, way.ways[0].paths[0], self.code):
            lines = tuple(Evidence(one.record.strip("@"), one.line, one.quote) for one in step.citations)
            blocks.append(
                EvidenceBlock(
                    source_type=SourceType.GEDCOM,
                    source_id=str(step.other.id),
                    summary=step.text,
                    confidence=_LINK,
                    lines=lines,
                )
            )
        return tuple(blocks)

    def _not_related(self, people: Sequence[Sought], template: str) -> Response:
        """Says that nothing can be said yet, with whom the tree may have of those who are named."""
        found = [self._found(one, self.understood.most) for one in people]
        likely = [one.candidates[0].id for one in found if one.candidates and one.candidates[0].confidence >= WEAK]
        question = QuestionBack(text=self.text.say(template))
        told = [self.text.say("not_claimed")]
        if likely:
            told.append(self.text.say("of_theirs", names=self.text.names(likely)))
        return self._response(
            text=" ".join([*told, question.text]), found=tuple(found), questions=(question,), missing=(question.text,)
        )

    # -- records, general questions, and what is not clear

    def _records(self) -> Response:
        people = self._people()
        if not people:
            return self._unclear(Unclear.NOBODY_NAMED)
        found = self._found(people[0], max(self.understood.most, _LOOKED_THROUGH))
        if not is_clear(found):
            questions = self._questions(found)
            text = " ".join([self._told(found), *(one.text for one in questions[:1])])
            return self._response(text=text, found=(self._cut(found),), questions=questions)
        id = found.candidates[0].id
        tasks = research_tasks(self.index, id, code=self.code)
        name = self.text.facts.name(id)
        told = [self.text.say("task_line", number=at, what=one.what, why=one.why) for at, one in enumerate(tasks, 1)]
        blocks = tuple(
            EvidenceBlock(
                source_type=SourceType.GEDCOM,
                source_id=self.index.node(id),
                summary=one.why,
                confidence=_LINK,
                lines=one.evidence,
            )
            for one in tasks
            if one.evidence
        )
        return self._response(
            text="\n".join([self.text.say("records_head" if tasks else "records_none", name=name), *told]),
            answered=True,
            confidence=found.candidates[0].confidence,
            found=(self._cut(found),),
            missing=tuple(one.what for one in tasks),
            evidence=blocks,
            chosen=id,
        )

    def _general(self) -> Response:
        answer = answer_plan(self.understood.plan, self.index, self.code, chosen=self.chosen)
        if answer.kind is not AnswerKind.QUESTION:
            return self._answered(answer)
        found = tuple(self._asked_back(one, answer) for one in self.understood.entities.people)
        questions = tuple(self.text.question(one) for one in answer.splits)
        if not questions:
            questions = tuple(QuestionBack(text=text) for text in answer.questions)
        return self._response(text=answer.text, found=found, questions=questions[:MOST_QUESTIONS], answer=answer)

    def _asked_back(self, sought: Sought, answer: FamilyAnswer) -> Found:
        """Returns the candidates for somebody of a question that is asked back: those among whom it asks."""
        if answer.people and words_of(sought.name) == words_of(answer.unresolved):
            finder = finder_of(self.index)
            scored = sorted((finder.scored(sought, id) for id in answer.people), key=lambda one: -one.score)
            return self._cut(Found(sought=sought, candidates=tuple(scored), close=len(scored)))
        return self._cut(self._found(sought, _LOOKED_THROUGH))

    def _answered(self, answer: FamilyAnswer) -> Response:
        """Returns an answer, with those as candidates of whom it is true."""
        meant = {words_of(name): id for name, id in answer.meant}
        # A name that the answer could do without is nobody's.
        known = [(one, meant.get(words_of(one.name))) for one in self.understood.entities.people]
        found = tuple(
            self._one(sought, id) if id is not None and id not in self.index.hidden else Found(sought=sought)
            for sought, id in known
        )
        text = answer.text
        names = [id for _, id in answer.meant if self.index.shown(id) not in text]
        if self.understood.meant and len(names) == len(answer.meant):
            # Who "she" is, is to be seen.
            text = self.text.say("of_whom", name=self.text.names(names), said=text)
        response = self._response(
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
        found = tuple(self._cut(self._found(one, _LOOKED_THROUGH)) for one in self.understood.entities.people)
        response = self._response(text=question.text, found=found, questions=(question,))
        return replace(response, result=replace(response.result, intent=Intent.CLARIFICATION_NEEDED))

    def _response(
        self,
        *,
        text: str,
        answered: bool = False,
        confidence: int = 0,
        found: tuple[Found, ...] = (),
        relationship: Relationship | None = None,
        questions: tuple[QuestionBack, ...] = (),
        missing: tuple[str, ...] = (),
        evidence: tuple[EvidenceBlock, ...] = (),
        answer: FamilyAnswer | None = None,
        chosen: str = "",
    ) -> Response:
        told = [block for one in found for candidate in one.candidates for block in candidate.evidence]
        result = AskResult(
            intent=self.understood.intent,
            text=text,
            answered=answered,
            confidence=confidence,
            entities=self.understood.entities,
            found=found,
            relationship=relationship,
            questions=questions,
            missing=missing or tuple(one.text for one in questions),
            evidence=tuple(dict.fromkeys([*evidence, *told]))[:_MOST_EVIDENCE],
        )
        asked = tuple(SpokenOf(one.sought.name, one.candidates[0].id if is_clear(one) else "") for one in found)
        return Response(result=result, understood=self.understood, answer=answer, chosen=chosen, asked=asked)


_LINK: Final = 85
_UNLIKE: Final = -3.0
"""The weight below which somebody without any confidence is no candidate."""
_ABOUT: Final = {Unclear.WHICH_TIME: "time"}
_CLEAR_BY: Final = 30
"""By how much the confidence in the first is greater than in the next one if it is clear who is meant."""
_RIVAL: Final = 8
"""The least confidence of those among whom is asked."""


def is_clear(found: Found) -> bool:
    """True if it is clear who is meant."""
    if not found.candidates:
        return False
    first, *others = found.candidates
    return first.confidence >= SURE and (not others or first.confidence - others[0].confidence >= _CLEAR_BY)


def _rivals(found: Found) -> list[Candidate]:
    """Returns those who are hard to tell apart."""
    first = found.candidates[0].confidence if found.candidates else 0
    least = min(_RIVAL, max(1, first // 3))
    return [one for one in found.candidates if one.confidence >= least]


def _speaks_of_two(understood: Understood) -> bool:
    words = set(understood.sentence.lower().replace("?", " ").replace("'", " ").split())
    return bool(words & {"we", "us", "our"})


def _told_attributes(sought: Sought, rivals: Sequence[Candidate]) -> set[str]:
    """Returns what need not be asked: it was told, and all rivals agree with it."""
    told: set[str] = set()
    for at, clue in enumerate(sought.clues, 1):
        if all(len(one.verdicts) > at and one.verdicts[at].verdict is Verdict.MET for one in rivals):
            told |= _attributes(clue)
    return told


def _attributes(clue: Clue) -> set[str]:
    match clue.kind:
        case ClueKind.EVENT:
            return {clue.event} if clue.when is not None else set()
        case ClueKind.SEX:
            return {"sex"}
        case ClueKind.RELATIVE if clue.relation is not None:
            return {{Base.SPOUSE: "partner", Base.PARENT: "parent"}.get(clue.relation.base, "")}
        case _:
            return set()


def _blocks(answer: FamilyAnswer, index: FamilyIndex) -> tuple[EvidenceBlock, ...]:
    """Returns the lines of an answer as blocks of evidence, those of one record together."""
    by_record: dict[str, list[Evidence]] = {}
    for line in answer.evidence:
        by_record.setdefault(line.record, []).append(line)
    return tuple(
        EvidenceBlock(
            source_type=SourceType.GEDCOM,
            source_id=index.node(record),
            summary="; ".join(line.raw.strip() for line in lines[:4]),
            confidence=_LINK,
            lines=tuple(lines),
        )
        for record, lines in by_record.items()
    )
