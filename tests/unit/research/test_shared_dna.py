"""How much DNA relatives share, by a published table."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.errors import BadInput
from claimtree.research.shared_dna import MOST_CM, likely_relations, range_of, table, table_source


def test_each_range_has_its_average_inside_and_nearer_relatives_share_more() -> None:
    assert len(table()) > 25
    assert all(0 <= one.least < one.average < one.most <= MOST_CM for one in table())
    assert "Shared cM Project" in table_source()
    # Along one line of cousins each further generation shares less.
    line = ["first cousin", "second cousin", "third cousin", "fourth cousin", "fifth cousin"]
    averages = [found.average for word in line if (found := range_of(word)) is not None]
    assert len(averages) == len(line)
    assert all(nearer > farther for nearer, farther in pairwise(averages))


@given(st.floats(0.1, 3700))
def test_what_is_told_fits_and_the_nearest_average_comes_first(cm: float) -> None:
    found = likely_relations(cm, most=50)
    assert found
    assert all(one.includes(cm) for one in found)
    assert [one.distance(cm) for one in found] == sorted(one.distance(cm) for one in found)
    assert {one.words for one in found} == {one.words for one in table() if one.includes(cm)}


def test_a_parent_and_a_far_cousin_are_told_apart() -> None:
    assert likely_relations(3500)[0].words == ("parent", "child")
    assert all("cousin" in one.words[0] for one in likely_relations(60))
    assert likely_relations(5000) == ()


def test_words_of_one_sex_and_in_any_case_are_known() -> None:
    assert range_of("Grandmother") == range_of("grandchild")
    assert range_of("Niece") == range_of("uncle")
    assert range_of("neighbour") is None


@pytest.mark.parametrize("cm", [-1, 9_000, float("nan"), float("inf")])
def test_an_amount_that_nobody_shares_is_an_error(cm: float) -> None:
    with pytest.raises(BadInput, match="cannot be shared"):
        likely_relations(cm)
