"""How likely does a phrase meet a wish, given their cosine? Curves and thresholds for the embedder bge-small.

    .venv/bin/python training/calibrate_bge.py ../shared/data/claim-groups/groups.jsonl

writes training/bge-small.toml, whose tables go into a pack. It takes some minutes on one core, and seconds
once the vectors stand in --cache.

Data. The English concepts about homes in claim-groups (lang "en", no "field"): ways to ask for a thing,
phrases that meet it, that refute it, and near misses that say nothing about it. A wish is scanned against
the phrases of its type, as the engine does. What refutes is left out of the fit: with this embedder only
rules refute (SPEC 2.6), so how often it would pass as met is measured as harm instead.

Prior. A corpus is mostly silence. Of what a wish is scanned against we take 2 % to meet it, 0.2 % to be
near misses written to mislead (one for ten that meet; natural ones are among the strangers), and the rest
to be strangers: phrases of other concepts of the same type. These are assumptions, not measurements, and
the result hangs on them: with 3 % near misses and no friends (below), tried first, no cosine reaches
PRECISION at all. The file written ends with the precision under other assumptions.

Friends. Strangers very like a wish often meet it: concepts overlap, and "new bathroom" is a near miss of
one and just what another wants. 200 of them, 40 from each band of similarity and from all concepts, held
out or not, were judged one by one (strangers.tsv) by the language model that wrote this recipe, which saw
the similarity; no person has checked them. The share judged to meet the wish counts as met, the share that
refutes is left out; below the lowest band nobody is taken for a friend. At the thresholds most of what
counts as right is friends.

Fit. Histograms of the cosine as `Vectors.similarity` gives it (so quantisation is included), on 70 % of the
concepts; the figures are of the other 30 %. A type with n concepts borrows from all types as if they were
BORROWED concepts: the rarest type has 27. The curve is fitted where a match is conceivable (FITTED_FROM and
up); left to itself, the mass of silence below would draw it. A threshold is the lowest cosine from which on
precision stays at PRECISION or above.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from claimtree.models.open import open_embedder
from claimtree.ports import Embedder

HERE = Path(__file__).parent
BANDS = (0.80, 0.85, 0.88, 0.91, 0.95, 1.01)
BORROWED = 100
FITTED_FROM = 0.70
PRECISION = 0.90
SHOWN = (0.80, 0.85, 0.88, 0.90, 0.92, 0.94)
NEGATION = re.compile(r"\b(?:no|not|none|never|nothing|without|cannot|non)\b|n't\b", re.IGNORECASE)
EDGES = np.linspace(-1.0, 1.0005, 4002)
CENTRES = (EDGES[:-1] + EDGES[1:]) / 2

Numbers = NDArray[np.float64]
Friends = tuple[Numbers, Numbers]
"""For each bin of the cosine: the share of strangers that meet the wish, and that refute it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prior:
    """What a wish is scanned against: the share that meets it and that of near misses; the rest are strangers."""

    met: float = 0.02
    near: float = 0.002
    friends: bool = True
    """Whether strangers are judged as strangers.tsv says, or all taken as silent."""


