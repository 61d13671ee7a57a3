"""Progress output of a run, and its results: figures.json, judge.npz and words.txt."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))

from balance import balanced, rebalanced
from concepts import Concept, Scene
from measure import Figures, measured, scene_figures
from network import Judge
from texts import Texts
from weights.stored import save  # importable through the path added above


def say(line: str) -> None:
    """Prints one line and flushes it, so that progress is visible at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def report(
    average: Judge,
    last: Judge,
    *,
    concepts: Sequence[Concept],
    scenes: Sequence[Scene],
    texts: Texts,
    words: Sequence[str],
    options: Namespace,
    seconds: float,
) -> None:
    """Measures, prints and writes the results. `average` is saved, balanced; `last` is only
    measured."""
    temperature, shift = balanced(average, concepts, texts)
    made = rebalanced(average, temperature, shift)
    listings = scene_figures(average, [scene for scene in scenes if scene.held_out], texts)
    by_judge = {
        "last step": measured(last, concepts, texts),
        "averaged": measured(average, concepts, texts),
        "balanced": measured(made, concepts, texts),
    }
    figures = {
        "options": {name: str(value) for name, value in vars(options).items()},
        "concepts": len(concepts),
        "scenes": len(scenes),
        "seconds": seconds,
        "temperature": temperature,
        "silence": shift,
        **by_judge,
        "listings": listings,
    }
    (options.out / "figures.json").write_text(json.dumps(figures, indent=1, default=float), encoding="utf-8")
    say(f"temperature {temperature:.2f}, shift of silence {shift:.2f}")
    say(f"listings {listings}")
    for which in ("averaged", "balanced"):
        say(f"{which} { {part: rounded(row) for part, row in by_judge[which].items()} }")
    state = {name: value.detach().float().cpu().numpy() for name, value in made.state_dict().items()}
    if options.go_on:
        # They are unchanged, and the largest part.
        del state["encoder.words.weight"]
    save(options.out / "judge.npz", state)
    (options.out / "words.txt").write_text("\n".join(words), encoding="utf-8")


def rounded(row: Figures) -> Figures:
    return {name: round(value, 3) for name, value in row.items() if isinstance(value, float)}
