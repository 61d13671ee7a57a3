"""What stands in the repository works on any machine: lock files name neither a registry nor a path."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

LOCK_FILES = ("requirements/*.txt", "*.lock", "*package-lock.json")

PLACES = re.compile(
    r"""
      [a-z][a-z+]*://                                      # any address
    | --(?:extra-)?index-url | --find-links | --trusted-host
    | (?<![\w.])/(?:home|root|Users|tmp|var|opt|work|usr)/  # a path on someone's machine
    | \b[A-Za-z]:\\\w
    """,
    re.VERBOSE,
)


def lock_files() -> list[Path]:
    """The lock files git tracks, or would track with the next `git add`."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listing = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *LOCK_FILES]
    run = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        pytest.skip(f"git cannot list the files: {run.stderr.strip()}")
    found = (ROOT / name for name in run.stdout.split("\0") if name)
    return [path for path in found if path.is_file()]


def test_lock_files_name_no_registry_and_no_machine_path() -> None:
    paths = lock_files()
    assert {"lock.txt", "bench.txt"} <= {path.name for path in paths}
    named = [
        f"{path.relative_to(ROOT)}:{number}: {line}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if PLACES.search(line)
    ]
    assert named == []


MIRROR = "https://mirror.example/simple"


@pytest.mark.parametrize(
    "line",
    [
        f"--index-url {MIRROR}",
        "--find-links wheels",
        "numpy @ file:///wheels/numpy.whl",
        "# uv pip compile /home/me/claimtree/pyproject.toml",
        r"-e C:\claimtree",
    ],
)
def test_a_registry_or_machine_path_is_recognised(line: str) -> None:
    assert PLACES.search(line)


@pytest.mark.parametrize("line", ["numpy==2.4.6 \\", "    --hash=sha256:0a1b \\", "#    make lock"])
def test_a_pinned_version_is_not_mistaken_for_a_place(line: str) -> None:
    assert not PLACES.search(line)
