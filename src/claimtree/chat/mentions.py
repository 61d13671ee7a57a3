"""Proposes what a message may speak of: the wishes that the reader found, and words that it took for none.

The reader answers what a whole sentence wants, so of "no balcony required" or "a pool would be fine too" it may say
nothing. Words that nothing accounts for are therefore read once more alone, and what is left out of them is filled in
from what was asked before: "in the building" after "laundry in unit". Whether a message wants what it speaks of is
decided elsewhere (`stances`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from claimtree.chat.criteria import Criteria, alternates, concepts_said, is_about, is_guess, same_thing, same_wish
from claimtree.chat.cues import Cues
from claimtree.languages.normalise import tokenize
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack
from claimtree.ports import Reader

_MOST_RUNS: Final = 4
"""Runs of words that are read alone; a message with more of them is no chat."""
_LONGEST_RUN: Final = 5
_MOST_FILLED: Final = 4
"""Wishes from the last on whose beginnings are put before words alone."""
_LONGEST_FILLED: Final = 9
"""Words of a message that may leave out what was asked before."""

Span = tuple[int, int]


class Relation(StrEnum):
    """What a wish of a message has to do with those so far."""

    SAME = "same"
    """The very wish is asked for."""
    VALUE = "value"
    """Another value of what is asked for."""
    DENIAL = "denial"
    """The contrary of what is asked for."""
    BESIDE = "beside"
    """Of the same kind, and both may hold."""
    NEW = "new"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """Something that a message may want."""

    claim: QueryClaim
    first: int
    after: int
    """Its first token, and the one after its last."""
    relation: Relation
    alone: bool = False
    """True if only the words alone are a wish, and not in their sentence."""
    filled: bool = False
    """True if words of an earlier wish were put before them."""


def mentions_of(
    cues: Cues,
    claims: Sequence[QueryClaim],
    runs: Sequence[Span],
    criteria: Criteria,
    reader: Reader,
    pack: Pack,
    *,
    is_thing: Callable[[str], bool],
) -> tuple[Mention, ...]:
    """Returns what a message may speak of, in its order. `runs`: tokens that no wish has, as first and after last;
    `is_thing` knows what homes are called at large."""
    found = [
        Mention(claim=one, first=span[0], after=span[1], relation=relation_of(one, criteria, pack))
        for one in claims
        if not is_guess(one) and (span := _tokens_of(one, cues)) is not None
    ]
    # A first message says in its sentence what it wants.
    free = [run for run in runs if run[1] - run[0] <= _LONGEST_RUN][:_MOST_RUNS] if criteria else []
    for first, after in free:
        things = all(is_thing(norm) for norm in cues.norms[first:after])
        own = (
            []
            if things
            else [
                one for one in _read_alone(cues, (first, after), reader, pack) if _has_number(one, cues, (first, after))
            ]
        )
        fits = len(cues.norms) <= _LONGEST_FILLED and not found and len(free) == 1
        filled = [] if own or not fits else list(_filled(cues, (first, after), criteria, reader, pack))
        for claim in own or filled[:1]:
            span = _tokens_of(claim, cues)
            if span is not None:
                relation = relation_of(claim, criteria, pack)
                found.append(
                    Mention(
                        claim=claim, first=span[0], after=span[1], relation=relation, alone=True, filled=bool(filled)
                    )
                )
    return tuple(sorted(found, key=lambda one: (one.first, one.after)))


def relation_of(claim: QueryClaim, criteria: Criteria, pack: Pack) -> Relation:
    """Returns what a wish has to do with some criteria."""
    plain = replace(claim, negated=False)
    if any(same_wish(old, claim) for old in criteria):
        return Relation.SAME
    if any(same_wish(old, plain) or (is_about(old, claim) and old.negated != claim.negated) for old in criteria):
        return Relation.DENIAL
    if any(same_thing(old, claim, pack) for old in criteria):
        return Relation.VALUE
    return Relation.BESIDE if any(alternates(old, claim, pack) for old in criteria) else Relation.NEW


def _read_alone(cues: Cues, span: Span, reader: Reader, pack: Pack) -> Iterator[QueryClaim]:
    start, end = cues.tokens[span[0]].start, cues.tokens[span[1] - 1].end
    for claim in reader.read_query(cues.text[start:end]).claims:
        if _says_something(claim, pack) and claim.end > claim.start:
            yield replace(claim, start=claim.start + start, end=claim.end + start, or_group=None)


def _says_something(claim: QueryClaim, pack: Pack) -> bool:
    """True for a wish that the pack knows, and no word for an amount without its number."""
    concept = pack.concepts.get(claim.concept) if claim.concept is not None else None
    if concept is None:
        return claim.name is not None or claim.where is not None or claim.concept is not None
    measured = concept.amount is not None and concept.amount.kind in (AmountKind.MONEY, AmountKind.AREA)
    return bool(claim.amounts) or not measured


def _has_number(claim: QueryClaim, cues: Cues, span: Span) -> bool:
    """True if a wish has the number of its words, if there is one: "1 mobil" is no wish for a car."""
    numbers = [cues.tokens[at] for at in range(*span) if cues.norms[at][0].isdecimal()]
    return all(claim.start <= token.start < claim.end for token in numbers)


def _filled(cues: Cues, span: Span, criteria: Criteria, reader: Reader, pack: Pack) -> Iterator[QueryClaim]:
    """The wishes that words are behind the beginning of an earlier one: "campur" after "kos putri"."""
    start, end = cues.tokens[span[0]].start, cues.tokens[span[1] - 1].end
    said = cues.text[start:end]
    for old in reversed(criteria[-_MOST_FILLED:]):
        words = tokenize(old.quote)
        for count in range(len(words) - 1 or len(words), 0, -1):
            beginning = old.quote[: words[count - 1].end]
            read = [one for one in reader.read_query(f"{beginning} {said}").claims if not is_guess(one)]
            whole = len(read) == 1 and read[0].end > len(beginning)
            if whole and not same_wish(read[0], old) and _goes_on(old, read[0], pack):
                yield replace(read[0], start=start, end=end, quote=said)


def _goes_on(old: QueryClaim, claim: QueryClaim, pack: Pack) -> bool:
    """True for an alternative of an earlier wish, and for a sort of it: a boarding house for women."""
    return alternates(old, claim, pack) or (old.concept is not None and old.concept in concepts_said(claim, pack))


def _tokens_of(claim: QueryClaim, cues: Cues) -> Span | None:
    at = [k for k, token in enumerate(cues.tokens) if claim.start <= token.start < claim.end]
    return (at[0], at[-1] + 1) if at else None
