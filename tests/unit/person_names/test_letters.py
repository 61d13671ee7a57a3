"""Words of names as they sound: each rule applies wherever it is found."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from claimtree.person_names import letters
from claimtree.person_names.name_data import known_given_names

_PIECES = st.sampled_from(
    [
        "mac",
        "mc",
        "saint",
        "st",
        "oe",
        "ue",
        "ew",
        "ae",
        "aa",
        "ph",
        "tj",
        "tsch",
        "tch",
        "cz",
        "cio",
        "dj",
        "ck",
        "sca",
        "q",
        "qu",
        "cqu",
        "x",
        "th",
        "dt",
        "tt",
        "sj",
        "sy",
        "sch",
        "sz",
        "ij",
        "ie",
        "ei",
        "ey",
        "ay",
        "gh",
        "w",
        "ou",
        "oo",
        "eau",
        "au",
        "ow",
        "ea",
        "ee",
        "off",
        "ov",
        "eff",
        "ev",
        "es",
        "sen",
        "son",
        "kn",
        "gn",
        "pn",
        "wr",
        "ps",
        "sh",
        "ch",
        "pf",
        "v",
        "d",
        "c",
        "z",
        "ts",
        "g",
        "k",
        "kh",
        "b",
        "h",
        "y",
        "j",
        "a",
        "n",
        "r",
        "l",
    ]
)
_WORDS = st.one_of(
    st.lists(_PIECES, min_size=1, max_size=5).map("".join),
    st.text("abcdefghijklmnopqrstuvwxyz", max_size=10),
    st.sampled_from(sorted(known_given_names())),
)


def by_every_rule(word: str, rules: tuple[letters._Rule, ...]) -> str:
    found = re.sub(r"(.)\1+", r"\1", word)
    for _, pattern, by in rules:
        found = pattern.sub(by, found)
    return re.sub(r"(.)\1+", r"\1", found)


@given(_WORDS)
def test_no_rule_is_left_out_that_applies(word: str) -> None:
    assert letters._reduced(word, letters._SPELLINGS) == by_every_rule(word, letters._SPELLINGS)
    assert letters._reduced(word, letters._SOUNDS) == by_every_rule(word, letters._SOUNDS)
