"""The golden set: queries and listings with the claims that a careful reader would annotate.

One TOML file per pack. A `[[query]]` or `[[listing]]` has `text` and `claims`, and may have `rules`
(what it exercises), `notice` (text of a notice about a part that is left out) and, for a listing,
`level` and `never` (words that must yield no claim). A claim has `says` (its words in the text)
and the expected attributes. An attribute that it omits is not checked, except negation, amounts
and alternatives: omitting them means that there must be none.

Files called `…-fresh.toml` hold fresh queries: written after the reader was tuned, by an author who
had not seen the reader.
"""

from __future__ import annotations

import math
import re
import tomllib
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from claimtree.calibration.data_rows import Row, Rows
from claimtree.errors import BadInput
from claimtree.model.amounts import Amount, AmountKind, Op
from claimtree.packs.load import known_packs

SHIPPED = Path(__file__).parent / "golden"

_FRESH = "-fresh"
_KEYS = {"says", "type", "level", "facet", "strength", "amount", "of", "or", "group", "negated"}
_MONTH = re.compile(r"(=|>=|<=|>|<)\s*month (\d\d?)")
_LEAP_YEAR = 2028
"""A leap year has every day that a date without a year can name."""
_UNITS = {"percent": "%"}
"""Units that the golden set spells out."""
_DAY = "day"
"""The unit of dates."""
_AMOUNT = re.compile(r"(=|>=|<=|>|<|~)\s*(\S+)\s*(\S*)|(\S+?)\.\.(\S+)\s*(\S*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldAmount:
    """An amount as written in a golden claim: its ends and its unit."""

    low: float
    high: float
    low_open: bool
    high_open: bool
    unit: str
    about: bool
    is_date: bool
    any_year: bool = False
    """A date without a year: the year meant depends on the day on which it is read."""

    def agrees(self, read: Amount) -> bool:
        """True if both ends, their openness and the unit are the same."""
        if read.unit != self.unit or (read.kind is AmountKind.DATE) != self.is_date:
            return False
        if self.about:
            # The reader decides how wide "about" is; the golden set only gives the centre.
            return read.op is Op.APPROX and _close((read.low + read.high) / 2, self.low)
        if self.is_date:
            return _days(read, any_year=self.any_year) == _days(self, any_year=self.any_year)
        low = -math.inf if read.low <= 0 and math.isinf(self.low) else read.low
        ends = _close(low, self.low) and _close(read.high, self.high)
        opens = (math.isinf(self.low) or read.low_open == self.low_open) and (
            math.isinf(self.high) or read.high_open == self.high_open
        )
        return ends and opens

    def __str__(self) -> str:
        text = _ends(self.low, self.high, self.low_open, self.high_open, self.unit, self.about, self.is_date)
        return text.replace(f"{_LEAP_YEAR}-", "") if self.any_year else text


def show_amount(read: Amount) -> str:
    """Formats an amount that was read in the golden set's notation."""
    about = read.op is Op.APPROX
    low = high = (read.low + read.high) / 2 if about else 0.0
    if not about:
        low, high = read.low, read.high
    return _ends(low, high, read.low_open, read.high_open, read.unit, about, read.kind is AmountKind.DATE)


def _ends(low: float, high: float, low_open: bool, high_open: bool, unit: str, about: bool, is_date: bool) -> str:
    def number(value: float) -> str:
        return date.fromordinal(int(value)).isoformat() if is_date else f"{value:.10g}"

    if about or low == high:
        text = f"{'~' if about else '='} {number(low)}"
    elif math.isinf(high):
        text = f"{'>' if low_open else '>='} {number(low)}"
    elif math.isinf(low):
        text = f"{'<' if high_open else '<='} {number(high)}"
    else:
        text = f"{number(low)}..{number(high)}"
    return text if is_date else f"{text} {unit}".rstrip()


def _days(amount: GoldAmount | Amount, *, any_year: bool) -> tuple[str, ...]:
    """Returns the first and last day included (before 1 October = until 30 September)."""
    ends = (amount.low + amount.low_open, amount.high - amount.high_open)
    days = ["" if math.isinf(end) else date.fromordinal(int(end)).isoformat() for end in ends]
    # February may end on the 28th or the 29th.
    return tuple(day[5:].replace("02-29", "02-28") if any_year else day for day in days)


def _close(a: float, b: float) -> bool:
    """True if equal up to the rounding of unit conversion."""
    return a == b or math.isclose(a, b, rel_tol=0.005)


def parse_amount(text: str) -> GoldAmount:
    """
    >>> str(parse_amount("> 12 m2")), str(parse_amount("2..3")), str(parse_amount(">= 2027-01-01"))
    ('> 12 m2', '2..3', '>= 2027-01-01')
    """
    month = _MONTH.fullmatch(text.strip())
    if month is not None:
        return _in_month(month[1], int(month[2]))
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"not an amount: {text!r}")
    sign, value, unit, first, last, range_unit = found.groups()
    any_year = re.fullmatch(r"\d\d-\d\d", value or first) is not None
    is_date = any_year or re.fullmatch(r"\d{4}-\d\d-\d\d", value or first) is not None

    def number(part: str) -> float:
        if not is_date:
            return float(part)
        return float(date.fromisoformat(f"{_LEAP_YEAR}-{part}" if any_year else part).toordinal())

    if sign is None:
        low, high, unit = number(first), number(last), range_unit
    else:
        low = number(value) if sign in ("=", "~", ">", ">=") else -math.inf
        high = number(value) if sign in ("=", "~", "<", "<=") else math.inf
    return GoldAmount(
        low=low,
        high=high,
        low_open=sign == ">",
        high_open=sign == "<",
        unit=_DAY if is_date else _UNITS.get(unit, unit),
        about=sign == "~",
        is_date=is_date,
        any_year=any_year,
    )


