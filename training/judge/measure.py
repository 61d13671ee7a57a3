"""Measures a judge on unseen concepts, on known ones in new words, and on whole small listings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from batches import Sampler
from concepts import KINDS, MET, REFUTED, SILENT, Concept, Scene
from network import Judge, autocast
from texts import Pair, Texts

TOGETHER = 2048
"""Batch size of texts for inference."""
SURE = 0.9
"""The chance above which a judge's verdict counts as certain."""
BARS = (0.5, 0.7, 0.8, 0.9, 0.95)
BINS = 15
"""Number of bins of the expected calibration error."""

Figures = Mapping[str, Any]


@dataclass(frozen=True, eq=False, kw_only=True)
class Counts:
    """Counts for one group of unseen concepts; the counts of groups can be added."""

    judged: NDArray[np.float64]
    """Pairs of one concept, by kind."""
    judged_right: NDArray[np.float64]
    wishes: float
    average_precision: float
    """Of the phrases that meet a wish among all phrases of the group, summed over the wishes."""
    first_right: float
    meeting: float
    """Pairs in which the phrase meets the wish."""
    met: float
    """Pairs that the judge calls met with certainty."""
    met_right: float
    refuted: float
    refuted_right: float

    def __add__(self, other: Counts) -> Counts:
        return Counts(**{each.name: getattr(self, each.name) + getattr(other, each.name) for each in fields(self)})

    def figures(self) -> Figures:
        recalls = self.judged_right / self.judged
        return {
            "three_way": float(recalls.mean()),
            "ap": self.average_precision / self.wishes,
            "first": self.first_right / self.wishes,
            "recalls": [round(recall, 3) for recall in recalls.tolist()],
            "precision_met_90": self.met_right / max(self.met, 1),
            "recall_met_90": self.met_right / max(self.meeting, 1),
            "precision_refuted_90": self.refuted_right / max(self.refuted, 1),
        }


@torch.no_grad()
def encoded(judge: Judge, at: Tensor, texts: Texts, *, as_wishes: bool = False) -> Tensor:
    """Returns the vectors of texts as phrases, or three vectors each as wishes."""
    encode = judge.wishes if as_wishes else judge.phrases
    with autocast(texts.device):
        return torch.cat([encode(texts.ids(part)).float() for part in at.split(TOGETHER)])


@torch.no_grad()
def neighbours(judge: Judge, sampler: Sampler, texts: Texts, count: int) -> NDArray[Any]:
    """Returns, for each concept, the others that its wishes are most easily mistaken for."""
    was = judge.training
    judge.eval()
    first, second = (encoded(judge, texts.tensor([found[k] for found in sampler.wishes]), texts) for k in (0, 1))
    centre = nn.functional.normalize(first + second, dim=-1)
    likeness = centre @ centre.T
    likeness.fill_diagonal_(-1)
    judge.train(was)
    found: NDArray[Any] = likeness.topk(count, -1).indices.cpu().numpy()
    return found


def measured(judge: Judge, concepts: Sequence[Concept], texts: Texts) -> dict[str, Figures]:
    """Returns the figures on held-out concepts, all and by language and field, and on known ones in
    new words."""
    judge.eval()
    groups: dict[str, list[Concept]] = {}
    for concept in concepts:
        if concept.held_out:
            about = "homes" if concept.field == "homes" else "other"
            groups.setdefault(f"{concept.language} {about}", []).append(concept)
    counts = {group: counted(judge, members, texts) for group, members in groups.items()}
    found = {"all": total(counts.values()).figures()}
    found |= {group: counts[group].figures() for group in sorted(counts)}
    for language in ("en", "id"):
        found[language] = total(some for group, some in counts.items() if group.startswith(language)).figures()
    logits, kinds = kept_back(judge, concepts, texts)
    guess = logits.argmax(-1)
    recalls = [(guess[kinds == kind] == kind).float().mean().item() for kind in range(len(KINDS))]
    found["known"] = {"three_way": float(np.mean(recalls)), "ece": calibration_error(logits.softmax(-1), kinds)}
    return found


def total(counts: Iterable[Counts]) -> Counts:
    first, *others = counts
    return sum(others, start=first)


