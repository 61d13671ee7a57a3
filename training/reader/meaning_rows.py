"""Joins marked words with their texts, for training `meaning.py`.

    python training/reader/meaning_rows.py DATA OUT.json [meaning|places|wishes]

`meaning.jsonl` beside this file has the marks: listing, start of the words, the words, the
word-list entry that they were taken for, whether they were taken to deny it, and whether a careful
reader agreed. `places.jsonl` has those of names of places, whose entries are what a pack says of
them ("near"). `meaning_own.jsonl` and `places_own.jsonl` have sentences of our own, with their
text, that are marked alike; `meaning_plain.jsonl` has marks of plain statements in the texts of
other training sets. The other texts come with DATA (see `claimtree eval ticks`) and may not be
shipped. `wishes.jsonl` has questions and what their words were taken for: `s` says the same, `l`
less than was asked for, `o` something else; DATA is not read for them. Needs this repository, no
torch.
"""

from __future__ import annotations

import json
import random
import re
import sys
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from claimtree.models.windows import sentence_ends, windows  # noqa: E402  # found where the line above points
from claimtree.packs.load import load_pack  # noqa: E402
from claimtree.sources.listings import read_records  # noqa: E402
from claimtree.text.markup import without_markup  # noqa: E402
from evals.tick_corpora import find_file, listings_of, load_corpora  # noqa: E402
from sentences import open_pieces  # noqa: E402

FOLDS = 10
_AMID = " amid others"
_INDONESIAN = re.compile(
    r"\b(ada|tidak|di|dan|untuk|dekat|tanpa|belum|rumah|kamar|bisa|jalan|sudah|ke|dari)\b", re.IGNORECASE
)
_SENTENCES = re.compile(r"(?<=[.!?])\s+|\n+")


def texts_of(data: Path, wanted: frozenset[str]) -> dict[str, str]:
    """Returns the texts of the marked listings as they are indexed; an id is corpus and number."""
    found = {}
    for corpus in load_corpora():
        file = find_file(corpus, data)
        listings = [] if file is None else [one for one in listings_of(corpus, file) if corpus.name + one.id in wanted]
        for document in read_records([one.record for one in listings], load_pack(corpus.pack), source=corpus.name):
            found[f"{corpus.name}{document.id}"] = without_markup(document.source.text)
    return found


def rows_of(marks: list[dict[str, Any]], texts: dict[str, str], entries: dict[str, int]) -> Iterator[dict[str, Any]]:
    """Yields windows of texts with the marked words in them; marks that no longer fit are left
    out."""
    pieces_of = open_pieces()
    for id in sorted({mark["id"] for mark in marks} & texts.keys()):
        text = texts[id]
        pieces = pieces_of.located(text)
        starts, ends = [piece.start for piece in pieces], [piece.end for piece in pieces]
        own = [mark for mark in marks if mark["id"] == id]
        for window in windows(sentence_ends(text, pieces), len(pieces)):
            found = []
            for mark in own:
                start, end = mark["start"], mark["start"] + len(mark["words"])
                first, after = bisect_right(ends, start), bisect_left(starts, end)
                if text[start:end] == mark["words"] and window.own <= first < min(after, window.after):
                    at = [first - window.first, min(after, window.after) - window.first]
                    found.append({"at": at, "entry": entries[mark["entry"]]} | _labels(mark))
            if found:
                yield {
                    "fold": zlib.crc32(id.removesuffix(_AMID).encode()) % FOLDS,
                    "from": source_of(id),
                    "pieces": [piece.number for piece in pieces[window.first : window.after]],
                    "marks": found,
                }


def _labels(mark: dict[str, Any]) -> dict[str, Any]:
    """Returns whether the words are taken to deny the entry, and the wanted outputs: that they mean
    it, and of wishes also that it is all they ask for."""
    right = [int(mark["right"])] if "right" in mark else [int(mark["mark"] != "o"), int(mark["mark"] == "s")]
    return {"negated": int(mark["negated"]), "right": right}


