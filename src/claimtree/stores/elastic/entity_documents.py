"""Converts entities to documents and back without loss; answer documents also contain what ranking
needs of the family."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from claimtree.geo import Point
from claimtree.model.claims import EntityId, Facet, LevelName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import IndexedEntity, Phrase, PhraseId
from claimtree.model.places import NearbyFact, PlaceId, PlaceKind
from claimtree.model.relations import Relation
from claimtree.stores.elastic import amount_codes
from claimtree.stores.elastic.dialects import Json
from claimtree.stores.elastic.grid_cells import tokens
from claimtree.stores.encoding import decode_item, encode_relations, item_parts, phrases_of, postings_of

MOST_ID = 32_000
"""Bytes of an id; a term has 32,766."""


def fits(id: str) -> bool:
    """Whether a cluster can keep it: what it cannot keep, it does not have."""
    return len(id) <= MOST_ID // 4 or len(id.encode("utf-8", "surrogatepass")) <= MOST_ID


class FamilyMember(NamedTuple):
    """An entity as ranking sees it: its phrases, its amounts, its position and its parent.

    A tuple, because millions of them are made, and a frozen class takes several times as long.
    """

    id: EntityId
    level: LevelName
    parent: EntityId | None
    facet: Facet | None
    phrases: tuple[int, ...]
    """One for each of its claims."""
    terms: tuple[str, ...]
    amounts: tuple[amount_codes.Ends, ...]
    """Ranges of addresses; see `amount_codes`."""
    point: Point | None
    nearby: tuple[NearbyFact, ...]


def family_member(item: IndexedEntity, phrases: Sequence[PhraseId]) -> FamilyMember:
    """Returns the `FamilyMember` of an item; `phrases` has one phrase for each of its claims."""
    entity = item.entity
    amounts: dict[amount_codes.Ends, None] = {}
    for phrase, claim in zip(phrases, item.claims, strict=True):
        for slot, one in enumerate(claim.amounts) if claim.amounts else ():
            amounts[amount_codes.stored_range(phrase, slot, one.low, one.high, one.low_open, one.high_open)] = None
    terms = dict.fromkeys(map(amount_codes.term, phrases))
    return FamilyMember(
        entity.id, entity.level, entity.parent, entity.facet, tuple(phrases), tuple(terms), tuple(amounts),
        entity.point, item.nearby,
    )  # fmt: skip


def family_member_of_document(source: Json, level: LevelName) -> FamilyMember:
    """Returns the `FamilyMember` of a stored document, without decoding its claims."""
    terms: dict[str, None] = {}
    amounts: dict[amount_codes.Ends, None] = {}
    postings = postings_of(_parts(source))
    for number, bounds in postings:
        phrase = PhraseId(number)
        terms[amount_codes.term(phrase)] = None
        for slot, (low, high, flags, _) in enumerate(bounds):
            low_open, high_open = bool(int(flags) & 1), bool(int(flags) & 2)
            amounts[amount_codes.stored_range(phrase, slot, low, high, low_open, high_open)] = None
    return FamilyMember(
        EntityId(source["id"]), level, _parent(source), _facet(source), tuple(number for number, _ in postings),
        tuple(terms), tuple(amounts), _point(source), nearby_of(source),
    )  # fmt: skip


def record(
    item: IndexedEntity, member: FamilyMember, line: Sequence[EntityId], answer: EntityId | None, born: int
) -> Json:
    """Returns the document of an entity; `line` has its ancestors, nearest first, `answer` is the
    answer it belongs to."""
    entity = item.entity
    found: Json = {
        "id": entity.id,
        "line": list(line),
        "types": sorted({claim.type for claim in item.claims}),
        "title": entity.title,
        "digest": item.digest,
        "claims": len(item.claims),
        "body": {"of": _written(item_parts(item, member.phrases))},
        "born": born,
        "written": born,
    }
    for name, value in (
        ("parent", entity.parent),
        ("owner", entity.owner),
        ("facet", entity.facet),
        ("answer", answer),
    ):
        if value is not None:
            found[name] = value
    if entity.point is not None:
        found["point"] = {"lat": entity.point.lat, "lon": entity.point.lon}
        found["spots"] = tokens(entity.level, entity.point)
    if item.nearby:
        found["nearby"] = encode_nearby(item.nearby)
    if entity.relations:
        found |= relation_fields(entity.relations)
    return found


def relation_fields(relations: Sequence[Relation]) -> Json:
    """The fields of a document that say what the entity states of links to others."""
    return {
        "relations": {"of": encode_relations(relations)},
        # An id that no cluster can keep does not exist.
        "targets": sorted({one.to for one in relations if fits(one.to)}),
        "related": len(relations),
    }


RECORD = (
    "id", "line", "answer", "parent", "owner", "facet", "types", "title", "digest", "claims", "point", "nearby", "body",
    "written", "relations", "targets", "related",
)  # fmt: skip
"""The fields that describe the entity itself; the others are derived from its family."""


def moved(source: Json, level: LevelName, line: Sequence[EntityId], answer: EntityId | None, born: int) -> Json:
    """Returns the record of a stored document for rewriting it with a changed line of ancestors."""
    found = {name: source[name] for name in RECORD if name in source}
    found |= {"line": list(line), "born": born}
    if answer is not None:
        found["answer"] = answer
    point = _point(source)
    if point is not None:
        found["spots"] = tokens(level, point)
    return found


def family_part(
    hierarchy: Hierarchy, answer: FamilyMember, above: Sequence[FamilyMember], below: Sequence[FamilyMember]
) -> Json:
    """Returns the derived fields of an answer: what ranking needs of it, its ancestors and its
    parts."""
    line = (answer, *above)
    terms, amounts = _distinct_terms(line), _ranges(line)
    found: Json = {"said": terms}
    if amounts:
        found["amounts"] = amounts
    family = (*line, *below)
    facts = [
        amount_codes.address(amount_codes.fact_key(member.level, fact.kind), amount_codes.spot(fact.metres))
        for member in family
        for fact in member.nearby
    ]
    spots = [token for member in family if member.point is not None for token in tokens(member.level, member.point)]
    if facts:
        found["facts"] = facts
    if spots:
        found["spots"] = spots
    if below:
        found["below"] = _distinct_terms(below)
        parts = _ranges(below)
        if parts:
            found["below_amounts"] = parts
        keys = [row_keys(hierarchy, member.level, member.facet) for member in below]
        found["has"] = list(dict.fromkeys(key for some in keys for key in some))
        flat = all(member.parent == answer.id for member in below)
        lines = [(member,) if flat else _line(member, below) for member in below]
        found["rows"] = [_row(key, line, terms, amounts) for key, line in zip(keys, lines, strict=True)]
    return found


def row_keys(hierarchy: Hierarchy, level: LevelName, facet: Facet | None) -> tuple[str, ...]:
    """Returns the keys under which a part is found: its level, and its level with its facet."""
    depth = hierarchy.depth_of(level)
    return (f"{depth}",) if facet is None else (f"{depth}", f"{depth}|{facet}")


def _row(keys: Sequence[str], line: Sequence[FamilyMember], terms: list[str], amounts: list[Json | str]) -> Json:
    """Returns the nested row of a part, with its line (see `_line`) and the answer's; levels share no
    phrases."""
    found: Json = {"key": list(keys), "said": terms + _distinct_terms(line)}
    numbers = amounts + _ranges(line)
    if numbers:
        found["amounts"] = numbers
    return found


def _line(member: FamilyMember, below: Sequence[FamilyMember]) -> Sequence[FamilyMember]:
    """Returns a part together with its ancestors and descendants among the parts."""
    parents = {one.id: one.parent for one in below}

    def reaches(start: EntityId, goal: EntityId) -> bool:
        at: EntityId | None = start
        while at is not None and at in parents:
            if at == goal:
                return True
            at = parents[at]
        return False

    return [one for one in below if reaches(one.id, member.id) or reaches(member.id, one.id)]


def _distinct_terms(line: Sequence[FamilyMember]) -> list[str]:
    """Returns the distinct terms of all."""
    return list(line[0].terms if len(line) == 1 else dict.fromkeys(term for member in line for term in member.terms))


def _ranges(line: Sequence[FamilyMember]) -> list[Json | str]:
    """Returns the distinct values of an `ip_range` field; a single address is written shorter, as a
    /128 network."""
    found = line[0].amounts if len(line) == 1 else dict.fromkeys(ends for member in line for ends in member.amounts)
    return [f"{low}/128" if low == high else {"gte": low, "lte": high} for low, high in found]


def encode_nearby(facts: Sequence[NearbyFact]) -> Json:
    return {"of": [[f.kind, f.place, f.name, f.point.lat, f.point.lon, f.metres] for f in facts]}


def phrase_numbers(source: Json) -> set[int]:
    """Returns the phrases of a document's claims."""
    return set(phrases_of(_parts(source)))


