"""calibrate, from labelled concepts to a table that searching finds, and everything that may go wrong on the way."""

import json
import shlex
import shutil
import tomllib
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from claimtree.calibration.fit import calibrate
from claimtree.calibration.labelled_concepts import SHIPPED
from claimtree.model.claims import TypeName
from claimtree.models.hashed import HashedEmbedder
from claimtree.packs import load_pack

pytestmark = pytest.mark.slow

Cli = Callable[..., Any]

LAPTOPS = Path(__file__).parents[1] / "packs" / "laptops"


@pytest.fixture
def laptops(tmp_path: Path) -> Path:
    """A user's own pack that is not calibrated yet."""
    folder = tmp_path / "laptops"
    shutil.copytree(LAPTOPS, folder, ignore=shutil.ignore_patterns("calibrations"))
    return folder


def test_the_table_lands_in_the_pack_and_is_used(cli: Cli, laptops: Path) -> None:
    assert load_pack(laptops).curve("hashed-256", TypeName("features")) is None
    ran = cli("calibrate", "--pack", laptops)
    assert ran.code == 0, ran.err
    table = laptops / "calibrations" / "hashed-256.toml"
    assert f"Written: {table}" in ran.out
    pack = load_pack(laptops)
    curve = pack.curve("hashed-256", TypeName("features"))
    assert curve is not None
    assert curve.slope > 0
    made = tomllib.loads(table.read_text(encoding="utf-8"))["made"]
    assert 0 <= made["ece"] < 0.2
    assert ElementTree.parse(table.with_suffix(".svg")).getroot().tag.endswith("svg")
    assert not list(table.parent.glob("*.new"))


def test_the_same_concepts_give_the_same_table(cli: Cli) -> None:
    some = concepts("some.jsonl", *SHIPPED.read_text(encoding="utf-8").splitlines()[:120])
    for name in ("a.toml", "b.toml"):
        assert cli("calibrate", "--concepts", some, "--out", name).code == 0
    assert Path("a.toml").read_text() == Path("b.toml").read_text()
    assert Path("a.svg").read_text() == Path("b.svg").read_text()


def test_a_program_gets_the_figures(cli: Cli) -> None:
    found = cli("calibrate", "--out", "t.toml", "--picture", "p.svg", "--json").json
    assert (found["embedder"], found["kind"], found["table"], found["picture"]) == (
        "hashed-256",
        "likeness",
        "t.toml",
        "p.svg",
    )
    assert found["types"][0]["type"] == "all"
    assert set(found["types"][0]) >= {"fitted", "pairs", "ECE", "Brier", "precision", "recall"}
    assert set(found["types"][0]["fitted"]) == {"slope", "offset", "threshold", "similarity"}
    assert Path("p.svg").exists()
    assert not Path("t.svg").exists()


def test_a_table_that_is_there_is_replaced_only_when_asked(cli: Cli, laptops: Path) -> None:
    (laptops / "calibrations").mkdir()
    table = laptops / "calibrations" / "hashed-256.toml"
    shutil.copy(LAPTOPS / "calibrations" / "hashed-256.toml", table)
    before = table.read_text()
    ran = cli("calibrate", "--pack", laptops, "--json")
    assert ran.code == 2
    assert ran.error["message"] == f"{table} is there already"
    assert table.read_text() == before
    assert cli("calibrate", "--pack", laptops, "--force").code == 0
    assert table.read_text() != before


def test_a_picture_that_is_there_is_replaced_only_when_asked(cli: Cli) -> None:
    some = concepts("some.jsonl", *SHIPPED.read_text(encoding="utf-8").splitlines()[:120])
    Path("p.svg").write_text("mine", encoding="utf-8")
    Path("t.svg").write_text("mine", encoding="utf-8")
    for picture in ((), ("--picture", "p.svg")):
        ran = cli("calibrate", "--concepts", some, "--out", "t.toml", *picture, "--json")
        assert (ran.code, ran.error["message"]) == (2, f"{picture[1] if picture else 't.svg'} is there already")
        assert "--picture" in ran.error["hint"]
    assert not Path("t.toml").exists()
    assert cli("calibrate", "--concepts", some, "--out", "t.toml", "--picture", "p.svg", "--force").code == 0
    assert Path("p.svg").read_text(encoding="utf-8") != "mine"
    assert Path("t.svg").read_text(encoding="utf-8") == "mine"


