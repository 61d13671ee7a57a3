"""Stores as JSON: what is in one, whether it is sound, how it became another one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from claimtree.model.claims import LevelName
from claimtree.ports import StoreIdentity, StoreInfo

if TYPE_CHECKING:
    from claimtree.json_types.store_types import CheckShape, CopyShape, IdentityShape, RebuildShape, StoreInfoShape
    from claimtree.moving import CopyReport, RebuildReport


def info(about: StoreInfo) -> StoreInfoShape:
    return {
        "store": about.address,
        **identity(about.identity),
        "entities": by_level(about.entities),
        "claims": about.claims,
        "phrases": about.phrases,
        "edges": about.edges,
        "places": about.places,
        "relations": about.relations,
        "bytes": about.bytes,
        "schema": about.schema,
    }


def check(problems: Iterable[str], *, address: str, notices: Sequence[str] = ()) -> CheckShape:
    found = list(problems)
    return {"store": address, "sound": not found, "problems": found, "notices": list(notices)}


def identity(built: StoreIdentity) -> IdentityShape:
    return {
        "pack": built.pack,
        "pack_version": built.pack_version,
        "embedder": built.embedder,
        "dimensions": built.dimensions,
    }


def rebuild(done: RebuildReport) -> RebuildShape:
    return {
        "store": done.store,
        "swapped": done.swapped,
        "read": done.read,
        "resumed": done.resumed,
        "rounds": done.rounds,
        "entities": by_level(done.entities),
        "claims": done.claims,
        "phrases": done.phrases,
        "before": identity(done.before.identity),
        "after": identity(done.after.identity),
        "answers": {
            "asked": done.answers.asked,
            "different": list(done.answers.different),
            "must_agree": done.must_agree,
        },
        "problems": list(done.problems),
        "interrupted": done.interrupted,
        "held_seconds": round(done.held_s, 3),
        "seconds": round(done.seconds, 3),
        "notices": list(done.notices),
    }


def copy(done: CopyReport) -> CopyShape:
    return {
        "source": done.source,
        "target": done.target,
        "entities": by_level(done.entities),
        "claims": done.claims,
        "phrases": done.phrases,
        "edges": done.edges,
        "places": done.places,
        "relations": done.relations,
        "written": done.written,
        "compared": done.compared,
        "verified": done.verified,
        "problems": list(done.problems),
        "seconds": round(done.seconds, 3),
    }


def by_level(counts: Mapping[LevelName, int]) -> dict[str, int]:
    """Counts by the names of levels."""
    return {str(level): count for level, count in counts.items()}
