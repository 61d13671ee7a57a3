"""The default store: one file, crash-safe, many readers beside one writer."""

from claimtree.stores.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
