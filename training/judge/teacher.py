"""The teacher, a cross-encoder of wish and phrase: trained first, on the same concepts; then the
judge learns from it.

The shipped model had none: a teacher gained about as much as a higher weight of strangers
(experiments.log).
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable

import torch
from torch import Tensor, nn

from batches import Sampler
from concepts import KINDS, Concept
from network import Teacher, autocast
from report import say
from texts import Texts

TOGETHER = 2048
"""Batch size of pairs for inference."""
DECAY = 0.01
RISING = 0.1
"""The share of the steps in which the learning rate rises."""


def train_teacher(teacher: Teacher, sampler: Sampler, texts: Texts, options: Namespace) -> None:
    """Trains on the pairs of one concept, and a third as many random ones, which mostly count as
    silent."""
    optimiser = torch.optim.AdamW(teacher.parameters(), lr=options.teacher_rate, weight_decay=DECAY)
    # torch divides by zero if the rising part is exactly one step.
    steps = options.teacher if options.teacher * RISING != 1 else options.teacher + 1
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, max_lr=options.teacher_rate, total_steps=steps, pct_start=RISING
    )
    teacher.train()
    for step in range(1, options.teacher + 1):
        batch = sampler.draw(sampler.concepts_of_batch()[: options.batch // 2])
        wish, phrase = batch.own.nonzero(as_tuple=True)
        any_wish, any_phrase = (
            torch.randint(len(numbers), (len(wish) // 3,), device=texts.device)
            for numbers in (batch.wishes, batch.phrases)
        )
        wish, phrase = torch.cat([wish, any_wish]), torch.cat([phrase, any_phrase])
        with autocast(texts.device):
            logits = teacher(texts.ids(batch.wishes[wish]), texts.ids(batch.phrases[phrase])).float()
            loss = nn.functional.cross_entropy(logits, batch.labels[wish, phrase])
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(teacher.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        if step % 200 == 0:
            say(f"teacher step {step} loss {loss.item():.3f}")
    teacher.eval()


def answers(teacher: Teacher, wishes: Tensor, phrases: Tensor, texts: Texts) -> Tensor:
    """Returns the logits of many pairs, row by row."""
    runs = zip(wishes.split(TOGETHER), phrases.split(TOGETHER), strict=True)
    return torch.cat([teacher(texts.ids(some), texts.ids(others)) for some, others in runs])


@torch.no_grad()
def teacher_figure(teacher: Teacher, concepts: Iterable[Concept], texts: Texts) -> float:
    """Returns the balanced three-way accuracy of the teacher on unseen concepts."""
    wishes, phrases, kinds = texts.pairs(
        (wish, phrase, kind)
        for concept in concepts
        if concept.held_out
        for wish in concept.wishes
        for kind, found in enumerate(concept.phrases)
        for phrase in found
    )
    with autocast(texts.device):
        guess = answers(teacher, wishes, phrases, texts).argmax(-1)
    right = [(guess[kinds == kind] == kind).float().mean().item() for kind in range(len(KINDS))]
    return sum(right) / len(right)
