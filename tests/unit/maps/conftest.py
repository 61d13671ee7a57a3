"""The pack that the maps' tests speak of homes with."""

import pytest

from claimtree.model.pack import Pack
from claimtree.packs import load_pack


@pytest.fixture(scope="session")
def pack() -> Pack:
    return load_pack("rentals")
