"""Calibrates a judge for a corpus: an offset for silence, and thresholds for its probabilities.

The probabilities themselves are not changed. Their calibration error is measured on labelled pairs,
each kind counting a third, before the offset for silence is added; the effect of the thresholds is
measured in the corpus that `densities` describes, with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from claimtree.calibration.densities import PRIOR, Axis, Counted, HiddenPositives, Numbers, Spread, lowest_with, passing
from claimtree.calibration.diagram import Panel, Series
from claimtree.calibration.halves import Half
from claimtree.calibration.labelled_concepts import Concepts, Labelled
from claimtree.calibration.measures import (
    BATCH,
    MEASURED_FROM,
    NEVER,
    Calibration,
    Encoded,
    Line,
    Points,
    Progress,
    all_texts,
    all_wishes,
    by_type,
    calibration_error,
    check_finite,
    denial,
    made,
    passing_panel,
    reliability,
    share_right,
    unreached,
)
from claimtree.model.claims import TypeName
from claimtree.model.judging import JudgedWishes, Says, chances
from claimtree.model.pack import OTHER_TYPES, Pack
from claimtree.model.phrases import Floats, Vectors
from claimtree.model.taught import KINDS
from claimtree.packs.calibrations import DEFAULT
from claimtree.packs.pack_tables import BarsTable, JudgeFile
from claimtree.ports import Judge

LEAST = 0.5
"""No threshold is lower: what decides is at least more likely than not."""
DOUBTFUL = 0.5
"""The precision from which on a phrase is worth showing as a maybe."""
LEAST_DOUBTFUL = 0.2
SAMPLE = 40
"""Phrases of strangers per wish when the offset for silence is fitted."""
CHANCE = Axis.between(0.0, 1.0)


class _JudgeView:
    """The judge's view of wishes and phrases; each wish is judged once, and compared many times."""

    def __init__(self, judge: Judge, encoded: Encoded, wishes: Iterable[str], progress: Progress) -> None:
        self._judge = judge
        self._encoded = encoded
        distinct = list(dict.fromkeys(wishes))
        self._row = {wish: row for row, wish in enumerate(distinct)}
        parts: list[JudgedWishes] = []
        for start in range(0, len(distinct), BATCH):
            progress("judging", start, len(distinct))
            parts.append(judge.judge(encoded.take(distinct[start : start + BATCH])))
        progress("judging", len(distinct), len(distinct))
        self._wishes = JudgedWishes(
            vectors=Vectors.concatenate([part.vectors for part in parts]),
            lengths=np.concatenate([part.lengths for part in parts]),
            bias=parts[0].bias,
        )

    def logits(self, wishes: Sequence[str], phrases: Sequence[str]) -> Floats:
        """The logits, of shape (wishes, phrases, 3)."""
        judged = self._wishes.take([self._row[wish] for wish in wishes])
        found = judged.logits(self._encoded.take(phrases)).transpose(1, 0, 2)
        check_finite(found, self._judge.name)
        return found


@dataclass(frozen=True, slots=True)
class _Answer:
    """The probability of one of the judge's two decisive answers, as a score."""

    view: _JudgeView
    says: Says
    silence: float

    def __call__(self, wishes: Sequence[str], phrases: Sequence[str]) -> Numbers:
        return chances(self.view.logits(wishes, phrases), silence=self.silence)[..., self.says]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    """One answer (meets or refutes): the pairs of both halves by probability, and the hidden positives."""

    says: Says
    fit: Mapping[TypeName, Counted]
    measured: Mapping[TypeName, Counted]
    hidden_share: Numbers

    def masses(self, spread: Spread) -> tuple[Numbers, Numbers]:
        """The mass of a corpus for which the answer is right, and wrong, in each bin."""
        met, refuted = PRIOR.met * spread.met, PRIOR.refuted * spread.refuted
        right, wrong = (met, refuted) if self.says is Says.MEETS else (refuted, met)
        strangers = PRIOR.strangers * spread.stranger
        return right + strangers * self.hidden_share, wrong + PRIOR.near * spread.silent + strangers * (
            1 - self.hidden_share
        )

    def lowest(self, type: TypeName, precision: float, least: float) -> float | None:
        own, everything = self.fit[type], self.fit[OTHER_TYPES]
        spread = own.blended_with(everything) if type else own.spread
        found = lowest_with(precision, *self.masses(spread), CHANCE, least=least)
        return None if found is None else round(found, 3)

    def points(self) -> Points:
        return reliability(CHANCE.centres.clip(0, 1), *self.masses(self.measured[OTHER_TYPES].spread))


