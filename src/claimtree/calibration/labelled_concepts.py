"""Labelled concepts: wordings of a wish, phrases that meet it, that refute it, and near misses.

A file has one concept per line: `wish` and `met`, and mostly `refuted`, `silent`, `type`, `lang`
and `field`. They are split into halves by concept: a fit on one half is measured on the other.
Never by pair, since the same words occur in many pairs of a concept.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from claimtree.calibration.data_rows import Row, read_rows
from claimtree.calibration.halves import Half, half_of
from claimtree.errors import BadInput
from claimtree.model.claims import TypeName
from claimtree.model.pack import OTHER_TYPES, Pack
from claimtree.model.taught import KINDS

SHIPPED = Path(__file__).parent / "concepts.jsonl"
FEWEST = 10
"""Concepts in a half; with fewer, a single odd concept would decide."""
COMPANY = 3
"""The least number of concepts for a group of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """One thing to ask for, in many wordings."""

    id: str
    type: TypeName
    """`OTHER_TYPES` if the pack does not have the type."""
    wishes: tuple[str, ...]
    met: tuple[str, ...]
    refuted: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    language: str = ""
    field: str = ""
    """Empty for homes, the first field of the concepts."""
    written_as: str = ""
    """The type that its author gave it, whether or not the pack has it."""

    @property
    def half(self) -> Half:
        return half_of(self.id)

    @property
    def phrases(self) -> tuple[tuple[str, str], ...]:
        """Each phrase with its kind: how it relates to the wishes."""
        return tuple((kind, phrase) for kind in KINDS for phrase in getattr(self, kind))


@dataclass(frozen=True, slots=True, kw_only=True)
class Concepts:
    """The labelled concepts, and those that were left out."""

    found: tuple[Labelled, ...]
    bad: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def half(self, half: Half) -> dict[TypeName, list[Labelled]]:
        """The concepts of one half, by type."""
        groups: dict[TypeName, list[Labelled]] = defaultdict(list)
        for concept in self.found:
            if concept.half is half:
                groups[concept.type].append(concept)
        return groups

    @property
    def digest(self) -> str:
        """A hash of the concepts, independent of their order and files."""
        digest = hashlib.blake2b(digest_size=8)
        for line in sorted(repr((c.type, c.wishes, c.phrases)) for c in self.found):
            digest.update(line.encode("utf-8", "surrogatepass"))
        return digest.hexdigest()


def read_concepts(paths: Sequence[Path], pack: Pack) -> Concepts:
    """The concepts in the pack's main language, each under the pack's type of that name.

    Those in other languages are used too if there are too few. A type that the pack does not have,
    or one of another field, counts only for the figures of all types.
    """
    found: dict[str, Labelled] = {}
    bad: list[str] = []
    for path in paths:
        rows = read_rows(path, lambda row: "wish" in row or "met" in row, what="concepts")
        bad += rows.bad
        for where, row in rows.found:
            concept = _concept(row)
            if isinstance(concept, str):
                bad.append(f"{where}: {concept}")
            else:
                found.setdefault(concept.id, concept)
    spoken = [c for c in found.values() if c.language in ("", *pack.languages[:1])]
    notes = []
    if len(spoken) < 2 * FEWEST < len(found):
        notes.append(f"{len(spoken)} concepts speak {pack.languages[0]!r}: those in other languages were taken too")
        spoken = list(found.values())
    kept = tuple(_typed(concept, pack) for concept in sorted(spoken, key=lambda concept: concept.id))
    _check_enough(kept, bad)
    return Concepts(found=kept, bad=tuple(bad), notes=tuple(notes))


def _typed(concept: Labelled, pack: Pack) -> Labelled:
    known = concept.type in pack.types and concept.field in ("", pack.name)
    return concept if known else replace(concept, type=OTHER_TYPES)


def _concept(row: Row) -> Labelled | str:
    """The row as a concept, or a message about what is wrong with it."""
    texts: dict[str, tuple[str, ...]] = {}
    for key in ("wish", *KINDS):
        value = row.get(key, [])
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            return f"{key!r} is no list of texts"
        texts[key] = tuple(dict.fromkeys(text for text in value if text.strip()))
    for key in ("wish", "met"):
        if not texts[key]:
            return f"no {key!r}"
    for key in ("id", "set", "type", "lang", "field"):
        if not isinstance(row.get(key, ""), str):
            return f"{key!r} is no text"
    id = "/".join(str(row[key]) for key in ("set", "id") if row.get(key)) or texts["wish"][0]
    return Labelled(
        id=id,
        type=TypeName(row.get("type", "")),
        wishes=texts["wish"],
        met=texts["met"],
        refuted=texts["refuted"],
        silent=texts["silent"],
        language=row.get("lang", ""),
        field=row.get("field", ""),
        written_as=row.get("type", ""),
    )


def scanned_together(concepts: Iterable[Labelled]) -> list[list[Labelled]]:
    """Groups of concepts whose wishes are compared with each other's phrases: by type, or by field.

    Concepts in too small groups, which have no strangers, are put together.
    """
    groups: dict[tuple[str, str], list[Labelled]] = defaultdict(list)
    for concept in concepts:
        # Fields other than homes have few concepts per type.
        groups[concept.field, "" if concept.field else concept.written_as].append(concept)
    found = [group for group in groups.values() if len(group) >= COMPANY]
    alone = [concept for group in groups.values() if len(group) < COMPANY for concept in group]
    if found and len(alone) < COMPANY:
        found[-1] = found[-1] + alone
    elif alone:
        found.append(alone)
    return found


def _check_enough(concepts: Iterable[Labelled], bad: Sequence[str]) -> None:
    halves = {half: [c for c in concepts if c.half is half] for half in Half}
    for half, doing in ((Half.TUNE, "fit"), (Half.REPORT, "measure")):
        own = halves[half]
        if len(own) < FEWEST:
            skipped = f"; {len(bad)} rows are no concepts, the first: {bad[0]}" if bad else ""
            raise BadInput(
                f"{len(own)} concepts to {doing} on, {FEWEST} are needed{skipped}",
                hint="Halves are made by a hash of the id: give about "
                f"{3 * FEWEST} concepts, one a line, each with `wish`, `met`, `refuted` and `silent`.",
                values={"concepts": len(own), "needed": FEWEST},
            )
        for kind in ("refuted", "silent"):
            if not any(getattr(concept, kind) for concept in own):
                raise BadInput(
                    f"no concept to {doing} on has phrases under {kind!r}",
                    hint="Without them it cannot be measured how often similarity misleads.",
                    values={"kind": kind},
                )
