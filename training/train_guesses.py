"""Trains the small model that a pack uses to guess the claim type of words that no lexicon has.

    .venv/bin/python training/train_guesses.py

writes src/claimtree/packs/{rentals,property}/guesses.claimtree-small-3.npz and
training/guesses.log. It takes some minutes on one core, most of them for embedding; with --cache
FILE the vectors are cached, and the next run takes one minute.

Model. Softmax regression over the frozen vectors of the default embedder: one class for each claim
type and level of the pack, and one for asides, words that neither wish for nor state anything. A
pack with a gloss is trained on glossed words.

Data, all our own. claim-groups: wishes for a thing and phrases that meet it, by concept. The
sayings of the pack itself, by concept: lexicon words are never guessed, but they show how the pack
assigns types. asides.tsv: fragments of queries that say nothing about a home. For the pack property
the types of claim-groups are mapped to its own (MAPPED).

Split. By concept, and asides one by one: a fifth is held out by a hash of the id. The figures are
of a model that never saw the held-out part. The shipped model is trained on everything in the same
way. Only the limit above which words count as an aside is chosen on the held-out part: the highest
that rejects REJECTED of its asides.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from claimtree.model.claims import LevelName, TypeName
from claimtree.model.guesses import Guesses
from claimtree.model.pack import Pack
from claimtree.model.phrases import Vectors
from claimtree.models.glossary import glossed
from claimtree.models.open import open_embedder
from claimtree.packs.find import pack_folder
from claimtree.packs.guesses_file import write_guesses
from claimtree.packs.load import load_pack

HERE = Path(__file__).parent
EMBEDDER = "claimtree-small-3"
PACKS: Mapping[str, tuple[str, ...]] = {"rentals": ("en",), "property": ("id", "en")}
"""Which languages of the data go into which pack, its main one first."""
WEIGHTS: Mapping[str, float] = {"wish": 1.0, "met": 0.5, "saying": 1.0}
"""Weight of an example by kind. Phrases that meet a wish are in the style of listings and longer
than queries."""
ASIDES = 0.25
"""Share of asides in the total weight; there are few of them, but every text has some."""
REJECTED = 0.90
STEPS, RATE, MOMENTUM, DECAY = 400, 8.0, 0.9, 1e-5
HELD_OUT = 0.2

ASIDE = "aside"
LEVELS = {
    "property": "property",
    "apartment": "property",
    "room": "property",
    "complex": "complex",
    "area": "area",
    "neighborhood": "area",
}
MAPPED: Mapping[str, Mapping[str, str]] = {
    "features": {"property": "amenities", "complex": "facilities", "area": "character"},
    "amenities": {"property": "amenities", "complex": "facilities", "area": "access"},
    "utilities": {"property": "amenities", "complex": "facilities", "area": "character"},
    # A lift or a ramp is part of a house; "access" in that pack means how to get there.
    "accessibility": {"property": "amenities", "complex": "facilities", "area": "access"},
    "transport": {"property": "access", "complex": "access", "area": "access"},
    "neighborhood": {"property": "character", "complex": "character", "area": "character"},
    "location": {"property": "location", "complex": "location", "area": "location"},
    "condition": {"property": "condition", "complex": "character", "area": "character"},
    "pricing": {"property": "price", "complex": "price", "area": "price"},
    "policies": {"property": "terms", "complex": "terms", "area": "terms"},
    "restrictions": {"property": "terms", "complex": "terms", "area": "terms"},
    "legal": {"property": "legal", "complex": "legal", "area": "legal"},
    "size": {"property": "size", "complex": "size", "area": "size"},
}
"""claim-groups' type → level in the pack property → type there."""

Numbers = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """Some words, and their class."""

    text: str
    label: str
    """ "type/level", or ASIDE."""
    concept: str
    kind: str
    language: str

    @property
    def held_out(self) -> bool:
        return hashlib.blake2b(self.concept.encode(), digest_size=2).digest()[0] < HELD_OUT * 256


def label_of(type: str, level: str, pack: Pack) -> str:
    """Returns the class, in a pack, of a type and level of claim-groups."""
    if pack.name == "property":
        level = LEVELS[level]
        type = MAPPED[type][level]
    levels = pack.types[TypeName(type)].levels
    return f"{type}/{level if level in levels else levels[0]}"


