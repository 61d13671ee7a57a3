"""Standard output belongs to the protocol, and input ends when it ends."""

from __future__ import annotations

import os
import subprocess
import sys

import anyio
import pytest

from claimtree.mcp.stdio import WAITING, Lines

NOISE = """
import os, sys
from claimtree.mcp.stdio import protocol_output
with protocol_output() as out:
    sys.stdout.write("noise of ours\\n")
    os.write(1, b"noise of a library\\n")
    out.write("protocol \\ud800\\n")
    out.flush()
sys.stdout.write("afterwards\\n")
"""


def test_whatever_else_is_written_goes_to_standard_error() -> None:
    ran = subprocess.run([sys.executable, "-c", NOISE], capture_output=True, check=True)
    assert ran.stdout.decode() == "protocol ?\nafterwards\n"
    assert sorted(ran.stderr.decode().splitlines()) == ["noise of a library", "noise of ours"]


@pytest.mark.parametrize("count", [0, 1, 5 * WAITING])
def test_all_lines_come_in_order_and_then_the_end(count: int) -> None:
    said = "".join(f"line {n} é\n" for n in range(count)) + "without an end"
    reading, writing = os.pipe()

    async def read() -> list[str]:
        return [line async for line in Lines(reading)]

    with os.fdopen(writing, "wb") as out:
        out.write(said.encode())
    assert "".join(anyio.run(read)) == said
