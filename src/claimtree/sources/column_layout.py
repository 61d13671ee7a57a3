"""Decides which column of a file is read as which field, and reports what became of each.

The columns are laid out once for each set of names that the rows of a file have. The user's mapping
of a column comes first, then that of the export format that the file is recognised as, then the
column's own name. A column that none of them knows is kept under its own name, counted, and
reported with the known column that it may be.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Final

from claimtree.errors import BadInput
from claimtree.languages import language
from claimtree.languages.amount_words import AmountWords
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import LevelName
from claimtree.model.columns import (
    NOT_READ,
    OWN_COLUMNS,
    POINT_COLUMNS,
    RELATIONS,
    TEXT_COLUMNS,
    ColumnRule,
    ColumnsReport,
    ColumnUse,
    Export,
    GivenRules,
    column_key,
)
from claimtree.model.documents import MAX_ID
from claimtree.model.pack import Pack
from claimtree.row_files import Cells, Row
from claimtree.sources.lists import list_items

_HASHED: Final = 12
"""Hexadecimal digits of the hash in a generated id."""
PROSE_WORDS: Final = 8
"""Average words per value from which a column may be the listing's text."""
MOST_COLUMNS: Final = 500
"""Maximum number of columns in the report."""
_ALIKE: Final = 0.75
_SHORTEST: Final = 3
"""Minimum length of a period word in the name of a column: "th" and "pm" mean other things there."""
_PARTS: Final = re.compile(r"[A-Za-z]+2(?![^\W_])|[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_]+\d?|\d+")
_BARE: Final = re.compile(r"[\d.,\s]+")


def rules_of(given: Iterable[str], pack: Pack) -> dict[str, ColumnRule]:
    """Returns the rules of texts such as "name=title"; a unit follows a colon
    ("livingArea=area_m2:sqft").

    "price=" keeps a column without reading it. A column that the pack does not know is an error
    that lists the known ones.
    """
    known = {column_key(name): name for name in known_columns(pack)}
    found: dict[str, ColumnRule] = {}
    for text in given:
        column, sign, rest = text.partition("=")
        wanted, _, unit = rest.partition(":")
        if not sign or not column_key(column):
            raise BadInput(
                f"{text[:100]!r} maps no column",
                hint="Write COLUMN=FIELD, such as name=title; COLUMN= keeps a column and does not read it.",
                values={"map": text[:100]},
            )
        to = known.get(column_key(wanted), "")
        if wanted.strip() and not to:
            raise BadInput(
                f"{text[:100]!r}: pack {pack.name!r} knows no column {wanted.strip()[:60]!r}",
                hint=f"It knows: {', '.join(sorted(known.values()))}.",
                values={"map": text[:100], "known": tuple(sorted(known.values()))},
            )
        why = "" if to else "as you asked"
        found[column_key(column)] = ColumnRule(
            to=to, unit=unit.strip() or unit_in(column, pack), why=why, column=column.strip()
        )
    return found


def known_columns(pack: Pack, level: LevelName | None = None) -> frozenset[str]:
    """Returns the columns that are read at a level, or at any level."""
    fields = {spec.name for spec in pack.fields.values() if level is None or spec.level == level}
    above = {pack.hierarchy.parent(level)} if level is not None else set(pack.hierarchy.levels)
    points = POINT_COLUMNS if pack.places is not None else frozenset[str]()
    links = {RELATIONS} if pack.relations else set[str]()
    return frozenset({*OWN_COLUMNS, *points, *links, *fields, *pack.children, *(name for name in above if name)})


def unit_in(column: str, pack: Pack) -> str:
    """Returns the unit that the name of a column gives for its numbers.

    "price_usd_per_night" gives "usd per night", "area_sqft" gives "sqft"; "price" gives none ("").
    """
    spoken = language(*pack.languages).amounts
    words = [word.casefold() for word in _PARTS.findall(column)]
    period = _period(words[-1], spoken) if len(words) > 1 else ""
    currencies = [word for word in words[1:] if word in pack.units and pack.units[word].kind == "money"]
    ends = (" ".join(words[start:]) for start in range(1, len(words)))
    area = next((end for end in ends if _is_area(end, spoken)), "")
    return " ".join([*currencies[:1], *([f"per {period}"] if period else [area] if area else [])])


def _period(word: str, spoken: AmountWords) -> str:
    """Returns the period that a name's last word stands for ("week" for "weekly"), or ""."""
    if len(word) < _SHORTEST:
        return ""
    if word in spoken.periods:
        return word
    meant = spoken.period_words.get(word)
    same = [name for name in spoken.units if meant is not None and spoken.periods.get(name) == meant]
    return max(same, key=lambda name: (len(name), name), default="")


def _is_area(words: str, spoken: AmountWords) -> bool:
    unit = spoken.units.get(words) or spoken.units.get(words.removesuffix(spoken.plural))
    return unit is not None and unit.kind is AmountKind.AREA


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layout:
    """The rules for rows with one set of column names."""

    steps: Mapping[str, ColumnRule]
    """The rule of every column by its name in the file; `to` is the name under which its value is
    kept.
    """
    order: Sequence[str]
    """Columns that keep their name come first: they take precedence over others read as the same
    field.
    """
    export: str


