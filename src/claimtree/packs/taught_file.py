"""The file of taught concepts: JSON Lines in the form that the judge is trained from.

    {"id": "quiet", "wish": ["quiet"], "met": ["…"], "refuted": ["…"], "silent": ["…"], "lang": "en", "type": "size"}

A faulty row is reported with its line and does not affect the others. A file is replaced as a whole
or not at all.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from claimtree.errors import BadInput
from claimtree.model.claims import Facet, LevelName, TypeName
from claimtree.model.taught import KINDS, LONGEST_TEXT, MOST_CONCEPTS, UNFIT, TaughtConcept, extended, taught
from claimtree.packs.file_writing import replace_file, writing
from claimtree.row_files import BadRow, Row, rows, shown

FILE: Final = "taught.jsonl"
"""Beside a pack's pack.toml: what every user of the pack starts with."""
_TEXTS = ("wish", *KINDS)
_LABELS = ("lang", "type", "level", "facet", "set", "field", "en")
_KNOWN = ("id", *_TEXTS, *_LABELS)
_LONGEST_LABEL = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class BadLine:
    """A row that was skipped, and why."""

    line: int
    """0 is the file as a whole."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TaughtFile:
    """The contents of a file: one concept per id, in their order, and the faulty rows."""

    concepts: tuple[TaughtConcept, ...] = ()
    bad: tuple[BadLine, ...] = ()


def read_taught(file: Path) -> TaughtFile:
    """Returns the concepts of a file; none if it does not exist. Rows of one id are merged."""
    if not file.exists():
        return TaughtFile()
    if file.suffix.lower() not in (".jsonl", ".ndjson"):
        raise BadInput(
            f"{file} is no JSON Lines file", hint="Name it .jsonl, with one concept a line.", values={"file": str(file)}
        )
    found: dict[str, TaughtConcept] = {}
    bad: list[BadLine] = []
    for line, row in rows(file):
        try:
            if isinstance(row, BadRow):
                raise row
            concept = _concept(row)
            if concept.id not in found and len(found) >= MOST_CONCEPTS:
                bad.append(BadLine(line=line, reason=f"{MOST_CONCEPTS:,} concepts are the most; the rest is not read"))
                break
            known = found.get(concept.id)
            found[concept.id] = concept if known is None else extended(known, concept)
        except BadRow as reason:
            bad.append(BadLine(line=line, reason=str(reason)))
        except BadInput as reason:
            bad.append(BadLine(line=line, reason=reason.message))
    return TaughtFile(concepts=tuple(found.values()), bad=tuple(bad))


def change_taught(
    file: Path, change: Callable[[tuple[TaughtConcept, ...]], Sequence[TaughtConcept]], *, origin: str
) -> tuple[TaughtConcept, ...]:
    """Replace the contents of a file by the result of `change` on its concepts. Returns the new
    concepts.

    `origin` is the training's name for the set of rows that name none. A file with a faulty row is
    not rewritten, since the row would be lost.
    """
    target = Path(os.path.realpath(file))
    with writing(target, hint="Check the path, or name another file with --taught."):
        known = read_taught(target)
        if known.bad:
            first = known.bad[0]
            raise BadInput(
                f"{file}, line {first.line}: {first.reason}",
                hint="Mend the line or take it out; nothing was changed.",
                values={"file": str(file), "line": first.line},
            )
        changed = tuple(replace(each, origin=each.origin or origin) for each in change(known.concepts))
        if len(changed) > MOST_CONCEPTS:
            raise BadInput(f"{len(changed):,} concepts are too many; {MOST_CONCEPTS:,} is the most")
        if changed != known.concepts:
            replace_file(target, "".join(f"{_line(concept)}\n" for concept in changed).encode())
        return changed


def _concept(row: Row) -> TaughtConcept:
    unknown = sorted(row.keys() - set(_KNOWN))
    if unknown:
        raise BadRow(f"no key {shown(unknown[0])} (have: {', '.join(_KNOWN)})")
    labels = {name: _label(row, name) for name in _LABELS}
    texts = {name: _texts(row, name) for name in _TEXTS}
    id = row.get("id")
    if not isinstance(id, str):
        raise BadRow(f"id is {shown(id)}, not text" if "id" in row else "no id")
    return taught(
        TaughtConcept(
            id=id,
            wishes=texts["wish"],
            met=texts["met"],
            refuted=texts["refuted"],
            silent=texts["silent"],
            type=TypeName(labels["type"]) if labels["type"] else None,
            level=LevelName(labels["level"]) if labels["level"] else None,
            facet=Facet(labels["facet"]) if labels["facet"] else None,
            language=labels["lang"] or None,
            field=labels["field"] or None,
            english=labels["en"] or None,
            origin=labels["set"] or None,
        )
    )


def _texts(row: Row, name: str) -> tuple[str, ...]:
    value = row.get(name)
    if value is None:
        return ()
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(text, str) for text in listed):
        raise BadRow(f"{name} is {shown(value)}, not a list of texts")
    return tuple(listed)


def _label(row: Row, name: str) -> str:
    value = row.get(name)
    if value is None:
        return ""
    # The English text is a wish like any other.
    longest = LONGEST_TEXT if name == "en" else _LONGEST_LABEL
    if not isinstance(value, str) or len(value) > longest or UNFIT.search(value):
        raise BadRow(f"{name} is {shown(value)}, not a short text")
    return value.strip()


def _line(concept: TaughtConcept) -> str:
    """Returns one row. The training needs every key that it reads, also empty ones; two are
    optional.
    """
    row: dict[str, object] = {
        "id": concept.id,
        "set": concept.origin or "",
        "lang": concept.language or "",
        "type": concept.type or "",
        "level": concept.level or "",
        "facet": concept.facet or "",
        "wish": concept.wishes,
    }
    row |= {key: value for key, value in (("field", concept.field), ("en", concept.english)) if value}
    row |= dict(zip(KINDS, concept.phrases.values(), strict=True))
    return json.dumps(row, ensure_ascii=False)
