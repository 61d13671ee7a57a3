"""What the phrases of a store say about one wish: by rules that are sure, by chances where no rule speaks.

Sure are: a phrase has the wish's name, its concept or its words, or one of these holds for a phrase that it implies or
excludes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimtree.model.amounts import Slot
from claimtree.model.claims import ConceptId, LevelName, Name, QueryClaim
from claimtree.model.name_folding import name_key
from claimtree.model.pack import EvidenceRule, NameKind, OtherName, Pack
from claimtree.model.phrases import SLOT, Edge, PhraseId
from claimtree.model.places import Relation
from claimtree.model.plans import GRADES, Basis, Matches, PhraseMatch, among, grade
from claimtree.model.precomputed import Key
from claimtree.ports import Sought
from claimtree.search.judge_scores import Chance, Judged, ShelfSays, as_chances
from claimtree.search.phrase_index import Shelf, Vocabulary, bare_phrases

_NO_IDS = np.zeros(0, np.int64)
_SLIGHT = 2
"""So many words in a listing's own wording are a piece of a clause, and no clause."""
_ALIKE = 4
"""Letters by which a word is known again in another form."""
_PARTICLE = 2
"""Letters of a word that names nothing."""

Found: TypeAlias = tuple[int, bool]
"""A row of a shelf that speaks of the wish, and whether it denies it."""


class _Said(NamedTuple):
    """What a rule looks at of a phrase; the phrase itself is made only where amounts are asked for."""

    level: LevelName
    negated: bool
    disputed: bool
    shelf: Shelf | None = None
    row: int = 0

    @classmethod
    def on(cls, shelf: Shelf, row: int) -> _Said:
        columns = shelf.partition.columns
        return cls(shelf.partition.level, bool(columns.negated[row]), bool(columns.disputed[row]), shelf, row)

    @property
    def slots(self) -> tuple[Slot, ...]:
        return () if self.shelf is None else self.shelf.phrases[self.row].slots


@dataclass(slots=True)
class _Answer:
    """What a phrase says about the wished statement: the probability that it holds, or that it does not."""

    said: _Said
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

    sure: Matches
    maybe: Matches

    def __len__(self) -> int:
        return len(self.sure) + len(self.maybe)


class Evidence:
    """What shelf after shelf says about a wish; the shelves themselves need not be kept."""

    def __init__(self, claim: QueryClaim) -> None:
        self.claim = claim
        self.answers: dict[PhraseId, _Answer] = {}
        self._chances: list[tuple[PhraseId, _Said, EvidenceRule, Chance]] = []
        self._counted, self._perhaps = _Columns(), _Columns()
        """What a judge says that counts, and what is to be shown only."""

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
            id = PhraseId(int(shelf.ids[row]))
            if id not in self.answers:
                self.answers[id] = _Answer(said=_Said.on(shelf, row), rule=rule, by=by)
            self.answers[id].note(1.0, denied=denied, by=by)

    def likely(self, rule: EvidenceRule, shelf: Shelf, heard: ShelfSays) -> None:
        """By chances, where no rule speaks."""
        level = shelf.partition.level
        chances = [*heard.sure, *(as_chances(heard.judged) if self.claim.amounts else ())]
        self._chances += [
            (PhraseId(int(shelf.ids[chance.row])), _Said.on(shelf, chance.row), rule, chance) for chance in chances
        ]
        if not self.claim.amounts:
            rows = heard.judged.rows
            shown = shelf.partition.columns.disputed[rows] | _slight(self.claim, shelf, heard.judged)
            counting = replace(heard.judged, rows=shelf.ids[rows])
            self._counted.add(self.claim, rule, level, counting.take(~shown))
            self.perhaps(rule, level, counting.take(shown))
        self.perhaps(rule, level, replace(heard.maybe, rows=shelf.ids[heard.maybe.rows]))

    def perhaps(self, rule: EvidenceRule, level: LevelName, said: Judged) -> None:
        """What is to be shown only; `said` has ids of phrases for rows."""
        self._perhaps.add(self.claim, rule, level, said)

    @property
    def direct(self) -> dict[PhraseId, tuple[float, EvidenceRule]]:
        """What rules say that may be carried on. Amounts are not: that a home is a loft says nothing about its square
        metres."""
        if self.claim.amounts:
            return {}
        return {
            id: (answer.holds, answer.rule)
            for id, answer in self.answers.items()
            if not answer.said.negated and answer.holds
        }

    def matches(self) -> Matched:
        """Everything together: a rule goes before a judge, unless it doubts."""
        answers = {id: answer for id, answer in self.answers.items() if not answer.doubtful}
        for id, said, rule, chance in self._chances:
            if id not in answers:
                answers[id] = _Answer(said=said, rule=rule, by=chance.by)
                answers[id].note(chance.probability, denied=chance.denied, by=chance.by)
        judged = self._counted.ids
        doubted = {id: answer for id, answer in self.answers.items() if id not in answers and id not in judged}
        answers |= doubted
        found = [
            match for id, answer in sorted(answers.items()) if (match := _match(self.claim, id, answer)) is not None
        ]
        sure = tuple(match for match in found if not match.doubtful)
        maybe = tuple(match for match in found if match.doubtful)
        known = np.sort(np.array(list(answers), np.int64))
        return Matched(
            sure=self._counted.matches(known, sure, doubtful=False),
            maybe=self._perhaps.matches(known, maybe, doubtful=True),
        )


