"""The years that are told beside a name: those that the file has, and how far they are known."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.family_trees.conftest import Read

from claimtree.family_trees.life_years import shown_year_of
from claimtree.family_trees.links import kin_graph
from claimtree.family_trees.tree import read_date
from claimtree.kinship.diagram import years


@pytest.mark.parametrize(
    ("born", "died", "told"),
    [
        ("BIRT\n2 DATE 4 MAY 1875", "DEAT\n2 DATE AFT 1917", "1875 – after 1917"),
        ("BIRT\n2 DATE ABT 1801", "DEAT\n2 DATE 1867", "about 1801 – 1867"),
        ("BIRT\n2 DATE 1806", "DEAT\n2 DATE BEF 1860", "1806 – before 1860"),
        ("BIRT\n2 DATE 1806", "DEAT\n2 DATE BEF MAY 1860", "1806 – before 1860"),
        ("BIRT\n2 DATE BET 1800 AND 1805", "DEAT\n2 DATE 1 JAN 1870", "1800/1805 – 1870"),
        ("BIRT\n2 DATE 1819", "DEAT\n2 DATE 1901", "1819–1901"),
        ("BIRT\n2 DATE 1819", "DEAT Y", "b. 1819"),
        ("BIRT\n2 PLAC Ohio", "DEAT\n2 DATE AFT 3 MAR 1483", "d. after 1483"),
        ("CHR\n2 DATE 1590", "BURI\n2 DATE 1640", "bap. 1590 – bur. 1640"),
        ("BIRT\n2 PLAC Ohio", "DEAT Y", ""),
    ],
)
def test_years_are_told_no_more_exactly_than_the_file_has_them(born: str, died: str, told: str, read: Read) -> None:
    tree = read(f"0 HEAD\n1 CHAR UTF-8\n0 @I1@ INDI\n1 NAME Vera /Sokolova/\n1 {born}\n1 {died}\n0 TRLR\n")
    # A list, a card and a path tell the same.
    assert tree.rows()[0].years == told
    assert years(kin_graph(tree.people(), tree.families(), tree="smith", file="smith.ged").people[0]) == told


@given(
    st.sampled_from(["AFT", "BEF", "ABT", "EST", "CAL", "FROM", "TO", "AFT 31 DEC", "BEF 1 JAN", ""]),
    st.integers(1000, 2020),
)
def test_the_year_that_is_told_is_the_one_that_is_written(word: str, year: int) -> None:
    when = read_date(f"{word} {year}".strip())
    assert when is not None
    told = shown_year_of(when)
    assert re.findall(r"\d+", told) == [str(year)]
    assert (told == str(year)) == (not word)
