"""The interfaces that the engine needs: store, embedder, reader and others. Protocols only."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from claimtree.errors import BadRecord
from claimtree.geo import LatLon, Point, Points
from claimtree.model.answers import Dossier, Ranked
from claimtree.model.claims import Claim, ConceptId, EntityId, LevelName, QueryClaim, TypeName
from claimtree.model.columns import ColumnsReport, GivenRules
from claimtree.model.documents import Document, Position, SourceFile
from claimtree.model.hierarchy import Entity, Hierarchy
from claimtree.model.judging import JudgedWishes
from claimtree.model.notices import Notice
from claimtree.model.packed import PackedBatch, PackedEntities, PackedNames
from claimtree.model.phrases import Batch, Edge, Expected, IndexedEntity, Partition, Phrase, PhraseId, Vectors
from claimtree.model.places import Candidate, NearbyFact, Place, PlaceId, PlaceKind
from claimtree.model.plans import Plan
from claimtree.model.precomputed import Key, PrecomputedEdges
from claimtree.model.relations import Link, Links, RelationQuery, Waiting, Walk
from claimtree.model.scopes import ListedWords, Scope, Span
from claimtree.model.source_query import SourcePage, SourceQuery, SourceRow
from claimtree.model.vector_items import EVERYTHING, Filter, ItemId, Neighbour, VectorBatch, VectorSpace


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreIdentity:
    """What a store was built with; opening it with something else is refused."""

    pack: str
    pack_version: int
    embedder: str
    dimensions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreInfo:
    """What is in a store."""

    identity: StoreIdentity
    entities: dict[LevelName, int]
    claims: int
    phrases: int
    edges: int
    bytes: int
    """On disk; 0 for a store in memory."""
    schema: int
    address: str
    places: int = 0
    relations: int = 0
    """Those that wait for an entity included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamped:
    """A stored entity and the number of its last write."""

    id: EntityId
    written: int
    """The store's generation right after that write."""


class Store(Protocol):
    """Keeps entities, claims and phrases, and ranks where the data is: what searching and indexing need.
    `claimtree_testing.suites.StoreSuite` defines it."""

    @property
    def identity(self) -> StoreIdentity: ...

    def put(self, batch: Batch) -> None:
        """Write all of the batch, or nothing. When this returns, the batch survives a crash.

        An entity whose id is known is replaced; entities that it owned and that the batch does not
        contain are removed with their subtrees. A parent that is neither stored nor in the batch, or that stands at the
        wrong level, is an error, as is a claim whose phrase is unknown. Where the store no longer holds what the batch
        expects (`Batch.expected`, `Batch.measured_with`), it is refused with a `StoreConflict` that
        names what has changed: check and write are atomic, in this process and across processes.
        """

    def remove(self, ids: Iterable[EntityId], *, expected: Expected | None = None) -> int:
        """Remove entities with their subtrees; returns how many went. Unknown ids count zero.

        With `expected`, the removal is all or nothing, as for a batch.
        """

    def known_phrases(self, ids: Collection[PhraseId]) -> frozenset[PhraseId]:
        """Those of the phrases that are already stored: they need no embedding."""

    def partitions(self, keys: Collection[tuple[LevelName, TypeName]]) -> Iterable[Partition]:
        """All phrases of these levels and types, ordered by (level, type) and within by id. Empty ones are left out.

        The same object is returned again while nothing was added to it, if the store can tell. A
        partition too large to be cached comes in slices, so that a caller that drops each after use
        needs little memory.
        """

    def edges(self, derived: Collection[PhraseId]) -> Sequence[Edge]:
        """The edges that lead to these phrases, ordered by (derived, base)."""

    def rank(self, plan: Plan, *, limit: int, offset: int = 0) -> Ranked:
        """Judges every candidate as in `model.verdicts`; returns one page and the exact ladder."""

    def place(self, plan: Plan, id: EntityId) -> int | None:
        """The rank of an entity in the whole order, 1 for the first; None when it is not in it."""

    def dossiers(self, plan: Plan, ids: Sequence[EntityId]) -> tuple[Dossier, ...]:
        """Evidence with quotes on these entities of the answer level; skips unknown ids."""

    def get(self, ids: Sequence[EntityId]) -> tuple[IndexedEntity, ...]:
        """Stored entities with their claims, in the order asked; unknown ids are left out."""

    def children(self, id: EntityId) -> tuple[EntityId, ...]:
        """Direct parts, ordered by id."""

    def digests(self, ids: Collection[EntityId]) -> dict[EntityId, str]:
        """Hashes of the documents that stored entities came from; unknown ids are left out."""

    def generation(self) -> int:
        """The number of the last write of entities: it grows with each, and when another version becomes live."""

    def scan(
        self, level: LevelName, *, after: EntityId | None = None, since: int = 0, limit: int = 1_000
    ) -> tuple[Stamped, ...]:
        """A page of a level, ordered by id: entities after `after`, written later than `since`.

        A change of what is near an entity is no write of it. A write that has returned is visible,
        and no write of an earlier generation becomes visible afterwards: a caller that noted the
        generation and scans since then misses nothing.
        """

    def compact(self) -> None:
        """Tidy up after many writes; the content stays the same. May do nothing."""

    def info(self) -> StoreInfo: ...

    def check(self) -> tuple[str, ...]:
        """Every problem of the store, as sentences; empty when it is sound."""

    def close(self) -> None: ...


