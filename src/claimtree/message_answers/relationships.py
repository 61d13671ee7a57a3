"""Answers how people are related: two who are named, or those who write to each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from claimtree.answering.ask_result import Anchor, EvidenceBlock, Found, QuestionBack, Sought, SourceType
from claimtree.answering.disambiguation import MOST_QUESTIONS
from claimtree.answering.evaluated import Several, Unresolved
from claimtree.answering.evaluation import Evaluation
from claimtree.answering.people_names import words_of
from claimtree.answering.plan import HowRelated, IsTrue, Named, Related
from claimtree.family_trees.tree import Evidence
from claimtree.kinship.graph import PersonId
from claimtree.kinship.relationship import Relationship, relate
from claimtree.kinship.steps import headline, said_steps
from claimtree.message_answers.looking import LOOKED_THROUGH, WEAK, Looking, is_clear
from claimtree.message_answers.response import LINK, Response, made
from claimtree.message_answers.understanding import Understood

_PARTLY: Final = 60
"""The most confidence in an answer to a question of which a part was not understood."""


def relationship(looking: Looking, anchor: Anchor) -> Response:
    """Returns the answer to a message that asks how people are related."""
    return _Relating(looking, anchor).response()


class _Relating:
    def __init__(self, looking: Looking, anchor: Anchor) -> None:
        self.looking = looking
        self.understood = looking.understood
        self.index = looking.index
        self.text = looking.text
        self.anchor = anchor

    def response(self) -> Response:
        """Returns the answer, or what has to be known first."""
        ends = self._ends_of_plan()
        if ends:
            return self._related(ends)
        people = self.looking.people() if not self.understood.of_asker or self.understood.entities.people else []
        if len(people) >= 2 and not self.understood.of_asker:
            return self._related([self.looking.found(one, LOOKED_THROUGH) for one in people[:2]])
        if self.understood.of_others and people:
            question = QuestionBack(text=self.text.say("ask_both", name=people[0].name))
            found = tuple(self.looking.cut(self.looking.found(one, LOOKED_THROUGH)) for one in people)
            return made(self.understood, text=question.text, found=found, questions=(question,))
        home, match = self.anchor.home, self.anchor.match
        if people and not _speaks_of_two(self.understood):
            # "How am I related to X": from the one who writes, who is the home person unless it is a match.
            end = match or home
            if end:
                return self._related([self._of_id(end), self.looking.found(people[0], LOOKED_THROUGH)])
            return self._not_related(people, "ask_home" if not self.understood.of_asker else "ask_match")
        if home and match:
            return self._related([self._of_id(home), self._of_id(match)])
        return self._not_related(people, "ask_match" if home or people else "ask_home")

    def _ends_of_plan(self) -> list[Found]:
        """Returns the two of a question that says more of one of them than a name: "X's wife", "Y, the milliner"."""
        match self.understood.plan:
            case HowRelated(one, other) | IsTrue(one, Related(other)):
                pass
            case _:
                return []
        evaluation = Evaluation(self.index, self.looking.chosen)
        found: list[Found] = []
        for end in (one, other):
            if isinstance(end, Named):
                found.append(self.looking.found(self._sought(end.name), LOOKED_THROUGH))
                continue
            try:
                found.append(self._of_id(evaluation.one(end).id))
            except (Unresolved, Several):
                return []
        return found if not (isinstance(one, Named) and isinstance(other, Named)) else []

    def _sought(self, name: str) -> Sought:
        people = self.understood.entities.people
        return next((one for one in people if words_of(one.name) == words_of(name)), Sought(name=name))

    def _of_id(self, id: str) -> Found:
        return self.looking.one(Sought(name=self.index.shown(id)), id)

    def _related(self, found: Sequence[Found]) -> Response:
        open_ends = [one for one in found if not is_clear(one)]
        shown = tuple(self.looking.cut(one) for one in found)
        if any(not one.candidates for one in found):
            text = " ".join(self.looking.told(one) for one in found if not one.candidates)
            questions = tuple(question for one in open_ends for question in self.looking.questions(one))
            return made(self.understood, text=text, found=shown, questions=questions[:MOST_QUESTIONS])
        if open_ends:
            questions = tuple(question for one in open_ends for question in self.looking.questions(one))[
                :MOST_QUESTIONS
            ]
            text = " ".join([*(self.looking.told(one) for one in open_ends), *(one.text for one in questions[:1])])
            confidence = min(one.candidates[0].confidence for one in found)
            return made(self.understood, text=text, found=shown, questions=questions, confidence=confidence)
        # "What is X to Y?" is answered with what X is.
        ends = found[::-1] if isinstance(self.understood.plan, HowRelated) else found
        first, second = (one.candidates[0] for one in ends)
        graph = self.index.graph
        way = relate(graph, PersonId(self.index.node(first.id)), PersonId(self.index.node(second.id)))
        steps = [one.text for one in said_steps(graph, way.ways[0].paths[0])] if way.ways else []
        said = [headline(graph, way, self.looking.code), *(steps if len(steps) > 1 else []), self.looking.unread()]
        unread = self.looking.ask_again()
        confidence = min(first.confidence, second.confidence)
        return made(
            self.understood,
            text=" ".join(one for one in said if one),
            answered=not unread,
            confidence=min(confidence, _PARTLY) if unread else confidence,
            questions=unread,
            found=shown,
            relationship=way,
            evidence=self._links(way),
        )

    def _links(self, way: Relationship) -> tuple[EvidenceBlock, ...]:
        """Returns each link of the first path as a block of evidence."""
        if not way.ways:
            return ()
        blocks = []
        for step in said_steps(self.index.graph, way.ways[0].paths[0], self.looking.code):
            lines = tuple(Evidence(one.record.strip("@"), one.line, one.quote) for one in step.citations)
            blocks.append(
                EvidenceBlock(
                    source_type=SourceType.GEDCOM,
                    source_id=str(step.other.id),
                    summary=step.text,
                    confidence=LINK,
                    lines=lines,
                )
            )
        return tuple(blocks)

    def _not_related(self, people: Sequence[Sought], template: str) -> Response:
        """Says that nothing can be said yet, with whom the tree may have of those who are named."""
        found = [self.looking.found(one, self.understood.most) for one in people]
        likely = [one.candidates[0].id for one in found if one.candidates and one.candidates[0].confidence >= WEAK]
        question = QuestionBack(text=self.text.say(template))
        told = [self.text.say("not_claimed")]
        if likely:
            told.append(self.text.say("of_theirs", names=self.text.names(likely)))
        return made(
            self.understood,
            text=" ".join([*told, question.text]),
            found=tuple(found),
            questions=(question,),
            missing=(question.text,),
        )


def _speaks_of_two(understood: Understood) -> bool:
    words = set(understood.sentence.lower().replace("?", " ").replace("'", " ").split())
    return bool(words & {"we", "us", "our"})
