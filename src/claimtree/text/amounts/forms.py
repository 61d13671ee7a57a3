    def _floor(self, at: int) -> Quantity | None:
        """ "3rd floor", "third-floor", "floor 5"; "2nd" alone only where "or 3rd floor" follows."""
        norm = self.norms[at]
        if norm in FLOORS:
            start = at + 2 if self.norms[at + 1] == ":" else at + 1
            text = self.norms[start]
            if norm not in ("floor", "fl", "flr") or not text.isdecimal() or len(text) > 3:
                return None
            following = self.norms[start + 1]
            if (following.isalpha() and following not in FLOOR_NUMBER_BEFORE) or self.line.unit(start + 1):
                return None
            return Quantity(float(int(text)), AmountKind.FLOOR, "", start + 1)
        value = ordinal(norm)
        if value is None:
            return None
        end = at + 1
        if self.norms[end] in FLOORS:
            return Quantity(float(value), AmountKind.FLOOR, "", end + 1)
        if self.norms[end] in ("or", "and", "to", "-", "through") and self.norms[end + 2] in FLOORS:
            return Quantity(float(value), AmountKind.FLOOR, "", end) if ordinal(self.norms[end + 1]) else None
        return None

    def _year(self, at: int) -> Quantity | None:
        """Four digits of 1800 to 2099 that a word beside them makes a year."""
        norm = self.norms[at]
        if len(norm) != 4 or not norm.isdecimal() or norm[:2] not in ("18", "19", "20"):
            return None
        value, end = float(int(norm)), at + 1
        if self.norms[end] == "s" and self.tokens[end].start == self.tokens[at].end:
            return Quantity(value, AmountKind.YEAR, "", end + 1, span=9.0, op=Op.RANGE)
        if self.line.unit(end) or self.norms[end] in ("k", "x", "+"):
            return None
        before = self.norms[max(0, at - 3) : at]
        direct = before[-1:]
        if (
            (direct and (direct[0] in BUILT or (direct[0] == "from" and norm[:2] != "20")))
            or any(word in BUILT for word in before if word not in ("in", "since"))
            or self.norms[end] in ("built", "building", "construction", "renovation")
            or (self.norms[end] == "-" and self.norms[end + 1] in ("built", "renovation"))
            or _ends_with_year_word(before)
        ):
            return Quantity(value, AmountKind.YEAR, "", end)
        return None

    def _seats(self, at: int) -> Quantity | None:
        """ "for two chairs", "room for four": two square metres each, at least."""
        norm = self.norms[at]
        number = numeral(self.tokens, at + 1) if self.norms[at + 1] else None
        if number is None or number.value > 1000:
            return None
        seat = self.norms[number.end]
        roomy = norm != "for" or (at > 0 and self.norms[at - 1] in ROOMY)
        alone = not seat.isalnum() or seat in ("and", "or", "with", "in", "on", "but")
        if seat in SEATS and (roomy or seat in ("chair", "chairs")):
            end = number.end + 1
        elif roomy and norm == "for" and alone and self.norms[at - 1] == "enough":
            end = number.end
        else:
            return None
        return Quantity(number.value, _AREA, "m2", end, SEAT_M2, SEAT_M2, op=Op.GTE)


def _ends_with_year_word(before: Sequence[str]) -> bool:
    """ "before 1940", "pre-1940", "no later than 1990"."""
    words = [word for word in before if word not in ("-", "the")]
    return any(tuple(words[-len(wording) :]) == wording for wording in YEAR_BEFORE)
