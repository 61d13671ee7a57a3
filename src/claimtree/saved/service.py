"""The service for saved searches, used by the CLI and the API: add, list, run, deliver, remove.

Every call takes the collection and the owner; searches of another owner are treated as missing.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from claimtree.engine import Engine
from claimtree.errors import BadInput, ClaimtreeError, StoreUnavailable, UnknownName
from claimtree.languages.rendering import render_all
from claimtree.model.claims import EntityId
from claimtree.model.notices import Notice
from claimtree.model.questions import Question, as_question
from claimtree.saved import membership, outbox, schedule, webhook_delivery
from claimtree.saved import saved_db as rows
from claimtree.saved.diffs import NOTHING, bounded, compare, read_anew
from claimtree.saved.outbox import Delivered
from claimtree.saved.rerun import ask, examiner, look
from claimtree.saved.saved_json import MOST_REPORTED
from claimtree.saved.searches import (
    DEFAULT_LIMIT,
    MOST_SEARCHES,
    Run,
    SavedSearch,
    Webhook,
    check_every,
    check_saved,
    checked_name,
)
from claimtree.saved.snapshots import Snapshot
from claimtree.saved.webhook_addresses import AddressRefused, parse_target, resolve

_TRIES = 5
"""How often a run is retried when the store changes, or another process runs the same search,
meanwhile."""

AT_ONCE = 8
"""Webhooks posted to in parallel, so that a slow one does not delay the others."""

Engines = Callable[[str], Engine | None]
"""Returns the engine of a collection; None if the collection is not open in this process."""


class SavedSearches:
    """All saved searches in one database file. Thread-safe; processes may share the file."""

    def __init__(
        self,
        path: Path,
        *,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], None] = time.sleep,
        timeout_s: float = webhook_delivery.TIMEOUT_S,
        private_webhooks: bool = True,
    ) -> None:
        """`timeout_s` is how long a webhook may take to respond. Without `private_webhooks`, no
        webhook on this machine or its own network is posted to, even if that was allowed when it
        was set."""
        self._private_webhooks = private_webhooks
        self._file = rows.open_file(path)
        self._clock = clock
        self._sleep = sleep
        self._timeout_s = timeout_s

    def close(self) -> None:
        self._file.close()

    def add(
        self,
        name: str,
        question: Question | str,
        *,
        collection: str,
        owner: str = "",
        limit: int = DEFAULT_LIMIT,
        every: int | None = None,
    ) -> SavedSearch:
        """Saves a question under a name, without running it. `every` is the interval of the
        server's runs in minutes."""
        name, question = checked_name(name), as_question(question)
        check_saved(question, limit)
        check_every(every)
        now = self._clock()
        saved = SavedSearch(
            id=rows.new_id(),
            name=name,
            collection=collection,
            owner=owner,
            question=question,
            limit=limit,
            every=every,
            due=now if every is not None else None,
            created=now,
        )
        with self._file.writing() as connection:
            names = [one.name for one in rows.listed(connection, collection=collection, owner=owner)]
            if name in names:
                raise BadInput(
                    f"there is a saved search {name!r} already",
                    hint="Choose another name, or remove that one first.",
                    values={"name": name},
                )
            if len(names) >= MOST_SEARCHES:
                raise BadInput(
                    f"{MOST_SEARCHES} searches are saved already, which is the most",
                    hint="Remove one that is not needed.",
                    values={"most": MOST_SEARCHES},
                )
            rows.insert(connection, saved)
        return saved

    def get(self, name: str, *, collection: str, owner: str = "") -> SavedSearch:
        with self._file.reading() as connection:
            return rows.get(connection, checked_name(name), collection=collection, owner=owner)

    def list(self, *, collection: str, owner: str = "") -> tuple[SavedSearch, ...]:
        """Returns all saved searches, by name."""
        with self._file.reading() as connection:
            return tuple(rows.listed(connection, collection=collection, owner=owner))

    def remove(self, name: str, *, collection: str, owner: str = "") -> SavedSearch:
        """Deletes a search with its snapshots and runs, and returns it."""
        with self._file.writing() as connection:
            saved = rows.get(connection, checked_name(name), collection=collection, owner=owner)
            connection.execute("DELETE FROM search WHERE id = ?", (saved.id,))
            membership.forget_unused(connection)
        return saved

    def remove_all(self, *, owner: str) -> int:
        """Deletes all searches of an owner (a revoked key), and returns their number."""
        # Reads first, so that the file is not created if nothing was ever saved.
        with self._file.reading() as connection:
            if connection.execute("SELECT 1 FROM search WHERE owner = ? LIMIT 1", (owner,)).fetchone() is None:
                return 0
        with self._file.writing() as connection:
            gone = connection.execute("DELETE FROM search WHERE owner = ?", (owner,)).rowcount
            membership.forget_unused(connection)
            return gone

    def news(self, name: str, *, collection: str, owner: str = "", limit: int = rows.MOST_KEPT) -> tuple[Run, ...]:
        """Returns the runs that had news, newest first."""
        with self._file.reading() as connection:
            saved = rows.get(connection, checked_name(name), collection=collection, owner=owner)
            return rows.news(connection, saved.id, limit=max(1, min(limit, rows.MOST_KEPT)))

    def last_snapshot(self, name: str, *, collection: str, owner: str = "") -> Snapshot | None:
        """Returns the snapshot of the last run; None before the first."""
        with self._file.reading() as connection:
            saved = rows.get(connection, checked_name(name), collection=collection, owner=owner)
            return rows.last_snapshot(connection, saved.id)[1]

    def set_every(self, name: str, minutes: int | None, *, collection: str, owner: str = "") -> SavedSearch:
        """Lets the server run a search, now and then every so many minutes; None ends that."""
        check_every(minutes)
        with self._file.writing() as connection:
            saved = rows.get(connection, checked_name(name), collection=collection, owner=owner)
            due = self._clock() if minutes is not None else None
            connection.execute("UPDATE search SET every = ?, due = ? WHERE id = ?", (minutes, due, saved.id))
            return rows.get(connection, saved.name, collection=collection, owner=owner)

    def set_webhook(
        self, name: str, url: str, *, collection: str, owner: str = "", allow_private: bool = False
    ) -> Webhook:
        """Posts news to a webhook from now on. Returns it with its secret, which is not shown
        again.

        `allow_private` permits addresses of this machine and its own network: never let an
        untrusted user choose it.
        """
        target = parse_target(url)
        with self._file.reading() as connection:
            rows.get(connection, checked_name(name), collection=collection, owner=owner)
        try:
            resolve(target, allow_private=allow_private)
        except AddressRefused as refused:
            raise BadInput(
                f"the webhook is refused: {refused}",
                hint="Give a public address; on your own machine --allow-private permits others.",
            ) from refused
        except OSError as error:
            raise BadInput(
                f"the host of the webhook, {target.host[:80]}, is not known", hint="Check how it is written."
            ) from error
        hook = Webhook(url=url, secret=webhook_delivery.new_secret(), allow_private=allow_private)
        self._set_hook(name, hook, collection=collection, owner=owner)
        return hook

    def clear_webhook(self, name: str, *, collection: str, owner: str = "") -> SavedSearch:
        """Removes the webhook; undelivered messages are dropped."""
        self._set_hook(name, Webhook(url="", secret="", enabled=False), collection=collection, owner=owner)
        return self.get(name, collection=collection, owner=owner)

    def run(self, engine: Engine, name: str, *, collection: str, owner: str = "") -> Run:
        """Runs a search and returns what changed. Posts nothing: `deliver` does that."""
        return self._run(engine, self.get(name, collection=collection, owner=owner))

    def deliver(self, name: str, *, collection: str, owner: str = "") -> tuple[Delivered, ...]:
        """Posts the pending messages of a search and returns the outcomes. Does nothing without a
        webhook, or while it is backing off after a failure."""
        saved = self.get(name, collection=collection, owner=owner)
        return self._deliver(saved.id) if saved.webhook is not None else ()

    def run_due(
        self,
        engines: Engines,
        *,
        collections: Collection[str],
        stop: Callable[[], bool],
        may: Callable[[str, str], bool] = lambda owner, collection: True,
        describe: Callable[[ClaimtreeError], str] = lambda error: error.message,
    ) -> tuple[Run, ...]:
        """Runs the searches that are due in these collections and posts pending messages, until
        nothing is left or `stop` returns True.

        For the server's own thread: an error of one search is stored in its `failure`, worded by
        `describe`, and does not affect the others. `may` tells whether an owner may still see a
        collection; if not, the search is neither run nor delivered.
        """
        done: list[Run] = []
        while not stop() and (lease := schedule.take(self._file, now=self._clock(), collections=collections)):
            failure, saved = "", lease.saved
            try:
                engine = engines(saved.collection) if may(saved.owner, saved.collection) else None
                if engine is not None:
                    done.append(self._run(engine, saved))
            except ClaimtreeError as error:
                failure = describe(error)
            finally:
                schedule.give_back(self._file, lease, now=self._clock(), failure=failure)
        self._deliver_waiting(stop, may)
        return tuple(done)

    def _deliver_waiting(self, stop: Callable[[], bool], may: Callable[[str, str], bool]) -> None:
        def deliver(search: str) -> None:
            with self._file.reading() as connection:
                waiting = rows.by_id(connection, search)
            if waiting is not None and not stop() and may(waiting.owner, waiting.collection):
                self._deliver(search)

        searches = outbox.waiting(self._file, now=self._clock())
        if searches:
            with ThreadPoolExecutor(min(AT_ONCE, len(searches)), thread_name_prefix="webhook") as threads:
                deque(threads.map(deliver, searches), maxlen=0)

    def _run(self, engine: Engine, saved: SavedSearch) -> Run:
        for _ in range(_TRIES):
            with self._file.reading() as connection:
                if rows.by_id(connection, saved.id) is None:
                    raise UnknownName(f"the saved search {saved.name!r} was removed meanwhile")
                runs, old = rows.last_snapshot(connection, saved.id)
            taken, run = self._compared(engine, saved, old, number=runs + 1)
            with self._file.writing() as connection:
                if rows.keep_run(connection, run, taken):
                    return run
        raise StoreUnavailable(
            f"others run the saved search {saved.name!r} all the time", hint="Try again in a moment."
        )

    def _compared(
        self, engine: Engine, saved: SavedSearch, old: Snapshot | None, *, number: int
    ) -> tuple[Snapshot, Run]:
        """Takes a new snapshot and compares it with the old one. Retries until the store did not
        change meanwhile, at most `_TRIES` times."""
        store, tries = engine.store, _TRIES
        while True:
            generation = store.generation()
            turn = membership.call(self._file, store, engine.pack.hierarchy.answers, collection=saved.collection)
            asked = ask(engine, saved)
            taken = look(engine, saved, asked, turn=turn)
            diff = NOTHING
            changed: tuple[Notice, ...] = ()
            if old is not None:
                there = {one.id for one in taken.hits}
                gone = [one for one in old.hits if one.id not in there]
                diff = compare(
                    old,
                    taken,
                    is_new=lambda id: self._is_new(id, saved.collection, since=old.turn),
                    why_gone=examiner(engine, asked, gone),
                )
                changed = read_anew(old, taken)
            tries -= 1
            if not tries or store.generation() == generation:
                break
        run = Run(
            search=saved.id,
            name=saved.name,
            collection=saved.collection,
            question=saved.question.text,
            number=number,
            at=self._clock(),
            hit_count=len(taken.hits),
            total=taken.total,
            diff=bounded(diff, MOST_REPORTED),
            # As text: a run is stored, and tells later what it told at the time.
            notices=render_all((*asked.notices, *changed), asked.language),
            language=asked.language,
        )
        return taken, run

    def _is_new(self, id: EntityId, collection: str, *, since: int) -> bool:
        with self._file.reading() as connection:
            first = membership.first_recorded(connection, collection, id)
        return first is None or first > since

    def _set_hook(self, name: str, hook: Webhook, *, collection: str, owner: str) -> None:
        with self._file.writing() as connection:
            saved = rows.get(connection, checked_name(name), collection=collection, owner=owner)
            connection.execute(
                "UPDATE search SET hook_url = ?, hook_secret = ?, hook_private = ?, hook_enabled = ?, hook_said = ''"
                " WHERE id = ?",
                (hook.url, hook.secret, hook.allow_private, hook.enabled, saved.id),
            )
            connection.execute("UPDATE run SET hook = '' WHERE search = ? AND hook = ?", (saved.id, rows.WAITING))

    def _deliver(self, search: str) -> tuple[Delivered, ...]:
        return outbox.deliver(self._file, search, post=self._post, clock=self._clock)

    def _post(self, hook: Webhook, body: bytes, delivery: str) -> webhook_delivery.Outcome:
        outcome = webhook_delivery.post(
            hook.url,
            body,
            secret=hook.secret,
            delivery=delivery,
            allow_private=hook.allow_private and self._private_webhooks,
            timeout_s=self._timeout_s,
            sleep=self._sleep,
            clock=self._clock,
        )
        if outcome.forbidden and hook.allow_private and not self._private_webhooks:
            # Retried later: the administrator may have omitted the flag by mistake.
            return replace(outcome, description=f"{outcome.description} without --private-webhooks", again=True)
        return outcome
