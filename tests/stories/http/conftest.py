from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from tests.shared_folders import built_once
from tests.stories.http.serving import Home, build, home_at

from claimtree.api.collections import Collections


@pytest.fixture(scope="module", autouse=True)
def opened_when_asked() -> Iterator[None]:
    """Servers of this process search nothing when they start, which takes longer than most tests; processes do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Collections, "warm", lambda collections: dict.fromkeys(collections.names))
        yield


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_once(tmp_path_factory, "tenants", build)


@pytest.fixture
def here(built: Path, tmp_path: Path) -> Home:
    """A copy of its own, so that tests may write."""
    shutil.copytree(built, tmp_path / "home")
    return home_at(tmp_path / "home")


@pytest.fixture
def client(here: Home) -> Iterator[TestClient]:
    with here.client() as client:
        yield client


@pytest.fixture(scope="module")
def shared_client(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of one server for all tests that change nothing there; starting a server takes longer than they do."""
    folder = Path(shutil.copytree(built, tmp_path_factory.mktemp("shared") / "home"))
    with home_at(folder).client() as client:
        yield client
