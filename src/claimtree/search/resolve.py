"""Resolves each wish to the phrases that satisfy or refute it.

Every phrase of the levels and types that can answer a wish is compared, at query time or beforehand
when it was written; there is no top-k cut. Rules apply first (`search.evidence`). Where no rule
applies to a phrase, probabilities are used (`search.judge_scores`): from a judge, or from an
embedder's similarity.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from claimtree.deadlines import check
from claimtree.model.claims import LevelName, QueryClaim, Through, asked_of_related, units
from claimtree.model.pack import EvidenceRule, Pack, PlacesSpec
from claimtree.model.phrases import PhraseId
from claimtree.model.places import Inside, Near, PlaceTest, keeps_off
from claimtree.model.plans import FULL_SCORE, GRADES, Linked, PlaceMatch, Plan, Wish, grade
from claimtree.model.precomputed import EDGE, Edges, Key
from claimtree.model.relations import Direction
from claimtree.ports import Embedder
from claimtree.search.apply_taught import Teacher
from claimtree.search.judge_scores import Chances, Grading, JudgedPhrases, only_shown
from claimtree.search.person_evidence import name_candidates
from claimtree.search.phrase_evidence import Evidence, Matched, find_phrases, matches
from claimtree.search.phrase_index import Vocabulary
from claimtree.search.precompute import Precomputer
from claimtree.search.wish_cache import WishCache

LEAN = 0.5
"""How far the level weights follow the query: 0 keeps the pack's, 1 uses only the weights of the
claims."""

Rules: TypeAlias = Mapping[Key, EvidenceRule]


def resolve(
    claims: Sequence[QueryClaim],
    pack: Pack,
    vocabulary: Vocabulary,
    embedder: Embedder,
    *,
    teacher: Teacher | None = None,
    strict: bool = False,
    level_weights: Mapping[LevelName, float] | None = None,
    located: Mapping[int, PlaceTest] = MappingProxyType({}),
    partial: Collection[int] = (),
    memory: WishCache[Matched] | None = None,
    precomputer: Precomputer | None = None,
) -> Plan:
    """Returns the plan that a store ranks by; `located` has the place tests, by index of the claim;
    those of what is asked of related entities (`asked_of_related`) are counted on behind the last.

    `memory` caches the matches of wishes for this pack, embedder and teacher; it must not be shared
    with any other combination. With `precomputer`, judge results that the store has precomputed are
    used where available.
    """
    shares = _shares(claims, pack, level_weights)

    def find(some: Sequence[QueryClaim]) -> list[Matched]:
        return matched(some, pack, vocabulary, embedder, teacher=teacher, precomputer=precomputer)

    plain = {i: claim for i, claim in enumerate((*claims, *asked_of_related(claims))) if claim.through is None}
    some = list(plain.values())
    found = find(some) if memory is None else memory.matches(some, vocabulary.generation(), find)
    answered = {}
    for (i, claim), of_wish in zip(plain.items(), found, strict=True):
        places = place_matches(claim, located[i], pack, partial=i in partial) if i in located else ()
        opinion = _opinion(of_wish, pack.places) if places and pack.places is not None else of_wish
        points = _points(shares[i] if i < len(claims) else 0.0)
        answered[i] = Wish(claim=claim, matches=opinion.sure, points=points, doubtful=opinion.maybe, places=places)
    asked = iter(answered[i] for i in range(len(claims), len(claims) + len(asked_of_related(claims))))
    wishes = tuple(
        answered[i] if claim.through is None else _linked_wish(claim, claim.through, shares[i], pack, asked)
        for i, claim in enumerate(claims)
    )
    return Plan(hierarchy=pack.hierarchy, wishes=wishes, strict=strict)


def _linked_wish(claim: QueryClaim, through: Through, share: float, pack: Pack, asked: Iterator[Wish]) -> Wish:
    """Returns a wish that is asked through a relation; `asked` gives what it asks of related entities."""
    wishes = [next(asked) for _ in through.claims]
    linked = Linked(
        query=pack.relation_query([through.relation], Direction.IN if through.incoming else Direction.OUT),
        # The place of what a related entity is part of does not stand in for its own.
        wishes=tuple(
            replace(wish, places=tuple(match for match in wish.places if not match.stands_in)) for wish in wishes
        ),
    )
    return Wish(claim=claim, matches=(), points=_points(share), linked=linked)


def matched(
    claims: Sequence[QueryClaim],
    pack: Pack,
    vocabulary: Vocabulary,
    embedder: Embedder,
    *,
    teacher: Teacher | None = None,
    precomputer: Precomputer | None = None,
) -> list[Matched]:
    """Returns for each wish all phrases that are about it, including those that are only shown.

    If the store has precomputed judge results and can look up phrases by content, only wishes
    without a precomputed result are compared with every phrase.
    """
    rules = [_rules(claim, pack) for claim in claims]
    precomputed = (
        _PrecomputedMatches(claims, rules, pack, vocabulary, precomputer, teacher)
        if precomputer is not None and vocabulary.finds()
        else None
    )
    chances = Chances(claims, pack, embedder, teacher, precomputed_edges=precomputed.known if precomputed else ())
    # The type of a wish in words of its own is a guess, and so is that of a phrase with these words.
    answering = [
        {**_rules_of_any_type(claim, pack), **rules[i]} if i in chances.in_own_words else rules[i]
        for i, claim in enumerate(claims)
    ]
    keys = sorted({key for one in answering for key in one})
    candidates = name_candidates(claims, rules, pack, vocabulary)
    evidence = [Evidence(claim, names) for claim, names in zip(claims, candidates, strict=True)]
    comparing = frozenset(range(len(claims)) if precomputed is None else chances.compared)
    grading = Grading(claims, chances.bars, answering, keys)
    judged: list[JudgedPhrases] = []
    for shelf in vocabulary.indexed_partitions({key for i in comparing for key in answering[i]}):
        check()
        here = [i for i in sorted(comparing) if shelf.key in rules[i]]
        for i in here:
            evidence[i].sure(rules[i][shelf.key], shelf, pack, words_are_judged=i in chances.in_own_words)
        taught, found = chances.of(shelf, here, grading, keys.index(shelf.key))
        for i, some in taught.items():
            evidence[i].taught(rules[i][shelf.key], shelf, some)
        judged += found
    judged += chances.rest(grading)
    if precomputed is not None:
        others = {i: evidence[i] for i in range(len(claims)) if i not in comparing}
        judged.append(precomputed.add_rules(others, grading, keys))
    levels = tuple(level for level, _ in keys)
    everything = JudgedPhrases.concatenate(judged)
    return matches(evidence, everything, levels, chances.by, pack, vocabulary, chances.narrow)


class _PrecomputedMatches:
    """Wishes answered without comparing vectors: by rules and by precomputed judge results."""

    def __init__(
        self,
        claims: Sequence[QueryClaim],
        rules: Sequence[Rules],
        pack: Pack,
        vocabulary: Vocabulary,
        precomputer: Precomputer,
        teacher: Teacher | None,
    ) -> None:
        self._claims, self._rules, self._pack, self._vocabulary = claims, rules, pack, vocabulary
        wishes = {
            i: precomputer.wish_of(claim, rules[i].keys())
            for i, claim in enumerate(claims)
            if teacher is None or not teacher.asked(claim)
        }
        self._kept = vocabulary.precomputed_edges([wish for wish in wishes.values() if wish is not None])
        self.known = {
            i: self._kept.wishes.index(wish.id)
            for i, wish in wishes.items()
            if wish is not None and wish.id in self._kept.wishes
        }
        """The position of the precomputed results of each wish."""

    def add_rules(self, evidence: Mapping[int, Evidence], grading: Grading, keys: Sequence[Key]) -> JudgedPhrases:
        """Adds what rules say to the evidence of these wishes, and returns the precomputed results."""
        graded = grading.grade(self._edges(keys))
        counting = frozenset(PhraseId(id) for id in graded.phrases[graded.counts].tolist())
        by = find_phrases([(one.claim, self._rules[i].keys()) for i, one in evidence.items()], self._pack)
        ids = by.ids.union(counting, *(one.candidates for one in evidence.values()))
        asked = {key for i in evidence for key in self._rules[i]}
        shelves = list(self._vocabulary.find_phrases(asked, replace(by, ids=ids)))
        for shelf in shelves:
            for i, one in evidence.items():
                if shelf.key in self._rules[i]:
                    one.sure(self._rules[i][shelf.key], shelf, self._pack)
        return only_shown(graded, self._claims, shelves)

    def _edges(self, keys: Sequence[Key]) -> Edges:
        """Returns the precomputed results, with wishes as indexes of the claims and keys as indexes of
        `keys`; those with other keys are left out."""
        kept = self._kept.edges
        position = np.array([keys.index(key) if key in keys else -1 for key in self._kept.keys], np.int64)
        wishes, key_positions = kept["wish"].copy(), position[kept["key"]]
        by_claim = {i: np.flatnonzero((wishes == wish) & (key_positions >= 0)) for i, wish in self.known.items()}
        if not by_claim:
            return np.zeros(0, EDGE)
        # Taken at once: numpy is slow to copy records, and slower to join them.
        rows = np.concatenate(list(by_claim.values()))
        found: Edges = kept.take(rows)
        found["wish"] = np.repeat(list(by_claim), [len(some) for some in by_claim.values()])
        found["key"] = key_positions[rows]
        return found


def place_matches(claim: QueryClaim, test: PlaceTest, pack: Pack, *, partial: bool = False) -> tuple[PlaceMatch, ...]:
    """Returns what coordinates say about a wish, for each level whose coordinates count. `partial`:
    the test does not know all places there are."""
    if pack.places is None:
        return ()
    found = []
    trusted = pack.places.outlines if isinstance(test, Inside) else 1.0
    for level, known in pack.places.levels.items():
        sureness = known * trusted
        for_it = -grade(sureness) if claim.negated else grade(sureness)
        found.append(
            PlaceMatch(
                test=test,
                level=level,
                # A restaurant does not prove a vegan restaurant; but if there is none, there is no
                # vegan one.
                holds=0 if claim.full_wording or claim.unsure else for_it,
                fails=0 if claim.unsure else -for_it,
                nearly=for_it // 2,
                partial=partial,
                language=pack.languages[0],
            )
        )
    # The centre of an area can only be evidence for a home in it, and only for wishes to be near a
    # place.
    if isinstance(test, Near) and not (claim.negated or claim.full_wording or claim.unsure or keeps_off(test.asked)):
        found += [
            PlaceMatch(
                test=test,
                level=level,
                holds=grade(sureness),
                fails=0,
                partial=partial,
                stands_in=True,
                language=pack.languages[0],
            )
            for level, sureness in pack.places.stand_in.items()
        ]
    return tuple(found)


def _opinion(matched: Matched, spec: PlacesSpec) -> Matched:
    """Returns the matches from texts, weakened, since for this wish the location can be
    measured."""

    def weaker(grade: int) -> int:
        return round(grade * spec.opinion) or grade

    return Matched(sure=matched.sure.regraded(weaker), maybe=matched.maybe.regraded(weaker))


def _rules(claim: QueryClaim, pack: Pack) -> Rules:
    """Returns the rule for each partition that can answer; if several allow it, the most generous
    one."""
    rules: dict[Key, EvidenceRule] = {}
    for rule in pack.answered_by[claim.level, claim.type]:
        for type in rule.by_types:
            known = rules.get((rule.by_level, type))
            if known is None or (rule.proves, rule.refutes) > (known.proves, known.refutes):
                rules[rule.by_level, type] = rule
    return rules


def _rules_of_any_type(claim: QueryClaim, pack: Pack) -> Rules:
    """Returns rules by which claims of any type answer a wish, at the levels that can answer it at all: as much as
    the most generous of the rules lets them. What they deny may be something else, so they never refute."""
    rules: dict[Key, EvidenceRule] = {}
    for asked in (type for level, type in pack.answered_by if level == claim.level):
        for rule in pack.answered_by[claim.level, asked]:
            for type in pack.types:
                known = rules.get((rule.by_level, type))
                if known is None or rule.proves > known.proves:
                    rules[rule.by_level, type] = replace(rule, refutes=0.0)
    return rules


def _shares(claims: Sequence[QueryClaim], pack: Pack, overrides: Mapping[LevelName, float] | None) -> list[float]:
    """Returns each wish's share of the full score; the alternatives of an or-group share one unit.
    Shares of all units add up to 1.

    Level weights are renormalised over the levels that the query mentions and shifted towards those
    with more claim weight; weights given for one query are used unchanged.
    """
    # An or-group has the weight and the level of its heaviest member.
    heads = {unit: max(unit, key=lambda i: claims[i].weight) for unit in units(claims)}
    weight_at: dict[LevelName, float] = {}
    for head in heads.values():
        weight_at[claims[head].level] = weight_at.get(claims[head].level, 0.0) + claims[head].weight
    base = {level: {**pack.level_weights, **(overrides or {})}.get(level, 0.0) for level in weight_at}
    lean = 0.0 if overrides else LEAN
    total_base = sum(base.values()) or 1.0
    total_weight = sum(weight_at.values()) or 1.0
    level_share = {
        level: (1 - lean) * base[level] / total_base + lean * weight_at[level] / total_weight for level in weight_at
    }
    shares = [0.0] * len(claims)
    for unit, head in heads.items():
        level = claims[head].level
        for i in unit:
            shares[i] = level_share[level] * claims[i].weight / (weight_at[level] or 1.0)
    return shares


def _points(share: float) -> tuple[int, ...]:
    """Returns the points of each grade; multiples of ten, so that a tenth (for each further piece)
    is an integer."""
    return tuple(10 * int(share * FULL_SCORE * k / GRADES / 10) for k in range(GRADES + 1))
