"""Marks that people gave to ticks and crosses, stored as a regression set.

A mark names the listing, the question and the span of the wish in it, the verdict, and a digest of
the words that were shown. It holds no text of the listing. Readings change: a wish may be shown
differently later, or a quote end a word later. So a mark also matches where its words and those
shown overlap, both in the question and in the listing.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from claimtree.errors import BadInput
from claimtree.model.answers import Verdict
from evals import json_lines
from evals.tick_corpora import SHIPPED
from evals.tick_search import Tick, digest, words_of

FILE = SHIPPED / "marks.jsonl"

About = tuple[str, str, str, Verdict]
"""Corpus, question, listing and verdict: what a tick and its mark share, whatever words are
shown."""


class Opinion(StrEnum):
    """A person's mark for a tick or a cross."""

    RIGHT = "right"
    WRONG = "wrong"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """Identifies the tick or cross that a mark is about."""

    corpus: str
    listing: str
    question: str
    wish: str
    at: tuple[int, int]
    verdict: Verdict
    quote: str
    """A digest of the words."""
    words: int
    """The number of words."""

    @classmethod
    def of(cls, tick: Tick) -> Key:
        return cls(
            corpus=tick.corpus,
            listing=tick.listing,
            question=tick.question,
            wish=tick.wish,
            at=tick.at,
            verdict=tick.verdict,
            quote=tick.digest,
            words=len(words_of(tick.quote)),
        )

    @property
    def about(self) -> About:
        return self.corpus, self.question, self.listing, self.verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A mark: whether the listing's words support the verdict."""

    key: Key
    opinion: Opinion


def load_marks(file: Path = FILE) -> list[Marked]:
    """Returns the stored marks; empty if there is no file."""
    return [_marked(row, where) for where, row in json_lines.rows(file)] if file.exists() else []


def save_marks(marks: Iterable[Marked], file: Path = FILE) -> None:
    """Writes the marks in a fixed order, so that a diff of two versions shows changed marks
    only."""
    ordered = sorted(marks, key=lambda one: (*map(str, one.key.about), one.key.at, one.key.quote))
    lines = [
        json.dumps({**asdict(one.key), "mark": one.opinion.value}, ensure_ascii=False, sort_keys=False)
        for one in ordered
    ]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}", hint="Check --marks.") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """The result of importing marked sheets."""

    marks: tuple[Marked, ...]
    """All marks after the import."""
    new: int
    changed: int
    disputed: int
    """Marked differently by two people, and stored as unclear."""
    unmarked: int


def import_marks(files: Sequence[Path], known: Sequence[Marked]) -> Imported:
    """Merges sheets with the marks of their rows, in the same file or in others that give row
    `id`s."""
    keys: dict[str, Key] = {}
    opinions_of: dict[str, set[Opinion]] = defaultdict(set)
    places: dict[str, str] = {}
    for file in files:
        for where, row in json_lines.rows(file):
            id = str(row.get("id", ""))
            if not id:
                raise BadInput(f"{where}: no id", hint="Each row keeps the id that the sheet gave it.")
            if "key" in row:
                keys[id] = _key(row["key"], where)
            if row.get("mark"):
                opinions_of[id].add(_opinion(row["mark"], where))
                places[id] = where
    strangers = [id for id in opinions_of if id not in keys]
    if strangers:
        raise BadInput(
            f"{places[strangers[0]]}: row {strangers[0]!r} stands in no sheet that was given",
            hint="Give the sheets beside the files of marks.",
        )
    marks = {one.key: one for one in known}
    before = dict(marks)
    for id, opinions in opinions_of.items():
        opinion = next(iter(opinions)) if len(opinions) == 1 else Opinion.UNCLEAR
        marks[keys[id]] = Marked(key=keys[id], opinion=opinion)
    return Imported(
        marks=tuple(marks.values()),
        new=len(marks) - len(before),
        changed=sum(before[key].opinion is not one.opinion for key, one in marks.items() if key in before),
        disputed=sum(len(opinions) > 1 for opinions in opinions_of.values()),
        unmarked=len(keys.keys() - opinions_of.keys()),
    )


def _marked(row: Mapping[str, Any], where: str) -> Marked:
    return Marked(key=_key(row, where), opinion=_opinion(row.get("mark", ""), where))


def _key(row: Mapping[str, Any], where: str) -> Key:
    try:
        start, end = row["at"]
        return Key(
            corpus=str(row["corpus"]),
            listing=str(row["listing"]),
            question=str(row["question"]),
            wish=str(row["wish"]),
            at=(int(start), int(end)),
            verdict=Verdict(row["verdict"]),
            quote=str(row["quote"]),
            words=int(row["words"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"{where}: this names no tick: {error!r}", hint="Rows keep the key of the sheet.") from error


def _opinion(mark: object, where: str) -> Opinion:
    try:
        return Opinion(str(mark).strip().casefold())
    except ValueError:
        have = ", ".join(Opinion)
        raise BadInput(f"{where}: no mark {mark!r} (have: {have})", hint="Leave it empty for no mark.") from None


def opinions_of(ticks: Sequence[Tick], marks: Iterable[Marked]) -> dict[str, Marked]:
    """Returns the mark of each tick that has one, by id: exact matches first, then overlapping
    words."""
    open_marks: dict[About, list[Marked]] = defaultdict(list)
    for one in marks:
        open_marks[one.key.about].append(one)
    found: dict[str, Marked] = {}
    for fits in (_just_so, _overlaps):
        for tick in ticks:
            if tick.id in found:
                continue
            candidates = open_marks[about(tick)]
            mark = next((one for one in candidates if fits(one.key, tick)), None)
            if mark is not None:
                found[tick.id] = mark
                candidates.remove(mark)
    return found


def _just_so(key: Key, tick: Tick) -> bool:
    return key.wish == tick.wish and key.quote == tick.digest


def _overlaps(key: Key, tick: Tick) -> bool:
    return asks_alike(key, tick) and (key.quote == tick.digest or _words_overlap(key, tick))


def asks_alike(key: Key, tick: Tick) -> bool:
    """True if the wish has the same text, or was read from overlapping words of the question."""
    return key.wish == tick.wish or (key.at[0] < tick.at[1] and tick.at[0] < key.at[1])


def _words_overlap(key: Key, tick: Tick) -> bool:
    """True if the marked words and those shown overlap in the listing's prose."""
    text, shown = words_of(f"{tick.title}\n{tick.text}"), words_of(tick.quote)
    if not shown or not key.words:
        return False
    marked = [start for start in range(len(text)) if digest(text[start : start + key.words]) == key.quote]
    now = [start for start in range(len(text)) if text[start : start + len(shown)] == shown]
    return any(a < b + len(shown) and b < a + key.words for a in marked for b in now)


def about(tick: Tick) -> About:
    return tick.corpus, tick.question, tick.listing, tick.verdict


def marked_listings(marks: Iterable[Marked], corpus: str) -> dict[str, Collection[str]]:
    """Returns the listings that have a mark, by question."""
    found: dict[str, set[str]] = defaultdict(set)
    for one in marks:
        if one.key.corpus == corpus:
            found[one.key.question].add(one.key.listing)
    return dict(found)
