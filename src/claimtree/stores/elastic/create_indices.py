"""Creates the indices of a version, and detects indices that belong to other programs."""

from __future__ import annotations

import re
import uuid
from contextlib import suppress

from claimtree.errors import StoreDamaged, StoreError, StoreRefused
from claimtree.model.hierarchy import Hierarchy
from claimtree.ports import StoreIdentity
from claimtree.stores.elastic import aliases
from claimtree.stores.elastic.cluster_client import Conflict, ElasticClient
from claimtree.stores.elastic.dialects import MAJORS, Json, Refusal
from claimtree.stores.elastic.layout import MARK, Names, bodies
from claimtree.stores.elastic.ledger import STATE, Ledger, State, View


def make(
    client: ElasticClient, ledger: Ledger, identity: StoreIdentity, hierarchy: Hierarchy, *, version: int, live: bool
) -> View:
    """Creates an empty version. Two processes that create the same one at once end up sharing
    it."""
    names = Names(client.address.prefix, version, hierarchy.levels)
    if live:
        _check_names(client, names)
    for index, body in bodies(names, client.address, hierarchy).items():
        _make_index(client, index, body)
    state = State(identity=identity, levels=hierarchy.levels, answers=hierarchy.answers, made=uuid.uuid4().hex)
    with suppress(Conflict):  # another process made it at the same time
        body = {"kind": STATE, "state": state.as_json()}
        client.ask("PUT", f"/{names.ledger}/_create/{STATE}", body, refresh="true")
    if live:
        aliases.point(client, aliases.leading_to(names))
    return ledger.view(version)


def check_server(client: ElasticClient) -> None:
    """Raises an error if the server is not of the kind and version that the address names."""
    try:
        found = client.ask("GET", "/_nodes/_local", filter_path="nodes.*.version")
    except StoreRefused as refused:
        if refused.values.get("status") == 403:
            return  # a key that may use the store may lack the permission to inspect the cluster
        raise
    nodes = found.get("nodes")
    versions = [str(node.get("version", "")) for node in nodes.values()] if isinstance(nodes, dict) else []
    major = versions[0].partition(".")[0] if versions else ""
    low, high = MAJORS[client.dialect]
    if not major.isdigit() or not low <= int(major) <= high:
        reason = f"it says that it is version {versions[0]}" if versions else "it does not say what it is"
        raise client.error(Refusal(status=0, kind="another_product", reason=reason))


def indices_of_versions(client: ElasticClient) -> dict[int, list[str]]:
    """Returns the indices of all versions, finished or not, by number; ignores prefixes that only
    begin alike."""
    prefix = client.address.prefix
    found: dict[int, list[str]] = {}
    for name in client.ask("GET", f"/{prefix}-v*/_alias", missing_ok=True):
        parts = re.fullmatch(rf"{re.escape(prefix)}-v(\d+)-(level-[a-z0-9_-]+|phrases|ledger)", name)
        if parts is not None:
            found.setdefault(int(parts[1]), []).append(name)
    return found


def _check_names(client: ElasticClient, names: Names) -> None:
    """Raises an error if another program already uses one of the alias names."""
    wanted = {names.alias(index) for index in names.all}
    there = client.ask("GET", f"/{','.join(sorted(wanted))}/_alias", missing_ok=True, ignore_unavailable="true")
    taken = sorted(wanted & there.keys())
    if taken:
        raise StoreDamaged(
            f"index {taken[0]!r} at {client.address} is another program's",
            hint="Choose another prefix.",
            values={"index": taken[0], "address": str(client.address)},
        )


def _make_index(client: ElasticClient, index: str, body: Json) -> None:
    found = client.ask("GET", f"/{index}/_mapping", missing_ok=True)
    if not found:
        try:
            client.ask("PUT", f"/{index}", body)
        except StoreError as error:
            if error.values.get("kind") != "resource_already_exists_exception":
                raise
            found = client.ask("GET", f"/{index}/_mapping")
        else:
            return
    mark = next(iter(found.values()))["mappings"].get("_meta", {})
    if MARK not in mark:
        raise StoreDamaged(
            f"index {index!r} at {client.address} is another program's",
            hint="Choose another prefix.",
            values={"index": index, "address": str(client.address)},
        )
