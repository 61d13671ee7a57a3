"""Who may be living, and that nothing of them is told."""

from collections.abc import Callable

import pytest

from claimtree.family_trees.documents import documents_of
from claimtree.family_trees.living import MASKED, latest_births
from claimtree.family_trees.profile import person_json
from claimtree.sources.gedcom.tree_file import TreeFile

Read = Callable[..., TreeFile]


@pytest.mark.parametrize(
    ("lines", "living"),
    [
        ("1 BIRT\n2 DATE 1950", True),
        ("1 BIRT\n2 DATE 1950\n1 DEAT Y", False),
        ("1 BIRT\n2 DATE 1950\n1 BURI\n2 DATE 2001", False),
        ("1 BIRT\n2 DATE 1950\n1 DEAT N", True),
        ("1 BIRT\n2 DATE 1916", False),
        ("1 BIRT\n2 DATE 1917", True),
        ("1 BIRT\n2 DATE ABT 1914", True),
        ("1 BIRT\n2 DATE BET 1900 AND 1930", True),
        ("1 BIRT\n2 DATE AFT 1850", True),
        ("1 BIRT\n2 DATE BEF 1850", False),
        ("1 BIRT\n2 DATE next Tuesday", True),
        ("1 RESI\n2 DATE 1901", False),
        ("1 RESI\n2 DATE 1980", True),
        ("1 CHR\n2 DATE 1820", False),
        ("1 SEX M", True),
    ],
)
def test_one_record(read: Read, lines: str, living: bool) -> None:
    tree = read(f"0 HEAD\n0 @I1@ INDI\n1 NAME Ann /Lee/\n{lines}\n0 TRLR\n")
    assert tree.living() == ({"I1"} if living else set())


def test_relatives_say_that_a_birth_was_long_ago() -> None:
    # 0 and 1 have the child 2, who has the child 3; 4 is married to 3; 5 is alone.
    found = latest_births([1800, None, None, None, None, None], [(2, 0), (2, 1), (3, 2)], [(3, 4), (0, 1)])
    assert found == [1800, 1878, 1890, 1980, 2060, None]
    assert latest_births([None, None, 1900], [(1, 0), (2, 1)], []) == [1876, 1888, 1900]


def test_somebody_who_is_their_own_ancestor_does_not_lead_round_for_ever() -> None:
    found = latest_births([None, None, 2000], [(0, 1), (1, 0), (2, 0)], [])
    assert found[0] is not None


def test_a_birth_on_record_counts_more_than_what_relatives_suggest(read: Read) -> None:
    tree = read(
        "0 HEAD\n0 @I1@ INDI\n1 BIRT\n2 DATE 1990\n1 FAMC @F1@\n0 @I2@ INDI\n1 BIRT\n2 DATE 1750\n"
        "0 @F1@ FAM\n1 HUSB @I2@\n1 CHIL @I1@\n0 TRLR\n"
    )
    assert tree.living() == {"I1"}


FAMILY = """0 HEAD
0 @I1@ INDI
1 NAME Secretia /Hiddenname/
2 NICK Whisper
1 SEX F
1 BIRT
2 DATE 7 JUL 1977
2 PLAC Nowhereville, Ohio
2 SOUR @S1@
1 OCCU spycatcher
1 NOTE Her telephone is 555-0100.
1 FAMC @F1@
1 FAMS @F2@
0 @I2@ INDI
1 NAME George /Hiddenname/
1 BIRT
2 DATE 1900
1 DEAT Y
1 FAMS @F1@
0 @I3@ INDI
1 NAME Pat /Doe/
1 DEAT Y
1 FAMS @F2@
0 @F1@ FAM
1 HUSB @I2@
1 CHIL @I1@
0 @F2@ FAM
1 HUSB @I1@
1 WIFE @I3@
1 MARR
2 DATE 5 MAY 1999
0 @S1@ SOUR
1 TITL Diary
0 TRLR
"""
SECRETS = ("Secretia", "Whisper", "1977", "Nowhereville", "spycatcher", "555-0100")


def test_nothing_of_a_living_person_becomes_a_document(read: Read) -> None:
    found = {str(one.id): one for one in documents_of(read(FAMILY))}
    hidden = found["smith:I1"]
    assert hidden.title == MASKED
    assert dict(hidden.source.fields) == {"living": True}
    assert [(one.kind, one.to) for one in hidden.relations] == [("child-of", "smith:I2"), ("married-to", "smith:I3")]
    assert not [secret for secret in SECRETS if secret in repr(found)]


def test_nothing_of_a_living_person_is_in_json(read: Read) -> None:
    tree = read(FAMILY)
    for id in ("I1", "I2", "I3"):
        person = tree.person(id)
        assert person is not None
        shape = person_json(person, tree, show_living=False)
        assert not [secret for secret in SECRETS if secret in repr(shape)]
    assert tree.rows("secretia", hidden=True) == []


def test_a_setting_shows_them(read: Read) -> None:
    tree = read(FAMILY)
    shown = repr(list(documents_of(tree, show_living=True)))
    assert [secret for secret in SECRETS if secret in shown] == list(SECRETS)
    person = tree.person("I1")
    assert person is not None
    assert person_json(person, tree, show_living=True)["name"] == "Secretia Hiddenname"
