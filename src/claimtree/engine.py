"""The engine: calls the stages of a search in order, from a query to an answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from claimtree.errors import UnknownName
from claimtree.languages.rendering import render_argument
from claimtree.model.answers import (
    Answer,
    AskedPlace,
    Dossier,
    Explanation,
    Found,
    Hit,
    Nothing,
    Ranked,
    RankedHit,
    Relaxation,
    Verdict,
    Wider,
)
from claimtree.model.claims import EntityId, QueryClaim, asked_of_related
from claimtree.model.closeness import Miss
from claimtree.model.notices import Argument, Join, Notice, NoticeCode, notice, several
from claimtree.model.pack import Pack
from claimtree.model.places import Near, NearKind
from claimtree.model.plans import Plan, Unit
from claimtree.model.questions import Question, as_question
from claimtree.model.taught import TaughtConcept
from claimtree.model.templates import fill
from claimtree.model.verdicts import judge
from claimtree.places.located import Farther, Located
from claimtree.ports import Embedder, QueryReading, Reader, Store
from claimtree.search.apply_edits import edited
from claimtree.search.cursors import Cursor, behind, fingerprint, parse_cursor
from claimtree.search.evidence import Matched
from claimtree.search.explain import misses_wording, reasons, unit_misses, unit_wording
from claimtree.search.phrase_index import Vocabulary
from claimtree.search.precompute import Precomputer
from claimtree.search.query_limits import (
    MOST_CLAIMS,
    check_claims,
    check_page,
    check_question,
    whereabouts,
)
from claimtree.search.relax import alone, demanding, is_last, measuring, together, weight_of
from claimtree.search.resolve import place_matches, resolve
from claimtree.search.taught import Teacher
from claimtree.search.wish_cache import WishCache
from claimtree.text.detect import asker_language

if TYPE_CHECKING:
    from claimtree.places.locate import Locator

_LOOKED_AT = 50
"""Hits that are compared to find out which wish, when relaxed, brings the closest ones."""

_NAMED = 5
"""Wishes that a notice names; of more it gives the number."""

_TRIES = 5
"""How often a search starts over when a write happens in between."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Loosened:
    """A plan with one wish relaxed, and how close the closest hits come to it."""

    plan: Plan
    unit: Unit
    closeness: int
    misses: tuple[Miss, ...]
    """Of the closest."""


