"""Reads numbers in digits and in words: "3,200", "1.5 million", "two and a half", "seratus dua
puluh lima juta".

The words are data, so that one algorithm reads every language that builds numbers from small ones,
multiples of ten and scales.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from claimtree.languages.normalise import Token
from claimtree.languages.number_words import NumberWords
from claimtree.text.amounts.digits import digits, is_grouped_once

_MOST: Final = 1e15
_LARGEST_MIXED: Final = 100
"""Below it "2 1/2" is one number; "120 1/2" is two."""


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number as written: its value, where it ends, and its scale ("3.5k": 1000)."""

    value: float
    end: int
    scale: float = 1.0
    scaled_by: str = ""
    """The word of the scale, if there is one."""
    rough: bool = False


def ordinal(norm: str, words: NumberWords) -> int | None:
    """Returns 3 for "3rd" and "third"; None for other words."""
    if norm[:1].isdecimal() and norm[-2:] in ("st", "nd", "rd", "th") and norm[:-2].isdecimal():
        return int(norm[:-2]) if len(norm) <= 6 else None
    return words.ordinals.get(norm)


def numeral(tokens: Sequence[Token], at: int, words: NumberWords, *, decimal_comma: bool = False) -> Numeral | None:
    """Returns the number that starts at a token, in digits or words ("3½", "1 1/2", "4k", "two and
    a half"), or None.
    """
    first = tokens[at].norm if at < len(tokens) else ""
    if first[:1].isdecimal():
        found = _InDigits(tokens, words, decimal_comma).read(at)
    elif first in words.starters:
        found = _InWords(tokens, words).read(at)
    else:
        return None
    return found if found is not None and found.value <= _MOST else None


def blurred(tokens: Sequence[Token], at: int, words: NumberWords, *, glued: bool = False) -> int:
    """Returns where "an" or "-an" ends after a number, or `at`; digits alone are made rough only by
    what touches them.
    """
    after = at + 1 if at < len(tokens) and tokens[at].norm == "-" else at
    if after >= len(tokens) or tokens[after].norm not in words.rough:
        return at
    return at if glued and tokens[after].start != tokens[at - 1].end + (after - at) else after + 1


def scaled(value: float, scale: float) -> float:
    """Returns the product as it is written: 2.05 times a milliard is 2,050,000,000, and not a
    fraction of a rupiah less.

    >>> 2.05 * 1e9, scaled(2.05, 1e9)
    (2049999999.9999998, 2050000000.0)
    """
    return value if scale == 1 else float(f"{value * scale:.14g}")


class _Reader:
    """What numbers in digits and in words share: halves, scales and rough endings."""

    def __init__(self, tokens: Sequence[Token], words: NumberWords) -> None:
        self.tokens = tokens
        self.words = words

    def norm(self, at: int) -> str:
        return self.tokens[at].norm if at < len(self.tokens) else ""

    def half(self, at: int) -> int:
        """Returns where "and a half" or "setengah" ends, or `at` if it is not there."""
        words = self.words
        after = at
        if self.norm(at) in words.joins:
            after += 2 if self.norm(at + 1) in words.articles else 1
            return after + 1 if self.norm(after) in words.halves else at
        return at + 1 if self.norm(at) in words.trailing_halves else at

    def scale(self, at: int) -> tuple[float, str, int]:
        """Returns the scale that stands here, its word, and where it ends; 1 if there is none."""
        word = self.norm(at)
        if word in self.words.glued and at and self.tokens[at].start == self.tokens[at - 1].end:
            return self.words.glued[word], word, at + 1
        if word in self.words.scales:
            return self.words.scales[word], word, at + 1
        return 1.0, "", at


class _InDigits(_Reader):
    def __init__(self, tokens: Sequence[Token], words: NumberWords, decimal_comma: bool) -> None:
        super().__init__(tokens, words)
        self.decimal_comma = decimal_comma

    def read(self, at: int) -> Numeral | None:
        value = digits(self.norm(at), decimal_comma=self.decimal_comma)
        alone = self._fraction(at)
        if alone is not None:
            value, end = alone
        elif value is None:
            return None
        else:
            end = at + 1
            part = self._fraction(end)
            if part is not None and value < _LARGEST_MIXED:
                value, end = value + part[0], part[1]
            elif (half := self.half(end)) > end:
                value, end = value + 0.5, half
        after = blurred(self.tokens, end, self.words, glued=True)
        rough, end = after > end, after
        times = 1.0
        if self.norm(end) in self.words.times:
            times, end = float(self.words.times[self.norm(end)]), end + 1
        scale, word, end = self.scale(end)
        if scale >= 1e9 and value >= 1000 and is_grouped_once(self.norm(at)):
            # Thousands of milliards are implausible: "1.350 miliar" is 1.35.
            value /= 1000
        value, scale = scaled(value, times * scale), scale * times
        if word:
            value, end = self._and_smaller(value, scale, end)
            after = blurred(self.tokens, end, self.words)
            rough, end = rough or after > end or word in self.words.rough_scales, after
        return Numeral(value, end, scale, word, rough)

    def _and_smaller(self, value: float, scale: float, at: int) -> tuple[float, int]:
        """Returns "2 juta 500 ribu" as one number."""
        part = digits(self.norm(at), decimal_comma=self.decimal_comma) if self.norm(at)[:1].isdecimal() else None
        smaller, word, end = self.scale(at + 1)
        if part is None or not word or part * smaller >= scale or scale < 1000:
            return value, at
        return value + part * smaller, end

    def _fraction(self, at: int) -> tuple[float, int] | None:
        """Returns a fraction, as a glyph (½) or as three tokens, or None."""
        upper, slash, lower = self.norm(at).partition("/")
        end = at + 1
        if not slash and self.norm(at + 1) == "/":
            lower, end = self.norm(at + 2), at + 3
        value = _FRACTIONS.get((upper, lower))
        return None if value is None else (value, end)


