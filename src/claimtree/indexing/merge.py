"""Merges what several sources say about one entity.

Sources are ordered oldest first, and equally old ones as given; later ones win. The columns of a
source, its title and parent included, stay with the source, so that a source can be replaced or
outvoted later without reading the others again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from claimtree.geo import Point
from claimtree.indexing.positions import position
from claimtree.model.claims import EntityId, Facet, LevelName
from claimtree.model.documents import Document, Part
from claimtree.model.hierarchy import Entity, Field, Source
from claimtree.model.notices import Notice
from claimtree.model.pack import Pack
from claimtree.model.relations import Relation

TITLE = "title"
PARENT = "parent"
_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode


@dataclass(frozen=True, kw_only=True)
class Merged:
    """Everything that is said about one entity and its parts, by source."""

    id: EntityId
    level: LevelName
    sources: tuple[Source, ...]
    """The last one wins."""
    parts: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)
    """By source, ordered as they are numbered."""
    relations: Mapping[str, tuple[Relation, ...]] = field(default_factory=dict)
    """By source."""

    @property
    def parent(self) -> EntityId | None:
        named = _newest(self.sources, PARENT)
        return EntityId(named) if named else None

    @cached_property
    def position(self) -> tuple[Point | None, Notice | None]:
        """The coordinates, or why they are not known although a source gives some."""
        return position(self.sources)

    def digest(self, stamp: str) -> str:
        """Returns a digest that is equal if and only if indexing again would change nothing; the
        stamp names the reader. Kept, since each step of a run asks for it.
        """
        known: dict[str, str] = self.__dict__.setdefault("_digests", {})
        if stamp not in known:
            known[stamp] = self._digest(stamp)
        return known[stamp]

    def _digest(self, stamp: str) -> str:
        content: list[object] = [
            stamp,
            self.level,
            [
                [
                    *(s.name, s.text, s.url, s.updated, dict(s.fields)),
                    *([s.citation] if s.citation or s.quotes else []),
                    *([dict(s.quotes)] if s.quotes else []),
                ]
                for s in self.sources
            ],
            {
                name: [
                    [part.level, part.facet, part.title, part.text, dict(part.fields)]
                    + ([part.citation] if part.citation else [])
                    for part in parts
                ]
                for name, parts in self.parts.items()
            },
        ]
        if self.relations:  # without relations, a digest is the same as before they were introduced
            content.append(
                {name: [[one.kind, one.to, one.quote] for one in stated] for name, stated in self.relations.items()}
            )
        return hashlib.sha256(_CANONICAL(content).encode()).hexdigest()

    def entity(self) -> Entity:
        return Entity(
            id=self.id,
            level=self.level,
            parent=self.parent,
            title=_newest(self.sources, TITLE),
            fields=_fields(self.sources),
            sources=self.sources,
            point=self.position[0],
            relations=tuple(one for source in self.sources for one in self.relations.get(source.name, ())),
        )

    def part_entities(self, pack: Pack) -> list[Entity]:
        """Returns the parts as entities: the second bedroom of one source is the second bedroom of
        the other.
        """
        found: dict[EntityId, Entity] = {}
        for source in self.sources:
            for id, part in numbered_parts(self.id, self.parts.get(source.name, ()), pack):
                before = found[id].sources if id in found else ()
                found[id] = part_entity(self.id, id, part, source, pack, before)
        return [found[id] for id in sorted(found)]


def numbered_parts(owner: EntityId, parts: Iterable[Part], pack: Pack) -> Iterator[tuple[EntityId, Part]]:
    """Yields parts with their ids: each is numbered among those of its facet."""
    numbers: dict[str, int] = {}
    for part in parts:
        label = label_of(part.level, part.facet, pack)
        numbers[label] = numbers.get(label, 0) + 1
        yield EntityId(f"{owner}/{label}-{numbers[label]}"), part


def part_entity(
    owner: EntityId, id: EntityId, part: Part, source: Source, pack: Pack, before: tuple[Source, ...] = ()
) -> Entity:
    """Returns a part as an entity, from the source of its whole; `before` are its other sources."""
    fields = {**part.fields, **({TITLE: part.title} if part.title else {})}
    sources = (*before, replace(source, text=part.text, fields=fields, citation=part.citation or source.citation))
    return Entity(
        id=id,
        level=part.level,
        parent=owner,
        title=_newest(sources, TITLE) or title_of(part.level, part.facet, pack),
        facet=part.facet,
        owner=owner,
        fields=_fields(sources),
        sources=sources,
    )


def stored_part(child: Entity, source: Source) -> tuple[int, Part]:
    """Returns what a source says of a stored part, and the part's number among those of its facet."""
    fields = dict(source.fields)
    title = fields.pop(TITLE, "")
    part = Part(
        key="",
        level=child.level,
        facet=child.facet,
        text=source.text,
        title=title if isinstance(title, str) else "",
        fields=fields,
        citation=source.citation,
    )
    return int(child.id.rpartition("-")[2]), part