class Engine:
    """One pack, one store, one reader, one embedder."""

    def __init__(
        self,
        *,
        pack: Pack,
        store: Store,
        reader: Reader,
        embedder: Embedder,
        taught: Sequence[TaughtConcept] = (),
        locator: Callable[[], Locator] | None = None,
        precomputer: Precomputer | None = None,
    ) -> None:
        """`taught`: concepts that a user added to those of the pack and the embedder. `locator`:
        returns the place locator; called lazily, only for queries with a place wish. `precomputer`:
        the precomputed wishes of this pack and embedder, if there are any."""
        self.pack = pack
        self.store = store
        self.reader = reader
        self.embedder = embedder
        self._vocabulary = Vocabulary(store)
        self._foreseeing = precomputer or Precomputer(pack, embedder)
        self._memory: WishCache[Matched] = WishCache(by_words=bool(taught))
        self._known: int | None = None
        """A generation of the store of which every plan made from now on knows all phrases."""
        self._teacher = Teacher(taught, embedder) if taught else None
        self._locator = locator
        self._last = frozenset(name for name, spec in pack.types.items() if spec.loosened_last)

    def read(self, question: str) -> QueryReading:
        """The wishes in a question."""
        return self.reader.read_query(question)

    def read_question(self, question: Question | str) -> QueryReading:
        """The wishes of a question after checks, with its place wish, and edited as it says."""
        question = as_question(question)
        check_question(question, self.pack)
        reading = self._wishes(question)
        if not question.edits:
            return reading
        claims, notices = edited(reading.claims, question.edits, self.pack, lambda words: self.read(words).claims)
        return replace(reading, claims=claims, notices=(*reading.notices, *notices))

    def search(self, question: Question | str, *, limit: int = 10, offset: int = 0, after: str = "") -> Answer:
        """Every entity that fits, best first; if none does, the closest, naming the relaxed wishes.

        `after` continues after a page (`Found.cursor`), even if the data has changed since.
        """
        question = as_question(question)
        check_page(limit, offset)
        reading = self.read_question(question)
        claims = reading.claims
        check_claims(claims, self.pack)
        asking = fingerprint([*claims, question.strict, dict(question.level_weights)])
        cursor = parse_cursor(after, search=asking) if after else None
        if not claims:
            return Nothing(claims=(), notices=reading.notices, language=reading.language)
        located = self.locate(claims)

        def made() -> Plan:
            return self.plan(claims, question, located=located)

        known = self._known = self.store.generation() if self._known is None else self._known
        asked = made()
        tries = _TRIES
        while True:
            if cursor is not None:
                offset = self._behind(asked, located, cursor)
            plan, ranked, relaxed = self._rank(asked, located, limit=limit, offset=offset)
            hits = self._hits(plan, ranked)
            tries -= 1
            # Another process may have written new phrases since, which this plan does not know.
            if (now := self.store.generation()) != known:
                known = self._known = now
                again = made()
                if tries and not _know_the_same(asked, again):
                    asked = again
                    continue
            # Or between ranking and reading the evidence; a hit is shown only as it was ranked.
            if not tries or [(hit.id, hit.standing) for hit in hits] == [(hit.id, hit.standing) for hit in ranked.hits]:
                break
        shown = offset + len(hits)
        more = bool(hits) and shown < ranked.ladder.total
        return Found(
            claims=tuple(replace(claim, text=wish.claim.text) for claim, wish in zip(claims, plan.wishes, strict=True)),
            hits=tuple(hits),
            ladder=ranked.ladder,
            without=tuple(
                Relaxation(
                    claim=plan.wishes[unit.wishes[0]].claim,
                    text=render_argument(unit_wording(plan, unit), reading.language),
                    more=more,
                )
                for unit, more in zip(plan.units, ranked.ladder.more, strict=True)
            ),
            next=shown if more else None,
            cursor=str(Cursor(last=ranked.hits[-1], seen=shown, search=asking)) if more else "",
            offset=offset,
            notices=(*reading.notices, *located.notices, *_unknown(asked, located), *relaxed),
            language=reading.language,
            asked_places=_as_answered(located.asked, plan),
            wider=self._wider(plan, ranked, located, limit) if plan is asked else (),
        )

    def explain(self, id: EntityId, question: Question | str) -> Explanation:
        """Why an entity has its rank, or why it is missing."""
        question = as_question(question)
        reading = self.read_question(question)
        found = self.store.get([id])
        if not found:
            raise _unknown_entity(id)
        level, answers = found[0].entity.level, self.pack.hierarchy.answers
        if level != answers:
            raise UnknownName(
                fill(
                    "'{id}' stands at level '{level}'; what is ranked stands at level '{answers}'",
                    id=id,
                    level=level,
                    answers=answers,
                ),
                hint=fill("Give an id that `claimtree search` shows."),
                values={"id": id, "level": level},
            )
        located = self.locate(reading.claims)
        asked = self.plan(reading.claims, question, located=located)
        plan, ranked, relaxed = self._rank(asked, located, limit=1, offset=0)
        there = self.store.dossiers(plan, [id])
        if not there:  # it was deleted meanwhile
            raise _unknown_entity(id)
        (dossier,) = there
        judgement = judge(plan, dossier)
        place, total = self.store.place(plan, id), ranked.ladder.total
        return Explanation(
            id=id,
            title=dossier.entities[id].title,
            claims=tuple(wish.claim for wish in plan.wishes),
            judgement=judgement,
            place=place,
            total=total,
            reasons=(
                *reading.notices,
                *located.notices,
                *_unknown(asked, located),
                *relaxed,
                *reasons(plan, judgement, place=place, total=total),
            ),
            language=reading.language,
            entities=dossier.entities,
        )

    def plan(
        self, claims: tuple[QueryClaim, ...], question: Question | None = None, *, located: Located | None = None
    ) -> Plan:
        """The plan that the store executes for wishes: those of the question as `read_question`
        returns them. Locates places unless `located`."""
        question = Question() if question is None else question
        located = self.locate(claims) if located is None else located
        return resolve(
            claims,
            self.pack,
            self._vocabulary,
            self.embedder,
            teacher=self._teacher,
            strict=question.strict,
            level_weights=question.level_weights,
            located=located.tests,
            partial=located.partial,
            memory=self._memory,
            precomputer=self._foreseeing,
        )

    def locate(self, claims: Sequence[QueryClaim]) -> Located:
        """Locates the places that the wishes mention."""
        related = asked_of_related(claims)
        if self._locator is None or self.pack.places is None or all(one.where is None for one in (*claims, *related)):
            return Located()
        locate = self._locator().locate
        located = locate(claims)
        return located.beside(locate(related), len(claims)) if related else located

    def _wishes(self, question: Question) -> QueryReading:
        """The wishes of a valid question before its edits; above the limit they are cut, with a
        notice."""
        beside = () if question.near is None else (whereabouts(question.near, self.pack),)
        language = asker_language(self.pack, question.text)
        if question.claims is not None:
            return QueryReading(claims=(*question.claims, *beside), language=language)
        if beside and not question.text.strip():
            return QueryReading(claims=beside, language=language)
        reading = self.read(question.text)
        most = MOST_CLAIMS - len(beside)
        if len(reading.claims) <= most:
            return replace(reading, claims=(*reading.claims, *beside))
        cut = notice(NoticeCode.TOO_MANY_WISHES, most=most, count=len(reading.claims))
        return replace(reading, claims=(*reading.claims[:most], *beside), notices=(*reading.notices, cut))

    def _rank(
        self, plan: Plan, located: Located, *, limit: int, offset: int
    ) -> tuple[Plan, Ranked, tuple[Notice, ...]]:
        """Ranks the plan, relaxed if it leaves nothing; returns the plan as answered, and notices.

        A hit that meets nothing is no answer, unless no hit was shown to fail: silence is not
        denial. A limit that some hits miss by little is relaxed before the place: a home elsewhere
        does not count as close.
        """
        ranked = self.store.rank(plan, limit=limit, offset=offset)
        silent = ranked.ladder.total == ranked.ladder.met[0]
        nearest = None if ranked.ladder.total else self._nearest(plan)
        if nearest is not None and nearest.closeness:
            return self._relaxed(plan, nearest, limit=limit, offset=offset)
        if silent and (wider := self._farther(plan, located, limit=limit, offset=offset)) is not None:
            return wider
        if ranked.ladder.total:
            spoken = any(wish.matches or wish.doubtful or wish.places for wish in plan.all_wishes)
            none = NoticeCode.NONE_MEETS if spoken else NoticeCode.NONE_SPEAKS
            return plan, ranked, (notice(none, wishes=_asked(plan)),) if silent else ()
        if nearest is not None:
            return self._relaxed(plan, nearest, limit=limit, offset=offset)
        for softer, units in together(plan, self._last):
            found = self.store.rank(softer, limit=limit, offset=offset)
            if found.ladder.total > (found.ladder.met[0] if units else 0):
                return softer, found, (_let_go(plan, units),)
        return plan, ranked, (notice(NoticeCode.ALL_RULED_OUT, wishes=_asked(plan)),)

    def _relaxed(
        self, plan: Plan, nearest: _Loosened, *, limit: int, offset: int
    ) -> tuple[Plan, Ranked, tuple[Notice, ...]]:
        found = self.store.rank(nearest.plan, limit=limit, offset=offset)
        return nearest.plan, found, (_let_go(plan, (nearest.unit,), nearest),)

    def _nearest(self, plan: Plan) -> _Loosened | None:
        """The plan with one wish relaxed: the one that brings the closest hits.

        Of wishes that bring equally close ones the lightest is relaxed; only an amount can be
        missed by little.
        """
        found = []
        for softer, unit in alone(plan, self._last):
            ranked = self.store.rank(measuring(softer, unit), limit=_LOOKED_AT)
            if ranked.ladder.total > ranked.ladder.met[0]:
                found.append(self._closest(softer, unit, ranked))
        return min(found, key=lambda one: (is_last(plan, one.unit, self._last), -one.closeness), default=None)

    def _closest(self, plan: Plan, unit: Unit, ranked: Ranked) -> _Loosened:
        """How close to the wish the hits come that rank equal to the first, one of the closest."""
        first = ranked.hits[0].standing
        ids = [hit.id for hit in ranked.hits if hit.standing == first]
        judged = [judge(plan, dossier).findings for dossier in self.store.dossiers(plan, ids)]
        closeness = max((findings[i].closeness for findings in judged for i in unit.wishes), default=0)
        missed = [misses for findings in judged if (misses := unit_misses(plan, unit, findings))]
        nearest = min(missed, key=lambda misses: [one.gap for one in misses], default=[])
        return _Loosened(plan=plan, unit=unit, closeness=closeness, misses=tuple(nearest))

    def _text(self, wording: Argument) -> str:
        """The text of a wish: in the pack's first language, whose words it is made of."""
        return render_argument(wording, self.pack.languages[0])

    def _behind(self, plan: Plan, located: Located, cursor: Cursor) -> int:
        """The number of hits up to a cursor in the current order."""
        answered, ranked, _ = self._rank(plan, located, limit=1, offset=0)

        def at(place: int) -> RankedHit | None:
            found = self.store.rank(answered, limit=1, offset=place).hits
            return found[0] if found else None

        return behind(cursor, at, ranked.ladder.total)

    def _farther(
        self, plan: Plan, located: Located, *, limit: int, offset: int
    ) -> tuple[Plan, Ranked, tuple[Notice, ...]] | None:
        """The plan with a place wish widened step by step until there are hits; None if never."""
        for i, find in located.wider.items():
            for farther in () if plan.wishes[i].claim.negated else find():
                wider = self._widened(plan, i, farther, located)
                found = self.store.rank(wider, limit=limit, offset=offset)
                if found.ladder.total > found.ladder.met[0]:
                    return wider, found, (notice(NoticeCode.FARTHER, where=farther.wording),)
        return None

    def _widened(self, plan: Plan, i: int, farther: Farther, located: Located) -> Plan:
        """The plan with one place wish widened, and its text changed accordingly. A text that names
        another area does not refute it then."""
        places = place_matches(plan.wishes[i].claim, farther.test, self.pack, partial=i in located.partial)
        wish = plan.wishes[i]
        wish = replace(
            wish,
            claim=replace(wish.claim, text=self._text(farther.wording)),
            places=places,
            matches=tuple(match for match in wish.matches if match.holds > 0),
        )
        return replace(plan, wishes=(*plan.wishes[:i], wish, *plan.wishes[i + 1 :]))

    def _wider(self, plan: Plan, ranked: Ranked, located: Located, limit: int) -> tuple[Wider, ...]:
        """If fewer hits than a page meet everything: how many more would, with a wider radius."""
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
                more = self.store.rank(demanding(wider), limit=1).ladder.total - everything
                if more > 0:
                    found.append(Wider(claim=claim.id, text=self._text(farther.wording), more=more))
        return tuple(found)

    def _hits(self, plan: Plan, ranked: Ranked) -> list[Hit]:
        return [self._hit(plan, dossier) for dossier in self.store.dossiers(plan, [hit.id for hit in ranked.hits])]

    def _hit(self, plan: Plan, dossier: Dossier) -> Hit:
        judgement = judge(plan, dossier)
        entity = dossier.entities[dossier.candidate]
        weights = [weight_of(plan, unit) for unit in plan.units]
        met = (w for w, v in zip(weights, judgement.unit_verdicts, strict=True) if v is Verdict.MET)
        return Hit(
            id=entity.id,
            level=entity.level,
            title=entity.title,
            standing=judgement.standing,
            findings=judgement.findings,
            met_weight=round(sum(met) / (sum(weights) or 1.0), 4),
            fields=entity.fields,
            entities=dossier.entities,
        )


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


