#!/usr/bin/env python3
"""Real servers for tests and benchmarks: start, stop, status, env, restart, run.

    tools/servers.py start elasticsearch opensearch
    eval "$(tools/servers.py env)"
    tools/servers.py stop
    tools/servers.py run --servers elasticsearch-3 -- make servers-test

They are not needed to use Claimtree. All servers listen on 127.0.0.1 only; data, logs and pids are
beside the state file in the temporary folder; downloads stay in a cache outside the tree. Exit
codes: 1 if a server fails, 2 for wrong arguments, 69 if this machine lacks what a server needs
(Java and Maven for the first download, chromadb).
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType

from server_archives import CannotRunHere, ServerError, locked
from server_nodes import alive, new_nodes, start, stop, wait_until_healthy
from server_programs import Node, data_folder

KINDS = {
    "elasticsearch": ("elasticsearch", 1),
    "elasticsearch-3": ("elasticsearch", 3),
    "elasticsearch-secured": ("elasticsearch", 1),
    "opensearch": ("opensearch", 1),
    "chroma": ("chroma", 1),
}
"""The servers that can be started: the program, and its number of nodes."""

STATE = "CLAIMTREE_TEST_SERVERS"
FAILED, CANNOT_RUN_HERE = 1, 69
WAIT_S = 300.0


@dataclass(slots=True, kw_only=True)
class State:
    """The started servers, in a file that tests may read; the folder of the same name has data,
    logs and programs."""

    file: Path
    servers: dict[str, tuple[Node, ...]] = field(default_factory=dict)

    @property
    def run(self) -> Path:
        """Returns the folder with data, logs and programs."""
        return self.file.with_suffix("")

    @classmethod
    def load(cls, file: Path) -> State:
        """Reads the state from a file; without one, no servers are running."""
        try:
            written = json.loads(file.read_text(encoding="utf-8"))
            servers = {name: tuple(Node(**node) for node in nodes) for name, nodes in written["servers"].items()}
        except FileNotFoundError:
            return cls(file=file)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ServerError(f"{file} is no state of servers that this script wrote; remove it") from error
        return cls(file=file, servers=servers)

    def save(self) -> None:
        """Replaces the file atomically, so that readers see the old state or this one."""
        written = {"servers": {name: [asdict(node) for node in nodes] for name, nodes in self.servers.items()}}
        fresh = self.file.with_suffix(".new")
        fresh.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
        fresh.replace(self.file)

    def environment(self) -> dict[str, str]:
        """Returns the environment variables for tests: the addresses of each running server, and
        the state file."""
        named = {
            f"CLAIMTREE_TEST_{name.upper().replace('-', '_')}": ",".join(node.address for node in nodes)
            for name, nodes in self.servers.items()
            if any(alive(node) for node in nodes)
        }
        secured = {
            f"CLAIMTREE_TEST_{name.upper().replace('-', '_')}_FILES": node.folder
            for name, nodes in self.servers.items()
            for node in nodes
            if node.secured and alive(node)
        }
        return {**named, **secured, STATE: str(self.file)}


def start_servers(state: State, names: Sequence[str], *, heap: str, brief: bool, limit_s: float) -> None:
    """Starts all servers that do not run yet. Those that this machine cannot run are skipped and
    reported at the end."""
    began = time.monotonic()
    lacking: list[str] = []
    fresh: list[str] = []
    try:
        for name in dict.fromkeys(names):
            if name in state.servers and all(alive(node) for node in state.servers[name]):
                _say(f"{name} runs already: {_addresses(state.servers[name])}")
                continue
            stop_servers(state, [name])
            _make_run_folder(state.run)
            nodes = new_nodes(name, *KINDS[name], state.run, heap, brief=brief)
            try:
                state.servers[name] = start(nodes, nodes, state.run, limit_s)
            except BaseException as error:
                _remove_data(nodes)
                if not isinstance(error, CannotRunHere):
                    raise
                lacking.append(str(error))
                continue
            fresh.append(name)
            state.save()
        for name in fresh:
            wait_until_healthy(state.servers[name], len(state.servers[name]), limit_s)
            _say(f"{name} runs: {_addresses(state.servers[name])}, {time.monotonic() - began:.0f} s")
    except BaseException:
        stop_servers(state, fresh)
        raise
    if lacking:
        stop_servers(state, [])
        raise CannotRunHere("\n".join(dict.fromkeys(lacking)))


def stop_servers(state: State, names: Iterable[str]) -> None:
    """Stops servers and removes their data; with the last one, the unpacked programs are removed
    too."""
    for name in [name for name in names if name in state.servers]:
        for node in state.servers[name]:
            stop(node)
        _remove_data(state.servers[name])
        del state.servers[name]
        shutil.rmtree(state.run / name, ignore_errors=True)
        state.save()
        _say(f"{name} is stopped")
    if not state.servers:
        shutil.rmtree(state.run, ignore_errors=True)
        state.file.unlink(missing_ok=True)


def restart(state: State, which: str, *, limit_s: float) -> None:
    """Restarts a server, or one node as SERVER/NODE, with its data and ports; it may be running or
    killed."""
    name, _, node_name = which.partition("/")
    nodes = state.servers.get(name, ())
    chosen = [node for node in nodes if node_name in ("", node.name)]
    if not chosen:
        have = [f"{node.server}/{node.name}" for nodes in state.servers.values() for node in nodes]
        raise ServerError(f"no {which!r} was started (have: {', '.join(have) or 'nothing'})")
    for node in chosen:
        stop(node)
    begun = {node.name: node for node in start(chosen, nodes, state.run, limit_s)}
    state.servers[name] = tuple(begun.get(node.name, node) for node in nodes)
    state.save()
    wait_until_healthy([*begun.values()], sum(alive(node) for node in state.servers[name]), limit_s)
    _say(f"{which} runs again: {_addresses(begun.values())}")


def run_command(names: Sequence[str], command: Sequence[str], *, heap: str, brief: bool, limit_s: float) -> int:
    """Runs a command with its own servers, which are stopped afterwards; returns the command's exit
    code."""
    folder = Path(tempfile.mkdtemp(prefix="claimtree-servers-"))
    state = State(file=folder / "state.json")
    try:
        folder.chmod(0o755)
        start_servers(state, names, heap=heap, brief=brief, limit_s=limit_s)
        code = _call(command, {**os.environ, **state.environment()})
    finally:
        # A second Ctrl-C must not leave servers behind.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        stop_servers(State.load(state.file) if state.file.exists() else state, KINDS)
        shutil.rmtree(folder, ignore_errors=True)
    return code


def show(state: State) -> None:
    """Prints one line per node: its name, whether it runs, its address and its log."""
    if not state.servers:
        _say("Nothing was started.")
    for node in (node for nodes in state.servers.values() for node in nodes):
        condition = "runs" if alive(node) else "has ended"
        _say(f"{node.server}/{node.name} {condition}: {node.address}, pid {node.pid}, log {node.console}")


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; returns the exit code."""
    asked = _parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGHUP, _leave)
    file = Path(asked.state or os.environ.get(STATE) or _default_state()).absolute()
    try:
        if asked.verb == "run":
            command = asked.command[1:] if asked.command[:1] == ["--"] else asked.command
            if not command:
                raise ServerError("run what? Give a command after --")
            return run_command(asked.servers, command, heap=asked.heap, brief=asked.brief, limit_s=asked.wait)
        if asked.verb == "env":
            lines = (f"export {name}={shlex.quote(value)}" for name, value in State.load(file).environment().items())
            sys.stdout.write("".join(f"{line}\n" for line in lines))
        elif asked.verb == "status":
            show(State.load(file))
        else:
            with locked(file.with_suffix(".lock")):
                state = State.load(file)
                if asked.verb == "start":
                    start_servers(state, asked.names, heap=asked.heap, brief=asked.brief, limit_s=asked.wait)
                elif asked.verb == "stop":
                    stop_servers(state, asked.names or [*state.servers])
                else:
                    restart(state, asked.which, limit_s=asked.wait)
    except ServerError as error:
        sys.stderr.write(f"{error}\n")
        return CANNOT_RUN_HERE if isinstance(error, CannotRunHere) else FAILED
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="servers.py", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--state", metavar="FILE", help=f"where the state is kept (default: {STATE}, or the temp folder)"
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    starting = argparse.ArgumentParser(add_help=False)
    starting.add_argument("--heap", default="512m", help="Java's memory per node (default: %(default)s)")
    starting.add_argument(
        "--brief",
        action="store_true",
        help="servers for minutes of tests: Java compiles little, and data is in memory where there is room",
    )
    waiting = argparse.ArgumentParser(add_help=False)
    waiting.add_argument("--wait", type=float, default=WAIT_S, metavar="SECONDS", help="how long to wait until healthy")
    names = verbs.add_parser("start", parents=[starting, waiting], help="start servers and leave them running")
    names.add_argument("names", nargs="+", choices=[*KINDS], metavar="NAME", help=", ".join(KINDS))
    stopping = verbs.add_parser("stop", help="stop servers, all without names, and remove their data")
    stopping.add_argument("names", nargs="*", metavar="NAME")
    verbs.add_parser("status", help="what runs, and where")
    verbs.add_parser("env", help="the addresses as export lines")
    again = verbs.add_parser("restart", parents=[waiting], help="start a server or SERVER/NODE again, with its data")
    again.add_argument("which", metavar="SERVER[/NODE]")
    running = verbs.add_parser("run", parents=[starting, waiting], help="run a command among servers of its own")
    running.add_argument("--servers", type=_names, default=["elasticsearch", "opensearch"], metavar="NAME,NAME")
    running.add_argument("command", nargs=argparse.REMAINDER, metavar="-- COMMAND")
    return parser


