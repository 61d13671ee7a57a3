"""Every console example in the documentation is run, and every page is there.

A block marked ```console holds commands behind "$ " and what they print. "…" alone on a line stands for lines left
out, inside a line for words left out. Commands that are not ours (make, cat) are shown, not run.
"""

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from tests.shared_folders import built_once

from claimtree.cli.main import main
from claimtree.packs.load import known_packs

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
_OURS = ("claimtree ", ".venv/bin/claimtree ")


def _examples() -> Iterator[tuple[str, str, str]]:
    for page in PAGES:
        for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                if command.startswith(_OURS):
                    yield page.name, command, output


EXAMPLES = list(_examples())


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_once(tmp_path_factory, "docs", lambda home: _run("claimtree demo", home))


def _run(command: str, home: Path) -> str:
    """What the command prints; it is called in this process, for starting one takes longer than most of them."""
    printed, told = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(printed), redirect_stderr(told):
        for name, value in {"CLAIMTREE_HOME": str(home), "COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"}.items():
            patch.setenv(name, value)
        patch.chdir(home)
        code = main(shlex.split(command)[1:])
    printed.seek(0)
    text = printed.read()
    assert not code or "error" in text + told.getvalue(), told.getvalue()
    return text


@pytest.mark.parametrize(("page", "command", "expected"), EXAMPLES, ids=[f"{e[0]}: {e[1][:60]}" for e in EXAMPLES])
@pytest.mark.slow
def test_the_example_prints_what_the_page_shows(page: str, command: str, expected: str, home: Path) -> None:
    printed = _run(command, home)
    wanted = expected.replace("…", "...")
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.OutputChecker().check_output(wanted, printed, flags), (
        f"{page} shows\n{expected}\nbut it is\n{printed}"
    )


def _programs() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for block in re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            yield page.name, block


@pytest.mark.parametrize(("page", "program"), list(_programs()))
@pytest.mark.slow
def test_the_program_on_the_page_runs(page: str, program: str, home: Path) -> None:
    environment = {**os.environ, "CLAIMTREE_HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=environment,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, f"{page}: {done.stderr}"


def test_the_readme_starts_with_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.index("make demo") < text.index("make test") < text.index("\n## ")


def test_the_readme_has_examples_that_were_run() -> None:
    assert any(page == "README.md" for page, _, _ in EXAMPLES)


@pytest.mark.parametrize("pack", known_packs())
def test_every_pack_has_a_page(pack: str) -> None:
    assert (ROOT / "docs" / f"{pack}.md").exists()


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
