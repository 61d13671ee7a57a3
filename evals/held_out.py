"""Which concepts the shipped encoder was trained on, and which words of those it never saw.

Training splits by concept: a hash of "set/id" puts `HELD_OUT` of them aside, and they are only measured on. Of each of
the others a wish and two phrases are put aside too, for measuring known concepts in new words. `training/judge` splits
by the same rule; a test holds the two against each other.

A concept of somebody else has a hash as well, and was not trained on whatever it says. So what was trained on is
written down, as fingerprints (`golden/trained.txt`), and everything else is unseen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

HELD_OUT = 0.12
TRAINED = Path(__file__).parent / "golden" / "trained.txt"
_DIGITS = 8
"""Of a fingerprint: among some thousand concepts two are alike less than once in a thousand times."""


def share(text: str) -> float:
    """A number between 0 and 1 that stays the same for the same text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") / 2**48


def is_held_out(concept: str, part: float = HELD_OUT) -> bool:
    """Whether training leaves the concept "set/id" out.

    >>> is_held_out("en_areas/area-artsy"), is_held_out("en_areas/area-artsy", part=1.0)
    (False, True)
    """
    return share(concept) < part


def kept_back(
    concept: str, wishes: Sequence[str], phrases: Sequence[Sequence[str]]
) -> tuple[list[str], list[list[str]]]:
    """Of a concept that is trained on: the wish and the phrases that are not.

    `phrases` are those that meet, that refute and that say nothing. One of two of these kinds is kept back, in turn, so
    that over all concepts each is kept back equally often. An only text is trained on.
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
    """Whether the shipped encoder learned from the concept "set/id"."""
    return fingerprint(concept) in _trained()


def trained_file(concepts: Iterable[str]) -> str:
    """What `golden/trained.txt` has to hold when these concepts are all that there are to train on."""
    return "".join(
        f"{one}\n" for one in sorted({fingerprint(concept) for concept in concepts if not is_held_out(concept)})
    )
