"""What all answers are made from: the tree, what a plan means in it, and the sentences of a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from claimtree.answering.answer_text import AnswerText
from claimtree.answering.evaluated import Member
from claimtree.answering.evaluation import Evaluation
from claimtree.answering.evidence_words import EvidenceWords
from claimtree.answering.family_answer import AnswerKind, FamilyAnswer
from claimtree.answering.family_index import FamilyIndex
from claimtree.family_trees.tree import Evidence

MOST_EVIDENCE: Final = 40
"""Lines that an answer quotes."""


class AnswerContext:
    def __init__(self, index: FamilyIndex, code: str, chosen: Mapping[str, str] | None) -> None:
        self.index: Final = index
        self.text: Final = AnswerText(index, code)
        self.code: Final = code
        self.evaluation: Final = Evaluation(index, chosen)
        self.words: Final = EvidenceWords(index, self.text)

    def ask(self, template: str, people: tuple[str, ...] = (), **values: object) -> FamilyAnswer:
        text = self.text.say(template, **values)
        return FamilyAnswer(kind=AnswerKind.QUESTION, text=text, people=people, questions=(text,))

    def names_of(self, members: list[Member]) -> str:
        return self.text.names([one.id for one in members])


def sure_and_maybe(found: list[Member]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(one.id for one in found if one.sure), tuple(one.id for one in found if not one.sure)


def lines_of(found: list[Member]) -> tuple[Evidence, ...]:
    return tuple(dict.fromkeys(line for one in found for line in one.because))[:MOST_EVIDENCE]
