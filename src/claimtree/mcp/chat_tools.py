"""The tools of a conversation: a message of one, and those that a conversation chooses among."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from claimtree.chat.chat_json import FITS
from claimtree.chat.reply import ShownHit
from claimtree.chat.reply_text import distance_text
from claimtree.chat.sessions import Key
from claimtree.chat.tool_calls import USUAL_KM
from claimtree.chat.tools import ToolHits, Tools
from claimtree.errors import BadInput
from claimtree.languages.rendering import render_all
from claimtree.mcp import arguments, result_types
from claimtree.mcp.open_packs import Offer
from claimtree.mcp.search_tools import LONGEST_CLAIM, LONGEST_QUOTE, LONGEST_TITLE, meant_ids
from claimtree.model.places import Place
from claimtree.model.templates import fill
from claimtree.quoting import id_text, one_line, sentence
from claimtree.serialization import VERDICTS

OWNER: Final = "agent"
"""Of the sessions that agents begin: apart from those of the command line."""
LONGEST_LINE: Final = 700
LONGEST_URL: Final = 500


def chat(offer: Offer, asked: arguments.Chat) -> result_types.ChatResult:
    """The reply to one message of a session."""
    name = offer.name(asked.pack)
    talk = offer.conversation(asked.pack)
    reply = talk.reply(asked.message, session=asked.session, owner=OWNER, collection=name, limit=asked.limit)
    return result_types.ChatResult(
        pack=name,
        session=one_line(reply.session, LONGEST_TITLE),
        move=reply.move.value,
        criteria=_lines(reply.labels, LONGEST_CLAIM),
        lines=tuple(sentence(line, LONGEST_LINE) for line in reply.lines),
        hits=tuple(_hit(one, reply.language) for one in reply.hits),
        total=reply.total,
        left=reply.left,
        calls=tuple(call.tool.value for call in reply.calls),
        unused=_lines(reply.unused, LONGEST_CLAIM),
        notices=tuple(
            sentence(told, LONGEST_LINE)
            for told in render_all(reply.model.notices if reply.model is not None else (), reply.language)
        ),
    )


def search_properties(offer: Offer, asked: arguments.SearchProperties) -> result_types.ToolHits:
    """Hits for words and filters."""
    found = _tools(offer, asked.pack).search_properties(
        asked.query, filters=asked.filters, limit=asked.limit, offset=asked.offset, order=asked.order
    )
    return _found(offer, asked.pack, found)


def search_nearby(offer: Offer, asked: arguments.SearchNearby) -> result_types.ToolHits:
    """Hits around a place, or near any place of a kind."""
    named, of_kind = bool(asked.location_name.strip()), bool(asked.poi_type.strip())
    if named is of_kind:
        raise BadInput(
            fill("it is to be said near what: location_name or poi_type, one of them"),
            hint=fill("Give a place by name, or a kind of place."),
        )
    tools, filters = _tools(offer, asked.pack), asked.filters
    if of_kind:
        near = tools.search_near_pois(
            asked.poi_type,
            radius_km=asked.radius_km,
            query=asked.query,
            filters=filters,
            limit=asked.limit,
            offset=asked.offset,
            order=asked.order,
        )
    else:
        near = tools.search_nearby(
            asked.location_name,
            radius_km=asked.radius_km or USUAL_KM,
            query=asked.query,
            filters=filters,
            limit=asked.limit,
            offset=asked.offset,
            order=asked.order,
        )
    return _found(offer, asked.pack, near)


def search_pois(offer: Offer, asked: arguments.SearchPois) -> result_types.FoundPlaces:
    """Places of a kind around the data."""
    return _places(offer, asked.pack, _tools(offer, asked.pack).search_pois(asked.poi_type))


def geocode_location(offer: Offer, asked: arguments.GeocodeLocation) -> result_types.FoundPlaces:
    """The places that a name means."""
    return _places(offer, asked.pack, _tools(offer, asked.pack).geocode_location(asked.name))


def get_property_detail(offer: Offer, asked: arguments.PropertyDetail) -> result_types.OneHit:
    """One hit by its id."""
    name, workspace = offer.name(asked.pack), offer.workspace(asked.pack)
    (id,) = meant_ids(workspace.store, [asked.id])
    hit = _tools(offer, asked.pack).get_property_detail(id)
    return result_types.OneHit(pack=name, hit=_hit(hit, workspace.pack.languages[0]))


def get_property_by_number(offer: Offer, asked: arguments.PropertyByNumber) -> result_types.OneHit:
    """The hit that a session has shown under a number."""
    name, talk = offer.name(asked.pack), offer.conversation(asked.pack)
    state, _ = talk.sessions.read(Key(collection=name, owner=OWNER, name=asked.session))
    hit = talk.tools.get_property_by_number(asked.number, state)
    return result_types.OneHit(pack=name, hit=_hit(hit, state.language))


def _tools(offer: Offer, asked: str | None) -> Tools:
    return offer.conversation(asked).tools


def _found(offer: Offer, asked: str | None, found: ToolHits) -> result_types.ToolHits:
    language = offer.workspace(asked).pack.languages[0]
    return result_types.ToolHits(
        pack=offer.name(asked),
        criteria=_lines(found.labels, LONGEST_CLAIM),
        hits=tuple(_hit(one, language) for one in found.hits),
        total=found.total,
    )


def _places(offer: Offer, asked: str | None, places: Sequence[Place]) -> result_types.FoundPlaces:
    return result_types.FoundPlaces(
        pack=offer.name(asked),
        places=tuple(
            result_types.FoundPlace(
                name=one_line(place.name, LONGEST_TITLE),
                kind=one_line(str(place.kind), LONGEST_TITLE),
                lat=place.centre.lat,
                lon=place.centre.lon,
                parent=one_line(place.parent, LONGEST_TITLE),
            )
            for place in places
        ),
    )


def _hit(hit: ShownHit, language: str) -> result_types.NumberedHit:
    far = (distance_text(one.place, one.metres, language) for one in hit.distances)
    return result_types.NumberedHit(
        number=hit.number,
        id=id_text(hit.id),
        title=one_line(hit.title, LONGEST_TITLE),
        fit=FITS[hit.fit],
        price=one_line(hit.price, LONGEST_TITLE),
        facts=_lines(hit.facts, LONGEST_TITLE),
        address=one_line(hit.address, LONGEST_CLAIM),
        link=one_line(hit.link, LONGEST_URL),
        distances=_lines(far, LONGEST_CLAIM),
        unstated=_lines(hit.unstated, LONGEST_CLAIM),
        missed=_lines(hit.missed, LONGEST_CLAIM),
        place=one_line(hit.place, LONGEST_TITLE),
        verdicts=tuple(
            result_types.ToldVerdict(
                criterion=one_line(one.criterion, LONGEST_CLAIM),
                verdict=VERDICTS[one.verdict],
                quote=one_line(one.quote, LONGEST_QUOTE),
            )
            for one in hit.verdicts
        ),
    )


def _lines(texts: Iterable[str], most: int) -> tuple[str, ...]:
    return tuple(one_line(text, most) for text in texts)
