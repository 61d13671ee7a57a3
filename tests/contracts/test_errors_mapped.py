"""Every error we raise on purpose has an exit code and a status over HTTP, and the reference names it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from claimtree import errors
from claimtree.api.problems import STATUS
from claimtree.cli.exits import CODES, MEANINGS, Exit, exit_for
from claimtree.errors import ClaimtreeError

ROOT = Path(__file__).parents[2]


def tree(kind: type[ClaimtreeError]) -> Iterator[type[ClaimtreeError]]:
    yield kind
    for child in kind.__subclasses__():
        if child.__module__ == errors.__name__:
            yield from tree(child)


def test_every_error_has_an_exit_code() -> None:
    assert set(tree(ClaimtreeError)) == set(CODES)


def test_every_error_has_a_status_over_http() -> None:
    assert set(tree(ClaimtreeError)) == set(STATUS)
    assert all(status >= 400 for status in STATUS.values())


def test_no_error_ends_like_a_success() -> None:
    assert Exit.OK not in CODES.values()


def test_every_error_has_a_code_of_its_own() -> None:
    codes = [kind.code for kind in tree(ClaimtreeError)]
    assert len(codes) == len(set(codes))


def test_every_exit_code_says_what_it_means() -> None:
    assert set(MEANINGS) == set(Exit)


def test_a_derived_error_takes_the_code_of_its_nearest_parent() -> None:
    class Busy(errors.StoreUnavailable):
        pass

    assert exit_for(Busy("busy")) is Exit.STORE


@pytest.mark.parametrize("kind", [*tree(ClaimtreeError)], ids=lambda kind: kind.code)
def test_the_reference_names_the_error(kind: type[ClaimtreeError]) -> None:
    assert f"`{kind.code}`" in (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
