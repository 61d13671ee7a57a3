"""Calibration files: what a pack takes from them, and what it says when one is wrong."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from claimtree.errors import PackError
from claimtree.model.claims import TypeName
from claimtree.model.judging import Bars
from claimtree.model.pack import Curve, Pack
from claimtree.packs import load_pack
from claimtree.packs.calibrations import as_toml, file_name
from claimtree.packs.pack_tables import BarsTable, CurveTable, JudgeFile, LikenessFile, MadeTable

Write = Callable[..., Path]

FEATURES, PRICE = TypeName("features"), TypeName("price")
MADE = """
[made]
on = 2026-01-02
concepts = 20
pairs = 900
digest = "0123"
precision = 0.9
ece = 0.02
brier = 0.1
"""
LIKENESS = """
kind = "likeness"
embedder = "bge"
[curves]
default = { slope = 12, offset = -7 }
features = { slope = 10, offset = -6.5 }
[thresholds]
default = 0.9
features = 0.8
"""
JUDGE = """
kind = "judge"
embedder = "bge"
[bars]
default = { met = 0.9, refuted = 0.95, maybe = 0.6, silence = 1.5 }
features = { met = 0.8 }
"""


@pytest.fixture
def calibrated(write: Write) -> Callable[..., Path]:
    """The boats with one calibration file."""

    def calibrated(text: str, name: str = "bge.toml") -> Path:
        folder = write()
        (folder / "calibrations").mkdir()
        (folder / "calibrations" / name).write_text(text, encoding="utf-8")
        return folder

    return calibrated


def test_a_type_has_its_own_curve_and_threshold_or_the_default(calibrated: Write) -> None:
    boats = load_pack(calibrated(LIKENESS + MADE))
    assert boats.curve("bge", FEATURES) == Curve(slope=10, offset=-6.5)
    assert boats.curve("bge", PRICE) == Curve(slope=12, offset=-7)
    assert (boats.threshold("bge", FEATURES), boats.threshold("bge", PRICE)) == (0.8, 0.9)
    assert boats.bars("bge", PRICE) is None, "likeness is no judge"


def test_what_a_type_leaves_out_of_its_bars_is_as_in_the_default(calibrated: Write) -> None:
    boats = load_pack(calibrated(JUDGE))
    assert boats.bars("bge", PRICE) == Bars(met=0.9, refuted=0.95, maybe=0.6, silence=1.5)
    assert boats.bars("bge", FEATURES) == Bars(met=0.8, refuted=0.95, maybe=0.6, silence=1.5)
    assert boats.curve("bge", PRICE) is None


def test_another_embedder_gets_nothing(calibrated: Write) -> None:
    boats = load_pack(calibrated(LIKENESS))
    assert boats.curve("bge-large", FEATURES) is None
    assert boats.threshold("bge-large", FEATURES) == boats.types[FEATURES].threshold
    assert boats.bars("bge-large", FEATURES) is None


def test_a_calibration_does_not_change_how_texts_are_read(calibrated: Write, write: Write) -> None:
    assert load_pack(calibrated(LIKENESS)).fingerprint == load_pack(write()).fingerprint != ""


def test_pictures_and_notes_beside_the_tables_are_no_tables(calibrated: Write) -> None:
    folder = calibrated(LIKENESS)
    (folder / "calibrations" / "bge.svg").write_text("<svg/>")
    assert list(load_pack(folder).curves) == ["bge"]


def test_a_name_that_no_file_may_have_is_spelled(calibrated: Write) -> None:
    name = "remote:org/model 7"
    text = LIKENESS.replace('"bge"', f'"{name}"')
    assert load_pack(calibrated(text, file_name(name))).curve(name, PRICE) is not None


WRONG = {
    "of another embedder": (
        LIKENESS.replace('"bge"', '"gte"'),
        "embedder: is 'gte', so the file must be called 'gte.toml'",
    ),
    "of no embedder": (LIKENESS.replace('embedder = "bge"', ""), "embedder: is missing"),
    "of no kind": (LIKENESS.replace('kind = "likeness"', ""), "kind: is missing"),
    "of another kind": (
        LIKENESS.replace('"likeness"', '"guess"'),
        "kind: must be 'likeness' or 'judge', not 'guess'",
    ),
    "without a curve": ('kind = "likeness"\nembedder = "bge"\ncurves = {}', "curves: is empty"),
    "with bars for likeness": (
        LIKENESS + "[bars]\ndefault = { met = 0.9 }",
        "bars: no such key (have: kind, embedder, made, curves, thresholds)",
    ),
    "the more alike, the less likely": (
        LIKENESS.replace("slope = 12", "slope = -1"),
        "curves.default.slope: must be more than 0, not -1",
    ),
    "no number": (LIKENESS.replace("-6.5", "nan"), "curves.features.offset: must be a finite number, not nan"),
    "a threshold that all reach": (LIKENESS.replace("0.8", "0"), "thresholds.features: must be more than 0, not 0"),
    "a threshold that none can": (LIKENESS.replace("0.8", "1.5"), "thresholds.features: must be at most 1, not 1.5"),
    "a type that the pack has not": (
        LIKENESS.replace("features", "rig"),
        "curves.rig: no claim type 'rig' (have: default, features, price)",
    ),
    "a judge without a default": (JUDGE.replace("default", "price"), "bars.default: is missing"),
    "doubt above certainty": (
        JUDGE.replace("met = 0.8", "met = 0.5"),
        "bars.features.maybe: is 0.6, more than 0.5 that decides",
    ),
    "a bar of a type that the pack has not": (
        JUDGE.replace("features", "rig"),
        "bars.rig: no claim type 'rig' (have: default, features, price)",
    ),
    "half a record of how it was made": (LIKENESS + MADE.replace("pairs = 900", ""), "made.pairs: is missing"),
    "an error below nothing": (LIKENESS + MADE.replace("0.02", "-0.1"), "made.ece: must be at least 0, not -0.1"),
    "a date in words": (
        LIKENESS + MADE.replace("2026-01-02", '"today"'),
        "made.on: must be a date (2026-01-31), not 'today'",
    ),
    "not TOML": ("kind = judge", "line 1, column 8: invalid value"),
}


@pytest.mark.parametrize(("text", "said"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_file_says_what_is_wrong_and_where(calibrated: Write, text: str, said: str) -> None:
    with pytest.raises(PackError) as caught:
        load_pack(calibrated(text))
    assert caught.value.message.splitlines()[0] == f"boats/calibrations/bge.toml: {said}"


@pytest.mark.parametrize("name", ["rentals", "property"])
def test_the_shipped_packs_have_bars_for_the_shipped_judge(name: str) -> None:
    pack: Pack = load_pack(name)
    for type in pack.types:
        bars = pack.bars("claimtree-small-3", type)
        assert bars is not None
        assert bars.maybe <= min(bars.met, bars.refuted)


numbers = st.floats(-1e6, 1e6)
bars = st.floats(1e-6, 1)
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
likeness = st.builds(
    LikenessFile,
    kind=st.just("likeness"),
    embedder=names,
    made=st.none()
    | st.builds(
        MadeTable,
        on=st.dates(),
        concepts=st.integers(1, 10**6),
        pairs=st.integers(1, 10**9),
        digest=names,
        precision=bars,
        ece=st.floats(0, 1),
        brier=st.floats(0, 2),
    ),
    curves=st.dictionaries(
        names, st.builds(CurveTable, slope=st.floats(1e-3, 1e6), offset=numbers), min_size=1, max_size=4
    ),
    thresholds=st.dictionaries(names, bars, max_size=4),
)
judging = st.builds(
    JudgeFile,
    kind=st.just("judge"),
    embedder=names,
    made=st.none(),
    bars=st.dictionaries(
        names, st.builds(BarsTable, met=bars, maybe=st.none() | bars, silence=numbers), min_size=1, max_size=4
    ),
)


@given(likeness | judging, st.lists(st.text(), max_size=3))
@example(JudgeFile(kind="judge", embedder="bge", bars={"default": BarsTable(met=0.9)}), ["one\nprice = { met = 0.1 }"])
def test_what_is_written_is_read_again_whatever_is_noted(table: LikenessFile | JudgeFile, notes: list[str]) -> None:
    assert type(table).model_validate(tomllib.loads(as_toml(table, notes=notes))) == table


def test_every_line_of_a_note_is_a_comment() -> None:
    table = JudgeFile(kind="judge", embedder="bge", bars={"default": BarsTable(met=0.9)})
    written = as_toml(table, notes=["one\r\ntwo\x00 ", "", "three"])
    assert written.splitlines()[-4:] == ["# one", "# two", "#", "# three"]
