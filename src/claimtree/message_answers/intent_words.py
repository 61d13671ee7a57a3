"""The words by which messages say what they want, from the tables of a language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from claimtree.answering.question_words import question_words
from claimtree.family_trees.tree import read_date
from claimtree.languages import data_of
from claimtree.message_facts.message_words import MessageWord, message_words
from claimtree.model.amounts import Amount

_GAP: Final = "…"
_MOST_BETWEEN: Final = 8
"""Words that may stand between the parts of a wording."""

_LISTS: Final = (
    "about", "vague", "period_order", "pronouns", "unnamed", "replies", "ordinals", "leads", "record_kinds",
)  # fmt: skip

Wording = tuple[tuple[str, ...], ...]
"""The parts of a wording, each some words in a row."""


@dataclass(frozen=True, slots=True)
class IntentWords:
    """All tables; a wording is found anywhere among the words of a sentence."""

    begins: frozenset[str]
    small: frozenset[str]
    """Words that say nothing of anybody: "the", "any", "perhaps"."""
    tables: Mapping[str, tuple[Wording, ...]]
    question: Mapping[str, frozenset[str]]
    """The single words by which a question is known."""
    counts: Mapping[str, int]
    periods: Mapping[Wording, str]

    def has(self, table: str, texts: Sequence[str]) -> bool:
        """True if some wording of a table stands among these words."""
        return self.first(table, texts) is not None

    def first(self, table: str, texts: Sequence[str]) -> tuple[int, int] | None:
        """Returns where the first wording of a table that stands here begins and ends."""
        return next((span for one in self.tables[table] if (span := _find(one, texts)) is not None), None)

    def spans(self, table: str, texts: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Yields where wordings of a table stand, each part of one with others between its parts."""
        for wording in self.tables[table]:
            for part in wording:
                for start in range(len(texts) - len(part) + 1):
                    if tuple(texts[start : start + len(part)]) == part:
                        yield start, start + len(part)

    def all_of(self, table: str, texts: Sequence[str]) -> tuple[str, ...]:
        """Returns the names of those parts of a table of which some wording stands among these words."""
        parts = (name.partition(".")[2] for name in self.tables if name.startswith(f"{table}."))
        return tuple(part for part in parts if self.has(f"{table}.{part}", texts))

    def ends(self, table: str, texts: Sequence[str]) -> bool:
        """True if some wording of a table ends these words."""
        return _ends(texts, self.tables[table])

    def ordinal(self, texts: Sequence[str]) -> int:
        """Returns which of several is meant by its place, from 1, -1 for the last; 0 if no place is said."""
        for table in self.tables:
            if table.startswith("ordinals.") and self.has(table, texts):
                return int(table.partition(".")[2])
        return 0

    def without_lead(self, table: str, texts: Sequence[str]) -> int:
        """Returns behind how many words that only lead to what is said the rest begins."""
        at = 0
        while True:
            fits = [len(one[0]) for one in self.tables[table] if tuple(texts[at : at + len(one[0])]) == one[0]]
            if not fits or at + max(fits) >= len(texts):
                return at
            at += max(fits)

    def period(self, texts: Sequence[str]) -> tuple[Amount, int] | None:
        """Returns the years of a time with a name, before or after it if that is said, and where it begins."""
        for wording, date in self.periods.items():
            span = _find(wording, texts)
            if span is None:
                continue
            start = span[0] - (texts[span[0] - 1 : span[0]] == ["the"])
            before = texts[:start]
            when = read_date(date)
            assert when is not None
            first, last = date.removeprefix("FROM ").split(" TO ")[0], date.split()[-1]
            if _ends(before, self.tables["period_order.before"]):
                when = read_date(f"BEF {first}")
            elif _ends(before, self.tables["period_order.after"]):
                when = read_date(f"AFT {last}")
            return (when, start) if when is not None else None
        return None


def _ends(texts: Sequence[str], wordings: Iterable[Wording]) -> bool:
    return any(tuple(texts[-len(one[0]) :]) == one[0] for one in wordings)


def _find(wording: Wording, texts: Sequence[str]) -> tuple[int, int] | None:
    first, *rest = wording
    for start in range(len(texts) - len(first) + 1):
        if tuple(texts[start : start + len(first)]) != first:
            continue
        end = start + len(first)
        for part in rest:
            span = _find((part,), texts[end : end + _MOST_BETWEEN + len(part)])
            if span is None:
                break
            end += span[1]
        else:
            return start, end
    return None


@cache
def intent_words(code: str = "en") -> IntentWords:
    """Returns the words of a language."""
    data = tomllib.loads(data_of(code, "message_intents.toml").read_text("utf-8"))
    lists = {
        f"{table}.{name}": tuple(map(_wording, wordings))
        for table in (
            "about",
            "vague",
            "period_order",
            "pronouns",
            "unnamed",
            "replies",
            "ordinals",
            "leads",
            "record_kinds",
        )
        for name, wordings in data[table].items()
    }
    return IntentWords(
        begins=frozenset(data["begins"]["words"].split()),
        small=frozenset(data["small"]["words"].split()),
        tables=lists,
        question={name: frozenset(said.split()) for name, said in data["question"].items()},
        counts=data["counts"],
        periods={_wording(name): date for name, date in question_words(code).periods.items()},
    )


def _wording(said: str) -> Wording:
    return tuple(tuple(texts_of(message_words(part))) for part in said.split(_GAP))


def texts_of(words: Iterable[MessageWord]) -> list[str]:
    return [word.text for word in words]
