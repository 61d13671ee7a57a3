"""Fits the costs by which names of people are compared, and measures them on families never seen.

    python training/person_names/fit.py ../shared/data/gedcom --out src/claimtree/person_names/costs.toml

The probability is a product of factors, one for each feature of `claimtree.person_names.compare`;
its logarithm is a sum of costs, which is fitted by maximum likelihood with a small penalty. (A sum of
logits fits worse: a middle name left out says little more once the given name is an initial.) Pairs
are split by family name: those whose family name falls into the held-out fifth are measured on.
A pair is compared in several readings, of which the likeliest counts, so fitting alternates: choose
the reading by the costs, fit the costs, four times.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent))

from pairs import Pair, pairs, people  # type: ignore[import-not-found]  # beside this file

from claimtree.calibration.measures import calibration_error, reliability
from claimtree.person_names.compare import comparisons, fitted_costs
from claimtree.person_names.parse import parse

ROUNDS = 4
SWEEPS = 150
PENALTY = 0.02
LEAST = 1e-4
"""No pair of names is certain."""
HELD_OUT = 5
"""Every so many families are held out."""


def is_held_out(pair: Pair) -> bool:
    return hashlib.blake2b(pair.family.encode(), digest_size=2).digest()[0] % HELD_OUT == 0


def readings(pair: Pair) -> list[frozenset[str]]:
    return [one.features for one in comparisons(parse(pair.one), parse(pair.other))]


def matrix(chosen: Sequence[frozenset[str]], names: Sequence[str]) -> NDArray[np.float64]:
    at = {name: i for i, name in enumerate(names)}
    rows = np.zeros((len(chosen), len(names)))
    rows[:, 0] = 1.0
    for row, features in zip(rows, chosen, strict=True):
        row[[at[feature] for feature in features if feature in at]] = 1.0
    return rows


def fit(rows: NDArray[np.float64], same: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the cost of each feature by maximum likelihood: no cost is negative, since no difference makes one
    person likelier. The loss is convex, so going through the costs one at a time finds the least."""
    costs = np.full(rows.shape[1], 0.1)
    found = [np.flatnonzero(column) for column in rows.T]
    total = rows @ costs
    for _ in range(SWEEPS):
        for i, here in enumerate(found):
            gone = np.exp(-total[here])
            odds = np.where(same[here] > 0, 0.0, gone / (1 - gone))
            slope = (same[here] - odds).sum() + PENALTY * costs[i]
            curve = (odds * (1 + odds)).sum() + PENALTY
            step = np.clip(slope / curve, -0.5, 0.5)
            fresh = max(costs[i] - step, LEAST)
            total[here] += fresh - costs[i]
            costs[i] = fresh
    return costs


def chosen_by(costs: dict[str, float], of: Sequence[list[frozenset[str]]]) -> list[frozenset[str]]:
    return [min(some, key=lambda features: sum(costs.get(one, 0.0) for one in features)) for some in of]


def report(title: str, said: NDArray[np.float64], same: NDArray[np.float64]) -> None:
    points = reliability(said, same, 1 - same)
    sys.stdout.write(f"{title}: {len(same)} pairs, ECE {calibration_error(points):.4f}" + "\n")
    for bar in (0.5, 0.9):
        above = said >= bar
        sys.stdout.write(
            f"  from {bar}: precision {same[above].mean():.3f}, recall {same[above].sum() / same.sum():.3f}" + "\n"
        )
    for mean, found, weight in points:
        sys.stdout.write(f"  said {mean:.3f}  found {found:.3f}  pairs {weight:.0f}" + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trees", type=Path, nargs="?", help="a folder of GEDCOM files")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--pairs", type=int, default=30_000)
    parser.add_argument("--misses", action="store_true", help="print the pairs that are told wrongly")
    asked = parser.parse_args()
    known = pairs(people(asked.trees, seed=7), asked.pairs, seed=11)
    of = [readings(pair) for pair in known]
    same = np.array([float(pair.same) for pair in known])
    held = np.array([is_held_out(pair) for pair in known])
    names = ["any pair", *sorted({feature for some in of for features in some for feature in features})]
    costs = dict(fitted_costs())
    for _ in range(ROUNDS):
        rows = matrix(chosen_by(costs, of), names)
        costs = dict(zip(names, fit(rows[~held], same[~held]).tolist(), strict=True))
    rows = matrix(chosen_by(costs, of), names)
    said = np.exp(-rows @ np.array([costs[name] for name in names]))
    report("fitted on", said[~held], same[~held])
    report("held out", said[held], same[held])
    if asked.misses:
        for pair, value, features in sorted(
            zip(known, said, chosen_by(costs, of), strict=True), key=lambda one: one[1]
        ):
            if (value >= 0.5) != pair.same:
                sys.stdout.write(f"{value:.2f} {pair.same!s:5} {pair.one} | {pair.other} {sorted(features)}" + "\n")
    if asked.out is not None:
        lines = [f'"{name}" = {costs[name]:.3f}' for name in names]
        head = "# Written by training/person_names/fit.py: the cost of each feature, -log of its factor.\n[costs]\n"
        asked.out.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