def calibrate_judge(
    concepts: Concepts,
    pack: Pack,
    judge: Judge,
    meets: HiddenPositives,
    refutes: HiddenPositives,
    *,
    precision: float,
    progress: Progress,
) -> Calibration:
    """The thresholds for a judge's probabilities."""
    encoded = Encoded(all_texts(concepts.found, meets, refutes), judge, progress)
    view = _JudgeView(judge, encoded, all_wishes(concepts.found, meets, refutes), progress)
    fit, measured = concepts.half(Half.TUNE), concepts.half(Half.REPORT)
    silence = round(_silence(view, [one for group in fit.values() for one in group], meets.share + refutes.share), 2)
    sides = [
        _side(view, says, silence, fit, measured, hidden, pack)
        for says, hidden in ((Says.MEETS, meets), (Says.REFUTES, refutes))
    ]
    labelled = {type: _Labelled.of(group, view) for type, group in measured.items() if type}
    labelled[OTHER_TYPES] = _Labelled.of([one for group in measured.values() for one in group], view)
    bars = {type: _bars(type, sides, precision, silence) for type in sides[0].fit}
    lines = [_line(type, one, sides, labelled.get(type)) for type, one in bars.items()]
    record = made(
        concepts, sum(one[OTHER_TYPES].pairs for one in (sides[0].fit, sides[0].measured)), lines[0], precision
    )
    overall = bars[OTHER_TYPES]
    panels = (
        Panel(
            title="Labelled pairs: is it so?",
            across="chance",
            up="found",
            series=tuple(Series(name=says.name.lower(), points=labelled[OTHER_TYPES].points(says)) for says in Says),
            diagonal=True,
        ),
        Panel(
            title="In a corpus: is it so?",
            across=f"chance, with silence {silence:+g}",
            up="found",
            series=tuple(Series(name=side.says.name.lower(), points=side.points()) for side in sides),
            marks={"met": overall.met or NEVER, "refuted": overall.refuted or NEVER},
            diagonal=True,
        ),
        passing_panel(sides[0].measured[OTHER_TYPES].spread, CHANCE, "chance of meeting", {"bar": overall.met}),
    )
    notes = [
        note
        for what in ("met", "refuted")
        for note in unreached(
            [type or DEFAULT for type, one in bars.items() if getattr(one, what) == NEVER], precision, f"{what!r}"
        )
    ]
    return Calibration(
        file=JudgeFile(
            kind="judge", embedder=judge.name, made=record, bars={type or DEFAULT: one for type, one in bars.items()}
        ),
        made=record,
        lines=tuple(lines),
        panels=panels,
        notes=tuple(notes),
    )


def _side(
    view: _JudgeView,
    says: Says,
    silence: float,
    fit: Mapping[TypeName, Sequence[Labelled]],
    measured: Mapping[TypeName, Sequence[Labelled]],
    hidden: HiddenPositives,
    pack: Pack,
) -> _Side:
    answer = _Answer(view, says, silence)
    by_half = [by_type(groups, answer, CHANCE, denial(pack)) for groups in (fit, measured)]
    hidden_share = hidden.share_of(by_half[0][OTHER_TYPES].spread.stranger, answer, CHANCE)
    return _Side(says=says, fit=by_half[0], measured=by_half[1], hidden_share=hidden_share)