def from_groups(lines: Iterable[str], pack: Pack, languages: Sequence[str]) -> Iterator[Example]:
    """Yields the wishes for homes, and the phrases that meet them."""
    for line in lines:
        row = json.loads(line)
        if row["lang"] not in languages or "field" in row:
            continue
        label = label_of(row["type"], row["level"], pack)
        for kind in ("wish", "met"):
            for text in row[kind]:
                yield Example(text=text.casefold(), label=label, concept=row["id"], kind=kind, language=row["lang"])


def from_pack(pack: Pack) -> Iterator[Example]:
    """Yields the sayings of the pack's own concepts, except those that need an amount."""
    for concept in pack.concepts.values():
        for text in concept.says:
            if "_" not in text:
                yield Example(
                    text=text.casefold(), label=f"{concept.type}/{concept.levels[0]}",
                    concept=f"{pack.name}:{concept.id}", kind="saying", language=pack.languages[0],
                )  # fmt: skip


def from_asides(lines: Iterable[str], languages: Sequence[str]) -> Iterator[Example]:
    """Yields words that say nothing about a home."""
    for line in lines:
        language, _, text = line.rstrip("\n").partition("\t")
        if language in languages and text:
            yield Example(text=text.casefold(), label=ASIDE, concept=text, kind=ASIDE, language=language)


def weights_of(examples: Sequence[Example]) -> Numbers:
    """Returns the weight of each example; they add up to 1, and the asides to ASIDES."""
    plain = np.array([WEIGHTS.get(example.kind, 0.0) for example in examples])
    asides = np.array([float(example.kind == ASIDE) for example in examples])
    shares = (1 - ASIDES) * plain / max(plain.sum(), 1e-9) + ASIDES * asides / max(asides.sum(), 1e-9)
    return np.asarray(shares / shares.sum(), np.float32)


def softmax(scores: Numbers) -> Numbers:
    spread = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(spread / spread.sum(axis=1, keepdims=True), np.float32)


def fit(rows: Numbers, classes: NDArray[np.intp], shares: Numbers, count: int) -> tuple[Numbers, Numbers]:
    """Fits weights and bias by gradient descent with momentum from zero: deterministic, no random
    start."""
    weights, bias = np.zeros((rows.shape[1], count), np.float32), np.zeros(count, np.float32)
    weights_pace, bias_pace = np.zeros_like(weights), np.zeros_like(bias)
    wanted = np.eye(count, dtype=np.float32)[classes]
    for _ in range(STEPS):
        slope = (softmax(rows @ weights + bias) - wanted) * shares[:, None]
        weights_pace = MOMENTUM * weights_pace - RATE * (rows.T @ slope + DECAY * weights)
        bias_pace = MOMENTUM * bias_pace - RATE * slope.sum(axis=0)
        weights, bias = weights + weights_pace, bias + bias_pace
    return weights, bias


def trained(examples: Sequence[Example], vectors: Vectors, aside_from: float = 0.5) -> Guesses:
    """Returns the model trained on these examples."""
    labels = [*sorted({example.label for example in examples} - {ASIDE}), ASIDE]
    classes = np.array([labels.index(example.label) for example in examples])
    weights, bias = fit(as_floats(vectors), classes, weights_of(examples), len(labels))
    pairs = (label.split("/") for label in labels[:-1])
    return Guesses(
        classes=tuple((TypeName(type), LevelName(level)) for type, level in pairs),
        weights=weights, bias=bias, aside_from=aside_from,
    )  # fmt: skip


def as_floats(vectors: Vectors) -> Numbers:
    return np.asarray(vectors.codes.astype(np.float32) * vectors.scales[:, None], np.float32)


def limit_for(asides: Sequence[float]) -> float:
    """Returns the highest limit, in hundredths, that rejects REJECTED of these asides, given their
    scores."""
    fitting = [
        hundredth / 100
        for hundredth in range(5, 96)
        if np.mean([aside >= hundredth / 100 for aside in asides]) >= REJECTED
    ]
    return max(fitting, default=0.05)


def nearest_example(pack: Pack, examples: Vectors, vectors: Vectors) -> list[str]:
    """Returns the baseline: the type of the pack's nearest example, at the default level of that
    type."""
    types = [spec for spec in pack.types.values() for _ in spec.examples]
    return [f"{types[k].name}/{types[k].levels[0]}" for k in vectors.similarity(examples).argmax(axis=1)]


