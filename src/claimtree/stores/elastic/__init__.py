"""Elasticsearch and OpenSearch: the store for more than one machine."""

from claimtree.stores.elastic.store import ElasticStore

__all__ = ["ElasticStore"]