def _names(text: str) -> list[str]:
    names = [name for name in text.split(",") if name]
    for name in names:
        if name not in KINDS:
            raise argparse.ArgumentTypeError(f"no server {name!r} (have: {', '.join(KINDS)})")
    return names


def _call(command: Sequence[str], environment: dict[str, str]) -> int:
    try:
        code = subprocess.call([*command], env=environment)
    except FileNotFoundError as error:
        raise ServerError(f"no command {command[0]!r}") from error
    return code if code >= 0 else 128 - code


def _default_state() -> Path:
    return Path(tempfile.gettempdir()) / f"claimtree-servers-{os.getuid()}.json"


def _make_run_folder(folder: Path) -> None:
    """Creates the folder for data, logs and programs: writable only for us, and readable for the
    servers' user."""
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    if folder.stat().st_uid != os.geteuid():
        raise ServerError(f"{folder} belongs to another user; name another state file with --state or {STATE}")
    folder.chmod(0o755)
    closed = [path for path in (folder, *folder.parents) if not path.stat().st_mode & 0o001]
    if os.geteuid() == 0 and closed:
        raise ServerError(
            f"servers do not run as root, and other users cannot enter {closed[0]}: set TMPDIR to a folder they can"
        )


def _remove_data(nodes: Iterable[Node]) -> None:
    for node in nodes:
        shutil.rmtree(data_folder(node), ignore_errors=True)


def _addresses(nodes: Iterable[Node]) -> str:
    return ",".join(node.address for node in nodes)


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _leave(number: int, frame: FrameType | None) -> None:
    """Exits as if the signal was not handled, but after cleaning up."""
    sys.exit(128 + number)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
