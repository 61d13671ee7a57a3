"""What is different between two snapshots: who is new, who is gone, what changed, and why.

A pure function: it asks nobody but the two callbacks it is given. Entities are the same when their ids are. A hit that
only moved in rank is no news, nor are other words for the same verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from claimtree.model.amounts import AmountKind
from claimtree.model.answers import Verdict
from claimtree.model.claims import EntityId
from claimtree.saved.snapshots import Figure, Seen, Snapshot, Told


class Came(StrEnum):
    """Why a hit is new."""

    NEW = "new_entity"
    """The store did not have it when the search last ran."""
    CHANGED = "changed"
    """It was in the store and did not fit: what is said of it has changed."""
    MOVED_UP = "moved_up"
    """It fitted, and stood below what was looked at."""


class Went(StrEnum):
    """Why a hit is gone."""

    DELETED = "deleted"
    RULED_OUT = "ruled_out"
    """A claim that is required speaks against it now."""
    PUSHED_DOWN = "pushed_down"
    """It still fits; others stand before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """A claim of which something else is said than before."""

    now: Told
    before: Verdict | None
    """None where it was not asked before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A figure of another value than before; None on the side where none was given."""

    before: Figure | None
    after: Figure | None

    @property
    def name(self) -> str:
        figure = self.after or self.before
        return figure.name if figure is not None else ""

    @property
    def money(self) -> int:
        """-1 for a price that dropped, 1 for one that rose, else 0."""
        if self.before is None or self.after is None or self.after.kind is not AmountKind.MONEY:
            return 0
        return (self.after.value > self.before.value) - (self.after.value < self.before.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A hit that was not there."""

    seen: Seen
    why: Came


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """A hit that is not there any more."""

    seen: Seen
    """As it was."""
    why: Went
    claims: tuple[Turned, ...] = ()
    """What rules it out, with the words."""
    place: int | None = None
    """Where it stands now, if it was pushed down; None also where very many were."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A hit that stayed and is not what it was."""

    seen: Seen
    """As it is now."""
    title_before: str | None = None
    """None where the title is the same."""
    moved: tuple[Moved, ...] = ()
    turned: tuple[Turned, ...] = ()

    @property
    def money(self) -> int:
        """-1 where it became cheaper and nothing dearer, 1 the other way round, else 0."""
        signs = {one.money for one in self.moved} - {0}
        return signs.pop() if len(signs) == 1 else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much is different, however much of it is told."""

    new: int = 0
    gone: int = 0
    cheaper: int = 0
    dearer: int = 0
    changed: int = 0
    """In another way than the price."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diff:
    """Everything that is different, best place first."""

    new: tuple[Arrival, ...] = ()
    gone: tuple[Departure, ...] = ()
    changed: tuple[Change, ...] = ()
    counts: Counts = Counts()
    notices: tuple[str, ...] = ()
    """What else bears on it: that the question is understood otherwise now."""

    def __bool__(self) -> bool:
        """Whether there is news."""
        return self.counts != Counts()


NOTHING = Diff()


def compare(
    old: Snapshot,
    new: Snapshot,
    *,
    is_new: Callable[[EntityId], bool],
    why_gone: Callable[[Seen], Departure],
) -> Diff:
    """What happened between two runs of one search.

    `is_new`: whether the store had an entity when `old` was taken; asked only of what is new in the list. `why_gone`
    looks up what became of a hit, the one that stood highest first.
    """
    before, after = {one.id: one for one in old.seen}, {one.id: one for one in new.seen}
    arrivals = tuple(
        Arrival(seen=one, why=Came.NEW if is_new(one.id) else _was_there(one, old))
        for one in new.seen
        if one.id not in before
    )
    departures = tuple(why_gone(one) for one in old.seen if one.id not in after)
    pairs = ((before[one.id], one) for one in new.seen if one.id in before)
    changes = tuple(change for was, one in pairs if (change := _change(was, one)) is not None)
    return Diff(
        new=arrivals,
        gone=departures,
        changed=changes,
        counts=count(arrivals, departures, changes),
        notices=_read_anew(old, new),
    )


def count(new: Sequence[Arrival], gone: Sequence[Departure], changed: Iterable[Change]) -> Counts:
    """A hit whose price moved counts there, whatever else changed about it."""
    signs = [change.money for change in changed]
    return Counts(new=len(new), gone=len(gone), cheaper=signs.count(-1), dearer=signs.count(1), changed=signs.count(0))


def bounded(diff: Diff, most: int) -> Diff:
    """At most so many of each kind; the counts stay those of everything."""
    return replace(diff, new=diff.new[:most], gone=diff.gone[:most], changed=diff.changed[:most])


def verdicts_before(was: Seen) -> dict[tuple[str, str], Verdict]:
    """What was said of each claim, by the claim as it was understood."""
    return {(told.id, told.claim): told.verdict for told in was.told}


def _was_there(one: Seen, old: Snapshot) -> Came:
    """Why something that the store had is in the list only now.

    Where everything that fitted was seen, it did not fit. Where more fitted than was looked at, whoever stands no
    higher now than the last one did then may have been among them.
    """
    if not old.full or not old.seen:
        return Came.CHANGED
    last = old.seen[-1]
    return Came.MOVED_UP if (one.standing.rank, one.id) > (last.standing.rank, last.id) else Came.CHANGED


def _change(was: Seen, now: Seen) -> Change | None:
    then, figures_then = verdicts_before(was), {figure.name: figure for figure in was.figures}
    turned = tuple(
        Turned(now=told, before=then[told.id, told.claim])
        for told in now.told
        if then.get((told.id, told.claim), told.verdict) is not told.verdict
    )
    figures_now = {figure.name: figure for figure in now.figures}
    moved = tuple(
        Moved(before=figures_then.get(name), after=figures_now.get(name))
        for name in dict.fromkeys([*figures_now, *figures_then])
        if _value(figures_then.get(name)) != _value(figures_now.get(name))
    )
    retitled = was.title if was.title != now.title else None
    if not turned and not moved and retitled is None:
        return None
    return Change(seen=now, title_before=retitled, moved=moved, turned=turned)


def _value(figure: Figure | None) -> tuple[str, float] | None:
    return (figure.kind, figure.value) if figure is not None else None


def _read_anew(old: Snapshot, new: Snapshot) -> tuple[str, ...]:
    """The words of a question stay; what is understood by them may not: the data brought a name, a pack was updated."""
    then, now = set(old.claims), set(new.claims)
    if then == now:
        return ()
    added = [f"'{text}'" for id, text in new.claims if (id, text) not in then]
    dropped = [f"'{text}'" for id, text in old.claims if (id, text) not in now]
    parts = [
        *([f"{', '.join(added)} is new"] if added else []),
        *([f"{', '.join(dropped)} is gone"] if dropped else []),
    ]
    return (f"The question is understood otherwise than before: {'; '.join(parts)}.",)
