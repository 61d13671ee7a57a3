"""News as text for people, in the language of the asker: "3 new, 1 gone, 1 cheaper", and a reason
for each in one sentence.

Texts are not escaped; the caller escapes them for a terminal or a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from claimtree.languages.rendering import joined, render
from claimtree.model.answers import Verdict
from claimtree.model.notices import Argument, Join, Notice, NoticeCode, notice
from claimtree.saved.diffs import (
    Arrival,
    ArrivalReason,
    Change,
    Counts,
    Departure,
    DepartureReason,
    FigureChange,
    VerdictChange,
)
from claimtree.saved.searches import Run

_COUNTS: Final[Mapping[str, NoticeCode]] = {
    "new": NoticeCode.COUNT_NEW,
    "gone": NoticeCode.COUNT_GONE,
    "cheaper": NoticeCode.COUNT_CHEAPER,
    "dearer": NoticeCode.COUNT_DEARER,
    "changed": NoticeCode.COUNT_CHANGED,
}
_ARRIVALS: Final[Mapping[ArrivalReason, NoticeCode]] = {
    ArrivalReason.NEW: NoticeCode.ARRIVED_NEW,
    ArrivalReason.CHANGED: NoticeCode.ARRIVED_CHANGED,
    ArrivalReason.MOVED_UP: NoticeCode.ARRIVED_MOVED_UP,
}
_VERDICTS: Final[Mapping[Verdict, NoticeCode]] = {
    Verdict.MET: NoticeCode.VERDICT_MET,
    Verdict.REFUTED: NoticeCode.VERDICT_REFUTED,
    Verdict.UNKNOWN: NoticeCode.VERDICT_UNKNOWN,
}


def summary(counts: Counts, language: str) -> str:
    """Returns the counts in words.

    >>> summary(Counts(new=3, gone=1, cheaper=1), "en"), summary(Counts(new=3, gone=1), "id")
    ('3 new, 1 gone, 1 cheaper', '3 baru, 1 hilang')
    >>> summary(Counts(), "en")
    'nothing new'
    """
    parts = [notice(code, count=number) for kind, code in _COUNTS.items() if (number := getattr(counts, kind))]
    return joined(parts or [notice(NoticeCode.COUNT_NOTHING)], Join.COMMA, language)


def headline(run: Run) -> str:
    """Returns the summary of a run in one line."""
    if run.baseline:
        return render(notice(NoticeCode.FIRST_RUN, seen=run.hit_count, total=run.total), run.language)
    return summary(run.diff.counts, run.language)


def why_new(arrival: Arrival, language: str) -> str:
    """Returns why a hit is new in the list, and how many wishes it meets."""
    return render(notice(_ARRIVALS[arrival.why], coverage=_coverage(arrival)), language)


def why_gone(departure: Departure, language: str) -> str:
    """Returns why a hit is not in the list any more."""
    return render(_departure(departure), language)


def figure_change(one: FigureChange, language: str) -> str:
    """Describes a changed figure ("price: $3,890/month → $3,700/month")."""
    before, after = (
        figure.text if figure is not None else notice(NoticeCode.NOT_SAID) for figure in (one.before, one.after)
    )
    return _changed(one.name.replace("_", " "), before, after, language)


def retitled(change: Change, language: str) -> str:
    """Describes a changed title; empty if it is unchanged."""
    if change.title_before is None:
        return ""
    return _changed(notice(NoticeCode.TITLE), change.title_before, change.hit.title, language)


def verdict_change(one: VerdictChange, language: str) -> str:
    """Describes a changed verdict ("pets allowed: met, now refuted")."""
    now = notice(_VERDICTS[one.now.verdict])
    if one.before is None or one.before is one.now.verdict:
        return render(notice(NoticeCode.VERDICT_NOW, claim=one.now.claim, verdict=now), language)
    before = notice(_VERDICTS[one.before])
    return render(notice(NoticeCode.VERDICT_CHANGED, claim=one.now.claim, before=before, verdict=now), language)


def heading(code: NoticeCode, language: str) -> str:
    """Returns the heading of a list of news."""
    return render(notice(code), language)


def _coverage(arrival: Arrival) -> Notice:
    met, of = arrival.hit.standing.met, arrival.hit.of
    return notice(NoticeCode.MEETS_ALL, of=of) if met == of else notice(NoticeCode.MEETS_SOME, met=met, of=of)


def _departure(departure: Departure) -> Notice:
    match departure.why:
        case DepartureReason.DELETED:
            return notice(NoticeCode.LEFT_DELETED)
        case DepartureReason.RULED_OUT:
            return notice(NoticeCode.LEFT_RULED_OUT if departure.claims else NoticeCode.LEFT_UNFIT)
        case DepartureReason.PUSHED_DOWN:
            if departure.place is None:
                return notice(NoticeCode.LEFT_PUSHED_DOWN)
            return notice(NoticeCode.LEFT_PUSHED_DOWN_TO, place=departure.place)


def _changed(name: Argument, before: Argument, after: Argument, language: str) -> str:
    return render(notice(NoticeCode.VALUE_CHANGED, name=name, before=before, after=after), language)
