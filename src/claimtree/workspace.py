"""Opens everything from settings: the pack, the store, the reader, the engine, the indexer.

All interfaces (command line, HTTP, agents) start here, so that they open the same things in the
same way.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Sequence
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar, overload

from claimtree.cores import usable
from claimtree.engine import Engine
from claimtree.errors import BadInput, IndexMismatch, PackWarning, StoreReadOnly, StoreTooOld, StoreUnavailable
from claimtree.geo import Points
from claimtree.languages import language_of
from claimtree.model.claims import LevelName, Name, TypeName
from claimtree.model.pack import Pack
from claimtree.model.places import Place
from claimtree.model.taught import TaughtConcept, overlaid
from claimtree.model.vector_items import VectorSpace
from claimtree.models.glossary import glossed
from claimtree.models.open import open_embedder
from claimtree.models.remote import Endpoint
from claimtree.models.scope import open_scope, unlearned
from claimtree.packs.cache import cached_pack
from claimtree.packs.find import pack_folder
from claimtree.packs.taught_file import FILE as TAUGHT
from claimtree.packs.taught_file import read_taught
from claimtree.packs.weights_file import Weights, WeightsFile, read_weights, with_weights
from claimtree.ports import (
    Embedder,
    MovableStore,
    PhraseCriteria,
    PlaceStore,
    PrecomputingStore,
    Reader,
    ScopeReader,
    StoreIdentity,
)
from claimtree.search.precompute import Precomputer
from claimtree.settings import DEFAULT_PLACES, DEFAULT_READER, Settings
from claimtree.stores.open import open_store
from claimtree.text.rule_reader import RuleReader
from claimtree.text.unlisted_places import is_strange

if TYPE_CHECKING:
    from claimtree.indexing import Indexer
    from claimtree.llm_reader import LanguageModelReader
    from claimtree.places.gazetteer import Gazetteer
    from claimtree.places.locate import Locator
    from claimtree.places.provider_chain import ProviderChain
    from claimtree.structured.entity_vectors import EntityVectors
    from claimtree.structured.hybrid import Method, SourceSearcher
    from claimtree.structured.row_judge import RowJudge
    from claimtree.structured.store_source import StoreSource

CACHE = "embeddings.db"
PACKS = "packs"
ROWS = "rows"
"""In the data folder: vectors of texts, packs as they were built, columns of rows."""
_READERS = 16
"""Texts read in parallel per core: while some wait for a model, others are parsed, and the more
wait together, the larger the model's batches."""

_MOST_PROCESSES = 64
_USUAL_PROCESSES = 4
"""More would wait for the process that judges and writes, whose work on a listing is a third of that of
reading it."""

_NAMESAKES = 20
"""Regions of one name that are looked at."""

T = TypeVar("T")


class opened_once(cached_property[T]):  # noqa: N801 - a decorator, named like the one it is made of
    """A cached property computed by one thread only: two requests must not open two stores."""

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> T: ...
    def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
        if instance is None:
            return self
        with instance.lock:
            return super().__get__(instance, owner)


