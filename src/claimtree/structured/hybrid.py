"""Searches a store and a structured source together, and puts their answers into one order.

    with claimtree.open("homes.db", pack="property") as ct:
        # Or "https://api.example.org"; "store:" is the same interface over our own store. A method that is
        # given is used for every question: Method.HYBRID, Method.STRUCTURED or Method.SEMANTIC.
        searcher = ct.workspace.source_searcher("store:", method=None)
        answer = searcher.search("rumah 3 kamar di bawah 1 miliar, lingkungan tenang", limit=10)

A `SourceSearcher` has the `search` of an `Engine` and returns the same `Answer`. Which of the two
is asked depends on the question (`Method`): filters alone are the source's, words alone the
store's, and both decide where both were used.

**The order.** A hit that meets more required wishes comes first. Among equals the sum decides of
`semantic` (0.6) times the hit's score as a share of the best one's, and of `structured` (0.4) times
its place in the order of the source: 1 for the first, falling to 0 for what the source did not
return. Equal sums keep the engine's order, and where that has only ids left to compare, the
likeness of whole entities to the question decides (`entity_vectors`), if there are vectors of them.

**What is required stays required.** A row of the source is shown as our own verdicts judge it: one
that refutes a required wish is left out, whatever filter it passed. A row that the store does not
have, or has otherwise, is read and judged first (`row_judge`).
"""

from __future__ import annotations

import contextvars
import logging
import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import zip_longest
from types import TracebackType

from claimtree.engine import Engine
from claimtree.errors import BadInput, IndexMismatch, SourceApiError, StoreError
from claimtree.lru_cache import LruCache
from claimtree.model.answers import (
    Answer,
    Explanation,
    Found,
    Hit,
    Judgement,
    Ladder,
    Nothing,
    Ranked,
    RankedHit,
    Standing,
    Verdict,
    Wider,
)
from claimtree.model.claims import EntityId, QueryClaim
from claimtree.model.located import Located
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.model.phrases import IndexedEntity
from claimtree.model.plans import Plan
from claimtree.model.questions import Question, as_question
from claimtree.model.source_query import SourcePage, SourceQuery, SourceRow, SourceSpec
from claimtree.model.verdicts import judge
from claimtree.ports import QueryReading, StructuredSource
from claimtree.search.closest import Answered, ClosestRanking
from claimtree.search.compose_answer import Page, compose, hit_of
from claimtree.search.cursors import fingerprint, parse_cursor
from claimtree.search.query_limits import check_page
from claimtree.structured.client import KEPT_S, all_rows
from claimtree.structured.entity_vectors import EntityVectors
from claimtree.structured.parameters import fits_list
from claimtree.structured.row_judge import MOST_READ, RowJudge, RowJudgeOpener, Seen, documents
from claimtree.structured.rows import RowMaker
from claimtree.structured.translate import Translation, translate

log = logging.getLogger("claimtree.structured")

MOST_RANKED = 10_000
"""Hits of the store that may be shown; of more, the best."""
MOST_ORDERED = 1_000
"""First hits of the store that are put into one order with the source's rows; the others come behind, as the store has
them."""
MOST_LIKENED = 200
"""First hits among which likeness decides where they are equal."""
MOST_ROWS = 100
"""Rows of the source that are ordered for one question."""
MOST_PAGES = 3
"""Pages that a question asks for, each of as many rows as are ordered: some services give fewer a page."""
LONGEST_S = 10.0
"""How long a question waits for the source; then the store answers alone."""
FURTHER_S = LONGEST_S / 2
"""How long a question goes on to ask for further pages: with what a slow source gave by then the order is made."""
SHORTEST_KEPT_S = 1.0
"""However little is kept: looking a row up several times for one reply asks the source once."""
MOST_MISSING = 10_000
"""Ids that are remembered as unknown to the source."""


