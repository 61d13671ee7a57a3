"""The versions of a store on a cluster: the live one, the former one, and one that is being built.

Each version is a set of indices of its own. Aliases say which is which: `P-level-LEVEL`, `P-phrases` and `P-ledger`
lead to the live one, `P-former` to the ledger of what was live before, `P-next` to the ledger of what is being built.
All of them change in one request, so there is always one live version, the old or the new.
"""

from __future__ import annotations

import threading
import time
import uuid
import weakref
from contextlib import suppress
from dataclasses import replace

from claimtree.errors import StoreError, StoreUnavailable
from claimtree.model.claims import LevelName
from claimtree.model.hierarchy import Hierarchy
from claimtree.ports import Built, MovableStore, VersionList
from claimtree.stores.elastic import aliases
from claimtree.stores.elastic.address import Secrets, read_address, read_secrets
from claimtree.stores.elastic.cluster_client import Conflict, ElasticClient, Token
from claimtree.stores.elastic.create_indices import indices_of_versions, make
from claimtree.stores.elastic.dialects import Json
from claimtree.stores.elastic.layout import Names
from claimtree.stores.elastic.ledger import Ledger, View
from claimtree.stores.elastic.store import ElasticStore

BUILDING_S = 60.0
"""A builder sends heartbeats more often than this; without one for so long it is considered
dead."""
_BUILDING = "building"


