"""A GEDCOM file as brute force sees it: lines, records, and loops over all of them.

The answers that questions are scored against are computed here, from the raw lines, without any
code of the product: a fault of the importer or of the evaluation cannot hide in its own gold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

_LINE = re.compile(r"\s*(\d+) +(?:@([^@]+)@ +)?(\S+)(?: (.*))?$")
_MONTHS = {
    name: at
    for at, name in enumerate(["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"], 1)
}
_FAR_PAST, _FAR_FUTURE = date(1, 1, 1), date(9998, 12, 31)
ABOUT_YEARS = 5
OLDEST = 110


class Days(NamedTuple):
    """The first and the last day that a date may mean."""

    low: date
    high: date


@dataclass(frozen=True, slots=True)
class Happening:
    """An event as it is written."""

    tag: str
    date: str
    place: str


class RawTree:
    """The people and families of a file, by loops over its lines."""

    def __init__(self, file: Path, *, year: int = 2026) -> None:
        self.year = year
        self.people: dict[str, list[tuple[int, str, str]]] = {}
        self.families: dict[str, list[tuple[int, str, str]]] = {}
        lines: list[tuple[int, str, str]] = []
        for text in text_of(file).splitlines():
            found = _LINE.match(text)
            if found is None:
                continue
            level, id, tag, value = int(found[1]), found[2] or "", found[3], found[4] or ""
            if level == 0:
                lines = []
                if tag == "INDI":
                    self.people[id] = lines
                elif tag == "FAM":
                    self.families[id] = lines
            else:
                lines.append((level, tag, value))
        self._couples = {id: self._members(id, "HUSB", "WIFE", "PART") for id in self.families}
        self._below = {id: self._members(id, "CHIL") for id in self.families}
        self.parent_of: dict[str, list[str]] = {id: [] for id in self.people}
        self.child_of: dict[str, list[str]] = {id: [] for id in self.people}
        self.partner_of: dict[str, list[str]] = {id: [] for id in self.people}
        for family, couple in self._couples.items():
            for child in self._below[family]:
                if self._pedigree(child, family) in ("step", "foster"):
                    continue
                for parent in couple:
                    if parent not in self.child_of[child]:
                        self.child_of[child].append(parent)
                    if child not in self.parent_of[parent]:
                        self.parent_of[parent].append(child)
            types = {value.strip().lower() for _, tag, value in self.families[family] if tag == "TYPE"}
            if types & {"not married", "partnership"}:
                continue
            for one in couple:
                self.partner_of[one] += [two for two in couple if two != one and two not in self.partner_of[one]]

    def _pedigree(self, child: str, family: str) -> str:
        """Returns what the child's record says of a family: "step", "adopted"; empty if nothing."""
        lines = self.people[child]
        for (_, tag, value), (_, below, kind) in pairwise(lines):
            if (tag, value.strip(), below) == ("FAMC", f"@{family}@", "PEDI"):
                return kind.strip().lower()
        return ""

    def _members(self, family: str, *tags: str) -> list[str]:
        ids = [value.strip().strip("@") for _, tag, value in self.families[family] if tag in tags]
        return [id for id in dict.fromkeys(ids) if id in self.people]

    def name(self, id: str) -> str:
        raw = next((value for level, tag, value in self.people[id] if level == 1 and tag == "NAME"), "")
        return " ".join(raw.replace("/", " ").replace("_", " ").split())

    def names(self, id: str) -> list[str]:
        """Returns all names of a person."""
        raw = [value for level, tag, value in self.people[id] if level == 1 and tag == "NAME"]
        return [" ".join(one.replace("/", " ").replace("_", " ").split()) for one in raw]

    def surname(self, id: str) -> str:
        raw = next((value for level, tag, value in self.people[id] if level == 1 and tag == "NAME"), "")
        return raw.split("/")[1].strip() if raw.count("/") >= 2 else ""

    def sex(self, id: str) -> str:
        return next((value.strip() for level, tag, value in self.people[id] if level == 1 and tag == "SEX"), "")

    def happenings(self, id: str, *tags: str) -> list[Happening]:
        """Returns the events of a person, and those of their families; none of people who may be living,
        of whom nothing is to be told."""
        if self.living(id):
            return []
        found = list(_happenings(self.people[id], tags))
        for family, couple in self._couples.items():
            if id in couple:
                found += _happenings(self.families[family], tags)
        return found

    def first(self, id: str, tag: str) -> Happening | None:
        return next(iter(self.happenings(id, tag)), None)

    def days(self, id: str, tag: str) -> Days | None:
        """Returns when something was; of two dates that exclude one another, from the first to the last."""
        found = [days for one in self.happenings(id, tag) if (days := read_days(one.date)) is not None]
        if not found or tag not in ("BIRT", "DEAT"):
            first = self.first(id, tag)
            return read_days(first.date) if first is not None else None
        apart = [one for one in found if one.low > found[0].high or one.high < found[0].low]
        return Days(min(one.low for one in (found[0], *apart)), max(one.high for one in (found[0], *apart)))

    def weddings(self, one: str, other: str) -> list[Happening]:
        return self.between(one, other, "MARR")

    def between(self, one: str, other: str, tag: str) -> list[Happening]:
        found: list[Happening] = []
        for family, couple in self._couples.items():
            if one in couple and other in couple:
                found += _happenings(self.families[family], (tag,))
        return found

    def attribute(self, id: str, tag: str) -> list[str]:
        return [value.strip() for level, one, value in self.people[id] if level == 1 and one == tag]

    def living(self, id: str) -> bool:
        """True for somebody born less than 110 years ago without a death on record."""
        if any(one.tag in ("DEAT", "BURI", "CREM") for one in _happenings(self.people[id], ("DEAT", "BURI", "CREM"))):
            return False
        written = [one.date for one in _happenings(self.people[id], ("BIRT", "CHR")) if one.date]
        born = read_days(written[0]) if written else None
        return False if born is None else born.high.year > self.year - OLDEST

    def parents(self, id: str) -> set[str]:
        return set(self.child_of[id])

    def children(self, id: str) -> set[str]:
        return set(self.parent_of[id])

    def own_children(self, id: str) -> set[str]:
        """Returns whom a plain "children" means: those by birth, or those by adoption where there are no others."""
        adopted = {child for child in self.parent_of[id] if self._is_adopted(child, id)}
        return set(self.parent_of[id]) - adopted or adopted

    def _is_adopted(self, child: str, parent: str) -> bool:
        families = (family for family, couple in self._couples.items() if parent in couple)
        kinds = [self._pedigree(child, family) for family in families if child in self._below[family]]
        return bool(kinds) and all(kind == "adopted" for kind in kinds)

    def partners(self, id: str) -> set[str]:
        return set(self.partner_of[id])

    def siblings(self, id: str) -> set[str]:
        return {child for parent in self.parents(id) for child in self.children(parent)} - {id}

    def sons(self, ids: Iterable[str]) -> set[str]:
        return {id for id in ids if self.sex(id) == "M"}

    def daughters(self, ids: Iterable[str]) -> set[str]:
        return {id for id in ids if self.sex(id) == "F"}

    def grandparents(self, id: str) -> set[str]:
        return {up for parent in self.parents(id) for up in self.parents(parent)}

    def grandchildren(self, id: str) -> set[str]:
        return {down for child in self.children(id) for down in self.children(child)}

    def aunts_and_uncles(self, id: str) -> set[str]:
        return {one for parent in self.parents(id) for one in self.siblings(parent)} - self.parents(id)

    def cousins(self, id: str) -> set[str]:
        found = {child for one in self.aunts_and_uncles(id) for child in self.children(one)}
        return found - self.siblings(id) - {id}

    def nieces_and_nephews(self, id: str) -> set[str]:
        return {child for one in self.siblings(id) for child in self.children(one)} - self.children(id)

    def ancestors(self, id: str) -> set[str]:
        return _reached(id, self.parents)

    def descendants(self, id: str) -> set[str]:
        return _reached(id, self.children)

    def everybody(self) -> list[str]:
        return list(self.people)


