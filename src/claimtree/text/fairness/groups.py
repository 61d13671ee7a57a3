"""Finds the names of groups of people ("young white people", "orang batak", "55+"), and lists of
them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from claimtree.text.fairness.compiled_words import Forms, Vocabulary, has
from claimtree.text.fairness.fair_words import Ground, Head, Kind, Operator
from claimtree.text.fairness.people_or_places import is_located, names_people
from claimtree.text.lexicon import Item

_YOUNGEST, _OLDEST = 16, 99
_LONGEST_LIST = 8
_LONGEST_JOIN = 4
_MOST_AGE_WORDS = 3
_ORDER = list(Ground)
_PEOPLES = frozenset({Ground.ETHNICITY, Ground.ORIGIN})


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """One group, named at items first…after-1."""

    first: int
    after: int
    ground: Ground
    heads: frozenset[Head]
    """The heads that it can apply to."""
    alone: bool
    """It stands for people without a head."""
    sure: bool
    """It stands for people whatever follows, unless a thing of theirs follows."""
    always: bool = False
    """Its mention alone asks by protected class."""
    is_age: bool = False
    is_place: bool = False
    """It is a place or a direction, unless the words before it say otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A list of one or more groups."""

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
        """Yields the list, then the list without its last group, and so on, since what follows may
        belong to the last alone.

        A group that is not `sure` shares what follows: both of "Hispanic and Italian restaurants"
        are kinds of restaurants.
        """
        for count in range(len(self.namings), 0, -1):
            if count == len(self.namings) or self.namings[count - 1].sure:
                yield Run(namings=self.namings[:count])


def find_runs(items: Sequence[Item], forms: Sequence[Forms], words: Vocabulary) -> Iterator[Run]:
    """Yields the lists of groups, left to right. Each group also begins one, so that groups dropped
    from a list are examined again."""
    namings = list(_namings(items, forms, words))
    for k, naming in enumerate(namings):
        listed = [naming]
        for following in namings[k + 1 : k + _LONGEST_LIST]:
            if not _is_joined(forms, words, listed, following):
                break
            listed.append(_as_listed(listed[-1], following))
        yield Run(namings=tuple(listed[: _without_places(forms, listed)]))


def _is_joined(forms: Sequence[Forms], words: Vocabulary, listed: Sequence[Naming], following: Naming) -> bool:
    """True if the group continues the list ("blacks or the Irish", "families with small
    children")."""
    last, small = listed[-1], words.small
    gap = range(last.after, following.first)
    if not 1 <= len(gap) <= _LONGEST_JOIN or not has(forms, gap[0], small.joins | small.having):
        return False
    if not all(has(forms, i, small.joins | small.having | small.articles | small.manners) for i in gap):
        return False
    if last.is_place:  # "Medan, Chinese neighbors" is no list, "Padang or Medan people" is one
        return following.is_place and "," not in forms[gap[0]]
    # Nor is "white, no Chinese neighbors", unless the "no" is repeated: "no black, no Chinese
    # neighbors".
    denial = listed[0].first - 1
    return all(denial >= 0 and forms[i] == forms[denial] for i in gap if _keeps_out(forms, words, i))


def _keeps_out(forms: Sequence[Forms], words: Vocabulary, at: int) -> bool:
    operated = words.before.starting(forms, at)
    return operated is not None and operated[0] is Operator.EXCLUDES


def _as_listed(last: Naming, following: Naming) -> Naming:
    """Makes a place stand for its people in a list of peoples ("orang batak atau padang")."""
    return replace(following, alone=last.alone) if following.is_place else following


def _without_places(forms: Sequence[Forms], listed: Sequence[Naming]) -> int:
    """Returns how many groups are in the list: of "tetangga batak, medan" only the first, of
    "batak, padang atau jawa" all."""
    count = len(listed)
    while count > 1 and listed[count - 1].is_place and "," in forms[listed[count - 1].first - 1]:
        count -= 1
    return count


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
    # "orang non muslim", "non muslim", "keluarga kristen": a word for people or a prefix may come
    # first.
    person = words.head_first.starting(forms, at)
    begins = _past_hailing(forms, words, person[1]) if person is not None and person[0] is Head.PERSON else at
    inner = begins + 1 if has(forms, begins, words.small.prefixes) else begins
    found = _naming_at(items, forms, words, inner)
    if found is None:
        found, begins = _naming_at(items, forms, words, at), at
        if found is None:
            return None
    elif begins > at:
        found = replace(found, alone=True, sure=True)
    if found.is_place:
        people = begins > at or names_people(forms, words, at)
        if not people and is_located(items, forms, words, at):
            return None
        found = replace(found, is_place=not people)
    return _with_people(forms, words, replace(_chained(items, forms, words, found), first=at))


def _naming_at(items: Sequence[Item], forms: Sequence[Forms], words: Vocabulary, at: int) -> Naming | None:
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
        alone=group.kind not in (Kind.SHADE, Kind.PLACE),
        sure=not possessive and (group.kind is Kind.NOUN or (group.kind is Kind.NAME and plural)),
        is_place=group.kind is Kind.PLACE,
    )


