"""Which sources there are, by name; none of their code is imported here.

A source reads files into documents (`ports.Source`). Those that ship are listed below; others are installed with a
package that has an entry point in the group `claimtree.sources`. Loading a pack only asks for names, so that the code
of a source runs for packs that name it and for no others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "claimtree.sources"
"""The entry points of installed packages that are sources."""
DEFAULT_SOURCE: Final = "listings"
SHIPPED: Final[Mapping[str, str]] = {
    DEFAULT_SOURCE: "claimtree.sources.listings:Listings",
    "gedcom": "claimtree.sources.gedcom.source:Gedcom",
}
"""Module and class. An installed source of the same name does not replace one of these."""


def known_sources() -> tuple[str, ...]:
    """The names of all sources, those that ship first."""
    return (*SHIPPED, *sorted(installed_sources().keys() - SHIPPED.keys()))


def installed_sources() -> dict[str, EntryPoint]:
    """The entry points of other packages, by name; of two with the same name, the first that Python finds."""
    # Imported only here: most processes have their pack from a cache and never ask.
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, point)
    return found
