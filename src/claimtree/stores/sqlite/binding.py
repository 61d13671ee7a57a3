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
        taken: Bools | None = None
        found: dict[int, Settled] = {}
        for group in groups:
            chosen = self._choose(group, taken)
            for i in (i for unit in group.units for i in unit):
                found[i] = self._spread(i, chosen)
            if distinct and len(groups) > 1:
                taken = np.zeros(len(self.layout.owners), np.bool_) if taken is None else taken
                taken[chosen] = True
        return found

    def _choose(self, group: Group, taken: Bools | None) -> Ordinals:
        """Returns the best row of each candidate that has a free one that meets anything, in order.

        The key is required wishes met, wishes met, score, then smallest id, packed into one number.
        """
        units = [[self.on_rows[i] for i in unit] for unit in group.units]
        meets = np.logical_or.reduce([member.met for members in units for member in members])
        if taken is not None:
            meets &= ~taken
        rows = np.flatnonzero(meets)
        if not len(rows):
            return rows
        wishes = len(group.units) + 1
        met_worth, score = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
        for members, required in zip(units, group.required, strict=True):
            met = np.logical_or.reduce([member.met.take(rows) for member in members])
            met_worth += met * (wishes + 1 if required else 1)
            score += np.maximum.reduce([member.points.take(rows) for member in members])
        key = met_worth * (int(score.max()) + 1) + score
        packed = key * len(rows) + np.arange(len(rows) - 1, -1, -1)
        owners = self.layout.owners.take(rows)
        best = np.maximum.reduceat(packed, np.flatnonzero(np.diff(owners, prepend=-1)))
        return rows.take(len(rows) - 1 - best % len(rows))

    def _spread(self, wish: int, chosen: Ordinals) -> Settled:
        """Returns one wish's verdict for every candidate: from its chosen row, or, without rows,
        from the other evidence on it.
        """
        rows, owners = self.on_rows[wish], self.layout.owners
        result = Settled.unknown(len(self.layout.counts), measured=rows.closeness is not None)
        bare, filled = self.layout.bare, self.layout.filled
        if len(bare):
            alone = self.on_bare[wish]
            result.met[bare], result.refuted[bare], result.points[bare] = alone.met, alone.refuted, alone.points
            if result.closeness is not None and alone.closeness is not None:
                result.closeness[bare] = alone.closeness
        if len(filled):
            met, chosen_by = rows.met.take(chosen), owners.take(chosen)
            result.met[chosen_by] = met
            result.points[chosen_by] = rows.points.take(chosen) * met
            refuting = np.flatnonzero(rows.refuted)
            if len(refuting):
                counts = np.bincount(owners.take(refuting), minlength=len(self.layout.counts))
                result.refuted[filled] = (counts == self.layout.counts)[filled]
            if result.closeness is not None and rows.closeness is not None:
                # The nearest row counts; where some row is not refuted, the answer is not, and the
                # value is not used.
                starts = self.layout.starts[filled]
                result.closeness[filled] = np.maximum.reduceat(rows.closeness, starts)
        return result
