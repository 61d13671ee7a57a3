"""Collects what the phrases of a store say about one wish: rules first, probabilities where no rule
applies.

A rule applies if a phrase has the wish's name, its concept or its words, or implies or excludes a
phrase that does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from claimtree.languages import language_of
from claimtree.model.amounts import TIMES, Slot
from claimtree.model.claims import ConceptId, LevelName, Name, QueryClaim
from claimtree.model.dates import DateRules
from claimtree.model.name_folding import name_key
from claimtree.model.pack import EvidenceRule, NameKind, OtherName, Pack
from claimtree.model.phrases import SLOT, Edge, PhraseId
from claimtree.model.places import WhereRelation
from claimtree.model.plans import Basis, Matches, PhraseMatch, among, grade, slot_kinds
from claimtree.model.precomputed import Key
from claimtree.ports import PhraseCriteria
from claimtree.search.judge_scores import Chance, JudgedPhrases
from claimtree.search.person_evidence import by_person, person_kind
from claimtree.search.phrase_index import Found, IndexedPartition, Vocabulary, bare_phrases

_IMPRECISE = 0.75
"""The share of a probability that is left where a date may be the one asked for: it overlaps, and extends beyond it."""


class _PhraseProperties(NamedTuple):
    """The properties of a phrase that a rule needs; the phrase itself is built only if amounts are
    asked for."""

    level: LevelName
    negated: bool
    disputed: bool
    shelf: IndexedPartition | None = None
    row: int = 0

    @classmethod
    def on(cls, shelf: IndexedPartition, row: int) -> _PhraseProperties:
        columns = shelf.partition.columns
        return cls(shelf.partition.level, bool(columns.negated[row]), bool(columns.disputed[row]), shelf, row)

    @property
    def slots(self) -> tuple[Slot, ...]:
        return () if self.shelf is None else self.shelf.phrases[self.row].slots


@dataclass(slots=True)
class _Answer:
    """What a phrase says about the wished statement: the probability that it holds, and that it
    does not."""

    phrase: _PhraseProperties
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
    """The phrases that are about a wish: those that count as evidence (`sure`), and those that are
    only shown (`maybe`)."""

    sure: Matches
    maybe: Matches

    def __len__(self) -> int:
        return len(self.sure) + len(self.maybe)


class Evidence:
    """Collects what each shelf says about one wish; the shelves need not be kept in memory."""

    def __init__(self, claim: QueryClaim, candidates: frozenset[PhraseId] = frozenset()) -> None:
        """`candidates`: the phrases that may have the name of a person in the wish (`name_candidates`)."""
        self.claim = claim
        self.candidates = candidates
        self.answers: dict[PhraseId, _Answer] = {}
        self._chances: list[tuple[PhraseId, _PhraseProperties, EvidenceRule, Chance]] = []

    def sure(self, rule: EvidenceRule, shelf: IndexedPartition, pack: Pack, *, words_are_judged: bool = False) -> None:
        """Adds what the rules find on a shelf; needs no judge. With `words_are_judged` phrases that say just the
        words of the wish meet it only if the judge finds that they do: "friendly" may be no wish at all."""
        claim = self.claim
        found: Iterable[Found]
        if claim.name is None:
            found = _by_concept(claim, shelf)
            if not found:  # as on most shelves
                return
        elif (kind := person_kind(claim, pack)) is not None:
            refuting = kind.other is OtherName.REFUTES
            found = by_person(claim.name, kind, shelf, self.candidates, others_refute=refuting)
        else:
            found = _by_name(claim, claim.name, shelf, pack)
        if claim.concept in pack.presences:
            rule = replace(rule, refutes=1.0)  # "no balcony" said of the home refutes any balcony
        for one in found:
            id = PhraseId(int(shelf.ids[one.row]))
            if id not in self.answers:
                phrase = _PhraseProperties.on(shelf, one.row)
                doubtful = one.doubtful or (words_are_judged and one.by is Basis.WORDING and not one.denied)
                self.answers[id] = _Answer(phrase=phrase, rule=rule, by=one.by, doubtful=doubtful)
            self.answers[id].note(one.probability, denied=one.denied, by=one.by)

    def taught(self, rule: EvidenceRule, shelf: IndexedPartition, chances: Sequence[Chance]) -> None:
        """Adds what the phrases of a shelf were taught to say."""
        self._chances += [
            (PhraseId(int(shelf.ids[chance.row])), _PhraseProperties.on(shelf, chance.row), rule, chance)
            for chance in chances
        ]

    @property
    def direct(self) -> dict[PhraseId, tuple[float, EvidenceRule]]:
        """The rule results that may be propagated along edges.

        Empty for amounts: that a home is a loft says nothing about its square metres.
        """
        if self.claim.amounts:
            return {}
        return {
            id: (answer.holds, answer.rule)
            for id, answer in self.answers.items()
            if not answer.phrase.negated and answer.holds
        }

    def matches(self, judged: JudgedPhrases, levels: tuple[LevelName, ...], by: Basis, dates: DateRules) -> Matched:
        """Merges all evidence with what the judge or similarity (`by`) says about this wish: a rule
        overrides it, unless the rule's result is doubtful. `levels` are those of the keys."""
        answers = {id: answer for id, answer in self.answers.items() if not answer.doubtful}
        for id, phrase, rule, chance in self._chances:
            if id not in answers:
                answers[id] = _Answer(phrase=phrase, rule=rule, by=chance.by)
                answers[id].note(chance.probability, denied=chance.denied, by=chance.by)
        if doubtful := self.answers.keys() - answers.keys():
            counted = frozenset(judged.phrases[judged.counts].tolist())
            answers |= {id: self.answers[id] for id in doubtful if id not in counted}
        found = [
            match
            for id, answer in sorted(answers.items())
            if (match := _match(self.claim, id, answer, dates)) is not None
        ]
        if len(judged):
            known = np.sort(np.array(list(answers), np.int64))
            judged = judged.take((judged.grades != 0) & ~among(judged.phrases, known))
        counts = judged.counts
        if self.claim.unsure and not self.claim.full_wording:
            counts = np.zeros_like(counts)  # the judge was asked about what the words may not mean

        def merged(*, doubtful: bool) -> Matches:
            own = judged
            if len(judged):
                at = np.flatnonzero(counts != doubtful)
                own = judged.take(at[judged.phrases[at].argsort()])
            return Matches(
                phrases=own.phrases,
                levels=levels,
                level=own.key,
                holds=own.grades,
                doubtful=doubtful,
                by=by,
                others=tuple(match for match in found if match.doubtful is doubtful),
            )

        return Matched(sure=merged(doubtful=False), maybe=merged(doubtful=True))


