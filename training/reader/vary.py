"""Augments training rows with other words in the same construction, so that the reader does not
memorise words."""

from __future__ import annotations

import random
from argparse import Namespace
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from network import PLACES
from sentences import IGNORED, VOCABULARY

LONGEST = PLACES - 4
_SIGNS = ".,;:!"

Row = dict[str, Any]


class Variation:
    """Swaps the words of spans for those of other spans of the same field, drops punctuation, joins
    texts."""

    def __init__(self, rows: Sequence[Row], options: Namespace) -> None:
        pieces = VOCABULARY.read_text(encoding="utf-8").split("\n")
        self._signs = {pieces.index(sign) for sign in _SIGNS}
        self._options = options
        self._words: dict[str, list[list[int]]] = defaultdict(list)
        self._rows: dict[tuple[str, int], list[Row]] = defaultdict(list)
        for row in rows:
            self._rows[row["field"], row["kind"]].append(row)
            for span in row["spans"]:
                if _is_plain(span) and span["of"] == 0:
                    self._words[row["field"]].append(row["pieces"][slice(*span["at"])])

    def __call__(self, row: Row) -> Row:
        while random.random() < self._options.join:
            row = joined(row, random.choice(self._rows[row["field"], row["kind"]]))
        words = self._words[row["field"]]
        edits: list[tuple[int, int, list[int]]] = [
            (*span["at"], random.choice(words))
            for span in row["spans"]
            if words and _is_plain(span) and random.random() < self._options.swap and _is_alone(span, row["spans"])
        ]
        if random.random() < self._options.unmarked:
            inside = {k for span in row["spans"] for k in range(*span["at"])}
            edits += [
                (k, k + 1, []) for k, piece in enumerate(row["pieces"]) if piece in self._signs and k not in inside
            ]
        return edited(row, edits)


def _is_plain(span: Row) -> bool:
    """True if the span's words can be swapped: it has no amount and no place."""
    return bool(span["bound"] < 0 and span["where"] <= 0)


def _is_alone(span: Row, spans: Sequence[Row]) -> bool:
    """True if no other span overlaps it or has it as its host."""

    def apart(other: Sequence[int]) -> bool:
        return other[1] <= span["at"][0] or other[0] >= span["at"][1]

    return all((one is span or apart(one["at"])) and (one["host"] is None or apart(one["host"])) for one in spans)


def edited(row: Row, edits: Sequence[tuple[int, int, list[int]]]) -> Row:
    """Returns the row with tokens replaced, and all positions shifted accordingly."""
    pieces, spans, own = list(row["pieces"]), [dict(span) for span in row["spans"]], row["own"]
    for first, after, new in sorted(edits, reverse=True):
        by = len(new) - (after - first)
        pieces[first:after] = new
        own += by if first < own else 0
        for span in spans:
            span["at"] = _shifted(span["at"], first, by)
            span["host"] = None if span["host"] is None else _shifted(span["host"], first, by)
    return row | _within(pieces, spans) | {"own": max(0, own)}


def _within(pieces: list[int], spans: Sequence[Row]) -> Row:
    """Truncates to the maximum length, before a span that would be cut; a host that is cut off
    becomes unknown."""
    end = min((span["at"][0] for span in spans if span["at"][0] < LONGEST < span["at"][1]), default=LONGEST)
    kept = [span for span in spans if 0 <= span["at"][0] < span["at"][1] <= end]
    unknown = {"host": None, "of": IGNORED}
    return {
        "pieces": pieces[:end],
        "spans": [span if span["host"] is None or span["host"][1] <= end else span | unknown for span in kept],
    }


def _shifted(at: Sequence[int], first: int, by: int) -> list[int]:
    return [at[0] if at[0] <= first else at[0] + by, at[1] if at[1] <= first else at[1] + by]


def joined(row: Row, other: Row) -> Row:
    """Joins two texts if the result is not too long; their groups of alternatives stay separate."""
    by = len(row["pieces"])
    if by + len(other["pieces"]) > LONGEST - 4 or row["own"] or other["own"]:
        return row
    moved = [
        span | {
            "at": [place + by for place in span["at"]],
            "host": None if span["host"] is None else [place + by for place in span["host"]],
            "or": f"{span['or']}'" if span["or"] else "",
        }
        for span in other["spans"]
    ]  # fmt: skip
    return row | {"pieces": row["pieces"] + other["pieces"], "spans": row["spans"] + moved}
