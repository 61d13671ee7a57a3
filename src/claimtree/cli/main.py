"""The `claimtree` command: builds the command line, runs a command and handles errors.

Commands raise; only this module turns errors into messages and exit codes. Tracebacks are shown
only if requested.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any, TextIO

import typer

from claimtree.cli.exits import Exit, exit_for
from claimtree.cli.help_text import examples, exit_codes
from claimtree.cli.plain_values import take_plain_values
from claimtree.cli.screen import OutputClosed, plain, to_json, write
from claimtree.errors import ClaimtreeError
from claimtree.process_memory import collect_garbage_rarely, skip_collection_at_exit

INTRO = """Search by claims: say what you want in one sentence, and see for every hit what it meets, what it
refutes and what nobody says, with the words.

Settings come from flags, then the environment (CLAIMTREE_HOME, CLAIMTREE_PACK, CLAIMTREE_STORE,
CLAIMTREE_EMBEDDER), then claimtree.toml in the data folder."""

GROUPS = {
    "demo": ("demo",),
    "searching": ("search", "explain", "read"),
    "chat": ("chat",),
    "entity": ("show",),
    "indexing": ("index",),
    "sync": ("sync",),
    "columns": ("columns",),
    "store": ("info", "delete", "check"),
    "moving": ("copy", "rebuild"),
    "tree": ("tree",),
    "ask": ("ask",),
    "review": ("review",),
    "packs": ("packs",),
    "places": ("places",),
    "learn": ("learn",),
    "feedback": ("feedback",),
    "saved": ("saved",),
    "serve": ("serve",),
    "keys": ("keys",),
    "mcp": ("mcp",),
    "calibrate": ("calibrate",),
    "evals": ("eval",),
    "reference": ("reference",),
    "bench": ("bench",),
}
"""The modules of commands in the order in which they are shown, with the commands of each: a
command imports its own module and no other."""

SENTENCES = GROUPS["searching"]
"""The commands that take a sentence."""


def build(asked: str = "") -> typer.Typer:
    """Returns the command line: with the requested command only, or with all if the first word is
    not a command."""
    app = typer.Typer(
        add_completion=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        help=INTRO,
        epilog=f"{examples('claimtree demo', 'claimtree packs')}\n\n{exit_codes()}",
    )
    app.callback(invoke_without_command=True)(start)
    groups = [group for group, commands in GROUPS.items() if asked in commands] or GROUPS
    for group in groups:
        if find_spec(f"claimtree.cli.{group}") is not None:  # the benchmarks may be left out
            import_module(f"claimtree.cli.{group}").register(app)
    return app


def command_line(asked: str) -> Any:
    """Returns what typer makes of it, ready to run."""
    command = typer.main.get_command(build(asked))
    take_plain_values(command)
    return command


def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and end.")] = False,
) -> None:
    if version:
        from importlib.metadata import version as installed

        write(sys.stdout, f"claimtree {installed('claimtree')}\n")
        raise typer.Exit
    if context.invoked_subcommand is None:
        write(sys.stdout, context.get_help() + "\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    collect_garbage_rarely()
    try:
        with warnings.catch_warnings():
            warnings.showwarning = show_warning
            ended = run(given)
    except OutputClosed:
        # The interpreter flushes stdout when it exits, and would report an error.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
        return Exit.CLOSED
    if arguments is None:  # called as the program itself
        skip_collection_at_exit()
    return ended


def show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Shows a warning as one line, without the source location."""
    write(sys.stderr, f"Warning: {plain(str(message))}\n")


def run(given: list[str]) -> int:
    as_json = "--json" in given[: given.index("--")] if "--" in given else "--json" in given
    debug = bool(os.environ.get("CLAIMTREE_DEBUG"))
    command = command_line(given[0] if given else "")
    try:
        with ended_like_ctrl_c(), command.make_context("claimtree", given) as context:
            command.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return failed(Exit.INTERRUPTED, "interrupted", "interrupted", as_json=as_json)
    except typer.TyperException as error:
        hint = "Options stand after the command; `claimtree COMMAND --help` shows them with examples."
        extra = re.search(r"unexpected extra argument\S* \((.*)\)", error.format_message(), re.DOTALL)
        if given[0] in SENTENCES and extra is not None:
            hint = in_quotes(given[0], error, extra[1])
        return failed(Exit.BAD_INPUT, "usage", error.format_message(), hint, as_json=as_json)
    except ClaimtreeError as error:
        if debug:
            raise
        return failed(exit_for(error), error.code, error.message, error.hint, as_json=as_json)
    except OutputClosed:
        raise
    except OSError as error:
        if debug:
            raise
        what = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        hint = "Check that the path exists and that you may use it; CLAIMTREE_HOME names the data folder."
        return failed(Exit.BAD_INPUT, "file", what, hint, as_json=as_json)
    except Exception as error:  # the last resort: a traceback does not help a user
        if debug:
            raise
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        hint = "This should not happen. Set CLAIMTREE_DEBUG=1 to see where, and please report it."
        return failed(Exit.FAILED, "unexpected", what, hint, as_json=as_json)
    return Exit.OK


def in_quotes(command: str, error: typer.TyperException, extra: str) -> str:
    """Returns the hint for a sentence without quotes: the command with the user's own words in quotes."""
    params = getattr(getattr(error, "ctx", None), "params", {})
    words = [str(params[name]) for name in ("id", "text") if params.get(name)]
    if not words:
        return "Put the sentence in quotes."
    words[-1] += f" {extra}"
    return f"Put the sentence in quotes: {shlex.join(['claimtree', command, *words])}"


@contextmanager
def ended_like_ctrl_c() -> Iterator[None]:
    """Makes SIGTERM end a command as Ctrl-C does: after the current batch, with nothing half
    done."""
    in_main = threading.current_thread() is threading.main_thread()
    is_ours = in_main and signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    if is_ours:
        signal.signal(signal.SIGTERM, lambda number, frame: signal.raise_signal(signal.SIGINT))
    try:
        yield
    finally:
        if is_ours:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def failed(code: Exit, name: str, message: str, hint: str = "", *, as_json: bool) -> Exit:
    """Reports an error: as an object on stdout for a program, in a line or two on stderr for a
    person."""
    if as_json:
        shape = {"error": {"code": name, "message": message, "hint": hint}}
        write(sys.stdout, to_json(shape, encoding=sys.stdout.encoding or "utf-8") + "\n")
        return code
    lines = [plain(line) for line in message.splitlines() if line.strip()] or [name]
    coloured = sys.stderr.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    red, dim, end = ("\x1b[31m", "\x1b[2m", "\x1b[0m") if coloured else ("", "", "")
    write(sys.stderr, f"{red}Error: {lines[0]}{end}\n" + "".join(f"  {line}\n" for line in lines[1:]))
    if hint:
        write(sys.stderr, f"{dim}{plain(hint)}{end}\n")
    return code
