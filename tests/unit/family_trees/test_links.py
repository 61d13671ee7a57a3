"""Who is whose parent and partner, from either of the two records that may say so."""

from collections.abc import Callable

from claimtree.family_trees.links import kin_graph
from claimtree.kinship.graph import KinGraph, ParentKind
from claimtree.sources.gedcom.tree_file import TreeFile

Read = Callable[..., TreeFile]


def graph(tree: TreeFile, **options: object) -> KinGraph:
    return kin_graph(tree.people(), tree.families(), tree="t", file="smith.ged", **options)  # type: ignore[arg-type]


def parents(found: KinGraph, id: str) -> dict[str, ParentKind]:
    return {edge.link.parent: edge.link.kind for edge in found.parents[found.number(id)]}


def test_either_record_is_enough(read: Read) -> None:
    tree = read(
        "0 HEAD\n0 @I1@ INDI\n0 @I2@ INDI\n1 FAMC @F1@\n0 @I3@ INDI\n0 @F1@ FAM\n1 WIFE @I1@\n1 CHIL @I3@\n0 TRLR\n"
    )
    found = graph(tree)
    assert parents(found, "t:I2") == {"t:I1": ParentKind.BIRTH}
    assert parents(found, "t:I3") == {"t:I1": ParentKind.BIRTH}
    (edge,) = found.parents[found.number("t:I3")]
    assert [(one.record, one.line, one.quote) for one in edge.link.citations] == [
        ("@F1@", 7, "1 WIFE @I1@"),
        ("@F1@", 8, "1 CHIL @I3@"),
    ]


def test_an_adoption_by_one_parent_leaves_the_other(read: Read) -> None:
    tree = read(
        "0 HEAD\n0 @I1@ INDI\n1 FAMC @F1@\n1 ADOP\n2 FAMC @F1@\n3 ADOP HUSB\n0 @I2@ INDI\n0 @I3@ INDI\n"
        "0 @F1@ FAM\n1 HUSB @I2@\n1 WIFE @I3@\n1 CHIL @I1@\n0 TRLR\n"
    )
    assert parents(graph(tree), "t:I1") == {"t:I2": ParentKind.ADOPTED, "t:I3": ParentKind.BIRTH}


def test_what_a_family_says_of_one_parent_counts(read: Read) -> None:
    tree = read(
        "0 HEAD\n0 @I1@ INDI\n1 FAMC @F1@\n0 @I2@ INDI\n0 @I3@ INDI\n0 @F1@ FAM\n1 HUSB @I2@\n1 WIFE @I3@\n"
        "1 CHIL @I1@\n2 _FREL Step\n2 _MREL Natural\n0 TRLR\n"
    )
    assert parents(graph(tree), "t:I1") == {"t:I2": ParentKind.STEP, "t:I3": ParentKind.BIRTH}


def test_partners_of_any_sex_are_a_union(read: Read) -> None:
    tree = read(
        "0 HEAD\n0 @I1@ INDI\n1 SEX F\n0 @I2@ INDI\n1 SEX F\n0 @F1@ FAM\n1 WIFE @I1@\n1 WIFE @I2@\n1 MARR Y\n"
        "1 DIV\n2 DATE 2001\n0 TRLR\n"
    )
    found = graph(tree)
    (edge,) = found.partners[found.number("t:I1")]
    assert edge.union is not None
    assert (edge.union.married, edge.union.divorced) == (True, True)
    assert edge.union.citations[-1].quote == "2 DATE 2001"


def test_links_to_nobody_and_to_oneself_are_left_out(read: Read) -> None:
    tree = read(
        "0 HEAD\n0 @I1@ INDI\n1 FAMC @F1@\n1 FAMC @F9@\n0 @F1@ FAM\n1 HUSB @I1@\n1 WIFE @I8@\n1 CHIL @I1@\n"
        "1 CHIL @I7@\n0 TRLR\n"
    )
    found = graph(tree)
    assert len(found) == 1
    assert parents(found, "t:I1") == {}


def test_hidden_people_have_no_name(read: Read) -> None:
    tree = read("0 HEAD\n0 @I1@ INDI\n1 NAME Ann\n1 BIRT\n2 DATE 1980\n0 TRLR\n")
    hidden = graph(tree, hidden=tree.living()).person("t:I1")
    assert (hidden.name, hidden.born) == ("Living person", None)
    shown = graph(tree).person("t:I1")
    assert (shown.name, shown.born) == ("Ann", 1980)
