"""`claimtree chat`: one message at a time, lines from a pipe, sessions, and what is refused."""

from __future__ import annotations

import pytest
from tests.stories.conftest import Cli

ASKED = "two-bedroom in Brooklyn under $4,000"


@pytest.fixture
def copy(demo_copy: object, cli: Cli) -> Cli:
    """The command line on a copy of the demo, which keeps sessions."""
    return cli


def test_a_session_goes_on_from_message_to_message(copy: Cli) -> None:
    first = copy("chat", ASKED, "--session", "mine", "--json").json
    assert (first["session"], first["move"]) == ("mine", "new")
    second = copy("chat", "with a dishwasher", "--session", "mine", "--json").json
    assert second["label"] == f"{first['label']} · dishwasher"
    assert copy("chat", "what are my filters", "--session", "other", "--json").json["label"] == ""
    listed = copy("chat", "--sessions", "--json").json["sessions"]
    assert {one["session"]: one["turns"] for one in listed} == {"other": 1, "mine": 2}
    assert copy("chat", "--delete", "mine", "--json").json == {"deleted": 1}
    assert copy("chat", "--delete", "mine", "--json").error["message"] == "there is no session 'mine'"


def test_lines_from_a_pipe_are_messages_and_commands(copy: Cli) -> None:
    ran = copy("chat", stdin=f"{ASKED}\n/criteria\n/why 1\n/help\n/reset\n/criteria\n".encode())
    assert ran.code == 0
    assert "2 bedrooms · Brooklyn · under $4,000" in ran.out
    assert "Place 1 of" in ran.out
    assert "/why N" in ran.out
    assert ran.out.endswith("Nothing is searched for yet.\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((" ",), "the query is empty"),
        (("x" * 5_000,), "4,000 is the most"),
        (("quiet", "--limit", "0"), "--limit 0"),
        (("quiet", "--sessions"), "give one of"),
        (("quiet", "--session", "a\nb"), "name of the session"),
    ],
)
def test_what_cannot_be_answered_is_told(copy: Cli, arguments: tuple[str, ...], told: str) -> None:
    ran = copy("chat", *arguments, "--json")
    assert ran.code != 0
    assert told in ran.error["message"]


def test_a_bad_line_of_a_pipe_does_not_stop_the_others(copy: Cli) -> None:
    ran = copy("chat", stdin=f"/why 9\n{'x' * 5_000}\n{ASKED}\n".encode())
    assert ran.code != 0
    assert "there is no hit '9'" in ran.err
    assert "that fit: 2 bedrooms" in ran.out
