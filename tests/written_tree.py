"""Family trees as a few lines of text, for tests of kinship."""

from __future__ import annotations

import re

from claimtree.kinship.graph import Citation, KinGraph, Kinsperson, ParentKind, ParentLink, PersonId, Sex, Union

_SEXES = {"m": Sex.MALE, "f": Sex.FEMALE, "?": Sex.UNKNOWN}
_COUPLE = re.compile(r"(?P<partners>[^(:]+?)\s*(?:\((?P<how>\w+)\))?\s*:(?P<children>.*)")


def read_tree(text: str) -> KinGraph:
    """Returns the tree of lines such as "Adam m + Anna f (divorced): Bert m, Berta f adopted"."""
    people: dict[str, Kinsperson] = {}
    links: list[ParentLink] = []
    unions: list[Union] = []

    def person(said: str) -> tuple[PersonId, str]:
        name, *words = said.split()
        sex = next((_SEXES[word] for word in words if word in _SEXES), None)
        born, died = next((word.split("-") for word in words if re.fullmatch(r"\d*-\d*", word)), ("", ""))
        if name not in people:
            people[name] = Kinsperson(
                id=PersonId(name),
                name=name,
                sex=sex or Sex.UNKNOWN,
                born=int(born) if born else None,
                died=int(died) if died else None,
            )
        return people[name].id, next((word for word in words if word in set(ParentKind)), ParentKind.BIRTH)

    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _COUPLE.fullmatch(line)
        assert found is not None, line
        record = f"@F{number}@"
        cited = (Citation(file="tree.ged", record=record, line=number, quote=line),)
        partners = [person(one)[0] for one in found["partners"].split("+")]
        how = found["how"] or ""
        if len(partners) == 2:
            unions.append(
                Union(
                    id=record,
                    partners=(partners[0], partners[1]),
                    married=how != "unmarried",
                    divorced=how == "divorced",
                    citations=cited,
                )
            )
        for said in filter(str.strip, found["children"].split(",")):
            child, kind = person(said)
            links += [ParentLink(child=child, parent=one, kind=ParentKind(kind), citations=cited) for one in partners]
    return KinGraph(people.values(), links, unions)