def read(name: str) -> list[dict[str, Any]]:
    lines = Path(__file__).with_name(f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def with_texts(marked: list[dict[str, Any]]) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """Returns texts of our own, which stand beside their marks, and the marks; their ids are numbers."""
    texts = {str(number): one["text"] for number, one in enumerate(marked)}
    return texts, [mark | {"id": str(number)} for number, one in enumerate(marked) for mark in one["marks"]]


def amid_others(texts: dict[str, str], marks: list[dict[str, Any]]) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """Returns texts of our own with clauses of a described home around them, and their marks: a listing is longer than
    a sentence, and what is said beside it must not decide."""
    homes = {language: _homes(language) for language in ("en", "id")}
    found, moved = {}, {}
    for id in sorted({mark["id"] for mark in marks}):
        drawn = random.Random(id)
        clauses = drawn.choice(homes["id" if _INDONESIAN.search(texts[id]) else "en"])
        at, before, behind = drawn.randrange(len(clauses)), drawn.randint(0, 3), drawn.randint(1, 3)
        first = "".join(f"{clause.rstrip('.')}. " for clause in clauses[max(0, at - before) : at])
        last = "".join(f" {clause.rstrip('.')}." for clause in clauses[at : at + behind])
        new = id + _AMID
        found[new] = f"{first}{texts[id]}{'' if texts[id][-1] in '.!?' else '.'}{last}"
        moved[id] = (new, len(first))
    shifted = [mark | {"id": moved[mark["id"]][0], "start": mark["start"] + moved[mark["id"]][1]} for mark in marks]
    return found, shifted


def _is_drawn(mark: dict[str, Any]) -> bool:
    """True if a mark in a plain statement is also learned amid others: all that mislead, and a quarter of the rest."""
    return not mark["right"] or zlib.crc32(mark["id"].encode()) % 4 == 0


def _homes(language: str) -> list[list[str]]:
    files = sorted((ROOT / "training/scenes").glob(f"{language}_*.jsonl"))
    return [json.loads(line)["clauses"] for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def source_of(id: str) -> str:
    """Returns where a text comes from: listings, sentences of our own that mislead, or plain statements."""
    return "own" if id.split(" ")[0].isdecimal() else "plain" if id.startswith("plain ") else "listings"


def plain_texts(marked: list[dict[str, Any]]) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """Returns the clauses and sentences of other training sets that have marks, and the marks."""
    records: dict[str, dict[str, Any]] = {}
    texts, marks = {}, []
    for name in sorted({one["from"] for one in marked}):
        lines = (ROOT / "training" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        records |= {f"{name} {record['id']}": record for record in map(json.loads, lines)}
    for one in marked:
        id = f"plain {one['from']} {one['id']} {one['part']}"
        record = records[f"{one['from']} {one['id']}"]
        parts = record.get("clauses") or record.get("met") or _SENTENCES.split(record["text"])
        texts[id] = parts[one["part"]]
        marks += [mark | {"id": id} for mark in one["marks"]]
    return texts, marks


def main() -> None:
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    kind = (*sys.argv, "meaning")[3]
    marks = read(kind)
    if kind == "wishes":
        texts, marks = with_texts(marks)
    else:
        texts = texts_of(Path(sys.argv[1]), frozenset(mark["id"] for mark in marks))
        own_texts, own = with_texts(read(f"{kind}_own"))
        texts, marks = texts | own_texts, marks + own
        if kind == "meaning":
            plain, plainly = plain_texts(read("meaning_plain"))
            amid, among = amid_others(own_texts | plain, own + [mark for mark in plainly if _is_drawn(mark)])
            texts, marks = texts | plain | amid, marks + plainly + among
    names = sorted({mark["entry"] for mark in marks})
    entries = {name: number for number, name in enumerate(names)}
    rows = list(rows_of(marks, texts, entries))
    pieces = open_pieces()
    words = [[piece.number for piece in pieces.located(name)] for name in names]
    Path(sys.argv[2]).write_text(json.dumps({"of": kind, "rows": rows, "entries": words}), encoding="utf-8")
    sys.stdout.write(f"{len(rows)} windows, {sum(len(row['marks']) for row in rows)} of {len(marks)} marks\n")


if __name__ == "__main__":
    main()
