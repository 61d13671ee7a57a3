"""What calls of tools ask for, as wishes: the arguments of a model, read by the same reader as messages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from claimtree.chat.criteria import Criteria, firm
from claimtree.chat.filter_wishes import LONGEST_VALUE, FilterValue, filter_wishes
from claimtree.chat.tool_calls import ToolCall, ToolName
from claimtree.chat.tools import check_limit, check_radius, poi_kind
from claimtree.errors import BadInput, UnknownName
from claimtree.languages.normalise import tokenize
from claimtree.model.claims import ClaimId, QueryClaim
from claimtree.model.pack import Pack
from claimtree.models.completions import ProposedCall
from claimtree.ports import Reader

_OWN: Final[Mapping[ToolName, tuple[str, ...]]] = {
    ToolName.SEARCH_PROPERTIES: (),
    ToolName.SEARCH_NEARBY: ("location_name", "poi_type", "radius_km"),
    ToolName.SEARCH_POIS: ("poi_type",),
    ToolName.GEOCODE_LOCATION: ("name",),
    ToolName.GET_PROPERTY_DETAIL: ("id",),
    ToolName.GET_PROPERTY_BY_NUMBER: ("number",),
}
"""The arguments of each tool beside the filters of a search."""
SEARCHES: Final = frozenset({ToolName.SEARCH_PROPERTIES, ToolName.SEARCH_NEARBY})
LOOKUPS: Final = frozenset({ToolName.GET_PROPERTY_DETAIL, ToolName.GET_PROPERTY_BY_NUMBER})
_WORDS: Final = ("query", "amenities", "must", "ideally")
"""Arguments of a search that are read as a message is; how much they matter is for the person to say."""
_MOST_WORDS: Final = 20
_MOST_DIGITS: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedCall:
    """A call that is formed as its tool wants it."""

    tool: ToolName
    arguments: Mapping[str, Any]
    wishes: Criteria = ()
    """Of a search, those about places near it aside."""
    words: frozenset[str] = field(default_factory=frozenset)
    """Those of its query and amenities."""
    text: str = ""
    """The same as text."""
    near: str = ""
    """The place that it searches around, or looks up, by name."""
    kind: str = ""
    radius_m: float = 0.0
    """0 for the usual one."""
    number: int = 0
    id: str = ""

    @property
    def as_call(self) -> ToolCall:
        """As a reply tells it; how many hits it shows is ours to say."""
        return ToolCall(
            tool=self.tool, arguments={name: value for name, value in self.arguments.items() if name != "limit"}
        )


def asked_call(proposed: ProposedCall, pack: Pack, reader: Reader) -> AskedCall:
    """Returns a proposed call as what it asks for; raises UnknownName or BadInput for one that is none."""
    if proposed.name not in set(ToolName):
        raise UnknownName(f"no tool {proposed.name[:40]!r}", values={"tool": proposed.name[:40]})
    tool = ToolName(proposed.name)
    arguments = _object(proposed.arguments)
    own = {name: value for name, value in arguments.items() if name in _OWN[tool]}
    rest = {name: value for name, value in arguments.items() if name not in own}
    if tool not in SEARCHES and rest:
        raise BadInput(f"there is no argument {next(iter(rest))[:40]!r}")
    near, kind, radius_m = _place(tool, own, pack)
    number, id = own.get("number", 0), own.get("id", "")
    if tool is ToolName.GET_PROPERTY_BY_NUMBER and (isinstance(number, bool) or not isinstance(number, int)):
        raise BadInput(f"number is {str(number)[:40]!r}, not a whole number")
    if tool is ToolName.GET_PROPERTY_DETAIL and (not isinstance(id, str) or not id):
        raise BadInput("id is missing")
    limit = rest.pop("limit", 1)
    if isinstance(limit, bool) or not isinstance(limit, int):
        raise BadInput(f"limit is {str(limit)[:40]!r}, not a whole number")
    check_limit(limit)
    words, filters = _words(rest, pack)
    return AskedCall(
        tool=tool,
        arguments=arguments,
        wishes=_wishes(words, filters, pack, reader) if tool in SEARCHES else (),
        words=frozenset(token.norm for text in words for token in tokenize(text)),
        text=" ".join(words),
        near=near,
        kind=kind,
        radius_m=radius_m,
        number=number,
        id=id,
    )


def _object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text or "{}", parse_int=_whole)
        # Half of a surrogate pair may stand in JSON, and is no text.
        json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise BadInput("its arguments are not JSON") from error
    if not isinstance(found, dict):
        raise BadInput("its arguments are not an object")
    # A model that fills in everything leaves nothing out.
    return {name: value for name, value in found.items() if value is not None and value not in ("", [])}


def _whole(digits: str) -> int:
    """Returns a whole number; raises BadInput for one that none of the arguments can be."""
    if len(digits) > _MOST_DIGITS:
        raise BadInput(f"{digits[:_MOST_DIGITS]}… is too large a number")
    return int(digits)


def _place(tool: ToolName, own: Mapping[str, Any], pack: Pack) -> tuple[str, str, float]:
    near = own.get("location_name", own.get("name", ""))
    kind, radius = own.get("poi_type", ""), own.get("radius_km", 0.0)
    if not isinstance(near, str) or not isinstance(kind, str) or len(near) > LONGEST_VALUE:
        raise BadInput("a place is a name")
    if isinstance(radius, bool) or not isinstance(radius, int | float):
        raise BadInput(f"radius_km is {str(radius)[:40]!r}, not a number")
    if radius:
        check_radius(radius)
    wanted = tool in (ToolName.SEARCH_NEARBY, ToolName.SEARCH_POIS, ToolName.GEOCODE_LOCATION)
    if wanted and bool(near) is bool(kind):
        raise BadInput("it is to be said near what: a place by name or a kind of place, one of them")
    return near.strip(), str(poi_kind(kind, pack)) if kind else "", radius * 1000.0


def _words(rest: Mapping[str, Any], pack: Pack) -> tuple[list[str], dict[str, FilterValue]]:
    """The arguments that are words, and those that are filters. A sum with its period is told in words."""
    words: list[str] = []
    filters: dict[str, FilterValue] = {}
    for name, value in rest.items():
        spec = pack.fields.get(name)
        in_words = spec is not None and not spec.values and isinstance(value, str)
        if name in _WORDS or in_words:
            texts = [value] if isinstance(value, str) else value
            if not isinstance(texts, list) or not all(isinstance(one, str) for one in texts):
                raise BadInput(f"{name} is {str(value)[:40]!r}, not words")
            words += [one.replace("_", " ") for one in texts]
        elif isinstance(value, list) and not all(isinstance(one, str) for one in value):
            raise BadInput(f"{name} is {str(value)[:40]!r}, not a value or several")
        elif not isinstance(value, str | int | float | list):
            raise BadInput(f"{name} is {str(value)[:40]!r}, not a value")
        else:
            filters[name] = value
    if len(words) > _MOST_WORDS or any(len(one) > LONGEST_VALUE for one in words):
        raise BadInput("too many words", hint=f"Give at most {_MOST_WORDS}.")
    return words, filters


def _wishes(words: list[str], filters: Mapping[str, FilterValue], pack: Pack, reader: Reader) -> Criteria:
    read: list[QueryClaim] = []
    for text in words:
        read += firm(reader.read_query(text).claims, pack)
    wishes = (*filter_wishes(filters, pack, reader), *read)
    return tuple(replace(wish, id=ClaimId(f"m{k}")) for k, wish in enumerate(wishes, 1))
