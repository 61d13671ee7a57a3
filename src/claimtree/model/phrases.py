"""Phrases: the distinct wordings of a corpus. They are few, so they are what is embedded and
matched.

A corpus has millions of claims but few phrases: entities are the postings of a phrase. A phrase's
id is a hash of its contents, so that it is the same in every store and process.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final, NewType, TypeAlias

import numkong
import numpy as np
from numpy.typing import NDArray

from claimtree.model.amounts import AmountKind, Slot
from claimtree.model.claims import Claim, ConceptId, EntityId, LevelName, Name, TypeName
from claimtree.model.hierarchy import Entity
from claimtree.model.places import NearbyFact
from claimtree.model.precomputed import PrecomputedEdges
from claimtree.model.quick_pickles import quickly_pickled
from claimtree.model.word_signatures import Signatures, signatures

PhraseId = NewType("PhraseId", int)
"""63 bits, positive: fits an SQLite row id and an Elasticsearch long."""

VERSION_LETTERS: Final = 16
"""Hexadecimal digits of a digest that name a version: 64 bits, which no two states of one entity
share by accident.
"""
_KEY_OF: Final = " key"
"""After the kind of a name: the kind of its keys."""
SLOT = "_"
"""Stands in a pattern for an amount that was lifted out."""

Codes: TypeAlias = NDArray[np.int8]
Floats: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class Phrase:
    """A distinct claim wording with amounts and negation lifted out, within one level and type."""

    pattern: str
    type: TypeName
    level: LevelName
    negated: bool = False
    concept: ConceptId | None = None
    name: Name | None = None
    slots: tuple[Slot, ...] = ()
    """One per amount, in the order of the claim's amounts."""
    disputed: bool = False
    """True for claims that do not count, because their source contradicts itself or because their
    words may mean something else: these have phrases of their own, so that no store ranks by them:
    see `search.resolve`.
    """

    @classmethod
    def of(cls, claim: Claim) -> Phrase:
        """Returns the phrase that a claim is a posting of."""
        return cls(
            pattern=claim.pattern,
            type=claim.type,
            level=claim.level,
            negated=claim.negated,
            concept=claim.concept,
            name=claim.name,
            slots=tuple(amount.slot for amount in claim.amounts),
            disputed=not claim.counts,
        )

    @cached_property
    def id(self) -> PhraseId:
        """A hash of everything the phrase says; equal in every store and process."""
        slots = tuple([(slot.kind, slot.unit, slot.noun) for slot in self.slots])
        return phrase_id(
            self.pattern, self.type, self.level, self.negated, self.concept, self.name, slots, self.disputed
        )


@lru_cache(maxsize=1 << 16)
def key_phrase(key: str, kind: str, *, level: LevelName, type: TypeName, disputed: bool = False) -> Phrase:
    """The phrase that stands for a key of names of a kind: edges lead to it from the names that have the key.

    No claim states it and it has no postings. Its name is of a kind of its own, so it is no wish's name. Cached, with
    its id: names have many keys in common.
    """
    name = Name(kind=f"{kind}{_KEY_OF}", text=key)
    return Phrase(pattern=key, type=type, level=level, name=name, disputed=disputed)


def phrase_of(claim: Claim) -> PhraseId:
    """Returns the id of the phrase that a claim is a posting of; cached, since phrases repeat."""
    slots = tuple([(one.kind, one.unit, one.noun) for one in claim.amounts]) if claim.amounts else ()
    return _phrase_id(
        claim.pattern, claim.type, claim.level, claim.negated, claim.concept, claim.name, slots, not claim.counts
    )


def phrase_id(
    pattern: str,
    type: TypeName,
    level: LevelName,
    negated: bool = False,
    concept: ConceptId | None = None,
    name: Name | None = None,
    slots: tuple[tuple[AmountKind, str, str], ...] = (),
    disputed: bool = False,
) -> PhraseId:
    """Returns the id of a phrase without making the phrase; see `Phrase.id`."""
    parts = [pattern, type, level, "-" if negated else "+", concept or ""]
    parts += [name.kind, name.text] if name else ["", ""]
    for slot in slots:
        parts += slot
    if disputed:  # other phrases keep the id that stores have
        parts.append("disputed")
    digest = hashlib.blake2b("\x1f".join(parts).encode(), digest_size=8).digest()
    return PhraseId(int.from_bytes(digest, "big") >> 1)