def _as_answered(asked: tuple[AskedPlace, ...], plan: Plan) -> tuple[AskedPlace, ...]:
    """The places asked about, with the radius that was actually searched."""
    by_claim = {wish.claim.id: wish for wish in plan.wishes}
    found = []
    for one in asked:
        wish = by_claim[one.claim]
        tests = [match.test for match in wish.places if isinstance(match.test, Near | NearKind)]
        radius = tests[0].asked.high if tests and math.isfinite(tests[0].asked.high) else one.radius_m
        found.append(replace(one, text=wish.claim.text, radius_m=radius))
    return tuple(found)


def _know_the_same(one: Plan, other: Plan) -> bool:
    """True if two plans of the same wishes look for the same phrases."""
    return [wish.phrases for wish in one.all_wishes] == [wish.phrases for wish in other.all_wishes]


def _unknown_entity(id: EntityId) -> UnknownName:
    return UnknownName(
        fill("no entity '{id}' in the store", id=id), hint=fill("Check the id: `claimtree search` shows them.")
    )


def _unknown(plan: Plan, located: Located) -> tuple[Notice, ...]:
    """Notices about unknown places; where texts mention the place, one that says they decide."""
    told = (missing.beside_words if plan.wishes[i].matches else missing.alone for i, missing in located.unknown.items())
    return tuple(one for one in told if one is not None)
