"""News as text for people: "3 new, 1 gone, 1 cheaper", and a reason for each in one sentence.

Texts are not escaped; the caller escapes them for a terminal or a page.
"""

from __future__ import annotations

from claimtree.model.answers import Verdict
from claimtree.saved.diffs import Arrival, Came, Change, Counts, Departure, Moved, Turned, Went
from claimtree.saved.searches import Run
from claimtree.saved.snapshots import Told

_KINDS = ("new", "gone", "cheaper", "dearer", "changed")


def summary(counts: Counts) -> str:
    """Returns the counts in words.

    >>> summary(Counts(new=3, gone=1, cheaper=1))
    '3 new, 1 gone, 1 cheaper'
    >>> summary(Counts())
    'nothing new'
    """
    parts = [f"{number:,} {kind}" for kind in _KINDS if (number := getattr(counts, kind))]
    return ", ".join(parts) or "nothing new"


def headline(run: Run) -> str:
    """Returns the summary of a run in one line."""
    if run.baseline:
        return f"first run: {run.seen:,} of {run.total:,} noted; news begin with the next"
    return summary(run.diff.counts)


def coverage(arrival: Arrival) -> str:
    met, of = arrival.seen.standing.met, arrival.seen.of
    return f"meets all {of}" if met == of else f"meets {met} of {of}"


def why_new(arrival: Arrival) -> str:
    """Returns why a hit is new in the list, and how many wishes it meets."""
    how = {
        Came.NEW: "new in the store",
        Came.CHANGED: "it did not fit before: what is said of it has changed",
        Came.MOVED_UP: "it stood below what is followed, and moved up",
    }[arrival.why]
    return f"{how}; {coverage(arrival)}"


def why_gone(departure: Departure) -> str:
    match departure.why:
        case Went.DELETED:
            return "no longer in the store"
        case Went.RULED_OUT:
            return "ruled out now" if departure.claims else "it does not fit any more"
        case Went.PUSHED_DOWN:
            where = f"place {departure.place:,} now" if departure.place is not None else "lower now"
            return f"it still fits, and others stand before it: {where}"


def moved(one: Moved) -> str:
    """Describes a changed figure ("price: $3,890/month → $3,700/month")."""
    before = one.before.text if one.before is not None else "not said"
    after = one.after.text if one.after is not None else "not said"
    return f"{one.name.replace('_', ' ')}: {before} → {after}"


def turned(one: Turned) -> str:
    """Describes a changed verdict ("pets allowed: met, now refuted")."""
    was = f"{one.before.value}, " if one.before is not None and one.before is not one.now.verdict else ""
    return f"{one.now.claim}: {was}now {one.now.verdict.value}"


def retitled(change: Change) -> str:
    return f"title: {change.title_before} → {change.seen.title}" if change.title_before is not None else ""


def met(arrival: Arrival) -> list[Told]:
    """Returns the claims that the new hit meets."""
    return [told for told in arrival.seen.told if told.verdict is Verdict.MET]
