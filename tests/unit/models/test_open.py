from __future__ import annotations

from pathlib import Path

import pytest

from claimtree.errors import BadInput, UnknownName
from claimtree.models.cached import CachedEmbedder
from claimtree.models.local import LocalEmbedder
from claimtree.models.open import EMBEDDERS, open_embedder
from claimtree.models.remote import Endpoint

ENDPOINT = Endpoint(base_url="http://localhost:1/v1", model="small", dimensions=3)


@pytest.mark.parametrize("name", sorted(EMBEDDERS))
def test_each_name_opens_an_embedder_of_that_name(name: str) -> None:
    assert open_embedder(name, endpoint=ENDPOINT).name in (name, "remote:small")


@pytest.mark.parametrize("name", ["", "bge", "BGE-small", "bge-small ", "hashed-512", "remote:small"])
def test_a_name_that_is_not_exact_is_an_error_that_lists_the_known(name: str) -> None:
    with pytest.raises(UnknownName, match=r"\(have: claimtree-small-3, bge-small, hashed-256, remote\)"):
        open_embedder(name)


def test_remote_without_an_endpoint_is_an_error() -> None:
    with pytest.raises(BadInput, match="without an endpoint"):
        open_embedder("remote")


def test_threads_reach_the_embedder() -> None:
    embedder = open_embedder("bge-small", threads=2)
    assert isinstance(embedder, LocalEmbedder)
    assert embedder.threads == 2


def test_a_cache_keeps_the_name_and_touches_no_file_before_the_first_text(tmp_path: Path) -> None:
    embedder = open_embedder("hashed-256", cache=tmp_path / "deep" / "vectors.db")
    assert isinstance(embedder, CachedEmbedder)
    assert embedder.name == "hashed-256"
    assert list(tmp_path.iterdir()) == []