def _chained(items: Sequence[Item], forms: Sequence[Forms], words: Vocabulary, naming: Naming) -> Naming:
    """Merges adjacent group words into one group ("young Muslim women"), with the ground that comes
    first in `Ground`."""
    while (following := _next(items, forms, words, naming)) is not None:
        # "Cina Medan" are people, "no kids Medan" is about kids, and "Medan Timur" is only a place.
        if following.is_place != naming.is_place and (naming.is_place or naming.ground not in _PEOPLES):
            break
        naming = replace(
            naming,
            after=following.after,
            ground=min(naming.ground, following.ground, key=_ORDER.index),
            heads=naming.heads | following.heads,
            alone=naming.alone or following.alone,
            sure=naming.sure or following.sure,
        )
    return naming


def _next(items: Sequence[Item], forms: Sequence[Forms], words: Vocabulary, naming: Naming) -> Naming | None:
    """Returns the group right after, or the place that the people come from ("pendatang dari
    medan")."""
    at = _past_manners(forms, words, naming.after)
    from_there = _past_hailing(forms, words, at)
    following = _naming_at(items, forms, words, from_there)
    return following if following is not None and (from_there == at or following.is_place) else None


def _past_hailing(forms: Sequence[Forms], words: Vocabulary, at: int) -> int:
    return at + 1 if has(forms, at, words.small.hailing) else at


def _past_manners(forms: Sequence[Forms], words: Vocabulary, at: int) -> int:
    return at + 1 if has(forms, at, words.small.manners) else at


def _with_people(forms: Sequence[Forms], words: Vocabulary, naming: Naming) -> Naming:
    """Extends the group by a following word for people ("white people")."""
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
    """Returns an age of people ("55+", "people over 60", "usia 20-30 tahun"); None if there is
    none."""
    i = at
    person = words.heads.starting(forms, i)
    named = person is not None and person[0] is Head.PERSON
    i = person[1] if person is not None and named else i
    theirs = has(forms, i, words.small.theirs)
    i = i + 1 if theirs else _past_ages(forms, words, i)
    mention = items[i].mention if i < len(items) else None
    # "over 50s" and "in their 50s" are people, but "over 50" alone need not be.
    several = i + 1 < len(items) and items[i + 1].norm == "s"
    if mention is None or (theirs and not several):
        return None
    if i == at and not (mention.has_operator or len(items[i].words) > 1):
        return None
    ends = [end for end in (mention.amount.low, mention.amount.high) if math.isfinite(end)]
    if not ends or not all(_YOUNGEST <= end <= _OLDEST for end in ends) or (mention.has_unit and i == at):
        return None
    i = _past_ages(forms, words, i + 1)
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
