"""Computes the probability that phrases of a shelf meet or refute a wish, for phrases that no rule
decides.

A judge (the project's own encoder) distinguishes meeting from refuting. Any other embedder only
gives similarity: a curve of the pack converts a cosine to a probability, and polarity is left to
the rules. What a user taught takes precedence over both.

Two known concepts are not compared: "dogs allowed" is very similar to "cats allowed", and the
pack's words already say how they relate; only a wish that asks for more than its concept is
compared with all phrases. Names are never compared, and an asked amount depends on what the number
counts, which the slots tell.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from claimtree.model.claims import QueryClaim
from claimtree.model.judging import Bars, JudgedWishes, Says, chances
from claimtree.model.pack import Curve, Pack
from claimtree.model.phrases import Floats, Vectors
from claimtree.model.plans import Basis
from claimtree.model.precomputed import Edges
from claimtree.model.voting import NO_VOTE, Votes
from claimtree.ports import Embedder, Judge
from claimtree.search.coarse_scan import MANY, CoarseVectors
from claimtree.search.phrase_index import IndexedPartition
from claimtree.search.taught import Teacher

CONTENT = 0.95
"""Minimum probability from which the judge accepts a concept's plain wording for a wish that says
more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """The most likely statement of one row about the wish, sure enough to count."""

    row: int
    probability: float
    denied: bool
    by: Basis


@dataclass(frozen=True, eq=False, kw_only=True)
class Judged:
    """A judge's results for some rows, as arrays: there are many, and most are not sure enough to
    count."""

    rows: NDArray[np.intp]
    probability: NDArray[np.float64]
    denied: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.rows)

    def take(self, some: NDArray[np.bool_]) -> Judged:
        return Judged(rows=self.rows[some], probability=self.probability[some], denied=self.denied[some])


NOTHING_JUDGED = Judged(rows=np.zeros(0, np.intp), probability=np.zeros(0), denied=np.zeros(0, np.bool_))


@dataclass(frozen=True, eq=False, kw_only=True)
class PartitionVerdicts:
    """What a shelf says about one wish, apart from the rules."""

    sure: Sequence[Chance] = ()
    """Results that were taught, and those of an embedder's similarity."""
    judged: Judged = NOTHING_JUDGED
    """The judge's results that count."""
    maybe: Judged = NOTHING_JUDGED
    """Results that are shown but do not count."""


