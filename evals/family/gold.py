"""What a question ought to be answered with, and who it may be asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias
from weakref import WeakKeyDictionary

from evals.family.raw_tree import Days, Happening, RawTree, read_days, whole_years


@dataclass(frozen=True, slots=True)
class Dates:
    """Dates as they are written; none: it is not on record."""

    written: frozenset[str]


@dataclass(frozen=True, slots=True)
class Places:
    written: frozenset[str]


@dataclass(frozen=True, slots=True)
class Texts:
    """Values such as titles and occupations."""

    written: frozenset[str]


@dataclass(frozen=True, slots=True)
class People:
    certain: frozenset[str]
    maybe: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Number:
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Truth:
    """ "yes", "no", "unknown", or "none": nothing of the kind is on record."""

    said: str


@dataclass(frozen=True, slots=True)
class Kin:
    """A word of kinship; any of some."""

    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Asks:
    """A question back, or a short list: nobody may be chosen silently."""


Gold: TypeAlias = Dates | Places | Texts | People | Number | Truth | Kin | Asks
Pick: TypeAlias = Callable[[RawTree, Random], Iterator[tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Q:
    """A question with places for names, and what computes its answer."""

    kind: str
    text: str
    pick: Pick
    gold: Callable[..., Gold]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it is put."""

    kind: str
    text: str
    gold: Gold


class Names:
    """Who can be named without a doubt: nobody else has all words of the name."""

    def __init__(self, tree: RawTree) -> None:
        self._tree = tree
        words = {id: frozenset(_words(tree.name(id))) for id in tree.people}
        by_word: dict[str, set[str]] = {}
        for id, own in words.items():
            for word in {*own, *(word for name in tree.names(id) for word in _words(name))}:
                by_word.setdefault(word, set()).add(id)
        self.plain: list[str] = []
        for id, own in words.items():
            name = tree.name(id)
            if len(own) < 2 or not name.replace(" ", "").replace("'", "").isalpha() or name.split()[-1].islower():
                continue
            if not any(tree.days(id, tag) for tag in ("BIRT", "DEAT", "BURI")):
                # Whether somebody without a date may be living is inferred from relatives.
                continue
            if tree.living(id) or "unknown" in own or not name[0].isupper():
                continue
            same = set.intersection(*(by_word[word] for word in own))
            if same == {id}:
                self.plain.append(id)


def _words(name: str) -> list[str]:
    return ["".join(filter(str.isalnum, word)).lower() for word in name.split()]


def named(*needs: Callable[[RawTree, str], object]) -> Pick:
    """People with a plain name of whom something holds."""

    def pick(tree: RawTree, random: Random) -> Iterator[tuple[str, ...]]:
        found = plain_names(tree)
        random.shuffle(found)
        return ((id,) for id in found if all(need(tree, id) for need in needs))

    return pick


def pairs(of: Callable[[RawTree, str], Iterable[str]], *needs: Callable[[RawTree, str], object]) -> Pick:
    """A person with a plain name and another that follows from the first."""

    def pick(tree: RawTree, random: Random) -> Iterator[tuple[str, ...]]:
        known = frozenset(plain_names(tree))
        for (one,) in named(*needs)(tree, random):
            others = sorted(set(of(tree, one)) & known - {one})
            if others:
                yield one, random.choice(others)

    return pick


def anybody_else(*needs: Callable[[RawTree, str], object]) -> Pick:
    """Two people with plain names of whom something holds."""

    def pick(tree: RawTree, random: Random) -> Iterator[tuple[str, ...]]:
        found = [id for (id,) in named(*needs)(tree, random)]
        return zip(found[::2], found[1::2], strict=False)

    return pick


def fixed(*ids: str) -> Pick:
    """These people, once."""
    return lambda tree, random: iter([ids])


_PLAIN: WeakKeyDictionary[RawTree, list[str]] = WeakKeyDictionary()


def plain_names(tree: RawTree) -> list[str]:
    if tree not in _PLAIN:
        _PLAIN[tree] = Names(tree).plain
    return list(_PLAIN[tree])


def asked(questions: Sequence[Q], tree: RawTree, *, each: int, seed: int) -> Iterator[Asked]:
    """Yields each question about so many people, or about as many as there are."""
    for at, one in enumerate(questions):
        random = Random(f"{seed} {at} {one.text}")
        for count, ids in enumerate(one.pick(tree, random)):
            if count == each:
                break
            names = {letter: tree.name(id) for letter, id in zip("abc", ids, strict=False)}
            yield Asked(one.kind, one.text.format(**names), one.gold(tree, *ids))


