"""The options that most commands share, and helpers that open what they name."""

from __future__ import annotations

import gc
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.screen import Screen
from claimtree.errors import BadInput, BadQuery

if TYPE_CHECKING:
    from claimtree.settings import Settings
    from claimtree.workspace import Workspace

MOST_TEXT = 1_000_000
"""The most characters of a document that `read` accepts."""

AsJson = Annotated[bool, typer.Option("--json", help="One JSON object on stdout; everything else goes to stderr.")]
PackName = Annotated[
    str | None,
    typer.Option("--pack", metavar="PACK", help="The domain: a name (see `packs`), a folder or a file. [rentals]"),
]
StoreAddress = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="ADDRESS",
        help="A file, sqlite:///PATH, elasticsearch://HOST:PORT/PREFIX or memory:. [PACK.db in the data folder]",
    ),
]
EmbedderName = Annotated[
    str | None,
    typer.Option(
        "--embedder", metavar="NAME", help="claimtree-small-3, bge-small, hashed-256 or remote. [claimtree-small-3]"
    ),
]
ReaderName = Annotated[
    str | None,
    typer.Option("--reader", metavar="NAME", help="rules (built in) or llm (see docs/language-models.md). [rules]"),
]
AssistantName = Annotated[
    str | None,
    typer.Option(
        "--assistant",
        metavar="NAME",
        help="rules (built in), or a language model that chooses tools, words replies, or does both: tools, replies, "
        "llm (see docs/language-models.md). [rules]",
    ),
]
SourceAddress = Annotated[
    str | None,
    typer.Option(
        "--source",
        metavar="ADDRESS",
        help="Ask a structured source as well: the address of a service, or store: for the own store behind the same "
        "interface.",
    ),
]
VectorsAddress = Annotated[
    str | None,
    typer.Option(
        "--vectors",
        metavar="ADDRESS",
        help="A vector index of what is stored, which decides among equal hits: exact:///FILE, chroma://HOST:PORT/NAME "
        "(see docs/vector-indexes.md).",
    ),
]
Processes = Annotated[
    int | None,
    typer.Option(
        "--processes",
        metavar="N",
        help="Processes that read a large input; 0: as many as cores, up to 4; 1: this one alone. [0]",
        min=0,
        max=64,
    ),
]
Weights = Annotated[
    list[str] | None,
    typer.Option("--weight", metavar="LEVEL=W", help="How much a level counts, 0 to 1; may be given again."),
]
TextFile = Annotated[
    Path | None,
    typer.Option("--file", metavar="FILE", help="One text a line; the answers come one a line too. - is stdin."),
]
Strict = Annotated[bool, typer.Option("--strict", help="Only what meets every required wish.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A text from the command line, stdin or a file."""

    content: str
    intact: bool = True
    """False if some of its bytes were not UTF-8."""


def settings_from(
    pack: str | None,
    store: str | None,
    embedder: str | None,
    reader: str | None = None,
    processes: int | None = None,
    source: str | None = None,
    vectors: str | None = None,
    assistant: str | None = None,
) -> Settings:
    from claimtree.settings import load_settings

    given = {"pack": pack, "store": store, "embedder": embedder, "reader": reader}
    given |= {"source": source, "vectors": vectors, "assistant": assistant}
    return load_settings({**given, "reading_processes": str(processes) if processes is not None else None})


def open_workspace(
    pack: str | None,
    store: str | None,
    embedder: str | None,
    reader: str | None = None,
    processes: int | None = None,
    source: str | None = None,
    vectors: str | None = None,
    assistant: str | None = None,
) -> Workspace:
    # Objects that an import creates are not garbage; collecting meanwhile takes a twentieth of the
    # startup time.
    gc.disable()
    try:
        from claimtree.workspace import Workspace
    finally:
        gc.enable()
    return Workspace(settings_from(pack, store, embedder, reader, processes, source, vectors, assistant))


def screen(as_json: bool) -> Screen:
    return Screen(as_json=as_json)


def texts(text: str | None, file: Path | None) -> list[Text]:
    """Returns the texts to process: the argument, stdin for "-", or each line of a file."""
    if (text is None) == (file is None):
        raise BadInput(
            "give either a text or --file" if text is None else "give a text or --file, not both",
            hint="Quote the text: claimtree search 'quiet 2BR under $4,000'",
        )
    if text is not None:
        # A character has at most four bytes, so a text that is cut off here is too long anyway.
        return [_decoded(_stdin(4 * MOST_TEXT + 4)) if text == "-" else _argument(text)]
    raw = _stdin() if str(file) == "-" else _content(file or Path())
    return [_decoded(line.removesuffix(b"\r")) for line in raw.removesuffix(b"\n").split(b"\n")]


def check_text(text: Text) -> None:
    """Raises an error for a query that is not text; the engine checks the rest."""
    if not text.intact or "\x00" in text.content:
        raise BadQuery("the query is not text: it holds bytes that are not UTF-8", hint="Give plain text, as UTF-8.")


def check_document_length(text: Text) -> None:
    if len(text.content) > MOST_TEXT:
        raise BadInput(
            f"the text has {len(text.content):,} characters; {MOST_TEXT:,} is the most",
            hint="Cut it into parts, or index it as a document.",
            values={"length": len(text.content)},
        )


def level_weights(given: list[str] | None) -> dict[str, float]:
    """Parses options like `LEVEL=0.5`; whether the level exists is checked elsewhere, against the
    pack."""
    found: dict[str, float] = {}
    for item in given or ():
        level, sign, number = item.partition("=")
        try:
            found[level.strip()] = float(number)
        except ValueError:
            sign = ""
        if not sign or not level.strip():
            raise BadInput(
                f"--weight {item!r} is not LEVEL=NUMBER",
                hint="As in --weight LEVEL=0.5, with a level of the pack (see `claimtree packs`)",
                values={"weight": item},
            )
    return found


def _argument(text: str) -> Text:
    # Bytes that are not UTF-8 arrive as lone surrogates.
    clean = text.encode("utf-8", "replace").decode()
    return Text(content=clean, intact=clean == text)


def _decoded(raw: bytes) -> Text:
    clean = raw.decode("utf-8", "replace")
    return Text(content=clean.removeprefix("\ufeff"), intact=clean.encode() == raw)


def _stdin(most: int = -1) -> bytes:
    return sys.stdin.buffer.read(most)


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadInput(
            f"{file} cannot be read: {error.strerror or error}", hint="Check the path.", values={"file": str(file)}
        ) from error


def flags(pack: str | None, store: str | None, embedder: str | None, reader: str | None = None) -> list[str]:
    """Returns the options that were given, so that suggested commands use the same pack, store and
    models."""
    given = {"--pack": pack, "--store": store, "--embedder": embedder, "--reader": reader}
    return [part for flag, value in given.items() if value is not None for part in (flag, value)]
