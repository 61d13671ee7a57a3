"""Passes units, comparisons and labels from one amount to the next: "1500 or 2000 dollars", "after
May 2 or June 3", "LT/LB 120/90".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from claimtree.model.amounts import AmountKind, Op
from claimtree.model.pack import UnitSpec
from claimtree.text.amounts.mention import AmountMention, compare, reread
from claimtree.text.amounts.quantities import Quantities
from claimtree.text.amounts.unit_words import Line

_COMPARING = (Op.GT, Op.GTE, Op.LT, Op.LTE)
_FARTHEST_STRETCH = 8
"""Maximum tokens between a limit and the words that move it."""


_FARTHEST_END = 2
"""Maximum tokens between the two ends of a range that are stated apart: ", but"."""
_WIDEST_RANGE = 10
"""Maximum ratio of the two ends."""
_LEAST_ON_TOP, _MOST_ON_TOP = 0.005, 0.4
"""The share of a limit that may be added to it: "under $3,000, 2 more bedrooms" is not a limit of
$3,002.
"""


class CarryOver:
    """The amounts of one line, completed from their neighbours."""

    def __init__(self, line: Line, quantities: Quantities) -> None:
        self.line = line
        self.norms = line.norms
        self.words = line.words
        self.quantities = quantities

    def carried(self, found: Sequence[AmountMention]) -> tuple[AmountMention, ...]:
        """Returns the mentions with units, comparisons, limits and labels shared; fewer if two are
        one limit.
        """
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
            elif (wider := self._with_tolerance(before, mention) or self._with_extra(before, mention)) is not None:
                kept[-1] = wider
            else:
                kept.append(self._with_comparison_of(before, self._other_limit(before, mention)))
        return tuple(self._labelled(kept))

    def _with_unit_of(self, here: AmountMention, following: AmountMention) -> AmountMention:
        """Returns the mention with the unit of the next one ("1500 or 2000 dollars": the first is
        money too).
        """
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
        """Returns the mention with the comparison of the one before ("posted after May 2 or June
        3").
        """
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
        stated = here.amount
        low, high = stated.low, stated.high
        if stated.op is Op.APPROX:
            low = high = (low + high) / 2
        elif before.amount.op in (Op.GT, Op.LT):
            low, high = high, low
        amount = compare(stated.kind, before.amount.op, low, high, unit=stated.unit)
        return replace(here, amount=amount, has_operator=True)

    def _stretches(self, before: AmountMention, here: AmountMention) -> bool:
        """True if the second amount replaces the limit before it ("budget is 3k, can stretch to
        3.3k").
        """
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

    def _other_limit(self, before: AmountMention, here: AmountMention) -> AmountMention:
        """Returns the mention with the unit of the opposite limit ("at least 1,000 sq ft and at
        most 1,400").
        """
        opposite = {before.amount.op, here.amount.op} <= set(_COMPARING) and _is_upper(before) != _is_upper(here)
        gap = self.norms[before.end_token : here.start_token]
        joined = len(gap) <= _FARTHEST_END and all(norm in self.words.limit_joins for norm in gap)
        factor = self._factor(before)
        if not (opposite and joined and before.has_unit) or here.has_unit or factor is None:
            return here
        value, known = _end(here), _end(before) / factor
        if not known / _WIDEST_RANGE <= value <= known * _WIDEST_RANGE or _is_upper(here) is (value < known):
            return here
        spec = UnitSpec(kind=before.amount.kind, unit=before.amount.unit, factor=factor)
        return reread(here, spec, query=self.line.query)

    def _with_tolerance(self, before: AmountMention, here: AmountMention) -> AmountMention | None:
        """Returns one amount with a tolerance to both sides ("1,000 sq ft +/- 200", "$2,800 give or
        take 10 %"), or None.
        """
        # The "+" of "+/-" may have been read as "or more".
        start = before.end_token - (self.norms[before.end_token - 1] == "+")
        gap = tuple(self.norms[start : here.start_token])
        factor = self._factor(before)
        if gap not in self.words.tolerances or here.has_operator or factor is None:
            return None
        stated = before.amount
        plain = stated.op in (Op.EQUALS, Op.APPROX) or (start < before.end_token and stated.op is Op.GTE)
        if not plain:
            return None
        value = stated.low if stated.op is Op.GTE else (stated.low + stated.high) / 2
        far = here.amount.low
        if here.amount.kind is AmountKind.PERCENT:
            far = value * far / 100
        elif not here.has_unit:
            far *= factor
        elif here.amount.kind is not stated.kind:
            return None
        else:
            far = (here.amount.low + here.amount.high) / 2
        amount = replace(stated, op=Op.APPROX, low=value - far, high=value + far, low_open=False, high_open=False)
        return replace(before, amount=amount, end_token=here.end_token, has_operator=True)

    def _with_extra(self, before: AmountMention, here: AmountMention) -> AmountMention | None:
        """Returns the limit with an extra on top ("max $3,000, I can go $50 over"), or None."""
        gap = self.norms[before.end_token : here.start_token]
        behind = self.norms[here.end_token] in self.words.beyond and not self.norms[here.end_token + 1][:1].isdecimal()
        on_top = behind or (bool(gap) and gap[-1] in self.words.rising)
        both = before.amount.kind is AmountKind.MONEY and here.amount.kind in (AmountKind.MONEY, AmountKind.COUNT)
        if not (self.line.query and on_top and both) or here.has_operator or len(gap) > _FARTHEST_STRETCH or "." in gap:
            return None
        extra, stated = (here.amount.low + here.amount.high) / 2, before.amount
        if stated.op in (Op.GT, Op.GTE) or not stated.high * _LEAST_ON_TOP < extra < stated.high * _MOST_ON_TOP:
            return None
        value = stated.high if stated.op is not Op.APPROX else (stated.low + stated.high) / 2
        high = max(stated.high, value + extra) if before.has_operator else value + extra
        low = stated.low if stated.op is Op.APPROX and before.has_operator else -math.inf
        op = Op.APPROX if math.isfinite(low) else Op.LTE
        amount = replace(stated, op=op, low=low, high=high, high_open=False)
        return replace(before, amount=amount, end_token=here.end_token + behind, has_operator=True)

    def _factor(self, mention: AmountMention) -> float | None:
        """Returns the factor by which an amount's number was multiplied for its unit; None if it is
        not known.
        """
        for at in range(mention.start_token, mention.end_token):
            quantity = self.quantities.at(at)
            if quantity is not None:
                return quantity.slow if quantity.slow == quantity.fast else None
        return None

    def _labels(self, at: int) -> tuple[int, int] | None:
        """Returns the token positions of the two labels right before ("LT/LB 120/90"), or None."""
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


def _is_upper(mention: AmountMention) -> bool:
    return mention.amount.op in (Op.LT, Op.LTE)


def _end(mention: AmountMention) -> float:
    """Returns the finite end of a limit."""
    return mention.amount.high if _is_upper(mention) else mention.amount.low
