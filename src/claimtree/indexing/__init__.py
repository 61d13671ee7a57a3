"""Document in, stored claims out: read, dedupe, quantify, expand, embed, store."""

from claimtree.indexing.report import IndexReport
from claimtree.indexing.run import Indexer, delete

__all__ = ["IndexReport", "Indexer", "delete"]
