"""Collects possible wishes from a corpus: its statements, from common to rare, at every level."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence

from claimtree.model.amounts import Amount, AmountKind, Op, describe
from claimtree.model.claims import Claim, ClaimId, ConceptId, Facet, QueryClaim
from claimtree.model.phrases import Phrase, PhraseId

Key = tuple[Phrase, Facet | None]
LEAST = 5
"""Minimum number of occurrences; rarer statements are not realistic wishes."""
_SAMPLE = 400
_AT_MOST = frozenset({AmountKind.MONEY, AmountKind.DISTANCE, AmountKind.DURATION})
"""Kinds of amounts with an upper bound in wishes; the others have a lower bound."""


class Tally:
    """Counts statements, and keeps a sample of their amounts."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[PhraseId, Facet | None]] = Counter()
        self._phrases: dict[PhraseId, Phrase] = {}
        self._amounts: dict[tuple[PhraseId, Facet | None], list[Amount]] = {}

    def add(self, facet: Facet | None, claim: Claim, phrase: Phrase) -> None:
        key = (phrase.id, facet)
        self._counts[key] += 1
        self._phrases.setdefault(phrase.id, phrase)
        if claim.amounts:
            amounts = self._amounts.setdefault(key, [])
            if len(amounts) < _SAMPLE:
                amounts.append(claim.amounts[0])

    def counts(self) -> Counter[PhraseId]:
        """Returns the frequency of each phrase."""
        found: Counter[PhraseId] = Counter()
        for (id, _), count in self._counts.items():
            found[id] += count
        return found

    def wishes(self, rng: random.Random, *, most: int = 40) -> tuple[QueryClaim, ...]:
        """Returns wishes of every level and facet: concepts of the pack, words that no lexicon has,
        names, and amounts."""
        indexed_partitions: dict[tuple[str, str], list[tuple[Phrase, Facet | None]]] = {}
        for (id, facet), count in sorted(self._counts.items(), key=lambda one: (-one[1], one[0][0], one[0][1] or "")):
            phrase = self._phrases[id]
            if count >= LEAST and not phrase.negated and (facet is not None or phrase.level != "room"):
                indexed_partitions.setdefault((phrase.level, _sort(phrase)), []).append((phrase, facet))
        found: list[QueryClaim] = []
        for (_, sort), keys in sorted(indexed_partitions.items()):
            if sort == "amount":
                found += self._amount_wishes(keys[:most])
            elif sort == "name":
                found += [_wish(*key) for key in rng.sample(keys, min(4, len(keys)))]
            elif sort == "free":
                found += [_shortened(*key) for key in keys[:most:4]]
            else:
                found += self._worded(_spread(keys, most))
        return tuple(found)

    def _worded(self, keys: Sequence[Key]) -> Iterator[QueryClaim]:
        """Yields wishes for concepts; one in eight is negated, if some entities deny the
        concept."""
        denied = {(self._phrases[id].concept, facet) for id, facet in self._counts if self._phrases[id].negated}
        for number, (phrase, facet) in enumerate(keys):
            concept: ConceptId | None = phrase.concept
            yield _wish(phrase, facet, negated=number % 8 == 7 and (concept, facet) in denied)

    def _amount_wishes(self, keys: Sequence[Key]) -> Iterator[QueryClaim]:
        """Yields bounds at the 20th, 50th and 80th percentile of the stated amounts."""
        for phrase, facet in keys:
            values = sorted(amount.low for amount in self._amounts[phrase.id, facet] if math.isfinite(amount.low))
            if len(phrase.slots) != 1 or len(values) < LEAST:
                continue
            slot = phrase.slots[0]
            for share in (0.2, 0.5, 0.8):
                bound = values[int(share * (len(values) - 1))]
                low, high = (-math.inf, bound) if slot.kind in _AT_MOST else (bound, math.inf)
                op = Op.LTE if math.isinf(low) else Op.GTE
                amount = Amount(kind=slot.kind, unit=slot.unit, noun=slot.noun, op=op, low=low, high=high)
                yield _wish(phrase, facet, amounts=(amount,))


def _sort(phrase: Phrase) -> str:
    if phrase.slots:
        return "amount"
    if phrase.name is not None:
        return "name"
    return "free" if phrase.concept is None else "word"


def _spread(keys: Sequence[Key], most: int) -> Sequence[Key]:
    """Selects from the most common to the rarest, evenly on a log scale of rank."""
    if len(keys) <= most:
        return keys
    places = {round(len(keys) ** (i / (most - 1))) - 1 for i in range(most)}
    return [keys[place] for place in sorted(places)]


def _shortened(phrase: Phrase, facet: Facet | None) -> QueryClaim:
    """Returns a wish without the first word of a wording: only cosine similarity can match it."""
    words = phrase.pattern.split()
    pattern = " ".join(words[1:] if len(words) > 2 else words)
    return _wish(phrase, facet, pattern=pattern)


def _wish(
    phrase: Phrase,
    facet: Facet | None,
    *,
    amounts: tuple[Amount, ...] = (),
    negated: bool = False,
    pattern: str = "",
) -> QueryClaim:
    pattern = pattern or phrase.pattern
    text = pattern.replace("_", describe(amounts[0])) if amounts else pattern
    return QueryClaim(
        id=ClaimId("c1"),
        text=f"no {text}" if negated else text,
        pattern=pattern,
        type=phrase.type,
        level=phrase.level,
        quote=text,
        facet=facet,
        concept=phrase.concept,
        name=phrase.name,
        amounts=amounts,
        negated=negated,
        # All wishes for a kitchen have to be met by the same kitchen.
        group=1 if facet is not None else None,
    )