class PlaceStore(Store, Protocol):
    """A store that also keeps places and nearby facts, for the code that loads and measures them."""

    def put_places(self, places: Sequence[Place]) -> None:
        """Add places, or replace those of the same id: all of them, or nothing."""

    def remove_places(self, ids: Iterable[PlaceId]) -> int:
        """Remove places; returns how many were removed. Unknown ids count zero."""

    def places(self) -> tuple[Place, ...]:
        """All places, ordered by id."""

    def places_version(self) -> int:
        """A number that changes with every write of places; 0 before the first."""

    def orphans(self, level: LevelName) -> tuple[EntityId, ...]:
        """The entities of a level that have no parent, ordered by id."""

    def positions(self, level: LevelName) -> tuple[tuple[EntityId, ...], Points]:
        """The entities of a level with known coordinates, ordered by id, and their coordinates."""

    def put_nearby(
        self,
        facts: Mapping[EntityId, Sequence[NearbyFact]],
        *,
        kinds: Collection[PlaceKind] | None = None,
        measured_at: Mapping[EntityId, LatLon] | None = None,
        measured_with: int | None = None,
    ) -> None:
        """Replace the nearby facts of these entities, or only of some kinds; skips unknown ids.

        An entity's facts stay until they are put again or replaced. With `measured_at`, entities
        that have moved since are skipped too: the process that moved them has measured them. With
        `measured_with`, a version of the places that is no longer the store's is refused with a
        `StoreConflict`.
        """

    def measured_version(self) -> int:
        """The version of the places with which nearby facts were last measured."""

    def set_measured_version(self, version: int) -> None:
        """Record that all nearby facts were measured with this version of the places."""


class RelationStore(Store, Protocol):
    """A store that also answers from the relations that its entities state (`Entity.relations`).

    They come and go with the entity that states them. One that leads to an entity that is not stored waits, and holds
    from the write on that brings that entity until it is removed.
    """

    def related(self, ids: Collection[EntityId], query: RelationQuery) -> Links:
        """The links of each entity to others that are stored, as `model.relations.links_of` orders them; an entity
        without any has none, unknown ids are left out."""

    def first_links(self, id: EntityId, query: RelationQuery, *, limit: int) -> tuple[tuple[Link, ...], int]:
        """The first links of one entity in the order of `related`, and how many more it has; none for
        an entity that is not stored. An entity may have very many."""

    def walk(self, ids: Iterable[EntityId], query: RelationQuery, *, depth: int, limit: int) -> Walk:
        """What is reached from these entities within so many links, as `model.relations.walk` goes, all of it from one
        state of the store."""

    def waiting(self, *, limit: int = 5) -> Waiting:
        """How many relations wait, and the first of them, by the id of the entity that states them."""


