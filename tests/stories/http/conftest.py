from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from tests.stories.http.serving import Home, build, home_at


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    build(folder)
    return folder


@pytest.fixture
def here(built: Path, tmp_path: Path) -> Home:
    """A copy of its own, so that tests may write."""
    shutil.copytree(built, tmp_path / "home")
    return home_at(tmp_path / "home")


@pytest.fixture
def client(here: Home) -> Iterator[TestClient]:
    with here.client() as client:
        yield client