def item_of(source: Json, level: LevelName, phrases: Mapping[int, Phrase]) -> IndexedEntity:
    """Returns a stored entity with those of its claims whose phrases are given."""
    return decode_item(
        _parts(source),
        id=EntityId(source["id"]),
        level=level,
        parent=_parent(source),
        facet=_facet(source),
        digest=source.get("digest", ""),
        phrases=phrases,
        point=_point(source),
        nearby=nearby_of(source),
    )


def _written(parts: list[Any]) -> list[Any]:
    """A body as JSON on a server can hold it: columns as pairs, for an object's keys may come back in any order."""
    title, owner, fields, sources, claims, *_ = parts
    return [title, owner, _pairs(fields), [[*row[:4], _pairs(row[4]), *row[5:]] for row in sources], claims]


def _parts(source: Json) -> list[Any]:
    """Returns the body of a document; JSON stores infinities as null, so they are restored."""
    title, owner, fields, sources, claims = source["body"]["of"]
    for row in claims:
        for ends in row[5] if len(row) > 5 else ():
            if ends[0] is None:
                ends[0] = -math.inf
            if ends[1] is None:
                ends[1] = math.inf
    parts = [title, owner, dict(fields), [[*row[:4], dict(row[4]), *row[5:]] for row in sources], claims]
    relations = source.get("relations")
    return [*parts, relations["of"]] if relations else parts


def _pairs(fields: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return list(fields.items())


def _parent(source: Json) -> EntityId | None:
    return EntityId(source["parent"]) if source.get("parent") is not None else None


def _facet(source: Json) -> Facet | None:
    return Facet(source["facet"]) if source.get("facet") is not None else None


def _point(source: Json) -> Point | None:
    at = source.get("point")
    return Point(float(at["lat"]), float(at["lon"])) if at else None


def nearby_of(source: Json) -> tuple[NearbyFact, ...]:
    if not source.get("nearby"):
        return ()
    return tuple(
        NearbyFact(kind=PlaceKind(kind), place=PlaceId(place), name=name, point=Point(lat, lon), metres=metres)
        for kind, place, name, lat, lon, metres in source["nearby"]["of"]
    )
