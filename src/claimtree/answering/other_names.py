"""What somebody is called beside the name that the tree prefers: by birth, by marriage, by friends."""

from __future__ import annotations

from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.plan import NameKind
from claimtree.family_trees.tree import Evidence, PersonName
from claimtree.kinship.graph import Sex

_MARRIED = frozenset({"married", "marriage"})
_BIRTH = frozenset({"birth", "maiden"})

Name = tuple[str, tuple[Evidence, ...]]


def other_names(index: FamilyIndex, id: str, kind: NameKind) -> list[Name]:
    """Returns names of a kind with the lines that state them, or from which they follow."""
    person = index.people[id]
    by_kind = {kinds: [one for one in person.names if one.kind in kinds] for kinds in (_BIRTH, _MARRIED)}
    match kind:
        case NameKind.MAIDEN:
            plain = [one for one in person.names if one.kind not in _MARRIED]
            return [(one.surname, (one.evidence,)) for one in (by_kind[_BIRTH] or plain)[:1] if one.surname.strip()]
        case NameKind.MARRIED if by_kind[_MARRIED]:
            return [(one.shown, (one.evidence,)) for one in by_kind[_MARRIED]]
        case NameKind.MARRIED:
            return _by_marriage(index, id) if index.sex(id) is Sex.FEMALE else []
        case NameKind.OTHER:
            nicknames = [(one.nickname, (one.evidence,)) for one in person.names if one.nickname.strip()]
            return [*nicknames, *((one.shown, (one.evidence,)) for one in person.names[1:])]


def _by_marriage(index: FamilyIndex, id: str) -> list[Name]:
    """Returns a wife's given name with the family names of her husbands."""
    first: PersonName | None = next(iter(index.people[id].names), None)
    found: list[Name] = []
    for link in index.partners[id]:
        theirs = next(iter(index.people[link.to].names), None) if link.to not in index.hidden else None
        if first is not None and theirs is not None and theirs.surname.strip() and link.married is not False:
            found.append((f"{first.given} {theirs.surname}".strip(), (theirs.evidence, *link.evidence)))
    return found
