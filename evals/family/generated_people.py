"""A large tree of people with names, made from a seed, and look-ups in it."""

from __future__ import annotations

import random
from typing import Final

from claimtree.answering.ask_result import Clue, ClueKind, Sought
from claimtree.answering.family_index import FamilyIndex
from claimtree.family_trees.tree import Child, Event, Evidence, Family, Partner, Person, PersonName, read_date
from claimtree.kinship.graph import Sex

_MEN: Final = [
    "John",
    "William",
    "James",
    "Thomas",
    "George",
    "Charles",
    "Henry",
    "Robert",
    "Joseph",
    "Edward",
    "Samuel",
    "David",
    "Richard",
    "Daniel",
    "Peter",
    "Benjamin",
    "Alexander",
    "Michael",
    "Andrew",
    "Isaac",
    "Josiah",
    "Amos",
    "Evan",
    "Otto",
    "Karl",
]
_WOMEN: Final = [
    "Mary",
    "Elizabeth",
    "Sarah",
    "Anna",
    "Margaret",
    "Ellen",
    "Jane",
    "Martha",
    "Catherine",
    "Rebecca",
    "Susan",
    "Hannah",
    "Alice",
    "Emma",
    "Clara",
    "Lydia",
    "Abigail",
    "Ruth",
    "Rachel",
    "Esther",
    "Gwen",
    "Bertha",
    "Rosa",
    "Ida",
    "Nora",
]
_BEGIN: Final = [
    "ber",
    "car",
    "dal",
    "fen",
    "gor",
    "har",
    "jen",
    "kel",
    "lam",
    "mor",
    "nor",
    "pel",
    "ras",
    "sel",
    "tor",
    "wen",
]
_END: Final = ["son", "man", "ley", "ton", "er", "field", "berg", "well", "wood", "ham"]
_COMMON: Final = ("Smith", "Miller", "Jones")
_OFTEN: Final = 35
"""How often each common family name is in the list of all of them."""
_TOWNS: Final = tuple(
    f"{word}ville" for word in ["Alder", "Birch", "Cedar", "Dale", "Elm", "Fair", "Glen", "Haw", "Ivy", "Jack"]
)
_STATES: Final = ("Ohio", "Indiana", "Virginia", "Pennsylvania", "Kentucky")
_YEARS_OFF: Final = 3


def tree_of_people(people: int, *, seed: int) -> FamilyIndex:
    """Returns a tree of so many people who have a name, a birth, a death, and most of them a partner and children."""
    chance = random.Random(seed)
    surnames = [f"{one}{middle}{end}".capitalize() for one in _BEGIN for middle in ("", "a", "i") for end in _END]
    surnames += [name for name in _COMMON for _ in range(_OFTEN)]
    everybody = [_person(number, chance, surnames) for number in range(people)]
    men = [one for one in everybody if one.sex is Sex.MALE]
    women = [one for one in everybody if one.sex is Sex.FEMALE]
    families = [
        Family(
            id=f"F{number}",
            line=number,
            partners=tuple(
                Partner(person=one.id, role=role, evidence=_line(number))
                for one, role in ((man, "husband"), (woman, "wife"))
            ),
            children=tuple(
                Child(person=chance.choice(everybody).id, kinds={}, evidence=_line(number)) for _ in range(2)
            ),
            evidence=_line(number),
        )
        for number, (man, woman) in enumerate(zip(men, women, strict=False))
    ]
    return FamilyIndex(everybody, families, name="generated", file="generated.ged")


def _person(number: int, chance: random.Random, surnames: list[str]) -> Person:
    sex = chance.choice((Sex.MALE, Sex.FEMALE))
    given = chance.choice(_MEN if sex is Sex.MALE else _WOMEN)
    if chance.random() < 0.6:
        given = f"{given} {chance.choice(_MEN if sex is Sex.MALE else _WOMEN)}"
    surname = chance.choice(surnames)
    born = chance.randrange(1650, 1900)
    place = f"{chance.choice(_TOWNS)}, {chance.choice(surnames)} County, {chance.choice(_STATES)}"
    life = (("birth", born), ("death", born + chance.randrange(1, 90)))
    return Person(
        id=f"I{number}",
        line=number,
        sex=sex,
        names=(PersonName(full=f"{given} {surname}", given=given, surname=surname, evidence=_line(number)),),
        events=tuple(Event(kind=kind, date=str(year), place=place, evidence=_line(number)) for kind, year in life),
        evidence=_line(number),
    )


def _line(number: int) -> Evidence:
    return Evidence(f"I{number}", number, "1 NOTE generated")


def lookups_in(index: FamilyIndex, count: int, *, seed: int) -> list[Sought]:
    """Returns look-ups of people of a tree: names mistyped or without the middle name, years off, a state."""
    chance = random.Random(seed)
    everybody = list(index.people.values())
    return [_sought(chance.choice(everybody), chance) for _ in range(count)]


def _sought(person: Person, chance: random.Random) -> Sought:
    words = person.name.split()
    if chance.random() < 0.5:
        words = [words[0], words[-1]]
    else:
        words[-1] = f"{words[-1][:-2]}{words[-1][-1]}{words[-1][-2]}"
    birth = person.events[0]
    year = int(birth.date) + chance.randint(-_YEARS_OFF, _YEARS_OFF)
    state = birth.place.rpartition(", ")[2]
    return Sought(
        name=" ".join(words),
        clues=(
            Clue(kind=ClueKind.EVENT, quote=str(year), event="birth", when=read_date(f"ABT {year}")),
            Clue(kind=ClueKind.EVENT, quote=state, place=state),
        ),
    )
