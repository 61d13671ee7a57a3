"""Seeded random worlds: what two stores must agree on, and what an independent evaluator can be run against.

A world is a history of writes and a handful of plans. It belongs to no domain: levels, facets and wordings
are invented, and everything that makes stores disagree happens on purpose and often: equal scores, ids whose
order depends on how text is compared, amounts that touch at their ends, replaced and vanished entities,
missing parents, relations in loops, by the thousand, and to what is not there yet or no more.

>>> world = random_world(7)
>>> world.hierarchy == random_world(7).hierarchy
True
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeAlias

import numpy as np

from claimtree.model.amounts import PERIOD, Amount, AmountKind, Slot
from claimtree.model.claims import (
    Claim,
    ClaimId,
    ConceptId,
    EntityId,
    Facet,
    LevelName,
    Name,
    QueryClaim,
    Strength,
    TypeName,
)
from claimtree.model.hierarchy import Entity, Hierarchy, Source
from claimtree.model.phrases import Batch, Edge, IndexedEntity, Phrase, PhraseId, Vectors
from claimtree.model.places import NearbyFact, PlaceKind
from claimtree.model.plans import FULL_SCORE, GRADES, Linked, PhraseMatch, PlaceMatch, Plan, Wish, slot_kinds
from claimtree.model.relations import Direction, Relation, RelationKind, RelationName, RelationQuery, relation_query
from claimtree.ports import PlaceStore, StoreIdentity
from claimtree_testing.random_places import PLACE_KINDS, random_facts, random_place_match, random_point

DIMENSIONS = 8
LEVELS = ("realm", "Orbit", "grove", "keel", "étage", "loom")
TYPES = ("hue", "span", "mood")
FACETS = ("oval", "Oval", "rond·e")
WORDS = (
    "glimt",
    "Glimt",
    "straße",
    "STRASSE",
    "ŻÓŁĆ",
    "寿司",
    "o'hara",
    'a "b"',
    "50% off",
    "naïve",
    "nai\u0308ve",
)
SLOTS = (
    Slot(kind=AmountKind.AREA, unit="m2", noun="deck"),
    Slot(kind=AmountKind.AREA, unit="m2"),
    Slot(kind=AmountKind.AREA, unit="ft2", noun="deck"),
    Slot(kind=AmountKind.MONEY, unit="X/month", noun="toll"),
    Slot(kind=AmountKind.MONEY, unit="Y/month", noun="toll"),
    Slot(kind=AmountKind.COUNT, noun="mast"),
    Slot(kind=AmountKind.COUNT, noun="oar"),
    Slot(kind=AmountKind.YEAR, noun="launch"),
    Slot(kind=AmountKind.DATE, unit="day", noun="launch"),
    Slot(kind=AmountKind.DATE, unit=PERIOD, noun="launch"),
)
# Some are equal as 32-bit floats only: an end that is rounded is a wrong answer.
VALUES = (0.0, 1.0, 1.0, 2.0, 2.0, 3.0, -1.0, 0.1, 0.1 + 1e-12, 16_777_216.0, 16_777_217.0)
# These miss 2 by just as much as a step of closeness allows, or by a little more.
NEAR_VALUES = (2.03125, 2.0625, 2.063, 2.125, 1.75, 1.7, 1.25)
# First and last days of years and days beside them, so that a year and a day are often just apart.
DAYS = tuple(
    float(date(year, month, day).toordinal())
    for year in (1899, 1900, 1904)
    for month, day in ((1, 1), (6, 15), (12, 31))
)
TIMES_OF = {AmountKind.YEAR: (1898.0, 1899.0, 1900.0, 1901.0, 1904.0), AmountKind.DATE: DAYS}
# In the order of code points, of UTF-16 units and of a dictionary these sort differently.
ID_STEMS = ("a", "A", "b", "ä", "a\u0308", "Ω", "ｚ", "😀", "z z", "it's", "50%", "_", "#/?")
RELATIONS = {
    kind.name: kind
    for kind in (
        RelationKind(name=RelationName("tows"), about="pulls it", inverse=RelationName("towed-by")),
        RelationKind(name=RelationName("towed-by"), about="is pulled by it", inverse=RelationName("tows")),
        RelationKind(name=RelationName("moored-at"), about="lies beside it", symmetric=True),
        RelationKind(name=RelationName("next"), about="comes before it"),
    )
}
"""Kinds of relations that worlds have."""
RELATION_QUERIES: tuple[RelationQuery, ...] = (
    *(relation_query(RELATIONS, None, direction) for direction in Direction),
    relation_query(RELATIONS, ["tows"]),
    relation_query(RELATIONS, ["tows", "next"], Direction.IN),
    relation_query(RELATIONS, ["moored-at"]),
    RelationQuery(),
)
"""What stores are asked about them."""
MANY_RELATIONS = 3_000
# Few and far apart, so that evidence for and against is often equally strong.
GRADES_FOR = (16, 16, 16, 12, 8, 8, 3, 1)


@dataclass(frozen=True, eq=False, kw_only=True)
class Put:
    """One batch is written."""

    batch: Batch


@dataclass(frozen=True, kw_only=True)
class Remove:
    """Entities are taken out with their subtrees; some of the ids may be unknown."""

    ids: tuple[EntityId, ...]
    gone: int
    """How many entities go."""


@dataclass(frozen=True, kw_only=True)
class Measure:
    """What is near some entities is measured again, for all kinds or for some."""

    facts: Mapping[EntityId, tuple[NearbyFact, ...]]
    kinds: tuple[PlaceKind, ...] | None


Step: TypeAlias = Put | Remove | Measure


@dataclass(frozen=True, eq=False, kw_only=True)
class World:
    """A history of writes, what it leaves behind, and questions about that."""

    seed: int
    hierarchy: Hierarchy
    identity: StoreIdentity
    steps: tuple[Step, ...]
    plans: tuple[Plan, ...]
    kept: tuple[IndexedEntity, ...]
    """What the steps leave, by the world's own bookkeeping, ordered by id."""
    phrases: tuple[Phrase, ...]
    """Every phrase that was written, ordered by id; phrases outlive the claims that used them."""
    edges: tuple[Edge, ...]
    """Every edge that was written, ordered by (derived, base)."""

    @property
    def batches(self) -> tuple[Batch, ...]:
        """The written batches without the removals between them."""
        return tuple(step.batch for step in self.steps if isinstance(step, Put))


