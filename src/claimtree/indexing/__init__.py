"""Turns documents into stored claims: read, dedupe, quantify, expand, embed, store."""

from claimtree.indexing.changes import ANY, NONE, Wanted
from claimtree.indexing.report import IndexReport
from claimtree.indexing.run import Indexer, delete

__all__ = ["ANY", "NONE", "IndexReport", "Indexer", "Wanted", "delete"]
