"""A source that another package brings: a folder of Markdown files, whose headings start parts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from textwrap import dedent

import pytest

from claimtree.model.pack import Pack
from claimtree.packs import load_pack

PACK = """
name = "notes"
version = 1
language = "en"
title = "Notes"
source = "{source}"
levels = {{ shelf = "", note = "shelf", section = "note" }}
answers = "note"
default_type = "topic"

[types.topic]
about = "what it is about"
levels = ["section", "note"]

[[evidence]]
wish = {{ level = "section", types = ["topic"] }}
by = {{ level = "note", types = ["topic"] }}
proves = 0.9

[concepts."pressure valve"]
type = "topic"
says = ["relief valve"]

[concepts."frost protection"]
type = "topic"

[concepts.descaling]
type = "topic"
says = ["descale", "limescale"]
"""

SOURCE = '''
from claimtree.errors import BadRecord
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.documents import Document, Part, Position
from claimtree.model.hierarchy import Source


class MarkdownNotes:
    """A note for each file, a section for each heading."""

    formats = ".md"

    def __init__(self, pack):
        self.pack = pack

    def recognises(self, file):
        return file.suffix == ".md"

    def count(self, files):
        return len(files)

    def read(self, files, *, after=None):
        paths = [str(file.path) for file in files]
        first = paths.index(after.file) + 1 if after is not None and after.file in paths else 0
        for file in files[first:]:
            text = file.path.read_text(encoding="utf-8")
            if not text.strip():
                reason = "the file is empty"
                yield BadRecord(f"{file.name}: {reason}", values={"place": file.name, "reason": reason})
                continue
            lines = text.splitlines()
            heads = [number for number, line in enumerate(lines) if line.startswith("#")]
            opening = lines[: heads[0]] if heads else lines
            yield Document(
                id=EntityId(file.name.removesuffix(".md")),
                level=LevelName("note"),
                title=file.path.stem,
                source=Source(name="notes", text="\\n".join(opening), citation=file.name),
                part_stream=self.sections(file.name, lines, heads),
                position=Position(file=str(file.path), record=1),
                place=file.name,
            )

    def sections(self, name, lines, heads):
        for at, following in zip(heads, [*heads[1:], len(lines)]):
            if "BROKEN" in lines[at]:
                raise ValueError(f"no section can start with {lines[at]!r}")
            yield Part(
                key="sections",
                level=LevelName("section"),
                facet=None,
                title=lines[at].lstrip("# "),
                text="\\n".join(lines[at + 1 : following]).strip(),
                citation=f"{name}, line {at + 1}",
            )


def not_a_source(pack):
    return object()


BROKEN = 1 / 1
'''

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a package with entry points, as pip would lay it out."""
    folder = tmp_path / "site"

    def install(points: str = "markdown = notes_source:MarkdownNotes", *, module: str = SOURCE) -> None:
        (folder / "notes_source-1.0.dist-info").mkdir(parents=True)
        (folder / "notes_source.py").write_text(module, encoding="utf-8")
        (folder / "notes_source-1.0.dist-info" / "METADATA").write_text("Name: notes-source\nVersion: 1.0\n")
        text = f"[claimtree.sources]\n{points}\n"
        (folder / "notes_source-1.0.dist-info" / "entry_points.txt").write_text(text)
        monkeypatch.syspath_prepend(str(folder))

    yield install
    sys.modules.pop("notes_source", None)


@pytest.fixture
def notes_pack(tmp_path: Path) -> Callable[[str], Path]:
    """Writes the pack of notes with a source of that name; its folder."""

    def write(source: str = "markdown") -> Path:
        folder = tmp_path / f"pack-{source}"
        folder.mkdir()
        (folder / "pack.toml").write_text(PACK.format(source=source), encoding="utf-8")
        return folder

    return write


@pytest.fixture
def notes(install: Install, notes_pack: Callable[..., Path]) -> Pack:
    install()
    return load_pack(notes_pack())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two notes, and something that is none."""
    written = tmp_path / "notes"
    (written / "heating").mkdir(parents=True)
    (written / "heating" / "boiler.md").write_text(
        dedent(
            """\
            How to look after the boiler.

            # Safety
            Test the relief valve once a year.

            # Winter
            Frost protection is built in.
            """
        ),
        encoding="utf-8",
    )
    (written / "kettle.md").write_text("# Cleaning\nDescale it with vinegar.\n", encoding="utf-8")
    (written / "picture.png").write_bytes(b"not read")
    return written


def names(files: Sequence[Path]) -> list[str]:
    return [file.name for file in files]
