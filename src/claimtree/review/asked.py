"""A message that asks and tells at once: its answer, and the facts in it, which nobody has put into the queue yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from claimtree.answering.ask_result import SourceType
from claimtree.answering.family_index import FamilyIndex
from claimtree.message_answers.response import Response
from claimtree.review.items import Origin
from claimtree.review.proposals import proposals_of
from claimtree.review.review_json import review_item
from claimtree.serialization.family_answer_json import family_answer

if TYPE_CHECKING:
    from claimtree.json_types.family_answer_types import FamilyAnswerShape

MOST_SUGGESTED: Final = 20


def asked(message: str, response: Response, index: FamilyIndex, *, session: str = "") -> FamilyAnswerShape:
    """Returns the answer to a message with the facts that it states, as JSON. Nothing is written."""
    origin = Origin(source_type=SourceType.CONVERSATION_LOG, source_id=session, author="")
    found = proposals_of(message, index, origin, about=response.chosen)
    suggested = [review_item(one) for one in found.items[:MOST_SUGGESTED]]
    return family_answer(response, index, session=session, suggested=suggested)
