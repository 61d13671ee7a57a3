"""A generated family tree of any size, to measure imports: `python -m evals.family.large_tree 100000 big.ged`.

Generations of families with parents, children, dates and places; the same number gives the same file. Given and family
names repeat as they do in a county: some thousand of each, a few of them very often.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from claimtree.person_names.name_data import known_given_names

_BEGINNINGS: Final = [
    "Ash",
    "Ber",
    "Cal",
    "Dun",
    "El",
    "Fen",
    "Gar",
    "Hal",
    "Ing",
    "Jar",
    "Kel",
    "Lam",
    "Mor",
    "Nor",
    "Ol",
    "Pem",
    "Quar",
    "Ran",
    "Sel",
    "Tam",
    "Ul",
    "Ven",
    "Wel",
    "Yar",
]
_ENDINGS: Final = [
    "ford",
    "ley",
    "ton",
    "well",
    "man",
    "son",
    "berg",
    "by",
    "field",
    "gate",
    "ham",
    "holm",
    "hurst",
    "lund",
    "mere",
    "ridge",
    "shaw",
    "stead",
    "wick",
    "worth",
]
_STATES: Final = ("Ohio", "Indiana", "Illinois", "Kentucky", "Pennsylvania", "New York")
_CHILDREN: Final = (0, 1, 2, 2, 3, 3, 4, 5)
_FIRST_YEAR: Final = 1700
_GENERATION: Final = 28
_LAST_GENERATION: Final = 11


def gedcom(people: int, seed: int = 1) -> Iterator[str]:
    """Yields the lines of a tree of so many people."""
    chance = random.Random(seed)
    given = sorted(known_given_names())
    chance.shuffle(given)
    surnames = [begin + end for begin in _BEGINNINGS for end in _ENDINGS]
    chance.shuffle(surnames)
    towns = [f"{name}, {chance.choice(surnames)} County, {chance.choice(_STATES)}, USA" for name in surnames]
    yield from ("0 HEAD", "1 SOUR GENERATOR", "1 GEDC", "2 VERS 5.5.1", "1 CHAR UTF-8")
    families: list[tuple[int, int, list[int], int]] = []
    child_of: dict[int, int] = {}
    made = 0

    def often(names: list[str]) -> str:
        return names[min(int(chance.expovariate(12 / len(names))), len(names) - 1)]

    def person(sex: str, surname: str, born: int, spouse_in: int | None) -> Iterator[str]:
        yield f"0 @I{made}@ INDI"
        middle = f" {often(given).title()}" if chance.random() < 0.4 else ""
        yield f"1 NAME {often(given).title()}{middle} /{surname}/"
        yield f"1 SEX {sex}"
        about = "ABT " if chance.random() < 0.2 else f"{chance.randint(1, 28)} {chance.choice(_MONTHS)} "
        yield from ("1 BIRT", f"2 DATE {about}{born}", f"2 PLAC {chance.choice(towns)}")
        yield from ("1 DEAT", f"2 DATE {born + chance.randint(1, 90)}", f"2 PLAC {chance.choice(towns)}")
        if made in child_of:
            yield f"1 FAMC @F{child_of[made]}@"
        if spouse_in is not None:
            yield f"1 FAMS @F{spouse_in}@"

    waiting: list[tuple[int | None, str, int]] = []
    """Families of children who grow up: the family they come from, their name, the year of birth."""
    while made < people:
        origin, surname, born = (
            waiting.pop() if waiting else (None, often(surnames), _FIRST_YEAR + chance.randint(0, 60))
        )
        number = len(families)
        made += 1
        husband = made
        if origin is not None:
            child_of[husband] = origin
            families[origin][2].append(husband)
        yield from person("M", surname, born, number)
        made += 1
        wife = made
        yield from person("F", often(surnames), born + chance.randint(-8, 8), number)
        families.append((husband, wife, [], born + 25))
        grown = born + _GENERATION < _FIRST_YEAR + _GENERATION * _LAST_GENERATION
        for at in range(chance.choice(_CHILDREN)):
            if at < 2 and grown:
                waiting.append((number, surname, born + _GENERATION + 2 * at))
            elif made < people:
                made += 1
                child_of[made] = number
                families[number][2].append(made)
                yield from person("MF"[at % 2], surname, born + _GENERATION + 2 * at, None)
    for number, (husband, wife, children, year) in enumerate(families):
        yield from (f"0 @F{number}@ FAM", f"1 HUSB @I{husband}@", f"1 WIFE @I{wife}@")
        yield from (f"1 CHIL @I{child}@" for child in children)
        yield from ("1 MARR", f"2 DATE {year}", f"2 PLAC {chance.choice(towns)}")
    yield "0 TRLR"


_MONTHS: Final = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]


if __name__ == "__main__":
    Path(sys.argv[2]).write_text("\n".join(gedcom(int(sys.argv[1]))) + "\n", encoding="utf-8")
