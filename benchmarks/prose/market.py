"""Generates homes described in prose from a seed: 100 to 200 words each, with columns, coordinates
and known facts.

Real listings repeat each other in three ways: a few short phrases are used by many ("smart TV"),
hosts with many homes use the same text for each, and the rest occurs once. The generated ones do
the same: words are ranked by frequency, hosts have a portfolio and a house style, and sentences are
composed from so many parts that most are new. `repeats` measures how little passages repeat, and a
test compares it with the figures of real listings.

A home depends only on the seed and its own number: a world of 1,000 homes is the beginning of one
of 100,000.
"""

from __future__ import annotations

import json
import math
import random
import re
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

from benchmarks.generator import AREA_LEVEL, HOME_LEVEL
from benchmarks.prose import wordings
from benchmarks.prose.planted import FACTS, Fact
from claimtree.errors import BadInput

VERSION = 1
"""Incremented when the same seed gives another world; figures of different versions are not
comparable."""

FEWEST_WORDS, MOST_WORDS = 100, 200
HOMES_PER_AREA = 100
RANKS = 0.4
"""Skew of the words of a slot: the share of the nth filling is proportional to n to the power of
minus this."""
IN_PORTFOLIO = 0.6
"""Share of homes whose host has a house style."""
PORTFOLIOS = 1.1
"""Exponent of portfolio sizes; closer to 1, the large ones are larger."""
HOUSE_SENTENCES, KEPT_OF_HOUSE = 10, 0.5
"""Sentences of a house style, and the share of them used for one home."""
COLUMNS = {"price": 0.97, "bedrooms": 0.95, "bathrooms": 0.8, "area_m2": 0.6, "floor": 0.5}
"""The columns, and the share of homes that has each; the rest have none."""
CENTER, SPREAD = (40.7, -73.95), 0.12

Record = dict[str, Any]
_SLOT = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """A home as a record that `claimtree index` reads, and its known facts."""

    record: Record
    has: frozenset[str]
    """Names of the planted facts that its text states."""
    lacks: frozenset[str]
    """Names of those that its text denies."""


class Sentences:
    """Fills frames; every slot has fillings ranked by frequency."""

    def __init__(self, slots: Mapping[str, Sequence[str]]) -> None:
        self._slots = {name: (tuple(map(_pieces, fillings)), _ranks(len(fillings))) for name, fillings in slots.items()}
        self._frames: dict[str, tuple[str, ...]] = {}

    def fill(self, frame: str, chance: random.Random) -> str:
        """Returns a frame with all its slots filled, as a sentence."""
        pieces = self._frames.get(frame)
        if pieces is None:
            pieces = self._frames[frame] = _pieces(frame)
        text = self._filled(pieces, chance)
        return text[0].upper() + text[1:]

    def _filled(self, pieces: Sequence[str], chance: random.Random) -> str:
        """Fills the slots; in `pieces` literal text and slot names alternate, text first."""
        parts = list(pieces)
        for at in range(1, len(parts), 2):
            name = parts[at]
            low, is_range, high = name.partition("..")
            if is_range:
                parts[at] = str(chance.randint(int(low), int(high)))
            else:
                fillings, ranks = self._slots[name]
                parts[at] = self._filled(fillings[bisect(ranks, chance.random())], chance)
        return _with_articles("".join(parts))


def _pieces(frame: str) -> tuple[str, ...]:
    return tuple(_SLOT.split(frame))


def _ranks(count: int) -> list[float]:
    """Returns the cumulative shares of the ranks, without the last, for lookup by a number below
    1."""
    shares = [rank**-RANKS for rank in range(1, count + 1)]
    return [so_far / sum(shares) for so_far in accumulate(shares)][:-1]


_ARTICLE = re.compile(r"\b([Aa]) (?=[aeiouAEIOU8])(?!(?:one|uni|use|eu)\w*)")


def _with_articles(text: str) -> str:
    """Corrects the article before a vowel: "a oak table" becomes "an oak table"."""
    return _ARTICLE.sub(r"\1n ", text)


