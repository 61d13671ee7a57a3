"""Writes the packs' own words as training concepts, so that the judge agrees with the lexicon.

    python training/judge/from_packs.py OUT.jsonl

writes one row per concept with enough sayings: its sayings as wishes and as phrases that meet them;
its denials, the sayings of concepts that it excludes, and its own sayings after "no", as phrases
that refute it; sayings of unrelated concepts of its type as phrases that say nothing.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from claimtree.model.pack import Concept, Pack
from claimtree.packs.load import load_pack

FEWEST = 4
NO = {"en": "no", "id": "tidak ada"}


def rows(pack: Pack, language: str) -> list[dict[str, object]]:
    chance = random.Random(pack.name)
    found: list[dict[str, object]] = []
    for concept in pack.concepts.values():
        said = plain(concept)
        if len(said) < FEWEST:
            continue
        joined = {step.to for step in concept.steps} | {concept.id}
        excluded = [pack.concepts[step.to] for step in concept.steps if step.excludes and step.discount >= 0.9]
        refuted = [*concept.denies, *(text for other in excluded for text in plain(other)[:3])]
        things = [text for text in said if len(text.split()) < 3]
        refuted += [f"{NO[language]} {text}" for text in things[:3]]
        others = [
            other
            for other in pack.concepts.values()
            if other.type == concept.type and other.id not in joined
            and not any(step.to == concept.id for step in other.steps) and plain(other)
        ]  # fmt: skip
        if len(refuted) < 2 or len(others) < FEWEST:
            continue
        silent = [chance.choice(plain(other)) for other in chance.sample(others, min(10, len(others)))]
        found.append(
            {
                "id": f"{pack.name}-{concept.id}".replace(" ", "-"), "set": f"pack_{pack.name}", "lang": language,
                "type": concept.type, "level": concept.levels[0], "facet": "", "wish": said[:8],
                "met": said, "refuted": [text for text in dict.fromkeys(refuted) if text not in said][:12],
                "silent": list(dict.fromkeys(silent)),
            }
        )  # fmt: skip
    return found


def plain(concept: Concept) -> list[str]:
    """Returns its sayings, except those with an amount."""
    return [text for text in dict.fromkeys(concept.says) if "_" not in text and len(text) > 2]


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    made = [*rows(load_pack("rentals"), "en"), *rows(load_pack("property"), "id")]
    Path(sys.argv[1]).write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in made), encoding="utf-8")
    sys.stdout.write(f"{len(made)} concepts of the packs\n")


if __name__ == "__main__":
    main()
