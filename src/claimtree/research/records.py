"""Records that a search service answers with, as people who can be compared with what was asked.

A record is foreign: each is checked, cut to size, and left out with a reason if it is unusable. Those
of people who may be living are left out, unless they are to be shown. Candidates are ranked by the
same rules as those of a tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlsplit

from claimtree.answering.ask_result import MOST_CANDIDATES, Candidate, EvidenceBlock, Found, Sought, SourceType
from claimtree.answering.candidates import CandidateFinder
from claimtree.answering.family_index import FamilyIndex
from claimtree.family_trees.living import life_signs, may_be_living
from claimtree.family_trees.tree import Event, Evidence, Person, PersonName
from claimtree.kinship.graph import Sex
from claimtree.research.limits import MOST_BLOCKS, excerpt

MOST_RECORDS: Final = 200
"""Of one reply; the others are left out."""
MOST_EVENTS: Final = 20
LONGEST_ID: Final = 200
_LONGEST: Final = 200
_SEXES: Final = {"m": Sex.MALE, "male": Sex.MALE, "f": Sex.FEMALE, "female": Sex.FEMALE, "x": Sex.OTHER}
_EVENTS: Final = ("birth", "christening", "baptism", "marriage", "residence", "census", "death", "burial", "occupation")
_LIST_NAMES: Final = ("records", "results", "items", "data")
_CONFIDENCE: Final = 50
"""How far a record of a search service is to be trusted: it is about somebody, but need not be about this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """What a reply had."""

    people: tuple[Person, ...]
    urls: Mapping[str, str]
    """Where a record can be looked at, by its id."""
    unusable: int = 0


def records_of(reply: Any) -> Records | None:
    """Returns the records of a reply: a list, or an object with the list; None if it has none of the two."""
    listed = reply
    if isinstance(reply, Mapping):
        listed = next((reply[key] for key in _LIST_NAMES if isinstance(reply.get(key), list)), None)
    if not isinstance(listed, list):
        return None
    people: dict[str, Person] = {}
    urls: dict[str, str] = {}
    for row in listed[:MOST_RECORDS]:
        person = _person(row)
        if person is not None and person.id not in people:
            people[person.id] = person
            urls[person.id] = _link(row.get("url"))
    return Records(people=tuple(people.values()), urls=urls, unusable=len(listed) - len(people))


def candidates_of(
    records: Records, sought: Sought, *, source: str, show_living: bool, this_year: int, most: int = MOST_CANDIDATES
) -> Found:
    """Returns the records that may be about the person who is looked for, the likeliest first."""
    living = [one.id for one in records.people if _may_be_living(one, this_year)]
    index = FamilyIndex(records.people, (), name=source, living=living, show_living=show_living)
    found = CandidateFinder(index).find(sought, most)
    return replace(found, candidates=tuple(_as_record(one, source, records.urls) for one in found.candidates))


def _as_record(one: Candidate, source: str, urls: Mapping[str, str]) -> Candidate:
    """Returns a candidate with the record as its evidence, in place of lines of a file."""
    id = f"{source}:{one.id}"
    blocks = tuple(_block(block, id) for block in one.evidence[:MOST_BLOCKS])
    return replace(
        one,
        id=id,
        source_id=urls.get(one.id) or id,
        source_type=SourceType.API_SEARCH,
        evidence=blocks,
        verdicts=tuple(
            replace(verdict, evidence=tuple(_block(block, id) for block in verdict.evidence))
            for verdict in one.verdicts
        ),
    )


def _block(block: EvidenceBlock, id: str) -> EvidenceBlock:
    return replace(
        block,
        source_type=SourceType.API_SEARCH,
        source_id=id,
        confidence=min(block.confidence, _CONFIDENCE),
        lines=(),
        quote=excerpt("; ".join(dict.fromkeys(line.raw for line in block.lines))),
    )


def _named(name: str, given: str, surname: str, kind: str, evidence: Evidence) -> PersonName:
    """Returns a name whose last word is the family name where the record does not tell the two apart."""
    *first, last = name.split()
    return PersonName(full=name, given=given or " ".join(first), surname=surname or last, kind=kind, evidence=evidence)


def _person(row: object) -> Person | None:
    """Returns a record as a person; None for what has no id or no name."""
    if not isinstance(row, Mapping):
        return None
    id, name = _text(row.get("id"), LONGEST_ID), _text(row.get("name"))
    given, surname = _text(row.get("given")), _text(row.get("surname"))
    name = name or f"{given} {surname}".strip()
    if not id or not name:
        return None
    said = Evidence(id, 0, f"name: {name}")
    names = [_named(name, given, surname, "", said)]
    names += [
        _named(other, "", "", "aka", Evidence(id, 0, f"name: {other}")) for other in _texts(row.get("other_names"))
    ]
    return Person(
        id=id,
        line=0,
        sex=_SEXES.get(_text(row.get("sex")).casefold(), Sex.UNKNOWN),
        names=tuple(names),
        events=tuple(_events(row, id)),
        evidence=said,
    )


def _events(row: Mapping[str, Any], id: str) -> Iterable[Event]:
    """Yields the events of a record: {"birth": {"date": "ABT 1878", "place": "Ohio"}}, or a date alone."""
    count = 0
    for kind in _EVENTS:
        stated = row.get(kind)
        for one in stated if isinstance(stated, list) else [stated]:
            found = one if isinstance(one, Mapping) else {"date": one}
            date, place, value = (_text(found.get(key)) for key in ("date", "place", "value"))
            if (date or place or value) and count < MOST_EVENTS:
                count += 1
                told = ", ".join(filter(None, (value, date, place)))
                said = Evidence(id, 0, f"{kind}: {told}")
                yield Event(
                    kind=kind,
                    value=value,
                    date=date.upper(),
                    place=place,
                    evidence=said,
                    date_evidence=said if date else None,
                    place_evidence=said if place else None,
                )


def _may_be_living(person: Person, this_year: int) -> bool:
    signs = life_signs(person)
    return may_be_living(dead=signs.dead, born_by=signs.born_by, year=this_year)


def _text(value: object, most: int = _LONGEST) -> str:
    """Returns a text or a number on one line, cut if it is long; nothing for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return excerpt(str(value)[: 4 * most], most)


def _texts(value: object) -> Sequence[str]:
    return [text for one in value[:MOST_EVENTS] if (text := _text(one))] if isinstance(value, list) else []


def _link(value: object) -> str:
    """Returns an address of the web; nothing for what is none."""
    text = _text(value, 500)
    try:
        parts = urlsplit(text)
    except ValueError:
        return ""
    return text if parts.scheme in ("http", "https") and parts.hostname and " " not in text else ""
