"""Compares two names of people: the probability that they mean one person, and by what.

A comparison is a handful of features (how the family names are tied, how the given names are, what
is missing, what contradicts). Each has a cost, fitted on pairs of names (`costs.toml`); the
probability is exp(-sum of costs). A name can be read in several ways (family name first; by a former
name), of which the likeliest counts.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources

from claimtree.model.name_folding import name_key
from claimtree.model.plans import Basis
from claimtree.person_names.parse import PersonName, parse
from claimtree.person_names.word_ties import ORDER, Tie, are_known_apart, differ_by_sex, tie

_JOINED = 8
"""Two words that are written as one have at least this many letters."""


_ANY_PAIR = "any pair"
"""What even two equal names cost."""
_UNSEEN = 1.0
"""The cost of a feature that no pair had while fitting."""
_LISTED = (Tie.SAME, Tie.NICKNAME, Tie.FORM, Tie.INITIAL)
"""Ties of given names that no list of names can contradict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameMatch:
    """How probably two names mean one person, and what ties them."""

    probability: float
    by: Basis


@dataclass(frozen=True, slots=True)
class _Compared:
    features: frozenset[str]
    by: Basis


@lru_cache(maxsize=1 << 14)
def match_names(one: str, other: str) -> NameMatch:
    """Returns the probability that two names mean one person, and the weakest tie that it rests on.

    >>> match_names("Smith, John", "John Smith").by, match_names("Bill Johnson", "William Johnson").by
    (<Basis.NAME_FORM: 'name form'>, <Basis.NICKNAME: 'nickname'>)
    >>> match_names("John Smith", "Robert Smith").probability < 0.1
    True
    """
    if name_key(one) == name_key(other):
        return NameMatch(probability=math.exp(-fitted_costs()[_ANY_PAIR]), by=Basis.NAME)
    first, second = parse(one), parse(other)
    if not first.words or not second.words:
        return NameMatch(probability=0.0, by=Basis.NAME)
    likeliest = min(comparisons(first, second), key=lambda compared: _cost(compared.features))
    return NameMatch(probability=math.exp(-_cost(likeliest.features)), by=likeliest.by)


def comparisons(one: PersonName, other: PersonName) -> Iterator[_Compared]:
    """Yields the comparison of every reading of one name with every reading of the other."""
    one, other = _joined(one, other), _joined(other, one)
    for first, turned in _readings(one):
        for second, turned_too in _readings(other):
            if not (turned and turned_too):
                yield _compared(first, second, turned or turned_too)


@cache
def fitted_costs() -> Mapping[str, float]:
    """Returns the cost of each feature, as fitted; see `training/person_names`."""
    text = resources.files("claimtree.person_names").joinpath("costs.toml").read_text("utf-8")
    costs: dict[str, float] = tomllib.loads(text)["costs"]
    return costs


def _cost(features: frozenset[str]) -> float:
    costs = fitted_costs()
    # Sorted, so that the sum is the same on every run.
    return costs[_ANY_PAIR] + sum(costs.get(feature, _UNSEEN) for feature in sorted(features))


def _readings(name: PersonName) -> Iterator[tuple[PersonName, str]]:
    """Yields the ways to read a name, with what was turned: as it stands, family name first, by the former name, and
    by what the person is called."""
    yield name, ""
    if not name.ordered and name.given:
        words = name.words
        yield replace(name, given=words[1:], family=words[:1], particles=""), "order"
    if name.former:
        yield replace(name, family=name.former, particles=""), "former"
    if name.called:
        yield replace(name, given=name.called), "called"


def _joined(name: PersonName, other: PersonName) -> PersonName:
    """Returns the name with two of its words written as one, if the other name has them so: Mary Ann and Maryann."""
    words = name.words
    for i in range(len(words) - 1):
        both = words[i] + words[i + 1]
        if len(both) < _JOINED - 1 or min(len(words[i]), len(words[i + 1])) < 2:
            continue
        ties = {tie(both, word, given=False) for word in other.words if len(word) > max(map(len, words[i : i + 2]))}
        if ties & {Tie.SAME, Tie.SPELLING, Tie.SOUND, *((Tie.EDIT, Tie.CHANGE) if len(both) > _JOINED else ())}:
            joined = (*words[:i], both, *words[i + 2 :])
            return replace(name, given=joined[:-1], family=joined[-1:])
    return name


def _compared(one: PersonName, other: PersonName, turned: str) -> _Compared:
    features: set[str] = {f"turned {turned}"} if turned else set()
    if one.is_single or other.is_single:
        family = _single(one, other, features)
        given: Tie | None = None
    else:
        family = _family(one, other, features)
        given = _compare_given_names(one, other, features)
    _generation_and_sex(one, other, features)
    if one.former and other.former and tie(one.former[-1], other.former[-1], given=False) is Tie.OTHER:
        features.add("former other")
    return _Compared(frozenset(features), _basis(features, (family, given), turned))


def _family(one: PersonName, other: PersonName, features: set[str]) -> Tie:
    """Returns how the family names are tied, and notes it."""
    found = _full_family(one, other)
    if found is Tie.OTHER and (len(one.family) > 1 or len(other.family) > 1):
        parts = (tie(a, b, given=False) for a in one.family for b in other.family if min(len(a), len(b)) > 1)
        apart = {*one.family} ^ {*other.family}
        shared = min(parts, key=ORDER.index, default=Tie.OTHER)
        both_more = apart & {*one.family} and apart & {*other.family}
        if shared in (Tie.SAME, Tie.SPELLING) and not both_more:
            features.add("family part")
            return shared
    if found is Tie.OTHER and _is_among_given(one, other):
        features.add("family among given")
        return Tie.SAME
    if found is not Tie.SAME:
        features.add(f"family {found}")
    return found


