"""Writes out numbers that a chat leaves short, so that the reader knows what they count.

"1,2 an M" is "1,2 M an". "Naikin ke 40" after "30 juta per tahun" is "naikin ke 40 juta per tahun",
"or 4" after "3 bedrooms" is "or 4 bedrooms". "Rumah 800an", where nothing was said before, is in the
scale in which prices are spoken of.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from unicodedata import category

from claimtree.chat.criteria import is_money
from claimtree.chat.named_units import NamedUnits
from claimtree.chat.stances import NumberRoles, shipped_roles
from claimtree.languages import language_of
from claimtree.languages.conversation_words import Cue
from claimtree.languages.normalise import Token, singular, tokenize
from claimtree.languages.phrase_lookup import Wordings, by_first, longest
from claimtree.languages.word_tables import spelled
from claimtree.model.amounts import AmountKind, as_stated
from claimtree.model.claims import ClaimId, QueryClaim
from claimtree.model.pack import Pack

_MOST_NUMBERED: Final = 99
"""A larger number alone is that of no hit, unless so many were shown."""
_LEAST_PRICED: Final = 10
"""Smaller numbers alone are those of hits, also of hits that were not shown."""
_PRICE_DIGITS: Final = 3
"""A whole number of fewer digits, gone back to, is that of a hit."""
_LIKELY: Final = 0.6
"""A number is a value of what was asked for if the words around it say so this surely."""
_SURE: Final = 0.9
"""One that may be that of a hit has to be so sure."""
_STEPS: Final = 3
"""By so many another number of rooms may differ."""
_THOUSANDS: Final = re.compile(r"[1-9]\d{0,2}([.,]\d{3})+")
_ALIKE: Final = 5.0
"""A number is of what was asked before if it is at most so many times larger or smaller."""


class BareNumber(NamedTuple):
    """A number of a message without a unit."""

    norms: Sequence[str]
    at: int
    likes: frozenset[str]
    """The kinds of amounts that were asked for and that it is like."""
    shown: int


class ShortNumbers:
    """Completes the numbers of messages about a pack."""

    def __init__(self, pack: Pack) -> None:
        self.roles: NumberRoles = shipped_roles()
        language = language_of(pack)
        amounts = language.amounts
        numbers = amounts.numbers
        words = language.conversation
        self._rough = numbers.rough
        self._scales = {*numbers.scales, *numbers.glued, *amounts.money_scales}
        self._measured = {*self._scales, *pack.units, *amounts.units, *numbers.rough_scales}
        self._periods: Mapping[str, tuple[str, float]] = {**amounts.periods, **amounts.period_words}
        steering = (Cue.INSTEAD, Cue.OR_ELSE, Cue.LEAST_PRICE, Cue.MOST_PRICE)
        self._limits = words.limits
        self._returns = words.returns
        said = {norm for cue in steering for one in words.cues[cue] for norm in spelled(one)}
        self._open = {*words.idle, *words.limits, *said, *amounts.budgets}
        self._named = NamedUnits(pack, self._open, self._measured)
        self._spoken = words.spoken_scales
        self._budgets = amounts.budgets
        rents = pack.reading.rents
        self._to_let = rents.to_let if rents is not None else None
        self._links = {*amounts.ranges, *amounts.ands, "-", *words.range_links}
        self._factors = {**numbers.scales, **amounts.money_scales}
        behind = (*amounts.after, *map(spelled, words.cues[Cue.OR_ELSE]))
        self._limits_behind: Wordings[bool] = by_first({wording: True for wording in behind if wording})
        alone = {norm for one in words.cues[Cue.INSTEAD] for norm in spelled(one)}
        self._idle = {*words.idle, *words.particles, *alone} - {*words.joins, "nomor"}
        self._corrections = words.corrections
        self._correcting = {*self._open, *words.corrections, *words.or_more, *self._links}
        self._or_more = words.or_more
        self._its = words.its
        self._timed = {name for name, unit in amounts.units.items() if unit.kind is AmountKind.DURATION}
        self._timed |= {f"{name}s" for name in self._timed}
        hits = {norm for one in words.cues[Cue.NUMBER] for norm in spelled(one)[-1:]}
        self._relatives = {*language.relatives, "yang", "yg"}
        # "Naik ke 3" is no hit, and "yang ke 3" is.
        self._returns_to = hits & {norm for one in words.cues[Cue.INSTEAD] for norm in spelled(one)[-1:]}
        self._hits = hits - self._returns_to
        self._counted = {
            norms[at + 1]
            for concept in pack.concepts.values()
            for saying in (*concept.says, *concept.query_only)
            if (norms := saying.split()) and "_" in norms[:-1] and (at := norms.index("_")) + 1 < len(norms)
        }

    def completed(
        self,
        message: str,
        criteria: Sequence[QueryClaim],
        *,
        shown: int = 0,
        latest: Collection[ClaimId] = (),
    ) -> str:
        """Returns the message with its numbers written out; one that is alone is that of a hit if so many
        were shown. `latest`: the criteria that a correction is of."""
        tokens = tokenize(message)
        norms = [token.norm for token in tokens]
        if self._corrects(norms):
            last = max(at for at, norm in enumerate(norms) if norm[0].isdecimal())
            number = _value(norms[last])
            of_latest = [claim for claim in criteria if claim.id in latest]
            words = self._unit(number, of_latest, only_money=False) if number else ("", "")
            before, after = words if any(words) or not number else self._unit(number, criteria, only_money=False)
            return _put(message, tokens[last], before, after)
        if (lone := self._lone_number(norms)) is not None and norms[lone].isdecimal():
            number = float(norms[lone][:9])
            like = shown < number and number >= _LEAST_PRICED and any(self._unit(number, criteria, only_money=True))
            if number > max(shown, _MOST_NUMBERED) or like:
                before, after = self._unit(number, criteria, only_money=False)
                scale = self._scale(number, norms) if len(norms) == 1 else ""
                return _put(message, tokens[lone], before, after or scale)
        for at in reversed(range(len(tokens))):
            if norms[at][0].isdecimal():
                message = self._completed(message, tokens, norms, at, criteria, shown)
        return message

    def bare(self, message: str, criteria: Sequence[QueryClaim], shown: int) -> list[BareNumber]:
        """Returns the numbers of a message that no unit follows."""
        norms = [token.norm for token in tokenize(message)]
        return [
            BareNumber(norms, at, self._likes(norms[at], criteria, shown), shown)
            for at, norm in enumerate(norms)
            if norm[0].isdecimal() and not self._is_counted(norms, at)
        ]

    def _is_counted(self, norms: Sequence[str], at: int) -> bool:
        """True if words say what a number is of: those behind it, those before it that name a hit, or what the message
        counts elsewhere: "kamar tidurnya paling sedikit 3"."""
        behind = norms[at + 1] if at + 1 < len(norms) else ""
        if (behind in self._measured and behind not in self._rough) or behind in self._timed:
            return True
        before = norms[at - 1] if at else ""
        if before and category(before[-1]) == "Sc":
            return True
        if before in self._hits or (before in self._returns_to and (at < 2 or norms[at - 2] in self._relatives)):
            return True
        return any(self._bare_noun(norm) in self._counted for norm in norms)

    def _bare_noun(self, norm: str) -> str:
        ending = next((one for one in self._its if norm.endswith(one) and len(norm) - len(one) > 1), "")
        return singular(norm.removesuffix(ending))

    def _likes(self, digits: str, criteria: Sequence[QueryClaim], shown: int) -> frozenset[str]:
        number = _value(digits)
        may_be_hit = digits.isdecimal() and 0 < int(digits[:9]) <= shown
        found: set[str] = set()
        for claim in criteria:
            how_far = claim.where is not None and claim.where.distance is not None
            if not (claim.amounts or how_far) or claim.negated or not number or (may_be_hit and is_money(claim)):
                continue
            kind = str(claim.amounts[0].kind if claim.amounts else AmountKind.DISTANCE)
            olds = (_value(one) for _, one, _ in numbers_of(claim.quote, {*self._rough, *self._links}))
            if any(old and _are_alike(number, old, claim) for old in olds):
                found.add(kind)
            if is_money(claim) and any(self._scales_like(claim, number)):
                found.add(kind)
        return frozenset(found)

    def _is_value(self, norms: Sequence[str], at: int, criteria: Sequence[QueryClaim], shown: int) -> bool:
        """True if the words around a number say that it is a value of what was asked for."""
        number = _value(norms[at])
        may_be_hit = norms[at].isdecimal() and 0 < int(norms[at][:9]) <= shown
        likes = self._likes(norms[at], criteria, shown)
        if not likes or self._is_counted(norms, at) or (may_be_hit and self._is_asked(number, criteria)):
            return False
        return self.roles.value_share(norms, at, likes, shown) >= (_SURE if may_be_hit else _LIKELY)

    def _is_asked(self, number: float | None, criteria: Sequence[QueryClaim]) -> bool:
        """True if a number is a value that is asked for already: after "3 kamar", "3 deh" is the third hit."""
        ends = (end for one in criteria for amount in one.amounts for end in (amount.low, amount.high))
        return any(number == end for end in ends)

    def _corrects(self, norms: Sequence[str]) -> bool:
        """True for numbers alone with a word that corrects the last ones, or opens them upwards, or as a range:
        "eh salah, 2,5 sampai 3,5", "5 atau lebih maksudnya"."""
        numbers = [at for at, norm in enumerate(norms) if norm[0].isdecimal()]
        if not numbers or any(norm[0].isalpha() and norm not in self._correcting for norm in norms):
            return False
        if any(at and category(norms[at - 1][-1]) == "Sc" for at in numbers):
            return False
        linked = len(numbers) == 2 and numbers[1] - numbers[0] == 2 and norms[numbers[0] + 1] in self._links
        said = any(norm in self._corrections for norm in norms)
        opened = any(norm in self._or_more for norm in norms[numbers[-1] + 1 :])
        return (len(numbers) == 1 and (said or opened)) or (linked and (said or len(norms) == 3))

    def _completed(
        self,
        message: str,
        tokens: Sequence[Token],
        norms: Sequence[str],
        at: int,
        criteria: Sequence[QueryClaim],
        shown: int,
    ) -> str:
        rough = at + 1 < len(norms) and norms[at + 1] in self._rough
        behind = at + 2 if rough else at + 1
        if behind < len(norms) and norms[behind] in self._measured:
            if not rough or norms[behind] not in self._scales:
                return message
            # "1,2 an M": the word for "about" goes behind the scale.
            about, scale = tokens[at + 1], tokens[behind]
            return f"{message[: about.start]} {scale.text} {about.text}{message[scale.end :]}"
        if self._begins_range(norms, at):
            return message  # "3-5 M": what the end counts, the beginning does
        number = _value(norms[at])
        if (unit := self._named.unit_of(number, tokens, norms, at)) is not None:
            return _put(message, tokens[at], "", unit) if unit else message
        said = (rough or self._is_limit(norms, at)) and self._stands_alone(norms, at, behind)
        if not said and not self._is_value(norms, at, criteria, shown):
            return message
        alone = not said or all(norm in self._open or not norm.isalpha() for norm in norms)
        beside = self._beside(number, tokens, at) if number else ""
        second = any(norm[0].isdecimal() for norm in norms[:at]) and not self._limit_follows(norms, at + 1)
        words = ("", "")
        if number and not second:
            words = self._unit(number, criteria, only_money=rough, alone=rough or alone)
        before, after = ("", beside) if beside else words
        # "Budget 50" is a price, however small; of other numbers the small ones are those of hits.
        of_price = (alone and (number or 0) > _MOST_NUMBERED) or any(
            norm in self._budgets or norm in self._periods for norm in norms[:at]
        )
        if not before and not after and number and (rough or of_price):
            after = self._scale(number, norms, rent=any(one.concept == self._to_let for one in criteria))
        if not before and not after:
            return message
        return _put(message, tokens[at], before, after)

    def _beside(self, number: float, tokens: Sequence[Token], at: int) -> str:
        """The unit of another number of the message, in the scale in which this one is like it: "di bawah 1 M tapi di
        atas 600", "2 kamar atau 3"."""
        numbers = (k for k, token in enumerate(tokens[:-1]) if token.norm[0].isdecimal() and k != at)
        for unit, value in ((tokens[k + 1].norm, _value(tokens[k].norm)) for k in numbers):
            if not value or unit in self._open or not unit[0].isalpha():
                continue
            factor = self._factors.get(unit)
            scales = {unit: 1.0}
            if factor is not None:
                scales |= {word: self._factors.get(word, 0.0) / factor for *_, word in self._spoken}
            ratios = {word: number * times / value for word, times in scales.items()}
            fitting = {word: max(ratio, 1 / ratio) for word, ratio in ratios.items() if 1 / _ALIKE <= ratio <= _ALIKE}
            if fitting:
                word = min(fitting, key=lambda word: (fitting[word], word != unit))
                # "M" is a billion and "m" a metre.
                return next(token.text for token in tokens if token.norm == unit) if word == unit else word
        return ""

    def _lone_number(self, norms: Sequence[str]) -> int | None:
        """The only number of a message in which nothing else is said: "400 deh"."""
        numbers = [at for at, norm in enumerate(norms) if norm[0].isdecimal()]
        others = (norm for at, norm in enumerate(norms) if at not in numbers)
        return numbers[0] if len(numbers) == 1 and all(norm in self._idle for norm in others) else None

    def _begins_range(self, norms: Sequence[str], at: int) -> bool:
        return at + 2 < len(norms) and norms[at + 1] in self._links and norms[at + 2][0].isdecimal()

    def _is_limit(self, norms: Sequence[str], at: int) -> bool:
        """True if the message says of the number that it is one to reach or to go to, or would do as well."""
        if self._limit_follows(norms, at + 1):
            return True
        last = max((k for k in range(at) if norms[k][0].isdecimal()), default=-1)
        between = norms[last + 1 : at]
        if any(norm in self._returns for norm in between) and norms[at].isdecimal() and len(norms[at]) < _PRICE_DIGITS:
            return False  # "balik ke 2" is the second home
        return any(norm in self._limits for norm in between)

    def _limit_follows(self, norms: Sequence[str], at: int) -> bool:
        """True if words stand there that open the number before them, or say that it would do as well."""
        found = longest(norms, at, self._limits_behind) if at < len(norms) else None
        return found is not None and not any(norm[0].isdecimal() for norm in norms[found[1] :])

    def _stands_alone(self, norms: Sequence[str], at: int, behind: int) -> bool:
        """True if no word beside the number says what it counts."""
        following = norms[behind] if behind < len(norms) else ""
        if self._limit_follows(norms, behind):
            following = ""
        if following.isalpha() and following not in self._open and following not in self._periods:
            return following not in self._measured and behind - at == 2
        before = norms[at - 1] if at else ""
        if before and category(before[-1]) == "Sc":
            return False
        return before in self._open or before in self._periods or not before.isalpha() or behind - at == 2

    def _unit(
        self, number: float, criteria: Sequence[QueryClaim], *, only_money: bool, alone: bool = True
    ) -> tuple[str, str]:
        """What stands before and behind the number of a criterion that is like this one; if it is
        `alone`, also of the first end of a range, and of a price that it is like in another scale."""
        found: list[tuple[float, str, str]] = []
        for claim in criteria:
            how_far = claim.where is not None and claim.where.distance is not None
            if not (claim.amounts or how_far) or claim.negated or (only_money and not is_money(claim)):
                continue
            for before, digits, after in numbers_of(claim.quote, {*self._rough, *self._links})[0 if alone else -1 :]:
                old = _value(digits)
                scale = "" if after else self._scale_of(claim, old)
                if old and _are_alike(number, old, claim):
                    found.append((max(number / old, old / number), "" if scale else before, after or scale))
            if alone and is_money(claim):
                found += [(ratio, "", scale) for ratio, scale in self._scales_like(claim, number)]
        # As it was said before a scale that was not.
        return min(found, key=lambda one: one[0])[1:] if found else ("", "")

    def _scale_of(self, claim: QueryClaim, number: float | None) -> str:
        """The scale of a price whose words leave it out: "di bawah 800" is so many million."""
        if not number or not is_money(claim):
            return ""
        ends = (claim.amounts[0].low, claim.amounts[0].high)
        scales = (word for *_, word in self._spoken)
        return next((word for word in scales if number * self._factors.get(word, 0.0) in ends), "")

    def _scales_like(self, claim: QueryClaim, number: float) -> Iterator[tuple[float, str]]:
        """The scales in which a number is like a price: "di bawah 350" after one of a billion. The period is that of
        the price, which the reader is told later."""
        stated = as_stated(claim.amounts[0])
        for old in (stated.low, stated.high):
            for word in dict.fromkeys(word for *_, word in self._spoken):
                ratio = number * self._factors.get(word, 0.0) / old if 0 < old < math.inf else 0.0
                if 1 / _ALIKE <= ratio <= _ALIKE:
                    yield max(ratio, 1 / ratio), word

    def _scale(self, number: float | None, norms: Sequence[str], *, rent: bool = False) -> str:
        """The scale in which a rent or price of so many is spoken of."""
        if number is None:
            return ""
        rent = rent or any(norm in self._periods for norm in norms)
        return next((word for low, high, of_rent, word in self._spoken if low <= number < high and of_rent is rent), "")


