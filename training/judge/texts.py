"""Texts as rows of token ids on the training device: each is tokenized once, and has a number."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

if TYPE_CHECKING:
    from claimtree.models.wordpiece import WordPieces

LONGEST = 48
"""Maximum number of tokens of a text in training."""
WORDPIECE = Path(__file__).parents[2] / "src" / "claimtree" / "models" / "wordpiece.py"

Pair = tuple[str, str, int]
"""Wish, phrase, and the index of the phrase's kind for the wish."""


class Texts:
    """A growing list of texts; `freeze` turns it into a table when it is complete."""

    def __init__(self, pieces: WordPieces, device: str) -> None:
        self.pieces, self.device = pieces, device
        self.known: dict[str, int] = {}
        self.rows: list[list[int]] = []
        self.table: Tensor = torch.zeros(0)
        self.lengths: Tensor = torch.zeros(0)

    def add(self, text: str) -> int:
        """Returns the number of a text; adds it if it is new."""
        if text not in self.known:
            self.known[text] = len(self.rows)
            self.rows.append(self.pieces.numbers(text, LONGEST))
        return self.known[text]

    def freeze(self) -> None:
        """Builds the table of all texts so far, padded with zeros."""
        table = np.zeros((len(self.rows), LONGEST), np.int64)
        for at, row in enumerate(self.rows):
            table[at, : len(row)] = row
        self.table = torch.from_numpy(table).to(self.device)
        self.lengths = (self.table != 0).sum(1)

    def ids(self, at: Tensor) -> Tensor:
        """Returns the tokens of some texts, cut to the length of the longest."""
        return self.table[at][:, : int(self.lengths[at].max())]

    def numbers(self, texts: Iterable[str]) -> Tensor:
        """Returns the numbers of known texts."""
        return self.tensor([self.known[text] for text in texts])

    def pairs(self, pairs: Iterable[Pair]) -> tuple[Tensor, Tensor, Tensor]:
        """Returns wishes, phrases and kinds as one tensor each."""
        wishes, phrases, kinds = zip(*pairs, strict=True)
        return self.numbers(wishes), self.numbers(phrases), self.tensor(kinds)

    def tensor(self, numbers: object) -> Tensor:
        """Returns a tensor of integers on the device of the table."""
        return torch.tensor(numbers, device=self.device)


def open_pieces(vocabulary: list[str]) -> WordPieces:
    """Returns the package's tokenizer, loaded from its single file, so that training does not need
    the package installed."""
    spec = importlib.util.spec_from_file_location("wordpiece", WORDPIECE)
    if spec is None or spec.loader is None:
        raise ImportError(f"no module in {WORDPIECE}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made: WordPieces = module.WordPieces(vocabulary)
    return made