@dataclass(slots=True, kw_only=True)
class Columns:
    """The columns of one run."""

    pack: Pack
    given: GivenRules = field(default_factory=GivenRules)
    layout: Export | None = None
    """The format of all records; None if it is recognised by their columns."""
    unlike_layout: bool = False
    """True if some records do not have the columns by which that format is known."""
    _layouts: dict[tuple[tuple[str, ...], str], _Layout] = field(default_factory=dict)
    _exports: dict[str, None] = field(default_factory=dict)
    _uses: dict[str, ColumnUse] = field(default_factory=dict)
    _counts: dict[str, int] = field(default_factory=dict)
    _words: dict[str, int] = field(default_factory=dict)
    made_ids: int = 0
    """Records whose table has no column that could serve as an id."""

    def is_table(self, names: Sequence[str]) -> bool:
        """True if a header belongs to a table of records: it has an id, or a column that the pack
        reads among others.
        """
        steps = self._layout(tuple(names), self.pack.hierarchy.answers).steps
        read = {step.to for step in steps.values()} & known_columns(self.pack)
        return "id" in read or (len(names) > 1 and bool(read))

    def named(self, row: Row) -> Row:
        """Returns the row under the names that the pack knows, and counts what each column holds."""
        stated = row.get("level")
        level = LevelName(stated.strip()) if isinstance(stated, str) else self.pack.hierarchy.answers
        if level not in self.pack.hierarchy.levels:
            # an unknown level is reported later, when the row is read
            level = self.pack.hierarchy.answers
        layout = self._layout(tuple(row), level)
        found: dict[str, object] = {}
        for name in layout.order:
            value, rule = row[name], layout.steps[name]
            self._count(name, value)
            if rule.to == "id" and name != "id" and name in OWN_COLUMNS:
                # a URL may be the only thing that tells records apart; it is kept as the URL too
                found[name] = value
                value = _shortened(value)
            value = _with_unit(value, rule.unit)
            if rule.to in found and not _is_empty(found[rule.to]):
                value = self._combined(rule.to, found[rule.to], value)
            found[rule.to] = value
        return Cells(found) if isinstance(row, Cells) else found

    def report(self) -> ColumnsReport:
        """Returns what became of the columns that held anything, the fullest first."""
        uses = [self._final_use(name, use) for name, use in self._uses.items() if self._counts.get(name)]
        seen = {column_key(name) for name in self._uses}
        return ColumnsReport(
            uses=tuple(sorted(uses, key=lambda use: -use.records)),
            exports=tuple(self._exports),
            made_ids=self.made_ids,
            missing=tuple(
                rule.column
                for key, rule in self.given.rules.items()
                if key not in seen and key not in self.given.remembered
            ),
        )

    def _final_use(self, name: str, use: ColumnUse) -> ColumnUse:
        count = self._counts[name]
        prose = not use.to and not use.nearest and self._words.get(name, 0) >= PROSE_WORDS * count
        return replace(use, records=count, nearest="text" if prose else use.nearest)

    def _count(self, name: str, value: object) -> None:
        if name in self._uses and not _is_empty(value):
            self._counts[name] = self._counts.get(name, 0) + 1
            if isinstance(value, str) and not self._uses[name].to:
                self._words[name] = self._words.get(name, 0) + value.count(" ") + 1

    def _combined(self, to: str, first: object, second: object) -> object:
        """Returns the value of two columns that are read as one field: texts and lists are joined;
        otherwise the first counts.
        """
        if _is_empty(second):
            return first
        specs = [spec for spec in self.pack.fields.values() if spec.name == to]
        if any(spec.items for spec in specs):
            return [*_listed(first), *_listed(second)]
        if isinstance(first, str) and isinstance(second, str) and (to in TEXT_COLUMNS or any(s.read for s in specs)):
            return f"{first}\n\n{second}"
        return first

    def _layout(self, names: tuple[str, ...], level: LevelName) -> _Layout:
        layout = self._layouts.get((names, level))
        if layout is None:
            if len(self._layouts) >= MOST_COLUMNS:
                self._layouts.clear()  # rows that all have different columns are not a table
            layout = self._layouts[names, level] = self._make_layout(names, level)
            if layout.export:
                self._exports.setdefault(layout.export)
        return layout

    def _make_layout(self, names: tuple[str, ...], level: LevelName) -> _Layout:
        known = known_columns(self.pack, level)
        by_key = {column_key(name): name for name in known}
        export = self._export(names) if level == self.pack.hierarchy.answers else None
        spare = _spare_ids(names, export)
        steps: dict[str, ColumnRule] = {}
        for name in names:
            key = column_key(name)
            rule = self.given.rules.get(key)
            source = "remembered" if key in self.given.remembered else "given"
            if rule is None and export is not None and not (key in spare and name in known):
                rule, source = export.rules.get(key), export.title
            use = ColumnUse(column=name)
            if rule is not None and (rule.to in known or not rule.to):
                kept = name if name not in known else f"{name}{NOT_READ}"
                steps[name] = ColumnRule(to=rule.to or kept, unit=rule.unit)
                mapped = source if rule.to != name or rule.unit else ""
                use = ColumnUse(column=name, to=rule.to, mapped=mapped, why=rule.why)
            elif name in known or key in by_key:
                steps[name] = ColumnRule(to=name if name in known else by_key[key])
                use = ColumnUse(column=name, to=steps[name].to)
            else:
                steps[name] = ColumnRule(to=name)
                use = ColumnUse(column=name, nearest=self._nearest(name, known))
            # A name may be known at one level only: it counts as read if it is read at any level.
            before = self._uses.get(name)
            if (before is None and len(self._uses) < MOST_COLUMNS) or (before and use.to and not before.to):
                self._uses[name] = use
        ranks = {key: rank for rank, key in enumerate(export.rules)} if export is not None else {}
        taken = {step.to for name, step in steps.items() if self._uses.get(name) and self._uses[name].to}
        for name in names:
            known_use = self._uses.get(name)
            if known_use is not None and known_use.nearest in taken - set(TEXT_COLUMNS):
                self._uses[name] = replace(known_use, nearest="")  # the file already has that column
        order = sorted(names, key=lambda name: (steps[name].to != name, ranks.get(column_key(name), -1)))
        return _Layout(steps=steps, order=order, export=export.title if export else "")

    def _export(self, names: Iterable[str]) -> Export | None:
        have = {column_key(name) for name in names}
        if self.layout is not None:
            self.unlike_layout |= not any(known <= have for known in self.layout.known_by)
            return self.layout
        return next(
            (export for export in self.pack.exports.values() if any(known <= have for known in export.known_by)), None
        )

    def _nearest(self, name: str, known: frozenset[str]) -> str:
        """Returns the known column that a name may mean: by the rules of some export, else by
        spelling.
        """
        key = column_key(name)
        for export in self.pack.exports.values():
            rule = export.rules.get(key)
            if rule is not None and rule.to in known:
                return rule.to
        spelled = {column_key(one): one for one in sorted(known)}
        bare = column_key(name.removesuffix(unit_in(name, self.pack).replace(" ", "_")))
        for wanted in (key, bare):
            inside = [one for one in spelled if len(one) > 3 and (wanted.startswith(one) or wanted.endswith(one))]
            alike = inside or get_close_matches(wanted, spelled, n=1, cutoff=_ALIKE)
            if alike:
                return spelled[max(alike, key=len)]
        return self._measured(name, known)

    def _measured(self, name: str, known: frozenset[str]) -> str:
        """Returns the first known column measured in the unit that a name has ("size_sqft": the
        area), or "".
        """
        unit = unit_in(name, self.pack)
        if not unit:
            return ""
        is_area = _is_area(unit, language(*self.pack.languages).amounts)
        kind = AmountKind.AREA if is_area else AmountKind.MONEY
        concepts = self.pack.concepts
        return next(
            (
                spec.name
                for spec in self.pack.fields.values()
                if spec.name in known
                and spec.concept is not None
                and (amount := concepts[spec.concept].amount) is not None
                and amount.kind is kind
            ),
            "",
        )


