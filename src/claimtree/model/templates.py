"""Sentences of ours with foreign words in their gaps, which remember which words are foreign.

A person reads the sentence as it is. A program that reads it for a person, as an agent does, has to
know what we say and what a listing, a place or a question says: `claimtree.quoting` renders the
sentence with foreign words in quotes. A text that is not a `Filled` is treated as foreign as a
whole, so that a forgotten `fill` leads to more quotes and never to fewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

Value: TypeAlias = str | int | float


class Filled(str):
    """A template of ours with its gaps filled; otherwise an ordinary str."""

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, Value]

    def __new__(cls, template: str, values: Mapping[str, Value]) -> Filled:
        self = super().__new__(cls, template.format(**values))
        self.template = template
        self.values = dict(values)
        return self

    def __reduce__(self) -> tuple[type[Filled], tuple[str, Mapping[str, Value]]]:
        return Filled, (self.template, self.values)


def fill(template: str, /, **values: object) -> Filled:
    """Returns the sentence of a template with these values; without values it is entirely ours.

    >>> fill("“{name}” was taken for {place}.", name="grand st", place="Grand Street")
    '“grand st” was taken for Grand Street.'
    """
    return Filled(template, {name: _value(value) for name, value in values.items()})


def enumerated(values: Iterable[object], *, between: str = ", ", each: str = "{}") -> Filled:
    """Returns several values one after another, with words of ours between them.

    >>> enumerated(["south", "west"], between=" or ", each="'{}'")
    "'south' or 'west'"
    """
    named = {f"value{at}": value for at, value in enumerate(values)}
    return fill(between.join(each.format(f"{{{name}}}") for name in named), **named)


def _value(value: object) -> Value:
    return value if isinstance(value, str | int | float) else str(value)
