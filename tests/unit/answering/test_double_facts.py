"""A fact that is on record twice, a baptism by any of its names, and a date whose end is open."""

from collections.abc import Callable

import pytest

from claimtree.answering.answers import answer
from claimtree.answering.family_answer import TruthWord
from claimtree.answering.family_index import FamilyIndex

TREE = """
0 @I1@ INDI
1 NAME Elin /Strand/
1 SEX F
1 BIRT
2 DATE 3 MAY 1850
2 PLAC Bergen, Norway
1 BIRT
2 DATE 1853
2 PLAC Oslo, Norway
1 BAPM
2 DATE 9 MAY 1850
2 PLAC Voss, Norway
1 DEAT
2 DATE 1 JAN 1900
0 @I2@ INDI
1 NAME Jon /Vik/
1 SEX M
1 BIRT
2 DATE 6 JUN 1840
2 PLAC Bergen, Norway
1 BIRT
2 DATE 1840
2 PLAC Norway
1 CHR
2 DATE 8 JUN 1840
1 DEAT
2 DATE 1 JAN 1900
0 @I3@ INDI
1 NAME Old /Harald/
1 SEX M
1 BIRT
2 DATE 1473
1 DEAT
2 DATE AFT 1483
0 @I4@ INDI
1 NAME Grim /Nes/
1 SEX M
1 BIRT
2 DATE BEF 1800
1 DEAT
2 DATE 1817
0 @I5@ INDI
1 NAME Tor /Lie/
1 SEX M
1 BIRT
2 DATE 1790
1 DEAT
2 DATE AFT 1810
"""


@pytest.mark.parametrize(
    ("question", "told", "silent"),
    [
        ("When was Elin Strand born?", ["May 3, 1850", "Also on record: born 1853"], ""),
        ("Where was Elin Strand born?", ["Bergen", "Also on record: born 1853, Oslo"], ""),
        ("How old was Elin Strand when she died?", ["46 to 49 years"], ""),
        # The second record of Jon's birth is the first one, less exactly.
        ("When was Jon Vik born?", ["Jun 6, 1840"], "Also"),
        ("Where was Jon Vik born?", ["Bergen"], "Also"),
        ("How old was Jon Vik when he died?", ["59 years."], "to"),
        ("When was Elin Strand christened?", ["baptised May 9, 1850"], ""),
        ("Where was Elin Strand baptised?", ["Voss, Norway"], ""),
        ("When was Jon Vik baptised?", ["christened Jun 8, 1840"], ""),
        # How long somebody lived at least is not cut to the longest life.
        ("How old was Tor Lie when he died?", ["At least 20 years"], ""),
    ],
)
def test_what_is_on_record_twice_is_told_twice(
    question: str, told: list[str], silent: str, small_tree: Callable[..., FamilyIndex]
) -> None:
    text = answer(question, small_tree(TREE)).text
    assert [one for one in told if one not in text] == []
    assert not silent or silent not in text.split()


def test_nobody_dies_or_is_born_out_of_the_longest_life(small_tree: Callable[..., FamilyIndex]) -> None:
    index = small_tree(TREE)
    died = answer("Who died in 1817?", index)
    # Of somebody who died "after 1810", one year of ninety is no more likely than another.
    assert (died.people, died.maybe) == (("I4",), ())
    assert answer("Did Tor Lie die in 1817?", index).truth is TruthWord.UNKNOWN
    assert answer("Did Old Harald die in 1817?", index).truth is TruthWord.NO
    born = answer("Who was born before 1600?", index)
    assert (born.people, born.maybe) == (("I3",), ())


def test_a_baptism_is_one_by_either_name(small_tree: Callable[..., FamilyIndex]) -> None:
    index = small_tree(TREE)
    assert answer("Was Elin Strand baptised in Voss?", index).truth is TruthWord.YES
    assert answer("Was Elin Strand christened in Voss?", index).truth is TruthWord.YES
