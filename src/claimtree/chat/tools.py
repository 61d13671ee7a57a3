"""The tools of a conversation as plain functions, for programs and agents that choose for themselves.

What they search for passes the same rules as a message: words are read by the reader, filters become
wishes of the pack, and hits are told by whether they fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from claimtree.chat.criteria import Criteria, added, firm
from claimtree.chat.filter_wishes import FilterValue, concept_wish, filter_wishes
from claimtree.chat.orders import Order
from claimtree.chat.reply import Group, ShownHit
from claimtree.chat.selection import Searcher, Selector
from claimtree.chat.session_state import SessionState
from claimtree.chat.shown_hits import ShownHits, groups_of, labels_of
from claimtree.chat.tool_calls import USUAL_KM, ToolCall, search_calls
from claimtree.engine import Engine
from claimtree.errors import BadInput, UnknownName
from claimtree.model.claims import EntityId, QueryClaim, Strength
from claimtree.model.pack import Pack
from claimtree.model.places import Place, PlaceKind, Where, WhereRelation, at_most_m
from claimtree.places.distances import near_place
from claimtree.search.query_limits import check_query, place_claim
from claimtree.text.detect import asker_language

MOST_KM: Final = 100.0
MOST_PLACES: Final = 50
MOST_OFFSET: Final = 500


@dataclass(frozen=True, kw_only=True)
class ToolHits:
    """What a search tool returns."""

    labels: tuple[str, ...]
    """What was searched for."""
    hits: tuple[ShownHit, ...]
    groups: tuple[Group, ...]
    total: int
    calls: tuple[ToolCall, ...]


class Tools:
    """The tools over one engine and a searcher."""

    def __init__(self, engine: Engine, *, searcher: Searcher | None = None) -> None:
        self._engine = engine
        self._searcher: Searcher = searcher if searcher is not None else engine
        self._selector = Selector(engine, searcher)

    def search_properties(
        self,
        query: str = "",
        *,
        filters: Mapping[str, FilterValue] | None = None,
        limit: int = 5,
        offset: int = 0,
        order: Order | None = None,
    ) -> ToolHits:
        """Searches by words and filters: an area by its name, a price, a kind.

        `filters` are the pack's fields, with `min_` and `max_` before the name of a number.
        """
        return self._hits(self._wishes(query, filters or {}), query, limit=limit, offset=offset, order=order)

    def search_nearby(
        self,
        location_name: str,
        *,
        radius_km: float = USUAL_KM,
        query: str = "",
        filters: Mapping[str, FilterValue] | None = None,
        limit: int = 5,
        offset: int = 0,
        order: Order | None = None,
    ) -> ToolHits:
        """Searches around a place, by its name or its coordinates ("3.58,98.67")."""
        check_radius(radius_km)
        wish = place_claim(near_place(location_name, f"{radius_km * 1000:.0f}m"), self._engine.pack)
        return self._hits((*self._wishes(query, filters or {}), wish), query, limit=limit, offset=offset, order=order)

    def search_pois(self, poi_type: str, *, limit: int = 10) -> tuple[Place, ...]:
        """Returns places of a kind around the data: malls, schools, hospitals, universities."""
        check_limit(limit)
        return self._engine.places_of_kind(poi_kind(poi_type, self._engine.pack), limit=limit)

    def search_near_pois(
        self,
        poi_type: str,
        *,
        radius_km: float = 0.0,
        query: str = "",
        filters: Mapping[str, FilterValue] | None = None,
        limit: int = 5,
        offset: int = 0,
        order: Order | None = None,
    ) -> ToolHits:
        """Searches near any place of a kind, grouped by place; without a radius the kind's own."""
        pack = self._engine.pack
        kind = poi_kind(poi_type, pack)
        if radius_km:
            check_radius(radius_km)
        assert pack.places is not None  # or the kind would be unknown
        metres = radius_km * 1000 if radius_km else pack.places.near_m(kind)
        where = Where(relation=WhereRelation.NEAR, kind=kind, distance=at_most_m(metres))
        # What a text says of the kind counts as well: "dekat mall".
        wish = replace(concept_wish(pack.places.kinds[kind].concept, pack), where=where, strength=Strength.REQUIRED)
        return self._hits((*self._wishes(query, filters or {}), wish), query, limit=limit, offset=offset, order=order)

    def get_property_detail(self, id: str, *, language: str = "") -> ShownHit:
        """Returns one entity of the answers' level by its id."""
        found = self._searcher.get([EntityId(id)])
        if not found or found[0].entity.level != self._engine.pack.hierarchy.answers:
            raise UnknownName(f"no entity {id[:80]!r} to show", hint="Check the id: a search shows them.")
        return ShownHits(self._searcher, self._engine.pack, language or self._engine.pack.languages[0]).shown_as(
            found[0], 1
        )

    def get_property_by_number(self, number: int, state: SessionState) -> ShownHit:
        """Returns the hit with a number of those that a session has shown."""
        count = len(state.shown)
        if not 1 <= number <= count:
            known = f"Numbers 1 to {count} were shown." if count else "Nothing was shown in the session yet."
            raise UnknownName(f"there is no hit {number}", hint=known, values={"number": number})
        found = self._searcher.get([state.shown[number - 1]])
        if not found:
            raise UnknownName(f"hit {number} is no longer in the store", hint="Search again.")
        return ShownHits(self._searcher, self._engine.pack, state.language or self._engine.pack.languages[0]).shown_as(
            found[0], number
        )

    def geocode_location(self, name: str) -> tuple[Place, ...]:
        """Returns the places that a name means, the best first; several if it is ambiguous."""
        if not name.strip():
            raise BadInput("the name of the location is empty", hint="As in 'Sun Plaza'.")
        where = Where(relation=WhereRelation.NEAR, names=(name.strip(),))
        located = self._engine.locate((place_claim(where, self._engine.pack),))
        return tuple(place for asked in located.asked for place in asked.places)[:MOST_PLACES]

    def _wishes(self, query: str, filters: Mapping[str, FilterValue]) -> Criteria:
        pack = self._engine.pack
        read: Sequence[QueryClaim] = ()
        if query.strip():
            check_query(query)
            read = self._engine.reader.read_query(query).claims
        return added(firm(read, pack), filter_wishes(filters, pack, self._engine.reader), pack)

    def _hits(self, criteria: Criteria, query: str, *, limit: int, offset: int, order: Order | None) -> ToolHits:
        pack = self._engine.pack
        if not criteria:
            raise BadInput("nothing is searched for", hint="Give a query that says something, or a filter.")
        check_limit(limit)
        check_offset(offset)
        criteria = added((), criteria, pack)
        language = asker_language(pack, query) if query.strip() else pack.languages[0]
        shown: list[EntityId] = []
        # As a conversation goes on, page after page: what is shown of groups depends on what was.
        while len(shown) < offset:
            before = self._selector.select(
                criteria, limit=min(limit, offset - len(shown)), shown=shown, order=order, text=query
            )
            shown += [one.hit.id for one in before.hits]
            if not before.hits:
                break
        selection = self._selector.select(criteria, limit=limit, shown=shown, order=order, text=query)
        hits = ShownHits(self._searcher, self._engine.pack, language).shown(
            selection.hits, criteria, first=len(shown) + 1
        )
        return ToolHits(
            labels=labels_of(criteria, pack, language),
            hits=hits,
            groups=groups_of(hits) if selection.grouped else (),
            total=selection.total,
            calls=tuple(search_calls(criteria, pack, limit=limit, offset=offset, order=order)),
        )


