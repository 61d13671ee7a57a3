"""The default store: one file, crash-safe, with many readers beside one writer."""

from claimtree.stores.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
