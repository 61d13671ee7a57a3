"""Pairs of names with the truth: two writings of one person's name, or names of two people.

People come from family trees (GEDCOM files, where they are at hand) and from `people.toml`. One
person's second writing is made by a model of errors that knows nothing of the matcher: it has its
own nicknames, clerks' respellings and typing errors. Two people are two of the list who would be
looked at together: of one family, of one given name with a family name much alike, or father and
son. Two people of exactly one name are left out: no name tells them apart.
"""

from __future__ import annotations

import difflib
import random
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

TABLES: dict[str, Any] = tomllib.loads((Path(__file__).parent / "people.toml").read_text("utf-8"))
_NAME = re.compile(r"1 NAME ([^/]*)/([^/]*)/")
_MADE = 2500
"""How many people are drawn from `people.toml`."""
_ALIKE = 0.82
"""Two names of the lists that are more alike may be spellings of one: who knows."""
_CONSONANTS = "bcdfghklmnprstvw"
_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """The name of a person, in its parts."""

    given: tuple[str, ...]
    family: str
    woman: bool = False
    spoken: str = "english"
    former: str = ""
    generation: str = ""
    title: str = ""
    tells_former: bool = False
    """Both the former name and the one after a marriage are always written."""

    @property
    def written(self) -> str:
        """The full name as a register has it."""
        return " ".join(filter(None, (*self.given, self.family, self.generation)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two names, whether they are one person's, and the family name that the pair is split by."""

    one: str
    other: str
    same: bool
    family: str


def people(trees: Path | None, seed: int) -> list[Person]:
    """Returns people of family trees, if there is a folder of them, and made ones."""
    rng = random.Random(seed)
    found = [*(_of_trees(trees) if trees is not None and trees.is_dir() else ()), *(_made(rng) for _ in range(_MADE))]
    return sorted(set(found), key=lambda person: (person.family, person.given, person.written))


def pairs(known: Sequence[Person], number: int, seed: int) -> list[Pair]:
    """Returns as many pairs of one person as of two."""
    rng = random.Random(seed)
    beside = _Neighbours(known)
    found: list[Pair] = []
    while len(found) < number:
        person = rng.choice(known)
        if len(found) % 2:
            person, other = beside.pair(person, rng)
            one, two = _plainly_changed(person, rng), _plainly_changed(other, rng)
            if one == two:
                continue  # nothing tells them apart
        else:
            if person.woman and rng.random() < 0.15:
                person = replace(person, former=rng.choice(known).family)
            if rng.random() < 0.03:
                person = replace(person, generation=rng.choice(("Jr.", "Sr.", "III")))
            one, two = _plainly_changed(person, rng), changed(person, rng)
        texts = [_written(one, rng), _written(two, rng)]
        rng.shuffle(texts)
        if texts[0] != texts[1]:
            found.append(Pair(one=texts[0], other=texts[1], same=not len(found) % 2, family=person.family))
    return found


def changed(person: Person, rng: random.Random) -> Person:
    """Returns a person as another register has them: up to three changes of the name."""
    for _ in range(rng.choice((0, 0, 1, 1, 1, 1, 1, 2, 2, 3))):
        person = rng.choice(_CHANGES)(person, rng)
    return person


def _plainly_changed(person: Person, rng: random.Random) -> Person:
    """Returns a person as registers differ without errors: middle names, initials, the family name alone."""
    chance = rng.random()
    if chance < 0.06:
        return _only_family(person, rng)
    return rng.choice((_less_middle, _initial_of_middle, _initials))(person, rng) if chance < 0.5 else person


def _written(person: Person, rng: random.Random) -> str:
    given, family = " ".join(person.given), person.family
    if person.former:
        both = [f"{family} née {person.former}", f"{family} (née {person.former})"]
        family = rng.choice(both if person.tells_former else (*both, person.former, family))
    chance = rng.random()
    if chance < 0.2 and given:
        text = f"{family}, {given}" + (f", {person.generation}" if person.generation else "")
    else:
        text = " ".join(filter(None, (given, family, person.generation)))
    if person.title:
        return f"{person.title} {' '.join(filter(None, (given, family, person.generation)))}"
    if rng.random() < 0.06:
        table = TABLES["titles"]
        own = "indonesian_" if person.spoken == "indonesian" else ""
        text = f"{rng.choice(table[own + ('women' if person.woman else 'men')])} {text}" if chance >= 0.2 else text
    return text.upper() if rng.random() < 0.03 else text


def _less_middle(person: Person, rng: random.Random) -> Person:
    return replace(person, given=person.given[:1])


def _initial_of_middle(person: Person, rng: random.Random) -> Person:
    return replace(person, given=(*person.given[:1], *(_initial(one) for one in person.given[1:])))


def _initials(person: Person, rng: random.Random) -> Person:
    return replace(person, given=tuple(map(_initial, person.given)))


def _initial(word: str) -> str:
    return word if word.startswith('"') else f"{word[0]}."


def _nickname(person: Person, rng: random.Random) -> Person:
    known = TABLES["nicknames"].get(person.given[0]) if person.given else None
    return replace(person, given=(rng.choice(known), *person.given[1:])) if known else _respelt(person, rng)


def _with_nickname(person: Person, rng: random.Random) -> Person:
    """Returns the person with a nickname in quotes, by which another register may have them alone."""
    known = TABLES["nicknames"].get(person.given[0]) if person.given else None
    return replace(person, given=(*person.given, f'"{rng.choice(known)}"')) if known else person


def _respelt(person: Person, rng: random.Random) -> Person:
    """Returns the person with letters of the family or first given name written otherwise."""

    def turn(word: str) -> str:
        able = [(old, new) for old, new in TABLES["respellings"]["pairs"] if old in word[1:] or word.startswith(old)]
        if not able:
            return word
        old, new = rng.choice(able)
        at = word.rfind(old)
        return word[:at] + new + word[at + len(old) :]

    return _turned(person, turn, rng)


def _mistyped(person: Person, rng: random.Random) -> Person:
    """Returns the person with one typing error."""

    def turn(word: str) -> str:
        if len(word) < 4:
            return word
        at = rng.randrange(1, len(word))
        match rng.randrange(4):
            case 0:
                return word[:at] + word[at + 1 :]
            case 1:
                return word[:at] + word[at] + word[at:]
            case 2 if at + 1 < len(word):
                return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
            case _:
                row = next((row for row in _KEYS if word[at] in row), "aeiou")
                return word[:at] + row[(row.find(word[at]) + 1) % len(row)] + word[at + 1 :]

    return _turned(person, turn, rng)


def _turned(person: Person, turn: Any, rng: random.Random) -> Person:
    if person.given and len(person.given[0]) > 2 and rng.random() < 0.4:
        return replace(person, given=(turn(person.given[0]), *person.given[1:]))
    return replace(person, family=turn(person.family))


def _without_accents(person: Person, rng: random.Random) -> Person:
    def bare(word: str) -> str:
        word = word.replace("ø", "o").replace("Ø", "O").replace("æ", "ae").replace("ł", "l").replace("Ł", "L")
        if rng.random() < 0.3:
            for letter, two in (("ü", "ue"), ("ö", "oe"), ("ä", "ae")):
                word = word.replace(letter, two)
        return "".join(one for one in unicodedata.normalize("NFD", word) if not unicodedata.combining(one))

    return replace(person, given=tuple(map(bare, person.given)), family=bare(person.family))


def _without_particles(person: Person, rng: random.Random) -> Person:
    words = person.family.split()
    if len(words) == 1:
        return person
    return replace(person, family="".join(words).capitalize() if rng.random() < 0.5 else words[-1])


def _by_middle_name(person: Person, rng: random.Random) -> Person:
    return replace(person, given=person.given[1:2]) if len(person.given) > 1 else person


def _only_family(person: Person, rng: random.Random) -> Person:
    return replace(person, given=())


_CHANGES = (
    *(_less_middle, _less_middle, _initial_of_middle, _initial_of_middle, _initials, _nickname, _nickname),
    *(
        _respelt,
        _respelt,
        _mistyped,
        _without_accents,
        _without_particles,
        _by_middle_name,
        _with_nickname,
        _only_family,
    ),
)


class _Neighbours:
    """Other people that a person might be taken for."""

    def __init__(self, known: Sequence[Person]) -> None:
        self._by_family: dict[str, list[Person]] = {}
        self._by_given: dict[tuple[str, ...], list[Person]] = {}
        for person in known:
            self._by_family.setdefault(person.family, []).append(person)
            self._by_given.setdefault(person.given[:1], []).append(person)
        self._known = known
        self._families = sorted(self._by_family)
        self._givens = sorted({given for one in self._by_given for given in one})
        self._alike: dict[str, list[str]] = {}

    def pair(self, person: Person, rng: random.Random) -> tuple[Person, Person]:
        """Returns the person and another who might be taken for them."""
        return rng.choices((self._of_family, self._of_like_name, self._of_given, self._of_one_name, self._stranger),
                           (35, 32, 8, 20, 5))[0](person, rng)  # fmt: skip

    def _of_family(self, person: Person, rng: random.Random) -> tuple[Person, Person]:
        others = [one for one in self._by_family[person.family] if one.given[:1] != person.given[:1]]
        return (person, rng.choice(others)) if others else self._stranger(person, rng)

    def _of_like_name(self, person: Person, rng: random.Random) -> tuple[Person, Person]:
        """Returns another whose family or given name is much alike, or a letter away."""
        chance = rng.random()
        if chance < 0.3 or (not person.given and chance < 0.6):
            return person, replace(person, family=self._near(person.family, self._families, rng))
        if chance < 0.62 or not person.given:
            near = _a_letter_away(person.family, rng)
            return person, replace(person, family=_a_letter_away(near, rng) if rng.random() < 0.3 else near)
        if chance < 0.66:
            return person, replace(person, given=(_a_letter_away(person.given[0], rng), *person.given[1:]))
        if chance < 0.73:
            return person, replace(person, given=(_of_other_sex(person.given[0], rng), *person.given[1:]))
        return person, replace(person, given=(self._near(person.given[0], self._givens, rng), *person.given[1:]))

    def _of_given(self, person: Person, rng: random.Random) -> tuple[Person, Person]:
        others = [one for one in self._by_given.get(person.given[:1], ()) if one.family != person.family]
        return (person, rng.choice(others)) if others else self._stranger(person, rng)

    def _of_one_name(self, person: Person, rng: random.Random) -> tuple[Person, Person]:
        """Returns another of the same first and family name: father and son, a wife by her husband's name, a cousin
        with another middle name, two women who married into one family."""
        if not person.given:
            return self._of_like_name(person, rng)
        chance = rng.random()
        if chance < 0.2:
            one, other = rng.choice((("Jr.", "Sr."), ("II", "III"), ("III", "IV"), ("Sr.", "III")))
            return replace(person, generation=one), replace(person, generation=other)
        if chance < 0.27:
            man = replace(person, woman=False)
            return replace(man, title="Mr."), replace(man, title="Mrs.")
        if chance < 0.35:
            fresh = [rng.choice(self._families) for _ in range(2)]
            return replace(person, former=fresh[0], tells_former=True), replace(
                person, former=fresh[1], tells_former=True
            )
        fresh_one, fresh_two = (rng.choice(self._known).given[:1] for _ in range(2))
        if fresh_one == fresh_two:
            return self._of_family(person, rng)
        return replace(person, given=person.given[:1] + fresh_one), replace(person, given=person.given[:1] + fresh_two)

    def _stranger(self, person: Person, rng: random.Random) -> tuple[Person, Person]:
        others = [one for one in rng.sample(self._known, 5) if (one.given, one.family) != (person.given, person.family)]
        return person, others[0]

    def _near(self, word: str, words: Sequence[str], rng: random.Random) -> str:
        """Returns one of the words most like a word, other than itself."""
        if word not in self._alike:
            near = difflib.get_close_matches(word, words, n=12, cutoff=0.4)
            self._alike[word] = [one for one in near if _likeness(word, one) < _ALIKE]
        near = self._alike[word]
        return rng.choice(near) if near else rng.choice([one for one in words if one != word])


def _likeness(one: str, other: str) -> float:
    bare = (unicodedata.normalize("NFD", word).encode("ascii", "ignore").decode() for word in (one, other))
    return difflib.SequenceMatcher(None, *bare).ratio()


def _a_letter_away(word: str, rng: random.Random) -> str:
    """Returns another name a letter away: Hansen and Jansen, Miller and Moller, Reid and Reed."""
    letters = rng.choices((_CONSONANTS, "aeiou"), (3, 2))[0]
    able = [i for i, letter in enumerate(word) if letter.lower() in letters]
    if not able:
        return word + "s"
    at = rng.choice(able)
    by = "" if rng.random() < 0.12 else rng.choice([letter for letter in letters if letter != word[at].lower()])
    turned = word[:at] + by + word[at + 1 :]
    return turned[:1].upper() + turned[1:]


def _of_other_sex(word: str, rng: random.Random) -> str:
    """Returns a given name of the other sex from the same stem: Mario and Maria, Denis and Denise."""
    for end, other in (("o", "a"), ("us", "a"), ("a", "o"), ("e", ""), ("y", "ie")):
        if word.endswith(end) and len(word) > 4:
            return word.removesuffix(end) + other
    return word + rng.choice(("a", "e", "ina", "ette"))


def _of_trees(folder: Path) -> Iterator[Person]:
    """Yields the people of GEDCOM files who have a family name."""
    for file in sorted(folder.glob("*.ged")):
        sex = ""
        name: re.Match[str] | None = None
        for line in file.read_bytes().decode("latin-1").splitlines():
            if line.startswith("1 NAME"):
                name = _NAME.match(line)
            elif line.startswith("1 SEX"):
                sex = line[6:7]
                given = tuple(
                    word for word in (name.group(1).split() if name else ()) if word.isalpha() and len(word) > 1
                )
                family = name.group(2).replace("_", " ").strip() if name else ""
                if given and family and len(family) > 2 and all(word.isalpha() for word in family.split()):
                    yield Person(given=given[:3], family=family, woman=sex == "F", spoken="continental")


def _made(rng: random.Random) -> Person:
    spoken = rng.choices(("english", "continental", "indonesian"), (5, 3, 2))[0]
    table = TABLES[spoken]
    woman = rng.random() < 0.45
    family = rng.choice(table["family"])
    if spoken == "indonesian" and rng.random() < 0.15:
        return Person(given=(), family=family, woman=woman, spoken=spoken)
    given = rng.sample(table["given_women" if woman else "given_men"], rng.choices((1, 2, 3), (5, 4, 1))[0])
    return Person(given=tuple(given), family=family, woman=woman, spoken=spoken)
