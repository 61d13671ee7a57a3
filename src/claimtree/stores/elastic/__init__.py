"""The store on Elasticsearch or OpenSearch, for data that needs more than one machine."""

from claimtree.stores.elastic.store import ElasticStore

__all__ = ["ElasticStore"]
