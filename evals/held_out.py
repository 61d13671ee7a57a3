"""Tells which concepts the shipped encoder was trained on, and which of their texts it never saw.

Training splits by concept: a hash of "set/id" puts the share `HELD_OUT` of them aside, and these
are only measured on. Of each remaining concept, a wish and two phrases are put aside too, to
measure known concepts in new words. `training/judge` splits by the same rule; a test compares the
two.

The hash alone is not enough: a concept from other data has one too, but was never trained on. So
the concepts of the training are stored as fingerprints (`golden/trained.txt`), and all others are
unseen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

HELD_OUT = 0.12
TRAINED = Path(__file__).parent / "golden" / "trained.txt"
_DIGITS = 8
"""Length of a fingerprint: with a few thousand concepts the chance of a collision is below
1/1000."""


def share(text: str) -> float:
    """Returns a hash of the text as a number between 0 and 1."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") / 2**48


def is_held_out(concept: str, part: float = HELD_OUT) -> bool:
    """True if training leaves out the concept "set/id".

    >>> is_held_out("en_areas/area-artsy"), is_held_out("en_areas/area-artsy", part=1.0)
    (False, True)
    """
    return share(concept) < part


def kept_back(
    concept: str, wishes: Sequence[str], phrases: Sequence[Sequence[str]]
) -> tuple[list[str], list[list[str]]]:
    """Returns the wish and the phrases of a training concept that are not trained on.

    `phrases` are those that meet, that refute and that say nothing. One phrase each of two of these
    kinds is kept back; which two is chosen by hash, so that over all concepts each kind is kept
    back equally often. The only text of a kind is trained on.
    """

    def first(texts: Sequence[str]) -> list[str]:
        return sorted(texts, key=lambda text: share(f"{concept} {text}"))[:1] if len(texts) > 1 else []

    skipped = int(share(f"{concept} skipped") * len(phrases))
    return first(wishes), [[] if kind == skipped else first(texts) for kind, texts in enumerate(phrases)]


def fingerprint(concept: str) -> str:
    return hashlib.sha256(concept.encode()).hexdigest()[:_DIGITS]


@cache
def _trained() -> frozenset[str]:
    return frozenset(TRAINED.read_text(encoding="utf-8").split())


def was_trained_on(concept: str) -> bool:
    """True if the shipped encoder was trained on the concept "set/id"."""
    return fingerprint(concept) in _trained()


def trained_file(concepts: Iterable[str]) -> str:
    """Returns the content of `golden/trained.txt` if these are all the available concepts."""
    return "".join(
        f"{one}\n" for one in sorted({fingerprint(concept) for concept in concepts if not is_held_out(concept)})
    )
