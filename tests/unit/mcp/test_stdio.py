"""Standard output belongs to the protocol, and input ends when it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import anyio
import pytest

from claimtree.mcp.stdio import WAITING, Lines, protocol_output


def test_whatever_else_is_written_goes_to_standard_error(tmp_path: Path) -> None:
    output, errors = tmp_path / "output", tmp_path / "errors"
    with output.open("w") as out, errors.open("w") as err, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        with protocol_output() as own:
            sys.stdout.write("noise of ours\n")
            os.write(out.fileno(), b"noise of a library\n")
            own.write("protocol \ud800\n")
            own.flush()
        sys.stdout.write("afterwards\n")
    assert output.read_text(encoding="utf-8") == "protocol ?\nafterwards\n"
    assert sorted(errors.read_text(encoding="utf-8").splitlines()) == ["noise of a library", "noise of ours"]


@pytest.mark.parametrize("count", [0, 1, 5 * WAITING])
def test_all_lines_come_in_order_and_then_the_end(count: int) -> None:
    said = "".join(f"line {n} é\n" for n in range(count)) + "without an end"
    reading, writing = os.pipe()

    async def read() -> list[str]:
        return [line async for line in Lines(reading)]

    with os.fdopen(writing, "wb") as out:
        out.write(said.encode())
    assert "".join(anyio.run(read)) == said
