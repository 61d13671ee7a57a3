"""Where the real servers are that some suites need; `make servers-test` starts them and says so in the environment."""

import os

import pytest


def named(variable: str) -> str:
    """An address from the environment; the test is skipped where it names none."""
    address = os.environ.get(variable, "")
    if not address:
        pytest.skip(f"{variable} names no server; make servers-test starts them")
    return address


@pytest.fixture(scope="session")
def elasticsearch_hosts() -> str:
    """HOST:PORT of an Elasticsearch; several have commas between them."""
    return named("CLAIMTREE_TEST_ELASTICSEARCH")


@pytest.fixture(scope="session")
def opensearch_hosts() -> str:
    """HOST:PORT of an OpenSearch with k-NN."""
    return named("CLAIMTREE_TEST_OPENSEARCH")


@pytest.fixture(scope="session")
def chroma_host() -> str:
    """HOST:PORT of a Chroma server."""
    return named("CLAIMTREE_TEST_CHROMA")