class ElasticVersions:
    """The versions of the store at an address; see `claimtree.ports.Versions`."""

    def __init__(self, address: str, *, secrets: Secrets | None = None) -> None:
        self._address = read_address(address)
        self._secrets = secrets if secrets is not None else read_secrets()
        self._client = ElasticClient(self._address, self._secrets)
        self._ledger = Ledger(self._client, wait_s=10.0)
        self._me = uuid.uuid4().hex
        self._leaving: threading.Event | None = None
        self._release: weakref.finalize[[ElasticClient, str, threading.Event], ElasticVersions] | None = None
        weakref.finalize(self, self._client.close)

    def present(self) -> VersionList:
        live, former, unfinished = self._ledger.find(), self._aliased("former"), self._aliased("next")
        return VersionList(
            live=_built(live) if live else None,
            former=_built(former) if former else None,
            unfinished=_built(unfinished) if unfinished else None,
        )

    def begin(self, built: Built) -> MovableStore:
        live = self._ledger.view()
        self._lock_rebuild(live)
        begun, former = self._aliased("next"), self._aliased("former")
        if begun is not None and _built(begun) != built:
            self._delete(begun.names)
            begun = None
        known = {view.names.version for view in (live, begun, former) if view is not None}
        there = indices_of_versions(self._client)
        for number in there.keys() - known:
            # Left by a builder that was killed before the version had an alias.
            self._client.ask("DELETE", f"/{','.join(there[number])}", missing_ok=True)
        if begun is None:
            number = max(known | there.keys()) + 1
            begun = make(self._client, self._ledger, built.identity, built.hierarchy, version=number, live=False)
            self._point([aliases.add(begun.names.ledger, self._name("next"))])
        return ElasticStore(
            self._address, built.identity, built.hierarchy, version=begun.names.version, secrets=self._secrets
        )

    def finish(self) -> None:
        live, fresh, former = self._ledger.view(), self._aliased("next"), self._aliased("former")
        if fresh is None:
            raise StoreError(f"no new version of {self._address} is being built", hint="Run `claimtree rebuild`.")
        self._check_held(live)
        self._overtake(fresh, live)
        actions = [*aliases.leading_away(live.names), *aliases.leading_to(fresh.names)]
        actions += [
            aliases.remove(fresh.names.ledger, self._name("next")),
            aliases.add(live.names.ledger, self._name("former")),
        ]
        if former is not None:
            actions.append(aliases.remove(former.names.ledger, self._name("former")))
        self._point(actions, live=fresh.names.version)
        if former is not None:
            self._delete(former.names)
        self._release_rebuild()

    def rollback(self) -> None:
        live, former = self._ledger.view(), self._aliased("former")
        if former is None:
            raise StoreError(
                f"there is no former version of {self._address}",
                hint="One is kept by `claimtree rebuild`, until `claimtree rebuild --forget`.",
                values={"address": str(self._address)},
            )
        self._check_held(live)
        self._overtake(former, live)
        actions = [*aliases.leading_away(live.names), *aliases.leading_to(former.names)]
        actions += [
            aliases.remove(former.names.ledger, self._name("former")),
            aliases.add(live.names.ledger, self._name("former")),
        ]
        self._point(actions, live=former.names.version)

    def forget(self) -> bool:
        former = self._aliased("former")
        if former is not None:
            self._delete(former.names)
        return former is not None

    def abandon(self) -> bool:
        live, begun = self._ledger.find(), self._aliased("next")
        if live is not None:
            self._lock_rebuild(live)
        if begun is not None:
            self._delete(begun.names)
        if live is not None:
            self._release_rebuild()
        return begun is not None

    # --- one builder at a time

    def _lock_rebuild(self, live: View) -> None:
        if self._leaving is not None:
            return
        path = f"/{live.names.ledger}/_doc/{_BUILDING}"
        found = self._client.ask("GET", path, missing_ok=True)
        if found.get("found"):
            held = found["_source"]["state"]
            if held["who"] != self._me and held["until"] > time.time():
                raise self._busy()
            token = {"if_seq_no": str(found["_seq_no"]), "if_primary_term": str(found["_primary_term"])}
        else:
            token = {"op_type": "create"}
        try:
            made = self._client.ask("PUT", path, _claim(self._me), missing_ok=False, **token)
        except Conflict as conflict:
            raise self._busy() from conflict
        self._leaving = threading.Event()
        claim = made["_seq_no"], made["_primary_term"]
        threading.Thread(
            target=_send_heartbeats, args=(self._client, path, self._me, claim, self._leaving), daemon=True
        ).start()
        # Also released if the process ends early, by Ctrl-C, so that no other builder has to wait.
        self._release = weakref.finalize(self, _release, self._client, path, self._leaving)

    def _release_rebuild(self) -> None:
        if self._leaving is not None and self._release is not None:
            self._release()
            self._leaving = self._release = None

    def _busy(self) -> StoreUnavailable:
        return StoreUnavailable(
            f"a new version of {self._address} is being built by another process",
            hint=f"Wait for that rebuild to finish; if it was killed, try again in {BUILDING_S:g} s.",
            values={"address": str(self._address)},
        )

    # --- aliases

    def _name(self, role: str) -> str:
        return f"{self._address.prefix}-{role}"

    def _aliased(self, role: str) -> View | None:
        found = self._client.ask("GET", f"/_alias/{self._name(role)}", missing_ok=True)
        indices = [name for name in found if name.startswith(f"{self._address.prefix}-v")]
        if not indices:
            return None
        number = indices[0].removeprefix(f"{self._address.prefix}-v").removesuffix("-ledger")
        return self._ledger.find(int(number))

    def _point(self, actions: list[Json], *, live: int | None = None) -> None:
        try:
            aliases.point(self._client, actions)
        except StoreError:
            # A request that was retried fails the second time if the first attempt succeeded.
            if live is None or self._ledger.view().names.version != live:
                raise

    def _delete(self, names: Names) -> None:
        self._client.ask("DELETE", f"/{','.join(names.all)}", ignore_unavailable="true", missing_ok=True)

    def _check_held(self, live: View) -> None:
        if not live.state.pen:
            raise StoreUnavailable(
                f"{self._address} is not locked: another process may have written to it since it was last checked",
                hint="Try again.",
            )

    def _overtake(self, view: View, live: View) -> None:
        """Gives the coming version higher numbers than the live one, so that caches keyed by number
        are refreshed."""
        state, now = view.state, live.state
        places = max(state.places_version, now.places_version) + 1
        generation = max(state.generation, now.generation, state.writing, now.writing) + 1
        current = state.grounded == state.places_version
        try:
            self._ledger.rewrite(
                view,
                generation=generation,
                writing=generation,
                places_version=places,
                grounded=places if current else min(state.grounded, places - 1),
            )
        except Conflict as conflict:
            if self._ledger.view(view.names.version).state.generation != generation:
                raise StoreUnavailable(
                    f"version {view.names.version} of {self._address} is being written to", hint="Try again."
                ) from conflict


def _built(view: View) -> Built:
    levels = tuple(LevelName(level) for level in view.state.levels)
    hierarchy = Hierarchy(levels=levels, answers=LevelName(view.state.answers))
    return Built(identity=replace(view.state.identity), hierarchy=hierarchy)


def _claim(builder: str) -> Json:
    return {"kind": _BUILDING, "state": {"who": builder, "until": time.time() + BUILDING_S}}


def _release(client: ElasticClient, path: str, leaving: threading.Event) -> None:
    leaving.set()
    with suppress(StoreError):
        client.ask("DELETE", path, missing_ok=True)


def _send_heartbeats(client: ElasticClient, path: str, builder: str, claim: Token, leaving: threading.Event) -> None:
    """Sends heartbeats while building, until it is told to stop or another builder took over."""
    while not leaving.wait(BUILDING_S / 4):
        with suppress(StoreError):
            try:
                made = client.ask("PUT", path, _claim(builder), if_seq_no=str(claim[0]), if_primary_term=str(claim[1]))
            except Conflict:
                return
            claim = made["_seq_no"], made["_primary_term"]
