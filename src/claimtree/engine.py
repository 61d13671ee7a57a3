"""Question in, answer out: the stages called in order, nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from claimtree.errors import BadQuery, UnknownName
from claimtree.model.answers import (
    Answer,
    Dossier,
    Explanation,
    Found,
    Hit,
    Nothing,
    Ranked,
    Relaxation,
    Verdict,
)
from claimtree.model.claims import EntityId, LevelName, QueryClaim
from claimtree.model.pack import Pack
from claimtree.model.plans import Plan
from claimtree.model.verdicts import judge
from claimtree.ports import Embedder, QueryReading, Reader, Store
from claimtree.search.explain import reasons, unit_text
from claimtree.search.relax import relaxations, weight_of
from claimtree.search.resolve import resolve
from claimtree.search.vocabulary import Vocabulary

LONGEST_QUERY = 4_000
MOST_HITS = 1_000
MOST_CLAIMS = 64
"""More wishes than anybody has; the score's grid and the order leave no room for many more."""


class Engine:
    """One pack, one store, one reader, one embedder."""

    def __init__(self, *, pack: Pack, store: Store, reader: Reader, embedder: Embedder) -> None:
        self.pack = pack
        self.store = store
        self.reader = reader
        self.embedder = embedder
        self._vocabulary = Vocabulary(store)

    def read(self, question: str) -> QueryReading:
        """The wishes in a question."""
        return self.reader.read_query(question)

    def search(
        self,
        question: str,
        *,
        limit: int = 10,
        offset: int = 0,
        strict: bool = False,
        level_weights: Mapping[LevelName, float] | None = None,
    ) -> Answer:
        """Every entity that fits, best first; and when none does, what comes closest, saying what was let go."""
        check_query(question)
        reading = self.read(question)
        return self.search_claims(
            reading.claims,
            limit=limit,
            offset=offset,
            strict=strict,
            level_weights=level_weights,
            notices=reading.notices,
        )

    def search_claims(
        self,
        claims: tuple[QueryClaim, ...],
        *,
        limit: int = 10,
        offset: int = 0,
        strict: bool = False,
        level_weights: Mapping[LevelName, float] | None = None,
        notices: tuple[str, ...] = (),
    ) -> Answer:
        """The same for wishes that were read before, or edited by hand."""
        if not claims:
            return Nothing(claims=(), notices=notices)
        if not 1 <= limit <= MOST_HITS or offset < 0:
            raise BadQuery(
                f"limit {limit} at offset {offset} is out of range",
                hint=f"Ask for 1 to {MOST_HITS} hits a page, from offset 0 on.",
            )
        if len(claims) > MOST_CLAIMS:
            notices = (*notices, f"Only the first {MOST_CLAIMS} of {len(claims)} wishes were used.")
            claims = claims[:MOST_CLAIMS]
        plan = self.plan(claims, strict=strict, level_weights=level_weights)
        plan, ranked, relaxed = self._rank(plan, limit=limit, offset=offset)
        notices = (*notices, *relaxed)
        if not ranked.ladder.total:
            return Nothing(claims=claims, notices=(*notices, "Nothing comes close, even with every wish relaxed."))
        return self._compose(plan, ranked, claims, limit=limit, offset=offset, notices=notices)

    def explain(
        self,
        id: EntityId,
        question: str,
        *,
        strict: bool = False,
        level_weights: Mapping[LevelName, float] | None = None,
    ) -> Explanation:
        """Why an entity stands where it stands, or why it is missing."""
        check_query(question)
        plan = self.plan(self.read(question).claims, strict=strict, level_weights=level_weights)
        dossiers = self.store.dossiers(plan, [id])
        if not dossiers:
            raise UnknownName(f"no entity {id!r} in the store", hint="Check the id: `claimtree search` shows them.")
        dossier = dossiers[0]
        if dossier.nodes[id].level != self.pack.hierarchy.answers:
            raise UnknownName(
                f"{id!r} is a {dossier.nodes[id].level}; answers are {self.pack.hierarchy.answers}s",
                hint=f"Give the id of a {self.pack.hierarchy.answers}.",
            )
        plan, _, notices = self._rank(plan, limit=1, offset=0)
        judgement = judge(plan, dossier)
        place, total = self._place(plan, id)
        return Explanation(
            id=id,
            title=dossier.entities[id].title,
            claims=tuple(wish.claim for wish in plan.wishes),
            judgement=judgement,
            place=place,
            total=total,
            reasons=(*notices, *reasons(plan, judgement, place=place, total=total)),
            sources=dossier.entities,
        )

    def plan(
        self,
        claims: tuple[QueryClaim, ...],
        *,
        strict: bool = False,
        level_weights: Mapping[LevelName, float] | None = None,
    ) -> Plan:
        """What the store is asked for these wishes."""
        for level, weight in (level_weights or {}).items():
            self.pack.hierarchy.depth_of(level)
            if not 0 <= weight <= 1:
                raise BadQuery(f"weight {weight} of level {level!r} is not between 0 and 1")
        return resolve(claims, self.pack, self._vocabulary, self.embedder, strict=strict, level_weights=level_weights)

    def _rank(self, plan: Plan, *, limit: int, offset: int) -> tuple[Plan, Ranked, tuple[str, ...]]:
        """The plan as it was answered: relaxed, and saying so, when as asked it leaves nothing."""
        ranked = self.store.rank(plan, limit=limit, offset=offset)
        if ranked.ladder.total:
            return plan, ranked, ()
        for softer, units in relaxations(plan):
            found = self.store.rank(softer, limit=limit, offset=offset)
            # Close means that something is met: whatever meets nothing is no answer.
            if found.ladder.total > found.ladder.met[0]:
                if not units:
                    return softer, found, ("Nothing meets every required wish; this is what comes closest.",)
                let_go = ", ".join(f"'{unit_text(plan, unit)}'" for unit in units)
                return softer, found, (f"Nothing fits everything you require; {let_go} was relaxed.",)
        return plan, ranked, ()

    def _compose(
        self,
        plan: Plan,
        ranked: Ranked,
        claims: tuple[QueryClaim, ...],
        *,
        limit: int,
        offset: int,
        notices: tuple[str, ...],
    ) -> Found:
        dossiers = self.store.dossiers(plan, [hit.id for hit in ranked.hits])
        shown = offset + len(ranked.hits)
        return Found(
            claims=claims,
            hits=tuple(self._hit(plan, dossier) for dossier in dossiers),
            ladder=ranked.ladder,
            without=tuple(
                Relaxation(claim=plan.wishes[unit.wishes[0]].claim, text=unit_text(plan, unit), more=more)
                for unit, more in zip(plan.units, ranked.ladder.more, strict=True)
            ),
            next=shown if ranked.hits and shown < ranked.ladder.total else None,
            notices=notices,
        )

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
            sources=dossier.entities,
        )

    def _place(self, plan: Plan, id: EntityId) -> tuple[int | None, int]:
        page = 10_000
        offset = 0
        while True:
            ranked = self.store.rank(plan, limit=page, offset=offset)
            for place, hit in enumerate(ranked.hits, offset + 1):
                if hit.id == id:
                    return place, ranked.ladder.total
            offset += page
            if offset >= ranked.ladder.total:
                return None, ranked.ladder.total


def check_query(question: str) -> None:
    """Refuse what nobody can mean as a question."""
    if not question.strip():
        raise BadQuery("the query is empty", hint='Say what you want, as in: "quiet 2BR under $4,000".')
    if len(question) > LONGEST_QUERY:
        raise BadQuery(
            f"the query has {len(question):,} characters; {LONGEST_QUERY:,} is the most",
            hint="Shorten it, or index a long text and search with a sentence.",
            values={"length": len(question)},
        )
