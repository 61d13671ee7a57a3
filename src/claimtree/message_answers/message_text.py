"""What a message is answered, in the language of the asker: templates of `languages/*/message_answers.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache

from claimtree.answering.answer_text import AnswerText
from claimtree.answering.ask_result import Candidate, Choice, QuestionBack
from claimtree.answering.disambiguation import SplittingQuestion
from claimtree.answering.family_index import FamilyIndex
from claimtree.languages import data_of

_MOST_CHOICES = 4


@cache
def _templates(code: str) -> Mapping[str, str | Mapping[str, str]]:
    return tomllib.loads(data_of(code, "message_answers.toml").read_text("utf-8"))


class MessageText:
    """Sentences to somebody who asks about one tree."""

    def __init__(self, index: FamilyIndex, code: str) -> None:
        self._code = code
        self.facts = AnswerText(index, code)

    def say(self, template: str, **values: object) -> str:
        text = _templates(self._code)[template]
        assert isinstance(text, str)
        return text.format(**values).strip()

    def names(self, ids: Iterable[str]) -> str:
        return "; ".join(map(self.facts.name, ids))

    def why(self, candidate: Candidate) -> str:
        return "; ".join(candidate.why)

    def question(self, split: SplittingQuestion) -> QuestionBack:
        """Returns a question that tells candidates apart, with the answers that would."""
        asked = self.facts.say(f"question_{split.about}")
        choices = tuple(Choice(text=value, people=people) for value, people in split.values)
        text = asked
        if 1 < len(choices) <= _MOST_CHOICES:
            shown = [one.text for one in choices]
            options = f"{', '.join(shown[:-1])} or {shown[-1]}"
            text = self.say("question_choices", question=asked, choices=options)
        return QuestionBack(text=text, about=split.about, gain=split.gain, choices=choices)
