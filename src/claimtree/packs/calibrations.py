"""Calibrations of embedders, one file each: calibrations/<embedder>.toml in the pack's folder.

Numbers fitted for one embedder mean nothing for another, so a file names its embedder and is named
after it. There are two kinds: curves and thresholds for an embedder that only measures similarity;
for a judge, the bars that its probabilities must reach.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any
from urllib.parse import quote

from claimtree.model.claims import TypeName
from claimtree.model.judging import Bars
from claimtree.model.pack import OTHER_TYPES, Curve, Pack
from claimtree.packs.diagnostics import Problems
from claimtree.packs.pack_tables import CalibrationFile, JudgeFile, LikenessFile, Table

DEFAULT = "default"
"""The key for types that have no entry of their own."""
_UNFIT = re.compile("[\x00-\x08\x0a-\x1f\x7f]")
"""Characters that a TOML comment may not hold."""


def file_name(embedder: str) -> str:
    """Returns the name of an embedder's file; characters that a file name may not have are escaped.

    >>> file_name("bge-small+gloss"), file_name("remote:org/model")
    ('bge-small+gloss.toml', 'remote%3Aorg%2Fmodel.toml')
    """
    return f"{quote(embedder, safe='+')}.toml"


def shape_of(table: Mapping[str, Any]) -> type[LikenessFile] | type[JudgeFile]:
    """Returns the schema of the kind that a file claims to be; validation decides whether it is."""
    return JudgeFile if table.get("kind") == "judge" else LikenessFile


def as_toml(table: LikenessFile | JudgeFile, *, notes: Sequence[str] = ()) -> str:
    """Returns the file's text; the notes are appended as comments."""
    # Each line of a note becomes a comment of its own: after a line break it would be read as part
    # of the table.
    noted = (line for note in notes for line in note.splitlines() or [""])
    return "\n".join([*_lines(table), *(f"# {_UNFIT.sub(' ', line)}".rstrip() for line in noted)]) + "\n"


def _lines(table: LikenessFile | JudgeFile) -> Iterator[str]:
    yield f"kind = {_quoted(table.kind)}"
    yield f"embedder = {_quoted(table.embedder)}"
    if table.made is not None:
        yield "\n[made]"
        for key, value in table.made.model_dump().items():
            yield f"{key} = {_quoted(value) if isinstance(value, str) else value}"
    sections: dict[str, Mapping[str, Table | float]] = (
        {"curves": {**table.curves}, "thresholds": {**table.thresholds}}
        if isinstance(table, LikenessFile)
        else {"bars": {**table.bars}}
    )
    for section, by_type in sections.items():
        yield f"\n[{section}]"
        for type, value in by_type.items():
            key = type if re.fullmatch(r"[A-Za-z0-9_-]+", type) else _quoted(type)
            yield f"{key} = {value if isinstance(value, float) else _inline(value)}"
    yield ""


def _quoted(text: str) -> str:
    """Returns the text quoted: JSON quotes as TOML does, except for one control character that TOML
    requires escaped.
    """
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _inline(table: Table) -> str:
    return f"{{ {', '.join(f'{name} = {one}' for name, one in table.model_dump(exclude_none=True).items())} }}"


@dataclass(slots=True, kw_only=True)
class Calibrations:
    """The calibration files of one pack, as they are read."""

    types: Collection[str]
    """The claim types of the pack."""
    curves: dict[str, Mapping[TypeName, Curve]] = field(default_factory=dict)
    thresholds: dict[str, Mapping[TypeName, float]] = field(default_factory=dict)
    judged: dict[str, Mapping[TypeName, Bars]] = field(default_factory=dict)

    def put_in(self, pack: Pack) -> Pack:
        return replace(pack, curves=self.curves, thresholds=self.thresholds, judged=self.judged)

    def add(self, table: CalibrationFile, stem: str, shown: str, problems: Problems) -> None:
        """Add one file, named `stem`; a faulty file is noted as a problem and not used."""
        before = len(problems.found)
        name = table.embedder
        if file_name(name) != f"{stem}.toml":
            problems.add(shown, ["embedder"], f"is {name!r}, so the file must be called {file_name(name)!r}")
        if isinstance(table, LikenessFile):
            curves = self._by_type("curves", table.curves, shown, problems)
            thresholds = self._by_type("thresholds", table.thresholds, shown, problems)
            if len(problems.found) == before:
                self.curves[name] = {type: Curve(slope=c.slope, offset=c.offset) for type, c in curves.items()}
                self.thresholds[name] = thresholds
        elif isinstance(table, JudgeFile):
            given = self._by_type("bars", table.bars, shown, problems)
            if DEFAULT not in table.bars:
                problems.add(shown, ["bars", DEFAULT], "is missing")
                return
            tables = {type: one.model_dump(exclude_none=True) for type, one in given.items()}
            bars = {type: Bars(**(asdict(Bars()) | tables[OTHER_TYPES] | own)) for type, own in tables.items()}
            for type, one in bars.items():
                if one.maybe > min(one.met, one.refuted):
                    what = f"is {one.maybe:g}, more than {min(one.met, one.refuted):g} that decides"
                    problems.add(shown, ["bars", type or DEFAULT, "maybe"], what)
            if len(problems.found) == before:
                self.judged[name] = bars

    def _by_type(self, section: str, tables: Mapping[str, Any], shown: str, problems: Problems) -> dict[TypeName, Any]:
        """Returns a section with its types resolved."""
        found: dict[TypeName, Any] = {}
        for name, value in tables.items():
            if name != DEFAULT and name not in self.types:
                problems.unknown(shown, [section, name], "claim type", name, [DEFAULT, *self.types])
            found[OTHER_TYPES if name == DEFAULT else TypeName(name)] = value
        return found
