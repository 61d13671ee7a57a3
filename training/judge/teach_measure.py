"""Measures the effect of teaching without training, and shows how the limits of the vote were
chosen.

    python training/judge/teach_measure.py [--embedder NAME …] [--cache FILE] [--log training/judge/teach.log]

Unseen concepts are taught with two wishes and half of their phrases; the other wishes are then
asked about the other half. Half of the concepts are used to choose the rule, the other half to
report. Strangers are phrases of other concepts in the same language, which mostly say nothing: a
vote for one counts as wrong, although some are right.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import concepts as data
from claimtree.model.judging import Says, chances
from claimtree.model.voting import JUDGED, NO_VOTE, WORDS_ONLY, VoteRule, Votes, asked_share, lift
from claimtree.models.open import open_embedder
from claimtree.ports import Embedder, Judge
from claimtree.search.apply_taught import MEANT

STRANGERS = 300
TAUGHT_WISHES = 2
BAR = 0.9
"""The chance from which on a judge's verdict counts as shown."""
SILENCE = 3.0
"""Added to the logit of silence for the precision among strangers: a corpus is mostly silent."""
GRID = {
    "near": (0.4, 0.5, 0.6),
    "steepness": (3.0, 4.0, 6.0, 8.0),
    "strength": (2.0, 3.0, 4.0, 6.0),
}


@dataclass(frozen=True, eq=False, kw_only=True)
class Lesson:
    """One concept: the part that is taught, and the part that is asked."""

    language: str
    taught_wishes: tuple[str, ...]
    asked_wishes: tuple[str, ...]
    taught: tuple[tuple[str, int], ...]
    asked: tuple[tuple[str, int], ...]
    """Phrases with their kind."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Case:
    """A lesson as arrays: rows are the asked phrases, then the strangers."""

    truth: NDArray[np.int8]
    own: int
    """Number of rows that are phrases of the concept; the rest are strangers."""
    similarity: NDArray[np.float32]
    labels: NDArray[np.int8]
    logits: NDArray[np.float32] | None
    """(asked wishes, rows, 3); None without a judge."""
    wished: NDArray[np.float32] | None
    """(rows, 3): the mean over the taught wishes."""

    def moved(self, rule: VoteRule | None, *, wishes: bool = True) -> NDArray[np.float32]:
        """Returns the logits after teaching; `wishes`: whether the taught wishes count."""
        assert self.logits is not None
        assert self.wished is not None
        votes = Votes(
            says=np.full(len(self.truth), NO_VOTE, np.int8),
            lift=lift(self.similarity, self.labels, rule or WORDS_ONLY),
            wished=self.wished if wishes else None,
            asked=asked_share(TAUGHT_WISHES),
        )
        return np.stack([votes.moved(each) for each in self.logits])


def lessons(found: Iterable[data.Concept]) -> list[Lesson]:
    made = []
    for concept in found:
        wishes = sorted(concept.wishes, key=lambda text: data.share(f"{concept.id} {text}"))
        taught: list[tuple[str, int]] = []
        asked: list[tuple[str, int]] = []
        for kind, texts in enumerate(concept.phrases):
            order = sorted(texts, key=lambda text: data.share(f"{concept.id} {text}"))
            half = (len(order) + 1) // 2
            taught += [(text, kind) for text in order[:half]]
            asked += [(text, kind) for text in order[half:]]
        made.append(
            Lesson(
                language=concept.language, taught=tuple(taught), asked=tuple(asked),
                taught_wishes=tuple(wishes[:TAUGHT_WISHES]), asked_wishes=tuple(wishes[TAUGHT_WISHES:]),
            )
        )  # fmt: skip
    return made


def cases(found: Sequence[Lesson], embedder: Embedder) -> list[Case]:
    texts = sorted({text for each in found for text, _ in (*each.taught, *each.asked)})
    at = {text: row for row, text in enumerate(texts)}
    vectors = embedder.embed(texts)
    made = []
    for number, lesson in enumerate(found):
        others = [text for each in found if each is not lesson and each.language == lesson.language
                  for text, _ in each.asked]  # fmt: skip
        strangers = sorted(set(others), key=lambda text: data.share(f"{number} {text}"))[:STRANGERS]
        rows = [text for text, _ in lesson.asked] + strangers
        held = vectors.take([at[text] for text in rows])
        labelled = vectors.take([at[text] for text, _ in lesson.taught])
        logits = wished = None
        if isinstance(embedder, Judge):
            asked, taught = (
                embedder.judge(embedder.embed(list(texts))).logits(held).transpose(1, 0, 2)
                for texts in (lesson.asked_wishes, lesson.taught_wishes)
            )
            logits, wished = asked, taught.mean(0)
        made.append(
            Case(
                truth=np.array([kind for _, kind in lesson.asked] + [Says.NOTHING] * len(strangers), np.int8),
                own=len(lesson.asked), similarity=held.similarity(labelled),
                labels=np.array([kind for _, kind in lesson.taught], np.int8), logits=logits, wished=wished,
            )
        )  # fmt: skip
    return made


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Figures over all wishes and phrases of some cases."""

    three_way: float
    """On the concept's own phrases, with equal weight per kind."""
    precision: float
    """Of what is shown as met or refuted, own phrases and strangers together."""
    shown: float
    """Recall of what is met or refuted, at the same bar."""

    def __str__(self) -> str:
        return f"three-way {self.three_way:.3f}, shown: precision {self.precision:.3f}, recall {self.shown:.3f}"


