"""Converts observations of an entity into the state they show, and finds contradictions in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from claimtree.model.answers import Hit
from claimtree.model.claims import Claim, EntityId
from claimtree.model.hierarchy import Entity
from claimtree.model.phrases import IndexedEntity
from claimtree_testing.histories.model import State, parent_of_state, rooms
from claimtree_testing.histories.world import (
    HOME,
    SOURCES,
    is_area,
    parse_write,
    part_ids,
    relations_of,
    rooms_of,
    title_of,
    where_of,
)


def state_of(texts: Iterable[tuple[str, str]]) -> State:
    """Returns the state for sources with these names and texts."""
    found: list[tuple[str, int]] = []
    for name, text in texts:
        write = parse_write(text)
        if write is None or write[0] != name:
            raise ValueError(f"source {name!r} says {text!r}, which nobody wrote")
        found.append(write)
    return tuple(found)


def sources_of(entity: Entity) -> State:
    return state_of((source.name, source.text) for source in entity.sources)


def observed(id: str, items: Mapping[EntityId, IndexedEntity]) -> tuple[State, list[str]]:
    """Returns the state of one entity from one call's results for it and its rooms, and all
    contradictions."""
    item = items.get(EntityId(id))
    here = {part for part in part_ids(id) if part in items}
    if item is None:
        return (), [f"{id} is gone and its rooms are not: {sorted(here)}"] if here else []
    state = sources_of(item.entity)
    parts = {items[EntityId(part)].entity.id: items[EntityId(part)].entity for part in here}
    wrong = [*_misfits(item.entity, parts, state)]
    wrong += _unsaid(item.claims, item.entity, {(source, value) for source, value in state})
    for part in sorted(here):
        own = items[EntityId(part)]
        wrong += _unsaid(own.claims, own.entity, _writes_of(part, state))
    return state, wrong


def observed_in_hit(hit: Hit) -> tuple[State, list[str]]:
    """Returns the same for a hit of a search, from its records and the quotes in its evidence."""
    state = sources_of(hit.entities[hit.id])
    parts = {id: entity for id, entity in hit.entities.items() if entity.parent == hit.id}
    wrong = [*_misfits(hit.entities[hit.id], parts, state)]
    pieces = [(piece.entity, piece.claim) for finding in hit.findings for piece in finding.pieces]
    for id in (hit.id, *parts):
        claims = [claim for entity, claim in pieces if entity == id and claim is not None]
        writes = set(state) if id == hit.id else _writes_of(id, state)
        wrong += _unsaid(claims, hit.entities[id], writes, columns=False)
    return state, wrong


def _writes_of(part: str, state: State) -> set[tuple[str, int]]:
    """Returns the writes of a state that mention this room."""
    return {(source, value) for source, value in state if any(part.endswith(f"/{room}-1") for room in rooms_of(value))}


def _misfits(entity: Entity, parts: Mapping[EntityId, Entity], state: State) -> Iterator[str]:
    """Yields each field of the records that differs from what these writes produce."""
    id = entity.id
    if is_area(id):
        return
    wanted = {EntityId(f"{id}/{room}-1") for room in rooms(state)}
    if parts.keys() != wanted:
        yield f"{id} is {state} and has the rooms {sorted(parts)}"
    for part, about in parts.items():
        if part in wanted and set(sources_of(about)) != _writes_of(part, state):
            yield f"{id} is {state} and {part} is {sources_of(about)}"
    columns = {source: value for source, value in state if source in SOURCES}
    if {name: value for name, value in entity.fields.items() if name in SOURCES} != columns:
        yield f"{id} is {state} and its columns are {dict(entity.fields)}"
    if entity.parent != parent_of_state(state):
        yield f"{id} is {state} and has the parent {entity.parent}"
    if entity.title != title_of(id, *state[-1]):
        yield f"{id} is {state} and is called {entity.title!r}"
    stated = [one for source, value in state for one in relations_of(id, source, value)]
    if list(entity.relations) != stated:
        yield f"{id} is {state} and states {[(one.kind, one.to, one.quote) for one in entity.relations]}"
    where = next((at for _, value in reversed(state) if (at := where_of(value)) is not None), None)
    if entity.point != where:
        yield f"{id} is {state} and lies at {entity.point}"


def _unsaid(
    claims: Sequence[Claim], about: Entity, writes: set[tuple[str, int]], *, columns: bool = True
) -> Iterator[str]:
    """Yields a message if the claims differ from those that the writes produce."""
    stated = {(str(claim.concept), int(claim.amounts[0].low)) for claim in claims if claim.amounts and claim.concept}
    wanted = {(source, value) for source, value in writes if source in SOURCES}
    if columns and about.level == HOME:
        wanted |= {(f"{source} column", value) for source, value in wanted}
    if stated != wanted:
        yield f"{about.id} is made of {sorted(writes)} and claims {sorted(stated)}"
