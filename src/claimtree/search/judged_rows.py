"""Judges selected rows of several shelves, for all wishes of a query together.

Two kinds of rows are selected: those whose vectors may say something about a wish, of which the judge and its second
opinion decide what (`judged_edges`), and those that have the very words of a wish, of which is decided whether they
say it (`model.stated_words`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from claimtree.deadlines import check
from claimtree.model.judging import Bars, JudgedWishes, Says, chances
from claimtree.model.phrases import Floats, Vectors
from claimtree.model.precomputed import EDGE, Edges
from claimtree.model.second_opinion import UNCONFIRMED
from claimtree.search.coarse_scan import Directions
from claimtree.search.phrase_index import IndexedPartition

Confirming = Callable[[int, NDArray[np.intp], Floats], NDArray[np.bool_]]
"""Tells of a wish and phrases, given by their positions and the judge's logits, whether a second opinion agrees that
each phrase meets the wish."""
STATED = 0.95
"""The probability of a phrase that has the very words of a wish and says what is wished: above the bar for counting."""

_MOST_IN_VAIN = 8
"""Wishes are judged together if at most so many times the pairs are judged that have to be."""


class SelectedRows(NamedTuple):
    """Rows of a shelf that may say something about some wishes."""

    shelf: IndexedPartition
    key: int
    """The index of the shelf's level and type."""
    rows: NDArray[np.intp]
    vectors: Vectors
    asked: NDArray[np.bool_]
    """For each row and wish whether the row may say something about it."""


class Rows:
    """Rows of several shelves, one after the other."""

    def __init__(self, parts: Sequence[SelectedRows]) -> None:
        self._parts = parts
        sizes = [len(one.rows) for one in parts]
        self._part = np.repeat(np.arange(len(parts)), sizes)
        self._row = np.concatenate([one.rows for one in parts])
        self.ids = np.concatenate([one.shelf.ids[one.rows] for one in parts])
        self.negated = np.concatenate([one.shelf.negated[one.rows] for one in parts])
        self.keys = np.repeat([one.key for one in parts], sizes)
        self.vectors = Vectors.concatenate([one.vectors for one in parts])
        self.asked = np.concatenate([one.asked for one in parts])

    def __len__(self) -> int:
        return len(self.ids)

    def take(self, some: slice | NDArray[np.intp]) -> Rows:
        """Returns some of the rows, in the order given."""
        found = copy(self)
        for name in ("_part", "_row", "ids", "negated", "keys", "asked"):
            setattr(found, name, getattr(self, name)[some])
        found.vectors = Vectors(codes=self.vectors.codes[some], scales=self.vectors.scales[some])
        return found

    def patterns(self, at: NDArray[np.intp]) -> list[str]:
        """Returns the words of some of the rows."""
        places = zip(self._part[at].tolist(), self._row[at].tolist(), strict=True)
        return [self._parts[part].shelf.partition.pattern(row) for part, row in places]


