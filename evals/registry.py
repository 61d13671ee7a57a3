"""The evals by name."""

from __future__ import annotations

from dataclasses import replace

from claimtree.cli.eval_names import NAMES
from claimtree.errors import UnknownName
from evals.adapters import Adapter
from evals.airbnb import AIRBNB
from evals.fair_housing import FAIR_HOUSING
from evals.golden import GOLDEN
from evals.medan import MEDAN
from evals.overnight import OVERNIGHT
from evals.place_names import PLACE_NAMES, PLACE_NAMES_PROPERTY
from evals.places import PLACES, PLACES_MEDAN
from evals.prices import PRICES
from evals.recipes import RECIPES
from evals.sgd import SGD_HOMES
from evals.titles import TITLES

GOLDEN_PROPERTY = replace(
    GOLDEN,
    name="golden-property",
    title="Golden queries and listings, Indonesian",
    pack="property",
    goals=tuple(replace(goal, bar=0.90 if goal.bar is not None else None) for goal in GOLDEN.goals),
)

FAIR_HOUSING_PROPERTY = replace(
    FAIR_HOUSING, name="fair-housing-property", title="Fair housing, Indonesian", pack="property"
)

PLACES_PROPERTY = replace(PLACES, name="places-property", title="Places in queries, Indonesian", pack="property")

ADAPTERS: dict[str, Adapter] = {
    adapter.name: adapter
    for adapter in (
        GOLDEN,
        GOLDEN_PROPERTY,
        FAIR_HOUSING,
        FAIR_HOUSING_PROPERTY,
        PLACES,
        PLACES_PROPERTY,
        PLACES_MEDAN,
        OVERNIGHT,
        SGD_HOMES,
        PRICES,
        TITLES,
        MEDAN,
        AIRBNB,
        PLACE_NAMES,
        PLACE_NAMES_PROPERTY,
        RECIPES,
    )
}


def adapter_for(name: str, pack: str | None = None) -> Adapter:
    """Returns the eval of that name; our own sets have a variant with its own bars for another
    pack."""
    try:
        return ADAPTERS.get(f"{name}-{pack}") or ADAPTERS[name]
    except KeyError:
        raise UnknownName(f"no eval {name!r} (have: {', '.join(NAMES)})", values={"eval": name}) from None
