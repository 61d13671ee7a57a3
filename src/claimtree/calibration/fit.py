"""Calibrates an embedder's scores for a pack on half of the concepts; the other half measures it.

A wish is compared with the phrases of its type, as in the engine. For an embedder that knows only
similarity, a curve from similarity to probability is fitted (here); a judge's probabilities get
thresholds instead (`fit_judge`). Both choose thresholds for precision first, in a corpus that is
mostly silent; `densities` describes the assumed corpus.

With similarity only rules refute, so a refuting phrase without a negation word that passes as met
counts as wrong.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from claimtree.calibration.densities import (
    PRIOR,
    Axis,
    Counted,
    HiddenPositives,
    Numbers,
    Spread,
    curve,
    logistic,
    lowest_with,
    passing,
)
from claimtree.calibration.diagram import Panel, Series
from claimtree.calibration.fit_judge import calibrate_judge
from claimtree.calibration.halves import Half
from claimtree.calibration.labelled_concepts import Concepts
from claimtree.calibration.measures import (
    MEASURED_FROM,
    NEVER,
    Calibration,
    Encoded,
    Line,
    Points,
    Progress,
    all_texts,
    by_type,
    calibration_error,
    denial,
    made,
    passing_panel,
    reliability,
    share_right,
    unreached,
)
from claimtree.errors import ModelError
from claimtree.model.claims import TypeName
from claimtree.model.pack import OTHER_TYPES, Pack
from claimtree.packs.calibrations import DEFAULT
from claimtree.packs.pack_tables import CurveTable, LikenessFile
from claimtree.ports import Embedder, Judge

CONCEIVABLE = 0.1
"""The curve is fitted from the similarity above which at least this share meets; the mass of
silence below would dominate it."""
SURE = 0.9999
STEEPEST = 1000.0
SIMILARITY = Axis.between(-1.0, 1.0)


def calibrate(
    concepts: Concepts, pack: Pack, embedder: Embedder, *, overlapping: bool, precision: float, progress: Progress
) -> Calibration:
    """The embedder's calibration for the pack: by curves, or by thresholds for a judge.

    `overlapping`: a phrase that meets one of the concepts often meets another too, as with ours.
    """
    if isinstance(embedder, Judge):
        meets, refutes = HiddenPositives(), HiddenPositives()
        if overlapping:
            meets = HiddenPositives.drawn_by("meets", verdict="met")
            refutes = HiddenPositives.drawn_by("refutes", verdict="refuted")
        return calibrate_judge(concepts, pack, embedder, meets, refutes, precision=precision, progress=progress)
    hidden = HiddenPositives.drawn_by("bge-small", verdict="met") if overlapping else HiddenPositives()
    return calibrate_likeness(concepts, pack, embedder, hidden, precision=precision, progress=progress)


def calibrate_likeness(
    concepts: Concepts, pack: Pack, embedder: Embedder, hidden: HiddenPositives, *, precision: float, progress: Progress
) -> Calibration:
    """Curves and thresholds for an embedder that knows only the similarity of two texts."""
    encoded = Encoded(all_texts(concepts.found, hidden), embedder, progress)
    fit, measured = (
        by_type(concepts.half(half), encoded.similarity, SIMILARITY, denial(pack)) for half in (Half.TUNE, Half.REPORT)
    )
    everything, held_out = fit[OTHER_TYPES], measured[OTHER_TYPES]
    hidden_share = hidden.share_of(everything.spread.stranger, encoded.similarity, SIMILARITY)
    overall = _fitted(everything.spread, hidden_share, precision)
    if overall is None:
        raise ModelError(
            f"embedder {embedder.name!r}: what meets a wish is no more alike to it than what does not",
            hint="Its vectors say nothing about these concepts; check the model, or use another one.",
            values={"embedder": embedder.name},
        )
    fits = {
        type: _fitted(own.blended_with(everything), hidden_share, precision) or overall
        for type, own in fit.items()
        if type
    }
    fits = {OTHER_TYPES: overall, **fits}
    lines = [_line(type, fit, measured.get(type), hidden_share) for type, fit in fits.items()]
    record = made(concepts, everything.pairs + held_out.pairs, lines[0], precision)
    panels = (
        Panel(
            title="Where it says so, is it so?",
            across="probability by the curve",
            up="found to meet the wish",
            series=(
                Series(name="all types, unseen concepts", points=_reliable(overall, held_out.spread, hidden_share)),
            ),
            diagonal=True,
        ),
        passing_panel(held_out.spread, SIMILARITY, "similarity", {"threshold": overall.bar}),
    )
    return Calibration(
        file=LikenessFile(
            kind="likeness",
            embedder=embedder.name,
            made=record,
            curves={type or DEFAULT: CurveTable(slope=one.slope, offset=one.offset) for type, one in fits.items()},
            thresholds={type or DEFAULT: one.threshold for type, one in fits.items()},
        ),
        made=record,
        lines=tuple(lines),
        panels=panels,
        notes=unreached([type or DEFAULT for type, one in fits.items() if one.bar is None], precision, "likeness"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fit:
    """The table entry of one type, rounded as in the file."""

    slope: float
    offset: float
    bar: float | None
    """The similarity from which on the wanted precision is reached; None if it never is."""
    least: float
    """The similarity from which on the curve was fitted."""

    @property
    def threshold(self) -> float:
        if self.bar is None:
            return NEVER
        # Rounded down, so that a similarity right at the threshold passes.
        probability = float(curve(np.array(self.bar), self.slope, self.offset))
        return min(max(math.floor(probability * 1e4) / 1e4, 1 - SURE), SURE)


def _fitted(spread: Spread, hidden_share: Numbers, precision: float) -> _Fit | None:
    """The fit; None if more similar phrases are not more likely to meet."""
    right, wrong = _masses(spread, hidden_share)
    least = _conceivable(right, wrong)
    there = SIMILARITY.centres >= least
    slope, offset = logistic(SIMILARITY.centres[there], right[there], wrong[there])
    if not 0.01 < slope < STEEPEST:
        return None
    bar = lowest_with(precision, right, wrong, SIMILARITY, least=least)
    return _Fit(slope=round(slope, 2), offset=round(offset, 2), bar=bar, least=least)


def _conceivable(right: Numbers, wrong: Numbers) -> float:
    """The lowest similarity from which on at least the share `CONCEIVABLE` meets."""
    above = np.cumsum((right + wrong)[::-1])[::-1]
    often = (np.cumsum(right[::-1])[::-1] >= CONCEIVABLE * above) & (above > 0)
    return float(SIMILARITY.centres[int(np.argmax(often))])


def _masses(spread: Spread, hidden_share: Numbers) -> tuple[Numbers, Numbers]:
    """The mass of a corpus that meets a wish, and that would pass wrongly, in each bin."""
    strangers = PRIOR.strangers * spread.stranger
    right = PRIOR.met * spread.met + strangers * hidden_share
    wrong = PRIOR.near * spread.silent + PRIOR.refuted * spread.unsaid + strangers * (1 - hidden_share)
    return right, wrong


def _line(type: TypeName, fit: _Fit, found: Counted | None, hidden_share: Numbers) -> Line:
    fitted = {"slope": fit.slope, "offset": fit.offset, "threshold": fit.threshold, "similarity": fit.bar}
    figures: dict[str, float | None] = dict.fromkeys(("ECE", "Brier", "precision", "recall", "hits", "refuted"))
    if found is not None and found.concepts >= MEASURED_FROM:
        right, wrong = _masses(found.spread, hidden_share)
        recall = passing(found.spread.met, SIMILARITY, fit.bar)
        figures = {
            "ECE": calibration_error(_reliable(fit, found.spread, hidden_share)),
            "Brier": _brier(fit, right, wrong),
            "precision": share_right(right, wrong, SIMILARITY, fit.bar),
            "recall": recall,
            "hits": round(recall * found.met),
            "refuted": passing(found.spread.refuted, SIMILARITY, fit.bar),
        }
    return Line(type=type or "all", fitted=fitted, pairs=found.pairs if found else 0, figures=figures)


def _reliable(fit: _Fit, spread: Spread, hidden_share: Numbers) -> Points:
    """The reliability in bins of the probability, where the curve was fitted."""
    right, wrong = _masses(spread, hidden_share)
    there = SIMILARITY.centres >= fit.least
    return reliability(curve(SIMILARITY.centres[there], fit.slope, fit.offset), right[there], wrong[there])


def _brier(fit: _Fit, right: Numbers, wrong: Numbers) -> float | None:
    there = SIMILARITY.centres >= fit.least
    predicted = curve(SIMILARITY.centres[there], fit.slope, fit.offset)
    total = float((right + wrong)[there].sum())
    return float((right[there] * (1 - predicted) ** 2 + wrong[there] * predicted**2).sum()) / total if total else None