@torch.no_grad()
def counted(judge: Judge, concepts: Sequence[Concept], texts: Texts) -> Counts:
    """Judges every wish of these concepts against every phrase of them, and counts."""
    wishes = [(at, text) for at, concept in enumerate(concepts) for text in concept.wishes]
    phrases = [
        (at, kind, text)
        for at, concept in enumerate(concepts)
        for kind, found in enumerate(concept.phrases)
        for text in found
    ]
    own = texts.tensor([at for at, _ in wishes])[:, None] == texts.tensor([at for at, _, _ in phrases])[None, :]
    kinds = texts.tensor([kind for _, kind, _ in phrases])
    is_kind = [own & (kinds == kind)[None, :] for kind in range(len(KINDS))]
    vectors = encoded(judge, texts.numbers(text for _, _, text in phrases), texts)
    logits = judge.logits(encoded(judge, texts.numbers(text for _, text in wishes), texts, as_wishes=True), vectors)
    guess, chance = logits.argmax(-1), logits.softmax(-1)
    score = logits[..., MET] - torch.logsumexp(logits[..., 1:], -1)
    hits = is_kind[MET].float().gather(-1, score.argsort(-1, descending=True))
    precision = hits.cumsum(-1) / torch.arange(1, hits.shape[1] + 1, device=texts.device)
    met, refuted = chance[..., MET] > SURE, chance[..., REFUTED] > SURE
    return Counts(
        judged=np.array([of.sum().item() for of in is_kind]),
        judged_right=np.array([((guess == kind) & of).sum().item() for kind, of in enumerate(is_kind)]),
        wishes=len(wishes),
        average_precision=((precision * hits).sum(-1) / hits.sum(-1)).sum().item(),
        first_right=hits[:, 0].sum().item(),
        meeting=is_kind[MET].sum().item(),
        met=met.sum().item(),
        met_right=(met & is_kind[MET]).sum().item(),
        refuted=refuted.sum().item(),
        refuted_right=(refuted & is_kind[REFUTED]).sum().item(),
    )


@torch.no_grad()
def kept_back(judge: Judge, concepts: Iterable[Concept], texts: Texts) -> tuple[Tensor, Tensor]:
    """Returns logits and kinds of the pairs of known concepts in kept-back words."""
    pairs: list[Pair] = [
        (wish, phrase, kind)
        for concept in concepts
        if not concept.held_out
        for wish in concept.kept_wishes
        for kind, found in enumerate(concept.kept_phrases)
        for phrase in found
    ]
    wishes, phrases, kinds = texts.pairs(pairs)
    wanted, vectors = encoded(judge, wishes, texts, as_wishes=True), encoded(judge, phrases, texts)
    return judge.scale.exp() * torch.einsum("wkd,wd->wk", wanted, vectors) + judge.bias, kinds


def calibration_error(chances: Tensor, kinds: Tensor) -> float:
    """Returns the expected calibration error: the gap between confidence and accuracy, over
    bins."""
    sure, correct = chances.max(-1).values, (chances.argmax(-1) == kinds).float()
    bins = (sure * BINS).long().clamp(max=BINS - 1)
    error = 0.0
    for k in range(BINS):
        here = bins == k
        if here.any():
            error += here.float().mean().item() * abs(sure[here].mean().item() - correct[here].mean().item())
    return error


@torch.no_grad()
def scene_figures(judge: Judge, scenes: Iterable[Scene], texts: Texts) -> Figures:
    """Returns precision and recall of what is shown, by bar, for wishes on held-out scenes."""
    judge.eval()
    rows = []
    for scene in scenes:
        wanted = encoded(judge, texts.numbers(scene.wishes), texts, as_wishes=True)
        chance = judge.logits(wanted, encoded(judge, texts.numbers(scene.clauses), texts)).softmax(-1)
        for k, labels in enumerate(scene.labels):
            met, refuted = chance[k, :, MET].max().item(), chance[k, :, REFUTED].max().item()
            # A clause that meets the wish outweighs one that refutes it, and either outweighs
            # silence.
            rows.append((max(met, refuted), MET if met >= refuted else REFUTED, min(labels)))
    settled = sum(label != SILENT for _, _, label in rows)
    found: dict[str, Any] = {"wishes": len(rows)}
    for bar in BARS:
        shown = [(said, label) for sure, said, label in rows if sure >= bar]
        right = sum(said == label for said, label in shown)
        found[f"{bar}"] = [round(right / max(len(shown), 1), 3), round(right / max(settled, 1), 3)]
    return found