_phrase_id = lru_cache(maxsize=1 << 14)(phrase_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """What one phrase implies about another without stating it: "doorman" implies "concierge",
    "noisy" excludes "quiet".
    """

    base: PhraseId
    """The phrase that has postings."""
    derived: PhraseId
    """The phrase it implies (or excludes); it may have postings of its own or none."""
    excludes: bool
    discount: float
    """0…1: the probability of the edge; multiplied into the probability."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Vectors:
    """Unit vectors as small integers (at most ±127) and a scale each.

    The integers are so small that no partial sum of a dot product reaches 2**24, so it is exact in
    any order, as an integer and as a float32: every store, machine and matrix library gives the
    same similarity to the last bit.
    """

    codes: Codes
    scales: Floats

    def __post_init__(self) -> None:
        if self.codes.ndim != 2 or self.scales.shape != (len(self.codes),):
            raise ValueError(f"codes {self.codes.shape} and scales {self.scales.shape} do not fit together")

    @classmethod
    def from_floats(cls, rows: NDArray[np.floating]) -> Vectors:
        """Returns the rows quantised; a zero row stays zero and is similar to nothing."""
        rows = np.asarray(rows, dtype=np.float32)
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        unit = np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0)
        peak = np.abs(unit).max(axis=1, keepdims=True, initial=0.0)
        largest = min(127, math.isqrt(2**24 // max(rows.shape[1], 1)))
        codes = np.rint(np.divide(unit * largest, peak, out=np.zeros_like(unit), where=peak > 0)).astype(np.int8)
        lengths = np.linalg.norm(codes.astype(np.float32), axis=1)
        scales = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
        return cls(codes=codes, scales=scales.astype(np.float32))

    @classmethod
    def empty(cls, dimensions: int) -> Vectors:
        return cls(codes=np.zeros((0, dimensions), np.int8), scales=np.zeros(0, np.float32))

    @classmethod
    def concatenate(cls, parts: Sequence[Vectors]) -> Vectors:
        """Returns the rows of all parts, in order; at least one part is needed."""
        return cls(
            codes=np.concatenate([part.codes for part in parts]),
            scales=np.concatenate([part.scales for part in parts]),
        )

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def dimensions(self) -> int:
        return int(self.codes.shape[1])

    def take(self, rows: Sequence[int] | NDArray[np.integer]) -> Vectors:
        index = np.asarray(rows, dtype=np.intp)
        return Vectors(codes=self.codes[index], scales=self.scales[index])

    def similarity(self, other: Vectors) -> Floats:
        """Returns cosines, one row per own vector, one column per other vector."""
        if not len(self) or not len(other):
            return np.zeros((len(self), len(other)), np.float32)
        # Multiplied as integers: a quarter of the memory traffic of float32, which is what limits a
        # scan.
        own, others = np.ascontiguousarray(self.codes), np.ascontiguousarray(other.codes)
        dots = np.asarray(numkong.dots_packed(own, numkong.dots_pack(others)))
        found = dots.astype(np.float32)
        found *= self.scales[:, None]  # in place: of many rows these are megabytes
        found *= other.scales
        return found


@dataclass(frozen=True, eq=False, kw_only=True)
class Columns:
    """The columns that a search reads of every phrase of a partition."""

    ids: NDArray[np.int64]
    negated: NDArray[np.bool_]
    concepts: Sequence[ConceptId | None]
    name_kinds: Sequence[str | None]
    """The kind of the name, for phrases that name something."""
    disputed: NDArray[np.bool_]
    words: NDArray[np.int64]
    """Number of words of each pattern."""

    @classmethod
    def of(cls, phrases: Sequence[Phrase]) -> Columns:
        return cls(
            ids=np.array([phrase.id for phrase in phrases], np.int64),
            negated=np.array([phrase.negated for phrase in phrases], np.bool_),
            concepts=[phrase.concept for phrase in phrases],
            name_kinds=[None if phrase.name is None else phrase.name.kind for phrase in phrases],
            disputed=np.array([phrase.disputed for phrase in phrases], np.bool_),
            words=np.array([1 + phrase.pattern.count(" ") for phrase in phrases], np.int64),
        )

    def take(self, rows: slice) -> Columns:
        """Returns the columns of some consecutive phrases."""
        return Columns(
            ids=self.ids[rows],
            negated=self.negated[rows],
            concepts=self.concepts[rows],
            name_kinds=self.name_kinds[rows],
            disputed=self.disputed[rows],
            words=self.words[rows],
        )

    @cached_property
    def named(self) -> NDArray[np.bool_]:
        """True for phrases that name something."""
        return np.array([kind is not None for kind in self.name_kinds], np.bool_)


@dataclass(frozen=True, eq=False, kw_only=True)
class Partition:
    """All phrases of one level and type, with their vectors: what a wish is scanned against."""

    level: LevelName
    type: TypeName
    phrases: Sequence[Phrase]
    """Ordered by id. Only a few of many are accessed: a store may create them lazily."""
    vectors: Vectors
    is_slice: bool = False
    """True if it holds only some consecutive phrases: a store may yield a partition in slices."""
    known_columns: Columns | None = None
    """The columns, if the store already has them."""
    read_pattern: Callable[[int], str] | None = None
    """Returns the pattern of a row, if the store can tell it without making the phrase."""

    known_signatures: Signatures | None = None
    """The signature of each pattern, if the store already has them."""

    @cached_property
    def columns(self) -> Columns:
        return self.known_columns or Columns.of(self.phrases)

    @cached_property
    def signatures(self) -> Signatures:
        """The signature of each pattern, by row."""
        if self.known_signatures is not None:
            return self.known_signatures
        return signatures([self.pattern(row) for row in range(len(self.phrases))])

    def pattern(self, row: int) -> str:
        return self.phrases[row].pattern if self.read_pattern is None else self.read_pattern(row)


@quickly_pickled
@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedEntity:
    """An entity with its claims, as a store keeps it."""

    entity: Entity
    claims: tuple[Claim, ...] = ()
    digest: str = ""
    """Hash of the document it came from; an unchanged document is skipped. Empty for a part of
    something else.
    """
    nearby: tuple[NearbyFact, ...] = ()
    """The nearest place of each kind that the pack names, ordered by kind."""

    @property
    def version(self) -> str:
        return version_of(self.digest)


def version_of(digest: str) -> str:
    """Returns the version of an entity's state: it changes with every change of its documents."""
    return digest[:VERSION_LETTERS]


def phrases_of_claims(entities: Sequence[IndexedEntity]) -> Sequence[Sequence[PhraseId]]:
    """Returns the phrases of the claims of each entity, in order."""
    return [[phrase_of(claim) for claim in item.claims] for item in entities]


Expected: TypeAlias = Mapping[EntityId, str | None]
"""The digests that a writer saw of entities, None for those that did not exist. A write based on
them succeeds only while they are still true.
"""


@dataclass(frozen=True, eq=False, kw_only=True)
class Batch:
    """What is written in one transaction: all of it, or nothing."""

    entities: tuple[IndexedEntity, ...] = ()
    """Parents before children. An entity that is stored already is replaced, and entities that it
    owned and that are not in the batch are removed with their subtrees.
    """
    phrases: tuple[Phrase, ...] = ()
    """Phrases the store may not have yet: those of the claims, and those that edges lead to."""
    vectors: Vectors
    """One row per phrase."""
    edges: tuple[Edge, ...] = ()
    expected: Expected = field(default_factory=dict)
    """What the batch is based on: a store that holds something else by now refuses it with a
    `StoreConflict`.
    """
    measured_with: int | None = None
    """The version of the places that nearby facts were measured with, and that the store must still
    have; None if the facts are copied as they are.
    """
    precomputed_edges: PrecomputedEdges | None = None
    """A judge's precomputed verdicts on the phrases, for stores that keep them (`ports.PrecomputingStore`)."""

    of_claims: Sequence[Sequence[PhraseId]] | None = None
    """The phrases of the claims of each entity, in order, where whoever made the batch knows them already."""

    def __post_init__(self) -> None:
        if self.of_claims is not None and list(map(len, self.of_claims)) != [len(one.claims) for one in self.entities]:
            raise ValueError("the phrases of claims do not belong to the entities of this batch")

    @property
    def claim_phrases(self) -> Sequence[Sequence[PhraseId]]:
        """The phrases of the claims of each entity, in order."""
        return self.of_claims if self.of_claims is not None else phrases_of_claims(self.entities)
