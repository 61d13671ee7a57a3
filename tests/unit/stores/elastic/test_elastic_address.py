"""Addresses of clusters: what they contain, what they must not contain, and that secrets are never
shown.
"""

import base64
from pathlib import Path

import pytest

from claimtree.errors import BadInput, StoreRefused, StoreUnavailable
from claimtree.stores.elastic.address import Address, Dialect, Secrets, read_address, read_secrets
from claimtree.stores.elastic.dialects import Refusal
from claimtree.stores.elastic.faults import translated
from claimtree.stores.open import open_store
from claimtree_testing.suites import IDENTITY, TREE


@pytest.mark.parametrize(
    "text",
    [
        "elasticsearch://localhost:9200/homes",
        "opensearch://one:9200,two:9201,[::1]:9202/homes_2-b",
        "elasticsearch+https://example.org:9243/homes?shards=4&replicas=1",
        "opensearch+https://10.0.0.1:9200/h?timeout=5",
    ],
)
def test_an_address_is_said_back_as_it_was_given(text: str) -> None:
    assert str(read_address(text)) == text


def test_the_parts_of_an_address() -> None:
    assert read_address("opensearch+https://one,two:9300/homes?shards=3&replicas=2&timeout=9") == Address(
        dialect=Dialect.OPENSEARCH,
        hosts=(("one", 9200), ("two", 9300)),
        prefix="homes",
        encrypted=True,
        shards=3,
        replicas=2,
        timeout_s=9.0,
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("elasticsearch://host:9200", "names no prefix"),
        ("elasticsearch://host:9200/", "names no prefix"),
        ("elasticsearch://host:9200/Homes", "capitals"),
        ("elasticsearch://host:9200/homes*", "cannot be"),
        ("elasticsearch://host:9200/a,b", "cannot be"),
        ("elasticsearch://host:9200/_all", "cannot be"),
        ("elasticsearch://host:9200/-homes", "cannot be"),
        ("elasticsearch://host:9200/a/b", "cannot be"),
        ("elasticsearch://host:9200/höhe", "cannot be"),
        (f"elasticsearch://host:9200/{'a' * 81}", "81 characters"),
        ("elasticsearch://host:port/homes", "is no host"),
        ("elasticsearch://host:99999/homes", "is no host"),
        ("elasticsearch:///homes", "is no host"),
        ("elasticsearch+ftp://host/homes", "no such scheme"),
        ("elasticsearch://host/homes?shards=0", "shards is '0'"),
        ("elasticsearch://host/homes?replicas=-1", "replicas is '-1'"),
        ("elasticsearch://host/homes?colour=red", "no option 'colour'"),
        ("elasticsearch://host/homes?shards=1&shards=2", "twice"),
        ("elasticsearch://host/homes#top", "'#'"),
    ],
)
def test_an_address_that_cannot_be_says_why(text: str, said: str) -> None:
    with pytest.raises(BadInput, match="cannot be used") as caught:
        read_address(text)
    assert said in caught.value.message
    assert caught.value.hint


def test_a_password_in_an_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(BadInput) as caught:
        read_address("elasticsearch://me:sesame@host:9200/homes")
    assert "sesame" not in str(caught.value) + caught.value.hint + repr(caught.value.values)
    assert "CLAIMTREE_STORE_PASSWORD" in caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "es://me:sesame@host:9200/homes",
        "https://me:sesame@host:9200/homes",
        "elasticsearchs://sesame@host/homes",
        "elasticsearch://me:ses/sesame@host:9200/homes",
        "elasticsearch://me:sesame#x@host:9200/homes",
        "elasticsearch://me:sesame?x@host:9200/homes",
        "elasticsearch://host/homes?password=sesame",
        "elasticsearch://host/homes?shards=4&api_key=sesame",
    ],
)
def test_a_secret_in_an_address_of_any_shape_is_not_repeated(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        open_store(text, IDENTITY, TREE)
    assert "sesame" not in caught.value.message + caught.value.hint + repr(caught.value.values)


def test_secrets_come_from_the_environment_or_from_files(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("from a file\n", encoding="utf-8")
    assert read_secrets({"CLAIMTREE_STORE_API_KEY_FILE": str(file)}).api_key == "from a file"
    assert read_secrets({"CLAIMTREE_STORE_API_KEY": "plain"}).api_key == "plain"
    both = read_secrets({"CLAIMTREE_STORE_USER": "me", "CLAIMTREE_STORE_PASSWORD": "sesame"})
    assert (both.user, both.password) == ("me", "sesame")
    assert read_secrets({}) == Secrets()


@pytest.mark.parametrize(
    "environment",
    [
        {"CLAIMTREE_STORE_PASSWORD": "sesame"},
        {"CLAIMTREE_STORE_USER": "me"},
        {"CLAIMTREE_STORE_API_KEY": "sesame\nsesame"},
        {"CLAIMTREE_STORE_API_KEY": "sésame"},
        {"CLAIMTREE_STORE_USER": "a:b", "CLAIMTREE_STORE_PASSWORD": "sesame"},
        {"CLAIMTREE_STORE_API_KEY": "sesame", "CLAIMTREE_STORE_USER": "me", "CLAIMTREE_STORE_PASSWORD": "x"},
        {"CLAIMTREE_STORE_API_KEY_FILE": "/does/not/exist"},
        {"CLAIMTREE_STORE_CA": "/does/not/exist"},
    ],
)
def test_secrets_that_cannot_be_used_say_which(environment: dict[str, str]) -> None:
    with pytest.raises(BadInput) as caught:
        read_secrets(environment)
    assert next(iter(environment)) in caught.value.message
    assert "sesame" not in caught.value.message


def test_a_name_and_password_may_be_in_any_language() -> None:
    secrets = read_secrets({"CLAIMTREE_STORE_USER": "mé", "CLAIMTREE_STORE_PASSWORD": "hünter ✓"})
    assert base64.b64decode(secrets.header.removeprefix("Basic ")).decode() == "mé:hünter ✓"


def test_secrets_are_never_shown() -> None:
    secrets = Secrets(api_key="key-1", user="me", password="sesame")
    assert "key-1" not in repr(secrets)
    assert "sesame" not in repr(secrets)
    refusal = Refusal(status=401, kind="security_exception", reason="no user with password sesame, key-1")
    error = translated(refusal, read_address("elasticsearch://host/homes"), secrets.words)
    assert isinstance(error, StoreRefused)
    assert "sesame" not in error.message
    assert "key-1" not in error.message


def test_a_server_that_says_nothing_we_know_may_be_asked_again() -> None:
    address = read_address("elasticsearch://host/homes")
    assert isinstance(translated(Refusal(status=500, kind="odd", reason=""), address), StoreUnavailable)
    assert isinstance(translated(Refusal(status=0, kind="odd", reason=""), address), StoreUnavailable)
