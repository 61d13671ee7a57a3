"""The slow truth: every claim of every entity, streamed from the generator, judged home by home.

No store takes part. What a store ranks has to be this list, in this order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from claimtree.benches.generator import AREA_LEVEL, HOME_LEVEL, phrases_of
from claimtree.model.answers import Dossier, Node, Piece, Ranked, RankedHit
from claimtree.model.claims import EntityId
from claimtree.model.phrases import IndexedEntity, PhraseId
from claimtree.model.plans import PhraseMatch, Plan
from claimtree.model.verdicts import judge

Found = list[tuple[int, Piece]]
"""Pieces of evidence, each with the number of the wish it speaks to."""


@dataclass(frozen=True, kw_only=True)
class Truth:
    """All answers to one plan, best first, and how many meet exactly k wishes."""

    hits: tuple[RankedHit, ...]
    met: dict[int, int]

    def differs(self, ranked: Ranked) -> str:
        """What a store that was asked for all hits got wrong, in a sentence; empty when it is right."""
        if ranked.ladder.total != len(self.hits):
            return f"{ranked.ladder.total} answers, and there are {len(self.hits)}"
        if dict(ranked.ladder.met) != self.met:
            return f"met {dict(ranked.ladder.met)}, and it is {self.met}"
        for place, (theirs, ours) in enumerate(zip(ranked.hits, self.hits, strict=True), 1):
            if theirs != ours:
                return f"place {place} is {theirs}, and should be {ours}"
        return ""


class _Question:
    """One plan, and what was found for it so far."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.matches: dict[PhraseId, list[tuple[int, PhraseMatch]]] = {}
        for i, wish in enumerate(plan.wishes):
            for match in wish.matches:
                self.matches.setdefault(match.phrase, []).append((i, match))
        self.needed = frozenset(
            i
            for i, wish in enumerate(plan.wishes)
            if plan.strict and wish.claim.required and wish.claim.or_group is None
        )
        self.hits: list[RankedHit] = []
        self.areas: dict[EntityId, Found] = {}

    def pieces(self, item: IndexedEntity, ids: Sequence[PhraseId]) -> Found:
        found: Found = []
        for claim, id in zip(item.claims, ids, strict=True):
            for i, match in self.matches.get(id, ()):
                asked = zip(self.plan.wishes[i].claim.amounts, match.slots, strict=True)
                agrees = all(amount.overlaps(claim.amounts[slot]) for amount, slot in asked)
                grade = match.holds if agrees else match.fails
                if grade:
                    found.append((i, Piece(entity=item.entity.id, grade=grade)))
        return found

    def hopeless(self, found: Found) -> bool:
        """Whether a strict plan requires something that nothing speaks for: then nobody need judge."""
        return not self.needed <= {i for i, piece in found if piece.grade > 0}

    def settle(self, home: IndexedEntity, family: Sequence[IndexedEntity], found: Found) -> None:
        pieces: list[list[Piece]] = [[] for _ in self.plan.wishes]
        for i, piece in found:
            pieces[i].append(piece)
        nodes = {
            item.entity.id: Node(
                id=item.entity.id, level=item.entity.level, parent=item.entity.parent, facet=item.entity.facet
            )
            for item in family
        }
        dossier = Dossier(candidate=home.entity.id, nodes=nodes, pieces=tuple(map(tuple, pieces)))
        judgement = judge(self.plan, dossier)
        if judgement.stays(strict=self.plan.strict):
            self.hits.append(RankedHit(id=home.entity.id, standing=judgement.standing))

    def truth(self) -> Truth:
        met = Counter(hit.standing.met for hit in self.hits)
        return Truth(
            hits=tuple(sorted(self.hits, key=lambda hit: (hit.standing.rank, hit.id))),
            met={k: met[k] for k in range(len(self.plan.units) + 1)},
        )


class Streamed(Protocol):
    """Entities in blocks: areas first, each home before its rooms, the same each time."""

    def entities(self) -> Iterator[tuple[IndexedEntity, ...]]: ...


def evaluate(
    world: Streamed, plans: Sequence[Plan], *, progress: Callable[[int], None] = lambda homes: None
) -> tuple[Truth, ...]:
    """The truth about each plan. Generating and judging a hundred thousand homes takes a minute or so."""
    questions = [_Question(plan) for plan in plans]
    areas: dict[EntityId, IndexedEntity] = {}
    done = 0
    for block in world.entities():
        said = _said(block)
        home, rooms = None, list[int]()
        for at, item in enumerate(block):
            if item.entity.level == AREA_LEVEL:
                areas[item.entity.id] = item
                for question in questions:
                    question.areas[item.entity.id] = question.pieces(item, said[at])
            elif item.entity.level == HOME_LEVEL:
                if home is not None:
                    _judge_home(questions, block, said, areas, home, rooms)
                home, rooms = at, []
                done += 1
            else:
                rooms.append(at)
        if home is not None:
            _judge_home(questions, block, said, areas, home, rooms)
        progress(done)
    return tuple(question.truth() for question in questions)


def _judge_home(
    questions: Sequence[_Question],
    block: Sequence[IndexedEntity],
    said: Sequence[Sequence[PhraseId]],
    areas: dict[EntityId, IndexedEntity],
    home: int,
    rooms: Sequence[int],
) -> None:
    item = block[home]
    area = item.entity.parent
    for question in questions:
        found = [piece for at in (home, *rooms) for piece in question.pieces(block[at], said[at])]
        if area is not None:
            found += question.areas[area]
        if question.hopeless(found):
            continue
        family = [item, *(block[at] for at in rooms)]
        if area is not None:
            family.append(areas[area])
        question.settle(item, family, found)


def _said(block: Sequence[IndexedEntity]) -> list[list[PhraseId]]:
    """The phrase ids of each entity's claims."""
    phrases = phrases_of(block)
    return [[next(phrases).id for _ in item.claims] for item in block]
