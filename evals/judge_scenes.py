"""Scenes to measure a judge on: small listings split into clauses, with wishes.

A row has `clauses`, and `wishes` with the indexes of the clauses that meet each (`met`) and refute
it (`refuted`). Only the judge is asked, without reader, rules or bars: each wish against all
clauses of its listing, most of which say nothing about it. The clause with the highest chance
decides.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from claimtree.calibration.data_rows import Row
from claimtree.cli.tables import Table
from claimtree.model.judging import Says, chances
from claimtree.ports import Embedder, Judge
from evals.scores import Figure

PRECISIONS = (0.95, 0.9, 0.85, 0.8)
_FEWEST = 10
"""Below this number of wishes a precision is not meaningful."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One validated row."""

    id: str
    language: str
    clauses: tuple[str, ...]
    wishes: tuple[tuple[str, Says], ...]
    """Each wish with its label; a clause that meets it outweighs one that refutes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """A judge's decision on one wish, its chance, and the label."""

    language: str
    sure: float
    says: Says
    label: Says


def is_scene(row: Row) -> bool:
    return {"clauses", "wishes"} <= row.keys()


def scene_of(where: str, row: Row) -> Scene:
    """Returns the row as a scene; raises ValueError if it is invalid."""
    clauses, wishes = row["clauses"], []
    if not isinstance(clauses, list) or not all(isinstance(clause, str) for clause in clauses):
        raise ValueError("its clauses are not a list of texts")
    if not isinstance(row["wishes"], list):
        raise ValueError("its wishes are not a list")
    for one in row["wishes"]:
        if not isinstance(one, dict) or not isinstance(one.get("wish"), str):
            raise ValueError("a wish has no text")
        met, refuted = one.get("met") or [], one.get("refuted") or []
        if not isinstance(met, list) or not isinstance(refuted, list):
            raise ValueError(f"the wish {one['wish']!r} does not list the clauses that meet and refute it")
        strays = [at for at in (*met, *refuted) if not (isinstance(at, int) and 0 <= at < len(clauses))]
        if strays:
            raise ValueError(f"the wish {one['wish']!r} names clause {strays[0]}, and there are {len(clauses)}")
        wishes.append((one["wish"], Says.MEETS if met else Says.REFUTES if refuted else Says.NOTHING))
    return Scene(
        id=f"{row.get('set', '')}/{row['id']}" if "id" in row else where,
        language=str(row.get("lang", "en")),
        clauses=tuple(clauses),
        wishes=tuple(wishes),
    )


def decide(scene: Scene, embedder: Embedder) -> list[Decided]:
    """Returns the judge's decision on each wish; empty for an embedder that only has cosine."""
    if not isinstance(embedder, Judge) or not scene.clauses or not scene.wishes:
        return []
    wished = embedder.judge(embedder.embed([wish for wish, _ in scene.wishes]))
    best = chances(wished.logits(embedder.embed(scene.clauses))).max(axis=0)
    found = []
    for (_, label), (met, refuted, _) in zip(scene.wishes, best.tolist(), strict=True):
        says = Says.MEETS if met >= refuted else Says.REFUTES
        found.append(Decided(language=scene.language, sure=max(met, refuted), says=says, label=label))
    return found


def recall_at(found: Iterable[Decided], precision: float) -> float:
    """Returns the highest recall of met and refuted wishes at no less than this precision."""
    ordered = sorted(found, key=lambda one: -one.sure)
    settled = sum(one.label is not Says.NOTHING for one in ordered)
    right, most = 0, 0
    for shown, one in enumerate(ordered, 1):
        right += one.says is one.label
        if shown >= _FEWEST and right >= precision * shown:
            most = right
    return most / settled if settled else math.nan


def scene_figures(found: Sequence[Decided]) -> tuple[Figure, ...]:
    if not found:
        return ()
    return tuple(
        Figure(
            key=f"scenes recall at {precision}",
            title=f"scenes, met and refuted found at a precision of {precision}",
            measure="recall",
            values={"all": recall_at(found, precision)},
            counts={"all": len(found)},
        )
        for precision in PRECISIONS
    )


def scene_tables(found: Sequence[Decided]) -> tuple[Table, ...]:
    if not found:
        return ()
    groups = {language: [one for one in found if one.language == language] for language in ("en", "id")}
    by_group = {name: some for name, some in {**groups, "all": list(found)}.items() if some}
    numbers = {name: {str(at): recall_at(some, at) for at in PRECISIONS} for name, some in by_group.items()}
    return (
        Table(
            title="Scenes, recall of what is met and refuted by precision",
            heads=("language", *map(str, PRECISIONS), "wishes"),
            rows=tuple(
                (name, *(f"{numbers[name][str(at)]:.3f}" for at in PRECISIONS), f"{len(some):,}")
                for name, some in by_group.items()
            ),
            numbers=numbers,
        ),
    )
