"""A pack to give feedback on, and simulated users who do."""

import pytest
from tests.unit.feedback.people import People

from claimtree.model.pack import Pack
from claimtree.packs.load import load_pack


@pytest.fixture(scope="session")
def rentals() -> Pack:
    return load_pack("rentals")


@pytest.fixture(scope="session")
def people(rentals: Pack) -> People:
    return People(rentals)
