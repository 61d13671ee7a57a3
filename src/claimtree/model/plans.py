"""Plan: a question made so explicit that a store can answer it without knowing language.

Wishes are resolved against the phrases first (see `search.resolve`), so a plan says which phrases
prove or refute which wish, and with what probability, as integers. A store only does arithmetic
with it, and every store's arithmetic is the same: see `model.verdicts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

from claimtree.model.amounts import Amount, AmountKind, Slot
from claimtree.model.claims import Facet, LevelName, QueryClaim, units, units_of
from claimtree.model.closeness import CLOSEST, widened
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import PhraseId
from claimtree.model.places import PlaceTest
from claimtree.model.relations import RelationQuery

GRADES = 16
"""Probabilities are rounded to sixteenths, so that every store adds the same integers."""

FULL_SCORE = 37_440
"""The score of a hit that meets every wish with one piece of evidence of the highest grade. Further
evidence adds at most three quarters, so that every score fits in 16 bits.
"""


def grade(probability: float) -> int:
    """Returns the probability in sixteenths, 0…16; anything above 0 gets at least 1.

    >>> grade(0.97), grade(0.5), grade(0.001), grade(0.0)
    (16, 8, 1, 0)
    """
    if probability <= 0:
        return 0
    return max(1, min(GRADES, round(probability * GRADES)))


class Basis(StrEnum):
    """Why a phrase answers a wish: by a rule, which is certain, or by similarity, which is a
    probability.
    """

    NAME = "name"
    """The same name, or another of its kind."""
    NAME_FORM = "name form"
    """The same person's name in another order, with a title, or without accents. This and what follows up to `TYPO`
    are ties of names of people, the surest first; of several ties the weakest is told."""
    NAME_PART = "name part"
    """One name leaves out words of the other."""
    INITIALS = "initials"
    """Given names by their first letters."""
    SPELLING = "spelling"
    """Usual spellings of one name: Meyer and Meier."""
    NICKNAME = "nickname"
    """A nickname, or the name's form in another language."""
    MARRIED_NAME = "married name"
    """The name before or after a marriage."""
    SOUND = "sound"
    """The names sound alike."""
    TYPO = "typo"
    """All but a letter or two of the names are the same."""
    CONCEPT = "word"
    """The pack's words: both mean the same thing."""
    WORDING = "wording"
    """No list has them, and they are the same words."""
    STEP = "step"
    """The pack says that one implies the other, or excludes it."""
    AMOUNT = "amount"
    """Numbers were compared."""
    PLACE = "place"
    """Coordinates were compared."""
    RELATION = "relation"
    """The pack declares the relation, and a source states it; nothing more was asked of the related entity."""
    TAUGHT = "taught"
    """A user labelled exactly these words."""
    JUDGE = "judge"
    """Our encoder distinguishes what meets a wish from what refutes it."""
    LIKENESS = "likeness"
    """Another embedder finds them similar."""

    @property
    def is_sure(self) -> bool:
        """True for a rule, false for a probability."""
        return self not in (Basis.JUDGE, Basis.LIKENESS)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseMatch:
    """What one phrase says about one wish: a signed grade, positive for it, negative against it.

    Without asked amounts every posting of the phrase says `holds`. With asked amounts a posting
    whose amounts all overlap says `holds` (or `may_hold`), any other says `fails`.
    """

    phrase: PhraseId
    level: LevelName
    holds: int
    fails: int = 0
    slots: tuple[int, ...] = ()
    """For each asked amount, the slot of the phrase it is compared with."""
    kinds: tuple[AmountKind, ...] = ()
    """For each asked amount, the kind of its slot, where one of them is a year and the other a
    date.
    """
    by: Basis = Basis.CONCEPT
    doubtful: bool = False
    """True if not certain enough: it is shown, but does not count."""
    may_hold: int | None = None
    """The grade, of the sign of `holds`, where the one asked amount overlaps and does not cover the
    stated one: "after 1921" may be 3 February 1931. None: as `holds`.
    """

    def regraded(self, turn: Callable[[int], int]) -> PhraseMatch:
        """Returns the match with a function applied to each grade."""
        may_hold = None if self.may_hold is None else turn(self.may_hold)
        return replace(self, holds=turn(self.holds), fails=turn(self.fails), may_hold=may_hold)


def slot_kinds(asked: Sequence[Amount], slots: Sequence[Slot]) -> tuple[AmountKind, ...]:
    """Returns the kind of each slot; empty if every asked amount already has that kind."""
    kinds = tuple(slot.kind for slot in slots)
    return () if kinds == tuple(amount.kind for amount in asked) else kinds