def made_id(row: Row, source: str) -> str:
    """Returns an id for a row of a table without an id column: its URL, or else the file's name
    with a hash of the row.

    Equal rows are one record; a changed row is a new one.
    """
    url = row.get("url")
    if isinstance(url, str) and url.strip():
        return str(_shortened(url.strip()))
    content = json.dumps({name: str(value) for name, value in row.items() if not _is_empty(value)}, sort_keys=True)
    return f"{source[: MAX_ID - _HASHED - 1]}-{_hash(content)}"


def _shortened(value: object) -> object:
    """Returns a URL as an id: its beginning and a hash, if it is longer than an id may be."""
    if not isinstance(value, str) or len(value) <= MAX_ID:
        return value
    return f"{value[: MAX_ID - _HASHED - 1]}-{_hash(value)}"


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_HASHED // 2).hexdigest()


def _spare_ids(names: Sequence[str], export: Export | None) -> frozenset[str]:
    """Returns the columns that an export maps to the id and that are not needed because the file
    has a better one.
    """
    keys = {column_key(name) for name in names}
    if export is None:
        return frozenset()
    ids = [key for key, rule in export.rules.items() if rule.to == "id" and key in keys]
    return frozenset(ids if "id" in keys else ids[1:])


def _with_unit(value: object, unit: str) -> object:
    """Returns a number with its column's unit; a value that has a unit already only gets the
    period.
    """
    if not unit or isinstance(value, bool) or _is_empty(value) or not isinstance(value, str | int | float):
        return value
    text = f"{value}".strip().removesuffix(".0")
    if _BARE.fullmatch(text):
        return f"{text} {unit}"
    at = unit.find("per ")
    return f"{text} {unit[at:]}" if at >= 0 and unit[at:] not in text else value


def _listed(value: object) -> list[object]:
    return list(list_items(value)) if isinstance(value, str) else list(value) if isinstance(value, list) else [value]


def _is_empty(value: object) -> bool:
    return value is None or value == [] or (isinstance(value, str) and not value.strip())
