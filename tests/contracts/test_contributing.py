"""CONTRIBUTING.md names only what exists: paths, make targets, commands and markers. Links are in test_docs.py."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

from claimtree.cli.main import build

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
_FENCE = re.compile(r"^ *```(\w+)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)*/?")
_SUFFIXES = frozenset({".csv", ".json", ".md", ".py", ".toml", ".ts", ".txt", ".yaml"})

in_a_checkout = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a source archive lacks some of the files")


def code_in(text: str) -> list[str]:
    """Inline code, and the lines of shell blocks; blocks in other languages are examples, not instructions."""
    lines = [line for language, body in _FENCE.findall(text) if language == "sh" for line in body.splitlines()]
    return [*lines, *re.findall(r"`([^`\n]+)`", _FENCE.sub("", text))]


def missing_in(text: str) -> list[str]:
    """Every name in the code of a page that stands for nothing in this repository."""
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    missing: list[str] = []
    for code in code_in(text):
        missing += [word for word in paths_in(code) if not is_there(word)]
        missing += [name for name in re.findall(r"\bmake (?:[A-Z]+=\S+ )*([a-z-]+)", code) if name not in targets]
        missing += [mark for mark in re.findall(r"(?<!python )-m (\w+)", code) if mark not in markers()]
        for name, inner in re.findall(r"(?:^|/)claimtree ([a-z]+)(?: ([a-z]+))?", code):
            command = command_line().commands.get(name)
            if command is None or (inner and isinstance(command, TyperGroup) and inner not in command.commands):
                missing.append(f"claimtree {name} {inner}")
    return missing


def paths_in(code: str) -> Iterator[str]:
    for word in code.split():
        path = word.strip(";,").partition("::")[0]
        is_file = "/" in path or Path(path).suffix in _SUFFIXES
        if is_file and _PATH.fullmatch(path) and not path.startswith(".venv/"):
            yield word.strip(";,")


def is_there(named: str) -> bool:
    path, _, test = named.partition("::")
    file = ROOT / path
    return file.exists() and (not test or f"def {test}(" in file.read_text(encoding="utf-8"))


@cache
def command_line() -> TyperGroup:
    whole = typer.main.get_command(build())
    assert isinstance(whole, TyperGroup)
    return whole


@cache
def markers() -> frozenset[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return frozenset(mark.partition(":")[0] for mark in settings["tool"]["pytest"]["ini_options"]["markers"])


@in_a_checkout
def test_everything_that_the_page_names_exists() -> None:
    assert missing_in(PAGE) == []
    assert len([path for code in code_in(PAGE) for path in paths_in(code)]) > 80, "the page was not read"


@pytest.mark.parametrize(
    "text",
    [
        "`src/claimtree/nothing.py`",
        "`scr/claimtree/`",
        "`nothing.toml`",
        "`pytest tests/unit/packs/test_units.py::test_nothing`",
        "`make nothing`",
        "`make PYTHON=python3.12 nothing`",
        "`.venv/bin/claimtree nothing`",
        "`claimtree places nothing`",
        "`pytest -m nothing`",
        "```sh\nmake test  # then docs/nothing.md\n```",
    ],
)
def test_a_name_that_stands_for_nothing_is_found(text: str) -> None:
    assert missing_in(text)


def test_the_page_lists_every_marker_and_no_other() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == markers()


def test_the_contents_lead_to_headings() -> None:
    headings = re.findall(r"^#+ (.*)$", _FENCE.sub("", PAGE), re.MULTILINE)
    known = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    linked = set(re.findall(r"\]\(#([^)]+)\)", PAGE))
    assert linked
    assert linked <= known


@in_a_checkout
def test_the_hooks_come_from_no_other_repository() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"repo: *(.*)", hooks) == ["local"]
    assert all(entry.startswith(".venv/bin/") for entry in re.findall(r"entry: *(.*)", hooks))
