"""What is in the wheels, and what the commands of ours do without a checkout."""

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from claimtree.cli.checkout import find_checkout

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what the wheel installs."""
    return unpacked_wheel(ROOT, tmp_path_factory.mktemp("wheel"))


def unpacked_wheel(project: Path, folder: Path) -> Path:
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site-packages")
    return folder / "site-packages"


def run(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the wheel's own command, with nothing of the checkout on the path."""
    environment = os.environ | {
        "PYTHONPATH": str(installed),
        "CLAIMTREE_HOME": str(installed.parent / "home"),
        "CLAIMTREE_EMBEDDER": "hashed-256",
    }
    return subprocess.run(
        [sys.executable, "-m", "claimtree", *arguments],
        cwd=installed.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_wheel_holds_the_package_and_nothing_beside_it(installed: Path) -> None:
    assert {path.name for path in installed.iterdir() if path.suffix != ".dist-info"} == {"claimtree"}
    assert not (installed / "claimtree" / "evals").exists()
    assert not (installed / "claimtree" / "benches").exists()
    assert not list(installed.rglob("golden"))
    for data in ("calibration/concepts.jsonl", "calibration/strangers.tsv", "packs/rentals/pack.toml", "py.typed"):
        assert (installed / "claimtree" / data).is_file(), data
    assert find_checkout(installed / "claimtree") is None


@pytest.mark.slow
def test_the_test_suites_have_a_wheel_of_their_own(tmp_path: Path) -> None:
    installed = unpacked_wheel(ROOT / "testing", tmp_path)
    assert {path.name for path in installed.iterdir() if path.suffix != ".dist-info"} == {"claimtree_testing"}
    for file in ("suites/__init__.py", "histories/pack/pack.toml", "py.typed"):
        assert (installed / "claimtree_testing" / file).is_file(), file
    (licence,) = installed.glob("*.dist-info/licenses/LICENSE")
    assert licence.read_text(encoding="utf-8") == (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_the_test_suites_need_this_version_and_what_is_pinned() -> None:
    ours, theirs = (
        tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        for folder in ("", "testing")
    )
    assert theirs["version"] == ours["version"]
    allowed = {f"claimtree=={ours['version']}", *ours["dependencies"], *ours["optional-dependencies"]["dev"]}
    assert set(theirs["dependencies"]) <= allowed


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [("bench", "--homes", "10"), ("eval", "golden"), ("eval", "speed")])
def test_what_measures_the_project_says_that_it_needs_a_checkout(installed: Path, arguments: tuple[str, ...]) -> None:
    ran = run(installed, *arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    said, way_out = ran.stderr.splitlines()
    assert said.startswith(f"Error: `claimtree {arguments[0]}` runs from a checkout")
    assert "make setup" in way_out


@pytest.mark.slow
@pytest.mark.parametrize("command", ["bench", "eval"])
def test_their_help_still_teaches(installed: Path, command: str) -> None:
    ran = run(installed, command, "--help")
    assert ran.returncode == 0, ran.stderr
    assert "Runs from a checkout" in ran.stdout
    assert f"claimtree {command} " in ran.stdout.partition("Examples:")[2]


@pytest.mark.slow
def test_everything_else_works(installed: Path, tmp_path: Path) -> None:
    for arguments in (
        ("--help",),
        ("demo",),
        ("search", "sunny two-bedroom in Brooklyn under $4,000", "--json"),
        ("calibrate", "--out", str(tmp_path / "fitted.toml")),
        ("learn", "weights"),
    ):
        ran = run(installed, *arguments)
        assert ran.returncode == 0, f"{arguments}: {ran.stderr}"
    assert (tmp_path / "fitted.toml").is_file()


def test_the_checkout_is_known_by_its_folders_and_its_name(tmp_path: Path) -> None:
    package = tmp_path / "src" / "claimtree"
    assert find_checkout(package) is None
    for folder in ("benchmarks", "evals"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
    assert find_checkout(package) is None
    for project, is_ours in (
        ("{", False),
        ('[project]\nname = "other"', False),
        ('[project]\nname = "claimtree"', True),
    ):
        (tmp_path / "pyproject.toml").write_text(project, encoding="utf-8")
        assert find_checkout(package) == (tmp_path if is_ours else None)
    assert find_checkout(tmp_path / "lib" / "claimtree") is None
