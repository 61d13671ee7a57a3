"""Says who is meant by the names of a message: candidates, what is known of them, and what tells them apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from claimtree.answering.ask_result import Candidate, Clue, ClueKind, Found, QuestionBack, Sought
from claimtree.answering.candidates import finder_of
from claimtree.answering.disambiguation import MOST_QUESTIONS, splitting_questions
from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.plan import Base
from claimtree.message_answers.intent_words import intent_words
from claimtree.message_answers.message_text import MessageText
from claimtree.message_answers.spoken_of import NOTHING_SPOKEN, Spoken
from claimtree.message_answers.understanding import Understood
from claimtree.message_answers.unread import on_record
from claimtree.model.answers import Verdict

SURE: Final = 70
"""The confidence from which a candidate is told as the one who is meant."""
WEAK: Final = 20
"""The confidence below which even the best candidate is only the closest."""
LOOKED_THROUGH: Final = 8
"""Candidates among whom the best question is chosen, more than are shown."""
CERTAIN: Final = 99
_UNLIKE: Final = -3.0
"""The weight below which somebody without any confidence is no candidate."""
_CLEAR_BY: Final = 30
"""By how much the confidence in the first is greater than in the next one if it is clear who is meant."""
_RIVAL: Final = 8
"""The least confidence of those among whom is asked."""


@dataclass(slots=True)
class Looking:
    """Looks for the people of one message."""

    understood: Understood
    index: FamilyIndex
    chosen: dict[str, str]
    """Ids of people by the names that mean them in this conversation."""
    spoken: Spoken = NOTHING_SPOKEN
    code: str = "en"
    text: MessageText = field(init=False)

    def __post_init__(self) -> None:
        self.text = MessageText(self.index, self.code)

    def people(self) -> list[Sought]:
        people = list(self.understood.entities.people)
        if people:
            return people
        meant = self.understood.meant or self.spoken.asked[:1]
        return [Sought(name=one.name) for one in meant]

    def found(self, sought: Sought, most: int) -> Found:
        """Returns the candidates for somebody; the one alone who was chosen in the conversation."""
        finder = finder_of(self.index)
        known = self.chosen.get(sought.name.casefold())
        if known is not None and known in self.index.people:
            one = self.one(sought, known)
            # Whoever says something else of the name now means somebody else.
            if all(verdict.verdict is not Verdict.REFUTED for verdict in one.candidates[0].verdicts):
                return one
        found = finder.find(sought, most)
        # Of very many namesakes each is unlikely; who is unlike the name or the clues is nobody's candidate.
        fitting = tuple(one for one in found.candidates if one.confidence or one.score > _UNLIKE)
        return replace(found, candidates=fitting)

    def one(self, sought: Sought, id: str) -> Found:
        """Returns the one who is meant for certain as the only candidate."""
        candidate = replace(finder_of(self.index).scored(sought, id), confidence=CERTAIN)
        return Found(sought=sought, candidates=(candidate,), close=1)

    def cut(self, found: Found) -> Found:
        return replace(found, candidates=found.candidates[: self.understood.most])

    def told(self, found: Found) -> str:
        """Returns what is known of somebody who is looked for."""
        asked, best = found.sought.name, found.candidates[0] if found.candidates else None
        if best is None:
            # Of whom the message says something else, the tree has nobody; that it has the name is to be known.
            named = self.index.names.find(asked)[: self.understood.most] if found.sought.clues else ()
            if named:
                return self.text.say("nobody_so", asked=asked, names=self.text.names(named))
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
                for number, one in enumerate(self.cut(found).candidates, 1)
            ]
            return "\n".join([self.text.say("list_head", asked=asked), *lines])
        if is_clear(found):
            facts = [block.summary for block in best.evidence[1:4]]
            template = "there_is" if self.understood.unread else "yes_one"
            return self.text.say(template, name=self.text.facts.name(best.id), facts=" ".join(facts))
        rivals = _rivals(found)
        if len(rivals) > 1:
            names = self.text.names(one.id for one in rivals[: self.understood.most])
            return self.text.say("several", count=max(found.close, len(rivals)), asked=asked, names=names)
        template = "weak" if best.confidence < WEAK else "perhaps_one"
        return self.text.say(template, asked=asked, name=self.text.facts.name(best.id), why=self.text.why(best))

    def take_from_records(self, id: str) -> None:
        """Leaves no words open that records of the one who is meant have: an occupation, a title."""
        person = self.index.people[id]
        values = " ".join(event.value for event in person.events) if id not in self.index.hidden else ""
        left = on_record(self.understood.unread, values, intent_words(self.code))
        self.understood = replace(self.understood, unread=left)

    def unread(self) -> str:
        """Returns that some words were not understood; empty if there are none."""
        words = "”, “".join(self.understood.unread)
        return self.text.say("not_read", words=words) if words else ""

    def ask_again(self) -> tuple[QuestionBack, ...]:
        """Returns the question what the words mean that were not understood."""
        words = "”, “".join(self.understood.unread)
        return (QuestionBack(text=self.text.say("ask_again", words=words)),) if words else ()

    def questions(self, found: Found) -> tuple[QuestionBack, ...]:
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
