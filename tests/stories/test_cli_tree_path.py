"""How two people are related, on the command line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

Cli = Callable[..., Any]
FAMILY = """0 HEAD
1 GEDC
2 VERS 5.5.1
1 CHAR UTF-8
0 @I1@ INDI
1 NAME Mary /Smith/
1 SEX F
1 DEAT
2 DATE 1931
0 @I2@ INDI
1 NAME John /Miller/
1 SEX M
1 DEAT
2 DATE 1940
0 @I3@ INDI
1 NAME Ada /Miller/
1 SEX F
1 DEAT
2 DATE 1970
1 FAMC @F1@
0 @I4@ INDI
1 NAME Secretia /Miller/
1 SEX F
1 BIRT
2 DATE 1990
1 FAMC @F1@
2 PEDI adopted
0 @I5@ INDI
1 NAME Lone /Star/
1 DEAT
2 DATE 1900
0 @F1@ FAM
1 HUSB @I2@
1 WIFE @I1@
1 CHIL @I3@
1 CHIL @I4@
1 DIV Y
0 TRLR
"""


@pytest.fixture
def tree(cli: Cli, tmp_path: Path) -> Path:
    file = tmp_path / "smith.ged"
    file.write_text(FAMILY, encoding="utf-8")
    ran = cli("tree", "import", file, "--root", "I3")
    assert ran.code == 0, ran
    return file


def test_a_path_is_told_with_the_line_of_each_link_and_drawn(cli: Cli, tree: Path, tmp_path: Path) -> None:
    drawing = tmp_path / "path.svg"
    ran = cli("tree", "path", "I1", "I2", "--svg", drawing)
    assert ran.code == 0, ran
    assert "John Miller is Mary Smith's ex-husband." in ran.out
    line = FAMILY.splitlines().index("1 HUSB @I2@") + 1
    assert f"smith.ged, line {line}, @F1@: 1 HUSB @I2@" in ran.out
    assert "[Mary Smith] ══" in ran.out
    assert ElementTree.parse(drawing).getroot().tag.endswith("svg")


def test_a_path_begins_at_the_home_person_and_hides_the_living(cli: Cli, tree: Path) -> None:
    ran = cli("tree", "path", "I4", "--json")
    assert ran.json["label"] == "adoptive sister"
    assert ran.json["from"]["id"] == "smith:I3"
    assert ran.json["to"]["name"] == "Living person"
    assert {step["kind"] for step in ran.json["path"]} == {"birth", "adopted"}
    assert all(step["citations"] for step in ran.json["path"])
    assert "Secretia" not in ran.out
    assert cli("tree", "path", "secretia", "I1").code != 0
    assert "Secretia" in cli("tree", "path", "secretia", "I1", "--living", "shown").out


def test_people_whom_nothing_connects_are_said_not_to_be_related(cli: Cli, tree: Path, tmp_path: Path) -> None:
    ran = cli("tree", "path", "lone star", "I1", "--svg", tmp_path / "none.svg")
    assert ran.code == 0
    assert "not related in this tree" in ran.out
    assert not (tmp_path / "none.svg").exists()


def test_a_name_that_several_people_have_is_asked_about(cli: Cli, tree: Path) -> None:
    ran = cli("tree", "path", "miller", "I1", "--living", "shown", "--json")
    assert ran.code != 0
    assert "several people are called 'miller'" in ran.json["error"]["message"]


@pytest.mark.parametrize(
    ("line", "root"),
    [("1 _ROOT @I3@", "I3"), ("1 _HME @I3@", "I3"), ("1 _ROOT @I99@", ""), ("1 _ROOT Ada", ""), ("1 _ROOT @VOID@", "")],
)
def test_whose_tree_it_is_is_read_from_the_header(tmp_path: Path, cli: Cli, line: str, root: str) -> None:
    file = tmp_path / "family.ged"
    file.write_text(FAMILY.replace("1 CHAR UTF-8", f"1 CHAR UTF-8\n{line}"), encoding="utf-8")
    (done,) = cli("tree", "import", file, "--json").json["imports"]
    assert done["tree"]["root"] == root
    ran = cli("tree", "path", "I2")
    assert ("father" in ran.out) is bool(root)
    assert ("no root person" in ran.err) is not bool(root)
    (said,) = cli("tree", "import", file, "--root", "I1", "--json").json["imports"]
    assert said["tree"]["root"] == "I1"
