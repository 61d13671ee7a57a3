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
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from claimtree.model.claims import QueryClaim
from claimtree.model.judging import Bars, JudgedWishes, Says, chances
from claimtree.model.pack import Curve, EvidenceRule, Pack
from claimtree.model.phrases import Floats, Vectors
from claimtree.model.plans import GRADES, Basis, among
from claimtree.model.precomputed import Edges, Key
from claimtree.model.shared_words import is_alike
from claimtree.model.voting import NO_VOTE, Votes
from claimtree.ports import Embedder
from claimtree.search.apply_taught import Teacher
from claimtree.search.coarse_scan import CoarseVectors
from claimtree.search.judged_rows import AskedWishes, HavingWords, Rows, SelectedRows
from claimtree.search.phrase_index import IndexedPartition
from claimtree.search.word_index import SoughtWords

if TYPE_CHECKING:
    from claimtree.ports import Judge

_BLOCK = 8192
"""Rows that are judged at once, which bounds memory: with 64 wishes their logits take 6 MB."""
CONTENT = 0.95
"""Minimum probability from which the judge accepts a concept's plain wording for a wish that says
more."""


_SLIGHT = 2
"""A wording of at most this many words is a fragment of a clause rather than a clause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """What one row was taught to say about the wish."""

    row: int
    probability: float
    denied: bool
    by: Basis


@dataclass(frozen=True, eq=False, kw_only=True)
class JudgedPhrases:
    """What a judge says about the wishes of a query, as arrays: there are many results, and most are
    not sure enough to count."""

    wish: NDArray[np.intp]
    """The index of the wish that a result is about."""
    phrases: NDArray[np.int64]
    key: NDArray[np.intp]
    """The index of the phrase's level and type among those that answer the wishes."""
    grades: NDArray[np.int64]
    against: NDArray[np.bool_]
    """True if the phrase speaks against the wish."""
    counts: NDArray[np.bool_]
    """False if the phrase is only shown."""

    def __len__(self) -> int:
        return len(self.phrases)

    def take(self, some: NDArray[np.bool_] | NDArray[np.intp]) -> JudgedPhrases:
        return JudgedPhrases(
            wish=self.wish[some],
            phrases=self.phrases[some],
            key=self.key[some],
            grades=self.grades[some],
            against=self.against[some],
            counts=self.counts[some],
        )

    @classmethod
    def concatenate(cls, parts: Sequence[JudgedPhrases]) -> JudgedPhrases:
        """Returns the results of all parts."""
        parts = [part for part in parts if len(part)]
        if len(parts) < 2:
            return parts[0] if parts else NOTHING_JUDGED
        return cls(
            wish=np.concatenate([part.wish for part in parts]),
            phrases=np.concatenate([part.phrases for part in parts]),
            key=np.concatenate([part.key for part in parts]),
            grades=np.concatenate([part.grades for part in parts]),
            against=np.concatenate([part.against for part in parts]),
            counts=np.concatenate([part.counts for part in parts]),
        )

    def by_wish(self, wishes: int) -> list[JudgedPhrases]:
        """Returns the results of each wish."""
        if not len(self):
            return [self] * wishes
        return [self.take(np.flatnonzero(self.wish == i)) for i in range(wishes)]


NOTHING_JUDGED = JudgedPhrases(
    wish=np.zeros(0, np.intp),
    phrases=np.zeros(0, np.int64),
    key=np.zeros(0, np.intp),
    grades=np.zeros(0, np.int64),
    against=np.zeros(0, np.bool_),
    counts=np.zeros(0, np.bool_),
)


