"""Checks the consistency of a store: compares everything that should agree."""

from __future__ import annotations

from collections.abc import Iterator

from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import PhraseId
from claimtree.stores.elastic.cluster_client import ElasticClient
from claimtree.stores.elastic.dialects import Json
from claimtree.stores.elastic.entity_documents import (
    RECORD,
    FamilyMember,
    family_member_of_document,
    family_part,
    phrase_numbers,
    relation_fields,
)
from claimtree.stores.elastic.layout import MARK, RELATION_FIELDS
from claimtree.stores.elastic.phrase_cache import PhraseCache
from claimtree.stores.elastic.query_builders import EVERYTHING
from claimtree.stores.elastic.reading import LIGHT, Reading, Stored
from claimtree.stores.encoding import decode_relations

_DERIVED = ("said", "amounts", "below", "below_amounts", "facts", "spots", "has", "rows")
_MOST = 100


def problems(client: ElasticClient, reading: Reading, hierarchy: Hierarchy, phrase_cache: PhraseCache) -> Iterator[str]:
    """Yields a sentence for each problem found."""
    names = reading.view.names
    mappings = client.ask("GET", f"/{','.join(names.all)}/_mapping")
    for index in names.all:
        if MARK not in mappings.get(index, {}).get("mappings", {}).get("_meta", {}):
            yield f"index {index!r} is not as we made it"
    lines: dict[EntityId, tuple[EntityId, ...]] = {}
    twice = wrong = 0
    for level in hierarchy.levels:
        for one in reading.all(EVERYTHING, fields=LIGHT, levels=(level,)):
            if one.id in lines:
                twice += 1
                if twice <= _MOST:
                    yield f"entity {one.id!r} is stored twice"
            lines[one.id] = one.line
            parent = one.parent
            if parent is not None and parent not in lines:
                yield f"entity {one.id!r} has the parent {parent!r}, which does not exist"
            elif one.line != (() if parent is None else (parent, *lines[parent])):
                wrong += 1
                if wrong <= _MOST:
                    yield f"entity {one.id!r} does not know what it is part of"
    yield from _relations(reading)
    yield from _families(reading, hierarchy, phrase_cache)


def _relations(reading: Reading) -> Iterator[str]:
    """Every entity has to be found by the links that it states."""
    for one in reading.all({"exists": {"field": "related"}}, fields=("id", *RELATION_FIELDS)):
        stated = one.source.get("relations", {}).get("of", ())
        found = {name: one.source.get(name) for name in RELATION_FIELDS}
        if relation_fields(decode_relations(stated)) != found:
            yield f"entity {one.id!r} is linked by other relations than it states"


def _families(reading: Reading, hierarchy: Hierarchy, phrase_cache: PhraseCache) -> Iterator[str]:
    """Checks that the derived fields of every answer match the documents of its family."""
    fields = (*RECORD, *_DERIVED)
    waiting: list[Stored] = []
    for one in reading.all(EVERYTHING, fields=fields, levels=(hierarchy.answers,), page=500):
        waiting.append(one)
        if len(waiting) == 500:
            yield from _compared(reading, hierarchy, phrase_cache, waiting)
            waiting = []
    yield from _compared(reading, hierarchy, phrase_cache, waiting)


def _compared(
    reading: Reading, hierarchy: Hierarchy, phrase_cache: PhraseCache, answers: list[Stored]
) -> Iterator[str]:
    family = reading.families([answer.id for answer in answers])
    members: dict[EntityId, FamilyMember] = {}
    for id, one in family.items():
        members[id] = family_member_of_document(one.source, one.level)
        asked = {PhraseId(number) for number in phrase_numbers(one.source)}
        if asked - phrase_cache.known(reading.view, asked):
            yield f"entity {id!r} has a claim of an unknown phrase"
    parts: dict[EntityId, list[FamilyMember]] = {}
    for id, one in family.items():
        if one.answer is not None and one.answer != id:
            parts.setdefault(one.answer, []).append(members[id])
    for answer in answers:
        missing = [up for up in answer.line if up not in members]
        if missing:
            continue
        below = sorted(parts.get(answer.id, ()), key=lambda one: one.id)
        wanted = family_part(hierarchy, members[answer.id], [members[up] for up in answer.line], below)
        if _sets(wanted) != _sets({name: answer.source[name] for name in _DERIVED if name in answer.source}):
            yield f"entity {answer.id!r} is ranked by something else than what is stored of its family"


def _sets(part: Json) -> dict[str, object]:
    """Returns the document's lists sorted, because their order has no meaning."""
    found: dict[str, object] = {}
    for name, value in part.items():
        if name == "rows":
            found[name] = sorted(repr(sorted(_sets(row).items())) for row in value)
        else:
            found[name] = sorted(repr(one) for one in value)
    return found
