"""Numbers that are names: phones, postcodes, "123 Main St", "Apt 4B", "Route 66". They are stepped over."""

from __future__ import annotations

from claimtree.text.amounts.units import Line
from claimtree.text.amounts.words import MONTHS, NAMED_BY_NUMBER, PLAIN_STREETS, SMALL_WORDS, STREETS, TRANSIT
from claimtree.text.normalise import ordinal


class Names:
    """Which numbers of one line are names, and where each of them ends."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.tokens = line.tokens
        self.norms = line.norms
        self._ends: dict[int, int] = {}

    def end(self, at: int) -> int:
        """Where a number that is no amount ends; 0 when it is one."""
        if at not in self._ends:
            self._ends[at] = self._named(at)
        return self._ends[at]

    def _named(self, at: int) -> int:
        for rule in (self._phone, self._slashed, self._address, self._labelled):
            end = rule(at)
            if end:
                return end
        return 0

    def _phone(self, at: int) -> int:
        """Three groups of digits, or two after "call"; also ISO dates, which look the same."""
        lengths: list[int] = []
        end = at
        while self.norms[end].isdecimal():
            lengths.append(len(self.norms[end]))
            end += 1
            link = end
            while self.norms[link] in ("-", ")", ".") and link < end + 2:
                link += 1
            if link == end or not self.norms[link].isdecimal():
                break
            end = link
        if self.norms[at].isdecimal() and len(self.norms[at]) >= 9 and not self.line.unit(at + 1):
            return at + 1
        if len(lengths) >= 5 or (len(lengths) >= 3 and sum(lengths) >= 7):
            return end
        called = at > 0 and self.norms[at - 1] in ("call", "text", "tel", "phone", ":", "at")
        zero = len(lengths) == 2 and self.norms[end - 1].startswith("0")
        if lengths[:2] == [3, 4] and len(lengths) == 2 and (called or zero) and not self.line.unit(end):
            return end
        return 0

    def _slashed(self, at: int) -> int:
        """ "24/7", "3/15/2024", "4/5/6 trains", "Jan 15", "15 January", "24-hour"."""
        norms, end = self.norms, at + 1
        while norms[end] == "/" and norms[end + 1].isdecimal() and end < at + 9:
            end += 2
        parts = (end - at + 1) // 2
        if norms[at] == "24" and (norms[at + 1 : at + 3] in (["/", "7"], ["/", "24"])):
            return end
        if norms[end] == "x" and (other := norms[end + 1])[:1].isdecimal() and not self.line.is_length(end + 2):
            return end + 2 if other.isdecimal() else 0  # "10 x 12" of we know not what
        if parts >= 3 or (norms[end] in TRANSIT and norms[end + 1] not in ("lines", "stations", "stops")):
            return end
        after = end + 1 if norms[end] == "-" else end
        if norms[at] == "24" and norms[after] in ("hour", "hours", "hr", "hrs", "h"):
            return after + 1
        if not norms[at][-1].isdecimal():
            day = ordinal(norms[at])
        else:
            day = int(norms[at]) if norms[at].isdecimal() and len(norms[at]) <= 2 else None
        if day and day <= 31:
            if norms[at + 1] in MONTHS:
                return at + 2
            if at and norms[at - 1] in MONTHS and not self.line.unit(at + 1):
                return at + 1
        return 0

    def _address(self, at: int) -> int:
        """ "123 Main St", "350 W 57th Street", "NY 10014"."""
        norms, tokens = self.norms, self.tokens
        text = norms[at]
        if not text.isdecimal():
            return 0
        before = tokens[at - 1].text if at else ""
        if len(text) == 5 and ((len(before) == 2 and before.isupper()) or before.casefold() in NAMED_BY_NUMBER):
            return at + 1
        if len(text) > 5 or int(text) < 10 or self.line.unit(at + 1):
            return 0
        for end in range(at + 1, min(at + 5, len(tokens))):
            norm, proper = norms[end], tokens[end].text[0].isupper() or norms[end][0].isdecimal()
            if norm in PLAIN_STREETS or (norm in STREETS and proper):
                return end + 1 if end > at + 1 or norm == "broadway" else 0
            # A street's name is capitalised, or one word: "2 bedroom on a quiet street" has no address.
            lone = end == at + 1 and norms[end + 1] in PLAIN_STREETS
            if norm in SMALL_WORDS or not norm.isalnum() or not (proper or lone):
                return 0
        return 0

    def _glued_end(self, at: int) -> int:
        """Where the run of letters and digits around a token ends: all of "4B2" is one name."""
        at += 1
        while at < len(self.tokens) and self.tokens[at].start == self.tokens[at - 1].end and self.norms[at].isalnum():
            at += 1
        return at

    def _labelled(self, at: int) -> int:
        """ "Apt 4B", "Route 66", "PH2": the number names one of many."""
        norms, tokens = self.norms, self.tokens
        end = at + 1
        glued = end < len(tokens) and tokens[end].start == tokens[at].end
        if glued and len(norms[end]) == 1 and norms[end].isalpha() and norms[end] not in ("k", "x", "s", "m"):
            return 0 if self.line.unit(end) else self._glued_end(end)
        if at == 0:
            return 0
        before = tokens[at - 1]
        if before.end == tokens[at].start and before.norm.isalpha() and before.norm != "x":
            counted = at > 1 and norms[at - 2][0].isdecimal() and tokens[at - 2].end == before.start
            return 0 if counted else self._glued_end(at)
        label = norms[at - 2] if before.norm in (".", ":") and at > 1 else before.norm
        if label in NAMED_BY_NUMBER and not self.line.unit(end) and label != "room":
            return end
        return 0
