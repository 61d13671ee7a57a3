"""The description holds: whatever is sent that it allows, and much that it does not, is answered as it says.

Thousands of made-up requests to a real server: never a 5xx, never a status, a kind or a shape that the description does
not name.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.stories.http.processes import running

pytestmark = pytest.mark.faces

TOOL = shutil.which("schemathesis", path=str(Path(sys.executable).parent))
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


@pytest.mark.skipif(TOOL is None, reason="needs schemathesis; make faces-test installs it")
def test_every_route_answers_as_it_is_described(built: Path, tmp_path: Path) -> None:
    shutil.copytree(built, tmp_path / "home")
    with running(tmp_path / "home") as address:
        done = subprocess.run(
            [
                str(TOOL), "run", f"{address}/api/v1/openapi.json", "--checks", CHECKS, "--max-examples", "60",
                "--generation-deterministic", "--no-color", "--warnings", "off",
                # It streams until a job ends.
                "--exclude-path", "/api/v1/jobs/{id}/events",
            ],
            capture_output=True, text=True, check=False, cwd=tmp_path, env={**os.environ, "NO_COLOR": "1"},
        )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6_000:]