def judged(found: Sequence[Case], rule: VoteRule | None, *, wishes: bool = True) -> Figures:
    right = np.zeros(3)
    total = np.zeros(3)
    correct = shown = wanted = 0
    for case in found:
        moved = case.moved(rule, wishes=wishes)
        said = moved[:, : case.own].argmax(-1)
        for kind in Says:
            mine = case.truth[: case.own] == kind
            right[kind] += (said[:, mine] == kind).sum()
            total[kind] += said[:, mine].size
        sure = chances(moved, silence=SILENCE)
        winner = sure.argmax(-1)
        counts = (winner != Says.NOTHING) & (sure.max(-1) >= BAR)
        correct += int((counts & (winner == case.truth)).sum())
        shown += int(counts.sum())
        wanted += int((case.truth != Says.NOTHING).sum()) * len(moved)
    return Figures(
        three_way=float((right / total).mean()), precision=correct / max(shown, 1), shown=correct / max(wanted, 1)
    )


def nearest(found: Sequence[Case], *, least: float) -> tuple[float, float, int]:
    """Returns the share of own phrases with a labelled one at least this near, how often its label
    is right, and the number of votes on strangers."""
    close = same = rows = foreign = 0
    for case in found:
        best = case.similarity.argmax(1)
        near = case.similarity.max(1) >= least
        own = near[: case.own]
        rows += case.own
        close += int(own.sum())
        same += int((case.labels[best[: case.own]] == case.truth[: case.own])[own].sum())
        foreign += int((near[case.own :] & (case.labels[best[case.own :]] != Says.NOTHING)).sum())
    return close / rows, same / max(close, 1), foreign


def alike(found: Sequence[Lesson], embedder: Embedder) -> Iterable[str]:
    """Yields, per threshold, how many reworded wishes match a taught one, and how many of these the
    right one."""
    taught = [(text, at) for at, lesson in enumerate(found) for text in lesson.taught_wishes]
    asked = [(text, at) for at, lesson in enumerate(found) for text in lesson.asked_wishes]
    old, new = (embedder.embed([text for text, _ in texts]) for texts in (taught, asked))
    similarity = new.similarity(old)
    if isinstance(embedder, Judge):
        # As in `search.apply_taught`: each of the two has to meet the other.
        forth = chances(embedder.judge(new).logits(old))[..., Says.MEETS].T
        back = chances(embedder.judge(old).logits(new))[..., Says.MEETS]
        similarity = np.where(np.minimum(forth, back) >= MEANT, similarity, -1.0)
    owner, mine = np.array([at for _, at in taught]), np.array([at for _, at in asked])
    right = owner[similarity.argmax(1)] == mine
    for least in (0.7, 0.8, 0.85, 0.9):
        taken = similarity.max(1) >= least
        yield f"  from {least:.2f} on: {taken.mean():.3f}, right {right[taken].mean() if taken.any() else 0:.3f}"


def chosen(found: Sequence[Case]) -> tuple[VoteRule, Figures]:
    """Returns the rule with the highest recall among those whose precision exceeds the untaught
    judge's by 0.05."""
    least = judged(found, None, wishes=False).precision + 0.05
    tried = []
    for near, steepness, strength in itertools.product(*GRID.values()):
        rule = VoteRule(wish=JUDGED.wish, near=near, steepness=steepness, strength=strength)
        figures = judged(found, rule)
        if figures.precision >= least:
            tried.append((figures.shown, rule, figures))
    return max(tried, key=lambda each: each[0])[1:]


def report(embedder: Embedder) -> Iterable[str]:
    held = [concept for concept in data.load() if concept.held_out]
    choosing = lessons(each for each in held if data.share(f"teach {each.id}") < 0.5)
    reported = lessons(each for each in held if data.share(f"teach {each.id}") >= 0.5)
    yield f"embedder {embedder.name}; {len(choosing)} concepts choose the rule, {len(reported)} are reported below"
    first, second = cases(choosing, embedder), cases(reported, embedder)
    yield "the nearest labelled phrase alone: how many have one, and how often it has the right label"
    for least in (0.5, 0.6, 0.7, 0.8, 0.85, 0.9):
        share, right, foreign = nearest(second, least=least)
        yield f"  from {least:.2f} on: {share:.3f} of the phrases, label right {right:.3f}; {foreign} strangers"
    yield "a wish in other words, among all taught wishes: taken for one of them, and for the right one"
    yield from alike(reported, embedder)
    if not isinstance(embedder, Judge):
        return
    rule, there = chosen(first)
    yield f"met or refuted are shown from a chance of {BAR} on, silence lifted by {SILENCE}"
    yield f"  judge alone:               {judged(second, None, wishes=False)}"
    yield f"  + labelled phrases:        {judged(second, JUDGED, wishes=False)}"
    yield f"  + taught wishes:           {judged(second, None)}"
    yield f"  + both, as shipped:        {judged(second, JUDGED)}"
    yield f"  + both, as the first half chooses: {judged(second, rule)}"
    yield f"the first half chooses {rule}, and has {there} with it"
    for language in ("en", "id"):
        part = [case for case, lesson in zip(second, reported, strict=True) if lesson.language == language]
        yield f"{language}: judge alone {judged(part, None, wishes=False)}; as shipped {judged(part, JUDGED)}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--embedder", nargs="+", default=["bge-small", "claimtree-small-3"])
    options.add_argument("--cache", type=Path, help="where vectors are kept between runs")
    options.add_argument("--log", type=Path)
    given = options.parse_args()
    lines: list[str] = []
    for name in given.embedder:
        lines += [*report(open_embedder(name, cache=given.cache)), ""]
    sys.stdout.write("\n".join(lines))
    if given.log is not None:
        given.log.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