class MovableStore(PlaceStore, RelationStore, Protocol):
    """A store that can be copied and rebuilt while other processes use it. Every store that ships
    is one, and `claimtree_testing.suites.StoreSuite` tests all of it."""

    def partition_keys(self) -> tuple[tuple[LevelName, TypeName], ...]:
        """The levels and types that have phrases, in order: their `partitions` are all phrases."""

    def note(self, name: str) -> str:
        """The note stored under this name; empty if there is none."""

    def set_note(self, name: str, text: str) -> None:
        """Store a note beside the data; empty text deletes it. The generation does not change."""

    def holding(self) -> AbstractContextManager[None]:
        """Context in which the store is read-only for every process, this one included.

        Writers wait, and continue in the version that is live then: an acknowledged write is never
        in a retired version.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseCriteria:
    """Criteria for phrases: a phrase fits if it matches any of them."""

    concepts: frozenset[ConceptId] = frozenset()
    names: frozenset[str] = frozenset()
    """Normalised for comparison: see `model.folding.name_key`."""
    kinds: frozenset[str] = frozenset()
    """Every name of these kinds."""
    measures: frozenset[str] = frozenset()
    """Patterns with an amount, of phrases that no word list knows."""
    ids: frozenset[PhraseId] = frozenset()


@runtime_checkable
class PrecomputingStore(Protocol):
    """A store that also keeps precomputed judgements of phrases, and finds phrases by content."""

    def find_phrases(self, keys: Collection[Key], by: PhraseCriteria) -> Sequence[Partition]:
        """The phrases of these levels and types that fit, as slices without vectors."""

    def precomputed_edges(self, wishes: Collection[str]) -> PrecomputedEdges:
        """The precomputed edges of those of the wishes that every stored phrase was judged against. A
        batch brings edges for its own phrases (`Batch.precomputed_edges`)."""

    def put_precomputed(
        self, wishes: Collection[str], judge: Callable[[Partition, frozenset[str]], PrecomputedEdges]
    ) -> int:
        """From now on keep these wishes and no others. The stored phrases are judged against wishes
        that are new to the store; returns how many were new. Nothing is kept if another write
        happens meanwhile: the next call tries again."""


class Packer(Protocol):
    """Makes rows of what a store keeps. It is pickled: other processes make them as well."""

    def entities(
        self, items: Sequence[IndexedEntity], of_claims: Sequence[Sequence[PhraseId]]
    ) -> PackedEntities | None:
        """Returns the rows of new entities, given the phrases of the claims of each; None if there is one that cannot
        be packed."""

    def names(self, phrases: Sequence[Phrase], edges: Sequence[Edge]) -> PackedNames:
        """Returns the rows of names, and the edges from them."""


@runtime_checkable
class PackingStore(Protocol):
    """A store that takes rows that were made in other processes."""

    @property
    def packer(self) -> Packer: ...

    def put_packed(self, batch: PackedBatch) -> int:
        """Write all of the batch, or nothing, and return how many phrases were new. Raises a `StoreConflict` if one of
        the entities is stored, and a `StoreError` as for a batch: also if the phrase of a claim is neither stored nor
        in the batch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """The properties of a version of a store: enough to open it as it is."""

    identity: StoreIdentity
    hierarchy: Hierarchy


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionList:
    """The existing versions of a store."""

    live: Built | None
    """None if there is no store at all."""
    former: Built | None = None
    """The previously live version, kept until it is forgotten."""
    unfinished: Built | None = None
    """Begun, and neither finished nor abandoned."""


class Versions(Protocol):
    """The versions of one store, whatever they were built with: live, former, and being built.

    When another version becomes live, a process that has the store open answers from it from the
    next call on, if it was built with the same properties; else it goes on reading the version it
    knows, and may not write any more.
    """

    def present(self) -> VersionList: ...

    def begin(self, built: Built) -> MovableStore:
        """An empty store beside the live one; or the unfinished one, if it has the same `built`."""

    def finish(self) -> None:
        """Make the unfinished version live, atomically and for every process, and the live one the
        former one; an older former one is removed. Call it inside `holding` of the live store, with
        the unfinished one closed. An interruption leaves one live version, the old or the new."""

    def rollback(self) -> None:
        """Make the former version the live one again, and what was live the former. Call it inside `holding`."""

    def forget(self) -> bool:
        """Remove the former version; returns whether there was one."""

    def abandon(self) -> bool:
        """Remove the unfinished version; returns whether there was one."""


