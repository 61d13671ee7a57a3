"""Help teaches by example, its examples work, and the printed reference is up to date."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
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


@cache
def modules_after(*arguments: str, home: Path) -> frozenset[str]:
    """What a fresh process has imported once the command is done."""
    code = (
        "import sys; from claimtree.cli.main import main; main(sys.argv[1:]); sys.stderr.write(' '.join(sys.modules))"
    )
    environment = os.environ | {"CLAIMTREE_HOME": str(home), "CLAIMTREE_EMBEDDER": "hashed-256"}
    ran = subprocess.run(
        [sys.executable, "-c", code, *arguments], env=environment, capture_output=True, text=True, check=True
    )
    return frozenset(ran.stderr.split())


def test_help_loads_nothing_heavy(demo_home: Path) -> None:
    assert not modules_after("--help", home=demo_home) & {"numpy", "pydantic", "onnxruntime", "rich", "sqlite3"}


def test_a_search_loads_only_what_it_needs(demo_home: Path) -> None:
    loaded = modules_after("search", "quiet two-bedroom", "--json", home=demo_home)
    assert "numpy" in loaded
    assert not loaded & {"tokenizers", "lancedb", "httpx", "rich", "benchmarks"}


LARGE = {
    "annotated_types", "asyncio", "chromadb", "elasticsearch", "fastapi", "httpx", "mcp", "multiprocessing",
    "opensearchpy", "orjson", "pydantic", "qdrant_client", "rapidfuzz", "shapely", "starlette", "tokenizers", "uvicorn",
}  # fmt: skip
OTHERS = {
    "benchmarks", "claimtree.access", "claimtree.api", "claimtree.calibration", "claimtree.cli.indexing",
    "claimtree.cli.serve", "evals", "claimtree.feedback", "claimtree.indexing", "claimtree.maps", "claimtree.mcp",
    "claimtree.moving", "claimtree.packs.build", "claimtree.sources", "claimtree.packs.load",
    "claimtree.packs.schema", "claimtree.places.locate", "claimtree.places.http_client", "claimtree.llm_reader",
    "claimtree.saved",
    "claimtree.stores.elastic", "claimtree.stores.memory", "claimtree.vectors",
}  # fmt: skip
"""What no search on a store of ours has a use for."""


def test_a_search_imports_only_what_it_needs(demo_home: Path) -> None:
    found = modules_after("search", "quiet two-bedroom", home=demo_home)
    assert "claimtree.engine" in found, "it did not search"
    assert not found & (LARGE | OTHERS | {"onnxruntime.quantization"})


def test_a_search_for_a_program_draws_nothing(demo_home: Path) -> None:
    assert "rich" not in modules_after("search", "quiet two-bedroom", "--json", home=demo_home)


def test_a_command_imports_the_file_that_it_stands_in_and_no_other(demo_home: Path) -> None:
    found = modules_after("search", "quiet two-bedroom", home=demo_home)
    assert not found & ({f"claimtree.cli.{group}" for group in GROUPS} - {"claimtree.cli.searching"})


def test_every_command_is_listed_with_the_file_that_it_stands_in() -> None:
    whole = typer.main.get_command(build())
    assert isinstance(whole, TyperGroup)
    assert sorted(whole.commands) == sorted(name for commands in GROUPS.values() for name in commands)
    for commands in GROUPS.values():
        for name in commands:
            alone = typer.main.get_command(build(name))
            assert isinstance(alone, TyperGroup)
            assert sorted(alone.commands) == sorted(commands)
