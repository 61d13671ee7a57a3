"""Index jobs: a file is uploaded, read in the background, and its progress can be queried.

Jobs are stored in a database file, so that every process of a server knows all of them. A job whose
process has died is reported as failed: what it had stored stays, and uploading the same file again
continues from there.
"""

from __future__ import annotations

import json
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any

from claimtree import serialization
from claimtree.api.collections import Collection
from claimtree.api.problems import Problem, client_message
from claimtree.column_mappings import index_mapped
from claimtree.errors import BadInput, ClaimtreeError, StoreError, UnknownName
from claimtree.json_types.report_types import JobShape, JobState, ReportShape
from claimtree.sidecar_db import SidecarFile
from claimtree.sources.column_layout import rules_of
from claimtree.sources.read import read_files

MOST_WAITING = 20
"""Maximum number of unfinished jobs per collection."""
UPLOADS_AT_ONCE = 4
"""Maximum number of concurrent uploads per process."""
MOST_UPLOADED = 1 << 30
"""Maximum total size of files being uploaded or waiting to be read, over all processes."""
KEPT = 200
"""Number of finished jobs that can still be queried."""
BEAT_S = 15.0
"""Interval of a job's heartbeat; after four intervals of silence its process counts as dead."""
OLD_S = 24 * 3600
"""An upload of this age was left behind by a killed process."""
LOOK_BYTES = 8 << 20
"""After this many bytes of an upload, the total of all uploads is checked again."""
TELL_S = 0.2
"""Minimum interval between two progress updates of a job."""
SUFFIXES = {"application/x-ndjson": ".jsonl", "application/jsonl": ".jsonl", "text/csv": ".csv"}

STEPS = (
    """
    CREATE TABLE jobs (
        id TEXT PRIMARY KEY, collection TEXT NOT NULL, owner TEXT NOT NULL, state TEXT NOT NULL, done INTEGER NOT NULL,
        total INTEGER, message TEXT NOT NULL, report TEXT, error TEXT, created TEXT NOT NULL, ended TEXT,
        beat REAL NOT NULL
    );
    CREATE INDEX jobs_of ON jobs (collection, created)
    """,
)
CLOSE_S = 10.0
"""How long the shutdown waits for jobs, in total."""
ENDED = ("done", "failed", "cancelled")

log = logging.getLogger("claimtree.api.jobs")


