"""Runs tests of missing permissions: root may do everything, so a test run by root drops its
capabilities.

Other users are restricted by file modes alone, so these tests run for every user and are never
skipped.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

IS_ROOT = os.geteuid() == 0
SOMEBODY_ELSE = 65534
_RIGHTS = (0, 1, 2, 3)
"""Of root over files: to give them away, to read and to write them whatever their modes say, to change the modes."""


@contextmanager
def public_folder() -> Iterator[Path]:
    """A world-readable folder: those of pytest are for their owner alone."""
    folder = Path(tempfile.mkdtemp(prefix="claimtree-public-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        for one in (folder, *folder.rglob("*")):
            if one.is_dir() and not one.is_symlink():
                one.chmod(0o755)
        shutil.rmtree(folder)


def give_away(folder: Path) -> None:
    """Make everything in a folder another user's and world-readable: 0644 in a folder of 0755. A
    user other than root cannot change the owner, and removes its own write permission instead.
    """
    for one in (*folder.rglob("*"), folder):
        if IS_ROOT:
            os.chown(one, SOMEBODY_ELSE, SOMEBODY_ELSE, follow_symlinks=False)
            one.chmod(0o755 if one.is_dir() else 0o644)
        else:
            one.chmod(0o555 if one.is_dir() else 0o444)


def unprivileged(work: Callable[[], None]) -> None:
    """Do something in another process without rights over the files of others. What fails there fails here."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            let_go()
            work()
            code = 0
        except BaseException:  # noqa: BLE001 - told to the parent
            os.write(writing, traceback.format_exc().encode()[-60_000:])
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read().decode()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, said


def command(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command of ours in a process without rights over the files of others, whose data folder is `home`."""
    return subprocess.run(
        [sys.executable, "-m", "claimtree", *words],
        capture_output=True, text=True, timeout=120, check=False, cwd="/",
        preexec_fn=let_go,
        env={**os.environ, "CLAIMTREE_HOME": str(home), "HOME": str(home)},
    )  # fmt: skip


def let_go() -> None:
    """Give up root's rights over files, for this process and those that it starts. Its own files stay its own, as the
    interpreter may be one of them."""
    if not IS_ROOT:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    for right in _RIGHTS:
        _checked(libc.prctl(24, right, 0, 0, 0))  # PR_CAPBSET_DROP
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    held = (ctypes.c_uint32 * 6)()
    _checked(libc.capget(header, held))
    for at in range(3):  # effective, permitted, inheritable
        held[at] &= ~sum(1 << right for right in _RIGHTS)
    _checked(libc.capset(header, held))


def _checked(failed: int) -> None:
    if failed:
        raise OSError(ctypes.get_errno(), "root's rights over files could not be given up")