class Chances:
    """The wishes of a query, embedded once and compared with one shelf after another."""

    def __init__(
        self,
        claims: Sequence[QueryClaim],
        pack: Pack,
        embedder: Embedder,
        teacher: Teacher | None = None,
        *,
        precomputed_edges: Collection[int] = (),
    ) -> None:
        """`precomputed_edges`: indexes of wishes with precomputed results, which are not compared."""
        self._claims, self._pack, self._name, self._teacher = claims, pack, embedder.name, teacher
        judge = embedder if isinstance(embedder, Judge) else None
        self._lessons = frozenset(i for i, claim in enumerate(claims) if teacher is not None and teacher.asked(claim))
        """Wishes that a taught concept applies to."""
        self.asking = [
            i
            for i, claim in enumerate(claims)
            if i not in precomputed_edges and self._is_asked(i, claim, judging=judge is not None)
        ]
        """Wishes that are compared."""
        self._words = [(judge and claim.whole) or claim.pattern for claim in claims]
        patterns = sorted({words for i in self.asking for words in (self._words[i], claims[i].pattern)})
        self._column = {pattern: k for k, pattern in enumerate(patterns)}
        self._vectors: Vectors | None = embedder.embed(patterns) if patterns else None
        self._judged: JudgedWishes | None = judge.judge(self._vectors) if judge and self._vectors is not None else None
        self.narrow = frozenset(i for i in self.asking if self._is_narrow(i))
        """Wishes that ask for more than their concept ("covered parking" is not met by parking
        alone)."""

    def _is_known(self, i: int) -> bool:
        """True if a word list covers the whole wish; it is then compared only with phrases that no
        list knows."""
        return self._claims[i].concept is not None and i not in self.narrow

    def _is_asked(self, i: int, claim: QueryClaim, *, judging: bool) -> bool:
        if claim.name is not None or claim.amounts:
            return False
        if i in self._lessons:
            return True
        fitted = self._pack.bars if judging else self._pack.curve
        return fitted(self._name, claim.type) is not None

    def _is_narrow(self, i: int) -> bool:
        """True if the judge doubts that the concept's own wording would meet the wish's full
        wording."""
        claim = self._claims[i]
        if self._judged is None or self._vectors is None or claim.concept is None or not claim.whole:
            return False
        wish = self._judged.take([self._column[claim.whole]])
        met = chances(wish.logits(self._vectors.take([self._column[claim.pattern]])))[0, 0, Says.MEETS]
        return bool(met < CONTENT)

    def of(self, shelf: IndexedPartition, wishes: Sequence[int]) -> Mapping[int, PartitionVerdicts]:
        """Returns for each of these wishes what the shelf's phrases say, if sure enough to be
        shown."""
        asking = [i for i in self.asking if i in wishes]
        return {
            i: heard
            for here, rows, sheet in self._sheets(shelf, asking)
            for i, heard in self._compared(shelf, here, rows, sheet)
        }

    def _sheets(
        self, shelf: IndexedPartition, asking: Sequence[int]
    ) -> Iterator[tuple[Sequence[int], NDArray[np.intp], CoarseVectors]]:
        """Yields groups of wishes with the rows and vectors they are compared with."""
        # A wish that a word list knows is compared with phrases that no list knows; any other with
        # all.
        known = [i for i in asking if self._is_known(i)]
        others = [i for i in asking if i not in known]
        if known and len(shelf.wordless):
            yield known, shelf.wordless, shelf.wordless_vectors
        if others and len(shelf.nameless):
            yield others, shelf.nameless, shelf.nameless_vectors

    def _compared(
        self, shelf: IndexedPartition, wishes: Sequence[int], rows: NDArray[np.intp], sheet: CoarseVectors
    ) -> Iterator[tuple[int, PartitionVerdicts]]:
        if self._judged is not None and len(sheet) >= MANY:
            others = [i for i in wishes if i not in self._lessons]
            yield from self._prefiltered(shelf, others, rows, sheet, self._judged)
            wishes = [i for i in wishes if i in self._lessons]
        if wishes:
            yield from self._exactly(shelf, wishes, rows, sheet.vectors)

    def _prefiltered(
        self,
        shelf: IndexedPartition,
        wishes: Sequence[int],
        rows: NDArray[np.intp],
        sheet: CoarseVectors,
        judged: JudgedWishes,
    ) -> Iterator[tuple[int, PartitionVerdicts]]:
        """Gives the same results as `_exactly`, but computes logits only for the rows that pass the
        coarse scan."""
        bars = {i: found for i in wishes if (found := self._pack.bars(self._name, self._claims[i].type)) is not None}
        if not bars:
            return
        asked = judged.take([self._column[self._words[i]] for i in bars])
        passing = sheet.may_pass(asked, [float(margin(one.least)) + one.silence for one in bars.values()])
        for k, ((i, one), some) in enumerate(zip(bars.items(), passing, strict=True)):
            logits = asked.take([k]).logits(sheet.vectors.take(some))[:, 0]
            yield i, self._by_judge(shelf, i, rows[some], logits, one, np.ones(len(some), np.bool_))

    def _exactly(
        self, shelf: IndexedPartition, wishes: Sequence[int], rows: NDArray[np.intp], sheet: Vectors
    ) -> Iterator[tuple[int, PartitionVerdicts]]:
        columns = [self._column[self._words[i]] for i in wishes]
        taught_of = self._teacher if self._teacher and not self._lessons.isdisjoint(wishes) else None
        logits = self._judged.take(columns).logits(sheet) if self._judged is not None else None
        cosines = (
            sheet.similarity(self._vectors.take(columns)) if logits is None and self._vectors is not None else None
        )
        for k, i in enumerate(wishes):
            claim = self._claims[i]
            votes = (
                taught_of.votes(claim, sheet, lambda at: shelf.phrases[int(rows[at])])
                if taught_of is not None and i in self._lessons
                else None
            )
            taught = _voted(votes, rows) if votes is not None else []
            untaught = votes.says == NO_VOTE if votes is not None else np.ones(len(rows), np.bool_)
            if logits is not None:
                lifted = logits[:, k] if votes is None else votes.moved(logits[:, k])
                bars = self._pack.bars(self._name, claim.type)
                heard = (
                    self._by_judge(shelf, i, rows, lifted, bars, untaught) if bars is not None else PartitionVerdicts()
                )
            else:
                curve = self._pack.curve(self._name, claim.type)
                least = self._pack.threshold(self._name, claim.type)
                near = alike(cosines[:, k], curve, least) if curve is not None and cosines is not None else iter(())
                heard = PartitionVerdicts(
                    sure=[
                        Chance(row=row, probability=sure, denied=bool(shelf.negated[row]), by=Basis.LIKENESS)
                        for at, sure in near
                        if untaught[at]
                        for row in (int(rows[at]),)
                    ]
                )
            yield i, replace(heard, sure=[*taught, *heard.sure])

    def _by_judge(
        self,
        shelf: IndexedPartition,
        i: int,
        rows: NDArray[np.intp],
        logits: Floats,
        bars: Bars,
        untaught: NDArray[np.bool_],
    ) -> PartitionVerdicts:
        said, is_sure = judged(logits, bars, shelf.negated[rows] != self._claims[i].negated)
        own = untaught[said.rows]
        said, is_sure = said.take(own), is_sure[own]
        here = rows[said.rows]
        said = Judged(rows=here, probability=said.probability, denied=_turned(said.denied, shelf.negated[here]))
        return PartitionVerdicts(judged=said.take(is_sure), maybe=said.take(~is_sure))


