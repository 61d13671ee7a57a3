"""Ranks a plan; where nothing fits, finds what comes closest: with one wish relaxed, several, or a
place widened."""

from __future__ import annotations

from dataclasses import dataclass, replace

from claimtree.languages.rendering import render_argument
from claimtree.model.answers import Ranked, RankedHit, Wider
from claimtree.model.closeness import Miss
from claimtree.model.located import Farther, Located
from claimtree.model.notices import Argument, Join, Notice, NoticeCode, notice, several
from claimtree.model.pack import Pack
from claimtree.model.plans import Plan, Unit
from claimtree.model.verdicts import judge
from claimtree.ports import Store
from claimtree.search.cursors import Cursor, hits_up_to
from claimtree.search.explain import misses_wording, unit_misses, unit_wording
from claimtree.search.relax import demanding, is_last, measuring, with_one_relaxed, with_several_relaxed
from claimtree.search.resolve import place_matches

_LOOKED_AT = 50
"""Hits that are compared to find out which wish, when relaxed, brings the closest ones."""

_NAMED = 5
"""Wishes that a notice names; of more it gives the number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A plan as it was answered: as asked, or relaxed or widened where that left nothing."""

    plan: Plan
    ranked: Ranked
    notices: tuple[Notice, ...]
    """What was relaxed, or that nothing fits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Loosened:
    """A plan with one wish relaxed, and how close the closest hits come to it."""

    plan: Plan
    unit: Unit
    closeness: int
    misses: tuple[Miss, ...]
    """Of the closest."""


class ClosestRanking:
    """Ranks plans in a store; a plan that leaves nothing is relaxed."""

    def __init__(self, store: Store, pack: Pack) -> None:
        self._store = store
        self._pack = pack
        self._last = frozenset(name for name, spec in pack.types.items() if spec.loosened_last)

    def rank(self, plan: Plan, located: Located, *, limit: int, offset: int) -> Answered:
        """Ranks the plan, relaxed if it leaves nothing.

        A hit that meets nothing is no answer, unless no hit was shown to fail: silence is not
        denial. A limit that some hits miss by little is relaxed before the place: a home elsewhere
        does not count as close.
        """
        ranked = self._store.rank(plan, limit=limit, offset=offset)
        silent = ranked.ladder.total == ranked.ladder.met[0]
        nearest = None if ranked.ladder.total else self._nearest(plan)
        if nearest is not None and nearest.closeness:
            return self._relaxed(plan, nearest, limit=limit, offset=offset)
        if silent and (wider := self._farther(plan, located, limit=limit, offset=offset)) is not None:
            return wider
        if ranked.ladder.total:
            spoken = any(wish.matches or wish.doubtful or wish.places for wish in plan.all_wishes)
            none = NoticeCode.NONE_MEETS if spoken else NoticeCode.NONE_SPEAKS
            notices = (notice(none, wishes=_asked(plan)),) if silent else ()
            return Answered(plan=plan, ranked=ranked, notices=notices)
        if nearest is not None:
            return self._relaxed(plan, nearest, limit=limit, offset=offset)
        for softer, units in with_several_relaxed(plan, self._last):
            found = self._store.rank(softer, limit=limit, offset=offset)
            if found.ladder.total > (found.ladder.met[0] if units else 0):
                return Answered(plan=softer, ranked=found, notices=(_let_go(plan, units),))
        ruled_out = notice(NoticeCode.ALL_RULED_OUT, wishes=_asked(plan))
        return Answered(plan=plan, ranked=ranked, notices=(ruled_out,))

    def _relaxed(self, plan: Plan, nearest: _Loosened, *, limit: int, offset: int) -> Answered:
        found = self._store.rank(nearest.plan, limit=limit, offset=offset)
        left_out = _let_go(plan, (nearest.unit,), nearest)
        return Answered(plan=nearest.plan, ranked=found, notices=(left_out,))

    def _nearest(self, plan: Plan) -> _Loosened | None:
        """The plan with one wish relaxed: the one that brings the closest hits.

        Of wishes that bring equally close ones the lightest is relaxed; only an amount can be
        missed by little.
        """
        found = []
        for softer, unit in with_one_relaxed(plan, self._last):
            ranked = self._store.rank(measuring(softer, unit), limit=_LOOKED_AT)
            if ranked.ladder.total > ranked.ladder.met[0]:
                found.append(self._closest(softer, unit, ranked))
        return min(found, key=lambda one: (is_last(plan, one.unit, self._last), -one.closeness), default=None)

    def _closest(self, plan: Plan, unit: Unit, ranked: Ranked) -> _Loosened:
        """How close to the wish the hits come that rank equal to the first, one of the closest."""
        if not any(plan.wishes[i].claim.amounts or plan.wishes[i].linked is not None for i in unit.wishes):
            return _Loosened(plan=plan, unit=unit, closeness=0, misses=())  # only an amount is missed by little
        first = ranked.hits[0].standing
        ids = [hit.id for hit in ranked.hits if hit.standing == first]
        judged = [judge(plan, dossier).findings for dossier in self._store.dossiers(plan, ids)]
        closeness = max((findings[i].closeness for findings in judged for i in unit.wishes), default=0)
        missed = [misses for findings in judged if (misses := unit_misses(plan, unit, findings))]
        nearest = min(missed, key=lambda misses: [one.gap for one in misses], default=[])
        return _Loosened(plan=plan, unit=unit, closeness=closeness, misses=tuple(nearest))

    def _text(self, wording: Argument) -> str:
        """The text of a wish: in the pack's first language, whose words it is made of."""
        return render_argument(wording, self._pack.languages[0])

    def hits_up_to(self, plan: Plan, located: Located, cursor: Cursor) -> int:
        """The number of hits up to a cursor in the current order."""
        answered = self.rank(plan, located, limit=1, offset=0)

        def at(place: int) -> RankedHit | None:
            found = self._store.rank(answered.plan, limit=1, offset=place).hits
            return found[0] if found else None

        return hits_up_to(cursor, at, answered.ranked.ladder.total)

    def _farther(self, plan: Plan, located: Located, *, limit: int, offset: int) -> Answered | None:
        """The plan with a place wish widened step by step until there are hits; None if never."""
        for i, find in located.wider.items():
            for farther in () if plan.wishes[i].claim.negated else find():
                wider = self._widened(plan, i, farther, located)
                found = self._store.rank(wider, limit=limit, offset=offset)
                if found.ladder.total > found.ladder.met[0]:
                    widened = notice(NoticeCode.FARTHER, where=farther.wording)
                    return Answered(plan=wider, ranked=found, notices=(widened,))
        return None

    def _widened(self, plan: Plan, i: int, farther: Farther, located: Located) -> Plan:
        """The plan with one place wish widened, and its text changed accordingly. A text that names
        another area does not refute it then."""
        places = place_matches(plan.wishes[i].claim, farther.test, self._pack, partial=i in located.partial)
        wish = plan.wishes[i]
        wish = replace(
            wish,
            claim=replace(wish.claim, text=self._text(farther.wording)),
            places=places,
            matches=tuple(match for match in wish.matches if match.holds > 0),
        )
        return replace(plan, wishes=(*plan.wishes[:i], wish, *plan.wishes[i + 1 :]))

    def wider(self, answered: Answered, located: Located, *, limit: int) -> tuple[Wider, ...]:
        """If fewer hits than a page meet everything: how many more would, with a wider radius."""
        plan, ranked = answered.plan, answered.ranked
        everything = ranked.ladder.met[len(plan.units)]
        if everything >= limit:
            return ()
        # A wider radius brings more only where the ladder has hits that lack nothing but the place.
        lacked = {i for unit, more in zip(plan.units, ranked.ladder.more, strict=True) if more for i in unit.wishes}
        found = []
        for i in sorted(lacked & located.wider.keys()):
            claim = plan.wishes[i].claim
            for farther in () if claim.negated else located.wider[i]()[:1]:
                wider = self._widened(plan, i, farther, located)
                more = self._store.rank(demanding(wider), limit=1).ladder.total - everything
                if more > 0:
                    found.append(Wider(claim=claim.id, text=self._text(farther.wording), more=more))
        return tuple(found)


def _let_go(plan: Plan, units: tuple[Unit, ...], nearest: _Loosened | None = None) -> Notice:
    """The notice about the wishes that were relaxed."""
    if not units:
        return notice(NoticeCode.NOT_DENIED, wishes=_asked(plan))
    wishes = several((unit_wording(plan, one) for one in units), quoted=True)
    if nearest is None or not nearest.misses:
        return notice(NoticeCode.RELAXED, wishes=wishes)
    code = NoticeCode.RELAXED_CLOSE if nearest.closeness else NoticeCode.RELAXED_FAR
    return notice(code, wishes=wishes, miss=misses_wording(nearest.misses))


def _asked(plan: Plan) -> Argument:
    """The required wishes, or all if none is required; of very many the first."""
    units = [unit for unit in plan.units if unit.required] or list(plan.units)
    shown = several((unit_wording(plan, unit) for unit in units[:_NAMED]), join=Join.OR, quoted=True)
    return shown if len(units) <= _NAMED else notice(NoticeCode.OR_MORE, shown=shown, count=len(units) - _NAMED)