def test_what_fails_while_it_is_written_leaves_nothing_behind(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fit_meanwhile(*arguments: Any, **more: Any) -> Any:
        """Somebody makes a folder of that name while it computes."""
        (tmp_path / "t.toml").mkdir()
        return calibrate(*arguments, **more)

    some = concepts("some.jsonl", *SHIPPED.read_text(encoding="utf-8").splitlines()[:120])
    monkeypatch.setattr("claimtree.calibration.fit.calibrate", fit_meanwhile)
    ran = cli("calibrate", "--concepts", some, "--out", "t.toml", "--json")
    assert "t.toml cannot be written" in ran.error["message"]
    assert not list(tmp_path.glob("t.*.new"))


def test_the_examples_of_the_help_work(cli: Cli) -> None:
    lines = cli("calibrate", "--help").out.partition("Examples:")[2].splitlines()
    commands = [shlex.split(line) for line in lines if "claimtree " in line]
    assert len(commands) == 2
    for _, *arguments in commands:
        assert cli(*arguments).code == 0


def concepts(path: str, *lines: str) -> str:
    Path(path).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_rows_that_are_no_concepts_are_named(cli: Cli) -> None:
    lines = SHIPPED.read_text(encoding="utf-8").splitlines()[:120]
    bad = ['{"wish": ["quiet"]}'] * 7
    ran = cli("calibrate", "--concepts", concepts("c.jsonl", *bad, *lines), "--out", "t.toml")
    assert ran.code == 0, ran.err
    assert "skipped: c.jsonl:1: no 'met'" in ran.out
    assert "skipped: 2 more" in ran.out


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["--concepts", "missing.jsonl"], "bad_input", "missing.jsonl does not exist"),
        (["--concepts", "empty.jsonl"], "bad_input", "no concepts under empty.jsonl"),
        (["--concepts", "other.jsonl"], "bad_input", "no concepts under other.jsonl"),
        (["--concepts", "few.jsonl"], "bad_input", "10 are needed"),
        (["--precision", "0"], "bad_input", "--precision 0 is not"),
        (["--precision", "nan"], "bad_input", "--precision nan is not"),
        (["--precision", "1"], "bad_input", "--precision 1 is not"),
        (["--embedder", "oracle"], "unknown_name", "oracle"),
        (["--pack", "castles"], "unknown_name", "castles"),
        (["--out", "folder"], "bad_input", "folder cannot be written: a folder"),
        (["--out", "empty.jsonl/t.toml"], "bad_input", "empty.jsonl/t.toml cannot be written"),
        (["--out", "t.svg"], "bad_input", "t.svg cannot hold both the table and the picture"),
        (["--picture", "./folder/../t.toml"], "bad_input", "t.toml cannot hold both"),
        (["--embedder", "remote"], "bad_input", "without an endpoint"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_cannot_be_used_is_said_and_nothing_written(
    cli: Cli, arguments: list[str], code: str, says: str, tmp_path: Path
) -> None:
    concepts("empty.jsonl")
    concepts("other.jsonl", '{"text": "quiet"}')
    concepts("few.jsonl", *SHIPPED.read_text(encoding="utf-8").splitlines()[:3])
    (tmp_path / "folder").mkdir()
    ran = cli("calibrate", "--out", "t.toml", "--force", *arguments, "--json")
    assert (ran.code, ran.error["code"]) == (2, code)
    assert says in ran.error["message"]
    assert not list(tmp_path.glob("t.*"))


class Server(ThreadingHTTPServer):
    """An OpenAI-shaped endpoint with the vectors of the hashed embedder."""

    broken = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        vectors = HashedEmbedder(256).embed(texts)
        rows = vectors.codes.astype(np.float64) * vectors.scales[:, None]
        if self.server.broken:
            rows[-1, 0] = np.nan
        data = [{"index": n, "embedding": row.tolist()} for n, row in enumerate(rows)]
        body = json.dumps({"data": data}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> Iterator[Server]:
    with Server(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        monkeypatch.setenv("CLAIMTREE_EMBEDDER_URL", server.url)
        monkeypatch.setenv("CLAIMTREE_EMBEDDER_MODEL", "org/some model")
        monkeypatch.setenv("CLAIMTREE_EMBEDDER_DIMENSIONS", "256")
        yield server
        server.shutdown()


def test_a_remote_embedder_gets_a_table_under_its_models_name(server: Server, cli: Cli, laptops: Path) -> None:
    some = concepts("some.jsonl", *SHIPPED.read_text(encoding="utf-8").splitlines()[:120])
    ran = cli("calibrate", "--pack", laptops, "--embedder", "remote", "--concepts", some)
    assert ran.code == 0, ran.err
    assert [file.name for file in (laptops / "calibrations").glob("*.toml")] == ["remote%3Aorg%2Fsome%20model.toml"]
    assert load_pack(laptops).curve("remote:org/some model", TypeName("price")) is not None
    assert load_pack(laptops).curve("hashed-256", TypeName("price")) is None


def test_a_remote_embedder_that_gives_no_numbers_gets_no_table(server: Server, cli: Cli, laptops: Path) -> None:
    server.broken = True
    ran = cli("calibrate", "--pack", laptops, "--embedder", "remote", "--json")
    assert ran.error["code"] == "model"
    assert "not finite" in ran.error["message"]
    assert not (laptops / "calibrations").exists()