_FRACTIONS: Final = {
    (str(upper), str(lower)): upper / lower for lower in (2, 3, 4, 8) for upper in range(1, lower) if upper * 2 != lower
} | {("1", "2"): 0.5}


class _InWords(_Reader):
    def read(self, at: int) -> Numeral | None:
        """Returns number words; an article or a half counts only before a word that makes it a
        number.
        """
        words = self.words
        first, following = self.norm(at), self.norm(at + 1)
        if (part := self._quarters(at)) is not None:
            return part
        if first in words.halves:
            return self._scaled(0.5, at + 2 if following in words.articles else at + 1)
        if first in words.articles:
            if following in words.after_article:
                return self._spelled(at + 1, one=True)
            if following in words.halves:
                return self._scaled(0.5, at + 2)
            return self.read(at + 1) if following in words.groups else None
        if first in words.groups:
            return self._scaled(words.groups[first], at + 2 if following in words.of else at + 1)
        return self._spelled(at)

    def _quarters(self, at: int) -> Numeral | None:
        """Returns quarters ("a quarter mile", "quarter of a mile", "three quarters of a mile"), or
        None.
        """
        words = self.words
        first = self.norm(at)
        times = 1 if first in words.articles else words.small.get(first, 0)
        end = at + 1 if times else at
        if self.norm(end) not in words.quarters or not 0 < (times or 1) < 4:
            return None
        end += 1
        if self.norm(end) in words.of:
            end += 1
        if self.norm(end) in words.articles:
            end += 1
        if self.norm(end) == "-":
            end += 1
        return Numeral((times or 1) / 4, end) if self.norm(end) in words.quartered else None

    def _scaled(self, value: float, at: int) -> Numeral:
        scale, word, end = self.scale(at)
        return Numeral(scaled(value, scale), end, scale, word)

    def _spelled(self, at: int, *, one: bool = False) -> Numeral | None:
        """Reads the words of one number: `total` is scaled already, `hundreds` and `pending` still
        wait for a scale.
        """
        words = self.words
        total, hundreds, pending = 0.0, 0.0, 1.0 if one else 0.0
        end, last_scale, scaled_by, begun = at, 1e16, "", one
        while True:
            word = self.norm(end)
            waits = hundreds + pending
            opens = not pending and (not begun or hundreds or total)
            if word in words.small:
                value = words.small[word]
                follows = pending >= 20 and pending % 10 == 0 and 0 < value <= 9
                if not (follows or (opens and (value or not begun))):
                    break
                pending += value
            elif word in words.tens and opens:
                pending = words.tens[word]
            elif word in words.teens and 1 < pending <= 9:
                pending += 10
            elif word in words.times and 1 <= pending < 100 and (words.times[word] < 100 or not hundreds):
                if words.times[word] < 100:
                    pending *= words.times[word]
                else:
                    hundreds, pending = pending * words.times[word], 0.0
            elif word in words.wholes and not waits and words.wholes[word] < last_scale:
                if words.wholes[word] < 1000:
                    hundreds = words.wholes[word]
                else:
                    last_scale, scaled_by = words.wholes[word], word
                    total += last_scale
            elif word in words.scales and waits and words.scales[word] < last_scale:
                last_scale, scaled_by = words.scales[word], word
                total, hundreds, pending = total + waits * last_scale, 0.0, 0.0
            elif not (word in words.joins and begun and self._joins(end, total, hundreds, pending)):
                break
            begun, end = True, end + 1
        if end == at:
            return None
        return self._ended(end, total, hundreds + pending, last_scale, scaled_by)

    def _ended(self, end: int, total: float, waits: float, last_scale: float, scaled_by: str) -> Numeral:
        """Returns the number with the half, the decimals and the scale that may follow it."""
        words = self.words
        part = 0.0
        if waits or not total:
            if (half := self.half(end)) > end:
                part, end = 0.5, half
            elif self.norm(end) in words.points and words.small.get(self.norm(end + 1), 10) < 10:
                end, place = end + 1, 0.1
                while place > 1e-6 and words.small.get(self.norm(end), 10) < 10:
                    part, place, end = part + words.small[self.norm(end)] * place, place / 10, end + 1
            scale, word, after = self.scale(end)
            if part and word and scale < last_scale:
                return Numeral(total + round((waits + part) * scale, 6), after, scale, word)
        elif (half := self.half(end)) > end:
            part, end = 0.5 * last_scale, half
        scale = last_scale if total and not waits else 1.0
        after = blurred(self.tokens, end, words) if scaled_by else end
        rough = after > end or scaled_by in words.rough_scales
        return Numeral(total + waits + part, after, scale, scaled_by, rough)

    def _joins(self, at: int, total: float, hundreds: float, pending: float) -> bool:
        """True if a joining word continues the number ("two hundred and fifty", not "two and
        fifty").
        """
        following = self.norm(at + 1)
        return bool(not pending and (hundreds or total)) and (
            following in self.words.small or following in self.words.tens
        )
