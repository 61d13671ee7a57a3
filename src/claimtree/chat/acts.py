"""Weighs the signs of a message and its meaning: what it does, the most likely first.

The weights are learned from conversations that this project wrote (`training/acts`): one number per sign and act, and
one per act and dimension of the message's vector (`act_head`). What an act needs of the conversation is no matter of
weights and stands in `NEEDS`: nobody asks about a hit before one was shown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from claimtree.chat.act_head import ActHead, shipped_head
from claimtree.chat.moves import Move
from claimtree.chat.situation import Situation
from claimtree.languages.conversation_words import Cue
from claimtree.text.sign_model import SignModel, read_weights

FILE: Final = Path(__file__).parent / "acts.npz"
ACTS: Final = (
    Move.NEW,
    Move.DROP,
    Move.MORE,
    Move.SORT,
    Move.DETAIL,
    Move.ASK,
    Move.COMPARE,
    Move.CRITERIA,
    Move.RESET,
    Move.UNDO,
    Move.OPENING,
    Move.GREETING,
    Move.THANKS,
    Move.GOODBYE,
    Move.OKAY,
    Move.HELP,
    Move.OUT_OF_SCOPE,
)
"""What is told apart by weights. `NEW` stands for every search: whether it begins anew or goes on is a rule."""
_LEAST: Final = 1e-9
"""A share that is next to none."""
SURE: Final = 0.6
"""A question that is so likely is one, also where nothing in it is known."""
NEEDS: Final[Mapping[Move, Callable[[Situation], bool]]] = {
    Move.NEW: lambda s: bool(s.heard.claims) or (s.cues.comparative is not None and s.shown),
    Move.DROP: lambda s: bool(s.state.criteria) and bool(s.to_drop or s.heard.topics or s.heard.known),
    Move.MORE: lambda s: bool(s.state.criteria) and s.cues.comparative is None,
    Move.SORT: lambda s: (
        bool(s.state.criteria) and (s.cues.superlative is not None or bool(s.heard.topics) or s.sorts_by_no_key)
    ),
    Move.DETAIL: lambda s: bool(s.references),
    Move.ASK: lambda s: s.shown and s.asks_something,
    Move.COMPARE: lambda s: s.shown,
    Move.RESET: lambda s: s.cues.has(Cue.RESET) or not s.names_hit,
    Move.UNDO: lambda s: bool(s.state.criteria or s.state.former),
    Move.OPENING: lambda s: bool(s.state.criteria or s.state.former),
    Move.OKAY: lambda s: not s.wants_something,
    Move.GREETING: lambda s: not s.wants_something,
}
"""What an act needs; the others can be done at any time."""


class ActModel:
    """Weights of signs, and of the vectors of messages, for acts."""

    def __init__(self, weights: SignModel, head: ActHead) -> None:
        self._weights, self._head = weights, head

    def scores(self, signs: Collection[str], message: str) -> dict[Move, float]:
        """Returns the probability of each act."""
        logits = np.log(np.maximum(self._weights.shares(signs), _LEAST)) + self._head.logits(message)
        shares = np.exp(logits - logits.max())
        return dict(zip(ACTS, (shares / shares.sum()).tolist(), strict=True))

    def likeliest(self, signs: Collection[str], situation: Situation) -> Move:
        """Returns the act that is most likely of those that can be done; `CLARIFY` where a search is meant
        that says nothing to search for."""
        scores = self.scores(signs, situation.heard.text)
        ordered = sorted(ACTS, key=scores.__getitem__, reverse=True)
        first = ordered[0]
        if first is Move.ASK and scores[first] >= SURE and situation.asks_in_vain:
            return first  # of what no list knows, the reply says that it is not mentioned
        of_hits = first in (Move.ASK, Move.DETAIL, Move.COMPARE) and not situation.shown and situation.state.criteria
        if (
            (first in (Move.NEW, Move.MORE) or of_hits)
            and not NEEDS[first](situation)
            and not situation.wants_something
        ):
            return Move.CLARIFY
        return next(act for act in ordered if act not in NEEDS or NEEDS[act](situation))


@lru_cache(maxsize=1)
def shipped_model() -> ActModel:
    """Returns the weights of this release."""
    return ActModel(read_weights(FILE, len(ACTS)), shipped_head())