def figures(model: Guesses, held: Sequence[Example], vectors: Vectors, baseline: Sequence[str]) -> Iterator[str]:
    """Yields how the model and the baseline do on the held-out examples, by kind and language."""
    guesses = model.guess(vectors)
    yield (
        f"{'kind':<8} {'lang':<5} {'rows':>5} {'kept':>6}   "
        f"{'type':>6} {'level':>6} {'both':>6}   {'nearest example: type':>21} {'level':>6} {'both':>6}"
    )
    counted = Counter((example.kind, example.language) for example in held)
    for (kind, language), count in sorted(counted.items()):
        at = [k for k, example in enumerate(held) if (example.kind, example.language) == (kind, language)]
        kept = np.mean([not guesses[k].is_aside for k in at])
        if kind == ASIDE:
            yield f"{kind:<8} {language:<5} {count:5} {kept:6.3f}"
            continue
        said = [(f"{guesses[k].type}/{guesses[k].level}", baseline[k], held[k].label) for k in at]
        ours, theirs = (
            [np.mean([right(row[which], row[2], part) for row in said]) for part in ("type", "level", "both")]
            for which in (0, 1)
        )
        yield (
            f"{kind:<8} {language:<5} {count:5} {kept:6.3f}   {ours[0]:6.3f} {ours[1]:6.3f} {ours[2]:6.3f}   "
            f"{theirs[0]:21.3f} {theirs[1]:6.3f} {theirs[2]:6.3f}"
        )


def right(guess: str, label: str, part: str) -> bool:
    """True if a guess agrees with a label in its type, its level, or both.

    >>> right("size/room", "size/apartment", "type"), right("size/room", "size/apartment", "both")
    (True, False)
    """
    if part == "both":
        return guess == label
    return guess.split("/")[part == "level"] == label.split("/")[part == "level"]


def train(name: str, groups: Path, asides: Path, *, threads: int, cache: Path | None) -> Iterator[str]:
    """Trains the model of one pack, writes its file, and yields the measurements."""
    pack, languages = load_pack(name, guesses=False), PACKS[name]
    embedder = glossed(open_embedder(EMBEDDER, threads=threads, cache=cache), pack.gloss)
    examples = [
        *from_groups(groups.read_text(encoding="utf-8").splitlines(), pack, languages),
        *from_pack(pack),
        *from_asides(asides.read_text(encoding="utf-8").splitlines(), languages),
    ]
    vectors = embedder.embed([example.text for example in examples])
    known = embedder.embed([text for spec in pack.types.values() for text in spec.examples])
    seen = [k for k, example in enumerate(examples) if not example.held_out]
    held = [k for k, example in enumerate(examples) if example.held_out]
    unseen, unseen_vectors = [examples[k] for k in held], vectors.take(held)
    model = trained([examples[k] for k in seen], vectors.take(seen))
    apart = [
        guess.aside for guess, example in zip(model.guess(unseen_vectors), unseen, strict=True) if example.kind == ASIDE
    ]
    model = Guesses(classes=model.classes, weights=model.weights, bias=model.bias, aside_from=limit_for(apart))
    yield f"pack {name}, embedder {embedder.name}: {len(examples)} examples, {len(held)} held out"
    yield f"{len(model.classes)} classes and asides; an aside from {model.aside_from:.2f} on"
    yield from figures(model, unseen, unseen_vectors, nearest_example(pack, known, unseen_vectors))
    file = pack_folder(name) / f"guesses.{EMBEDDER}.npz"
    write_guesses(file, trained(examples, vectors, model.aside_from))
    yield f"wrote {file.name}, {file.stat().st_size} bytes"


def main() -> None:
    parser = argparse.ArgumentParser(description="Train what packs guess with.")
    parser.add_argument("packs", nargs="*", default=list(PACKS), help="rentals, property, or both")
    parser.add_argument("--groups", type=Path, default=HERE / "claim-groups" / "groups.jsonl")
    parser.add_argument("--asides", type=Path, default=HERE / "asides.tsv")
    parser.add_argument("--cache", type=Path, default=None, help="keep the vectors in this file")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    lines: list[str] = []
    for name in arguments.packs:
        for line in train(name, arguments.groups, arguments.asides, threads=arguments.threads, cache=arguments.cache):
            lines.append(line)
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
        lines.append("")
    (HERE / "guesses.log").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
