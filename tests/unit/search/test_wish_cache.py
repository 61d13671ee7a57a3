"""What wishes meant lately: known again in other sentences, forgotten when anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.shared_packs import shared_pack

from claimtree.model.claims import QueryClaim, Strength
from claimtree.model.phrases import PhraseId
from claimtree.model.plans import PhraseMatch
from claimtree.search.wish_cache import A_WISH, WishCache, meaning
from claimtree.text.rule_reader import RuleReader

READER = RuleReader(shared_pack("rentals"))


def wishes(text: str) -> tuple[QueryClaim, ...]:
    return READER.read_query(text).claims


Memory = WishCache[tuple[PhraseMatch, ...]]


class Finder:
    """Finds as many matches as a wish has letters, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, claims: Sequence[QueryClaim]) -> list[tuple[PhraseMatch, ...]]:
        self.asked += [claim.text for claim in claims]
        return [
            tuple(PhraseMatch(phrase=PhraseId(n), level=claim.level, holds=1) for n in range(len(claim.pattern)))
            for claim in claims
        ]


def test_a_wish_is_found_once_whatever_the_sentence_its_weight_or_its_number() -> None:
    memory, find = Memory(), Finder()
    first = memory.matches(wishes("quiet, under $4,000"), 1, find)
    again = memory.matches(wishes("must be under $3,950 and ideally quiet"), 1, find)
    assert sorted(map(len, first)) == sorted(map(len, again))
    assert len(find.asked) == 2


def test_what_means_something_else_is_found_anew() -> None:
    (quiet,) = wishes("quiet")
    assert meaning(quiet) == meaning(replace(quiet, weight=0.1, strength=Strength.REQUIRED, or_group=3, start=9))
    for other in ("not quiet", "quiet kitchen", "on a quiet street"):
        assert meaning(wishes(other)[0]) != meaning(quiet)


def test_where_something_was_taught_the_words_that_were_used_count() -> None:
    quiet, peaceful = wishes("quiet")[0], wishes("peaceful")[0]
    assert meaning(quiet) == meaning(peaceful)
    assert meaning(quiet, by_words=True) != meaning(peaceful, by_words=True)


def test_after_anything_was_written_everything_is_found_anew() -> None:
    memory, find = Memory(), Finder()
    memory.matches(wishes("quiet"), 1, find)
    memory.matches(wishes("quiet"), 2, find)
    assert find.asked == ["quiet", "quiet"]


@given(
    st.lists(st.sampled_from(["quiet", "sunny", "dogs allowed", "dishwasher", "2 bedrooms"]), max_size=12),
    st.integers(0, 6 * A_WISH),
)
def test_with_little_room_the_answers_are_the_same(texts: list[str], most: int) -> None:
    memory, find = Memory(most=most), Finder()
    for text in texts:
        claims = wishes(text)
        assert memory.matches(claims, 1, find) == Finder()(claims)
        assert memory.kept.costs <= most


def test_wishes_that_nothing_answers_take_room_as_well() -> None:
    """Made-up words mean nothing, and there is no end to them."""
    memory = Memory(most=5 * A_WISH)
    for number in range(50):
        memory.matches(wishes(f"made-up word {number}"), 1, lambda claims: [()] * len(claims))
    assert 0 < len(memory.kept) <= 5