def _full_family(one: PersonName, other: PersonName) -> Tie:
    """Returns the best tie of the family names, written as one word, with and without particles."""
    ours = {"".join(one.family), one.particles + "".join(one.family)}
    others = {"".join(other.family), other.particles + "".join(other.family)}
    return min((tie(a, b, given=False) for a in ours for b in others), key=ORDER.index)


def _is_among_given(one: PersonName, other: PersonName) -> bool:
    """True if the family name of one stands before the family name of the other, which has more words: "Mary Brown"
    and "Mary Brown Jones", "José García" and "José García Márquez"."""
    short, long = sorted((one, other), key=lambda name: len(name.words))
    words = long.words
    return len(words) > len(short.words) and "".join(short.family) in words[1:-1]


def _compare_given_names(one: PersonName, other: PersonName, features: set[str]) -> Tie | None:
    """Returns how the first given names are tied, and notes it with what the middle names say."""
    if not one.given or not other.given:
        features.add("told family")
        return None
    first, second = one.given[0], other.given[0]
    found = tie(first, second, given=True)
    if found is Tie.OTHER and (by_middle := _by_middle(one.given, other.given)) is not None:
        features.add("told by middle")
        found = by_middle
    else:
        if found not in _LISTED and are_known_apart(first, second):
            found = Tie.OTHER
        elif found not in _LISTED and differ_by_sex(first, second):
            features.add("given of other sex")
        _note_omissions(found, _middle(one.given[1:], other.given[1:]), features)
    if found not in (Tie.SAME, Tie.INITIAL):
        features.add(f"given {found}")
    return found


def _note_omissions(given: Tie, middle: str, features: set[str]) -> None:
    """Notes how much the given names tell: of all that is left out only the most counts, since what is left out of
    one part says nothing new when another is left out, too."""
    if middle == "other":
        features.add("middle other")
    elif given is Tie.INITIAL:
        features.add("told initial, no middle" if middle == "missing" else "told initial")
    elif middle:
        features.add(f"told middle {middle}")


def _by_middle(one: Sequence[str], other: Sequence[str]) -> Tie | None:
    """Returns the tie of a single given name to a middle name of the other, by which a person may go."""
    short, long = sorted((one, other), key=len)
    if len(short) != 1 or len(short[0]) == 1:
        return None
    ties = [tie(short[0], word, given=True) for word in long[1:] if len(word) > 1]
    best = min(ties, key=ORDER.index, default=Tie.OTHER)
    return best if best in (Tie.SAME, Tie.SPELLING, Tie.NICKNAME) else None


def _middle(one: Sequence[str], other: Sequence[str]) -> str:
    """Returns what the middle names say: nothing if they are the same, else "initial", "alike", "missing", "other"."""
    if not one or not other:
        return "missing" if one or other else ""
    short, long = sorted((one, other), key=len)
    ties = {min((tie(a, b, given=True) for b in long), key=ORDER.index) for a in short}
    if Tie.OTHER in ties:
        return "other"
    if Tie.INITIAL in ties:
        return "initial"
    return "" if ties == {Tie.SAME} else "alike"


def _single(one: PersonName, other: PersonName, features: set[str]) -> Tie:
    """Returns how a name of one word is tied to another name, and notes it."""
    if one.is_single and other.is_single:
        found = tie(one.family[0], other.family[0], given=False)
        if found not in (Tie.SAME, Tie.SPELLING) and are_known_apart(one.family[0], other.family[0]):
            found = Tie.OTHER
        features.update(() if found is Tie.SAME else (f"family {found}", "told one word"))
        return found
    short, long = (one, other) if one.is_single else (other, one)
    word = short.family[0]
    family = min(_full_family(short, long), tie(word, long.family[-1], given=False), key=ORDER.index)
    given = tie(word, long.given[0], given=True) if long.given else Tie.OTHER
    found = min(family, given, key=ORDER.index)
    features.add("told family" if family is found else "told given")
    features.update(() if found is Tie.SAME else (f"family {found}",))
    return found


def _generation_and_sex(one: PersonName, other: PersonName, features: set[str]) -> None:
    if one.generation != other.generation:
        features.add("generation other" if one.generation and other.generation else "generation missing")
    sexes = {one.sex, other.sex} - {""}
    if "man" in sexes and len(sexes) > 1:
        features.add("sex other")


def _basis(features: set[str], ties: tuple[Tie, Tie | None], turned: str) -> Basis:
    """Returns the weakest of what ties two names."""
    if any(one in ties for one in (Tie.EDIT, Tie.CHANGE, Tie.START, Tie.EDITS, Tie.OTHER)):
        return Basis.TYPO
    if Tie.SOUND in ties:
        return Basis.SOUND
    if turned == "former":
        return Basis.MARRIED_NAME
    if Tie.NICKNAME in ties or Tie.FORM in ties or turned == "called":
        return Basis.NICKNAME
    if Tie.SPELLING in ties:
        return Basis.SPELLING
    if Tie.INITIAL in ties or "told middle initial" in features:
        return Basis.INITIALS
    if any(feature.startswith("told ") or feature in ("family part", "family among given") for feature in features):
        return Basis.NAME_PART
    return Basis.NAME_FORM
