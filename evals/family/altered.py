"""Makes of the records of a tree what people ask with: names mistyped or short, years off, places abbreviated.

What is asked comes from the raw lines of a file and from lists of this module, without any code of
the product. So does the judgement whether a record is truly ambiguous: somebody else fits every clue at
least as well as the one who was meant (`rivals`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from rapidfuzz.distance import OSA

from evals.family.raw_tree import RawTree

YEARS_OFF = 3
NICKNAMES = {
    "william": "Bill Will Wm Billy", "elizabeth": "Betsy Lizzie Beth Eliza", "margaret": "Maggie Peggy Meg",
    "john": "Jack Jno Johnny", "james": "Jim Jas Jamie", "thomas": "Tom Thos Tommy", "robert": "Bob Robt Rob",
    "richard": "Dick Rich", "henry": "Harry Hank", "charles": "Charlie Chas", "edward": "Ned Ted Edw",
    "mary": "Polly Molly", "catherine": "Kate Cathy", "katherine": "Kate Kathy", "sarah": "Sally Sadie",
    "anne": "Annie Nan", "ann": "Annie Nancy", "joseph": "Joe Jos", "george": "Geo", "samuel": "Sam Saml",
    "benjamin": "Ben Benj", "alexander": "Alex Sandy", "frederick": "Fred Freddie", "albert": "Bert Al",
    "andrew": "Andy Drew", "david": "Dave Davy", "daniel": "Dan Danl", "francis": "Frank", "dorothy": "Dot Dolly",
    "eleanor": "Nell Ellie", "ellen": "Nell", "martha": "Patty Mattie", "susan": "Sue Susie", "rebecca": "Becky",
    "jane": "Jenny", "matthew": "Matt", "michael": "Mike", "nicholas": "Nick", "patricia": "Pat Patty",
    "philip": "Phil", "theodore": "Ted", "victoria": "Vicky", "walter": "Walt", "abigail": "Abby", "josiah": "Joe",
    "augustus": "Gus", "caroline": "Carrie", "charlotte": "Lottie", "frances": "Fanny", "harriet": "Hattie",
}  # fmt: skip
ABBREVIATED = {
    "County": "Co.", "Saint": "St.", "Mount": "Mt.", "Township": "Twp.", "Ohio": "O.", "Indiana": "Ind.",
    "England": "Eng.", "Germany": "Ger.", "Scotland": "Scot.", "Pennsylvania": "Penna.", "Virginia": "Va.",
    "Kentucky": "Ky.", "Illinois": "Ill.", "France": "Fr.", "Ireland": "Ire.", "Palace": "Pal.", "Fort": "Ft.",
}  # fmt: skip
SPELLINGS = (("ck", "k"), ("ph", "f"), ("th", "t"), ("ie", "y"), ("ey", "y"), ("y", "ie"), ("ll", "l"), ("tt", "t"))
_LETTERS = "abcdefghijklmnoprstuvwy"
_NO_NAMES = {"unknown", "son", "daughter", "child", "dau", "stillborn", "infant", "baby", "private", "living"}
_MOST = 100.0
"""The cost of what does not fit at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What is asked of somebody, and who is meant."""

    id: str
    name: str
    born: int | None = None
    died: int | None = None
    place: str = ""
    place_parts: tuple[str, ...] = ()
    """The parts of the place as the file writes them."""
    relation: str = ""
    """"wife", "husband", "father", "mother"."""
    relative: str = ""
    how: tuple[str, ...] = ()
    """What was done to the name, the years and the place."""
    rivals: tuple[str, ...] = ()
    """Others who fit at least as well."""


class Alterations:
    """Altered records of the people of one tree."""

    def __init__(self, raw: RawTree, seed: int, masked: Collection[str]) -> None:
        """`masked`: people who may be living, whom nobody is to find."""
        self._raw = raw
        self._chance = random.Random(seed)
        self._masked = {*masked, *(id for id in raw.everybody() if raw.living(id))}
        self.people = [id for id in raw.everybody() if id not in self._masked and _is_name(raw.name(id))]
        self._names = {id: self._all_names(id) for id in self.people}
        self._years = {id: {tag: raw.days(id, tag) for tag in ("BIRT", "DEAT")} for id in self.people}
        self._places = {id: self._places_of(id) for id in self.people}

    def _all_names(self, id: str) -> list[list[str]]:
        found = [_words(one) for one in self._raw.names(id)]
        given = self._raw.name(id).removesuffix(self._raw.surname(id)).strip()
        if self._raw.sex(id) == "F" and given:
            found += [
                _words(f"{given} {self._raw.surname(one)}")
                for one in self._raw.partners(id)
                if self._raw.surname(one) and one not in self._masked
            ]
        return [one for one in found if one]

    def _places_of(self, id: str) -> list[list[str]]:
        tags = ("BIRT", "DEAT", "BURI", "MARR", "RESI", "CENS", "CHR", "BAPM")
        return [_parts(one.place) for one in self._raw.happenings(id, *tags) if one.place]

    def records(self, count: int) -> Iterator[Record]:
        """Yields altered records of people who are chosen at random, each person at most once in turn."""
        waiting: list[str] = []
        for _ in range(count):
            if not waiting:
                waiting = self._chance.sample(self.people, len(self.people))
            yield self._record(waiting.pop())

    def _record(self, id: str) -> Record:
        how: list[str] = []
        name = self._raw.name(id)
        for _ in range(1 if self._chance.random() < 0.8 else 2):
            kind = self._chance.choice(tuple(_NAME_CHANGES))
            changed = _NAME_CHANGES[kind](self, id, name)
            if changed and changed != name:
                name = changed
                how.append(kind)
        born = self._year(id, "BIRT") if self._chance.random() < 0.85 else None
        died = self._year(id, "DEAT") if self._chance.random() < 0.4 else None
        place, parts = self._place(id) if self._chance.random() < 0.6 else ("", ())
        relation, relative = self._relative(id) if self._chance.random() < 0.3 else ("", "")
        made = Record(
            id=id,
            name=name,
            born=born,
            died=died,
            place=place,
            place_parts=parts,
            relation=relation,
            relative=relative,
            how=tuple(how) or ("as written",),
        )
        return replace(made, rivals=tuple(self.rivals(made)))

    def _year(self, id: str, tag: str) -> int | None:
        days = self._years[id][tag]
        if days is None or days.high.year - days.low.year > 12:
            return None
        middle = (days.low.year + days.high.year) // 2
        return middle + self._chance.randint(-YEARS_OFF, YEARS_OFF)

    def _place(self, id: str) -> tuple[str, tuple[str, ...]]:
        if not self._places[id]:
            return "", ()
        parts = self._chance.choice(self._places[id])
        parts = parts[-self._chance.randint(1, min(3, len(parts))) :]
        shown = [" ".join(ABBREVIATED.get(word, word) for word in part.split()) for part in parts]
        if self._chance.random() < 0.2:
            at = self._chance.randrange(len(shown))
            shown[at] = self._typo(shown[at])
        return ", ".join(shown), tuple(parts)

    def _relative(self, id: str) -> tuple[str, str]:
        found = [("wife" if self._raw.sex(one) == "F" else "husband", one) for one in sorted(self._raw.partners(id))]
        found += [("mother" if self._raw.sex(one) == "F" else "father", one) for one in sorted(self._raw.parents(id))]
        found = [one for one in found if _is_name(self._raw.name(one[1])) and one[1] not in self._masked]
        if not found:
            return "", ""
        relation, who = self._chance.choice(found)
        return relation, self._raw.name(who)

    def _typo(self, text: str) -> str:
        words = [at for at, letter in enumerate(text) if letter.isalpha()]
        long = [at for at in words if 0 < at < len(text) - 1 and text[at - 1].isalpha() and text[at + 1].isalpha()]
        if len(long) < 2:
            return text
        at = self._chance.choice(long)
        match self._chance.randrange(4):
            case 0:
                return text[:at] + text[at + 1] + text[at] + text[at + 2 :]
            case 1:
                return text[:at] + text[at + 1 :]
            case 2:
                return text[:at] + text[at] + text[at:]
            case _:
                return text[:at] + self._chance.choice(_LETTERS) + text[at + 1 :]

    def _mistyped(self, id: str, name: str) -> str:
        words = name.split()
        long = [at for at, word in enumerate(words) if len(word) >= 4]
        if not long:
            return name
        at = self._chance.choice(long)
        words[at] = self._typo(words[at])
        return " ".join(words)

    def _nickname(self, id: str, name: str) -> str:
        words = name.split()
        for at, word in enumerate(words):
            if word.lower() in NICKNAMES:
                words[at] = self._chance.choice(NICKNAMES[word.lower()].split())
                return " ".join(words)
        return name

    def _initials(self, id: str, name: str) -> str:
        words = name.replace(",", "").split()
        if len(words) < 2 or not self._raw.surname(id):
            return name
        first = 0 if self._chance.random() < 0.5 or len(words) == 2 else 1
        return " ".join([*words[:first], *(f"{word[0]}." for word in words[first:-1]), words[-1]])

    def _married(self, id: str, name: str) -> str:
        if self._raw.sex(id) != "F":
            return name
        surnames = [self._raw.surname(one) for one in sorted(self._raw.partners(id)) if one not in self._masked]
        given = self._raw.name(id).removesuffix(self._raw.surname(id)).strip()
        return f"{given} {self._chance.choice(surnames)}" if given and any(surnames) and all(surnames) else name

    def _swapped(self, id: str, name: str) -> str:
        surname = self._raw.surname(id)
        if not surname or not name.endswith(surname) or name == surname:
            return name
        given = name.removesuffix(surname).strip()
        return f"{surname}, {given}" if self._chance.random() < 0.5 else f"{surname} {given}"

    def _no_middle(self, id: str, name: str) -> str:
        words = name.split()
        return f"{words[0]} {words[-1]}" if len(words) > 2 and "," not in name else name

    def _respelt(self, id: str, name: str) -> str:
        fitting = [(old, new) for old, new in SPELLINGS if old in name]
        if not fitting:
            return name
        old, new = self._chance.choice(fitting)
        return name.replace(old, new, 1)

    def rivals(self, record: Record) -> Iterator[str]:
        """Yields those who fit each clue at least as well as the one who is meant."""
        own = tuple(cost(self, record.id, record) for cost in _COSTS)
        for id in self.people:
            # The years first: they are quickly compared, and most people are out.
            if id != record.id and all(cost(self, id, record) <= most for cost, most in zip(_COSTS, own, strict=True)):
                yield id

    def _birth_cost(self, record_id: str, record: Record) -> float:
        return self._years_off(record_id, "BIRT", record.born)

    def _death_cost(self, record_id: str, record: Record) -> float:
        return self._years_off(record_id, "DEAT", record.died)

    def _name_cost(self, id: str, record: Record) -> float:
        asked = _words(record.name)
        return min((_name_cost(asked, one) for one in self._names[id]), default=_MOST)

    def _place_cost(self, id: str, record: Record) -> float:
        if not record.place:
            return 0.0
        return min((_place_cost(record.place_parts, one) for one in self._places[id]), default=_MOST)

    def _kin_cost(self, id: str, record: Record) -> float:
        kin = [*self._raw.partners(id), *self._raw.parents(id)]
        return 0.0 if not record.relative or record.relative in map(self._raw.name, kin) else _MOST

    def _years_off(self, id: str, tag: str, year: int | None) -> float:
        if year is None:
            return 0.0
        days = self._years[id][tag]
        if days is None:
            return _MOST
        first, last = date(year, 1, 1), date(year, 12, 31)
        return max(0.0, (days.low - last).days / 365, (first - days.high).days / 365) // 1


_NAME_CHANGES: dict[str, Callable[[Alterations, str, str], str]] = {
    "typing error": Alterations._mistyped,
    "nickname": Alterations._nickname,
    "initials": Alterations._initials,
    "married name": Alterations._married,
    "swapped": Alterations._swapped,
    "no middle name": Alterations._no_middle,
    "spelling": Alterations._respelt,
    "as written": lambda self, id, name: name,
}
_COSTS = (
    Alterations._birth_cost,
    Alterations._death_cost,
    Alterations._name_cost,
    Alterations._place_cost,
    Alterations._kin_cost,
)


def _is_name(name: str) -> bool:
    words = _words(name)
    return any(len(word) > 1 for word in words) and not _NO_NAMES & set(words) and "?" not in name


def _words(name: str) -> list[str]:
    plain = "".join(letter.lower() if letter.isalnum() else "" if letter == "'" else " " for letter in name)
    return plain.split()


def _parts(place: str) -> list[str]:
    return [part.strip() for part in place.split(",") if part.strip()]


def _place_cost(asked: Sequence[str], known: Sequence[str]) -> float:
    return 0.0 if all(part in known for part in asked) else _MOST


def _name_cost(asked: Sequence[str], known: Sequence[str]) -> float:
    """Returns how much was done to a name, each word of which stands for another word of it, the best way round."""
    left = list(known)
    total = 0.0
    for word in sorted(asked, key=len, reverse=True):
        costs = [_word_cost(word, one) for one in left]
        best = min(costs, default=3.0)
        total += min(best, 3.0)
        if best < 3.0:
            left.pop(costs.index(best))
    return total + 0.5 * len(left)


@lru_cache(maxsize=1 << 20)
def _word_cost(asked: str, known: str) -> float:
    if asked == known:
        return 0.0
    if len(asked) == 1 or len(known) == 1:
        return 0.25 if asked[0] == known[0] else 3.0
    if asked in NICKNAMES.get(known, "").lower().split():
        return 0.25
    if any(known.replace(old, new, 1) == asked for old, new in SPELLINGS):
        return 0.25
    return float(min(OSA.distance(asked, known, score_cutoff=2), 3))