class Embedder(Protocol):
    """Text to unit vectors. The name identifies the vector space: other name, other space."""

    @property
    def name(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text, in order; equal texts give equal rows, whatever they are batched with."""


@runtime_checkable
class Judge(Embedder, Protocol):
    """An embedder that also separates phrases that meet a wish from those that refute it. Other
    embedders know only similarity."""

    def judge(self, wishes: Vectors) -> JudgedWishes:
        """Prepares wishes, given as this embedder's vectors, for comparison with its phrases."""


@runtime_checkable
class SharedEmbedder(Protocol):
    """An embedder shared by threads that answers those that take part in one run."""

    def batched_calls(self) -> AbstractContextManager[None]:
        """Context in which a thread that asks for vectors waits for others that take part."""


@runtime_checkable
class CachingEmbedder(Protocol):
    """An embedder that keeps the vectors that it has computed."""

    def add_computed(self, rows: Iterable[tuple[bytes, bytes]]) -> None:
        """Keep vectors that the same embedder has computed in another process, as rows of its cache."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryReading:
    """The wishes of a query, and what was left out or guessed."""

    claims: tuple[QueryClaim, ...]
    notices: tuple[Notice, ...] = ()
    language: str = "en"
    """The language of the asker, in which the notices are told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentReading:
    """The claims of one text about one entity; a claim may be of a lower level than the entity."""

    claims: tuple[Claim, ...]
    passages: tuple[Claim, ...] = ()
    """The text's clauses, each as a claim in its own words, for a judge to compare wishes with."""
    notices: tuple[Notice, ...] = ()
    language: str = "en"
    """In which the notices are told."""


class StructuredSource(Protocol):
    """A database that is asked with filters and answers with rows, in its own order: an HTTP interface, or our own
    store behind the same one. What it returns is judged by our verdicts before it is shown."""

    @property
    def name(self) -> str:
        """A short name: of the source of its rows in the store, and in messages."""

    def page(self, query: SourceQuery) -> SourcePage:
        """A page of the rows that pass every filter; raises a SourceApiError where it cannot be had."""

    def get(self, id: EntityId) -> SourceRow | None:
        """One row; None if there is none of that id."""

    def close(self) -> None: ...


@runtime_checkable
class Source(Protocol):
    """Files to documents. The pack names its source; a class that takes the pack makes one for each run.

    Ours is `sources.listings`; other packages bring theirs as an entry point (docs/add-a-source.md).
    """

    @property
    def formats(self) -> str:
        """What it reads, for messages: ".md, .markdown"."""

    def recognises(self, file: Path) -> bool:
        """True for a file that it reads, by its name."""

    def count(self, files: Sequence[SourceFile]) -> int | None:
        """About how many records there are, for a progress bar; None where that takes reading them."""

    def read(self, files: Sequence[SourceFile], *, after: Position | None = None) -> Iterator[Document | BadRecord]:
        """The documents of the files, one by one and parents first where that is easy.

        A record that cannot be used is yielded as a BadRecord whose `values` have its "place" and the "reason".
        Records up to and including `after` may be left out: an earlier run has stored them. One that is yielded all
        the same is found unchanged.
        """


@runtime_checkable
class ColumnSource(Source, Protocol):
    """A source whose records have named columns, which a user may map to those that the pack knows."""

    @property
    def columns(self) -> ColumnsReport:
        """What became of the columns so far."""

    def mapped(self, rules: GivenRules) -> ColumnSource:
        """The same source, reading some columns as these rules say."""


class Reader(Protocol):
    """Text to claims."""

    @property
    def version(self) -> str:
        """Changes whenever the same text may give other claims, so that an index notices."""

    def read_query(self, text: str) -> QueryReading: ...

    def read_document(self, text: str, *, about: Entity, source: str) -> DocumentReading: ...


class Places(Protocol):
    """A source of places: the gazetteer in the store, or a provider over the network."""

    @property
    def name(self) -> str:
        """For messages: "gazetteer", "google"."""

    def named(self, name: str, *, near: Point | None = None, kind: str = "", limit: int = 10) -> tuple[Candidate, ...]:
        """Places of that name, the best first; `near` is where the data lies, `kind` what sort is meant.

        Nothing found is an empty tuple. A provider that fails raises a `PlacesError`.
        """

    def of_kind(self, kind: str, *, around: Point, radius_m: float, limit: int = 200) -> tuple[Place, ...] | None:
        """Places of a kind within a radius, nearest first; None if the provider lacks the kind."""


class VectorIndex(Protocol):
    """Finds the items most similar to a text by their vectors.

    `claimtree_testing.vectors.VectorIndexSuite` defines it. It serves lists of passages or
    listings. Wishes are never matched this way: a truncated list is no verdict.
    """

    @property
    def space(self) -> VectorSpace:
        """The embedder and dimensions of its vectors; opening it with another one is refused."""

    @property
    def exact(self) -> bool:
        """True when `nearest` equals a full comparison; otherwise it may miss items, but every item
        passes the filter."""

    @property
    def address(self) -> str:
        """Its address, as `claimtree.vectors.open.open_index` takes it."""

    def put(self, batch: VectorBatch) -> None:
        """Add items, or replace those of the same id; of an id given twice the last counts.

        A batch that cannot be stored is refused whole. When this returns, the next search finds the
        items, and they survive a crash. If an engine fails half way, putting the same batch again
        completes it.
        """

    def remove(self, ids: Iterable[ItemId]) -> int:
        """Remove items; returns how many were removed. Unknown ids count zero."""

    def nearest(self, asked: Vectors, *, limit: int, where: Filter = EVERYTHING) -> tuple[tuple[Neighbour, ...], ...]:
        """For each vector the most similar items that the filter admits, the best first, equal ones by id.

        The filter applies before the limit. A vector of zeros (a blank text) is similar to nothing:
        stored, its similarity is 0; as a query, it finds nothing.
        """

    def get(self, ids: Sequence[ItemId]) -> VectorBatch:
        """Items with their vectors, each once, in the order asked; unknown ids are left out."""

    def ids(self) -> tuple[ItemId, ...]:
        """All ids, ordered."""

    def count(self) -> int: ...

    def compact(self) -> None:
        """After many writes, build what makes searches fast; slower before. May do nothing."""

    def close(self) -> None: ...


class ScopeReading(Protocol):
    """The scope reading of one text."""

    @property
    def end(self) -> int:
        """The end of the part that was read; words after it say nothing."""

    @property
    def found(self) -> Sequence[Span]:
        """The spans that name something, in the order of the text; they do not overlap."""

    def named(self, span: Span) -> float:
        """The probability that some word of the span names something."""

    def means(self, asked: Sequence[ListedWords]) -> Sequence[float]:
        """For each the probability that the words have the meaning of their word-list entry here,
        and say it of the thing described: the "island" of a kitchen does, that of "Ellis Island"
        does not. 1 if nothing was learned about it."""

    def asks(self, asked: Sequence[ListedWords]) -> Sequence[tuple[float, float]]:
        """For each, in a query, the probabilities that the words ask for what they were taken for,
        and that this is all they ask for: the "oven" of "double oven" does the first, that of "oven
        gloves" neither. 1 if nothing was learned about it."""

    def scopes(self, spans: Sequence[Span]) -> Sequence[Scope]:
        """The scope of each span, whether found or not."""

    def alternatives(self, spans: Sequence[Span]) -> Sequence[int | None]:
        """The group of alternatives of each span; None for a span that stands alone."""


class ScopeReader(Protocol):
    """Reads the role of words in a text: wanted, denied or nothing; of what; which alternatives."""

    @property
    def version(self) -> str:
        """Changes whenever the same words may be read differently."""

    def read(self, text: str, *, listing: bool) -> ScopeReading:
        """Reads a text of any length in linear time. Input that is no text, such as a very long run
        of marks, may be cut: see `ScopeReading.end`."""
