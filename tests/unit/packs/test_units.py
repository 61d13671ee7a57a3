"""Units of a pack: those that nothing is ever said in are refused, with those that are known."""

from __future__ import annotations

import pytest
from tests.unit.packs.conftest import Write

from claimtree.errors import PackError
from claimtree.packs import load_pack

CONCEPT = '[concepts.x]\ntype = "features"\namount = {{ kind = "{kind}", unit = "{unit}" }}\nsays = ["x _"]\n'


@pytest.mark.parametrize(
    ("kind", "unit", "message"),
    [
        ("area", "sqft", r"concepts\.x\.amount\.unit: no unit of area 'sqft' \(have: m2\)"),
        ("distance", "km", r"no unit of distance 'km' \(have: m\)"),
        ("duration", "fortnight", r"no unit of duration 'fortnight' \(have: minute, hour, day, week, month, year\)"),
        ("duration", "", r"no unit of duration '' \(have: minute"),
        ("money", "dollars", r"no currency 'dollars' \(have: three capital letters"),
        ("money", "USD/fortnight", r"money per 'fortnight' is not known \(have: hour, day, week, month, year, m2\)"),
        ("count", "kg", r"no unit of count 'kg' \(have: none\)"),
        ("floor", "m", r"no unit of floor 'm' \(have: none\)"),
    ],
)
def test_an_unknown_unit_is_refused_with_the_known_ones(write: Write, kind: str, unit: str, message: str) -> None:
    with pytest.raises(PackError, match=message):
        load_pack(write(CONCEPT.format(kind=kind, unit=unit)))


def test_a_word_for_a_unit_makes_a_count_of_it_known(write: Write) -> None:
    pack = load_pack(write(CONCEPT.format(kind="count", unit="kg") + '[units]\nkilo = { kind = "count", unit = "kg" }'))
    assert pack.units["kilo"].unit == "kg"


def test_words_for_units_and_bare_amounts_are_checked_too(write: Write) -> None:
    with pytest.raises(PackError, match=r"units\.rood\.unit: no unit of area 'ar' \(have: m2\)"):
        load_pack(write('[units]\nrood = { kind = "area", unit = "ar" }'))
    with pytest.raises(PackError, match=r"no unit of duration 'moon'"):
        load_pack(write(CONCEPT.format(kind="duration", unit="year") + '[bare]\n"duration/moon" = "x"'))
