"""Adopted weights: over the pack's own, taken back byte for byte, and never the reason why a search fails."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.errors import BadInput
from claimtree.model.claims import LevelName, TypeName
from claimtree.model.pack import Pack
from claimtree.packs import weights_file as file_of
from claimtree.packs.load import load_pack
from claimtree.packs.weights_file import Weights, WeightsFile, adopt_weights, read_weights, undo_weights, with_weights

ROOM, FEATURES = LevelName("room"), TypeName("features")
SOME = Weights(levels={ROOM: 0.5}, types={FEATURES: 0.6}, pairs=48, learned="2026-11-15T20:00:00+00:00")


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack("rentals")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "home" / "rentals.weights.toml"


def test_adopted_weights_are_read_back(file: Path, pack: Pack) -> None:
    assert read_weights(file, pack) == WeightsFile()
    adopt_weights(file, SOME, pack)
    assert read_weights(file, pack) == WeightsFile(weights=SOME)


@given(
    st.dictionaries(st.sampled_from(["room", "apartment", "neighborhood"]), st.floats(1e-9, 1.0)),
    st.dictionaries(st.sampled_from(["features", "size", "pricing"]), st.floats(1e-9, 1.0)),
)
def test_any_weights_are_read_back_to_the_last_digit(
    tmp_path_factory: pytest.TempPathFactory, pack: Pack, levels: dict[str, float], types: dict[str, float]
) -> None:
    file = tmp_path_factory.mktemp("weights") / "rentals.weights.toml"
    some = Weights(
        levels={LevelName(name): weight for name, weight in levels.items()},
        types={TypeName(name): weight for name, weight in types.items()},
    )
    adopt_weights(file, some, pack)
    assert read_weights(file, pack).weights == some


def test_they_lie_over_the_packs_own_and_change_nothing_else(pack: Pack) -> None:
    weighed = with_weights(pack, SOME)
    assert weighed.level_weights == {**pack.level_weights, ROOM: 0.5}
    assert weighed.types[FEATURES] == replace(pack.types[FEATURES], weight=0.6)
    assert (weighed.name, weighed.version, weighed.fingerprint) == (pack.name, pack.version, pack.fingerprint)
    assert replace(weighed, level_weights=pack.level_weights, types=pack.types) == pack
    assert with_weights(pack, None) is pack


def test_undo_goes_back_byte_for_byte_until_the_packs_own_are_left(file: Path, pack: Pack) -> None:
    states = []
    for weight in (0.5, 0.6, 0.7):
        adopt_weights(file, replace(SOME, levels={ROOM: weight}), pack)
        states.append(file.read_bytes())
    # What a person wrote into it comes back too.
    file.write_bytes(states[2] + b"# mine\n")
    adopt_weights(file, SOME, pack)
    assert undo_weights(file) is not None
    assert file.read_bytes() == states[2] + b"# mine\n"
    for state in states[1::-1]:
        assert undo_weights(file) is not None
        assert file.read_bytes() == state
    assert undo_weights(file) is None
    assert not file.exists()
    with pytest.raises(BadInput, match="nothing to undo"):
        undo_weights(file)
    assert [path.name for path in file.parent.iterdir() if not path.name.startswith(".")] == []


def test_only_so_many_earlier_files_are_kept(file: Path, pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_of, "MOST_KEPT", 2)
    for weight in (0.1, 0.2, 0.3, 0.4, 0.5):
        adopt_weights(file, replace(SOME, levels={ROOM: weight}), pack)
    kept = []
    while undo_weights(file) is not None:
        found = read_weights(file, pack).weights
        assert found is not None
        kept.append(found.levels[ROOM])
    assert kept == [0.4, 0.3]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"pack = ", "it is damaged"),
        (b"\xff\xfe", "it is damaged"),
        (b'pack = "property"', "it is for pack 'property', not 'rentals'"),
        (b"", "it is for pack None"),
        (b'pack = "rentals"\nlevel = 3', "no key 'level'"),
        (b'pack = "rentals"\nlevels = 3', "no tables"),
        (b'pack = "rentals"\n[levels]\nroom = 7', "room is 7"),
        (b'pack = "rentals"\n[levels]\nroom = 0', "room is 0"),
        (b'pack = "rentals"\n[types]\nsize = nan', "size is nan"),
        (b'pack = "rentals"\n[types]\nsize = "much"', "size is 'much'"),
        (b'pack = "rentals"\n[types]\nsize = true', "size is True"),
        (b"#" * 100_001, "too large"),
    ],
)
def test_a_file_that_cannot_be_used_is_left_out_and_named(file: Path, pack: Pack, content: bytes, says: str) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    found = read_weights(file, pack)
    assert found.weights is None
    (notice,) = found.notices
    assert says in notice
    assert str(file) in notice
    assert "--undo" in notice


def test_a_level_or_type_that_is_gone_costs_no_other(file: Path, pack: Pack) -> None:
    file.parent.mkdir()
    file.write_text('pack = "rentals"\n[levels]\nroom = 0.5\nmoon = 0.4\n[types]\ntides = 0.3\n', encoding="utf-8")
    found = read_weights(file, pack)
    assert found.weights == Weights(levels={ROOM: 0.5})
    assert "has no moon, tides" in found.notices[0]


def test_weights_out_of_range_are_not_written(file: Path, pack: Pack) -> None:
    for wrong in (0.0, 1.5, float("nan"), float("inf")):
        with pytest.raises(BadInput, match="not above 0"):
            adopt_weights(file, Weights(levels={ROOM: wrong}), pack)
    assert not file.exists()


def test_names_that_are_no_bare_keys_are_quoted(file: Path, pack: Pack) -> None:
    odd = LevelName('a "b" \\ c.d')
    strange = replace(pack, level_weights={odd: 0.5})
    adopt_weights(file, Weights(levels={odd: 0.25}), strange)
    assert read_weights(file, strange).weights == Weights(levels={odd: 0.25})


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, pack: Pack) -> None:
    (tmp_path / "home").write_text("no folder", encoding="utf-8")
    with pytest.raises(BadInput, match="cannot be written"):
        adopt_weights(tmp_path / "home" / "rentals.weights.toml", SOME, pack)
