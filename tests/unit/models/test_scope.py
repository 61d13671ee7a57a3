"""The learned reader of scope: what it finds, texts of any length, and artefacts that cannot be used."""

import gc
import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from claimtree.errors import ModelError
from claimtree.model.scopes import Host, ListedWords, PlaceRelation, Span, Status, Want
from claimtree.models.scope import FOLDER, TRAINING, LearnedScope, open_scope, shipped_scope
from claimtree.models.windows import LONGEST, windows

QUERY = "No walk-up, in Astoria or Forest Hills, a kitchen of 12 m² and no need for a gym, a pool or a doorman."
LISTING = (
    "Kitchen (11 sqm), and a living room. No pets except cats. Dryer hookup but no dryer. Elevator coming in 2027."
)


def statuses(text: str, *, listing: bool) -> dict[str, Status]:
    reading = shipped_scope().read(text, listing=listing)
    spans = list(reading.found)
    return {text[span.start : span.end]: scope.status for span, scope in zip(spans, reading.scopes(spans), strict=True)}


def test_a_query_is_wanted_denied_or_nothing() -> None:
    found = statuses(QUERY, listing=False)
    assert found["walk-up"] is Status.DENIED
    assert found["Astoria"] is found["Forest Hills"] is found["12 m²"] is Status.WANTED
    assert found["gym"] is found["pool"] is found["doorman"] is Status.NOTHING


def test_a_listing_knows_what_it_does_not_have() -> None:
    found = statuses(LISTING, listing=True)
    assert found["pets"] is found["dryer"] is Status.DENIED
    assert found["cats"] is Status.WANTED
    assert found["Elevator"] is Status.NOTHING


def test_what_is_said_of_a_part_points_to_its_words() -> None:
    reading = shipped_scope().read(QUERY, listing=False)
    at = QUERY.index("12 m²")
    (scope,) = reading.scopes([Span(at, at + len("12 m²"))])
    assert scope.host is Host.PART
    assert scope.part is not None
    assert QUERY[scope.part.start : scope.part.end] == "kitchen"


def test_alternatives_share_a_group_and_others_have_none() -> None:
    reading = shipped_scope().read(QUERY, listing=False)
    spans = [
        Span(QUERY.index(words), QUERY.index(words) + len(words)) for words in ("walk-up", "Astoria", "Forest Hills")
    ]
    alone, one, other = reading.alternatives(spans)
    assert alone is None
    assert one == other is not None
    assert {scope.relation for scope in reading.scopes(spans[1:])} == {PlaceRelation.IN}


def test_how_firmly_a_wish_is_said() -> None:
    text = "A dishwasher is a must, and a balcony would be nice to have."
    reading = shipped_scope().read(text, listing=False)
    spans = [Span(text.index(words), text.index(words) + len(words)) for words in ("dishwasher", "balcony")]
    assert [scope.want for scope in reading.scopes(spans)] == [Want.MUST, Want.NICE]


@pytest.mark.parametrize("text", ["", "a", "静かな部屋", "🙂", "\x00", " \n ", "…"])
@pytest.mark.parametrize("listing", [False, True])
def test_any_text_is_read(text: str, listing: bool) -> None:
    reading = shipped_scope().read(text, listing=listing)
    assert all(0 <= one.start < one.end <= len(text) for one in reading.found)
    assert len(reading.scopes([Span(0, 1), Span(5, 5)])) == 2
    assert reading.alternatives([Span(0, 1)]) == (None,)


def test_a_long_text_says_at_its_end_what_it_says_alone() -> None:
    end = "We want a balcony and no carpet."
    text = "Hello there, this is only about the weather of last week. " * 60 + end
    found = statuses(text, listing=False)
    assert found["balcony"] is Status.WANTED
    assert found["carpet"] is Status.DENIED


