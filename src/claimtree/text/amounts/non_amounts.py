"""Finds numbers that are names, which are skipped: phones, postcodes, "123 Main St", "Apt 4B",
"Route 66".
"""

from __future__ import annotations

from claimtree.text.amounts.date_wordings import Dates
from claimtree.text.amounts.unit_words import Line

_LONG = 9
"""Digits in a row that are a phone number, unless they end in zeros as prices do."""


class Names:
    """Finds the numbers of one line that are names, and where each of them ends."""

    def __init__(self, line: Line, dates: Dates) -> None:
        self.line = line
        self.tokens = line.tokens
        self.norms = line.norms
        self.words = line.words
        self._dates = dates
        self._ends: dict[int, int] = {}

    def end(self, at: int) -> int:
        """Returns where a number that is not an amount ends; 0 if it is an amount."""
        if at not in self._ends:
            self._ends[at] = 0 if self._dates.at(at) else self._named(at)
        return self._ends[at]

    def is_word_of_name(self, at: int) -> bool:
        """True if a number word is part of a place's name ("Kel. Tanah Enam Ratus")."""
        if not self.words.districts or not self.tokens[at].text[0].isupper():
            return False
        for before in range(at - 1, max(-1, at - 5), -1):
            if self.norms[before] in self.words.districts:
                return True
            if not self.tokens[before].text[0].isupper() and self.norms[before] != ".":
                return False
        return False

    def _named(self, at: int) -> int:
        for rule in (self._phone, self._slashed, self._address, self._after_street, self._labelled):
            end = rule(at)
            if end:
                return end
        return 0

    def _phone(self, at: int) -> int:
        """Returns the end of a phone number: three groups of digits, two after "call", or a typical
        prefix; also ISO dates.
        """
        norms = self.norms
        dialled = self._end_of_groups(at)
        if dialled:
            return dialled
        lengths: list[int] = []
        end = at
        while norms[end].isdecimal():
            lengths.append(len(norms[end]))
            end += 1
            link = end
            while norms[link] in ("-", ")", ".") and link < end + 2:
                link += 1
            if link == end or not norms[link].isdecimal():
                break
            end = link
        if norms[at].isdecimal() and len(norms[at]) >= _LONG and not self.line.unit(at + 1):
            return 0 if norms[at].endswith("0000") and norms[at][0] != "0" else at + 1
        if len(lengths) >= 5 or (len(lengths) >= 3 and sum(lengths) >= 7):
            return end
        called = at > 0 and norms[at - 1] in self.words.calls
        zero = len(lengths) == 2 and norms[end - 1].startswith("0")
        if lengths[:2] == [3, 4] and len(lengths) == 2 and (called or zero) and not self.line.unit(end):
            return end
        return 0

    def _end_of_groups(self, at: int) -> int:
        """Returns the end of groups separated by blanks and dashes ("+62 812 6000 1234", "0812 6000
        1234", "061-4567890").
        """
        norms = self.norms
        abroad = at > 0 and norms[at - 1] == "+" and self.line.is_glued(at) and not norms[at].startswith("0")
        if not norms[at].isdecimal() or not (abroad or (norms[at].startswith("0") and len(norms[at]) > 2)):
            return 0
        size, end = 0, at
        while norms[end].isdecimal() and end < at + 12:
            size, end = size + len(norms[end]), end + 1
            if norms[end] == "-" and norms[end + 1].isdecimal():
                end += 1
        return end if size >= _LONG else 0

    def _slashed(self, at: int) -> int:
        """Returns the end of "24/7", "3/15/2024", "4/5/6 trains", "Jan 15", "15 January",
        "24-hour".
        """
        norms, words, end = self.norms, self.words, at + 1
        while norms[end] == "/" and norms[end + 1].isdecimal() and end < at + 9:
            end += 2
        parts = (end - at + 1) // 2
        if norms[at] == "24" and (norms[at + 1 : at + 3] in (["/", "7"], ["/", "24"])):
            return end
        if norms[end] == "x" and (other := norms[end + 1])[:1].isdecimal() and not self._is_size(at, end + 2):
            return end + 2 if other.isdecimal() else 0  # "10 x 12" of something unknown
        if parts >= 3 or (norms[end] in words.transit and norms[end + 1] not in words.transit_goes_on):
            return end
        after = end + 1 if norms[end] == "-" else end
        if norms[at] == "24" and norms[after] in words.hours:
            return after + 1
        if not norms[at][-1].isdecimal():
            day = self.line.ordinal(at)
        else:
            day = int(norms[at]) if norms[at].isdecimal() and len(norms[at]) <= 2 else None
        if day and day <= 31:
            if norms[at + 1] in words.months:
                return at + 2
            if at and norms[at - 1] in words.months and not self.line.unit(at + 1):
                return at + 1
        return 0

    def _is_size(self, at: int, end: int) -> bool:
        """True if sides have a known unit ("6 x 12 m", "6x12 m2", "LT 6 x 12"), or are those of a
        room ("9x10").
        """
        line = self.line
        return line.is_length(end) or line.has_area_sides(at) or line.has_sides(at) or line.has_room_sides(at)

    def _address(self, at: int) -> int:
        """Returns the end of an address ("123 Main St", "350 W 57th Street", "NY 10014")."""
        norms, tokens, words = self.norms, self.tokens, self.words
        text = norms[at]
        if not text.isdecimal():
            return 0
        before = tokens[at - 1].text if at else ""
        if len(text) == 5 and self._is_postcode(at, before):
            return at + 1
        if len(text) > 5 or int(text) < 10 or self.line.unit(at + 1):
            return 0
        for end in range(at + 1, min(at + 5, len(tokens))):
            norm, proper = norms[end], tokens[end].text[0].isupper() or norms[end][0].isdecimal()
            if norm in words.plain_streets or (norm in words.streets and proper):
                return end + 1 if end > at + 1 or norm in words.single_word_streets else 0
            # A street's name is capitalised, or one word: "2 bedroom on a quiet street" has no
            # address.
            is_street_name = end == at + 1 and norms[end + 1] in words.plain_streets
            if norm in words.small_words or not norm.isalnum() or not (proper or is_street_name):
                return 0
        return 0

    def _is_postcode(self, at: int, before: str) -> bool:
        """True for five digits after a state, after "zip", or at the end of an address."""
        words = self.words
        state = len(before) == 2 and before.isupper() and before.isalpha() and before.casefold() not in words.labels
        if self.line.unit(at + 1):
            return False
        if state or before.casefold() in words.numbered:
            return True
        ends = before in (",", ".") or before[:1].isupper()
        return ends and not words.districts.isdisjoint(self.line.before(at, 12))

    def _after_street(self, at: int) -> int:
        """Returns the end of a street number after the street's name ("Jl. Setia Budi No. 12",
        "Jalan Gatot Subroto 45").
        """
        words, norms = self.words, self.norms
        if not words.street_starts or not norms[at].isdecimal() or self.line.unit(at + 1):
            return 0
        for start in range(at - 1, max(-1, at - 8), -1):
            if norms[start] in words.street_starts:
                signed = words.number_signs.intersection(norms[at - 2 : at]) if at > 1 else set()
                counts = norms[at + 1].isalpha() and not self.tokens[at + 1].text[0].isupper()
                return at + 1 if signed or (start < at - 1 and not counts) else 0
            text = self.tokens[start].text
            if not (text[0].isupper() or text == "." or norms[start] in words.number_signs):
                return 0
        return 0

    def _glued_end(self, at: int) -> int:
        """Returns where the run of letters and digits around a token ends: all of "4B2" is one
        name.
        """
        at += 1
        while at < len(self.tokens) and self.line.is_glued(at) and self.norms[at].isalnum():
            at += 1
        return at

    def _labelled(self, at: int) -> int:
        """Returns the end of a number that names one of many ("Apt 4B", "Route 66", "PH2")."""
        norms, tokens, words = self.norms, self.tokens, self.words
        end = at + 1
        if self.line.is_glued(end) and len(norms[end]) == 1 and norms[end].isalpha() and not self._counts(norms[end]):
            return 0 if self.line.unit(end) else self._glued_end(end)
        if at == 0:
            return 0
        before = tokens[at - 1]
        if self.line.is_glued(at) and before.norm.isalpha() and before.norm != "x":
            if before.norm in words.labels or before.norm in words.limits:
                return 0
            counted = at > 1 and norms[at - 2][0].isdecimal() and tokens[at - 2].end == before.start
            return 0 if counted else self._glued_end(at)
        stopped = before.norm in (".", ":") and at > 1
        label = norms[at - 2] if stopped else before.norm
        if self.line.unit(end) or (label in words.ranges and at > 1 and norms[at - 2][:1].isdecimal()):
            return 0
        if label in words.numbered or (label in words.number_signs and before.norm == "."):
            return end
        follows = end + 1 if norms[end] == "-" else end  # "in the building. 12-month lease"
        if label in words.numbered_loosely and not (
            norms[follows].isalpha() and norms[follows] not in words.small_words
        ):
            return end
        return 0

    def _counts(self, letter: str) -> bool:
        """True if a letter glued to digits makes them a number rather than a name ("4k", "1920s")."""
        words = self.words
        return letter == "x" or letter in words.numbers.glued or letter in words.decades or letter in words.money_scales