def _by_name(claim: QueryClaim, name: Name, shelf: IndexedPartition, pack: Pack) -> Iterable[Found]:
    """Yields the rows that the wish's name decides.

    The same name proves the wish, whichever kind either was taken for. Another name of the same
    kind refutes it if the pack says so, unless one place lies within the other or being near
    suffices.
    """
    kind = pack.names.get(name.kind)
    inside = claim.where is None or (claim.where.relation is WhereRelation.IN and not claim.where.with_neighbours)
    others_refute = inside and kind is not None and kind.other is OtherName.REFUTES
    within = inside and _is_region(name, pack)
    around = set(pack.containers(name))
    part, keys = _part_of_longer(claim, pack), _keys(name, pack)
    for row in shelf.named:
        phrase = shelf.phrases[row]
        stated = phrase.name
        if stated is None:
            continue
        is_same = name_key(stated.text) in keys
        if stated == name or (is_same and _answers(stated, phrase.negated, pack, inside=within)):
            yield Found(row, phrase.negated, Basis.NAME)
        elif part and not phrase.negated and _is_open_spot(stated, pack) and part in f" {name_key(stated.text)} ":
            yield Found(row, denied=False, by=Basis.NAME)
        elif others_refute and stated.kind == name.kind and not phrase.negated and not is_same:
            apart = kind is not None and _are_apart(kind, stated, name)
            if apart and stated not in around and name not in pack.containers(stated):
                yield Found(row, denied=True, by=Basis.NAME)


