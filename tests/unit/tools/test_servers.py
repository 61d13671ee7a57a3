"""The script that starts real servers, as far as it goes without one: arguments, the state file, what is missing."""

import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "tools" / "servers.py"
CANNOT_RUN_HERE = 69


class Script:
    """The script with a state file and a cache of its own, on a machine that has neither Java nor Maven."""

    def __init__(self, folder: Path) -> None:
        self.state = folder / "state.json"
        self.cache = folder / "cache"
        self.path = folder / "path"
        self.path.mkdir()

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        environment = {
            "PATH": str(self.path),
            "CLAIMTREE_TEST_SERVERS": str(self.state),
            "CLAIMTREE_SERVERS": str(self.cache),
            "TMPDIR": str(self.state.parent),
        }
        pipe = subprocess.PIPE
        command = [sys.executable, str(SCRIPT), *arguments]
        return subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True)

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        process = self.start(*arguments)
        out, errors = process.communicate(timeout=60)
        return process.returncode, out, errors

    def note(self, server: str, *nodes: Mapping[str, object]) -> None:
        """Write a state as if these nodes had been started."""
        self.state.write_text(json.dumps({"servers": {server: nodes}}), encoding="utf-8")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that others may enter, unlike pytest's: servers that root starts run as another
    user.
    """
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def script(folder: Path) -> Script:
    return Script(folder)


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    """A process of ours that stands for a server."""
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    yield process
    process.kill()
    process.wait()


def node(folder: Path, pid: int, born: str, name: str = "node1", http: int = 21900) -> dict[str, object]:
    return {
        "server": "elasticsearch", "name": name, "kind": "elasticsearch", "folder": str(folder), "http": http,
        "transport": http + 1, "heap": "512m", "pid": pid, "born": born,
    }  # fmt: skip


def birth(pid: int) -> str:
    return subprocess.run(
        [sys.executable, "-c", f"import server_nodes; print(server_nodes.born({pid}))"],
        cwd=SCRIPT.parent,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


def test_a_machine_without_maven_is_told_so_in_one_line(script: Script) -> None:
    code, _, errors = script("start", "elasticsearch")
    assert code == CANNOT_RUN_HERE
    assert errors.splitlines() == [
        "Maven is needed to fetch elasticsearch-8.19.0.zip once, and there is no 'mvn' on the PATH"
    ]


def test_a_machine_without_java_is_told_so_in_one_line(script: Script) -> None:
    maven = script.path / "mvn"
    maven.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    maven.chmod(0o755)
    code, _, errors = script("start", "elasticsearch", "opensearch")
    assert code == CANNOT_RUN_HERE
    assert [line.partition(" is needed")[0] for line in errors.splitlines()] == ["Java", "Java"]


def test_what_maven_brings_is_not_used_when_it_is_broken(script: Script) -> None:
    maven = """#!/bin/sh
        for word; do case $word in -DoutputDirectory=*) out="${word#*=}"; esac; done
        echo broken > "$out/elasticsearch-8.19.0.zip"
    """
    for name, text in (("mvn", maven), ("java", "#!/bin/sh\n")):
        (script.path / name).write_text(text, encoding="utf-8")
        (script.path / name).chmod(0o755)
    code, _, errors = script("start", "elasticsearch")
    assert code == 1
    assert "arrived broken twice" in errors
    assert not (script.cache / "elasticsearch-8.19.0.zip").exists()
    assert not list(script.cache.glob("fetching-*"))


def test_what_cannot_be_started_leaves_no_state_and_no_server(script: Script) -> None:
    script("start", "elasticsearch")
    _, out, _ = script("env")
    assert out == f"export CLAIMTREE_TEST_SERVERS={script.state}\n"


def test_a_server_that_does_not_exist_is_refused_with_those_that_do(script: Script) -> None:
    code, _, errors = script("start", "solr")
    assert code == 2
    assert "solr" in errors
    assert "opensearch" in errors


def test_a_command_is_not_run_without_the_servers_it_asked_for(script: Script, folder: Path) -> None:
    ran = folder / "ran"
    code, _, _ = script("run", "--servers", "elasticsearch", "--", sys.executable, "-c", f"open({str(ran)!r}, 'w')")
    assert code == CANNOT_RUN_HERE
    assert not ran.exists()


def test_running_passes_the_commands_exit_code_on(script: Script) -> None:
    code, _, _ = script("run", "--servers", "", "--", sys.executable, "-c", "raise SystemExit(7)")
    assert code == 7


def test_running_leaves_nothing_in_the_temporary_folder(script: Script) -> None:
    before = set(script.state.parent.iterdir())
    script("run", "--servers", "", "--", sys.executable, "-c", "raise SystemExit(1)")
    assert set(script.state.parent.iterdir()) == before


def test_running_tidies_up_when_it_is_asked_to_end(script: Script, folder: Path) -> None:
    ready = folder / "ready"
    program = f"import time; open({str(ready)!r}, 'w').close(); time.sleep(600)"
    process = script.start("run", "--servers", "", "--", sys.executable, "-c", program)
    while not ready.exists() and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGTERM
    assert not list(folder.glob("claimtree-servers-*"))


def test_running_nothing_is_refused(script: Script) -> None:
    code, _, errors = script("run", "--servers", "", "--")
    assert code == 1
    assert "command" in errors


def test_a_running_node_is_in_the_environment_and_an_ended_one_is_not(
    script: Script, sleeper: subprocess.Popen[bytes], folder: Path
) -> None:
    script.note("elasticsearch-3", node(folder, sleeper.pid, birth(sleeper.pid)), node(folder, 0, "", "node2", 22900))
    _, out, _ = script("env")
    assert "export CLAIMTREE_TEST_ELASTICSEARCH_3=127.0.0.1:21900,127.0.0.1:22900\n" in out
    script.note("elasticsearch-3", node(folder, 0, ""))
    _, out, _ = script("env")
    assert "ELASTICSEARCH_3" not in out


def test_stopping_ends_the_process_that_was_started_even_when_it_is_paused(
    script: Script, sleeper: subprocess.Popen[bytes], folder: Path
) -> None:
    script.note("elasticsearch", node(folder, sleeper.pid, birth(sleeper.pid)))
    sleeper.send_signal(signal.SIGSTOP)
    code, _, _ = script("stop")
    assert code == 0
    assert sleeper.wait(timeout=10) == -signal.SIGTERM
    assert not script.state.exists()


def test_a_pid_that_now_belongs_to_another_process_is_left_alone(
    script: Script, sleeper: subprocess.Popen[bytes], folder: Path
) -> None:
    script.note("elasticsearch", node(folder, sleeper.pid, "long ago"))
    code, _, _ = script("stop", "elasticsearch")
    assert code == 0
    assert sleeper.poll() is None


def test_stopping_removes_data_that_is_kept_elsewhere(script: Script, folder: Path) -> None:
    data = folder / "memory"
    data.mkdir()
    (data / "segment").touch()
    script.note("elasticsearch", {**node(folder, 0, ""), "data": str(data), "brief": True})
    code, _, _ = script("stop")
    assert code == 0
    assert not data.exists()


def test_stopping_what_was_never_started_is_fine(script: Script) -> None:
    assert script("stop") == (0, "", "")


def test_a_node_that_was_never_started_cannot_be_restarted(script: Script, folder: Path) -> None:
    script.note("elasticsearch", node(folder, 0, ""))
    code, _, errors = script("restart", "elasticsearch/node9")
    assert code == 1
    assert "have: elasticsearch/node1" in errors


def test_a_state_file_of_another_kind_is_refused_and_kept(script: Script) -> None:
    script.state.write_text("[1, 2]", encoding="utf-8")
    code, _, errors = script("stop")
    assert code == 1
    assert "remove it" in errors
    assert script.state.read_text(encoding="utf-8") == "[1, 2]"
