"""Plain values of options are taken as they are, and every other one is typer's business."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pytest
import typer

from claimtree.cli.plain_values import take_plain_values

Given = dict[str, object]


def given(*arguments: str, plain: bool) -> Given:
    """What a command is given, with and without us."""
    found: Given = {}
    app = typer.Typer(add_completion=False, rich_markup_mode=None)

    @app.callback()
    def start(version: bool = False) -> None:
        found["version"] = version

    @app.command()
    def ask(
        text: str,
        more: Annotated[list[str] | None, typer.Argument()] = None,
        limit: int = 10,
        most: Annotated[int, typer.Option(min=1, max=5)] = 3,
        share: float = 0.5,
        edit: Annotated[list[str] | None, typer.Option()] = None,
        file: Path | None = None,
        loud: Annotated[str, typer.Option(callback=lambda value: value.upper())] = "quiet",
        strict: bool = False,
    ) -> None:
        found.update(locals() | {"found": None})

    command = typer.main.get_command(app)
    if plain:
        take_plain_values(command)
    try:
        with command.make_context("claimtree", list(arguments)) as context:
            command.invoke(context)
    except typer.TyperException as error:
        return {"error": error.format_message()}
    except typer.Exit as end:
        return {"ended": end.exit_code}
    return found


@pytest.mark.parametrize(
    "arguments",
    [
        ["quiet home"],
        ["--limit", "3", "ruhig über 12 m²"],
        ["x", "--limit", "003"],
        ["x", "--limit", " 3 "],
        ["x", "--limit", "-3"],
        ["x", "--limit", "1_000"],
        ["x", "--limit", "٣"],
        ["x", "--limit", "3.0"],
        ["x", "--limit", "three"],
        ["x", "--limit", "9" * 30],
        ["x", "--most", "2"],
        ["x", "--most", "9"],
        ["x", "--share", "1"],
        ["x", "--edit", "drop:c1", "--edit", "must:c2"],
        ["x", "y", "z"],
        ["x", "--file", "somewhere.txt"],
        ["x", "--loud", "soft"],
        ["x", "--strict"],
        ["bytes that are no text: \udcff"],
        [""],
        [],
        ["--help"],
    ],
    ids=str,
)
def test_a_command_is_given_what_typer_alone_would_give_it(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    expected, said = given("ask", *arguments, plain=False), capsys.readouterr()
    found = given("ask", *arguments, plain=True)
    assert (found, capsys.readouterr()) == (expected, said)
    assert {name: type(value) for name, value in found.items()} == {
        name: type(value) for name, value in expected.items()
    }


def test_commands_are_given_nothing_before_they_are_asked() -> None:
    assert given("--version", "ask", "x", plain=True)["version"] is True
