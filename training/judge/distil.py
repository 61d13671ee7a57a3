"""Trains a smaller judge to give the vectors of the shipped one.

    python training/judge/distil.py --layers 6 --texts FILE... --seconds 500 --out DIR

writes DIR/judge.npz, as train.py does, and prints the same figures. The student starts from some layers of the
shipped encoder (every second of them, for six) and keeps its words and its head, so that wishes turn into the same
three vectors and the bars and calibrations that were fitted for the teacher stay meaningful. It needs no labels:

vectors    the cosine between the two vectors of a text;
tokens     the distance between the token vectors of a student's layer and of the teacher's layer at the
           same height, which makes the first minutes count;
verdicts   how far its chances of met, refuted and silent are from the teacher's, over wishes and phrases
           of the same batches that train.py draws.

A text is one of --texts, or of the concepts and scenes, or one made of these: cut short at random, joined to
another, or with some tokens replaced. The teacher labels any of them, so no text has to be seen twice.
"""

from __future__ import annotations

import copy
import sys
import time
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

sys.path.append(str(Path(__file__).parents[1]))

from batches import Batch
from measure import measured, scene_figures
from network import Encoder, Judge, autocast, choose_device, shipped, shipped_vocabulary
from options import parsed
from report import rounded, say
from train import Data, pace, read_data, words_of
from weights.stored import load, save  # importable through the path added above

WIDEST = 64
"""Maximum number of tokens of a training text."""
BUCKETS = (8, 14, 22, 34, WIDEST)
"""Texts of similar length are drawn together: padding costs as much as text."""
TOKENS = 65_536
"""Tokens of a step, padding included."""
CUT_SHORT, JOINED, REPLACED, REPLACED_SHARE = 0.25, 0.2, 0.2, 0.15


def hidden(encoder: Encoder, ids: Tensor) -> list[Tensor]:
    """Returns the token vectors after every layer."""
    mask = ids != 0
    places = torch.arange(ids.shape[1], device=ids.device)
    x = encoder.norm(encoder.words(ids) + encoder.places(places) + encoder.kinds.weight[0])
    found = []
    for layer in encoder.layers:
        x = layer(x, mask[:, None, None, :])
        found.append(x)
    return found


