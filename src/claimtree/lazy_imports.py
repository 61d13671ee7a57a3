"""Modules that are imported when something of them is first used.

For a large library of which most commands need nothing: a search without a place draws no outline. Written as

    if TYPE_CHECKING:
        import shapely
    else:
        shapely = lazy_module("shapely")

so that type checkers and editors know it as ever.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class lazy_module:  # noqa: N801 - stands in for a module
    """What one asks of it is taken from the module of that name, which is imported at the first question.

    >>> arithmetic = lazy_module("math")
    >>> arithmetic.sqrt(9.0)
    3.0
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        if attribute.startswith("__"):
            raise AttributeError(attribute)  # asked by whoever inspects objects, such as doctest
        value = getattr(import_module(self._name), attribute)
        setattr(self, attribute, value)  # asked once
        return value
