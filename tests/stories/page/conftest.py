"""The page in a real Chromium, on a server with the demo, texts that are out to break it, and very many homes."""

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
from tests.stories.page.driving import CHROMIUM, CROWD, HOSTILE, HOSTILE_TREE, UNCERTAIN, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright; make faces-test installs it")


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the demo and what stories need beside it."""
    home = tmp_path_factory.mktemp("home")
    orders = [["demo"]]
    for name, listings in (("hostile", HOSTILE), ("crowd", CROWD)):
        file = home / f"{name}.jsonl"
        file.write_text("".join(json.dumps(one) + "\n" for one in listings), encoding="utf-8")
        orders.append(["index", str(file), "--store", str(home / f"{name}.db")])
    tree = home / "hostile.ged"
    tree.write_text(HOSTILE_TREE, encoding="utf-8")
    orders.append(["tree", "import", str(tree), "--store", str(home / "hostile-tree.db")])
    # At once: they write different stores.
    assert [one.wait() for one in _started(home, orders)] == [0] * len(orders)
    added = ["review", "add", UNCERTAIN, "--from", "Somebody", "--store", str(home / "demo-family.db")]
    assert [one.wait() for one in _started(home, [added])] == [0]
    return home


def _started(home: Path, orders: list[list[str]]) -> list[subprocess.Popen[bytes]]:
    environment = {**os.environ, "CLAIMTREE_HOME": str(home)}
    commands = [[sys.executable, "-m", "claimtree", *words] for words in orders]
    return [subprocess.Popen(one, env=environment, stdout=subprocess.DEVNULL) for one in commands]


@pytest.fixture(scope="session")
def address(home: Path) -> Iterator[str]:
    from tests.stories.http.processes import serving

    collections = {
        "rentals": f"rentals@{home / 'demo-rentals.db'}",
        "property": f"property@{home / 'demo-property.db'}",
        "hostile": f"rentals@{home / 'hostile.db'}",
        "crowd": f"rentals@{home / 'crowd.db'}",
        "family": f"family@{home / 'demo-family.db'}",
        "foreign": f"family@{home / 'hostile-tree.db'}",
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
