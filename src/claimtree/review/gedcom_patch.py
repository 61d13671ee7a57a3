"""Turns approved facts into GEDCOM lines that are added to a file; nothing of it is changed or taken away.

An event becomes a further event of its person behind those of the file, which stay the preferred
ones; a relative who is not in the tree gets a record of their own. Each addition has a note with the
words of the message, and who approved it when.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from claimtree.answering.family_index import FamilyIndex
from claimtree.kinship.graph import ParentKind, Sex
from claimtree.review.items import PersonRef, ReviewItem, ReviewState, SuggestedFact
from claimtree.review.tree_says import NEAR
from claimtree.sources.gedcom.insertions import Insertions
from claimtree.sources.gedcom.structures import EVENTS

_LONGEST_QUOTE: Final = 110
"""Characters of the message in a note: a line of GEDCOM 5.5.1 has 255 at most."""
_LONGEST_VALUE: Final = 150
_TAGS: Final = {kind: tag for tag, kind in reversed(list(EVENTS.items()))}
_FAMILY_TAGS: Final = {"marriage": "MARR", "divorce": "DIV"}
_SEXES: Final = {"male": "M", "female": "F", "other": "X"}
_PARENTS: Final = ("mother", "father", "parent")
_CHILDREN: Final = ("son", "daughter", "child")
_SPOUSES: Final = ("wife", "husband", "spouse")
_SIBLINGS: Final = ("brother", "sister", "sibling")


class PatchedTree(Protocol):
    """What has to be known of the records of the file."""

    def ids(self, tag: str) -> frozenset[str]: ...
    def last_line(self, tag: str, id: str) -> int: ...


@dataclass(slots=True)
class GedcomPatch:
    """The lines that some approved items add to the file of a tree."""

    index: FamilyIndex
    tree: PatchedTree
    _added: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """By tag and id, what is added to records of the file."""
    _new: dict[str, list[str]] = field(default_factory=dict)
    """By id, new records."""
    _people: dict[str, str] = field(default_factory=dict)
    """The ids of new people, by name."""
    _couples: dict[frozenset[str], str] = field(default_factory=dict)
    """Families that were made for two partners, or found."""
    _parents: dict[str, list[tuple[str, str, str]]] = field(default_factory=dict)
    """By child, the parents that are added, with their role, and the note."""

    def insertions(self, items: Sequence[ReviewItem]) -> Insertions:
        """Returns what the items add, in their order. Those that are not approved are left out."""
        for item in items:
            if item.state is ReviewState.APPROVED and item.fact is not None:
                self._fact(item.fact, note_of(item))
        for child, parents in self._parents.items():
            self._join(child, parents)
        after: dict[int, list[str]] = {}
        for (tag, id), lines in self._added.items():
            after.setdefault(self.tree.last_line(tag, id), []).extend(lines)
        return Insertions(after=after, records=[line for lines in self._new.values() for line in lines])

    def _fact(self, fact: SuggestedFact, note: str) -> None:
        person = self._person(fact.person)
        if fact.denied or (fact.kind == "relation" and fact.relation not in NEAR):
            self._add("INDI", person, [f"1 NOTE {_text(fact.text)}", f"2 CONT {note}"])
        elif fact.kind == "relation":
            self._relation(person, fact, note)
        elif fact.kind == "name":
            self._add("INDI", person, [*self._name(fact, person), f"2 NOTE {note}"])
        elif fact.kind in _FAMILY_TAGS:
            family = self._family_of(person, fact)
            self._add("FAM", family, [*_event(_FAMILY_TAGS[fact.kind], fact), f"2 NOTE {note}"])
        else:
            tag = _TAGS.get(fact.kind, "EVEN")
            lines = _event(tag, fact)
            if tag == "EVEN":
                lines.insert(1, f"2 TYPE {_text(fact.kind)}")
            self._add("INDI", person, [*lines, f"2 NOTE {note}"])

    # -- people

    def _person(self, ref: PersonRef) -> str:
        """Returns the id of somebody; whom the tree does not have gets a record."""
        if ref.id:
            return ref.id
        known = self._people.get(ref.name.casefold())
        if known is not None:
            return known
        id = self._free_id("INDI", "R")
        self._people[ref.name.casefold()] = id
        lines = [f"0 @{id}@ INDI", f"1 NAME {_slashed(ref.name)}"]
        if ref.sex in _SEXES:
            lines.append(f"1 SEX {_SEXES[ref.sex]}")
        self._new[id] = lines
        return id

    def _free_id(self, tag: str, letter: str) -> str:
        taken = self.tree.ids("INDI") | self.tree.ids("FAM") | self._new.keys()
        prefix = letter if tag == "INDI" else f"{letter}F"
        number = 1
        while f"{prefix}{number}" in taken:
            number += 1
        return f"{prefix}{number}"

    def _add(self, tag: str, id: str, lines: Sequence[str]) -> None:
        if id in self._new:
            self._new[id] += lines
        else:
            self._added.setdefault((tag, id), []).extend(lines)

    def _name(self, fact: SuggestedFact, person: str) -> list[str]:
        """Returns another name: a single word takes the rest from the name that the tree has."""
        known = (
            self.index.people[person].names[0]
            if person in self.index.people and self.index.people[person].names
            else None
        )
        value = fact.value
        if known is None or len(value.split()) > 1:
            return [f"1 NAME {_slashed(value)}", "2 TYPE aka"]
        if fact.relation == "maiden":
            return [f"1 NAME {_text(known.given)} /{_text(value)}/", "2 TYPE birth"]
        if fact.relation == "middle":
            return [f"1 NAME {_text(known.given)} {_text(value)} /{_text(known.surname)}/", "2 TYPE aka"]
        return [f"1 NAME {_text(value)} /{_text(known.surname)}/", "2 TYPE aka"]

    # -- families

    def _relation(self, person: str, fact: SuggestedFact, note: str) -> None:
        assert fact.relative is not None, "a relation has a relative"
        other = self._person(fact.relative)
        if fact.relation in _PARENTS:
            self._parents.setdefault(person, []).append((other, _role(fact.relation, self._sex(other)), note))
        elif fact.relation in _CHILDREN:
            self._parents.setdefault(other, []).append((person, _role("", self._sex(person)), note))
        elif fact.relation in _SPOUSES:
            family = self._couple(person, other)
            self._add("FAM", family, [f"1 NOTE {note}"])
        elif fact.relation in _SIBLINGS:
            self._sibling(person, other, note)

    def _sex(self, id: str) -> Sex:
        if id in self.index.people:
            return self.index.sex(id)
        lines = self._new.get(id, [])
        return Sex.MALE if "1 SEX M" in lines else Sex.FEMALE if "1 SEX F" in lines else Sex.UNKNOWN

    def _family_of(self, person: str, fact: SuggestedFact) -> str:
        """Returns the family of a wedding."""
        if fact.relative is not None:
            return self._couple(person, self._person(fact.relative))
        own = [link.family for link in self.index.partners.get(person, [])] if person in self.index.people else []
        if len(set(own)) == 1:
            return own[0]
        return self._new_family([person])

    def _couple(self, one: str, other: str) -> str:
        key = frozenset((one, other))
        if key not in self._couples:
            found = [link.family for link in self.index.partners.get(one, []) if link.to == other]
            self._couples[key] = found[0] if found else self._new_family([one, other])
        return self._couples[key]

    def _new_family(self, partners: Sequence[str]) -> str:
        id = self._free_id("FAM", "R")
        lines = [f"0 @{id}@ FAM"]
        taken: set[str] = set()
        for partner in partners:
            role = _role("", self._sex(partner))
            if role in taken or not role:
                role = "WIFE" if "HUSB" in taken else "HUSB"
            taken.add(role)
            lines.append(f"1 {role} @{partner}@")
        self._new[id] = lines
        for partner in partners:
            self._add("INDI", partner, [f"1 FAMS @{id}@"])
        return id

    def _join(self, child: str, parents: Sequence[tuple[str, str, str]]) -> None:
        """Adds a child to the family of its parents."""
        ids = list(dict.fromkeys(parent for parent, _, _ in parents))
        notes = [f"1 NOTE {note}" for note in dict.fromkeys(note for _, _, note in parents)]
        known = self._family_with_room(child, parents)
        if known is not None:
            for parent, role, _ in parents:
                self._add("FAM", known, [f"1 {role} @{parent}@"])
                self._add("INDI", parent, [f"1 FAMS @{known}@"])
            self._add("FAM", known, notes)
            return
        family = self._couple(*ids[:2]) if len(ids) > 1 else self._new_family(ids)
        self._add("FAM", family, [f"1 CHIL @{child}@", *notes])
        self._add("INDI", child, [f"1 FAMC @{family}@"])

    def _family_with_room(self, child: str, parents: Sequence[tuple[str, str, str]]) -> str | None:
        """Returns the family of a child that lacks just these parents."""
        person = self.index.people.get(child)
        if person is None or len({parent for parent, _, _ in parents}) > 1:
            return None
        for link in person.child_of:
            family = self.index.families.get(link.family)
            if family is None or link.kind not in (None, ParentKind.BIRTH):
                continue
            taken = {one.role for one in family.partners}
            role = {"HUSB": "husband", "WIFE": "wife"}.get(parents[0][1], "")
            if role and role not in taken and len(family.partners) < 2:
                return family.id
        return None

    def _sibling(self, one: str, other: str, note: str) -> None:
        """Adds a sibling to the family that one of the two is a child of."""
        for first, second in ((one, other), (other, one)):
            person = self.index.people.get(first)
            link = (
                next((link for link in person.child_of if link.family in self.index.families), None) if person else None
            )
            if link is not None:
                self._add("FAM", link.family, [f"1 CHIL @{second}@", f"1 NOTE {note}"])
                self._add("INDI", second, [f"1 FAMC @{link.family}@"])
                return
        family = self._new_family([])
        self._add("FAM", family, [f"1 CHIL @{one}@", f"1 CHIL @{other}@", f"1 NOTE {note}"])
        for id in (one, other):
            self._add("INDI", id, [f"1 FAMC @{family}@"])


def note_of(item: ReviewItem) -> str:
    """Returns the note with the words of the message, and who approved them when."""
    assert item.fact is not None, "only facts are written"
    decided = next((one for one in reversed(item.audit) if one.action == str(ReviewState.APPROVED)), None)
    by = f" Approved by {decided.by}, {decided.at.date().isoformat()}." if decided is not None else ""
    author = f" of {item.origin.author}" if item.origin.author else ""
    quote = " ".join(item.fact.quote.split())
    cut = quote if len(quote) <= _LONGEST_QUOTE else f"{quote[: _LONGEST_QUOTE - 1]}…"
    sure = " (not certain)" if item.fact.hedged else ""
    return _text(f'From a message{author}{sure}: "{cut}".{by}', most=250)


def _event(tag: str, fact: SuggestedFact) -> list[str]:
    lines = [f"1 {tag} {_text(fact.value)}".rstrip()]
    if tag in ("BIRT", "DEAT", "MARR", "BURI") and not fact.date and not fact.place:
        lines = [f"1 {tag} Y"]
    if fact.date:
        lines.append(f"2 DATE {_text(fact.date)}")
    if fact.place:
        lines.append(f"2 PLAC {_text(fact.place)}")
    return lines


def _role(word: str, sex: Sex) -> str:
    if word == "mother" or (word != "father" and sex is Sex.FEMALE):
        return "WIFE"
    return "HUSB" if word == "father" or sex is Sex.MALE else ""


def _slashed(name: str) -> str:
    """Returns a name as GEDCOM writes it, with the last word as the family name: "Sarah /Hughes/"."""
    words = _text(name).replace("/", " ").split()
    end = len(words)
    while end > 1 and words[end - 1].rstrip(".").lower() in ("jr", "sr", "ii", "iii", "iv", "esq"):
        end -= 1
    if end < 2:
        return " ".join(words)
    return " ".join([*words[: end - 1], f"/{words[end - 1]}/", *words[end:]])


def _text(text: str, most: int = _LONGEST_VALUE) -> str:
    """Returns words for one line: no control character can begin another, no sign a link."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(plain.replace("@", "@@").split())[:most]
