"""What draft replies say, in the language of the asker: templates of `languages/*/draft_replies.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from claimtree.languages import data_of

MOST_NAME: Final = 60
_NAME: Final = re.compile(r"[^\W\d_]+(?:[ .'’-]{1,2}[^\W\d_]+){0,5}\.?")


@cache
def _templates(code: str) -> Mapping[str, Any]:
    return tomllib.loads(data_of(code, "draft_replies.toml").read_text("utf-8"))


def say(template: str, code: str = "en", **values: object) -> str:
    text = _templates(code)[template]
    assert isinstance(text, str)
    return text.format(**values)


@cache
def words_of(table: str, code: str = "en") -> frozenset[str]:
    """Returns the words of a table that is a text: "neutral"."""
    return frozenset(str(_templates(code)[table]).split())


def certainty(confidence: int, code: str = "en", *, of_several: bool = False) -> str:
    """Returns in words how certain it is that somebody is meant: "Very likely"."""
    words = _templates(code)["certainty_of_several" if of_several else "certainty"]
    return str(next(words[str(least)] for least in sorted(map(int, words), reverse=True) if confidence >= least))


def greeted_name(author: str, code: str = "en") -> str:
    """Returns the name by which somebody is greeted; empty for what is no name of a person."""
    name = " ".join(author.split())
    nameless = name.casefold() in _templates(code)["nameless"]
    return name if not nameless and len(name) <= MOST_NAME and _NAME.fullmatch(name) else ""
