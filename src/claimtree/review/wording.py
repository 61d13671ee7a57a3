"""What the review queue says, in the language of its reader: templates of `languages/*/review.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from claimtree.family_trees.tree import read_date
from claimtree.languages import data_of
from claimtree.model.amounts import describe


@cache
def _templates(code: str) -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(data_of(code, "review.toml").read_text("utf-8"))


@cache
def _events(code: str) -> Mapping[str, str]:
    table: Mapping[str, Any] = tomllib.loads(data_of(code, "family_answers.toml").read_text("utf-8"))
    events: Mapping[str, str] = table["events"]
    return events


def say(table: str, template: str, code: str = "en", **values: object) -> str:
    return _templates(code)[table][template].format(**values)


def event_word(kind: str, code: str = "en") -> str:
    return _events(code).get(kind, kind)


def date_words(gedcom: str, code: str = "en") -> str:
    """Returns a date in words; one that cannot be read as it is written."""
    when = read_date(gedcom)
    return describe(when, code) if when is not None else gedcom


def fact_text(
    *,
    kind: str,
    name: str,
    date: str = "",
    place: str = "",
    value: str = "",
    relation: str = "",
    other: str = "",
    denied: bool = False,
) -> str:
    """Returns a fact in a sentence: "Sarah Hughes: born 1852, Knox County."."""
    if kind == "relation":
        text = say("facts", "relation", name=name, other=other, word=relation)
    elif kind == "name":
        text = say("facts", "name", name=name, value=value)
    else:
        when = say("facts", "on", date=date_words(date)) if date else ""
        where = say("facts", "in", place=place) if place else ""
        whom = say("facts", "with", other=other) if other else ""
        template = "value" if value else "event"
        text = say("facts", template, name=name, event=event_word(kind), value=value, when=when, where=where, whom=whom)
    return say("facts", "denied", fact=text) if denied else text
