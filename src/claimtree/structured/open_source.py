"""Opens a structured source by its address: `http://` and `https://` are services; `store:`, which is our own store
behind the same interface, is opened by the workspace."""

from __future__ import annotations

from urllib.parse import urlsplit

from claimtree.errors import BadInput
from claimtree.model.pack import Pack
from claimtree.model.redaction import shown
from claimtree.model.source_query import SourceSpec
from claimtree.structured.client import KEPT_S, TIMEOUT_S, ApiClient

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


def open_service(
    address: str,
    pack: Pack,
    *,
    key: str = "",
    timeout_s: float = TIMEOUT_S,
    kept_s: float = KEPT_S,
    is_patient: bool = False,
) -> ApiClient:
    """Returns the client of the service at an address; close it after use. `is_patient`: see `ApiClient`."""
    spec = spec_of(pack)
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
