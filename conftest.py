"""Where doctests are looked for. All else that tests run under is in tests/conftest.py."""

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

TESTS = Path(__file__).parent / "tests"


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for doctests in sources that show one: finding none in the others imports and inspects them all."""
    collectors = yield
    if file_path.suffix == ".py" and not file_path.is_relative_to(TESTS) and _may_show_one(file_path):
        return collectors
    return [one for one in collectors if not isinstance(one, DoctestModule)]


def _may_show_one(file: Path) -> bool:
    # A package comes before its modules: else pytest would put a module in the place of what the package exports.
    return file.name == "__init__.py" or b">>> " in file.read_bytes()
