"""Words of nearness, looked up where they stand."""

from claimtree.model.pack import PlacesSpec
from claimtree.text.nearness_words import Nearby, Nearness

NEAR = Nearness({"": 700, "near": 800, "next to": 200, "around": 1500, "around the corner": 250})


def test_the_longest_wording_wins_from_either_end() -> None:
    words = ["around", "the", "corner", "from"]
    corner = Nearby(first=0, after=3, metres=250)
    assert NEAR.starting(words, 0) == NEAR.ending(words, 2) == NEAR.inside(words, 0, 4) == corner
    assert NEAR.ending(words, 0) == Nearby(first=0, after=1, metres=1500)


def test_a_wording_that_is_cut_off_is_none() -> None:
    assert NEAR.starting(["next"], 0) is None
    assert NEAR.ending(["to", "x"], 0) is None
    assert NEAR.inside(["a", "next", "to"], 0, 2) is None


def test_what_uses_no_word_is_as_near_as_the_pack_says() -> None:
    assert PlacesSpec(levels={}, near={"": 700, "near": 800}).usual_m == 700
    assert PlacesSpec(levels={}).usual_m == 1000