def _in_month(sign: str, month: int) -> GoldAmount:
    """Returns the days of a month without a year, or those before or after it."""
    first = date(_LEAP_YEAR, month, 1).toordinal()
    last = date(_LEAP_YEAR, month, monthrange(_LEAP_YEAR, month)[1]).toordinal()
    low = {"=": first, ">=": first, ">": last}.get(sign, -math.inf)
    high = {"=": last, "<=": last, "<": first}.get(sign, math.inf)
    opens = {"low_open": sign == ">", "high_open": sign == "<"}
    return GoldAmount(low=low, high=high, **opens, unit=_DAY, about=False, is_date=True, any_year=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldClaim:
    """One claim that the reader is expected to read."""

    says: str
    types: tuple[str, ...]
    levels: tuple[str, ...]
    facet: str | None
    strength: str
    amount: GoldAmount | None
    of: str
    or_group: int | None
    group: int | None
    negated: bool
    spans: tuple[tuple[int, int], ...]
    """Where the words occur in the text."""


def gold_claim(row: Row, text: str) -> GoldClaim:
    """Returns a validated claim of the file; raises ValueError with the reason if it is invalid."""
    unknown = row.keys() - _KEYS
    if unknown:
        raise ValueError(f"a claim has no {', '.join(sorted(unknown))}")
    says = str(row["says"])
    spans = tuple((found.start(), found.end()) for found in re.finditer(re.escape(says), text, re.IGNORECASE))
    if not spans or not says.strip():
        raise ValueError(f"the text does not say {says!r}")
    return GoldClaim(
        says=says,
        types=_names(row["type"]),
        levels=_names(row["level"]),
        facet=row.get("facet"),
        strength=str(row.get("strength", "")),
        amount=parse_amount(str(row["amount"])) if "amount" in row else None,
        of=str(row.get("of", "")),
        or_group=row.get("or"),
        group=row.get("group"),
        negated=bool(row.get("negated", False)),
        spans=spans,
    )


def _names(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def load_golden(path: Path) -> Rows:
    """Returns the queries and listings of a file or of a folder of files."""
    return load_tables(path, ("query", "listing"))


def load_tables(path: Path, kinds: Sequence[str]) -> Rows:
    """Returns the tables of these names in a file or in a folder of files.

    Each row gets a `kind`, the `pack` that it is read with (given by the row, its file or the
    file's name; empty if none of them gives one), and whether it is `fresh`.
    """
    packs = known_packs()
    files = [path] if path.is_file() else sorted(path.glob("**/*.toml"))
    rows = Rows()
    for file in files:
        try:
            content = tomllib.loads(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            if path.is_file():
                raise BadInput(f"{file} is no golden set: {error}", hint="Mend the file.") from error
            rows.bad.append(f"{file.name}: {error}")
            continue
        named = file.stem.partition("-")[0].partition(".")[0]
        about = {
            "pack": str(content.get("pack", named if named in packs else "")),
            "fresh": bool(content.get("fresh", file.stem.endswith(_FRESH))),
        }
        for kind in kinds:
            for number, case in enumerate(content.get(kind, ()), 1):
                rows.found.append((f"{file.name} {kind} {number}", {**about, **case, "kind": kind}))
    if not rows.found:
        tables = " or ".join(f"[[{kind}]]" for kind in kinds)
        raise BadInput(
            f"no {tables} under {path}",
            hint=f"The set is TOML with {tables} tables; leave --data out for our own.",
            values={"path": str(path)},
        )
    return rows