def _keys(name: Name, pack: Pack) -> frozenset[str]:
    """Returns the keys of a name: as it is, and as the language of the pack says it ("South Tangerang" is Tangerang
    Selatan)."""
    return frozenset({name_key(name.text), name_key(language_of(pack).place_spellings.in_own_order(name.text))})


def _answers(stated: Name, negated: bool, pack: Pack, *, inside: bool) -> bool:
    """True if the same name under another kind is evidence: being in a place implies near it, but
    near does not imply in."""
    is_in = _is_region(stated, pack)
    # "Not in Kiel" says nothing about being near it; "not near Kiel" does imply not being in it.
    return is_in or negated if inside else not (is_in and negated)


def _part_of_longer(claim: QueryClaim, pack: Pack) -> str:
    """Returns the words of a name to be near that longer names may contain: a home near the "MBTA Red Line" is near
    the red line. Empty for a single word: Harvard Avenue is not at Harvard."""
    if claim.name is None or claim.negated or not _is_open_spot(claim.name, pack):
        return ""
    words = name_key(claim.name.text)
    return f" {words} " if " " in words else ""


def _is_open_spot(name: Name, pack: Pack) -> bool:
    """True if the name is of a kind for all places that one may be near."""
    kind = pack.names.get(name.kind)
    return kind is not None and kind.open == "near"


def _is_region(name: Name, pack: Pack) -> bool:
    """True if the name is of a region to be in, rather than of a place to be near."""
    kind = pack.names.get(name.kind)
    return kind is None or (kind.open != "near" and kind.amount is None)


def _are_apart(kind: NameKind, stated: Name, name: Name) -> bool:
    """True if two names are known to mean different things. Places nest, so of an unlisted place it
    is unknown what it lies in."""
    nests = bool(kind.open or kind.within)
    return not nests or (stated.text in kind.entries and name.text in kind.entries)


def _by_concept(claim: QueryClaim, shelf: IndexedPartition) -> Sequence[Found]:
    """Returns the rows with the same concept, whatever their words; for a wish that no word list
    knows, those with the same words."""
    if claim.concept is not None:
        rows, by = shelf.by_concept.get(claim.concept, ()), Basis.CONCEPT
    else:
        rows, by = shelf.by_wording(claim.pattern), Basis.WORDING
    return [Found(row, bool(shelf.negated[row]), by) for row in rows]


def find_phrases(asked: Iterable[tuple[QueryClaim, Collection[Key]]], pack: Pack) -> PhraseCriteria:
    """Returns the search keys for all phrases that `_by_name` and `_by_concept` would accept."""
    concepts: set[ConceptId] = set()
    names: set[str] = set()
    kinds: set[str] = set()
    measures: set[str] = set()
    ids: set[PhraseId] = set()
    for claim, keys in asked:
        if claim.name is not None:
            names |= _keys(claim.name, pack)
            kind = pack.names.get(claim.name.kind)
            if (kind is not None and kind.other is OtherName.REFUTES) or _part_of_longer(claim, pack):
                kinds.add(claim.name.kind)
        elif claim.concept is not None:
            concepts.add(claim.concept)
        elif SLOT in claim.pattern:
            measures.add(claim.pattern)
        else:
            ids.update(id for key in keys for id in bare_phrases(claim.pattern, key))
    return PhraseCriteria(
        concepts=frozenset(concepts),
        names=frozenset(names),
        kinds=frozenset(kinds),
        measures=frozenset(measures),
        ids=frozenset(ids),
    )