def _counted_as(asked: tuple[Amount, ...], kinds: Sequence[AmountKind]) -> tuple[Amount, ...]:
    if not kinds:
        return asked
    counted = (amount.counted_as(kind) for amount, kind in zip(asked, kinds, strict=True))
    # An amount that can be stated only in years or only in days has no match (see
    # `search.evidence`).
    return tuple(amount for amount in counted if amount is not None)


@dataclass(frozen=True, eq=False, kw_only=True)
class Matches(Sequence[PhraseMatch]):
    """Phrases that answer a wish, certainly or doubtfully: hundreds for each, of which a page shows
    a handful.

    Those of a judge or of similarity are kept as arrays, and a `PhraseMatch` is created only when it is
    accessed.
    """

    phrases: NDArray[np.int64]
    """Ordered."""
    levels: tuple[LevelName, ...]
    level: NDArray[np.intp]
    """For each phrase the index of its level in `levels`."""
    holds: NDArray[np.int64]
    doubtful: bool
    """True if the matches in the arrays are doubtful."""
    by: Basis = Basis.JUDGE
    """Why the phrases in the arrays answer the wish."""
    others: tuple[PhraseMatch, ...] = ()
    """Matches by a rule; ordered, and none of them among `phrases`."""

    @classmethod
    def of(cls, matches: Sequence[PhraseMatch], *, doubtful: bool) -> Matches:
        """Returns the matches of a sequence of objects."""
        if isinstance(matches, Matches):
            return matches
        none = np.zeros(0, np.int64)
        # If a plan names a phrase twice, the last one counts.
        others = {match.phrase: match for match in matches}
        return cls(phrases=none, levels=(), level=none, holds=none, doubtful=doubtful, others=tuple(others.values()))

    def __len__(self) -> int:
        return len(self.phrases) + len(self.others)

    def __iter__(self) -> Iterator[PhraseMatch]:
        own = map(self._at, range(len(self.phrases)))
        return iter(sorted((*own, *self.others), key=lambda match: match.phrase)) if self.others else own

    @overload
    def __getitem__(self, at: int) -> PhraseMatch: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[PhraseMatch]: ...
    def __getitem__(self, at: int | slice) -> PhraseMatch | Sequence[PhraseMatch]:
        return tuple(self)[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]  # equal to a tuple, and not hashed as one

    def get(self, phrase: PhraseId) -> PhraseMatch | None:
        """Returns the match of a phrase, or None."""
        at = int(np.searchsorted(self.phrases, phrase))
        is_there = at < len(self.phrases) and self.phrases[at] == phrase
        return self._at(at) if is_there else self._others.get(phrase)

    def among(self, phrases: NDArray[np.int64]) -> dict[PhraseId, PhraseMatch]:
        """Returns the matches of those of many phrases that have one."""
        found: dict[PhraseId, PhraseMatch] = {}
        if len(self.phrases):
            rows = np.minimum(self.phrases.searchsorted(phrases), len(self.phrases) - 1)
            there = self.phrases[rows] == phrases
            found = {
                PhraseId(id): self._at(at) for id, at in zip(phrases[there].tolist(), rows[there].tolist(), strict=True)
            }
        if self.others:
            found |= {id: self._others[id] for id in self._others.keys() & set(phrases.tolist())}
        return found

    def ids(self) -> list[PhraseId]:
        """Returns all phrases, in no particular order."""
        return [*map(PhraseId, self.phrases.tolist()), *self._others]

    def regraded(self, turn: Callable[[int], int]) -> Matches:
        """Returns the matches with a function applied to each grade."""
        holds = np.array([turn(grade) for grade in self.holds.tolist()], np.int64)
        return replace(self, holds=holds, others=tuple(match.regraded(turn) for match in self.others))

    def _at(self, at: int) -> PhraseMatch:
        return PhraseMatch(
            phrase=PhraseId(int(self.phrases[at])),
            level=self.levels[self.level[at]],
            holds=int(self.holds[at]),
            by=self.by,
            doubtful=self.doubtful,
        )

    @cached_property
    def _others(self) -> Mapping[PhraseId, PhraseMatch]:
        return {match.phrase: match for match in self.others}


