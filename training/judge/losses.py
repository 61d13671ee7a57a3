"""The training loss: a sum of these parts.

own        cross entropy of met, refuted, silent over the pairs of one concept;
strangers  the same over pairs of different concepts in the batch, which count as silent;
ranking    a softmax that puts what meets a wish above all other phrases of the batch;
scenes     cross entropy over whole small listings, clauses of other listings counting twice;
parallel   Indonesian and English of one phrase above all others of the batch;
taught     with a teacher, the distance from its answer; a stranger that it doubts is silent is
           excluded from the loss.
"""

from __future__ import annotations

from argparse import Namespace

import torch
from torch import Tensor, nn

from batches import Batch
from concepts import MET, SILENT
from network import Judge, Teacher
from teacher import answers
from texts import Texts

OTHER_SCENES = 2.0
"""Weight of clauses of other listings."""
SHARPNESS = 20.0
"""Factor of the cosine in the softmax over translations."""
NEVER = -1e4
"""A logit that is never chosen, and within the range of bfloat16."""


def concept_loss(judge: Judge, batch: Batch, texts: Texts, options: Namespace, teacher: Teacher | None) -> Tensor:
    """Returns the loss of own pairs, strangers, ranking, and of the teacher if there is one."""
    vectors, wanted = judge.phrases(texts.ids(batch.phrases)), judge.wishes(texts.ids(batch.wishes))
    logits = judge.logits(wanted, vectors)
    said = nn.functional.log_softmax(logits, -1)
    loss = -said.gather(-1, batch.labels[..., None])[..., 0]
    total = loss[batch.own].mean()
    excused = torch.zeros_like(batch.own)
    if teacher is not None:
        distance, excused = taught(teacher, batch, logits, said, texts, options.asked)
        total = options.labels * total + options.distil * distance
    total = total + options.strangers * loss[~batch.own & ~excused].mean()
    return total + options.ranking * ranking_loss(logits, batch, excused)


def ranking_loss(logits: Tensor, batch: Batch, excused: Tensor) -> Tensor:
    """Penalises phrases that meet a wish for scoring below all that do not, taken together."""
    score = logits[..., MET] - torch.logsumexp(logits[..., 1:], -1)
    right = batch.own & (batch.labels == MET)
    others = torch.logsumexp(score.masked_fill(right | excused, NEVER), -1)
    return nn.functional.softplus(others[:, None] - score)[right].mean()


def taught(
    teacher: Teacher, batch: Batch, logits: Tensor, said: Tensor, texts: Texts, asked: int
) -> tuple[Tensor, Tensor]:
    """Returns the distance from the teacher's answers, and the strangers that it does not consider
    silent.

    It is asked about the pairs of one concept and, for each wish, about the `asked` strangers that
    the judge scores highest.
    """
    liked = torch.logsumexp(logits[..., :SILENT], -1).masked_fill(batch.own, NEVER).topk(asked, -1).indices
    wish, phrase = batch.own.scatter(-1, liked, True).nonzero(as_tuple=True)
    with torch.no_grad():
        chances = answers(teacher, batch.wishes[wish], batch.phrases[phrase], texts).float().softmax(-1)
    distance = nn.functional.kl_div(said[wish, phrase], chances, reduction="none").sum(-1).mean()
    strange = ~batch.own[wish, phrase]
    excused = torch.zeros_like(batch.own)
    excused[wish[strange], phrase[strange]] = chances[strange, SILENT] < 0.5
    return distance, excused


def scene_loss(judge: Judge, batch: Batch, texts: Texts) -> Tensor:
    """Returns the loss of every clause against every wish."""
    logits = judge.logits(judge.wishes(texts.ids(batch.wishes)), judge.phrases(texts.ids(batch.phrases)))
    labels = batch.labels
    loss = nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="none").view(labels.shape)
    if batch.own.all():
        # A single scene has no other clauses, and the mean of none would be NaN.
        return loss.mean()
    return loss[batch.own].mean() + OTHER_SCENES * loss[~batch.own].mean()


def parallel_loss(judge: Judge, pairs: Tensor, texts: Texts) -> Tensor:
    """Returns the loss of finding each phrase's translation among all of the batch."""
    left, right = judge.phrases(texts.ids(pairs[:, 0])), judge.phrases(texts.ids(pairs[:, 1]))
    likeness, same = left @ right.T * SHARPNESS, torch.arange(len(pairs), device=left.device)
    there, back = (nn.functional.cross_entropy(some, same) for some in (likeness, likeness.T))
    return (there + back) / 2
