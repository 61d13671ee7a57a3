"""Packs, readers with their word lists, and models, made once in a process: that takes longer than most tests."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import pytest

from claimtree.languages import Language
from claimtree.model.claims import Name
from claimtree.model.pack import Pack
from claimtree.model.phrases import Floats
from claimtree.model.places import Place
from claimtree.models.encoder import OwnEncoder
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.local import LocalEmbedder
from claimtree.models.scope import LearnedScope, shipped_scope
from claimtree.packs.cache import cached_pack
from claimtree.packs.load import known_packs, load_pack
from claimtree.places.forms import Forms
from claimtree.places.name_lookup import Lookup
from claimtree.places.names import Writing
from claimtree.ports import Embedder
from claimtree.text.known_words import Vocabulary, vocabulary_of
from claimtree.text.lexicon import Lexicon
from claimtree.text.rule_reader import RuleReader
from claimtree.text.type_guess import Examples

MOST_KEPT = 24
"""Word lists that are kept; packs that tests change have lists of their own, which are seldom wanted again."""

MOST_BYTES = 50_000_000
"""Of vectors that are kept."""

T = TypeVar("T")


@lru_cache
def shared_pack(name_or_path: str | Path, *, guesses: bool = True) -> Pack:
    """The pack of that name or folder; it is frozen, so tests may share it."""
    return load_pack(name_or_path, guesses=guesses)


@lru_cache
def shared_reader(
    name_or_path: str | Path, *, guesses: bool = True, embedded: bool = False, today: date | None = None
) -> RuleReader:
    """A reader of that pack with the learned scope; `embedded`: with hashed vectors for words that no list has."""
    pack, embedder = shared_pack(name_or_path, guesses=guesses), HashedEmbedder() if embedded else None
    return RuleReader(pack, embedder=embedder, scope=shipped_scope(), today=today)


@lru_cache
def shared_encoder() -> OwnEncoder:
    """The encoder that ships; its model takes a third of a second to load, and 40 MB."""
    return OwnEncoder()


@lru_cache
def shared_local_embedder() -> LocalEmbedder:
    """The stock embedder, if its package is installed; its model takes 70 MB."""
    return LocalEmbedder()


class Kept:
    """The last values that were made for a pack, by its identity and another key; several threads may ask."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[int, object], tuple[Pack, object]] = OrderedDict()
        self._lock = threading.RLock()

    def get(self, pack: Pack, key: object, make: Callable[[], T]) -> T:
        with self._lock:
            # With the pack, so that no other one gets its id.
            found = self._made.pop((id(pack), key), None) or (pack, make())
            self._made[id(pack), key] = found
            if len(self._made) > MOST_KEPT:
                self._made.popitem(last=False)
        return found[1]  # type: ignore[return-value]  # made by a `make` for the same key


class KeptVectors:
    """The vectors that the scope reader computed last: the same few texts are indexed by many tests."""

    def __init__(self, scope: LearnedScope) -> None:
        self._compute = scope._encode
        self._made: OrderedDict[tuple[bool, tuple[int, ...]], Floats] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def __call__(self, numbers: Sequence[int], *, listing: bool) -> Floats:
        key = (listing, tuple(numbers))
        found = self._made.get(key)
        if found is None:
            found = self._compute(numbers, listing=listing)
            found.flags.writeable = False
            with self._lock:
                if key not in self._made:
                    self._made[key] = found
                    self._bytes += found.nbytes
                while self._bytes > MOST_BYTES:
                    self._bytes -= self._made.popitem(last=False)[1].nbytes
        return found


class KeptLookups:
    """The names of the last places that were looked up: many stores have the same."""

    def __init__(self) -> None:
        self._made: OrderedDict[object, Lookup] = OrderedDict()
        self._lock = threading.Lock()

    def __call__(self, places: Sequence[Place], writing: Writing, forms: Forms) -> Lookup:
        names = tuple((place.id, place.name, place.kind, place.aliases, place.parent) for place in places)
        # Languages stay, and the specification is kept alive by what was made with it.
        key = (names, tuple(map(id, writing.tables)), id(forms._spec))
        with self._lock:
            made = self._made.pop(key, None) or Lookup(places, writing, forms)
            self._made[key] = made
            if len(self._made) > MOST_KEPT:
                self._made.popitem(last=False)
        # They may lie elsewhere now.
        found = copy(made)
        found._places = places
        return found


@contextmanager
def word_lists_made_once() -> Iterator[None]:
    """Readers of one pack share its word lists, workspaces share the packs that ship, gazetteers the forms of the same
    names, and the same text is encoded once by the scope reader.
    """
    kept, names_of_packs = Kept(), frozenset(known_packs())

    def pack_of(name: str, folder: Path) -> Pack:
        return shared_pack(name) if name in names_of_packs else cached_pack(name, folder)

    # Languages, and what is passed as `also`, are the pack's own.
    def lexicon(pack: Pack, language: Language, *, query: bool, names: tuple[Name, ...]) -> Lexicon:
        key = ("lexicon", query, names)
        return kept.get(pack, key, lambda: Lexicon(pack, language, query=query, names=names))

    def vocabulary(
        pack: Pack, languages: tuple[Language, ...], *, names: tuple[Name, ...], also: tuple[str, ...]
    ) -> Vocabulary:
        key = ("vocabulary", names)
        return kept.get(pack, key, lambda: vocabulary_of(pack, languages, names=names, also=also))

    def examples(pack: Pack, embedder: Embedder) -> Examples:
        if not isinstance(embedder, HashedEmbedder):
            return Examples(pack, embedder)
        return kept.get(pack, ("examples", embedder.name), lambda: Examples(pack, embedder))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("claimtree.workspace.cached_pack", pack_of)
        patch.setattr("claimtree.workspace._READERS", 1)  # many threads pay where a model is asked over a network
        patch.setattr("claimtree.text.rule_reader.Lexicon", lexicon)
        patch.setattr("claimtree.text.rule_reader.vocabulary_of", vocabulary)
        patch.setattr("claimtree.text.rule_reader.Examples", examples)
        patch.setattr("claimtree.places.gazetteer.Lookup", KeptLookups())
        patch.setattr(shipped_scope(), "_encode", KeptVectors(shipped_scope()))
        yield
