"""The named collections that a server opens; requests can refer to nothing else.

A name is looked up, and never made into a path.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path

from claimtree import serialization
from claimtree.access.key_requests import COLLECTION
from claimtree.chat import Conversation, Sessions
from claimtree.chat.assistant import Assistant
from claimtree.chat.open_conversation import assistant_of, open_conversation
from claimtree.errors import BadInput, ClaimtreeError, UnknownName
from claimtree.indexing import Indexer
from claimtree.json_types.catalog_types import CollectionShape
from claimtree.packs.load import known_packs, load_pack
from claimtree.ports import MovableStore
from claimtree.review.service import ReviewService
from claimtree.search.cursors import fingerprint
from claimtree.settings import DEFAULT_ASSISTANT, DEFAULT_PLACES, DEFAULT_READER, Settings
from claimtree.tree_service.service import TreeService
from claimtree.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """A collection before it is opened."""

    name: str
    pack: str
    store: str
    """Empty for the pack's own store, or its demo's as long as there is none."""


def parse_spec(text: str, *, pack: str) -> Spec:
    """Parses NAME=STORE, or NAME=PACK@STORE for another than the default pack."""
    name, sign, store = text.partition("=")
    if not sign or not COLLECTION.fullmatch(name) or not store:
        raise BadInput(
            f"--collection {text!r} is not NAME=STORE",
            hint="As in --collection NAME=FILE.db, or NAME=PACK@FILE.db; names have a-z, 0-9, - and _.",
            values={"collection": text},
        )
    chosen, at, address = store.partition("@")
    if at and chosen in known_packs():
        return Spec(name=name, pack=chosen, store=address)
    return Spec(name=name, pack=pack, store=store)


def check_names(specs: Sequence[Spec]) -> None:
    for name, count in Counter(spec.name for spec in specs).items():
        if count > 1:
            raise BadInput(f"there are two collections called {name!r}", hint="Give each a name of its own.")


def usual_specs(settings: Settings) -> tuple[Spec, ...]:
    """Returns a collection for each pack that has a store; the pack of the settings comes first."""
    if settings.store:
        return (Spec(name=_named(settings.pack), pack=settings.pack, store=settings.store),)
    packs = [settings.pack, *(name for name in sorted(known_packs()) if name != settings.pack)]
    there = [pack for pack in packs if Path(replace(settings, pack=pack).store_address).exists()]
    return tuple(Spec(name=_named(pack), pack=pack, store="") for pack in there)


def _named(pack: str) -> str:
    name = load_pack(pack).name.lower()
    return name if COLLECTION.fullmatch(name) else "collection"


class Collection:
    """One pack and its store, opened on first use."""

    def __init__(self, spec: Spec, settings: Settings) -> None:
        self.name = spec.name
        self.workspace = Workspace(replace(settings, pack=spec.pack, store=spec.store))
        self._opening_lock = threading.RLock()
        self._conversation: Conversation | None = None

    @property
    def writer(self) -> MovableStore:
        """The store for writing, which is also the one that is searched."""
        with self._opening_lock:
            return self._writer

    @property
    def indexer(self) -> Indexer:
        with self._opening_lock:
            return self._indexer

    def conversation(self, sessions: Sessions) -> Conversation:
        """The conversation about this collection; its sessions are kept in those of the server."""
        with self._opening_lock:
            workspace = self.workspace
            if self._conversation is None:
                self._conversation = open_conversation(workspace, sessions)
        workspace.follow(workspace.store.generation())
        return self._conversation

    def end_conversation(self) -> None:
        with self._opening_lock:
            if self._conversation is not None:
                self._conversation.close()

    def end_review(self) -> None:
        with self._opening_lock:
            if "review" in self.__dict__:
                self.review.close()

    def end_assistant(self) -> None:
        with self._opening_lock:
            if (assistant := self.__dict__.get("assistant")) is not None:
                assistant.close()

    # Opened once, while the lock is held.
    @cached_property
    def _writer(self) -> MovableStore:
        return self.workspace.store_to_change()

    @cached_property
    def _indexer(self) -> Indexer:
        return self.workspace.indexer(self._writer)

    @cached_property
    def trees(self) -> TreeService:
        """The family trees that belong to the store."""
        with self._opening_lock:
            return TreeService.of(self.workspace.settings)

    @cached_property
    def review(self) -> ReviewService:
        """What messages say of the trees, and a person decides."""
        with self._opening_lock:
            return ReviewService(self.workspace.settings.home, self.trees.folder.path.name)

    @cached_property
    def assistant(self) -> Assistant | None:
        """The language model that words drafts of replies; conversations have their own."""
        with self._opening_lock:
            return assistant_of(self.workspace.settings)

    @property
    def has_assistant(self) -> bool:
        """Whether a language model has a part in conversations."""
        return self.workspace.settings.assistant != DEFAULT_ASSISTANT

    @property
    def shape(self) -> CollectionShape:
        """The public description of the collection. The location of its store is left out."""
        pack, about = self.workspace.pack, self.workspace.store.info()
        return {
            "name": self.name,
            "pack": pack.name,
            "title": pack.title,
            "languages": list(pack.languages),
            "levels": list(pack.hierarchy.levels),
            "answers": pack.hierarchy.answers,
            "queries": list(pack.queries),
            "level_labels": serialization.level_labels(pack),
            "entities": {str(level): count for level, count in about.entities.items()},
            "claims": about.claims,
            "phrases": about.phrases,
            "places": about.places,
            "trees": len(self.trees.folder.names()),
        }

    @property
    def stamp(self) -> str:
        """A digest that changes whenever the same question may have another answer."""
        store = self.workspace.store
        generation = store.generation()
        self.workspace.follow(generation)
        return fingerprint([self._opened_with, generation, store.places_version(), store.measured_version()])

    @cached_property
    def _opened_with(self) -> str:
        """A digest of everything else that an answer depends on, which does not change while the
        server runs."""
        workspace, settings = self.workspace, self.workspace.settings
        return fingerprint(
            [
                self.name, version("claimtree"), workspace.pack.name, workspace.pack.version, workspace.embedder.name,
                settings.reader, settings.reader_model, settings.places, repr(workspace.weights.weights),
                repr(workspace.taught),
            ]
        )  # fmt: skip

    @property
    def asks_others(self) -> bool:
        """Whether an answer may depend on a remote service, which may fail now and not later."""
        settings = self.workspace.settings
        beside = settings.source or settings.vectors
        return settings.reader != DEFAULT_READER or settings.places != DEFAULT_PLACES or bool(beside)


def unknown_collection(name: str) -> UnknownName:
    return UnknownName(
        f"no collection {name[:80]!r}",
        hint="GET /api/v1/collections lists those that you may see.",
        values={"collection": name[:80]},
    )


class Collections:
    """All collections by name, in the order in which they were given."""

    def __init__(self, specs: Iterable[Spec], settings: Settings) -> None:
        listed = tuple(specs)
        check_names(listed)
        self._by_name: Mapping[str, Collection] = {spec.name: Collection(spec, settings) for spec in listed}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._by_name)

    def get(self, name: str) -> Collection:
        found = self._by_name.get(name)
        if found is None:
            raise unknown_collection(name)
        return found

    def warm(self) -> dict[str, ClaimtreeError | None]:
        """Opens everything that a first search would have to wait for; returns the error of each
        collection, None if it was opened."""
        found: dict[str, ClaimtreeError | None] = {}
        for name, collection in self._by_name.items():
            try:
                workspace = collection.workspace
                workspace.engine.search(next(iter(workspace.pack.queries), workspace.pack.title), limit=1)
                found[name] = None
            except ClaimtreeError as error:
                found[name] = error
        return found

    def close(self) -> None:
        with ExitStack() as closing:
            for collection in self._by_name.values():
                closing.callback(collection.workspace.__exit__, None, None, None)
                closing.callback(collection.end_conversation)
                closing.callback(collection.end_review)
                closing.callback(collection.end_assistant)