def poi_kind(name: str, pack: Pack) -> PlaceKind:
    """Returns the kind of place that a word names: its own name, its title, or what files call it."""
    kinds = pack.places.kinds if pack.places is not None else {}
    wanted = name.strip().casefold().replace("_", " ")
    for kind, spec in kinds.items():
        if wanted in {one.casefold().replace("_", " ") for one in (kind, spec.title, *spec.also)}:
            return kind
    raise UnknownName(
        f"no kind of place is called {name[:40]!r}",
        hint=f"There are {', '.join(sorted(kinds))}." if kinds else f"Pack {pack.name!r} knows no places.",
        values={"poi_type": name[:40]},
    )


def check_limit(limit: int) -> None:
    """Raises BadInput for a number of hits that no tool shows."""
    if not 1 <= limit <= MOST_PLACES:
        raise BadInput(f"limit {limit} is out of range", hint=f"Ask for 1 to {MOST_PLACES}.")


def check_offset(offset: int) -> None:
    """Raises BadInput for hits that lie too far down."""
    if not 0 <= offset <= MOST_OFFSET:
        raise BadInput(f"offset {offset} is out of range", hint=f"Give 0 to {MOST_OFFSET}.")


def check_radius(radius_km: float) -> None:
    """Raises BadInput for a radius that is none."""
    if not 0 < radius_km <= MOST_KM:
        raise BadInput(f"radius_km {radius_km:g} is out of range", hint=f"Give more than 0, at most {MOST_KM:g}.")
