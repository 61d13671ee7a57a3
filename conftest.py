"""What is collected, and how fast. All else that tests run under is in tests/conftest.py."""

import importlib
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
TESTS = ROOT / "tests"


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Import this worker's share of the test files first: in a fresh clone, where the asserts of each have to be
    rewritten, the workers would else all rewrite the same ones, which takes longer than all else about collecting them.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    asked = [session.config.invocation_params.dir / one.partition("::")[0] for one in session.config.args]
    files = [file for file in sorted(TESTS.rglob("test_*.py")) if any(file.is_relative_to(one) for one in asked)]
    for file in files[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
        with suppress(Exception, pytest.skip.Exception):  # whoever collects it says what is wrong with it
            importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for doctests in sources that show one: finding none in the others imports and inspects them all."""
    collectors = yield
    if file_path.suffix != ".py" or (not file_path.is_relative_to(TESTS) and _may_show_one(file_path)):
        return collectors
    # A collector of doctests is a module as well, of a class of its own.
    return [one for one in collectors if type(one) is pytest.Module]


def _may_show_one(file: Path) -> bool:
    # A package comes before its modules: else pytest would put a module in the place of what the package exports.
    return file.name == "__init__.py" or b">>> " in file.read_bytes()
