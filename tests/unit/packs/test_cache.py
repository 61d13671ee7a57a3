"""A pack from the cache is the pack that its files make, and whatever is wrong with the cache costs only time."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from dataclasses import fields, is_dataclass
from pathlib import Path

import numpy as np
import pytest

from claimtree.errors import PackError
from claimtree.packs import cache
from claimtree.packs.cache import cached_pack, decoded, encoded
from claimtree.packs.load import load_pack

LAPTOPS = Path(__file__).parents[2] / "packs" / "laptops"


def age(folder: Path) -> None:
    """Make files look as if they had been written a while ago."""
    for file in folder.rglob("*"):
        os.utime(file, (time.time() - 60, time.time() - 60))


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    shutil.copytree(LAPTOPS, tmp_path / "laptops")
    age(tmp_path / "laptops")
    return tmp_path / "laptops"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "home" / "packs"


def is_same(one: object, other: object) -> bool:
    """Whether two values are equal, and of the same types all the way down: 1 is not 1.0, nor a word an enum."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    if is_dataclass(one):
        return all(is_same(getattr(one, field.name), getattr(other, field.name)) for field in fields(one))
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(is_same, one, other))
    return one == other


def loads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The packs that are loaded from their files from now on."""
    seen: list[Path] = []
    load_file = sys.modules["claimtree.packs.load"].load_file

    def noted(file: Path, *, guesses: bool = True) -> object:
        seen.append(file)
        return load_file(file, guesses=guesses)

    monkeypatch.setattr("claimtree.packs.load.load_file", noted)
    return seen


@pytest.mark.parametrize("name", ["rentals", "property", str(LAPTOPS)])
def test_what_was_encoded_is_decoded_to_the_same_values_of_the_same_types(name: str) -> None:
    pack = load_pack(name)
    through_json = json.loads(json.dumps(encoded(pack)))
    assert is_same(decoded(through_json), pack)


def test_the_second_time_nothing_is_read_but_the_cache(pack: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = loads(monkeypatch)
    first = cached_pack(pack, kept)
    second = cached_pack(pack, kept)
    assert loaded == [pack / "pack.toml"]
    assert is_same(second, first)


@pytest.mark.parametrize("change", ["pack.toml", "calibrations/new.toml"])
def test_a_pack_whose_files_changed_is_read_again(pack: Path, kept: Path, change: str) -> None:
    before = cached_pack(pack, kept)
    if change == "pack.toml":
        text = (pack / change).read_text(encoding="utf-8")
        (pack / change).write_text(text.replace("title = ", 'title = "Other" # ', 1), encoding="utf-8")
        assert cached_pack(pack, kept).title == "Other" != before.title
    else:
        (pack / "calibrations").mkdir(exist_ok=True)
        (pack / change).write_text(
            'kind = "judge"\nembedder = "new"\n[bars]\ndefault = { met = 0.8, refuted = 0.8, maybe = 0.5 }\n',
            encoding="utf-8",
        )
        assert "new" in cached_pack(pack, kept).judged
    age(pack)
    assert is_same(cached_pack(pack, kept), load_pack(pack))
    assert is_same(cached_pack(pack, kept), load_pack(pack))


def test_a_file_that_was_written_just_now_is_not_kept(pack: Path, kept: Path) -> None:
    (pack / "pack.toml").touch()
    cached_pack(pack, kept)
    assert not kept.exists()


def test_a_pack_that_was_built_by_other_code_is_built_again(
    pack: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cached_pack(pack, kept)
    loaded = loads(monkeypatch)
    monkeypatch.setattr(cache, "_code", lambda: "another")
    cached_pack(pack, kept)
    assert len(loaded) == 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[: len(content) // 2],
        lambda content: content.replace(b"Concept", b"Konzept"),
        lambda content: b"\xff" * 100,
        lambda content: signed(b"[]"),
        lambda content: signed(b'{"code": "", "files": {}, "pack": {}}'),
        lambda content: signed(content.partition(b"\n")[2].replace(b'["Concept"', b'["Exit"')),
        lambda content: signed(content.partition(b"\n")[2].replace(b'"wording"', b'"phrasing"')),
    ],
    ids=["empty", "half", "changed", "bytes", "a list", "nothing inside", "an unknown class", "an unknown field"],
)
def test_a_damaged_cache_is_made_anew(pack: Path, kept: Path, damage: object) -> None:
    whole = cached_pack(pack, kept)
    (file,) = kept.iterdir()
    content = file.read_bytes()
    file.write_bytes(damage(content))  # type: ignore[operator]
    assert is_same(cached_pack(pack, kept), whole)
    assert file.read_bytes() == content


def signed(body: bytes) -> bytes:
    """With the check sum that a whole file would have."""
    return cache._digest(body).encode() + b"\n" + body


def test_a_cache_that_cannot_be_written_is_no_trouble(pack: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where the folder would be", encoding="utf-8")
    assert is_same(cached_pack(pack, tmp_path / "taken"), load_pack(pack))


def test_what_is_wrong_with_a_pack_is_said_though_it_was_right_before(pack: Path, kept: Path) -> None:
    cached_pack(pack, kept)
    (pack / "pack.toml").write_text("name = 1", encoding="utf-8")
    with pytest.raises(PackError):
        cached_pack(pack, kept)


@pytest.mark.parametrize("lost", ["words.toml", "laptops.jsonl"])
def test_a_file_that_is_gone_is_missed(pack: Path, kept: Path, lost: str) -> None:
    cached_pack(pack, kept)
    (pack / lost).unlink()
    with pytest.raises(PackError, match=lost):
        cached_pack(pack, kept)


def test_two_packs_of_one_name_do_not_share_a_file(pack: Path, kept: Path) -> None:
    other = pack.parent / "elsewhere" / "laptops"
    shutil.copytree(pack, other)
    age(other)
    cached_pack(pack, kept)
    cached_pack(other, kept)
    assert len(list(kept.iterdir())) == 2
