"""Facts that a field or plain words of a listing state, and whether the wish for them finds the listing."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from claimtree.errors import BadInput
from evals.tick_corpora import SHIPPED, Listing

Pattern = Mapping[str, re.Pattern[str]]
"""Column to what has to be found in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something that many listings say, by rules that read no language."""

    name: str
    corpora: tuple[str, ...]
    wish: str
    stated: tuple[Pattern, ...]
    """One of these has to be found."""
    unless: tuple[Pattern, ...] = ()
    """Words that leave doubt: whoever has them is not asked about."""

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
        return {column: re.compile(said, re.IGNORECASE | re.MULTILINE) for column, said in columns.items()}
    except re.error as error:
        raise BadInput(f"{file}: {fact}: {error}", hint="Mend the pattern.") from error


def _found(patterns: Sequence[Pattern], listing: Listing) -> bool:
    return any(
        all(said.search(_text(listing.raw.get(column))) for column, said in pattern.items()) for pattern in patterns
    )


def _text(value: object) -> str:
    """As it is written, a list item by item; hard spaces are spaces."""
    if value is None:
        return ""
    lines = value if isinstance(value, list | tuple) else [value]
    return "\n".join(map(str, lines)).replace("\xa0", " ")