class LiveNames:
    """The names of the store's places for the reader, looked up lazily in the current gazetteer."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def longest(self, words: Sequence[str], start: int = 0) -> int:
        return self.now().longest(words, start)

    def region(self, name: str) -> bool:
        return self.now().region(name)

    def now(self) -> Gazetteer:
        return self._workspace.gazetteer()


class Workspace:
    """One pack and its store, opened on first use and closed together."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.lock = threading.RLock()
        self._opened: list[MovableStore] = []
        self._llm_readers: list[LanguageModelReader] = []
        self._closing: list[ProviderChain | SourceSearcher] = []
        self._gazetteer: tuple[int, Gazetteer] | None = None
        self._locator: Locator | None = None
        self._around = Points.of([])
        self._named: tuple[Name, ...] = ()
        self._named_at = -1
        """The store's names that the reader knows, and the generation of their lookup."""
        self._looked_at = -1
        """The store's generation in which no entity had coordinates."""

    def __enter__(self) -> Workspace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with ExitStack() as closing:
            for store in self._opened:
                closing.callback(store.close)
            for reader in self._llm_readers:
                closing.callback(reader.close)
            for chain in self._closing:
                closing.callback(chain.close)
            embedder = self.__dict__.get("embedder")
            if embedder is not None and hasattr(embedder, "close"):
                closing.callback(embedder.close)

    @opened_once
    def own_pack(self) -> Pack:
        """The pack as in its files; warns of claim types that its trained guesses do not know."""
        pack = cached_pack(self.settings.pack, self.settings.home / PACKS)
        for embedder, types in pack.untrained_types().items():
            warnings.warn(_untrained(pack, embedder, types), PackWarning, stacklevel=2)
        return pack

    @opened_once
    def weights(self) -> WeightsFile:
        """The weights that the user adopted, as of the first access."""
        return read_weights(self.settings.weights_path, self.own_pack)

    @opened_once
    def pack(self) -> Pack:
        """The pack, with the user's weights in place of its own."""
        return with_weights(self.own_pack, self.weights.weights)

    @opened_once
    def embedder(self) -> Embedder:
        settings = self.settings
        endpoint = None
        if settings.embedder_url:
            if not settings.embedder_dimensions.isdigit():
                raise BadInput(
                    f"embedder_dimensions is {settings.embedder_dimensions!r}, not a whole number",
                    hint="Set CLAIMTREE_EMBEDDER_DIMENSIONS to the length of the model's vectors.",
                )
            endpoint = Endpoint(
                base_url=settings.embedder_url,
                model=settings.embedder_model,
                dimensions=int(settings.embedder_dimensions),
                api_key=settings.embedder_key,
            )
        embedder = open_embedder(settings.embedder, threads=usable(), endpoint=endpoint, cache=settings.home / CACHE)
        # Users with a model of their own are expected to choose one for the pack's language.
        return embedder if endpoint is not None else glossed(embedder, self.pack.gloss)

    @property
    def identity(self) -> StoreIdentity:
        return StoreIdentity(
            pack=self.pack.name,
            pack_version=self.pack.version,
            embedder=self.embedder.name,
            dimensions=self.embedder.dimensions,
        )

    @opened_once
    def store(self) -> MovableStore:
        """The store to search. It has to exist: a search never makes an empty one."""
        address = self.settings.store_address
        if not self.settings.store and not Path(address).exists():
            raise StoreUnavailable(
                f"there is no store at {address}",
                hint="Load the demo with `claimtree demo`, or your own data with `claimtree index FILE`.",
                values={"address": address},
            )
        # Read-only: a user without write permission for the file or its folder may still search.
        try:
            return self._open(address, create=False, read_only=True)
        except StoreTooOld as old:
            try:
                self._upgrade(address)
            except StoreReadOnly:
                raise old from None  # its hint says what to do
            return self._open(address, create=False, read_only=True)

    def _upgrade(self, address: str) -> None:
        """Upgrade a store of an older version, which opening it for writing does."""
        open_store(address, identity=self.identity, hierarchy=self.pack.hierarchy, create=False).close()

    def store_to_change(self) -> MovableStore:
        """The store that `search` uses, opened for writing; it has to exist."""
        address = self.store.info().address
        return self._open(address, create=False)

    def store_to_write(self, address: str | None = None) -> MovableStore:
        """The store to index into, created if missing: the named one, else the pack's own, but
        never the demo's."""
        self.settings.home.mkdir(parents=True, exist_ok=True)
        return self._open(address or self.settings.store or str(self.settings.own_path), create=True)

    @opened_once
    def taught(self) -> tuple[TaughtConcept, ...]:
        """The taught concepts, as of the first access."""
        return self.read_taught()

    def read_taught(self) -> tuple[TaughtConcept, ...]:
        """The current taught concepts: the pack's, overridden by the user's; no invalid rows."""
        shipped, own = (read_taught(file).concepts for file in self._taught_files)
        return overlaid(shipped, own)

    @property
    def taught_notices(self) -> tuple[str, ...]:
        """Problems of the files, as sentences."""
        return tuple(
            f"{file}, line {bad.line} is left out: {bad.reason}"
            for file in self._taught_files
            for bad in read_taught(file).bad
        )

    @property
    def _taught_files(self) -> tuple[Path, Path]:
        return pack_folder(self.settings.pack) / TAUGHT, self.settings.taught_path

    @property
    def has_store(self) -> bool:
        """True if there is a store to search."""
        return bool(self.settings.store) or Path(self.settings.store_address).exists()

    @opened_once
    def engine(self) -> Engine:
        return self.engine_taught(self.taught)

    def engine_taught(self, concepts: Sequence[TaughtConcept]) -> Engine:
        """An engine on the same store that was taught these concepts instead."""
        return self._engine(self.pack, self.reader, concepts)

    def engine_weighted(self, weights: Weights) -> Engine:
        """An engine on the same store with these weights over the pack's own instead."""
        pack = with_weights(self.own_pack, weights)
        return self._engine(pack, self._reader(pack), self.taught)

    def _engine(self, pack: Pack, reader: Reader, concepts: Sequence[TaughtConcept]) -> Engine:
        return Engine(
            pack=pack,
            store=self.store,
            reader=reader,
            embedder=self.embedder,
            taught=concepts,
            locator=self.locator if self.pack.places is not None else None,
            precomputer=self.precomputer,
        )

    @opened_once
    def precomputer(self) -> Precomputer:
        """The wishes that are judged in advance; weights do not affect them."""
        return Precomputer(self.pack, self.embedder)

    def source_searcher(self, address: str = "", *, method: Method | None = None) -> SourceSearcher:
        """A searcher over the store and a structured source (`structured.hybrid`), by default the one in the settings;
        closed with the workspace."""
        from claimtree.structured.client import KEPT_S, TIMEOUT_S
        from claimtree.structured.hybrid import OrderWeights, SourceSearcher
        from claimtree.structured.open_source import OWN_STORE, open_service, spec_of

        settings, usual = self.settings, OrderWeights()
        kept_s = settings.number("source_cache_s", KEPT_S)
        address = address or settings.source or OWN_STORE
        searcher = SourceSearcher(
            self.engine,
            self.own_rows
            if address == OWN_STORE
            else open_service(
                address,
                self.pack,
                layout=settings.source_layout,
                key=settings.source_key,
                timeout_s=settings.number("source_timeout_s", TIMEOUT_S),
                kept_s=kept_s,
            ),
            spec_of(self.pack, settings.source_layout),
            method=method,
            weights=OrderWeights(
                semantic=settings.number("semantic_weight", usual.semantic),
                structured=settings.number("structured_weight", usual.structured),
            ),
            open_judge=self._row_judge if address != OWN_STORE else None,
            open_vectors=(lambda: self.entity_vectors(create=False)) if settings.vectors else None,
            kept_s=kept_s,
        )
        self._closing.append(searcher)
        return searcher

    @opened_once
    def own_rows(self) -> StoreSource:
        """The store behind the interface of a structured source."""
        return self._rows_of(self.engine)

    def prepare_rows(self, store: MovableStore) -> int:
        """Reads what filters ask of rows in advance, after a store was written, so that no question has to wait for
        it; returns how many rows there are, 0 for a pack without such an interface."""
        if self.pack.api is None:
            return 0
        return self._rows_of(Engine(pack=self.pack, store=store, reader=self.reader, embedder=self.embedder)).prepare()

    def _rows_of(self, engine: Engine) -> StoreSource:
        from claimtree.structured.open_source import spec_of
        from claimtree.structured.store_source import StoreSource
        from claimtree.structured.table_file import TableFile

        spec, address = spec_of(self.pack), engine.store.info().address
        file = TableFile.of(self.settings.home / ROWS, address, self.pack) if "://" in address else None
        return StoreSource(engine, spec, file=file)

    @opened_once
    def searcher(self) -> Engine | SourceSearcher:
        """What answers questions: the engine, and where the settings name a structured source or vectors these, too."""
        if self.settings.source:
            return self.source_searcher()
        if not self.settings.vectors:
            return self.engine
        from claimtree.model.source_query import SourceSpec
        from claimtree.structured.hybrid import Method, NoSource, SourceSearcher

        # Likeness is no matter of a source: a pack need not declare one.
        searcher = SourceSearcher(
            self.engine,
            NoSource(),
            SourceSpec(path="", export=""),
            method=Method.SEMANTIC,
            open_vectors=lambda: self.entity_vectors(create=False),
        )
        self._closing.append(searcher)
        return searcher

    def entity_vectors(self, *, create: bool = True) -> EntityVectors:
        """The vectors of entities in the index that the settings name; close it after use."""
        from claimtree.structured.entity_vectors import EntityVectors
        from claimtree.vectors.open import open_index

        space = VectorSpace(embedder=self.embedder.name, dimensions=self.embedder.dimensions)
        index = open_index(self.settings.vectors, space, create=create)
        return EntityVectors(index, self.embedder, self.pack)

    def _row_judge(self) -> RowJudge:
        """Judges rows that the store does not have, in a store in memory that knows the same places."""
        from claimtree.structured.row_judge import RowJudge

        store = open_store("memory:", identity=self.identity, hierarchy=self.pack.hierarchy)
        store.put_places(self.store.places())
        engine = Engine(
            pack=self.pack,
            store=store,
            reader=self.reader,
            embedder=self.embedder,
            taught=self.taught,
            locator=self.locator if self.pack.places is not None else None,
        )
        from claimtree.structured.open_source import spec_of

        layout = self.pack.exports.get(spec_of(self.pack, self.settings.source_layout).export)
        return RowJudge(engine, store, self.indexer(store), self.pack, regions_of=self.regions_of, layout=layout)

    def gazetteer(self) -> Gazetteer:
        """The store's places, read again when they have changed."""
        from claimtree.places.gazetteer import Gazetteer

        with self.lock:
            version = self.store.places_version()
            if self._gazetteer is None or self._gazetteer[0] != version:
                self._around = self._where_data_lies()
                places = self.store.places()
                found = Gazetteer(places, spec=self.pack.places, languages=self.pack.languages, around=self._around)
                self._gazetteer = version, found
            return self._gazetteer[1]

    def regions_of(self, name: str) -> tuple[tuple[Place, ...], ...]:
        """The regions that a name surely means, of those that were loaded, each followed by those that it lies in;
        none if there is no store yet."""
        spec = self.pack.places
        if spec is None or not self.has_store:
            return ()
        from claimtree.places.provider_chain import SURE

        gazetteer = self.gazetteer()
        sure = [one.place for one in gazetteer.named(name, limit=_NAMESAKES) if one.likeness >= SURE]
        found = ((place, gazetteer.regions.extent(place)) for place in sure)
        return tuple((extent, *gazetteer.regions.parents(place)) for place, extent in found if extent is not None)

    def locator(self) -> Locator:
        """The place locator: the store's gazetteer, then the providers named in the settings."""
        from claimtree.places.locate import Locator

        spec = self.pack.places
        if spec is None:
            raise BadInput(f"pack {self.pack.name!r} knows nothing of places", hint="Give it a [places] table.")
        with self.lock:
            # A gazetteer opened when no home had coordinates does not know where the data lies.
            # Checked once per search, not once per word, which is how often the reader asks.
            if not len(self._around) and self._looked_at != (generation := self.store.generation()):
                self._looked_at = generation
                if len(self._where_data_lies()):
                    self._gazetteer = None
            gazetteer = self.gazetteer()
            if self._locator is None or self._locator.gazetteer is not gazetteer:
                self._locator = Locator(
                    gazetteer, spec, around=self._around, providers=self.providers, is_behind=self.is_behind
                )
            return self._locator

    def is_behind(self) -> bool:
        """True if places have changed since nearby facts were measured."""
        store: MovableStore = self.store
        return store.measured_version() != store.places_version()

    @opened_once
    def providers(self) -> ProviderChain | None:
        """The network providers of places that the settings name; None without any."""
        asked = [name.strip() for name in self.settings.places.split(",")]
        if self.pack.places is None or not any(name for name in asked if name != DEFAULT_PLACES):
            return None
        return self.providers_named(self.settings.places)

    def providers_named(self, names: str) -> ProviderChain:
        """Providers of places by their names, in the order to ask."""
        from claimtree.places.open import open_places

        settings = self.settings
        settings.home.mkdir(parents=True, exist_ok=True)
        chain = open_places(
            names,
            kinds=self.pack.places.kinds if self.pack.places is not None else {},
            gazetteer=None,
            cache=settings.home,
            google_key=settings.google_key,
            google_url=settings.google_url,
            nominatim_url=settings.nominatim_url,
            nominatim_contact=settings.nominatim_contact,
            overpass_url=settings.overpass_url,
            timeout_s=settings.number("places_timeout_s", 10.0),
        )
        self._closing.append(chain)
        return chain

    def _where_data_lies(self) -> Points:
        """The coordinates of the searched entities."""
        store: MovableStore = self.store
        return store.positions(self.pack.hierarchy.answers)[1]

    @opened_once
    def reader(self) -> Reader:
        """A reader with the names of the pack, and those of the store if there is one."""
        return self._reader(self.pack)

    def _reader(self, pack: Pack) -> Reader:
        names: tuple[Name, ...] = ()
        places = None
        try:
            if self.has_store:
                self._named_at = self.store.generation()
                names = self._named = self._names(self.store)
                places = LiveNames(self) if self.pack.places is not None else None
        except (IndexMismatch, StoreUnavailable):
            pass  # an unusable store does not prevent reading; a search reports it
        return self._chosen(
            RuleReader(
                pack,
                embedder=self.embedder,
                scope=_scope(pack),
                unlearned=unlearned(pack.languages) if pack.reading.learned_scope else (),
                names=names,
                places=places,
            ),
            pack,
        )

    def follow(self, generation: int) -> None:
        """Give the reader names that the data has brought since; for long-running processes."""
        if "reader" not in self.__dict__ or generation == self._named_at:
            return
        with self.lock:
            known, self._named_at = self._named, generation
            if self._names(self.store) != known:
                self.__dict__["reader"] = self._reader(self.pack)
                if "engine" in self.__dict__:
                    self.engine.reader = self.reader

    def indexer(self, store: PlaceStore, *, batch_size: int = 200, in_processes: bool = False) -> Indexer:
        """An indexer for the store. `in_processes`: a large input is read by processes of their own, as
        many as the settings say; not for a server, where what is read gives way to searches."""
        # Imported here, so that a search does not wait for it.
        from claimtree.indexing import Indexer
        from claimtree.indexing.rule_reading import RuleReaderOpener

        rules, settings, opener = self._document_reader, self.settings, None
        reader = self._chosen(rules, self.pack)
        # Models behind endpoints are waited for, which threads do as well: their limits are for all of
        # this process. A language model gets one text at a time: its budget is for the whole run.
        if in_processes and reader is rules and not settings.embedder_url:
            opener = RuleReaderOpener(pack=self.pack, embedder=settings.embedder, cache=settings.home / CACHE)
        readers = _READERS * usable() if reader is rules else 1
        return Indexer(
            self.pack,
            store,
            reader,
            self.embedder,
            batch_size=batch_size,
            readers=readers,
            opener=opener,
            processes=self._reading_processes(),
            precomputer=self.precomputer,
        )

    def _reading_processes(self) -> int:
        count = self.settings.number("reading_processes", 0)
        if not 0 <= count <= _MOST_PROCESSES or count != int(count):
            raise BadInput(
                f"reading_processes is {self.settings.reading_processes!r}, not a whole number up to {_MOST_PROCESSES}",
                hint="Set CLAIMTREE_READING_PROCESSES to 0 (as many as cores, up to 4), 1 (this one alone) or more.",
            )
        return int(count) or min(usable(), _USUAL_PROCESSES)

    @opened_once
    def _document_reader(self) -> Reader:
        from claimtree.indexing.rule_reading import document_reader

        return document_reader(self.pack, self.embedder)

    def _chosen(self, rules: Reader, pack: Pack) -> Reader:
        """The reader named in the settings; an LLM reader has the built-in one as its fallback."""
        if self.settings.reader == DEFAULT_READER:
            return rules
        # Imported here, so that the built-in reader does not wait for it.
        from claimtree.llm_reader.open import open_reader

        reader = open_reader(self.settings, pack, rules)
        self._llm_readers.append(reader)
        return reader

    def _names(self, store: MovableStore) -> tuple[Name, ...]:
        """Names that the data brought: an area that the pack does not list can still be asked for.

        Not those of open kinds, which take any name that prose may contain: a query for one says
        "in" or "near" before it. Nor those of a column that are everyday words: a district may be
        called like a tree.
        """
        kinds, spoken = self.pack.names, language_of(self.pack)
        columns = {(spec.level, kinds[spec.name_kind].type) for spec in self.pack.fields.values() if spec.name_kind}
        keys: list[tuple[LevelName, TypeName]] = sorted(columns | {(kind.level, kind.type) for kind in kinds.values()})
        kept = {name: kind for name, kind in kinds.items() if not kind.open}
        partitions = (
            store.find_phrases(keys, PhraseCriteria(kinds=frozenset(kept)))
            if isinstance(store, PrecomputingStore)
            else store.partitions(keys)
        )
        found = {
            name
            for partition in partitions
            for row, kind in enumerate(partition.columns.name_kinds)
            if (known := kept.get(kind or "")) is not None
            if (name := partition.phrases[row].name) is not None
            if partition.level == known.level or " " in name.text or is_strange(name.text, spoken)
        }
        return tuple(sorted(found, key=lambda name: (name.kind, name.text)))

    def _open(self, address: str, *, create: bool, read_only: bool = False) -> MovableStore:
        store = open_store(
            address, identity=self.identity, hierarchy=self.pack.hierarchy, create=create, read_only=read_only
        )
        self._opened.append(store)
        return store


def _scope(pack: Pack) -> ScopeReader | None:
    """The learned reader of scope for the languages of a pack; None where the plain rules are to read it."""
    return open_scope(pack.languages) if pack.reading.learned_scope else None


def _untrained(pack: Pack, embedder: str, types: Sequence[TypeName]) -> str:
    names = ", ".join(repr(str(one)) for one in types)
    return (
        f"pack {pack.name!r}: the guesses trained for {embedder!r} do not know the claim type{'s'[: len(types) > 1]} "
        f"{names}, so words that no list has are never taken for {'them' if len(types) > 1 else 'it'}. Train them "
        "again (training/train_guesses.py), or give the words to concepts."
    )
