"""Speed of encoding phrases, and the cost of judging 200,000 phrases relative to one cosine scan.

Both are CPU time of one thread, the best of several runs, because other load only adds time. The
scanned phrases are random vectors: the time of a scan does not depend on their content.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from claimtree.calibration.halves import Split
from claimtree.model.judging import Bars
from claimtree.model.phrases import Vectors
from claimtree.ports import Judge
from claimtree.search.judged_rows import judged_edges
from evals.scores import Figure

PHRASES = 200_000
ENCODED = 1_000
ROUNDS = 5
MOST_RATIO = 3.0
LEAST_RATE = 500.0


def judge_figures(judge: Judge, texts: Sequence[str]) -> Iterator[Figure]:
    """Yields the phrases encoded per second (clauses of these texts), and the ratio of the two
    scans."""
    phrases = [clause for text in texts for part in text.split(".") for clause in part.split(",") if clause.strip()]
    phrases = phrases[:ENCODED]
    wish = judge.embed(["quiet street"])
    seconds = _least(lambda: judge.embed(phrases))
    yield _figure("encoding", "phrases encoded, one core", "a second", len(phrases) / seconds, len(phrases), LEAST_RATE)
    rows = np.random.default_rng(0).normal(size=(PHRASES, judge.dimensions)).astype(np.float32)
    corpus, wanted = Vectors.from_floats(rows), judge.judge(wish)
    plain = _least(lambda: corpus.similarity(wish))
    silence, least = np.zeros(1, np.float32), np.array([Bars().least])
    three = _least(lambda: judged_edges(wanted.logits(corpus), silence=silence, least=least))
    yield _figure(
        "judging", f"a wish against {PHRASES:,} phrases, beside one cosine", "times", three / plain, PHRASES,
        MOST_RATIO, at_most=True,
    )  # fmt: skip


def _figure(key: str, title: str, unit: str, value: float, count: int, bar: float, *, at_most: bool = False) -> Figure:
    return Figure(
        key=key, title=title, measure="best", values={Split.ALL.value: value}, counts={Split.ALL.value: count}, bar=bar,
        unit=unit, at_most=at_most,
    )  # fmt: skip


def _least(work: Callable[[], object]) -> float:
    work()
    spent = []
    for _ in range(ROUNDS):
        started = time.process_time()
        work()
        spent.append(time.process_time() - started)
    return max(min(spent), 1e-9)
