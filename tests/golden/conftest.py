"""`pytest tests/golden -m slow --record` writes the golden files anew; their diff is reviewed like code."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record", action="store_true", help="write the golden files instead of comparing with them")


@pytest.fixture
def record(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--record"))
