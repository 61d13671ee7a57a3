"""The engine speaks of no field: its help, messages and descriptions name no home, room or listing.

Packs and their demo data may, and so may examples of commands, which run on the demo.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

import claimtree
from claimtree.api.app import Serving, create_app
from claimtree.cli.main import build
from claimtree.languages import CODES, REGISTERED
from claimtree.mcp.catalogue import INSTRUCTIONS, TOOLS, input_schema, output_schema
from claimtree.mcp.open_packs import Offer
from claimtree.settings import load_settings

CODE = Path(claimtree.__file__).parent
OF_HOMES = re.compile(
    r"\b(homes?|rooms?|listings?|apartments?|(?:bed|bath)rooms?|kitchens?|landlords?|tenants?|rumah|kamar|iklan)\b",
    re.IGNORECASE,
)
FROM_A_CHECKOUT = frozenset({"bench", "eval"})
"""Commands that measure on a generated rental market, or on data sets of homes."""
SHIPPED = tuple(f"packs/{folder.parent.name}/" for folder in CODE.glob("packs/*/pack.toml"))
OF_A_FIELD = (*SHIPPED, "text/fairness", "cli/bench.py", "cli/eval_names.py")
TELLING = frozenset({"fill", "ours", "tell"})
"""Functions that make sentences for the asker."""
NAMES = re.compile(r"`listings`|source = \"listings\"|\brentals\b")
"""Names of things: the source that reads tables is called so."""


def of_homes(text: str) -> list[str]:
    """The words of homes in a text, examples and names aside."""
    lines = (line for line in text.splitlines() if not line.lstrip().startswith(("Example:", "claimtree ")))
    return OF_HOMES.findall(NAMES.sub("", "\n".join(lines)))


def commands(command: Any, name: str = "claimtree") -> Iterator[tuple[str, Any]]:
    """A command and those below it, with the words that call them."""
    yield name, command
    for part, below in getattr(command, "commands", {}).items():
        if part not in FROM_A_CHECKOUT:
            yield from commands(below, f"{name} {part}")


def help_texts() -> Iterator[tuple[str, str]]:
    for name, command in commands(typer.main.get_command(build())):
        yield name, command.help or ""
        yield f"{name}: short help", command.short_help or ""
        for parameter in command.params:
            if not getattr(parameter, "hidden", False):
                told = (parameter.opts, getattr(parameter, "help", ""), parameter.metavar)
                yield f"{name} {parameter.name}", " ".join(str(one) for one in told if one)


def test_the_help_of_a_command_speaks_of_no_field() -> None:
    texts = dict(help_texts())
    assert len(texts) > 100
    assert {at: found for at, text in texts.items() if (found := of_homes(text))} == {}


def literals(node: ast.AST) -> str:
    return " ".join(one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str))


def messages() -> Iterator[tuple[str, str]]:
    """What errors and notices say: the texts of what is raised, and of what sentences are made of."""
    for file in sorted(CODE.rglob("*.py")):
        path = file.relative_to(CODE).as_posix()
        if path.startswith(OF_A_FIELD):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            told = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TELLING
            if told or isinstance(node, ast.Raise):
                yield f"{path}:{node.lineno}", literals(node)  # type: ignore[attr-defined]


def test_no_error_and_no_notice_speaks_of_a_field() -> None:
    texts = dict(messages())
    assert len(texts) > 200
    assert {at: found for at, text in texts.items() if (found := of_homes(text))} == {}


@pytest.mark.parametrize("code", CODES)
def test_no_sentence_of_a_language_speaks_of_a_field(code: str) -> None:
    texts = REGISTERED[code].messages.texts
    assert {name: found for name, text in texts.items() if (found := of_homes(text))} == {}


def described(document: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """The texts of an OpenAPI document for people, and the names of what is asked and answered."""
    if isinstance(document, dict):
        for key, value in document.items():
            if key in ("title", "description", "summary", "name") and isinstance(value, str):
                yield f"{at}/{key}", value
            if key == "properties":
                yield f"{at}/properties", " ".join(value)
            yield from described(value, f"{at}/{key}")
    elif isinstance(document, list):
        for place, value in enumerate(document):
            yield from described(value, f"{at}/{place}")


def test_the_openapi_document_speaks_of_no_field(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIMTREE_HOME", str(tmp_path))
    texts = dict(described(create_app(load_settings({}), Serving(specs=())).openapi()))
    assert len(texts) > 100
    assert {at: found for at, text in texts.items() if (found := of_homes(text))} == {}


def test_what_agents_are_told_speaks_of_no_field() -> None:
    offer = Offer({})
    texts = {"instructions": INSTRUCTIONS, **{tool.name: tool.description for tool in TOOLS}}
    texts |= {f"{tool.name}: arguments": str(tool.arguments.__doc__) for tool in TOOLS}
    for tool in TOOLS:
        texts |= dict(described(input_schema(tool, offer), f"{tool.name}: input"))
        texts |= dict(described(output_schema(tool), f"{tool.name}: output"))
    assert len(texts) > 100
    assert {at: found for at, text in texts.items() if (found := of_homes(text))} == {}


def test_the_words_of_the_page_speak_of_no_field() -> None:
    words = (CODE.parent.parent / "web" / "src" / "i18n.ts").read_text(encoding="utf-8")
    assert "noClaimsText" in words
    assert of_homes(words) == []