class Method(StrEnum):
    """What a question is answered from."""

    HYBRID = "hybrid"
    """The store and the source."""
    STRUCTURED = "structured"
    """The source: its rows in its order."""
    SEMANTIC = "semantic"
    """The store."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderWeights:
    """What the two orders count; they need not add up to 1."""

    semantic: float = 0.6
    structured: float = 0.4

    def __post_init__(self) -> None:
        for name in ("semantic", "structured"):
            value = getattr(self, name)
            if not (math.isfinite(value) and 0 <= value <= 1):
                raise BadInput(
                    f"the weight of the {name} order is {value}, not between 0 and 1",
                    hint="Give both as shares, as in 0.6 and 0.4.",
                    values={name: value},
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fetched:
    """The rows that the source returned, and what is to be told of them."""

    rows: tuple[SourceRow, ...] = ()
    notices: tuple[Notice, ...] = ()
    failed: bool = False
    seen: Seen = field(default_factory=Seen)


@dataclass(slots=True, kw_only=True)
class _Candidates:
    """What may be shown: the store's hits under one plan, and rows beside the store under another."""

    answered: Answered
    standings: dict[EntityId, Standing]
    rows: dict[EntityId, Standing] = field(default_factory=dict)
    """Rows that the store does not have as the source has them."""
    row_plan: Plan | None = None
    ladder: Ladder
    left_out: set[EntityId] = field(default_factory=set)
    """What the store has otherwise than the source, and is judged as the source has it."""
    notices: tuple[Notice, ...] = ()


