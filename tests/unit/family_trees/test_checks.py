"""What cannot be in a tree is found, with its lines; a sound tree has nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest

import claimtree
from claimtree.family_trees.checks import Finding, FindingKind, findings
from claimtree.sources.gedcom.source import read_tree
from claimtree.sources.gedcom.tree_file import TreeFile

Read = Callable[..., TreeFile]
DEMO = Path(claimtree.__file__).parent / "packs" / "family" / "demo" / "hollow-creek.ged"


def person(id: str, birth: str = "", death: str = "", more: str = "") -> str:
    lines = [f"0 @{id}@ INDI", f"1 NAME {id} /Lee/"]
    lines += ["1 BIRT", f"2 DATE {birth}"] if birth else []
    lines += ["1 DEAT", f"2 DATE {death}"] if death else []
    return "\n".join([*lines, *filter(None, [more])])


def family(id: str, husband: str = "", wife: str = "", children: str = "", more: str = "") -> str:
    lines = [f"0 @{id}@ FAM"] + [f"1 HUSB @{husband}@"] * bool(husband) + [f"1 WIFE @{wife}@"] * bool(wife)
    return "\n".join([*lines, *(f"1 CHIL @{child}@" for child in children.split()), *filter(None, [more])])


def found_in(read: Read, *records: str) -> list[Finding]:
    return list(findings(read("\n".join(["0 HEAD", *records, "0 TRLR", ""]))))


@pytest.mark.parametrize(
    ("kind", "records", "line"),
    [
        (FindingKind.IMPOSSIBLE_DATE, [person("I1", "31 FEB 1900", "1950")], "2 DATE 31 FEB 1900"),
        (FindingKind.IMPOSSIBLE_DATE, [person("I1", "next Tuesday", "1950")], "2 DATE next Tuesday"),
        (FindingKind.DIED_BEFORE_BORN, [person("I1", "1900", "1890")], "2 DATE 1890"),
        (FindingKind.LONG_LIFE, [person("I1", "1700", "1890")], "2 DATE 1700"),
        (FindingKind.OUT_OF_LIFE, [person("I1", "1800", "1850", "1 CENS\n2 DATE 1880")], "2 DATE 1880"),
        (
            FindingKind.PARENT_YOUNGER,
            [person("I1", "1800", "1890", "1 FAMS @F1@"), person("I2", "1805", "1890", "1 FAMC @F1@"),
             family("F1", "I1", "", "I2")],
            "2 DATE 1805",
        ),
        (
            FindingKind.PARENT_DEAD,
            [person("I1", "1800", "1830", "1 FAMS @F1@"), person("I2", "1840", "1890", "1 FAMC @F1@"),
             family("F1", "", "I1", "I2")],
            "2 DATE 1840",
        ),
        (
            FindingKind.PARENT_AGE,
            [person("I1", "1800", "1890", "1 FAMS @F1@"), person("I2", "1870", "1890", "1 FAMC @F1@"),
             family("F1", "", "I1", "I2")],
            "2 DATE 1870",
        ),
        (FindingKind.DANGLING, [person("I1", "1800", "1850", "1 FAMS @F9@")], "1 FAMS @F9@"),
        (FindingKind.DANGLING, [person("I1", "1800", "1850", "1 SOUR @S9@")], "1 SOUR @S9@"),
        (FindingKind.DANGLING, [family("F1", "I9")], "1 HUSB @I9@"),
        (FindingKind.ONE_SIDED, [person("I1", "1800", "1850"), family("F1", "I1")], "1 HUSB @I1@"),
        (FindingKind.ONE_SIDED, [person("I1", "1800", "1850", "1 FAMS @F1@"), family("F1")], "1 FAMS @F1@"),
        (
            FindingKind.DUPLICATE,
            [person("I1", "1800", "1850"), person("I2", "1800").replace("I2 /", "I1 /") + "\n1 DEAT Y"],
            "0 @I2@ INDI",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_is_found(read: Read, kind: FindingKind, records: list[str], line: str) -> None:
    (found,) = found_in(read, *records)
    assert found.kind is kind
    assert any(quote.endswith(f": {line}") for quote in found.quotes), found


def test_a_loop_of_any_length_is_found_once(read: Read) -> None:
    count = 1_200
    people = [person(f"I{n}", "", "1800", f"1 FAMS @F{n}@\n1 FAMC @F{(n + 1) % count}@") for n in range(count)]
    families = [family(f"F{n}", f"I{n}", "", f"I{(n - 1) % count}") for n in range(count)]
    loops = [one for one in found_in(read, *people, *families) if one.kind is FindingKind.LOOP]
    assert len(loops) == 1
    assert len(loops[0].people) == count


def test_a_person_who_is_their_own_child_is_a_loop(read: Read) -> None:
    found = found_in(read, person("I1", "1800", "1850", "1 FAMS @F1@\n1 FAMC @F1@"), family("F1", "I1", "", "I1"))
    assert [(one.kind, one.people) for one in found] == [(FindingKind.LOOP, ("I1",))]


def test_two_people_whose_deaths_differ_are_no_duplicates(read: Read) -> None:
    other = person("I2", "1800", "1880").replace("I2 /", "I1 /")
    assert found_in(read, person("I1", "1800", "1850"), other) == []


def test_an_adoptive_parent_may_be_of_any_age(read: Read) -> None:
    adopted = person("I2", "1805", "1890", "1 FAMC @F1@\n2 PEDI adopted")
    assert found_in(read, person("I1", "1800", "1890", "1 FAMS @F1@"), adopted, family("F1", "I1", "", "I2")) == []


def test_thousands_of_children_are_read(read: Read) -> None:
    count = 2_000
    children = [person(f"C{n}", "", "1850", "1 FAMC @F1@") for n in range(count)]
    tree = [person("I1", "1800", "1890", "1 FAMS @F1@"), *children]
    assert found_in(read, *tree, family("F1", "I1", "", " ".join(f"C{n}" for n in range(count)))) == []


def test_nothing_of_living_people_is_quoted(read: Read) -> None:
    (found,) = found_in(read, person("Secretia", "31 FEB 1980"))
    assert "1980" not in repr(found)
    assert "Lee" not in repr(found)


def test_the_demo_tree_has_the_one_doubt_that_was_put_there(tmp_path: Path) -> None:
    with read_tree(DEMO, tmp_path / "demo.tree", "demo") as tree:
        assert [(one.kind, one.people) for one in findings(tree)] == [(FindingKind.DUPLICATE, ("I138", "I139"))]
