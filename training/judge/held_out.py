"""Copies the held-out concepts of claim-groups into the package.

.venv/bin/python training/judge/held_out.py

`claimtree calibrate` fits and measures on them, since none of our models was trained on them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from concepts import FOLDER, HELD_OUT, share

TARGET = Path(__file__).parents[2] / "src" / "claimtree" / "calibration" / "concepts.jsonl"


def main() -> None:
    lines = (line for file in sorted(FOLDER.glob("*.jsonl")) for line in file.open(encoding="utf-8"))
    kept = {}
    for line in lines:
        row = json.loads(line)
        id = f"{row['set']}/{row['id']}"
        if share(id) < HELD_OUT:
            kept[id] = json.dumps(row, ensure_ascii=False)
    TARGET.write_text("".join(f"{kept[id]}\n" for id in sorted(kept)), encoding="utf-8")
    sys.stdout.write(f"{len(kept)} concepts\n")


if __name__ == "__main__":
    main()
