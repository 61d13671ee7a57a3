"""Measures how far two annotators of the same sentences agree under the same guide: the ceiling for
any reader.

    python training/reader/agreement.py

compares training/agreement/second.jsonl with the first annotators' work (`ref` is its id). Of the
words that the first marked, it counts how many got the same status from the second: wanted, denied
or nothing (in listings yes, no, unsure). Words without a second mark count as nothing. Where both
marked words as a wish or fact, it compares host (`of`), strength, relation to a place, alternatives
and amount.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "sentences"
Sentence = dict[str, Any]


def main() -> None:
    first = {one["id"]: one for file in FOLDER.glob("*.jsonl") for one in _read(file)}
    tally: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for second in _read(FOLDER.parent / "agreement" / "second.jsonl"):
        sentence = first[second["ref"]]
        group = f"{'English' if sentence['field'].endswith('en') else 'Indonesian'} {sentence['kind']}"
        for name, same in compared(sentence, second):
            tally[group][name][0] += same
            tally[group][name][1] += 1
    for group, figures in sorted(tally.items()):
        told = ", ".join(f"{name} {right / of:.3f} ({of})" for name, (right, of) in sorted(figures.items()))
        sys.stdout.write(f"{group}: {told}\n")


def compared(one: Sentence, other: Sentence) -> list[tuple[str, bool]]:
    """Returns, for each mark of the first annotator, whether the second agrees."""
    marks = list(_marks(other))
    found: list[tuple[str, bool]] = []
    groups: dict[str, list[str]] = defaultdict(list)
    for start, end, status, said in _marks(one):
        over = [mark for mark in marks if mark[0] < end and mark[1] > start]
        same = [mark for mark in over if mark[2] == status]
        agrees = bool(same) or (status == "nothing" and not over)
        found += [("status", agrees), (f"status {status}", agrees)]
        if not same or status == "nothing":
            continue
        theirs = same[0][3]
        for key in ("of", "where"):
            if said.get(key) or theirs.get(key):
                found.append((key, _plain(said.get(key)) == _plain(theirs.get(key))))
        if said.get("want"):
            found.append(("strength where said", said["want"] == theirs.get("want")))
        if "amount" in said:
            found.append(("amount", _ends(said["amount"]) == _ends(theirs.get("amount"))))
        if said.get("or"):
            groups[said["or"]].append(theirs.get("or") or f"alone {start}")
    found += [("alternatives", len(set(members)) == 1) for members in groups.values() if len(members) > 1]
    return found


def _marks(sentence: Sentence) -> list[tuple[int, int, str, dict[str, Any]]]:
    text = sentence["text"].lower()
    is_query = sentence["kind"] == "query"
    found = []
    for said in sentence.get("wishes" if is_query else "facts", ()):
        at = -1
        for _ in range(said.get("nth", 1)):
            at = text.find(said["words"].lower(), at + 1)
        if is_query:
            status = "denied" if said.get("not") or said.get("where") == "far" else "wanted"
        else:
            status = {"yes": "wanted", "no": "denied", "unsure": "nothing"}[said["is"]]
        found.append((at, at + len(said["words"]), status, said))
    for words in sentence.get("nothing", ()):
        at = text.find(words.lower())
        found.append((at, at + len(words), "nothing", {}))
    return found


def _plain(value: str | None) -> str:
    return (value or "").lower().removesuffix("s")


def _ends(amount: dict[str, Any] | None) -> tuple[float | None, ...] | None:
    if amount is None:
        return None
    return tuple(None if end is None else float(f"{end:.3g}") for end in (amount["min"], amount["max"]))


def _read(file: Path) -> list[Sentence]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


if __name__ == "__main__":
    main()