def matches(
    evidence: Sequence[Evidence],
    judged: JudgedPhrases,
    levels: tuple[LevelName, ...],
    by: Basis,
    pack: Pack,
    vocabulary: Vocabulary,
    narrow: Collection[int],
) -> list[Matched]:
    """Returns the matches of each wish; `levels` are those of the keys of what the judge or similarity
    (`by`) says, and `narrow` are the indexes of wishes that ask for more than their concept."""
    # One request for all wishes: a round trip to the store costs more than the work done here.
    leading: dict[PhraseId, list[Edge]] = {}
    for edge in vocabulary.edges({id for one in evidence for id in one.direct}):
        leading.setdefault(edge.derived, []).append(edge)
    for i, one in enumerate(evidence):
        _follow_edges(one, leading, pack.types[one.claim.type].threshold)
        if i in narrow:
            # "Parking" does not prove "covered parking"; "no parking" does refute it.
            aside = _is_of_other(one.claim, pack)
            for answer in one.answers.values():
                weak = answer.doubtful
                answer.doubtful = weak or answer.holds > answer.denies or (aside and answer.by is Basis.STEP)
        if one.claim.unsure:
            for answer in one.answers.values():
                answer.doubtful = True
    return [
        one.matches(own, levels, by, pack.dates)
        for one, own in zip(evidence, judged.by_wish(len(evidence)), strict=True)
    ]


def _is_of_other(claim: QueryClaim, pack: Pack) -> bool:
    """True if a wish asks for a quality of something that its concept does not name: that a home is airy does not
    speak against "small gatherings"."""
    concept = pack.concepts.get(claim.concept) if claim.concept is not None else None
    return concept is not None and (concept.is_quality or concept.quality) and claim.facet is None


def _follow_edges(evidence: Evidence, leading: Mapping[PhraseId, Sequence[Edge]], threshold: float) -> None:
    """Propagates evidence to the phrases that imply or exclude a known phrase, with the discount of
    the edge.

    Uses the type's own threshold, since discounts are written by the pack's author, not fitted to
    an embedder.
    """
    answers = evidence.answers
    for id, (holds, rule) in sorted(evidence.direct.items()):
        for edge in leading.get(id, ()):
            probability = holds * edge.discount
            if probability >= threshold:
                base = answers.get(edge.base)
                if base is None:
                    # The base phrase exists in the store; only its level, which is the derived
                    # phrase's, is needed here. A phrase derived from a disputed one is disputed, so
                    # the derived phrase tells whether the base is.
                    stand_in = _PhraseProperties(rule.by_level, negated=False, disputed=answers[id].phrase.disputed)
                    base = answers[edge.base] = _Answer(phrase=stand_in, rule=rule, by=Basis.STEP)
                base.note(probability, denied=edge.excludes, by=Basis.STEP)


def _match(claim: QueryClaim, id: PhraseId, answer: _Answer, dates: DateRules) -> PhraseMatch | None:
    """Converts an answer to signed grades. Evidence that the statement holds is discounted by the
    rule's `proves`, evidence that it does not by `refutes`; a negated wish swaps the signs.

    The date of an event in the past is one day, however imprecisely it is stated: "after 1921" may
    be the day that is asked for, and counts less than that day. Of a period every day is meant."""
    slots = _slots(claim, answer.phrase) if claim.amounts else ()
    if slots is None:
        return None
    denied = answer.denies > answer.holds
    sign = -1 if claim.negated else 1
    probability = max(answer.holds, answer.denies) * (answer.rule.refutes if denied else answer.rule.proves)
    if denied:
        sign = -sign
    holds = sign * grade(probability)
    is_event = dates.historical and len(claim.amounts) == 1 and claim.amounts[0].kind in TIMES
    is_event = is_event and not answer.phrase.slots[slots[0]].is_period
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
        kinds=slot_kinds(claim.amounts, [answer.phrase.slots[slot] for slot in slots]),
        by=Basis.AMOUNT if claim.amounts else answer.by,
        # A source that says both is evidence for neither, however sure the phrase is.
        doubtful=answer.doubtful or answer.phrase.disputed,
        may_hold=sign * grade(probability * _IMPRECISE) if is_event else None,
    )


def _slots(claim: QueryClaim, phrase: _PhraseProperties) -> tuple[int, ...] | None:
    """Returns for each asked amount the slot that can answer it; None if one has none."""
    found: list[int] = []
    for asked in claim.amounts:
        fitting = [
            k
            for k, slot in enumerate(phrase.slots)
            if slot.comparable(asked.asked_slot) and asked.counted_as(slot.kind) is not None and k not in found
        ]
        if not fitting:
            return None
        found.append(fitting[0])
    return tuple(found)
