"""What people said of hits, and what can be learned from it.

A thumb up or down on a hit, or "this is not quiet" about one claim of it, is kept beside the data and changes none of
it. `opinions` has the nouns, `feedback_db` the file; `comparisons` compares hits by their thumbs, `learning` makes
weights of that, `effect` says what these weights would do to the answers before anybody adopts them.
"""

from claimtree.feedback.comparisons import Lessons, lessons_from
from claimtree.feedback.effect import Effect, effect_of
from claimtree.feedback.feedback_db import FILE, FeedbackFile
from claimtree.feedback.learning import Proposal, propose
from claimtree.feedback.opinions import Opinion, Shown, ShownClaim, Thumb, opinion_on

__all__ = [
    "FILE",
    "Effect",
    "FeedbackFile",
    "Lessons",
    "Opinion",
    "Proposal",
    "Shown",
    "ShownClaim",
    "Thumb",
    "effect_of",
    "lessons_from",
    "opinion_on",
    "propose",
]
