"""Groups of people as they are named in a text: "young white people", "orang batak", "55+", and lists of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from claimtree.text.fairness.vocabulary import Forms, Vocabulary, has
from claimtree.text.fairness.words import Ground, Head, Kind
from claimtree.text.lexicon import Item

_YOUNGEST, _OLDEST = 16, 99
_LONGEST_LIST = 8
_LONGEST_JOIN = 4
_MOST_AGE_WORDS = 3
_ORDER = list(Ground)


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """One group, named at items first…after-1."""

    first: int
    after: int
    ground: Ground
    heads: frozenset[Head]
    """What it can be said of."""
    alone: bool
    """It stands for people without a head."""
    sure: bool
    """It stands for people whatever follows, save a thing of theirs."""
    always: bool = False
    """To say it is to ask."""
    is_age: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A list of groups, or one."""

    namings: tuple[Naming, ...]

    @property
    def first(self) -> int:
        return self.namings[0].first

    @property
    def after(self) -> int:
        return self.namings[-1].after

    @property
    def ground(self) -> Ground:
        return self.namings[0].ground

    @property
    def heads(self) -> frozenset[Head]:
        return frozenset.intersection(*(naming.heads for naming in self.namings))

    @property
    def alone(self) -> bool:
        return all(naming.alone for naming in self.namings)

    @property
    def sure(self) -> bool:
        return self.namings[-1].sure

    @property
    def always(self) -> bool:
        return any(naming.always for naming in self.namings)

    @property
    def is_age(self) -> bool:
        return self.namings[0].is_age

    def shortened(self) -> Iterator[Run]:
        """The list, then without its last one, and so on: what follows may belong to the last alone.

        One that is not sure shares what follows: both of "Hispanic and Italian restaurants" are kinds of restaurants.
        """
        for count in range(len(self.namings), 0, -1):
            if count == len(self.namings) or self.namings[count - 1].sure:
                yield Run(namings=self.namings[:count])


def find_runs(items: Sequence[Item], forms: Sequence[Forms], words: Vocabulary) -> Iterator[Run]:
    """Lists of groups, left to right. Each group begins one as well, so that what a list lost is looked at again."""
    namings = list(_namings(items, forms, words))
    for k, naming in enumerate(namings):
        listed = [naming]
        for following in namings[k + 1 : k + _LONGEST_LIST]:
            if not _is_joined(forms, words, listed[-1].after, following.first):
                break
            listed.append(following)
        yield Run(namings=tuple(listed))


def _is_joined(forms: Sequence[Forms], words: Vocabulary, left: int, right: int) -> bool:
    """ "blacks or the Irish", "families with small children"."""
    small = words.small
    if not 1 <= right - left <= _LONGEST_JOIN or not has(forms, left, small.joins | small.having):
        return False
    return all(has(forms, i, small.joins | small.having | small.articles | small.manners) for i in range(left, right))


def _namings(items: Sequence[Item], forms: Sequence[Forms], words: Vocabulary) -> Iterator[Naming]:
    i = 0
    beginnings = words.naming
    while i < len(items):
        if items[i].mention is None and beginnings.isdisjoint(forms[i]):
            i += 1
            continue
        naming = _naming(items, forms, words, i)
        if naming is None:
            i += 1
            continue
        yield naming
        i = naming.after


def _naming(items: Sequence[Item], forms: Sequence[Forms], words: Vocabulary, at: int) -> Naming | None:
    always = words.always.starting(forms, at)
    if always is not None:
        ground, after = always
        return Naming(first=at, after=after, ground=ground, heads=frozenset(), alone=True, sure=True, always=True)
    aged = _age(items, forms, words, at)
    if aged is not None:
        return aged
    # "orang non muslim", "non muslim", "keluarga kristen": people or a prefix may come first.
    person = words.head_first.starting(forms, at)
    begins = person[1] if person is not None and person[0] is Head.PERSON else at
    inner = begins + 1 if has(forms, begins, words.small.prefixes) else begins
    found = _one(items, forms, words, inner)
    if found is None:
        found, begins = _one(items, forms, words, at), at
        if found is None:
            return None
    elif begins > at:
        found = replace(found, alone=True, sure=True)
    return _with_people(forms, words, replace(_chained(items, forms, words, found), first=at))


def _one(items: Sequence[Item], forms: Sequence[Forms], words: Vocabulary, at: int) -> Naming | None:
    found = words.groups.starting(forms, at)
    if found is None:
        return None
    group, after = found
    norm = items[after - 1].norm
    possessive = norm.endswith(("'s", "'"))
    plural = norm.endswith("s") or has(forms, after - 1, words.small.plurals)
    return Naming(
        first=at,
        after=after,
        ground=group.ground,
        heads=group.heads,
        alone=group.kind is not Kind.SHADE,
        sure=not possessive and (group.kind is Kind.NOUN or (group.kind is Kind.NAME and plural)),
    )


def _chained(items: Sequence[Item], forms: Sequence[Forms], words: Vocabulary, naming: Naming) -> Naming:
    """Group words in a row are one group: "young Muslim women"; the rarer ground names it."""
    while (following := _one(items, forms, words, _past_manners(forms, words, naming.after))) is not None:
        naming = replace(
            naming,
            after=following.after,
            ground=min(naming.ground, following.ground, key=_ORDER.index),
            heads=naming.heads | following.heads,
            alone=naming.alone or following.alone,
            sure=naming.sure or following.sure,
        )
    return naming


def _past_manners(forms: Sequence[Forms], words: Vocabulary, at: int) -> int:
    return at + 1 if has(forms, at, words.small.manners) else at


def _with_people(forms: Sequence[Forms], words: Vocabulary, naming: Naming) -> Naming:
    """With the word for people behind it: "white people"."""
    person = words.heads.starting(forms, _past_manners(forms, words, naming.after))
    if person is None or person[0] is not Head.PERSON:
        return naming
    return replace(naming, after=person[1], alone=True, sure=True)


def _past_ages(forms: Sequence[Forms], words: Vocabulary, at: int) -> int:
    after = at
    while after - at < _MOST_AGE_WORDS and has(forms, after, words.small.ages):
        after += 1
    return after


def _age(items: Sequence[Item], forms: Sequence[Forms], words: Vocabulary, at: int) -> Naming | None:
    """An age that people are to have: "55+", "people over 60", "usia 20-30 tahun"."""
    i = at
    person = words.heads.starting(forms, i)
    named = person is not None and person[0] is Head.PERSON
    i = person[1] if person is not None and named else i
    i = _past_ages(forms, words, i)
    mention = items[i].mention if i < len(items) else None
    if mention is None or (i == at and not (mention.has_operator or len(items[i].words) > 1)):
        return None
    ends = [end for end in (mention.amount.low, mention.amount.high) if math.isfinite(end)]
    if not ends or not all(_YOUNGEST <= end <= _OLDEST for end in ends) or (mention.has_unit and i == at):
        return None
    i += 1
    # "over 50s" are people, as "over 50" alone need not be.
    several = i < len(items) and items[i].norm == "s"
    i = _past_ages(forms, words, i)
    naming = Naming(
        first=at,
        after=i,
        ground=Ground.AGE,
        heads=frozenset({Head.ROLE}),
        alone=named or several,
        sure=True,
        is_age=True,
    )
    return _with_people(forms, words, naming)
