"""The difference between two snapshots: what is new, gone or changed, and why.

A pure function: all it calls are the two callbacks it is given. Entities are the same if their ids
are. A mere change of rank is no news, nor are other words for the same verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from claimtree.model.amounts import AmountKind
from claimtree.model.answers import Verdict
from claimtree.model.claims import EntityId
from claimtree.model.notices import Join, Notice, NoticeCode, notice, several
from claimtree.saved.snapshots import Figure, RunHit, RunVerdict, Snapshot


class ArrivalReason(StrEnum):
    """Why a hit is new."""

    NEW = "new_entity"
    """The store did not have it when the search last ran."""
    CHANGED = "changed"
    """It was in the store and did not match: its claims have changed."""
    MOVED_UP = "moved_up"
    """It matched, but ranked below the hits that were looked at."""


class DepartureReason(StrEnum):
    """Why a hit is gone."""

    DELETED = "deleted"
    RULED_OUT = "ruled_out"
    """A required claim rules it out now."""
    PUSHED_DOWN = "pushed_down"
    """It still matches, but others rank higher."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictChange:
    """A claim with another verdict than before."""

    now: RunVerdict
    before: Verdict | None
    """None if the claim was not part of the question before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureChange:
    """A figure that changed; None on the side where it is missing."""

    before: Figure | None
    after: Figure | None

    @property
    def name(self) -> str:
        figure = self.after or self.before
        return figure.name if figure is not None else ""

    @property
    def money(self) -> int:
        """-1 if the price dropped, 1 if it rose, else 0."""
        if self.before is None or self.after is None or self.after.kind is not AmountKind.MONEY:
            return 0
        return (self.after.value > self.before.value) - (self.after.value < self.before.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A hit that was not in the last snapshot."""

    hit: RunHit
    why: ArrivalReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """A hit that is no longer in the snapshot."""

    hit: RunHit
    """Its state in the last snapshot."""
    why: DepartureReason
    claims: tuple[VerdictChange, ...] = ()
    """The claims that rule it out, with the words that decided them."""
    place: int | None = None
    """Its rank now, if it was pushed down; None also if too many were."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A hit in both snapshots that has changed."""

    hit: RunHit
    """Its state now."""
    title_before: str | None = None
    """None if the title is unchanged."""
    figure_changes: tuple[FigureChange, ...] = ()
    verdict_changes: tuple[VerdictChange, ...] = ()

    @property
    def money(self) -> int:
        """-1 if some price dropped and none rose, 1 the other way round, else 0."""
        signs = {one.money for one in self.figure_changes} - {0}
        return signs.pop() if len(signs) == 1 else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Total counts, also of hits that are left out of the lists."""

    new: int = 0
    gone: int = 0
    cheaper: int = 0
    dearer: int = 0
    changed: int = 0
    """Changed in another way than the price."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diff:
    """All differences, best rank first."""

    new: tuple[Arrival, ...] = ()
    gone: tuple[Departure, ...] = ()
    changed: tuple[Change, ...] = ()
    counts: Counts = Counts()

    def __bool__(self) -> bool:
        """True if there is news."""
        return self.counts != Counts()


NOTHING = Diff()


def compare(
    old: Snapshot,
    new: Snapshot,
    *,
    is_new: Callable[[EntityId], bool],
    why_gone: Callable[[RunHit], Departure],
) -> Diff:
    """Returns the differences between two runs of one search.

    `is_new` tells whether an entity was missing from the store when `old` was taken; it is called
    only for hits that are new in the list. `why_gone` looks up why a hit is gone; it is called in
    order of rank.
    """
    before, after = {one.id: one for one in old.hits}, {one.id: one for one in new.hits}
    arrivals = tuple(
        Arrival(hit=one, why=ArrivalReason.NEW if is_new(one.id) else _was_there(one, old))
        for one in new.hits
        if one.id not in before
    )
    departures = tuple(why_gone(one) for one in old.hits if one.id not in after)
    pairs = ((before[one.id], one) for one in new.hits if one.id in before)
    changes = tuple(change for was, one in pairs if (change := _change(was, one)) is not None)
    return Diff(
        new=arrivals,
        gone=departures,
        changed=changes,
        counts=count(arrivals, departures, changes),
    )


def count(new: Sequence[Arrival], gone: Sequence[Departure], changed: Iterable[Change]) -> Counts:
    """Counts the differences; a hit whose price changed is counted there, whatever else changed."""
    signs = [change.money for change in changed]
    return Counts(new=len(new), gone=len(gone), cheaper=signs.count(-1), dearer=signs.count(1), changed=signs.count(0))


def bounded(diff: Diff, most: int) -> Diff:
    """Limits each list to `most` entries; the counts are unchanged."""
    return replace(diff, new=diff.new[:most], gone=diff.gone[:most], changed=diff.changed[:most])


def verdicts_before(was: RunHit) -> dict[tuple[str, str], Verdict]:
    """Returns the former verdicts by claim id and text, since the text shows how the claim was
    understood."""
    return {(one.id, one.claim): one.verdict for one in was.verdicts}


def _was_there(one: RunHit, old: Snapshot) -> ArrivalReason:
    """Returns why an entity that was already in the store is in the list only now.

    If the last snapshot contained all matches, it did not match then. If there were more matches
    than were looked at, and it ranks no higher now than the last one seen did then, it may have
    been among them.
    """
    if not old.full or not old.hits:
        return ArrivalReason.CHANGED
    last = old.hits[-1]
    is_below = (one.standing.rank, one.id) > (last.standing.rank, last.id)
    return ArrivalReason.MOVED_UP if is_below else ArrivalReason.CHANGED


def _change(was: RunHit, now: RunHit) -> Change | None:
    then, figures_then = verdicts_before(was), {figure.name: figure for figure in was.figures}
    verdicts = tuple(
        VerdictChange(now=one, before=then[one.id, one.claim])
        for one in now.verdicts
        if then.get((one.id, one.claim), one.verdict) is not one.verdict
    )
    figures_now = {figure.name: figure for figure in now.figures}
    figures = tuple(
        FigureChange(before=figures_then.get(name), after=figures_now.get(name))
        for name in dict.fromkeys([*figures_now, *figures_then])
        if _value(figures_then.get(name)) != _value(figures_now.get(name))
    )
    retitled = was.title if was.title != now.title else None
    if not verdicts and not figures and retitled is None:
        return None
    return Change(hit=now, title_before=retitled, figure_changes=figures, verdict_changes=verdicts)


def _value(figure: Figure | None) -> tuple[str, float] | None:
    return (figure.kind, figure.value) if figure is not None else None


def read_anew(old: Snapshot, new: Snapshot) -> tuple[Notice, ...]:
    """Returns a notice if the same question is understood differently now: new data added a name,
    or a pack was updated."""
    # By their texts: a wish that is read anew before others shifts the ids of those.
    then, now = Counter(text for _, text in old.claims), Counter(text for _, text in new.claims)
    added, dropped = list((now - then).elements()), list((then - now).elements())
    changes = [
        notice(code, wishes=several(texts, quoted=True))
        for code, texts in ((NoticeCode.WISHES_NEW, added), (NoticeCode.WISHES_GONE, dropped))
        if texts
    ]
    return (notice(NoticeCode.READ_ANEW, changes=several(changes, join=Join.SEMICOLON)),) if changes else ()
