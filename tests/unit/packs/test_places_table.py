"""The table of places in a pack: what is made of it, and what its author reads when it is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from claimtree.model.pack import PlaceKindSpec
from claimtree.model.places import PlaceKind
from claimtree.packs import load_pack

Message = Callable[..., str]
Write = Callable[..., Path]

PLACES = """
[places]
levels = { boat = 1.0, harbour = 0.5 }
regions = ["harbour"]
near = { "" = 800, "Close  to" = 500 }
"""
DISTANCE = 'amount = { kind = "distance", unit = "m" }'
FAR_OFF = {
    '[concepts.cabin]\ntype = "features"': """
[concepts.cabin]
type = "features"
amount = { kind = "distance", unit = "m" }

[concepts.mess]
type = "features"
amount = { kind = "distance", unit = "m" }
"""
}
"""Concepts that a kind of place may have: each has a distance."""
KIND = """
[places.kinds.galley]
concept = "cabin"
"""


def test_the_table_becomes_a_spec(write: Write) -> None:
    added = PLACES + KIND + 'also = ["ship_galley"]\nwithin_m = 300\nosm = ["a=b&c=d"]\n'
    spec = load_pack(write(added, change=FAR_OFF)).places
    assert spec is not None
    assert dict(spec.levels) == {"boat": 1.0, "harbour": 0.5}
    assert dict(spec.near) == {"": 800, "close to": 500}
    assert (spec.regions, spec.opinion, spec.reach_m, spec.demo) == (("harbour",), 0.9, 25_000, ())
    assert spec.kinds[PlaceKind("galley")] == PlaceKindSpec(
        name=PlaceKind("galley"),
        title="galley",
        concept=load_pack("boats").concepts.__iter__().__next__(),
        also=("ship_galley",),
        within_m=300,
        osm=("a=b&c=d",),
    )


def test_a_pack_without_the_table_knows_no_places(write: Write) -> None:
    assert load_pack(write()).places is None


BELOW = {'levels = { harbour = "", boat = "harbour" }': 'levels = { harbour = "", boat = "harbour", part = "boat" }'}

WRONG = {
    "a key that does not exist": (
        PLACES + "radius = 3",
        "places.radius: no such key (have: levels, stand_in, regions, near, opinion, outlines, reach_m, demo, kinds)",
    ),
    "no levels": ('[places]\nlevels = {}\nnear = { "" = 1 }', "places.levels: is empty"),
    "a level that does not exist": (
        PLACES.replace("harbour = 0.5", "room = 0.5"),
        "places.levels.room: no level 'room' (have: harbour, boat)",
    ),
    "a stand-in that does not exist": (
        PLACES + "stand_in = { room = 0.5 }",
        "places.stand_in.room: no level 'room' (have: harbour, boat)",
    ),
    "a stand-in for itself": (
        PLACES + "stand_in = { boat = 0.5 }",
        "places.stand_in.boat: does not lie above 'boat', which answers",
    ),
    "a stand-in that counts anyway": (
        PLACES + "stand_in = { harbour = 0.5 }",
        "places.stand_in.harbour: counts anyway, by places.levels; name it in one of the two",
    ),
    "no distance for a wish without a word": (
        PLACES.replace('"" = 800, ', ""),
        'places.near: has no "", for a wish that uses none of its words',
    ),
    "a distance of nothing": (
        PLACES.replace("= 800", "= 0"),
        "places.near.'': must be more than 0, not 0",
    ),
    "a region that is no kind of name": (
        PLACES.replace('["harbour"]', '["bay"]'),
        "places.regions[1]: no kind of name 'bay' (have: harbour)",
    ),
    "a region twice": (
        PLACES.replace('["harbour"]', '["harbour", "harbour"]'),
        "places.regions[2]: 'harbour' is listed twice",
    ),
    "a file that is not there": (
        PLACES + 'demo = ["places.csv"]',
        "places.demo[1]: no file 'places.csv' in the pack's folder",
    ),
    "a kind without a concept": (PLACES + "[places.kinds.galley]\n", "places.kinds.galley.concept: is missing"),
    "a concept that does not exist": (
        PLACES + KIND.replace("cabin", "kitchen"),
        "places.kinds.galley.concept: no concept 'kitchen' (have: cabin, mess, cost)",
    ),
    "a concept of two kinds": (
        PLACES + KIND + KIND.replace("galley", "mess"),
        "places.kinds.mess.concept: 'cabin' is the concept of kind 'galley' already",
    ),
    "a concept without a distance": (
        PLACES + KIND.replace("cabin", "cost"),
        f"places.kinds.galley.concept: 'cost' has no distance; give the concept {DISTANCE}",
    ),
    "a kind that is a region": (
        PLACES + KIND.replace("galley", "harbour"),
        "places.kinds.harbour: is a kind of region, too; one is near a place and in a region",
    ),
    "a word for two kinds": (
        PLACES + KIND + 'also = ["Mess"]\n' + '[places.kinds.mess]\nconcept = "mess"',
        "places.kinds.galley.also[1]: 'Mess' means kind 'mess' already",
    ),
    "a tag that is none": (
        PLACES + KIND + 'osm = ["amenity"]',
        "places.kinds.galley.osm[1]: must be a tag, 'amenity=school' or 'a=b&c=d', not 'amenity'",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_the_author_reads_what_is_wrong(what: str, message: Message) -> None:
    added, expected = WRONG[what]
    assert message(added, change=FAR_OFF) == f"boats/pack.toml: {expected}"


def test_what_lies_below_the_answers_is_nowhere_itself(message: Message) -> None:
    said = message(PLACES.replace("harbour = 0.5", "part = 0.5"), change=BELOW)
    assert said == (
        "boats/pack.toml: places.levels.part: lies below 'boat', which answers; give that level or one above it"
    )


@pytest.mark.parametrize("name", ["rentals", "property"])
def test_every_kind_of_a_shipped_pack_can_be_asked_for_with_a_distance(name: str) -> None:
    pack = load_pack(name, guesses=False)
    assert pack.places is not None
    without = [kind.name for kind in pack.places.kinds.values() if pack.concepts[kind.concept].amount is None]
    assert without == []
