"""Writes files of a data folder so that a reader finds the old one or the new one, and never a part of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from claimtree.errors import BadInput


def replace_file(target: Path, content: bytes, *, lasting: bool = True) -> None:
    """Replaces a file as a whole. `lasting`: what is written survives a loss of power."""
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with temporary.open("wb") as stream:
            stream.write(content)
            if lasting:
                stream.flush()
                os.fsync(stream.fileno())
        temporary.replace(target)
        if lasting:
            _sync_folder(target.parent)
    finally:
        temporary.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Makes a rename in the folder last, where the system can: without it the old file may come back."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


@contextmanager
def writing(file: Path, *, hint: str) -> Iterator[None]:
    """Context manager that makes the folder of a file and serialises its writers, where the system has file locks;
    elsewhere the later one wins. A file that cannot be written is a BadInput with this hint."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.with_name(f".{file.name}.lock").open("a") as lock:
            with suppress(ImportError):
                import fcntl

                fcntl.flock(lock, fcntl.LOCK_EX)
            yield
    except OSError as error:
        raise BadInput(
            f"{file} cannot be written: {error.strerror or error}", hint=hint, values={"file": str(file)}
        ) from error
