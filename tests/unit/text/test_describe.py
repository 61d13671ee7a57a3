"""Wishes about whereabouts, said back."""

from __future__ import annotations

from functools import lru_cache

import pytest
from tests.shared_packs import shared_reader

from claimtree.text.rule_reader import RuleReader


@lru_cache
def reader(pack: str) -> RuleReader:
    return shared_reader(pack, guesses=False)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        # the limit that is used, in round numbers
        ("5 min walk to the subway", "near subway at most 500 m"),
        ("within a mile of Prospect Park", "near Prospect Park at most 1.6 km"),
        ("half a mile or less to a subway station", "near subway at most 805 m"),
        ("within 1.25 km of Prospect Park", "near Prospect Park at most 1.25 km"),
        ("at least 1 km from a highway", "at least 1 km from any highway entrance"),
        ("600-900 m from a subway", "near subway 600–900 m"),
        # the word of nearness that was used
        ("near NYU", "near New York University"),
        ("next to NYU", "next to New York University"),
        ("around Williamsburg", "around Williamsburg"),
        ("close to Park Slope", "near Park Slope"),
        # what lies beside, what visitors like
        ("in or around Astoria", "in or around Astoria"),
        ("not in Astoria", "not located in Astoria"),
        ("good coffee shops", "good coffee shops nearby"),
        # denials that fit
        ("not near the subway", "not near subway"),
        ("no bars nearby", "no bars nearby"),
        ("not near NYU", "not near New York University"),
    ],
)
def test_a_wish_is_said_back_as_it_is_used(query: str, said: str) -> None:
    assert [claim.text for claim in reader("rentals").read_query(query).claims] == [said]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("sekitar Unimed", "sekitar Unimed"),
        ("dekat USU", "dekat USU"),
        ("seberang RS Columbia", "seberang RS Columbia Asia"),
        ("10 menit naik motor ke USU", "dekat USU maksimal 7 km"),
        ("tidak dekat kuburan", "tidak dekat kuburan"),
        ("bukan di Medan Utara", "bukan di Medan Utara"),
        ("di Medan Johor dan sekitarnya", "di Medan Johor dan sekitarnya"),
        ("dekat mall bagus", "dekat mall yang bagus"),
    ],
)
def test_a_wish_is_said_back_in_indonesian(query: str, said: str) -> None:
    assert [claim.text for claim in reader("property").read_query(query).claims] == [said]
