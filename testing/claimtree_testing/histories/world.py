"""The world of the histories: homes in areas, with rooms, described by three sources.

All that a source writes of an entity follows from one number, its *value*, which no two writes
share. The value stands in the text, in a column and in every room, and determines how many rooms
there are, where the home is, its parent and its relations to others. So an observation of an entity
shows which writes it consists of, and whether each is complete.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from claimtree.geo import Point
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.claims import Claim, ClaimId, ConceptId, EntityId, LevelName, QueryClaim, RelationName, TypeName
from claimtree.model.hierarchy import Entity
from claimtree.model.pack import Pack
from claimtree.model.places import Place, PlaceId, PlaceKind
from claimtree.model.relations import Relation
from claimtree.models.hashed import HashedEmbedder
from claimtree.packs.load import load_pack
from claimtree.ports import DocumentReading, QueryReading, StoreIdentity

PACK_FOLDER: Final = Path(__file__).parent / "pack"
EMBEDDER: Final = "hashed-256"
"""The name under which a server and the command line know it."""
SOURCES: Final = ("alpha", "beta", "gamma")
AREA, HOME, ROOM = LevelName("area"), LevelName("home"), LevelName("room")
AREAS: Final = 3
PARKS: Final = 3
PLACE: Final = "place"
"""The source name of every place."""
QUESTION: Final = ", ".join(f"{source} >= 1" for source in SOURCES)
"""A query that every home meets, with all statements of its sources as evidence."""
_ROOMS: Final = ("kitchen", "bedroom")
_MARK = re.compile(r"\b(alpha|beta|gamma): (\d+)\b")


@cache
def pack() -> Pack:
    return load_pack(str(PACK_FOLDER))


def embedder() -> HashedEmbedder:
    return HashedEmbedder(256)


def identity() -> StoreIdentity:
    made = embedder()
    return StoreIdentity(pack=pack().name, pack_version=pack().version, embedder=made.name, dimensions=made.dimensions)


def area_ids() -> list[str]:
    return [f"a{number}" for number in range(AREAS)]


def park_ids() -> list[str]:
    return [f"p{number}" for number in range(PARKS)]


def home_ids(count: int) -> list[str]:
    return [f"h{number}" for number in range(count)]


def is_home(id: str) -> bool:
    return id.startswith("h")


def is_area(id: str) -> bool:
    return id.startswith("a")


def rooms_of(value: int) -> tuple[str, ...]:
    """Returns the rooms that a write with this value mentions."""
    return _ROOMS[: value % 3]


def area_of(value: int) -> str | None:
    """Returns the parent area that a write with this value gives the home, if any."""
    return f"a{value % AREAS}" if value % 4 == 1 else None


def where_of(value: int) -> Point | None:
    """Returns the position that a write with this value gives the home, if any."""
    return Point(40.0 + value % 7 * 0.01, -73.0 - value % 11 * 0.01) if value % 5 < 3 else None


def relations_of(id: str, source: str, value: int) -> list[Relation]:
    """Returns the relations that a write with this value states: to homes and areas, some of which
    are not there."""
    to = {"beside": f"h{value % 5}", "cites": f"a{value % (AREAS + 1)}"}
    stated = [(kind, other) for kind, other in to.items() if value % 3 and other != id][: value % 3]
    return [
        Relation(kind=RelationName(kind), to=EntityId(other), quote=text_of_write(source, value), source=source)
        for kind, other in stated
    ]


def part_ids(home: str) -> list[str]:
    """Returns the ids of all rooms that a home may have."""
    return [f"{home}/{room}-1" for room in _ROOMS]


def text_of_write(source: str, value: int) -> str:
    """Returns the text of a write, in a form that `MarkReader` and the built-in reader both
    understand."""
    return f"{source}: {value}"


def parse_write(words: str) -> tuple[str, int] | None:
    """Returns the write that a text stands for; None for any other text."""
    found = re.fullmatch(r"(\w+): (\d+)", words)
    return (found[1], int(found[2])) if found else None


def title_of(id: str, source: str, value: int) -> str:
    return f"{id} as {source} {value}"


def record(id: str, source: str, value: int) -> dict[str, Any]:
    """Returns the record that a source writes for an area or a home, as in a file of records."""
    text = text_of_write(source, value)
    made: dict[str, Any] = {
        "id": id,
        "level": AREA if is_area(id) else HOME,
        "source": source,
        "text": text,
        "title": title_of(id, source, value),
    }
    if is_area(id):
        return made
    made[source] = value
    if (area := area_of(value)) is not None:
        made["parent"] = area
    if (where := where_of(value)) is not None:
        made |= {"lat": where.lat, "lon": where.lon}
    if relations := relations_of(id, source, value):
        made["relations"] = [{"kind": one.kind, "to": one.to, "quote": one.quote} for one in relations]
    if rooms := rooms_of(value):
        made["rooms"] = [{"type": room, "text": text} for room in rooms]
    return made


def place(id: str, value: int) -> Place:
    """Returns a park, whose position depends on the value."""
    return Place(
        id=PlaceId(id),
        kind=PlaceKind("park"),
        name=text_of_write(PLACE, value),
        shape=Point(40.0 + value % 13 * 0.005, -73.0 - value % 17 * 0.005),
    )


class MarkReader:
    """Reads texts like "alpha: 7" as the built-in reader does, in a hundredth of the time."""

    version = "1"

    def read_query(self, text: str) -> QueryReading:
        """Returns the same three wishes for every text."""
        return QueryReading(claims=tuple(_wish(number, source) for number, source in enumerate(SOURCES, 1)))

    def read_document(self, text: str, *, about: Entity, source: str) -> DocumentReading:
        return DocumentReading(claims=tuple(self._claims(text, about, source)))

    def _claims(self, text: str, about: Entity, source: str) -> Iterator[Claim]:
        for found in _MARK.finditer(text):
            known = pack().concepts[ConceptId(found[1])]
            yield Claim(
                text=found[0],
                pattern=known.pattern_of(about.facet, with_amount=True),
                type=TypeName("numbers"),
                level=about.level,
                quote=found[0],
                source=source,
                start=found.start(),
                end=found.end(),
                facet=about.facet,
                concept=known.id,
                amounts=(_amount(found[1], float(found[2]), float(found[2])),),
            )


def _wish(number: int, source: str) -> QueryClaim:
    known = pack().concepts[ConceptId(source)]
    return QueryClaim(
        id=ClaimId(f"c{number}"),
        text=f"{source} >= 1",
        pattern=known.pattern_of(None, with_amount=True),
        type=TypeName("numbers"),
        level=HOME,
        quote=source,
        concept=known.id,
        amounts=(_amount(source, 1.0, float("inf")),),
    )


def _amount(noun: str, low: float, high: float) -> Amount:
    return Amount(kind=AmountKind.COUNT, low=low, high=high, noun=noun)
