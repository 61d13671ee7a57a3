from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.shared_packs import shared_pack


@pytest.fixture(scope="module", autouse=True)
def packs_loaded_once() -> Iterator[None]:
    """Every run of an eval loads its pack, which takes longer than the few rows of a test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("evals.reading.load_pack", shared_pack)
        patch.setattr("evals.place_names.load_pack", shared_pack)
        yield