def _voted(votes: Votes, rows: NDArray[np.intp]) -> list[Chance]:
    """Returns the taught results; a row taught as saying nothing yields none."""
    return [
        Chance(row=int(rows[at]), probability=1.0, denied=bool(votes.says[at] == Says.REFUTES), by=Basis.TAUGHT)
        for at in np.flatnonzero(votes.says != NO_VOTE).tolist()
        if votes.says[at] != Says.NOTHING
    ]


def precomputed_edges(edges: Edges, bars: Bars, *, negated: bool) -> tuple[Judged, Judged]:
    """Converts the precomputed results of a wish to those that count and those that are only shown,
    with phrase ids as rows. `negated`: the wish is negated."""
    edges = edges[np.argsort(edges["phrase"])]
    found = Judged(rows=np.arange(len(edges)), probability=edges["chance"].astype(np.float64), denied=edges["denied"])
    shown, counts = passing(found, bars, edges["negated"] != negated)
    at = shown.rows
    said = Judged(
        rows=edges["phrase"][at], probability=shown.probability, denied=_turned(shown.denied, edges["negated"][at])
    )
    return said.take(counts), said.take(~counts)


def as_chances(said: Judged) -> list[Chance]:
    """Converts a judge's results to a list; used for a few rows."""
    rows, probabilities, denied = said.rows.tolist(), said.probability.tolist(), said.denied.tolist()
    return [
        Chance(row=row, probability=probability, denied=denies, by=Basis.JUDGE)
        for row, probability, denies in zip(rows, probabilities, denied, strict=True)
    ]


def _turned(denied: NDArray[np.bool_], negated: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Flips the result of negated phrases, because an explicit negation is a rule: "no" before a
    phrase that meets a wish refutes it, and vice versa."""
    turned: NDArray[np.bool_] = denied != negated
    return turned


def judged(logits: Floats, bars: Bars, turned: NDArray[np.bool_]) -> tuple[Judged, NDArray[np.bool_]]:
    """Returns the positions of phrases that meet or refute a wish, sure enough to be shown, and
    which of them count. `turned`: exactly one of phrase and wish is negated."""
    lifted = logits.copy()
    lifted[:, Says.NOTHING] += bars.silence
    near = np.flatnonzero(near_enough(lifted, bars.least))
    probability, denied = decided(lifted[near])
    return passing(Judged(rows=near, probability=probability, denied=denied), bars, turned[near])


def near_enough(lifted: Floats, least: float | NDArray[np.float64]) -> NDArray[np.bool_]:
    """Marks the logits that may pass a bar, so that only those few are converted to probabilities:
    most of a corpus says nothing about a wish."""
    loudest = np.maximum(lifted[..., Says.MEETS], lifted[..., Says.REFUTES])
    found: NDArray[np.bool_] = loudest - lifted[..., Says.NOTHING] >= margin(least)
    return found


def margin(least: float | NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns how far a logit must exceed that of NOTHING to reach the probability `least`;
    slightly less, to allow for rounding."""
    with np.errstate(divide="ignore"):
        found: NDArray[np.float64] = np.log(np.divide(least, np.subtract(1.0, least))) - 1e-4
    return found


def decided(lifted: Floats) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Returns for each row of logits the probability of what it says, and whether that is a
    refutation. Rounded to the precision that a store keeps, so that precomputed and fresh results
    agree."""
    probability = chances(lifted)
    met, refuted = probability[:, Says.MEETS], probability[:, Says.REFUTES]
    denied = refuted > met
    return np.where(denied, refuted, met).astype(np.float32).astype(np.float64), denied


def passing(said: Judged, bars: Bars, turned: NDArray[np.bool_]) -> tuple[Judged, NDArray[np.bool_]]:
    """Returns the results sure enough to be shown, and which of them count. Evidence against a wish
    must reach the bar for refutations, even if it is a phrase that meets what the wish refuses."""
    bar = np.where(said.denied, bars.refuted, bars.met)
    bar = np.where(said.denied != turned, np.maximum(bar, bars.refuted), bar)
    shown_from = np.minimum(bar, bars.maybe)
    # A bar of 1 must not be reached, not even by a probability that is rounded to 1.
    shown = (said.probability >= shown_from) & (shown_from < 1)
    counts = (said.probability >= bar) & (bar < 1)
    return said.take(shown), counts[shown]


def alike(similarity: Floats, curve: Curve, threshold: float) -> Iterator[tuple[int, float]]:
    """Yields the positions that are similar enough, each with the probability that they mean the
    same.

    The threshold is converted to a cosine, so that only the few candidates are converted to
    probabilities.
    """
    if threshold >= 1:
        return  # the pack disables similarity by a threshold of 1
    least = (math.log(threshold / (1 - threshold)) - curve.offset) / curve.slope if 0 < threshold < 1 else -1.0
    near = np.flatnonzero(similarity >= least - 1e-4)
    probability = 1.0 / (1.0 + np.exp(-(curve.slope * similarity[near].astype(np.float64) + curve.offset)))
    for at, sure in zip(near.tolist(), probability.tolist(), strict=True):
        if sure >= threshold:
            yield at, sure
