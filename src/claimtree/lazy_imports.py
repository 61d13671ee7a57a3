"""Imports a module at the first use of one of its attributes.

For a large library that most commands do not need: a search without a place draws no outline.
Usage:

    if TYPE_CHECKING:
        import shapely
    else:
        shapely = lazy_module("shapely")

so that type checkers and editors see the normal import.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class lazy_module:  # noqa: N801 - stands in for a module
    """A proxy for the module of that name, which is imported at the first attribute access.

    >>> arithmetic = lazy_module("math")
    >>> arithmetic.sqrt(9.0)
    3.0
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        if attribute.startswith("__"):
            raise AttributeError(attribute)  # looked up by inspecting code, such as doctest
        value = getattr(import_module(self._name), attribute)
        setattr(self, attribute, value)  # cached: looked up once
        return value
