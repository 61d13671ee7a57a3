"""Wish to the phrases that satisfy or refute it.

Every phrase of the levels and types that can answer a wish is looked at; nothing is cut to a top k. A phrase answers
in one of four ways, the surer one first: it has the wish's name, it has the wish's concept, it is alike enough (only
where one of the two has no concept), or one of these holds for a phrase that it implies or excludes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimtree.model.claims import LevelName, Name, QueryClaim, TypeName
from claimtree.model.pack import EvidenceRule, OtherName, Pack
from claimtree.model.phrases import Phrase, PhraseId
from claimtree.model.plans import FULL_SCORE, GRADES, PhraseMatch, Plan, Wish, grade
from claimtree.ports import Embedder
from claimtree.search.vocabulary import Shelf, Vocabulary

_LEAN = 0.5
"""How far the levels' weights follow the query: 0 keeps the pack's, 1 goes by the weight of the claims alone."""


Key: TypeAlias = tuple[LevelName, TypeName]
Rules: TypeAlias = Mapping[Key, EvidenceRule]
Found: TypeAlias = tuple[int, float, bool]
"""A row of a shelf, the probability that it speaks of the wish, and whether it denies it."""
Alike: TypeAlias = Mapping[Key, Sequence[Found]]


@dataclass(slots=True)
class _Answer:
    """What a phrase says about the wished statement: the probability that it holds, or that it does not."""

    phrase: Phrase
    rule: EvidenceRule
    holds: float = 0.0
    denies: float = 0.0

    def note(self, probability: float, *, denied: bool) -> None:
        if denied:
            self.denies = max(self.denies, probability)
        else:
            self.holds = max(self.holds, probability)


def resolve(
    claims: Sequence[QueryClaim],
    pack: Pack,
    vocabulary: Vocabulary,
    embedder: Embedder,
    *,
    strict: bool = False,
    level_weights: Mapping[LevelName, float] | None = None,
) -> Plan:
    """The plan that a store ranks by."""
    shares = _shares(claims, pack, level_weights)
    rules = [_rules(claim, pack) for claim in claims]
    shelves = {shelf.key: shelf for shelf in vocabulary.shelves({key for by_key in rules for key in by_key})}
    alike = _likeness(claims, rules, shelves, pack, embedder)
    wishes = tuple(
        Wish(
            claim=claim,
            matches=_matches(claim, rules[i], shelves, alike[i], pack, vocabulary),
            points=_points(shares[i]),
        )
        for i, claim in enumerate(claims)
    )
    return Plan(hierarchy=pack.hierarchy, wishes=wishes, strict=strict)


def _matches(
    claim: QueryClaim, rules: Rules, shelves: Mapping[Key, Shelf], alike: Alike, pack: Pack, vocabulary: Vocabulary
) -> tuple[PhraseMatch, ...]:
    answers: dict[PhraseId, _Answer] = {}
    for key, rule in rules.items():
        shelf = shelves.get(key)
        if shelf is None:
            continue
        found = _by_name(claim.name, shelf, pack) if claim.name is not None else _by_concept(claim, shelf)
        for row, probability, denied in (*found, *alike.get(key, ())):
            phrase = shelf.phrases[row]
            answers.setdefault(phrase.id, _Answer(phrase=phrase, rule=rule)).note(probability, denied=denied)
    _follow_edges(claim, answers, vocabulary, pack.types[claim.type].threshold)
    matches = (_match(claim, id, answer) for id, answer in sorted(answers.items()))
    return tuple(match for match in matches if match is not None)


def _rules(claim: QueryClaim, pack: Pack) -> Rules:
    """The rule for each partition that can answer: where several allow it, the most generous one."""
    rules: dict[Key, EvidenceRule] = {}
    for rule in pack.answered_by[claim.level, claim.type]:
        for type in rule.by_types:
            known = rules.get((rule.by_level, type))
            if known is None or (rule.proves, rule.refutes) > (known.proves, known.refutes):
                rules[rule.by_level, type] = rule
    return rules


def _by_name(name: Name, shelf: Shelf, pack: Pack) -> Iterable[Found]:
    """The same name proves; another of its kind refutes where the pack says so, unless one lies within the other."""
    kind = pack.names.get(name.kind)
    others_refute = kind is not None and kind.other is OtherName.REFUTES
    around = set(pack.containers(name))
    for row in shelf.named:
        phrase = shelf.phrases[row]
        said = phrase.name
        if said is None or said.kind != name.kind:
            continue
        if said.text == name.text:
            yield row, 1.0, phrase.negated
        elif others_refute and not phrase.negated and said not in around and name not in pack.containers(said):
            yield row, 1.0, True


def _by_concept(claim: QueryClaim, shelf: Shelf) -> Iterable[Found]:
    """The same concept, whatever its words; and where no word list knows the wish, the same words."""
    if claim.concept is not None:
        for row in shelf.by_concept.get(claim.concept, ()):
            yield row, 1.0, shelf.phrases[row].negated
    else:
        for row in shelf.by_wording.get(claim.pattern, ()):
            yield row, 1.0, shelf.phrases[row].negated


def _likeness(
    claims: Sequence[QueryClaim], rules: Sequence[Rules], shelves: Mapping[Key, Shelf], pack: Pack, embedder: Embedder
) -> list[dict[Key, list[Found]]]:
    """For each wish and shelf the phrases alike enough, where a word list does not already know both sides.

    Two known concepts are never matched by likeness: "dogs allowed" is very like "cats allowed". Names never are, and
    an asked amount is a matter of what the number counts, which the slots tell. A shelf is scanned once for all wishes.
    """
    found: list[dict[Key, list[Found]]] = [{} for _ in claims]
    asking = [
        i
        for i, claim in enumerate(claims)
        if claim.name is None and not claim.amounts and pack.curve(embedder.name, claim.type) is not None
    ]
    if not asking:
        return found
    patterns = sorted({claims[i].pattern for i in asking})
    vectors, column = embedder.embed(patterns), {pattern: k for k, pattern in enumerate(patterns)}
    for key, shelf in shelves.items():
        here = [i for i in asking if key in rules[i]]
        # A wish without a concept may be like any phrase; one with a concept only like those that have none.
        for wanted, rows, sheet in (
            ([i for i in here if claims[i].concept is not None], shelf.wordless, shelf.wordless_vectors),
            ([i for i in here if claims[i].concept is None], shelf.nameless, shelf.nameless_vectors),
        ):
            if not wanted or not len(rows):
                continue
            similarity = sheet.similarity(vectors.take([column[claims[i].pattern] for i in wanted]))
            for k, i in enumerate(wanted):
                for at, p in _close_enough(similarity[:, k], claims[i].type, pack, embedder.name):
                    row = int(rows[at])
                    found[i].setdefault(key, []).append((row, p, shelf.phrases[row].negated))
    return found


def _close_enough(
    similarity: NDArray[np.float32], type: TypeName, pack: Pack, embedder: str
) -> Iterable[tuple[int, float]]:
    """Positions that pass the type's threshold, with their probability.

    The bar is put to the similarities, so that only the few that may pass are turned into probabilities.
    """
    curve, threshold = pack.curve(embedder, type), pack.threshold(embedder, type)
    if curve is None:
        return
    least = (math.log(threshold / (1 - threshold)) - curve.offset) / curve.slope if 0 < threshold < 1 else -1.0
    near = np.flatnonzero(similarity >= least - 1e-4)
    probability = 1.0 / (1.0 + np.exp(-(curve.slope * similarity[near].astype(np.float64) + curve.offset)))
    passing = probability >= threshold
    yield from zip(near[passing].tolist(), probability[passing].tolist(), strict=True)


def _follow_edges(
    claim: QueryClaim,
    answers: dict[PhraseId, _Answer],
    vocabulary: Vocabulary,
    threshold: float,
) -> None:
    """Carry what is known of a phrase to those that imply or exclude it, with the discount of the step.

    The threshold is the type's own: how sure a step is was written by people, not fitted to an embedder. Amounts are
    not carried: that a home is a loft says nothing about its square metres.
    """
    if claim.amounts:
        return
    direct = {
        id: (answer.holds, answer.rule) for id, answer in answers.items() if not answer.phrase.negated and answer.holds
    }
    for edge in vocabulary.edges(direct.keys()):
        probability, rule = direct[edge.derived]
        probability *= edge.discount
        if probability >= threshold:
            base = answers.get(edge.base)
            if base is None:
                # The store knows the phrase; its level is the derived one's, and nothing more is needed of it.
                stand_in = Phrase(pattern="", type=claim.type, level=rule.by_level)
                base = answers[edge.base] = _Answer(phrase=stand_in, rule=rule)
            base.note(probability, denied=edge.excludes)


def _match(claim: QueryClaim, id: PhraseId, answer: _Answer) -> PhraseMatch | None:
    """The answer as signed grades. Evidence that the statement holds takes the rule's discount on proof, evidence that
    it does not the discount on refutation; a negated wish turns both round."""
    slots = _slots(claim, answer.phrase)
    if slots is None:
        return None
    denied = answer.denies > answer.holds
    sign = -1 if claim.negated else 1
    said = grade(max(answer.holds, answer.denies) * (answer.rule.refutes if denied else answer.rule.proves))
    holds = -sign * said if denied else sign * said
    fails = 0
    if claim.amounts and not denied:
        fails = -sign * grade(answer.holds * answer.rule.refutes)
    elif claim.amounts:
        # "no kitchen over 5 m²" says nothing about other sizes.
        fails = 0
    if not holds and not fails:
        return None
    return PhraseMatch(phrase=id, level=answer.phrase.level, holds=holds, fails=fails, slots=slots)


def _slots(claim: QueryClaim, phrase: Phrase) -> tuple[int, ...] | None:
    """For each asked amount the slot that can answer it; None when one has none."""
    found: list[int] = []
    for asked in claim.amounts:
        fitting = [k for k, slot in enumerate(phrase.slots) if slot.comparable(asked.slot) and k not in found]
        if not fitting:
            return None
        found.append(fitting[0])
    return tuple(found)


def _shares(claims: Sequence[QueryClaim], pack: Pack, overrides: Mapping[LevelName, float] | None) -> list[float]:
    """Each wish's share of the full score, alternatives sharing one. Shares of all units add up to 1.

    Level weights are renormalised over the levels spoken of and lean towards those with more claim weight;
    weights given for one query are taken as they are.
    """
    units: dict[str, list[int]] = {}
    for i, claim in enumerate(claims):
        units.setdefault(f"or {claim.or_group}" if claim.or_group is not None else f"wish {i}", []).append(i)
    # An or-group is worth what its heaviest member is, at that member's level.
    heads = {key: max(members, key=lambda i: claims[i].weight) for key, members in units.items()}
    weight_at: dict[LevelName, float] = {}
    for head in heads.values():
        weight_at[claims[head].level] = weight_at.get(claims[head].level, 0.0) + claims[head].weight
    base = {level: {**pack.level_weights, **(overrides or {})}.get(level, 0.0) for level in weight_at}
    lean = 0.0 if overrides else _LEAN
    total_base = sum(base.values()) or 1.0
    total_weight = sum(weight_at.values()) or 1.0
    level_share = {
        level: (1 - lean) * base[level] / total_base + lean * weight_at[level] / total_weight for level in weight_at
    }
    shares = [0.0] * len(claims)
    for key, members in units.items():
        level = claims[heads[key]].level
        for i in members:
            shares[i] = level_share[level] * claims[i].weight / (weight_at[level] or 1.0)
    return shares


def _points(share: float) -> tuple[int, ...]:
    """What each grade is worth; multiples of ten, so that the tenth of a further piece is whole."""
    return tuple(10 * int(share * FULL_SCORE * k / GRADES / 10) for k in range(GRADES + 1))
