"""A command line to try things on, with homes of its own and the hashed embedder."""

import gc
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import pytest
from tests.shared_folders import built_once
from tests.shared_packs import shared_pack

from claimtree.cli.main import command_line, main
from claimtree.model.claims import Name
from claimtree.model.pack import Pack
from claimtree.packs.cache import cached_pack
from claimtree.ports import Embedder, ScopeReader
from claimtree.text.rule_reader import RuleReader
from claimtree.text.unlisted_places import PlaceNames


@dataclass(frozen=True, kw_only=True)
class Ran:
    """How a command ended, and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one object on stdout."""
        lines = self.out.splitlines()
        assert len(lines) == 1, self.out
        return json.loads(lines[0])

    @property
    def error(self) -> dict[str, str]:
        found = self.json["error"]
        assert set(found) == {"code", "message", "hint"}
        return dict(found)


class Cli(Protocol):
    """Runs a command in this process."""

    def __call__(self, *arguments: str | Path, stdin: bytes = b"") -> Ran: ...


command_line_kept = cache(command_line)
readers: dict[tuple[int, str, tuple[Name, ...]], RuleReader] = {}


def reader_kept(
    pack: Pack,
    *,
    embedder: Embedder,
    scope: ScopeReader | None,
    unlearned: tuple[str, ...] = (),
    names: tuple[Name, ...] = (),
    places: PlaceNames | None = None,
) -> RuleReader:
    if places is not None:  # other stores, other places
        return RuleReader(pack, embedder=embedder, scope=scope, unlearned=unlearned, names=names, places=places)
    key = (id(pack), embedder.name, names)
    if key not in readers:
        readers[key] = RuleReader(pack, embedder=embedder, scope=scope, unlearned=unlearned, names=names)
    return readers[key]


@pytest.fixture(scope="module", autouse=True)
def process_left_as_it_was() -> Iterator[None]:
    """A server exempts the heap of its process from garbage collection, and has its threads take turns more often; here
    many come and go in one process.
    """
    interval = sys.getswitchinterval()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("claimtree.process_memory.freeze_heap", lambda: None)
        yield
    sys.setswitchinterval(interval)
    gc.collect()
    gc.freeze()  # what is left stays, and the next module has less to look at


@pytest.fixture(scope="session")
def demo_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the demo loaded; tests that change it work on a copy."""
    return built_once(tmp_path_factory, "demo", load_demo)


def load_demo(home: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLAIMTREE_HOME", str(home))
        patch.setenv("CLAIMTREE_EMBEDDER", "hashed-256")
        patch.setattr(sys, "stdout", io.StringIO())
        # As a user's, with the packs that were built for it: processes that search it find them there.
        patch.setattr("claimtree.workspace.cached_pack", cached_pack)
        assert main(["demo", "--json"]) == 0


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty home."""
    return tmp_path / "home"


@pytest.fixture
def demo_copy(demo_home: Path, home: Path) -> Path:
    """A home with the demo loaded that the test may change."""
    shutil.copytree(demo_home, home)
    return home


@pytest.fixture
def cli(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Commands on the test's own home, in the test's own folder, 80 columns wide."""
    for name in [name for name in os.environ if name.startswith("CLAIMTREE_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("CLAIMTREE_HOME", str(home))
    monkeypatch.setenv("CLAIMTREE_EMBEDDER", "hashed-256")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    # Most of what a command takes is loading the pack, its words and its own options, and they never change.
    monkeypatch.setattr("claimtree.workspace.cached_pack", lambda name, folder: shared_pack(name))
    monkeypatch.setattr("claimtree.workspace.RuleReader", reader_kept)
    monkeypatch.setattr("claimtree.indexing.rule_reading.RuleReader", reader_kept)
    monkeypatch.setattr("claimtree.cli.main.command_line", command_line_kept)

    def run(*arguments: str | Path, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Ran(code=code, out=captured.out, err=captured.err)

    return run


@pytest.fixture
def demo(demo_home: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Commands on the demo; they must not change it."""
    monkeypatch.setenv("CLAIMTREE_HOME", str(demo_home))
    return cli


Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def start(home: Path) -> Start:
    """Starts a command as a process of its own."""

    def begin(*arguments: str | Path) -> "subprocess.Popen[bytes]":
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CLAIMTREE_")}
        environment |= {"CLAIMTREE_HOME": str(home), "CLAIMTREE_EMBEDDER": "hashed-256"}
        return subprocess.Popen(
            [sys.executable, "-m", "claimtree", *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        )

    return begin


@pytest.fixture
def write_rows(tmp_path: Path) -> Callable[..., Path]:
    """Writes records as JSON Lines; text goes in as it is, broken or not."""

    def write(name: str, *rows: dict[str, object] | str) -> Path:
        path = tmp_path / name
        lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write