@dataclass(frozen=True, eq=False)
class Market:
    """A market of this many homes, in areas of a hundred."""

    homes: int
    seed: int

    @cached_property
    def _sentences(self) -> Sentences:
        return Sentences(wordings.SLOTS)

    @property
    def areas(self) -> int:
        return math.ceil(self.homes / HOMES_PER_AREA)

    def records(self) -> Iterator[Record]:
        """Yields all records as `claimtree index` reads them, areas before homes."""
        for number in range(self.areas):
            yield self._area(number)
        for number in range(self.homes):
            yield self.home(number).record

    def all_homes(self) -> Iterator[Home]:
        return (self.home(number) for number in range(self.homes))

    def home(self, number: int) -> Home:
        chance = self._chance("home", number)
        facts = {fact: self._stated(fact, chance) for fact in FACTS}
        opening = self._sentences.fill(chance.choice(wordings.OPENINGS), chance)
        body = [
            self._sentences.fill(chance.choice(fact.says if has else fact.denies), chance)
            for fact, has in facts.items()
            if has is not None
        ]
        if chance.random() < 0.5:
            body.append(chance.choice(wordings.HEADINGS))
        wanted = chance.randint(FEWEST_WORDS + 10, MOST_WORDS - 10)
        house = self._house(chance)
        while _words([opening, *body, *house]) > MOST_WORDS:
            house.pop()
        words = _words([opening, *body, *house])
        while words < wanted:
            sentence = self._sentences.fill(chance.choice(chance.choice(_BODY)), chance)
            if words + _words([sentence]) <= MOST_WORDS:
                body.append(sentence)
                words += _words([sentence])
        text = " ".join((opening, *chance.sample(body, len(body)), *house))
        return Home(
            record=self._record(number, chance, text),
            has=frozenset(fact.name for fact, has in facts.items() if has),
            lacks=frozenset(fact.name for fact, has in facts.items() if has is False),
        )

    def _stated(self, fact: Fact, chance: random.Random) -> bool | None:
        """Returns whether a home states the fact (True) or denies it (False); None if it does
        neither."""
        drawn = chance.random()
        if drawn < fact.share:
            return True
        return False if fact.denies and drawn > 1 - fact.share / 8 else None

    def _house(self, chance: random.Random) -> list[str]:
        """Returns the sentences that the host uses for every home, if the host has many."""
        if chance.random() >= IN_PORTFOLIO:
            return []
        host = _rank(PORTFOLIOS, chance)
        style = self._chance("host", host)
        frames = style.sample(wordings.HOUSE_STYLE, HOUSE_SENTENCES)
        written = [self._sentences.fill(frame, style) for frame in frames]
        return [sentence for sentence in written if chance.random() < KEPT_OF_HOUSE]

    def _record(self, number: int, chance: random.Random, text: str) -> Record:
        area = number // HOMES_PER_AREA
        lat, lon = self._center(area)
        bedrooms = min(5, int(chance.expovariate(0.6)))
        columns = {
            "price": 25 * round((1500 + 850 * bedrooms) * chance.lognormvariate(0, 0.3) / 25),
            "bedrooms": bedrooms,
            "bathrooms": 1 + chance.choice((0, 0, 0, 0.5)) * (bedrooms > 0) + (bedrooms > 2),
            "area_m2": round((32 + 22 * bedrooms) * chance.lognormvariate(0, 0.2)),
            "floor": min(30, 1 + int(chance.expovariate(0.3))),
        }
        return {
            "id": f"home-{number}",
            "level": HOME_LEVEL,
            "parent": f"area-{area}",
            "source": "generated",
            "title": self._sentences.fill(chance.choice(wordings.TITLES), chance),
            "text": text,
            **{name: value for name, value in columns.items() if chance.random() < COLUMNS[name]},
            "lat": round(lat + chance.gauss(0, 0.006), 5),
            "lon": round(lon + chance.gauss(0, 0.008), 5),
        }

    def _area(self, number: int) -> Record:
        name = self._sentences.fill("{area}", self._chance("area", number))
        return {"id": f"area-{number}", "level": AREA_LEVEL, "source": "generated", "title": name}

    def _center(self, area: int) -> tuple[float, float]:
        chance = self._chance("center", area)
        return CENTER[0] + chance.gauss(0, SPREAD), CENTER[1] + chance.gauss(0, SPREAD)

    def _chance(self, what: str, number: int) -> random.Random:
        return random.Random(f"{VERSION} {self.seed} {what} {number}")


_BODY = (wordings.ROOMS, wordings.ROOMS, wordings.PERKS, wordings.AROUND, wordings.AROUND, wordings.NOTES)


def _rank(tail: float, chance: random.Random) -> int:
    """Returns a random rank from 1 without limit, the first the most common: few portfolios are
    large."""
    return int((1 - chance.random()) ** (-1 / (tail - 1)))


def _words(sentences: Sequence[str]) -> int:
    return sum(len(sentence.split()) for sentence in sentences)


def write_market(market: Market, out: Path) -> int:
    """Writes one JSON object a line; returns their number."""
    written = 0
    try:
        with out.open("w", encoding="utf-8") as file:
            for record in market.records():
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
                written += 1
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror or error}", hint="Check the path.") from error
    return written
