"""A cache that is bounded by what its entries cost, not only by their number."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """Keeps the entries used last, as many as fit; thread-safe.

    >>> cache = LruCache[str, str](5, cost=lambda key, value: len(value))
    >>> cache.put({"a": "123", "b": "45", "c": "6"})
    >>> cache.get(["a", "b", "c"])
    {'b': '45', 'c': '6'}
    """

    def __init__(self, most: int, *, cost: Callable[[K, V], int] = lambda key, value: 1) -> None:
        """`most`: the sum of the costs of all entries; an entry that costs more is not kept."""
        self._most = most
        self._cost = cost
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._costs = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def costs(self) -> int:
        """The sum of the costs of all entries."""
        return self._costs

    def get(self, keys: Iterable[K]) -> dict[K, V]:
        """Returns the cached entries of these keys."""
        with self._lock:
            found = {key: self._kept[key] for key in keys if key in self._kept}
            for key in found:
                self._kept.move_to_end(key)
        return found

    def put(self, entries: Mapping[K, V]) -> None:
        """Adds entries; those that are there already stay as they are."""
        with self._lock:
            for key, value in entries.items():
                cost = self._cost(key, value)
                if key in self._kept or cost > self._most:
                    continue
                self._kept[key] = value
                self._costs += cost
                while self._costs > self._most:
                    self._costs -= self._cost(*self._kept.popitem(last=False))
