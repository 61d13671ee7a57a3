"""Look-ups by altered records: is the right one first, among three, and does the confidence hold?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from claimtree.answering.ask_result import Clue, ClueKind, Found, Sought
from claimtree.answering.candidates import finder_of
from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.plan import Base, Relation
from claimtree.calibration.halves import Split, half_of
from claimtree.calibration.measures import Progress
from claimtree.cli.tables import Table
from claimtree.family_trees.tree import read_date
from claimtree.kinship.graph import Sex
from claimtree.packs.find import pack_folder
from evals.family.altered import Alterations, Record
from evals.family.questions import DEMO, ROYALS, read_index
from evals.family.raw_tree import RawTree
from evals.scores import Case, Figure, Goal, Mark

LOOKUP_FIRST: Final = "lookups-first"
LOOKUP_THREE: Final = "lookups-three"
GOALS: Final = (
    Goal(key=LOOKUP_FIRST, title="looked up: the right one first", bar=0.95, by="alteration"),
    Goal(key=LOOKUP_THREE, title="looked up: the right one among three", bar=0.99, by="alteration"),
)
RECORDS: Final = 600
"""Of each tree."""
STRANGERS: Final = 300
"""Records of people of the other tree, whom this one does not have."""
SEED: Final = 11
_RELATIONS: Final = {
    "wife": Relation(base=Base.SPOUSE, sex=Sex.FEMALE),
    "husband": Relation(base=Base.SPOUSE, sex=Sex.MALE),
    "mother": Relation(base=Base.PARENT, sex=Sex.FEMALE),
    "father": Relation(base=Base.PARENT, sex=Sex.MALE),
}
_STEPS: Final = (0, 10, 30, 50, 70, 90, 101)


class LookedUp(NamedTuple):
    """A record, and what was found for it."""

    tree: str
    record: Record
    found: Found
    is_known: bool = True
    """False if the tree does not have the person."""

    @property
    def place(self) -> int:
        """Where the right one is: 0 is first; -1 if it is not found."""
        ids = [one.id for one in self.found.candidates]
        return ids.index(self.record.id) if self.is_known and self.record.id in ids else -1


def sought_of(record: Record) -> Sought:
    """Returns what is looked for."""
    clues = []
    for event, year in (("birth", record.born), ("death", record.died)):
        if year is not None:
            clues.append(Clue(kind=ClueKind.EVENT, quote=str(year), event=event, when=read_date(str(year))))
    if record.place:
        clues.append(Clue(kind=ClueKind.EVENT, quote=record.place, place=record.place))
    if record.relative:
        relation = _RELATIONS[record.relation]
        clues.append(Clue(kind=ClueKind.RELATIVE, quote=record.relative, relation=relation, name=record.relative))
    return Sought(name=record.name, clues=tuple(clues))


def looked_up(data: Path | None, progress: Progress, *, records: int = RECORDS, seed: int = SEED) -> list[LookedUp]:
    """Returns look-ups in the demo tree, and in royal92 if the data has it."""
    files = [pack_folder("family") / "demo" / DEMO]
    if data is not None and (data / ROYALS).exists():
        files.append(data / ROYALS)
    indexes = [read_index(file) for file in files]
    made = [
        (file.stem, index, Alterations(RawTree(file), seed, index.hidden))
        for file, index in zip(files, indexes, strict=True)
    ]
    found: list[LookedUp] = []
    for tree, index, altered in made:
        for number, record in enumerate(altered.records(records), 1):
            found.append(LookedUp(tree, record, _find(index, record)))
            progress(f"look-ups in {tree}", number, records)
    for (_, _, altered), (tree, index, _) in zip(made, reversed(made), strict=True):
        if len(made) > 1:
            strangers = altered.records(min(STRANGERS, records // 4))
            found += [LookedUp(tree, record, _find(index, record), is_known=False) for record in strangers]
    return found


def _find(index: FamilyIndex, record: Record) -> Found:
    return finder_of(index).find(sought_of(record))


def lookup_cases(found: Sequence[LookedUp]) -> Iterator[Case]:
    """Yields those of which one person alone fits best."""
    for number, one in enumerate(found):
        if one.is_known and not one.record.rivals:
            yield _case(f"{one.tree}-lookup-{number}", one)


def _case(place: str, one: LookedUp) -> Case:
    group = one.record.how[0] if len(one.record.how) == 1 else "two of them"
    marks = tuple(
        Mark(figure=key, group=group, right=int(right), missed=int(not right))
        for key, right in ((LOOKUP_FIRST, one.place == 0), (LOOKUP_THREE, one.place >= 0))
    )
    record = one.record
    asked = (
        f"{record.name}; born {record.born}; died {record.died}; {record.place}; {record.relation} {record.relative}"
    )
    return Case(
        id=place,
        text=asked,
        marks=marks,
        expected=record.id,
        read=", ".join(f"{who.id} {who.name} ({who.confidence})" for who in one.found.candidates) or "nobody",
        half=half_of(place),
    )


def lookup_figures(found: Sequence[LookedUp]) -> Iterator[Figure]:
    """Yields what was left out of the two shares, and how far confidences are off."""
    known = [one for one in found if one.is_known]
    ambiguous = [one for one in known if one.record.rivals]
    yield _share("lookups-ambiguous", "records that others fit as well, left out above", ambiguous, known)
    fair = [one for one in ambiguous if len(one.record.rivals) < 3]
    shown = [one for one in fair if one.place >= 0]
    yield _share("lookups-ambiguous-three", "of those with one or two rivals: the right one among three", shown, fair)
    yield _share(
        "lookups-all-first", "all records: the right one first", [one for one in known if one.place == 0], known
    )
    yield _share(
        "lookups-all-three", "all records: the right one among three", [one for one in known if one.place >= 0], known
    )
    rows = list(_reliability(found))
    total = sum(row.candidates for row in rows)
    off = sum(row.candidates * abs(row.said - row.right) for row in rows) / total if total else 0.0
    yield Figure(
        key="lookups-calibration",
        title="confidence: how far it is off, on average",
        measure="share",
        values={Split.ALL.value: off},
        counts={Split.ALL.value: total},
        bar=0.05,
        at_most=True,
    )


def _share(key: str, title: str, some: Sequence[object], all_of_them: Sequence[object]) -> Figure:
    value = len(some) / len(all_of_them) if all_of_them else 0.0
    return Figure(
        key=key,
        title=title,
        measure="share",
        values={Split.ALL.value: value},
        counts={Split.ALL.value: len(all_of_them)},
    )


class _Row(NamedTuple):
    low: int
    high: int
    candidates: int
    said: float
    right: float


def _reliability(found: Sequence[LookedUp]) -> Iterator[_Row]:
    """Yields what was said and what was right, by confidence, over all candidates that are shown."""
    shown = [
        (one.confidence, one.id == lookup.record.id and lookup.is_known)
        for lookup in found
        for one in lookup.found.candidates
    ]
    for low, high in pairwise(_STEPS):
        some = [(said, right) for said, right in shown if low <= said < high]
        if some:
            said = sum(one for one, _ in some) / len(some) / 100
            yield _Row(low, high - 1, len(some), said, sum(right for _, right in some) / len(some))


def reliability_table(found: Sequence[LookedUp]) -> Table:
    rows = list(_reliability(found))
    return Table(
        title="confidence of candidates, and how many were the one who is meant",
        heads=("confidence", "candidates", "said", "right"),
        rows=tuple(
            (f"{row.low}–{row.high}", f"{row.candidates:,}", f"{row.said:.3f}", f"{row.right:.3f}") for row in rows
        ),
        name="reliability",
        numbers={
            f"{row.low}–{row.high}": {"candidates": float(row.candidates), "said": row.said, "right": row.right}
            for row in rows
        },
    )
