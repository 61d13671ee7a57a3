"""Index aliases. All changes that belong together are made in one request, which is atomic."""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.stores.elastic.cluster_client import ElasticClient
from claimtree.stores.elastic.dialects import Json
from claimtree.stores.elastic.layout import Names


def point(client: ElasticClient, actions: Sequence[Json]) -> None:
    client.ask("POST", "/_aliases", {"actions": list(actions)})


def leading_to(names: Names) -> list[Json]:
    """Returns the alias actions that make a version the live one."""
    return [add(index, names.alias(index)) for index in names.all]


def leading_away(names: Names) -> list[Json]:
    return [remove(index, names.alias(index)) for index in names.all]


def add(index: str, alias: str) -> Json:
    return {"add": {"index": index, "alias": alias}}


def remove(index: str, alias: str) -> Json:
    return {"remove": {"index": index, "alias": alias}}
