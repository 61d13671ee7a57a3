"""The rentals pack without its words: claim types, where they stand, and which claims answer which wishes."""

import re
import shutil

import pytest

from claimtree.model.claims import LevelName, TypeName
from claimtree.model.pack import Pack
from claimtree.packs import load_pack, pack_folder

WORDS = """
[concepts.rent]
type = "pricing"
amount = { kind = "money", unit = "USD/month" }
[concepts.bedrooms]
type = "size"
amount = { kind = "count" }
[concepts.bathrooms]
type = "size"
[concepts.sleeps]
type = "size"
amount = { kind = "count", noun = "guest" }
[concepts.beds]
type = "size"
amount = { kind = "count", noun = "bed" }
[concepts.area]
type = "size"
amount = { kind = "area", unit = "m2" }
[concepts.floor]
type = "accessibility"
amount = { kind = "floor" }
[concepts."year built"]
type = "condition"
amount = { kind = "year" }
[concepts."available from"]
type = "restrictions"
amount = { kind = "date", unit = "day" }
[concepts."nightly rate"]
type = "pricing"
amount = { kind = "money", unit = "USD/day" }
[concepts."minimum lease"]
type = "restrictions"
amount = { kind = "duration", unit = "month" }
[concepts.north-facing]
type = "features"
[concepts.east-facing]
type = "features"
[concepts.south-facing]
type = "features"
[concepts.west-facing]
type = "features"
[names.borough]
type = "location"
level = "neighborhood"
wording = "in {name}"
other = "refutes"
[names.city]
type = "location"
level = "neighborhood"
wording = "in {name}"
other = "refutes"
[names.neighborhood]
type = "location"
level = "neighborhood"
wording = "in {name}"
other = "refutes"
"""


@pytest.fixture(scope="module")
def rentals(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """With the fewest words that its fields need, so that a change of vocabulary breaks nothing here."""
    folder = tmp_path_factory.mktemp("rentals")
    shipped = pack_folder("rentals")
    text = (shipped / "pack.toml").read_text(encoding="utf-8")
    # Places speak of many words; tests/unit/packs/test_places_table.py looks at them.
    before, _, after = text.partition("[places]")
    # So do the items of lists; tests/unit/test_indexing_items.py reads them.
    before = re.sub(r"\[fields\.(?:home_type|amenities)\.values\]\n(?:\S.*\n)+", "", before)
    (folder / "pack.toml").write_text(before + after[after.index("\n[guesses]") :], encoding="utf-8")
    shutil.copytree(shipped / "demo", folder / "demo")
    for file in shipped.glob("*.npz"):
        shutil.copy(file, folder)
    (folder / "words.toml").write_text(WORDS, encoding="utf-8")
    (folder / "exports.toml").write_text("", encoding="utf-8")
    return load_pack(folder)


def answers(pack: Pack, wish: str, by: str) -> tuple[float, float]:
    """How well claims of one level and type answer a wish of another: proving, refuting."""
    level, _, type_name = wish.partition("/")
    by_level, _, by_type = by.partition("/")
    rules = [
        rule
        for rule in pack.answered_by[LevelName(level), TypeName(type_name)]
        if rule.by_level == by_level and by_type in rule.by_types
    ]
    return max((rule.proves for rule in rules), default=0), max((rule.refutes for rule in rules), default=0)


def test_twelve_types_stand_at_the_levels_of_the_table(rentals: Pack) -> None:
    table = {name: "".join(level[0] for level in sorted(spec.levels)) for name, spec in rentals.types.items()}
    assert table == {
        "location": "an",
        "features": "anr",
        "amenities": "anr",
        "size": "ar",
        "condition": "anr",
        "pricing": "an",
        "accessibility": "anr",
        "policies": "a",
        "utilities": "ar",
        "transport": "an",
        "neighborhood": "n",
        "restrictions": "a",
    }


def test_what_people_insist_on_is_firm(rentals: Pack) -> None:
    firm = {name for name, spec in rentals.types.items() if spec.firm}
    assert firm == {"pricing", "size", "location", "policies", "restrictions", "accessibility"}


def test_firm_types_weigh_more_than_vibe(rentals: Pack) -> None:
    vibe = rentals.type("neighborhood").weight
    assert all(spec.weight > vibe for spec in rentals.types.values() if spec.firm)


@pytest.mark.parametrize(
    ("wish", "by", "proves", "refutes"),
    [
        # an elevator, whatever type it is listed under
        ("apartment/accessibility", "apartment/amenities", 1.0, 1.0),
        ("neighborhood/transport", "neighborhood/location", 1.0, 1.0),
        ("apartment/features", "room/features", 0.9, 0.0),  # a dark bedroom is no dark home
        ("room/amenities", "apartment/amenities", 0.8, 0.8),  # no dishwasher in the home, none in the kitchen
        ("room/features", "apartment/features", 0.8, 0.0),
        ("apartment/features", "neighborhood/neighborhood", 0.8, 0.0),  # a quiet street helps a quiet home
        (
            "neighborhood/neighborhood",
            "apartment/features",
            0.0,
            0.0,
        ),  # a quiet home says nothing of the street
        ("neighborhood/transport", "apartment/transport", 0.95, 0.95),
        ("apartment/pricing", "room/size", 0.0, 0.0),
    ],
)
def test_which_claims_answer_which_wishes(rentals: Pack, wish: str, by: str, proves: float, refutes: float) -> None:
    assert answers(rentals, wish, by) == (proves, refutes)