def random_world(seed: int, *, size: int = 40) -> World:
    """The world of this seed, with about `size` candidates; equal seeds and sizes give equal worlds.

    The seed's remainders choose the number of levels and where the answers stand, so that any dozen seeds in
    a row see two to four levels with the answers first, in the middle and last.
    """
    return _Maker(seed, size).world()


def apply(world: World, store: PlaceStore) -> tuple[int, ...]:
    """Perform the world's steps on a store; what each removal said it removed."""
    removed = []
    for step in world.steps:
        match step:
            case Put(batch=batch):
                store.put(batch)
            case Remove(ids=ids):
                removed.append(store.remove(ids))
            case Measure(facts=facts, kinds=kinds):
                store.put_nearby(facts, kinds=kinds)
    return tuple(removed)


def random_amount(rng: random.Random, slot: Slot) -> Amount:
    """An amount with one of the few values there are, so that ends often touch."""
    values = TIMES_OF.get(slot.kind) or (VALUES if rng.random() < 0.7 else NEAR_VALUES)
    low, high = sorted((rng.choice(values), rng.choice(values)))
    wide = low < high
    shape = rng.randrange(6)
    if shape <= 1:
        high, wide = low, False
    elif shape == 2:
        high, wide = math.inf, True
    elif shape == 3:
        low, wide = -math.inf, True
    elif shape == 4 and rng.random() < 0.2:
        low, high = -math.inf, math.inf
    low_open = wide and rng.random() < 0.5
    # Years and days are whole: between two open ends there may be none.
    both = not (low_open and slot.kind in TIMES_OF)
    return Amount(
        kind=slot.kind,
        unit=slot.unit,
        noun=slot.noun,
        low=low,
        high=high,
        low_open=low_open,
        high_open=wide and both and rng.random() < 0.5,
    )


def phrase_vectors(phrases: Sequence[Phrase], dimensions: int) -> Vectors:
    """A vector per phrase that depends on nothing but the phrase."""
    if not phrases:
        return Vectors.empty(dimensions)
    rows = [np.random.default_rng(phrase.id).normal(size=dimensions) for phrase in phrases]
    return Vectors.from_floats(np.asarray(rows))


