"""Runs a saved search again: what matches now, and why former hits are gone.

Only matches are followed. If nothing matches, an ordinary search shows the closest candidates; here
that would produce news about homes that were not asked for, and about their departure as soon as
something matches again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from claimtree.engine import Engine
from claimtree.model.answers import Judgement, Verdict
from claimtree.model.claims import EntityId, QueryClaim
from claimtree.model.notices import Notice
from claimtree.model.plans import Plan
from claimtree.model.verdicts import judge
from claimtree.saved.diffs import Departure, DepartureReason, VerdictChange, verdicts_before
from claimtree.saved.searches import SavedSearch
from claimtree.saved.snapshots import RunHit, Snapshot, run_hit, run_verdict

MOST_PLACED = 100
"""Maximum number of pushed-down hits per run whose new rank is looked up: each needs a query to the
store."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The question as it is understood now; `plan` is None if it contains no wish."""

    claims: tuple[QueryClaim, ...]
    plan: Plan | None
    notices: tuple[Notice, ...]
    language: str
    """The language of the asker."""


def ask(engine: Engine, saved: SavedSearch) -> Asked:
    """Reads the question again, because new data may have added names, and places may have
    moved."""
    reading = engine.read_question(saved.question)
    if not reading.claims:
        return Asked(claims=(), plan=None, notices=reading.notices, language=reading.language)
    located = engine.locate(reading.claims)
    plan = engine.plan(reading.claims, saved.question, located=located)
    notices = (*reading.notices, *located.notices)
    return Asked(claims=reading.claims, plan=plan, notices=notices, language=reading.language)


def look(engine: Engine, saved: SavedSearch, asked: Asked, *, turn: int) -> Snapshot:
    """Takes a snapshot of the best matches."""
    claims = tuple((claim.id, claim.text) for claim in asked.claims)
    if asked.plan is None:
        return Snapshot(hits=(), claims=claims, limit=saved.limit, total=0, turn=turn)
    ranked = engine.store.rank(asked.plan, limit=saved.limit)
    hits = tuple(
        run_hit(entity, judgement, asked.claims, engine.pack, place=place)
        for place, (entity, judgement) in enumerate(
            (
                (dossier.entities[dossier.candidate], judge(asked.plan, dossier))
                for dossier in engine.store.dossiers(asked.plan, [hit.id for hit in ranked.hits])
            ),
            1,
        )
    )
    return Snapshot(hits=hits, claims=claims, limit=saved.limit, total=ranked.ladder.total, turn=turn)


def examiner(engine: Engine, asked: Asked, gone: Sequence[RunHit]) -> Callable[[RunHit], Departure]:
    """Returns a function that explains each departure: deleted, ruled out by which claims, or at
    which rank now."""
    plan, store = asked.plan, engine.store
    ids = [one.id for one in gone]
    judged: dict[EntityId, Judgement] = {}
    if plan is not None:
        answers = engine.pack.hierarchy.answers
        stored = [item.entity.id for item in store.get(ids) if item.entity.level == answers]
        judged = {dossier.candidate: judge(plan, dossier) for dossier in store.dossiers(plan, stored)}
    placed: set[EntityId] = set()

    def examine(was: RunHit) -> Departure:
        if plan is None:
            return Departure(hit=was, why=DepartureReason.RULED_OUT)
        judgement = judged.get(was.id)
        if judgement is None:
            return Departure(hit=was, why=DepartureReason.DELETED)
        if not judgement.stays(strict=plan.strict):
            return Departure(hit=was, why=DepartureReason.RULED_OUT, claims=_against(plan, judgement, was))
        placed.add(was.id)
        place = store.place(plan, was.id) if len(placed) <= MOST_PLACED else None
        return Departure(hit=was, why=DepartureReason.PUSHED_DOWN, place=place)

    return examine


def _against(plan: Plan, judgement: Judgement, was: RunHit) -> tuple[VerdictChange, ...]:
    """Returns the claims that rule an entity out: refuted ones; those of a level where no required
    claim is met; and in strict mode those that nothing is known about."""
    failed = {i for k in judgement.refuted for i in plan.units[k].wishes}
    if plan.strict:
        failed |= {i for k in judgement.unmet for i in plan.units[k].wishes}
    closed = set(judgement.closed)
    failed |= {i for unit in plan.units if unit.gate_levels & closed for i in unit.wishes}
    before = verdicts_before(was)
    now = [run_verdict(plan.wishes[i].claim, judgement.findings[i]) for i in sorted(failed)]
    return tuple(
        VerdictChange(now=one, before=before.get((one.id, one.claim))) for one in now if one.verdict is not Verdict.MET
    )
