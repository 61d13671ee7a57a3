"""What one amount gives to the next: "1500 or 2000 dollars", "after May 2 or June 3", "LT/LB 120/90"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from claimtree.model.amounts import AmountKind, Op
from claimtree.model.pack import UnitSpec
from claimtree.text.amounts.mention import AmountMention, compare, reread
from claimtree.text.amounts.quantities import Quantities
from claimtree.text.amounts.units import Line

_COMPARING = (Op.GT, Op.GTE, Op.LT, Op.LTE)
_FARTHEST_STRETCH = 8
"""Tokens between a limit and the words that move it."""


class Carrying:
    """The amounts of one line, each with what its neighbours say of it as well."""

    def __init__(self, line: Line, quantities: Quantities) -> None:
        self.line = line
        self.norms = line.norms
        self.words = line.words
        self.quantities = quantities

    def carried(self, found: Sequence[AmountMention]) -> tuple[AmountMention, ...]:
        """The mentions with units, comparisons, limits and labels shared; fewer where two are one limit."""
        done: list[AmountMention] = []
        for mention in reversed(found):  # units come from behind …
            done.append(self._with_unit_of(mention, done[-1]) if done else mention)
        done.reverse()
        kept: list[AmountMention] = []
        for mention in done:  # … comparisons from before
            before = kept[-1] if kept else None
            if before is None:
                kept.append(mention)
            elif self._stretches(before, mention):
                kept[-1] = replace(mention, start_token=before.start_token)
            else:
                kept.append(self._with_comparison_of(before, mention))
        return tuple(self._labelled(kept))

    def _with_unit_of(self, here: AmountMention, following: AmountMention) -> AmountMention:
        """ "1500 or 2000 dollars": the first is money too."""
        link = self.norms[here.end_token]
        joined = following.start_token == here.end_token + 1 and (
            link in self.words.ors or (link == "/" and self._labels(here.start_token) is not None)
        )
        if not joined or here.has_unit or not following.has_unit or following.has_operator:
            return here
        quantity = self.quantities.at(following.start_token)
        if quantity is None or quantity.slow != quantity.fast or quantity.kind is AmountKind.DATE:
            return here
        spec = UnitSpec(kind=quantity.kind, unit=quantity.unit, factor=quantity.slow)
        return reread(here, spec, query=self.line.query)

    def _with_comparison_of(self, before: AmountMention, here: AmountMention) -> AmountMention:
        """ "posted after May 2 or June 3": the second is compared as the first."""
        link = self.norms[before.end_token]
        dates = here.amount.kind is AmountKind.DATE
        if (
            here.has_operator
            or here.start_token != before.end_token + 1
            or not (link in self.words.ors or (dates and link in self.words.ands))
            or before.amount.op not in _COMPARING
            or before.amount.kind is not here.amount.kind
            or before.amount.unit != here.amount.unit
            or self.quantities.at(before.start_token) is not None
        ):
            return here
        said = here.amount
        low, high = said.low, said.high
        if said.op is Op.APPROX:
            low = high = (low + high) / 2
        elif before.amount.op in (Op.GT, Op.LT):
            low, high = high, low
        amount = compare(said.kind, before.amount.op, low, high, unit=said.unit)
        return replace(here, amount=amount, has_operator=True)

    def _stretches(self, before: AmountMention, here: AmountMention) -> bool:
        """ "budget is 3k, can stretch to 3.3k": one limit, the second."""
        if here.amount.op is not Op.LTE:
            return False
        gap = self.norms[before.end_token : here.start_token]
        same = before.amount.kind is here.amount.kind or not before.has_unit or not here.has_unit
        return (
            same
            and len(gap) <= _FARTHEST_STRETCH
            and "." not in gap
            and any(
                tuple(self.norms[here.start_token : here.start_token + len(wording)]) == wording
                for wording in self.words.stretches
            )
        )

    def _labels(self, at: int) -> tuple[int, int] | None:
        """The two labels of "LT/LB 120/90", as the tokens they stand at, when they stand right before."""
        at -= 1
        if at > 2 and self.norms[at] in (":", "="):
            at -= 1
        if at >= 2 and self.norms[at - 1] == "/" and self.norms[at].isalpha() and self.norms[at - 2].isalpha():
            return at - 2, at
        return None

    def _labelled(self, found: Sequence[AmountMention]) -> list[AmountMention]:
        done = list(found)
        for i in range(len(done) - 1):
            first, second = done[i], done[i + 1]
            if self.norms[first.end_token] == "/" and second.start_token == first.end_token + 1:
                labels = self._labels(first.start_token)
                if labels is not None:
                    done[i], done[i + 1] = replace(first, label=labels[0]), replace(second, label=labels[1])
        return done
