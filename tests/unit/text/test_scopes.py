"""Clauses and what cues cover: the same as walking them one by one, without the walking."""

from hypothesis import given
from hypothesis import strategies as st

from claimtree.text.language import language
from claimtree.text.lexicon import Item
from claimtree.text.scopes import Clauses, Covered

ENGLISH = language("en")
WORDS = ("quiet", "landlord", "is", "fine", ",", ".", "but", "the")


def items_of(words: list[str]) -> list[Item]:
    return [Item(word=word, norm=word, start=k, end=k + 1) for k, word in enumerate(words)]


@given(length=st.integers(0, 30), data=st.data())
def test_what_is_covered_is_the_union_of_the_scopes(length: int, data: st.DataObject) -> None:
    ends = st.tuples(st.integers(0, length), st.integers(0, length)).map(sorted)
    scopes = [range(*pair) for pair in data.draw(st.lists(ends, max_size=12))]
    covered = Covered(length)
    for scope in scopes:
        covered.add(scope)
    assert covered.items == set().union(*scopes)


@given(words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=20), data=st.data())
def test_a_clause_reaches_to_the_nearest_break_or_but_on_both_sides(words: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(words) - 1))
    ends = {",", ".", "but"}
    first = at
    while first and words[first - 1] not in ends:
        first -= 1
    after = at
    while after < len(words) and words[after] not in ends:
        after += 1
    assert Clauses(items_of(words), (), ENGLISH).around(at) == range(first, after)


def test_somebody_else_is_looked_for_in_the_same_clause_only() -> None:
    items = items_of(["the", "landlord", "is", "fine", ",", "quiet", "is", "fine"])
    clauses = Clauses(items, {5}, ENGLISH)
    assert clauses.has_host_before(3)
    assert not clauses.has_host_before(7)
    assert clauses.says_something_before(7)
    assert not clauses.says_something_before(5)
