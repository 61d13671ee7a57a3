"""A text as it is walked for amounts: its words, the unit words among them, and the numbers."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from datetime import date

from claimtree.model.amounts import AmountKind
from claimtree.model.pack import UnitSpec
from claimtree.text.amounts.numerals import Numeral, numeral, ordinal
from claimtree.text.amounts.tables import spelled
from claimtree.text.amounts.words import AmountWords
from claimtree.text.normalise import Token
from claimtree.text.wordings import Wordings, by_first

_compiled: dict[tuple[int, int], tuple[Mapping[str, UnitSpec], AmountWords, Wordings[UnitSpec]]] = {}


def unit_table(units: Mapping[str, UnitSpec], words: AmountWords) -> Wordings[UnitSpec]:
    """The pack's units over those of the language, by first word.

    Kept per mapping: a pack has one and never changes it.
    """
    key = id(units), id(words)
    kept = _compiled.get(key)
    if kept is not None and kept[0] is units and kept[1] is words:
        return kept[2]
    specs = {spelled(wording): spec for wording, spec in [*words.units.items(), *units.items()]}
    table = by_first({norms: spec for norms, spec in specs.items() if norms})
    if len(_compiled) >= 16:
        _compiled.clear()
    _compiled[key] = (units, words, table)
    return table


class Line:
    """The tokens of a text as they are walked: norms to look ahead in, units and numbers where they stand."""

    __slots__ = ("_decimal_comma", "norms", "query", "today", "tokens", "units", "words")

    def __init__(
        self,
        tokens: Sequence[Token],
        units: Wordings[UnitSpec],
        words: AmountWords,
        *,
        query: bool = False,
        decimal_comma: Container[int] = (),
        today: date | None = None,
    ) -> None:
        self.tokens = tokens
        self.units = units
        self.words = words
        self.query = query
        self.today = today
        self._decimal_comma = decimal_comma
        self.norms = [token.norm for token in tokens]
        self.norms.extend(("",) * 12)  # so that looking ahead never runs off the end

    def numeral(self, at: int) -> Numeral | None:
        """The number that starts here, by the convention of marks that holds here."""
        return numeral(self.tokens, at, self.words.numbers, decimal_comma=at in self._decimal_comma)

    def ordinal(self, at: int) -> int | None:
        return ordinal(self.norms[at], self.words.numbers)

    def may_be_unit(self, norm: str) -> bool:
        """Whether a unit may begin with this word, plural or not."""
        return norm in self.units or norm.removesuffix(self.words.plural) in self.units

    def unit(self, at: int) -> tuple[UnitSpec, int] | None:
        """A unit word, plural or not, "sq. ft." with its stops."""
        norm, plural = self.norms[at], self.words.plural
        if norm in self.words.homonyms and self._is_other(at):
            return None
        # "jan 2 has" speaks of no hectares.
        many = len(norm) > 2 and norm.endswith(plural) and norm not in self.words.small_words
        for first in (norm, norm.removesuffix(plural) if many else ""):
            for words, spec in self.units.get(first, ()):
                end = at + 1
                for word in words[1:]:
                    if self.norms[end] == "." and self.norms[end + 1] == word:
                        end += 1
                    if self.norms[end] not in (word, word + plural) or (word.isdecimal() and not self.is_glued(end)):
                        break  # "40 meter 2 kamar" speaks of no square metres
                    end += 1
                else:
                    return spec, end
        return None

    def _is_other(self, at: int) -> bool:
        """Whether a unit word is another word here: "3KT 2KM" speaks of rooms, "2 km dari kampus" does not."""
        beside = self.words.homonyms[self.norms[at]]
        if self.norms[at + 1] in self.words.measured_on:
            return False
        before = self.before(at, 4)
        return any(norm in beside for norm in (*before, *self.norms[at + 1 : at + 4]))

    def currency(self, at: int) -> tuple[UnitSpec, int] | None:
        """A currency before its number, "Rp." with its stop."""
        matched = self.unit(at)
        if matched is None or matched[0].kind is not AmountKind.MONEY:
            return None
        spec, end = matched
        return spec, end + 1 if self.norms[end] == "." and self.norms[end + 1][:1].isdecimal() else end

    def is_length(self, at: int) -> bool:
        matched = self.unit(at)
        return matched is not None and matched[0].kind is AmountKind.DISTANCE

    def is_glued(self, at: int) -> bool:
        """Whether a token touches the one before it."""
        return 0 < at < len(self.tokens) and self.tokens[at].start == self.tokens[at - 1].end

    def glued_plus(self, at: int) -> bool:
        """ "1000+" is at least; "$3,000 + utilities" is a sum."""
        return self.norms[at] == "+" and self.is_glued(at) and not self.norms[at + 1][:1].isdecimal()

    def is_area(self, at: int) -> bool:
        """Whether a label before it makes the number an area: "LT: 120", "luas tanah minimal 100"."""
        labels = self.words.area_labels
        return (
            bool(labels) and self.norms[at][:1].isdecimal() and self._nearest(at, labels, self.words.lengths_or_prices)
        )

    def is_of_building(self, at: int) -> bool:
        """Whether what is built stands a little before, so that metres are square ones: "gudang minimal 1000 meter"."""
        return self._nearest(at, self.words.sized, self.words.lengths_or_prices | self.words.measured)

    def is_measured(self, at: int) -> bool:
        """Whether a word a little before says that the number is a measure: "LT 6 x 12", "lebar jalan 5 M"."""
        labels = self.words.measured_closely if self.query else self.words.measured
        return self._nearest(at, labels, self.words.priced)

    def _nearest(self, at: int, wanted: frozenset[str], others: frozenset[str]) -> bool:
        """Whether the nearest word before that is one of either is a wanted one, in the same clause."""
        for norm in reversed(self.before(at, 4)):
            if norm in wanted or norm in others:
                return norm in wanted
            if norm in (",", ".", ";"):
                break
        return False

    def has_sides(self, at: int) -> bool:
        """Whether "6 x 12" without a unit is a size here."""
        before = self.norms[at - 1] if at else ""
        return bool(self.words.sides) and (before in self.words.sized or self.is_measured(at))

    def is_priced(self, at: int) -> bool:
        """Whether a word a little before says that the number is a price."""
        return self._nearest(at, self.words.priced, self.words.measured)

    def is_budget(self, at: int) -> bool:
        """Whether a word a little before says that the number is all one wants to pay."""
        return self._nearest(at, self.words.budgets, self.words.measured | (self.words.priced - self.words.budgets))

    def before(self, at: int, most: int) -> list[str]:
        """Up to so many words before a place, the nearest last."""
        return self.norms[max(0, at - most) : at]
