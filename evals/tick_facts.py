"""Facts stated by a field or by plain words of a listing, to check that the wish for them is
met."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from claimtree.errors import BadInput
from evals.tick_corpora import SHIPPED, Listing

Pattern = Mapping[str, re.Pattern[str]]
"""Column → the pattern that has to match in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something that many listings state, detected by regular expressions alone."""

    name: str
    corpora: tuple[str, ...]
    wish: str
    stated: tuple[Pattern, ...]
    """One of these has to match."""
    unless: tuple[Pattern, ...] = ()
    """Doubtful words: a listing with one of these is not checked."""

    def is_stated(self, listing: Listing) -> bool:
        return _found(self.stated, listing) and not _found(self.unless, listing)


def load_facts(folder: Path = SHIPPED) -> tuple[Fact, ...]:
    file = folder / "facts.toml"
    return tuple(
        Fact(
            name=row["name"],
            corpora=tuple(row["corpora"]),
            wish=row["wish"],
            stated=tuple(_pattern(one, file, row["name"]) for one in row["stated"]),
            unless=tuple(_pattern(one, file, row["name"]) for one in row.get("unless", ())),
        )
        for row in tomllib.loads(file.read_text(encoding="utf-8"))["fact"]
    )


def _pattern(columns: Mapping[str, str], file: Path, fact: str) -> Pattern:
    try:
        return {column: re.compile(pattern_of, re.IGNORECASE | re.MULTILINE) for column, pattern_of in columns.items()}
    except re.error as error:
        raise BadInput(f"{file}: {fact}: {error}", hint="Mend the pattern.") from error


def _found(patterns: Sequence[Pattern], listing: Listing) -> bool:
    return any(
        all(pattern_of.search(_text(listing.raw.get(column))) for column, pattern_of in pattern.items())
        for pattern in patterns
    )


def _text(value: object) -> str:
    """Returns the value as text, a list line by line; non-breaking spaces become spaces."""
    if value is None:
        return ""
    lines = value if isinstance(value, list | tuple) else [value]
    return "\n".join(map(str, lines)).replace("\xa0", " ")
