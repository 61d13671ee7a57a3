"""Training batches: concepts with some of their texts, and whole scenes."""

from __future__ import annotations

import random
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from numpy.typing import NDArray
from torch import Tensor

from concepts import MET, SILENT, Concept, Scene
from texts import Texts
from wording import is_stated, vaguely

JOINTS = (", ", " and ", ". ", " - ")
"""Separators between two statements of a listing in one sentence."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Batch:
    """Wishes and phrases by text id, and the labels of their pairs."""

    wishes: Tensor
    phrases: Tensor
    own: Tensor
    """(wishes, phrases): whether both belong to one concept, or to one scene."""
    labels: Tensor
    """(wishes, phrases): the index of the kind; pairs of different concepts count as silent."""


class Sampler:
    """Draws batches of concepts; each concept is drawn once per round, except neighbours and
    extras."""

    def __init__(self, concepts: Sequence[Concept], texts: Texts, options: Namespace) -> None:
        self.concepts, self.texts, self.options = concepts, texts, options
        self.wishes = [[texts.add(text) for text in concept.wishes] for concept in concepts]
        self.phrases = [[[texts.add(text) for text in kind] for kind in concept.phrases] for concept in concepts]
        self.groups = groups_of(concepts)
        self.joined = joined(concepts, texts, options.seed) if options.join else []
        self.vague = [[texts.add(vaguely(text, concept.language)) for text in concept.wishes] for concept in concepts]
        self.stated = [[texts.add(text) for text in concept.wishes if is_stated(text)] for concept in concepts]
        self.neighbours: NDArray[Any] | None = None
        """For each concept, those most easily mistaken for it; None until the judge has learned
        something."""
        self.queue: list[int] = []
        self.random = random.Random(options.seed)

    def next(self) -> int:
        """Returns the next concept of the round."""
        if not self.queue:
            self.queue = list(range(len(self.concepts)))
            # Indonesian is drawn more often: there is less of it.
            extra = [at for at in self.queue if self.concepts[at].language == "id"]
            self.queue += self.random.sample(extra, int(len(extra) * self.options.indonesian))
            self.random.shuffle(self.queue)
        return self.queue.pop()

    def concepts_of_batch(self) -> list[int]:
        """Returns the concepts of one batch: some similar ones, then the next of the round."""
        size = self.options.batch
        # A dict, because it keeps the order of selection.
        chosen: dict[int, None] = {}
        if self.neighbours is None:
            weighted = [key for key, members in self.groups.items() for _ in members]
            group = self.groups[self.random.choice(weighted)]
            chosen |= dict.fromkeys(self.random.sample(group, min(len(group), size // 2)))
        else:
            while len(chosen) < int(size * self.options.near):
                seed = self.next()
                around = self.random.sample(list(self.neighbours[seed]), self.options.around)
                chosen |= dict.fromkeys([seed, *map(int, around)])
        while len(chosen) < size:
            chosen[self.next()] = None
        return list(chosen)

    def draw(self, concepts: Sequence[int]) -> Batch:
        """Draws wishes and phrases of these concepts; each may be replaced by a variant at
        random."""
        wishes, wish_of, phrases, phrase_of, kinds = [], [], [], [], []
        for at, concept in enumerate(concepts):
            for wish in self._some_wishes(concept):
                wishes.append(wish)
                wish_of.append(at)
            for phrase, kind in self._some_phrases(concept):
                phrases.append(phrase)
                phrase_of.append(at)
                kinds.append(kind)
        tensor = self.texts.tensor
        own = tensor(wish_of)[:, None] == tensor(phrase_of)[None, :]
        labels = torch.where(own, tensor(kinds)[None, :], SILENT)
        return Batch(wishes=tensor(wishes), phrases=tensor(phrases), own=own, labels=labels)

    def _some_wishes(self, concept: int) -> list[int]:
        found = []
        for k in self._some(self.wishes[concept], self.options.wishes):
            vague = self.random.random() < self.options.vague
            found.append((self.vague if vague else self.wishes)[concept][k])
        return found

    def _some_phrases(self, concept: int) -> list[tuple[int, int]]:
        found = []
        for kind, texts in enumerate(self.phrases[concept]):
            for k in self._some(texts, self.options.phrases):
                join = self.joined and self.random.random() < self.options.join
                text = self.joined[concept][kind][k] if join else texts[k]
                if kind == MET and self.stated[concept] and self.random.random() < self.options.stated:
                    text = self.random.choice(self.stated[concept])
                found.append((text, kind))
        return found

    def _some(self, texts: Sequence[int], count: int) -> list[int]:
        return self.random.sample(range(len(texts)), min(count, len(texts)))


def groups_of(concepts: Sequence[Concept]) -> dict[str, list[int]]:
    """Groups concepts by language and field; homes, the largest field, also by claim type."""
    groups: dict[str, list[int]] = {}
    for at, concept in enumerate(concepts):
        groups.setdefault(_group(concept), []).append(at)
    return groups


def _group(concept: Concept) -> str:
    about = concept.field if concept.field != "homes" else f"homes {concept.type}"
    return f"{concept.language} {about}"


def joined(concepts: Sequence[Concept], texts: Texts, seed: int) -> list[list[list[int]]]:
    """Joins each phrase with a silent one: listings state several things in one sentence."""
    chance, groups = random.Random(seed), groups_of(concepts)
    made = []
    for at, concept in enumerate(concepts):
        near = [other for other in groups[_group(concept)] if other != at] or [at]
        rows = []
        for kind in concept.phrases:
            row = []
            for text in kind:
                other = chance.choice(concepts[chance.choice(near)].phrases[SILENT])
                parts = [text, other] if chance.random() < 0.5 else [other, text]
                row.append(texts.add(chance.choice(JOINTS).join(parts)))
            rows.append(row)
        made.append(rows)
    return made


class SceneSampler:
    """Draws batches of whole small listings: every clause against every wish, mostly silent."""

    def __init__(self, scenes: Sequence[Scene], texts: Texts, options: Namespace) -> None:
        self.texts, self.count = texts, options.scenes
        self.rows = [
            ([texts.add(text) for text in scene.wishes], [texts.add(text) for text in scene.clauses], scene.labels)
            for scene in scenes
        ]
        self.random = random.Random(options.seed)

    def draw(self) -> Batch:
        """Draws some scenes; clauses of one scene count as silent for the wishes of another."""
        chosen = self.random.sample(self.rows, min(self.count, len(self.rows)))
        tensor = self.texts.tensor
        wishes = tensor([text for wishes, _, _ in chosen for text in wishes])
        clauses = tensor([text for _, clauses, _ in chosen for text in clauses])
        own = torch.zeros((len(wishes), len(clauses)), dtype=torch.bool, device=self.texts.device)
        labels = torch.full(own.shape, SILENT, device=self.texts.device)
        top = left = 0
        for its_wishes, its_clauses, its_labels in chosen:
            block = (slice(top, top + len(its_wishes)), slice(left, left + len(its_clauses)))
            own[block] = True
            labels[block] = tensor(its_labels)
            top, left = block[0].stop, block[1].stop
        return Batch(wishes=wishes, phrases=clauses, own=own, labels=labels)
