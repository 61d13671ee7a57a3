"""Lines of a file in sentences: what they state of whom, for people who do not read GEDCOM."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from claimtree.answering.answer_text import AnswerText
from claimtree.answering.family_index import FamilyIndex, KnownEvent
from claimtree.family_trees.tree import Event, Evidence, Family
from claimtree.kinship.graph import ParentKind

_MOST_SAID: Final = 4
"""Sentences that an answer tells as its reasons."""


class EvidenceWords:
    """Says what lines of one tree state."""

    def __init__(self, index: FamilyIndex, text: AnswerText) -> None:
        self._index = index
        self._text = text

    def said(self, lines: Iterable[Evidence], most: int = _MOST_SAID) -> tuple[str, ...]:
        """Returns what some lines state, each statement once."""
        found: dict[str, None] = {}
        families: dict[str, set[int]] = {}
        for line in lines:
            if line.record in self._index.families:
                families.setdefault(line.record, set()).add(line.line)
            elif line.record in self._index.people:
                self._of_person(line, families, found)
        for id, numbers in families.items():
            found |= dict.fromkeys(self._of_family(self._index.families[id], numbers))
        return tuple(found)[:most]

    def _of_person(self, line: Evidence, families: dict[str, set[int]], found: dict[str, None]) -> None:
        person = self._index.people[line.record]
        for event in person.events:
            if line.line in _lines_of(event):
                found[self._text.fact(person.id, KnownEvent(event))] = None
                return
        for child_of in person.child_of:
            family = self._index.families.get(child_of.family)
            if family is not None and line.line == child_of.evidence.line:
                own = (one.evidence.line for one in family.children if one.person == person.id)
                families.setdefault(family.id, set()).update(own)
                return
        for name in person.names:
            if line.line == name.evidence.line:
                found[self._text.say("block_name", name=name.shown)] = None

    def _of_family(self, family: Family, numbers: set[int]) -> Iterable[str]:
        partners = [one.person for one in family.partners if one.person in self._index.people]
        children = [one.person for one in family.children if one.evidence.line in numbers]
        named = [one.person for one in family.partners if one.evidence.line in numbers]
        for event in family.events:
            if numbers & _lines_of(event) and event is not family.unmarried:
                for one in partners[:1]:
                    yield self._text.fact(one, KnownEvent(event, next((two for two in partners if two != one), "")))
        for child in dict.fromkeys(children):
            for kind, parents in self._by_kind(child, named or partners).items():
                word = self._text.child(self._index.sex(child), kind)
                yield self._text.say(
                    "line_child", child=self._text.name(child), word=word, parents=self._text.names(parents)
                )
        if len(named) > 1 and not children:
            template = "line_partners" if family.married is False else "line_couple"
            yield self._text.say(template, names=self._text.names(named))

    def _by_kind(self, child: str, parents: Iterable[str]) -> dict[ParentKind, list[str]]:
        kinds: dict[ParentKind, list[str]] = {}
        for parent in parents:
            kind = next((one.kind for one in self._index.parents[child] if one.to == parent), None)
            if kind is not None:
                kinds.setdefault(kind, []).append(parent)
        return kinds


def _lines_of(event: Event) -> set[int]:
    lines = (event.evidence, event.date_evidence, event.place_evidence, event.type_evidence)
    return {line.line for line in lines if line is not None}