def _are_alike(number: float, old: float, claim: QueryClaim) -> bool:
    """True if a number may take the place of one that was asked for: ten bedrooms do not that of three."""
    counts = bool(claim.amounts) and claim.amounts[0].kind is AmountKind.COUNT
    if counts:
        return number == int(number) and abs(number - old) <= max(_STEPS, old / 2)
    return 1 / _ALIKE <= number / old <= _ALIKE


def _put(message: str, number: Token, before: str, after: str) -> str:
    """The message with words before and behind a number."""
    parts = (message[: number.start].strip(), before, message[number.start : number.end], after)
    return " ".join(part for part in (*parts, message[number.end :].strip()) if part)


def numbers_of(words: str, rough: Collection[str]) -> list[tuple[str, str, str]]:
    """Returns for each number the word right before it where nothing is behind it, its digits, and the scale or
    noun behind it; the first end of a range counts what the second does.

    >>> numbers_of("sekitar 25-30 juta an per tahun", {"an"})
    [('', '25', 'juta per tahun'), ('', '30', 'juta per tahun')]
    >>> numbers_of("lt 120", set())
    [('lt', '120', '')]
    >>> numbers_of("30 jt/thn", set())
    [('', '30', 'jt / thn')]
    """
    tokens = tokenize(words)
    at = [k for k, token in enumerate(tokens) if token.norm[0].isdecimal()]
    found: list[tuple[str, str, str]] = []
    for k, following in reversed(list(zip(at, [*at, len(tokens)][1:], strict=True))):
        after = " ".join(
            token.text
            for token in tokens[k + 1 : following]
            if token.norm not in rough and (token.norm[0].isalpha() or token.norm == "/")
        )
        if following < len(tokens) and len(after.split()) < 2:
            after = after if following - k > 2 and after else found[0][2]
        before = "" if after or not k else tokens[k - 1].text
        found.insert(0, (before, tokens[k].text, after))
    return found


def _value(digits: str) -> float | None:
    """The number that digits are, a sign before three of them taken for thousands.

    >>> _value("3,000"), _value("1.500.000"), _value("2,5")
    (3000.0, 1500000.0, 2.5)
    """
    if _THOUSANDS.fullmatch(digits):
        return float(re.sub(r"[.,]", "", digits))
    try:
        return float(digits.replace(",", "."))
    except ValueError:
        return None
