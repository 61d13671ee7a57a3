"""The page in a real Chromium, on a server with the demo and a collection whose texts are out to break it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.stories.page.driving import CHROMIUM, HOSTILE, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright; make faces-test installs it")


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    from tests.stories.http.processes import serving

    home = tmp_path_factory.mktemp("home")
    file = home / "hostile.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in HOSTILE), encoding="utf-8")
    environment = {**os.environ, "CLAIMTREE_HOME": str(home)}
    for words in (["demo"], ["index", str(file), "--store", str(home / "hostile.db")]):
        subprocess.run([sys.executable, "-m", "claimtree", *words], env=environment, check=True, capture_output=True)
    collections = {
        "rentals": f"rentals@{home / 'demo-rentals.db'}",
        "property": f"property@{home / 'demo-property.db'}",
        "hostile": f"rentals@{home / 'hostile.db'}",
    }
    named = [part for name, store in collections.items() for part in ("--collection", f"{name}={store}")]
    with serving(home, *named) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM:
        pytest.skip("needs Chromium, from the system's packages")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(address: str, browser: Browser, tmp_path: Path) -> Iterator[Visit]:
    visit = Visit(address, browser)
    yield visit
    visit.end()
    shutil.rmtree(tmp_path, ignore_errors=True)
