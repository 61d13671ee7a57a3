"""recipe-mpr: pick the one of five recipes that a request asks for, in a field new to the engine.

The five options become five documents of an in-memory store, and the request is searched for like
any other; the pack is data alone (`packs/recipes`). For comparison: chance, and a stock embedder
without claims in the same run, which picks the option nearest to the whole request.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from functools import cache
from pathlib import Path

import numpy as np

from claimtree.calibration.data_rows import Row
from claimtree.engine import Engine
from claimtree.errors import MissingExtra
from claimtree.indexing import Indexer
from claimtree.model.answers import Found
from claimtree.model.claims import EntityId
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Source
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.local import LocalEmbedder
from claimtree.ports import Embedder, StoreIdentity
from claimtree.stores.open import open_store
from evals.adapters import Adapter
from evals.reading import Reading
from evals.scores import Case, Confusion, Goal, Mark

PACK = Path(__file__).parent / "packs" / "recipes"
_STRATEGIES = ("Specific", "Commonsense", "Negated", "Analogical", "Temporal")


def is_ours(row: Row) -> bool:
    return {"query", "options", "answer"} <= row.keys()


def score(where: str, row: Row, reading: Reading) -> Case:
    question, options = str(row["query"]), {str(key): str(text) for key, text in row["options"].items()}
    answer = str(row["answer"])
    if answer not in options:
        raise ValueError("the answer is none of the options")
    kinds = [kind for kind in _STRATEGIES if (row.get("query_type") or {}).get(kind)] or ["plain"]
    embedder = reading.embedder or HashedEmbedder(256)
    chosen = reading.attempt(lambda: _search(question, options, reading, embedder), "")
    nearest = _nearest(question, options, _stock() or embedder)
    right, near = chosen == answer, nearest == answer
    marks = [
        Mark(figure="right", group="all", right=int(right), missed=int(not right)),
        Mark(figure="nearest", group="all", right=int(near), missed=int(not near)),
        *(Mark(figure="kinds", group=kind, right=int(right), missed=int(not right)) for kind in kinds),
    ]
    if "Negated" in kinds:
        marks.append(Mark(figure="negated", group="all", right=int(right), missed=int(not right)))
        marks.append(Mark(figure="negated nearest", group="all", right=int(near), missed=int(not near)))
    return Case(
        id=where,
        text=question.strip(),
        marks=tuple(marks),
        expected=options[answer],
        read=options.get(chosen, "no hit"),
        confusions=() if right else (Confusion(slot=kinds[0], expected="the answer", read=_kind_of_miss(chosen)),),
    )


def _kind_of_miss(chosen: str) -> str:
    return "another option" if chosen else "no hit"


def _search(question: str, options: Mapping[str, str], reading: Reading, embedder: Embedder) -> str:
    """Returns the engine's first hit; empty if nothing is found."""
    pack = reading.pack
    identity = StoreIdentity(
        pack=pack.name, pack_version=pack.version, embedder=embedder.name, dimensions=embedder.dimensions
    )
    documents = [
        Document(
            id=EntityId(key),
            level=pack.hierarchy.answers,
            source=Source(name="recipe-mpr", text=text),
            title=text,
        )
        for key, text in sorted(options.items())
    ]
    with closing(open_store("memory:", identity, pack.hierarchy)) as store:
        Indexer(pack, store, reading.reader, embedder).index(documents)
        answer = Engine(pack=pack, store=store, reader=reading.reader, embedder=embedder).search(question)
    return str(answer.hits[0].id) if isinstance(answer, Found) and answer.hits else ""


@cache
def _stock() -> Embedder | None:
    """Returns bge-small if its weights are installed; else None, and the measured embedder's own
    cosine is used."""
    try:
        return LocalEmbedder()
    except MissingExtra:
        return None


def _nearest(question: str, options: Mapping[str, str], embedder: Embedder) -> str:
    keys = sorted(options)
    likeness = embedder.embed([question]).similarity(embedder.embed([options[key] for key in keys]))
    return keys[int(np.argmax(likeness[0]))]


RECIPES = Adapter(
    name="recipe-mpr",
    title="Recipe-MPR, one of five",
    data="rows with query, options and answer (Recipe-MPR)",
    pack=str(PACK),
    folder="recipe-mpr",
    goals=(
        Goal(key="right", title="right option found"),
        Goal(key="nearest", title="the same by stock cosine of the whole request"),
        Goal(key="negated", title="right option found, negated requests"),
        Goal(key="negated nearest", title="the same by stock cosine of the whole request, negated"),
        Goal(key="kinds", title="right option by kind of request", by="kind", only_table=True),
    ),
    is_ours=is_ours,
    key=lambda row: str(row["query"]),
    score=score,
    notes=("Chance is right in .200 of the cases.",),
)