def merge(documents: Sequence[Document], stored: Merged | None = None) -> Merged:
    """Returns what is stored, with the documents replacing what their sources said before."""
    sources = {source.name: source for source in stored.sources} if stored else {}
    parts = dict(stored.parts) if stored else {}
    relations = dict(stored.relations) if stored else {}
    for document in documents:
        source = _with_columns(document)
        if sources.get(source.name) != source:
            sources.pop(source.name, None)
            sources[source.name] = source
        parts.pop(source.name, None)
        if document.parts:
            parts[source.name] = _in_order(document.parts)
        relations.pop(source.name, None)
        if document.relations:
            relations[source.name] = tuple(replace(one, source=source.name) for one in document.relations)
    # Sorting is stable, so of two undated sources the one given last stays last.
    ordered = sorted(sources.values(), key=lambda source: source.updated)
    return Merged(
        id=documents[0].id, level=documents[0].level, sources=tuple(ordered), parts=parts, relations=relations
    )


def from_stored(entity: Entity, children: Sequence[Entity]) -> Merged:
    """Returns what was merged when the entity was stored, without parts that were only implied by
    its text.
    """
    numbered: dict[str, list[tuple[int, Part]]] = {}
    for child in children:
        if child.owner != entity.id:
            continue
        for source in child.sources:
            numbered.setdefault(source.name, []).append(stored_part(child, source))
    relations: dict[str, list[Relation]] = {}
    for one in entity.relations:
        relations.setdefault(one.source, []).append(one)
    return Merged(
        id=entity.id,
        level=entity.level,
        sources=entity.sources,
        parts={
            name: _in_order([part for _, part in sorted(parts, key=lambda one: one[0])])
            for name, parts in numbered.items()
        },
        relations={name: tuple(stated) for name, stated in relations.items()},
    )


def long_digest(merged: Merged, parts: str, count: int, stamp: str) -> str:
    """Returns the digest of a document whose parts are not held in memory; `parts` is their digest.
    Its form marks it as long.
    """
    return f"{hashlib.sha256(f'{merged.digest(stamp)} {parts}'.encode()).hexdigest()}/{count}"


def is_long(digest: str) -> bool:
    """True for the digest of a document that was written part by part."""
    return "/" in digest


def label_of(level: LevelName, facet: Facet | None, pack: Pack) -> str:
    """Returns the name of a part within its whole, for its id."""
    if facet is not None:
        return facet
    return level if Facet(level) not in pack.facets else f"any-{level}"


def title_of(level: LevelName, facet: Facet | None, pack: Pack) -> str:
    return pack.facets[facet].title if facet is not None and facet in pack.facets else facet or level


def _with_columns(document: Document) -> Source:
    """Returns the source with the title and the parent among its columns."""
    fields: dict[str, Field] = {
        key: value for key, value in document.source.fields.items() if key not in (TITLE, PARENT)
    }
    if document.title:
        fields[TITLE] = document.title
    if document.parent is not None:
        fields[PARENT] = document.parent
    return replace(document.source, fields=fields)


def _in_order(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Returns the parts by facet; those of one facet keep their order in the source."""
    plain = [replace(part, key="") for part in parts]
    return tuple(sorted(plain, key=lambda part: (part.level, part.facet is not None, part.facet or "")))


def _newest(sources: Sequence[Source], column: str) -> str:
    values = (source.fields.get(column) for source in reversed(sources))
    return next((value for value in values if isinstance(value, str) and value), "")


def _fields(sources: Sequence[Source]) -> dict[str, Field]:
    merged = {key: value for source in sources for key, value in source.fields.items()}
    return {key: value for key, value in merged.items() if key not in (TITLE, PARENT)}
