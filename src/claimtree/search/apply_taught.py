"""Applies what a user taught to a wish and the phrases of a shelf.

A wish matches a taught concept by its words; or, if the embedder is a judge, if it is very similar
to one and the judge finds that each of the two meets the other. Similarity alone would take "no
carpet" for a way to say "carpet". A taught phrase holds for its exact words; a phrase whose
negation was extracted is left to the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimtree.model.claims import QueryClaim
from claimtree.model.judging import JudgedWishes, Says, chances
from claimtree.model.phrases import Phrase, Vectors
from claimtree.model.taught import TaughtConcept, folded
from claimtree.model.voting import JUDGED, NO_VOTE, WORDS_ONLY, VoteRule, Votes, asked_share, lift
from claimtree.ports import Embedder, Judge

Asked: TypeAlias = tuple[int, bool]
"""Index of a concept, and whether the claim's statement is the opposite of the wish for it."""

_TURNED = {Says.MEETS: Says.REFUTES, Says.REFUTES: Says.MEETS, Says.NOTHING: Says.NOTHING}
_SAME = 0.9
"""Minimum cosine for comparing a row's words: equal words have equal vectors, up to case and
punctuation."""
MEANT = 0.5
"""Minimum probability, in both directions, that two wishes for the same thing meet each other."""
_REMEMBERED = 1_000
"""Cache size: wishes whose concept is remembered."""


@dataclass(frozen=True, eq=False, kw_only=True)
class _Labelled:
    """The labelled phrases of the concepts that a wish asks for, embedded for comparison."""

    vectors: Vectors
    labels: NDArray[np.int8]
    by_words: Mapping[str, Says]
    wish: JudgedWishes | None
    """All wordings of the wish combined into one; None without a judge."""
    wishes: int


