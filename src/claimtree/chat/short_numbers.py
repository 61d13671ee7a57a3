"""Writes out numbers that a chat leaves short, so that the reader knows what they count.

"1,2 an M" is "1,2 M an". "Naikin ke 40" after "30 juta per tahun" is "naikin ke 40 juta per tahun",
"or 4" after "3 bedrooms" is "or 4 bedrooms". "Rumah 800an", where nothing was said before, is in the
scale in which prices are spoken of.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final
from unicodedata import category

from claimtree.chat.criteria import is_money
from claimtree.languages import language_of
from claimtree.languages.conversation_words import Cue
from claimtree.languages.normalise import Token, tokenize
from claimtree.model.claims import ClaimId, QueryClaim
from claimtree.model.pack import Pack

_MOST_NUMBERED: Final = 99
"""A larger number alone is that of no hit, unless so many were shown."""
_THOUSANDS: Final = re.compile(r"[1-9]\d{0,2}([.,]\d{3})+")
_ALIKE: Final = 5.0
"""A number is of what was asked before if it is at most so many times larger or smaller."""


class ShortNumbers:
    """Completes the numbers of messages about a pack."""

    def __init__(self, pack: Pack) -> None:
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
        said = {token.norm for cue in steering for words_ in words.cues[cue] for token in tokenize(words_)}
        self._open = {*words.idle, *words.limits, *said, *amounts.budgets}
        self._spoken = words.spoken_scales
        self._links = {*amounts.ranges, *amounts.ands, "-", *words.range_links}
        self._corrections = words.corrections
        self._correcting = {*self._open, *words.corrections, *words.or_more, *self._links}
        self._or_more = words.or_more

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
            start, end = tokens[last].start, tokens[last].end
            parts = (message[:start].strip(), before, message[start:end], after, message[end:].strip())
            return " ".join(part for part in parts if part)
        if len(norms) == 1 and norms[0].isdecimal() and int(norms[0][:9]) > max(shown, _MOST_NUMBERED):
            number = float(norms[0][:9])
            before, after = self._unit(number, criteria, only_money=False)
            return " ".join(part for part in (before, norms[0], after or self._scale(number, norms)) if part)
        for at in reversed(range(len(tokens))):
            if norms[at][0].isdecimal():
                message = self._completed(message, tokens, norms, at, criteria)
        return message

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
        self, message: str, tokens: Sequence[Token], norms: Sequence[str], at: int, criteria: Sequence[QueryClaim]
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
        if not (rough or self._is_limit(norms, at)) or not self._stands_alone(norms, at, behind):
            return message
        number = _value(norms[at])
        before, after = self._unit(number, criteria, only_money=rough) if number else ("", "")
        if not before and not after and rough:
            after = self._scale(number, norms)
        if not before and not after:
            return message
        start, end = tokens[at].start, tokens[at].end
        parts = (message[:start].strip(), before, message[start:end], after, message[end:].strip())
        return " ".join(part for part in parts if part)

    def _begins_range(self, norms: Sequence[str], at: int) -> bool:
        return at + 2 < len(norms) and norms[at + 1] in self._links and norms[at + 2][0].isdecimal()

    def _is_limit(self, norms: Sequence[str], at: int) -> bool:
        """True if the message says of the number that it is one to reach or to go to."""
        earlier = norms[:at]
        return any(norm in self._limits for norm in earlier) and not any(norm[0].isdecimal() for norm in earlier)

    def _stands_alone(self, norms: Sequence[str], at: int, behind: int) -> bool:
        """True if no word beside the number says what it counts."""
        following = norms[behind] if behind < len(norms) else ""
        if following.isalpha() and following not in self._open and following not in self._periods:
            return following not in self._measured and behind - at == 2
        before = norms[at - 1] if at else ""
        if before and category(before[-1]) == "Sc":
            return False
        return before in self._open or not before.isalpha() or behind - at == 2

    def _unit(self, number: float, criteria: Sequence[QueryClaim], *, only_money: bool) -> tuple[str, str]:
        """What stands before and behind the number of a criterion that is like this one."""
        found: list[tuple[float, str, str]] = []
        for claim in criteria:
            if not claim.amounts or claim.negated or (only_money and not is_money(claim)):
                continue
            before, digits, after = unit_words(claim.quote, self._rough)
            old = _value(digits)
            if old and 1 / _ALIKE <= number / old <= _ALIKE:
                found.append((max(number / old, old / number), before, after))
        return min(found)[1:] if found else ("", "")

    def _scale(self, number: float | None, norms: Sequence[str]) -> str:
        """The scale in which a rent or price of so many is spoken of."""
        if number is None:
            return ""
        rent = any(norm in self._periods for norm in norms)
        return next((word for low, high, of_rent, word in self._spoken if low <= number < high and of_rent is rent), "")


def unit_words(words: str, rough: Collection[str]) -> tuple[str, str, str]:
    """Returns the word right before the last number, its digits, and the scale or noun behind it.

    >>> unit_words("sekitar 25-30 juta an per tahun", {"an"})
    ('', '30', 'juta per tahun')
    >>> unit_words("lt 120", set())
    ('lt', '120', '')
    """
    tokens = tokenize(words)
    at = max((k for k, token in enumerate(tokens) if token.norm[0].isdecimal()), default=None)
    if at is None:
        return "", "", ""
    after = " ".join(token.text for token in tokens[at + 1 :] if token.norm not in rough)
    before = "" if after or not at else tokens[at - 1].text
    return before, tokens[at].text, after


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
