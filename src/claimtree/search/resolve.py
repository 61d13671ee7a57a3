"""Wish to the phrases that satisfy or refute it.

Every phrase of the levels and types that can answer a wish is looked at; nothing is cut to a top k, unless the asker
wants that and is told so. Rules that are sure
go first: a phrase has the wish's name, its concept or its words, or one of these holds for a phrase that it implies or
excludes. Where no rule speaks of a phrase, chances do (`search.chances`): a judge's, or an embedder's likeness.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimtree.model.claims import ConceptId, LevelName, Name, QueryClaim
from claimtree.model.folding import name_key
from claimtree.model.foreseen import Key
from claimtree.model.pack import EvidenceRule, NameKind, OtherName, Pack, PlacesSpec
from claimtree.model.phrases import SLOT, Phrase, PhraseId
from claimtree.model.places import Near, PlaceTest, Relation, keeps_off
from claimtree.model.plans import FULL_SCORE, GRADES, Basis, Maybes, PhraseMatch, PlaceMatch, Plan, Wish, among, grade
from claimtree.ports import Embedder, Sought
from claimtree.search.chances import Chance, Chances, Judged, ShelfSays, as_chances, foreseen
from claimtree.search.foreseeing import Foreseeing
from claimtree.search.memory import WishMemory
from claimtree.search.taught import Teacher
from claimtree.search.vocabulary import Shelf, Vocabulary, bare_phrases

_NO_IDS = np.zeros(0, np.int64)
LEAN = 0.5
"""How far the levels' weights follow the query: 0 keeps the pack's, 1 goes by the weight of the claims alone."""


Rules: TypeAlias = Mapping[Key, EvidenceRule]
Found: TypeAlias = tuple[int, bool]
"""A row of a shelf that speaks of the wish, and whether it denies it."""


@dataclass(slots=True)
class _Answer:
    """What a phrase says about the wished statement: the probability that it holds, or that it does not."""

    phrase: Phrase
    rule: EvidenceRule
    by: Basis
    holds: float = 0.0
    denies: float = 0.0
    doubtful: bool = False

    def note(self, probability: float, *, denied: bool, by: Basis) -> None:
        if probability > max(self.holds, self.denies):
            self.by = by
        if denied:
            self.denies = max(self.denies, probability)
        else:
            self.holds = max(self.holds, probability)


@dataclass(frozen=True, eq=False, kw_only=True)
class Matched:
    """What speaks of a wish: the phrases that count, by id, and those that only may."""

    sure: tuple[PhraseMatch, ...]
    maybe: Maybes

    def __len__(self) -> int:
        return len(self.sure) + len(self.maybe)


class _Evidence:
    """What shelf after shelf says about a wish; the shelves themselves need not be kept."""

    def __init__(self, claim: QueryClaim) -> None:
        self.claim = claim
        self.answers: dict[PhraseId, _Answer] = {}
        self.chances: list[tuple[Phrase, EvidenceRule, Chance]] = []
        self.levels: list[LevelName] = []
        """Of the shelves that perhaps say something; in the same order their phrases, and what those say."""
        self.phrases: list[NDArray[np.int64]] = []
        self.grades: list[NDArray[np.int64]] = []

    def sure(self, rule: EvidenceRule, shelf: Shelf, pack: Pack) -> None:
        """By the rules that need no judge."""
        claim = self.claim
        found, by = (
            (_by_name(claim, claim.name, shelf, pack), Basis.NAME)
            if claim.name is not None
            else _by_concept(claim, shelf)
        )
        if claim.concept in pack.presences:
            rule = replace(rule, refutes=1.0)  # "no balcony" said of the home refutes a balcony, wherever one looks
        for row, denied in found:
            phrase = shelf.phrases[row]
            self.answers.setdefault(phrase.id, _Answer(phrase=phrase, rule=rule, by=by)).note(1.0, denied=denied, by=by)

    def likely(self, rule: EvidenceRule, shelf: Shelf, heard: ShelfSays) -> None:
        """By chances, where no rule speaks."""
        self.chances += [(shelf.phrases[chance.row], rule, chance) for chance in heard.sure]
        if heard.maybe is not None:
            self.perhaps(rule, shelf.partition.level, replace(heard.maybe, rows=shelf.ids[heard.maybe.rows]))

    def perhaps(self, rule: EvidenceRule, level: LevelName, said: Judged) -> None:
        """What is to be shown only; `said` has ids of phrases for rows."""
        if len(said):
            self.levels.append(level)
            self.phrases.append(said.rows)
            self.grades.append(_grades(self.claim, rule, said))

    def maybe(self, known: Collection[PhraseId], others: tuple[PhraseMatch, ...]) -> Maybes:
        """What was only heard perhaps, without those of which more is known."""
        levels = tuple(dict.fromkeys(self.levels))
        phrases = np.concatenate([*self.phrases, _NO_IDS])
        level = np.repeat([levels.index(one) for one in self.levels], [len(some) for some in self.phrases])
        grades = np.concatenate([*self.grades, _NO_IDS])
        left = np.flatnonzero((grades != 0) & ~among(phrases, np.sort(np.array(list(known), np.int64))))
        order = left[np.argsort(phrases[left])]
        return Maybes(
            phrases=phrases[order],
            levels=levels,
            level=level.astype(np.intp)[order],
            holds=grades[order],
            others=others,
        )


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
    neighbours: int | None = None,
    memory: WishMemory[Matched] | None = None,
    foreseeing: Foreseeing | None = None,
) -> Plan:
    """The plan that a store ranks by; `located` has the tests of the claims that ask about whereabouts.

    With `neighbours`, chances are looked for only among so many phrases nearest to each wish: some may be missing.
    `memory` knows what wishes were found to mean, by this pack, embedder and teacher; nobody else may use it.
    With `foreseeing` what the store kept of a judge's words is used, where it did.
    """
    shares = _shares(claims, pack, level_weights)

    def find(some: Sequence[QueryClaim]) -> list[Matched]:
        return matched(some, pack, vocabulary, embedder, teacher=teacher, neighbours=neighbours, foreseeing=foreseeing)

    if memory is None or neighbours is not None:
        found = find(claims)
    else:
        found = memory.matches(claims, vocabulary.generation(), find)
    wishes = []
    for i, (claim, said) in enumerate(zip(claims, found, strict=True)):
        places = place_matches(claim, located[i], pack, partial=i in partial) if i in located else ()
        opinion = _opinion(said, pack.places) if places and pack.places is not None else said
        wishes.append(
            Wish(claim=claim, matches=opinion.sure, points=_points(shares[i]), doubtful=opinion.maybe, places=places)
        )
    return Plan(hierarchy=pack.hierarchy, wishes=tuple(wishes), strict=strict)


def matched(
    claims: Sequence[QueryClaim],
    pack: Pack,
    vocabulary: Vocabulary,
    embedder: Embedder,
    *,
    teacher: Teacher | None = None,
    neighbours: int | None = None,
    foreseeing: Foreseeing | None = None,
) -> list[Matched]:
    """For each wish every phrase that speaks of it, with those that only may.

    Where the store kept what a judge said beforehand, and finds phrases by what they say, only wishes in their own
    words look at every phrase.
    """
    rules = [_rules(claim, pack) for claim in claims]
    foresight = (
        _Foresight(claims, rules, pack, vocabulary, foreseeing, teacher)
        if foreseeing is not None and neighbours is None and vocabulary.finds()
        else None
    )
    chances = Chances(claims, pack, embedder, teacher, foreseen=foresight.known if foresight else ())
    if neighbours is not None:
        chances.look_near(rules, vocabulary.graph(), neighbours)
    heard = [_Evidence(claim) for claim in claims]
    comparing = frozenset(range(len(claims)) if foresight is None else chances.asking)
    for shelf in vocabulary.shelves({key for i in comparing for key in rules[i]}):
        asking = [i for i in sorted(comparing) if shelf.key in rules[i]]
        for i in asking:
            heard[i].sure(rules[i][shelf.key], shelf, pack)
        for i, some in chances.of(shelf, asking).items():
            heard[i].likely(rules[i][shelf.key], shelf, some)
    if foresight is not None:
        foresight.tell({i: heard[i] for i in range(len(claims)) if i not in comparing})
    return [_matches(one, pack, vocabulary, narrow=i in chances.narrow) for i, one in enumerate(heard)]


class _Foresight:
    """Wishes for which nothing is compared: rules answer them, and what a judge said beforehand."""

    def __init__(
        self,
        claims: Sequence[QueryClaim],
        rules: Sequence[Rules],
        pack: Pack,
        vocabulary: Vocabulary,
        foreseeing: Foreseeing,
        teacher: Teacher | None,
    ) -> None:
        self._rules, self._pack, self._vocabulary, self._judge = rules, pack, vocabulary, foreseeing.judge_name
        wishes = {
            i: foreseeing.wish_of(claim, rules[i].keys())
            for i, claim in enumerate(claims)
            if teacher is None or not teacher.asked(claim)
        }
        kept = vocabulary.foreseen([wish for wish in wishes.values() if wish is not None])
        self.known = {i: kept[wish.id] for i, wish in wishes.items() if wish is not None and wish.id in kept}
        """What was said of wishes beforehand, by the level and type of the phrases."""

    def tell(self, heard: Mapping[int, _Evidence]) -> None:
        """Let wishes hear what is said of them."""
        counting: dict[tuple[int, Key], Judged] = {}
        for i, by_key in self.known.items():
            bars = self._pack.bars(self._judge, heard[i].claim.type)
            for key, rule in self._rules[i].items():
                if bars is not None and key in by_key:
                    counting[i, key], maybe = foreseen(by_key[key], bars)
                    heard[i].perhaps(rule, key[0], maybe)
        ids = frozenset(PhraseId(id) for said in counting.values() for id in said.rows.tolist())
        by = sought([(one.claim, self._rules[i].keys()) for i, one in heard.items()], self._pack)
        keys = {key for i in heard for key in self._rules[i]}
        for shelf in self._vocabulary.sought(keys, replace(by, ids=by.ids | ids)):
            for i, evidence in heard.items():
                if shelf.key not in self._rules[i]:
                    continue
                answering = self._rules[i][shelf.key]
                evidence.sure(answering, shelf, self._pack)
                if (i, shelf.key) in counting:
                    # What a rebuild has put in the place of the file meanwhile may not have them all.
                    said = counting[i, shelf.key].take(among(counting[i, shelf.key].rows, shelf.ids))
                    at = replace(said, rows=shelf.rows_of(said.rows.tolist()))
                    evidence.likely(answering, shelf, ShelfSays(sure=as_chances(at)))


def sought(asked: Iterable[tuple[QueryClaim, Collection[Key]]], pack: Pack) -> Sought:
    """What phrases are found by that rules may speak of: all that `_by_name` and `_by_concept` would take."""
    concepts: set[ConceptId] = set()
    names: set[str] = set()
    kinds: set[str] = set()
    measures: set[str] = set()
    ids: set[PhraseId] = set()
    for claim, keys in asked:
        if claim.name is not None:
            names.add(name_key(claim.name.text))
            kind = pack.names.get(claim.name.kind)
            if kind is not None and kind.other is OtherName.REFUTES:
                kinds.add(claim.name.kind)
        elif claim.concept is not None:
            concepts.add(claim.concept)
        elif SLOT in claim.pattern:
            measures.add(claim.pattern)
        else:
            ids.update(id for key in keys for id in bare_phrases(claim.pattern, key))
    return Sought(
        concepts=frozenset(concepts),
        names=frozenset(names),
        kinds=frozenset(kinds),
        measures=frozenset(measures),
        ids=frozenset(ids),
    )


def place_matches(claim: QueryClaim, test: PlaceTest, pack: Pack, *, partial: bool = False) -> tuple[PlaceMatch, ...]:
    """What coordinates say about a wish, at each level whose coordinates count; `partial` where the places that the
    test speaks of are not all there are."""
    if pack.places is None:
        return ()
    found = []
    for level, sureness in pack.places.levels.items():
        for_it = -grade(sureness) if claim.negated else grade(sureness)
        found.append(
            PlaceMatch(
                test=test,
                level=level,
                # A restaurant is not yet a vegan restaurant; but where there is none, there is no vegan one.
                holds=0 if claim.whole else for_it,
                fails=-for_it,
                nearly=for_it // 2,
                partial=partial,
                language=pack.languages[0],
            )
        )
    # The middle of an area can only speak for a home in it that is looked for near a place.
    if isinstance(test, Near) and not (claim.negated or claim.whole or keeps_off(test.asked)):
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


def _opinion(said: Matched, spec: PlacesSpec) -> Matched:
    """What texts say about whereabouts, where they can be measured."""

    def weaker(grade: int) -> int:
        return round(grade * spec.opinion) or grade

    return Matched(sure=tuple(match.regraded(weaker) for match in said.sure), maybe=said.maybe.regraded(weaker))


def _matches(heard: _Evidence, pack: Pack, vocabulary: Vocabulary, *, narrow: bool) -> Matched:
    claim, answers = heard.claim, heard.answers
    _follow_edges(claim, answers, vocabulary, pack.types[claim.type].threshold)
    if narrow:
        # Parking does not prove covered parking; that there is none does refute it.
        for answer in answers.values():
            answer.doubtful = answer.holds > answer.denies
    for phrase, rule, chance in heard.chances:
        known = answers.get(phrase.id)
        if known is None or known.doubtful:
            answer = _Answer(phrase=phrase, rule=rule, by=chance.by)
            answer.note(chance.probability, denied=chance.denied, by=chance.by)
            answers[phrase.id] = answer
    found = [match for id, answer in sorted(answers.items()) if (match := _match(claim, id, answer)) is not None]
    return Matched(
        sure=tuple(match for match in found if not match.doubtful),
        maybe=heard.maybe(answers.keys(), tuple(match for match in found if match.doubtful)),
    )


def _rules(claim: QueryClaim, pack: Pack) -> Rules:
    """The rule for each partition that can answer: where several allow it, the most generous one."""
    rules: dict[Key, EvidenceRule] = {}
    for rule in pack.answered_by[claim.level, claim.type]:
        for type in rule.by_types:
            known = rules.get((rule.by_level, type))
            if known is None or (rule.proves, rule.refutes) > (known.proves, known.refutes):
                rules[rule.by_level, type] = rule
    return rules


def _by_name(claim: QueryClaim, name: Name, shelf: Shelf, pack: Pack) -> Iterable[Found]:
    """The same name proves, whatever kind each was taken for. Another of its kind refutes where the pack says so,
    unless one lies within the other or near is enough."""
    kind = pack.names.get(name.kind)
    inside = claim.where is None or (claim.where.relation is Relation.IN and not claim.where.beside)
    others_refute = inside and kind is not None and kind.other is OtherName.REFUTES
    within = inside and _is_region(name, pack)
    around = set(pack.containers(name))
    for row in shelf.named:
        phrase = shelf.phrases[row]
        said = phrase.name
        if said is None:
            continue
        if said == name or (said.is_same(name) and _answers(said, phrase.negated, pack, inside=within)):
            yield row, phrase.negated
        elif others_refute and said.kind == name.kind and not phrase.negated and not said.is_same(name):
            apart = kind is not None and _are_apart(kind, said, name)
            if apart and said not in around and name not in pack.containers(said):
                yield row, True


def _answers(said: Name, negated: bool, pack: Pack, *, inside: bool) -> bool:
    """Whether a name of another kind says anything: in a place is near it, and near it need not be in it."""
    is_in = _is_region(said, pack)
    # "Not in Kiel" says nothing about being near it; "not near Kiel" does say that one is not in it.
    return is_in or negated if inside else not (is_in and negated)


def _is_region(name: Name, pack: Pack) -> bool:
    """Whether one is in what is called so, and not near it."""
    kind = pack.names.get(name.kind)
    return kind is None or (kind.open != "near" and kind.amount is None)


def _are_apart(kind: NameKind, said: Name, name: Name) -> bool:
    """Whether two names are known to mean different things. Places lie in one another: of one that no list has nobody
    can tell where it lies."""
    nests = bool(kind.open or kind.within)
    return not nests or (said.text in kind.entries and name.text in kind.entries)


def _by_concept(claim: QueryClaim, shelf: Shelf) -> tuple[Iterable[Found], Basis]:
    """The same concept, whatever its words; and where no word list knows the wish, the same words."""
    if claim.concept is not None:
        rows, by = shelf.by_concept.get(claim.concept, ()), Basis.CONCEPT
    else:
        rows, by = shelf.by_wording(claim.pattern), Basis.WORDING
    return ((row, shelf.phrases[row].negated) for row in rows), by


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
                # What a disputed phrase leads to is disputed, so the way back tells whether it is.
                disputed = answers[edge.derived].phrase.disputed
                stand_in = Phrase(pattern="", type=claim.type, level=rule.by_level, disputed=disputed)
                base = answers[edge.base] = _Answer(phrase=stand_in, rule=rule, by=Basis.STEP)
            base.note(probability, denied=edge.excludes, by=Basis.STEP)


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
    # "no kitchen over 5 m²" says nothing about other sizes.
    fails = -sign * grade(answer.holds * answer.rule.refutes) if claim.amounts and not denied else 0
    if not holds and not fails:
        return None
    return PhraseMatch(
        phrase=id,
        level=answer.phrase.level,
        holds=holds,
        fails=fails,
        slots=slots,
        by=Basis.AMOUNT if claim.amounts else answer.by,
        # A source that says both is evidence for neither, however sure the phrase is.
        doubtful=answer.doubtful or answer.phrase.disputed,
    )


def _grades(claim: QueryClaim, rule: EvidenceRule, said: Judged) -> NDArray[np.int64]:
    """What `_match` makes of chances, for all of them at once."""
    discounted = said.probability * np.where(said.denied, rule.refutes, rule.proves)
    grades = np.clip(np.rint(discounted * GRADES), 1, GRADES) * (discounted > 0)
    return np.where(said.denied != claim.negated, -grades, grades).astype(np.int64)


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
    lean = 0.0 if overrides else LEAN
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
