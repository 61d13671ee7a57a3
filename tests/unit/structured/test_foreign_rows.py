"""Coordinates of foreign rows: right ones are never lost, wrong ones are recognised, whatever else bears the name."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimtree.geo import Point
from claimtree.model.places import Place, PlaceId, PlaceKind
from claimtree.settings import Settings
from claimtree.structured.foreign_rows import mended
from claimtree.workspace import Workspace

REGIONS = ("district", "city")
IN_MEDAN, IN_JAKARTA, IN_MALANG = (3.57, 98.72), (-6.19, 106.83), (-7.97, 112.63)


def place(name: str, kind: str, at: tuple[float, float], *, parent: str = "", km: float = 5.0) -> Place:
    return Place(
        id=PlaceId(f"{name} {kind} {parent}"),
        name=name,
        kind=PlaceKind(kind),
        shape=Point(*at),
        radius_m=km * 1000,
        parent=parent,
    )


MEDAN = place("Medan", "city", (3.59, 98.67), km=15)
JAKARTA = place("Jakarta", "city", (-6.2, 106.83), km=25)
MENTENG = place("Menteng", "district", IN_JAKARTA, parent="Jakarta")
NAMESAKE = place("Menteng", "district", IN_MEDAN, parent="Medan")
LONE = place("Menteng", "district", IN_JAKARTA)
SAMPLE = [
    # What is loaded, what the row says, where it lies, and whether it stays there.
    ([MENTENG, JAKARTA, MEDAN], {"district": "Menteng", "city": "Medan"}, IN_MEDAN, True),
    ([MENTENG, JAKARTA, MEDAN], {"district": "Menteng", "city": "Medan"}, IN_JAKARTA, False),
    ([MENTENG, JAKARTA, MEDAN], {"district": "Menteng", "city": "Jakarta"}, IN_MEDAN, False),
    ([MENTENG, JAKARTA, MEDAN], {"district": "Menteng", "city": "Jakarta"}, IN_JAKARTA, True),
    ([MENTENG, NAMESAKE], {"district": "Menteng"}, IN_MEDAN, True),
    ([MENTENG, NAMESAKE], {"district": "Menteng"}, IN_JAKARTA, True),
    ([MENTENG, NAMESAKE], {"district": "Menteng"}, IN_MALANG, False),
    ([MENTENG, NAMESAKE], {"district": "Menteng", "city": "Kota Medan"}, IN_MEDAN, True),
    ([MENTENG, NAMESAKE], {"district": "Menteng", "city": "Kota Medan"}, IN_JAKARTA, False),
    ([MENTENG], {"district": "Menteng", "city": "Medan"}, IN_MEDAN, True),  # that Medan has one is not known here
    ([MENTENG], {"district": "Menteng", "city": "Jakarta"}, IN_MEDAN, False),
    ([LONE], {"district": "Menteng", "city": "Medan"}, IN_MEDAN, True),
    ([LONE, MEDAN], {"district": "Menteng", "city": "Medan"}, IN_MEDAN, True),
    ([LONE, MEDAN], {"district": "Menteng", "city": "Medan"}, IN_JAKARTA, False),
    ([MENTENG, MEDAN], {"district": "Nowhere", "city": "Medan"}, IN_MEDAN, True),
    ([MENTENG, MEDAN], {"district": "Nowhere", "city": "Medan"}, IN_JAKARTA, False),
    ([], {"district": "Menteng", "city": "Medan"}, IN_JAKARTA, True),
]


@pytest.mark.parametrize(("loaded", "said", "at", "stays"), SAMPLE)
def test_coordinates_stay_unless_they_are_surely_of_another_place(
    tmp_path: Path, loaded: list[Place], said: dict[str, str], at: tuple[float, float], stays: bool
) -> None:
    settings = Settings(home=tmp_path, store=str(tmp_path / "homes.db"), pack="property", embedder="hashed-256")
    with Workspace(settings) as workspace:
        workspace.store_to_write().put_places(loaded)
        row = {"id": "1", **said, "latitude": at[0], "longitude": at[1]}
        kept, told = mended(row, workspace.regions_of, regions=REGIONS)
        assert (("latitude" in kept), bool(told)) == (stays, not stays)
        turned = {**row, "latitude": at[1], "longitude": at[0]}
        kept, told = mended(turned, workspace.regions_of, regions=REGIONS)
        assert (kept.get("latitude") == at[0]) == stays
        assert "wrong way round" in told or not stays
