"""Feedback of users on hits, and the weights learned from it.

A thumb up or down on a hit, or a correction of one claim ("this is not quiet"), is stored beside
the data and does not change it. `opinions` has the types, `feedback_db` the file; `comparisons`
derives pairs of hits from thumbs, `learning` fits weights to them, `effect` shows what these
weights would do to the answers before they are adopted.
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
