"""Finds the people of a tree who may be meant: by name, dates with their uncertainty, places, relatives.

Words and years choose the few dozen people who are compared in full (`name_index`). Of each, the
name and every clue get a weight, a logarithm of how much likelier it is said of this person than of
another (`clue_fit`). The sum ranks the candidates, ties by the order of the file. Against all others,
and against nobody of the tree being meant, it becomes a share, and the share a confidence that was
measured on altered records (`claimtree eval family`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from threading import Lock
from typing import Final
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from claimtree.answering.answer_text import AnswerText
from claimtree.answering.ask_result import (
    MOST_CANDIDATES,
    Candidate,
    Clue,
    ClueKind,
    ClueVerdict,
    EvidenceBlock,
    Found,
    Sought,
    SourceType,
)
from claimtree.answering.clue_fit import DAYS_A_YEAR, SIMILAR_EVENTS, ClueFit, gap_cost
from claimtree.answering.family_index import FamilyIndex, KnownEvent
from claimtree.answering.name_forms import Called, NameForms
from claimtree.answering.name_index import NameIndex, Numbers
from claimtree.answering.people_names import NUMERALS, words_of
from claimtree.deadlines import check
from claimtree.family_trees.tree import Event
from claimtree.model.amounts import Amount
from claimtree.model.answers import Verdict
from claimtree.model.plans import Basis

MOST_ASKED_FOR: Final = 50
"""Candidates that may be asked for."""
MOST_CLUES: Final = 24
_COMPARED: Final = 48
"""People whose names are compared in full."""
_SHARED_WORD: Final = 3.0
"""What one word in common counts while those are chosen who are compared."""
_UNLIKE: Final = 0.02
"""The least probability with which a name may be another's."""
_OUTWEIGHED: Final = 8.0
"""By how much the weight of a name may be less than the best one, if the clues are to make up for it."""
_NOBODY: Final = -2.2
"""The weight of nobody in the tree being meant."""
_SHARPER: Final = 1.5
"""By what weights are multiplied for a share, so that it holds as it is."""
_CLOSE: Final = 1.1
"""Weights that differ by less are hard to tell apart."""
_TITLE: Final = 0.8
_MOST_BLOCKS: Final = 8
_CALIBRATED: Final = (
    (0.0, 0.0), (0.05, 0.025), (0.12, 0.06), (0.25, 0.2), (0.35, 0.31), (0.47, 0.5), (0.55, 0.66), (0.65, 0.78),
    (0.75, 0.87), (0.85, 0.91), (0.93, 0.97), (1.0, 0.99),
)  # fmt: skip
"""Of candidates with so large a share, how many are the one who is meant; see docs/family-evaluation.md."""


@dataclass(frozen=True, slots=True)
class _Scored:
    id: str
    weight: float
    called: Called | None