PRIOR = Prior()
OTHERS = (
    Prior(near=0.02),
    Prior(near=0.03),
    Prior(met=0.005, near=0.0005),
    Prior(friends=False),
    Prior(near=0.03, friends=False),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """A thing to ask for, in many words."""

    id: str
    type: str
    wish: tuple[str, ...]
    met: tuple[str, ...]
    refuted: tuple[str, ...]
    silent: tuple[str, ...]

    @property
    def held_out(self) -> bool:
        return hashlib.blake2b(self.id.encode(), digest_size=2).digest()[0] < 0.3 * 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """Of all pairs of one kind, the share in each bin of the cosine."""

    met: Numbers
    silent: Numbers
    stranger: Numbers
    refuted: Numbers
    """Of all that refutes."""
    refuted_unsaid: Numbers
    """Of what refutes without a negation word in wish or phrase: no rule catches it."""

    def mixed(self, other: Rates, share: float) -> Rates:
        """This one, with `share` of the other."""
        return Rates(
            **{
                name: (1 - share) * getattr(self, name) + share * getattr(other, name)
                for name in Rates.__dataclass_fields__
            }
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """What goes into the pack for one type; the probability is what the engine compares."""

    slope: float
    offset: float
    threshold: float

    def probability(self, cosine: Numbers) -> Numbers:
        result: Numbers = 1 / (1 + np.exp(-(self.slope * cosine + self.offset)))
        return result

    @property
    def cosine(self) -> float:
        """Where the threshold lies."""
        return float((np.log(self.threshold / (1 - self.threshold)) - self.offset) / self.slope)


def read_concepts(path: Path) -> list[Concept]:
    """The English concepts about homes."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    kinds = ("wish", "met", "refuted", "silent")
    return [
        Concept(id=row["id"], type=row["type"], **{kind: tuple(row[kind]) for kind in kinds})
        for row in rows
        if row["lang"] == "en" and "field" not in row
    ]


def friends(path: Path) -> Friends:
    """For each bin of the cosine: the share of strangers that meet the wish, and that refute it."""
    read: dict[int, list[str]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        verdict, similarity, *_ = line.split("\t")
        read[int(np.searchsorted(BANDS, float(similarity), "right"))].append(verdict)
    band = np.searchsorted(BANDS, CENTRES, "right")
    met, refuted = np.zeros_like(CENTRES), np.zeros_like(CENTRES)
    for number, verdicts in read.items():
        met[band == number] = verdicts.count("met") / len(verdicts)
        refuted[band == number] = verdicts.count("refuted") / len(verdicts)
    return met, refuted


def rates(concepts: Sequence[Concept], embedder: Embedder) -> Rates:
    """Every wish against every phrase of these concepts, which are of one type."""
    wishes = [(wish, number) for number, concept in enumerate(concepts) for wish in concept.wish]
    phrases = [
        (phrase, number, kind)
        for number, concept in enumerate(concepts)
        for kind in ("met", "silent", "refuted")
        for phrase in getattr(concept, kind)
    ]
    cosines = embedder.embed([wish for wish, _ in wishes]).similarity(
        embedder.embed([phrase for phrase, _, _ in phrases])
    )
    own = np.array([n for _, n in wishes])[:, None] == np.array([n for _, n, _ in phrases])[None, :]
    kinds = np.array([kind for _, _, kind in phrases])[None, :]
    said = (
        np.array([bool(NEGATION.search(wish)) for wish, _ in wishes])[:, None]
        | np.array([bool(NEGATION.search(phrase)) for phrase, _, _ in phrases])[None, :]
    )

    def share(pairs: NDArray[np.bool_]) -> Numbers:
        return np.histogram(cosines[pairs], EDGES)[0] / max(int(pairs.sum()), 1)

    return Rates(
        met=share(own & (kinds == "met")),
        silent=share(own & (kinds == "silent")),
        stranger=share(~own),
        refuted=share(own & (kinds == "refuted")),
        refuted_unsaid=share(own & (kinds == "refuted") & ~said),
    )


def masses(rates: Rates, befriended: Friends, prior: Prior = PRIOR) -> tuple[Numbers, Numbers]:
    """How much of a corpus meets a wish and how much is silent about it, in each bin of the cosine."""
    strangers = (1 - prior.met - prior.near) * rates.stranger
    meets, refutes = befriended if prior.friends else (0.0, 0.0)
    right = prior.met * rates.met + strangers * meets
    wrong = prior.near * rates.silent + strangers * (1 - meets - refutes)
    return right, wrong


def fitted(rates: Rates, befriended: Friends) -> Fit:
    """Curve and threshold, rounded as they will stand in the pack."""
    right, wrong = masses(rates, befriended)
    slope, offset = logistic(right, wrong)
    cosine = lowest_with(PRECISION, right, wrong)
    threshold = 1 / (1 + np.exp(-(slope * cosine + offset)))
    return Fit(slope=round(slope, 2), offset=round(offset, 2), threshold=round(float(threshold), 3))


def logistic(right: Numbers, wrong: Numbers) -> tuple[float, float]:
    """The curve of least log loss, by Newton's method."""
    fitted = CENTRES >= FITTED_FROM
    x = np.stack([CENTRES[fitted], np.ones(int(fitted.sum()))], axis=1)
    right, total = right[fitted], (right + wrong)[fitted]
    scale = total.sum()
    weights = np.zeros(2)
    for _ in range(100):
        p = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (right - total * p) / scale
        bend = (x * (total * p * (1 - p))[:, None]).T @ x / scale + 1e-9 * np.eye(2)
        step = np.linalg.solve(bend, slope)
        weights += step / max(1.0, float(np.abs(step).max()) / 5)
    return float(weights[0]), float(weights[1])


def lowest_with(precision: float, right: Numbers, wrong: Numbers) -> float:
    """The lowest cosine, on a grid of hundredths, from which on precision stays at that or above."""
    chosen = 0.99
    for cosine in np.arange(0.99, 0.70, -0.01):
        above = cosine <= CENTRES
        if right[above].sum() < precision * (right[above].sum() + wrong[above].sum()):
            break
        chosen = float(cosine)
    return chosen


def precision(rates: Rates, cosine: float, befriended: Friends, prior: Prior = PRIOR) -> float | None:
    """Of what passes from a cosine on, the share that meets the wish; None when nothing passes."""
    right, wrong = (mass[cosine <= CENTRES].sum() for mass in masses(rates, befriended, prior))
    return float(right / (right + wrong)) if right + wrong else None


def row(name: str, rates: Rates, cosine: float, met_pairs: int, found: float | None) -> str:
    """What passes from a cosine on, by kind."""
    above = cosine <= CENTRES
    met, near, refuted, unsaid, strangers = (
        float(share[above].sum())
        for share in (rates.met, rates.silent, rates.refuted, rates.refuted_unsaid, rates.stranger)
    )
    shown = "        –" if found is None else f"{found:9.3f}"
    return (
        f"# {name:<15} {shown} {met:8.4f} {round(met * met_pairs):6} {near:8.4f} "
        f"{refuted:8.4f} {unsaid:8.4f} {strangers:10.6f}"
    )


HEADING = "precision   recall  pairs     near  refuted   unsaid  strangers"
KEY = """
# Held-out concepts. Precision is among met, silent and strangers, by calibrate_bge.py's prior and friends.
# The other columns are the share of each kind that passes: of what meets (and how many pairs that is), of
# near misses, of what refutes, of what refutes without a negation word, of strangers (friends among them)."""


def tables(name: str, fits: Mapping[str, Fit]) -> Iterator[str]:
    """What goes into a pack."""
    yield f'[curves."{name}"]'
    for type, fit in sorted(fits.items()):
        if not type or fit != fits[""]:
            yield f"{type or chr(34) * 2} = {{ slope = {fit.slope}, offset = {fit.offset} }}"
    yield f'\n[thresholds."{name}"]'
    for type, fit in sorted(fits.items()):
        if type:
            yield f"{type} = {fit.threshold}  # cosine {fit.cosine:.3f}"


def measured(
    fits: Mapping[str, Fit], held_out: Mapping[str, Rates], pairs: Mapping[str, int], befriended: Friends
) -> Iterator[str]:
    """The figures under the tables."""
    yield KEY
    yield f"# {'at threshold':<15} {HEADING}"
    for type, rates in sorted(held_out.items()):
        cosine = fits[type].cosine
        yield row(type or "all", rates, cosine, pairs[type], precision(rates, cosine, befriended))
    yield f"# {'all, at cosine':<15} {HEADING}   P by the curve, and found there"
    everything = held_out[""]
    right, wrong = masses(everything, befriended)
    for low in SHOWN:
        near = (low - 0.01 <= CENTRES) & (low + 0.01 > CENTRES)
        found = right[near].sum() / max(right[near].sum() + wrong[near].sum(), 1e-12)
        said = float(fits[""].probability(np.array(low)))
        yield (
            row(f"{low:.2f}", everything, low, pairs[""], precision(everything, low, befriended))
            + f"   {said:.2f} {found:.2f}"
        )
    yield "# Precision of all at the same threshold, were the assumptions others:"
    for prior in OTHERS:
        other = precision(everything, fits[""].cosine, befriended, prior)
        friends = "friends" if prior.friends else "no friends"
        yield f"#   met {prior.met:.1%}, near misses {prior.near:.2%}, {friends}: {other or 0.0:.3f}"


def by_type(
    concepts: Sequence[Concept], embedder: Embedder, keep: Callable[[Concept], bool]
) -> tuple[dict[str, Rates], dict[str, int]]:
    """Rates of each type, and under "" of all, each type counting by its concepts."""
    groups: dict[str, list[Concept]] = defaultdict(list)
    for concept in concepts:
        if keep(concept):
            groups[concept.type].append(concept)
    counts = {type: len(group) for type, group in groups.items()}
    found = {type: rates(group, embedder) for type, group in groups.items()}
    pooled, seen = found[next(iter(found))], 0
    for type, count in counts.items():
        seen += count
        pooled = pooled.mixed(found[type], count / seen)
    return found | {"": pooled}, counts | {"": len(concepts)}


def met_pairs(concepts: Sequence[Concept]) -> dict[str, int]:
    """How many held-out pairs of a wish and what meets it there are, by type and under "" in all."""
    pairs: dict[str, int] = defaultdict(int)
    for concept in concepts:
        if concept.held_out:
            for type in (concept.type, ""):
                pairs[type] += len(concept.wish) * len(concept.met)
    return pairs


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit curves and thresholds for bge-small.")
    parser.add_argument("groups", type=Path, help="claim-groups' groups.jsonl")
    parser.add_argument("--cache", type=Path, default=None, help="keep the vectors in this file")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    concepts = read_concepts(arguments.groups)
    embedder = open_embedder("bge-small", threads=arguments.threads, cache=arguments.cache)
    befriended = friends(HERE / "strangers.tsv")

    seen, counts = by_type(concepts, embedder, lambda concept: not concept.held_out)
    fits = {
        type: fitted(own if not type else own.mixed(seen[""], BORROWED / (BORROWED + counts[type])), befriended)
        for type, own in seen.items()
    }
    held_out, _ = by_type(concepts, embedder, lambda concept: concept.held_out)
    pairs = met_pairs(concepts)
    lines = [*tables("bge-small", fits), *measured(fits, held_out, pairs, befriended)]

    # Words and little else, so there is no meaning to fit: one steep curve by choice, most words shared.
    chosen = Fit(slope=20.0, offset=-15.0, threshold=0.9)
    plain, _ = by_type(concepts, open_embedder("hashed-256"), lambda concept: concept.held_out)
    lines += ["", *tables("hashed-256", dict.fromkeys(fits, chosen))]
    lines += ["\n# Chosen, not fitted. Precision is not known: friends were judged by the cosine of bge-small."]
    lines += [f"# {'at threshold':<15} {HEADING}", row("all", plain[""], chosen.cosine, pairs[""], None)]
    head = f"# Written by training/calibrate_bge.py, which says how, from {len(concepts)} concepts.\n"
    (HERE / "bge-small.toml").write_text("\n".join([head, *lines, ""]), encoding="utf-8")
    sys.stdout.write("\n".join([*lines, ""]))


if __name__ == "__main__":
    main()