class Teacher:
    """The taught concepts; embedded on first use. Thread-safe."""

    def __init__(self, concepts: Iterable[TaughtConcept], embedder: Embedder, *, rule: VoteRule | None = None) -> None:
        self.concepts = tuple(concepts)
        self._embedder = embedder
        self.rule = rule or (JUDGED if isinstance(embedder, Judge) else WORDS_ONLY)
        self._labelled: dict[tuple[Asked, ...], _Labelled] = {}
        self._alike: dict[str, tuple[Asked, ...]] = {}

    def votes(self, claim: QueryClaim, vectors: Vectors, phrase: Callable[[int], Phrase]) -> Votes | None:
        """Returns what the taught phrases say about the claim's statement, without its negation,
        one row per vector.

        `phrase` returns the phrase of a row; it is called for few rows, because stores build
        phrases lazily. None if no taught concept is asked for.
        """
        asked = self.asked(claim)
        if not asked:
            return None
        labelled = self._labelled_of(asked)
        similarity = vectors.similarity(labelled.vectors)
        best = similarity.max(axis=1, initial=-1.0)
        says = np.full(len(vectors), NO_VOTE, np.int8)
        # Text in a script that the embedder cannot read has a zero vector, but its words can still
        # be compared.
        for row in np.flatnonzero((best >= _SAME) | (vectors.scales == 0)).tolist():
            if not (stored := phrase(row)).negated:
                says[row] = labelled.by_words.get(folded(stored.pattern), NO_VOTE)
        pulled = np.zeros((len(vectors), len(Says)), np.float32)
        # Fast path: most of a store is similar to nothing that was taught.
        near = [row for row in np.flatnonzero(best >= self.rule.near).tolist() if not phrase(row).negated]
        pulled[near] = lift(similarity[near], labelled.labels, self.rule)
        return Votes(
            says=says,
            lift=pulled,
            wished=None if labelled.wish is None else labelled.wish.logits(vectors)[:, 0],
            asked=asked_share(labelled.wishes),
        )

    def asked(self, claim: QueryClaim) -> tuple[Asked, ...]:
        """Returns the concepts that a claim asks for: those with its words, else the most similar
        one."""
        if claim.amounts or claim.name is not None:
            return ()
        found: dict[Asked, None] = {}
        # A wish that may say more than its concept must match in full.
        plain = ((claim.pattern, False), (claim.text, True), (claim.quote, True))
        for words, is_text in ((claim.full_wording, False), (claim.text, True)) if claim.full_wording else plain:
            for at in self._by_words.get(folded(words), ()):
                # The claim's text includes its negation; its statement does not.
                found[
                    at, is_text and claim.negated and folded(words) != folded(claim.full_wording or claim.pattern)
                ] = None
        return tuple(found) or self._asked_alike(claim.full_wording or claim.pattern)

    def _asked_alike(self, statement: str) -> tuple[Asked, ...]:
        if not isinstance(self._embedder, Judge) or not self.concepts:
            return ()
        known = self._alike.get(statement)
        if known is None:
            own = self._embedder.embed([statement])
            similarity = self._wish_vectors.similarity(own)[:, 0]
            close = np.flatnonzero(similarity >= self.rule.wish)
            meets: NDArray[np.float64] = np.zeros(0)
            if len(close):
                taught = self._wish_vectors.take(close)
                forth = chances(self._embedder.judge(own).logits(taught)[:, 0])[:, Says.MEETS]
                back = chances(self._embedder.judge(taught).logits(own)[0])[:, Says.MEETS]
                meets = np.minimum(forth, back)
            same = [(similarity[at], -at) for at, chance in zip(close.tolist(), meets, strict=True) if chance >= MEANT]
            if len(self._alike) >= _REMEMBERED:
                self._alike.clear()
            known = self._alike[statement] = ((self._wishes[-max(same)[1]][1], False),) if same else ()
        return known

    @cached_property
    def _wishes(self) -> list[tuple[str, int]]:
        return [(wish, at) for at, concept in enumerate(self.concepts) for wish in concept.wishes]

    @cached_property
    def _by_words(self) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = {}
        for wish, at in self._wishes:
            found.setdefault(folded(wish), []).append(at)
        return found

    @cached_property
    def _wish_vectors(self) -> Vectors:
        return self._embedder.embed([wish for wish, _ in self._wishes])

    def _labelled_of(self, asked: tuple[Asked, ...]) -> _Labelled:
        known = self._labelled.get(asked)
        if known is not None:
            return known
        rows: dict[str, tuple[str, Says]] = {}
        for at, turned in asked:
            for text, says in self.concepts[at].labelled():
                label = _TURNED[says] if turned else says
                first_text, before = rows.setdefault(folded(text), (text, label))
                if before is not label:
                    # Two concepts match the same words and disagree, so the phrase says nothing.
                    rows[folded(text)] = first_text, Says.NOTHING
        made = self._labelled[asked] = _Labelled(
            vectors=self._embedder.embed([text for text, _ in rows.values()]),
            labels=np.array([label for _, label in rows.values()], np.int8),
            by_words={words: label for words, (_, label) in rows.items()},
            wish=self._one_wish(asked),
            wishes=sum(len(self.concepts[at].wishes) for at, _ in asked),
        )
        return made

    def _one_wish(self, asked: tuple[Asked, ...]) -> JudgedWishes | None:
        """Combines all wordings into one wish: the mean of their vectors gives the mean of their
        logits."""
        if not isinstance(self._embedder, Judge):
            return None
        texts = [(wish, turned) for at, turned in asked for wish in self.concepts[at].wishes]
        judged = self._embedder.judge(self._embedder.embed([wish for wish, _ in texts]))
        unit = judged.vectors.codes * judged.vectors.scales[:, None].astype(np.float64)
        three = unit.reshape(len(texts), 3, -1) * judged.lengths[..., None]
        opposite = [at for at, (_, turned) in enumerate(texts) if turned]
        three[opposite] = three[opposite][:, [_TURNED[says] for says in Says]]
        mean = three.mean(axis=0)
        lengths = np.linalg.norm(mean, axis=1)[None].astype(np.float32)
        return JudgedWishes(vectors=Vectors.from_floats(mean), lengths=lengths, bias=judged.bias)
