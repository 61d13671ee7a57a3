"""Checks whether the write-ahead log beside a file can be read up to its last committed write.

SQLite reads a log up to the first frame with a wrong checksum, and takes the rest for an
interrupted write. If the log is damaged, that silently loses acknowledged writes. An interrupted
write is at the end of the log: no commit frame follows it.

The log is read and never locked, unlike the file and the index beside it: closing a descriptor of
one of those drops the locks of all connections of the process.
"""

from __future__ import annotations

import struct
import time
from functools import cache
from pathlib import Path
from typing import BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

HEADER: Final = 32
FRAME_HEADER: Final = 24
_MAGIC: Final = {0x377F0682: "<u4", 0x377F0683: ">u4"}
"""The byte order of the words that checksums are made of."""
_AT_ONCE: Final = 256
"""Frames: a megabyte, which fits into the processor's cache."""
_LOOKS, _PAUSE_S = 3, 0.05

Words = NDArray[np.uint32]
State = tuple[int, int]


def log_of(file: Path) -> Path:
    """Returns the path of a file's write-ahead log: SQLite names it after the file."""
    return file.with_name(file.name + "-wal")


def damage_in(log: Path) -> str:
    """Returns what is wrong with a log, in a few words; empty if nothing is."""
    found = ""
    for turn in range(_LOOKS):
        # A concurrent writer may be seen in the middle of a write, and is further a moment later.
        if turn:
            time.sleep(_PAUSE_S)
        found = _check_once(log)
        if not found:
            break
    return found


def _check_once(log: Path) -> str:
    try:
        with log.open("rb") as file:
            return _check_frames(file)
    except OSError:
        return ""


def _check_frames(file: BinaryIO) -> str:
    """Checks the log from the first frame to the last, in blocks: a log may be large, and opening
    the store waits for this.
    """
    head = file.read(HEADER)
    if len(head) < HEADER:
        return ""
    magic, _, page, _, *given, first, second = struct.unpack(">8I", head)
    order = _MAGIC.get(magic)
    if order is None or page < 512 or page & (page - 1):
        return "the head of its log is damaged"
    state = _checksum_states((0, 0), np.frombuffer(head, order, 6)[None])[0]
    if state != (first, second):
        return "the head of its log is damaged"
    salts, size = np.array(given, np.uint32), FRAME_HEADER + page
    frames_read, lost, broken = 0, 0, -1
    while some := file.read(_AT_ONCE * size):
        count = len(some) // size
        frames = np.frombuffer(some, np.uint8, count * size).reshape(count, size)
        heads = frames[:, :FRAME_HEADER].copy().view(">u4")
        ours = (heads[:, 2:4] == salts).all(axis=1)
        at = 0
        if broken < 0 and count:
            sealed = np.concatenate((frames[:, :8], frames[:, FRAME_HEADER:]), axis=1).view(order)
            states = np.array(_checksum_states(state, sealed), np.uint32).reshape(-1, 2)
            sound = (heads[:, 4:6] == states).all(axis=1) & ours
            state = (int(states[-1][0]), int(states[-1][1]))
            at = count if sound.all() else int(np.flatnonzero(~sound)[0])
            broken = -1 if at == count else frames_read + at
        lost += int(np.count_nonzero(ours[at:] & (heads[at:, 1] != 0)))
        frames_read += count
    return f"{lost} finished writes of its log cannot be read, from frame {broken + 1} on" if lost else ""


def _checksum_states(start: State, rows: Words) -> list[State]:
    """Returns the state of the checksum after each row of words.

    Two words x, y turn the state (s, t) into s' = s + x + t and t' = t + y + s'. That is linear, so
    what a row adds does not depend on the state before it and is computed for all rows at once.
    """
    pairs = rows.shape[1] // 2
    powers = _powers(pairs)
    adding = rows.astype(np.uint32)
    x, y = adding[:, 0::2], adding[:, 1::2]
    both = x + y
    # Row k of `powers` is the matrix of k steps; the last pair takes none.
    steps = powers[pairs - 1 :: -1] if pairs else powers[:0]
    one = (x * steps[:, 0, 0] + both * steps[:, 0, 1]).sum(axis=1, dtype=np.uint32)
    other = (x * steps[:, 1, 0] + both * steps[:, 1, 1]).sum(axis=1, dtype=np.uint32)
    (a, b), (c, d) = powers[pairs].tolist()
    s, t = start
    states: list[State] = []
    for more, further in zip(one.tolist(), other.tolist(), strict=True):
        s, t = (a * s + b * t + more) & 0xFFFFFFFF, (c * s + d * t + further) & 0xFFFFFFFF
        states.append((s, t))
    return states


@cache
def _powers(count: int) -> Words:
    found = [((1, 0), (0, 1))]
    for _ in range(count):
        (a, b), (c, d) = found[-1]
        # One step more: [[1, 1], [1, 2]] times the matrix before.
        found.append(
            (((a + c) & 0xFFFFFFFF, (b + d) & 0xFFFFFFFF), ((a + 2 * c) & 0xFFFFFFFF, (b + 2 * d) & 0xFFFFFFFF))
        )
    return np.array(found, np.uint32)
