"""The command `chat`: a conversation, at a prompt or one message at a time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from claimtree.cli.exits import exit_for
from claimtree.cli.help_text import examples
from claimtree.cli.options import (
    AsJson,
    AssistantName,
    EmbedderName,
    PackName,
    ReaderName,
    SourceAddress,
    StoreAddress,
    check_text,
    open_workspace,
    screen,
    texts,
)
from claimtree.errors import BadInput, ClaimtreeError
from claimtree.process_memory import collect_garbage_very_rarely

if TYPE_CHECKING:
    from claimtree.chat import Conversation, Reply
    from claimtree.chat.sessions import Key
    from claimtree.cli.screen import Screen
    from claimtree.workspace import Workspace

HISTORY: Final = "chat_history"
"""In the data folder: the messages typed at the prompt."""
MOST_HISTORY: Final = 1_000
PROMPT: Final = "> "
ENDS: Final = frozenset({"/quit", "/exit", "quit", "exit", "keluar"})
COMMANDS: Final = {
    "/criteria": "what is being searched for",
    "/why N": "why hit N stands where it stands, with all the evidence",
    "/reset": "forget this session",
    "/help": "these commands",
    "/quit": "end; the session is kept (so does Ctrl-D)",
}

Message = Annotated[
    str | None, typer.Argument(metavar="MESSAGE", help="One message, in quotes; - reads it from stdin. [a prompt]")
]


def register(app: typer.Typer) -> None:
    app.command(
        short_help="a conversation: criteria are kept from message to message",
        epilog=examples(
            "claimtree chat",
            "claimtree chat 'two-bedroom in Brooklyn under $4,000' --session mine",
            "claimtree chat 'with a dishwasher' --session mine --json",
            "claimtree chat --sessions",
            "claimtree chat --delete mine",
        ),
    )(chat)


def chat(
    message: Message = None,
    session: Annotated[str, typer.Option("--session", metavar="NAME", help="Which conversation to go on with.")] = "",
    limit: Annotated[int, typer.Option("--limit", help="How many hits a reply shows, 1 to 50.")] = 5,
    sessions: Annotated[bool, typer.Option("--sessions", help="List the sessions that are kept.")] = False,
    delete: Annotated[str | None, typer.Option("--delete", metavar="NAME", help="Delete a session.")] = None,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    reader: ReaderName = None,
    source: SourceAddress = None,
    assistant: AssistantName = None,
    as_json: AsJson = False,
) -> None:
    """Talk about what you look for: each message goes on from the last.

    "with a dishwasher" adds a wish, "but under $3,000" replaces the price, "forget the price" drops it, "anything
    else?" shows more, "number 2" tells all of a hit, "does it allow dogs?" asks about it, "compare 1 and 3" puts two
    side by side, "start over" begins anew. Sessions are kept in the data folder for 30 days.
    """
    collect_garbage_very_rarely()
    from claimtree.chat.conversation import MOST_LIMIT

    if not 1 <= limit <= MOST_LIMIT:
        raise BadInput(f"--limit {limit} is out of range", hint=f"Show 1 to {MOST_LIMIT} hits.")
    if sum([message is not None, sessions, delete is not None]) > 1:
        raise BadInput("give one of: a message, --sessions, --delete", hint="As in: claimtree chat --sessions")
    out = screen(as_json)
    opened = open_workspace(pack, store, embedder, reader, source=source, assistant=assistant)
    with opened as workspace, talking(workspace, limit) as talk:
        key = key_of(workspace, session)
        if sessions:
            list_sessions(talk, workspace, key, out)
        elif delete is not None:
            delete_session(talk, key_of(workspace, delete), out)
        elif message is None and sys.stdin.isatty() and not as_json:
            prompt(talk, workspace, key, out)
        else:
            one = texts(message if message is not None else "-", None)[0]
            check_text(one)
            given = [one.content] if message is not None else one.content.splitlines()
            answer_all(talk, workspace, key, [line for line in given if line.strip()] or [""], out)


@contextmanager
def talking(workspace: Workspace, limit: int) -> Iterator[Conversation]:
    """Yields the conversation about the store that a search would use."""
    from claimtree.chat import StoredSessions
    from claimtree.chat.open_conversation import open_conversation
    from claimtree.chat.sessions import FILE

    with (
        closing(StoredSessions(workspace.settings.home / FILE)) as kept,
        closing(open_conversation(workspace, kept, limit=limit)) as talk,
    ):
        yield talk


def key_of(workspace: Workspace, session: str) -> Key:
    """Returns the session of that name on the store that is in use."""
    from claimtree.chat.sessions import Key

    return Key(collection=workspace.settings.store_address, name=session)


def answer_all(talk: Conversation, workspace: Workspace, key: Key, messages: list[str], out: Screen) -> None:
    """Answers messages, a line each; one that cannot be read does not stop the others."""
    failed: ClaimtreeError | None = None
    for message in messages:
        try:
            answer(talk, workspace, key, message, out)
        except BadInput as error:
            if len(messages) == 1:
                raise
            failed = failed or error
            report(error, out)
    if failed is not None:
        raise typer.Exit(exit_for(failed))


def report(error: ClaimtreeError, out: Screen) -> None:
    if out.as_json:
        from claimtree import serialization

        out.result(serialization.of_error(error))
    else:
        out.say(f"{error.message}. {error.hint}".rstrip())


def answer(talk: Conversation, workspace: Workspace, key: Key, message: str, out: Screen) -> None:
    if message.startswith("/") and not out.as_json:
        command(talk, workspace, key, message, out)
        return
    reply = talk.reply(message, session=key.name, collection=key.collection)
    if out.as_json:
        from claimtree.chat.chat_json import reply_json

        out.result(reply_json(reply))
    else:
        show(reply, out)


def show(reply: Reply, out: Screen) -> None:
    """Shows a reply: its text, and why a language model had no part in it."""
    from claimtree.languages.rendering import render_all

    out.show_uncut(reply.text.split("\n"))
    if reply.model is not None and reply.model.notices:
        out.say(" ".join(render_all(reply.model.notices, reply.language)))


def prompt(talk: Conversation, workspace: Workspace, key: Key, out: Screen) -> None:
    """Reads messages at a prompt until it is closed, with the lines typed before at hand."""
    with history(workspace.settings.home / HISTORY):
        out.show_uncut([_welcome(key)])
        while True:
            try:
                message = input(PROMPT)
            except EOFError:
                out.show_uncut([""])
                return
            if message.strip().casefold() in ENDS:
                return
            if not message.strip():
                continue
            try:
                answer(talk, workspace, key, message.strip(), out)
            except ClaimtreeError as error:
                report(error, out)
            out.show_uncut([""])


def _welcome(key: Key) -> str:
    return f"Session {key.name or '(unnamed)'}. Say what you look for; /help lists the commands."


@contextmanager
def history(file: Path) -> Iterator[None]:
    """Context in which the arrow keys bring lines back, those of earlier runs included; where the
    terminal or the folder does not allow it, none."""
    try:
        import readline
    except ImportError:
        yield
        return
    try:
        readline.read_history_file(file)
    except OSError:
        readline.clear_history()
    readline.set_history_length(MOST_HISTORY)
    try:
        yield
    finally:
        try:
            file.touch(mode=0o600)
            readline.write_history_file(file)
        except OSError:
            pass  # a folder that cannot be written keeps no lines


def command(talk: Conversation, workspace: Workspace, key: Key, text: str, out: Screen) -> None:
    """Runs a command of the prompt."""
    name, _, rest = text.strip().partition(" ")
    match name:
        case "/criteria":
            out.show_uncut([criteria_line(talk, workspace, key)])
        case "/reset":
            talk.sessions.forget(key)
            out.show_uncut(["The session is forgotten."])
        case "/why":
            why(talk, workspace, key, rest.strip(), out)
        case "/help":
            out.show_uncut(f"{one}: {what}" for one, what in COMMANDS.items())
        case _:
            raise BadInput(f"there is no command {name[:40]!r}", hint=f"There are {', '.join(COMMANDS)}.")


def criteria_line(talk: Conversation, workspace: Workspace, key: Key) -> str:
    from claimtree.chat.chat_json import session_json
    from claimtree.chat.sessions import SessionInfo

    state, _ = talk.sessions.read(key)
    info = SessionInfo(name=key.name, turns=state.turns, used_at=0.0, state=state)
    return session_json(info, workspace.pack)["label"] or "Nothing is searched for yet."


def why(talk: Conversation, workspace: Workspace, key: Key, number: str, out: Screen) -> None:
    """Shows why a hit stands where it stands."""
    from claimtree.cli import show as shown

    explanation = talk.why(key, number)
    out.show(shown.explanation(explanation, shown.marks(unicode=out.unicode)))


def list_sessions(talk: Conversation, workspace: Workspace, key: Key, out: Screen) -> None:
    from claimtree.chat.chat_json import sessions_json

    found = sessions_json(talk.sessions.listed(key.collection), workspace.pack)
    if out.as_json:
        out.result({"sessions": found})
        return
    if not found:
        out.show_uncut(["No session is kept."])
    for one in found:
        name = one["session"] or "(unnamed)"
        out.show_uncut([f"{name}: {one['turns']} messages, last {one['used_at']}; {one['label']}"])


def delete_session(talk: Conversation, key: Key, out: Screen) -> None:
    talk.sessions.delete(key)
    if out.as_json:
        out.result({"deleted": 1})
    else:
        out.show_uncut([f"Session {key.name or '(unnamed)'} is deleted."])
