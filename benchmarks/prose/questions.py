"""Builds questions of five wishes: of the pack's concepts, and in words that no lexicon has.

No wish is asked twice, so that no search benefits from a cache of an earlier one. The reader
decides how words are read, so it is consulted: a question is kept if it is read as five wishes of
its kind.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from benchmarks.prose.market import Sentences
from benchmarks.prose.planted import FACTS
from benchmarks.prose.wordings import SLOTS
from claimtree.errors import BadInput
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack
from claimtree.ports import Reader

WISHES = 5
_ASKED = (
    "a {era} {thing}", "{small} from {abroad}", "a {stuff} {thing}", "a {color} {thing}", "{era} {fitting}",
    "{stuff} {fitting}", "a view of the {sight}", "a {gear}", "a {shop} {where} the house", "a {mood} {room}",
    "a place to {doing}", "a {thing} {spot}", "{color} {fitting}", "a {event} on the {day}",
)  # fmt: skip
"""Wishes in a user's own words; most of them are in no lexicon."""
_MOST_TRIED = 20_000
"""How many wishes in own words are generated; at least this many exist."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """Sentences, the same number of each kind."""

    known: tuple[str, ...]
    own: tuple[str, ...]


def questions(pack: Pack, reader: Reader, *, each: int, seed: int) -> Questions:
    return Questions(
        known=_asked("known", _known_wishes(pack, seed), is_known, reader, each),
        own=_asked("own", _own_wishes(seed), is_own, reader, each),
    )


def _asked(
    kind: str, wishes: Iterator[str], fits: Callable[[QueryClaim], bool], reader: Reader, each: int
) -> tuple[str, ...]:
    """Combines wishes that are read as one of their kind into questions of five, all of them
    new."""
    alone = (wish for wish in wishes if _is_one(reader, wish, fits))
    found: list[str] = []
    asked: set[str] = set()
    while len(found) < each:
        five = list(islice(alone, WISHES))
        if len(five) < WISHES:
            raise BadInput(
                f"only {len(found)} questions of {WISHES} {kind} wishes can be made, not {each}",
                hint="Ask fewer questions, or take a pack with more words.",
            )
        sentence = ", ".join(five)
        claims = reader.read_query(sentence).claims
        patterns = {claim.pattern for claim in claims if fits(claim)}
        if len(claims) == len(patterns) == WISHES and asked.isdisjoint(patterns):
            found.append(sentence)
            asked |= patterns
    return tuple(found)


def _is_one(reader: Reader, words: str, fits: Callable[[QueryClaim], bool]) -> bool:
    claims = reader.read_query(words).claims
    return len(claims) == 1 and fits(claims[0])


def is_known(claim: QueryClaim) -> bool:
    return claim.concept is not None and not claim.negated


def is_own(claim: QueryClaim) -> bool:
    return claim.concept is None and claim.name is None and claim.where is None and not claim.amounts


def _known_wishes(pack: Pack, seed: int) -> Iterator[str]:
    """Yields the pack's wording of each concept without an amount, in a random but fixed order."""
    plain = sorted(concept.id for concept in pack.concepts.values() if concept.amount is None)
    for id in random.Random(f"concepts {seed}").sample(plain, len(plain)):
        yield pack.concepts[id].wording.replace("{facet}", "").strip()


def _own_wishes(seed: int) -> Iterator[str]:
    """Yields the wishes for planted facts first, then wishes for anything that may occur in a
    home."""
    for fact in FACTS:
        if not fact.known:
            yield fact.wish
    sentences, chance = Sentences(SLOTS), random.Random(f"wishes {seed}")
    given: set[str] = set()
    for _ in range(_MOST_TRIED):
        wish = sentences.fill(chance.choice(_ASKED), chance).lower()
        if wish not in given:
            given.add(wish)
            yield wish
