"""The pack that the maps' tests speak of homes with."""

import pytest
from tests.shared_packs import shared_pack

from claimtree.model.pack import Pack


@pytest.fixture(scope="session")
def pack() -> Pack:
    return shared_pack("rentals")
