"""Addresses of vector indexes: what they open, and what is wrong with them."""

import re
import sys
from contextlib import closing
from pathlib import Path

import pytest

from claimtree.errors import BadInput, ClaimtreeError, MissingExtra, UnknownName
from claimtree.model.vector_items import VectorSpace
from claimtree.vectors.open import open_index
from claimtree.vectors.server_address import Server, read_key

SPACE = VectorSpace(embedder="hashed-8", dimensions=8)


def test_without_a_path_it_is_in_memory() -> None:
    with closing(open_index("exact:", SPACE)) as index:
        assert index.exact
        assert index.address == "exact:"


def test_a_path_is_relative_unless_it_begins_with_another_slash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for address in ("exact:///near/odd%20name.db", f"exact:///{tmp_path}/near/odd name.db"):
        with closing(open_index(address, SPACE)) as index:
            assert index.address == f"exact:///{tmp_path}/near/odd name.db"
    assert [file.name for file in (tmp_path / "near").glob("*.db")] == ["odd name.db"]


def test_the_address_that_an_index_gives_opens_it_again(tmp_path: Path) -> None:
    with closing(open_index(f"exact:///{tmp_path}/100%25?.db", SPACE)) as index:
        address = index.address
    with closing(open_index(address, SPACE, create=False)) as index:
        assert index.count() == 0


@pytest.mark.parametrize(
    "address", ["", "vectors.db", "memory:", "faiss:///x", "chroma+http://host/listings", "sqlite:///x"]
)
def test_an_unknown_scheme_is_an_error_that_lists_the_known(address: str) -> None:
    with pytest.raises(UnknownName, match="exact, chroma, qdrant, qdrant-edge"):
        open_index(address, SPACE)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("exact://", "names no file"),
        ("exact:///", "names no file"),
        ("exact://host/file", "names no file"),
        ("qdrant-edge:", "names no file"),
        ("chroma:", "names no file"),
        ("chroma://host:8000", "cannot be a collection"),
        ("chroma://host:8000/", "cannot be a collection"),
        ("chroma://host:8000/a/b", "cannot be a collection"),
        ("chroma:///folder/a b", "cannot be a collection"),
        ("qdrant://host:6333/ab", "cannot be a collection"),
        ("qdrant://host:6333/" + "x" * 64, "cannot be a collection"),
        ("qdrant://host:70000/listings", "no host"),
        ("qdrant://:6333/listings", "no host"),
        ("qdrant://[::1/listings", "IPv6"),
        ("qdrant://one,two/listings", "no host"),
        ("qdrant://host/listings?timeout=soon", "timeout is 'soon'"),
        ("qdrant://host/listings?timeout=0", "timeout is '0'"),
        ("qdrant://host/listings?api_key=1", "no option 'api_key'"),
    ],
)
def test_an_address_that_cannot_be_says_what_is_wrong(address: str, said: str) -> None:
    with pytest.raises(BadInput, match=re.escape(said)) as caught:
        open_index(address, SPACE)
    assert caught.value.hint


def test_a_key_in_an_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(BadInput) as caught:
        open_index("qdrant://me:secret@host:6333/listings", SPACE)
    assert "secret" not in f"{caught.value!r} {caught.value.values}"
    assert "CLAIMTREE_VECTORS_API_KEY" in caught.value.hint


@pytest.mark.parametrize(
    ("address", "module", "extra"),
    [
        ("chroma://host/listings", "chromadb", "chroma"),
        ("qdrant://host/listings", "qdrant_client", "qdrant"),
        ("qdrant-edge:///folder/listings", "qdrant_edge", "qdrant"),
    ],
)
def test_a_package_that_is_missing_is_named_with_the_extra_that_brings_it(
    monkeypatch: pytest.MonkeyPatch, address: str, module: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra) as caught:
        open_index(address, SPACE)
    assert f"claimtree[{extra}]" in caught.value.hint


def test_a_key_comes_from_the_environment_or_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("from a file\n", encoding="utf-8")
    assert read_key({}) == ""
    assert read_key({"CLAIMTREE_VECTORS_API_KEY": "said"}) == "said"
    assert read_key({"CLAIMTREE_VECTORS_API_KEY_FILE": str(tmp_path / "key")}) == "from a file"
    with pytest.raises(ClaimtreeError, match="cannot be read"):
        read_key({"CLAIMTREE_VECTORS_API_KEY_FILE": str(tmp_path / "nothing")})


def test_a_server_shows_its_address_and_never_its_key() -> None:
    server = Server(host="::1", port=6333, encrypted=True, timeout_s=5, api_key="secret")
    assert server.address("qdrant", "listings") == "qdrant+https://[::1]:6333/listings?timeout=5"
    assert server.url == "https://[::1]:6333"
    assert "secret" not in repr(server)
    assert server.cleaned("401: secret is wrong") == "401: … is wrong"
