"""Trains the judge, and measures it on unseen concepts.

    python training/judge/train.py --start bge.npz --vocabulary vocab.txt --out DIR

writes DIR/judge.npz (float16), DIR/words.txt (the words added to the vocabulary) and
DIR/figures.json. A GPU takes minutes; without one it runs on the CPU, where ten steps show that
everything works (--steps 10 --batch 16).

A step takes a batch of concepts with some of their texts (batches.py) and some scenes, and adds up
the losses of losses.py. Part of each batch is concepts with their nearest neighbours, found with
the model itself during training, because similar strangers teach more. The weights are averaged
exponentially during training, and the average is saved.
"""

from __future__ import annotations

import copy
import math
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

sys.path.append(str(Path(__file__).parents[1]))

from batches import Sampler, SceneSampler
from concepts import FOLDER, Concept, Scene, load, load_file, load_scenes
from glossary import added_words, meant, read_glossary
from losses import concept_loss, parallel_loss, scene_loss
from measure import neighbours
from network import WIDTH, Judge, Teacher, autocast, choose_device, shipped, shipped_vocabulary, start
from options import parsed
from report import report, say
from teacher import teacher_figure, train_teacher
from texts import Texts, open_pieces
from weights.stored import load as load_weights  # importable through the path added above

PARALLEL = 192
"""Number of translated phrase pairs per step."""
NEIGHBOURS = 24
FIRST_NEIGHBOURS, NEW_NEIGHBOURS = 100, 250
"""The step at which neighbours are first computed, and the interval of steps between updates."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Data:
    """All training and evaluation data."""

    concepts: Sequence[Concept]
    scenes: Sequence[Scene]
    words: Sequence[str]
    """The words added to the vocabulary."""
    texts: Texts
    sampler: Sampler
    scene_sampler: SceneSampler
    pairs: Tensor
    """(phrases, 2): Indonesian and English, by the numbers of their texts."""


def read(options: Namespace, device: str) -> tuple[Data, Judge]:
    """Returns the data, and the initial judge, which has an embedding row for every word of it."""
    if options.go_on:
        return read_data(options, device, shipped_vocabulary()), shipped(dropout=options.dropout)
    vocabulary = options.vocabulary.read_text(encoding="utf-8").split("\n")[:-1]
    words = added_words(read_glossary(options.glossary), vocabulary)
    no_rows = np.zeros((len(words), WIDTH), np.float32)
    encoder = start(
        options.start, layers=options.layers, extra=no_rows, pooling=options.pooling, dropout=options.dropout
    )
    table = encoder.words.weight.data
    known = table[: len(vocabulary)].numpy()
    table[len(vocabulary) :] = torch.from_numpy(meant(list(words.values()), open_pieces(vocabulary), known))
    # The head starts the same for every seed, so that several runs can be averaged.
    torch.manual_seed(0)
    return read_data(options, device, vocabulary, list(words)), Judge(encoder)


def read_data(options: Namespace, device: str, vocabulary: list[str], words: Sequence[str] = ()) -> Data:
    """Returns concepts, scenes and translations, with their texts tokenized."""
    texts = Texts(open_pieces([*vocabulary, *words]), device)
    concepts = [*load(), *chain.from_iterable(map(load_file, options.more))]
    scenes = load_scenes(options.scenes_from)
    sampler = Sampler([concept for concept in concepts if not concept.held_out], texts, options)
    scene_sampler = SceneSampler([scene for scene in scenes if not scene.held_out], texts, options)
    for text in chain(*map(words_of, concepts), *((*scene.wishes, *scene.clauses) for scene in scenes)):
        texts.add(text)
    pairs = [*read_pairs(FOLDER / "id_en_parallel.tsv"), *read_glossary(options.glossary)]
    numbers = texts.tensor([[texts.add(text) for text in pair] for pair in pairs])
    texts.freeze()
    return Data(
        concepts=concepts,
        scenes=scenes,
        words=words,
        texts=texts,
        sampler=sampler,
        scene_sampler=scene_sampler,
        pairs=numbers,
    )


def words_of(concept: Concept) -> list[str]:
    """Returns all its texts, including those kept back."""
    return [*concept.wishes, *concept.kept_wishes, *chain(*concept.phrases), *chain(*concept.kept_phrases)]


def read_pairs(file: Path) -> list[Sequence[str]]:
    return [line.split("\t")[:2] for line in file.read_text(encoding="utf-8").splitlines()]


def pace(done: float) -> float:
    """Returns the learning rate as a share of the maximum: rises for a tenth of the run, then a
    cosine."""
    if done < 0.1:
        return 0.04 + 0.96 * done / 0.1
    return 0.5 * (1 + math.cos(math.pi * min(1.0, (done - 0.1) / 0.9)))


def learn(judge: Judge, data: Data, options: Namespace, teacher: Teacher | None, *, began: float) -> Judge:
    """Trains the judge; returns the average of its weights over the run."""
    heads = [parameter for name, parameter in judge.named_parameters() if not name.startswith("encoder.")]
    learning_parts = [parameter for parameter in judge.encoder.parameters() if parameter.requires_grad]
    optimiser = torch.optim.AdamW(
        [{"params": learning_parts, "lr": options.rate}, {"params": heads, "lr": options.head_rate}],
        weight_decay=options.decay,
    )
    average = copy.deepcopy(judge).eval().requires_grad_(False)
    judge.train()
    learning, step, done = time.time(), 0, 0.0
    while done < 1:
        for group, rate in zip(optimiser.param_groups, (options.rate, options.head_rate), strict=True):
            group["lr"] = rate * pace(done)
        if step % NEW_NEIGHBOURS == FIRST_NEIGHBOURS and options.near:
            data.sampler.neighbours = neighbours(judge, data.sampler, data.texts, NEIGHBOURS)
        with autocast(data.texts.device):
            loss = step_loss(judge, data, options, teacher)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(judge.parameters(), 1.0)
        optimiser.step()
        # A plain mean at first, so that the starting weights do not dominate.
        keep = min(options.average, 1 - 1 / (step + 1))
        with torch.no_grad():
            for mean, now in zip(average.parameters(), judge.parameters(), strict=True):
                mean.lerp_(now, 1 - keep)
        step += 1
        done = (time.time() - learning) / options.seconds if options.seconds else step / options.steps
        if step % 100 == 0:
            say(f"step {step} loss {loss.item():.3f} {time.time() - began:.0f} s")
    say(f"{step} steps")
    return average


def step_loss(judge: Judge, data: Data, options: Namespace, teacher: Teacher | None) -> Tensor:
    """Returns the sum of all losses of one step, each on its own batch."""
    texts, sampler = data.texts, data.sampler
    loss = concept_loss(judge, sampler.draw(sampler.concepts_of_batch()), texts, options, teacher)
    if options.scenes:
        loss = loss + options.scene_weight * scene_loss(judge, data.scene_sampler.draw(), texts)
    if options.parallel:
        some = data.pairs[torch.randint(len(data.pairs), (PARALLEL,), device=texts.device)]
        loss = loss + options.parallel * parallel_loss(judge, some, texts)
    return loss


def mean_state(files: Sequence[Path]) -> dict[str, Tensor]:
    """Returns the mean of the weights of several runs."""
    states = [load_weights(file) for file in files]
    # The first runs stored their shift of silence in the same file.
    names = [name for name in states[0] if name != "silence"]
    return {name: torch.from_numpy(np.asarray(np.mean([state[name] for state in states], axis=0))) for name in names}


def main() -> None:
    options = parsed(__doc__)
    options.out.mkdir(parents=True, exist_ok=True)
    began, device = time.time(), choose_device()
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    data, judge = read(options, device)
    judge = judge.to(device)
    torch.manual_seed(options.seed)
    if options.average_of:
        # A run with --go-on leaves out the word embeddings, which are unchanged.
        judge.load_state_dict({**judge.state_dict(), **mean_state(options.average_of)})
        average = judge
    else:
        teacher = None
        if options.teacher:
            teacher = Teacher(copy.deepcopy(judge.encoder)).to(device)
            train_teacher(teacher, data.sampler, data.texts, options)
            figure = teacher_figure(teacher, data.concepts, data.texts)
            say(f"teacher: three-way {figure:.3f} on unseen concepts, {time.time() - began:.0f} s")
        average = learn(judge, data, options, teacher, began=began)
    report(
        average,
        judge,
        concepts=data.concepts,
        scenes=data.scenes,
        texts=data.texts,
        words=data.words,
        options=options,
        seconds=time.time() - began,
    )


if __name__ == "__main__":
    main()
