"""Facet binding for all candidates at once: chooses the part that each answer is judged by.

The rows of a family are the entities of one facet, ordered by answer and then by id, so that each
answer is one segment, and its best row is a maximum over that segment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from claimtree.model.claims import Facet
from claimtree.stores.sqlite.evidence import Bools, Evidence, MaskBuilder, Settled
from claimtree.stores.sqlite.postings import Ordinals, ranges
from claimtree.stores.sqlite.snapshot import Layout


@dataclass(frozen=True, slots=True)
class Group:
    """A binding, with its wishes numbered as in the whole plan."""

    units: tuple[tuple[int, ...], ...]
    required: tuple[bool, ...]


@dataclass(frozen=True, eq=False)
class Family:
    """The rows of one facet for some candidates, and their verdicts on the wishes that bind to the
    facet.
    """

    layout: Layout
    """How many rows each candidate has, and where."""
    on_rows: Mapping[int, Settled]
    """By wish: the verdicts if the group were settled on each row."""
    on_bare: Mapping[int, Settled]
    """By wish: the verdicts for candidates without any row, in order."""

    @classmethod
    def of(
        cls, desk: MaskBuilder, depth: int, facet: Facet | None, candidates: Ordinals, evidence: Mapping[int, Evidence]
    ) -> Family:
        parts = desk.snapshot.parts_of_answers(depth, facet)
        everyone = candidates is desk.snapshot.all_answers
        layout = parts.layout if everyone else Layout(parts.counts[candidates])
        rows = parts.rows if everyone else parts.members(candidates)
        bare = candidates[layout.bare]
        answers = desk.snapshot.answers
        return cls(
            layout=layout,
            on_rows={i: desk.settle(found, depth, rows) for i, found in evidence.items()},
            on_bare={i: desk.settle(found, answers, bare, with_parts=False) for i, found in evidence.items()},
        )

    def restrict(self, candidates: Ordinals) -> Family:
        """Returns the same for some of the candidates."""
        layout = Layout(self.layout.counts[candidates])
        rows = ranges(self.layout.starts[candidates], layout.counts)
        bare = np.searchsorted(self.layout.bare, candidates[layout.bare])
        return Family(
            layout=layout,
            on_rows={i: settled.take(rows) for i, settled in self.on_rows.items()},
            on_bare={i: settled.take(bare) for i, settled in self.on_bare.items()},
        )

    def bind(self, groups: Sequence[Group], *, distinct: bool) -> dict[int, Settled]:
        """Returns the verdicts of the groups for each candidate; groups choose in the given order.

        With `distinct`, a row that one group was settled on is not free for the next.
        """
        starts = self.layout.starts[self.layout.filled]
        taken: Bools | None = None
        found: dict[int, Settled] = {}
        for group in groups:
            chosen = self._choose(group, starts, taken)
            for i in (i for unit in group.units for i in unit):
                found[i] = self._spread(i, starts, chosen)
            if distinct and len(groups) > 1:
                taken = np.zeros(int(self.layout.counts.sum()), np.bool_) if taken is None else taken
                taken[chosen[chosen >= 0]] = True
        return found

    def _choose(self, group: Group, starts: Ordinals, taken: Bools | None) -> Ordinals:
        """Returns, for each candidate with rows, the best row; -1 where no free row meets anything.

        The key is required wishes met, wishes met, score, then smallest id, packed into one number.
        """
        if not len(starts):
            return np.zeros(0, np.int64)
        size = len(next(iter(self.on_rows.values())).met)
        wishes = len(group.units) + 1
        met_worth = np.zeros(size, np.int64)
        score = np.zeros(size, np.int64)
        for unit, required in zip(group.units, group.required, strict=True):
            members = [self.on_rows[i] for i in unit]
            met = np.logical_or.reduce([member.met for member in members]) if len(members) > 1 else members[0].met
            met_worth += met * (wishes + 1 if required else 1)
            score += members[0].points if len(members) == 1 else np.maximum.reduce([one.points for one in members])
        key = met_worth * (int(score.max(initial=0)) + 1) + score
        if taken is not None:
            key[taken] = -1
        packed = key * size + np.arange(size - 1, -1, -1)
        best = np.maximum.reduceat(packed, starts)
        return np.where(best >= size, size - 1 - best % size, -1)

    def _spread(self, wish: int, starts: Ordinals, chosen: Ordinals) -> Settled:
        """Returns one wish's verdict for every candidate: from its chosen row, or, without rows,
        from the other evidence on it.
        """
        rows = self.on_rows[wish]
        result = Settled.unknown(len(self.layout.counts), measured=rows.closeness is not None)
        bare, filled = self.layout.bare, self.layout.filled
        if len(bare):
            alone = self.on_bare[wish]
            result.met[bare], result.refuted[bare], result.points[bare] = alone.met, alone.refuted, alone.points
            if result.closeness is not None and alone.closeness is not None:
                result.closeness[bare] = alone.closeness
        if len(filled):
            met = rows.met[chosen] & (chosen >= 0)
            result.met[filled] = met
            result.points[filled] = rows.points.take(chosen, mode="wrap") * met
            if rows.refuted.any():
                result.refuted[filled] = np.logical_and.reduceat(rows.refuted, starts)
            if result.closeness is not None and rows.closeness is not None:
                # The nearest row counts; where some row is not refuted, the answer is not, and the
                # value is not used.
                result.closeness[filled] = np.maximum.reduceat(rows.closeness, starts)
        return result