def text_of(file: Path) -> str:
    """Returns the text of a file, in UTF-8 or else in Latin-1."""
    raw = file.read_bytes()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _reached(id: str, onward: Callable[[str], set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [id]
    while waiting:
        for to in onward(waiting.pop()):
            if to not in found:
                found.add(to)
                waiting.append(to)
    return found - {id}


def _happenings(lines: list[tuple[int, str, str]], tags: tuple[str, ...]) -> Iterator[Happening]:
    for at, (level, tag, value) in enumerate(lines):
        if level != 1 or tag not in tags or value.strip() == "N":
            continue
        when, where = "", ""
        for below, inner, text in lines[at + 1 :]:
            if below <= 1:
                break
            if below == 2 and inner == "DATE":
                when = when or " ".join(text.split())
            elif below == 2 and inner == "PLAC":
                where = where or text.strip()
        yield Happening(tag, when, where)


def read_days(text: str) -> Days | None:
    """Returns the days that a date may mean; "ABT" is five years to either side of a year."""
    words = text.upper().split()
    if not words:
        return None
    match words[0]:
        case "BET":
            at = words.index("AND")
            return _joined(_plain(words[1:at]), _plain(words[at + 1 :]))
        case "FROM":
            at = words.index("TO") if "TO" in words else len(words)
            first = _plain(words[1:at])
            return (
                _joined(first, _plain(words[at + 1 :])) if at < len(words) else first and Days(first.low, _FAR_FUTURE)
            )
        case "ABT" | "CAL" | "EST" | "CIRCA":
            found = _plain(words[1:])
            return found and _wider(found, len(words) - 1)
        case "BEF":
            found = _plain(words[1:])
            return found and Days(_FAR_PAST, found.low - timedelta(1))
        case "AFT":
            found = _plain(words[1:])
            return found and Days(found.high + timedelta(1), _FAR_FUTURE)
        case _:
            return _plain(words)


def _joined(one: Days | None, two: Days | None) -> Days | None:
    return Days(one.low, two.high) if one and two else None


def _wider(days: Days, words: int) -> Days:
    if words == 1:
        return Days(date(days.low.year - ABOUT_YEARS, 1, 1), date(days.high.year + ABOUT_YEARS, 12, 31))
    if words == 3:
        return Days(days.low - timedelta(7), days.high + timedelta(7))
    first, last = days.low - timedelta(1), days.high + timedelta(31)
    return Days(first.replace(day=1), last.replace(day=1) + timedelta(27))


def _plain(words: list[str]) -> Days | None:
    try:
        *before, year = words
        first, _, dual = year.partition("/")
        low = int(first)
        high = low + 1 if dual else low
        if not before:
            return Days(date(low, 1, 1), date(high, 12, 31))
        month = _MONTHS[before[-1]]
        if len(before) == 1:
            following = date(high + month // 12, month % 12 + 1, 1)
            return Days(date(high, month, 1), following - timedelta(1))
        day = date(high, month, int(before[0]))
        return Days(day, day)
    except (ValueError, KeyError):
        return None


def whole_years(start: Days, end: Days) -> tuple[int, int]:
    """Returns the least and the most whole years between two days, none of them below zero."""
    return max(0, _years(start.high, end.low)), max(0, _years(start.low, end.high))


def _years(start: date, end: date) -> int:
    return end.year - start.year - ((end.month, end.day) < (start.month, start.day))