class HavingWords:
    """Phrases that have the very words of wishes, and which of them say what is wished: judged once, and known when
    what their vectors say is judged."""

    def __init__(self) -> None:
        self._having: dict[int, list[NDArray[np.int64]]] = defaultdict(list)
        self._saying: dict[int, list[NDArray[np.int64]]] = defaultdict(list)

    def add(self, wish: int, phrases: NDArray[np.int64], says: NDArray[np.bool_]) -> None:
        """Adds phrases that have the words of a wish, which is given by its index in the query."""
        self._having[wish].append(phrases)
        self._saying[wish].append(phrases[says])

    def of(self, wish: int, phrases: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Returns for each phrase whether it has all words of a wish, and whether it then says what is wished."""
        if wish not in self._having:
            return np.zeros(len(phrases), np.bool_), np.zeros(len(phrases), np.bool_)
        having, saying = np.concatenate(self._having[wish]), np.concatenate(self._saying[wish])
        return np.isin(phrases, having), np.isin(phrases, saying)


class AskedWishes:
    """Wishes that are compared together with one shelf after another."""

    def __init__(
        self,
        numbers: Sequence[int],
        bars: Sequence[Bars],
        judged: JudgedWishes,
        words: Sequence[str],
        own: Sequence[bool],
    ) -> None:
        """`numbers`: their indexes in the query; `words`: what the judge was given of each; `own`: whether
        these are words that no list covers."""
        self._numbers, self._bars, self._words = np.array(numbers), bars, words
        self.judged, self._own = judged, np.array(own, np.bool_)
        self._silence = np.array([one.silence for one in bars], np.float32)
        self._least = np.array([one.least for one in bars])

    @cached_property
    def directions(self) -> Directions:
        """For a first look at which rows may say something about the wishes."""
        return Directions(self.judged, [float(margin(one.least)) + one.silence for one in self._bars])

    def edges_of(self, rows: Rows, having: HavingWords) -> Iterator[Edges]:
        """Yields the judge's results of some rows: all wishes are judged on all rows, which is the quickest for a few
        wishes; one by one where most of that would be in vain. `having` is what `stating` has found."""
        if rows.asked.size <= _MOST_IN_VAIN * np.count_nonzero(rows.asked):
            yield self.edges(rows, self.judged.logits(rows.vectors), having)
            return
        for k, (number, bars) in enumerate(zip(self._numbers.tolist(), self._bars, strict=True)):
            check()
            own = rows.take(np.flatnonzero(rows.asked[:, k]))
            own.asked = own.asked[:, k : k + 1]
            alone = AskedWishes([number], [bars], self.judged.take([k]), [self._words[k]], [bool(self._own[k])])
            yield alone.edges(own, alone.judged.logits(own.vectors), having)

    def edges(self, rows: Rows, logits: Floats, having: HavingWords | None = None) -> Edges:
        """Returns the judge's results of some rows; `logits` has a column for each wish. Without `having` it is found
        out here which rows have the words of a wish."""

        def confirms(k: int, at: NDArray[np.intp], said: Floats) -> NDArray[np.bool_]:
            patterns, vectors = rows.patterns(at), rows.vectors.take(at)
            confirmed = self.judged.confirms(k, self._words[k], patterns, vectors, said)
            if self._own[k]:
                if having is None:
                    has, says = self.judged.states(k, self._words[k], patterns, vectors, said)
                else:
                    has, says = having.of(int(self._numbers[k]), rows.ids[at])
                confirmed[has] = says[has]
            return confirmed

        second = confirms if self.judged.second is not None else None
        found = judged_edges(logits, silence=self._silence, least=self._least, confirms=second, asked=rows.asked)
        here = found["phrase"].astype(np.intp)
        found["phrase"], found["negated"], found["key"] = rows.ids[here], rows.negated[here], rows.keys[here]
        found["wish"] = self._numbers[found["wish"]]
        return found

    def stating(self, rows: Rows, having: HavingWords) -> Iterator[Edges]:
        """Yields the rows that say with the very words of a wish what is wished, of those that have the words, which
        are added to `having`."""
        for k, number in enumerate(self._numbers.tolist()):
            at = np.flatnonzero(rows.asked[:, k])
            if not len(at):
                continue
            check()
            vectors = rows.vectors.take(at)
            logits = self.judged.take([k]).logits(vectors)[:, 0]
            _, says = self.judged.states(k, self._words[k], rows.patterns(at), vectors, logits)
            having.add(number, rows.ids[at], says)
            here = at[says]
            found = np.zeros(len(here), EDGE)
            found["phrase"], found["negated"], found["key"] = rows.ids[here], rows.negated[here], rows.keys[here]
            found["wish"], found["chance"] = number, STATED
            yield found


def judged_edges(
    logits: Floats,
    *,
    silence: Floats,
    least: NDArray[np.float64],
    confirms: Confirming | None = None,
    asked: NDArray[np.bool_] | None = None,
) -> Edges:
    """Returns the pairs of a phrase and a wish of which a judge is sure enough that one may be shown,
    by their positions in the logits. `silence` and `least` have the bars of each wish. A phrase that
    meets a wish and that `confirms` does not agree to is at most possible. `asked`: the pairs that
    matter, if not all do."""
    lifted = logits.copy()
    lifted[:, :, Says.NOTHING] += silence
    near = near_enough(lifted, least)
    rows, wishes = np.nonzero(near if asked is None else near & asked)
    chance, denied = decided(lifted[rows, wishes])
    kept = chance >= least[wishes]
    edges = np.zeros(int(kept.sum()), EDGE)
    edges["phrase"], edges["wish"] = rows[kept], wishes[kept]
    edges["chance"], edges["denied"] = chance[kept], denied[kept]
    if confirms is not None:
        met = np.flatnonzero(~edges["denied"] & (edges["chance"] > UNCONFIRMED))
        for wish in np.unique(edges["wish"][met]).tolist():
            some = met[edges["wish"][met] == wish]
            at = edges["phrase"][some].astype(np.intp)
            edges["chance"][some[~confirms(wish, at, logits[at, wish])]] = UNCONFIRMED
    return edges


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
