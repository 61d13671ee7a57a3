"""Large family trees made from a seed: generations who marry within a few years of each other."""

from __future__ import annotations

import random

from claimtree.kinship.graph import Citation, KinGraph, Kinsperson, ParentLink, PersonId, Sex, Union

FIRST_YEAR = 1500
YEARS = 28
"""Of a generation."""
_CHILDREN = (0, 1, 2, 2, 3, 4)


def generated_tree(people: int, *, seed: int, founders: int) -> KinGraph:
    """Returns a tree of at least so many people; the fewer founders, the deeper and the more inbred."""
    chance = random.Random(seed)
    everybody: list[Kinsperson] = []
    links: list[ParentLink] = []
    unions: list[Union] = []
    born = FIRST_YEAR
    generation: list[Kinsperson] = []
    while len(everybody) < people:
        # When a line dies out, new founders arrive.
        if len(generation) < founders // 2:
            generation += [_person(everybody, chance, born) for _ in range(founders)]
        chance.shuffle(generation)
        born += YEARS
        generation = _children_of(generation, everybody, links, unions, chance, born)
    return KinGraph(everybody, links, unions)


def _person(everybody: list[Kinsperson], chance: random.Random, born: int) -> Kinsperson:
    number = len(everybody) + 1
    sex = chance.choice((Sex.MALE, Sex.FEMALE))
    made = Kinsperson(id=PersonId(f"@I{number}@"), name=f"Person {number}", sex=sex, born=born + chance.randrange(20))
    everybody.append(made)
    return made


def _children_of(
    generation: list[Kinsperson],
    everybody: list[Kinsperson],
    links: list[ParentLink],
    unions: list[Union],
    chance: random.Random,
    born: int,
) -> list[Kinsperson]:
    """Marries men and women of a generation, and returns their children."""
    men = [one for one in generation if one.sex is Sex.MALE]
    women = [one for one in generation if one.sex is Sex.FEMALE]
    children: list[Kinsperson] = []
    for man, woman in zip(men, women, strict=False):
        family = f"@F{len(unions) + 1}@"
        said = (Citation(file="generated", record=family, line=len(unions) + 1, quote="1 CHIL"),)
        unions.append(Union(id=family, partners=(man.id, woman.id), married=True, citations=said))
        for _ in range(chance.choice(_CHILDREN)):
            child = _person(everybody, chance, born)
            children.append(child)
            links += [ParentLink(child=child.id, parent=one.id, citations=said) for one in (man, woman)]
    return children
