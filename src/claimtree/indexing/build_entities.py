"""Reads merged documents: makes an entity with its claims, and the parts that its document brings
or implies.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from claimtree.errors import BadInput
from claimtree.indexing.conflicts import Reconciled, Reconciler
from claimtree.indexing.dedupe import SourcedClaim, subject
from claimtree.indexing.fields import FieldReader, Unread
from claimtree.indexing.merge import Merged, label_of, title_of
from claimtree.model.claims import Claim, EntityId, Facet, LevelName
from claimtree.model.hierarchy import Entity
from claimtree.model.notices import Notice, NoticeCode, about_entity, notice
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity
from claimtree.model.quick_pickles import quickly_pickled
from claimtree.ports import Reader
from claimtree.text.implications import derive
from claimtree.text.rents import by_period, claim_as_rent


@quickly_pickled
@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """What a store keeps of one entity and its parts, and the results of reading it."""

    items: tuple[IndexedEntity, ...]
    """The entity first, then its parts, parents before children."""
    notices: tuple[Notice, ...]
    """What was left out."""
    unread: tuple[Unread, ...] = ()
    """Values of columns that could not be read."""
    outranked: tuple[Notice, ...] = ()
    """A sentence for each piece of prose that a column of the same source outranks."""
    disputed: tuple[Notice, ...] = ()
    """A sentence for each contradiction within a source."""


class Builder:
    """Turns all sources of one entity into what a store keeps."""

    def __init__(self, pack: Pack, reader: Reader) -> None:
        self._pack = pack
        self._reader = reader
        self._fields = FieldReader(pack, reader)
        self._reconciler = Reconciler(pack)

    def build(self, merged: Merged, digest: str) -> Built:
        """Returns what is stored of a document and of the parts that it brings or implies."""
        _check_relations(merged, self._pack)
        root = merged.entity()
        family = _Family(root, merged.part_entities(self._pack), self._pack, owner=root.id)
        lost = merged.position[1]
        notices = [about_entity(merged.id, lost)] if lost is not None else []
        return self._built(family, merged.id, [source.name for source in merged.sources], notices, digest)

    def build_part(self, part: Entity) -> Built:
        """Returns what is stored of one part of a long document. Everything said at its level is
        about the part itself.
        """
        assert part.owner is not None, "a part is brought by a document"
        family = _Family(part, (), self._pack, owner=part.owner)
        return self._built(family, part.id, [source.name for source in part.sources], [], "")

    def _built(
        self, family: _Family, about: EntityId, sources: Sequence[str], notices: list[Notice], digest: str
    ) -> Built:
        ranks = {name: rank for rank, name in enumerate(sources)}
        unread: list[Unread] = []
        for entity in family.described:
            for source in entity.sources:
                rank = ranks[source.name]
                prose: list[Claim] = []
                clauses: list[Claim] = []
                if source.text:
                    # The text of a part is in a column of the whole's source, not in its text.
                    key = self._fields.keys.get(entity.level, entity.level)
                    where = source.name if entity.owner is None else f"{source.name}#{key}"
                    reading = self._reader.read_document(source.text, about=entity, source=where)
                    prose += reading.claims
                    clauses += reading.passages
                    notices += [about_entity(about, one) for one in reading.notices]
                columns = self._fields.read(entity, source)
                notices += [about_entity(about, one) for one in columns.notices]
                unread += columns.unread
                title = _not_elsewhere(columns.title, (*prose, *columns.read, *columns.stated, *columns.listed))
                for claims, stated, item in (
                    ([*prose, *columns.read, *title], False, False),
                    (columns.stated, True, False),
                    (columns.listed, True, True),
                ):
                    family.add(claims, entity, rank, stated=stated, item=item)
                    for base in claims:
                        if base.amounts and (derived := [*derive(base, self._pack)]):
                            family.add(derived, entity, rank, stated=stated, item=item, base=base)
                family.add([*clauses, *columns.clauses], entity, rank, clause=True)
        settled = [
            (entity, self._reconciler.reconcile(_with_rents(found, self._pack))) for entity, found in family.members()
        ]
        return Built(
            items=tuple(
                IndexedEntity(entity=entity, claims=kept.claims, digest=digest if entity.id == about else "")
                for entity, kept in settled
            ),
            notices=tuple(notices),
            unread=tuple(unread),
            outranked=tuple(words for entity, kept in settled for words in _outranked(entity, kept)),
            disputed=tuple(words for entity, kept in settled for words in _disputed(entity, kept)),
        )


def _check_relations(merged: Merged, pack: Pack) -> None:
    """Raise for a relation of a kind that the pack does not declare: no question could ask for it."""
    for one in (one for stated in merged.relations.values() for one in stated):
        if one.kind not in pack.relations:
            have = f"have: {', '.join(pack.relations)}" if pack.relations else "the pack declares none"
            raise BadInput(f"{merged.id!r} states a relation {one.kind!r} ({have})", values={"id": merged.id})


def _with_rents(found: list[SourcedClaim], pack: Pack) -> list[SourcedClaim]:
    """Returns the claims of one entity with its price as a rent, if it is to let and not for sale, and its rents each
    for its own period. A column that says so outranks prose."""
    rents = pack.reading.rents
    if rents is None:
        return found
    deals = [one for one in found if one.claim.concept in (rents.to_let, rents.for_sale) and not one.claim.negated]
    in_columns = [one for one in deals if one.stated]
    if {one.claim.concept for one in in_columns or deals} == {rents.to_let}:
        most = math.inf if in_columns else rents.most
        found = [replace(one, claim=claim_as_rent(one.claim, pack, most=most)) for one in found]
    claims = [one.claim for one in found]
    told_apart = by_period(claims, pack)
    if told_apart is claims:
        return found
    now = {id(one.claim): claim for one, claim in zip(found, told_apart, strict=True)}
    return [
        replace(one, claim=now[id(one.claim)], base=one.base if one.base is None else now.get(id(one.base), one.base))
        for one in found
    ]


def _not_elsewhere(claims: Sequence[Claim], others: Sequence[Claim]) -> list[Claim]:
    """Returns those claims that none of the others makes for sure."""
    stated = {_statement(claim) for claim in others if not claim.unsure} if claims else set()
    return [claim for claim in claims if _statement(claim) not in stated]


def _statement(claim: Claim) -> Hashable:
    """Returns what a claim says, whatever its words."""
    return subject(claim), claim.level, claim.negated, claim.amounts


def _outranked(entity: Entity, kept: Reconciled) -> Iterator[Notice]:
    for clash in kept.outranked:
        clash_notice = notice(NoticeCode.OUTRANKED_BY_COLUMN, quote=clash.one.quote, column=clash.other.quote)
        yield about_entity(entity.id, clash_notice)


def _disputed(entity: Entity, kept: Reconciled) -> Iterator[Notice]:
    for clash in kept.disputed:
        one, other = clash.one.quote, clash.other.quote
        if one == other:
            yield about_entity(entity.id, notice(NoticeCode.CONTRADICTS_ITSELF_AT_ONCE, quote=one))
        else:
            yield about_entity(entity.id, notice(NoticeCode.CONTRADICTS_ITSELF, one=one, other=other))


class _Family:
    """An entity and its parts while claims are assigned to them."""

    def __init__(self, root: Entity, parts: Sequence[Entity], pack: Pack, *, owner: EntityId) -> None:
        """`owner` is the entity whose document brings all of them."""
        self._pack = pack
        self._levels = pack.hierarchy
        self._root = root
        self._owner = owner
        self.described = [root, *parts]
        """Those that a source describes; others are implied by claims."""
        self._described = frozenset(entity.id for entity in self.described)
        self._members: dict[EntityId, Entity] = {entity.id: entity for entity in self.described}
        self._claims_of: dict[EntityId, list[SourcedClaim]] = {entity.id: [] for entity in self.described}
        self._by_facet: dict[tuple[LevelName, Facet], list[EntityId]] = {}
        for part in self.described[1:]:
            if part.facet is not None:
                self._by_facet.setdefault((part.level, part.facet), []).append(part.id)

    def add(
        self,
        claims: Iterable[Claim],
        about: Entity,
        rank: int,
        *,
        stated: bool = False,
        item: bool = False,
        base: Claim | None = None,
        clause: bool = False,
    ) -> None:
        level = about.level
        for claim in claims:
            above = claim.level != level and self._levels.depth_of(claim.level) < self._levels.depth_of(level)
            # A listing that describes its street speaks for itself: the street has documents of its
            # own.
            placed = replace(claim, level=level) if above else claim
            bearer = self._subject_of(placed, about)
            self._claims_of[bearer].append(
                SourcedClaim(
                    claim=placed,
                    age_rank=rank,
                    about=claim.level,
                    stated=stated,
                    item=item,
                    base=base,
                    clause=clause,
                    loose=bearer not in self._described,
                )
            )

    def _subject_of(self, claim: Claim, about: Entity) -> EntityId:
        """Returns the entity that a claim is about: the entity itself, or the part of it that the
        claim names.
        """
        same_facet = claim.facet is None or claim.facet == about.facet
        if claim.level == about.level and (same_facet or about is self._root):
            return about.id
        spec = self._pack.facets.get(claim.facet) if claim.facet is not None else None
        ids = self._by_facet.get((claim.level, spec.name)) if spec is not None else None
        if ids and spec is not None and claim.concept == spec.presence:
            return ids[0]  # that there is one says nothing about another
        # Bedrooms are counted, so the larger one is one of several; a larger kitchen is the
        # kitchen.
        which = claim.which if claim.facet in self._pack.counted else ""
        return self._part(claim.level, claim.facet, about if claim.level != about.level else self._root, which)

    def _part(self, level: LevelName, facet: Facet | None, owner: Entity, which: str = "") -> EntityId:
        """Returns the only part of that facet; if there are none or several, one that exists only
        in the text, separately for each that it distinguishes: the master bedroom, the second one.
        """
        above = self._levels.parent(level)
        if above is not None and above != owner.level:
            owner = self._members[self._part(above, None, owner)]
        elif facet is not None and owner is self._root:
            ids = self._by_facet.get((level, facet), ())
            if len(ids) == 1:
                return ids[0]
        id = EntityId(f"{owner.id}/{label_of(level, facet, self._pack)}-text{f'-{which}' if which else ''}")
        if id not in self._members:
            self._claims_of[id] = []
            self._members[id] = Entity(
                id=id,
                level=level,
                parent=owner.id,
                title=f"{which} {title_of(level, facet, self._pack)}".lstrip(),
                facet=facet,
                owner=self._owner,
            )
        return id

    def members(self) -> list[tuple[Entity, list[SourcedClaim]]]:
        """Returns all members with their claims, parents before children; without parts that no
        longer exist.
        """
        ordered = sorted(self._members.values(), key=lambda entity: (self._levels.depth_of(entity.level), entity.id))
        gone = self._gone()
        found: list[tuple[Entity, list[SourcedClaim]]] = []
        for entity in ordered:
            since = gone.get(entity.facet, 0)
            claims = [one for one in self._claims_of[entity.id] if not one.loose or one.age_rank >= since]
            if claims or entity.id in self._described or not since:
                found.append((entity, claims))
        return found

    def _gone(self) -> dict[Facet | None, int]:
        """Returns the parts that a source says do not exist, with its rank: claims of older sources
        about them no longer hold.
        """
        found: dict[Facet | None, int] = {}
        for one in self._claims_of[self._root.id]:
            concept = one.claim.concept
            facet = self._pack.presences.get(concept) if concept is not None and one.claim.negated else None
            if facet is not None:
                found[facet] = max(one.age_rank, found.get(facet, 0))
        return found
