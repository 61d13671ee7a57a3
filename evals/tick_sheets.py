"""Sheets to be marked by a person: ticks and crosses with their listings, shuffled, without the
basis of the verdict.

A sheet is written as JSON Lines, to be filled in, and as a page to read. It holds texts of third
parties: it is only for the person who marks it, and is never committed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from claimtree.errors import BadInput
from claimtree.model.answers import Verdict
from evals.held_out import share
from evals.tick_marks import Key
from evals.tick_search import Tick

ROWS = 100
"""Rows per sheet: an hour's work."""
GUIDE = """# Marking ticks and crosses

Each row of a sheet is one thing that a search showed to somebody: a wish out of their question, a listing, and either
"met" (a tick) or "refuted" (a cross), with the words of the listing that were shown for it. You say whether that is
right. You are not told how the program came to it, and it does not matter.

| field | what it is |
|---|---|
| `question` | what was asked, in full |
| `wish` | the part of it that this row is about, as the program tells it back |
| `verdict` | `met` or `refuted` |
| `quote`, `around` | the words that are shown as the reason, and in «» where they stand; `column: value` for a field |
| `title`, `text`, `fields` | the whole listing |

**met** is right only if the listing's words or fields really support the wish as it was asked in the question, and the
words shown are a reason for it. It is wrong if the words are about something else (the house next door, a brand or a
name, another room, something planned, for a fee where "free" was asked), say less than the wish asks (parking is not
free parking; a washer is not a washer and dryer in the unit; "near the station" is not "in Tebet"), or if the wish was
misunderstood (a "no" that got lost, an amount read wrongly).

**refuted** is right only if the words really contradict the wish as it was asked: the listing says it is not so, or
says something that cannot be true together with it. Silence never refutes; nor does a lack in one place if another
has it, nor something merely different that leaves the wish possible.

A plain number ("two bedrooms", "3 kamar") asks for just that many; "at least", "under", "minimal" say otherwise. A kind
of home asked in passing ("apartment", "place", "rumah") is met by whatever people would call so.

Where the wish is told in a way that is not what the question asked, judge by the question. Where a field and the prose
disagree, the field counts. Judge by what a careful stranger understands, not by what would be generous.

Put into `mark`: `right`, `wrong`, or `unclear` where two careful people could differ. Do not look at other rows to
decide one. Either fill in `mark` in the sheet itself, or write a file of your own with one line for each row:

    {"id": "…", "mark": "right"}

A few words on why in `note` help whoever mends what is wrong; they are not kept. Then:

    claimtree eval ticks --marked sheet-01.jsonl --marked your-marks.jsonl
"""


def write_sheets(ticks: Sequence[Tick], questions: Mapping[tuple[str, str], str], folder: Path) -> list[Path]:
    """Writes the guide and sheets of a hundred rows; returns the sheet files. `questions`: by
    corpus and key."""
    shuffled = sorted(ticks, key=lambda tick: share(f"sheet {tick.id}"))
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "guide.md").write_text(GUIDE, encoding="utf-8")
        for number, start in enumerate(range(0, len(shuffled), ROWS), 1):
            rows = [_row(tick, questions[tick.corpus, tick.question]) for tick in shuffled[start : start + ROWS]]
            file = folder / f"sheet-{number:02d}.jsonl"
            lines = (json.dumps(row, ensure_ascii=False) for row in rows)
            file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            file.with_suffix(".md").write_text(_page(file.stem, rows), encoding="utf-8")
            written.append(file)
    except OSError as error:
        raise BadInput(f"{folder} cannot be written to: {error.strerror or error}", hint="Check --sheet.") from error
    return written


def _row(tick: Tick, question: str) -> dict[str, object]:
    return {
        "id": tick.id,
        "question": question,
        "wish": tick.wish,
        "verdict": tick.verdict.value,
        "quote": tick.quote,
        "around": tick.around,
        "title": tick.title,
        "fields": dict(tick.fields),
        "text": tick.text,
        "mark": "",
        "note": "",
        "key": asdict(Key.of(tick)),
    }


def _page(name: str, rows: Sequence[Mapping[str, object]]) -> str:
    parts = [f"# {name}", ""]
    for number, row in enumerate(rows, 1):
        says = "the listing meets it" if row["verdict"] == Verdict.MET.value else "the listing contradicts it"
        fields = row["fields"]
        assert isinstance(fields, dict)
        parts += [
            f"## {number}. {row['wish']} – {row['verdict']}",
            "",
            f"Row `{row['id']}`. Asked: “{row['question']}”",
            "",
            f"Shown: **{says}**, because of: “{row['quote']}”",
            "",
            *_quoted(str(row["around"])),
            "",
            f"**{row['title']}**",
            "",
            *_quoted(str(row["text"])),
            "",
            *(f"- {column}: {_cell(value)}" for column, value in fields.items()),
            "",
        ]
    return "\n".join(parts)


def _quoted(text: str) -> list[str]:
    return [f"> {line}" for line in text.splitlines()]


def _cell(value: object) -> str:
    return "; ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