class _Columns:
    """What a judge says, partition by partition, as arrays."""

    def __init__(self) -> None:
        self._levels: list[LevelName] = []
        self._phrases: list[NDArray[np.int64]] = []
        self._grades: list[NDArray[np.int64]] = []

    @property
    def ids(self) -> frozenset[int]:
        return frozenset(id for some in self._phrases for id in some.tolist())

    def add(self, claim: QueryClaim, rule: EvidenceRule, level: LevelName, said: Judged) -> None:
        """`said` has ids of phrases for rows."""
        if len(said):
            self._levels.append(level)
            self._phrases.append(said.rows)
            self._grades.append(_grades(claim, rule, said))

    def matches(self, known: NDArray[np.int64], others: tuple[PhraseMatch, ...], *, doubtful: bool) -> Matches:
        """With others that were made one by one, and without what is known, which is ordered."""
        levels = tuple(dict.fromkeys(self._levels))
        phrases = np.concatenate([*self._phrases, _NO_IDS])
        level = np.repeat([levels.index(one) for one in self._levels], [len(some) for some in self._phrases])
        grades = np.concatenate([*self._grades, _NO_IDS])
        left = np.flatnonzero((grades != 0) & ~among(phrases, known))
        order = left[np.argsort(phrases[left])]
        return Matches(
            phrases=phrases[order],
            levels=levels,
            level=level.astype(np.intp)[order],
            holds=grades[order],
            doubtful=doubtful,
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
    return ((row, bool(shelf.negated[row])) for row in rows), by


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


def matches(heard: Sequence[Evidence], pack: Pack, vocabulary: Vocabulary, narrow: Collection[int]) -> list[Matched]:
    """What speaks of each wish; `narrow` are the places of wishes that ask for more than their concept."""
    # Asked once for all wishes: a question to the store costs more than what it answers here.
    leading: dict[PhraseId, list[Edge]] = {}
    for edge in vocabulary.edges({id for one in heard for id in one.direct}):
        leading.setdefault(edge.derived, []).append(edge)
    for i, one in enumerate(heard):
        _follow_edges(one, leading, pack.types[one.claim.type].threshold)
        if i in narrow:
            # Parking does not prove covered parking; that there is none does refute it.
            for answer in one.answers.values():
                answer.doubtful = answer.holds > answer.denies
    return [one.matches() for one in heard]


def _follow_edges(heard: Evidence, leading: Mapping[PhraseId, Sequence[Edge]], threshold: float) -> None:
    """Carry what is known of a phrase to those that imply or exclude it, with the discount of the step.

    The threshold is the type's own: how sure a step is was written by people, not fitted to an embedder.
    """
    answers = heard.answers
    for id, (holds, rule) in sorted(heard.direct.items()):
        for edge in leading.get(id, ()):
            probability = holds * edge.discount
            if probability >= threshold:
                base = answers.get(edge.base)
                if base is None:
                    # The store knows the phrase; its level is the derived one's, and nothing more is needed of it.
                    # What a disputed phrase leads to is disputed, so the way back tells whether it is.
                    stand_in = _Said(rule.by_level, negated=False, disputed=answers[id].said.disputed)
                    base = answers[edge.base] = _Answer(said=stand_in, rule=rule, by=Basis.STEP)
                base.note(probability, denied=edge.excludes, by=Basis.STEP)


def _match(claim: QueryClaim, id: PhraseId, answer: _Answer) -> PhraseMatch | None:
    """The answer as signed grades. Evidence that the statement holds takes the rule's discount on proof, evidence that
    it does not the discount on refutation; a negated wish turns both round."""
    slots = _slots(claim, answer.said) if claim.amounts else ()
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
        level=answer.said.level,
        holds=holds,
        fails=fails,
        slots=slots,
        by=Basis.AMOUNT if claim.amounts else answer.by,
        # A source that says both is evidence for neither, however sure the phrase is.
        doubtful=answer.doubtful or answer.said.disputed,
    )


def _grades(claim: QueryClaim, rule: EvidenceRule, said: Judged) -> NDArray[np.int64]:
    """What `_match` makes of chances, for all of them at once."""
    discounted = said.probability * np.where(said.denied, rule.refutes, rule.proves)
    grades = np.clip(np.rint(discounted * GRADES), 1, GRADES) * (discounted > 0)
    return np.where(said.denied != claim.negated, -grades, grades).astype(np.int64)


def _slight(claim: QueryClaim, shelf: Shelf, said: Judged) -> NDArray[np.bool_]:
    """Where a judge would decide by a word or two that no list knows and that share none with the wish.

    Out of their sentence such words are like much: of "renovated from top to bottom" and "Lower Manhattan" a "bottom"
    and a "lower" are left, which to a judge are a basement. What their whole clause says is judged beside them.
    """
    asked = (claim.whole or claim.pattern).casefold().split()
    columns = shelf.partition.columns
    # Two words may be a whole clause, "pets welcome"; to cross a home out takes more than that.
    found: NDArray[np.bool_] = columns.words[said.rows] <= np.where(said.denied != claim.negated, _SLIGHT, 1)
    for at in np.flatnonzero(found).tolist():
        row = int(said.rows[at])
        found[at] = columns.concepts[row] is None and not any(
            _is_alike(word, other) for word in shelf.phrases[row].pattern.split() for other in asked
        )
    return found


def _is_alike(one: str, other: str) -> bool:
    """Whether two words may be forms of one: "bar" and "bars", "shared" and "sharing"."""
    short, long = sorted((one, other), key=len)
    return len(short) > _PARTICLE and long.startswith(short[:_ALIKE])


def _slots(claim: QueryClaim, said: _Said) -> tuple[int, ...] | None:
    """For each asked amount the slot that can answer it; None when one has none."""
    found: list[int] = []
    for asked in claim.amounts:
        fitting = [k for k, slot in enumerate(said.slots) if slot.comparable(asked.slot) and k not in found]
        if not fitting:
            return None
        found.append(fitting[0])
    return tuple(found)
