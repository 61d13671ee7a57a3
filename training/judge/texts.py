"""Texts as rows of numbered word pieces on the device that trains: each is cut once, and known by its number."""

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
"""Pieces of a text that are read in training."""
WORDPIECE = Path(__file__).parents[2] / "src" / "claimtree" / "models" / "wordpiece.py"

Pair = tuple[str, str, int]
"""Wish, phrase, and the number of the kind that the phrase is to the wish."""


class Texts:
    """A growing list of texts; `freeze` turns it into a table once all are there."""

    def __init__(self, pieces: WordPieces, device: str) -> None:
        self.pieces, self.device = pieces, device
        self.known: dict[str, int] = {}
        self.rows: list[list[int]] = []
        self.table: Tensor = torch.zeros(0)
        self.lengths: Tensor = torch.zeros(0)

    def add(self, text: str) -> int:
        """The number of a text, a new one if it is new."""
        if text not in self.known:
            self.known[text] = len(self.rows)
            self.rows.append(self.pieces.numbers(text, LONGEST))
        return self.known[text]

    def freeze(self) -> None:
        """Make the table of all texts so far, filled up with zeros."""
        table = np.zeros((len(self.rows), LONGEST), np.int64)
        for at, row in enumerate(self.rows):
            table[at, : len(row)] = row
        self.table = torch.from_numpy(table).to(self.device)
        self.lengths = (self.table != 0).sum(1)

    def ids(self, at: Tensor) -> Tensor:
        """The pieces of some texts, as wide as the longest of them."""
        return self.table[at][:, : int(self.lengths[at].max())]

    def numbers(self, texts: Iterable[str]) -> Tensor:
        """The numbers of texts that are known."""
        return self.tensor([self.known[text] for text in texts])

    def pairs(self, pairs: Iterable[Pair]) -> tuple[Tensor, Tensor, Tensor]:
        """Wishes, phrases and kinds, a column each."""
        wishes, phrases, kinds = zip(*pairs, strict=True)
        return self.numbers(wishes), self.numbers(phrases), self.tensor(kinds)

    def tensor(self, numbers: object) -> Tensor:
        """Whole numbers, on the device of the table."""
        return torch.tensor(numbers, device=self.device)


def open_pieces(vocabulary: list[str]) -> WordPieces:
    """The package's tokenizer, from its one file: nothing else of the package has to be installed to train."""
    spec = importlib.util.spec_from_file_location("wordpiece", WORDPIECE)
    if spec is None or spec.loader is None:
        raise ImportError(f"no module in {WORDPIECE}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made: WordPieces = module.WordPieces(vocabulary)
    return made