class CandidateFinder:
    """Finds people of one tree. Made once of an index; may be used by several threads."""

    def __init__(self, index: FamilyIndex, code: str = "en") -> None:
        self._index = index
        self._ids: Final = tuple(id for id in index.people if id not in index.hidden)
        self.forms: Final = NameForms(index)
        self._names: Final = NameIndex(
            ((number, form.text) for number, id in enumerate(self._ids) for form in self.forms.of(id)), len(self._ids)
        )
        self._fit: Final = ClueFit(index, self.forms, code)
        self._weigh: Final = ClueFit(index, self.forms, code, tells=False)
        self._text = AnswerText(index, code)
        self._days: Final = {kind: self._bounds(kind) for kind in ("birth", "death")}

    def _bounds(self, kind: str) -> NDArray[np.float64]:
        """Returns between which days an event of each person was; not a number where that is not on record."""
        found = np.full((2, len(self._ids)), np.nan)
        for number, id in enumerate(self._ids):
            event = self._index.people[id].first(*SIMILAR_EVENTS[kind])
            when = event.when if event is not None else None
            if when is not None:
                found[:, number] = when.low, when.high
        return found

    def find(self, sought: Sought, most: int = MOST_CANDIDATES) -> Found:
        """Returns the likeliest candidates, the best first; nobody for a name that nothing in the tree is like."""
        scored, left_out = self._scored(sought)
        if not scored:
            return Found(sought=sought)
        top = max(scored[0].weight, _NOBODY)
        parts = [math.exp(_SHARPER * (one.weight - top)) for one in scored]
        # Those who were not compared are as likely as the last who was.
        total = math.exp(_SHARPER * (_NOBODY - top)) + sum(parts) + left_out * parts[-1]
        shares = [part / total for part in parts]
        close = sum(one.weight > scored[0].weight - _CLOSE for one in scored)
        return Found(
            sought=sought,
            candidates=tuple(
                self._candidate(one, share, sought)
                for one, share in list(zip(scored, shares, strict=True))[: max(1, min(most, MOST_ASKED_FOR))]
            ),
            close=close + (left_out if close == len(scored) else 0),
        )

    def scored(self, sought: Sought, id: str) -> Candidate:
        """Returns how well one person fits, whatever the others do; the confidence is left out."""
        return self._candidate(self._one(sought, id, self.forms.called(sought.name, id)), 0.0, sought)

    def _scored(self, sought: Sought) -> tuple[list[_Scored], int]:
        """Returns those who may be meant, the likeliest first, and how many more may be as likely as the last."""
        numbers, left_out = self._likely(sought)
        called = [(number, self.forms.called(sought.name, self._ids[number])) for number in numbers]
        named = [
            (number, one)
            for number, one in called
            if one is not None
            and one.probability >= _UNLIKE
            and not self._other_numeral(sought.name, self._ids[number])
        ]
        # What is said of somebody can outweigh a name that is less like, but not any.
        least = max((one.weight for _, one in named), default=0.0) - _OUTWEIGHED
        found = []
        for number, one in named:
            check()
            if one.weight >= least:
                found.append((self._one(sought, self._ids[number], one), number))
        found.sort(key=lambda one: (-round(one[0].weight, 6), one[1]))
        return [one for one, _ in found], left_out if len(named) == len(numbers) else 0

    def _other_numeral(self, name: str, id: str) -> bool:
        """True if a name has the numeral of a ruler and somebody another one: nobody else is Henry VIII."""
        asked = NUMERALS.intersection(words_of(name)[1:])
        own = [NUMERALS.intersection(words_of(one.full)[1:]) for one in self._index.people[id].names]
        return bool(asked) and any(own) and not any(asked & one for one in own)

    def _likely(self, sought: Sought) -> tuple[Sequence[int], int]:
        """Returns the numbers of those who have most of the name, at the time that is said."""
        numbers, shared = self._names.owners(sought.name)
        if not len(numbers):
            return (), 0
        worth = _SHARED_WORD * shared.astype(np.float64)
        for clue in sought.clues[:MOST_CLUES]:
            if clue.kind is ClueKind.EVENT and clue.when is not None:
                worth -= self._off(clue, clue.when, numbers)
        if len(numbers) <= _COMPARED:
            return [int(one) for one in numbers], 0
        # Stable, so that those of equal worth come in the order of the file.
        order = np.argsort(-worth, kind="stable")
        last = worth[order[_COMPARED - 1]]
        left_out = int(np.count_nonzero(worth >= last - 1e-6)) - int(
            np.count_nonzero(worth[order[:_COMPARED]] >= last - 1e-6)
        )
        return [int(one) for one in numbers[order[:_COMPARED]]], left_out

    def _off(self, clue: Clue, when: Amount, numbers: Numbers) -> NDArray[np.float64]:
        """Returns what a time speaks against people, at most."""
        low, high = self._days["birth"][:, numbers]
        death_low, death_high = self._days["death"][:, numbers]
        if clue.event == "birth":
            gap = np.maximum(low - when.high, when.low - high)
        elif clue.event == "death":
            gap = np.maximum(death_low - when.high, when.low - death_high)
        else:
            gap = np.fmax(low - when.high, when.low - death_high)
        years = np.nan_to_num(np.maximum(gap, 0.0), nan=0.0, posinf=0.0, neginf=0.0) / DAYS_A_YEAR
        return np.minimum(_costs(years), _MOST_OFF)

    def _one(self, sought: Sought, id: str, called: Called | None) -> _Scored:
        weights = [self._weigh.of(clue, id).weight for clue in sought.clues[:MOST_CLUES]]
        weight = called.weight if called is not None else -math.inf
        return _Scored(id, weight + self._title(sought.name, id) + sum(weights), called)

    def _title(self, name: str, id: str) -> float:
        """Returns what a title in the name counts: "Queen Victoria"."""
        words = set(words_of(name))
        titles = {word for one in self._index.people[id].all("title") for word in words_of(one.value)}
        return _TITLE if words & titles else 0.0

    def _candidate(self, one: _Scored, share: float, sought: Sought) -> Candidate:
        name = self._name_verdict(one, sought)
        verdicts = (name, *(self._fit.of(clue, one.id).verdict for clue in sought.clues[:MOST_CLUES]))
        blocks: dict[str, EvidenceBlock] = {}
        told = [block for verdict in verdicts for block in verdict.evidence]
        for block in (*told, *self._life(one.id)):
            blocks.setdefault(block.summary, block)
        return Candidate(
            id=one.id,
            name=self._index.shown(one.id),
            years=self._index.years(one.id),
            score=round(one.weight, 6),
            confidence=confidence(share),
            verdicts=verdicts,
            evidence=tuple(blocks.values())[:_MOST_BLOCKS],
            source_id=self._index.node(one.id),
        )

    def _name_verdict(self, one: _Scored, sought: Sought) -> ClueVerdict:
        clue = Clue(kind=ClueKind.NAME, quote=sought.name, name=sought.name)
        if one.called is None:
            return ClueVerdict(clue=clue, verdict=Verdict.UNKNOWN, fit=0.0, because="")
        form = one.called.form
        how = self._text.how(one.called.by)
        template = "why_married" if form.married else "why_by" if how else "why_name"
        because = self._text.say(template, name=form.text, how=how)
        person = self._index.people[one.id]
        line = next((name.evidence for name in person.names if name.shown.replace("_", " ") == form.text), None)
        lines = [line] if line is not None else [name.evidence for name in person.names[:1]]
        if form.married:
            lines += [
                line for link in self._index.partners[one.id] if link.to == form.married for line in link.evidence
            ]
        block = EvidenceBlock(
            source_type=SourceType.GEDCOM,
            source_id=self._index.node(one.id),
            summary=self._text.say("block_name", name=self._text.name(one.id)),
            confidence=_NAMED,
            lines=tuple(lines),
        )
        met = one.called.probability >= _SAME_NAME or one.called.by is Basis.NAME
        verdict = Verdict.MET if met else Verdict.UNKNOWN
        return ClueVerdict(clue=clue, verdict=verdict, fit=one.called.probability, because=because, evidence=(block,))

    def _life(self, id: str) -> list[EvidenceBlock]:
        """Returns birth and death, which tell candidates apart also where they were not asked about."""
        events: list[Event | None] = [
            self._index.people[id].first(*SIMILAR_EVENTS[kind]) for kind in ("birth", "death")
        ]
        return [self._fit.block(id, KnownEvent(one)) for one in events if one is not None and (one.date or one.place)]


_NAMED: Final = 90
"""How far the name of a record is to be trusted."""
_SAME_NAME: Final = 0.3
_MOST_OFF: Final = 7.0


def _costs(years: NDArray[np.float64]) -> NDArray[np.float64]:
    near = gap_cost(3.0)
    return np.where(years <= 3.0, years * near / 3.0, near + (years - 3.0) * (gap_cost(4.0) - near))


def confidence(share: float) -> int:
    """Returns the confidence of a candidate of whom all weights have given this share, 0 to 100.

    >>> confidence(0.0), confidence(0.5), confidence(1.0)
    (0, 56, 99)
    """
    for (low, first), (high, second) in pairwise(_CALIBRATED):
        if share <= high:
            return round(100 * (first + (second - first) * (share - low) / (high - low)))
    return round(100 * _CALIBRATED[-1][1])


_finders: Final[WeakKeyDictionary[FamilyIndex, CandidateFinder]] = WeakKeyDictionary()
_lock: Final = Lock()


def finder_of(index: FamilyIndex) -> CandidateFinder:
    """Returns the finder of a tree, made when it is first asked for."""
    with _lock:
        if index not in _finders:
            _finders[index] = CandidateFinder(index)
        return _finders[index]
