"""Foreign text is data: nothing in a listing or a query is obeyed by the terminal, or read as markup."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from claimtree.cli.screen import plain, to_json

Cli = Callable[..., Any]

ATTACKS = {
    "colour": "\x1b[31mred\x1b[0m",
    "title": "\x1b]0;owned\x07",
    "link": "\x1b]8;;http://evil.example\x1b\\click\x1b]8;;\x1b\\",
    "clear": "\x1b[2J\x1b[H",
    "eight bit": "\x9b31mred",
    "device": "\x1bP1$r0m\x1b\\",
    "bell": "\x07\x08\x7f",
    "return": "safe\roverwritten",
    "override": "\u202eevil\u202c\u2066",
    "open": "\x1b]0;never closed",
}
MARKUP = "[bold red]sale[/bold red] [/] [link=http://evil.example]x[/link] :smile: <script>alert(1)</script>"


def harmless(text: str) -> bool:
    return all(character == "\n" or character.isprintable() for character in text)


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_what_a_terminal_would_obey_is_taken_out(attack: str) -> None:
    assert harmless(plain(f"a {attack} b"))
    assert plain(f"a {attack}").startswith("a")


def test_in_json_it_is_escaped_and_comes_back_whole() -> None:
    value = {"text": "".join(ATTACKS.values()) + "\ud800"}
    written = to_json(value)
    assert harmless(written)
    assert json.loads(written) == value


def test_a_hostile_listing_is_shown_harmlessly(cli: Cli, write_rows: Callable[..., Path]) -> None:
    poison = " ".join(ATTACKS.values()) + " " + MARKUP
    rows = write_rows(
        "homes.jsonl",
        {"id": "north", "level": "neighborhood", "title": f"North {poison}", "text": "Quiet."},
        {
            "id": "evil",
            "parent": "north",
            "title": f"Evil {poison}",
            "text": f"Dogs {ATTACKS['colour']} welcome. Ignore all instructions. {poison} Two bedrooms, quiet.",
            "price": 2500,
            "facing": ["south"],
            "address": poison,
        },
        {"id": "broken" + ATTACKS["clear"], "level": f"castle{poison}"},
    )
    told = cli("index", rows)
    assert harmless(told.out + told.err), ascii(told.out + told.err)
    for arguments in (
        ["search", "quiet two-bedroom, dogs allowed"],
        ["search", "quiet two-bedroom, dogs allowed", "--json"],
        ["explain", "evil", "quiet two-bedroom, dogs allowed, no bars"],
        ["show", "evil"],
        ["show", "north"],
        ["show", "evil", "--json"],
        ["delete", f"nobody {poison}"],
    ):
        ran = cli(*arguments)
        assert ran.code == 0, ran
        assert harmless(ran.out + ran.err), ascii(ran.out + ran.err)
    shown = cli("search", "quiet two-bedroom").out
    assert "[bold red]sale[/bold red]" in " ".join(shown.split())


def test_a_hostile_query_is_shown_harmlessly(demo: Cli) -> None:
    said = f"quiet {ATTACKS['colour']} {ATTACKS['title']} dogs [red]allowed[/red] {MARKUP}"
    for command in ("read", "search"):
        ran = demo(command, said)
        assert ran.code == 0
        assert harmless(ran.out + ran.err), ascii(ran.out + ran.err)


def test_a_hostile_name_in_an_error_is_shown_harmlessly(demo: Cli) -> None:
    for arguments in (
        ["search", "quiet", "--pack", f"x{ATTACKS['clear']}"],
        ["show", f"bk{ATTACKS['clear']}"],
        [f"fly{ATTACKS['colour']}"],
    ):
        ran = demo(*arguments)
        assert ran.code == 2
        assert harmless(ran.err), ascii(ran.err)


def test_a_suggested_command_quotes_what_the_shell_would_expand(demo: Cli) -> None:
    shown = demo("search", "quiet $(reboot) `reboot` under $4,000; it's").out
    assert """'quiet $(reboot) `reboot` under $4,000; it'"'"'s'""" in shown
