"""Weighs the signs of a message: what it does, the most likely first.

The weights are learned from conversations that this project wrote (`training/acts`): one number per
sign and act. What an act needs of the conversation is no matter of weights and stands in `NEEDS`:
nobody asks about a hit before one was shown.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from claimtree.chat.moves import Move
from claimtree.chat.situation import Situation
from claimtree.model.phrases import Floats

FILE: Final = Path(__file__).parent / "acts.npz"
MOST_BYTES: Final = 4_000_000
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
    Move.GREETING,
    Move.THANKS,
    Move.GOODBYE,
    Move.OKAY,
    Move.HELP,
    Move.OUT_OF_SCOPE,
)
"""What is told apart by weights. `NEW` stands for every search: whether it begins anew or goes on is a rule."""
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
    Move.OKAY: lambda s: not s.wants_something,
    Move.GREETING: lambda s: not s.wants_something,
}
"""What an act needs; the others can be done at any time."""


class ActModel:
    """Weights of signs for acts."""

    def __init__(self, signs: Sequence[str], weights: Floats, bias: Floats) -> None:
        """`weights`: a row per sign and a column per act of `ACTS`."""
        if weights.shape != (len(signs), len(ACTS)) or bias.shape != (len(ACTS),):
            raise ValueError(f"{weights.shape} weights of {len(signs)} signs for {len(ACTS)} acts")
        self._rows = {sign: at for at, sign in enumerate(signs)}
        self._weights, self._bias = weights, bias

    def scores(self, signs: Collection[str]) -> dict[Move, float]:
        """Returns the probability of each act."""
        rows = sorted(self._rows[sign] for sign in signs if sign in self._rows)
        logits = self._bias + self._weights[rows].sum(axis=0)
        shares = np.exp(logits - logits.max())
        return dict(zip(ACTS, (shares / shares.sum()).tolist(), strict=True))

    def likeliest(self, signs: Collection[str], situation: Situation) -> Move:
        """Returns the act that is most likely of those that can be done; `CLARIFY` where a search is meant
        that says nothing to search for."""
        scores = self.scores(signs)
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
    return read_model(FILE)


def read_model(path: Path) -> ActModel:
    """Returns the weights of a file that `write_model` wrote."""
    with zipfile.ZipFile(path) as archive:
        if sum(member.file_size for member in archive.infolist()) > MOST_BYTES:
            raise ValueError(f"{path.name} is larger than {MOST_BYTES:,} bytes")
    with np.load(path, allow_pickle=False) as file:
        signs = bytes(file["signs"]).decode().split("\n")
        weights = file["weights"].astype(np.float32) * np.float32(file["step"])
        return ActModel(signs, weights, file["bias"].astype(np.float32))


def write_model(path: Path, signs: Sequence[str], weights: Floats, bias: Floats) -> None:
    """Writes weights as small integers: the same weights give the same bytes."""
    step = float(np.abs(weights).max()) / 127
    np.savez_compressed(
        path,
        signs=np.frombuffer("\n".join(signs).encode(), dtype=np.uint8),
        weights=np.rint(weights / step).astype(np.int8),
        step=np.float32(step),
        bias=bias.astype(np.float32),
    )
