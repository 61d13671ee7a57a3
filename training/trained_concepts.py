"""Lists the concepts that the encoder is trained on, so that the eval can tell them from unseen
ones.

    .venv/bin/python training/trained_concepts.py

writes evals/golden/trained.txt from training/claim-groups. Run it when concepts are added and
before training.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))

from evals.held_out import TRAINED, trained_file

CONCEPTS = Path(__file__).parent / "claim-groups"


def main() -> None:
    texts = (file.read_text(encoding="utf-8") for file in sorted(CONCEPTS.glob("*.jsonl")))
    rows = [json.loads(line) for text in texts for line in text.splitlines()]
    TRAINED.write_text(trained_file(f"{row['set']}/{row['id']}" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
