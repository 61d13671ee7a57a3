"""Checks that every store runs before it writes: each raises a `StoreError` or `StoreConflict`."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NoReturn

from claimtree.errors import StoreConflict, StoreError
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.hierarchy import Entity, Hierarchy
from claimtree.model.phrases import Batch, Expected, IndexedEntity, PhraseId


def check_expected(expected: Expected, stored: Mapping[EntityId, str]) -> None:
    """Raise `StoreConflict` if an entity has changed since it was read.

    `stored` maps the entities that exist to their digests, as read within the write's transaction.
    """
    changed = sorted(id for id, digest in expected.items() if stored.get(id) != digest)
    if changed:
        others = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        raise StoreConflict(
            f"{changed[0]!r}{others} was changed by another writer since it was read",
            hint="Read it again, and write what that makes of it.",
            ids=changed,
        )


def check_measured(version: int | None, stored: int) -> None:
    """Raise `StoreConflict` if the places have changed since nearby facts were measured."""
    if version is not None and version != stored:
        raise StoreConflict(
            f"places were loaded since what is near was measured: version {stored} came after {version}",
            hint="Measure again.",
            values={"places": stored},
        )


def check_batch(
    batch: Batch,
    phrases_of: Sequence[Sequence[PhraseId]],
    hierarchy: Hierarchy,
    level_of: Callable[[EntityId], LevelName | None],
    known: AbstractSet[PhraseId],
    *,
    dimensions: int | None = None,
    leaving: Container[EntityId] = (),
) -> None:
    """Raise for the first thing in the batch that no store may keep.

    `phrases_of` is `batch.claim_phrases`; `level_of` returns the level of a stored entity (None:
    not stored); `known` holds the phrases that are stored or in the batch; `leaving` holds the
    stored entities that the batch itself removes, where the store knows them before it writes.
    """
    if dimensions is not None and len(batch.vectors) and batch.vectors.dimensions != dimensions:
        raise StoreError(
            f"vectors of {batch.vectors.dimensions} dimensions came to a store of {dimensions}",
            hint="Embed with the embedder that the store was built with.",
            values={"dimensions": batch.vectors.dimensions},
        )
    if len(batch.vectors) != len(batch.phrases):
        raise StoreError(
            f"{len(batch.phrases)} phrases came with {len(batch.vectors)} vectors", hint="Give one vector per phrase."
        )
    levels: dict[EntityId, LevelName] = {}
    for item, phrases in zip(batch.entities, phrases_of, strict=True):
        entity = item.entity
        hierarchy.depth_of(entity.level)
        if entity.id in levels:
            raise StoreError(f"entity {entity.id!r} stands twice in one batch", values={"id": entity.id})
        stored = level_of(entity.id)
        if stored is not None and stored != entity.level:
            raise StoreError(
                f"entity {entity.id!r} is stored as {stored!r} and cannot become {entity.level!r}",
                hint="Delete it first, or give the new one another id.",
                values={"id": entity.id},
            )
        check_parent(entity.id, entity.level, entity.parent, hierarchy, levels, level_of)
        check_entity(entity)
        if entity.parent in leaving and entity.parent not in levels:
            raise StoreError(
                f"{entity.level} {entity.id!r} has the parent {entity.parent!r}, which the same batch removes",
                hint="Bring the parent in the batch as well.",
                values={"id": entity.id, "parent": entity.parent},
            )
        # All claims of an entity are checked at once, because there are millions of them; the
        # faulty claim is searched for only if the check fails.
        if not known >= set(phrases) or {claim.level for claim in item.claims} - {entity.level}:
            _refuse_claim(item, phrases, known)
        levels[entity.id] = entity.level
    for edge in batch.edges:
        if edge.base not in known or edge.derived not in known:
            raise StoreError(f"an edge leads from or to an unknown phrase ({edge.base} to {edge.derived})")


def _refuse_claim(item: IndexedEntity, phrases: Sequence[PhraseId], known: AbstractSet[PhraseId]) -> NoReturn:
    """Raise for the first claim that cannot be stored; the caller knows that there is one."""
    entity = item.entity
    claim = next(
        claim
        for claim, phrase in zip(item.claims, phrases, strict=True)
        if claim.level != entity.level or phrase not in known
    )
    if claim.level != entity.level:
        raise StoreError(
            f"a claim of level {claim.level!r} belongs to {entity.id!r}, which is a {entity.level!r}",
            hint="Hang it on an entity of its own level.",
            values={"id": entity.id},
        )
    raise StoreError(
        f"the phrase of {claim.text!r} on {entity.id!r} is neither stored nor in the batch",
        hint="Put the phrase, with its vector, into the batch.",
        values={"id": entity.id},
    )


def check_entity(entity: Entity) -> None:
    """Raise for a relation that cannot be stored."""
    for one in entity.relations:
        if one.to == entity.id:
            raise StoreError(
                f"entity {entity.id!r} states the relation {one.kind!r} to itself", values={"id": entity.id}
            )
        if not one.kind or not one.to:
            raise StoreError(f"entity {entity.id!r} states a relation to nothing", values={"id": entity.id})


def check_parent(
    id: EntityId,
    level: LevelName,
    parent: EntityId | None,
    hierarchy: Hierarchy,
    levels: Mapping[EntityId, LevelName],
    level_of: Callable[[EntityId], LevelName | None],
) -> None:
    """Raise for a parent that is missing, or stands at the wrong level; `levels` are those of the batch."""
    expected = hierarchy.parent(level)
    if parent is None:
        # A home whose area is not described is still a home: only levels above the answer level may
        # be missing.
        if expected is not None and hierarchy.depth[level] > hierarchy.depth[hierarchy.answers]:
            raise StoreError(f"{level} {id!r} has no parent; it needs a {expected}", values={"id": id})
        return
    actual = levels.get(parent) or level_of(parent)
    if actual is None:
        raise StoreError(
            f"{level} {id!r} has the parent {parent!r}, which does not exist",
            hint=f"Index the {expected or 'parent'} first, or leave the parent out.",
            values={"id": id, "parent": parent},
        )
    if actual != expected:
        raise StoreError(
            f"{level} {id!r} has the parent {parent!r}, which is a {actual}, not a {expected}",
            values={"id": id, "parent": parent},
        )
