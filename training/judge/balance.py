"""Fits how confident a judge should be on pairs of one concept.

Random pairs and scenes have taught it that most pairs are silent. Temperature and a bias shift of
"silent" are fitted on trained concepts in kept-back words, and are then built into the weights.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable

import numpy as np
import torch
from torch import nn

from concepts import SILENT, Concept
from measure import kept_back
from network import Judge
from texts import Texts

TEMPERATURES = np.arange(0.8, 3.01, 0.05)
SHIFTS = np.arange(-4, 2.01, 0.1)


def balanced(judge: Judge, concepts: Iterable[Concept], texts: Texts) -> tuple[float, float]:
    """Returns the temperature and silence shift that minimise the loss on pairs of one concept.

    The kinds are balanced.
    """
    judge.eval()
    logits, kinds = kept_back(judge, concepts, texts)
    best = (math.inf, 1.0, 0.0)
    for temperature in TEMPERATURES:
        for shift in SHIFTS:
            moved = logits / temperature + torch.tensor([0.0, 0.0, shift], device=texts.device)
            loss = nn.functional.cross_entropy(moved, kinds).item()
            best = min(best, (loss, float(temperature), float(shift)))
    return best[1], best[2]


def rebalanced(judge: Judge, temperature: float, shift: float) -> Judge:
    """Returns a copy of the judge with temperature and shift built into its weights."""
    made = copy.deepcopy(judge)
    with torch.no_grad():
        made.scale -= math.log(temperature)
        made.bias /= temperature
        made.bias[SILENT] += shift
    return made
