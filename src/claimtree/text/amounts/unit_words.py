"""A text as the amount grammar reads it: its words, the unit words among them, and the numbers."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from datetime import date

from claimtree.languages.amount_words import AmountWords
from claimtree.languages.normalise import Token
from claimtree.languages.phrase_lookup import Wordings, by_first
from claimtree.languages.word_tables import LETTERS, spelled
from claimtree.model.amounts import AmountKind
from claimtree.model.dates import PLAIN_DATES, DateRules
from claimtree.model.pack import UnitSpec
from claimtree.text.amounts.numerals import Numeral, numeral, ordinal

_LEAST_LETTERED = 1000
"""A smaller number after a letter is that of a road or a bus: "R290"."""
_LEAST_SIDE, _MOST_SIDE = 1.5, 50
"""Metres of a side, where the unit is not stated."""
_LEAST_FEET, _MOST_FEET = 6, 23
"""Sides of a room in feet; "24x7" is not a room."""
_GROUP = 3
"""Digits between thousands separators."""
_compiled: dict[tuple[int, int], tuple[Mapping[str, UnitSpec], AmountWords, Wordings[UnitSpec]]] = {}


def unit_table(units: Mapping[str, UnitSpec], words: AmountWords) -> Wordings[UnitSpec]:
    """Returns the pack's units over those of the language, by first word.

    Cached per mapping: a pack has one and never changes it.
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
    """The tokens of a text: norms for looking ahead, units and numbers at a position."""

    __slots__ = ("_decimal_comma", "dates", "norms", "query", "today", "tokens", "units", "words")

    def __init__(
        self,
        tokens: Sequence[Token],
        units: Wordings[UnitSpec],
        words: AmountWords,
        *,
        query: bool = False,
        decimal_comma: Container[int] = (),
        today: date | None = None,
        dates: DateRules = PLAIN_DATES,
    ) -> None:
        self.tokens = tokens
        self.units = units
        self.words = words
        self.query = query
        self.today = today
        self.dates = dates
        self._decimal_comma = decimal_comma
        self.norms = [token.norm for token in tokens]
        self.norms.extend(("",) * 12)  # padding, so that looking ahead never runs off the end

    def numeral(self, at: int) -> Numeral | None:
        """Returns the number that starts here, by the decimal convention of this position."""
        return numeral(self.tokens, at, self.words.numbers, decimal_comma=at in self._decimal_comma)

    def ordinal(self, at: int) -> int | None:
        return ordinal(self.norms[at], self.words.numbers)

    def may_be_unit(self, norm: str) -> bool:
        """True if a unit may begin with this word, plural or not."""
        return norm in self.units or norm.removesuffix(self.words.plural) in self.units or norm in LETTERS

    def unit(self, at: int) -> tuple[UnitSpec, int] | None:
        """Returns a unit word, plural or not ("sq. ft." with its stops), and where it ends."""
        norm, plural = self.norms[at], self.words.plural
        if norm in self.words.homonyms and self._is_other(at):
            return None
        # "jan 2 has" does not mean hectares.
        many = len(norm) > 2 and norm.endswith(plural) and norm not in self.words.small_words
        for first in (norm, norm.removesuffix(plural) if many else ""):
            for words, spec in self.units.get(first, ()):
                end = at + 1
                for word in words[1:]:
                    if self.norms[end] == "." and self.norms[end + 1] == word:
                        end += 1
                    if self.norms[end] not in (word, word + plural) or (not word.isalpha() and not self.is_glued(end)):
                        # "40 meter 2 kamar" has no square metres, "a $40 fee" no Australian dollars
                        break
                    end += 1
                else:
                    return spec, end
        return None

    def _is_other(self, at: int) -> bool:
        """True if a unit word is another word here: "3KT 2KM" counts rooms, "2 km dari kampus" does
        not.
        """
        context = self.words.homonyms[self.norms[at]]
        if self.norms[at + 1] in self.words.measured_on:
            return False
        before = self.before(at, 4)
        return any(norm in context for norm in (*before, *self.norms[at + 1 : at + 4]))

    def currency(self, at: int) -> tuple[UnitSpec, int] | None:
        """Returns a currency before its number ("Rp." with its stop), and where it ends."""
        matched = self.unit(at) or self._letter(at)
        if matched is None or matched[0].kind is not AmountKind.MONEY:
            return None
        spec, end = matched
        return spec, end + 1 if self.norms[end] == "." and self.norms[end + 1][:1].isdecimal() else end

    def _letter(self, at: int) -> tuple[UnitSpec, int] | None:
        """Returns a currency that is a capital letter before a number too large for a road
        ("R14,500", "N700K").
        """
        code = LETTERS.get(self.norms[at])
        if code is None or not self.tokens[at].text.isupper() or not self.is_glued(at + 1):
            return None
        number = self.spaced(at + 1) or self.numeral(at + 1)
        scaled = self.norms[at + 2] in self.words.money_scales and self.is_glued(at + 2)
        if number is None or not (scaled or number.value >= _LEAST_LETTERED):
            return None
        return UnitSpec(kind=AmountKind.MONEY, unit=code), at + 1

    def spaced(self, at: int) -> Numeral | None:
        """Returns a number with separated thousands, as written with money ("5 200 kr", "CHF
        1'400").
        """
        first, end = self.norms[at], at + 1
        if not (first.isdecimal() and len(first) <= _GROUP):
            return None
        groups = [first]
        while True:
            group = end + 1 if self.norms[end] == "'" else end
            together = group < len(self.tokens) and self.tokens[group].start == self.tokens[end - 1].end + 1
            if not together or not self.norms[group].isdecimal() or len(self.norms[group]) != _GROUP:
                break
            groups.append(self.norms[group])
            end = group + 1
        return Numeral(float("".join(groups)), end) if len(groups) > 1 else None

    def is_length(self, at: int) -> bool:
        matched = self.unit(at)
        return matched is not None and matched[0].kind is AmountKind.DISTANCE

    def is_glued(self, at: int) -> bool:
        """True if a token touches the one before it."""
        return 0 < at < len(self.tokens) and self.tokens[at].start == self.tokens[at - 1].end

    def glued_plus(self, at: int) -> bool:
        """True for the plus of "1000+", which means at least; "$3,000 + utilities" is a sum."""
        return self.norms[at] == "+" and self.is_glued(at) and not self.norms[at + 1][:1].isdecimal()

    def is_area(self, at: int) -> bool:
        """True if a label before it makes the number an area ("LT: 120", "luas tanah minimal 100")."""
        labels = self.words.area_labels
        return (
            bool(labels) and self.norms[at][:1].isdecimal() and self._nearest(at, labels, self.words.lengths_or_prices)
        )

    def is_of_building(self, at: int) -> bool:
        """True if a word for a building precedes closely, so that metres are square ones ("gudang
        minimal 1000 meter").
        """
        return self._nearest(at, self.words.sized, self.words.lengths_or_prices | self.words.measured)

    def is_measured(self, at: int) -> bool:
        """True if a word closely before says that the number is a measure ("LT 6 x 12", "lebar
        jalan 5 M").
        """
        labels = self.words.measured_closely if self.query else self.words.measured
        return self._nearest(at, labels, self.words.priced)

    def _nearest(self, at: int, wanted: frozenset[str], others: frozenset[str]) -> bool:
        """True if the nearest preceding word of either set, in the same clause, is a wanted one."""
        for norm in reversed(self.before(at, 4)):
            if norm in wanted or norm in others:
                return norm in wanted
            if norm in (",", ".", ";"):
                break
        return False

    def has_sides(self, at: int) -> bool:
        """True if "6 x 12" without a unit is a size here; "3 x 24 jam" is not."""
        if not self.words.sides or self.norms[at + 1] not in self.words.by:
            return False
        other = self.unit(at + 3)
        is_room = self._are_sides(at) and other is None
        before = self.norms[at - 1] if at else ""
        return is_room or before in self.words.sized or self.is_measured(at)

    def has_area_sides(self, at: int) -> bool:
        """True if sides have the unit of their area ("10x20 m2"); "2 x 200 m2" are two areas."""
        matched = self.unit(at + 3)
        return matched is not None and matched[0].kind is AmountKind.AREA and self._are_sides(at)

    def _are_sides(self, at: int) -> bool:
        """True if two numbers are as large as the sides of a room or a plot, in metres."""
        sides = [number.value for k in (at, at + 2) if (number := self.numeral(k)) is not None]
        return len(sides) == 2 and all(_LEAST_SIDE <= side <= _MOST_SIDE for side in sides)

    def has_room_sides(self, at: int) -> bool:
        """True if "9x10" without a unit are the sides of a room, where rooms are measured in feet."""
        sides = [number.value for k in (at, at + 2) if (number := self.numeral(k)) is not None]
        return (
            bool(self.words.unsaid_side_m) and len(sides) == 2 and _LEAST_FEET <= min(sides) <= max(sides) <= _MOST_FEET
        )

    def is_priced(self, at: int) -> bool:
        """True if a word closely before says that the number is a price."""
        return self._nearest(at, self.words.priced, self.words.measured)

    def is_budget(self, at: int) -> bool:
        """True if a word closely before says that the number is a budget."""
        return self._nearest(at, self.words.budgets, self.words.measured | (self.words.priced - self.words.budgets))

    def before(self, at: int, most: int) -> list[str]:
        """Returns up to so many words before a position, the nearest last."""
        return self.norms[max(0, at - most) : at]
