"""The engine: calls the stages of a search in order, from a query to an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from claimtree.errors import UnknownName
from claimtree.model.answers import (
    Answer,
    Explanation,
    Hit,
    Nothing,
)
from claimtree.model.claims import EntityId, QueryClaim, asked_of_related
from claimtree.model.located import Located
from claimtree.model.notices import NoticeCode, notice
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity
from claimtree.model.places import Place, PlaceKind
from claimtree.model.plans import Plan
from claimtree.model.questions import Question, as_question
from claimtree.model.taught import TaughtConcept
from claimtree.model.templates import fill
from claimtree.model.verdicts import judge
from claimtree.ports import Embedder, QueryReading, Reader, Store
from claimtree.search.apply_edits import edited
from claimtree.search.apply_taught import Teacher
from claimtree.search.closest import ClosestRanking
from claimtree.search.compose_answer import Page, compose, hit_of, unknown_places
from claimtree.search.cursors import Cursor, fingerprint, parse_cursor
from claimtree.search.explain import reasons
from claimtree.search.phrase_evidence import Matched
from claimtree.search.phrase_index import Vocabulary
from claimtree.search.precompute import Precomputer
from claimtree.search.query_limits import (
    MOST_CLAIMS,
    check_claims,
    check_page,
    check_question,
    first_claims,
    place_claim,
)
from claimtree.search.relax import demanding
from claimtree.search.resolve import resolve
from claimtree.search.wish_cache import WishCache
from claimtree.text.detect import asker_language

if TYPE_CHECKING:
    from claimtree.places.locate import Locator

_TRIES = 5
"""How often a search starts over when a write happens in between."""


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
        self._precomputer = precomputer or Precomputer(pack, embedder)
        self._memory: WishCache[Matched] = WishCache(by_words=bool(taught))
        self._known: int | None = None
        """A generation of the store of which every plan made from now on knows all phrases."""
        self._teacher = Teacher(taught, embedder) if taught else None
        self._locator = locator
        self._closest = ClosestRanking(store, pack)

    def read(self, question: str) -> QueryReading:
        """The wishes in a question."""
        return self.reader.read_query(question)

    def read_question(self, question: Question | str) -> QueryReading:
        """The wishes of a question after checks, with its place wish, and edited as it says."""
        return read_question(question, self.reader, self.pack)

    def search(self, question: Question | str, *, limit: int = 10, offset: int = 0, after: str = "") -> Answer:
        """Every entity that fits, best first; if none does, the closest, naming the relaxed wishes.

        `after` continues after a page (`Found.cursor`), even if the data has changed since.
        """
        question = as_question(question)
        check_page(limit, offset)
        reading = self.read_question(question)
        search = fingerprint([*reading.claims, question.strict, dict(question.level_weights)])
        cursor = parse_cursor(after, search=search) if after else None
        if not reading.claims:
            return Nothing(claims=(), notices=reading.notices, language=reading.language)
        located = self.locate(reading.claims)
        page = self._page(
            partial(self.plan, reading.claims, question, located=located), located, cursor, limit=limit, offset=offset
        )
        wider = self._closest.wider(page.answered, located, limit=limit) if page.is_as_asked else ()
        return compose(reading, located, page, search=search, wider=wider)

    def get(self, ids: Sequence[EntityId]) -> tuple[IndexedEntity, ...]:
        """Stored entities with their claims, in the order asked; unknown ids are left out."""
        return self.store.get(ids)

    def explain(self, id: EntityId, question: Question | str) -> Explanation:
        """Why an entity has its rank, or why it is missing."""
        question = as_question(question)
        reading = self.read_question(question)
        self._check_ranked(id)
        located = self.locate(reading.claims)
        asked = self.plan(reading.claims, question, located=located)
        answered = self._closest.rank(asked, located, limit=1, offset=0)
        plan = answered.plan
        there = self.store.dossiers(plan, [id])
        if not there:  # it was deleted meanwhile
            raise _unknown_entity(id)
        (dossier,) = there
        judgement = judge(plan, dossier)
        place, total = self.store.place(plan, id), answered.ranked.ladder.total
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
                *unknown_places(asked, located),
                *answered.notices,
                *reasons(plan, judgement, place=place, total=total),
            ),
            language=reading.language,
            entities=dossier.entities,
        )

    def _check_ranked(self, id: EntityId) -> None:
        """Raises UnknownName for an entity that the store does not have, or that stands at a level
        that is not ranked."""
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
            precomputer=self._precomputer,
        )

    def locate(self, claims: Sequence[QueryClaim]) -> Located:
        """Locates the places that the wishes mention."""
        related = asked_of_related(claims)
        if self._locator is None or self.pack.places is None or all(one.where is None for one in (*claims, *related)):
            return Located()
        locate = self._locator().locate
        located = locate(claims)
        return located.with_related(locate(related), len(claims)) if related else located

    def meeting_all(self, claims: tuple[QueryClaim, ...], *, limit: int) -> tuple[EntityId, ...]:
        """The entities that are known to meet every wish, without their evidence, which takes time to
        fetch; of very many the best."""
        if not claims:
            return ()
        asked = self.plan(claims, Question(claims=claims))
        return tuple(hit.id for hit in self.store.rank(demanding(asked), limit=limit).hits)

    def hits(self, claims: tuple[QueryClaim, ...], ids: Sequence[EntityId]) -> tuple[Hit, ...]:
        """Some entities with their findings on wishes, in the order of `ids`."""
        plan = self.plan(claims, Question(claims=claims))
        found = {dossier.candidate: hit_of(plan, dossier) for dossier in self.store.dossiers(plan, list(ids))}
        return tuple(found[id] for id in ids if id in found)

    def places_of_kind(self, kind: PlaceKind, *, limit: int) -> tuple[Place, ...]:
        """The known places of a kind, those nearest to the middle of the data first."""
        if self._locator is None or self.pack.places is None:
            return ()
        locator = self._locator()
        known = locator.gazetteer.all_of_kind(kind) or locator.of_kind(kind)[0] or ()
        return tuple(sorted(known, key=lambda place: (locator.away_m(place), place.id))[:limit])

    def _page(
        self, make_plan: Callable[[], Plan], located: Located, cursor: Cursor | None, *, limit: int, offset: int
    ) -> Page:
        """A page of hits as they were ranked; starts over when a write happens in between."""
        known = self._known = self.store.generation() if self._known is None else self._known
        asked = make_plan()
        tries = _TRIES
        while True:
            if cursor is not None:
                offset = self._closest.hits_up_to(asked, located, cursor)
            answered = self._closest.rank(asked, located, limit=limit, offset=offset)
            ranked = [(hit.id, hit.standing) for hit in answered.ranked.hits]
            hits = [
                hit_of(answered.plan, dossier)
                for dossier in self.store.dossiers(answered.plan, [id for id, _ in ranked])
            ]
            tries -= 1
            # Another process may have written new phrases since, which this plan does not know.
            if (now := self.store.generation()) != known:
                known = self._known = now
                again = make_plan()
                if tries and not _know_the_same(asked, again):
                    asked = again
                    continue
            # Or between ranking and reading the evidence; a hit is shown only as it was ranked.
            if not tries or [(hit.id, hit.standing) for hit in hits] == ranked:
                return Page(asked=asked, answered=answered, hits=tuple(hits), offset=offset)


def read_question(question: Question | str, reader: Reader, pack: Pack) -> QueryReading:
    """The wishes of a question after checks, with its place wish, and edited as it says; needs no
    store."""
    question = as_question(question)
    check_question(question, pack)
    reading = _wishes(question, reader, pack)
    if question.edits:
        claims, notices = edited(reading.claims, question.edits, pack, lambda words: reader.read_query(words).claims)
        reading = replace(reading, claims=claims, notices=(*reading.notices, *notices))
    check_claims(reading.claims, pack)
    return reading


def _wishes(question: Question, reader: Reader, pack: Pack) -> QueryReading:
    """The wishes of a valid question before its edits; above the limit they are cut, with a
    notice."""
    near = () if question.near is None else (place_claim(question.near, pack),)
    language = asker_language(pack, question.text)
    if question.claims is not None:
        return QueryReading(claims=(*question.claims, *near), language=language)
    if near and not question.text.strip():
        return QueryReading(claims=near, language=language)
    reading = reader.read_query(question.text)
    most = MOST_CLAIMS - len(near)
    kept = first_claims(reading.claims, most)
    if kept == reading.claims:
        return replace(reading, claims=(*kept, *near))
    count = len(reading.claims) + len(asked_of_related(reading.claims))
    cut = notice(NoticeCode.TOO_MANY_WISHES, most=most, count=count)
    return replace(reading, claims=(*kept, *near), notices=(*reading.notices, cut))


def _know_the_same(one: Plan, other: Plan) -> bool:
    """True if two plans of the same wishes look for the same phrases."""
    return [wish.phrases for wish in one.all_wishes] == [wish.phrases for wish in other.all_wishes]


def _unknown_entity(id: EntityId) -> UnknownName:
    return UnknownName(
        fill("no entity '{id}' in the store", id=id), hint=fill("Check the id: `claimtree search` shows them.")
    )
