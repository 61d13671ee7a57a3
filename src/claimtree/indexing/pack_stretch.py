"""Reads a stretch of a source, and makes rows of it as the store keeps them: in a process that reads for another.

The writer of the store gets rows as bytes and texts, and no object for each of the millions of claims. What it has to
decide itself comes back as documents: those of entities that are stored and have changed, and those that cannot be
packed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final, Protocol

from claimtree.errors import BadInput, ReadError, StoreError
from claimtree.indexing.build_entities import Builder, Built
from claimtree.indexing.fields import Unread
from claimtree.indexing.merge import Merged, merge
from claimtree.model.claims import EntityId
from claimtree.model.documents import Document
from claimtree.model.notices import Notice
from claimtree.model.pack import Pack
from claimtree.model.packed import PackedEntities, PackedNames
from claimtree.model.phrases import Edge, IndexedEntity, Phrase, PhraseId, phrases_of_claims
from claimtree.ports import Packer
from claimtree.text.implications import expand

_MOST_SENT: Final = 1 << 20
"""Phrases of which is remembered that they were sent; then all are sent again."""


class Stretch(Protocol):
    """Some consecutive documents of a source, each of an entity of its own. It is pickled: another process reads it."""

    @property
    def ids(self) -> Sequence[EntityId]: ...

    def documents(self) -> Iterable[Document]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Packing:
    """How a stretch is to be packed."""

    stretch: Stretch
    stored: Mapping[EntityId, str]
    """The digests of those entities that are stored."""
    stamp: str
    """See `Indexer`."""
    packer: Packer


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedStretch:
    """What a stretch says, as rows."""

    entities: PackedEntities
    names: PackedNames
    """New to this process, not to the store."""
    phrases: tuple[Phrase, ...]
    """Phrases that are no names, likewise; they are not expanded yet."""
    claims: int
    unchanged: tuple[EntityId, ...]
    others: tuple[Document, ...]
    """Documents that are written one by one."""
    notices: tuple[Notice, ...]
    """What was left out, with sentences on what contradicts itself."""
    unread: tuple[Unread, ...]
    outranked: int
    disputed: int


class StretchPacker:
    """Packs stretches, one at a time."""

    def __init__(
        self, builder: Builder, pack: Pack, *, threads: int, batched_calls: Callable[[], AbstractContextManager[object]]
    ) -> None:
        """`threads` read texts at once, and inside `batched_calls` what they ask of a model runs together."""
        self._builder = builder
        self._pack = pack
        self._threads = threads
        self._batched_calls = batched_calls
        self._sent: set[PhraseId] = set()
        self._busy = threading.Lock()

    def pack(self, packing: Packing) -> PackedStretch:
        with self._busy:
            return self._packed(packing)

    def _packed(self, packing: Packing) -> PackedStretch:
        new: list[tuple[Document, Merged]] = []
        others: list[Document] = []
        unchanged: list[EntityId] = []
        for document in packing.stretch.documents():
            merged = merge([document])
            stored = packing.stored.get(document.id)
            if stored is None and document.part_stream is None and not document.parts:
                new.append((document, merged))
            elif stored is not None and stored == merged.digest(packing.stamp):
                unchanged.append(document.id)
            else:
                others.append(document)
        built: list[Built] = []
        for (document, _), found in zip(new, self._built([one for _, one in new], packing.stamp), strict=True):
            if isinstance(found, Built) and len(found.items) == 1:
                built.append(found)
            else:
                others.append(document)
        items = [one.items[0] for one in built]
        of_claims = phrases_of_claims(items)
        try:
            entities = packing.packer.entities(items, of_claims)
        except StoreError:
            entities = None  # the writer finds out which it is, and refuses it
        if entities is None:
            others += [document for document, _ in new if all(document is not other for other in others)]
            built, items, of_claims, entities = [], [], [], packing.packer.entities([], [])
            assert entities is not None, "no entities can always be packed"
        names, edges, phrases = self._phrases(items, of_claims)
        return PackedStretch(
            entities=entities,
            names=packing.packer.names(names, edges),
            phrases=phrases,
            claims=sum(len(one.items[0].claims) for one in built),
            unchanged=tuple(unchanged),
            others=tuple(others),
            notices=tuple(words for one in built for words in (*one.notices, *one.outranked, *one.disputed)),
            unread=tuple(value for one in built for value in one.unread),
            outranked=sum(len(one.outranked) for one in built),
            disputed=sum(len(one.disputed) for one in built),
        )

    def _built(self, merged: Sequence[Merged], stamp: str) -> Iterator[Built | None]:
        """Yields what each document says, None for one that cannot be read. Those with texts are read in threads."""

        def build(one: Merged) -> Built | None:
            try:
                with self._batched_calls():
                    return self._builder.build(one, one.digest(stamp))
            except (BadInput, ReadError):
                return None  # the writer reads it again, and says why

        with_text = [one for one in merged if any(source.text for source in one.sources)]
        if len(with_text) < 2:
            yield from map(build, merged)
            return
        with ThreadPoolExecutor(min(self._threads, len(with_text))) as pool:
            read = dict(zip(map(id, with_text), pool.map(build, with_text), strict=True))
        for one in merged:
            yield read[id(one)] if id(one) in read else build(one)

    def _phrases(
        self, items: Sequence[IndexedEntity], of_claims: Sequence[Sequence[PhraseId]]
    ) -> tuple[list[Phrase], list[Edge], tuple[Phrase, ...]]:
        """Returns the names among the phrases that were not sent before, with those they imply and the edges from them;
        and the other phrases."""
        if len(self._sent) > _MOST_SENT:
            self._sent = set()
        sent = self._sent
        found: dict[PhraseId, Phrase] = {}
        for item, ids in zip(items, of_claims, strict=True):
            for claim, id in zip(item.claims, ids, strict=True):
                if id not in sent:
                    sent.add(id)
                    found[id] = Phrase.of(claim)
        names: list[Phrase] = []
        edges: list[Edge] = []
        others: list[Phrase] = []
        fresh: Iterable[Phrase] = found.values()
        while some := [*fresh]:
            others += (phrase for phrase in some if phrase.name is None)
            named = [phrase for phrase in some if phrase.name is not None]
            names += named
            derived, more = expand(named, self._pack)
            edges += more
            fresh = [phrase for phrase in derived if phrase.id not in sent]
            sent.update(phrase.id for phrase in fresh)
        return names, edges, tuple(others)
