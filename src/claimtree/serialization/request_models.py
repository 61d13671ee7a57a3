"""What a program may ask about a sentence, once for all faces that take JSON: the API and the tools
for agents extend these models by what only they take.

The docstrings of the fields are what OpenAPI, and an agent in a tool's input schema, say of them.
Not imported by `serialization` itself: a search from a cold process does without pydantic.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from claimtree.model.claim_edits import LONGEST_EDIT, MOST_EDITS
from claimtree.model.questions import Question, parse_question
from claimtree.search.query_limits import LONGEST_QUERY

Edit = Annotated[str, Field(max_length=LONGEST_EDIT, examples=["drop:c3", "weight:c2:0.9", "words:c3:facing west"])]
SentenceText = Annotated[str, Field(max_length=LONGEST_QUERY, examples=["quiet 2BR under $4,000, dogs allowed"])]
EntityIdText = Annotated[str, Field(min_length=1, max_length=1_000)]


class Request(BaseModel):
    """What is asked, without keys that nobody knows."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class SentenceRequest(Request):
    """A sentence, and what was done to its claims by hand."""

    text: SentenceText = ""
    """The sentence."""
    edits: Annotated[tuple[Edit, ...], Field(max_length=MOST_EDITS)] = ()
    """Changes to single claims of the sentence, by the ids of an earlier result for the same text: drop:c3, must:c1,
    nice:c5, weight:c2:0.9, negate:c4, or:c1,c4, alone:c1, words:c3:facing west."""

    def question(self) -> Question:
        """Returns what is asked as a value; raises BadInput for what cannot be read."""
        return parse_question(self.text, edits=self.edits)


class Strictness(Request):
    """How strictly a sentence is taken."""

    strict: bool = False
    """True: leave out whatever says nothing about something required. False: it stays, lower down."""


class QuestionRequest(Strictness, SentenceRequest):
    """A sentence to search with, and how strictly."""

    def question(self) -> Question:
        return parse_question(self.text, edits=self.edits, strict=self.strict)
