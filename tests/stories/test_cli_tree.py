"""A family tree on the command line: imported, searched, looked at, imported again, removed."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import claimtree

Cli = Callable[..., Any]
DEMO = Path(claimtree.__file__).parent / "packs" / "family" / "demo" / "hollow-creek.ged"
SMALL = """0 HEAD
1 GEDC
2 VERS 5.5.1
1 CHAR UTF-8
0 @I1@ INDI
1 NAME Mary Ellen /Smith/
1 SEX F
1 BIRT
2 DATE ABT 1878
2 PLAC Gambier, Knox County, Ohio
1 DEAT
2 DATE 1931
1 FAMS @F1@
0 @I2@ INDI
1 NAME John /Miller/
1 SEX M
1 BIRT
2 DATE 1875
2 PLAC Delphi, Indiana
1 DEAT
2 DATE 1940
1 FAMS @F1@
0 @I3@ INDI
1 NAME Secretia /Miller/
1 BIRT
2 DATE 1990
1 FAMC @F1@
0 @F1@ FAM
1 HUSB @I2@
1 WIFE @I1@
1 CHIL @I3@
1 MARR
2 DATE 14 SEP 1902
0 TRLR
"""


@pytest.fixture
def tree(cli: Cli, tmp_path: Path) -> Path:
    """A small tree that was imported."""
    file = tmp_path / "smith.ged"
    file.write_text(SMALL, encoding="utf-8")
    ran = cli("tree", "import", file)
    assert ran.code == 0, ran
    return file


def verdicts(hit: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["claim"], one["verdict"]) for one in hit["verdicts"]]


def test_a_search_answers_each_clue_with_the_line_that_says_so(cli: Cli, tree: Path) -> None:
    found = cli("search", "Mary Ellen Smith, in Ohio around 1900", "--pack", "family", "--json").json["hits"]
    assert found[0]["id"] == "smith:I1"
    assert verdicts(found[0]) == [
        ("called Mary Ellen Smith", "met"),
        ("in Ohio", "met"),
        ("lived about 1900", "met"),
    ]
    quotes = [one["evidence"][0]["quote"] for one in found[0]["verdicts"]]
    assert quotes == [
        "@I1@, line 6: 1 NAME Mary Ellen /Smith/",
        "@I1@, line 8: 1 BIRT · 2 PLAC Gambier, Knox County, Ohio",
        "@I1@, line 8: 1 BIRT · 2 DATE ABT 1878 · @I1@, line 11: 1 DEAT · 2 DATE 1931",
    ]


@pytest.mark.parametrize(
    ("question", "id"),
    [
        ("Mary Miller, in Knox County", "smith:I1"),
        ("M. E. Smith, born 1879", "smith:I1"),
        ("Jon Miller, born in 1875", "smith:I2"),
        ("wife of John Miller", "smith:I1"),
        ("married 1902, died 1940", "smith:I2"),
    ],
)
def test_people_are_found_by_other_names_dates_and_kin(cli: Cli, tree: Path, question: str, id: str) -> None:
    assert cli("search", question, "--pack", "family", "--json").json["hits"][0]["id"] == id


def test_living_people_are_masked_everywhere(cli: Cli, tree: Path) -> None:
    for arguments in (
        ("show", "smith:I3", "--pack", "family"),
        ("tree", "people"),
        ("tree", "person", "I3"),
        ("tree", "person", "I1"),
        ("tree", "check"),
    ):
        for extra in ((), ("--json",)):
            ran = cli(*arguments, *extra)
            assert "Secretia" not in ran.out, arguments
            assert ran.code == 0, ran
    # The words of the question are told back; what was found says nothing of her.
    hits = cli("search", "Secretia Miller, born 1990", "--pack", "family", "--json").json["hits"]
    assert all(hit["coverage"]["met"] == 0 and "Secretia" not in repr((hit["title"], hit["fields"])) for hit in hits)
    assert cli("tree", "people", "secretia", "--json").json["people"] == []
    shown = cli("tree", "person", "I3", "--living", "shown", "--json").json
    assert shown["name"] == "Secretia Miller"


def test_a_setting_shows_living_people(cli: Cli, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIMTREE_LIVING", "shown")
    assert cli("tree", "import", tree).code == 0
    hit = cli("search", "Secretia Miller, born 1990", "--pack", "family", "--json").json["hits"][0]
    assert (hit["id"], hit["title"]) == ("smith:I3", "Secretia Miller")
    monkeypatch.setenv("CLAIMTREE_LIVING", "maybe")
    assert "masked or shown" in cli("tree", "people", "--json").error["hint"]


def test_a_second_import_tells_what_differs_and_keeps_ids(cli: Cli, tree: Path) -> None:
    again = cli("tree", "import", tree, "--json").json["imports"][0]
    assert again["changes"] | {"examples": []} == {
        "first": False, "new": 0, "changed": 0, "gone": 0, "unchanged": 4, "examples": [],
    }  # fmt: skip
    assert again["report"]["unchanged"] == 4
    tree.write_text(
        SMALL.replace("2 DATE 1875", "2 DATE 4 APR 1876").replace("0 @I3@ INDI", "0 @I4@ INDI").replace("@I3@", "@I4@"),
        encoding="utf-8",
    )
    changes = cli("tree", "import", tree, "--json").json["imports"][0]["changes"]
    assert (changes["new"], changes["changed"], changes["gone"], changes["unchanged"]) == (1, 2, 1, 1)
    changed = next(one for one in changes["examples"] if one["id"] == "I2")
    assert (changed["gone"], changed["new"]) == (["2 DATE 1875"], ["2 DATE 4 APR 1876"])
    assert cli("tree", "person", "I2", "--json").json["born"] == 1876
    assert cli("show", "smith:I3", "--pack", "family", "--json").code == 2
    assert cli("show", "smith:I4", "--pack", "family", "--json").code == 0


def test_trees_stand_side_by_side(cli: Cli, tree: Path, tmp_path: Path) -> None:
    other = tmp_path / "Doyle Family.ged"
    other.write_text(SMALL.replace("Mary Ellen /Smith/", "Mary Ellen /Doyle/"), encoding="utf-8")
    assert cli("tree", "import", other).code == 0
    assert [one["name"] for one in cli("tree", "list", "--json").json["trees"]] == ["doyle-family", "smith"]
    found = cli("tree", "people", "mary", "--json").json["people"]
    assert [(one["id"], one["name"]) for one in found] == [
        ("doyle-family:I1", "Mary Ellen Doyle"),
        ("smith:I1", "Mary Ellen Smith"),
    ]
    assert "doyle-family:I1, smith:I1" in cli("tree", "person", "I1", "--json").error["hint"]
    assert cli("tree", "person", "smith:@I1@", "--json").json["name"] == "Mary Ellen Smith"
    assert cli("tree", "remove", "smith", "--json").json == {"removed": 4}
    assert [one["name"] for one in cli("tree", "list", "--json").json["trees"]] == ["doyle-family"]
    hits = cli("search", "Mary Ellen Smith", "--pack", "family", "--json").json["hits"]
    assert all(hit["id"].startswith("doyle-family") for hit in hits)


def test_a_broken_file_is_read_as_far_as_it_goes(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "broken.ged"
    file.write_text(SMALL.replace("2 DATE 1940", "9 DATE 1940").replace("0 TRLR", "nonsense here"), encoding="utf-8")
    ran = cli("tree", "import", file, "--json")
    assert ran.code == 3
    (done,) = ran.json["imports"]
    assert done["tree"]["people"] == 3
    assert [(one["line"], one["reason"]) for one in done["lines"]] == [
        (21, "has level 9 after level 1"),
        (34, "has no level and tag"),
    ]
    assert "line 21" in cli("tree", "import", file).out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("import", "missing.ged"), "does not exist"),
        (("import",), "give either FILE or --demo"),
        (("import", "smith.ged", "--demo"), "give either FILE or --demo"),
        (("import", "smith.ged", "--name", "A/B"), "is no name for a tree"),
        (("person", "I99"), "no person 'I99'"),
        (("people", "--tree", "nobody"), "no tree 'nobody'"),
        (("remove", "nobody"), "no tree 'nobody'"),
    ],
)
def test_bad_input_is_told(cli: Cli, tree: Path, arguments: tuple[str, ...], said: str) -> None:
    ran = cli("tree", *arguments, "--json")
    assert ran.code == 2
    assert said in ran.error["message"]
    assert ran.error["hint"]


def test_without_a_tree_one_is_told_how_to_import(cli: Cli) -> None:
    assert "tree import --demo" in cli("tree", "people", "--json").error["hint"]
    assert "tree import" in cli("tree", "list").out


def test_the_demo_tree_is_read_and_not_written(cli: Cli) -> None:
    before = hashlib.sha256(DEMO.read_bytes()).hexdigest()
    (done,) = cli("tree", "import", "--demo", "--json").json["imports"]
    assert done["tree"]["people"] >= 150
    assert done["tree"]["sha256"] == before
    hits = cli("search", "Mary Ellen Smith, in Ohio around 1900", "--pack", "family", "--json").json["hits"]
    assert {hit["id"] for hit in hits[:2]} == {"hollow-creek:I39", "hollow-creek:I49"}
    hits = cli("search", "John H. Miller born 1878 Indiana", "--pack", "family", "--json").json["hits"]
    assert {hit["id"] for hit in hits[:2]} == {"hollow-creek:I44", "hollow-creek:I47"}
    assert "Иван Петрович Соколов" in cli("tree", "person", "I87").out
    assert hashlib.sha256(DEMO.read_bytes()).hexdigest() == before
