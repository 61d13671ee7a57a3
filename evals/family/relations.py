"""Relations between two people of a tree, against words that others have for them.

A file of pairs stands beside its tree: `NAME_relations….tsv` beside `NAME.ged`, with the columns
`relation`, `person_xref` and `relative_xref`: what the relative is to the person. A pair is right if
its word is among those that we tell of the two, and *first* if it is the one that we tell first. A
divorced wife is a wife there, and an ex-wife here; both are right.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from claimtree.calibration.halves import half_of
from claimtree.calibration.measures import Progress
from claimtree.errors import BadInput
from claimtree.family_trees.links import kin_graph
from claimtree.kinship.graph import KinGraph, PersonId
from claimtree.kinship.relationship import relate
from claimtree.kinship.wording import kinship_words
from claimtree.sources.gedcom.source import read_tree, tree_name
from evals.scores import Case, Mark

RIGHT, FIRST = "relations", "first"
COLUMNS = ("relation", "person_xref", "relative_xref")


class Pair(NamedTuple):
    """What somebody else calls the second person, as seen from the first."""

    place: str
    relation: str
    person: PersonId
    relative: PersonId


def pair_files(data: Path) -> list[tuple[Path, Path]]:
    """Returns the files of pairs in a folder, each with its tree."""
    found = []
    for pairs in sorted(data.glob("*_relations*.tsv")):
        tree = pairs.with_name(pairs.name.partition("_relations")[0] + ".ged")
        if not tree.is_file():
            raise BadInput(f"{pairs.name} has no tree beside it", hint=f"Put {tree.name} beside it.")
        found.append((pairs, tree))
    return found


def relation_cases(data: Path, progress: Progress, *, limit: int | None = None) -> list[Case]:
    """Returns a case for each pair of the folder."""
    cases: list[Case] = []
    for file, tree in pair_files(data):
        name = tree_name(tree)
        graph = read_graph(tree, name)
        pairs = list(read_pairs(file, name))[: limit or None]
        for number, pair in enumerate(pairs, 1):
            cases.append(scored(graph, pair))
            progress("relations", number, len(pairs))
    return cases


def read_graph(file: Path, name: str) -> KinGraph:
    """Returns who is whose parent and partner in a GEDCOM file, living people included."""
    with TemporaryDirectory() as folder, read_tree(file, Path(folder) / "tree", name) as tree:
        return kin_graph(tree.people(), tree.families(), tree=name, file=file.name)


def read_pairs(file: Path, tree: str) -> Iterator[Pair]:
    with file.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t")
        if missing := set(COLUMNS) - set(rows.fieldnames or ()):
            raise BadInput(
                f"{file.name} lacks the columns {', '.join(sorted(missing))}", hint="See the docs of the eval."
            )
        for row in rows:
            yield _pair(row, f"{file.name}:{rows.line_num}", tree)


def _pair(row: Mapping[str, str], place: str, tree: str) -> Pair:
    def person(column: str) -> PersonId:
        return PersonId(f"{tree}:{row[column].strip().strip('@')}")

    return Pair(place, row["relation"].strip().lower(), person("person_xref"), person("relative_xref"))


def scored(graph: KinGraph, pair: Pair) -> Case:
    """Returns a pair with what we say of it."""
    found = relate(graph, pair.person, pair.relative)
    words = (found.label(), *found.also())
    ex = kinship_words().forms["ex"]
    told = {pair.relation, ex.format(word=pair.relation)}
    right, first = not told.isdisjoint(words), words[0] in told
    marks = tuple(
        Mark(figure=figure, group=pair.relation, right=int(is_so), missed=int(not is_so))
        for figure, is_so in ((RIGHT, right), (FIRST, first))
    )
    names = " and ".join(graph.person(id).name or id for id in (pair.person, pair.relative))
    return Case(
        id=pair.place,
        text=f"{names} ({pair.person}, {pair.relative})",
        marks=marks,
        expected=pair.relation,
        read="; also ".join(words),
        half=half_of(pair.place),
    )
