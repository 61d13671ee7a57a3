"""A pack to give feedback on, and simulated users who do."""

import pytest
from tests.shared_packs import shared_pack
from tests.unit.feedback.people import People

from claimtree.model.pack import Pack


@pytest.fixture(scope="session")
def rentals() -> Pack:
    return shared_pack("rentals")


@pytest.fixture(scope="session")
def people(rentals: Pack) -> People:
    return People(rentals)