def among(values: NDArray[np.int64], ordered: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Returns which values are in an ordered array.

    >>> among(np.array([3, 4, 9]), np.array([1, 3, 8])).tolist()
    [True, False, False]
    """
    if not len(ordered):
        return np.zeros(len(values), np.bool_)
    at = np.minimum(ordered.searchsorted(values), len(ordered) - 1)
    found: NDArray[np.bool_] = ordered[at] == values
    return found


@dataclass(frozen=True, kw_only=True)
class PlaceMatch:
    """What coordinates say about one wish: signed grades, positive for it, negative against it.

    An entity of the level of which enough is known (coordinates, or for a kind the fact) says
    `holds` where the test holds and `fails` where it does not; any other says nothing. Evidence for
    a wish to be near fades with the distance (`place_tests.faded`), so that of two that are near
    enough the nearer one scores more.
    """

    test: PlaceTest
    level: LevelName
    holds: int
    fails: int
    nearly: int = 0
    """The grade in a region next to the one asked for, where the test names such."""
    partial: bool = False
    """True if the list of places is incomplete. That one is near is proven; that none is near is
    not: it is shown, but does not count.
    """
    stands_in: bool = False
    """True if it speaks only for candidates without coordinates of their own: an area for a home in
    it.
    """
    language: str = "en"
    """The language of its text."""


@dataclass(frozen=True, kw_only=True)
class Wish:
    """A query claim with everything that can prove or refute it."""

    claim: QueryClaim
    matches: Sequence[PhraseMatch]
    points: tuple[int, ...]
    """What evidence of each grade 0…16 is worth; multiples of ten, so that a tenth is whole."""
    doubtful: Sequence[PhraseMatch] = ()
    """Phrases that may answer it, without enough certainty: they are shown, and neither prove nor
    refute anything.
    """
    places: tuple[PlaceMatch, ...] = ()
    """What coordinates say about it; one for each level whose coordinates count."""
    linked: Linked | None = None
    """What it asks of related entities; then nothing else answers it."""

    def says(self, phrase: PhraseId) -> PhraseMatch | None:
        """Returns what a phrase says, certainly or doubtfully; a phrase is one or the other."""
        return self.sure.get(phrase) or self._maybe.get(phrase)

    def says_among(self, phrases: NDArray[np.int64]) -> dict[PhraseId, PhraseMatch]:
        """Returns what those of many phrases say that say anything, certainly or doubtfully."""
        return self._maybe.among(phrases) | self.sure.among(phrases)

    @cached_property
    def phrases(self) -> frozenset[PhraseId]:
        """All phrases that say anything, including doubtful ones."""
        return frozenset((*self.sure.ids(), *self._maybe.ids()))

    @cached_property
    def sure(self) -> Matches:
        """The matches as they are kept: those of a judge as arrays."""
        return Matches.of(self.matches, doubtful=False)

    @cached_property
    def _maybe(self) -> Matches:
        return Matches.of(self.doubtful, doubtful=True)

    @property
    def gates(self) -> bool:
        """True if it takes part in the level filter: required, and neither negated nor perhaps misread."""
        return self.claim.required and not (self.claim.negated or self.claim.unsure)

    @cached_property
    def wider(self) -> tuple[tuple[Amount, ...], ...]:
        """The asked amounts widened to each closeness from 1 on; empty if no limit is asked for, or
        one is denied.
        """
        if self.claim.negated or not self.claim.amounts:
            return ()
        return tuple(
            tuple(widened(asked, closeness) for asked in self.claim.amounts) for closeness in range(1, CLOSEST + 1)
        )

    def asked(self, kinds: Sequence[AmountKind]) -> tuple[Amount, ...]:
        """Returns the asked amounts in the kinds of a match's slots, so that a store only compares
        numbers.
        """
        return _counted_as(self.claim.amounts, kinds)

    def covering(self, kinds: Sequence[AmountKind]) -> Amount | None:
        """Returns the one asked amount in the kind of a match's slot, without years that it only
        overlaps; None if none is left.
        """
        (asked,) = self.claim.amounts
        return asked.counted_as(kinds[0], full_years=True) if kinds else asked

    def wider_asked(self, kinds: Sequence[AmountKind]) -> tuple[tuple[Amount, ...], ...]:
        """Returns the same for the widened amounts."""
        return tuple(_counted_as(amounts, kinds) for amounts in self.wider) if kinds else self.wider

    def points_near(self, closeness: int) -> int:
        """Returns what a miss is worth: the closer the more, and at most half of what a full proof
        is worth.
        """
        return self.points[closeness] if closeness else 0

    @cached_property
    def by_level(self) -> Mapping[LevelName, tuple[PhraseMatch, ...]]:
        """The matches by the level of the entities that have their phrases."""
        levels: dict[LevelName, list[PhraseMatch]] = {}
        for match in self.matches:
            levels.setdefault(match.level, []).append(match)
        return {level: tuple(found) for level, found in levels.items()}


@dataclass(frozen=True, kw_only=True)
class Linked:
    """What a wish asks of the entities at the other end of a relation; see `model.related`."""

    query: RelationQuery
    """Which statements lead to them."""
    wishes: tuple[Wish, ...]
    """What one of them has to meet; all of it, of alternatives one."""

    @cached_property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """Positions of what counts as one among the wishes."""
        return tuple(units(wish.claim for wish in self.wishes))


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """What counts as one: a wish by itself, or the alternatives of an or-group together."""

    wishes: tuple[int, ...]
    """Positions in the plan."""
    required: bool
    gate_levels: frozenset[LevelName]
    """Levels whose filter it can satisfy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """Wishes below the answer level that speak of one entity: "a modern kitchen over 12 m²" needs
    one kitchen.
    """

    level: LevelName
    facet: Facet | None
    """None: any entity of the level."""
    units: tuple[tuple[int, ...], ...]
    """The group's wishes, alternatives together; positions in the plan."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The query that a store answers."""

    hierarchy: Hierarchy
    wishes: tuple[Wish, ...]
    strict: bool = False
    """True to keep only candidates that meet every required wish."""
    gated: bool = True
    """True if the level filter applies: for each level with a required wish that is not negated,
    one has to be met.
    """

    @cached_property
    def all_wishes(self) -> tuple[Wish, ...]:
        """The wishes, and behind them those that are asked of related entities."""
        asked = (inner for wish in self.wishes if wish.linked is not None for inner in wish.linked.wishes)
        return (*self.wishes, *asked)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """In the order in which the query first mentions them."""
        return tuple(
            Unit(
                wishes=members,
                required=any(self.wishes[i].claim.required for i in members),
                gate_levels=frozenset(self.wishes[i].claim.level for i in members if self.wishes[i].gates),
            )
            for members in self._alternatives(range(len(self.wishes)))
        )

    @cached_property
    def measured(self) -> frozenset[int]:
        """Positions of the wishes whose misses count: a home that misses a required limit is
        dropped.
        """
        return frozenset(i for unit in self.units if not unit.required for i in unit.wishes if self.wishes[i].wider)

    @cached_property
    def gate_levels(self) -> frozenset[LevelName]:
        """Levels at which a candidate has to meet something: those with a required wish that is not
        negated.
        """
        if not self.gated:
            return frozenset()
        return frozenset().union(*(unit.gate_levels for unit in self.units))

    @cached_property
    def bindings(self) -> tuple[Binding, ...]:
        """The groups that take their verdicts from one entity each, in the order in which they
        choose.

        Groups of one facet choose different entities; the more demanding one chooses first.
        """
        below = set(self.hierarchy.below)
        grouped: dict[tuple[LevelName, Facet | None, str], list[int]] = {}
        for i, wish in enumerate(self.wishes):
            claim = wish.claim
            if claim.level in below:
                # A wish for no particular facet binds with nothing: "a bay window" may be in any
                # room.
                together = f"group {claim.group}" if claim.facet is not None else f"wish {i}"
                grouped.setdefault((claim.level, claim.facet, together), []).append(i)
        found = [
            Binding(level=level, facet=facet, units=self._alternatives(members))
            for (level, facet, _), members in grouped.items()
        ]

        def demand(binding: Binding) -> tuple[int, int]:
            return -sum(self.is_required(unit) for unit in binding.units), -len(binding.units)

        return tuple(sorted(found, key=demand))

    @cached_property
    def bound(self) -> frozenset[int]:
        """Positions of the wishes that some binding settles."""
        return frozenset(i for binding in self.bindings for unit in binding.units for i in unit)

    def is_required(self, members: tuple[int, ...]) -> bool:
        return any(self.wishes[i].claim.required for i in members)

    def without(self, unit: Unit) -> Plan:
        """Returns the same plan without one wish (or or-group)."""
        gone = set(unit.wishes)
        kept = tuple(wish for i, wish in enumerate(self.wishes) if i not in gone)
        return Plan(hierarchy=self.hierarchy, wishes=kept, strict=self.strict, gated=self.gated)

    def _alternatives(self, members: range | list[int]) -> tuple[tuple[int, ...], ...]:
        together = units_of(self.wishes[i].claim.or_group for i in members)
        return tuple(tuple(members[k] for k in unit) for unit in together)