class Pool:
    """Draws texts of similar length, half of them changed at random."""

    def __init__(self, rows: list[list[int]], device: str, seed: int) -> None:
        self.device, self.generator = device, torch.Generator(device).manual_seed(seed)
        self.first, self.last = rows[0][0], rows[0][-1]
        kept = [row[1:-1][: WIDEST - 2] for row in rows if len(row) > 2]
        table = np.zeros((len(kept), WIDEST), np.int64)
        for at, row in enumerate(kept):
            table[at, : len(row)] = row
        self.table = torch.from_numpy(table).to(device)
        self.lengths = (self.table != 0).sum(1)
        self.tokens = self.table[self.table != 0]

    def draw(self, count: int) -> tuple[Tensor, Tensor]:
        """Returns the tokens of some texts without the two special ones, and their lengths."""
        at = self._numbers(len(self.table), count)
        ids, lengths = self.table[at], self.lengths[at]
        chance = torch.rand(count, device=self.device, generator=self.generator)
        # Joined: the start of another text follows.
        other = self._numbers(len(self.table), count)
        place = torch.arange(WIDEST, device=self.device)[None, :]
        behind = self.table[other].gather(1, (place - lengths[:, None]).clamp(0, WIDEST - 1))
        joined = torch.where(place < lengths[:, None], ids, behind)
        is_joined = chance < JOINED
        ids = torch.where(is_joined[:, None], joined, ids)
        lengths = torch.where(is_joined, lengths + self.lengths[other], lengths).clamp(max=WIDEST - 2)
        # Cut short: some tokens from anywhere inside.
        share = torch.rand(count, device=self.device, generator=self.generator)
        start = torch.rand(count, device=self.device, generator=self.generator)
        is_cut = (chance >= JOINED) & (chance < JOINED + CUT_SHORT)
        cut = torch.where(is_cut, (lengths * share).long().clamp(min=1), lengths)
        offset = ((lengths - cut + 1) * start).long()
        ids = ids.gather(1, (place + offset[:, None]).clamp(max=WIDEST - 1))
        lengths = torch.minimum(cut, lengths)
        # Replaced: tokens of other texts.
        drawn = self.tokens[self._numbers(len(self.tokens), count * WIDEST)].view(count, WIDEST)
        few = torch.rand((count, WIDEST), device=self.device, generator=self.generator) < REPLACED_SHARE
        is_replaced = torch.rand(count, device=self.device, generator=self.generator) < REPLACED
        ids = torch.where(few & is_replaced[:, None], drawn, ids)
        return torch.where(place < lengths[:, None], ids, 0), lengths

    def batch(self) -> Tensor:
        """Returns the tokens of texts of one bucket, padded with zeros. Buckets come as often as their texts."""
        ids, lengths = self.draw(16_384)
        weight = torch.rand((), device=self.device, generator=self.generator)
        some = lengths[int(weight * len(lengths))] + 2
        low, high = next((low, high) for low, high in zip((0, *BUCKETS), BUCKETS, strict=False) if low < some <= high)
        inside = ((lengths + 2 > low) & (lengths + 2 <= high)).nonzero()[:, 0][: TOKENS // high]
        ids, lengths = ids[inside], lengths[inside]
        whole = torch.zeros((len(ids), high), dtype=torch.long, device=self.device)
        whole[:, 0] = self.first
        whole[:, 1:-1] = ids[:, : high - 2]
        return whole.scatter(1, (lengths + 1)[:, None], self.last)

    def _numbers(self, end: int, count: int) -> Tensor:
        return torch.randint(end, (count,), device=self.device, generator=self.generator)


def token_loss(student: Judge, teacher: Judge, ids: Tensor, heights: list[int]) -> tuple[Tensor, Tensor]:
    """Returns the loss of the vectors, and that of the tokens below them."""
    with torch.no_grad():
        right = hidden(teacher.encoder, ids)
    got = hidden(student.encoder, ids)
    vectors = 1 - functional.cosine_similarity(got[-1][:, 0].float(), right[-1][:, 0].float(), dim=-1)
    mask = (ids != 0)[..., None]
    below = [
        ((got[at].float() - right[height].float()) ** 2 * mask).sum() / mask.sum() / got[at].shape[-1]
        for at, height in enumerate(heights[:-1])
    ]
    return vectors.mean(), torch.stack(below).mean()


def verdict_loss(student: Judge, teacher: Judge, batch: Batch, data: Data) -> Tensor:
    """Returns the distance of the student's chances from the teacher's: half of it over pairs of one concept."""
    wishes, phrases = data.texts.ids(batch.wishes), data.texts.ids(batch.phrases)
    with torch.no_grad():
        right = teacher.logits(teacher.wishes(wishes), teacher.phrases(phrases)).float().log_softmax(-1)
    got = student.logits(student.wishes(wishes), student.phrases(phrases)).float().log_softmax(-1)
    distance = (right.exp() * (right - got)).sum(-1)
    strange = distance[~batch.own]
    return distance[batch.own].mean() + 2 * (strange.mean() if len(strange) else 0)


def learn(student: Judge, teacher: Judge, data: Data, pool: Pool, options: Namespace, began: float) -> Judge:
    """Returns the average of the student's weights over the end of the run."""
    heights = heights_of(options.layers)
    learning = [value for name, value in student.named_parameters() if name.startswith("encoder.layers.")]
    for name, value in student.named_parameters():
        value.requires_grad_(name.startswith("encoder.layers."))
    optimiser = torch.optim.AdamW(learning, lr=options.rate, weight_decay=0.01, betas=(0.9, 0.98))
    average, started, step, done = copy.deepcopy(student).eval(), time.time(), 0, 0.0
    student.eval()  # no dropout: the teacher has no noise either
    while done < 1:
        for group in optimiser.param_groups:
            group["lr"] = options.rate * pace(done)
        with autocast(data.texts.device):
            vectors, tokens = token_loss(student, teacher, pool.batch(), heights)
            loss = 20 * vectors + options.tokens * (1 - done) * tokens
            if step % 2 == 0:
                sampler, scenes = data.sampler, data.scene_sampler
                drawn = sampler.draw(sampler.concepts_of_batch()) if step % 4 else scenes.draw()
                verdicts = verdict_loss(student, teacher, drawn, data)
                loss = loss + options.verdicts * verdicts
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(learning, 1.0)
        optimiser.step()
        keep = min(0.999, 1 - 1 / (step + 1))
        with torch.no_grad():
            for mean, now in zip(average.parameters(), student.parameters(), strict=True):
                mean.lerp_(now, 1 - keep)
        step += 1
        done = (time.time() - started) / options.seconds
        if step % 200 == 0 or step < 3:
            say(
                f"step {step} cosine {1 - vectors.item():.4f} tokens {tokens.item():.4f} "
                f"verdicts {verdicts.item():.4f} {time.time() - began:.0f} s"
            )
    say(f"{step} steps")
    return average


@torch.no_grad()
def agreement(student: Judge, teacher: Judge, rows: list[list[int]], device: str) -> str:
    """Returns how near the vectors of texts are that were not trained on: the mean cosine and its low quantiles."""
    found = []
    for row in rows:
        ids = torch.tensor([row], device=device)
        found.append(functional.cosine_similarity(student.phrases(ids), teacher.phrases(ids)).item())
    low = np.quantile(found, [0.01, 0.1, 0.5])
    return f"mean {np.mean(found):.4f}, quantiles .01 {low[0]:.4f} .1 {low[1]:.4f} .5 {low[2]:.4f}"


def heights_of(layers: int) -> list[int]:
    """Returns which of the teacher's twelve layers the student's start from, and are compared with.

    >>> heights_of(6)
    [1, 3, 5, 7, 9, 11]
    """
    return [(at + 1) * 12 // layers - 1 for at in range(layers)]


def student_of(teacher: Judge, layers: int) -> Judge:
    """Returns a judge with the given number of the teacher's layers."""
    student = copy.deepcopy(teacher)
    student.encoder.layers = nn.ModuleList(student.encoder.layers[at] for at in heights_of(layers))
    return student


def main() -> None:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--texts", type=Path, nargs="+", required=True, help="one text a line")
    parser.add_argument("--unseen", type=Path, help="texts to measure on, one a line")
    parser.add_argument("--start", type=Path, help="judge.npz of an earlier run, to go on from")
    parser.add_argument("--seconds", type=float, default=500)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--tokens", type=float, default=1.0, help="weight of the token vectors at the start")
    parser.add_argument("--verdicts", type=float, default=1.0, help="weight of the verdicts")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    began, device = time.time(), choose_device()
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    scenes = [str(file) for file in sorted((Path(__file__).parents[1] / "scenes").glob("*.jsonl"))]
    usual = parsed(None, ["--go-on", "--scenes-from", *scenes, "--scenes", "48", "--out", str(options.out)])
    data = read_data(usual, device, shipped_vocabulary())
    teacher = shipped(dropout=0.0).to(device).eval().requires_grad_(False)
    student = student_of(teacher, options.layers)
    if options.start:
        state = {name: torch.from_numpy(value).to(device) for name, value in load(options.start).items()}
        student.load_state_dict({**student.state_dict(), **{k: v for k, v in state.items() if ".layers." in k}})
    held_out = {text for concept in data.concepts if concept.held_out for text in words_of(concept)}
    held_out |= {text for scene in data.scenes if scene.held_out for text in (*scene.wishes, *scene.clauses)}
    lines = [line for file in options.texts for line in file.read_text(encoding="utf-8").split("\n") if line]
    rows = [data.texts.pieces.numbers(line, WIDEST) for line in lines]
    rows += [row for text, row in zip(data.texts.known, data.texts.rows, strict=True) if text not in held_out]
    pool = Pool(rows, device, options.seed)
    say(f"{len(rows)} texts, {time.time() - began:.0f} s")
    average = learn(student, teacher, data, pool, options, began)
    state = {name: value.detach().float().cpu().numpy() for name, value in average.state_dict().items()}
    del state["encoder.words.weight"]
    save(options.out / "judge.npz", state)
    if options.unseen:
        unseen = [data.texts.pieces.numbers(line, 96) for line in options.unseen.read_text().split("\n") if line]
        say(f"unseen texts: {agreement(average, teacher, unseen, device)}")
    held_out_scenes = [scene for scene in data.scenes if scene.held_out]
    say(f"concepts { {part: rounded(row) for part, row in measured(average, data.concepts, data.texts).items()} }")
    say(f"listings {scene_figures(average, held_out_scenes, data.texts)}")


if __name__ == "__main__":
    main()
