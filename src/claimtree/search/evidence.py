"""What the phrases of a store say about one wish: by rules that are sure, by chances where no rule speaks.

Sure are: a phrase has the wish's name, its concept or its words, or one of these holds for a phrase that it implies or
excludes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimtree.model.claims import ConceptId, LevelName, Name, QueryClaim
from claimtree.model.folding import name_key
from claimtree.model.foreseen import Key
from claimtree.model.pack import EvidenceRule, NameKind, OtherName, Pack
from claimtree.model.phrases import SLOT, Phrase, PhraseId
from claimtree.model.places import Relation
from claimtree.model.plans import GRADES, Basis, Maybes, PhraseMatch, among, grade
from claimtree.ports import Sought
from claimtree.search.chances import Chance, Judged, ShelfSays
from claimtree.search.vocabulary import Shelf, Vocabulary, bare_phrases

_NO_IDS = np.zeros(0, np.int64)

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


class Evidence:
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


def matches(heard: Evidence, pack: Pack, vocabulary: Vocabulary, *, narrow: bool) -> Matched:
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
