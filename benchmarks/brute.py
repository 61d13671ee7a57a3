"""Brute-force ground truth: judges every claim of every entity, streamed from the generator, home
by home.

It uses no store. A store's ranking has to be this list, in this order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from benchmarks.generator import AREA_LEVEL, HOME_LEVEL, phrases_of
from claimtree.model.answers import Dossier, Node, Piece, Ranked, RankedHit
from claimtree.model.claims import EntityId
from claimtree.model.phrases import IndexedEntity, PhraseId
from claimtree.model.plans import PhraseMatch, Plan
from claimtree.model.verdicts import compare, judge

Found = list[tuple[int, Piece]]
"""Pieces of evidence, each with the number of its wish."""


@dataclass(frozen=True, kw_only=True)
class Truth:
    """All answers to one plan, best first, and how many meet exactly k wishes."""

    hits: tuple[RankedHit, ...]
    met: dict[int, int]

    def differs(self, ranked: Ranked) -> str:
        """Describes the first error of a store that was asked for all hits; empty if it is
        right."""
        if ranked.ladder.total != len(self.hits):
            return f"{ranked.ladder.total} answers, and there are {len(self.hits)}"
        if dict(ranked.ladder.met) != self.met:
            return f"met {dict(ranked.ladder.met)}, and it is {self.met}"
        for place, (theirs, ours) in enumerate(zip(ranked.hits, self.hits, strict=True), 1):
            if theirs != ours:
                return f"place {place} is {theirs}, and should be {ours}"
        return ""


class _Question:
    """One plan, and the hits found for it so far."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.needed = frozenset(
            i
            for i, wish in enumerate(plan.wishes)
            if plan.strict and wish.claim.required and wish.claim.or_group is None
        )
        self.hits: list[RankedHit] = []

    def hopeless(self, found: Found) -> bool:
        """True if a strict plan requires a wish without supporting evidence, so that judging can be
        skipped."""
        return not self.needed <= {i for i, piece in found if piece.grade > 0}

    def settle(self, home: IndexedEntity, family: Sequence[IndexedEntity], found: Found) -> None:
        pieces: list[list[Piece]] = [[] for _ in self.plan.wishes]
        for i, piece in found:
            pieces[i].append(piece)
        nodes = {item.entity.id: Node.of(item.entity) for item in family}
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


class _Claims:
    """The evidence of claims for all questions at once: an unmatched phrase costs one lookup, not
    one per question."""

    def __init__(self, plans: Sequence[Plan]) -> None:
        self._plans = plans
        self._matches: dict[PhraseId, list[tuple[int, int, PhraseMatch]]] = {}
        for number, plan in enumerate(plans):
            for i, wish in enumerate(plan.wishes):
                for match in wish.matches:
                    self._matches.setdefault(match.phrase, []).append((number, i, match))

    def pieces(self, item: IndexedEntity, ids: Sequence[PhraseId]) -> dict[int, Found]:
        """Returns the evidence by question number."""
        found: dict[int, Found] = {}
        for claim, id in zip(item.claims, ids, strict=True):
            for number, i, match in self._matches.get(id, ()):
                grade, closeness = compare(self._plans[number].wishes[i], match, claim.amounts)
                if grade:
                    piece = Piece(entity=item.entity.id, grade=grade, closeness=closeness)
                    found.setdefault(number, []).append((i, piece))
        return found


def evaluate(
    world: Streamed, plans: Sequence[Plan], *, progress: Callable[[int], None] = lambda homes: None
) -> tuple[Truth, ...]:
    """Returns the truth for each plan. Generating and judging a hundred thousand homes takes about
    a minute."""
    questions, claims = [_Question(plan) for plan in plans], _Claims(plans)
    areas: dict[EntityId, _EntityPieces] = {}
    done = 0
    for block in world.entities():
        home = list[_EntityPieces]()
        for item, ids in zip(block, _phrases_of_claims(block), strict=True):
            pieces = _EntityPieces(item, claims.pieces(item, ids))
            if item.entity.level == AREA_LEVEL:
                areas[item.entity.id] = pieces
            elif item.entity.level == HOME_LEVEL:
                _judge_home(questions, home, areas)
                home = [pieces]
                done += 1
            else:
                home.append(pieces)
        _judge_home(questions, home, areas)
        progress(done)
    return tuple(question.truth() for question in questions)


class _EntityPieces(NamedTuple):
    """An entity, and its evidence for each question."""

    item: IndexedEntity
    found: Mapping[int, Found]


def _judge_home(
    questions: Sequence[_Question], home: Sequence[_EntityPieces], areas: Mapping[EntityId, _EntityPieces]
) -> None:
    """Judges a home with its rooms, and its area if it has one; does nothing before a block's first
    home."""
    if not home:
        return
    area = home[0].item.entity.parent
    family = [*home, *([areas[area]] if area is not None else [])]
    for number, question in enumerate(questions):
        found = [piece for pieces in family for piece in pieces.found.get(number, ())]
        if not question.hopeless(found):
            question.settle(home[0].item, [pieces.item for pieces in family], found)


def _phrases_of_claims(block: Sequence[IndexedEntity]) -> list[list[PhraseId]]:
    """Returns the phrase ids of each entity's claims."""
    phrases = phrases_of(block)
    return [[next(phrases).id for _ in item.claims] for item in block]
