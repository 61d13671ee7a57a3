"""Finds numbers and names in a reply that nothing in the data, the message or our own wording has.

A reply is made of sentences of ours and of what the data say. So every number has to be one of a listing that is
shown, of its distances, of the message or the criteria, or a count of hits; and every word written like a name has to
stand in one of these texts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

from claimtree.chat import Reply
from claimtree.languages import REGISTERED
from claimtree.languages.rendering import render
from claimtree.model.hierarchy import Entity

_SCALES = {
    "ribu": 1e3, "rb": 1e3, "juta": 1e6, "jt": 1e6, "miliar": 1e9, "milyar": 1e9, "triliun": 1e12,
    "billion": 1e9, "million": 1e6, "thousand": 1e3,
}  # fmt: skip
_LINK = re.compile(r"https?://\S+")
_NUMBER = re.compile(r"(\d+(?:[.,]\d+)*)\s?([A-Za-z]+)?")
_METRES = {"m": 1.0, "km": 1000.0, "meter": 1.0, "metres": 1.0}
_OFFER = re.compile(r"\b(?:dalam|within) [\d.,]+ k?m (?:dari|of)\b|\b\d+ (?:lagi|more)\b")
"""How far one could search, and how many there are beyond what is shown: counted, and said of no home."""
_NAME = re.compile(r"\b[A-Z][A-Za-z'’]{2,}")
_ROUNDED = 0.006
"""Share by which a sum may differ: "Rp1,55 miliar"."""
_ROUNDED_M = 0.06
"""Share by which a distance may differ: "1,3 km" for 1,345 m."""


def invented(
    reply: Reply,
    shown: Iterable[Entity],
    said: Iterable[str],
    places: Iterable[str] = (),
    metres: Iterable[float] = (),
) -> list[str]:
    """Returns the numbers and names of a reply that are found nowhere: `shown` are the entities that it is about,
    `said` the messages so far and our own examples, `places` the names of known places, `metres` the distances to
    them."""
    told = [render(one, reply.language) for one in reply.notices]
    texts = [*said, *reply.labels, *reply.unused, *told]
    for entity in shown:
        texts += [entity.title, str(entity.id), *(str(value) for value in entity.fields.values())]
        for source in entity.sources:
            texts += [source.text, *(str(value) for value in source.fields.values())]
    known = {value for text in texts for _, _, values in _numbers(text) for value in values}
    known |= {float(hit.number) for hit in reply.hits} | {float(one.number) for one in reply.answers}
    known |= {float(count) for count in (reply.total, reply.left, len(reply.hits), len(reply.fitting))}
    known |= {float(one.more) for one in reply.without}
    known |= {float(len(group.numbers)) for group in reply.groups}
    known |= {float(count) for count in Counter(hit.fit for hit in reply.hits).values()}
    metres = {*metres, *(one.metres for hit in reply.hits for one in hit.distances)}
    wrong = [
        text
        for text, unit, values in _numbers(_without_names(_OFFER.sub(" ", reply.text), places))
        if not _is_known(values, known, _ROUNDED)
        and not (unit in _METRES and _is_known([_METRES[unit] * value for value in values], metres, _ROUNDED_M))
    ]
    words = {word.casefold() for text in (*texts, *places, *_own_words()) for word in re.findall(r"[A-Za-z'’]+", text)}
    names = _NAME.findall(_LINK.sub(" ", reply.text))
    return [*wrong, *(name for name in names if name.casefold() not in words)]


def _without_names(text: str, places: Iterable[str]) -> str:
    """The text without names of places that have a number: "PS 107 John W. Kimball"."""
    for name in places:
        if any(letter.isdecimal() for letter in name):
            text = text.replace(name, " ")
    return text


@cache
def _own_words() -> tuple[str, ...]:
    """The sentences of ours, in every language."""
    return tuple(text for language in REGISTERED.values() for text in language.messages.texts.values())


def _numbers(text: str) -> Iterator[tuple[str, str, list[float]]]:
    """Yields each number with the word behind it and what it may mean: "1.550" is one and a half, or a thousand five
    hundred and fifty."""
    for match in _NUMBER.finditer(_LINK.sub(" ", text)):
        unit = (match[2] or "").casefold()
        plain = _readings(match[1])
        scale = _SCALES.get(unit) or (1e9 if unit == "m" else None)
        yield match[0], unit, [*plain, *(value * scale for value in plain if scale)]


def _readings(digits: str) -> list[float]:
    whole = float(re.sub(r"[.,]", "", digits))
    head, _, tail = digits.replace(",", ".").rpartition(".")
    return [whole, float(f"{head.replace('.', '')}.{tail}")] if head else [whole]


def _is_known(values: Iterable[float], known: Iterable[float], slack: float) -> bool:
    return any(abs(value - one) <= slack * abs(one) for value in values for one in known)
