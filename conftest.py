"""What is collected, and how fast. All else that tests run under is in tests/conftest.py."""

import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.assertion import rewrite
from _pytest.doctest import DoctestModule

TESTS = Path(__file__).parent / "tests"


def pytest_sessionstart(session: pytest.Session) -> None:
    """Rewrite the asserts of this worker's share of the test files that have changed: in a fresh clone, each worker
    would rewrite those of all, which takes longer than all else about collecting them.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None or sys.dont_write_bytecode:
        return
    state = session.config.stash[rewrite.assertstate_key]
    for file in sorted(TESTS.rglob("test_*.py"))[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
        kept = rewrite.get_cache_dir(file) / f"{file.stem}{rewrite.PYC_TAIL}"
        if rewrite._read_pyc(file, kept) is None and rewrite.try_makedirs(kept.parent):
            source_hash, code = rewrite._rewrite_test(file, session.config)
            rewrite._write_pyc(state, code, source_hash, kept)


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