class _Maker:
    """Builds one world; `kept` follows what a store should hold after every step."""

    def __init__(self, seed: int, size: int) -> None:
        self.seed = seed
        self.size = size
        self.rng = random.Random(seed)
        depth = 2 + seed % 3
        levels = tuple(LevelName(name) for name in self.rng.sample(LEVELS, depth))
        self.hierarchy = Hierarchy(levels=levels, answers=levels[(seed // 3) % depth])
        self.phrases = {level: self._phrases_of(level) for level in levels}
        self.kept: dict[EntityId, IndexedEntity] = {}
        self.growing: dict[EntityId, IndexedEntity] = {}
        self.steps: list[Step] = []
        self.edges: dict[tuple[PhraseId, PhraseId], Edge] = {}
        self.written: dict[PhraseId, Phrase] = {}
        self.serial = 0
        # Of its own, so that a world is otherwise what it would be without relations.
        self.links = random.Random(f"relations of {seed}")
        self.hub = seed % 5 == 3
        """Whether one entity has thousands of relations."""
        self.imprecise = random.Random(f"imprecise amounts of {seed}")

    def world(self) -> World:
        self._settle_everything()
        for _ in range(self.rng.randint(3, 8)):
            happens = (
                self._replace_answer,
                self._replace_answer,
                self._replace_alone,
                self._remove_some,
                self._measure,
            )
            self.rng.choice(happens)()
        return World(
            seed=self.seed,
            hierarchy=self.hierarchy,
            identity=StoreIdentity(pack=f"world-{self.seed}", pack_version=1, embedder="random", dimensions=DIMENSIONS),
            steps=tuple(self.steps),
            plans=tuple(self._plan() for _ in range(6)),
            kept=tuple(self.kept[id] for id in sorted(self.kept)),
            phrases=tuple(self.written[id] for id in sorted(self.written)),
            edges=tuple(self.edges[key] for key in sorted(self.edges)),
        )

    # What can be said

    def _phrases_of(self, level: LevelName) -> tuple[Phrase, ...]:
        found = {}
        for _ in range(self.rng.randint(5, 9)):
            phrase = self._phrase(level)
            found[phrase.id] = phrase
        return tuple(found.values())

    def _phrase(self, level: LevelName) -> Phrase:
        rng = self.rng
        slots = tuple(rng.choice(SLOTS) for _ in range(rng.choice((0, 0, 1, 1, 2))))
        named = rng.random() < 0.2
        return Phrase(
            pattern=" ".join([rng.choice(WORDS), *("_" for _ in slots)]),
            type=TypeName(rng.choice(TYPES)),
            level=level,
            negated=rng.random() < 0.25,
            concept=ConceptId(rng.choice(WORDS)) if rng.random() < 0.3 else None,
            name=Name(kind="ship", text=rng.choice(WORDS)) if named else None,
            slots=slots,
        )

    def _claim(self, phrase: Phrase) -> Claim:
        quote = f"{phrase.pattern} ({self.rng.randrange(3)})"
        start = self.rng.randrange(40)
        return Claim(
            text=phrase.pattern,
            pattern=phrase.pattern,
            type=phrase.type,
            level=phrase.level,
            quote=quote,
            source=self.rng.choice(("", "log", "log#toll")),
            start=start,
            end=start + len(quote),
            concept=phrase.concept,
            name=phrase.name,
            amounts=tuple(random_amount(self.rng, slot) for slot in phrase.slots),
            negated=phrase.negated,
        )

    def _claims(self, level: LevelName) -> tuple[Claim, ...]:
        # The last phrases of a level are said seldom or never; repeats give one phrase several amounts.
        spoken = self.phrases[level][:-1]
        return tuple(self._claim(self.rng.choice(spoken)) for _ in range(self.rng.choice((0, 1, 2, 3, 4, 5))))

    # The entities

    def _entity(self, level: LevelName, parent: EntityId | None, *, id: EntityId | None = None) -> IndexedEntity:
        rng = self.rng
        if id is None:
            self.serial += 1
            id = EntityId(f"{rng.choice(ID_STEMS)}{rng.choice(('', '-'))}{self.serial}")
        faceted = rng.random() < (0.85 if level in self.hierarchy.below else 0.1)
        return IndexedEntity(
            entity=Entity(
                id=id,
                level=level,
                parent=parent,
                title=rng.choice(("", f"{level} {id}")),
                facet=Facet(rng.choice(FACETS[: rng.randint(1, 3)])) if faceted else None,
                owner=self._owner(level, parent),
                fields={"berths": rng.randrange(4), "tags": ("x", "y"), "toll": 2.5} if rng.random() < 0.3 else {},
                sources=(Source(name="log", text=f"of {id}", updated="2024-05-06", fields={"n": rng.randrange(9)}),)
                if rng.random() < 0.3
                else (),
                point=random_point(rng) if rng.random() < 0.7 else None,
                relations=self._relations(id),
            ),
            claims=self._claims(level),
            digest=f"{rng.randrange(16):x}",
            nearby=random_facts(rng) if rng.random() < 0.7 else (),
        )

    def _relations(self, id: EntityId) -> tuple[Relation, ...]:
        """To entities that are there, that may come, that went, and to one that never comes."""
        rng = self.links
        there = [EntityId("nobody"), *self.growing, *self.kept]
        there += [EntityId(f"{stem}{self.serial + rng.randrange(1, 9)}") for stem in ID_STEMS[:4]]
        count = rng.choice((0, 0, 0, 1, 2, 5))
        if self.hub and count == 5:
            self.hub, count = False, MANY_RELATIONS
        found = {
            Relation(
                kind=rng.choice(list(RELATIONS)),
                to=rng.choice(there),
                quote=rng.choice(("", "the log says so", WORDS[3])) if count < MANY_RELATIONS else f"p. {number}",
                source=rng.choice(("", "log")),
            ): None
            for number in range(count)
        }
        return tuple(one for one in found if one.to != id)

    def _owner(self, level: LevelName, parent: EntityId | None) -> EntityId | None:
        if parent is None or level in self.hierarchy.above:
            return None
        if level == self.hierarchy.answers:
            return parent if self.rng.random() < 0.1 else None
        # The candidate brings its parts, or a part its own, or each has a document of its own.
        return self.rng.choice((self._answer_over(parent), self._answer_over(parent), parent, None))

    def _answer_over(self, id: EntityId) -> EntityId:
        entity = self.growing[id].entity
        if entity.level == self.hierarchy.answers or entity.parent is None:
            return id
        return self._answer_over(entity.parent)

    def _settle_everything(self) -> None:
        """The first batches: parents before children, cut anywhere."""
        self.growing = {}
        for level in self.hierarchy.levels:
            self._grow_level(level)
        everyone = list(self.growing.values())
        cuts = sorted(self.rng.randrange(1, len(everyone)) for _ in range(self.rng.randint(0, 2)))
        for start, stop in zip([0, *cuts], [*cuts, len(everyone)], strict=True):
            self._put(everyone[start:stop])

    def _grow_level(self, level: LevelName) -> None:
        above = self.hierarchy.parent(level)
        parents = [id for id, item in self.growing.items() if item.entity.level == above]
        if level in self.hierarchy.below:
            for parent in parents:
                for _ in range(self.rng.choice((0, 1, 1, 2, 3) if above == self.hierarchy.answers else (0, 0, 1, 2))):
                    self._add(self._entity(level, parent))
            return
        count = self.size if level == self.hierarchy.answers else max(2, self.size // 8)
        for _ in range(count):
            orphan = not parents or self.rng.random() < 0.1
            self._add(self._entity(level, None if orphan else self.rng.choice(parents)))

    def _add(self, item: IndexedEntity) -> None:
        self.growing[item.entity.id] = item

    # What happens to them

    def _put(self, items: Sequence[IndexedEntity]) -> None:
        rng = self.rng
        needed = {Phrase.of(claim).id: Phrase.of(claim) for item in items for claim in item.claims}
        spare = [phrase for level in self.hierarchy.levels for phrase in self.phrases[level]]
        for phrase in rng.sample(spare, min(4, len(spare))):
            needed[phrase.id] = phrase
        phrases = list(needed.values())
        rng.shuffle(phrases)
        edges = [
            Edge(
                base=rng.choice(phrases).id,
                derived=rng.choice(phrases).id,
                excludes=rng.random() < 0.5,
                discount=rng.choice((0.5, 0.9)),
            )
            for _ in range(rng.randint(0, 3))
        ]
        self.steps.append(
            Put(
                batch=Batch(
                    entities=tuple(items),
                    phrases=tuple(phrases),
                    vectors=phrase_vectors(phrases, DIMENSIONS),
                    edges=tuple(edges),
                )
            )
        )
        self.edges.update({(edge.derived, edge.base): edge for edge in edges})
        self.written.update(needed)
        fresh = {item.entity.id for item in items}
        self._drop([id for id, item in self.kept.items() if item.entity.owner in fresh and id not in fresh])
        self.kept.update({item.entity.id: item for item in items})

    def _drop(self, ids: Iterable[EntityId]) -> int:
        gone = {id for id in ids if id in self.kept}
        size = -1
        while size != len(gone):
            size = len(gone)
            gone |= {id for id, item in self.kept.items() if item.entity.parent in gone}
        for id in gone:
            del self.kept[id]
        return len(gone)

    def _of_level(self, level: LevelName | None) -> list[EntityId]:
        return [id for id, item in self.kept.items() if item.entity.level == level]

    def _replace_answer(self) -> None:
        """Candidates come again: new claims, perhaps elsewhere, some parts again, some new, some no more."""
        answers = self._of_level(self.hierarchy.answers)
        parents = self._of_level(self.hierarchy.parent(self.hierarchy.answers))
        self.growing = {}
        for id in self.rng.sample(answers, min(len(answers), self.rng.randint(1, 4))):
            moves = not parents or self.rng.random() < 0.3
            parent = self.kept[id].entity.parent
            if moves:
                parent = self.rng.choice([None, *parents])
            self._add(self._entity(self.hierarchy.answers, parent, id=id))
            self._regrow(id)
        if self.growing:
            self._put(list(self.growing.values()))

    def _regrow(self, id: EntityId) -> None:
        level = self.growing[id].entity.level
        if level == self.hierarchy.levels[-1]:
            return
        below = self.hierarchy.levels[self.hierarchy.depth[level] + 1]
        again = [part for part, item in self.kept.items() if item.entity.parent == id and self.rng.random() < 0.6]
        for part in [*again, *(None for _ in range(self.rng.choice((0, 0, 1))))]:
            item = self._entity(below, id, id=part)
            self._add(item)
            self._regrow(item.entity.id)

    def _replace_alone(self) -> None:
        """One entity of any level comes again without the others; what it owned goes."""
        if not self.kept:
            return
        old = self.kept[self.rng.choice(list(self.kept))].entity
        self.growing = dict(self.kept)
        self._put([self._entity(old.level, old.parent, id=old.id)])

    def _remove_some(self) -> None:
        known = list(self.kept)
        ids = [*self.rng.sample(known, min(len(known), self.rng.randint(0, 3))), EntityId("nobody")]
        self.rng.shuffle(ids)
        self.steps.append(Remove(ids=tuple(ids), gone=self._drop(ids)))

    def _measure(self) -> None:
        """Some get other nearby facts, or lose them; one of them does not exist."""
        known = list(self.kept)
        ids = [*self.rng.sample(known, min(len(known), self.rng.randint(0, 5))), EntityId("nobody")]
        kinds = tuple(self.rng.sample(PLACE_KINDS, 2)) if self.rng.random() < 0.5 else None
        facts = {id: random_facts(self.rng) for id in ids}
        self.steps.append(Measure(facts=facts, kinds=kinds))
        for id in ids[:-1]:
            kept = [fact for fact in self.kept[id].nearby if kinds is not None and fact.kind not in kinds]
            measured = [fact for fact in facts[id] if kinds is None or fact.kind in kinds]
            nearby = tuple(sorted([*kept, *measured], key=lambda fact: fact.kind))
            self.kept[id] = replace(self.kept[id], nearby=nearby)

    # What is asked

    def _plan(self) -> Plan:
        count = self.rng.choice((1, 2, 3, 4, 5, 6))
        # Half the plans dwell on one facet, so that groups have something to bind.
        facet = Facet(self.rng.choice(FACETS)) if self.rng.random() < 0.5 else None
        wishes = [self._wish(i, count, facet) for i in range(count)]
        strict = self.rng.random() < 0.2
        # Some are asked of related entities instead.
        wishes = [self._through_relation(wish) if self.links.random() < 0.25 else wish for wish in wishes]
        return Plan(hierarchy=self.hierarchy, wishes=tuple(wishes), strict=strict)

    def _through_relation(self, wish: Wish) -> Wish:
        """A wish that asks related entities for nothing, for something, or for several things and alternatives."""
        claim = replace(wish.claim, level=self.hierarchy.answers, facet=None, group=None, amounts=())
        inner = [self._wish(i, 1, None) for i in range(self.links.choice((0, 1, 1, 2, 3)))]
        asked = [replace(one, places=tuple(match for match in one.places if not match.stands_in)) for one in inner]
        linked = Linked(query=self.links.choice(RELATION_QUERIES), wishes=tuple(asked))
        return Wish(claim=claim, matches=(), points=wish.points, linked=linked)

    def _wish(self, i: int, count: int, facet: Facet | None) -> Wish:
        rng = self.rng
        below = self.hierarchy.below
        level = rng.choice(below) if below and rng.random() < 0.5 else rng.choice(self.hierarchy.levels)
        if level not in below:
            facet = None
        elif facet is None or rng.random() < 0.2:
            facet = rng.choice((None, *(Facet(name) for name in FACETS)))
        asked = self._asked()
        claim = QueryClaim(
            id=ClaimId(f"w{i}"),
            text=f"wish {i}",
            pattern=f"wish {i}",
            type=TypeName(rng.choice(TYPES)),
            level=level,
            quote=f"wish {i}",
            facet=facet,
            amounts=asked,
            negated=rng.random() < 0.2,
            strength=Strength.REQUIRED if rng.random() < 0.35 else Strength.PREFERRED,
            or_group=rng.choice((None, None, None, 1, 2)),
            group=rng.choice((None, 1, 1, 2)),
        )
        places: tuple[PlaceMatch, ...] = ()
        if level not in below and rng.random() < 0.4:
            places = tuple(
                replace(random_place_match(rng, at), stands_in=at in self.hierarchy.above and rng.random() < 0.4)
                for at in self.hierarchy.levels
                if rng.random() < 0.6
            )
        return Wish(claim=claim, matches=self._matches(level, asked), points=self._points(count), places=places)

    def _asked(self) -> tuple[Amount, ...]:
        rng = self.rng
        return tuple(random_amount(rng, rng.choice(SLOTS)) for _ in range(rng.choice((0, 0, 0, 1, 1, 2))))

    def _matches(self, level: LevelName, asked: Sequence[Amount]) -> tuple[PhraseMatch, ...]:
        rng = self.rng
        if rng.random() < 0.08:
            return ()
        near = [phrase for phrase in self.phrases[level] if rng.random() < 0.6]
        other = rng.choice(self.hierarchy.levels)
        far = [phrase for phrase in self.phrases[other] if other != level and rng.random() < 0.3]
        found = []
        for phrase in [*near, *far]:
            slots = self._slots(phrase, asked)
            if slots is not None:
                kinds = slot_kinds(asked, [phrase.slots[slot] for slot in slots])
                says = rng.choice(GRADES_FOR) * rng.choice((1, 1, 1, -1))
                fails = rng.choice((-says, -says, 0, -rng.choice(GRADES_FOR))) if asked else 0
                less = says // 2 or says  # of the same sign
                may_hold = less if len(asked) == 1 and self.imprecise.random() < 0.4 else None
                found.append(
                    PhraseMatch(
                        phrase=phrase.id,
                        level=phrase.level,
                        holds=says,
                        fails=fails,
                        slots=slots,
                        kinds=kinds,
                        may_hold=may_hold,
                    )
                )
        return tuple(found)

    def _slots(self, phrase: Phrase, asked: Sequence[Amount]) -> tuple[int, ...] | None:
        chosen = []
        for amount in asked:
            fitting = [
                i
                for i, slot in enumerate(phrase.slots)
                if slot.comparable(amount.slot) and amount.counted_as(slot.kind) is not None
            ]
            if not fitting:
                return None
            chosen.append(self.rng.choice(fitting))
        return tuple(chosen)

    def _points(self, count: int) -> tuple[int, ...]:
        """Multiples of ten that never fall with the grade; all wishes together stay below 65,536."""
        share = FULL_SCORE // count
        if self.rng.random() < 0.3:
            share = self.rng.choice((share // 2, 160, 40))
        return tuple(share * grade // GRADES // 10 * 10 for grade in range(GRADES + 1))
