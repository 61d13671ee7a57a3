"""What people said of hits, and what can be learned from it.

A thumb up or down on a hit, or "this is not quiet" about one claim of it, is kept beside the data and changes none of
it. `opinions` has the nouns, `kept` the file; `pairs` makes comparisons of thumbs, `learning` weights of comparisons,
`effect` says what these weights would do to the answers before anybody adopts them.
"""

from claimtree.feedback.effect import Effect, effect_of
from claimtree.feedback.kept import FILE, FeedbackFile
from claimtree.feedback.learning import Proposal, propose
from claimtree.feedback.opinions import Opinion, Shown, ShownClaim, Thumb, opinion_on
from claimtree.feedback.pairs import Lessons, lessons_from

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