def _silence(view: _JudgeView, concepts: Sequence[Labelled], hidden_share: float) -> float:
    """The offset for the logit of silence with which as much is judged silent as a corpus holds.

    That is also the offset of least log loss over the corpus; the silent share grows with it.
    """
    phrases = [phrase for concept in concepts for _, phrase in concept.phrases]
    spaced = phrases[:: max(1, len(phrases) // SAMPLE)]
    strangers = [(one, _unlabelled(spaced, one)) for one in concepts]
    parts = [
        (share, np.concatenate([view.logits(one.wishes, texts).reshape(-1, 3) for one, texts in pairs]))
        for share, pairs in (
            (PRIOR.met, [(one, one.met) for one in concepts]),
            (PRIOR.refuted, [(one, one.refuted) for one in concepts if one.refuted]),
            (PRIOR.near, [(one, one.silent) for one in concepts if one.silent]),
            (PRIOR.strangers, [(one, texts) for one, texts in strangers if texts]),
        )
    ]
    wanted = PRIOR.near + PRIOR.strangers * (1 - hidden_share)
    low, high = -20.0, 40.0
    for _ in range(40):
        middle = (low + high) / 2
        probabilities = sum(
            share * float(chances(logits, silence=middle)[:, Says.NOTHING].mean()) for share, logits in parts
        )
        low, high = (middle, high) if probabilities < wanted else (low, middle)
    return (low + high) / 2


def _unlabelled(phrases: Sequence[str], concept: Labelled) -> list[str]:
    """The phrases that the concept does not label itself."""
    own = {phrase for _, phrase in concept.phrases}
    return [phrase for phrase in phrases if phrase not in own]


def _bars(type: TypeName, sides: Sequence[_Side], precision: float, silence: float) -> BarsTable:
    met, refuted = (side.lowest(type, precision, LEAST) or NEVER for side in sides)
    doubts = [side.lowest(type, DOUBTFUL, LEAST_DOUBTFUL) or NEVER for side in sides]
    return BarsTable(met=met, refuted=refuted, maybe=min(met, refuted, max(doubts)), silence=silence)


def _line(type: TypeName, bars: BarsTable, sides: Sequence[_Side], labelled: _Labelled | None) -> Line:
    found = [side.measured.get(type) for side in sides]
    figures: dict[str, float | None] = {}
    enough = labelled is not None and found[0] is not None and found[0].concepts >= MEASURED_FROM
    figures |= (
        {"ECE": labelled.ece, "Brier": labelled.brier} if enough and labelled else dict.fromkeys(("ECE", "Brier"))
    )
    for side, one, bar, name in zip(sides, found, (bars.met, bars.refuted), ("met", "refuted"), strict=True):
        if enough and one is not None:
            own = one.spread.met if side.says is Says.MEETS else one.spread.refuted
            figures[f"P {name}"] = share_right(*side.masses(one.spread), CHANCE, bar)
            figures[f"R {name}"] = passing(own, CHANCE, bar)
        else:
            figures |= {f"P {name}": None, f"R {name}": None}
    return Line(type=type or "all", fitted=bars.model_dump(), pairs=found[0].pairs if found[0] else 0, figures=figures)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Labelled:
    """Pairs of a concept's own wishes and phrases: the judge's probabilities and the labels."""

    probabilities: Numbers
    """(pairs, 3)"""
    truth: Numbers
    """(pairs, 3): 1 for the label."""
    weights: Numbers
    """Such that the three kinds count alike."""

    @classmethod
    def of(cls, concepts: Sequence[Labelled], view: _JudgeView) -> _Labelled:
        probabilities: list[Numbers] = []
        kinds: list[int] = []
        for concept in concepts:
            judged = chances(view.logits(concept.wishes, [text for _, text in concept.phrases]))
            probabilities.append(judged.reshape(-1, 3))
            kinds += [KINDS.index(kind) for kind, _ in concept.phrases] * len(concept.wishes)
        truth = np.eye(3)[np.array(kinds)]
        counts = truth.sum(axis=0)
        return cls(
            probabilities=np.concatenate(probabilities),
            truth=truth,
            weights=(truth / np.maximum(counts, 1)).sum(axis=1),
        )

    def points(self, says: Says) -> Points:
        right = self.weights * self.truth[:, says]
        return reliability(self.probabilities[:, says], right, self.weights - right)

    @property
    def ece(self) -> float:
        """The calibration error of the judge's most likely answer."""
        first = self.probabilities.argmax(axis=1)
        right = self.weights * self.truth[np.arange(len(first)), first]
        return calibration_error(reliability(self.probabilities.max(axis=1), right, self.weights - right))

    @property
    def brier(self) -> float:
        """The Brier score over all three probabilities: 0 is perfect, 2 is the worst."""
        return float((self.weights * ((self.probabilities - self.truth) ** 2).sum(axis=1)).sum() / self.weights.sum())
