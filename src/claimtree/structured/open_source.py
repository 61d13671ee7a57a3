"""Opens a structured source by its address: `http://` and `https://` are services; `store:`, which is our own store
behind the same interface, is opened by the workspace."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlsplit

from claimtree.errors import BadInput, UnknownName
from claimtree.model.pack import Pack
from claimtree.model.redaction import shown
from claimtree.model.source_query import SourceSpec
from claimtree.structured.client import KEPT_S, TIMEOUT_S, ApiClient

OWN_STORE = "store:"
OWN_COLUMNS = "own"
"""The name of the layout in which columns are called as the pack calls them."""


def spec_of(pack: Pack, layout: str = "") -> SourceSpec:
    """Returns the interface that a pack declares; an error if it declares none. `layout` names what the columns of
    rows are read as instead: an `[exports.NAME]` of the pack, or `OWN_COLUMNS`."""
    if pack.api is None:
        raise BadInput(
            f"pack {pack.name!r} declares no structured source",
            hint="Give it a table [api]; docs/structured-source.md says how.",
            values={"pack": pack.name},
        )
    if layout and layout != OWN_COLUMNS and layout not in pack.exports:
        raise UnknownName(
            f"pack {pack.name!r} has no layout {layout[:60]!r} for the rows of a source",
            hint=f"Set CLAIMTREE_SOURCE_LAYOUT to one of: {', '.join((*pack.exports, OWN_COLUMNS))}.",
            values={"layout": layout[:60]},
        )
    if not layout:
        return pack.api
    return replace(pack.api, export="" if layout == OWN_COLUMNS else layout)


def open_service(
    address: str,
    pack: Pack,
    *,
    layout: str = "",
    key: str = "",
    timeout_s: float = TIMEOUT_S,
    kept_s: float = KEPT_S,
    is_patient: bool = False,
) -> ApiClient:
    """Returns the client of the service at an address; close it after use. `layout`: see `spec_of`; `is_patient`: see
    `ApiClient`."""
    spec = spec_of(pack, layout)
    url = checked(address)
    return ApiClient(url, pack, spec, key=key, timeout_s=timeout_s, kept_s=kept_s, is_patient=is_patient)


def checked(address: str) -> str:
    """Returns the address of a service; raises BadInput for any other text, which may hold a secret."""
    try:
        is_address = address.lower().startswith(("http://", "https://")) and bool(urlsplit(address).hostname)
    except ValueError:  # as in http://[
        is_address = False
    if not is_address:
        raise BadInput(
            f"no structured source {shown(address)!r}",
            hint="Give store: for the own store, or the address of a service, as in https://api.example.org.",
            values={"address": shown(address)},
        )
    return address
