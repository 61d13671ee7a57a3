"""Joins annotations of third-party texts with the texts, which may not be shipped.

    python training/reader/by_reference.py DATA OUT

DATA is the folder of third-party data sets; OUT gets a file of whole sentences for each file in
training/sentences/by-reference. A row there has a reference to its text (`ref`) and marks words by
character offsets (`at`). A row whose text is missing or has changed is reported and left out.
"""

from __future__ import annotations

import csv
import gzip
import json
import re
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1] / "sentences" / "by-reference"
Ref = Mapping[str, Any]


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    data, out = Path(sys.argv[1]), Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    for file in sorted(HERE.glob("*.jsonl")):
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        whole = [sentence for row in rows if (sentence := joined(row, data)) is not None]
        content = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in whole)
        (out / file.name).write_text(content, encoding="utf-8")
        sys.stdout.write(f"{file.name}: {len(whole)} of {len(rows)}\n")


def joined(row: dict[str, Any], data: Path) -> dict[str, Any] | None:
    """Returns the row with its text, and words instead of offsets; None if the text is
    unavailable."""
    ref = row["ref"]
    text = READERS[ref["set"]](data, ref)
    if text is not None:
        text = plain(text)[ref.get("start", 0) :][: row["letters"]]
    if text is None or len(text) != row["letters"]:
        sys.stderr.write(f"{row['id']}: no such text in {data}: {ref}\n")
        return None
    key = "wishes" if row["kind"] == "query" else "facts"
    marked = {key: [_worded(one, text) for one in row[key]], "text": text}
    if row["kind"] == "query":
        marked["nothing"] = [text[start:end] for start, end in row["nothing"]]
    return {name: value for name, value in row.items() if name not in ("ref", "letters")} | marked


def _worded(one: dict[str, Any], text: str) -> dict[str, Any]:
    start, end = one["at"]
    words = text[start:end]
    nth = len(re.findall(f"(?=({re.escape(words.lower())}))", text[:end].lower()))
    said = {name: value for name, value in one.items() if name not in ("at", "of_at")}
    if "of_at" in one:
        said["of"] = text[slice(*one["of_at"])]
    several = text.lower().count(words.lower()) > 1
    return said | {"words": words} | ({"nth": nth} if several else {})


def plain(text: str) -> str:
    """Returns a text without markup, on one line."""
    return " ".join(re.sub("<[^>]+>", " ", text).split())


@lru_cache(maxsize=8)
def _rows(file: Path, *key: str) -> dict[tuple[str, ...], dict[str, Any]]:
    if not file.exists():
        return {}
    if file.suffix == ".csv":
        with file.open(encoding="utf-8", newline="") as lines:
            found: list[dict[str, Any]] = list(csv.DictReader(lines))
    elif file.suffix == ".json":
        found = json.loads(file.read_text(encoding="utf-8"))
    else:
        content = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        found = [
            json.loads(line) | {"_line": k} for k, line in enumerate(content.decode("utf-8").split("\n"), 1) if line
        ]
    return {tuple(str(row.get(name)) for name in key): row for row in found}


def _field(file: str, key: tuple[str, ...], names: tuple[str, ...], field: str) -> Callable[[Path, Ref], str | None]:
    def read(data: Path, ref: Ref) -> str | None:
        row = _rows(data / file.format(**ref), *key).get(tuple(str(ref[name]) for name in names))
        return row.get(field.format(**ref)) if row is not None else None

    return read


READERS: Mapping[str, Callable[[Path, Ref], str | None]] = {
    "sgd-homes": _field("sgd-homes/user_turns_train.jsonl", ("dialogue_id", "turn"), ("dialogue", "turn"), "utterance"),
    "overnight-housing": _field("overnight-housing/housing_train.jsonl", ("_line",), ("line",), "utterance"),
    "airbnb": _field("airbnb/{file}.jsonl.gz", ("id",), ("id",), "{field}"),
    "medan": _field("medan/listings.jsonl", ("uuid",), ("id",), "{field}"),
    "medan-cases": _field("medan/test_cases.json", ("id",), ("id",), "input"),
    "rumah123": _field("indonesia-listings/rumah123_jabodetabek_3553.csv", ("ads_id",), ("ads_id",), "{field}"),
}


if __name__ == "__main__":
    main()
