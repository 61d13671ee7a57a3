"""Generates a rental market of any size from a seed: areas, homes and rooms with claims, as store
batches.

A home has thirty claims on average, including those of its rooms, and an area twenty. Claims are
drawn from decks: the pack's concepts, each with its own share of homes from one in two to one in
two thousand (so that wishes of every selectivity exist), amounts, and a long tail of composed
wordings, few common and most rare. No text is parsed, but each entity has a text and each claim
quotes it, so that a store has as much to hold as in real use.

A block of homes depends only on the seed and its own number, so a world can be streamed again, to
be searched without a store.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from benchmarks.wordings import AREA, FIRST_NAMES, HOME, LAST_NAMES, ROOMS, TAILS, Template
from claimtree.errors import BadInput
from claimtree.model.amounts import Amount, AmountKind, Op, Slot, describe
from claimtree.model.claims import Claim, EntityId, Facet, LevelName, Name, TypeName
from claimtree.model.hierarchy import Entity, Field, Source
from claimtree.model.pack import AmountSpec, Concept, Curve, Pack
from claimtree.model.phrases import Batch, IndexedEntity, Phrase, PhraseId
from claimtree.ports import Embedder

VERSION = 1
"""Incremented when the same seed gives another world; figures of different versions are not
comparable."""

BLOCK = 1_000
HOMES_PER_AREA = 100
CLAIMS_PER_HOME, CLAIMS_PER_ROOM, CLAIMS_PER_AREA = 15.0, 5.0, 20.0
ROOM_SHARES = (("kitchen", 0.95), ("bedroom", 0.85), ("bathroom", 0.55), ("living_room", 0.45), ("balcony", 0.2))
"""How many rooms of each kind a home describes on average: three in all."""
MOST_COMMON, RAREST = 0.5, 0.0005
TAIL_AT_100K = 44_000
STATED = {"rent": 0.97, "bedrooms": 0.95, "floor": 0.7, "area": 0.6, "bathrooms": 0.5}
"""The columns of listings, and the share of homes that has each; the rest have none."""

HOME_LEVEL, ROOM_LEVEL, AREA_LEVEL = LevelName("apartment"), LevelName("room"), LevelName("neighborhood")
_EMPTY_FIELDS: dict[str, Field] = {}

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """One possible statement, with the phrase that it is a posting of."""

    phrase: Phrase
    share: float
    """Share of the possible entities; 0 for the tail, whose frequency depends on the rank."""
    amount: AmountSpec | None = None
    noun: str = ""


@dataclass(frozen=True, eq=False)
class Deck:
    """The possible statements about one kind of entity."""

    head: tuple[Wording, ...]
    tail: tuple[Wording, ...]
    mean: float
    """Claims per entity."""

    @cached_property
    def shares(self) -> Floats:
        return np.array([wording.share for wording in self.head])

    @cached_property
    def tail_mean(self) -> float:
        return max(0.5, self.mean - float(self.shares.sum()))

    @cached_property
    def tail_ranks(self) -> Floats:
        """Cumulative shares by rank, proportional to 1 / (rank + 3) with ranks from 0."""
        weights = 1.0 / (np.arange(len(self.tail)) + 3.0)
        return np.cumsum(weights / weights.sum())

    def deal(self, rng: np.random.Generator, count: int) -> list[list[Wording]]:
        """Returns the statements of each of `count` entities, without duplicates."""
        wordings: list[list[Wording]] = [[] for _ in range(count)]
        rows, columns = np.nonzero(rng.random((count, len(self.head))) < self.shares)
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            wordings[row].append(self.head[column])
        sizes = rng.poisson(self.tail_mean, count)
        ranks = np.searchsorted(self.tail_ranks, rng.random(int(sizes.sum())))
        at = 0
        for row, size in enumerate(sizes.tolist()):
            for rank in dict.fromkeys(ranks[at : at + size].tolist()):
                wordings[row].append(self.tail[min(rank, len(self.tail) - 1)])
            at += size
        return wordings


@dataclass(frozen=True, eq=False)
class World:
    """A seeded market. Iterate `areas` and `blocks` for its entities, or `batches` for store
    batches."""

    pack: Pack
    homes: int
    seed: int = 7

    def __post_init__(self) -> None:
        if self.homes < 1:
            raise BadInput(f"a world of {self.homes} homes cannot be made", hint="Give --homes 1 or more.")

    @property
    def area_count(self) -> int:
        return max(20, self.homes // HOMES_PER_AREA)

    @cached_property
    def home_deck(self) -> Deck:
        return self._deck(HOME_LEVEL, None, HOME, CLAIMS_PER_HOME, 0.38)

    @cached_property
    def room_decks(self) -> dict[str, Deck]:
        return {
            facet: self._deck(ROOM_LEVEL, Facet(facet), ROOMS[facet], CLAIMS_PER_ROOM, 0.42 * share / 3.0)
            for facet, share in ROOM_SHARES
        }

    @cached_property
    def area_deck(self) -> Deck:
        return self._deck(AREA_LEVEL, None, AREA, CLAIMS_PER_AREA - 2, 0.2)

    @cached_property
    def area_names(self) -> tuple[str, ...]:
        """The pack's own areas first, then invented ones."""
        kind = self.pack.names.get("neighborhood")
        known = tuple(kind.entries) if kind else ()
        stems = len(FIRST_NAMES) * len(LAST_NAMES)
        invented = []
        for i in range(self.area_count):
            rest, tail = i % stems, i // stems
            first, last = FIRST_NAMES[rest % len(FIRST_NAMES)], LAST_NAMES[rest // len(FIRST_NAMES) % len(LAST_NAMES)]
            invented.append(f"{first}{last} {TAILS[tail % len(TAILS)]}".strip())
        return tuple(dict.fromkeys((*known, *invented)))[: self.area_count]

    @cached_property
    def boroughs(self) -> tuple[str, ...]:
        kind = self.pack.names.get("borough")
        return tuple(kind.entries) if kind else ()

    def areas(self) -> tuple[IndexedEntity, ...]:
        rng = self._rng(0)
        count = self.area_count
        wordings = self.area_deck.deal(rng, count)
        boroughs = rng.integers(0, max(1, len(self.boroughs)), count).tolist()
        names = self.area_names
        found = []
        for i in range(count):
            writer = _Writer("guide")
            self._add_name(writer, "neighborhood", names[i])
            if self.boroughs:
                self._add_name(writer, "borough", self.boroughs[boroughs[i]])
            for wording in wordings[i]:
                writer.say(wording, rng)
            found.append(writer.entity(Entity(id=area_id(i), level=AREA_LEVEL, title=names[i])))
        return tuple(found)

    def blocks(self) -> Iterator[tuple[IndexedEntity, ...]]:
        """Yields homes with their rooms, a thousand homes at a time, each home before its rooms."""
        for first in range(0, self.homes, BLOCK):
            yield self._block(first, min(BLOCK, self.homes - first))

    def entities(self) -> Iterator[tuple[IndexedEntity, ...]]:
        """Yields all entities in blocks, the areas first."""
        yield self.areas()
        yield from self.blocks()

    def batches(self, embedder: Embedder) -> Iterator[Batch]:
        """Yields the batches for a store; each phrase comes with the first batch that contains
        it."""
        seen: set[PhraseId] = set()
        for block in self.entities():
            fresh: dict[PhraseId, Phrase] = {}
            for phrase in phrases_of(block):
                if phrase.id not in seen:
                    fresh[phrase.id] = phrase
            seen |= fresh.keys()
            phrases = tuple(fresh.values())
            vectors = embedder.embed([phrase.pattern for phrase in phrases])
            yield Batch(entities=block, phrases=phrases, vectors=vectors)

    def _block(self, first: int, count: int) -> tuple[IndexedEntity, ...]:
        rng = self._rng(1 + first // BLOCK)
        areas = (self.area_count * rng.random(count) ** 1.4).astype(np.int64).tolist()
        homes = self.home_deck.deal(rng, count)
        rooms: list[list[tuple[str, list[Wording]]]] = [[] for _ in range(count)]
        for facet, share in ROOM_SHARES:
            sizes = np.floor(share + rng.random(count) + 0.25 * (rng.random(count) - 0.5)).clip(0).astype(np.int64)
            dealt = iter(self.room_decks[facet].deal(rng, int(sizes.sum())))
            for home, size in enumerate(sizes.tolist()):
                rooms[home] += [(facet, next(dealt)) for _ in range(size)]
        found: list[IndexedEntity] = []
        for i in range(count):
            id = home_id(first + i)
            writer = _Writer("listing")
            for wording in homes[i]:
                writer.say(wording, rng)
            title = f"Home {first + i} in {self.area_names[areas[i]]}"
            parent = area_id(areas[i])
            found.append(
                writer.entity(Entity(id=id, level=HOME_LEVEL, parent=parent, title=title, fields=writer.fields))
            )
            for number, (facet, wordings) in enumerate(rooms[i]):
                writer = _Writer("listing")
                for wording in wordings:
                    writer.say(wording, rng)
                room = Entity(id=EntityId(f"{id}/{number}"), level=ROOM_LEVEL, parent=id, facet=Facet(facet), owner=id)
                found.append(writer.entity(room))
        return tuple(found)

    def _add_name(self, writer: _Writer, kind: str, name: str) -> None:
        spec = self.pack.names.get(kind)
        if spec is not None:
            text = spec.wording.replace("{name}", name)
            phrase = Phrase(pattern=text, type=spec.type, level=spec.level, name=Name(kind=kind, text=name))
            writer.add(phrase, text, ())

    def _deck(
        self, level: LevelName, facet: Facet | None, templates: Sequence[Template], mean: float, tail_share: float
    ) -> Deck:
        rng = self._rng(10**9 + sum(map(ord, f"{level}{facet}")))
        stated = list(self._stated(level, facet))
        budget = 0.62 * mean - sum(wording.share for wording in stated)
        head = [*stated, *_with_shares(self._known(level, facet, rng), max(budget, 1.0), rng)]
        size = int(tail_share * TAIL_AT_100K * math.sqrt(self.homes / 100_000))
        tail = _compose(templates, max(size, 50), level, self.pack)
        return Deck(tuple(head), tail, mean)

    def _stated(self, level: LevelName, facet: Facet | None) -> Iterator[Wording]:
        for id, share in STATED.items():
            concept = next((c for c in self.pack.concepts.values() if c.id == id), None)
            if concept is not None and concept.amount is not None and level in concept.levels:
                yield _worded(concept, level, facet, self.pack, share=share if facet is None else 0.5)

    def _known(self, level: LevelName, facet: Facet | None, rng: np.random.Generator) -> list[Wording]:
        """Returns the pack's concepts that apply here, in a random but fixed order."""
        found = [
            _worded(concept, level, facet, self.pack)
            for concept in self.pack.concepts.values()
            if level in concept.levels and concept.id not in STATED
            if facet is None or concept.facet in (None, facet)
        ]
        return [found[i] for i in rng.permutation(len(found)).tolist()]

    def _rng(self, stream: int) -> np.random.Generator:
        return np.random.Generator(np.random.PCG64([self.seed, VERSION, stream]))


class _Writer:
    """Builds an entity's text, with the claims that quote it."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._parts: list[str] = []
        self._at = 0
        self._claims: list[Claim] = []
        self.fields: dict[str, Field] = {}

    def say(self, wording: Wording, rng: np.random.Generator) -> None:
        phrase = wording.phrase
        amounts: tuple[Amount, ...] = ()
        text = phrase.pattern
        if phrase.negated:
            text = f"no {text}"
        if wording.amount is not None:
            amount = _draw(wording.amount, wording.noun, phrase.level, rng)
            text = text.replace("_", describe(amount))
            amounts = (amount,)
            if phrase.concept is not None and phrase.concept in STATED:
                self.fields["price" if phrase.concept == "rent" else str(phrase.concept)] = amount.low
        self.add(phrase, text, amounts)

    def add(self, phrase: Phrase, text: str, amounts: tuple[Amount, ...]) -> None:
        self._claims.append(
            Claim(
                text=text,
                pattern=phrase.pattern,
                type=phrase.type,
                level=phrase.level,
                quote=text,
                source=self._source,
                start=self._at,
                end=self._at + len(text),
                concept=phrase.concept,
                name=phrase.name,
                amounts=amounts,
                negated=phrase.negated,
            )
        )
        self._parts.append(text)
        self._at += len(text) + 2

    def entity(self, entity: Entity) -> IndexedEntity:
        source = Source(name=self._source, text=". ".join(self._parts))
        return IndexedEntity(entity=replace(entity, sources=(source,)), claims=tuple(self._claims), digest=entity.id)


def home_id(number: int) -> EntityId:
    return EntityId(f"home-{number:07d}")


def area_id(number: int) -> EntityId:
    return EntityId(f"area-{number:05d}")


def phrases_of(block: Iterable[IndexedEntity]) -> Iterator[Phrase]:
    """Yields the phrase of each claim, in order; a repeated phrase is the same object."""
    for item in block:
        for claim in item.claims:
            key = (claim.pattern, claim.type, claim.level, claim.negated, claim.concept, claim.name, *(
                amount.slot for amount in claim.amounts
            ))  # fmt: skip
            found = _PHRASES.get(key)
            if found is None:
                found = _PHRASES[key] = Phrase.of(claim)
            yield found


_PHRASES: dict[tuple[object, ...], Phrase] = {}
"""Cache of phrases by content: hashing thirty million claims would take longer than writing
them."""


def with_curve(pack: Pack, embedder: Embedder) -> Pack:
    """Returns the pack with a curve for an embedder that it was not fitted for, such as one based
    on shared words."""
    if embedder.name in pack.curves:
        return pack
    return replace(pack, curves={**pack.curves, embedder.name: {TypeName(""): Curve(slope=20.0, offset=-11.0)}})


def _worded(concept: Concept, level: LevelName, facet: Facet | None, pack: Pack, *, share: float = 0.0) -> Wording:
    title = pack.facets[facet].title if facet is not None else None
    noun = "" if concept.amount is None else concept.amount.noun or (facet or "")
    slots = () if concept.amount is None else (
        Slot(kind=concept.amount.kind, unit=concept.amount.unit, noun=noun),
    )  # fmt: skip
    phrase = Phrase(
        pattern=concept.pattern_of(title, with_amount=concept.amount is not None),
        type=concept.type_at.get(level, concept.type),
        level=level,
        concept=concept.id,
        slots=slots,
    )
    return Wording(phrase, share, concept.amount, noun)


def _with_shares(wordings: Sequence[Wording], budget: float, rng: np.random.Generator) -> list[Wording]:
    """Assigns shares from one in two down to one in two thousand, evenly on a log scale or steeper,
    that add up to the budget.

    Some statements are also negated: 8 % of the share, 33 % for policies.
    """
    steps = np.linspace(0.0, 1.0, max(2, len(wordings)))
    low, high = 0.05, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        total = float((MOST_COMMON * (RAREST / MOST_COMMON) ** (steps**middle)).sum())
        low, high = (low, middle) if total > budget else (middle, high)
    shares = (MOST_COMMON * (RAREST / MOST_COMMON) ** (steps**low)).tolist()
    found = []
    for wording, share in zip(wordings, shares, strict=False):
        denied = 0.0 if wording.amount is not None else share * (0.33 if wording.phrase.type == "policies" else 0.08)
        found.append(Wording(wording.phrase, share - denied, wording.amount, wording.noun))
        if denied:
            found.append(Wording(replace(wording.phrase, negated=True), denied))
    return found


def _compose(templates: Sequence[Template], size: int, level: LevelName, pack: Pack) -> tuple[Wording, ...]:
    """Returns distinct wordings of all templates, taken from each in a scattered order."""
    total = sum(template.size for template in templates)
    found: list[Wording] = []
    seen: set[str] = set()
    for template in templates:
        wanted = min(template.size, math.ceil(size * template.size / total))
        step = _scatter(template.size)
        for i in range(wanted):
            text = template.wording(i * step % template.size)
            if text not in seen:
                seen.add(text)
                type = TypeName(template.type)
                if type not in pack.types:
                    type = pack.default_type
                found.append(Wording(Phrase(pattern=text, type=type, level=level), 0.0))
    # Sorted by a hash, so that every template has common and rare wordings.
    return tuple(sorted(found, key=lambda wording: wording.phrase.id))


def _scatter(size: int) -> int:
    """Returns a step coprime to `size`, near the golden section, that visits every position."""
    step = max(1, int(size * 0.618))
    while math.gcd(step, size) != 1:
        step += 1
    return step


def _draw(spec: AmountSpec, noun: str, level: LevelName, rng: np.random.Generator) -> Amount:
    """Draws a plausible amount; one in twenty is approximate, and spans a tenth either way."""
    normal, uniform, vague = rng.standard_normal(), rng.random(), rng.random() < 0.05
    value: float
    match spec.kind:
        case AmountKind.MONEY:
            value = 25.0 * round(3400 * math.exp(0.35 * normal) / 25)
        case AmountKind.AREA:
            value = round((13.0 if level == ROOM_LEVEL else 64.0) * math.exp(0.35 * normal), 1)
        case AmountKind.COUNT:
            value, vague = float(int(4 * uniform**1.3)) + (noun != "bedroom"), False
        case AmountKind.FLOOR:
            value, vague = float(1 + int(11 * uniform**1.8)), False
        case AmountKind.DISTANCE:
            value = round(2.4 + 1.2 * uniform, 1) if noun == "ceiling" else 10.0 * round(8 + 180 * uniform**1.5)
        case AmountKind.DURATION:
            value, vague = (1.0, 2.0, 3.0, 6.0, 12.0, 12.0, 18.0, 24.0)[int(8 * uniform)], False
        case AmountKind.YEAR:
            value, vague = float(2026 - int(130 * uniform**1.5)), False
        case AmountKind.DATE:
            value, vague = 20270101.0 + 100.0 * int(12 * uniform), False
        case AmountKind.PERCENT:
            value = float(int(100 * uniform))
        case AmountKind.RATIO:
            value, vague = (30.0, 35.0, 40.0, 45.0, 80.0)[int(5 * uniform)], False
    value = min(max(value, spec.least), spec.most)
    low, high = (round(0.9 * value, 2), round(1.1 * value, 2)) if vague else (value, value)
    op = Op.APPROX if vague else Op.EQUALS
    return Amount(kind=spec.kind, low=low, high=high, unit=spec.unit, noun=noun, op=op)