# What gold is computed with.


def of_event(tag: str, what: str = "date") -> Callable[[RawTree, str], Gold]:
    def gold(tree: RawTree, id: str) -> Gold:
        found = tree.happenings(id, tag)
        told = found if tag in ("MARR", "DIV") else _once(found) if what == "date" else found[:1]
        written = frozenset(getattr(one, what) for one in told) - {""}
        return Dates(written) if what == "date" else Places(written)

    return gold


def _once(found: Sequence[Happening]) -> list[Happening]:
    """Returns the first record of what happens once, and those with dates that exclude its date."""
    told = list(found[:1])
    first = read_days(told[0].date) if told else None
    for one in found[1:]:
        days = read_days(one.date)
        if first is not None and days is not None and (days.low > first.high or days.high < first.low):
            told.append(one)
    return told


def has(tag: str, what: str = "date") -> Callable[[RawTree, str], bool]:
    return lambda tree, id: any(getattr(one, what) for one in tree.happenings(id, tag))


def lacks(tag: str, what: str = "date") -> Callable[[RawTree, str], bool]:
    return lambda tree, id: not any(getattr(one, what) for one in tree.happenings(id, tag))


def at_least(count: int, of: Callable[[RawTree, str], Iterable[str]]) -> Callable[[RawTree, str], bool]:
    return lambda tree, id: len(list(of(tree, id))) >= count


def people(of: Callable[..., Iterable[str]]) -> Callable[..., Gold]:
    return lambda tree, *ids: People(frozenset(of(tree, *ids)))


def count(of: Callable[..., Iterable[str]]) -> Callable[..., Gold]:
    def gold(tree: RawTree, *ids: str) -> Gold:
        found = len(set(of(tree, *ids)))
        return Number(found, found)

    return gold


def exists(of: Callable[..., Iterable[str]]) -> Callable[..., Gold]:
    return lambda tree, *ids: Truth("yes" if set(of(tree, *ids)) else "none")


def truth(holds: Callable[..., bool | None]) -> Callable[..., Gold]:
    def gold(tree: RawTree, *ids: str) -> Gold:
        said = holds(tree, *ids)
        return Truth("unknown" if said is None else "yes" if said else "no")

    return gold


def always(gold: Gold) -> Callable[..., Gold]:
    return lambda tree, *ids: gold


def inside(days: Days | None, low: str, high: str) -> bool | None:
    """Whether some days lie between two dates; None where the days leave it open."""
    first, last = read_days(low), read_days(high)
    if days is None or first is None or last is None:
        return None
    if first.low <= days.low and days.high <= last.high:
        return True
    return False if days.high < first.low or last.high < days.low else None


def sorted_out(ids: Iterable[str], holds: Callable[[str], bool | None]) -> People:
    """The people of whom something holds, and those of whom it may."""
    ids = list(ids)
    return People(frozenset(id for id in ids if holds(id) is True), frozenset(id for id in ids if holds(id) is None))


def extreme(tree: RawTree, ids: Iterable[str], tag: str, *, last: bool = False) -> People:
    """Whose event was the first, or the last, of those that are dated; all who may be it."""
    dated = {id: days for id in ids if (days := tree.days(id, tag)) is not None}
    if not dated:
        return People(frozenset())
    if last:
        bound = max(days.low for days in dated.values())
        return _one_of({id for id, days in dated.items() if days.high >= bound})
    bound = min(days.high for days in dated.values())
    return _one_of({id for id, days in dated.items() if days.low <= bound})


def _one_of(ids: set[str]) -> People:
    return People(frozenset(ids)) if len(ids) == 1 else People(frozenset(), frozenset(ids))


def age(tree: RawTree, id: str, tag: str = "DEAT", of: str | None = None) -> Number:
    return span(tree.days(id, "BIRT"), tree.days(of or id, tag))


def span(start: Days | None, end: Days | None) -> Number:
    return Number(*whole_years(start, end)) if start and end else Number(-1, -1)


def earlier(one: Days | None, other: Days | None) -> bool | None:
    if one is None or other is None:
        return None
    return True if one.high < other.low else False if one.low > other.high else None


def place_is(tree: RawTree, id: str, tag: str, part: str) -> bool:
    found = tree.first(id, tag)
    return found is not None and part.lower() in [word.strip().lower() for word in found.place.split(",")]