@pytest.mark.parametrize("pieces", [0, 1, LONGEST, LONGEST + 1, 1_000])
def test_every_piece_stands_in_exactly_one_window_of_its_own(pieces: int) -> None:
    ends = list(range(17, pieces, 17))
    found = list(windows(ends, pieces))
    assert [place for window in found for place in range(window.own, window.after)] == list(range(pieces))
    assert all(window.after - window.first <= LONGEST for window in found)
    assert all(window.first <= window.own for window in found)


def test_a_text_is_read_alike_each_time() -> None:
    first, second = LearnedScope(), LearnedScope()
    spans = list(first.read(LISTING, listing=True).found)
    assert spans == list(second.read(LISTING, listing=True).found)
    assert first.read(LISTING, listing=True).scopes(spans) == second.read(LISTING, listing=True).scopes(spans)


def test_only_languages_that_were_learned_are_read_by_it() -> None:
    assert open_scope(("en",)) is open_scope(("id", "en")) is shipped_scope()
    assert open_scope(("en", "sw")) is None


@pytest.fixture
def copied(tmp_path: Path) -> Iterator[Path]:
    yield Path(shutil.copytree(FOLDER, tmp_path / "small"))
    gc.collect(1)  # a reader and its readings know each other, and hold their files in memory


def _read_all(scope: LearnedScope) -> None:
    reading = scope.read("a quiet home", listing=False)
    reading.scopes([Span(2, 7)])
    reading.means([ListedWords(span=Span(2, 7), entry="quiet", negated=False)])


@pytest.mark.parametrize(
    "name",
    [
        "reader.onnx",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("meaning.npz", "vocabulary.txt", "reader.npz", "places.npz", "encoder.onnx")
        ),
    ],
)
def test_a_file_that_is_cut_off_or_missing_is_named(copied: Path, name: str) -> None:
    whole = (copied / name).read_bytes()
    (copied / name).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ModelError, match=name):
        _read_all(LearnedScope(copied))
    (copied / name).unlink()
    with pytest.raises(ModelError, match=name):
        _read_all(LearnedScope(copied))


def test_another_format_and_another_training_are_refused(copied: Path) -> None:
    about = json.loads((copied / "reader.json").read_text(encoding="utf-8"))
    wrong: list[dict[str, object]] = [about | {"format": 99}, about | {"name": "another"}, {}]
    for changed in wrong:
        (copied / "reader.json").write_text(json.dumps(changed), encoding="utf-8")
        with pytest.raises(ModelError, match="cannot be used"):
            LearnedScope(copied).read("a quiet home", listing=False)


RELEASED = {
    "66af50188e4e": "d17c2841b839b907a8073595c554ef6b86356e2c5253257287e27a9748e767ff",
    "7ec3e5d1e520": "3df9b6d572acfaec66584f4092d5fc77975765acd9d4acfae65c12cee42ee85a",
    "d02c61dbbdd6": "ea613c97e96e9a97484c4abdae4557e3eb812b368474ad0399e0d5b02a65aae9",
    "b671422704a8": "8af5442d2aaa24bc098da2534866e150482671dfa37518d6e86b45bb90bba369",
    "4bf7a516176d": "30f009f7e885b69d0c761186466b722d184a2b6690908564b8cc860b0b54462e",
    "fe03fe999ffd": "5bc0ccb1c0b07099bf319d3b1cef208d0105c3172ceeb40fe588e3c109784c9d",
    "bef5c6080118": "355b834158654bedf1cbcf104fe4cd2ff2566a15d6c5d294709d0e5fad36db72",
}
"""The trained layers of each training, by its id: lines are added and never changed."""


def test_another_training_has_another_id() -> None:
    """Stored readings stay current as long as the id does, so layers that were trained anew need a new one."""
    layers = b"".join((FOLDER / name).read_bytes() for name in ("reader.npz", "meaning.npz", "places.npz"))
    assert RELEASED[TRAINING] == hashlib.sha256(layers).hexdigest()
