"""What asked for keys once goes on asking, whatever becomes of the file of keys."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from claimtree.access import Demand, Keys, Role
from claimtree.access.key_policy import FILE


def at(folder: Path, *, demanded: bool = False) -> Keys:
    return Keys(folder / "keys.db", demanded=demanded)


def lose(folder: Path) -> None:
    for file in folder.glob("keys.db*"):
        file.unlink()


def empty(folder: Path) -> None:
    lose(folder)
    (folder / "keys.db").touch()


def made_elsewhere(folder: Path) -> None:
    """An empty file of keys, as in a folder where no key was made."""
    lose(folder)
    with closing(at(folder)) as keys, keys._file.writing():
        pass


def test_nobody_is_asked_for_a_key_before_there_is_one(tmp_path: Path) -> None:
    with closing(at(tmp_path)) as keys:
        assert keys.demand() is Demand.NONE
        assert not list(tmp_path.iterdir())
        keys.add("one", role=Role.READ)
        assert keys.demand() is Demand.KEYS
        keys.revoke("one")
        assert keys.demand() is Demand.KEYS


@pytest.mark.parametrize("become", [lose, empty, made_elsewhere])
@pytest.mark.parametrize("again", [False, True])
def test_keys_that_are_lost_are_missed_also_after_a_restart(
    tmp_path: Path, become: Callable[[Path], None], again: bool
) -> None:
    with closing(at(tmp_path)) as keys:
        keys.add("one", role=Role.READ)
        become(tmp_path)
        with closing(at(tmp_path)) as other:
            assert (other if again else keys).demand() is Demand.LOST


def test_a_process_remembers_what_the_folder_has_lost(tmp_path: Path) -> None:
    with closing(at(tmp_path)) as maker:
        secret = maker.add("one", role=Role.READ).secret
    with closing(at(tmp_path)) as looked, closing(at(tmp_path)) as asked, closing(at(tmp_path, demanded=True)) as told:
        assert looked.demand() is Demand.KEYS
        assert asked.check(secret) is not None
        lose(tmp_path)
        (tmp_path / FILE).unlink()
        assert {one.demand() for one in (looked, asked, told)} == {Demand.LOST}
        assert asked.check(secret) is None


def test_a_folder_of_before_remembers_as_soon_as_its_keys_are_seen(tmp_path: Path) -> None:
    with closing(at(tmp_path)) as keys:
        keys.add("one", role=Role.READ)
    (tmp_path / FILE).unlink()
    with closing(at(tmp_path)) as keys:
        assert keys.demand() is Demand.KEYS
    lose(tmp_path)
    with closing(at(tmp_path)) as keys:
        assert keys.demand() is Demand.LOST


@pytest.mark.parametrize("said", ["", "\x00\xff", "keys", "something else"])
def test_a_damaged_memory_lets_nobody_in(tmp_path: Path, said: str) -> None:
    (tmp_path / FILE).write_text(said, encoding="latin-1")
    with closing(at(tmp_path)) as keys:
        assert keys.demand() is Demand.LOST


def test_a_person_opens_it_again_for_every_process(tmp_path: Path) -> None:
    with closing(at(tmp_path)) as keys, closing(at(tmp_path)) as server:
        keys.add("one", role=Role.READ)
        assert server.demand() is Demand.KEYS
        lose(tmp_path)
        assert server.demand() is Demand.LOST
        assert keys.reset() == 0
        assert server.demand() is Demand.NONE
        keys.add("two", role=Role.READ)
        assert server.demand() is Demand.KEYS
        lose(tmp_path)
        assert server.demand() is Demand.LOST
        keys.add("three", role=Role.READ)
        assert server.demand() is Demand.KEYS
        assert keys.reset() == 1
        assert server.demand() is Demand.NONE


def test_a_folder_that_cannot_be_written_is_remembered_by_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    with closing(at(tmp_path)) as keys:
        monkeypatch.setattr(Path, "write_text", full)
        keys.add("one", role=Role.READ)
        lose(tmp_path)
        assert keys.demand() is Demand.LOST