class SourceSearcher:
    """Searches a store and a structured source. Thread-safe; close it, or use it in a `with`."""

    def __init__(
        self,
        engine: Engine,
        source: StructuredSource,
        spec: SourceSpec,
        *,
        method: Method | None = None,
        weights: OrderWeights | None = None,
        open_judge: RowJudgeOpener | None = None,
        open_vectors: Callable[[], EntityVectors] | None = None,
        kept_s: float = KEPT_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`method` is used for every question; None lets each decide. `open_judge` opens what judges rows that
        the store does not have; it is None for a source that answers from the same store. `open_vectors`
        opens the vectors that decide among hits that are equal otherwise. A row that is looked up is asked for
        again after `kept_s`."""
        self.engine = engine
        self.source = source
        self.method = method
        self.weights = weights or OrderWeights()
        self._spec = spec
        self._layout = engine.pack.exports.get(spec.export)
        self._rows = RowMaker(engine.pack, spec)
        self._open_judge = open_judge
        self._judge: RowJudge | None = None
        self._kept_s = max(kept_s, SHORTEST_KEPT_S)
        self._clock = clock
        self._missing = LruCache[tuple[EntityId, int], bool](MOST_MISSING)
        self._opening = threading.Lock()
        self._open_vectors = open_vectors
        self._vectors: EntityVectors | None = None
        self._closest = ClosestRanking(engine.store, engine.pack)
        self._pool = ThreadPoolExecutor(max_workers=8, thread_name_prefix="structured source")

    def __enter__(self) -> SourceSearcher:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        self.source.close()
        if self._vectors is not None:
            self._vectors.close()

    def search(self, question: Question | str, *, limit: int = 10, offset: int = 0, after: str = "") -> Answer:
        """As `Engine.search`: every entity that fits, best first; and what the source alone has."""
        question = as_question(question)
        check_page(limit, offset)
        reading = self.engine.read_question(question)
        if not reading.claims:
            return Nothing(claims=(), notices=reading.notices, language=reading.language)
        located = self.engine.locate(reading.claims)
        method, asked_of_source = self.method, None
        if method is not Method.SEMANTIC:
            asked_of_source = translate(reading.claims, self.engine.pack, self._spec, located)
            method = method or method_for(asked_of_source)
        search = fingerprint([*reading.claims, question.strict, dict(question.level_weights), method, self.weights])
        if after:
            offset = parse_cursor(after, search=search).shown
        fetching = self._start(asked_of_source) if asked_of_source and method is not Method.SEMANTIC else None
        asked = self.engine.plan(reading.claims, question, located=located)
        answered = self._closest.rank(asked, located, limit=MOST_ORDERED, offset=0)
        fetched = self._fetched(fetching) if fetching is not None else _Fetched()
        found = self._candidates(asked, answered, fetched, question, reading)
        order = self._ordered(found, fetched, method, question.text)
        if len(order) < offset + limit and self.method is not Method.STRUCTURED:
            order += self._behind(found, order)
        return self._composed(reading, located, asked, found, order, limit=limit, offset=offset, search=search)

    def get(self, ids: Sequence[EntityId]) -> tuple[IndexedEntity, ...]:
        """Entities with their claims, in the order asked: as the source has them where it has them otherwise, and those
        that it alone has; unknown ids are left out."""
        stored = {item.entity.id: item for item in self.engine.store.get(ids)}
        beside = self._beside(ids, stored)
        if beside and self._judge is not None:
            stored |= {item.entity.id: item for item in self._judge.get(beside)}
        return tuple(stored[id] for id in ids if id in stored)

    def explain(self, id: EntityId, question: Question) -> Explanation:
        """Why an entity has its rank, or why it is missing; one that the source alone has is judged as it has it."""
        stored = self.engine.store.get([id])
        if self._beside([id], [id] if stored else []) and self._judge is not None:
            return self._judge.explain(id, question)
        return self.engine.explain(id, question)

    def meeting_all(self, claims: tuple[QueryClaim, ...], *, limit: int) -> tuple[EntityId, ...]:
        """As `Engine.meeting_all`, less what the source has otherwise and does not meet every wish there."""
        stored = self.engine.meeting_all(claims, limit=limit)
        beside = self._fresh(stored)
        if not beside or self._judge is None:
            return stored
        left_out = set(beside) - self._judge.meeting(claims, beside)
        return tuple(id for id in stored if id not in left_out)

    def hits(self, claims: tuple[QueryClaim, ...], ids: Sequence[EntityId]) -> tuple[Hit, ...]:
        """As `Engine.hits`: with findings on what the source has, where it has an entity otherwise or alone."""
        found = {hit.id: hit for hit in self.engine.hits(claims, ids)}
        if self._judge is not None:
            beside = {*self._fresh(ids), *(id for id in ids if id not in found)}
            found |= {hit.id: hit for hit in self._judge.hits(claims, list(beside))}
        return tuple(found[id] for id in ids if id in found)

    def _beside(self, ids: Sequence[EntityId], stored: Collection[EntityId]) -> list[EntityId]:
        """Those that are judged as the source has them; what neither the store nor the judge has is asked for, and
        again what was seen before the last write of the store or some time ago."""
        if self._open_judge is None:
            return []
        there = self._judge.has(ids) if self._judge is not None else []
        fresh, span = set(self._fresh(there)), int(self._clock() / self._kept_s)
        missing = self._missing.get((id, span) for id in ids)
        asked = [
            id for id in ids if id not in fresh and (id in there or (id not in stored and (id, span) not in missing))
        ]
        if not asked:
            return there
        seen, rows = self._seen(), self._rows_of(asked[:MOST_READ])
        self._missing.put({(id, span): True for id, row in rows.items() if row is None})
        found = [row for row in rows.values() if row is not None]
        unknown = self._outside_store(self.engine.plan(()), found)
        if unknown:
            self._opened_judge(self._open_judge).add(unknown, name=self.source.name, seen=seen)
        if self._judge is None:
            return []
        self._judge.forget(rows.keys() - {row.id for row in unknown})
        return self._judge.has(ids)

    def _fresh(self, ids: Sequence[EntityId]) -> list[EntityId]:
        """Those that the judge has as the source had them since the last write of the store, not long ago."""
        if self._judge is None:
            return []
        now = self._seen()
        return self._judge.fresh(ids, replace(now, at_s=now.at_s - self._kept_s))

    def _seen(self) -> Seen:
        return Seen(generation=self.engine.store.generation(), at_s=self._clock())

    def _rows_of(self, ids: Sequence[EntityId]) -> dict[EntityId, SourceRow | None]:
        """Rows by id, None for one that the source does not have; one that it gave no answer about is left out."""
        context = contextvars.copy_context
        asked = {id: self._pool.submit(context().run, self.source.get, id) for id in ids}
        _, late = wait(asked.values(), timeout=LONGEST_S)
        for future in late:
            future.cancel()
        found: dict[EntityId, SourceRow | None] = {}
        for id, future in asked.items():
            try:
                if future not in late:
                    found[id] = future.result()
            except SourceApiError as error:
                log.info("structured source failed", extra={"source": self.source.name, "error": error.message})
        return found

    def _opened_judge(self, open_judge: RowJudgeOpener) -> RowJudge:
        with self._opening:
            self._judge = self._judge or open_judge()
            return self._judge

    def _start(self, asked: Translation) -> Future[_Fetched]:
        """Asks the source while the store is asked, under the deadline of the caller."""
        context = contextvars.copy_context()
        return self._pool.submit(context.run, self._fetch, asked)

    def _fetched(self, fetching: Future[_Fetched]) -> _Fetched:
        """What the source gave; after a while the store answers alone."""
        try:
            return fetching.result(timeout=LONGEST_S)
        except TimeoutError:
            fetching.cancel()
            log.info("structured source is slow", extra={"source": self.source.name, "seconds": LONGEST_S})
            return _Fetched(notices=(notice(NoticeCode.SOURCE_DOWN, source=self.source.name),), failed=True)

    def _fetch(self, asked: Translation) -> _Fetched:
        """The rows with all wishes first, then those with the required ones; alternatives take turns."""
        seen = self._seen()
        until = seen.at_s + FURTHER_S
        rows: dict[EntityId, SourceRow] = {}
        bad = 0
        try:
            for queries in (asked.preferred, *([asked.required] if asked.required != asked.preferred else [])):
                for turn in zip_longest(*(self._pages(query, until) for query in queries)):
                    for one in turn:
                        if isinstance(one, int):
                            bad += one
                        elif one is not None and len(rows) < MOST_ROWS:
                            rows.setdefault(one.id, one)
                    if len(rows) >= MOST_ROWS:
                        break
        except SourceApiError as error:
            log.info("structured source failed", extra={"source": self.source.name, "error": error.message})
            return _Fetched(notices=(notice(NoticeCode.SOURCE_DOWN, source=self.source.name),), failed=True)
        told = [notice(NoticeCode.SOURCE_ROWS_BAD, source=self.source.name, count=bad)] if bad else []
        if not rows and self._open_judge is not None:
            told.append(notice(NoticeCode.SOURCE_EMPTY, source=self.source.name))
        return _Fetched(rows=tuple(rows.values()), notices=tuple(told), seen=seen)

    def _pages(self, query: SourceQuery, until: float) -> Iterator[SourceRow | int]:
        """Yields the rows of a query, page by page, and how many of a page were unusable; no page is asked for after a
        moment."""
        if self._clock() > until:
            return
        pages = all_rows(self.source.page, replace(query, page=1, per_page=MOST_ROWS), most_pages=MOST_PAGES)
        for page in pages:
            yield from page.rows
            if page.bad:
                yield len(page.bad)
            if self._clock() > until:
                return

    def _candidates(
        self, asked: Plan, answered: Answered, fetched: _Fetched, question: Question, reading: QueryReading
    ) -> _Candidates:
        """The store's hits, with the rows beside the store that fit as well; where only such rows fit, they alone."""
        ranked = answered.ranked
        found = _Candidates(
            answered=answered,
            standings={hit.id: hit.standing for hit in ranked.hits},
            ladder=ranked.ladder,
            notices=fetched.notices,
        )
        if len(ranked.hits) == MOST_ORDERED:
            # What the source puts first is among the first here, too.
            asked_for = [row.id for row in fetched.rows if row.id not in found.standings]
            dossiers = self.engine.store.dossiers(answered.plan, asked_for)
            further = [judge(answered.plan, dossier) for dossier in dossiers]
            found.standings |= {
                one.candidate: one.standing for one in further if one.stays(strict=answered.plan.strict)
            }
        if self._open_judge is None or not fetched.rows:
            return found
        unknown = self._outside_store(asked, fetched.rows)
        if self._judge is not None:
            self._judge.forget({row.id for row in fetched.rows} - {row.id for row in unknown})
        if not unknown:
            return found
        judge_of_rows = self._opened_judge(self._open_judge)
        ids, left_out = judge_of_rows.add(unknown, name=self.source.name, seen=fetched.seen)
        if left_out:
            unread = notice(NoticeCode.SOURCE_ROWS_UNREAD, source=self.source.name, count=left_out)
            found.notices = (*found.notices, unread)
        plan = judge_of_rows.plan(reading.claims, question)
        judged = [judge(plan, dossier) for dossier in judge_of_rows.dossiers(plan, ids)]
        fitting = [one for one in judged if one.stays(strict=plan.strict) and one.standing.met]
        if answered.plan is not asked and fitting:
            # Something fits as it was asked, so nothing has to be relaxed.
            found.answered = Answered(plan=asked, ranked=Ranked(hits=(), ladder=_empty(asked)), notices=())
            found.standings, found.ladder = {}, _empty(asked)
        stale = [one.candidate for one in judged if one.candidate in found.standings]
        before = [judge(found.answered.plan, one) for one in self.engine.store.dossiers(found.answered.plan, stale)]
        found.ladder = _with(_with(found.ladder, before, by=-1), judged, by=1, strict=plan.strict)
        for id in stale:
            del found.standings[id]
        found.left_out = {one.candidate for one in judged}
        found.rows = {one.candidate: one.standing for one in fitting}
        found.row_plan = plan
        return found

    def _outside_store(self, plan: Plan, rows: Sequence[SourceRow]) -> list[SourceRow]:
        """The rows that the store does not have, or that say something else there."""
        by_id = {row.id: row for row in rows}
        dossiers = self.engine.store.dossiers(plan, list(by_id))
        stored = {one.candidate: self._rows.known(one.entities[one.candidate], one.entities) for one in dossiers}
        if not stored:
            return list(rows)
        made = {one.id: one for one in documents(rows, self.engine.pack, name=self.source.name, layout=self._layout)}
        return [
            row
            for id, row in by_id.items()
            if id in made and not (id in stored and self._rows.says(stored[id], made[id]))
        ]

    def _ordered(
        self, found: _Candidates, fetched: _Fetched, method: Method, text: str
    ) -> list[tuple[EntityId, Standing]]:
        """All candidates in the order in which they are shown."""
        standings = {**found.standings, **found.rows}
        places = {row.id: place for place, row in enumerate(fetched.rows)}
        weights = self.weights
        if method is Method.STRUCTURED and places:
            weights = OrderWeights(semantic=0.0, structured=1.0)
            if self.method is Method.STRUCTURED:
                standings = {id: standing for id, standing in standings.items() if id in places}
        if not places:
            weights = OrderWeights(semantic=1.0, structured=0.0)
        best = max((standing.score for standing in standings.values()), default=0) or 1

        def rank(one: tuple[EntityId, Standing]) -> tuple[float, ...]:
            id, standing = one
            by_source = 1 - places[id] / len(places) if id in places else 0.0
            combined = weights.semantic * standing.score / best + weights.structured * by_source
            if not places:
                return standing.rank
            return (-standing.required_met, -round(combined, 9), *standing.rank)

        order = sorted(standings.items(), key=lambda one: (rank(one), one[0]))
        first = order[:MOST_LIKENED]
        likeness = self._likeness(found, text, [id for id, _ in first])
        if likeness:
            first.sort(key=lambda one: (rank(one), -likeness.get(one[0], -1.0), one[0]))
        return first + order[MOST_LIKENED:]

    def _behind(
        self, found: _Candidates, order: Sequence[tuple[EntityId, Standing]]
    ) -> list[tuple[EntityId, Standing]]:
        """The store's hits after those that were ordered."""
        if len(found.answered.ranked.hits) < MOST_ORDERED:
            return []
        there = {id for id, _ in order} | found.left_out
        ranked = self.engine.store.rank(found.answered.plan, limit=MOST_RANKED)
        return [(hit.id, hit.standing) for hit in ranked.hits if hit.id not in there]

    def _likeness(self, found: _Candidates, text: str, ids: Sequence[EntityId]) -> Mapping[EntityId, float]:
        if self._open_vectors is None:
            return {}
        try:
            with self._opening:
                self._vectors = self._vectors or self._open_vectors()
            return self._vectors.likeness(text, ids)
        except IndexMismatch:
            raise
        except StoreError as error:
            log.info("vector index failed", extra={"error": error.message})
            found.notices = (*found.notices, notice(NoticeCode.VECTORS_DOWN))
            return {}

    def _composed(
        self,
        reading: QueryReading,
        located: Located,
        asked: Plan,
        found: _Candidates,
        order: Sequence[tuple[EntityId, Standing]],
        *,
        limit: int,
        offset: int,
        search: str,
    ) -> Found:
        shown = order[offset : offset + limit]
        hits = self._hits(found, [id for id, _ in shown])
        if self.method is Method.STRUCTURED:
            counts = Counter(standing.met for _, standing in order)
            found.ladder = replace(
                found.ladder, total=len(order), met={count: counts[count] for count in found.ladder.met}
            )
        ranked = Ranked(hits=tuple(RankedHit(id=hit.id, standing=hit.standing) for hit in hits), ladder=found.ladder)
        answered = replace(found.answered, ranked=ranked, notices=(*found.notices, *found.answered.notices))
        page = Page(asked=asked, answered=answered, hits=hits, offset=offset)
        wider: tuple[Wider, ...] = ()
        if page.is_as_asked and not found.rows:
            wider = self._closest.wider(found.answered, located, limit=limit)
        return compose(reading, located, page, search=search, wider=wider)

    def _hits(self, found: _Candidates, ids: Sequence[EntityId]) -> tuple[Hit, ...]:
        stored = [id for id in ids if id not in found.rows]
        hits = {
            one.candidate: hit_of(found.answered.plan, one)
            for one in self.engine.store.dossiers(found.answered.plan, stored)
        }
        if self._judge is not None and found.row_plan is not None:
            rows = [id for id in ids if id in found.rows]
            hits |= {one.candidate: hit_of(found.row_plan, one) for one in self._judge.dossiers(found.row_plan, rows)}
        return self._with_urls(
            [hits[id] for id in ids if id in hits],
            failed=any(one.code is NoticeCode.SOURCE_DOWN for one in found.notices),
        )

    def _with_urls(self, hits: Sequence[Hit], *, failed: bool) -> tuple[Hit, ...]:
        """The hits, those without a link with that of the source's row; our own store has no link but theirs."""
        without = [hit.id for hit in hits if not url_of(hit)] if self._open_judge is not None else []
        if not without or failed:
            return tuple(hits)
        urls = self._urls(without)
        return tuple(_linked(hit, urls.get(hit.id, "")) for hit in hits)

    def _urls(self, ids: Sequence[EntityId]) -> dict[EntityId, str]:
        """The links that the source has; one that cannot be had is an extra, and no error."""
        listed = [id for id in ids if fits_list(id)]
        alone = self._rows_of([id for id in ids if not fits_list(id)][:MOST_READ])
        found = {id: row.url for id, row in alone.items() if row is not None}
        with suppress(SourceApiError):
            for start in range(0, len(listed), MOST_ROWS):
                some = tuple(map(str, listed[start : start + MOST_ROWS]))
                # Some services give fewer rows a page than they are asked for.
                for page in all_rows(
                    self.source.page, SourceQuery(ids=some, per_page=len(some)), most_pages=MOST_PAGES
                ):
                    found |= {row.id: row.url for row in page.rows}
                    if found.keys() >= set(some):
                        break
        return found


class NoSource:
    """A structured source without rows (`ports.StructuredSource`), for searches that vectors order and no source."""

    name = "none"

    def page(self, query: SourceQuery) -> SourcePage:
        return SourcePage(rows=(), total=0, page=query.page)

    def get(self, id: EntityId) -> SourceRow | None:
        return None

    def close(self) -> None:
        """There is nothing to close."""


def method_for(asked: Translation) -> Method:
    """Returns what a question is answered from: filters alone are the source's, words alone the store's."""
    if not asked.filters:
        return Method.SEMANTIC
    return Method.STRUCTURED if asked.is_complete else Method.HYBRID


def url_of(hit: Hit) -> str:
    """Returns the link of a hit: of the newest source that has one."""
    return next((source.url for source in reversed(hit.entities[hit.id].sources) if source.url), "")


def _linked(hit: Hit, url: str) -> Hit:
    entity = hit.entities[hit.id]
    if not url or url_of(hit) or not entity.sources:
        return hit
    *others, newest = entity.sources
    linked = replace(entity, sources=(*others, replace(newest, url=url)))
    return replace(hit, entities={**hit.entities, hit.id: linked})


def _empty(plan: Plan) -> Ladder:
    return Ladder(total=0, met=dict.fromkeys(range(len(plan.units) + 1), 0), more=(0,) * len(plan.units))


def _with(ladder: Ladder, judged: Sequence[Judgement], *, by: int, strict: bool = False) -> Ladder:
    """Returns the ladder with some candidates counted in, or out."""
    met: Mapping[int, int] = dict(ladder.met)
    total, counts, more = ladder.total, dict(met), list(ladder.more)
    for one in judged:
        if one.stays(strict=strict):
            total += by
            counts[one.standing.met] = counts.get(one.standing.met, 0) + by
        lacking = [i for i, verdict in enumerate(one.unit_verdicts) if verdict is not Verdict.MET]
        if len(lacking) == 1:
            more[lacking[0]] += by
    return Ladder(total=total, met=counts, more=tuple(more))
