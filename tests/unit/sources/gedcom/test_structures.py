"""What the tags of people and families mean."""

from collections.abc import Callable

import pytest

from claimtree.family_trees.tree import Person
from claimtree.kinship.graph import ParentKind, Sex
from claimtree.sources.gedcom.tree_file import TreeFile

Read = Callable[..., TreeFile]


@pytest.fixture
def person(read: Read) -> Callable[[str], Person]:
    def read_one(lines: str) -> Person:
        found = read(f"0 HEAD\n0 @I1@ INDI\n{lines}\n0 TRLR\n").person("I1")
        assert found is not None
        return found

    return read_one


@pytest.mark.parametrize(
    ("value", "full", "given", "surname"),
    [
        ("Mary Ellen /Smith/", "Mary Ellen Smith", "Mary Ellen", "Smith"),
        ("John /Miller/ Jr.", "John Miller Jr.", "John", "Miller"),
        ("/Nagy/ Anna", "Nagy Anna", "Anna", "Nagy"),
        ("Иван Петрович /Соколов/", "Иван Петрович Соколов", "Иван Петрович", "Соколов"),
        ("Suharni", "Suharni", "Suharni", ""),
        ("//", "", "", ""),
        ("", "", "", ""),
    ],
)
def test_a_name_is_taken_apart(
    person: Callable[[str], Person], value: str, full: str, given: str, surname: str
) -> None:
    (name,) = person(f"1 NAME {value}").names
    assert (name.full, name.given, name.surname) == (full, given, surname)
    assert name.shown


def test_all_names_of_a_person_are_kept(person: Callable[[str], Person]) -> None:
    found = person(
        "1 NAME Mary /Smith/\n2 NICK Polly\n2 _MARNM Miller\n2 ROMN Meri /Smis/\n1 NAME Mary /Jones/\n2 TYPE married"
    )
    assert [(one.full, one.kind, one.nickname) for one in found.names] == [
        ("Mary Smith", "", "Polly"),
        ("Meri Smis", "", ""),
        ("Mary Miller", "married", ""),
        ("Mary Jones", "married", ""),
    ]


def test_a_name_of_ten_thousand_letters_is_cut_where_it_is_shown(person: Callable[[str], Person]) -> None:
    found = person(f"1 NAME {'Ann ' * 2500}/Lee/")
    assert len(found.name) == 200
    assert person("1 SEX F").name == "Unknown"


def test_a_fact_has_its_lines(person: Callable[[str], Person]) -> None:
    found = person("1 SEX F\n1 BIRT\n2 DATE ABT 1878\n2 PLAC Delphi, Indiana\n2 SOUR @S1@\n3 PAGE p. 4\n1 DEAT Y")
    birth = found.first("birth")
    assert found.sex is Sex.FEMALE
    assert birth is not None
    assert birth.date_evidence is not None
    assert birth.date_evidence.quote == "@I1@, line 5: 2 DATE ABT 1878"
    assert birth.place == "Delphi, Indiana"
    assert [(one.source, one.page) for one in birth.sources] == [("S1", "p. 4")]
    assert found.first("death") is not None


def test_what_did_not_happen_is_no_event(read: Read) -> None:
    tree = read("0 HEAD\n0 @F1@ FAM\n1 DIV N\n1 MARR Y\n0 @F2@ FAM\n1 NO MARR\n0 TRLR\n")
    one, two = tree.families()
    assert [event.kind for event in one.events] == ["marriage"]
    assert one.denied == {"divorce"}
    assert two.denied == {"marriage"}


def test_links_say_what_makes_a_parent(read: Read) -> None:
    tree = read(
        "0 HEAD\n0 @I1@ INDI\n1 FAMC @F1@\n2 PEDI adopted\n1 FAMC @F2@\n1 ADOP\n2 FAMC @F2@\n3 ADOP HUSB\n"
        "0 @F1@ FAM\n1 CHIL @I1@\n0 @F2@ FAM\n1 HUSB @I2@\n1 WIFE @I3@\n1 CHIL @I1@\n2 _MREL Step\n0 TRLR\n"
    )
    found = tree.person("I1")
    assert found is not None
    assert [(one.family, one.kind, one.only_parent) for one in found.child_of] == [
        ("F1", ParentKind.ADOPTED, ""),
        ("F2", ParentKind.ADOPTED, "husband"),
    ]
    assert tree.families_of(["F2"])["F2"].children[0].kinds == {"wife": ParentKind.STEP}


def test_a_pointer_to_nobody_is_none(person: Callable[[str], Person]) -> None:
    found = person("1 FAMC @VOID@\n1 FAMS @@\n1 FAMC text\n1 NOTE @@not a pointer")
    assert found.child_of == ()
    assert found.partner_in == ()
    assert [one.text for one in found.notes] == ["@not a pointer"]


def test_notes_and_sources_in_records_of_their_own_are_found(read: Read) -> None:
    tree = read("0 HEAD\n0 @N1@ NOTE He drew\n1 CONT maps.\n0 @N2@ SNOTE New\n0 @S1@ SOUR\n1 TITL Book\n0 TRLR\n")
    assert tree.note("N1") == "He drew\nmaps."
    assert tree.note("N2") == "New"
    source = tree.source("S1")
    assert source is not None
    assert source.title == "Book"
    assert tree.source("S2") is None
