"""Writes texts for distil.py to train on, one a line.

    python training/judge/distil_texts.py DATA OUT.txt

They are clauses and sentences of the Airbnb listings of Jersey City in DATA (those of Boston are left to measure with),
of a generated market, and of our own annotated sentences; each also in lower case with its numbers lifted out, as
phrases are stored.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))

from benchmarks.prose.market import Market, write_market  # importable through the path added above

SENTENCES = Path(__file__).parents[1] / "sentences"
HOMES, SEED = 3000, 41
SHORTEST, LONGEST = 3, 300
_CLAUSE_END = re.compile(r"[.!?;:\n•*|]+|(?<=\w),\s|\s[-–—]\s|<[^>]+>")
_SENTENCE_END = re.compile(r"[.!?\n]+")
_NUMBER = re.compile(r"\d[\d.,]*")


def parts(text: str, end: re.Pattern[str]) -> Iterator[str]:
    """Yields the parts of a text between the given ends."""
    for part in map(" ".join, map(str.split, end.split(text))):
        if SHORTEST <= len(part) <= LONGEST:
            yield part


def texts(data: Path) -> Iterator[str]:
    """Yields every text, some more than once."""
    for file in sorted((data / "airbnb").glob("*jersey*")):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for value in (value for line in lines for value in json.loads(line).values()):
                if isinstance(value, str) and len(value) > 20:
                    yield from parts(value, _CLAUSE_END)
                    yield from parts(value, _SENTENCE_END)
    with tempfile.TemporaryDirectory() as folder:
        market = Path(folder) / "market.jsonl"
        write_market(Market(HOMES, SEED), market)
        for line in market.read_text(encoding="utf-8").splitlines():
            yield from parts(json.loads(line).get("text", ""), _CLAUSE_END)
    for file in sorted(SENTENCES.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            text = json.loads(line).get("text", "")
            yield from parts(text, _CLAUSE_END)
            yield from parts(" ".join(text.split()), re.compile("$"))


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    found: dict[str, None] = {}
    for text in texts(Path(sys.argv[1])):
        found[text] = None
        found[_NUMBER.sub("_", text.lower())] = None
    Path(sys.argv[2]).write_text("".join(f"{text}\n" for text in found), encoding="utf-8")
    sys.stdout.write(f"{len(found)} texts\n")


if __name__ == "__main__":
    main()
