"""Opens a structured source by its address: `store:` is our own store behind the same interface, `http://` and
`https://` are services."""

from __future__ import annotations

from claimtree.engine import Engine
from claimtree.errors import BadInput
from claimtree.model.pack import Pack
from claimtree.model.redaction import shown
from claimtree.model.source_query import SourceSpec
from claimtree.ports import StructuredSource
from claimtree.structured.store_source import StoreSource

OWN_STORE = "store:"


def spec_of(pack: Pack) -> SourceSpec:
    """Returns the interface that a pack declares; an error if it declares none."""
    if pack.api is None:
        raise BadInput(
            f"pack {pack.name!r} declares no structured source",
            hint="Give it a table [api]; docs/structured-source.md says how.",
            values={"pack": pack.name},
        )
    return pack.api


def open_source(address: str, engine: Engine) -> StructuredSource:
    """Returns the source at an address; close it after use."""
    spec = spec_of(engine.pack)
    if address == OWN_STORE:
        return StoreSource(engine, spec)
    raise BadInput(
        f"no structured source {shown(address)!r}",
        hint="Give store: for the own store, or the address of a service, as in https://api.example.org.",
        values={"address": shown(address)},
    )