class Grading:
    """Turns a judge's probabilities for the wishes of a query into grades."""

    def __init__(
        self,
        claims: Sequence[QueryClaim],
        bars: Sequence[Bars | None],
        rules: Sequence[Mapping[Key, EvidenceRule]],
        keys: Sequence[Key],
    ) -> None:
        """`rules`: for each wish the rule of each level and type that can answer it; `keys` has all of
        these. The judge decides no wish without `bars`."""
        self._claims, self._bars, self._rules, self._keys = claims, bars, rules, keys

    @cached_property
    def _limits(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """For each wish the bars for what meets it, for what refutes it, and for what is shown."""
        known = [one or Bars(met=1.0, refuted=1.0, maybe=1.0) for one in self._bars]
        met, refuted, maybe = np.array([(one.met, one.refuted, one.maybe) for one in known]).T
        return met, refuted, maybe

    @cached_property
    def _negated(self) -> NDArray[np.bool_]:
        return np.array([claim.negated for claim in self._claims], np.bool_)

    @cached_property
    def _answers(self) -> NDArray[np.bool_]:
        """For each wish and key whether such phrases can answer it."""
        return np.array([[key in one for key in self._keys] for one in self._rules], np.bool_)

    @cached_property
    def _discounts(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """For each wish and key what evidence for it and against it counts."""
        table = [[one.get(key) for key in self._keys] for one in self._rules]
        proves = np.array([[0.0 if rule is None else rule.proves for rule in row] for row in table])
        refutes = np.array([[0.0 if rule is None else rule.refutes for rule in row] for row in table])
        return proves, refutes

    def grade(self, edges: Edges) -> JudgedPhrases:
        """Returns the results that are sure enough to be shown; the edges refer to wishes and keys by
        index.

        Evidence against a wish must reach the bar for refutations, even if it is a phrase that meets
        what the wish refuses. An explicit negation is a rule: "no" before a phrase that meets a wish
        refutes it, and vice versa.
        """
        if not len(edges):
            return NOTHING_JUDGED
        met, refuting, maybe = self._limits
        proves, refutes = self._discounts
        # Column by column: numpy is slow to copy records, and to index by numbers of other types.
        wish, key = edges["wish"].astype(np.intp), edges["key"].astype(np.intp)
        denied, negated, probability = edges["denied"], edges["negated"], edges["chance"].astype(np.float64)
        refuted = refuting[wish]
        bar = np.where(denied, refuted, met[wish])
        against: NDArray[np.bool_] = denied != (negated != self._negated[wish])
        bar = np.where(against, np.maximum(bar, refuted), bar)
        shown_from = np.minimum(bar, maybe[wish])
        # A bar of 1 must not be reached, not even by a probability that is rounded to 1.
        shown = np.flatnonzero((probability >= shown_from) & (shown_from < 1) & self._answers[wish, key])
        counts = (probability >= bar) & (bar < 1)
        wish, key, against = wish[shown], key[shown], against[shown]
        refuses = denied[shown] != negated[shown]
        discounted = probability[shown] * np.where(refuses, refutes[wish, key], proves[wish, key])
        grades = _graded(discounted)
        return JudgedPhrases(
            wish=wish,
            phrases=edges["phrase"][shown],
            key=key,
            grades=np.where(against, -grades, grades),
            against=against,
            counts=counts[shown],
        )

    def grade_alike(
        self, wish: int, key: int, shelf: IndexedPartition, rows: NDArray[np.intp], probability: NDArray[np.float64]
    ) -> JudgedPhrases:
        """Returns the results of an embedder's similarity for rows of a shelf. A phrase that is disputed
        is only shown."""
        refuses = shelf.negated[rows]
        against = refuses != self._negated[wish]
        proves, refutes = self._discounts
        grades = _graded(probability * np.where(refuses, refutes[wish, key], proves[wish, key]))
        return JudgedPhrases(
            wish=np.full(len(rows), wish),
            phrases=shelf.ids[rows],
            key=np.full(len(rows), key),
            grades=np.where(against, -grades, grades),
            against=against,
            counts=~shelf.partition.columns.disputed[rows],
        )


def _graded(probability: NDArray[np.float64]) -> NDArray[np.int64]:
    """Returns `model.plans.grade` of many probabilities."""
    graded = np.clip(np.rint(probability * GRADES), 1, GRADES) * (probability > 0)
    return graded.astype(np.int64)


def only_shown(
    judged: JudgedPhrases, claims: Sequence[QueryClaim], shelves: Sequence[IndexedPartition]
) -> JudgedPhrases:
    """Returns the judge's results on phrases of some shelves without counting those that are disputed,
    those that state a number of a known concept, and those that consist of one or two unlisted words
    that share none with the wish.

    A judge knows words and not the number: of "land area _" it cannot tell whether that is large.

    Out of context such words are similar to many things: "renovated from top to bottom" and "Lower
    Manhattan" leave "bottom" and "lower", which a judge takes for a basement. Their whole clause is
    judged separately. Results that count are left out if no shelf has their phrase: a concurrent
    rebuild may have replaced the file.
    """
    counting = np.flatnonzero(judged.counts)
    if not len(counting):
        return judged
    counts, there = judged.counts.copy(), ~judged.counts
    for shelf in shelves:
        columns, phrases = shelf.partition.columns, judged.phrases[counting]
        on_shelf = among(phrases, shelf.ids)
        if not on_shelf.any():
            continue
        at = counting[on_shelf]
        rows = np.searchsorted(shelf.ids, phrases[on_shelf])
        # Two words may be a whole clause ("pets welcome"); excluding a home requires more than that.
        slight = columns.words[rows] <= np.where(judged.against[at], _SLIGHT, 1)
        for k in np.flatnonzero(slight).tolist():
            row, claim = int(rows[k]), claims[int(judged.wish[at[k]])]
            asked = (claim.full_wording or claim.pattern).casefold().split()
            slight[k] = columns.concepts[row] is None and not any(
                is_alike(word, other) for word in shelf.partition.pattern(row).split() for other in asked
            )
        numbers = np.array(
            [columns.concepts[row] is not None and bool(shelf.phrases[row].slots) for row in rows.tolist()]
        )
        counts[at[slight | numbers.astype(np.bool_) | columns.disputed[rows]]] = False
        there[at] = True
    return replace(judged, counts=counts).take(there)


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
        # An embedder that has this method is a judge; `isinstance` asks for every member of the
        # protocol, which takes as long as the rest of planning a wish.
        judge = cast("Judge", embedder) if hasattr(embedder, "judge") else None
        self.by = Basis.LIKENESS if judge is None else Basis.JUDGE
        """What decides where no rule does."""
        self._lessons = frozenset(i for i, claim in enumerate(claims) if teacher is not None and teacher.asked(claim))
        """Wishes that a taught concept applies to."""
        self.bars = [pack.bars(embedder.name, claim.type) for claim in claims] if judge else [None] * len(claims)
        """For each wish what the judge has to be sure of; None if it does not decide it."""
        self.compared = [
            i
            for i, claim in enumerate(claims)
            if i not in precomputed_edges and self._is_asked(i, claim, judging=judge is not None)
        ]
        """Wishes that are compared."""
        self._words = [(judge and claim.full_wording) or claim.pattern for claim in claims]
        patterns = sorted({words for i in self.compared for words in (self._words[i], claims[i].pattern)})
        self._column = {pattern: k for k, pattern in enumerate(patterns)}
        self._vectors: Vectors | None = embedder.embed(patterns) if patterns else None
        self._judged: JudgedWishes | None = judge.judge(self._vectors) if judge and self._vectors is not None else None
        self._asked: dict[tuple[int, ...], AskedWishes] = {}
        self._alike_wishes: dict[tuple[int, ...], _AlikeWishes] = {}
        self._selected: list[SelectedRows] = []
        """What the judge has yet to judge."""
        self._stated: list[SelectedRows] = []
        """Rows that have the words of a wish, of which it has yet to be judged whether they say it."""
        exceeding = [i for i, claim in enumerate(claims) if claim.exceeds]
        self.narrow = frozenset([*exceeding, *(i for i in self.compared if self._is_narrow(i))])
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
        return (self.bars[i] if judging else self._pack.curve(self._name, claim.type)) is not None

    def _is_narrow(self, i: int) -> bool:
        """True if the judge or its second opinion doubts that the concept's own wording would meet
        the wish's full wording."""
        claim = self._claims[i]
        if self._judged is None or self._vectors is None or claim.concept is None or not claim.full_wording:
            return False
        wish, plain = (
            self._judged.take([self._column[claim.full_wording]]),
            self._vectors.take([self._column[claim.pattern]]),
        )
        logits = wish.logits(plain)[:, 0]
        if chances(logits)[0, Says.MEETS] < CONTENT:
            return True
        return not wish.confirms(0, claim.full_wording, [claim.pattern], plain, logits)[0]

    def of(
        self, shelf: IndexedPartition, wishes: Sequence[int], grading: Grading, key: int
    ) -> tuple[Mapping[int, Sequence[Chance]], list[JudgedPhrases]]:
        """Returns for each of these wishes what the shelf's phrases were taught to say, and what the judge
        or an embedder's similarity says; `key` is the index of the shelf's level and type. What the judge
        says of several shelves may come later, with another one or with `rest`."""
        compared = [i for i in self.compared if i in wishes]
        self._select_stated(shelf, key)
        taught: dict[int, Sequence[Chance]] = {}
        found: list[JudgedPhrases] = []
        for here, rows, sheet in self._comparisons(shelf, compared):
            if self._judged is None:
                found += self._alike(shelf, here, rows, sheet.vectors, grading, key, taught)
                continue
            for edges in self._judge_taught(shelf, here, rows, sheet, key, self._judged, taught):
                found.append(only_shown(grading.grade(edges), self._claims, [shelf]))
            self._select(shelf, here, rows, sheet, key, self._judged)
        # A slice of a partition does not stay in memory.
        if shelf.partition.is_slice or sum(len(one.rows) for one in self._selected) >= _BLOCK:
            found += self.rest(grading)
        return taught, found

    def rest(self, grading: Grading) -> list[JudgedPhrases]:
        """Returns what the judge says of the shelves since it was last asked: of all of them together, for most
        shelves have few rows that may say anything."""
        selected, self._selected = self._selected, []
        stated, self._stated = self._stated, []
        if self._judged is None:
            return []
        asked = self._together(self._judgeable, self._judged)
        having = HavingWords()

        def stating(rows: Rows) -> Iterator[Edges]:
            return asked.stating(rows, having)

        def edges_of(rows: Rows) -> Iterator[Edges]:
            return asked.edges_of(rows, having)

        said = JudgedPhrases.concatenate(list(self._results(stated, stating, grading)))
        return [said, *(_without(one, said) for one in self._results(selected, edges_of, grading))]

    def _results(
        self, selected: Sequence[SelectedRows], judging: Callable[[Rows], Iterator[Edges]], grading: Grading
    ) -> Iterator[JudgedPhrases]:
        """Yields what selected rows say."""
        if not selected:
            return
        rows, shelves = Rows(selected), list({id(one.shelf): one.shelf for one in selected}.values())
        for at in range(0, len(rows), _BLOCK):
            for edges in judging(rows.take(slice(at, at + _BLOCK))):
                yield only_shown(grading.grade(edges), self._claims, shelves)

    def _comparisons(
        self, shelf: IndexedPartition, compared: Sequence[int]
    ) -> Iterator[tuple[Sequence[int], NDArray[np.intp], CoarseVectors]]:
        """Yields groups of wishes with the rows and vectors they are compared with."""
        # A wish that a word list knows is compared with phrases that no list knows; any other with
        # all.
        known = [i for i in compared if self._is_known(i)]
        others = [i for i in compared if i not in known]
        if known and len(shelf.wordless):
            yield known, shelf.wordless, shelf.wordless_vectors
        if others and len(shelf.nameless):
            yield others, shelf.nameless, shelf.nameless_vectors

    @cached_property
    def in_own_words(self) -> Mapping[int, SoughtWords]:
        """The words of the wishes that no word list covers, if phrases that have them are looked for. The type of
        such a wish is a guess, so phrases of any type may have them."""
        second = self._judged.second if self._judged is not None else None
        stated = second.stated if second is not None else None
        if stated is None:
            return {}
        return {i: SoughtWords(stated.wish(self._words[i])) for i in self._judgeable if not self._is_known(i)}

    def _select_stated(self, shelf: IndexedPartition, key: int) -> None:
        """Selects the rows that have the words of a wish, to be judged later."""
        found = {i: rows for i, words in self.in_own_words.items() if len(rows := shelf.rows_with(words))}
        if not found:
            return
        rows = np.unique(np.concatenate(list(found.values())))
        stated = np.zeros((len(rows), len(self._judgeable)), np.bool_)
        for i, some in found.items():
            stated[np.searchsorted(rows, some), self._judgeable.index(i)] = True
        self._stated.append(SelectedRows(shelf, key, rows, shelf.partition.vectors.take(rows), stated))

    @cached_property
    def _judgeable(self) -> tuple[int, ...]:
        """Wishes that the judge alone decides."""
        return tuple(i for i in self.compared if i not in self._lessons and self.bars[i] is not None)

    def _select(
        self,
        shelf: IndexedPartition,
        wishes: Sequence[int],
        rows: NDArray[np.intp],
        sheet: CoarseVectors,
        key: int,
        judged: JudgedWishes,
    ) -> None:
        """Selects the rows that may say something about one of the wishes, to be judged later."""
        untaught = tuple(i for i in self._judgeable if i in wishes)
        if not untaught:
            return
        passing, passes = sheet.may_pass(self._together(untaught, judged).directions)
        if len(passing):
            asked = passes
            if untaught != self._judgeable:
                asked = np.zeros((len(passing), len(self._judgeable)), np.bool_)
                asked[:, [self._judgeable.index(i) for i in untaught]] = passes
            vectors = sheet.vectors.take(passing)
            self._selected.append(SelectedRows(shelf, key, rows[passing], vectors, asked))

    def _judge_taught(
        self,
        shelf: IndexedPartition,
        wishes: Sequence[int],
        rows: NDArray[np.intp],
        sheet: CoarseVectors,
        key: int,
        judged: JudgedWishes,
        taught: dict[int, Sequence[Chance]],
    ) -> Iterator[Edges]:
        """Yields what the judge says about wishes that something was taught about, and adds to `taught` what."""
        for i in (i for i in wishes if i in self._lessons):
            assert self._teacher is not None  # there are lessons
            votes = self._teacher.votes(self._claims[i], sheet.vectors, lambda at: shelf.phrases[int(rows[at])])
            taught[i] = _voted(votes, rows) if votes is not None else ()
            if self.bars[i] is not None:
                asked = self._together((i,), judged)
                logits = asked.judged.logits(sheet.vectors)[:, 0]
                own = np.arange(len(rows)) if votes is None else np.flatnonzero(votes.says == NO_VOTE)
                moved = logits if votes is None else votes.moved(logits)
                every = np.ones((len(own), 1), np.bool_)
                there = Rows([SelectedRows(shelf, key, rows[own], sheet.vectors.take(own), every)])
                yield asked.edges(there, moved[own][:, None])

    def _together(self, wishes: tuple[int, ...], judged: JudgedWishes) -> AskedWishes:
        """Returns wishes as they are compared together, which is the same on most shelves."""
        if wishes not in self._asked:
            self._asked[wishes] = AskedWishes(
                wishes,
                [one for i in wishes if (one := self.bars[i]) is not None],
                judged.take([self._column[self._words[i]] for i in wishes]),
                [self._words[i] for i in wishes],
                [not self._is_known(i) for i in wishes],
            )
        return self._asked[wishes]

    def _alike(
        self,
        shelf: IndexedPartition,
        wishes: Sequence[int],
        rows: NDArray[np.intp],
        sheet: Vectors,
        grading: Grading,
        key: int,
        taught: dict[int, Sequence[Chance]],
    ) -> Iterator[JudgedPhrases]:
        """Yields what an embedder's similarity says, and adds to `taught` what was taught."""
        assert self._vectors is not None  # there are wishes to compare
        asked = self._similarities(tuple(wishes), self._vectors)
        cosines = sheet.similarity(asked.vectors)
        # Of all wishes at once: most shelves have nothing that is like most wishes.
        likely, about = np.divmod(np.flatnonzero(cosines >= asked.least), len(wishes))
        if not len(likely) and self._lessons.isdisjoint(wishes):
            return
        for k, i in enumerate(wishes):
            votes = None
            if self._teacher is not None and i in self._lessons:
                votes = self._teacher.votes(self._claims[i], sheet, lambda at: shelf.phrases[int(rows[at])])
                taught[i] = _voted(votes, rows) if votes is not None else ()
            near = likely[about == k] if len(likely) else likely
            curve = asked.curves[k]
            if curve is not None and len(near):
                enough, probability = alike(cosines[near, k], curve, asked.thresholds[k])
                near = near[enough]
                if votes is not None:
                    own = votes.says[near] == NO_VOTE
                    near, probability = near[own], probability[own]
                if len(near):
                    yield grading.grade_alike(i, key, shelf, rows[near], probability)

    def _similarities(self, wishes: tuple[int, ...], vectors: Vectors) -> _AlikeWishes:
        """Returns wishes as they are compared by similarity, which is the same on most shelves."""
        if wishes not in self._alike_wishes:
            curves = [self._pack.curve(self._name, self._claims[i].type) for i in wishes]
            thresholds = [self._pack.threshold(self._name, self._claims[i].type) for i in wishes]
            least = [
                math.inf if curve is None else least_cosine(curve, threshold)
                for curve, threshold in zip(curves, thresholds, strict=True)
            ]
            self._alike_wishes[wishes] = _AlikeWishes(
                vectors.take([self._column[self._words[i]] for i in wishes]),
                curves,
                thresholds,
                np.array(least, np.float32),
            )
        return self._alike_wishes[wishes]


class _AlikeWishes(NamedTuple):
    """Wishes that are compared by an embedder's similarity."""

    vectors: Vectors
    curves: list[Curve | None]
    thresholds: list[float]
    least: Floats
    """For each the cosine from which it may be answered."""


def _without(judged: JudgedPhrases, said: JudgedPhrases) -> JudgedPhrases:
    """Returns the results without those of a wish and phrase that others tell of."""
    if not len(judged) or not len(said):
        return judged
    others = np.ones(len(judged), np.bool_)
    for wish in np.unique(said.wish).tolist():
        others &= (judged.wish != wish) | ~np.isin(judged.phrases, said.phrases[said.wish == wish])
    return judged.take(others)


def _voted(votes: Votes, rows: NDArray[np.intp]) -> list[Chance]:
    """Returns the taught results; a row taught as saying nothing yields none."""
    return [
        Chance(row=int(rows[at]), probability=1.0, denied=bool(votes.says[at] == Says.REFUTES), by=Basis.TAUGHT)
        for at in np.flatnonzero(votes.says != NO_VOTE).tolist()
        if votes.says[at] != Says.NOTHING
    ]


def least_cosine(curve: Curve, threshold: float) -> float:
    """Returns the cosine from which a threshold may be reached, slightly less to allow for rounding: so only a few
    phrases are converted to probabilities.
    """
    if not 0 < threshold < 1:
        return -math.inf if threshold < 1 else math.inf
    return (math.log(threshold / (1 - threshold)) - curve.offset) / curve.slope - 1e-4


def alike(similarity: Floats, curve: Curve, threshold: float) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Returns the positions that are similar enough, and the probability that each means the same. A pack disables
    similarity by a threshold of 1.
    """
    probability = 1.0 / (1.0 + np.exp(-(curve.slope * similarity.astype(np.float64) + curve.offset)))
    found = np.flatnonzero((probability >= threshold) & (threshold < 1))
    return found, probability[found]
