"""The names of the evals, for help that works without a checkout."""

from __future__ import annotations

SENTENCES = "sentences"
JUDGE = "judge"
SPEED = "speed"
TICKS = "ticks"
PROPERTY = "property"
FAMILY = "family"
ALL = "all"
NAMES = (
    "golden",
    "golden-property",
    "fair-housing",
    "fair-housing-property",
    "places",
    "places-property",
    "places-medan",
    "overnight",
    "sgd-homes",
    "prices",
    "titles",
    "medan",
    "airbnb",
    "names",
    "names-property",
    "recipe-mpr",
    SENTENCES,
    JUDGE,
    TICKS,
    PROPERTY,
    FAMILY,
    SPEED,
)
"""In the order in which `all` runs them."""