class Cancelled(Exception):
    """Raised in a job that was cancelled, or whose server is shutting down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    id: str
    collection: str
    state: JobState
    done: int
    total: int | None
    message: str
    report: ReportShape | None
    error: dict[str, str] | None
    created: str
    ended: str | None

    @property
    def shape(self) -> JobShape:
        return {
            "id": self.id,
            "collection": self.collection,
            "state": self.state,
            "done": self.done,
            "total": self.total,
            "message": self.message,
            "report": self.report,
            "error": self.error,
            "created": self.created,
            "ended": self.ended,
        }

    @property
    def is_over(self) -> bool:
        return self.state in ENDED


class Jobs:
    """All jobs of a server; those of this process run in its threads, one per collection at a
    time."""

    def __init__(self, folder: Path, *, clock: Callable[[], float] = time.time) -> None:
        self._file = SidecarFile(folder / "jobs.db", kind="jobs", application_id=0x43544A42, steps=STEPS)
        self._uploads = folder / "uploads"
        self._clock = clock
        self._sweep()
        self._turns: dict[str, threading.Lock] = {}
        self._guard = threading.Lock()
        self._closing = threading.Event()
        self._threads: list[threading.Thread] = []
        self._uploading = 0

    def _sweep(self) -> None:
        """Deletes uploads that a killed process left behind."""
        for file in self._uploads.iterdir() if self._uploads.is_dir() else ():
            # Another process may delete it at the same time.
            with suppress(FileNotFoundError):
                if self._clock() - file.stat().st_mtime > OLD_S:
                    file.unlink()

    def require_room(self, collection: str) -> None:
        """Raises an error if the collection has no room for another job."""
        self._fail_abandoned()
        with self._file.reading() as found:
            query = "SELECT count(*) FROM jobs WHERE collection = ? AND state IN ('waiting', 'running')"
            (waiting,) = found.execute(query, (collection,)).fetchone()
        if waiting >= MOST_WAITING:
            raise _try_later("busy", f"{waiting} jobs wait already", "Wait until some have ended.")

    def new_upload(self, media: str) -> Path:
        """Returns a path for a body of this media type; the name is generated, whatever the sender
        calls the file."""
        suffix = SUFFIXES.get(media.partition(";")[0].strip().lower())
        if suffix is None:
            raise BadInput(
                f"a job takes {', '.join(SUFFIXES)}, not {media[:80]!r}", hint="Say what it is with Content-Type."
            )
        self._uploads.mkdir(parents=True, exist_ok=True, mode=0o700)
        return self._uploads / f"{secrets.token_hex(16)}{suffix}"

    @contextmanager
    def uploading(self, declared: int) -> Iterator[Callable[[int], None]]:
        """Reserves one of the upload slots; yields a function to be called with the number of bytes
        received so far. `declared` is the size announced by the sender; 0 if there is none."""
        if self._uploading >= UPLOADS_AT_ONCE:
            raise _try_later("busy", f"{self._uploading} files are being sent already", "Wait until one has come.")
        self._uploading += 1
        try:
            held, looked_at = self._pending_bytes(), 0

            def received(bytes: int) -> None:
                nonlocal held, looked_at
                if bytes - looked_at >= LOOK_BYTES:  # others upload too
                    held, looked_at = self._pending_bytes(), bytes
                if held + max(declared, bytes) - looked_at > MOST_UPLOADED:
                    raise _try_later("busy", "too much waits to be read already", "Wait until some jobs have ended.")

            received(0)
            yield received
        finally:
            self._uploading -= 1

    def _pending_bytes(self) -> int:
        """Returns the total size of the uploads that are not read yet."""
        total = 0
        for file in self._uploads.iterdir() if self._uploads.is_dir() else ():
            with suppress(FileNotFoundError):
                total += file.stat().st_size
        return total

    def start(
        self, collection: Collection, owner: str, upload: Path, total: int | None, maps: Sequence[str] = ()
    ) -> Job:
        """Starts a job. `maps` says what columns are read as; an invalid one is rejected at
        once."""
        rules_of(maps, collection.workspace.pack)
        id = secrets.token_hex(8)
        with self._file.writing() as writing:
            writing.execute(
                "INSERT INTO jobs VALUES (?, ?, ?, 'waiting', 0, ?, '', NULL, NULL, ?, NULL, ?)",
                (id, collection.name, owner, total, _now(), self._clock()),
            )
            writing.execute(
                "DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE ended IS NOT NULL ORDER BY ended DESC "
                "LIMIT -1 OFFSET ?)",
                (KEPT,),
            )
        thread = threading.Thread(target=self._run, args=(id, collection, upload, maps), name=f"job {id}", daemon=True)
        with self._guard:
            self._threads = [one for one in self._threads if one.is_alive()] + [thread]
        thread.start()
        return self.get(collection.name, id)

    def get(self, collection: str, id: str) -> Job:
        self._fail_abandoned()
        with self._file.reading() as found:
            row = found.execute(f"{_SELECT} WHERE id = ? AND collection = ?", (id, collection)).fetchone()
        if row is None:
            raise UnknownName(f"no job {id[:40]!r}", hint="GET /api/v1/jobs lists them.")
        return _job(row)

    def list(self, collection: str) -> list[Job]:
        self._fail_abandoned()
        with self._file.reading() as found:
            rows = found.execute(f"{_SELECT} WHERE collection = ? ORDER BY created DESC, id", (collection,)).fetchall()
        return [_job(row) for row in rows]

    def cancel(self, collection: str, id: str) -> Job:
        """Cancels a job; it stops after the current batch."""
        self.get(collection, id)
        with self._file.writing() as writing:
            writing.execute(
                "UPDATE jobs SET state = 'cancelled', ended = ? WHERE id = ? AND state IN ('waiting', 'running')",
                (_now(), id),
            )
        return self.get(collection, id)

    def close(self) -> None:
        """Stops running jobs after the current batch, and waits for them up to `CLOSE_S`."""
        self._closing.set()
        until = time.monotonic() + CLOSE_S
        for thread in self._threads:
            thread.join(timeout=max(0.0, until - time.monotonic()))
        self._file.close()

    @property
    def is_closing(self) -> bool:
        return self._closing.is_set()

    def end(self) -> None:
        """Asks all jobs to stop after the current batch, without waiting."""
        self._closing.set()

    def _run(self, id: str, collection: Collection, upload: Path, maps: Sequence[str]) -> None:
        with self._guard:
            turn = self._turns.setdefault(collection.name, threading.Lock())
        try:
            while not turn.acquire(timeout=BEAT_S / 3):
                self._tell(id, 0, None, "waiting for another job")
            try:
                self._tell(id, 0, None, "reading", state="running")
                self._index(id, collection, upload, maps)
            finally:
                turn.release()
        except Cancelled:
            if self._closing.is_set():
                self._end(id, "failed", error={"code": "stopped", "message": "the server was stopped"})
        except ClaimtreeError as error:
            log.warning("job failed", extra={"id": id, "error": error.message})
            self._end(id, "failed", error={"code": error.code, "message": client_message(error)})
        except Exception:
            # Otherwise the thread would die silently, and the job would never end.
            log.exception("job failed", extra={"id": id})
            self._end(id, "failed", error={"code": "unexpected", "message": "it failed; the server's log says where"})
        finally:
            upload.unlink(missing_ok=True)

    def _index(self, id: str, collection: Collection, upload: Path, maps: Sequence[str]) -> None:
        over = threading.Event()
        # A batch may take longer than the allowed silence.
        beating = threading.Thread(target=self._beat, args=(id, over), name=f"beat of job {id}", daemon=True)
        beating.start()
        try:
            self._indexed(id, collection, upload, maps)
        finally:
            over.set()
            beating.join()

    def _beat(self, id: str, over: threading.Event) -> None:
        while not over.wait(BEAT_S):
            with suppress(StoreError), self._file.writing() as writing:
                writing.execute("UPDATE jobs SET beat = ? WHERE id = ?", (self._clock(), id))

    def _indexed(self, id: str, collection: Collection, upload: Path, maps: Sequence[str]) -> None:
        last = 0.0

        def progress(done: int, total: int | None, message: str) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= TELL_S:
                last = now
                self._tell(id, done, total, message)

        report = index_mapped(
            collection.indexer,
            lambda rules, _: read_files([upload], collection.workspace.pack, columns=rules),
            home=collection.workspace.settings.home,
            given=maps,
            progress=progress,
        )
        shape = serialization.report(report, address=collection.name)
        for bad in shape["bad"]:
            # The upload's name is generated, and means nothing to the sender.
            bad["place"] = bad["place"].replace(upload.name, "upload")
        self._end(id, "done", report=shape, done=report.indexed + report.unchanged + report.skipped)

    def _tell(self, id: str, done: int, total: int | None, message: str, *, state: str = "") -> None:
        if self._closing.is_set():
            raise Cancelled
        with self._file.writing() as writing:
            changed = writing.execute(
                "UPDATE jobs SET done = max(done, ?), total = coalesce(?, total), message = ?, beat = ?, "
                "state = CASE WHEN ? != '' THEN ? ELSE state END WHERE id = ? AND state IN ('waiting', 'running')",
                (done, total, message[:200], self._clock(), state, state, id),
            ).rowcount
        if not changed:
            raise Cancelled

    def _end(
        self,
        id: str,
        state: JobState,
        *,
        report: ReportShape | None = None,
        error: dict[str, str] | None = None,
        done: int | None = None,
    ) -> None:
        with self._file.writing() as writing:
            writing.execute(
                "UPDATE jobs SET state = ?, report = ?, error = ?, ended = ?, message = '', done = coalesce(?, done) "
                "WHERE id = ? AND state IN ('waiting', 'running')",
                (state, report and json.dumps(report), error and json.dumps(error), _now(), done, id),
            )

    def _fail_abandoned(self) -> None:
        """Marks the jobs whose process has died as failed."""
        silent = self._clock() - 4 * BEAT_S
        with self._file.reading() as found:
            query = "SELECT id FROM jobs WHERE state IN ('waiting', 'running') AND beat < ?"
            dead = [id for (id,) in found.execute(query, (silent,))]
        for id in dead:
            self._end(id, "failed", error={"code": "stopped", "message": "the server was stopped"})


def _try_later(code: str, message: str, hint: str) -> Problem:
    headers = {"Retry-After": str(int(BEAT_S)), "Connection": "close"}
    return Problem(HTTPStatus.TOO_MANY_REQUESTS, code, message, hint=hint, headers=headers)


_SELECT = "SELECT id, collection, state, done, total, message, report, error, created, ended FROM jobs"


def _job(row: tuple[Any, ...]) -> Job:
    id, collection, state, done, total, message, report, error, created, ended = row
    return Job(
        id=id, collection=collection, state=state, done=done, total=total, message=message, created=created,
        report=json.loads(report) if report else None, error=json.loads(error) if error else None, ended=ended,
    )  # fmt: skip


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
