"""JSON serializer and parser for saved searches, runs and snapshots, as used by API, webhooks and
the file."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlsplit

from claimtree.json_types.saved_types import (
    ArrivalShape,
    ChangeShape,
    DepartureShape,
    FigureShape,
    PriceMove,
    RunHitShape,
    RunShape,
    RunVerdictShape,
    SavedShape,
    SnapshotShape,
    VerdictChangeShape,
)
from claimtree.model.amounts import AmountKind
from claimtree.model.answers import Standing, Verdict
from claimtree.model.claims import ClaimId, EntityId
from claimtree.model.questions import question_json
from claimtree.saved import news_text
from claimtree.saved.diffs import (
    Arrival,
    ArrivalReason,
    Change,
    Counts,
    Departure,
    DepartureReason,
    Diff,
    FigureChange,
    VerdictChange,
)
from claimtree.saved.searches import Run, SavedSearch
from claimtree.saved.snapshots import Figure, RunHit, RunVerdict, Snapshot
from claimtree.serialization import VERDICTS

PRICE_MOVES: Final[dict[int, PriceMove | None]] = {-1: "dropped", 1: "rose", 0: None}
MOST_REPORTED = 100
"""Maximum number of new, gone and changed hits, each, that are stored and reported per run; the
counts cover all."""


def moment(at: float) -> str:
    """Formats a time as ISO 8601 in UTC.

    >>> moment(0)
    '1970-01-01T00:00:00Z'
    """
    return datetime.fromtimestamp(int(at), UTC).isoformat().replace("+00:00", "Z")


def search(saved: SavedSearch) -> SavedShape:
    """Serializes a search without the webhook's secret, and without its path, which may contain
    one."""
    hook = saved.webhook
    return {
        "id": saved.id,
        "name": saved.name,
        "collection": saved.collection,
        **question_json(saved.question),
        "limit": saved.limit,
        "every_minutes": saved.every,
        "due": moment(saved.due) if saved.due is not None else None,
        "webhook": (
            {
                "host": host(hook.url),
                "allow_private": hook.allow_private,
                "enabled": hook.enabled,
                "said": hook.last_outcome,
            }
            if hook is not None
            else None
        ),
        "created": moment(saved.created),
        "runs": saved.runs,
        "last_run": moment(saved.last_run) if saved.last_run is not None else None,
        "failure": saved.failure,
    }


def host(url: str) -> str:
    """Returns scheme, host and port of a URL ("https://news.example:8443"), without parts that may
    be secret."""
    address = urlsplit(url)
    return f"{address.scheme}://{address.netloc}"


def run(done: Run) -> RunShape:
    """Serializes one run with its news; `more` counts what was left out of the lists."""
    diff = done.diff
    counts = diff.counts
    return {
        "id": done.id,
        "search": done.search,
        "name": done.name,
        "collection": done.collection,
        "question": done.question,
        "run": done.number,
        "at": moment(done.at),
        "baseline": done.baseline,
        "summary": news_text.headline(done),
        "counts": {"new": counts.new, "gone": counts.gone, "cheaper": counts.cheaper, "dearer": counts.dearer,
                   "changed": counts.changed},
        "hits": done.hit_count,
        "total": done.total,
        "new": [arrival(one, done.language) for one in diff.new],
        "gone": [departure(one, done.language) for one in diff.gone],
        "changed": [change(one) for one in diff.changed],
        "more": {
            "new": counts.new - len(diff.new),
            "gone": counts.gone - len(diff.gone),
            "changed": counts.cheaper + counts.dearer + counts.changed - len(diff.changed),
        },
        "notices": list(done.notices),
        "language": done.language,
    }  # fmt: skip


def arrival(one: Arrival, language: str) -> ArrivalShape:
    return {**hit(one.hit), "reason": one.why.value, "why": news_text.why_new(one, language)}


def departure(one: Departure, language: str) -> DepartureShape:
    return {
        "reason": one.why.value,
        "why": news_text.why_gone(one, language),
        "claims": [verdict_change(each) for each in one.claims],
        "now_at": one.place,
        "was": hit(one.hit),
        "id": one.hit.id,
        "title": one.hit.title,
    }


def change(one: Change) -> ChangeShape:
    return {
        **hit(one.hit),
        "title_before": one.title_before,
        "price": PRICE_MOVES[one.money],
        "changed_fields": [
            {
                "name": each.name,
                "before": figure(each.before) if each.before is not None else None,
                "after": figure(each.after) if each.after is not None else None,
            }
            for each in one.figure_changes
        ],
        "changed_claims": [verdict_change(each) for each in one.verdict_changes],
    }


def verdict_change(one: VerdictChange) -> VerdictChangeShape:
    return {**verdict(one.now), "before": VERDICTS[one.before] if one.before is not None else None}


def hit(one: RunHit) -> RunHitShape:
    standing = one.standing
    return {
        "id": one.id,
        "title": one.title,
        "place": one.place,
        "coverage": {"met": standing.met, "required_met": standing.required_met, "of": one.of},
        "score": standing.score,
        "verdicts": [verdict(each) for each in one.verdicts],
        "fields": [figure(each) for each in one.figures],
    }


def verdict(one: RunVerdict) -> RunVerdictShape:
    return {
        "id": one.id,
        "claim": one.claim,
        "verdict": VERDICTS[one.verdict],
        "quote": one.quote,
        "required": one.required,
        "measured": one.measured,
    }


def figure(one: Figure) -> FigureShape:
    return {"name": one.name, "kind": one.kind.value, "value": one.value, "text": one.text}


def snapshot(taken: Snapshot) -> SnapshotShape:
    return {
        "seen": [hit(one) for one in taken.hits],
        "claims": [[id, text] for id, text in taken.claims],
        "limit": taken.limit,
        "total": taken.total,
        "turn": taken.turn,
    }


# --- The parsers read only what this module wrote. The file outlives versions: a key added later
# needs a default.


def snapshot_from(shape: Any) -> Snapshot:
    return Snapshot(
        hits=tuple(map(_hit, shape["seen"])),
        claims=tuple((ClaimId(id), text) for id, text in shape["claims"]),
        limit=shape["limit"],
        total=shape["total"],
        turn=shape["turn"],
    )


def run_from(shape: Any, *, at: float) -> Run:
    """Parses a run; `at` is passed separately, because the JSON has whole seconds only."""
    return Run(
        search=shape["search"],
        name=shape["name"],
        collection=shape["collection"],
        question=shape["question"],
        number=shape["run"],
        at=at,
        hit_count=shape["hits"],
        total=shape["total"],
        diff=Diff(
            new=tuple(Arrival(hit=_hit(one), why=ArrivalReason(one["reason"])) for one in shape["new"]),
            gone=tuple(map(_departure, shape["gone"])),
            changed=tuple(map(_change, shape["changed"])),
            counts=Counts(**shape["counts"]),
        ),
        notices=tuple(shape["notices"]),
        language=shape.get("language", "en"),
    )


def _departure(shape: Any) -> Departure:
    return Departure(
        hit=_hit(shape["was"]),
        why=DepartureReason(shape["reason"]),
        claims=tuple(map(_verdict_change, shape["claims"])),
        place=shape["now_at"],
    )


def _change(shape: Any) -> Change:
    return Change(
        hit=_hit(shape),
        title_before=shape["title_before"],
        figure_changes=tuple(
            FigureChange(
                before=_figure(one["before"]) if one["before"] is not None else None,
                after=_figure(one["after"]) if one["after"] is not None else None,
            )
            for one in shape["changed_fields"]
        ),
        verdict_changes=tuple(map(_verdict_change, shape["changed_claims"])),
    )


def _verdict_change(shape: Any) -> VerdictChange:
    return VerdictChange(now=_verdict(shape), before=Verdict(shape["before"]) if shape["before"] is not None else None)


def _hit(shape: Any) -> RunHit:
    coverage = shape["coverage"]
    return RunHit(
        id=EntityId(shape["id"]),
        title=shape["title"],
        place=shape["place"],
        of=coverage["of"],
        standing=Standing(required_met=coverage["required_met"], met=coverage["met"], score=shape["score"]),
        verdicts=tuple(map(_verdict, shape["verdicts"])),
        figures=tuple(map(_figure, shape["fields"])),
    )


def _verdict(shape: Any) -> RunVerdict:
    return RunVerdict(
        id=ClaimId(shape["id"]),
        claim=shape["claim"],
        verdict=Verdict(shape["verdict"]),
        quote=shape["quote"],
        required=shape["required"],
        measured=shape["measured"],
    )


def _figure(shape: Any) -> Figure:
    return Figure(name=shape["name"], kind=AmountKind(shape["kind"]), value=shape["value"], text=shape["text"])
