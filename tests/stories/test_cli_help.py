"""Help teaches by example, its examples work, and the printed reference is up to date."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup

from claimtree.cli.exits import MEANINGS
from claimtree.cli.main import GROUPS, build

Cli = Callable[..., Any]

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "src" / "claimtree" / "packs" / "rentals" / "demo"
COMMANDS = [
    *("demo", "search", "explain", "read", "show", "index", "info", "check", "delete", "rebuild", "copy", "packs"),
]


def examples_in(text: str) -> list[str]:
    return [line.strip() for line in text.partition("Examples:")[2].splitlines() if "claimtree " in line]


def test_help_names_every_command_and_exit_code(cli: Cli) -> None:
    shown = cli("--help")
    assert shown.code == 0
    for command in COMMANDS:
        assert re.search(rf"^  {command} +\w", shown.out, re.MULTILINE)
    for code, meaning in MEANINGS.items():
        assert f"{int(code):>3}  {meaning}" in shown.out
    assert cli().out == shown.out


def test_the_version_is_shown(cli: Cli) -> None:
    assert re.fullmatch(r"claimtree \d+\.\d+\.\d+\S*\n", cli("--version").out)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_the_common_options_and_shows_examples(cli: Cli, command: str) -> None:
    shown = cli(command, "--help").out
    for option in ("--json", "--store", "--pack", "--embedder"):
        assert option in shown
    assert examples_in(shown)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(name, marks=pytest.mark.slow) if name in ("copy", "demo", "index", "rebuild") else name
        for name in COMMANDS
    ],
)
def test_the_examples_work(demo_copy: Path, cli: Cli, tmp_path: Path, command: str) -> None:
    for name in ("homes.jsonl", "neighborhoods.jsonl"):
        shutil.copy(DEMO / name, tmp_path)
        (tmp_path / "listings").mkdir(exist_ok=True)
        shutil.copy(DEMO / name, tmp_path / "listings")
    shutil.copy(demo_copy / "demo-rentals.db", tmp_path / "mine.db")
    for line in examples_in(cli(command, "--help").out):
        stdin = b""
        said, pipe, after = line.partition(" | ")
        if pipe:
            stdin = shlex.split(said)[1].encode()
        program, *arguments = shlex.split(after if pipe else line)
        assert program == "claimtree"
        ran = cli(*arguments, stdin=stdin)
        assert ran.code == 0, f"{line}: {ran}"
        if "--json" in arguments:
            assert ran.json


def test_the_printed_reference_is_up_to_date(cli: Cli) -> None:
    kept = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert cli("reference").out == kept, "run: .venv/bin/claimtree reference > docs/cli.md"


MODULES_AFTER = """
import json, sys
from claimtree.cli.main import main
for arguments in json.loads(sys.argv[1]):
    main(arguments)
    sys.stderr.write(" ".join(sys.modules) + "\\n")
"""


def modules_after(*commands: list[str], home: Path) -> list[set[str]]:
    """What a fresh process has imported after each of the commands."""
    environment = os.environ | {"CLAIMTREE_HOME": str(home), "CLAIMTREE_EMBEDDER": "hashed-256"}
    command = [sys.executable, "-c", MODULES_AFTER, json.dumps(commands)]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return [set(line.split()) for line in ran.stderr.splitlines()]


def test_help_loads_nothing_heavy(demo_home: Path) -> None:
    (loaded,) = modules_after(["--help"], home=demo_home)
    assert not loaded & {"numpy", "pydantic", "onnxruntime", "rich", "sqlite3"}


@pytest.fixture(scope="module")
def searches(demo_home: Path) -> list[set[str]]:
    """Of a search for a program, and one for a person in the same process: that imports no less."""
    search = ["search", "quiet two-bedroom"]
    return modules_after([*search, "--json"], search, home=demo_home)


def test_a_search_loads_only_what_it_needs(searches: list[set[str]]) -> None:
    assert "numpy" in searches[0]
    assert not searches[0] & {"tokenizers", "lancedb", "httpx", "rich", "benchmarks"}
    assert not searches[0] & {"pydantic_core", "numpy.random", "numpy.ma"}


LARGE = {
    "annotated_types", "asyncio", "chromadb", "elasticsearch", "fastapi", "httpx", "mcp", "multiprocessing",
    "opensearchpy", "orjson", "pydantic", "qdrant_client", "rapidfuzz", "shapely", "starlette", "tokenizers", "uvicorn",
}  # fmt: skip
OTHERS = {
    "benchmarks", "claimtree.access", "claimtree.api", "claimtree.calibration", "claimtree.cli.indexing",
    "claimtree.cli.serve", "evals", "claimtree.feedback", "claimtree.indexing", "claimtree.maps", "claimtree.mcp",
    "claimtree.moving", "claimtree.packs.build_pack", "claimtree.sources", "claimtree.packs.load",
    "claimtree.packs.pack_tables", "claimtree.places.locate", "claimtree.places.http_client", "claimtree.llm_reader",
    "claimtree.saved",
    "claimtree.stores.elastic", "claimtree.stores.memory", "claimtree.vectors",
}  # fmt: skip
"""What no search on a store of ours has a use for."""


def test_a_search_imports_only_what_it_needs(searches: list[set[str]]) -> None:
    assert "claimtree.engine" in searches[1], "it did not search"
    assert not searches[1] & (LARGE | OTHERS | {"onnxruntime.quantization"})


def test_a_search_for_a_program_draws_nothing(searches: list[set[str]]) -> None:
    assert "rich" not in searches[0]


def test_a_command_imports_the_file_that_it_stands_in_and_no_other(searches: list[set[str]]) -> None:
    assert not searches[1] & ({f"claimtree.cli.{group}" for group in GROUPS} - {"claimtree.cli.searching"})


def test_every_command_is_listed_with_the_file_that_it_stands_in() -> None:
    whole = typer.main.get_command(build())
    assert isinstance(whole, TyperGroup)
    assert sorted(whole.commands) == sorted(name for commands in GROUPS.values() for name in commands)
    for commands in GROUPS.values():
        for name in commands:
            alone = typer.main.get_command(build(name))
            assert isinstance(alone, TyperGroup)
            assert sorted(alone.commands) == sorted(commands)
